"""The commands `solve` and `annotate`: a deal compared with best play."""

from functools import partial

import click

from notation import write
from notation.findings import Phrase
from notation.judge import Judgement, judge
from notation.rulings import Account, BestPlay, MatchCost, best_play, expectation, with_engine_notes
from notation.text import gap_behind
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.load import accounts, chosen, moment
from viewer.cli.output import Delivery
from viewer.cli.printing import show_findings, show_text
from viewer.documents.languages import Language
from viewer.rulings.best_play import best_play_document, match_cost_document
from viewer.rulings.expectation import expectation_document


class CostsOfMatches:
    """Gathers what is found of the deals, and delivers what each match of several deals cost after its last.

    It is an object as well where ``has_object`` is set.
    """

    def __init__(self, delivery: Delivery, of: options.DealsAsked, *, has_object: bool) -> None:
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


def solve(
    of: options.DealsAsked, place: str | None, deals: int, seed: int, player: str | None, delivery: Delivery
) -> None:
    """Show what every deal was worth with best play, and what each action cost."""
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


def annotate(file: str, assumed: RuleSet | None, language: Language, output: options.Output | None) -> None:
    """Add to a record what every deal was worth with best play, and what each action cost."""
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
