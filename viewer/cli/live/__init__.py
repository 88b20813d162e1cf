"""Programs at the table: the referee on standard input and output, the arena, and bots in live matches."""
