"""The games of files, numbered, picked, or judged after every fix was made in them."""

from collections.abc import Iterable, Iterator

from notation import Game, Judgement, read
from notation.findings import Phrase
from notation.judge import judge
from notation.text import fixed
from referee import RuleSet
from viewer.cli.files import Files, numbered
from viewer.cli.printing import show_change


def numbered_games(games: Iterable[Game], is_last: bool = True) -> Iterator[tuple[Game, str]]:
    """The games of a file, each with its number after a colon; with nothing where it is the only one.

    ``is_last`` says that the file ends with these games.
    """
    before: Game | None = None
    for game in games:
        if before:
            yield before, f":{before.number}" if before.number else ""
        before = game
    if before:
        several = before.number > 1 or (before.number == 1 and not is_last)
        yield before, f":{before.number}" if several else ""


def mended(files: Files, assumed: RuleSet | None, imposed: RuleSet | None) -> Iterator[tuple[str, Judgement]]:
    """The same, after every fix there is was made in its file and the change printed."""
    for name, data in files:
        better, judged = mend(data, assumed, imposed)
        if better != data:
            may_be_changed = files.may_rewrite(name)
            if may_be_changed:
                show_change(name, data, better)
            if not (may_be_changed and files.write(name, better)):
                judged = [judge(game, assumed, imposed) for game in read(data)]
        for judgement in judged:
            yield name, judgement


def mend(
    data: bytes, assumed: RuleSet | None = None, imposed: RuleSet | None = None
) -> tuple[bytes, list[Judgement]]:
    """A file with every fix there is, those that others bring to light too, and its games judged.

    Where fixes lead back to what was there before, nothing is changed.
    """
    seen = {data}
    judged = first = [judge(game, assumed, imposed) for game in read(data)]
    better = data
    while (after := fixed(better, judged)) != better:
        if after in seen:
            return data, first
        seen.add(after)
        better, judged = after, [judge(game, assumed, imposed) for game in read(after)]
    return better, judged


def picked(files: Files, *paths: str) -> list[tuple[str, list[Game]]]:
    """The games of some files; where any path names one by its number, a single game of each."""
    named = [numbered(path) for path in paths]
    if any(number is not None for _, number in named):
        named = [(name, 1 if number is None else number) for name, number in named]
    return [(name, chosen(files, name, number)) for name, number in named]


def chosen(files: Files, name: str, number: int | None) -> list[Game]:
    """The games of a file, or the one of a number; none where that fails."""
    data = files.read(name)
    if data is None:
        return []
    games = [game for game in read(data) if number in (None, game.number)]
    if not games:
        files.fail(name, Phrase("there is no game {number} in this file", {"number": number or 0}))
    return games
