"""Tables for programs that work with data: JSON Lines, CSV and Parquet."""
