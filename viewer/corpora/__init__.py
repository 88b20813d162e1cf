"""A corpus as data: tables of many games in Parquet files, asked in SQL, counted and searched.

The rows are :mod:`notation.corpus`'s. pyarrow and DuckDB (the extra `analytics`) are imported by
:mod:`viewer.corpora.parquet` and :mod:`viewer.corpora.session` alone, when they are needed.
"""
