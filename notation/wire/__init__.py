"""Serialization of values as JSON, and back: one serializer for each.

There is a module for each value, and each is imported separately, so that nobody loads the schemas of all.
"""

from notation.wire import member as member
from notation.wire.record import dump as dump
from notation.wire.record import load as load
