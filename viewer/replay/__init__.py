"""The replay of a record: every step of its play as what lies where, told in words."""
