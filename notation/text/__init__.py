"""SGN as text: reading, error recovery, writing, formatting and fixes."""
