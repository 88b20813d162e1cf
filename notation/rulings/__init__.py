"""Rulings: the ledger of a deal, claims and disputes, and what other rule sets would give."""
