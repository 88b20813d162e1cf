"""What decided a deal: the decisive acts, and the alternatives that would have changed its outcome.

Every alternative is judged: a claim at the moment at which it was not made, the same play under other
options. Nothing is guessed, and this module contains no rules.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.judge.judgement import DealJudgement
from notation.record.model import Outcome
from notation.record.path import Path
from notation.record.traversal import plies_of
from notation.rulings.certainty import worth_of
from notation.rulings.claims import Worth
from notation.rulings.ledger import Account, Chance
from notation.specs.spec import OPTIONS, Change, changes_of, with_options
from referee import actions
from referee.cards import NOBODY, Seat
from referee.codes import MARRIAGE_WRONG_LEAD, REVOKE, Effect
from referee.decisions import Revoke, WrongMarriageLead
from referee.match import Match
from referee.rules import RuleSet
from referee.state import TARGET, Reason

MOST_OPTIONS: Final = 3
"""Reported options under which a stated result would be right."""


class AlternativeKind(Enum):
    """What would have been different: a claim made, another price of a revoke, an option."""

    CLAIM = "claim"
    REVOKE = "revoke"
    RULES = "rules"


class Alternative(NamedTuple):
    """Something that would have changed the outcome of a deal, and the outcome it would have given.

    A claim and a revoke have their trick and seat; a claim also has the card points, and whether it was
    before the lead of the trick, on a marriage, or after it. A revoke and other rules have the options.
    """

    kind: AlternativeKind
    worth: Worth
    trick: int = 0
    seat: Seat | None = None
    points: int = 0
    lead: bool = False
    changes: tuple[Change, ...] = ()
    needed: int = TARGET
    """The card points that are claimed."""


class BrokenDuty(NamedTuple):
    """A breach: its trick, seat and code, and whether its price decided the deal."""

    trick: int
    seat: Seat
    code: str
    decided: bool


class JudgingStop(NamedTuple):
    """Why judging a deal stopped: the place, the code, if there is one, and the reason."""

    why: Phrase
    code: str = ""
    path: Path | None = None
    """The action that stops it; without a code, the trick."""
    line: int = 0


class Decisive(NamedTuple):
    """What the answer of a ruling mentions besides the result, as far as it decided the deal."""

    breach: BrokenDuty | None = None
    chance: Chance | None = None
    claimed: int | None = None
    """The trick at which the chance's seat claimed too late; 0 if it claimed otherwise, None if never."""
    stated: Outcome | None = None
    """The stated result, if it is wrong."""
    stop: JudgingStop | None = None
    late: tuple[Phrase, ...] = ()
    """What is said of marriages that stand after their card."""


PLAIN: Final = Decisive()


def decisive(account: Account, others: Sequence[Alternative] | None = None) -> Decisive:
    r"""Return what decided a deal besides its end.

    ``others`` are its alternatives, if already known; otherwise they are judged as far as necessary.

    >>> from notation.judge import judge
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
    claims = list(missed_claims(account, now))
    other_winner = (claim for claim in claims if now is None or claim[1].winner != now.winner)
    chance = next(chain(other_winner, claims), (None, None))[0]
    stated = account.record.result if _is_misstated(account) else None
    return Decisive(
        _breach(account, now, others),
        chance,
        _claimed(account, chance),
        stated,
        None if account.deal.result else judging_stop(account),
        tuple(late.told for late in account.late_marriages),
    )


def by_rule(rules: RuleSet, deal: DealJudgement) -> Decisive:
    """Return the breach whose price under these rules decided a deal, if any."""
    breach = first_breach(rules, deal)
    return Decisive(breach if breach and breach.decided else None)


def alternatives(account: Account) -> list[Alternative]:
    """Return what would have changed the outcome of a deal, or would make its stated result right.

    Of several claims by a seat with the same outcome, the first.
    """
    now = _worth(account.deal)
    claims: dict[tuple[Seat, Worth], Chance] = {}
    for chance, worth in missed_claims(account, now):
        claims.setdefault((chance.seat, worth), chance)
    found = [
        Alternative(
            AlternativeKind.CLAIM, worth, chance.trick, seat, chance.points, chance.lead, needed=chance.needed
        )
        for (seat, worth), chance in claims.items()
    ]
    found += _prices(account, now)
    told = {other.changes for other in found}
    found += (other for other in _as_written(account) if other.changes not in told)
    return found


def _worth(deal: DealJudgement) -> Worth | None:
    """Return the worth of a deal, as played or on trust."""
    if deal.result is None and deal.trusted:
        return Worth(deal.trusted.winner, deal.trusted.game_points, deal.trusted.paid)
    return worth_of(deal)


# Claims that were not made.


def missed_claims(account: Account, now: Worth | None) -> Iterator[tuple[Chance, Worth]]:
    """Yield the missed chances to go out for which a claim would have changed the outcome."""
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
    """Return the extra game points that earlier draws bring the winner."""
    match = Match(account.rules)
    for deal in account.judgement.deals[: account.number - 1]:
        counted = deal.result or deal.trusted
        if counted:
            match.add(deal.dealer, counted)
    return match.bonus


def _claimed(account: Account, chance: Chance | None) -> int | None:
    """Return the trick at which the seat of a missed chance claimed too late; 0 if it claimed otherwise."""
    if chance is None:
        return None
    side = account.rules.side(chance.seat)
    own = [claim for claim in account.claims if account.rules.side(claim.seat) == side]
    if own:
        return next((claim.trick for claim in own if claim.refused and claim.trick >= chance.trick), 0)
    known = {claim.trick: claim.seat for claim in account.claims}
    for path, ply in plies_of(account.record):  # judged or not
        seat = known.get(path.trick, NOBODY) if ply.seat == NOBODY else ply.seat
        claims = actions.OUT in (ply.action, *(back.action for back in ply.withdrawn))
        if claims and (seat == NOBODY or account.rules.side(seat) == side):
            return 0
    return None


# Broken duties.


def first_breach(rules: RuleSet, deal: DealJudgement) -> BrokenDuty | None:
    """Return the breach whose price decided the deal; otherwise the first revoke, as others price that."""
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
    """Yield the first breach if its price, or another price, decides the deal."""
    breach = first_breach(account.rules, account.deal)
    if breach is None or breach.decided:
        return breach
    prices = _prices(account, now) if others is None else iter(others)
    return breach if any(other.kind is AlternativeKind.REVOKE for other in prices) else None


def _prices(account: Account, now: Worth | None) -> Iterator[Alternative]:
    """Yield the outcomes under other prices of a revoke, if different."""
    breach = first_breach(account.rules, account.deal)
    if breach is None or breach.code == MARRIAGE_WRONG_LEAD.id:
        return

    def worth_under(rules: RuleSet) -> Worth | None:
        other = account.elsewhere.under(rules)
        return worth_of(other.deal) if other.certainty.certain else None

    known = {now, worth_under(account.rules)}
    option = next(option for option in OPTIONS if option.decision == "irr_revoke")
    for price in (option.values or {}).values():
        other = with_options(account.rules, (option, price))
        worth = worth_under(other) if other and price is not account.rules.irr_revoke else None
        if other and worth and worth not in known:
            changes = changes_of(other, account.rules)
            yield Alternative(AlternativeKind.REVOKE, worth, breach.trick, breach.seat, changes=changes)


# The stated result.


def _is_misstated(account: Account) -> bool:
    return any(finding.code is catalogue.RESULT for finding in account.findings)


def _as_written(account: Account) -> Iterator[Alternative]:
    """Yield the options, or otherwise the rule sets, under which a wrong stated result would be right."""
    stated = account.record.result
    if stated is None or not _is_misstated(account):
        return
    claim = Worth(stated.winner, stated.game_points, stated.paid)
    for other in account.elsewhere.where_worth(claim, most=1).options[:MOST_OPTIONS]:
        yield Alternative(AlternativeKind.RULES, claim, changes=other.changes)


# Where the judgement stopped.


def judging_stop(account: Account) -> JudgingStop | None:
    """Return where and why judging stopped, if the deal was not judged to its end."""
    deal, game = account.deal, account.judgement.game
    if not deal.stopped and (account.played or not account.record.tricks):
        return None
    open_ones = []
    for finding in account.findings:
        if finding.code.effect is Effect.STOPS:
            paths = (path for path, ply in plies_of(account.record) if ply.span == finding.span)
            line = game.place(finding.span).line
            return JudgingStop(finding.phrase, finding.code.id, next(paths, None), line)
        if finding.code is catalogue.CANNOT_DECIDE and finding.seat == NOBODY:
            open_ones.append(finding)
    at = Path(trick=account.played[-1].path.trick) if account.played else None
    if deal.unsure or not open_ones:
        return JudgingStop(deal.unsure, path=at) if deal.unsure else None
    told = {trick.number: trick.plies for trick in account.record.tricks}
    if at and at.trick in told and all(ply.plays and ply.action < 0 for ply in told[at.trick]):
        return JudgingStop(Phrase("trick {trick} is not recorded", {"trick": at.trick}), path=at)
    why = Phrase("{what} cannot be decided; {why}", open_ones[-1].facts or {})
    return JudgingStop(why, path=at)
