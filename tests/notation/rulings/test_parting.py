"""The same play under several rule sets: verdicts, where two part, and the smallest set that decides it."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from notation import Finding, Game, Judgement, read, read_spec, write
from notation.judge import judge
from notation.judge.match import judge_under
from notation.record.model import UNRECORDED, Outcome, Ply, Record, Span
from notation.rulings import comparison as comparing
from notation.rulings.comparison import (
    Comparison,
    Deciding,
    DecisionSearch,
    Matter,
    PacksError,
    Pair,
    Parting,
    compare_rules,
    rules_to_compare,
)
from notation.rulings.trials import hearings, verdict_of
from notation.specs.spec import dealt_alike
from notation.wire.comparison import dump_comparison
from referee.cards import Seat
from referee.decisions import ClaimMode
from referee.points import POINTS, point_of
from referee.rules import DECISIONS, RulesError, RuleSet
from referee.rulesets import BOOKS, PRESETS, cite
from referee.state import Reason
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.games import random_record, random_spec
from tests.support.marked import texts
from tests.support.rulings import HANDS
from tests.support.sizes import Size, sizes
from tests.support.tables import rules_of
from viewer.documents.document import DataTable, Listing, Paragraph
from viewer.documents.languages import language
from viewer.rulings.comparison import comparison

DEALS = Size("COMPARED", 60)
"""For each two presets with one pack."""
RECORDS = sorted((ROOT / "samples").rglob("*.sgn"))
TWO_PRESETS = [
    (one, other) for one, other in combinations(PRESETS, 2) if PRESETS[other] in dealt_alike(PRESETS[one])
]

TALON = "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n"
DEAL = f"""deal 1 dealer B trump Qd
{HANDS}1. As Td
2. exchange close 40d Kd Kc
3. out
"""
"""B closes and then announces; santase has B win 3 with 69 card points."""


def game_of(text: str, rules: str = "santase") -> Game:
    [game] = read(f'%SGN 1\n[Rules "{rules}"]\n{text}')
    return game


def game_from(record: Record) -> Game:
    [game] = read(write(record))
    return game


def compared(text: str, one: str, other: str, rules: str = "santase") -> Pair:
    [pair] = compare_rules(game_of(text, rules), [rules_of(one), rules_of(other)]).pairs
    return pair


def parting_of(text: str, one: str, other: str, rules: str = "santase") -> Parting:
    parting = compared(text, one, other, rules).parting
    assert parting is not None
    return parting


# An independent verdict: what the judge that everybody uses says of the play.


def comes_to(game: Game, rules: RuleSet) -> Any:
    judgement = judge(game, imposed=rules)
    deals = [(d.result, d.game_points, d.card_points, d.stopped) for d in judgement.deals]
    return deals, broken_in(judgement), judgement.score, judgement.winner, judgement.games


def broken_in(judgement: Judgement) -> set[tuple[Span, str]]:
    """The rulings on a play; not that it goes on where 66 has ended the deal without a word."""
    ended = {
        number
        for number, deal in enumerate(judgement.deals, start=1)
        if judgement.rules
        and judgement.rules.claim_mode is ClaimMode.AUTO
        and deal.result
        and deal.result.reason in (Reason.OUT, Reason.DEFENDER_OUT)
    }
    told = (f for f in judgement.findings if f.code.id[0] in "RC")
    return {(f.span, f.code.id) for f in told if f.code.id != "R250" or f.deal not in ended}


def played_in(judgement: Judgement) -> list[Ply]:
    return [event.ply for deal in judgement.deals for trick in deal.tricks for event in trick.events]


def mixed(first: RuleSet, second: RuleSet, taken: tuple[str, ...]) -> RuleSet | None:
    try:
        return replace(first, **{name: getattr(second, name) for name in taken})
    except RulesError:
        return None


def apart(first: RuleSet, second: RuleSet) -> list[str]:
    return [name for name in DECISIONS if getattr(first, name) != getattr(second, name)]


def assert_smallest(game: Game, first: RuleSet, second: RuleSet, found: Deciding, smaller: int) -> None:
    """The set gives the other's verdict, and so many of the sets with fewer decisions do not.

    There is none where the contracts make the difference, and all decisions together do not.
    """

    @cache
    def gives(taken: tuple[str, ...]) -> bool:
        rules = mixed(first, second, taken)
        return rules is not None and comes_to(game, rules) == aim

    aim = comes_to(game, second)
    if not found.decisions:
        assert first.auction != second.auction
        assert not gives(tuple(apart(first, second)))
        return
    assert gives(found.decisions)
    for name in found.decisions:
        assert not gives(tuple(other for other in found.decisions if other != name))
    sizes = range(len(found.decisions))
    tried = [taken for size in sizes for taken in combinations(apart(first, second), size)]
    for taken in tried[:smaller]:
        assert not gives(taken), f"{taken} is smaller than {found.decisions}"
    alike = list(combinations(apart(first, second), len(found.decisions)))
    assert all(len(other) == len(found.decisions) and gives(other) for other in found.others)
    if found.smallest and len(alike) <= smaller:
        assert [taken for taken in alike if gives(taken)] == [found.decisions, *found.others]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), TWO_PRESETS)
def test_the_deciding_set_is_the_smallest_over_deals_played_by_chance(one: str, other: str) -> None:
    rng = random.Random(f"{one} {other}")
    first, second = PRESETS[one], PRESETS[other]
    sizes: dict[int, int] = {}
    for number in range(DEALS):
        game = game_from(random_record((one, other)[number % 2], rng, noted=False, most_deals=1))
        [pair] = compare_rules(game, [first, second]).pairs
        differs = comes_to(game, first) != comes_to(game, second)
        assert (pair.parting is not None) == differs
        found = pair.parting.deciding if pair.parting else Deciding(())
        sizes[len(found.decisions)] = sizes.get(len(found.decisions), 0) + 1
        if pair.parting:
            assert found.smallest
            assert_smallest(game, first, second, found, smaller=1_000 if DEALS.is_full else 30)
            assert_stands_there(game, pair.parting, first, second)
    assert (len(sizes) > 1) == bool(apart(first, second)) or not DEALS.is_full, (
        "some deals part and some do not"
    )
    print(f"{one} {other}: {DEALS} deals, by size of the deciding set {dict(sorted(sizes.items()))}")


def assert_stands_there(game: Game, parting: Parting, first: RuleSet, second: RuleSet) -> None:
    """Before the place of a parting the rulings of both are the same, and there both differ as it says."""
    sides = [judge(game, imposed=rules) for rules in (first, second)]
    ours, theirs = (broken_in(side) for side in sides)
    assert all(span >= parting.place.span for span, _ in ours ^ theirs)
    alone = [{(said.ruling.span, said.ruling.code.id)} if said.ruling else set() for said in parting[2:4]]
    assert alone[0] <= ours - theirs
    assert alone[1] <= theirs - ours
    assert any(alone) == (parting.matter is Matter.RULING)
    if parting.matter is Matter.RESULT and len(sides[0].deals) == 1:
        if parting.place.ply is None:
            assert ours == theirs
        else:
            assert sum(ply is parting.place.ply for side in sides for ply in played_in(side)) == 1

    if parting.matter is Matter.POINTS:
        points = [
            event.points
            for side in sides
            for trick in side.deals[0].tricks
            for event in trick.events
            if event.ply.span == parting.place.span
        ]
        assert points == [parting.first.points, parting.second.points]
        assert points[0] != points[1]


# Cases made by hand.


def test_a_marriage_after_the_close_parts_santase_and_sixty_six() -> None:
    parting = parting_of(DEAL, "santase", "sixty-six")
    assert parting.deciding == Deciding(("marriage_after_close",))
    assert (parting.matter, str(parting.place.path)) == (Matter.RULING, "1:2.3")
    assert parting.place.ply is not None
    assert parting.place.ply.value == 40
    assert parting.first.ruling is None
    assert parting.second.ruling is not None
    assert parting.second.ruling.code.id == "R225"
    point = point_of("marriage_after_close")
    assert [cite(PRESETS[name], point).partition(" (")[0] for name in ("santase", "sixty-six")] == [
        "Santase Rules",
        "Sechsundsechzig",
    ]
    assert BOOKS["santase"].clauses[point].rule != BOOKS["sixty-six"].clauses[point].rule


def test_both_sides_are_told_apart() -> None:
    here, there = parting_of(DEAL, "santase", "sixty-six"), parting_of(DEAL, "sixty-six", "santase")
    assert (here.first, here.second) == (there.second, there.first)
    assert here[:2] == there[:2]


def test_rule_sets_that_differ_can_come_to_the_same() -> None:
    assert compared(DEAL, "santase", "santase target=11 close-first-trick=yes") == Pair(
        rules_of("santase"), rules_of("santase target=11 close-first-trick=yes"), None, ()
    )


TAKEN = f"deal 1 dealer B\n{HANDS}1. 20h Kh 9c\n2. close Ah"
"""A takes no trick with the marriage, and closes against close-min-talon=12."""
CLOSED = f"deal 1 dealer B\n{HANDS}1. As Td\n2. close out"
"""A closer's false claim costs the higher of two values, and either alone makes three of two."""
PARTINGS = {
    "card points, at the marriage": (
        *(f"deal 1 dealer B\n{HANDS}1. 20h Kh Td", "sixty-six", "sixty-six marriage-count=at-once"),
        *(Deciding(("marriage_count_when",)), Matter.POINTS, "1:1.1"),
    ),
    "card points that decide nothing": (
        *(TAKEN, "sixty-six", "sixty-six marriage-count=at-once close-min-talon=12"),
        *(Deciding(("close_min_talon",)), Matter.RULING, "1:2.1"),
    ),
    "the result alone": (
        *(f"deal 1 dealer B\n{HANDS}1. As Td\n2. out\n= A 2", "santase", "santase false-claim=proportional"),
        *(Deciding(("claim_false",)), Matter.RESULT, "1:"),
    ),
    "the earlier point of two": (
        *(CLOSED, "santase failed-close=2", "santase failed-close=3 false-claim=schnapsen"),
        *(Deciding(("claim_false",), others=(("score_closer_fails",),)), Matter.RESULT, "1:"),
    ),
    "who has won": (*(DEAL, "santase", "santase target=3"), *(Deciding(("game_target",)), Matter.MATCH, "")),
    "a play marked irregular": (
        *(f"deal 1 dealer B\n{HANDS}1. close^ As Td", "santase", "sixty-six"),
        *(Deciding(("close_first_lead",)), Matter.RULING, "1:1.1"),
    ),
    "judged no further": (
        f"deal 1 dealer B trump Qd\nB: Ts 9d Kd Td 9c Qc\n{TALON}1. -- Td\n2. Kd --",
        *("santase", "santase claim=auto", Deciding(("claim_mode",)), Matter.RESULT, "1:"),
    ),
}


@pytest.mark.parametrize(("text", "one", "other", "by", "matter", "place"), PARTINGS.values(), ids=PARTINGS)
def test_two_sets_part(text: str, one: str, other: str, by: Deciding, matter: Matter, place: str) -> None:
    parting = parting_of(text, one, other, one)
    assert (parting.deciding, parting.matter, str(parting.place.path)) == (by, matter, place)


def test_what_differs_and_decides_nothing_does_not_part_two_sets() -> None:
    assert compared(TAKEN, "sixty-six", "sixty-six marriage-count=at-once", "sixty-six").parting is None
    for one in ("santase failed-close=3", "santase failed-close=2 false-claim=schnapsen"):
        assert compared(CLOSED, "santase failed-close=2", one).parting, "either alone"


@pytest.mark.parametrize(
    ("other", "decision", "code"),
    [("santase next-dealer=turn", "deal_next_dealer", "R260"), ("santase target=3", "game_target", "R261")],
)
def test_what_only_the_match_decides_parts_no_deal_by_itself(other: str, decision: str, code: str) -> None:
    pair = compared(DEAL + DEAL.replace("deal 1", "deal 2"), "santase", other)
    assert pair.parting is not None
    assert (pair.parting.deciding.decisions, pair.deals) == ((decision,), ())
    assert str(pair.parting.place.path) == "2:"
    assert pair.parting.second.ruling is not None
    assert pair.parting.second.ruling.code.id == code


def test_an_extra_point_after_a_draw_parts_the_deal_in_the_match_alone() -> None:
    [game] = read((ROOT / "samples/two-draws.sgn").read_bytes())
    compared = compare_rules(game, [rules_of("santase"), rules_of("santase draw-bonus=yes")])
    [pair] = compared.pairs
    assert pair.parting is not None
    assert pair.parting.deciding == Deciding(("tie_bonus",))
    assert (pair.parting.matter, pair.parting.place.path.deal, pair.deals) == (Matter.RESULT, 2, ())
    words = "".join(texts(comparison(compared, language("en"), "a.sgn")))
    assert "Santase: Heinrich wins 2 game points" in words
    assert re.search(r"Santase \(agreed: [^)]+\): Heinrich wins 3 game points", words)


def test_every_deal_of_a_match_is_decided_by_itself() -> None:
    false = f"deal 2 dealer B\n{HANDS}1. As Td\n2. out\n"
    pair = compared(DEAL + false, "santase", "sixty-six false-claim=max")
    assert pair.parting is not None
    assert pair.parting.deciding.decisions == ("marriage_after_close", "claim_false")
    assert [(parting.place.path.deal, parting.deciding.decisions) for parting in pair.deals] == [
        (1, ("marriage_after_close",)),
        (2, ("claim_false",)),
    ]


# What does not count.


def test_what_the_record_states_beside_the_play_does_not_count() -> None:
    rng = random.Random("statements")
    for _ in range(8 if DEALS.is_full else 3):
        record = random_record("santase", rng, noted=False, most_deals=1)
        untrue = Outcome(Seat(0), 1, True, "total", (3, 4), (1, 5))
        spoilt = replace(record, deals=(replace(record.deals[0], result=untrue),))
        partings = [_partings(compare_rules(game_from(one))) for one in (record, spoilt)]
        assert partings[0] == partings[1]


def _partings(comparison: Comparison) -> list[Any]:
    return [
        parting and (parting.matter, parting.place[:3], parting.first.points, parting.deciding)
        for parting in (pair.parting for pair in comparison.pairs)
    ]


def test_what_could_have_been_done_instead_does_not_count() -> None:
    plain = compare_rules(game_of(DEAL))
    varied = compare_rules(game_of(DEAL.replace("1. As Td", "1. As (1. close 20h Kh) Td")))
    assert _partings(plain) == _partings(varied)
    assert judge(game_of(DEAL.replace("1. As Td", "1. As (1. close 20h Kh) Td"))).errors, (
        "it is judged elsewhere"
    )


# Which rule sets.


def test_without_names_the_own_rules_stand_before_all_with_their_pack() -> None:
    def named(rules: str, *specs: str) -> list[RuleSet]:
        return list(rules_to_compare(game_of(DEAL, rules), [rules_of(spec) for spec in specs]))

    names = ("santase", "sixty-six", "sixty-six-casual", "sixty-six-tompa", "santase-club")
    large = [PRESETS[name] for name in names]
    assert named("santase") == named("santase", "santase") == large
    assert named("sixty-six-tompa") == [large[3], *large[:3], large[4]]
    own = rules_of("sixty-six target=9")
    assert named("sixty-six target=9") == [own, *large]
    assert named("sixty-six target=9", "santase") == [own, large[0]]
    assert named("sixty-six target=9", "santase", "sixty-six") == large[:2]
    assert named("santase", "santase", "sixty-six", "santase") == large[:2]


def test_a_record_that_names_no_rules_is_compared_under_those_named() -> None:
    [game] = read(f"%SGN 1\n{DEAL}")
    names = [rules.name for rules in rules_to_compare(game, [PRESETS["schnapsen"]])]
    schnapsen = PRESETS["schnapsen"]
    alike = [each for each in PRESETS.values() if (each.seats, each.deck_cards) == (2, schnapsen.deck_cards)]
    assert names == [each.name for each in alike]
    assert rules_to_compare(game)[0] == PRESETS["santase"]


@pytest.mark.parametrize("specs", ["schnapsen", "schnapsen,schnapsen-sharp", "sixty-six,schnapsen target=9"])
def test_sets_of_another_pack_are_refused(specs: str) -> None:
    with pytest.raises(PacksError, match=r"is played with 24 cards, .* with 20: they cannot be compared"):
        rules_to_compare(game_of(DEAL), [rules_of(spec) for spec in specs.split(",")])


def test_rules_that_cannot_be_read_are_only_needed_where_none_are_named() -> None:
    game = game_of(DEAL, "santasse")
    with pytest.raises(PacksError, match="the rules of the record cannot be read"):
        compare_rules(game)
    [pair] = compare_rules(game, [PRESETS["santase"], PRESETS["sixty-six"]]).pairs
    assert pair.parting


# Records as they really are.


def sound(comparison: Comparison) -> Iterator[Pair]:
    """The pairs of a comparison, seen to part where the verdicts do and nowhere else."""
    by_rules = dict(zip(comparison.rules, comparison.verdicts, strict=True))
    assert len(comparison.pairs) == len(comparison.rules) * (len(comparison.rules) - 1) // 2
    for pair in comparison.pairs:
        ours, theirs = by_rules[pair.first], by_rules[pair.second]
        assert (pair.parting is None) == (ours == theirs)
        assert not pair.deals or pair.parting
        for parting in (*pair.deals, *([pair.parting] if pair.parting else [])):
            rules = mixed(pair.first, pair.second, parting.deciding.decisions)
            assert rules is not None
            assert parting.place.ply is None or parting.place.ply.span == parting.place.span
            if parting.matter is Matter.POINTS:
                assert () != parting.first.points != parting.second.points != ()
        yield pair


@pytest.mark.slow
@for_each(RECORDS, one_in=29)
def test_all_samples_can_be_compared(path: Path) -> None:
    for game in read(path.read_bytes()):
        comparison = compare_rules(game)
        for pair in sound(comparison):
            for parting in pair.deals:
                assert game.draft is not None
                only = replace(
                    game, draft=replace(game.draft, deals=(game.draft.deals[parting.place.path.deal - 1],))
                )
                rules = mixed(pair.first, pair.second, parting.deciding.decisions)
                assert rules is not None
                ours, theirs = (comes_to_apart_from_the_match(only, one) for one in (rules, pair.second))
                if not parting.deciding.decisions:
                    assert pair.first.auction != pair.second.auction
                    assert ours != theirs
                    continue
                assert ours == theirs
                assert ours != comes_to_apart_from_the_match(only, pair.first)


def test_where_only_contracts_make_the_difference_nothing_else_is_said_to() -> None:
    """Snapszer is announced in the fifth deal; under Schnapsen no such contract is known."""
    [game] = read((ROOT / "samples" / "snapszer-egy-ponttal-bukott-takaras.sgn").read_bytes())
    compared = compare_rules(game, [PRESETS["snapszer"], PRESETS["schnapsen"]])
    [pair] = compared.pairs
    assert {parting.place.path.deal: parting.deciding.decisions for parting in pair.deals} == {
        4: ("score_closer_fails",),
        5: (),
    }
    assert compared.verdicts[0].deals[4].result != compared.verdicts[1].deals[4].result
    words = "".join(texts(comparison(compared, language("en"), "a.sgn")))
    assert "the two also differ in their contracts" in words


def comes_to_apart_from_the_match(game: Game, rules: RuleSet) -> Any:
    [deal] = verdict_of(judge(game, imposed=rules)).deals
    return deal


@pytest.mark.parametrize(
    "text", ["%SGN 1\n", '%SGN 1\n[Rules "santase"]\n', "%SGN 1\n{", "%SGN 1\ndeal 1 dealer"]
)
def test_records_without_a_deal_come_to_the_same_under_all(text: str) -> None:
    [game] = read(text)
    comparison = compare_rules(game, [PRESETS["santase"], PRESETS["sixty-six"]])
    assert [pair.parting for pair in sound(comparison)] == [None]


def test_what_is_no_record_is_not_compared() -> None:
    [game] = read("")
    with pytest.raises(PacksError, match="the record cannot be read"):
        compare_rules(game, [PRESETS["santase"], PRESETS["sixty-six"]])


@pytest.mark.slow
@sizes(1, 15)
def test_cards_that_are_not_recorded_leave_open_what_they_must(size: int) -> None:
    rng = random.Random("gaps")
    parted = 0
    for _ in range(size):
        record = random_record("santase", rng, noted=False, most_deals=1)
        tricks = tuple(
            replace(trick, plies=tuple(_blank(ply) if rng.random() < 0.15 else ply for ply in trick.plies))
            for trick in record.deals[0].tricks
        )
        game = game_from(replace(record, deals=(replace(record.deals[0], tricks=tricks),)))
        sets = [PRESETS[name] for name in ("santase", "sixty-six", "sixty-six-tompa")] if size == 1 else []
        for pair in sound(compare_rules(game, sets)):
            if pair.parting:
                parted += 1
                assert_smallest(game, pair.first, pair.second, pair.parting.deciding, smaller=5 * size)
    assert parted >= size // 2


def _blank(ply: Ply) -> Ply:
    return replace(ply, action=UNRECORDED) if ply.plays else ply


@pytest.mark.slow
@sizes(4, 100)
def test_the_deciding_set_of_a_match_is_the_smallest(size: int) -> None:
    rng = random.Random("matches")
    sizes = set()
    for one, other in [
        *permutations(("santase", "sixty-six", "sixty-six-casual"), 2),
        ("schnapsen", "schnapsen-tompa"),
    ]:
        game = game_from(random_record(one, rng, noted=False))
        [pair] = sound(compare_rules(game, [PRESETS[one], PRESETS[other]]))
        if pair.parting:
            sizes.add(len(pair.parting.deciding.decisions))
            assert_smallest(game, pair.first, pair.second, pair.parting.deciding, smaller=size)
            assert_stands_there(game, pair.parting, pair.first, pair.second)
    assert max(sizes) > 2


# How it is found.


def test_what_a_hearing_remembers_is_what_judging_anew_would_say() -> None:
    """A verdict is used again for rules that answer alike what was asked; that must never show."""
    rng = random.Random("hearings")
    for _ in range(12 if DEALS.is_full else 4):
        record = random_record("sixty-six", rng, noted=False, most_deals=2)
        for hearing in hearings(game_from(record)):
            for _ in range(60):
                rules = read_spec(random_spec(rng, most=12))
                if isinstance(rules, Finding) or rules.deck_cards != PRESETS["santase"].deck_cards:
                    continue
                if rules.seats != 2:
                    continue
                fresh = verdict_of(judge_under(hearing.game, rules))
                heard = hearing.verdict(rules)[0]
                assert heard.deals == fresh.deals
                assert heard.score in (fresh.score, ())


@pytest.mark.slow
def test_where_too_many_sets_had_to_be_tried_none_of_the_decisions_can_be_spared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparing, "MOST_TRIED", 1)
    rng = random.Random("many")
    found = []
    for one, other in TWO_PRESETS:
        game = game_from(random_record(one, rng, noted=False, most_deals=1))
        first, second = PRESETS[one], PRESETS[other]
        decided = DecisionSearch(first, second).decide(list(hearings(game))[-1:])
        if decided:
            assert not decided.smallest
            assert_smallest(game, first, second, decided, smaller=0)
            found.append(len(decided.decisions))
    assert max(found) < 6


# What people and programs are shown.


def test_the_document_tells_where_two_part_and_what_decides() -> None:
    compared = compare_rules(game_of(DEAL, "santase"), [PRESETS["santase"], PRESETS["sixty-six"]])
    document = comparison(compared, language("en"), "a.sgn")
    verdicts, clauses = (part for part in document.parts if isinstance(part, DataTable))
    assert [column.title for column in verdicts.columns] == ["Rules", "Deals", "Match"]
    assert verdicts.rows == (
        ("Santase", "B 3, went out (0-69)", "0-3"),
        ("Sixty-six", "A 3, false claim of 66 (0-29); 1 action refused", "3-0"),
    )
    words = [part.text for part in document.parts if isinstance(part, Paragraph)]
    assert words == [
        "2 rule sets give 2 different verdicts.",
        "They differ at deal 1, trick 2, action 3 (40♦), line 8.",
        "One decision makes the difference: with it, Santase gives the verdict of Sixty-six.",
        "a.sgn:1 · santase, sixty-six · R225",
    ]
    [sides] = (part for part in document.parts if isinstance(part, Listing))
    assert [item.text for item in sides.items] == [
        "Under Santase it is allowed.",
        "Under Sixty-six this is refused: no marriage may be announced once the talon is closed.",
    ]
    point = "marriage.after_close"
    [(what, *cells)] = clauses.rows
    assert what == POINTS[point]
    for name, cell in zip(("santase", "sixty-six"), cells, strict=True):
        assert cell.startswith(BOOKS[name].clauses[point].rule)
        assert f"\n{cite(PRESETS[name], point)}" in cell
        assert cell.count(BOOKS[name].revision) == 1
        assert cell.endswith(f": “{BOOKS[name].clauses[point].quote}”")
    assert clauses.anchors == (f"santase/sixty-six/{point}",)


@pytest.mark.parametrize(
    ("text", "one", "other", "said"),
    [
        (
            "1. 20h Kh Td",
            "sixty-six",
            "sixty-six marriage-count=at-once",
            "Under Sixty-six the card points are then 0-0.",
        ),
        (
            "1. As Td\n2. out",
            "santase",
            "santase false-claim=proportional",
            "A wins 3 game points: B claimed 66",
        ),
        ("1. As Td\n2. out", "santase", "santase target=2", "A has won the match."),
        ("1. As Td\n2. out", "santase", "santase target=2", "Under Santase nobody has won the match."),
        ("1. As Td\n2. out", "santase", "santase target=2", "2-0, A wins"),
        ("1. As Td", "santase", "sixty-six", "All these rule sets give the same verdict."),
        ("1. close^ As Td", "santase", "sixty-six", "Under Santase it is noted: marked irregular"),
        ("1. As Td\n2. Kd Kd", "santase", "santase claim=auto", "not judged further"),
        ("1. As Td\n2. Kd Kd\n= A 2", "santase", "sixty-six", "A 2, as stated"),
        ("1. As Td\n2. out", "santase", "santase target=2 whitewash=yes", "2-0, A wins, counting double"),
    ],
)
def test_every_kind_of_parting_is_told(text: str, one: str, other: str, said: str) -> None:
    compared = compare_rules(
        game_of(f"deal 1 dealer B\n{HANDS}{text}", one), [rules_of(spec) for spec in (one, other)]
    )
    words = texts(comparison(compared, language("en"), "a.sgn"))
    assert any(said in line for line in words), words


@pytest.mark.slow
def test_where_one_side_cannot_judge_so_far_it_says_so() -> None:
    text = """deal 1 dealer B
B: Ah Jd Qs Kd Tc Kh
talon: Td Ad As Qd Ts 9d Ks 9s Jh Kc Jc Ac
1. 9c Jd
2. -- Tc
3. Ad --
4. As --
5. Ah 9s 20s out
"""
    compared = compare_rules(game_of(text), [PRESETS["santase"], PRESETS["sixty-six-tompa"]])
    words = texts(comparison(compared, language("en"), "a.sgn"))
    assert "Under Sixty-six (Tompa) the deal was not judged this far." in words
    assert any(line.startswith("Under Santase this is refused: ") for line in words)


def test_the_place_is_that_in_the_file() -> None:
    [_, game] = read(f"%SGN 1\n\n%SGN 1\n{DEAL}")
    compared = compare_rules(game, [PRESETS["santase"], PRESETS["sixty-six"]])
    words = texts(comparison(compared, language("en"), "a.sgn"))
    assert "They differ at deal 1, trick 2, action 3 (40♦), line 9." in words
    assert dump_comparison(compared, language("en"), "a.sgn")["pairs"][0]["parting"]["line"] == 9


def test_rule_sets_that_agree_are_named_together() -> None:
    compared = compare_rules(game_of(DEAL))
    words = texts(comparison(compared, language("en"), "a.sgn"))
    assert "5 rule sets give 3 different verdicts." in words
    assert "Santase, Sixty-six (casual), Santase (clubs): the same verdict" in words


def test_each_deal_of_a_match_is_told_by_itself() -> None:
    second = f"deal 2 dealer B\n{HANDS}1. As Td\n2. out\n"
    rules = [rules_of(spec) for spec in ("santase", "sixty-six false-claim=max")]
    document = comparison(compare_rules(game_of(DEAL + second), rules), language("en"), "a.sgn")
    *_, table = (part for part in document.parts if isinstance(part, DataTable))
    points = ("marriage.after_close", "claim.false")
    assert table.rows == tuple(
        (where, language("en").decided(rules[1], point))
        for where, point in zip(("deal 1, trick 2, action 3 (40♦)", "deal 2"), points, strict=True)
    )


def test_a_comparison_is_an_object_for_programs() -> None:
    compared = compare_rules(game_of(DEAL), [PRESETS["santase"], PRESETS["sixty-six"]])
    shape = json.loads(json.dumps(dump_comparison(compared, language("en"), "a.sgn")))
    assert shape["alike"] == [["santase"], ["sixty-six"]]
    assert [verdict["match"]["score"] for verdict in shape["verdicts"]] == [
        {"A": 0, "B": 3},
        {"A": 3, "B": 0},
    ]
    [pair] = shape["pairs"]
    parting = pair["parting"]
    assert (parting["matter"], parting["line"], parting["column"], parting["word"]) == (
        "ruling",
        8,
        19,
        "40d",
    )
    assert (parting["first"]["ruling"], parting["second"]["ruling"]["code"]) == (None, "R225")
    [decided] = parting["deciding"]
    assert decided["point"] == "marriage.after_close"
    assert [decided[side]["option"] for side in ("first", "second")] == [
        "marriage-after-close=yes",
        "marriage-after-close=no",
    ]
    assert pair["deals"] == [parting]
