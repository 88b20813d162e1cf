"""The rule sets: no two alike, every decision read by the play, every point cited, specs both ways."""

import random
import re
from dataclasses import replace
from importlib import import_module
from inspect import getsource
from itertools import combinations
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import Finding, UnknownRules, parse_spec, read, read_spec, write_spec
from notation.judge import judge
from notation.specs.spec import OPTIONS
from referee import Deal, Match, Reason, Result, RulesError, rulesets
from referee.actions import RESIGN
from referee.cards import NOBODY, PACK, PACK_20, Seat
from referee.decisions import (
    Announcer,
    ClaimMode,
    MarriageLead,
    NextDealer,
    Revoke,
    Tie,
    TrumpCard,
    Unclaimed,
    WrongMarriageLead,
)
from referee.points import POINTS
from referee.rulebook import Clause, Decided, book, decided
from referee.rules import DECISIONS, RuleSet
from referee.rulesets import BOOKS, PRESETS, changed, cite
from tests.support import oracle
from tests.support.games import RandomDeal, random_deal
from tests.support.plain import PLAIN
from tests.support.tables import rules_of
from viewer.documents.languages import language

NAMES = list(PRESETS)
FILES = [path.stem for path in Path(str(rulesets.__file__)).parent.glob("[a-z]*.py")]
BY_DECISION = {option.decision: option for option in OPTIONS}
OF_THE_MATCH = {
    "deal_next_dealer",
    "deal_after_draw",
    "tie_bonus",
    "game_target",
    "game_seven_nil",
    "game_retour",
}
OF_THE_SERIES = {"series_next_dealer"}
OF_THE_PACK = {"deck_cards", "deal_hand_size"}
OF_IRREGULAR_PLAY = {"irr_revoke", "irr_marriage_wrong_lead"}
OF_THE_TABLE = {"deal_trump_card", "marriage_who", "mp_partners", "mp_all_pay"}
"""What the number of players settles, so that no option has it."""
ONE_TEXT = {("santase-three", "sixty-six-three"), ("santase-four", "sixty-six-four")}
"""Rule sets that have the same sections for three and for four."""
COMPARABLE = [
    (one, other) for one, other in combinations(NAMES, 2) if PRESETS[one].seats == PRESETS[other].seats
]
WITH_OPTIONS = {
    "claim_false_at_33": "schnapsen false-claim=proportional",
    "close_frozen_tricks": "sixty-six-casual closed-basis=total",
    "marriage_per_lead": "santase",
}
"""Rules for decisions that make no sense in any rule set as it is, or that decide but few deals."""


def verdict(rules: RuleSet, dealer: Seat, played: RandomDeal) -> object:
    """What a rule set says of a deal: the first action that it refuses, or the result."""
    deal = played.start(rules.in_deal(1), dealer)
    for number, (seat, action) in enumerate(played.done):
        is_known = action <= RESIGN or bool(rules.auction.contracts)
        ruling = deal.push(action, seat) if is_known else None
        if ruling is not None or not is_known:
            return number, ruling and ruling.code.id
    return deal.finish() if deal.spent else deal.result


def tell_apart(one: RuleSet, other: RuleSet, deals: int) -> bool:
    """Whether among so many random deals there is one that the two judge differently."""
    rng = random.Random(3)
    for _ in range(deals):
        for rules in (one, other):
            played = random_deal(rules, Seat(0), rng)
            if verdict(one, Seat(0), played) != verdict(other, Seat(0), played):
                return True
    return False


@pytest.mark.parametrize(("one", "other"), COMPARABLE)
def test_no_two_rule_sets_are_alike(one: str, other: str) -> None:
    first, second = PRESETS[one], PRESETS[other]
    if (one, other) in ONE_TEXT:
        assert replace(first, name=other) == second
        return
    if first.deck_cards != second.deck_cards:
        dealt = random_deal(first, Seat(0), random.Random(1))
        text = judge_text(second.name, dealt)
        assert {"X136", "R271", "S112"} & set(text)
        return
    assert tell_apart(first, second, 3000)


def judge_text(name: str, played: RandomDeal) -> list[str]:
    from notation.record.words import card_word, in_order
    from referee.cards import mask

    def words(cards: int) -> str:
        return " ".join(map(card_word, in_order(cards)))

    hands = "\n".join(f"{seat}: {words(hand)}" for seat, hand in zip("ABCD", played.hands, strict=False))
    text = f'%SGN 1\n[Rules "{name}"]\ndeal 1 dealer B\n{hands}\ntalon: {words(mask(played.talon))}\n'
    return [finding.code.id for game in read(text) for finding in judge(game).findings]


def test_decisions_named_as_senseless_are_so_whatever_the_others_are() -> None:
    """Mixtures of rule sets for two that are refused, and others that differ from them elsewhere."""
    rng = random.Random("senseless")
    sets = [rules for rules in PRESETS.values() if rules.seats == 2]
    values = [(option.decision, list(option.values.values())) for option in OPTIONS if option.values]
    values.append(("close_min_tricks", [0, 1]))
    named: set[tuple[str, ...]] = set()
    unnamed: set[str] = set()

    def mix() -> dict[str, Any]:
        chosen = {name: getattr(rng.choice(sets), name) for name in DECISIONS}
        for decision, every in rng.sample(values, 5):
            chosen[decision] = rng.choice(every)
        return chosen

    for _ in range(2_000):
        mixture = mix()
        try:
            RuleSet(name="mixture", **mixture)
        except RulesError as error:
            if not error.decisions:
                unnamed.add(error.sentence)
                continue
            named.add(error.decisions)
            fixed = {name: mixture[name] for name in error.decisions}
            with pytest.raises(RulesError):
                RuleSet(name="other", **mix() | fixed)
    told = getsource(RuleSet._check_sense)
    assert len(named) == told.count("decisions=("), named
    assert not [sentence for sentence in unnamed if sentence in told]


def flipped(rules: RuleSet, decision: str) -> list[RuleSet]:
    """The rule set with every other value of a decision that makes sense."""
    option = BY_DECISION[decision]
    values = option.values.values() if option.values is not None else (0, 1, 2, 4, 6, 10, 31)
    out = []
    for value in values:
        if value != getattr(rules, decision):
            try:
                changes: dict[str, Any] = {decision: value}
                out.append(replace(rules, **changes))
            except RulesError:
                continue
    return out


@pytest.mark.parametrize(
    "decision",
    [
        d
        for d in DECISIONS
        if d not in OF_THE_MATCH | OF_THE_SERIES | OF_THE_PACK | OF_IRREGULAR_PLAY | OF_THE_TABLE
    ],
)
def test_every_decision_is_read_by_the_play(decision: str) -> None:
    agreed = [rules_of(WITH_OPTIONS[decision])] if decision in WITH_OPTIONS else []
    pairs = [(rules, other) for rules in (*agreed, *PRESETS.values()) for other in flipped(rules, decision)]
    assert pairs
    numbers = (1, 5, 25, 10_000 if agreed else 150)  # a few deals of every pair before many of one
    assert any(tell_apart(rules, other, deals) for deals in numbers for rules, other in pairs)


def test_the_decisions_of_the_table_are_read() -> None:
    four, order = PRESETS["sixty-six-four"], list(PACK)
    named = replace(four, deal_trump_card=TrumpCard.NAMED)
    assert Deal.dealt_from(four, Seat(3), order).trump != Deal.dealt_from(named, Seat(3), order).trump
    assert tell_apart(four, replace(four, marriage_who=Announcer.LEADER), 300)
    alone = replace(
        four,
        mp_partners=False,
        marriage_who=Announcer.LEADER,
        claim_mode=ClaimMode.NEVER,
        game_target=0,
        mp_all_pay=True,
    )
    assert alone.sides == alone.side_of == (0, 1, 2, 3)
    result = random_deal(alone, Seat(0), random.Random(1)).end.result
    assert result
    assert len(result.paid) == len(result.card_points) == 4


def match_verdict(rules: RuleSet) -> list[object]:
    """How a match goes in which everything happens that a match decides on."""
    match = Match(rules, dealer=Seat(0))
    seen: list[object] = []
    draw = Result(NOBODY, 0, Reason.TOTAL, (65, 65))
    win = Result(Seat(0), 3, Reason.OUT, (70, 20))
    for result in (draw, win, win, win, win):
        match.add(match.dealer, result)
        seen.append((match.dealer, list(match.score), match.winner, match.games))
    lost = Match(rules)
    for winner, points in ((0, 6), (1, 7)):
        lost.award(Seat(winner), points)
    return [*seen, lost.games]


@pytest.mark.parametrize("decision", sorted(OF_THE_MATCH))
def test_every_decision_of_the_match_is_read(decision: str) -> None:
    rules = PRESETS["santase"]
    others = flipped(rules, decision)
    assert others
    assert any(match_verdict(rules) != match_verdict(other) for other in others)


def test_the_decisions_of_the_pack_are_read() -> None:
    played = random_deal(PRESETS["santase"], Seat(0), random.Random(1))
    assert judge_text("santase", played) == []
    assert "X136" in judge_text("schnapsen", played)


def test_every_decision_but_the_pack_and_the_table_is_an_option() -> None:
    assert {option.decision for option in OPTIONS} == set(DECISIONS) - OF_THE_PACK - OF_THE_TABLE


def test_a_number_of_seats_that_cannot_be_settled_is_refused() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(RulesError, match=f"seats must be from 2 to 4, not {seats}"):
            replace(PRESETS["santase"], seats=seats)


ALONE, PAIRS = "sixty-six-three", "sixty-six-four"
SENSELESS: list[tuple[str, dict[str, Any], str]] = [
    (ALONE, {"mp_partners": True}, "partners sit opposite each other, so there are four players"),
    ("sixty-six", {"mp_partners": True}, "partners sit opposite each other, so there are four players"),
    ("sixty-six", {"seats": 3}, "only two players draw from a talon"),
    (ALONE, {"deal_trump_card": TrumpCard.UNDER_TALON}, "without a talon no card is turned up under it"),
    ("sixty-six", {"deal_trump_card": TrumpCard.LAST}, "the card under the talon fixes trumps"),
    ("sixty-six", {"deal_trump_card": TrumpCard.NAMED}, "the card under the talon fixes trumps"),
    (ALONE, {"marriage_who": Announcer.SIDE}, "only partners announce marriages for each other"),
    ("sixty-six", {"marriage_who": Announcer.SIDE}, "only partners announce marriages for each other"),
    (
        "sixty-six",
        {"marriage_lead": MarriageLead.ANY},
        "a card of the marriage is led, but for games with openings",
    ),
    (
        PAIRS,
        {"deal_next_dealer": NextDealer.WINNER},
        "two partners cannot both deal, so the deal passes in turn",
    ),
    *(
        (name, {"deal_next_dealer": who}, "several win or lose together, and they cannot all deal")
        for name, who in (("dreierschnapsen", NextDealer.WINNER), ("snapszer-four", NextDealer.LOSER))
    ),
    *(
        (name, {"mp_all_pay": pay}, "two sides play for a score, more pay each other after every deal")
        for name, pay in (("sixty-six", True), (ALONE, False), (PAIRS, True))
    ),
    ("sixty-six", {"claim_mode": ClaimMode.NEVER}, "where two sides play, 66 ends a deal"),
    (PAIRS, {"claim_mode": ClaimMode.NEVER}, "where two sides play, 66 ends a deal"),
    *(
        (ALONE, {"claim_mode": mode}, "where all pay, every trick is played and nobody claims")
        for mode in (ClaimMode.SAID, ClaimMode.AUTO)
    ),
    (ALONE, {"game_target": 7}, "where all pay after every deal there is no target"),
    (
        ALONE,
        {"deal_next_dealer": NextDealer.LOSER},
        "of three players two lose, and the two cannot both deal",
    ),
    (
        ALONE,
        {"irr_marriage_wrong_lead": WrongMarriageLead.THREE},
        "wrong-marriage-lead is for two sides that play for a score",
    ),
    (ALONE, {"tie_result": Tie.LAST_TRICK}, "where all pay, card points alone decide"),
    (ALONE, {"last_no_claim_exhausted": Unclaimed.LAST_TRICK}, "where all pay, card points alone decide"),
    *(
        (ALONE, change, "draw-bonus, whitewash and revoke are for two sides that play for a score")
        for change in ({"tie_bonus": True}, {"game_seven_nil": True}, {"irr_revoke": Revoke.LOST})
    ),
]


@pytest.mark.parametrize(("name", "changes", "why"), SENSELESS)
def test_what_makes_no_sense_for_so_many_players_is_refused(
    name: str, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(RulesError) as refused:
        replace(PRESETS[name], **changes)
    assert refused.value.sentence == why


def test_every_sentence_about_players_and_sides_is_proved() -> None:
    told = re.findall(r'RulesError\("(.+)"\)', getsource(RuleSet._check_sides))
    assert {why for *_, why in SENSELESS} == set(told)


def test_a_hand_must_fit_the_pack() -> None:
    with pytest.raises(RulesError, match="too small"):
        replace(PRESETS["santase"], deck_cards=PACK_20, deal_hand_size=11)


# Citations.


def test_every_point_of_every_rule_set_has_its_clause() -> None:
    for name, found in BOOKS.items():
        assert set(found.clauses) == set(POINTS), name
        for point, clause in found.clauses.items():
            assert clause.rule, (name, point)
            assert clause.section or "silent" in clause.ruled or "derived" in clause.ruled, (name, point)
            assert cite(PRESETS[name], point).startswith(found.source_of(point)), (name, point)


def test_a_book_that_leaves_a_point_out_or_lacks_a_value_is_refused() -> None:
    written = BOOKS["santase"]
    clauses: dict[str, Clause | Decided] = dict(written.clauses)
    with pytest.raises(ValueError, match=r"deck\.cards"):
        book("mine", "", clauses)
    with pytest.raises(ValueError, match=r"close\.who"):
        written.but("mine", {"close.who": decided(4, "", "the dealer")})
    with pytest.raises(ValueError, match=r"no clause"):
        book("mine", "", {})


# Files.


def test_every_file_of_rule_sets_is_found_and_the_oracle_knows_it() -> None:
    """A new rule set is a new file here and a column of the oracle's table, `tests/support/oracle.py`."""
    found = [each.rules.name for file in FILES for each in import_module(f"referee.rulesets.{file}").BOOKS]
    assert sorted(found) == sorted(BOOKS)
    announced = {
        name for name, rules in PRESETS.items() if rules.auction.contracts and not rules.auction.steps
    }
    assert set(oracle.RULE_SETS) == PLAIN.keys() | announced


@pytest.mark.parametrize("name", oracle.RULE_SETS)
def test_every_value_is_that_of_the_oracles_table(name: str) -> None:
    table = oracle.RULE_SETS[name]
    stated = {option.word: option for option in OPTIONS if table.get(option.word, "none") != "none"}
    values = {word: getattr(PRESETS[name], option.decision) for word, option in stated.items()}
    assert values == {word: option.read(table[word]) for word, option in stated.items()}
    assert len(values) > 15


def test_a_decision_has_a_value_of_its_kind() -> None:
    kinds = get_type_hints(RuleSet)
    for name, rules in PRESETS.items():
        for decision in DECISIONS:
            assert type(getattr(rules, decision)) is kinds[decision], (name, decision)


def test_an_option_is_cited_as_agreed() -> None:
    rules = read_spec("schnapsen close-min-talon=6")
    assert isinstance(rules, RuleSet)
    assert cite(rules, "close.min_talon").startswith("agreed at this table, instead of ")
    assert changed(rules) == ("close_min_talon",)


@pytest.mark.parametrize(
    ("spec", "point", "section"),
    [
        ("schnapsen close-min-talon=4", "close.min_talon", "Variants"),
        ("schnapsen closed-basis=total", "score.closed_basis", "Variants"),
        ("schnapsen-sharp closed-basis=total", "score.closed_basis", "Variants"),
        ("schnapsen-tournament false-claim=proportional", "claim.false", "Variants"),
        ("schnapsen-tournament closed-basis=close", "score.closed_basis", "Going Out"),
        ("santase marriage-first-deal=no", "marriage.first_deal", "Marriages"),
        ("santase draw-bonus=yes", "tie.bonus", "Variants of the Game"),
        ("sixty-six whitewash=yes", "game.seven_nil", "Variants and Other 66 Web Pages"),
    ],
)
def test_an_option_that_the_text_tells_of_cites_where(spec: str, point: str, section: str) -> None:
    rules = read_spec(spec)
    assert isinstance(rules, RuleSet)
    told = f"{BOOKS[rules.name].source}, {section}"
    assert cite(rules, point) == f"agreed at this table, as {told} has it"
    assert told in language("en").cite(rules, point)


# Specs.

specs = st.builds(
    lambda name, picks: " ".join(
        [
            name,
            *(f"{OPTIONS[i % len(OPTIONS)].word}={_value(OPTIONS[i % len(OPTIONS)], j)}" for i, j in picks),
        ]
    ),
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=5),
)


def _value(option: object, pick: int) -> str:
    values = getattr(option, "values")  # noqa: B009
    return list(values)[pick % len(values)] if values is not None else str((2, 4, 10, 31, 11, 1, 0)[pick % 7])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(specs)
def test_a_spec_has_one_spelling(spec: str) -> None:
    rules = read_spec(spec)
    if isinstance(rules, Finding):
        assert rules.code.id == "S122"
        return
    spelling = write_spec(rules)
    assert read_spec(spelling) == rules
    assert write_spec(rules) == spelling
    assert len(spelling.split()) == 1 + len(changed(rules))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("santase last-trick=0 last-trick-claimable=yes", "last-trick-claimable needs"),
        ("schnapsen last-trick=10", "points for the last trick decide nothing where the last trick wins"),
        ("schnapsen draw-bonus=yes", "needs deals that can be drawn"),
        ("schnapsen tie=last-trick", "no totals are compared"),
        ("santase tie=last-trick draw-bonus=yes", "needs deals that can be drawn"),
        ("santase close-min-talon=3", "close-min-talon must be an even number from 2 to 12, not 3"),
        ("santase close-min-talon=14", "close-min-talon must be an even number from 2 to 12, not 14"),
        ("schnapsen exchange-min-talon=12", "exchange-min-talon must be an even number from 2 to 10, not 12"),
        ("santase exchange-min-tricks=7", "exchange-min-tricks must be at most 6, not 7"),
        ("santase marriages-per-lead=3", "marriages-per-lead must be from 1 to 2, not 3"),
        ("santase marriages-per-lead=0", "from 1 to 2"),
        ("santase marriages-per-lead=0 marriage-first-deal=no", "from 1 to 2"),
        ("schnapsen draw-bonus=adding", "needs deals that can be drawn"),
        ("sixty-six close-min-tricks=6", "close-min-tricks must be at most 5, not 6"),
        ("santase close-min-tricks=1", "who closes after the first trick has one"),
        ("santase last-trick-closed=yes", "last-trick-closed needs last-trick-claimable"),
        ("santase false-claim=max false-claim-33=2", "false-claim-33 needs"),
        ("santase frozen-tricks=no", "no tricks are frozen where both"),
        ("sixty-six-casual frozen-tricks=no", "decides nothing where only tricks from before"),
        ("santase target=0", "target must be from 1 to 99, not 0"),
        ("santase target=100", "target must be from 1 to 99, not 100"),
        ("santase schneider=1", "schneider must be from 2 to 66, not 1"),
        ("santase schneider=67", "schneider must be from 2 to 66, not 67"),
        ("santase last-trick=67", "last-trick must be at most 66, not 67"),
        ("santase claim=auto false-claim=max", "nobody claims"),
        ("sixty-six-tompa false-claim=max", "nobody claims"),
        ("santase claim=auto claim-window=draw", "nobody claims"),
        ("santase target=7 target=8", "target is given twice"),
    ],
)
def test_a_senseless_combination_is_refused_with_the_reason(spec: str, why: str) -> None:
    finding = read_spec(spec)
    assert isinstance(finding, Finding)
    assert finding.code.id == "S122"
    assert why in finding.message


@pytest.mark.parametrize(
    ("spec", "code", "why"),
    [
        ("schnapsn", "S119", "unknown rule set `schnapsn`, did you mean schnapsen?"),
        ("66", "S119", "unknown rule set `66`, did you mean sixty-six?"),
        ("Сантасе", "S119", "unknown rule set `Сантасе`, did you mean santase?"),
        ("", "S119", "known: santase"),
        ("santase traget=7", "S120", "did you mean target?"),
        ("santase target", "S121", "expected a number"),
        ("santase claim=perhaps", "S121", "expected said, auto or never"),
        ("santase target=٧", "S121", "expected a number"),
        ("santase target=0", "S122", "these rules are not valid: target must be from 1 to 99, not 0"),
    ],
)
def test_a_spec_that_names_no_rules_raises_what_is_found_in_it(spec: str, code: str, why: str) -> None:
    with pytest.raises(UnknownRules, match=re.escape(why)) as raised:
        parse_spec(spec)
    finding = read_spec(spec)
    assert isinstance(finding, Finding)
    assert (raised.value.finding, finding.code.id) == (finding, code)


def test_a_spec_that_names_rules_is_parsed() -> None:
    assert {name: parse_spec(name) for name in PRESETS} == PRESETS
