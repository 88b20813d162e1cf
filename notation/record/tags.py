"""The tags that SGN knows, by name."""

from typing import Final

TAG_ORDER: Final = ("Event", "Site", "Date", "Round", "Table", "Rules", "A", "B", "C", "D", "Result")
"""The tags that SGN knows, in the order of writing; others follow by name."""

SERIES: Final = "Series"
"""The tag that names the series of matches to which a match belongs."""
MATCH: Final = "Match"
"""The tag that says which match of its series it is."""
SERIES_SCORE: Final = "SeriesScore"
"""The tag that states what the sides have won in the series after this match."""
KNOWN_TAGS: Final = (*TAG_ORDER, SERIES, MATCH, SERIES_SCORE)
"""Every tag that SGN knows."""
