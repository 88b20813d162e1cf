"""Values as they leave the program and come back: one serializer for each.

There is a module for each value, and each is a face of its own, so that nobody loads the shapes of all.
"""

from notation.wire import member
from notation.wire.record import dump, load

__all__ = [
    "dump",
    "load",
    "member",
]
