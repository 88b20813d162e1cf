"""Conversion for people: the commands `convert` and `formats`, and the formats that only show a record.

What a format holds and what is lost is decided in :mod:`notation.formats`; here files are found, written
whole or not at all, and the report is put into words.
"""
