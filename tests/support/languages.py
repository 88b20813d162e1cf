"""The languages with complete translations; unfinished ones may contain English sentences."""

from typing import Final

import pytest

from viewer.documents.catalogues import catalogue_states
from viewer.documents.languages import NAMES

COMPLETE: Final = {state.code: NAMES[state.code] for state in catalogue_states() if not state.is_begun}
"""The languages by code, with their own names."""
LONGEST: Final = "de"
"""The language with the longest words."""
IN_TURN: Final = [
    LONGEST,
    *(pytest.param(code, marks=pytest.mark.nightly) for code in COMPLETE if code != LONGEST),
]
"""The languages as cases of a test: only the longest one on every change."""
