"""The pages of the archive: its records, players, events and statistics."""
