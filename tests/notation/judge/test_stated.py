"""What a true record states is found to be wrong where it alone is changed, and nothing else is."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Final

import pytest

from notation import read, write
from notation.findings import catalogue
from notation.judge import judge, judge_text
from notation.record import DealRecord
from notation.record.model import Outcome, paid_outcome
from notation.record.words import card_word, seat_letter
from referee.cards import CARDS_BY_NUMBER, NO_SUIT, SEATS, SUITS, Seat, suit_of
from referee.codes import Code
from referee.match import stated_worths
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from tests.support.games import random_record
from tests.support.sizes import sizes

pytestmark = pytest.mark.usefixtures("few_repairs")

REASONS = ("out", "total", "last-trick")


def raised(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """These numbers with one of them one more."""
    for at in range(len(numbers)):
        yield (*numbers[:at], numbers[at] + 1, *numbers[at + 1 :])


def results(stated: Outcome, rules: RuleSet) -> Iterator[tuple[Code, Outcome]]:
    """A stated result with one statement changed to another that could be true."""
    for one, other in combinations(range(len(stated.paid)), 2):
        if stated.paid[one] != stated.paid[other]:
            paid = list(stated.paid)
            paid[one], paid[other] = paid[other], paid[one]
            yield catalogue.RESULT, replace(paid_outcome(tuple(paid)), reason=stated.reason)
    if not stated.paid and stated.winner >= 0:
        other = next(side for side in rules.sides if side != stated.winner)
        yield catalogue.RESULT, replace(stated, winner=Seat(other))
        worths = [worth for worth in stated_worths(rules) if worth != stated.game_points]
        yield from ((catalogue.RESULT, replace(stated, game_points=worth)) for worth in worths[:3])
    if stated.reason:
        reason = next(reason for reason in REASONS if reason != stated.reason)
        yield catalogue.REASON, replace(stated, reason=reason)
    yield from (
        (catalogue.CARD_POINTS, replace(stated, card_points=each)) for each in raised(stated.card_points)
    )
    yield from ((catalogue.SCORE, replace(stated, score=each)) for each in raised(stated.score))


def deals(stated: DealRecord, rules: RuleSet) -> Iterator[tuple[Code, DealRecord]]:
    """A deal with one statement changed."""
    yield catalogue.DEAL_NUMBER, replace(stated, number=stated.number + 40)
    if stated.talon and not rules.auction.contracts:
        turn_up, bottom = stated.talon.cards[-1], stated.talon.cards[0]
        others = [suit for suit in SUITS if suit != suit_of(turn_up)]
        yield from ((catalogue.TRUMP_SUIT, replace(stated, trump=None, suit=suit)) for suit in others)
        yield catalogue.TURN_UP, replace(stated, trump=bottom, suit=NO_SUIT)
    assert stated.result
    yield from ((code, replace(stated, result=result)) for code, result in results(stated.result, rules))


@sizes(2, 30)
@pytest.mark.parametrize("name", PRESETS)
def test_what_is_stated_wrongly_is_found_alone(name: str, size: int) -> None:
    rng, rules, found = random.Random(name), PRESETS[name], Counter[str]()
    for _ in range(size):
        record = random_record(name, rng, noted=False, most_deals=2)
        *_, last = record.deals
        wrong = [
            (code, replace(record, deals=(*record.deals[:-1], deal))) for code, deal in deals(last, rules)
        ]
        tags = tuple(replace(tag, value="1-40") if tag.name == "Result" else tag for tag in record.tags)
        for code, changed in (*wrong, (catalogue.RESULT_TAG, replace(record, tags=tags))):
            text = write(changed)
            for judged in (judge(next(read(text))), *judge_text(text)):
                errors = [finding.code.id for finding in judged.findings if finding.is_error]
                assert errors == [code.id], (code.id, text)
            found[code.id] += 1
    assert len(found) >= 4, found


def test_the_trump_suit_that_is_stated_is_compared_with_every_turn_up() -> None:
    for card, suit in product(map(card_word, CARDS_BY_NUMBER[:24]), "shdc"):
        text = f'%SGN 1\n[Rules "santase"]\ndeal 1 dealer B trump {suit}\ntalon: {"-- " * 11}{card}\n= *\n'
        [game] = read(text)
        errors = [finding.code for finding in judge(game).findings if finding.is_error]
        assert errors == ([] if card[-1] == suit else [catalogue.TRUMP_SUIT]), text


DRAWN: Final = """%SGN 1
[Rules "santase"]
deal 1 dealer B
A: Ks Js Qh Kh Ah Td
B: Ts 9d Jd As Qs Kd
talon: 9s 9h Tc Jc Qc Kc Ac 9c Th Jh Ad Qd
1. Ks Qs """


def test_what_is_drawn_and_who_draws_it_are_compared_with_every_card_and_seat() -> None:
    for due, draws in ((0, "{} +9h"), (6, "+9s {}")):
        turn = due != 0
        for seat, card in product((-1, 0, 1), CARDS_BY_NUMBER[:24]):
            stated = f"{seat_letter(SEATS[seat])}:" if seat >= 0 else ""
            [game] = read(DRAWN + draws.format(f"{stated}+{card_word(card)}") + "\n")
            expected: list[object] = []
            if seat not in (-1, turn):
                expected.append(("X104", {"stated_seat": seat, "turn": turn}, seat))
            if card != due:
                expected.append(("X124", {"card": card, "due": due, "seat": turn}, turn))
            found = [(each.code.id, each.facts, each.seat) for each in judge(game).findings]
            assert found == expected, (due, stated, card)
    [game] = read(f"{DRAWN}+9s +9h +Tc\n")
    [late] = judge(game).findings
    assert (late.code.id, late.span[:2]) == ("R251", (7, 18))
