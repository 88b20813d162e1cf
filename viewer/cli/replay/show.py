"""The command `show`: a record step by step, on a terminal or as text."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice

import click

from notation.findings import Phrase
from notation.rulings import Account, read_moment
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.load import accounts, no_such_deal
from viewer.documents.languages import Language
from viewer.terminal import Replay, ShownDeal, lines, showings


def show(of: options.DealsAsked, place: str | None, plain: bool, palette: str, language: Language) -> None:
    """Step through a record."""
    at = read_moment(place) if place is not None else None
    if isinstance(at, Phrase):
        raise click.UsageError(language.put(at))
    files = Files(language=language)
    told = accounts(files, of._replace(deal=None), as_written=True)
    games = (list(deals) for _, deals in groupby(told, lambda one: one.judgement.game.number))
    begun = next(games, [])
    first = _first(files, of.file, begun, of.deal)
    if first is None:
        raise SystemExit(2)
    deals = showings(chain(begun, chain.from_iterable(games)), language)
    on_terminal = not plain and sys.stdout.isatty()
    shown = list(deals if on_terminal else islice(deals, first + 1))
    step = shown[first].step_at(at) if at else 0
    if isinstance(step, Phrase):
        files.fail(of.file, language.put(step))
        raise SystemExit(2)
    if on_terminal and _played(Replay(shown, first, step), language, palette):
        wrong = any(map(_is_wrong, shown))
    else:
        wrong = any(map(_is_wrong, shown[:first]))
        for one in _printed(chain(shown[first:], deals), step, language):
            wrong |= _is_wrong(one)
    options.leave(files, wrong)


def _played(replay: Replay, language: Language, palette: str) -> bool:
    """Show a replay on the terminal; return whether there is one."""
    from viewer.terminal.screen import play  # takes longer to load than the record to print

    return play(replay, language, palette)


def _first(files: Files, file: str, begun: list[Account], deal: int | None) -> int | None:
    """Return the first deal to show, of the first game or the one with a number; None if there is none."""
    if not begun:
        return None
    if deal is not None and deal > len(begun):
        files.fail(file, no_such_deal(begun[0].judgement.game.number, len(begun), files.language))
        return None
    return deal - 1 if deal else 0


def _printed(shown: Iterable[ShownDeal], step: int, language: Language) -> Iterator[ShownDeal]:
    """Print deals as they come; yield each when it has been printed, so that only one game is in memory."""
    game = None
    for one in shown:
        if game is not one.account.judgement:
            game = one.account.judgement
            click.echo(one.title)
        click.echo()
        for line in lines(one, language, step):
            click.echo(line)
        step = 0
        yield one


def _is_wrong(shown: ShownDeal) -> bool:
    return any(finding.is_error for finding in shown.findings)
