"""The questions that make sense at a place of a judged deal: pointing instead of wording.

A question is a claim that :mod:`notation.rulings.dispute` knows. Offers only what can be asked; nothing is
decided here.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.findings.translator import Translator
from notation.judge.deal import Step
from notation.judge.opening import speaks
from notation.record.path import Path
from notation.record.words import seat_letter, wins
from notation.rulings.claim_sentences import claim_sentence, parts_of
from notation.rulings.claims import (
    Allowed,
    Claim,
    OfDeal,
    Out,
    Subject,
    What,
    Worth,
)
from notation.rulings.dispute import Dispute, answer_claim
from notation.rulings.ledger import Account
from referee import actions
from referee.cards import SEATS
from referee.contracts import Aim
from referee.match import stated_worths
from referee.state import Reason

_OF_ACTIONS: Final = {
    actions.EXCHANGE: (Subject.EXCHANGE_ILLEGAL, Subject.EXCHANGE_EARLY, Subject.EXCHANGE_LATE),
    actions.CLOSE: (Subject.CLOSE_ILLEGAL, Subject.CLOSE_EARLY, Subject.CLOSE_LATE, Subject.CLOSE_FAILED),
    actions.OUT: (Subject.RIGHT_CLAIM, Subject.FALSE_CLAIM, Subject.LATE_CLAIM),
    actions.RESIGN: (Subject.RESIGNED,),
    actions.DRAW: (Subject.DREW_WRONGLY,),
}
"""What can be asked about an action other than a card or a marriage."""
_OF_MARRIAGES: Final = (
    Subject.MARRIAGE_ILLEGAL,
    Subject.MARRIAGE_NOT_HELD,
    Subject.MARRIAGE_LATE,
    Subject.MARRIAGE_MISNAMED,
)
_OF_OPENINGS: Final = {
    actions.PASS: (Subject.PLAYED_OUT_OF_TURN,),
    actions.DOUBLE: (Subject.CALL_ILLEGAL, Subject.DOUBLE_LATE),
}
_OF_BIDS: Final = (
    Subject.CALL_ILLEGAL,
    Subject.BID_LOW,
    Subject.CALL_NOT_HELD,
    Subject.PLAYED_OUT_OF_TURN,
)
_OF_TRUMPS: Final = (Subject.CALL_ILLEGAL, Subject.CALL_NOT_HELD, Subject.PLAYED_OUT_OF_TURN)
"""What can be asked about what is said before the first lead."""
_OF_LEADS: Final = (Subject.LED_OUT_OF_TURN, Subject.NOT_HELD)
_OF_REPLIES: Final = (Subject.REVOKE, Subject.PLAYED_OUT_OF_TURN, Subject.NOT_HELD)
_FOR_THE_DEAL: Final = frozenset({Subject.CLOSE_FAILED, Subject.RESIGNED})
"""What is asked about an action, and is a claim about the deal."""


class Question(NamedTuple):
    """A question: the claim that it is about, and the action after which that is claimed, if any.

    ``name`` tells it from the others of its place, in every language.
    """

    name: str
    claim: Claim
    at: Path | None = None

    def words(self, language: Translator) -> str:
        """The claim in a sentence, in a language that calls the players by their names."""
        return claim_sentence(self.claim, language)


def questions_at(account: Account, trick: int = 0, action: int = 0) -> list[Question]:
    r"""The questions about a trick or an action of it, as numbered in the record, or about the result.

    None where the deal has no such place.

    >>> from notation.judge import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td\n2. exchange 40d close Kd Kc\n3. out"
    >>> found = account(judge(next(read(text))), 1)
    >>> [question.name for question in questions_at(found, 1, 2)]
    ['legal', 'revoke-B', 'played-out-of-turn-B', 'not-held-B', 'out-B', 'reached-B-66']
    >>> [answer_claim(found, *question[1:], "").verdict.value for question in questions_at(found, 2, 3)][:2]
    ['right', 'wrong']
    """
    if action:
        found = [
            question
            for step in account.played
            if step.event and step.written == Path(trick=trick, action=action)
            for question in _of_action(account, step, trick)
        ]
    else:
        found = list(_of_trick(account, trick) if trick else _of_deal(account))
    return list({question.name: question for question in found}.values())


def question_named(account: Account, name: str, trick: int = 0, action: int = 0) -> Question | None:
    """The question of that name about a place; None if there is none."""
    return next((each for each in questions_at(account, trick, action) if each.name == name), None)


def answer_question(account: Account, question: Question, language: Translator) -> Dispute:
    """The answer to a question about a deal."""
    return answer_claim(account, question.claim, question.at, question.words(account.speaking(language)))


def _asked(what: What, trick: int = 0, at: Path | None = None) -> Question:
    claim = Claim(what, trick=trick)
    kind, _, seat, facts = parts_of(claim)
    parts = (kind, "" if seat is None else seat_letter(seat), str(facts.get("number") or ""))
    return Question("-".join(filter(None, parts)), claim, at)


def _of_action(account: Account, step: Step, trick: int) -> Iterator[Question]:
    event = step.event
    if event is None:
        return
    ply, seat, at = event.ply, event.seat, step.written

    def about(*subjects: Subject, number: int = 0) -> Iterator[Question]:
        for subject in subjects:
            place = 0 if subject in _FOR_THE_DEAL else trick
            yield _asked(OfDeal(subject, seat, number), place)

    yield _asked(Allowed(allowed=True), at=at)
    if speaks(ply):
        is_bid = actions.CONTRACT <= ply.action < actions.DOUBLE
        yield from about(*_OF_OPENINGS.get(ply.action, _OF_BIDS if is_bid else _OF_TRUMPS))
        return
    if ply.plays:
        yield from about(*(_OF_LEADS if step.before.lead < 0 else _OF_REPLIES))
        before = [
            other.event for other in account.played if other.event and other.path.trick == step.path.trick
        ]
        if any(actions.is_marriage(other.ply.action) and other.seat == seat for other in before):
            yield from about(Subject.MARRIAGE_OTHER_CARD)
    elif actions.is_marriage(ply.action):
        yield from about(Subject.COUNTS, number=ply.value)
        yield from about(*_OF_MARRIAGES)
    else:
        yield from about(*_OF_ACTIONS.get(ply.action, ()))
        if ply.action == actions.OUT and account.rules.auction.calls:
            yield from about(Subject.CLAIM_EARLY)
    if ply.withdrawn:
        yield from about(Subject.TOOK_BACK)
    if ply.action not in (actions.OUT, actions.RESIGN) and _is_claimed(account):
        yield _asked(Out(account.rules.side(seat)), at=at)
        yield _asked(OfDeal(Subject.REACHED, account.rules.side(seat), account.rules.target), trick)


def _of_trick(account: Account, trick: int) -> Iterator[Question]:
    rules = account.rules
    played = [
        step.event for step in account.played if step.event and step.written and step.written.trick == trick
    ]
    if not played:
        return
    seats = SEATS[: rules.seats]
    yield from (_asked(OfDeal(Subject.TAKER, seat), trick) for seat in seats)
    yield from (_asked(OfDeal(Subject.LEADER, seat), trick) for seat in seats)
    cards = [event.seat for event in played if event.ply.plays]
    yield from (_asked(OfDeal(Subject.LED_OUT_OF_TURN, seat), trick) for seat in cards[:1])
    yield from (_asked(OfDeal(Subject.REVOKE, seat), trick) for seat in cards[1:])
    undertaking = account.deal.undertaking
    if undertaking and undertaking.made is not None:
        subject = Subject.CONTRACT_MADE if undertaking.made else Subject.CONTRACT_FAILED
        yield _asked(OfDeal(subject, undertaking.seat), trick)
    for side in rules.sides if _is_claimed(account) else ():
        yield _asked(OfDeal(Subject.REACHED, side, rules.target), trick)
        yield _asked(Out(side), trick)


def _is_claimed(account: Account) -> bool:
    """Whether a deal is won by 66, and not by what somebody has undertaken instead."""
    undertaking = account.deal.undertaking
    return undertaking is None or undertaking.contract.aim is Aim.FIRST


def _worths(account: Account) -> list[int]:
    """What a deal can be worth: under a contract its value, or 1 to 3, doubled or not."""
    undertaking = account.deal.undertaking
    if undertaking is None:
        return [*stated_worths(account.rules)]
    value, doubles = undertaking.contract.value, range(undertaking.doubles + 1)
    return [each << times for each in ((value,) if value else (1, 2, 3)) for times in doubles]


def _of_deal(account: Account) -> Iterator[Question]:
    """What can be asked about the result and the score of a deal."""
    rules, deal = account.rules, account.deal
    result = deal.result or deal.trusted
    yield from (_asked(OfDeal(Subject.WINS, side)) for side in rules.sides)
    if result and result.winner >= 0 and not rules.mp_all_pay:
        worths = {*_worths(account), deal.game_points or result.game_points} - {0}
        winners = [side for side in rules.sides if wins(result.winner, side)]
        yield from (_asked(Worth(side, number)) for side in winners for number in sorted(worths))
        losers = [side for side in rules.sides if side not in winners]
        for subject in (Subject.SCHNEIDER, Subject.SCHWARZ) if _is_claimed(account) else ():
            yield from (_asked(OfDeal(subject, side)) for side in losers)
    yield _asked(OfDeal(Subject.SCORE_WRONG))
    if deal.closing:
        yield _asked(OfDeal(Subject.CLOSE_FAILED, deal.closing.seat))
    if deal.undertaking:
        for subject in (Subject.CONTRACT_MADE, Subject.CONTRACT_FAILED):
            yield _asked(OfDeal(subject, deal.undertaking.seat))
        yield _asked(OfDeal(Subject.DOUBLED))
    if rules.auction.calls:
        yield from (_asked(OfDeal(Subject.PARTNER, seat)) for seat in SEATS[: rules.seats])
    for side in rules.sides if _is_claimed(account) else ():
        yield _asked(OfDeal(Subject.REACHED_FIRST, side))
    for seat in SEATS[: rules.seats]:
        claimed = any(claim.seat == seat for claim in account.claims)
        if claimed or _is_claimed(account):
            yield _asked(OfDeal(Subject.FALSE_CLAIM if claimed else Subject.FORGOT_CLAIM, seat))
        yield _asked(OfDeal(Subject.REVOKE, seat))
    if account.record.dealer >= 0:
        yield _asked(OfDeal(Subject.WRONG_DEALER, account.record.dealer))
        yield _asked(OfDeal(Subject.MISDEAL, account.record.dealer))
    if result and result.reason is Reason.AGREEMENT:
        yield _asked(OfDeal(Subject.AGREED))
