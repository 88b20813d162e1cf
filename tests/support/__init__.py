"""Shared by tests: a second engine, random games, true records, example logs."""
