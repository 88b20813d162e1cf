"""The commands `solve` and `annotate`: a deal compared with best play."""

from functools import partial

import click

from notation import write
from notation.findings import Phrase
from notation.judge import Judgement, judge
from notation.rulings import Account, BestPlay, MatchCost, best_play, with_engine_notes
from notation.text import gap_behind
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.games import chosen
from viewer.cli.load import accounts
from viewer.cli.output import Delivery, delivered
from viewer.cli.printing import show_findings, show_text
from viewer.documents.languages import Language
from viewer.rulings.best_play import best_play_document, match_cost_document


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


@click.command()
@options.deals
@delivered
def solve(of: options.DealsAsked, delivery: Delivery) -> None:
    """Show what every deal was worth with best play, and what each action cost.

    The search goes back from the end of a deal, with the cards of the talon as they lay. If it would
    take too long, the values begin later in the deal. A match of several deals ends with what each
    player lost in it, and how. The exit status says whether everything could
    be read, not whether the players played well.
    """
    language = delivery.language
    costs = CostsOfMatches(delivery, of, has_object=True)
    for account in accounts(delivery.files, of):
        found = best_play(account)
        costs.add(account, found)
        told = (account, found, language)
        delivery.add(partial(best_play_document, *told), partial(objects.best_play, *told))
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
