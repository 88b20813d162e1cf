"""The command `diff`: the differences between two records, with both words and both places."""

import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import click

from notation.diff import Difference, Part, Side, compare
from notation.findings import Phrase, SeatFact, escape, names_in_sentences
from notation.record import SEAT_LETTERS, Record
from notation.text import NamedGame, read
from viewer.cli.files import Files, numbered
from viewer.cli.printing import show_game
from viewer.documents.languages import Language
from viewer.documents.reports import counted

_PARTS: Final = {
    Part.NUMBER: Phrase("the number"),
    Part.DEALER: Phrase("the dealer"),
    Part.TRUMP: Phrase("the turn-up or trump suit"),
    Part.POSITION: Phrase("the position"),
    Part.TALON: Phrase("the talon"),
    Part.RULING: Phrase("a ruling of the table"),
    Part.RESULT: Phrase("the result"),
}
_COUNTED: Final = {
    "game": Phrase("game {number}"),
    "deal": Phrase("deal {number}"),
    "trick": Phrase("trick {number}"),
    "action": Phrase("action {number}"),
}


def compared(
    first: Sequence[NamedGame], second: Sequence[NamedGame], language: Language
) -> Iterator[list[str]]:
    """Return for each pair of games, in order, the lines about their differences; none if they agree."""
    pairs = list(zip_longest(first, second))
    for number, (one, other) in enumerate(pairs, start=1):
        if one and other:
            yield list(_differences(one, other, number if len(pairs) > 1 else 0, language))
        for alone in (one or other,) if not (one and other) else ():
            told = language.say(
                "game {number}: only in {file}, line {line}",
                number=number,
                file=alone.file if alone else "",
                line=alone.game.line if alone else 0,
            )
            yield [told] if alone else []


def _differences(first: NamedGame, second: NamedGame, number: int, language: Language) -> Iterator[str]:
    records = (first.game.record, second.game.record)
    language = language.naming(_names_of_both(*records))
    for difference in compare(*(record or Record() for record in records)):
        yield heading(difference, language, number)
        yield _side(first, difference.first, language)
        yield _side(second, difference.second, language)


def _names_of_both(first: Record | None, second: Record | None) -> list[str]:
    """Return the players' names on which both records agree, seat by seat."""
    records = [record or Record() for record in (first, second)]
    pairs = ([record.tag(letter) for record in records] for letter in SEAT_LETTERS)
    return names_in_sentences([one if one == other else None for one, other in pairs])


def heading(difference: Difference, language: Language, game: int = 0) -> str:
    """Return the place of a difference; the game is named if there are several.

    >>> from viewer.documents.languages import language
    >>> heading(Difference(Part.ACTION, Side("Kd"), Side("Kc"), 2, 3, 1), language("en"))
    'deal 2, trick 3, action 1:'
    """
    counts = {"game": game, "deal": difference.deal, "trick": difference.trick, "action": difference.action}
    words = [
        language.say(_COUNTED[what].sentence, number=number) for what, number in counts.items() if number
    ]
    if difference.part is Part.TAG and difference.name == "Rules":
        words.append(language.say("the rules"))
    elif difference.part is Part.TAG:
        words.append(language.say("the tag {name}", name=difference.name))
    elif difference.part is Part.HAND:
        words.append(language.say("the hand of {seat}", seat=SeatFact(difference.seat)))
    elif difference.part is Part.WON and difference.seat >= 0:
        words.append(language.say("the cards that {seat} has won", seat=SeatFact(difference.seat)))
    elif difference.part is Part.WON:
        words.append(language.say("the cards played"))
    elif difference.part in _PARTS:
        words.append(language.put(_PARTS[difference.part]))
    return f"{', '.join(words)}:"


def _side(named: NamedGame, side: Side, language: Language) -> str:
    if not side.words:
        return f"    {escape(named.file)}: {language.say('nothing')}"
    place = named.game.place(side.span)
    return f"    {escape(named.file)}:{place.line}:{place.column}: {escape(side.words)}"


def _games(files: Files, name: str, number: int | None) -> list[NamedGame]:
    """Return the games of a file, or the one with a number; none on failure."""
    data = files.read(name)
    if data is None:
        return []
    games = [NamedGame(name, game) for game in read(data) if number in (None, game.number)]
    if not games:
        files.fail(name, Phrase("there is no game {number} in this file", {"number": number or 0}))
    return games


def diff(first: str, second: str, language: Language) -> None:
    """Show how two records differ, and at which action their play diverges."""
    files = Files(language=language)
    named = [numbered(path) for path in (first, second)]
    if any(number is not None for _, number in named):
        named = [(name, 1 if number is None else number) for name, number in named]
    ones, others = (_games(files, name, number) for name, number in named)
    wrong = [show_game(each.file, each.game, language) for each in (*ones, *others)]
    if files.failures or any(wrong):
        sys.exit(2)
    games = parted = 0
    for lines in compared(ones, others, language):
        games += 1
        parted += bool(lines)
        for line in lines:
            click.echo(line)
    differing = (
        language.say("{number} different", number=parted) if parted else language.say("the same in both")
    )
    click.echo(f"{counted(games, language)}, {differing}")
    sys.exit(1 if parted else 0)
