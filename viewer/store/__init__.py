"""The archive: records kept by their digests, found by their players, events, dates, rules and words.

It keeps what came byte for byte and lists what :mod:`notation` judged of it. It judges nothing itself, and
never changes a text that it has taken. Who may do what to a record is said in :mod:`viewer.store.access`.
"""

from viewer.store.access import Key, KeyRole, Policy, RecordSight, RecordStanding, Scope, Visibility
from viewer.store.archive import Store
from viewer.store.audit import AuditEntry, Deed
from viewer.store.databases import OtherVersionError, ReadOnlyError, StoreError, UnusableError
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
