"""The games of files, numbered or selected."""

from collections.abc import Iterable, Iterator

from notation import Game
from notation.findings import Phrase
from notation.text import Source, cut, read_game
from viewer.cli.files import Files, numbered


def numbered_games(games: Iterable[Game], is_last: bool = True) -> Iterator[tuple[Game, str]]:
    """Return the games of a file, each with its number after a colon; without one if it is the only game.

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


def picked(files: Files, *paths: str) -> list[tuple[str, list[Game]]]:
    """Return the games of some files; if any path has a number, a single game of each."""
    named = [numbered(path) for path in paths]
    if any(number is not None for _, number in named):
        named = [(name, 1 if number is None else number) for name, number in named]
    return [(name, chosen(files, name, number)) for name, number in named]


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
