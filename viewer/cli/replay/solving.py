"""The commands `solve` and `annotate`: a deal compared with best play."""

from functools import partial
from typing import Final

import click

from notation import write
from notation.findings import Phrase
from notation.judge import Judgement, judge
from notation.players import DEALS, QUICK_PLAYERS
from notation.rulings import Account, BestPlay, MatchCost, best_play, expectation, with_engine_notes
from notation.text import gap_behind
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.games import chosen
from viewer.cli.load import DealsAsked, accounts, deals, moment
from viewer.cli.output import Delivery, delivered
from viewer.cli.printing import show_findings, show_text
from viewer.documents.languages import Language
from viewer.rulings.best_play import best_play_document, match_cost_document
from viewer.rulings.expectation import expectation_document

MOST_SAMPLED: Final = 100_000
"""Deals that may be asked for: where no more are possible, all are held in memory."""


class CostsOfMatches:
    """Gathers what is found of the deals, and delivers what each match of several deals cost after its last.

    It is an object as well where ``has_object`` is set.
    """

    def __init__(self, delivery: Delivery, of: DealsAsked, *, has_object: bool) -> None:
        self._delivery = delivery
        self._of = of
        self._has_object = has_object
        self._match: Judgement | None = None
        self._found: list[BestPlay | Phrase] = []

    def add(self, account: Account, found: BestPlay | Phrase) -> None:
        """Add a deal, before it is delivered."""
        if account.judgement is not self._match:
            self.finish()
            self._match = account.judgement
        self._found.append(found)

    def finish(self) -> None:
        """Deliver the match of which the last deal was delivered."""
        found, self._found = self._found, []
        if self._match is None or len(found) < 2:
            return
        cost = MatchCost.of(self._match, found)
        shapes = [partial(objects.match_cost, self._of.file, cost)] if self._has_object else []
        self._delivery.add(partial(match_cost_document, cost, self._delivery.language), *shapes)


@click.command()
@deals
@click.option(
    "--at",
    "place",
    metavar="TRICK",
    help="Before a trick or after one of its actions, as in 7 or 7.2: what each action was worth on average "
    "for all that the player in turn could know.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, MOST_SAMPLED),
    default=DEALS,
    show_default=True,
    metavar="N",
    help="With --at: value so many of the possible deals.",
)
@options.seed
@click.option(
    "--players",
    "player",
    type=click.Choice(list(QUICK_PLAYERS)),
    help="With --at: let these players play the deals out, instead of best play with all cards seen.",
)
@delivered
def solve(
    of: DealsAsked,
    place: str | None,
    deals: int,
    seed: int,
    player: str | None,
    delivery: Delivery,
) -> None:
    """Show what every deal was worth with best play, and what each action cost.

    The search goes back from the end of a deal, with the cards of the talon as they lay. If it would
    take too long, the values begin later in the deal. A match of several deals ends with what each
    player lost in it, and how. The exit status says whether everything could
    be read, not whether the players played well.

    --at shows one moment of one deal as its player could know it: the average of each action over
    deals that can be. They are drawn by the seed, so that the same seed gives the same answer.
    """
    files, language = delivery.files, delivery.language
    if player is not None and place is None:
        raise click.UsageError(language.say("{option} needs a moment: add --at", option="--players"))
    if place is not None:
        told = list(accounts(files, of))
        at = moment(place, told, language)
        for account in told:
            expected = expectation(account, at, deals, seed, player or "")
            if isinstance(expected, Phrase):
                files.fail(of.file, language.put(expected))
                continue
            known = (account, expected, language)
            delivery.add(partial(expectation_document, *known), partial(objects.expectation, *known))
        delivery.leave("", wrong=False)
    costs = CostsOfMatches(delivery, of, has_object=True)
    for account in accounts(files, of):
        found = best_play(account)
        costs.add(account, found)
        result = (account, found, language)
        delivery.add(partial(best_play_document, *result), partial(objects.best_play, *result))
    costs.finish()
    delivery.leave(language.say("Best play in {file}", file=of.file), wrong=False)


@click.command()
@options.file
@options.assumed
@options.language
@options.output
def annotate(file: str, assumed: RuleSet | None, language: Language, output: options.Output | None) -> None:
    """Add to a record what every deal was worth with best play, and what each action cost.

    An action that cost something gets a mark, ?! for 1 game point, ? for 2 or 3 and ?? for more, and
    `@best(out) @cost(B 2)`. The point where the values begin gets `@eval(A +2)`. Existing notes of this
    kind are replaced, and marks of others stay. Every game is printed in canonical
    form. A game that cannot be judged gets no values and is reported, and the exit status is 1.
    """
    files = Files(language=language)
    texts: list[bytes] = []
    before, wrong = b"", False
    for game in chosen(files, file, None):
        judgement = judge(game, assumed)
        if judgement.rules is None or game.findings:
            show_findings(file, judgement, language, err=True)
        wrong |= judgement.rules is None or any(finding.is_error for finding in game.findings)
        text = game.source if game.draft is None else write(with_engine_notes(judgement)).encode()
        if output is None:
            show_text(before + text)
        else:
            texts.append(before + text)
        before = gap_behind(text)
    if output is not None and texts:
        files.put_out(output.name, b"".join(texts), output.force)
    options.leave(files, wrong)
