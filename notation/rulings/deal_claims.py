"""Checks claims about the play of a deal against the account of that deal.

Looks up the referee's findings and the sums of the ledger; contains no rules. It is long because everything
that can be claimed has its evidence here, in one table and a few lines for each.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, SeatFact, SuitFact
from notation.judge.deal import Step
from notation.judge.incidents import took_back
from notation.judge.opening import action_of
from notation.record.model import Span
from notation.record.traversal import plies_of
from notation.record.words import wins
from notation.replay.frame import trump_of
from notation.replay.steps import points_of
from notation.rulings.certainty import worth_of
from notation.rulings.claims import CLOSE, LEADER, OF_AUCTIONS, OfDeal, Subject
from notation.rulings.contract_claims import called_in, contract_went, was_doubled, was_partner
from notation.rulings.elsewhere import HOLDS_NOWHERE, ClaimVerdict, HoldsUnder
from notation.rulings.ledger import Account, EntryKind, LedgerEntry, PointsStatus
from notation.rulings.trials import breach_of
from referee import actions, arithmetic, codes
from referee.cards import MARRIAGE_CARDS, NO_CARD, NO_SUIT, NOBODY, PARTNERS, Card, Seat, Suit, members
from referee.legality import not_held
from referee.settlement import reaches
from referee.state import Reason

RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


@dataclass(frozen=True, slots=True)
class Weighed:
    """The answer to a claim: the verdict, the reason in words, and the findings it is based on.

    Without words and findings it is based on the outcome of the deal. ``elsewhere`` are the rules under which
    a wrong claim would be right.
    """

    account: Account
    verdict: ClaimVerdict
    told: tuple[Phrase, ...] = ()
    findings: tuple[Finding, ...] = ()
    elsewhere: HoldsUnder = HOLDS_NOWHERE


class ShownBy(NamedTuple):
    """Evidence that something happened: codes of findings, and points with a noted incident."""

    codes: frozenset[str]
    points: frozenset[str] = frozenset()


def _shown(*found: codes.Code, points: str = "") -> ShownBy:
    return ShownBy(frozenset(code.id for code in found), frozenset(points.split()))


_REVOKES: Final = (codes.MUST_FOLLOW, codes.MUST_HEAD, codes.MUST_TRUMP)
_LATE_MARRIAGES: Final = (
    codes.MARRIAGE_NOT_AT_LEAD,
    codes.MARRIAGE_NOT_AT_SIDES_LEAD,
    codes.MARRIAGE_AFTER_CLOSE,
    codes.MARRIAGE_BY_CLOSER,
    codes.MARRIAGE_AFTER_EXHAUSTION,
    catalogue.MARRIAGE_LATE,
)
_MARRIAGES: Final = (
    *_LATE_MARRIAGES,
    codes.MARRIAGE_NOT_HELD,
    codes.MARRIAGE_FIRST_TRICK,
    codes.MARRIAGE_FIRST_DEAL,
    codes.MARRIAGE_SECOND,
    codes.MARRIAGE_THIRD,
    codes.MARRIAGE_AGAIN,
    codes.MARRIAGE_WRONG_LEAD,
    codes.MARRIAGE_NOT_IN_CONTRACT,
    codes.SHORT_ONLY,
    codes.MUST_CLOSE,
)
_LATE_EXCHANGES: Final = (codes.EXCHANGE_TALON_GONE, codes.EXCHANGE_TALON_SMALL)
_LATE_CLOSES: Final = (codes.CLOSE_TALON_SMALL, codes.CLOSE_TWICE, codes.CLOSE_EXHAUSTED)
_EARLY_CLOSES: Final = (codes.CLOSE_FIRST_TRICK, codes.CLOSE_WITHOUT_TRICKS, codes.CLOSE_UNDRAWN)
_WITHOUT_CARDS: Final = (
    codes.SUIT_NOT_HELD,
    codes.SEEN_BEFORE,
    codes.NOT_HELD_TO_TURN,
    codes.BID_NOT_HELD,
)
_LATE_DOUBLES: Final = (codes.DOUBLE_TOO_LATE,)

EVIDENCE: Final[Mapping[Subject, ShownBy]] = {
    Subject.REVOKE: _shown(*_REVOKES),
    Subject.CLOSE_ILLEGAL: _shown(codes.CLOSE_NOT_AT_LEAD, *_LATE_CLOSES, *_EARLY_CLOSES),
    Subject.CLOSE_LATE: _shown(codes.CLOSE_NOT_AT_LEAD, *_LATE_CLOSES),
    Subject.CLOSE_EARLY: _shown(*_EARLY_CLOSES),
    Subject.MARRIAGE_ILLEGAL: _shown(*_MARRIAGES),
    Subject.MARRIAGE_NOT_HELD: _shown(codes.MARRIAGE_NOT_HELD),
    Subject.MARRIAGE_LATE: _shown(*_LATE_MARRIAGES),
    Subject.MARRIAGE_OTHER_CARD: _shown(codes.MARRIAGE_WRONG_LEAD),
    Subject.MARRIAGE_MISNAMED: _shown(catalogue.MARRIAGE_VALUE),
    Subject.MARRIAGE_UNMARKED: _shown(points="irr.unmarked_marriage"),
    Subject.EXCHANGE_ILLEGAL: _shown(
        codes.EXCHANGE_NOT_HELD,
        codes.EXCHANGE_NOT_AT_LEAD,
        codes.EXCHANGE_WITHOUT_TRICK,
        codes.SHORT_ONLY,
        *_LATE_EXCHANGES,
    ),
    Subject.EXCHANGE_LATE: _shown(*_LATE_EXCHANGES),
    Subject.EXCHANGE_EARLY: _shown(codes.EXCHANGE_WITHOUT_TRICK, codes.SHORT_ONLY),
    Subject.LED_OUT_OF_TURN: _shown(codes.NOT_IN_TURN),
    Subject.PLAYED_OUT_OF_TURN: _shown(
        codes.NOT_IN_TURN,
        codes.REPLY_OUT_OF_TURN,
        codes.ALREADY_IN_TRICK,
        codes.CALL_OUT_OF_TURN,
        points="irr.out_of_turn",
    ),
    Subject.TWO_CARDS: _shown(codes.ALREADY_IN_TRICK),
    Subject.NOT_HELD: _shown(
        codes.ALREADY_PLAYED,
        codes.HELD_BY_OTHER,
        codes.NOT_DRAWN,
        codes.NOT_HELD,
        codes.NOT_IN_DEAL,
        codes.LAID_AWAY,
    ),
    Subject.WITHDRAWN: _shown(points="irr.withdrawn"),
    Subject.EXPOSED: _shown(points="irr.exposed"),
    Subject.DREW_WRONGLY: _shown(
        codes.DRAW_NOT_DUE, codes.DRAW_FIRST, catalogue.DRAWN, catalogue.DRAWN_ELSEWHERE, points="irr.draw"
    ),
    Subject.MISDEAL: _shown(codes.HAND_SIZE, codes.TALON_SIZE, catalogue.CARD_TWICE, points="irr.misdeal"),
    Subject.REDEAL: _shown(points="irr.redeal"),
    Subject.WRONG_DEALER: _shown(codes.WRONG_DEALER, points="irr.wrong_dealer"),
    Subject.LOOKED_BACK: _shown(points="irr.looked_back"),
    Subject.LOOKED_AT_TALON: _shown(points="irr.looked_at_talon"),
    Subject.TALKED: _shown(points="irr.talk"),
    Subject.GATHERED_WRONGLY: _shown(points="irr.gathered"),
    Subject.SCORE_WRONG: _shown(
        catalogue.CHECKPOINT,
        catalogue.RESULT,
        catalogue.REASON,
        catalogue.CARD_POINTS,
        catalogue.SCORE,
        catalogue.RESULT_TAG,
        points="irr.score",
    ),
    Subject.LATE_CLAIM: _shown(
        codes.CLAIM_UNTIMELY, codes.CLAIM_AUTOMATIC, codes.CLAIM_NEVER, points="irr.untimely_claim"
    ),
    Subject.PLAYED_ON: _shown(codes.DEAL_OVER),
    Subject.CALL_ILLEGAL: _shown(
        *_WITHOUT_CARDS,
        *_LATE_DOUBLES,
        codes.BID_TOO_LOW,
        codes.CALL_OUT_OF_TURN,
        codes.NOTHING_TO_CALL,
        codes.NOT_TO_BE_CALLED,
        codes.NOT_TURNED_UP,
        codes.NOT_TO_DOUBLE,
        codes.DOUBLED_ENOUGH,
    ),
    Subject.CALL_NOT_HELD: _shown(*_WITHOUT_CARDS),
    Subject.BID_LOW: _shown(codes.BID_TOO_LOW),
    Subject.DOUBLE_LATE: _shown(*_LATE_DOUBLES),
}
"""The evidence for each irregularity that can be claimed."""

_LOST_BY: Final = {
    Subject.CLOSE_FAILED: (Reason.CLOSER_FAILED, Reason.DEFENDER_OUT),
    Subject.RESIGNED: (Reason.RESIGNATION,),
    Subject.FORFEITED: (Reason.FORFEIT,),
    Subject.AGREED: (Reason.AGREEMENT,),
}
"""The reasons for a lost deal, by what is claimed."""
_SCORED: Final = {
    Subject.SCHNEIDER: (arithmetic.SCHNEIDER, arithmetic.SINGLE),
    Subject.SCHWARZ: (arithmetic.SCHWARZ, None),
}
"""The steps of the scoring that confirm a claim and that refute it."""
_OF_A_SIDE: Final = frozenset(
    {
        Subject.WINS,
        Subject.REACHED,
        Subject.REACHED_FIRST,
        Subject.SCHNEIDER,
        Subject.SCHWARZ,
        Subject.FORGOT_CLAIM,
    }
)
"""What is counted by side: of nobody in particular it is right if it is right of any."""
_NOTHING: Final = Phrase("the record of this deal shows nothing of the kind")
_ANOTHER: Final = Phrase("the record shows it only for another player or another trick")
_NOT_VOID: Final = Phrase("the deal is not void for this; the rules say nothing about it, the table decides")
_WHICH_TRICK: Final = Phrase("say which trick is meant")


def weigh(
    account: Account,
    of: OfDeal,
    trick: int = 0,
    card: Card = NO_CARD,
    contract: str = "",
    suit: Suit = NO_SUIT,
) -> Weighed:
    r"""Return whether a claim about a deal, at a trick or anywhere, is right by the deal's account.

    The ``card`` named counts where somebody misdealt: that it is there twice is claimed then. A ``contract``
    counts where it was bid, made or lost, a ``suit`` where trumps are claimed.

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td\n2. exchange 40d close Kd Kc\n3. out"
    >>> found = account(judge(next(read(text))), 1)
    >>> weigh(found, OfDeal(Subject.REACHED, 1, 66), 2).verdict.value
    'right'
    >>> [str(phrase) for phrase in weigh(found, OfDeal(Subject.COUNTS, 1, 40)).told]
    ["B's 40 in diamonds counts"]
    """
    if of.seat == LEADER:
        of = of._replace(seat=_leader(account, trick or _last_trick(account)))
    if of.seat == NOBODY and of.subject in _OF_A_SIDE:
        sides = [_weighed(account, of._replace(seat=side), trick) for side in account.rules.sides]
        found = min(sides, key=lambda each: (RIGHT, OPEN, WRONG).index(each.verdict))
    elif of.subject is Subject.MISDEAL and card != NO_CARD:
        found = _card_twice(account, of.seat, card)
    elif of.subject in (Subject.CONTRACT_MADE, Subject.CONTRACT_FAILED):
        found = Weighed(account, *contract_went(account, of, trick, contract))
    elif of.subject is Subject.DOUBLED:
        found = Weighed(account, *was_doubled(account, of))
    elif of.subject is Subject.TRUMPS:
        found = _trumps(account, suit)
    elif of.subject is Subject.PARTNER:
        found = Weighed(account, *was_partner(account, of.seat))
    elif of.subject is Subject.CLAIM_EARLY:
        found = _claimed_early(account, of.seat, trick)
    elif of.subject in EVIDENCE:
        found = _found(account, of, trick, contract)
        if of.subject is Subject.DOUBLE_LATE and found.verdict is WRONG:
            found = replace(found, told=was_doubled(account, of).told)
    else:
        found = _weighed(account, of, trick)
    if not of.denied or found.verdict is OPEN:
        return found
    return replace(found, verdict=WRONG if found.verdict is RIGHT else RIGHT)


def _weighed(account: Account, of: OfDeal, trick: int) -> Weighed:
    match of.subject:
        case Subject.WINS:
            return _wins(account, of.seat)
        case Subject.REACHED:
            return _reached(account, of.seat, of.number or account.rules.target, trick)
        case Subject.REACHED_FIRST:
            return _reached_first(account, of.seat)
        case Subject.TAKER:
            return _taker(account, of.seat, trick)
        case Subject.LEADER:
            return _leads(account, of.seat, trick)
        case Subject.COUNTS:
            return _counts(account, of, trick)
        case Subject.DEALER:
            return _deals(account, of.seat)
        case Subject.SCORE:
            return _stands(account, of.score)
        case Subject.SCHNEIDER | Subject.SCHWARZ:
            return _scored(account, of)
        case Subject.REVOKED_FIRST:
            return _revoked_first(account, of.seat)
        case Subject.FALSE_CLAIM | Subject.RIGHT_CLAIM:
            return _claimed(account, of, trick)
        case Subject.FORGOT_CLAIM:
            return _forgot(account, of.seat, trick)
        case Subject.TOOK_BACK:
            return _took_back(account, of.seat, trick)
    return _lost(account, of)


def _is_of(account: Account, claimed: Seat, seat: Seat) -> bool:
    """Return whether a seat, or its side, is the one named in the claim."""
    if claimed in (NOBODY, seat):
        return True
    return claimed >= PARTNERS and seat >= 0 and account.rules.side(seat) == claimed


def _verdict(is_so: bool) -> ClaimVerdict:
    return RIGHT if is_so else WRONG


# Findings.


def _found(account: Account, of: OfDeal, trick: int, contract: str) -> Weighed:
    """Return what the findings on a deal show; of bids, on those of a contract that is named."""
    evidence = EVIDENCE[of.subject]
    shown = []
    bids = {ply.span for _, ply in plies_of(account.record) if ply.word == contract}
    named = of.subject in OF_AUCTIONS and contract
    after_card = _after_their_card(account) if of.subject is Subject.MARRIAGE_LATE else set()
    lacked = _not_held(account, evidence)
    for finding in account.findings:
        if named and finding.span not in bids:
            continue
        noted = finding.code.id == catalogue.INCIDENT.id and finding.code.point in evidence.points
        is_so = finding.span in after_card or finding.span in lacked
        if noted or is_so or breach_of(finding).code in evidence.codes:
            shown.append(finding)
    there = [finding for finding in shown if not trick or trick in _tricks_of(account, finding)]
    fits = [f for f in there if _is_of(account, of.seat, _whose(account, of.subject, f))]
    if fits:
        told = [lacked[finding.span] for finding in fits if finding.span in lacked]
        if of.subject is Subject.MARRIAGE_LATE:
            told += _late(account, of.seat, trick)
        return Weighed(account, RIGHT, tuple(told), tuple(fits))
    if any(_whose(account, of.subject, finding) < 0 for finding in there):
        return Weighed(account, OPEN, (), tuple(there))
    if not shown and of.subject in (Subject.MISDEAL, Subject.REDEAL):
        shown = [finding for finding in account.findings if finding.code.id == catalogue.INCIDENT.id]
        if shown:
            return Weighed(account, _absent(account, of.seat, trick), (_NOT_VOID,), tuple(shown))
    why = _ANOTHER if shown else _NOTHING
    return Weighed(account, _absent(account, of.seat, trick), (why,), tuple(shown))


def _card_twice(account: Account, seat: Seat, card: Card) -> Weighed:
    """Return whether a card was dealt or played twice, and whether that is a seat's affair."""
    facts: dict[str, Fact] = {"card": CardFact(card)}
    dealt = [each for holding in account.record.holdings for each in holding.cards].count(card)
    played = [ply.action for _, ply in plies_of(account.record)].count(card)
    if max(dealt, played) < 2:
        return Weighed(account, WRONG, (Phrase("the record has {card} no more than once", facts),))
    shown = tuple(
        finding
        for finding in account.findings
        if breach_of(finding).code in _TWICE and (finding.facts or {}).get("card") == card
    )
    told = () if shown else (Phrase("the record has {card} twice", facts),)
    return Weighed(account, _verdict(_is_of(account, seat, account.deal.dealer)), told, shown)


_TWICE: Final = frozenset({catalogue.CARD_TWICE.id, codes.ALREADY_PLAYED.id})


def _late(account: Account, seat: Seat, trick: int) -> Iterator[Phrase]:
    """Yield what is said of a seat's marriages that stand after their card."""
    for late in account.late_marriages:
        if _is_of(account, seat, late.seat) and trick in (0, late.trick):
            yield late.told


def _after_their_card(account: Account) -> set[Span]:
    """Return where refused marriages stand after a card with which their player could have led them."""
    found = set()
    for trick in account.deal.tricks:
        led: set[tuple[Seat, Card]] = set()
        for event in trick.events:
            action = event.ply.action
            if event.ruling and actions.is_marriage(action):
                cards = members(MARRIAGE_CARDS[action - actions.MARRIAGE])
                if any((event.seat, card) in led for card in cards):
                    found.add(event.ply.span)
            led.add((event.seat, event.card))
    return found


def _not_held(account: Account, evidence: ShownBy) -> dict[Span, Phrase]:
    """Return where the rule named against somebody hides that he lacked the cards, and what to say of it."""
    found: dict[Span, Phrase] = {}
    if evidence.codes.isdisjoint(_FOR_CARDS):
        return found
    after_card = _after_their_card(account)
    for step in account.played:
        event = step.event
        if not event or not event.ruling or event.ruling.code.id in evidence.codes:
            continue
        action = action_of(account.rules, event.ply)
        code = not_held(step.before, action, event.seat) if action is not None else None
        if code and code.id in evidence.codes and event.ply.span not in after_card:
            facts: dict[str, Fact] = {"seat": SeatFact(event.seat)}
            if actions.is_marriage(event.ply.action):
                facts["suit"] = SuitFact(event.ply.action - actions.MARRIAGE)
            found[event.ply.span] = Phrase(code.sentence, facts)
    return found


_FOR_CARDS: Final = frozenset({codes.BID_NOT_HELD.id, codes.MARRIAGE_NOT_HELD.id})
"""What :func:`referee.legality.not_held` can find."""


def _whose(account: Account, subject: Subject, finding: Finding) -> Seat:
    """Return the seat that a finding concerns: the dealer for the cards, otherwise the action's player."""
    if subject is Subject.MISDEAL and finding.seat != NOBODY:
        return account.deal.dealer
    if finding.seat != NOBODY or not finding.trick:
        return finding.seat
    done = [(step.event.ply, step.event.seat) for step in account.played if step.event]
    done += [(ply, ply.seat) for _, ply in plies_of(account.record)]
    if breach_of(finding).code == codes.DEAL_OVER.id and account.played:  # the lead to one trick more
        done += [(ply, account.played[-1].after.leader) for _, ply in plies_of(account.record)]
    return next((seat for ply, seat in done if ply.span == finding.span and seat >= 0), finding.seat)


def _tricks_of(account: Account, finding: Finding) -> set[int]:
    """Return the trick of a finding; of play after the end also the one that it would have been."""
    written = (path.trick for path, ply in plies_of(account.record) if ply.span[:2] <= finding.span[:2])
    if breach_of(finding).code == codes.DEAL_OVER.id:
        return {finding.trick, max(written, default=0), _last_trick(account) + 1}
    return {finding.trick or max(written, default=0)}


def _absent(account: Account, seat: Seat, trick: int) -> ClaimVerdict:
    """Return the verdict without a finding: it did not happen, if the whole deal could be judged."""
    if _is_cut(account, trick):
        return OPEN
    open_ones = (f for f in account.findings if f.code.id == catalogue.CANNOT_DECIDE.id)
    hidden = any(
        (f.seat == NOBODY or _is_of(account, seat, f.seat)) and (not trick or f.trick in (0, trick))
        for f in open_ones
    )
    return OPEN if hidden else WRONG


def _is_cut(account: Account, trick: int) -> bool:
    """Return whether judging stopped before the end of a trick, or of the deal."""
    if not account.played:
        return True
    return account.deal.stopped and (not trick or trick > account.played[-1].after.trick)


def _revoked_first(account: Account, seat: Seat) -> Weighed:
    codes_of = EVIDENCE[Subject.REVOKE].codes
    shown = [finding for finding in account.findings if breach_of(finding).code in codes_of]
    if not shown:
        return Weighed(account, _absent(account, Seat(NOBODY), 0), (_NOTHING,))
    first = min(shown, key=lambda finding: (finding.trick, finding.span[:2]))
    return Weighed(account, _verdict(_is_of(account, seat, first.seat)), (), (first,))


def _took_back(account: Account, seat: Seat, trick: int) -> Weighed:
    told = [
        took_back(step.event.seat, back)
        for step in account.played
        if step.event and _is_of(account, seat, step.event.seat) and trick in (0, step.path.trick)
        for back in step.event.ply.withdrawn
    ]
    if told:
        return Weighed(account, RIGHT, tuple(told))
    return Weighed(account, _absent(account, seat, trick), (_NOTHING,))


def _deals(account: Account, seat: Seat) -> Weighed:
    """Return whether a seat dealt."""
    dealer = account.deal.dealer
    if dealer == NOBODY:
        return Weighed(account, OPEN)
    told = Phrase("{seat} deals", {"seat": SeatFact(dealer)})
    return Weighed(account, _verdict(_is_of(account, seat, dealer)), (told,))


def _trumps(account: Account, suit: Suit) -> Weighed:
    """Return whether a suit was trumps."""
    trump = trump_of(account)
    if trump == NO_SUIT:
        return Weighed(account, OPEN)
    told = Phrase("trumps are {suit}", {"suit": SuitFact(trump)})
    return Weighed(account, _verdict(trump == suit), (told,))


# The outcome of the deal.


def _stands(account: Account, score: tuple[int, ...]) -> Weighed:
    """Return whether this is the score of the match after the deal."""
    deal = account.deal
    if not (deal.result or deal.trusted) or not account.certainty.certain or account.judgement.is_open:
        return Weighed(account, OPEN)
    told = Phrase("the score after this deal is {score}", {"score": deal.score})
    return Weighed(account, _verdict(score == deal.score), (told,))


def _wins(account: Account, seat: Seat) -> Weighed:
    result = account.deal.result or account.deal.trusted
    if result is None or (not account.certainty.certain and None in account.certainty.otherwise):
        return Weighed(account, OPEN)
    side = account.rules.side(seat)
    stated = worth_of(account.deal)
    possible = {result.winner, *(other.winner for other in account.certainty.otherwise if other)}
    if len({wins(winner, side) for winner in possible}) > 1:
        return Weighed(account, OPEN)
    return Weighed(account, _verdict(wins(stated.winner if stated else result.winner, side)))


def _lost(account: Account, of: OfDeal) -> Weighed:
    """Return whether a deal ended for this reason, and at whose cost."""
    result = account.deal.result or account.deal.trusted
    if result is None:
        return Weighed(account, OPEN)
    if result.reason not in _LOST_BY[of.subject]:
        return Weighed(account, WRONG)
    if of.subject is Subject.CLOSE_FAILED and account.deal.closing:
        return Weighed(account, _verdict(_is_of(account, of.seat, account.deal.closing.seat)))
    return Weighed(account, _verdict(of.seat < 0 or not wins(result.winner, account.rules.side(of.seat))))


def _scored(account: Account, of: OfDeal) -> Weighed:
    """Return whether a loser was schneider or schwarz, by the steps of the scoring."""
    if account.deal.result is None:
        return Weighed(account, OPEN)
    so, not_so = _SCORED[of.subject]
    lines = [(line, facts) for line, facts in account.steps if line in (so, not_so, arithmetic.SCHWARZ)]
    is_so = any(line == so and wins(Seat(facts.get("loser", NOBODY)), of.seat) for line, facts in lines)
    told = tuple(
        Phrase(line.sentence, {name: _FACTS.get(name, int)(fact) for name, fact in facts.items()})
        for line, facts in lines
    )
    return Weighed(account, _verdict(is_so), told)


_FACTS: Final[Mapping[str, type[int]]] = {"loser": SeatFact}


# The ledger.


def _reached(account: Account, seat: Seat, number: int, trick: int) -> Weighed:
    """Return whether a side had so many card points, by the end of a trick, at the close or at any time."""
    if not account.played:
        return Weighed(account, OPEN)
    if trick > _last_trick(account):
        return _no_trick(account, trick)
    at, most, may = _first_with(account, seat, number, trick)
    side = account.rules.side(seat)
    if at:
        return Weighed(account, RIGHT, (_had(side, most, at), *_chances(account, seat, trick)))
    later, points, _ = _first_with(account, seat, number) if trick else (None, 0, False)
    told = _had(side, points, later) if later else _had(side, most)
    return Weighed(account, OPEN if may or _is_cut(account, trick) else WRONG, (told,))


def _had(side: Seat, points: int, at: Step | None = None) -> Phrase:
    """Return that a side had card points after a step of the play, or had no more at any."""
    facts: dict[str, Fact] = {"seat": SeatFact(side), "points": points}
    if at is None:
        return Phrase("the most that {seat} had was {points} card points", facts)
    facts["trick"] = at.path.trick
    if at.after.trick < at.path.trick:
        return Phrase("{seat} had {points} card points with the marriage at trick {trick}", facts)
    return Phrase("{seat} had {points} card points after trick {trick}", facts)


def _first_with(account: Account, seat: Seat, number: int, trick: int = 0) -> tuple[Step | None, int, bool]:
    """Return when a side first had so many points: the step or None, points, and whether it may have had.

    The points are those at that moment, or the most it had.
    """
    place, most, may = account.rules.place_of(seat), 0, False
    for step in account.played:
        if (trick == CLOSE and step.before.closer >= 0) or 0 < trick < step.path.trick:
            break
        points, slack = points_of(step.after)
        most = max(most, points[place])
        if points[place] >= number:
            return step, points[place], False
        may |= points[place] + slack[place] >= number
    return None, most, may


def _reached_first(account: Account, seat: Seat) -> Weighed:
    if not account.played:
        return Weighed(account, OPEN)
    told, reached, may_be = [], {}, False
    for side in account.rules.sides:
        at, points, may = _first_with(account, side, account.rules.target)
        may_be |= may
        if at:
            reached[side] = at.path.trick
        told.append(_had(side, points, at))
    own = reached.get(account.rules.side(seat))
    first = own is not None and own == min(reached.values())
    return Weighed(
        account,
        OPEN if may_be or (account.deal.stopped and not reached) else _verdict(first),
        (*told, *_chances(account, seat, 0)),
    )


def _chances(account: Account, seat: Seat, trick: int) -> Iterator[Phrase]:
    """Yield the chances that a side missed."""
    for chance in account.chances:
        if _is_of(account, account.rules.side(seat), account.rules.side(chance.seat)) and trick in (
            0,
            chance.trick,
        ):
            yield chance.told


def _forgot(account: Account, seat: Seat, trick: int) -> Weighed:
    told = tuple(_chances(account, seat, trick))
    if told:
        return Weighed(account, RIGHT, told)
    verdict = _absent(account, seat, trick)
    return Weighed(account, verdict, (Phrase("nobody missed a chance to go out"),))


def _claimed(account: Account, of: OfDeal, trick: int) -> Weighed:
    """Return whether a claim to have 66 was false, or right."""
    made = [
        claim
        for claim in account.claims
        if not claim.refused and _is_of(account, of.seat, claim.seat) and trick in (0, claim.trick)
    ]
    told = tuple(
        Phrase(
            "{seat} claimed {needed} with {points} card points",
            {"seat": SeatFact(claim.seat), "points": claim.points, "needed": claim.needed},
        )
        for claim in made
    )
    if not made:
        return Weighed(account, _absent(account, of.seat, trick), (Phrase("no such claim was made"),))
    if not all(claim.certain for claim in made):
        return Weighed(account, OPEN, told)
    wanted = of.subject is Subject.RIGHT_CLAIM
    return Weighed(account, _verdict(any(claim.stands == wanted for claim in made)), told)


def _claimed_early(account: Account, seat: Seat, trick: int) -> Weighed:
    """Return whether a seat claimed 66 before the card that was called had been played."""
    card = called_in(account).card
    told, early = list[Phrase](), False
    for step in account.played:
        event = step.event
        if event is None or event.ply.action != actions.OUT or not _is_of(account, seat, event.seat):
            continue
        if trick not in (0, step.path.trick):
            continue
        facts: dict[str, Fact] = {"seat": SeatFact(event.seat), "card": CardFact(card)}
        if step.before.is_partner_open:
            told.append(Phrase("{card} had been played when {seat} claimed 66", facts))
            continue
        early = True
        if event.ruling is None:
            facts["points"] = reaches(step.before, event.seat)
            told.append(
                Phrase(
                    "{seat} claimed 66 before {card} had been played, so nobody else's card points counted: "
                    "{seat} had {points}",
                    facts,
                )
            )
    shown = tuple(
        each
        for each in account.findings
        if breach_of(each).code == codes.CLAIM_BEFORE_CALLED.id
        and _is_of(account, seat, each.seat)
        and trick in (0, each.trick)
    )
    if early or told:
        return Weighed(account, _verdict(early), tuple(told), shown)
    return Weighed(account, _absent(account, seat, trick), (Phrase("no such claim was made"),))


def _counts(account: Account, of: OfDeal, trick: int) -> Weighed:
    """Return whether an announced marriage counts."""
    marriages = [
        entry
        for entry in account.entries
        if entry.kind is EntryKind.MARRIAGE
        and of.number in (0, entry.points)
        and _is_of(account, of.seat, entry.seat)
        and trick in (0, entry.announced)
    ]
    void = EVIDENCE[Subject.MARRIAGE_ILLEGAL].codes
    refused = tuple(
        finding
        for finding in account.findings
        if breach_of(finding).code in void
        and _is_of(account, of.seat, finding.seat)
        and trick in (0, finding.trick)
        and of.number in (0, _value_at(account, finding))
    )
    standings = {entry.standing is PointsStatus.COUNTED for entry in marriages}
    if account.deal.stopped and any(entry.standing is PointsStatus.WAITING for entry in marriages):
        standings.add(True)
    if any(f.code.id != codes.MARRIAGE_WRONG_LEAD.id for f in refused):
        standings.add(False)
    told = (*map(_marriage, marriages), *_late(account, of.seat, trick))
    if len(standings) == 1:
        return Weighed(account, _verdict(standings.pop()), told, refused)
    if not standings:
        told = (Phrase("this deal has no such marriage"),)
    return Weighed(account, OPEN, told, refused)


def _value_at(account: Account, finding: Finding) -> int:
    """Return the announced value of the marriage that a finding is about."""
    return next((ply.value for _, ply in plies_of(account.record) if ply.span == finding.span), 0)


def _marriage(entry: LedgerEntry) -> Phrase:
    facts = {"seat": SeatFact(entry.seat), "value": entry.points, "suit": SuitFact(entry.suit)}
    if entry.standing is PointsStatus.COUNTED:
        return Phrase("{seat}'s {value} in {suit} counts", facts)
    return Phrase("{seat}'s {value} in {suit} does not count", facts)


# Winners and leaders of tricks.


def _last_trick(account: Account) -> int:
    return max((step.path.trick for step in account.played), default=0)


def _no_trick(account: Account, trick: int) -> Weighed:
    if not trick:
        return Weighed(account, OPEN, (_WHICH_TRICK,))
    return Weighed(account, OPEN, (Phrase("there is no trick {trick} in this deal", {"trick": trick}),))


def _after_the_end(account: Account, trick: int) -> Weighed | None:
    """Return that a trick is nobody's if it was played after the end of the deal."""
    last = _last_trick(account)
    over = tuple(each for each in account.findings if breach_of(each).code == codes.DEAL_OVER.id)
    if not over or trick <= last:
        return None
    told = Phrase(
        "the deal was over after trick {trick}; what was played then does not count", {"trick": last}
    )
    return Weighed(account, WRONG, (told,), over)


def _taker(account: Account, seat: Seat, trick: int) -> Weighed:
    found = next((other for other in account.deal.tricks if other.number == trick), None)
    if found is None or found.winner < 0:
        return _after_the_end(account, trick) or _no_trick(account, trick)
    told = Phrase("{seat} took trick {trick}", {"seat": SeatFact(found.winner), "trick": trick})
    return Weighed(account, _verdict(_is_of(account, seat, found.winner)), (told,))


def _leads(account: Account, seat: Seat, trick: int) -> Weighed:
    """Return whether a seat led to a trick; without a trick, to the one to which another led."""
    wrong = tuple(finding for finding in account.findings if breach_of(finding).code == codes.NOT_IN_TURN.id)
    trick = trick or next((finding.trick for finding in wrong), 0)
    leader = _leader(account, trick)
    if leader < 0:
        return _after_the_end(account, trick) or _no_trick(account, trick)
    told = Phrase("the lead to trick {trick} is {seat}'s", {"seat": SeatFact(leader), "trick": trick})
    there = tuple(finding for finding in wrong if finding.trick == trick)
    return Weighed(account, _verdict(_is_of(account, seat, leader)), (told,), there)


def _leader(account: Account, trick: int) -> Seat:
    """Return who is to lead to a trick; nobody if the deal has no such trick."""
    for step in account.played:
        if step.path.trick == trick and (step.event or not step.after.is_opening):
            return step.before.leader if step.event else step.after.leader
    end = account.played[-1].after if account.played else None
    return end.leader if end and not end.over and end.trick + 1 == trick else Seat(NOBODY)
