"""What a record states, compared with the rules and with what its play comes to: one function for each check.

Every check takes values and yields findings whose deal, trick and clause are for the judge to put in. Nothing
is decided here; the referee has decided it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, SeatFact, SuitFact
from notation.record.model import (
    NOBODY,
    UNKNOWN_NUMBER,
    UNNUMBERED,
    UNREAD_WINNER,
    Award,
    Checkpoint,
    DealRecord,
    Outcome,
    Ply,
    Position,
    Span,
    Tag,
    Trick,
)
from notation.record.words import is_score, score_words, seat_letter
from referee import actions, openings
from referee import codes as rulings
from referee.cards import BIT, PARTNERS, SUIT_CARDS, Card, Seat, kind, players_of, second_copy
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.match import MOST_PAID, MOST_STATED, stated_worths
from referee.rules import RuleSet
from referee.settlement import last_bonus
from referee.state import Reason, Result
from referee.terms import Terms

AGREED: Final = {
    Reason.RESIGNATION.value: Phrase("resignation"),
    Reason.AGREEMENT.value: Phrase("agreement"),
    Reason.FORFEIT.value: Phrase("forfeit"),
}
"""Reasons that the players or the table decide, not the play, in words."""
ENDING: Final = frozenset({actions.OUT, actions.RESIGN})
"""Actions by which somebody ends a deal."""
WRITE_OUT: Final = Phrase("; if a player went out, write `out`")


def is_told(stated: Outcome | None) -> bool:
    """Whether a result is stated and could be read, whether the deal was finished or not."""
    return stated is not None and stated.winner != UNREAD_WINNER


def finished(stated: Outcome | None) -> Outcome | None:
    """A stated result, if it could be read and is that of a deal which was finished."""
    return stated if stated and stated.finished and is_told(stated) else None


def are_payments(paid: tuple[int, ...], rules: RuleSet) -> bool:
    """Whether numbers by side can be what a deal makes them pay: all others pay one, or nobody pays.

    >>> from referee.rulesets import PRESETS
    >>> [are_payments(paid, PRESETS["santase-three"]) for paid in ((3, -1, -2), (2, -2, 0), (0, 0, 0))]
    [True, False, True]
    """
    if len(paid) != len(rules.sides) or sum(paid) != 0:
        return False
    others = [number for number in paid if number <= 0]
    return not any(paid) or (len(others) == len(paid) - 1 and -MOST_PAID <= min(others) <= max(others) < 0)


def payments(stated: Outcome, rules: RuleSet) -> tuple[int, ...]:
    """What each side pays or wins by a stated result; nothing where it leaves open who pays how much.

    >>> from referee.rulesets import PRESETS
    >>> payments(Outcome(1, 2), PRESETS["santase-three"]), payments(Outcome(1, 3), PRESETS["santase-three"])
    ((-1, 2, -1), ())
    """
    others = len(rules.sides) - 1
    if stated.paid or stated.winner < 0 or not rules.mp_all_pay:
        return stated.paid
    if stated.game_points not in (others, MOST_PAID * others):
        return ()
    each = stated.game_points // others
    return tuple(stated.game_points if side == stated.winner else -each for side in rules.sides)


def as_settled(result: Result, stated: Outcome, bonus: int = 0) -> Result:
    """A result as the players settled it: what a resignation is worth is for them to say.

    ``bonus`` is what the deal brings beside, and what is stated holds it already.
    """
    agreed = result.reason is Reason.RESIGNATION and stated.winner == result.winner and not stated.paid
    if agreed and 0 < stated.game_points - bonus <= MOST_STATED:
        return result._replace(game_points=stated.game_points - bonus)
    return result


def worth_with(result: Result, bonus: int) -> tuple[Seat, int]:
    """Who wins a deal and how many game points, with what it brings its winner beside."""
    return result.winner, result.game_points + (bonus if result.winner >= 0 else 0)


def outcome_words(winner: Seat, game_points: int, paid: tuple[int, ...] = ()) -> str:
    """A result in short, as in a sentence.

    >>> outcome_words(0, 2), outcome_words(8, 1), outcome_words(1, 3, (-1, 3, -2))
    ('A 2', 'AC 1', 'pays -1 3 -2')
    """
    if any(paid):
        return f"pays {score_words(paid)}"
    return f"{seat_letter(winner)} {game_points}" if winner >= 0 else "draw"


def outcome_fact(winner: Seat, game_points: int, paid: tuple[int, ...] = ()) -> Phrase:
    """A result in short, as a fact of a sentence, which calls the winner by name.

    >>> str(outcome_fact(0, 2)), str(outcome_fact(-1, 0))
    ('A 2', 'a draw')
    """
    if any(paid):
        return Phrase("pays {numbers}", {"numbers": " ".join(map(str, paid))})
    if winner < 0:
        return Phrase("a draw")
    return Phrase("{seat} {points}", {"seat": SeatFact(winner), "points": game_points})


def within(stated: tuple[int, ...], points: Sequence[int], slack: Sequence[int]) -> bool:
    """Whether stated points are what is known, or what it can come to.

    >>> within((10, 5), [10, 0], [0, 11]), within((11, 5), [10, 0], [0, 11])
    (True, False)
    """
    pairs = zip(stated, points, slack, strict=False)
    return len(stated) == len(points) and all(low <= number <= low + more for number, low, more in pairs)


# The play.


def misplaced(tricks: tuple[Trick, ...], index: int, expected: int) -> Phrase | None:
    """What is wrong with the order where a trick has another number; None if that alone is wrong."""
    numbers = [trick.number for trick in tricks]
    stated, following = numbers[index], numbers[index + 1 :]
    facts: dict[str, Fact] = {"stated": stated, "expected": expected}
    led = any(ply.plays for ply in tricks[index].plies)
    if following[:1] == [expected + 1] and expected not in following and (led or not following):
        return None
    if stated in numbers[:index]:
        return Phrase("trick {stated} is written where trick {expected} is due; was it written twice?", facts)
    if expected in following:
        return Phrase("trick {stated} comes before trick {expected}", facts)
    return Phrase(
        "trick {stated} is written where trick {expected} is due; trick {expected} may be missing", facts
    )


def most_before(tricks: tuple[Trick, ...], index: int) -> int | None:
    """The greatest number that a trick can have before the next of which it is stated; None without one."""
    numbers = (trick.number - after for after, trick in enumerate(tricks[index:]) if trick.number >= 0)
    return next(numbers, None)


def out_of_order(tricks: tuple[Trick, ...], first: int) -> tuple[Trick, Phrase] | None:
    """The first trick that is out of order, with what is wrong; the first of all has the number given.

    Tricks may be missing where the number of one is not known.
    """
    for index, trick in enumerate(tricks):
        if trick.number == UNKNOWN_NUMBER:
            first = max(first, (most_before(tricks, index) or 0) - index)
        elif trick.number not in (UNNUMBERED, first + index):
            wrong = misplaced(tricks, index, first + index)
            if wrong:
                return trick, wrong
    return None


def played_again(tricks: tuple[Trick, ...], has_copies: bool) -> Iterator[tuple[Card, tuple[Trick, Ply]]]:
    """Each card that is played once too often before anybody ends the deal, with that trick and play."""
    seen: set[Card] = set()
    for trick in tricks:
        for ply in trick.plies:
            if not ply.plays:
                if ply.action in ENDING:
                    return
            elif ply.action in seen:
                other = second_copy(ply.played) if has_copies else ply.played
                if other in seen:
                    yield ply.played, (trick, ply)
                seen.add(other)
            elif ply.action >= 0:
                seen.add(ply.played)


def holds(deal: Deal, seat: Seat, card: Card) -> bool:
    """Whether a seat is known to hold a card, or one of the two of its name."""
    return bool(deal.hands[seat] & BIT[deal.meant(card, seat)])


def lies(ply: Ply, deal: Deal) -> Iterator[Finding]:
    """X142, X143: a card stands in brackets that is not played face down, or it is and stands in none."""
    if ply.face_down and not deal.face_down:
        any_is = any(contract.face_down for contract in deal.rules.auction.contracts)
        yield Finding(_OPEN if any_is else catalogue.FACE_DOWN, ply.span)
    elif deal.face_down and not ply.face_down:
        yield Finding(catalogue.FACE_UP, ply.span)


_OPEN: Final = catalogue.FACE_DOWN.saying("this card is not played face down; no `[ ]` stands around it")
"""Face down is what the first trick of some openings is played."""


def marriage_value(ply: Ply, deal: Deal) -> Iterator[Finding]:
    """X113: the 20 or 40 of a marriage is not what it is worth."""
    suit = actions.marriage_suit(ply.action)
    expected = deal.marriage_points(suit)
    if ply.value != expected:
        facts = {"stated": ply.value, "suit": SuitFact(suit), "expected": expected}
        yield Finding(catalogue.MARRIAGE_VALUE, ply.span, facts)


def taken_back(ply: Ply, deal: Deal, seat: Seat) -> Iterator[Finding]:
    """X123: a card that was played and taken back was not in the hand."""
    for card in ply.cards_back:
        if not holds(deal, seat, card):
            facts = {"seat": SeatFact(seat), "card": CardFact(card)}
            yield Finding(catalogue.NOT_TAKEN_BACK, ply.span, facts, seat=seat)


def claim(span: Span, deal: Deal, seat: Seat) -> Iterator[Finding]:
    """C201, C202: the claim that ended a deal was false, or void."""
    result = deal.result
    if result is None or result.reason in (Reason.OUT, Reason.DEFENDER_OUT, Reason.FORFEIT):
        return
    terms, points = deal.terms, deal.points[deal.side_of[seat]]
    if result.reason is Reason.FALSE_OUT:
        yield false_claim(span, terms, seat, points, result.winner)
    else:
        facts = _of_claim(terms, seat, points) | {"bonus": last_bonus(deal)}
        yield Finding(openings.CLAIM_VOID if terms.opens else rulings.CLAIM_VOID, span, facts, seat=seat)


def false_claim(span: Span, terms: Terms, seat: Seat, points: int, winner: Seat) -> Finding:
    """C201: the claim that ended a deal was false; how many points are needed is only said of some games."""
    facts = _of_claim(terms, seat, points) | {"winner": SeatFact(winner)}
    return Finding(openings.CLAIM_FALSE if terms.opens else rulings.CLAIM_FALSE, span, facts, seat=seat)


def _of_claim(terms: Terms, seat: Seat, points: int) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"seat": SeatFact(seat), "points": points}
    return facts | {"needed": terms.target} if terms.opens else facts


def named_unseen(ply: Ply, deal: Deal, seat: Seat) -> Iterator[Finding]:
    """N304: nobody can tell whether a suit that is named was among the cards that had been dealt by then."""
    auction, held = deal.rules.auction, deal.held(seat)
    suit = SUIT_CARDS[ply.action - actions.NAME_TRUMP] & deal.hands[seat]
    is_open = not deal.unseen[seat] and suit.bit_count() <= held - auction.packet
    if auction.call_held and is_open:
        facts: dict[str, Fact] = {"seat": SeatFact(seat), "suit": SuitFact(ply.action - actions.NAME_TRUMP)}
        what = Phrase("whether {seat} had a card of {suit} by then", facts)
        why = Phrase("no bar marks the first cards in the hand")
        yield Finding(catalogue.CANNOT_DECIDE, ply.span, {"what": what, "why": why}, seat=seat)


def draw(ply: Ply, due: tuple[Seat, Card] | None) -> Iterator[Finding]:
    """R251, X104, X124, X125: nothing is to be drawn, or somebody else draws, or another card."""
    if due is None:
        yield Finding(rulings.DRAW_NOT_DUE, ply.span)
        return
    seat, card = due
    if ply.seat not in (NOBODY, seat):
        seats = {"stated_seat": SeatFact(ply.seat), "turn": SeatFact(seat)}
        yield Finding(catalogue.ACTOR, ply.span, seats, seat=ply.seat)
    if ply.card >= 0 and ply.card != kind(card):
        facts = {"card": CardFact(ply.card), "due": CardFact(card), "seat": SeatFact(seat)}
        yield Finding(catalogue.DRAWN if card >= 0 else catalogue.DRAWN_ELSEWHERE, ply.span, facts, seat=seat)


def checkpoint(stated: Checkpoint, deal: Deal) -> Iterator[Finding]:
    """X105: the card points stated in the play are not those that count at that moment."""
    if not within(stated.points, deal.own_points, deal.own_slack):
        facts = {"stated": stated.points, "expected": deal.own_points}
        yield Finding(catalogue.CHECKPOINT, stated.span, facts)


def undecided(stated: Outcome, deal: Deal) -> Iterator[Finding]:
    """X115: a result is stated of a deal whose play is all judged and does not end it.

    The players may have agreed on it, or the table may have decided it; and cards that nobody knows may be
    the sevens that decide it.
    """
    contract, auction = deal.contract, deal.auction
    agreed = {*AGREED}
    if auction is not None and contract is not None and contract.sevens and deal.unseen[auction.declarer]:
        agreed.add(contract.name)
    if stated.reason not in agreed:
        hint = WRITE_OUT if deal.rules.claim_mode is ClaimMode.SAID else ""
        yield Finding(catalogue.UNDECIDED, stated.span, {"hint": hint})


# The result of a deal that the play has decided.


def unfinished(stated: Outcome, result: Result, game_points: int) -> Iterator[Finding]:
    """X116, X117: the deal is called unfinished."""
    if stated.finished:
        return
    if result.winner >= 0:
        yield Finding(catalogue.DECIDED, stated.span, {"winner": SeatFact(result.winner)})
    else:
        yield Finding(catalogue.DECIDED_DRAW, stated.span, {})


def result_form(stated: Outcome, rules: RuleSet, bonus: int, is_decided: bool = False) -> Iterator[Finding]:
    """X132: a result that no deal of the game can have; ``bonus`` is what the deal brings after a draw.

    Winner and game points are compared with the play (X106) where that has decided the deal.
    """
    why = _misfit(stated, rules) or (None if is_decided else _out_of_range(stated, rules, bonus))
    if why and stated.finished:
        facts: dict[str, Fact] = {"stated": outcome_fact(stated.winner, stated.game_points, stated.paid)}
        yield Finding(catalogue.RESULT_FORM, stated.span, facts | {"why": why})


def _misfit(stated: Outcome, rules: RuleSet) -> Phrase | None:
    """What speaks against the form of a stated result, if anything."""
    if stated.paid and not rules.mp_all_pay:
        return Phrase("nobody pays in this game")
    if stated.paid and not are_payments(stated.paid, rules):
        return Phrase("each of the others pays the winner 1 to {points}", {"points": MOST_PAID})
    if stated.winner >= PARTNERS and not (rules.mp_partners or _wins_together(stated.winner, rules)):
        return Phrase("nobody has a partner in this game")
    if 0 <= stated.winner < rules.seats and rules.mp_partners:
        return Phrase("partners win together: {winner}", {"winner": SeatFact(rules.side(stated.winner))})
    worths = stated_worths(rules)
    if rules.mp_all_pay and stated.winner >= 0 and stated.game_points not in worths:
        return Phrase("the others pay {least} to {most} in all", {"least": worths[0], "most": worths[-1]})
    return None


def _wins_together(winner: Seat, rules: RuleSet) -> bool:
    """Whether a side can win a deal, or several players who are none against whoever plays a contract."""
    if winner < PARTNERS or rules.mp_partners or rules.mp_all_pay or not rules.auction.contracts:
        return winner in rules.sides
    seats = players_of(winner)
    return len(seats) < rules.seats and max(seats) < rules.seats


def _out_of_range(stated: Outcome, rules: RuleSet, bonus: int) -> Phrase | None:
    """What speaks against the winner and the game points of a stated result, if anything."""
    if stated.winner >= 0 and not _wins_together(stated.winner, rules):
        facts: dict[str, Fact] = {"stated_seat": SeatFact(stated.winner), "needed": rules.seats}
        return Phrase(catalogue.SEAT_UNKNOWN.sentence, facts)
    worths = stated_worths(rules, bonus)
    if stated.winner < 0 or stated.game_points in worths:
        return None
    ends = {"least": worths[0], "most": worths[-1]}
    if bonus:
        return Phrase("this deal, after a draw, brings {least} to {most} game points", ends)
    return Phrase("a deal brings {least} to {most} game points", ends)


def worth(stated: Outcome, result: Result, game_points: int) -> Iterator[Finding]:
    """X106: the deal was won by another seat, or brings more or less."""
    if not stated.finished:
        return
    other = stated.paid and result.paid and stated.paid != result.paid
    if other or (stated.winner, stated.game_points) != (result.winner, game_points):
        facts = {
            "stated": outcome_fact(stated.winner, stated.game_points, stated.paid),
            "expected": outcome_fact(result.winner, game_points, result.paid if stated.paid else ()),
        }
        yield Finding(catalogue.RESULT, stated.span, facts)


def reason(stated: Outcome, result: Result, game_points: int) -> Iterator[Finding]:
    """X107: the deal ended by something else."""
    if stated.finished and stated.reason and stated.reason != result.word:
        facts = {"stated": stated.reason, "expected": result.word}
        yield Finding(catalogue.REASON, stated.span, facts)


def card_points(stated: Outcome, result: Result, game_points: int) -> Iterator[Finding]:
    """X108: the card points are others; asked where all are known."""
    told = stated.finished and stated.card_points and result.card_points
    if told and stated.card_points != result.card_points:
        facts = {"stated": stated.card_points, "expected": result.card_points}
        yield Finding(catalogue.CARD_POINTS, stated.span, facts)


RESULT: Final = (unfinished, worth, reason, card_points)
"""What is asked of a stated result."""


def stated_result(stated: Outcome, result: Result, game_points: int) -> Iterator[Finding]:
    """Everything that is wrong with a stated result; ``game_points`` are those that the deal brought."""
    for check in RESULT:
        yield from check(stated, result, game_points)


def points_so_far(stated: Outcome, points: tuple[int, ...]) -> Iterator[Finding]:
    """X108: the card points of a deal that is rightly called unfinished are others; asked where known."""
    if not stated.finished and points and stated.card_points not in ((), points):
        yield Finding(catalogue.CARD_POINTS, stated.span, {"stated": stated.card_points, "expected": points})


# The match.


def followed(record: DealRecord, is_played: bool) -> Iterator[Finding]:
    """X120: another deal follows, but the play of this one, of which something is played, ends undecided."""
    if is_played:
        yield Finding(catalogue.NO_RESULT, record.span)


def awarded_seat(award: Award, rules: RuleSet) -> Iterator[Finding]:
    """X119: a ruling of the table awards points to a seat that the game does not have."""
    if award.seat >= rules.seats and award.seat not in rules.sides:
        facts = {"stated_seat": SeatFact(award.seat), "needed": rules.seats}
        yield Finding(catalogue.SEAT_UNKNOWN, award.span, facts)


def deal_number(record: DealRecord, number: int, ahead: Collection[int | None]) -> Iterator[Finding]:
    """X111: a deal has another number; ``ahead`` is by how much the numbers may run ahead here."""
    if record.number - number not in ahead:
        yield Finding(catalogue.DEAL_NUMBER, record.span, {"stated": record.number, "expected": number})


def score(
    stated: Outcome | Position, running: tuple[int, ...], carried: tuple[int, ...]
) -> Iterator[Finding]:
    """X109: a score is not the sum of the results.

    ``carried`` is the score that the record gave before, and what was won since: one fault is reported once.
    """
    if stated.score not in (running, carried):
        yield Finding(catalogue.SCORE, stated.span, {"stated": stated.score, "expected": running})


_SCORE_OR_OPEN: Final = Phrase("; it has a score, as in 7-4, or * where the match is not finished")


def result_tag(tag: Tag, running: tuple[int, ...], is_won: bool) -> Iterator[Finding]:
    """X110: the Result tag is not the score; `*` will do while nobody has won the match."""
    open_ended = tag.value == "*" and not is_won
    if tag.value != score_words(running) and not open_ended:
        hint = "" if is_score(tag.value) else _SCORE_OR_OPEN
        facts: dict[str, Fact] = {"stated": tag.value, "expected": running, "hint": hint}
        yield Finding(catalogue.RESULT_TAG, tag.span, facts)
