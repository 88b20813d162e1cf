"""The command `generate`: records of matches between programs."""

import sys
from collections.abc import Iterator
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Final

import click

from notation.corpus import generate as generated
from notation.players import PLAYERS
from referee import RuleSet
from viewer.cli import options
from viewer.cli.files import IN_MEMORY, Files
from viewer.documents.languages import Language

BATCH: Final = 200
"""Games written at once."""


def _players(value: str) -> tuple[str, ...]:
    """Return kinds of players that are separated by commas, all of them known."""
    names = tuple(name.strip() for name in value.split(","))
    for name in names:
        if name not in PLAYERS:
            raise click.BadParameter(f"unknown player {name!r}: choose from {', '.join(PLAYERS)}")
    return names


@click.command()
@options.played
@click.option(
    "--deals", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="Number of deals."
)
@options.seed
@click.option(
    "--players",
    type=_players,
    default="random",
    show_default=True,
    metavar="KIND,...",
    help="random, greedy, careful or sampling: one for all seats, or one for each.",
)
@options.language
@options.output
def generate(
    rules: RuleSet,
    deals: int,
    seed: int,
    players: tuple[str, ...],
    language: Language,
    output: options.Output | None,
) -> None:
    """Write matches that programs play against each other: legal, and right in every statement.

    The same rules, players, number and seed give the same bytes everywhere. The last match may end
    before it is won.
    """
    if len(players) not in (1, rules.seats):
        raise click.UsageError(f"{rules.name} has {rules.seats} seats: name one player, or {rules.seats}")
    batches = _batches(generated(rules, deals, seed, players))
    if output is None:
        for batch in batches:
            sys.stdout.buffer.write(batch)
        sys.stdout.buffer.flush()
        return
    files = Files(language=language)
    with SpooledTemporaryFile(IN_MEMORY) as new:
        new.writelines(batches)
        new.seek(0)
        files.write(output.name, new)
    options.leave(files, wrong=False)


def _batches(games: Iterator[str]) -> Iterator[bytes]:
    """Yield games as bytes of a file, in batches, with an empty line between two."""
    before = ""
    while batch := list(islice(games, BATCH)):
        yield (before + "\n".join(batch)).encode()
        before = "\n"
