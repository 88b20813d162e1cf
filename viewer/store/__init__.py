"""The archive: a database of records by digest, searchable by player, event, date, rules and words.

It stores texts byte for byte and lists what :mod:`notation` judged of them. It judges nothing itself, and
never changes a stored text. Who may do what to a record is decided in :mod:`viewer.store.access`.
"""

from viewer.store.access import Key as Key
from viewer.store.access import KeyRole as KeyRole
from viewer.store.access import Policy as Policy
from viewer.store.access import RecordSight as RecordSight
from viewer.store.access import RecordStanding as RecordStanding
from viewer.store.access import Scope as Scope
from viewer.store.access import Visibility as Visibility
from viewer.store.archive import Store as Store
from viewer.store.audit import AuditEntry as AuditEntry
from viewer.store.audit import Deed as Deed
from viewer.store.databases import MovedError as MovedError
from viewer.store.databases import OtherVersionError as OtherVersionError
from viewer.store.databases import ReadOnlyError as ReadOnlyError
from viewer.store.databases import StoreError as StoreError
from viewer.store.databases import UnusableError as UnusableError
from viewer.store.entries import Added as Added
from viewer.store.entries import ChangesPage as ChangesPage
from viewer.store.entries import Listed as Listed
from viewer.store.entries import ListedPage as ListedPage
from viewer.store.entries import Novelty as Novelty
from viewer.store.entries import RecordChange as RecordChange
from viewer.store.entries import Stored as Stored
from viewer.store.entries import Tombstone as Tombstone
from viewer.store.ordering import Order as Order
from viewer.store.ordering import SearchError as SearchError
from viewer.store.summaries import Summary as Summary
