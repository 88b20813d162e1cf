"""Tables for data analysis: JSON Lines, CSV and Parquet."""
