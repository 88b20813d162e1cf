"""A record: what was written down of a game, its words, its annotations and the addresses of its parts."""
