"""Loads and judges the games and deals that a command on rulings asks for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click

from notation.findings import Phrase, catalogue
from notation.judge import Judgement, Verdict, judge, judge_source
from notation.record import Path
from notation.rulings import (
    Account,
    accounts_as_written,
    accounts_of,
    clean_accounts,
    judge_in_full,
    read_moment,
)
from notation.text import Game, Source, cut, read, read_game
from referee import RuleSet
from viewer.cli.files import Files
from viewer.cli.options import DealsAsked
from viewer.cli.printing import show_findings, show_game
from viewer.documents.languages import Language
from viewer.extras import needed


def chosen(files: Files, name: str, number: int | None) -> list[Game]:
    """Return the games of a file, or the one with a number; none on failure."""
    return list(map(read_game, each_chosen(files, name, number)))


def each_chosen(files: Files, name: str, number: int | None) -> Iterator[Source]:
    """Yield the same games, not read yet."""
    data = files.read(name)
    if data is None:
        return
    is_there = False
    for source in cut(data):
        if number in (None, source.number):
            is_there = True
            yield source
    if not is_there:
        files.fail(name, Phrase("there is no game {number} in this file", {"number": number or 0}))


_NO_GAME: Final = Phrase("text that is not part of a game cannot be judged")


def _in_full(
    files: Files, file: str, judgements: Iterable[Judgement], as_written: bool = False
) -> Iterator[Judgement]:
    for judgement in judgements:
        game = judgement.game
        if judgement.rules is None or game.draft is None:
            show_findings(file, judgement, files.language, err=True)
            says = Phrase("game {number} cannot be judged", {"number": game.number})
            files.fail(file, says if game.number else _NO_GAME)
            if as_written and game.draft and game.draft.deals:
                yield judgement
        elif any(finding.code is catalogue.MORE for finding in judgement.findings):
            yield judge_in_full(game, judgement.rules)
        else:
            yield judgement


TABLES: Final = ("score-sheet", "results-table")
"""The formats of score sheets that are read like records."""


def heard_sheets(
    files: Files, file: str, assumed: RuleSet | None, imposed: RuleSet | None
) -> Iterator[Judgement]:
    """Return the games of a file, or of a table of results, that could be judged; report the others."""
    data = files.read(file)
    if data is not None:
        games = _games_in(files, file, data)
        yield from _in_full(files, file, (judge(game, assumed, imposed) for game in games))


def _games_in(files: Files, file: str, data: bytes) -> Iterator[Game]:
    """Return the games of a record, or of a table of results, whose unreadable cells are reported."""
    if data.lstrip()[:4] == b"%SGN":
        yield from read(data)
        return
    from notation.formats import FORMATS, SGN, convert

    form = next((FORMATS[name] for name in TABLES if FORMATS[name].recognise(data)), None)
    if form is None and file.casefold().endswith((".csv", ".tsv")):
        form = FORMATS["results-table"]
    if form is None:
        yield from read(data)
        return
    try:
        done = convert(data, form, SGN)
    except ModuleNotFoundError as error:
        files.fail(file, needed(error))
        return
    for finding in done.findings:
        line = f"{finding.span.line}: " if finding.span.line else ""
        files.fail(file, f"{line}{finding.code.id}: {files.language.message(finding)}")
    if done.data:
        yield from read(done.data)


def accounts(
    files: Files, of: DealsAsked, as_written: bool = False, in_steps: bool = True
) -> Iterator[Account]:
    """Return the accounts of the deals that are asked about and could be judged; report the others.

    ``as_written`` includes those of games that could be read but not judged. Unless they are asked for
    ``in_steps``, those of a game in which nothing is wrong have no more than :func:`clean_accounts` gives.
    """
    for source in each_chosen(files, of.file, of.game):
        judged: Verdict | Judgement
        if in_steps:
            judged = judge(read_game(source), of.assumed, of.imposed)
        else:
            judged = judge_source(source, of.assumed, of.imposed, keeps_deals=True)
        if isinstance(judged, Verdict):
            judgement, told = clean_accounts(judged, read_game(source))
            yield from (told[number - 1] for number in deals_of(files, of.file, judgement, of.deal))
            continue
        for judgement in _in_full(files, of.file, [judged], as_written):
            if judgement.rules is None:
                yield from accounts_as_written(judgement)
            elif numbers := deals_of(files, of.file, judgement, of.deal):
                yield from accounts_of(judgement, numbers)


def deals_of(files: Files, file: str, judgement: Judgement, deal: int | None) -> Sequence[int]:
    """Return the numbers of all deals of a game, or the requested one; empty if there is no such deal.

    The findings of reading the game are reported.
    """
    if judgement.game.findings:
        show_game(file, judgement.game, files.language)
    deals = len(judgement.deals)
    if (deal is not None and deal > deals) or not deals:
        files.fail(file, no_such_deal(judgement.game.number, deals, files.language))
        return ()
    return [deal] if deal else range(1, deals + 1)


def no_such_deal(game: int, deals: int, language: Language) -> str:
    """Report that a game has fewer deals."""
    if not deals:
        return language.say("game {game} has no deals", game=game)
    return language.count("game {game} has {number} deal", "game {game} has {number} deals", deals, game=game)


def moment(place: str, told: Sequence[Account], language: Language) -> Path:
    """Return the moment of the only deal that --at names; anything else is wrong usage."""
    at = read_moment(place)
    if isinstance(at, Phrase):
        raise click.UsageError(language.put(at))
    if len(told) > 1:
        raise click.UsageError(one_deal("--at", len(told), language))
    return at


def one_deal(option: str, deals: int, language: Language) -> str:
    """Report that an option requires a single deal, and how to choose it."""
    return language.say(
        "{option} needs a single deal; choose one of {number} with --game and --deal",
        option=option,
        number=deals,
    )
