"""Formats that show a record and also contain it, Markdown and HTML, besides those of other programs.

:mod:`notation.formats` decides what a format can hold and what is lost.
"""
