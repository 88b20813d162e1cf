"""The replay as a page that needs nothing else: the script, the pictures, the element, and tables for paper.

What the element shows without JavaScript is the ledger of every deal.
"""

import json
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from notation.accounts import Account, accounts_of
from notation.findings import Phrase, escape
from notation.judgement import Judgement
from notation.record import Record
from notation.words import seat_letter
from referee.cards import rank_of, suit_of
from viewer.cards import PICTURES, sprite_svg, stylesheet
from viewer.languages import Language
from viewer.rendering import HERE, template
from viewer.replay.script import script
from viewer.rulings.answers import answer
from viewer.rulings.ledger import tricks

SAID: Final = {
    "table": Phrase("The table"),
    "moves": Phrase("Moves"),
    "controls": Phrase("Controls"),
    "first": Phrase("To the start of the deal"),
    "backTrick": Phrase("Back by a trick"),
    "back": Phrase("Back by a step"),
    "play": Phrase("Let it run"),
    "pause": Phrase("Pause"),
    "next": Phrase("On by a step"),
    "nextTrick": Phrase("On by a trick"),
    "last": Phrase("To the end of the deal"),
    "scrubber": Phrase("Step"),
    "speed": Phrase("Speed"),
    "flip": Phrase("Turn the table"),
    "reveal": Phrase("Show or hide hands"),
    "copy": Phrase("Copy a link to this step"),
    "copied": Phrase("Copied"),
    "inAddress": Phrase("It is in the address line"),
    "keys": Phrase("Keys"),
    "close": Phrase("Close"),
    "deal": Phrase("Deal {number}"),
    "dealLabel": Phrase("Deal"),
    "nothing": Phrase("The play of this deal could not be judged."),
    "seatTitle": Phrase("Show or hide this hand"),
    "won": Phrase("Tricks won: {number}"),
    "talon": Phrase("Talon"),
    "closedBy": Phrase("Closed by {seat}; cards in the talon: {number}"),
    "talonLeft": Phrase("Cards in the talon: {number}"),
    "trick": Phrase("The trick on the table"),
    "variation": Phrase("Variation"),
    "inVariation": Phrase("Variation."),
    "enter": Phrase("Enter variation {number}"),
    "leave": Phrase("Back to the game"),
    "afterIrregularity": Phrase("Against the rules; the replay goes on as it was played."),
    "source": Phrase("Line {line}, column {column} of the record"),
    "graph": Phrase("Card points step by step, with a line at 66"),
    "keyStep": Phrase("a step back or on"),
    "keyTrick": Phrase("a trick back or on"),
    "keyEnds": Phrase("start and end of the deal"),
    "keyDeals": Phrase("the deal before or after"),
    "keyPlay": Phrase("play and pause"),
    "keySpeed": Phrase("faster and slower"),
    "keyVariation": Phrase("into a variation and back"),
}
"""What the element says, in sentences with facts in braces."""
RANKS: Final = (
    Phrase("nine"),
    Phrase("jack"),
    Phrase("queen"),
    Phrase("king"),
    Phrase("ten"),
    Phrase("ace"),
)
OTHERS: Final = {
    "back": Phrase("face down"),
    "closed": Phrase("closed talon"),
    "unknown": Phrase("unknown card"),
    "hidden": Phrase("hidden card"),
}


def replay_html(judgement: Judgement, language: Language) -> str:
    """The replay of a judged game as a page of its own; ValueError where it was judged by no rules."""
    return template("replay.html").render(
        **replay_parts(judgement, language),
        language=language.code,
        say=language.say,
        style=Markup("\n".join(_read(name) for name in ("document.css", "replay.css")) + stylesheet()),  # noqa: S704 - made here
        element=Markup(_read("replay.js").replace("</", "<\\/")),  # noqa: S704 - made here
    )


def replay_parts(judgement: Judgement, language: Language) -> dict[str, Any]:
    """What a page with a replay is made of: title, script, pictures and tables, safe to stand in HTML."""
    record = judgement.game.draft
    if record is None or judgement.rules is None:
        raise ValueError("this game was not judged")
    accounts = list(accounts_of(judgement, range(1, len(judgement.deals) + 1)))
    return {
        "title": title(record, judgement.rules.seats),
        "script": Markup(_in_html(_script(judgement, accounts, language))),  # noqa: S704 - made here
        "sprite": Markup(_sprite(language)),  # noqa: S704 - made here
        "tables": [_table(told, language) for told in accounts],
    }


def title(record: Record, seats: int) -> str:
    """What a game is called: who plays, at what event, when."""
    names = [escape(record.tag(seat_letter(seat)) or seat_letter(seat)) for seat in range(seats)]
    event = [escape(part) for part in (record.tag("Event"), record.tag("Date")) if part]
    return " · ".join([" – ".join(names), *event])


def _script(judgement: Judgement, accounts: list[Account], language: Language) -> dict[str, Any]:
    assert judgement.game.draft is not None and judgement.rules is not None  # noqa: S101, PT018 - seen before
    seats = range(judgement.rules.seats)
    named = (judgement.game.draft.tag(seat_letter(seat)) or seat_letter(seat) for seat in seats)
    return {
        "words": {name: language.translate(phrase.sentence) for name, phrase in SAID.items()},
        "names": {seat_letter(seat): escape(name) for seat, name in zip(seats, named, strict=True)},
        "cards": _titles(language),
        "deals": [script(told, language) for told in accounts],
    }


def _in_html(shape: dict[str, Any]) -> str:
    """JSON that can stand in a script element."""
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _titles(language: Language) -> dict[str, str]:
    """What readers of the screen are told of every picture."""
    titles = {picture: language.translate(phrase.sentence) for picture, phrase in OTHERS.items()}
    for card in range(24):
        rank = language.translate(RANKS[rank_of(card)].sentence)
        suit = suit_of(card)
        titles["9JQKTA"[rank_of(card)] + "shdc"[suit]] = language.say(
            "{rank} of {suit}", rank=rank, suit=suit
        )
    return titles


@cache
def _sprite(language: Language) -> str:
    titles = _titles(language)
    return sprite_svg("french", language.code, {picture: titles[picture] for picture in PICTURES})


@cache
def _read(name: str) -> str:
    return (HERE / "static" / name).read_text("utf-8")


def _table(told: Account, language: Language) -> dict[str, Any]:
    return {
        "number": told.number,
        "answer": answer(language, told.deal),
        "tricks": tricks(told, language) if told.deal.tricks else None,
    }
