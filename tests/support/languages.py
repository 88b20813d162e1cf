"""The languages with complete translations; unfinished ones may contain English sentences."""

from typing import Final

import pytest

from viewer.documents.catalogues import BEGUN, FOLDER
from viewer.documents.languages import NAMES

_CATALOGUES: Final = {path.stem: path.read_text("utf-8").splitlines() for path in sorted(FOLDER.glob("*.po"))}
COMPLETE: Final = {
    code: NAMES[code] for code in ("en", *(code for code, lines in _CATALOGUES.items() if BEGUN not in lines))
}
"""The languages by code, with their own names."""
LONGEST: Final = "de"
"""The language with the longest words."""
IN_TURN: Final = [
    LONGEST,
    *(pytest.param(code, marks=pytest.mark.nightly) for code in COMPLETE if code != LONGEST),
]
"""The languages as cases of a test: only the longest one on every change."""
