"""The deals that a command on rulings is to speak of, judged."""

from collections.abc import Iterator

from notation.findings import catalogue
from notation.judge import judge
from notation.judge.judgement import Judgement
from notation.rulings.ledger import Account, accounts_as_written, accounts_of, judge_in_full
from referee import RuleSet
from viewer.cli.files import Files
from viewer.cli.games import chosen
from viewer.cli.printing import show_findings


def heard(
    files: Files,
    file: str,
    number: int | None,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    as_written: bool = False,
) -> Iterator[Judgement]:
    """The games of a file, or the one of a number, that could be judged; what could not is reported.

    ``as_written`` has those too that could be read and not be judged.
    """
    for game in chosen(files, file, number):
        judgement = judge(game, assumed, imposed)
        if judgement.rules is None or game.draft is None:
            show_findings(file, judgement, err=True)
            files.fail(file, f"game {game.number} cannot be judged")
            if as_written and game.draft and game.draft.deals:
                yield judgement
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
    as_written: bool = False,
) -> Iterator[Account]:
    """The accounts of the deals of a file, or of those of a number; ``as_written`` as above."""
    for judgement in heard(files, file, game, assumed, imposed, as_written):
        if judgement.rules is None:
            yield from accounts_as_written(judgement)
            continue
        if judgement.game.findings:
            show_findings(file, Judgement(judgement.game, None, list(judgement.game.findings)), err=True)
        deals = len(judgement.deals)
        if (deal is not None and deal > deals) or not deals:
            files.fail(file, f"game {judgement.game.number} has {_deals(deals)}")
            continue
        yield from accounts_of(judgement, [deal] if deal else range(1, deals + 1))


def _deals(number: int) -> str:
    return f"{number} deal{'s' if number != 1 else ''}" if number else "no deals"
