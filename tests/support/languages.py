"""The languages with complete translations; unfinished ones may contain English sentences."""

from typing import Final

from viewer.documents.catalogues import catalogue_states
from viewer.documents.languages import NAMES

COMPLETE: Final = {state.code: NAMES[state.code] for state in catalogue_states() if not state.is_begun}
"""The languages by code, with their own names."""
