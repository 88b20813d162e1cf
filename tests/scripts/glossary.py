"""The glossary of the games' terms in every language of the program.

`.venv/bin/python tests/scripts/glossary.py` renews docs/glossary.md, from the definitions below and the
translation catalogues, so that its terms are those of the program.
"""

from pathlib import Path
from typing import Final

from viewer.documents.languages import language

PAGE: Final = Path(__file__).parents[2] / "docs" / "glossary.md"
LANGUAGES: Final = {"bg": "Bulgarian", "de": "German", "hu": "Hungarian"}
HEAD: Final = (
    "# Glossary\n\nThe terms of these games as SGN, the documentation and the program use them. The other "
    "languages have the words that the program itself shows, from its catalogues; "
    "`tests/scripts/glossary.py` makes this page.\n"
)
TERMS: Final = {
    "The game": {
        "Deal": "the cards dealt once and played to the end, with one result; also called *hand* or *game*",
        "Match": "deals until somebody reaches the target, usually 7 or 11 game points",
        "Series": "matches between the same players, with a tally",
        "Tally": "how many matches of a series each side has won",
        "Score": "the game points of each side so far in the match",
        "Rule sets": "the decisions that tables make differently, gathered under a name such as `schnapsen`",
    },
    "At the table": {
        "Seat": "a place at the table, A to D; a player sits there",
        "Player": "who sits at a seat",
        "Dealer": "who deals; the opponent leads first",
        "Leader": "who plays the first card of a trick",
        "Hand": "the cards that a player holds",
        "Pack": "the cards of the game, 20 or 24",
        "Talon": "the cards that are left after the deal, also called *stock*",
        "Turn-up": "the card turned up under the talon, which fixes trumps",
        "Trumps": "the suit that beats the others",
        "Arbiter": "who settles disputes in a live match",
        "Scorer": "who records what happens at a real table",
    },
    "The play": {
        "Trick": "one card of each player; the best of them takes all",
        "Draw": "taking the next card of the talon after a trick while it is open",
        "Marriages": "king and queen of a suit, announced by the leader for 20 points, or 40 in trumps",
        "The exchange": "taking the turn-up for the lowest trump",
        "Closing": "turning the turn-up face down: nobody draws any more, and suit must be followed",
        "The open talon": "the time before the talon is closed or used up, when any card may be played",
        "Claims": "saying that one has 66, which ends the deal; `out` in a record",
        "Resign the deal": "giving the deal to the other side",
        "Irregular play": "something against the rules that happened and was noticed, such as a revoke",
    },
    "The points": {
        "Card points": "what the cards in tricks are worth, with marriages and sometimes the last trick",
        "Game points": "what a deal is worth in the match, usually 1, 2 or 3",
        "For the last trick": "the 10 card points that some rule sets give for it",
        "Schneider": "the loser has fewer than 33 card points",
        "Schwarz": "the loser has no trick",
    },
    "The record": {
        "Record": "a game written down in SGN",
        "Result": "who won a deal or a match, and how high",
        "The ledger": "the tricks of a deal with their points, added up",
        "Variation": "what could have been played instead",
        "Comment": "a note in the record, in words",
        "Event": "the tournament or evening to which a game belongs",
    },
    "The cards": dict.fromkeys(
        ("ace", "ten", "king", "queen", "jack", "nine", "spades", "hearts", "diamonds", "clubs"), ""
    ),
}


def page() -> str:
    text = HEAD
    for part, terms in TERMS.items():
        has_meanings = any(terms.values())
        heads = ["term", *(["meaning"] if has_meanings else []), *LANGUAGES.values()]
        text += f"\n## {part}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n"
        for term, meaning in terms.items():
            said = ((code, language(code).say(term)) for code in LANGUAGES)
            words = [word if code == "de" else word[:1].lower() + word[1:] for code, word in said]
            cells = [f"**{term[0].lower()}{term[1:]}**", *([meaning] if has_meanings else []), *words]
            text += f"| {' | '.join(cells)} |\n"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
