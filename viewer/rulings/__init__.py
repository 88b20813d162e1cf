"""Rulings as documents: what the referee has found, told to people in their language.

Every module here turns values of :mod:`notation` into a document or into JSON; none decides anything.
"""
