"""What a deal hung on: the acts that decided it, and what it would have come to otherwise.

Every alternative is judged: a claim at the moment at which it was not made, the same play under other
options. Nothing is guessed, and no rule is known here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.judge.assertions import AGREED
from notation.judge.judgement import DealJudgement
from notation.judge.match import judge_under
from notation.record.model import Outcome
from notation.record.path import Path
from notation.record.traversal import plies_of
from notation.rulings.certainty import certainties, worth_of
from notation.rulings.claims import Worth
from notation.rulings.ledger import Account, Chance
from notation.rulings.score_claims import right_under
from notation.rulings.trials import only_play
from notation.specs.neighbours import Change, changes_of, with_options
from notation.specs.spec import OPTIONS
from referee.cards import Seat
from referee.codes import MARRIAGE_WRONG_LEAD, REVOKE, Effect
from referee.decisions import Revoke, WrongMarriageLead
from referee.match import Match
from referee.rules import RuleSet
from referee.state import Reason

MOST_OPTIONS: Final = 3
"""Options that are reported under which a stated result would be right."""


class AlternativeKind(Enum):
    """What would have been otherwise: a claim made, a revoke at another price, an option."""

    CLAIM = "claim"
    REVOKE = "revoke"
    RULES = "rules"


class Alternative(NamedTuple):
    """Something that would have changed what a deal comes to, and to what.

    A claim and a revoke have their trick and seat; a claim the card points, and whether it was before the
    lead of the trick, on a marriage, and not after it. A revoke and other rules have the options.
    """

    kind: AlternativeKind
    worth: Worth
    trick: int = 0
    seat: Seat | None = None
    points: int = 0
    lead: bool = False
    changes: tuple[Change, ...] = ()


class BrokenDuty(NamedTuple):
    """A duty that was broken: at which trick, by whom, which code, and whether its price decided the deal."""

    trick: int
    seat: Seat
    code: str
    decided: bool


class JudgingStop(NamedTuple):
    """Why a deal was not judged further: where, by which code if by one, and what is wrong there."""

    why: Phrase
    code: str = ""
    path: Path | None = None
    line: int = 0


class Decisive(NamedTuple):
    """What the answer of a ruling names beside the result: as much of it as decided the deal."""

    breach: BrokenDuty | None = None
    chance: Chance | None = None
    stated: Outcome | None = None
    """The stated result, where it is wrong."""
    stop: JudgingStop | None = None


PLAIN: Final = Decisive()


def decisive(account: Account, others: Sequence[Alternative] | None = None) -> Decisive:
    r"""What decided a deal, beside its end.

    ``others`` are its alternatives, where they are known; they are judged otherwise as far as is needed.

    >>> from notation.judge.match import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"santase\"]\ndeal 1 dealer A trump Jd\nA: Ad Ts Ac 9s Js Ks\n"
    >>> text += "B: Qc Th 9h As Td Qd\ntalon: Tc Kd 9d 9c Qs Kh Qh Kc Jh Jc Ah Jd\n1. Qd Ac\n"
    >>> text += "2. close Th Ad\n3. Kd Td\n4. Qc Js\n5. Tc Ts\n6. As 9s\n7. 9h Ks"
    >>> found = account(judge(next(read(text))), 1)
    >>> decisive(found).chance[:3], [other.worth.winner for other in alternatives(found)]
    ((7, 1, 68), [1])
    """
    now = _worth(account.deal)
    claims = list(_claims(account, now))
    other_winner = (claim for claim in claims if now is None or claim[1].winner != now.winner)
    chance = next(chain(other_winner, claims), (None, None))[0]
    stated = account.record.result if _is_misstated(account) else None
    return Decisive(_breach(account, now, others), chance, stated, _stop(account))


def by_rule(rules: RuleSet, deal: DealJudgement) -> Decisive:
    """The breach whose price under some rules decided a deal, if one did."""
    breach = first_breach(rules, deal)
    return Decisive(breach if breach and breach.decided else None)


def alternatives(account: Account) -> list[Alternative]:
    """What would have changed what a deal comes to, or what would make its stated result right.

    Of the claims by which a seat would have come to the same, the first.
    """
    now = _worth(account.deal)
    claims: dict[tuple[Seat, Worth], Chance] = {}
    for chance, worth in _claims(account, now):
        claims.setdefault((chance.seat, worth), chance)
    found = [
        Alternative(AlternativeKind.CLAIM, worth, chance.trick, seat, chance.points, chance.lead)
        for (seat, worth), chance in claims.items()
    ]
    found += _prices(account, now)
    told = {other.changes for other in found}
    found += (other for other in _as_written(account) if other.changes not in told)
    return found


def _worth(deal: DealJudgement) -> Worth | None:
    """What a deal counts for, as it was played or on trust."""
    if deal.result is None and deal.trusted:
        return Worth(deal.trusted.winner, deal.trusted.game_points, deal.trusted.paid)
    return worth_of(deal)


# Claims that were not made.


def _claims(account: Account, now: Worth | None) -> Iterator[tuple[Chance, Worth]]:
    """The chances to go out that passed, with what a claim would have come to, where that is another."""
    if not account.chances or not (account.certainty.certain or account.deal.result is None):
        return
    bonus = _bonus(account)
    for chance in account.chances:
        if chance.result:
            points = chance.result.game_points + (bonus if chance.result.winner >= 0 else 0)
            worth = Worth(chance.result.winner, points, chance.result.paid)
            if worth != now:
                yield chance, worth


def _bonus(account: Account) -> int:
    """How many game points more the deal brings its winner, after a draw or several."""
    match = Match(account.rules)
    for deal in account.judgement.deals[: account.number - 1]:
        counted = deal.result or deal.trusted
        if counted:
            match.add(deal.dealer, counted)
    return match.bonus


# Duties that were broken.


def first_breach(rules: RuleSet, deal: DealJudgement) -> BrokenDuty | None:
    """The breach whose price has decided a deal; else the first revoke, which may have a price elsewhere."""
    forfeited = deal.result is not None and deal.result.reason is Reason.FORFEIT
    first = None
    for trick in deal.tricks:
        for event in trick.events:
            code = event.ruling.code if event.ruling else None
            if code and code.point == REVOKE:
                free = rules.irr_revoke is Revoke.NONE
                first = first or BrokenDuty(trick.number, event.seat, code.id, decided=False)
            elif code is MARRIAGE_WRONG_LEAD:
                free = rules.irr_marriage_wrong_lead is WrongMarriageLead.VOID
            else:
                continue
            if forfeited and not free:
                return BrokenDuty(trick.number, event.seat, code.id, decided=True)
    return first


def _breach(account: Account, now: Worth | None, others: Sequence[Alternative] | None) -> BrokenDuty | None:
    """The first breach, where its price decided the deal or another price would have."""
    breach = first_breach(account.rules, account.deal)
    if breach is None or breach.decided:
        return breach
    prices = _prices(account, now) if others is None else iter(others)
    return breach if any(other.kind is AlternativeKind.REVOKE for other in prices) else None


def _prices(account: Account, now: Worth | None) -> Iterator[Alternative]:
    """What the deal comes to where a revoke has another price, as far as that is another result."""
    breach = first_breach(account.rules, account.deal)
    if breach is None or breach.code == MARRIAGE_WRONG_LEAD.id:
        return
    known = {now, _worth_under(account, account.rules)}
    option = next(option for option in OPTIONS if option.decision == "irr_revoke")
    for price in (option.values or {}).values():
        other = with_options(account.rules, (option, price))
        worth = _worth_under(account, other) if other and price is not account.rules.irr_revoke else None
        if other and worth and worth not in known:
            changes = changes_of(other, account.rules)
            yield Alternative(AlternativeKind.REVOKE, worth, breach.trick, breach.seat, changes=changes)


def _worth_under(account: Account, rules: RuleSet) -> Worth | None:
    """What the play comes to under some rules, with the deal before it; None where that is not certain."""
    record, game = account.record, account.judgement.game
    if record.result and record.result.reason not in AGREED:
        record = replace(record, result=None)
    before = game.readable.deals[max(0, account.number - 2) : account.number - 1]
    near = only_play(replace(game, draft=replace(game.readable, deals=(*before, record))))
    judgement = judge_under(near, rules)
    return worth_of(judgement.deals[-1]) if certainties(judgement)[-1].certain else None


# The stated result.


def _is_misstated(account: Account) -> bool:
    return any(finding.code is catalogue.RESULT for finding in account.findings)


def _as_written(account: Account) -> Iterator[Alternative]:
    """The options, or else the rule sets' own, under which a wrong stated result would be right."""
    stated = account.record.result
    if stated is None or not _is_misstated(account):
        return
    claim = Worth(stated.winner, stated.game_points, stated.paid)
    game = account.judgement.game
    _, options = right_under(game, account.number, claim, account.rules, most=1)
    for other in options[:MOST_OPTIONS]:
        yield Alternative(AlternativeKind.RULES, claim, changes=other.changes)


# Where the judgement stopped.


def _stop(account: Account) -> JudgingStop | None:
    """Why a deal was not judged further, if it was not judged to its end."""
    deal, game = account.deal, account.judgement.game
    if not deal.stopped or deal.result is not None:
        return None
    for finding in account.findings:
        if finding.code.effect is Effect.STOPS:
            paths = (path for path, ply in plies_of(account.record) if ply.span == finding.span)
            line = game.place(finding.span).line
            return JudgingStop(finding.phrase, finding.code.id, next(paths, None), line)
    return JudgingStop(deal.unsure) if deal.unsure else None
