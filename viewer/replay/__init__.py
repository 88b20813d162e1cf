"""The replay of a record: the layout of the table at every step of its play, with words for it."""
