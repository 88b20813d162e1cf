"""Everything that a person or a program touches.

The ground: `documents`, their forms and languages; `cards`, their pictures; `store`, the archive. On it
stand `rulings`, `replay` and `exports`, which know no front end. The front ends `web`, `editor` and
`terminal` know nothing of each other; `cli`, the command line, starts them.
"""

__version__ = "0.1.0"
"""Here, and not asked of the installed package, since that takes as long as loading the command line."""
