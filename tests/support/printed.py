"""Printed output as small pictures: a column set by Typst, and diagrams of deals."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import typst
from PIL import Image

from notation.formats import SGN, convert
from tests.support.corpus import ROOT
from tests.support.pictures import SmallPicture
from viewer.exports.formats import FORMATS

PRINTED: Final = ROOT / "tests/printed"
"""The folder of the saved pictures."""
COLUMN: Final = "closed-and-won"
DIAGRAMS: Final = (
    "closed-and-won",
    "schnapsen-a-game-to-seven",
    "taken-up-in-the-middle",
    "one-two-and-three",
)
_BLOCK: Final = 4
"""Pixels of a block, which becomes one."""


def written(sample: str, form: str) -> bytes:
    return convert((ROOT / f"samples/{sample}.sgn").read_bytes(), SGN, FORMATS[form]).data


def printed() -> Iterator[SmallPicture]:
    """Make the pictures again."""
    pages = typst.compile(written(COLUMN, "typst"), format="png", ppi=72)
    assert isinstance(pages, list)
    for number, page in enumerate(pages, start=1):
        yield _small(f"{COLUMN}-{number}", page)
    for sample in DIAGRAMS:
        yield _small(f"{sample}-deal", written(sample, "png"))


def _small(name: str, png: bytes) -> SmallPicture:
    with Image.open(BytesIO(png)) as image:
        return SmallPicture(name, image.convert("RGB").reduce(_BLOCK))


def names() -> set[str]:
    """The names of the saved pictures."""
    return {Path(path).stem for path in PRINTED.glob("*.png")}
