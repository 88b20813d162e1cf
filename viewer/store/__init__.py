"""The archive: a database of records by digest, searchable by player, event, date, rules and words.

It stores texts byte for byte and lists what :mod:`notation` judged of them. It judges nothing itself, and
never changes a stored text. Who may do what to a record is decided in :mod:`viewer.store.access`.
"""

from viewer.store.access import Key, KeyRole, Policy, RecordSight, RecordStanding, Scope, Visibility
from viewer.store.archive import Store
from viewer.store.audit import AuditEntry, Deed
from viewer.store.databases import MovedError, OtherVersionError, ReadOnlyError, StoreError, UnusableError
from viewer.store.entries import (
    Added,
    ChangesPage,
    Listed,
    ListedPage,
    Novelty,
    RecordChange,
    Stored,
    Tombstone,
)
from viewer.store.ordering import Order, SearchError
from viewer.store.summaries import Summary

__all__ = [
    "Added",
    "AuditEntry",
    "ChangesPage",
    "Deed",
    "Key",
    "KeyRole",
    "Listed",
    "ListedPage",
    "MovedError",
    "Novelty",
    "Order",
    "OtherVersionError",
    "Policy",
    "ReadOnlyError",
    "RecordChange",
    "RecordSight",
    "RecordStanding",
    "Scope",
    "SearchError",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Tombstone",
    "UnusableError",
    "Visibility",
]
