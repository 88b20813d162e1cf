"""The suit signs of both packs: each is one outline around the origin, fifty in every direction.

A sign has two drawings: the small one leaves out what a few pixels cannot show. Holes run in the other
direction, so that one plain fill rule is enough.
"""

from typing import Final

SPADE: Final = (
    "M0-50C8-30 46-10 46 16 46 33 34 41 23 41 15 41 9 38 5 33 6 41 10 47 17 50H-17C-10 47-6 41-5 33"
    "-9 38-15 41-23 41-34 41-46 33-46 16-46-10-8-30 0-50Z"
)
HEART: Final = (
    "M0 50C-10 30-47 10-47-18-47-35-36-46-23-46-12-46-4-39 0-28 4-39 12-46 23-46 36-46 47-35 47-18"
    " 47 10 10 30 0 50Z"
)
DIAMOND: Final = "M0-50C10-30 25-12 42 0 25 12 10 30 0 50-10 30-25 12-42 0-25-12-10-30 0-50Z"
CLUB: Final = (
    "M-22-28A22 22 0 1 1 22-28 22 22 0 1 1-22-28ZM-47 9A22 22 0 1 1-3 9 22 22 0 1 1-47 9Z"
    "M3 9A22 22 0 1 1 47 9 22 22 0 1 1 3 9ZM-9-9H9C5 30 9 44 17 50H-17C-9 44-5 30-9-9Z"
)
LEAF: Final = (
    "M0-50C14-36 45-18 45 9 45 25 34 35 21 35 14 35 8 32 5 28 5 37 9 43 17 45L15 51C3 49-4 42-5 28"
    "-8 32-14 35-21 35-34 35-45 25-45 9-45-18-14-36 0-50Z"
)
BELL: Final = (
    "M-38 12A38 38 0 0 1-9-25 10 10 0 1 1 9-25 38 38 0 0 1 38 12 38 38 0 0 1-38 12Z"
    "M-4-38A4 4 0 1 0 4-38 4 4 0 1 0-4-38Z"
)
ACORN: Final = (
    "M-5-37L-8-50H4L6-37C25-35 37-24 37-8 37-4 34-1 30-1H-30C-34-1-37-4-37-8-37-24-25-35-5-37Z"
    "M-29 6H29C29 28 15 40 5 45L0 52-5 45C-15 40-29 28-29 6Z"
)

SMALL: Final = {
    "french": (SPADE, HEART, DIAMOND, CLUB),
    "german": (
        LEAF + "M-3-26V20H3V-26ZM6 8L26-5 23-10 6 0ZM-6 8V0L-23-10-26-5Z",
        HEART,
        BELL + "M-38 4V11H38V4ZM-4 26V50H4V26Z",
        ACORN,
    ),
}
"""The signs of the indices and pips, by pack."""
LARGE: Final = {
    "french": (SPADE, HEART, DIAMOND, CLUB),
    "german": (
        LEAF
        + "M-1.5-36L-2.5 24H2.5L1.5-36ZM5 19L31 5 29 2 5 14ZM5 5L31-10 29-13 5 0ZM5-9L22-20 20-23 5-14Z"
        + "M-5 19V14L-29 2-31 5ZM-5 5V0L-29-13-31-10ZM-5-9V-14L-20-23-22-20Z",
        HEART,
        BELL
        + "M-38 1V4H38V1ZM-38 8V15H38V8ZM-38 19V22H38V19Z"
        + "M-7 32A7 7 0 0 0-3 38L-2 50H2L3 38A7 7 0 0 0 7 32 7 7 0 0 0-7 32Z",
        ACORN
        + "M-20-21L-24-14-20-7-16-14ZM0-21L-4-14 0-7 4-14ZM20-21L16-14 20-7 24-14Z"
        + "M-10-32L-14-26-10-20-6-26ZM10-32L6-26 10-20 14-26ZM-15 14C-14 24-11 31-7 36-9 30-11 22-11 14Z",
    ),
}
"""The signs of the aces, by pack."""
