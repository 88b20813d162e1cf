"""Claims of all forms, right and wrong, against the oracle's count of the same play."""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice
from pathlib import Path

import pytest

from notation.judge import judge, judge_under
from notation.judge.deal import Step, replay
from notation.record.model import (
    NOBODY,
    UNRECORDED,
    Annotation,
    DealRecord,
    Holding,
    Outcome,
    Ply,
    Record,
    Tag,
)
from notation.record.words import action_word, seat_letter
from notation.rulings.claim_reader import read_claims
from notation.rulings.claim_sentences import claim_sentence
from notation.rulings.claim_words import claim_words
from notation.rulings.claims import (
    LEADER,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    Worth,
)
from notation.rulings.comparison import compare_rules
from notation.rulings.dispute import Answer, Dispute, answer_claims, disputes
from notation.rulings.dispute import answer as answer_of
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.inference import infer
from notation.rulings.ledger import account
from notation.specs.spec import OPTIONS, dealt_alike, tried_options, with_options, write_spec
from notation.text.reader import Game, read, read_file
from notation.text.writer import write
from notation.wire.dispute import dump_disputes
from referee import actions
from referee.cards import Seat
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from tests.support import oracle
from tests.support.cutting import Played, oracles_deal
from tests.support.each import for_each
from tests.support.games import deal_record, first_dealer
from tests.support.languages import COMPLETE
from tests.support.marked import Marked, texts, unmarked
from tests.support.plain import PLAIN
from tests.support.rulings import HANDS
from tests.support.sizes import Size
from tests.support.tables import action_of, rules_of
from tests.support.truth import is_true
from viewer.documents.document import Document, Listing
from viewer.documents.languages import Language, language
from viewer.documents.text import as_text
from viewer.rulings.deal_rulings import Docket, case, explanation
from viewer.rulings.disputes import answers

pytestmark = pytest.mark.usefixtures("few_repairs")

SIZE = Size("DEALS", 20_000)
DEALS = max(2, SIZE.share(4_000))
"""Deals for each rule set."""
SAMPLES = Path(__file__).parents[3] / "samples"
SPECS = (
    *PLAIN,
    "santase claim=auto",
    "sixty-six exchange-by=turn tie=last-trick",
    "schnapsen marriage-out=no",
)
RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


def game_of(*deals: DealRecord) -> Game:
    record = Record((), deals)
    return Game(1, 1, "", record, (), record)


def played(spec: str, rng: random.Random) -> DealRecord:
    """A deal played by chance, without a stated result."""
    rules = rules_of(spec)
    return deal_record(1, rules, first_dealer(rules, rng), rng, noted=False)[0]


def with_claim(deal: DealRecord, ply: Ply, text: str) -> DealRecord:
    """Return a deal with a claim after an action."""
    note = Annotation("dispute", f'"{text}"')
    tricks = tuple(
        replace(trick, plies=tuple(replace(p, notes=(note,)) if p is ply else p for p in trick.plies))
        for trick in deal.tricks
    )
    return replace(deal, tricks=tricks)


def dispute_on(deal: DealRecord, ply: Ply, text: str, rules: RuleSet) -> Dispute:
    """Return the answer to a claim after an action."""
    [found] = disputes(game_of(with_claim(deal, ply, text)), 1, rules)
    assert found.text == text
    return found


# Claims of a moment, against the oracle's state of it.


def replayed(spec: str, deal: DealRecord) -> Iterator[tuple[Ply, Played]]:
    """Yield every action of a legal deal, with the oracle's state after it."""
    plain = oracles_deal(deal, spec)
    for trick in deal.tricks:
        if isinstance(plain, oracle.OracleDeal) and plain.before_draw:
            plain.act(plain.leader, "draw")
        for ply in trick.plies:
            seat = seat_letter(ply.seat) if ply.seat >= 0 else plain.turn
            plain.act(seat, action_word(ply.action, ply.value))
            yield ply, plain


def side_of(plain: Played, seat: str) -> str:
    return seat if isinstance(plain, oracle.OracleDeal) else plain.side(seat)


def is_led(plain: Played) -> bool:
    """Whether a card lies on the table."""
    return plain.led is not None if isinstance(plain, oracle.OracleDeal) else bool(plain.table)


def is_out(plain: Played, seat: str) -> bool:
    """Whether a seat has gone out, or could now."""
    if not isinstance(plain, oracle.OracleDeal):
        side = plain.side(seat)
        if plain.result:
            return plain.result.winner == side and plain.result.reason == "out"
        may = (seat, "out") in plain.legal()
        return may and plain.counted_points(side) + plain.claimable_bonus() >= 66
    if plain.result:
        return plain.result.winner == seat and plain.result.reason in ("out", "defender-out")
    may_say_out = plain.may_say_out if plain.led is None else plain.may_say_out_on_lead
    if seat != plain.leader or not may_say_out():
        return False
    return plain.counted_points(seat) + plain.claimable_bonus() >= 66


def claims_about(plain: Played, rng: random.Random) -> Iterator[tuple[str, bool]]:
    """Claims of every form but what the deal is worth, each with whether it is right."""
    points = plain.points()
    seat = rng.choice(list(plain.hands))
    side, leading = (side_of(plain, each) for each in (seat, plain.leader))
    near = rng.choice((0, 0, -1, 1, 10))
    first, *others = points.values()
    said = "-".join(map(str, (first + max(near, -first), *others)))
    yield said, near == 0 or (near < 0 and not first)
    stated = abs(points[side] + near)
    yield f"{rng.choice((seat, side))} has {stated} points", stated == points[side]
    tricks = abs(plain.tricks[side] + rng.choice((0, 1, -1)))
    yield f"{seat} has {tricks or 'no'} tricks", tricks == plain.tricks[side]
    led = abs(plain.tricks[leading] + rng.choice((0, 1)))
    yield f"{seat}: The leader had {led} tricks.", led == plain.tricks[leading]
    yield rng.choice((f"{seat} is out", f"{seat}: I have 66", f"{seat} HAS 66")), is_out(plain, seat)
    legal = rng.random() < 0.5
    yield "legal" if legal else "illegal", legal


@pytest.mark.slow
@for_each(SPECS, one_in=8)
def test_claims_of_a_moment_are_judged_as_the_oracle_counts(spec: str) -> None:
    rng = random.Random(spec)
    rules = rules_of(spec)
    outs = set()
    for _ in range(DEALS):
        deal = played(spec, rng)
        for ply, plain in replayed(spec, deal):
            text, right = rng.choice(list(claims_about(plain, rng)))
            found = dispute_on(deal, ply, text, rules)
            assert found.verdict is (RIGHT if right else WRONG), (text, write(Record((), (deal,))))
            assert found.standing
            assert found.standing.points == tuple(plain.points().values())
            assert found.standing.tricks == tuple(plain.tricks.values())
            assert found.standing.leader == "ABCD".index(plain.leader)
            assert (found.standing.result is not None) == plain.over
            for seat in plain.hands:
                out = dispute_on(deal, ply, f"{seat} is out", rules)
                assert out.verdict is (RIGHT if is_out(plain, seat) else WRONG)
                outs.add(out.verdict)
    assert outs == {RIGHT, WRONG} or rules.claim_mode is ClaimMode.NEVER or not SIZE.is_full


def attempts(
    spec: str, deal: DealRecord, rng: random.Random
) -> Iterator[tuple[DealRecord, Ply, bool | None]]:
    """A deal up to some lead or reply, with another action in its place, and whether that is legal.

    None where no card is in the place of a reply: the reply was left out, so nobody is accused.
    """
    states = [oracle.copied(plain) for _, plain in replayed(spec, deal)]
    done = 0
    for index, trick in enumerate(deal.tricks):
        for order in range(len(trick.plies)):
            if done:
                plain = oracle.copied(states[done - 1])
                if order == 0 and isinstance(plain, oracle.OracleDeal) and plain.before_draw:
                    plain.act(plain.leader, "draw")
                if not plain.over and (order == 0 or is_led(plain)):
                    word = rng.choice([*plain.hands[plain.turn], "close", "exchange", "out"])
                    ply = Ply(action_of(word))
                    tricks = (*deal.tricks[:index], replace(trick, plies=(*trick.plies[:order], ply)))
                    legal = (plain.turn, word) in plain.legal()
                    yield (
                        replace(deal, tricks=tricks),
                        ply,
                        legal or (None if order and not ply.plays else False),
                    )
            done += 1


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_whether_an_action_was_allowed_is_as_the_oracle_says(spec: str) -> None:
    rng = random.Random(spec)
    seen = set()
    for _ in range(DEALS):
        for deal, ply, legal in attempts(spec, played(spec, rng), rng):
            says = rng.random() < 0.5
            found = dispute_on(deal, ply, "legal" if says else "Illegal!", rules_of(spec))
            assert found.claim == Claim(Allowed(says))
            verdict = OPEN if legal is None else RIGHT if says == legal else WRONG
            assert found.verdict is verdict, write(Record((), (deal,)))
            assert (found.ruling is None) == (legal is not False)
            assert found.allowed in {True: (RIGHT,), False: (WRONG,), None: (OPEN, None)}[legal]
            seen.add(legal)
    assert seen == {True, False, None} or not SIZE.is_full


# Where claims stand.


def dispute_in(text: str, spec: str = "santase", trump: str = "Qd") -> list[Dispute]:
    """The claims in the only deal of a text."""
    [game] = read(f"%SGN 1\ndeal 1 dealer B trump {trump}{text}")
    assert game.record, game.findings
    return disputes(game, 1, rules_of(spec))


def test_a_claim_speaks_of_the_moment_behind_which_it_stands() -> None:
    head, hands = ' @dispute("0-0")\n', HANDS.replace("\nB:", ' @dispute("A has no trick")\nB:')
    play = (
        '1. @dispute("0-0") As @dispute("0-21") Td @dispute("0-21")\n'
        '2. @dispute("B has 1 trick") exchange 40d @dispute("0-61") close Kd Kc @dispute("0-69")\n'
        '3. @dispute("the leader has 2 tricks") out @dispute("B has 69 points")\n'
        '= B 3 @dispute("B 3")\n'
    )
    found = dispute_in(head + hands + play)
    assert [dispute.verdict for dispute in found] == [RIGHT, RIGHT, RIGHT, WRONG, *[RIGHT] * 7]
    assert [dispute.span for dispute in found] == sorted(dispute.span for dispute in found)
    assert [dispute.ply is None for dispute in found] == [
        *(True, True, True, False, False, True, False, False, True, False, True)
    ]


def test_in_a_variation_it_speaks_of_what_could_have_been() -> None:
    play = (
        '1. As (Kc Qc @dispute("4-0") @dispute("7-0") (9c @dispute("4-0")) 2. 20h @dispute("legal") Kh)'
        ' (1. @dispute("A has 9 points") Ah Td @dispute("0-21")) Td @dispute("0-21")\n'
        '2. exchange 40d close Kd (Qd (Kd @dispute("A has no trick") Ks @dispute("0-69"))'
        ' Kc @dispute("0-68")) Kc\n3. out\n'
    )
    found = dispute_in(f"\n{HANDS}{play}")
    assert [dispute.verdict for dispute in found] == [
        *(WRONG, RIGHT, RIGHT, RIGHT, WRONG, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT)
    ]
    assert found[1].standing != found[2].standing


def test_what_the_deal_is_worth_in_a_variation_is_what_that_comes_to() -> None:
    play = '1. As Td\n2. exchange 40d close Kd Kc\n3. out (Ts Ks 4. 9c Ah @dispute("draw")) @dispute("B 3")\n'
    variation, deal = dispute_in(f"\n{HANDS}{play}")
    assert (deal.verdict, variation.verdict) == (RIGHT, OPEN)
    assert variation.answer
    assert variation.answer.standing == variation.standing


def test_each_claim_is_answered_once() -> None:
    """The play before a variation, and the result after it, are not part of the variation."""
    play = (
        '1. As @dispute("0-0") Td (9c = A 1 @dispute("0-0")) (Ts Kc +9h +Tc)\n'
        '2. exchange 40d close Kd Kc\n3. out\n= B 3 @dispute("0-69")\n'
    )
    found = dispute_in(f"\n{HANDS}{play}")
    assert [(dispute.text, dispute.verdict) for dispute in found] == [
        ("0-0", RIGHT),
        ("0-0", WRONG),
        ("0-69", RIGHT),
    ]


def test_many_variations_are_kept_apart() -> None:
    points = {"9c": "11-0", "Kd": "0-15", "Td": "0-21", "Qc": "14-0", "9d": "0-11", "Ts": "21-0"}
    others = " ".join(f'({card} @dispute("{points[card]}"))' for card in list(points) * 5)
    found = dispute_in(f"\n{HANDS}1. As Kd {others}\n")
    assert [dispute.verdict for dispute in found] == [RIGHT] * 30


def test_what_changes_nothing_stands_for_the_moment_before_it() -> None:
    [drawn] = dispute_in(f'\n{HANDS}1. As Td +9h @dispute("0-21") +Tc\n2. Kd Kc')
    assert drawn.verdict is RIGHT
    play = '1. As Td\n2. exchange 40d close Kd Kc\n3. out @dispute("0-69")'
    [said] = dispute_in(f"\n{HANDS}{play}", "santase claim=auto")
    assert said.verdict is RIGHT
    assert said.standing
    assert said.standing.result


def test_a_ruling_can_be_disputed_and_other_notes_claim_nothing() -> None:
    play = (
        '1. As @clk(0:01:00) Td @x-note("draw") {draw}\nruling A 1 "late" @dispute("B has 1 trick")\n2. Kd Kc'
    )
    [found] = dispute_in(f"\n{HANDS}{play}")
    assert (found.verdict, found.ply) == (RIGHT, None)


def test_quotation_marks_in_a_claim_are_read() -> None:
    [found] = dispute_in('\n1. As Td @dispute("he said \\"out\\"")')
    assert found.text == 'he said "out"'


def test_the_samples_claims_are_answered() -> None:
    [game] = read_file(SAMPLES / "what-the-table-ruled.sgn")
    rules = rules_of("santase revoke=3")
    [sixty_six] = disputes(game, 1, rules)
    assert (sixty_six.claim, sixty_six.verdict) == (Claim(Out(Seat(1)), 1), WRONG)
    assert sixty_six.standing
    assert sixty_six.standing.points == (62, 63)
    [seen] = disputes(game, 3, rules)
    assert (seen.said, seen.verdict) == ("he has seen my next card", WRONG)
    assert seen.claim
    assert seen.claim.what == OfDeal(Subject.LOOKED_AT_TALON, Seat(0))
    assert seen.standing
    assert seen.standing.points == (19, 0)
    assert disputes(game, 2, rules) == []


def test_a_claim_behind_no_action_is_not_one_about_an_action() -> None:
    [found] = dispute_in(f'\n{HANDS}1. As Td\n2. @dispute("illegal") Kd Kc')
    assert (found.claim, found.verdict) == (None, OPEN)
    assert str(found.fault) == "no action before this claim could be illegal"


def test_behind_what_was_not_judged_nothing_is_decided() -> None:
    """The ace of spades is played twice: the further course of the deal is unknown."""
    [found] = dispute_in(f'\n{HANDS}1. As Td\n2. As Kc @dispute("0-25")')
    assert (found.verdict, found.standing) == (OPEN, None)
    [dealt] = dispute_in(f'\n{HANDS.replace("Kc", "Kd")}1. As Td @dispute("0-21")')
    assert (dealt.verdict, dealt.standing) == (OPEN, None)


def test_out_tells_what_is_against_a_claim() -> None:
    leads, replies = dispute_in(
        f'\n{HANDS}1. As Td\n2. exchange 40d close Kd @dispute("B is out") Kc @dispute("A is out")\n'
    )
    assert [found.refusal and found.refusal.code.id for found in (leads, replies)] == ["C203", "C203"]
    [early] = dispute_in(f'\n{HANDS}1. As Td\n2. exchange 40d @dispute("B is out")\n')
    assert (early.verdict, early.refusal) == (WRONG, None)
    [right] = dispute_in(f'\n{HANDS}1. As Td\n2. exchange 40d close Kd Kc @dispute("B is out")\n')
    assert (right.verdict, right.refusal) == (RIGHT, None)
    [auto] = dispute_in(f'\n{HANDS}1. As Td @dispute("B is out")\n', "santase claim=auto")
    assert auto.refusal
    assert auto.refusal.code.id == "C204"


# Announcements that may not have been good.

UNSEEN = """
1. Js 9d
2. close 40s{announced} Qs 9s
3. {second}Ad Qc{taken}
4. Jd Kc
5. 9c Ah{claimable} out{end}
"""
"""A play from hands that are not recorded: B has 36 card points at the end without the 40."""


def unseen(at: str, *claims: str, head: str = "", second: str = "") -> list[Dispute]:
    """Return the answers to claims at one place of that play, with another marriage if given."""
    notes = "".join(f' @dispute("{claim}")' for claim in claims)
    places = dict.fromkeys(("announced", "taken", "claimable", "end"), "") | {at: notes}
    [game] = read(f"%SGN 1\ndeal 1 dealer A trump As\n{head}{UNSEEN.format(**places, second=second)}")
    return disputes(game, 1, rules_of("santase"))


@pytest.mark.slow
def test_a_claim_after_a_doubtful_marriage_is_judged_with_it_and_without_it() -> None:
    found = unseen("announced", "0-42", "0-2", "0-22", "B has 42 points", "B has 1 trick", "B is out")
    assert [dispute.verdict for dispute in found] == [OPEN, OPEN, WRONG, OPEN, RIGHT, WRONG]
    assert {tuple(doubt.ply.value for doubt in dispute.rests_on) for dispute in found} == {(40,)}
    later = unseen(
        "taken", "the leader has 59 points", "B has 19 points", "B has 39 points", "A has 0 points"
    )
    assert [dispute.verdict for dispute in later] == [OPEN, OPEN, WRONG, RIGHT]


@pytest.mark.parametrize("at", ["claimable", "end"])
def test_being_out_by_a_doubtful_marriage_cannot_be_decided(at: str) -> None:
    assert [dispute.verdict for dispute in unseen(at, "B is out", "A is out")] == [OPEN, WRONG]


def test_a_marriage_from_a_known_hand_leaves_no_doubt() -> None:
    [found] = unseen("end", "B is out", head="B: Js Ks Qs Ad Jd 9c\n")
    assert (found.verdict, found.rests_on) == (RIGHT, ())


def test_each_of_several_doubtful_marriages_may_or_may_not_be_good() -> None:
    claims = [f"B has {points} points" for points in (24, 44, 64, 84, 70)]
    found = unseen("taken", *claims, second="20d Qd Jd\n4. ")
    assert [dispute.verdict for dispute in found] == [OPEN] * 4 + [WRONG]
    assert [doubt.ply.value for doubt in found[0].rests_on] == [40, 20]


def test_a_doubtful_marriage_that_waits_for_a_trick_changes_nothing_until_then() -> None:
    waits = '1. 20d @dispute("A has 0 points") @dispute("A has 20 points") Kd'
    lost = f'\n{waits} Ad @dispute("0-15")\n2. Jh Qh @dispute("25-15") @dispute("5-15") @dispute("20-15")'
    found = dispute_in(lost, "schnapsen", "As")
    assert [dispute.verdict for dispute in found] == [RIGHT, WRONG, RIGHT, OPEN, OPEN, WRONG]
    assert [len(dispute.rests_on) for dispute in found] == [0, 0, 0, 1, 1, 1]


def test_a_doubtful_marriage_counts_in_its_own_line_of_play() -> None:
    play = '\n1. 20d Kd Jd (Ad @dispute("0-15") 2. Jh Qh @dispute("5-15")) @dispute("6-0") @dispute("0-6")'
    found = dispute_in(play, "schnapsen", "As")
    assert [dispute.verdict for dispute in found] == [RIGHT, OPEN, OPEN, WRONG]


def test_more_doubts_than_are_weighed_leave_a_claim_open() -> None:
    play = '2. exchange 40s Qs 9h\n3. 20d Qd Jd\n4. 20c Qc Jc\n5. 20h Qh Jh @dispute("B has 1 point")'
    [game] = read(f"%SGN 1\ndeal 1 dealer A trump As\n1. Js Ts\n{play}")
    [found] = disputes(game, 1, rules_of("santase"))
    assert (found.verdict, len(found.rests_on)) == (OPEN, 5)


def test_people_are_told_on_what_the_points_of_a_moment_rest() -> None:
    game = next(
        read(
            f"%SGN 1\ndeal 1 dealer A trump As{UNSEEN}".format(
                announced="", second="", taken=' @dispute("0-59")', claimable="", end=' @dispute("B is out")'
            )
        )
    )
    rules = rules_of("santase")
    told = "\n".join(lines_of(told_of(disputes(game, 1, rules), game, rules)))
    assert told.count("The claim cannot be decided.") == 2
    assert told.count("This holds if B's 40 in spades was good, which cannot be decided.") == 2
    assert "has not gone out" not in told


# Cards that are not recorded.


def with_gaps(deal: DealRecord, rng: random.Random) -> DealRecord:
    """Return a deal in which some dealt cards are not recorded, and sometimes one that was played."""

    def blank(held: Holding) -> Holding:
        return replace(held, cards=tuple(UNRECORDED if rng.random() < 0.5 else card for card in held.cards))

    hands = tuple((seat, blank(held)) for seat, held in deal.hands if rng.random() < 0.7)
    if deal.talon is None:
        return replace(deal, hands=hands)
    trump = deal.talon.cards[-1]
    return replace(deal, hands=hands, talon=blank(deal.talon) if rng.random() < 0.5 else None, trump=trump)


def unplayed(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal in which one card that was played is not written."""
    index = rng.randrange(len(deal.tricks))
    trick = deal.tricks[index]
    cards = [place for place, ply in enumerate(trick.plies) if ply.plays]
    if not cards:
        return deal
    plies, place = list(trick.plies), rng.choice(cards)
    plies[place] = replace(plies[place], action=UNRECORDED)
    tricks = (*deal.tricks[:index], replace(trick, plies=tuple(plies)), *deal.tricks[index + 1 :])
    return replace(deal, tricks=tricks)


@pytest.mark.slow
@for_each(PLAIN, one_in=6)
def test_what_gaps_leave_certain_is_certain(spec: str) -> None:
    rng = random.Random(spec)
    told = 0
    for _ in range(DEALS):
        whole = played(spec, rng)
        gappy = unplayed(with_gaps(whole, rng), rng)
        plies = [ply for trick in gappy.tricks for ply in trick.plies]
        for (_, plain), ply in zip(replayed(spec, whole), plies, strict=True):
            text, right = rng.choice(list(claims_about(plain, rng)))
            if not SIZE.is_full and rng.random() < 0.7:
                continue
            found = dispute_on(gappy, ply, text, rules_of(spec))
            assert found.verdict in (OPEN, RIGHT if right else WRONG), (text, write(Record((), (gappy,))))
            told += found.verdict is not OPEN
    assert told > DEALS or not SIZE.is_full


@pytest.mark.slow
@for_each(PLAIN, one_in=6)
def test_what_was_not_allowed_is_never_called_legal_for_want_of_cards(spec: str) -> None:
    rng = random.Random(spec)
    told = 0
    for _ in range(DEALS):
        for deal, ply, legal in attempts(spec, played(spec, rng), rng):
            tricks = unplayed(replace(deal, tricks=deal.tricks[:-1]), rng).tricks if deal.tricks[1:] else ()
            gappy = with_gaps(replace(deal, tricks=(*tricks, deal.tricks[-1])), rng)
            found = dispute_on(gappy, ply, "legal", rules_of(spec))
            assert found.verdict in (OPEN, RIGHT if legal else WRONG), write(Record((), (gappy,)))
            told += found.verdict is not OPEN
    assert told > DEALS or not SIZE.is_full


def test_points_within_bounds_are_open() -> None:
    found = dispute_in(
        '\nA: Ad Kd Qd Ac Kh Qh\n1. Ad -- @dispute("A has 11 points") @dispute("30-0") @dispute("40-0")\n'
        '2. Ac --\n3. A: 40d @dispute("A is out") @dispute("B is out") @dispute("A has 2 tricks")\n',
        trump="d",
    )
    assert [dispute.verdict for dispute in found] == [OPEN, WRONG, WRONG, OPEN, WRONG, RIGHT]


def test_an_action_that_nobody_can_judge_is_open() -> None:
    hidden = dispute_in('\n1. As Td\n2. exchange @dispute("legal") close @dispute("legal") Kd Kc\n')
    assert [found.verdict for found in hidden] == [OPEN, RIGHT]
    replies = (
        '1. As Td\n2. close Ts Qh @dispute("legal")\n3. Kd Kh @dispute("legal")\n4. 9d -- @dispute("legal")'
    )
    doubtful = dispute_in(f"\nB: Ts 9d Kd Td 9c Qc\n{replies}\n5. Qc\n")
    assert [found.verdict for found in doubtful] == [OPEN, OPEN, OPEN]
    play = '1. As Td\n2. -- Ks\n3. B: Kd Kc\n4. exchange @dispute("legal")'
    [exchange] = dispute_in(f"\n{HANDS}{play}")
    assert exchange.verdict is OPEN
    [certain] = dispute_in(f'\n{HANDS}1. As Td\n2. Kd --\n3. exchange @dispute("legal")')
    assert certain.verdict is RIGHT
    [unled] = dispute_in('\n1. As Td\n2. close -- Ks @dispute("legal")\n3. B: Ts')
    assert unled.verdict is OPEN


def test_a_reply_from_a_hand_that_is_then_known_is_certain() -> None:
    hands = HANDS.replace("Kh Ah Kc", "Kh -- Kc").replace("9c Qc", "9c --")
    [found] = dispute_in(f'\n{hands}1. As Td\n2. exchange close Kd Ah @dispute("legal")')
    assert found.verdict is RIGHT


# What a deal is worth.


def is_worth(spec: str, deal: DealRecord, claim: Worth) -> bool:
    """Whether a deal is legal by the oracle, as far as it follows it, and has the claimed worth."""
    stated = replace(until_over(spec, deal), result=Outcome(claim.winner, claim.game_points))
    return is_true(write(Record((Tag("Rules", spec),), (stated,))))


def until_over(spec: str, deal: DealRecord) -> DealRecord:
    """Return a deal up to where it ends without a claim; unchanged if the oracle refuses some of it."""
    try:
        for done, (ply, plain) in enumerate(replayed(spec, deal), start=1):
            if plain.over and ply.action != actions.OUT:
                return cut_behind(deal, done)
    except (AssertionError, ValueError, oracle.IllegalActionError):
        pass
    return deal


def cut_behind(deal: DealRecord, done: int) -> DealRecord:
    """The first so many actions of a deal."""
    tricks = []
    for trick in deal.tricks:
        if done > 0:
            tricks.append(replace(trick, plies=trick.plies[:done]))
        done -= len(trick.plies)
    return replace(deal, tricks=tuple(tricks))


def answer(game: Game, number: int, claim: Worth, rules: RuleSet) -> Answer:
    """The answer to a claim of what a deal is worth under some rules."""
    return answer_of(account(judge_under(game, rules), number), claim)


def claims_of(spec: str, deal: DealRecord, rng: random.Random) -> Iterator[Worth]:
    """The right claim of what a deal is worth, and some others."""
    rules = rules_of(spec)
    worths = range(2, 7) if rules.mp_all_pay else range(1, 4)
    every = [Worth(NOBODY, 0), *(Worth(side, points) for side in rules.sides for points in worths)]
    yield from (claim for claim in every if is_worth(spec, deal, claim))
    yield rng.choice(every)


def is_legal_play(spec: str) -> bool:
    """Whether no option of a spec is about irregular play."""
    return "revoke=" not in spec and "wrong-marriage-lead=" not in spec


def of_oracle(rules: RuleSet) -> bool:
    """Whether the oracle knows all options of some rules."""
    return is_legal_play(write_spec(rules))


def singles(rules: RuleSet) -> list[str]:
    """The specs with one option set otherwise."""
    changed = (with_options(rules, setting) for setting in tried_options(rules))
    return [write_spec(other) for other in changed if other is not None and other != rules]


def nearest_schneider(rules: RuleSet, deal: DealRecord, claim: Worth) -> str:
    """The spec with the nearest other number of points that save from a second game point, if one does it."""
    option = next(option for option in OPTIONS if option.word == "schneider")
    numbers = sorted(range(2, 67), key=lambda number: (abs(number - rules.score_tiers), number))
    others = (with_options(rules, (option, number)) for number in numbers if number != rules.score_tiers)
    specs = (write_spec(other) for other in others if other)
    return next((spec for spec in specs if is_worth(spec, deal, claim)), "")


@pytest.mark.slow
@for_each([*PLAIN, "santase target=11 failed-close=3"], one_in=7)
def test_a_claim_of_what_a_deal_is_worth_is_right_where_the_oracle_says_so(spec: str) -> None:
    rng = random.Random(spec)
    rules = rules_of(spec)
    for _ in range(DEALS):
        deal = played(spec, rng)
        for claim in claims_of(spec, deal, rng):
            found = answer(game_of(deal), 1, claim, rules)
            right = is_worth(spec, deal, claim)
            assert found.verdict is (RIGHT if right else WRONG)
            assert found.worth
            assert is_worth(spec, deal, found.worth)
            if right:
                assert (found.elsewhere.rule_sets, found.elsewhere.options) == ((), ())
                continue
            alike = [other.name for other in dealt_alike(rules)]
            expected = [name for name in alike if name != spec and is_worth(name, deal, claim)]
            assert [other.spec for other in found.elsewhere.rule_sets] == expected
            told = [other.spec for other in found.elsewhere.options if of_oracle(other.rules)]
            one = [other for other in singles(rules) if is_legal_play(other) and is_worth(other, deal, claim)]
            near = nearest_schneider(rules, deal, claim)
            if near and not any("schneider=" in other for other in one):
                assert near in told or len(found.elsewhere.options) == 12
                told = [other for other in told if other != near]
            if one:
                assert told == one[: len(told)]
                assert len(told) >= min(11, len(one))
            one += filter(None, [near])
            for other in found.elsewhere.options:
                assert len(other.changes) == (1 if one else 2)
                assert is_worth(other.spec, deal, claim)


def without_notes(deal: DealRecord) -> DealRecord:
    """Return a deal without its annotations."""
    tricks = (replace(t, plies=tuple(replace(p, notes=()) for p in t.plies), notes=()) for t in deal.tricks)
    return replace(deal, tricks=tuple(tricks), notes=(), result=None)


def test_two_options_are_told_where_one_is_not_enough() -> None:
    """The last trick must add nothing, and the claim, false then, must cost no more than it would win."""
    [game] = read_file(SAMPLES / "the-last-ten.sgn")
    assert game.draft
    deal = without_notes(game.draft.deals[0])
    rules = rules_of("santase")
    assert answer(game, 1, Worth(Seat(1), 1), rules).verdict is RIGHT
    found = answer(game, 1, Worth(Seat(0), 1), rules)
    assert found.elsewhere.rule_sets == ()
    either = {"claim_false", "last_bonus"}
    pairs = [
        write_spec(other)
        for pair in combinations(tried_options(rules), 2)
        if pair[0][0] != pair[1][0] and either & {option.decision for option, _ in pair}
        if (other := with_options(rules, *pair)) is not None and of_oracle(other)
        if len(write_spec(other).split()) == 3 and is_worth(write_spec(other), deal, Worth(Seat(0), 1))
    ]
    assert [other.spec for other in found.elsewhere.options] == pairs
    assert [tuple(change) for change in found.elsewhere.options[0].changes] == [
        ("false-claim", "proportional", "flat", "claim.false"),
        ("last-trick", "0", "10", "last.bonus"),
    ]


def test_an_extra_point_after_a_draw_belongs_to_what_a_deal_is_worth() -> None:
    [game] = read_file(SAMPLES / "two-draws.sgn")
    plain, bonus = rules_of("santase"), rules_of("santase draw-bonus=yes")
    assert answer(game, 2, Worth(Seat(1), 2), plain).verdict is RIGHT
    assert answer(game, 2, Worth(Seat(1), 3), bonus).verdict is RIGHT
    without = answer(game, 2, Worth(Seat(1), 3), plain)
    assert without.verdict is WRONG
    assert "santase draw-bonus=yes" in [other.spec for other in without.elsewhere.options]
    with_it = answer(game, 2, Worth(Seat(1), 2), bonus)
    assert (with_it.verdict, with_it.worth) == (WRONG, Worth(Seat(1), 3))
    assert "santase" in [other.spec for other in with_it.elsewhere.rule_sets]
    assert "santase" in [other.spec for other in with_it.elsewhere.options]


def test_who_deals_is_no_matter_of_the_deal() -> None:
    """Under rules by which another should deal, the deal comes to the same."""
    [game] = read_file(SAMPLES / "two-draws.sgn")
    assert game.draft
    rules = rules_of("santase draw-dealer=turn")
    assert any(finding.code.id == "R260" for finding in judge_under(game, rules).findings)
    assert answer(game, 2, Worth(Seat(1), 2), rules).verdict is RIGHT
    assert "santase target=11" not in [
        other.spec for other in answer(game, 2, Worth(Seat(1), 1), rules_of("santase")).elsewhere.options
    ]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["santase", "sixty-six-casual", "schnapsen"])
def test_what_went_before_is_no_matter_of_a_deal(spec: str) -> None:
    """Who should deal by other rules, and when a match ends, do not change what a deal is worth."""
    rng = random.Random(spec)
    rules = rules_of(spec)
    for _ in range(4 * DEALS):
        before, deal = played(spec, rng), played(spec, rng)
        claim = Worth(Seat(rng.randrange(2)), rng.choice((1, 2, 3)))
        alone, second = answer(game_of(deal), 1, claim, rules), answer(game_of(before, deal), 2, claim, rules)
        assert second.worth == alone.worth
        assert [other.spec for other in second.elsewhere.rule_sets] == [
            other.spec for other in alone.elsewhere.rule_sets
        ]
        kept = [other.spec for other in second.elsewhere.options if "draw-bonus" not in other.spec]
        assert kept == [other.spec for other in alone.elsewhere.options if "draw-bonus" not in other.spec]


def test_rule_sets_with_another_pack_are_left_out() -> None:
    """Nothing in this record says whether there are nines."""
    [game] = read("%SGN 1\ndeal 1 dealer B trump d\n1. As Td\n2. Kd Kc\n3. out\n")
    assert answer(game, 1, Worth(Seat(0), 3), rules_of("schnapsen")).verdict is RIGHT
    found = answer(game, 1, Worth(Seat(0), 3), rules_of("santase"))
    assert found.verdict is WRONG
    assert "schnapsen" not in [other.spec for other in found.elsewhere.rule_sets]
    assert "santase false-claim=schnapsen" in [other.spec for other in found.elsewhere.options]


def test_rules_that_find_more_wrong_do_not_make_a_claim_right() -> None:
    """By the rules of Sixty-six a marriage may not be announced once the talon is closed."""
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As Td\n2. exchange close 40d Kd Kc\n3. out\n")
    found = answer(game, 1, Worth(Seat(0), 3), rules_of("santase"))
    assert found.worth == Worth(Seat(1), 3)
    sixty_six = judge_under(game, rules_of("sixty-six"))
    assert sixty_six.deals[0].result
    assert sixty_six.deals[0].result[:2] == (0, 3)
    assert "sixty-six" not in [other.spec for other in found.elsewhere.rule_sets]


def played_on_with_66(rules: RuleSet, rng: random.Random) -> Iterator[tuple[DealRecord, Worth]]:
    """Yield deals without a claim in which a seat had 66, played on, and lost; with its points then."""
    for _ in range(60):
        deal, end = deal_record(1, rules, Seat(rng.randrange(2)), rng, noted=False, silent=True)
        early = judge_under(game_of(deal), replace(rules, claim_mode=ClaimMode.AUTO)).deals[0]
        if end.result and early.result and early.result.winner not in (NOBODY, end.result.winner):
            yield deal, Worth(early.result.winner, early.game_points)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["santase", "sixty-six", "schnapsen", "sixty-six-casual"])
def test_who_had_66_first_is_right_where_66_ends_the_deal_by_itself(spec: str) -> None:
    """Playing on is not a fault of those who played by rules under which 66 has to be claimed."""
    rules = rules_of(spec)
    automatic = replace(rules, claim_mode=ClaimMode.AUTO)
    cases = list(islice(played_on_with_66(rules, random.Random(spec)), 5))
    assert len(cases) == 5
    for deal, worth in cases:
        game = game_of(deal)
        found = answer(game, 1, worth, rules)
        assert found.verdict is WRONG
        assert write_spec(automatic) in [other.spec for other in found.elsewhere.options], write(
            Record((), (deal,))
        )
        compared = compare_rules(game, [rules, automatic])
        verdicts = [verdict.deals[0] for verdict in compared.verdicts]
        assert verdicts[1].result is not None
        assert Worth(verdicts[1].result.winner, verdicts[1].game_points) == worth
        assert verdicts[1].breaches == verdicts[0].breaches == ()
        [pair] = compared.pairs
        assert pair.parting is not None
        assert pair.parting.deciding.decisions == ("claim_mode",)


def test_what_is_wrong_by_the_own_rules_too_excludes_no_others() -> None:
    """A revoke is a revoke under all of them."""
    text = f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As 9c\n2. Kc Tc\n3. close Ts Kh\n4. out\n"
    [game] = read(text)
    rules = rules_of("santase")
    assert [finding.code.id for finding in judge_under(game, rules).findings if finding.is_error] == ["R210"]
    assert "santase failed-close=3" in [
        other.spec for other in answer(game, 1, Worth(Seat(0), 3), rules).elsewhere.options
    ]


# Deals that are not decided.


ABOUT_THE_END = (
    *("A {points}", "{points}-{other}", "A has {points} points", "leader has {points} points"),
    *("A has {tricks} tricks", "A has no trick", "A is out", "A has {points}", "A is schneider"),
    *("A is schwarz", "A won", "A took trick {trick}", "A leads to trick {trick}", "A {worth}", "draw"),
    *("A revoked", "A closed too late", "A forgot to claim", "A claimed falsely", "A resigned"),
)
"""Claims that rest on the whole play of a deal, each true of the standing at the gap where it can be."""


@pytest.mark.slow
def test_where_a_trick_is_not_recorded_nothing_is_decided_that_comes_after_it() -> None:
    """In a deal that ends long after the gap, whatever the standing at the gap was; earlier tricks stay."""
    rng = random.Random("gap")
    seen = 0
    while seen < (6 if SIZE.is_full else 2):
        record, _ = deal_record(1, rules_of("santase"), Seat(rng.randrange(2)), rng, noted=False)
        if len(record.tricks) < 9 or any(not ply.plays for trick in record.tricks for ply in trick.plies):
            continue
        gap = rng.randrange(4, 7)
        tricks = list(record.tricks)
        tricks[gap - 1] = replace(tricks[gap - 1], plies=(Ply(UNRECORDED), Ply(UNRECORDED)))
        unknown = replace(record, hands=(), talon=None, tricks=tuple(tricks))
        [game] = read(write(Record((Tag("Rules", "santase"),), (unknown,))))
        rules = rules_of("santase")
        told = account(judge_under(game, rules), 1)
        if not told.deal.stopped:  # the trump suit is not known, or only one player can have taken the trick
            continue
        seen += 1
        start = next(step.after for step in reversed(told.played) if step.after.trick == gap - 1)
        facts = {"points": start.points[0], "other": start.points[1], "tricks": start.tricks[0]}
        claims = [claim.format(**facts, trick=len(tricks), worth=1) for claim in ABOUT_THE_END]
        understood = [claim for claim in claims if all(each.understood for each in read_claims(claim, rules))]
        assert len(understood) > 14, set(claims) - set(understood)
        for found in answer_claims(game, 1, rules, understood):
            assert (found.verdict, found.standing) == (OPEN, None), found.text
            assert str(found.unjudged) == f"trick {gap} is not recorded", found.text
        earlier = [f"A has {points} card points (trick {gap - 1})" for points in (start.points[0], 66)]
        right, wrong = answer_claims(game, 1, rules, earlier)
        assert (right.verdict, wrong.verdict) == (ClaimVerdict.RIGHT, ClaimVerdict.WRONG)
        shown = as_text(case(answer_claims(game, 1, rules, understood), told, language("en")), 200)
        assert f"The judgement of the deal stops at trick {gap}: trick {gap} is not recorded." in shown
        assert re.search(rf"Trick {gap}: [AB]: --\.", shown), "the last moment that was judged"


def test_an_undecided_deal_tells_how_it_stands() -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As Td\n2. exchange 40d close Kd Kc\n")
    found = answer(game, 1, Worth(Seat(1), 3), rules_of("santase"))
    assert (found.verdict, found.worth, found.missing) == (OPEN, None, ())
    assert found.standing
    assert (found.standing.points, found.standing.turn, found.standing.result) == ((0, 69), 1, None)
    assert [other.spec for other in found.elsewhere.options] == ["santase claim=auto"]


@pytest.mark.parametrize(
    ("play", "codes"),
    [
        ("1. As Td\n2. exchange 40d close Kd Kc\n= B 3", ["X115"]),
        ("1. As Td\n2. As Kc", ["R203"]),
        ("1. As Td\n2. Kd xx Kc\n3. Kc", ["S113"]),
        ("1. As Td\n2. Kd\n3. Kc Qc", ["X103"]),
    ],
)
def test_an_undecided_deal_tells_what_is_missing(play: str, codes: list[str]) -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}{play}\n")
    found = answer(game, 1, Worth(Seat(1), 3), rules_of("santase"))
    assert (found.verdict, found.worth) == (OPEN, None)
    assert [finding.code.id for finding in found.missing] == codes


def test_a_result_taken_on_trust_decides_nothing() -> None:
    [game] = read("%SGN 1\ndeal 1 dealer B trump Qd\n= B 2\n")
    found = answer(game, 1, Worth(Seat(1), 2), rules_of("santase"))
    assert found.verdict is OPEN
    assert found.deal.trusted


def test_only_what_is_wrong_in_this_deal_is_missing_in_it() -> None:
    text = f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As xx\n= *\n\ndeal 2 dealer B\n{HANDS}1. As Td\n2. As Kc\n"
    [game] = read(text)
    assert [f.code.id for f in answer(game, 1, Worth(Seat(1), 2), rules_of("santase")).missing] == ["S133"]
    assert [f.code.id for f in answer(game, 2, Worth(Seat(1), 2), rules_of("santase")).missing] == ["R203"]


def test_a_deal_of_impossible_cards_does_not_stand_anyhow() -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS.replace('Kc', 'Kd')}1. As Td\n")
    found = answer(game, 1, Worth(Seat(1), 2), rules_of("santase"))
    assert (found.verdict, found.standing) == (OPEN, None)
    assert [finding.code.id for finding in found.missing] == ["X114"]


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_deal_that_is_not_there_is_refused(number: int) -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As Td\n")
    with pytest.raises(ValueError, match=f"no deal {number}"):
        answer_claims(game, number, rules_of("santase"), ["B 2"])
    with pytest.raises(ValueError, match=f"no deal {number}"):
        disputes(game, number, rules_of("santase"))


# The language of claims.


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("A 3", Claim(Worth(Seat(0), 3))),
        ("b 1", Claim(Worth(Seat(1), 1))),
        ("draw", Claim(Worth(NOBODY, 0))),
        ("B: A 3", Claim(Worth(Seat(0), 3), 1)),
        ("A: Draw!", Claim(Worth(NOBODY, 0), 0)),
        ("41-66", Claim(Points((41, 66)))),
        ("B: 41 - 66.", Claim(Points((41, 66)), 1)),
        ("41:66", Claim(Points((41, 66)))),
        ("A has 41 points", Claim(SeatPoints(Seat(0), 41))),
        ("B  had 1 card point", Claim(SeatPoints(Seat(1), 1))),
        ("A has 66 points", Claim(SeatPoints(Seat(0), 66))),
        ("the leader has 20 card points", Claim(SeatPoints(LEADER, 20))),
        ("B had no trick", Claim(SeatTricks(Seat(1), 0))),
        ("a HAS 2 TRICKS", Claim(SeatTricks(Seat(0), 2))),
        ("A has 1 trick", Claim(SeatTricks(Seat(0), 1))),
        ("A is out", Claim(Out(Seat(0)))),
        ("B was out", Claim(Out(Seat(1)))),
        ("A has 66", Claim(Out(Seat(0)))),
        ("B: I have 66", Claim(Out(Seat(1)), 1)),
        ("B: I am out", Claim(Out(Seat(1)), 1)),
        ("legal", Claim(Allowed(True))),
        ("A: ILLEGAL", Claim(Allowed(False), 0)),
    ],
)
def test_claims_are_read(text: str, claim: Claim) -> None:
    assert [each.claims for each in read_claims(text)] == [(claim,)]


@pytest.mark.parametrize(("bonus", "most"), [("no", 4), ("yes", 5), ("any", 5), ("adding", 11)])
def test_a_deal_after_draws_can_be_claimed_with_its_bonus(bonus: str, most: int) -> None:
    rules = rules_of(f"santase draw-bonus={bonus}")
    [good], [bad] = (read_claims(f"A {number}", rules) for number in (most, most + 1))
    assert good.understood
    assert str(bad.fault).startswith(f"a deal brings 1 to {most} game points, not")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "this is not understood as a claim"),
        ("A", "this is not understood as a claim"),
        ("the moon is green", "this is not understood as a claim"),
        ("A 0", "a deal brings 1 to 4 game points, not 0"),
        ("A 41", "a deal brings 1 to 4 game points, not 41; card points are claimed as in `A has 41 points`"),
        ("C 2", "there is no seat C in a game for 2"),
        ("D: draw", "there is no seat D in a game for 2"),
        ("C has no trick", "there is no seat C in a game for 2"),
        ("10-20-30", "10-20-30 are not card points for 2 seats"),
        ("I have 66", "it is not said who speaks"),
        ("I had no trick", "it is not said who speaks"),
        ("A revoked" + " and A revoked" * 40, "a claim has at most 300 characters"),
    ],
)
def test_what_is_no_claim_is_told_why(text: str, fault: str) -> None:
    [found] = read_claims(text)
    assert str(found.fault).startswith(fault)


@pytest.mark.slow
def test_no_words_are_too_much_for_it() -> None:
    rng = random.Random(1)
    words = (
        "A B I the leader has had no is out 66 41 3 trick tricks points card draw legal : - . ж \x00".split()
    )
    read_some = 0
    for _ in range(SIZE.share(4)):
        found = read_claims(" ".join(rng.choices(words, k=rng.randrange(6))))
        read_some += all(each.understood for each in found)
        assert all(str(each.fault) or each.claims for each in found)
    assert 20 < read_some < 4000 or not SIZE.is_full


# The output for people and programs.


def told_of(found: list[Dispute], game: Game, rules: RuleSet) -> Document:
    """Return what a document says of claims alone."""
    told = account(judge(game, imposed=rules), 1)
    return Document("", tuple(answers(found, told, language("en"))), "en")


def lines_of(document: Document, notes: bool = True) -> list[str]:
    """Everything that a document says, but the lines of the record."""
    return [document.title, *texts(document, notes)]


CLAIMS = (
    '1. As @dispute("illegal") Td @dispute("A: 0-20") @dispute("the leader has 21 points")\n'
    '2. exchange 40d @dispute("B is out") close Kd @dispute("A has 66") Kc @dispute("B: I am out")\n'
    '3. out @dispute("B 2") @dispute("B is out") @dispute("A had no trick") @dispute("A is out")\n'
    '4. Ks @dispute("draw") @dispute("0-0") @dispute("who knows?")\n'
)
ANSWERS = (
    "The claim is wrong. The action A♠ was allowed.",
    "The claim is wrong.",
    "The card points are 0-21 and the tricks 0-1. It is B's turn. The action 10♦ was allowed.",
    "The claim is right. B has 21 card points.",
    "The claim is wrong. B has 61 card points. A claim of 66 would fail now.",
    "The claim is wrong. A has 0 card points. Claiming 66 is not allowed now: A may not claim "
    "now: the moment for it is right after winning a trick or announcing a marriage.",
    "The claim is right. B has 69 card points. A claim of 66 would succeed now.",
    "The claim is wrong under the rules of Santase.",
    "The claim is right. B has 69 card points. B has gone out.",
    "The claim is right. A has 0 tricks.",
    "The claim is wrong. A has 0 card points. The deal is over, and A has not gone out.",
    "The deal was not judged this far.",
)


def test_people_are_told_what_becomes_of_every_claim() -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B trump Qd\n{HANDS}{CLAIMS}")
    rules = rules_of("santase")
    found = disputes(game, 1, rules)
    said = lines_of(told_of(found, game, rules))
    for sentence in ANSWERS:
        assert sentence in said
    assert said[1] == "Line 6: that was illegal"
    assert any(text.startswith("Not understood: “who knows") for text in said)
    assert "Do you mean one of these?" in said
    shape = json.loads(json.dumps(dump_disputes(found, game, 1, rules, language("en"), "a.sgn")))
    assert [dispute["verdict"] for dispute in shape["disputes"]] == [other.verdict.value for other in found]
    assert [dispute["text"] for dispute in shape["disputes"]] == [other.text for other in found]
    first = shape["disputes"][0]
    assert (first["line"], first["action"], first["allowed"]) == (6, "As", "right")
    assert first["claim"] == {"of": "legality", "legal": False}
    assert shape["disputes"][1]["claim"] == {"by": "A", "of": "points", "points": {"A": 0, "B": 20}}
    assert shape["disputes"][2]["claim"] == {"of": "points", "seat": "leader", "points": 21}
    assert shape["disputes"][4]["refusal"] == "C203"
    assert shape["disputes"][0]["readings"] == [
        {"kind": "legality", "denied": True, "sentence": "that was illegal"}
    ]
    assert (shape["disputes"][0]["understood"], shape["disputes"][-1]["understood"]) == (True, False)
    assert shape["disputes"][-1]["fault_kind"] == "not-understood"
    assert len(shape["disputes"][-1]["readings"]) == 3


def test_people_are_told_where_a_claim_would_be_right() -> None:
    [game] = read_file(SAMPLES / "the-closer-fails.sgn")
    rules = rules_of("santase")
    found = answer_claims(game, 1, rules, ["B 2"])
    said = lines_of(told_of(found, game, rules))
    assert said[1] == "Anna wins 2"
    for sentence in (
        "The claim is wrong under the rules of Santase.",
        "Under which rules it would be right",
        "The same play makes it right under Sixty-six (casual).",
        "what a closer's failure gives the opponent: 2, whatever the opponent has",
        "what a closer's failure gives the opponent: 2, or 3 if the opponent had no trick when the talon was "
        "closed\nSantase Rules (SantaseGameEngine, docs/Rules.md), Scoring, 24 August 2015 (418f64d): “A "
        "player closes the talon but fails to go out with 66 or more card points. The opponent wins. | The "
        "opponent had at least one trick when the talon was closed. | 2 game points / The opponent had no "
        "tricks when the talon was closed. | 3 game points”",
    ):
        assert sentence in said
    printed = json.loads(json.dumps(dump_disputes(found, game, 1, rules, language("en"), "a.sgn")))
    assert printed["disputes"][0]["line"] == 0
    shape = printed["disputes"][0]["answer"]
    assert (shape["verdict"], shape["claim"]["game_points"], shape["worth"]["game_points"]) == ("wrong", 2, 3)
    assert shape["rule_sets"] == ["sixty-six-casual"]
    assert shape["options"][0]["changes"][0]["point"] == "score.closer_fails"
    right = lines_of(told_of(answer_claims(game, 1, rules, ["B 3"]), game, rules))
    assert [text for text in right[2:5] if text] == ["The claim is right under the rules of Santase."]
    assert not any(text.startswith("Under which") for text in right)


def test_people_are_told_what_is_missing() -> None:
    rules = rules_of("santase")
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As Td\n2. exchange 40d close Kd Kc\n")
    said = lines_of(told_of(answer_claims(game, 1, rules, ["B 3"]), game, rules))
    assert "The card points are 0-69 and the tricks 0-2. It is B's turn." in said
    assert "The play stops here: the deal is not over, and nobody has gone out." in said
    [game] = read(f"%SGN 1\ndeal 1 dealer B\n{HANDS}1. As Td\n2. As Kc\n")
    said = lines_of(told_of(answer_claims(game, 1, rules, ["B 3"]), game, rules))
    assert "What is missing" in said
    assert "Trick 2: A♠ was played before in this deal. The rest of the deal is not judged." in said


@cache
def heard(one_in: int) -> list[tuple[Game, RuleSet, list[Dispute]]]:
    """The first deals of some games, with the disputes in them and answers to one in so many claims."""
    [claims] = read(f'%SGN 1\n[Rules "santase"]\ndeal 1 dealer B trump Qd\n{HANDS}{CLAIMS}')
    said = ["draw", "A 1", "B 2", *(f"B: {text}" for _, _, text in claim_words("en").examples())]
    found = []
    games = [claims, *(game for path in sorted(SAMPLES.glob("*s.sgn")) for game in read_file(path))]
    for at, game in enumerate(games):
        assert game.draft
        rules = rules_of(game.draft.tag("Rules") or "santase")
        asked = said[at % one_in :: one_in] if at else said
        found.append((game, rules, [*disputes(game, 1, rules), *answer_claims(game, 1, rules, asked)]))
    return found


@pytest.mark.parametrize(
    "speak",
    [
        pytest.param(Marked, id="marked", marks=pytest.mark.slow),
        *(pytest.param(partial(language, code), id=code, marks=pytest.mark.nightly) for code in COMPLETE),
    ],
)
def test_nothing_is_said_past_the_language(speak: Callable[[], Language]) -> None:
    spoken = speak()
    for game, rules, found in heard(3 if isinstance(spoken, Marked) else 1):
        told = account(judge(game, imposed=rules), 1)
        document = case(found, told, spoken, Docket("Lom", "1. 5.", "7", "Ida"))
        assert document.language == spoken.code
        if not isinstance(spoken, Marked):
            continue
        fine = {each.text for each in found} | set(lines_of(explanation(told, spoken)))
        names = sorted(filter(None, (game.readable.tag(letter) for letter in "ABCD")), key=len, reverse=True)
        called = re.compile(
            "|".join(map(re.escape, [*names, *(name.split()[0] for name in names)])) or "(?!)"
        )
        claimed = {claim_sentence(each.claim, told.speaking(spoken)) for each in found if each.claim}
        fine |= {called.sub("", each) for each in claimed}
        for text in lines_of(document, notes=False)[1:]:
            text = called.sub("", text)
            assert text in fine or not re.search("[a-z]{4}", unmarked(text)), text


POINTS_GAME = """%SGN 1
[Rules "santase"]
[A "Hans"]
[B "Maria"]
deal 1 dealer A trump Qh
A: Ad 9d Qd Tc Th Td
B: Jd Qs 9h 9s Kd Ah
talon: Ks Ac Js 9c Qc Jc Ts Jh As Kc Kh Qh
1. 9h Tc 2. 20s Qs Qd 3. Js 9c 4. Jd Ad 5. Ac Kd 6. Th Qc 7. As Ks 8. 9d Ah
9. Qh Kh 10. Ts 9s 11. Td Jh 12. Kc Jc
"""
"""By hand, Hans: 13, 28, 41, 56 after tricks 4 to 7, 63 after 9, 73 after 10; Maria 77 with the last ten."""


@pytest.mark.parametrize(
    ("claim", "tricks"),
    [
        ("Hans had 41 points", [6]),
        ("Hans had 56 points", [7, 8]),
        ("Hans had 57 points", []),
        ("Hans had 41 points at trick 7", [6]),
        ("Hans has 3 tricks", [6]),
        ("28-38", [5]),
    ],
)
def test_a_wrong_claim_of_points_says_when_it_was_so(claim: str, tricks: list[int]) -> None:
    [game] = read(POINTS_GAME)
    rules = rules_of("santase")
    [found] = answer_claims(game, 1, rules, [claim])
    assert found.verdict is ClaimVerdict.WRONG
    steps = [step for step in found_steps(game, rules) if step.event]
    seat = 0
    held = {
        step.path.trick
        for step in steps
        if claim_holds(claim, step.after.points[seat], step.after.tricks[seat], tuple(step.after.points))
    }
    assert set(found.so_at) == held
    assert set(tricks) <= held
    words = lines_of(case([found], account(judge(game, imposed=rules), 1), language("en")))
    assert any(word.startswith("This happened at trick") for word in words) is bool(held)
    shape = dump_disputes([found], game, 1, rules, language("en"), "a.sgn")["disputes"][0]
    assert shape.get("so_at", []) == sorted(held)


def found_steps(game: Game, rules: RuleSet) -> list[Step]:
    return list(replay(rules, game.readable.deals[0]))


def claim_holds(claim: str, points: int, tricks: int, all_points: tuple[int, ...]) -> bool:
    """Whether what is claimed was so, by the figures of the referee's own state."""
    first = int(re.findall("[0-9]+", claim)[0])
    if "-" in claim:
        return all_points == tuple(map(int, claim.split("-")))
    return tricks == first if "tricks" in claim else points == first


def test_a_wrong_claim_of_points_says_under_which_rules_it_is_right() -> None:
    """Without the last ten Maria has 67; it is the option that says so, and rule sets that have it."""
    [game] = read(POINTS_GAME)
    rules = rules_of("santase")
    [found] = answer_claims(game, 1, rules, ["Maria had 67 points"])
    assert found.verdict is ClaimVerdict.WRONG
    assert [other.spec for other in found.elsewhere.options] == ["santase last-trick=0"]
    for other in (*found.elsewhere.rule_sets, *found.elsewhere.options):
        [again] = answer_claims(game, 1, other.rules, ["Maria had 67 points"])
        assert again.verdict is ClaimVerdict.RIGHT, other.spec
    words = lines_of(case([found], account(judge(game, imposed=rules), 1), language("en")))
    assert "Under which rules it would be right" in words


def test_who_had_so_many_later_is_told_when() -> None:
    [game] = read(POINTS_GAME)
    [found] = answer_claims(game, 1, rules_of("santase"), ["Hans had 66 at trick 9"])
    assert found.verdict is ClaimVerdict.WRONG
    assert found.weighed is not None
    assert [str(phrase) for phrase in found.weighed.told] == ["A had 73 card points after trick 10"]
    [won] = answer_claims(game, 1, rules_of("santase"), ["Hans won trick 7"])
    assert won.verdict is ClaimVerdict.RIGHT


THIRTY_THREE = """%SGN 1
deal 1 dealer A trump Ac
A: Qc Td Jh Ah Qs Th
B: Jd 9s 9c 9d Kd Qh
talon: 9h Ts Kh Jc Qd Js As Ks Tc Ad Kc Ac
1. Jd Td 2. 9h 9s 3. Qc Qh 4. Qs 9c 5. Jc Ah 6. As Ad 7. Kc Ac 8. Kh Tc 9. Kd Qd 10. Ts Ks 11. out
= B 2
"""


def test_that_33_is_schneider_too_is_named_by_the_nearest_number_that_makes_it_so() -> None:
    """The loser has 33; 34 to 66 would do, and no rule set has any of them."""
    [game] = read(THIRTY_THREE)
    rules = rules_of("santase")
    assert [other.spec for other in answer(game, 1, Worth(Seat(1), 2), rules).elsewhere.options] == [
        "santase schneider=34"
    ]
    assert infer(game, rules).candidates[0].spec == "santase schneider=34"
    [found] = answer_claims(game, 1, rules, ["B 2"])
    words = lines_of(case([found], account(judge(game, imposed=rules), 1), language("en")))
    assert not any(word.startswith("No change of one or two rules") for word in words)


def test_the_clause_of_an_option_is_quoted_once_for_all_its_values() -> None:
    [game] = read((SAMPLES.parent / "tests/vectors/disputes/closed-too-late.sgn").read_bytes())
    found = account(judge(game), 1)
    [dispute] = answer_claims(game, 1, found.rules, ["Vasil: the close was legal"])
    assert dispute.weighed
    assert len({other.changes[0].option for other in dispute.weighed.elsewhere.options}) == 1
    listed = told_of([dispute], found.judgement.game, found.rules).parts
    items = [item for part in listed if isinstance(part, Listing) for item in part.items]
    needs = "how many cards the talon needs to be closed"
    named = [(item.text, bool(item.note)) for item in items if item.text.startswith(needs)]
    assert named == [
        (f"{needs}: 4 or more, the turn-up included", True),
        (f"{needs}: 2 or more, the turn-up included", False),
    ]


def test_rules_that_refuse_an_action_are_named_with_it() -> None:
    """By the rules of Sixty-six Maria could not have announced a marriage after closing."""
    [game, *_] = read_file(SAMPLES / "closed-and-won.sgn")
    found = account(judge(game), 1)
    [dispute] = answer_claims(game, 1, found.rules, ["A 2"])
    assert dispute.answer
    conditional = dispute.answer.elsewhere.conditional
    refusing = ["sixty-six", "sixty-six-tompa"]
    assert [other.spec for other in conditional if not other.changes] == refusing
    shape = dump_disputes([dispute], game, 1, found.rules, language("en"), "a.sgn")["disputes"][0]["answer"]
    by_rules = {each["rules"]: each["refused"] for each in shape["conditional"]}
    assert [by_rules[name] for name in refusing] == [["R225"], ["R225"]]
    words = lines_of(case([dispute], found, language("en")))
    assert "No other rules for these cards make it right." not in words
    assert [
        word for word in words if "But there this would not have been allowed: Maria's 20♦ at trick 3" in word
    ] == [
        "It would also be right under these rules. But there this would not have been allowed: Maria's 20♦ "
        "at trick 3.",
        "Ivan wins 2 game points: Maria closed at trick 3 and claimed 66 with 58 card points. But there this "
        "would not have been allowed: Maria's 20♦ at trick 3.",
        "Ivan wins 2 game points: Maria closed at trick 3 with Ivan already holding a trick, and did not "
        "reach 66. But there this would not have been allowed: Maria's 20♦ at trick 3.",
    ]
