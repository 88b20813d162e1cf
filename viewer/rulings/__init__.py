"""Rulings as documents: the decisions of the referee in the reader's language.

Every module here turns values of :mod:`notation` into a document or into JSON; none decides anything.
"""
