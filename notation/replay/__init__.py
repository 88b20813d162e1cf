"""The play of a record, step by step: its lines with their variations, and how a deal stands in each."""

from notation.replay.lines import Line, Standing, varied

__all__ = [
    "Line",
    "Standing",
    "varied",
]
