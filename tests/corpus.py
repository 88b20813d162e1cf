"""The records that the tests read: whole games, and one small record for each thing that can be found."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "samples").rglob("*.sgn"))
VECTORS = sorted([*(ROOT / "tests/vectors").rglob("*.sgn"), *(ROOT / "viewer/examples").rglob("*.sgn")])
