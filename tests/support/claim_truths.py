"""What is true of a deal that was played by the rules, or against one of them, by the oracle alone.

Answers readings of `tests/vectors/claims` without the referee, the ledger or the judge.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from notation.record.model import NOBODY, Annotation, DealRecord, Outcome, Ply, Trick, Withdrawn
from notation.record.words import card_word, seat_letter
from notation.rulings.claims import LAST, Subject
from notation.rulings.elsewhere import ClaimVerdict
from referee import actions
from referee.cards import Seat
from tests.notation.rulings.test_accounts import OracleReplay
from tests.notation.rulings.test_disputes import is_led, replayed
from tests.support import oracle
from tests.support.cutting import oracles_deal
from tests.support.tables import action_of
from tests.support.tally import OTHER, plies_of, tally
from tests.support.wordings import MeantClaim

RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


class LegalDeal:
    """A deal of two that was played by the rules to its end."""

    def __init__(self, spec: str, deal: DealRecord) -> None:
        self.spec, self.deal = spec, deal
        self.takers: list[str] = []
        self.leaders: list[str] = []
        self.points: dict[int, dict[str, int]] = {}
        self.tricks: dict[int, dict[str, int]] = {}
        written = [number for number, _ in plies_of(deal)]
        last = deal.tricks[-1].plies[-1]
        for number, (ply, plain) in zip(written, replayed(spec, deal), strict=False):
            assert isinstance(plain, oracle.OracleDeal)
            if len(self.leaders) == len(self.takers) and is_led(plain):
                self.leaders.append(OTHER[plain.turn])
            if ply.plays and not is_led(plain):
                self.takers.append(plain.leader)
            if ply is last and plain.played_out:
                plain.finish()
            self.points[number], self.tricks[number] = plain.points(), dict(plain.tricks)
            if plain.over:
                break
        assert isinstance(plain, oracle.OracleDeal)
        assert plain.result
        self.end, self.result = plain, plain.result
        self.last = max(self.points)
        replay = OracleReplay(deal, spec)
        self.claims, self.chances = replay.claims, replay.chances
        self.announced = tally(deal, spec).announced
        closed = plain.closed
        self.closer = closed.closer if closed else ""

    def verdict(self, claim: MeantClaim) -> ClaimVerdict | None:
        """Whether a claim is right; None if that is not said here."""
        if claim.trick == LAST:
            claim = claim._replace(trick=self.last)
        if not 0 <= claim.trick <= self.last or claim.seat == "lead":
            return None
        found = self._found(claim)
        if not claim.denied or found not in (RIGHT, WRONG):
            return found
        return WRONG if found is RIGHT else RIGHT

    def _found(self, claim: MeantClaim) -> ClaimVerdict | None:
        seats = claim.seat if claim.seat in "AB" and claim.seat else "AB"
        number = claim.number[0] if claim.number else 0
        at = claim.trick or self.last
        points, tricks, result = self.points[at], self.tricks[at], self.result
        match claim.kind:
            case "points" if len(claim.number) > 1:
                return _so(claim.number == (points["A"], points["B"]))
            case "points" if len(seats) == 1:
                return _so(points[seats] == number)
            case "tricks" if len(seats) == 1:
                return _so(tricks[seats] == number)
            case "worth":
                winner = None if claim.seat == "-" else claim.seat
                return _so((winner, number) == (result.winner, result.game_points))
            case "out" if not claim.trick:
                return _so(result.winner == seats and result.reason in ("out", "defender-out"))
            case "wins":
                return _so(result.winner is not None and result.winner in seats)
            case "reached":
                return _so(any(self._reached(seat, number or 66) <= at for seat in seats))
            case "reached-first":
                first = {seat: self._reached(seat, 66) for seat in "AB"}
                return _so(any(first[seat] == min(*first.values(), 98) for seat in seats))
            case "taker" if claim.trick and at <= len(self.takers):
                return _so(self.takers[at - 1] in seats)
            case "leader" if claim.trick and at <= len(self.leaders):
                return _so(self.leaders[at - 1] in seats)
            case "score":
                won = {result.winner: result.game_points}
                return _so(claim.number == (won.get("A", 0), won.get("B", 0)))
            case "dealer":
                return _so(seat_letter(self.deal.dealer) in seats)
            case "counts":
                own = [each for each in self.announced if each.seat in seats and number in (0, each.points)]
                own = [each for each in own if claim.trick in (0, each.trick)]
                counted = {each.standing == "counted" for each in own}
                return _so(counted.pop()) if len(counted) == 1 else OPEN
            case "schneider" | "schwarz":
                return self._lost(claim.kind, seats)
            case "close-failed":
                failed = result.reason in ("closer-failed", "defender-out")
                return _so(failed and self.closer in seats) if not claim.trick else None
            case "false-claim" | "right-claim":
                made = [c for c in self.claims if c[1] in seats and claim.trick in (0, c[0])]
                return _so(any(c[3] == (claim.kind == "right-claim") for c in made))
            case "forgot-claim":
                return _so(any(c[1] in seats and claim.trick in (0, c[0]) for c in self.chances))
        return WRONG if claim.kind in _NEVER else None

    def _reached(self, seat: str, number: int) -> int:
        """The trick in which a seat first had so many points; 99 if it never had."""
        return min((trick for trick, had in self.points.items() if had[seat] >= number), default=99)

    def _lost(self, kind: str, seats: str) -> ClaimVerdict | None:
        """Whether a loser was schneider or schwarz, if a right claim won the deal without a close."""
        if self.result.reason != "out" or self.closer or not self.result.winner:
            return None
        loser = OTHER[self.result.winner]
        if kind == "schwarz":
            return _so(loser in seats and not self.end.tricks[loser])
        least = int(self.end.rules["schneider"])
        return _so(loser in seats and self.end.tricks[loser] > 0 and self.end.points()[loser] < least)


_NEVER = {subject.value for subject in Subject} - {"late-claim", "taker", "leader", "trumps"}
"""What never happens in a deal that was played by the rules, and is not looked up."""


def _so(is_so: bool) -> ClaimVerdict:
    return RIGHT if is_so else WRONG


class Happened(NamedTuple):
    """A deal in which something happened that is not allowed: what, whose, and in which trick."""

    deal: DealRecord
    kinds: frozenset[str]
    seat: str
    trick: int

    def verdict(self, claim: MeantClaim) -> ClaimVerdict | None:
        """Whether a claim of it is right; None if something else is claimed."""
        if (
            claim.kind not in self.kinds
            or claim.trick not in (0, self.trick)
            or claim.seat not in (self.seat, "-")
        ):
            return None
        return WRONG if claim.denied else RIGHT


_INCIDENTS = {
    "exposed": "exposed",
    "misdeal": "misdeal",
    "redeal": "redeal",
    "wrong-dealer": "wrong-dealer",
    "looked-back": "looked-back",
    "looked-at-talon": "looked-at-talon",
    "talked": "talked",
    "out-of-turn": "played-out-of-turn",
    "unmarked-marriage": "marriage-unmarked",
    "wrong-draw": "drew-wrongly",
    "late-claim": "late-claim",
    "withdrawn": "withdrawn",
    "gathered-wrongly": "gathered-wrongly",
    "wrong-score": "score-wrong",
}
"""What a record notes of a table, and what is claimed of it."""


def happenings(course: LegalDeal, rng: random.Random) -> Iterator[Happened]:
    """A deal with each thing that can go wrong noted or done in it, as far as it can be done there."""
    spec, deal = course.spec, course.deal
    for noted, kind in _INCIDENTS.items():
        seat, at = rng.choice("AB"), rng.randrange(len(deal.tricks))
        note = Annotation("incident", f"{noted} {seat}")
        trick = deal.tricks[at]
        whose = seat_letter(deal.dealer) if kind == "misdeal" else seat
        yield Happened(
            _at(deal, at, replace(trick.plies[-1], notes=(note,))), frozenset({kind}), whose, trick.number
        )
    yield from _withdrawn(spec, deal, rng)
    yield from _broken(spec, deal, rng)
    yield from _given_up(deal, rng)
    left = course.end.hands[course.end.leader]
    if left and deal.tricks[-1].plies[-1].action == actions.OUT:
        ended, who = sum(course.end.tricks.values()), course.end.leader
        ply = _ply(f"{who}: {rng.choice(left)}")
        *tricks, last = deal.tricks
        more: tuple[Trick, ...] = (replace(last, plies=(*last.plies, ply)),)
        if ended == last.number:
            more = (last, Trick(ended + 1, plies=(ply,)))
        played_on = replace(deal, tricks=(*tricks, *more))
        yield Happened(played_on, frozenset({"played-on"}), who, 0)
    stated = Outcome(Seat("BA".index(course.result.winner or "A")), 1)
    yield Happened(replace(deal, result=stated), frozenset({"score-wrong"}), "-", course.last)


def _at(deal: DealRecord, index: int, ply: Ply, cut: bool = False) -> DealRecord:
    """A deal with another last action in a trick, and nothing after that if it is ``cut``."""
    trick = replace(deal.tricks[index], plies=(*deal.tricks[index].plies[:-1], ply))
    rest = () if cut else deal.tricks[index + 1 :]
    return replace(deal, tricks=(*deal.tricks[:index], trick, *rest))


def _withdrawn(spec: str, deal: DealRecord, rng: random.Random) -> Iterator[Happened]:
    """The deal with a card taken back before another was played."""
    plays = [(index, trick.number) for index, trick in enumerate(deal.tricks) if trick.plies[-1].plays]
    for index, number in rng.sample(plays, min(1, len(plays))):
        state = _before(spec, deal, index, len(deal.tricks[index].plies) - 1)
        ply = deal.tricks[index].plies[-1]
        others = [card for card in state.hands[state.turn] if card != card_word(ply.played)]
        if others:
            back = Withdrawn(action_of(rng.choice(others)))
            changed = _at(deal, index, replace(ply, withdrawn=(back,)))
            yield Happened(changed, frozenset({"took-back"}), state.turn, number)


def _given_up(deal: DealRecord, rng: random.Random) -> Iterator[Happened]:
    """The deal given up, lost otherwise or ended by agreement in some trick."""
    index, seat = rng.randrange(len(deal.tricks)), rng.choice("AB")
    trick = deal.tricks[index]
    ply = Ply(actions.RESIGN, seat=Seat("AB".index(seat)))
    ended = replace(deal, tricks=(*deal.tricks[:index], replace(trick, plies=(ply,))))
    yield Happened(ended, frozenset({"resigned"}), seat, trick.number)
    for reason, kind in (("forfeit", "forfeited"), ("agreement", "agreed")):
        result = Outcome(Seat("BA".index(seat)), 1, reason=reason)
        cut = replace(deal, tricks=deal.tricks[:index], result=result)
        yield Happened(cut, frozenset({kind}), seat, index)


def _before(spec: str, deal: DealRecord, index: int, order: int) -> oracle.OracleDeal:
    """The deal before an action of a trick, after both have drawn."""
    cut = replace(deal.tricks[index], plies=deal.tricks[index].plies[:order])
    states = [oracles_deal(deal, spec)]
    states += [state for _, state in replayed(spec, replace(deal, tricks=(*deal.tricks[:index], cut)))]
    state = states[-1]
    assert isinstance(state, oracle.OracleDeal)
    if (state.leader, "draw") in state.legal():
        state.act(state.leader, "draw")
    return state


def _broken(spec: str, deal: DealRecord, rng: random.Random) -> Iterator[Happened]:
    """The deal up to an action that is not allowed: two places for it, and all that can go wrong there."""
    places = [(index, order) for index, trick in enumerate(deal.tricks) for order in range(len(trick.plies))]
    for index, order in rng.sample(places, min(2, len(places))):
        state = _before(spec, deal, index, order)
        trick = deal.tricks[index]
        if state.over or state.before_draw or sum(state.tricks.values()) + 1 != trick.number:
            continue
        wrongs = _at_reply(state, rng) if is_led(state) else _at_lead(state, rng)
        for seat, words, *kinds in wrongs:
            done = tuple(map(_ply, words))
            tricks = (*deal.tricks[:index], replace(trick, plies=(*trick.plies[:order], *done)))
            yield Happened(replace(deal, tricks=tricks), frozenset(kinds), seat, trick.number)


def _ply(words: str) -> Ply:
    *seats, word = words.split(": ")
    value = int(word[:2]) if word[0] in "24" else 0
    return Ply(action_of(word), value, Seat("AB".index(seats[0])) if seats else NOBODY)


_Wrong = tuple[Any, ...]
"""Who does something wrong, what is done, and what that is."""


def _at_lead(state: oracle.OracleDeal, rng: random.Random) -> Iterator[_Wrong]:
    leader, other = state.leader, OTHER[state.leader]
    rules, talon, tricks = state.rules, len(state.talon), state.tricks[leader]
    gone = state.closed is not None or not talon
    if not state.suits_melded and state.hands[other]:
        yield other, (f"{other}: {rng.choice(state.hands[other])}",), "led-out-of-turn", "played-out-of-turn"
        reply = rng.choice(state.hands[other])
        unheld = [card for card in state.hands[other] + state.talon if card != reply]
        if unheld:
            yield leader, (rng.choice(unheld), reply), "not-held"
    if not state.may_close():
        late = gone or talon < int(rules["close-min-talon"])
        first = not tricks and rules["close-first-trick"] == "no"
        early = first or tricks < int(rules["close-min-tricks"])
        if late != early:
            yield leader, ("close",), "close-illegal", "close-late" if late else "close-early"
    if not state.may_exchange(leader) and state.lowest_trump in state.hands[leader]:
        late = gone or talon < int(rules["exchange-min-talon"])
        early = tricks < int(rules["exchange-min-tricks"])
        if late != early:
            yield leader, ("exchange",), "exchange-illegal", "exchange-late" if late else "exchange-early"
    for suit in oracle.SUITS:
        yield from _with_marriage(state, suit, rng)


def _with_marriage(state: oracle.OracleDeal, suit: str, rng: random.Random) -> Iterator[_Wrong]:
    leader, other = state.leader, OTHER[state.leader]
    own, reply = state.hands[leader], rng.choice(state.hands[other] or [""])
    value, wrong = ("40", "20") if suit == state.trump else ("20", "40")
    rest = [card for card in own if card[1] != suit]
    if value + suit in state.marriages_to_announce():
        said = oracle.copied(state)
        said.act(leader, value + suit)
        if said.over:
            return
        yield leader, (wrong + suit, f"K{suit}"), "marriage-misnamed"
        if rest:
            yield leader, (value + suit, rng.choice(rest)), "marriage-other-card"
        if rest and reply:
            late = (rng.choice(rest), f"{leader}: {value}{suit}", f"{other}: {reply}")
            yield leader, late, "marriage-late", "marriage-illegal"
        return
    may = state.tricks[leader] and state.closed is None and state.talon and not state.suits_melded
    if may and suit not in state.ever_melded and len({f"K{suit}", f"Q{suit}"} & set(own)) == 1:
        yield leader, (value + suit,), "marriage-not-held", "marriage-illegal"


def _at_reply(state: oracle.OracleDeal, rng: random.Random) -> Iterator[_Wrong]:
    turn, leader = state.turn, state.leader
    legal = {word for seat, word in state.legal() if seat == turn}
    revokes = [card for card in state.hands[turn] if card not in legal]
    if revokes:
        yield turn, (rng.choice(revokes),), "revoke", "revoked-first"
    if state.hands[leader]:
        yield turn, (rng.choice(state.hands[leader] + state.talon),), "not-held"
        yield leader, (f"{leader}: {rng.choice(state.hands[leader])}",), "two-cards", "played-out-of-turn"
