"""The languages in which every sentence has to be said; one that is begun has some of them in English."""

from typing import Final

from viewer.documents.catalogues import catalogue_states
from viewer.documents.languages import NAMES

COMPLETE: Final = {state.code: NAMES[state.code] for state in catalogue_states() if not state.is_begun}
"""The languages by their codes, each by the name that it gives itself."""
