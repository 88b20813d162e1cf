"""The commands on many games: generated, made into tables, queried, counted and searched."""
