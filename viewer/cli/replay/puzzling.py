"""The command `puzzles`: moments of deals at which exactly one action is right."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Final

from notation import read
from notation.corpus import generate
from notation.findings import Phrase
from notation.judge import judge
from notation.rulings import Account, accounts_of, puzzles_in
from referee import RuleSet
from referee.rulesets import SANTASE
from viewer.cli import objects, options
from viewer.cli.load import accounts
from viewer.cli.output import Delivery
from viewer.rulings.puzzles import puzzles_document, puzzles_html

PLAYERS: Final = "careful"
"""Who plays the deals that are generated (:mod:`notation.players`)."""
DEALS: Final = 10_000
"""How many deals are generated at most: those of some rule sets seldom have a puzzle."""


def puzzles(
    paths: tuple[str, ...], number: int, seed: int, rules: RuleSet | None, delivery: Delivery
) -> None:
    """Make puzzles."""
    language = delivery.language
    told = _written(paths, rules, delivery) if paths else generated_accounts(rules or SANTASE, seed)
    found = list(islice(puzzles_in(told, seed), number))
    if not found and not delivery.files.failures:
        nothing = Phrase("no deal has a moment at which exactly one action is right")
        delivery.files.fail(" ".join(paths), nothing)
    elif delivery.form == "html":
        delivery.hand_over(puzzles_html(found, language).encode())
    elif delivery.form == "json":
        for each in found:
            delivery.add(partial(puzzles_document, found, language), partial(objects.puzzle, each, language))
    else:
        delivery.take(puzzles_document(found, language))
    delivery.leave(language.say("Puzzles"), wrong=False)


def _written(paths: tuple[str, ...], rules: RuleSet | None, delivery: Delivery) -> Iterator[Account]:
    """Yield the deals of records."""
    for name in delivery.files.names():
        yield from accounts(delivery.files, options.DealsAsked(name, None, None, rules, None))


def generated_accounts(rules: RuleSet, seed: int) -> Iterator[Account]:
    """Yield deals that programs play, the same for the same rules and seed."""
    for text in generate(rules, DEALS, seed, (PLAYERS,)):
        for game in read(text.encode()):
            yield from accounts_of(judge(game))
