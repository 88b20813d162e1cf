"""Live matches without input or output: the table with its journal, its events, and the record it becomes."""
