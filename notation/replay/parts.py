"""The parts of a layout, for those that tell of each step only what is not as it was before."""

from collections.abc import Callable
from typing import Any

from notation.replay.frames import Layout


class LayoutInParts:
    """What lies where at a step, each part put into words once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._parts: dict[Callable[[Layout], Any], Any] = {}

    def part(self, part: Callable[[Layout], Any]) -> Any:
        """One part of it."""
        if part not in self._parts:
            self._parts[part] = part(self._layout)
        return self._parts[part]
