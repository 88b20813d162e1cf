"""The command `generate`: records of matches between programs."""

import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

import click

from notation import write_spec
from notation.corpus import part
from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk.ordered import in_order
from viewer.cli.bulk.work import rules_of
from viewer.cli.files import IN_MEMORY, Files
from viewer.documents.languages import Language

LARGE: Final = 20_000
"""Deals from which on every core plays, unless a number of processes is given."""


def generate(
    rules: RuleSet,
    deals: int,
    seed: int,
    players: tuple[str, ...],
    jobs: int | None,
    language: Language,
    output: options.Output | None,
) -> None:
    """Write matches that programs play against each other."""
    if len(players) not in (1, rules.seats):
        raise click.UsageError(f"{rules.name} has {rules.seats} seats: name one player, or {rules.seats}")
    batches = Corpus(rules, deals, seed, players).batches(jobs or (options.cores() if deals >= LARGE else 1))
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


class Corpus(NamedTuple):
    """What is asked for."""

    rules: RuleSet
    deals: int
    seed: int
    players: tuple[str, ...]

    def batches(self, jobs: int) -> Iterator[bytes]:
        """Yield the bytes of the file, with an empty line between two games."""
        left, before = self.deals, b""
        # A task is taken when it can be begun, so with one process it knows how many deals are left.
        tasks = ((number, left) for number in count())
        do = partial(_games, write_spec(self.rules), self.seed, self.players)
        with closing(in_order(jobs, do, tasks)) as parts:
            for number, (games, deals) in enumerate(parts):
                if deals > left:
                    games, deals = do((number, left))
                yield before + games
                left, before = left - deals, b"\n"
                if not left:
                    break


def _games(spec: str, seed: int, players: tuple[str, ...], task: tuple[int, int]) -> tuple[bytes, int]:
    """Return the games of a part of a corpus, with at most so many deals, and the number of their deals."""
    rules, (number, deals) = rules_of(spec), task
    assert rules is not None  # noqa: S101 - it was written by `write_spec`
    made = list(part(rules, deals, seed, players, number))
    return "\n".join(match.text for match in made).encode(), sum(match.deals for match in made)
