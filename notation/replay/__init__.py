"""The play of a record, step by step."""
