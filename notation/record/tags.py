"""The tags that SGN knows, by name."""

from typing import Final

TAG_ORDER: Final = (*("Event", "Site", "Date", "Round", "Table", "Rules"), *"ABCDEF", "Result")
"""The tags that SGN knows, in the order of writing; others follow by name."""


def tag_rank(name: str) -> tuple[int, str]:
    """The place of a tag in the order of writing."""
    return (TAG_ORDER.index(name), "") if name in TAG_ORDER else (len(TAG_ORDER), name)


DATE: Final = "Date"
"""The tag that says when a match was played."""
SERIES: Final = "Series"
"""The tag that names the series of matches to which a match belongs."""
MATCH: Final = "Match"
"""The tag that says which match of its series it is."""
SERIES_SCORE: Final = "SeriesScore"
"""The tag that states what the sides have won in the series after this match."""
LETTERS: Final = "Letters"
"""The tag that says in whose letters the cards are written; a record that is read no longer has one."""
IDENTIFIED: Final = "Identified"
"""The tag that says of a live match at which seats persons sat, by their letters; the others were guests'."""
NOBODY_IDENTIFIED: Final = "-"
"""As :data:`IDENTIFIED`: every seat was a guest's."""


def guests_of(identified: str | None) -> str:
    """The letters of the seats of guests, by the tag that says at which seats persons sat; none without it.

    >>> guests_of("B"), guests_of(None)
    ('ACDEF', '')
    """
    return "" if identified is None else "".join(seat for seat in "ABCDEF" if seat not in identified)


STAKES: Final = "Stakes"
"""The tag that says what a game point is played for."""
HANDICAP: Final = "Handicap"
"""The tag that says what a side was given before the first deal."""
OF_SEATS: Final = ("Team", "Rating", "Substitute")
"""What can be said of a seat, in a tag whose name has its letter before."""
KNOWN_TAGS: Final = (
    *(*TAG_ORDER, SERIES, MATCH, SERIES_SCORE, LETTERS, IDENTIFIED, STAKES, HANDICAP),
    *(f"{seat}{what}" for what in OF_SEATS for seat in "ABCDEF"),
)
"""Every tag that SGN knows."""

_CALLED: Final = {
    "Event": "ereignis turnier събитие турнир esemény verseny tournament",
    "Site": "ort място hely helyszín place location",
    "Date": "datum дата dátum",
    "Round": "runde кръг forduló",
    "Table": "tisch маса asztal",
    "Rules": "regeln regel правила szabályok szabály rule",
    "Result": "ergebnis резултат eredmény",
    "Stakes": "einsatz залог tét",
    "Handicap": "vorgabe хандикап",
    "A": "white player1 playera spieler1 spielera играч1 играча játékos1 játékosa ajátékos",
    "B": "black player2 playerb spieler2 spielerb играч2 играчb играчб játékos2 játékosb bjátékos",
    "C": "player3 playerc spieler3 играч3 játékos3",
    "D": "player4 playerd spieler4 играч4 játékos4",
}
TAG_NAMES: Final = {
    called: name for name, others in _CALLED.items() for called in (name.casefold(), *others.split())
}
"""The tags by what they are called: in small letters, in other languages and in the notation of chess."""
