"""A corpus as data: tables of many games in Parquet files, for SQL queries, statistics and searches.

The rows are :mod:`notation.corpus`'s. Only :mod:`viewer.corpora.parquet` and :mod:`viewer.corpora.session`
import pyarrow and DuckDB (the extra `analytics`), on demand.
"""
