"""Formats that show a record and hold it as well, Markdown and pages of HTML, beside those of other programs.

What a format holds and what is lost is decided in :mod:`notation.formats`.
"""
