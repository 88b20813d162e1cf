"""The deals of a game for a replay; those that nobody could judge are shown as they are written."""

from collections.abc import Iterator

from notation.judge import DEFAULT_RULES, DealJudgement, Judgement
from notation.rulings import Account, account, accounts_of
from referee import PRESETS, RuleSet


def rules_of(judgement: Judgement) -> RuleSet:
    """The rules that a game was judged by; of one that was not, those of a record that names none.

    These tell no more than how many seats there are.
    """
    return judgement.rules or PRESETS[DEFAULT_RULES]


def account_to_show(judgement: Judgement, number: int) -> Account:
    """The account of a deal, from 1; without play and points where it was judged by no rules."""
    if judgement.rules:
        return account(judgement, number)
    draft = judgement.game.draft
    assert draft is not None  # noqa: S101 - it has deals
    record = draft.deals[number - 1]
    deal = DealJudgement(record.number, record.dealer, stopped=True)
    return Account(judgement, number, None, record, deal, rules_of(judgement), (), (), (), (), ())


def accounts_to_show(judgement: Judgement) -> Iterator[Account]:
    """The accounts of all deals that could be read."""
    draft = judgement.game.draft
    numbers = range(1, len(draft.deals) + 1 if draft else 1)
    if judgement.rules:
        return accounts_of(judgement, numbers)
    return (account_to_show(judgement, number) for number in numbers)
