"""Accounts of deals: every card point is named once and adds up, every result is derived to its value.

What accounts say is compared with a tally of the written words, with the oracle, and with the truth that
was known before cards were blanked.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from notation import read, read_file, write
from notation.judge import judge
from notation.record.model import DealRecord, Ply, Record, Tag, Trick
from notation.record.words import action_word
from notation.rulings.ledger import (
    Account,
    Chance,
    EntryKind,
    LedgerEntry,
    PointsStatus,
    account,
    judge_in_full,
)
from referee import actions
from referee import arithmetic as working
from referee.arithmetic import Line
from referee.cards import SEATS, SUIT_LETTERS, Seat
from referee.points import POINTS
from referee.rulesets import PRESETS
from referee.state import Reason
from tests.scripts.frozen import FOLDER
from tests.support import oracle, oracle_of_more
from tests.support.cutting import oracles_deal
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.gaps import PlayingHabits, any_spec, blanked, true_match
from tests.support.plain import PLAIN
from tests.support.rulings import HANDS
from tests.support.sizes import Size
from tests.support.tally import PACK_POINTS, PlainTally, legal_spec, plies_of, tally

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS = Size("DEALS", 20_000)
MATCHES = DEALS.share(8_000)
"""For each rule set and way of playing."""
LETTERS = "ABCD"
SPECS = (*PLAIN, "santase revoke=3", "sixty-six revoke=lost", "schnapsen revoke=lost", "")
"""Where there is none, any rule set with any options."""
HABITS = {
    "legal": PlayingHabits(),
    "closed": PlayingHabits(close=60, out=5),
    "resigned": PlayingHabits(resign=2),
    "irregular": PlayingHabits(irregular=8, revoke=8, close=20),
    "unmarked": PlayingHabits(irregular=8, revoke=8, marks=False),
}


def accounts_of(record: Record) -> list[Account]:
    """The accounts of all deals of a record, from its text."""
    [game] = read(write(record))
    judgement = judge(game)
    assert judgement.rules is not None
    return [account(judgement, number) for number in range(1, len(record.deals) + 1)]


def shown(found: Account) -> str:
    return found.judgement.game.text


# Points.


def named(found: Account, kind: EntryKind) -> list[LedgerEntry]:
    return [entry for entry in found.entries if entry.kind is kind]


def compare_points(found: Account, true: PlainTally) -> None:
    """Whether an account of a deal without gaps names what its words add up to, once each."""
    tricks = named(found, EntryKind.TRICK)
    assert [
        (entry.trick, LETTERS[entry.seat], entry.points, entry.standing is PointsStatus.FROZEN)
        for entry in tricks
    ] == [(n, trick.winner, trick.worth, trick.frozen) for n, trick in enumerate(true.taken, start=1)]
    assert not any(entry.slack for entry in found.entries)
    assert sum(entry.points for entry in tricks) + found.untaken == PACK_POINTS
    assert [
        (
            entry.announced,
            LETTERS[entry.seat],
            SUIT_LETTERS[entry.suit],
            entry.points,
            entry.standing.value,
            entry.trick if entry.standing is PointsStatus.COUNTED else 0,
            entry.waited,
        )
        for entry in named(found, EntryKind.MARRIAGE)
    ] == [
        (said.trick, said.seat, said.suit, said.points, said.standing, said.counts_from, said.waited)
        for said in true.announced
    ]


def compare_sums(found: Account, true: PlainTally) -> None:
    """Whether the entries add up to what the ledger and the result say."""
    for number, trick in enumerate(true.taken, start=1):
        ledger = found.deal.tricks[number - 1]
        played = [sum(found.total(side, kind, number) for kind in PLAYED) for side in found.rules.sides]
        assert played == list(trick.points.values())
        if ledger.events[-1].ply.plays:
            assert ledger.points == tuple(trick.points.values())
    sides = found.rules.sides
    totals = tuple(map(found.total, sides))
    last = [found.total(side, EntryKind.LAST_TRICK) for side in sides]
    assert totals == tuple(map(sum, zip(true.points.values(), last, strict=True)))
    result = found.deal.result
    assert found.deal.card_points == (at_the_revoke(found) if is_forfeit(found) else totals)
    assert result is None or result.card_points == found.deal.card_points


def is_forfeit(found: Account) -> bool:
    return found.deal.result is not None and found.deal.result.reason is Reason.FORFEIT


def at_the_revoke(found: Account) -> tuple[int, ...]:
    """The card points before the first revoke, which the deal is measured by where it decides it."""
    before = (0,) * len(found.rules.sides)
    for trick in found.deal.tricks:
        for event in trick.events:
            if event.ruling and event.ruling.code.id in ("R210", "R211", "R212"):
                return before
            before = event.points
    raise AssertionError("nobody revoked")


PLAYED = (EntryKind.TRICK, EntryKind.MARRIAGE)


def compare_bonus(found: Account, true: PlainTally, spec: str) -> None:
    """Whether the last trick earns what the rules say, for its winner."""
    rules = oracle.rules_of(legal_spec(spec))
    reason = found.deal.result.reason if found.deal.result else None
    expected = []
    tricks = found.rules.deck_cards.bit_count() // found.rules.seats
    played_out = true.close is None and len(true.taken) == tricks
    claimed = reason is Reason.OUT and rules["last-trick-claimable"] == "yes"
    if played_out and int(rules["last-trick"]) and (claimed or reason in (Reason.TOTAL, Reason.LAST_TRICK)):
        expected = [(true.taken[-1].winner, int(rules["last-trick"]), len(true.taken))]
    assert [(LETTERS[e.seat], e.points, e.trick) for e in named(found, EntryKind.LAST_TRICK)] == expected


def compare_closing(found: Account, true: PlainTally) -> None:
    """Whether the description of the close matches the table."""
    closing, close = found.deal.closing, true.close
    assert (closing is None) == (close is None)
    if closing and close:
        assert (LETTERS[closing.seat], closing.trick, closing.short) == (
            close.seat,
            close.after + 1,
            close.short,
        )
        assert closing.points == tuple(close.points.values())
        assert closing.tricks == tuple(close.tricks.values())
        assert closing.talon == found.rules.talon_size - 2 * (close.after - close.short)


def compare_claims(found: Account, true: PlainTally, spec: str) -> None:
    """Whether every claim is reported with the points at that moment."""
    rules = oracle.rules_of(legal_spec(spec))
    expected = []
    for claim in true.claims:
        points = claim.points
        played_out = true.close is None and claim.cards == found.rules.deck_cards.bit_count()
        if played_out and rules["last-trick-claimable"] == "yes":
            points += int(rules["last-trick"])
        expected.append((claim.trick, claim.seat, points, "", points >= 66))
    assert [
        (claim.trick, LETTERS[claim.seat], claim.points, claim.refused, claim.stands)
        for claim in found.claims
    ] == expected


# Steps.

OF_CONTRACTS = {
    working.SCORES,
    *(line for line in working.LINES if line.point.startswith("auction.")),
    *(line for name, line in vars(working).items() if name.startswith("GAME")),
}
"""Steps of games in which contracts are bid, which the oracle of records does not play."""
NAMES = {
    line: name for name, line in vars(working).items() if isinstance(line, Line) and line not in OF_CONTRACTS
}
DECIDING = {
    Reason.OUT: {"OUT", "OUT_FIRST", "OUT_TOGETHER", "OUT_BY_ITSELF"},
    Reason.FALSE_OUT: {"CLAIM_FALSE"},
    Reason.CLOSER_FAILED: {"CLOSER_FAILED"},
    Reason.DEFENDER_OUT: {"DEFENDER_OUT"},
    Reason.TOTAL: {"HIGHER_TOTAL", "DRAWN", "TIE_BROKEN", "MOST", "SHARED"},
    Reason.LAST_TRICK: {"LAST_TRICK"},
    Reason.RESIGNATION: {"RESIGNED"},
    Reason.FORFEIT: {"REVOKE_LOSES", "REVOKE_COSTS", "WRONG_LEAD_COSTS"},
}
BONUSES = {"DRAW_BONUS", "DRAWS_BONUS"}


WON_BY = {"OUT", "OUT_FIRST", "OUT_TOGETHER", "OUT_BY_ITSELF", "DEFENDER_OUT", "HIGHER_TOTAL", "MOST"}


def names_of(found: Account) -> list[str]:
    """The steps of an account by their names."""
    return [NAMES[step.line] for step in found.steps]


def values_of(found: Account) -> list[int]:
    return [step.facts["value"] for step in found.steps if "value" in step.facts]


def compare_steps(found: Account, true: PlainTally, spec: str) -> None:
    """Whether the steps lead to the result, by points that the rules have, with facts that are so."""
    assert all(step.line.point in POINTS or not step.line.point for step in found.steps)
    result = found.deal.result
    if result is None:
        assert not found.steps
        return
    names = names_of(found)
    assert len(DECIDING[result.reason] & set(names)) == 1
    assert not found.settled_otherwise
    if result.winner < 0:
        assert names[-1] in ("DRAWN", "SHARED")
        assert not values_of(found)
        return
    if result.paid:
        compare_payments(found)
    else:
        compare_value(found)
    for name, step in zip(names, found.steps, strict=True):
        facts = step.facts
        assert facts.get("winner", result.winner) == result.winner
        if name in WON_BY:
            winner = found.rules.side(Seat(facts["winner" if "winner" in facts else "seat"]))
            assert winner == result.winner
            assert facts["points"] == result.card_points[found.rules.place_of(winner)]
        if name == "CLAIM_FALSE":
            assert facts["points"] + facts["missing"] == 66
        if name in ("SCHNEIDER", "SINGLE"):
            place = found.rules.place_of(Seat(facts["loser"]))
            measured = list(true.points.values())[place]
            if "BASIS_CLOSE" in names and true.close and facts["loser"] != LETTERS.index(true.close.seat):
                measured = true.close.points[LETTERS[place]]
            elif result.reason in (Reason.TOTAL, Reason.FORFEIT):
                measured = result.card_points[place]
            assert facts["points"] == measured
            assert facts["needed"] == int(oracle.rules_of(legal_spec(spec))["schneider"])
            assert (measured < facts["needed"]) == (name == "SCHNEIDER")


def compare_value(found: Account) -> None:
    """Whether the last derived value is the value of the deal."""
    result = found.deal.result
    assert result is not None
    names = names_of(found)
    assert values_of(found)[-1] == found.deal.game_points
    assert (names[-1] in BONUSES) == (found.deal.game_points != result.game_points)
    before_bonus = values_of(found)[:-1] if names[-1] in BONUSES else values_of(found)
    assert before_bonus[-1] == result.game_points


def compare_payments(found: Account) -> None:
    """Whether every payment is derived, and they add up to what the winner receives."""
    result = found.deal.result
    assert result is not None
    pays = {step.facts["loser"]: step.facts["value"] for step in found.steps if step.line is working.PAYS}
    assert [-pays.get(seat, -result.game_points) for seat in SEATS[: len(result.paid)]] == list(result.paid)
    assert sum(pays.values()) == result.game_points == found.deal.game_points


def compare(found: Account, true: PlainTally, spec: str) -> None:
    """Whether all that an account says is so."""
    compare_points(found, true)
    compare_sums(found, true)
    compare_bonus(found, true, spec)
    compare_closing(found, true)
    compare_claims(found, true, spec)
    compare_steps(found, true, spec)


def matches(spec: str, table: str) -> Iterator[tuple[str, Record]]:
    rng = random.Random(f"accounts {spec} {table}")
    for _ in range(MATCHES):
        chosen = spec or any_spec(rng)
        yield chosen, true_match(chosen, rng, HABITS[table], most=4)[0]


@for_each(product(SPECS, HABITS), one_in=6)
def test_an_account_says_what_the_words_add_up_to(spec: str, table: str) -> None:
    for chosen, record in matches(spec, table):
        for found in accounts_of(record):
            compare(found, tally(found.record, chosen), chosen)


@for_each(product(SPECS, HABITS), one_in=4)
def test_a_deal_that_breaks_off_is_accounted_for_as_far_as_it_goes(spec: str, table: str) -> None:
    rng = random.Random(f"broken off {spec} {table}")
    for chosen, record in matches(spec, table):
        deals = tuple(broken_off(deal, rng) for deal in record.deals)
        for found in accounts_of(replace(record, tags=record.tags[:1], deals=deals)):
            compare(found, tally(found.record, chosen), chosen)


def broken_off(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal up to some action of it, without a result."""
    length = rng.randrange(1, len(list(plies_of(deal))) + 1)
    tricks: list[Trick] = []
    for trick in deal.tricks:
        if length > 0:
            tricks.append(replace(trick, plies=trick.plies[:length]))
        length -= len(trick.plies)
    return replace(deal, tricks=tuple(tricks), result=None)


# Chances and claims, by the oracle.


class OracleReplay:
    """A deal of a legal record, played again by the oracle."""

    def __init__(self, record: DealRecord, spec: str) -> None:
        self.plain = oracles_deal(record, legal_spec(spec))
        self.chances: list[tuple[int, str, int, bool]] = []
        self.claims: list[tuple[int, str, int, bool]] = []
        self._open: tuple[int, str, int, bool] | None = None
        for number, ply in plies_of(record):
            if not self.plain.over:
                self._act(number, ply.seat, action_word(ply.action, ply.value))
        self._look()
        if not self.plain.over and self.plain.played_out and self._open:
            self.chances.append(self._open)

    def _moment(self) -> tuple[int, str, int, bool]:
        plain = self.plain
        if isinstance(plain, oracle_of_more.OracleDealOfMore):
            points = plain.counted_points(plain.side(plain.leader)) + plain.claimable_bonus()
            melded = bool(plain.announced_now())
        else:
            points = plain.counted_points(plain.leader) + plain.claimable_bonus()
            melded = plain.melded is not None
        return sum(plain.tricks.values()) + melded, plain.leader, points, melded

    def _waits(self) -> bool:
        """Whether a chance goes on although the card of a marriage is led."""
        rules = self.plain.rules
        said = rules["claim"] == "said" and rules["marriage-out"] == "yes"
        return said and rules["claim-window"] == "reply" and self._moment()[3]

    def _look(self) -> None:
        """See whether the leader could go out now."""
        if self._open is None and (self.plain.leader, "out") in self.plain.legal():
            moment = self._moment()
            self._open = moment if moment[2] >= 66 else None

    def _act(self, number: int, seat: Seat, word: str) -> None:
        plain = self.plain
        self._look()
        if isinstance(plain, oracle.OracleDeal) and plain.before_draw and number > sum(plain.tricks.values()):
            plain.act(plain.leader, "draw")
        if word == "out":
            _, leader, points, _ = self._moment()
            partner = isinstance(plain, oracle_of_more.OracleDealOfMore) and seat >= 0
            self.claims.append((number, LETTERS[seat] if partner else leader, points, points >= 66))
            self._open = None
        elif word[0] in "9JQKTA" and self._open and not self._waits():
            self.chances.append(self._open)
            self._open = None
        turn = plain.turn if isinstance(plain, oracle_of_more.OracleDealOfMore) or plain.led else plain.leader
        plain.act(LETTERS[seat] if seat >= 0 else turn, word)


@for_each([*PLAIN, ""], one_in=5)
def test_claims_and_missed_chances_are_those_of_the_oracle(spec: str) -> None:
    rng = random.Random(f"chances {spec}")
    missed = claimed = 0
    for _ in range(3 * MATCHES):
        chosen = spec or any_spec(rng)
        record = random_record(chosen, rng, most_deals=12)
        for found in accounts_of(record):
            replay = OracleReplay(found.record, chosen)
            assert [(c.trick, LETTERS[c.seat], c.points, c.stands) for c in found.claims] == replay.claims
            assert [
                (chance.trick, LETTERS[chance.seat], chance.points, chance.lead) for chance in found.chances
            ] == replay.chances
            missed += len(replay.chances)
            claimed += len(replay.claims)
            compare(found, tally(found.record, chosen), chosen)
    if "tompa" not in spec and "three" not in spec and DEALS.is_full:
        assert missed > 2
        assert claimed > 2


# Gaps.


@pytest.mark.slow
@for_each(product(SPECS, [table for table in HABITS if table != "unmarked"]), one_in=11)
def test_an_account_of_a_record_with_gaps_says_nothing_but_the_truth(spec: str, table: str) -> None:
    rng = random.Random(f"gaps {spec} {table}")
    for chosen, record in matches(spec, table):
        whole = accounts_of(record)
        spoilt = replace(record, deals=tuple(blanked(deal, rng) for deal in record.deals))
        for found, true in zip(accounts_of(spoilt), whole, strict=True):
            within_the_truth(found, tally(true.record, chosen))
            tells_no_more(found, true)


def within_the_truth(found: Account, true: PlainTally) -> None:
    """Whether every point that is named is one that there was, and may be more by no more than is said."""
    tricks = named(found, EntryKind.TRICK)
    for entry, trick in zip(tricks, true.taken, strict=False):
        assert (LETTERS[entry.seat], entry.standing is PointsStatus.FROZEN) == (trick.winner, trick.frozen)
        assert entry.points <= trick.worth <= entry.points + entry.slack
    assert [entry.trick for entry in tricks] == list(range(1, len(tricks) + 1))
    if found.played:
        assert sum(entry.points for entry in tricks) + found.untaken == PACK_POINTS
    marriages = named(found, EntryKind.MARRIAGE)
    for entry, said in zip(marriages, true.announced, strict=False):
        assert (entry.announced, LETTERS[entry.seat], SUIT_LETTERS[entry.suit], entry.points) == (
            (said.trick, said.seat, said.suit, said.points)
        )
        if entry.standing is PointsStatus.COUNTED and said.standing != "void":
            assert (said.standing, said.counts_from, said.waited) == ("counted", entry.trick, entry.waited)
    for number in range(1, len(tricks) + 1):
        after = found.deal.tricks[number - 1]
        played = tuple(sum(found.total(side, kind, number) for kind in PLAYED) for side in found.rules.sides)
        if after.events[-1].ply.plays and number < len(tricks):
            assert after.points == played
    totals = tuple(map(found.total, found.rules.sides))
    if found.deal.card_points and not is_forfeit(found):
        assert found.deal.card_points == totals


def lead_behind(chance: Chance) -> int:
    """The trick to whose lead a chance belongs."""
    return chance.trick if chance.lead else chance.trick + 1


def tells_no_more(found: Account, true: Account) -> None:
    """Whether steps, claims and chances are those of the whole deal, as far as they are shown."""
    if found.steps and found.deal.result and found.deal.result.card_points:
        assert found.steps == true.steps
    if found.steps:
        assert names_of(found)[0] == names_of(true)[0]
        assert values_of(found)[-1:] == values_of(true)[-1:]
        bonuses = [[(e.seat, e.points) for e in named(a, EntryKind.LAST_TRICK)] for a in (found, true)]
        assert bonuses[0] == bonuses[1]
    true_claims = [(claim.trick, claim.seat) for claim in true.claims]
    assert [(claim.trick, claim.seat) for claim in found.claims] == true_claims[: len(found.claims)]
    for claim, right in zip(found.claims, true.claims, strict=False):
        assert claim.points <= right.points <= claim.points + claim.slack
    chances = {(lead_behind(chance), chance.seat): chance for chance in true.chances}
    assert len({(lead_behind(chance), chance.seat) for chance in found.chances}) == len(found.chances)
    for chance in found.chances if not is_forfeit(true) else ():
        assert chance.points <= chances[lead_behind(chance), chance.seat].points + 40 * chance.lead
    if found.deal.closing and true.deal.closing:
        assert found.deal.closing[:2] == true.deal.closing[:2]
        assert found.deal.closing[3:] == true.deal.closing[3:]


# Every step there is.

WHERE = {
    "OUT": "santase",
    "OUT_FIRST": "santase",
    "OUT_TOGETHER": "santase-four",
    "OUT_BY_ITSELF": "schnapsen-tompa",
    "BONUS_CLAIMED": "sixty-six-tompa",
    "DEFENDER_OUT": "sixty-six",
    "CLAIM_FALSE": "santase",
    "CLAIM_VOID": "santase",
    "CLOSER_FAILED": "santase",
    "BONUS": "santase",
    "HIGHER_TOTAL": "santase",
    "MOST": "santase-three",
    "PAYS": "sixty-six-three",
    "SHARED": "santase-three",
    "LAST_TRICK": "schnapsen",
    "DRAWN": "santase",
    "TIE_BROKEN": "santase tie=last-trick",
    "RESIGNED": "santase",
    "REVOKE_LOSES": "santase revoke=lost",
    "REVOKE_COSTS": "santase revoke=3",
    "SCHWARZ": "santase",
    "SCHNEIDER": "santase",
    "SINGLE": "santase",
    "BASIS_TOTAL": "sixty-six",
    "BASIS_CLOSE": "schnapsen",
    "FROZEN": "sixty-six-casual closed-basis=total",
    "FROZEN_POINTS": "sixty-six-casual closed-basis=total frozen-tricks=no",
    "FAILED_TRICKLESS": "santase",
    "FAILED_WITH_TRICK": "sixty-six",
    "FAILED_BY_CLOSER": "sixty-six failed-close=1/2/3",
    "FAILED_FLAT": "santase failed-close=3",
    "DEFENDER_FLAT": "santase",
    "DEFENDER_TRICK": "sixty-six",
    "DEFENDER_TRICKLESS": "sixty-six",
    "DEFENDER_AS_FAILED": "schnapsen",
    "EXHAUSTED_ONE": "schnapsen",
    "EXHAUSTED_BY_LOSER": "santase",
    "FALSE_FLAT": "santase",
    "FALSE_TRICK": "schnapsen",
    "FALSE_TRICKLESS": "schnapsen",
    "FALSE_PROPORTIONAL": "santase false-claim=proportional",
    "FALSE_AT_LIMIT": "santase false-claim=proportional false-claim-33=2",
    "FALSE_AT_LEAST": "schnapsen-casual",
    "FALSE_HIGHER": "schnapsen-casual",
    "FALSE_BY_CLOSER": "sixty-six",
    "CLOSER_HIGHER": "sixty-six",
    "DRAWS_BONUS": "santase draw-bonus=adding target=99",
    "WRONG_LEAD_COSTS": "santase wrong-marriage-lead=3",
    "DRAW_BONUS": "santase draw-bonus=yes target=99",
}
"""Rules by which a deal can come to each step."""


def test_there_are_rules_for_every_step() -> None:
    assert set(WHERE) == set(NAMES.values())
    assert set(NAMES) == set(working.LINES) - OF_CONTRACTS


@for_each(WHERE, one_in=40)
def test_every_step_is_taken_by_some_deal(line: str) -> None:
    spec = WHERE[line]
    rng = random.Random(line)
    table = PlayingHabits(revoke=20 * ("REVOKE" in line), resign=5 * (line == "RESIGNED"), close=40, out=5)
    for _ in range(200):
        record, _ = true_match(spec, rng, PlayingHabits() if line in BONUSES else table, most=20)
        if line == "WRONG_LEAD_COSTS":
            record = WRONG_LEAD_AFTER_A_MARRIAGE
        if line == "DEFENDER_TRICKLESS":
            record = OUT_AGAINST_A_CLOSER_WITHOUT_A_TRICK
        for found in accounts_of(record):
            compare_steps(found, tally(found.record, spec), spec)
            if line in names_of(found):
                return
    raise AssertionError("no deal came to it")


[_game] = read(
    """%SGN 1
[Rules "sixty-six"]
deal 1 dealer B
A: Ts Js Qh Jh Ad Kc
B: As Qs 9s Kh Ac Jc
talon: Th Tc Ah Qc 9h Td Jd Kd 9c 9d Qd Ks
1. close B: exchange Ts As
2. Qs Js
3. Ks Jh
4. Ac Kc
5. Kh Qh
6. Jc Ad out
"""
)
assert _game.record is not None
OUT_AGAINST_A_CLOSER_WITHOUT_A_TRICK = _game.record
"""What no random deal comes to in a reasonable time."""

[_game] = read(
    f"""%SGN 1
[Rules "santase wrong-marriage-lead=3"]
deal 1 dealer B
{HANDS}1. As 9c
2. 20h Kc Qc out
"""
)
assert _game.record is not None
WRONG_LEAD_AFTER_A_MARRIAGE = _game.record


# Cases made by hand.

DEAL = f"""deal 1 dealer B trump Qd
{HANDS}"""


def account_of(play: str, spec: str = "santase", number: int = 1) -> Account:
    """The account of a deal in words."""
    [game] = read(f'%SGN 1\n[Rules "{spec}"]\n{DEAL}{play}')
    return account(judge(game), number)


def test_an_unknown_lead_that_makes_a_marriage_void_costs_the_trick_nothing() -> None:
    """King and queen of hearts are played later, so that the card led can be neither."""
    found = account_of("1. As 9c\n2. 20h -- Qc\n3. Kh Ts\n4. Qh Jc\n")
    assert [(e.points, e.slack, e.standing.value) for e in found.entries] == [
        (11, 0, "counted"),
        (20, 0, "void"),
        (3, 11, "counted"),
        (14, 0, "counted"),
        (5, 0, "counted"),
    ]
    assert found.total(Seat(0)) == 33
    assert found.untaken == 87


def test_a_marriage_of_the_first_lead_that_becomes_void_never_counts() -> None:
    """It waits for a trick, which the unknown lead brings; but the lead is not a card of the marriage."""
    found = account_of("1. 20h -- Qc\n2. A: Kh Ts\n3. Qh 9c\n", "sixty-six")
    [marriage] = named(found, EntryKind.MARRIAGE)
    assert (marriage.standing, marriage.waited) == (PointsStatus.VOID, False)
    assert [(entry.points, entry.slack) for entry in named(found, EntryKind.TRICK)] == [
        (7, 7),
        (14, 0),
        (3, 0),
    ]


def test_a_deal_settled_for_another_value_says_so() -> None:
    play = "1. Ks Ts\n2. B: resign\n"
    by_the_book = account_of(play)
    assert values_of(by_the_book)[-1] == by_the_book.deal.game_points
    assert not by_the_book.settled_otherwise
    worth = by_the_book.deal.game_points % 3 + 1
    settled = account_of(f"{play}= A {worth} by resignation\n")
    assert settled.deal.game_points == worth
    assert values_of(settled) == values_of(by_the_book)
    assert settled.settled_otherwise


def test_a_claim_that_is_refused_names_its_code() -> None:
    [claim] = account_of("1. out As 9c\n").claims
    assert (claim.trick, claim.seat, claim.points, claim.refused, claim.stands) == (1, 0, 0, "C203", False)


def test_a_claim_with_the_last_trick_that_is_still_too_few_is_told_with_it() -> None:
    """The deal ends at 65 each with the ten for the last trick, which may be claimed with here."""
    [game] = read_file(FOLDER / "santase-draw-at-65.sgn")
    assert game.record is not None
    [deal] = game.record.deals
    said = replace(deal.tricks[-1], plies=(*deal.tricks[-1].plies, Ply(actions.OUT)))
    deal = replace(deal, tricks=(*deal.tricks[:-1], said), result=None)
    tags = (Tag("Rules", "santase last-trick-claimable=yes"),)
    [found] = accounts_of(Record(tags, (deal,)))
    assert [(claim.trick, claim.points, claim.stands) for claim in found.claims] == [(12, 65, False)]
    assert not named(found, EntryKind.LAST_TRICK)
    assert sorted(found.deal.card_points) == [55, 65]


SEVENTY_ONE = "1. As Ts\n2. Ah 9c\n3. 20h Kh Qc\n4. Th Jc\n"


def chances_of(play: str, spec: str = "santase") -> list[tuple[int, str, int, bool]]:
    return [(c.trick, LETTERS[c.seat], c.points, c.lead) for c in account_of(play, spec).chances]


@pytest.mark.parametrize("lead", ["Kc", "20s Ks", "20s 9h", "-- 9d", "close Kc"])
def test_a_chance_goes_on_until_the_next_lead(lead: str) -> None:
    assert chances_of(f"{SEVENTY_ONE}5. {lead}") == [(4, "A", 71, False)]


@pytest.mark.parametrize("rest", ["", "out", "5. out", "5. 20s out"])
def test_a_chance_that_is_taken_or_still_open_is_none(rest: str) -> None:
    assert chances_of(SEVENTY_ONE + rest) == []


def test_a_chance_on_a_marriage_is_one_before_its_lead() -> None:
    assert chances_of(SEVENTY_ONE.replace("Th Jc", "20s Ks Tc")) == [(4, "A", 79, True)]


def test_the_last_trick_can_be_a_chance_where_it_may_be_claimed_with() -> None:
    """A takes it, and has 59 without the ten that it brings."""
    text = (FOLDER / "santase-void-claim.sgn").read_text("utf-8")
    play = text.partition("talon:")[2].partition("\n")[2].partition(" out")[0]
    dealt = text.partition("\n\n")[2].partition("1. ")[0]
    for spec, chances in (("santase last-trick-claimable=yes", [(12, 0, 69)]), ("santase", [])):
        [game] = read(f'%SGN 1\n[Rules "{spec}"]\n{dealt}{play}\n')
        assert [chance[:3] for chance in account(judge(game), 1).chances] == chances


def test_behind_an_unknown_lead_there_is_another_chance() -> None:
    assert chances_of(f"{SEVENTY_ONE}5. -- Tc\n6. A: Qh") == [(4, "A", 71, False), (5, "A", 81, False)]


def test_behind_a_revoke_that_decides_the_deal_there_are_no_chances() -> None:
    """B holds trumps and plays the queen of clubs."""
    play = "1. As Ts\n2. Ah 9c\n3. close 20h Kh Qc\n4. 20s Ks 9d"
    assert chances_of(play) == [(4, "A", 79, True)]
    assert chances_of(play, "santase revoke=3") == []


# Findings.

SECOND = DEAL.replace("deal 1", "deal 2")


def test_what_cannot_be_read_is_found_in_its_deal() -> None:
    text = f"1. As Td\n2. exchange foo Kd Kc\n3. out\n{SECOND}1. As @clk(soon) Td\n2. bar\n"
    codes = [[f.code.id for f in account_of(text, number=number).findings] for number in (1, 2)]
    assert codes == [["S111"], ["S127", "S111"]]


def test_every_finding_of_every_deal_is_told() -> None:
    """A judgement tells a hundred findings of a game; a ruling all of its deal."""
    wrong = "1. As Td" + " <1-1>" * 120 + "\n"
    [game] = read(f'%SGN 1\n[Rules "santase"]\n{DEAL}{wrong}{SECOND}{wrong}')
    judgement = judge_in_full(game, PRESETS["santase"])
    for number in (1, 2):
        found = account(judgement, number).findings
        assert [f.code.id for f in found if f.code.id == "X105"] == ["X105"] * 120
        assert [f.span for f in found] == sorted(f.span for f in found)
