"""The interfaces of the program, for people and for programs.

The foundation: `documents`, their forms and languages; `cards`, their pictures; `store`, the archive. Above
it are `rulings`, `replay` and `exports`, which are independent of the front ends. The front ends `web`,
`editor` and `terminal` are independent of each other; `cli`, the command line, starts them.
"""

__version__ = "1.0.0"
"""Stored here, since reading it from the installed package takes as long as loading the command line."""
