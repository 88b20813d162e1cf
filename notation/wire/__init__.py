"""Values as they leave the program and come back: one serializer for each."""

from notation.wire.record import dump, load

__all__ = [
    "dump",
    "load",
]
