"""The archive: records kept by their digests, found by their players, events, dates, rules and words.

It keeps what came byte for byte and lists what :mod:`notation` judged of it. It decides nothing itself,
and never changes a text that it has taken.
"""

from viewer.store.archive import Store
from viewer.store.databases import StoreError
from viewer.store.entries import Added, Listed, ListedPage, Novelty, Stored
from viewer.store.ordering import Order, SearchError
from viewer.store.summaries import Summary

__all__ = [
    "Added",
    "Listed",
    "ListedPage",
    "Novelty",
    "Order",
    "SearchError",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
]
