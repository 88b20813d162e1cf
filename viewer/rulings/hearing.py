"""The deals that a command on rulings is to speak of, judged."""

from collections.abc import Iterator

from notation import catalogue, judge
from notation.accounts import Account, accounts_of, judge_in_full
from notation.judgement import Judgement
from referee import RuleSet
from viewer.files import Files
from viewer.games import chosen
from viewer.printing import show_findings


def heard(
    files: Files, file: str, number: int | None, assumed: RuleSet | None, imposed: RuleSet | None
) -> Iterator[Judgement]:
    """The games of a file, or the one of a number, that could be judged; what could not is reported."""
    for game in chosen(files, file, number):
        judgement = judge(game, assumed, imposed)
        if judgement.rules is None or game.draft is None:
            show_findings(file, judgement, err=True)
            files.fail(file, f"game {game.number} cannot be judged")
        elif any(finding.code is catalogue.MORE for finding in judgement.findings):
            yield judge_in_full(game, judgement.rules)
        else:
            yield judgement


def accounts(
    files: Files,
    file: str,
    game: int | None,
    deal: int | None,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
) -> Iterator[Account]:
    """The accounts of the deals of a file, or of those of a number."""
    for judgement in heard(files, file, game, assumed, imposed):
        if judgement.game.findings:
            show_findings(file, Judgement(judgement.game, None, list(judgement.game.findings)), err=True)
        deals = len(judgement.deals)
        if (deal is not None and deal > deals) or not deals:
            files.fail(file, f"game {judgement.game.number} has {_deals(deals)}")
            continue
        yield from accounts_of(judgement, [deal] if deal else range(1, deals + 1))


def _deals(number: int) -> str:
    return f"{number} deal{'s' if number != 1 else ''}" if number else "no deals"
