"""Cards that were laid away before the first lead and not written down: what is certain all the same.

Judged beside every deal in which two known cards were laid away: what is said of the one is true of all.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from notation import read, write
from notation.judge import Judgement, judge
from notation.record.model import LAID_AWAY, UNRECORDED, DealRecord, OpeningPly, Outcome, Ply, Record, Tag
from referee.cards import PACK, SEATS, Card, Seat
from referee.deal import Deal
from tests.support.games import deal_record
from tests.support.naming import case
from tests.support.sizes import sizes
from tests.support.tables import rules_of

TRICKS = 3
"""The tricks that are played at least, so that there is something to judge."""


def random_deal(spec: str, rng: random.Random) -> tuple[DealRecord, Deal]:
    """A deal in which cards were laid away before some tricks, with its result."""
    while True:
        record, end = deal_record(1, rules_of(spec), rng.choice(SEATS[:3]), rng, noted=False)
        assert end.result
        if laid(record) and len(record.tricks) >= TRICKS:
            result = end.result
            stated = Outcome(
                result.winner, result.game_points, reason=result.word, card_points=result.card_points
            )
            return replace(record, result=stated), end


def laid(record: DealRecord) -> tuple[Card, ...]:
    """The cards that were laid away in a deal, if any were."""
    return next((ply.cards for ply in record.opening.plies if ply.cards), ()) if record.opening else ()


def laying(record: DealRecord, cards: tuple[Card, ...]) -> DealRecord:
    """The deal in which these cards were laid away."""
    opening = record.opening
    assert opening

    def other(ply: Ply) -> Ply:
        return replace(ply, cards=cards) if isinstance(ply, OpeningPly) and ply.action == LAID_AWAY else ply

    return replace(record, opening=replace(opening, plies=tuple(map(other, opening.plies))))


def changed(record: DealRecord, rng: random.Random) -> DealRecord:
    """The deal in which another card was played somewhere, without its result."""
    tricks = list(record.tricks)
    at, order = rng.choice(
        [(at, order) for at, trick in enumerate(tricks) for order, ply in enumerate(trick.plies) if ply.plays]
    )
    plies = list(tricks[at].plies)
    plies[order] = replace(plies[order], action=rng.choice(PACK))
    tricks[at] = replace(tricks[at], plies=tuple(plies))
    return replace(record, tricks=tuple(tricks), result=None)


def judged(spec: str, record: DealRecord) -> Judgement:
    [game] = read(write(Record((Tag("Rules", spec),), (record,))))
    return judge(game)


def hidden(record: DealRecord, declarer: Seat) -> Iterator[DealRecord]:
    """The deal without a card of each other hand, then with these two cards in every way."""
    others = [seat for seat, _ in record.hands if seat != declarer]
    gone = [hand.cards[-1] for seat, hand in record.hands if seat != declarer]
    for cards in ([UNRECORDED, UNRECORDED], gone, gone[::-1]):
        last = dict(zip(others, cards, strict=True))
        hands = tuple(
            (seat, replace(hand, cards=(*hand.cards[:-1], last[seat])) if seat in last else hand)
            for seat, hand in record.hands
        )
        yield replace(record, hands=hands)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["dreierschnapsen", "dreierschnapsen discards=yes"])
@sizes(4, 300)
def test_what_is_said_is_true_whatever_was_laid_away(spec: str, size: int) -> None:
    for number in range(size):
        rng = random.Random(f"{spec} {number}")
        record, end = random_deal(spec, rng)
        assert end.auction
        assert record.talon
        held = (*dict(record.hands)[end.auction.declarer].cards, *record.talon.cards)
        record = changed(record, rng) if number % 3 == 1 else record
        known = laid(record)[:1] if number % 2 else ()
        written, *whole = hidden(record, end.auction.declarer) if number % 4 > 1 else (record, record)
        blind = judged(spec, laying(written, (*known, *(UNRECORDED,) * (2 - len(known)))))
        every = [cards for cards in combinations(held, 2) if {*known} <= {*cards}]
        completions = (judged(spec, laying(each, cards)) for each in whole for cards in every)
        right = [each.deals[0].result for each in completions if each.ok]
        with case(f"{spec} {number}"):
            assert blind.ok == bool(right)
            come = {result and result.verdict for result in right}
            result = blind.deals[0].result
            if result:
                assert come <= {result.verdict}
                points = {each and each.card_points for each in right}
                assert not result.card_points or points <= {result.card_points}
            elif spec == "dreierschnapsen":  # where the cards do not count, whatever is certain is said
                assert len(come) != 1 or come == {None}


DEAL = """%SGN 1
[Rules "dreierschnapsen"]
deal 1 dealer C
A: Ah Kh Qh | Ac Jd Ks
B: Th Ad Qd | Ts Kc Qs
C: Jh Td Kd | As Tc Jc
talon: Qc Js
"""


def found(play: str, options: str = "") -> list[tuple[str, str]]:
    """What is found in a deal with this play: codes and sentences."""
    [game] = read(DEAL.replace("dreierschnapsen", f"dreierschnapsen{options}") + play)
    return [(each.code.id, each.message) for each in judge(game).findings]


def test_the_deal_goes_on_to_its_result() -> None:
    play = "0. trump h pass pass pass discard -- --\n1. Ah Th Jh\n2. 40h Kh Qs Jc out\n"
    [(code, message)] = found(play + "= A 3 by out (72-0-0) score 3-0-0\n")
    assert code == "N304", "the queen may have been laid away"
    assert message.endswith("the record does not say which cards A laid away")
    assert [code for code, _ in found(play + "= A 2 by out\n")] == ["N304", "X106"]


TRICKS_OF_SIX = ["Jd Ad Kd", "Kc Tc Qh", "Ah Th Jh", "Kh Qd Jc", "Ks Ts As", "Td Js Qs"]


@pytest.mark.parametrize(("tricks", "codes"), [(2, ["N304"]), (5, ["N304"]), (6, [])])
def test_what_is_played_later_was_not_laid_away(tricks: int, codes: list[str]) -> None:
    """Whether the second trick could be followed is open until six other cards have been seen."""
    lines = [f"{number}. {cards}\n" for number, cards in enumerate(TRICKS_OF_SIX[:tricks], 1)]
    play = f"0. trump h pass pass pass discard -- --\n{''.join(lines)}"
    assert [code for code, _ in found(play)] == codes
    if tricks == 6:
        [(code, message)] = found(play.replace("Td Js", "Td Ac"))
        assert code == "R210", message


def test_cards_that_are_known_in_the_end_count_where_they_do() -> None:
    lines = "".join(f"{number}. {cards}\n" for number, cards in enumerate(TRICKS_OF_SIX, 1))
    play = f"0. trump h pass pass pass discard -- --\n{lines}= BC 1 by last-trick ({{}})\n"
    assert found(play.format("49-17-40")) == []
    [(code, _)] = found(play.format("63-17-40"))
    assert code == "X108"
    assert found(play.format("63-17-40"), " discards=yes") == []
    [(code, _)] = found(play.format("49-17-40"), " discards=yes")
    assert code == "X108"


@pytest.mark.parametrize(
    ("unknown", "tricks"),
    [
        # B and C have no hearts: A has laid the queen away or still holds it.
        (("Kc", "Jc"), "1. Ah Th Jh\n2. Kh Qd Td\n"),
        # A has no diamonds: the ace is with B or C.
        (("Ad", "Jc"), "1. Jd Qd Td\n2. Kd Qh\n"),
    ],
)
def test_cards_of_other_hands_that_are_not_known_are_others(unknown: tuple[str, str], tricks: str) -> None:
    text = DEAL + "0. trump h pass pass pass discard -- --\n" + tricks
    for word in unknown:
        text = text.replace(word, "--")
    [game] = read(text)
    assert judge(game).findings == []


def test_what_comes_from_an_unknown_talon_was_not_in_the_hand_of_whoever_bid() -> None:
    """The ace that A plays may be from the talon: whether he held one when he bid is open."""
    [game] = read(
        """%SGN 1
[Rules "dreierschnapsen"]
deal 1 dealer C
A: Kh Jh Qs | Js Jd --
B: Ks Td Kd Qd Tc --
C: As Ts Th Qh Qc Jc
0. trump h bid ass-bettler pass pass discard Jd Jh
1. Js Ks Ts
2. Qh Ah Kd
"""
    )
    [finding] = judge(game).findings
    assert finding.code.id == "N304"
    assert "whether A held the cards for that" in finding.message


def test_nobody_else_can_hold_what_may_have_been_laid_away() -> None:
    play = "0. trump h pass pass pass discard -- --\n1. Ah Th Jh\n2. Jd Ad Td\n3. {} Tc Ac\n"
    assert found(play.format("Kc")) == []
    assert [code for code, _ in found(play.format("Qc"))] == ["R204"]


@pytest.mark.parametrize("said", ["B: discard {}", "discard {}", "discard {} {}"])
def test_cards_are_laid_away_by_whoever_plays_and_as_many_as_were_not_dealt(said: str) -> None:
    """As where they are known."""
    opening = f"0. trump h pass pass pass {said}\n1. Ah Th Jh\n"
    assert found(opening.format("--", "--", "--")) == found(opening.format("Ks", "Js", "Jd"))
