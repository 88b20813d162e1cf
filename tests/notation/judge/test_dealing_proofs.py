"""Records that state how they were shuffled: what is proved of them, by the judge and by `santase verify`."""

import json
import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from notation import read
from notation.findings import Finding
from notation.judge import DealingProof, Verdict, judge, judge_text, prove_dealing
from notation.live.match import GRACE, LiveMatch, MatchOpening, Proposed
from notation.live.record import text_of
from notation.record.words import card_word
from notation.wire.schemas import schema_named
from referee import PRESETS, SANTASE, Card, Seat
from referee.actions import RESIGN
from referee.clock import TimeControl
from referee.shuffle import commit, deal_out, order
from referee.table import ARBITER, HOST, Accepted, Entry, Kind, Proposal, Refused, Table
from tests.support.commands import run
from tests.support.corpus import ROOT

SEED: Final = bytes(range(32))
CUTS: Final = ("4f1c", "lucky-7", "c", "d")
PAGE: Final = (ROOT / "docs/fair-dealing.md").read_text("utf-8")
CARD: Final = re.compile(r"\b[9JQKTA][shdc]\b")


def words(cards: Sequence[Card]) -> str:
    return " ".join(map(card_word, cards))


def dealt(name: str, number: int = 1, seed: bytes = SEED, dealer: int = 1) -> str:
    """A record of a deal that was dealt from a seed."""
    rules = PRESETS[name]
    cuts = CUTS[: rules.seats]
    hands, talon = deal_out(rules, Seat(dealer), order(rules.deck_cards, seed, cuts, number))
    turn_up = talon[-1] if talon else hands[dealer][-1] if rules.mp_partners else hands[(dealer + 1) % 3][3]
    lines = [
        f'%SGN 1\n[Rules "{name}"]',
        f"deal {number} dealer {'ABCD'[dealer]} trump {card_word(turn_up)} @shuffle(santase-shuffle-1)",
        f"@commitment({commit(seed)})",
        " ".join(f"@cut({seat} {cut})" for seat, cut in zip("ABCD", cuts, strict=False)),
        *(f"{seat}: {words(hand)}" for seat, hand in zip("ABCD", hands, strict=False)),
        *([f"talon: {words(talon)}"] if talon else []),
        f"= * @seed({seed.hex()})\n",
    ]
    return "\n".join(lines)


def proved(text: str) -> DealingProof:
    found = proof_of(text)
    assert found is not None
    return found


def proof_of(text: str) -> DealingProof | None:
    [game] = read(text)
    assert game.draft is not None
    rules = PRESETS[game.draft.tag("Rules") or "santase"]
    return prove_dealing(rules, game.draft.deals[0])


def errors(text: str) -> list[str]:
    """The codes of the errors of a record; judging in bulk finds the same."""
    [game] = read(text)
    [other] = judge_text(text)

    def codes(findings: Sequence[Finding]) -> list[str]:
        return [finding.code.id for finding in findings if finding.is_error]

    found = codes(judge(game).findings)
    assert found == codes(other.findings)
    return found


RIGHT: Final = dealt("santase")
WITHHELD: Final = re.sub(r" @seed\(.*?\)", "", RIGHT)
SILENT: Final = re.sub(r"@\w+\(.*?\)", "", RIGHT)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(PRESETS)), st.binary(min_size=32, max_size=32), st.integers(0, 3))
def test_what_was_dealt_from_a_seed_is_proved(name: str, seed: bytes, dealer: int) -> None:
    rules = PRESETS[name]
    text = dealt(name, 1, seed, dealer % rules.seats)
    assert errors(text) == []
    proof = proved(text)
    assert proof.holds
    assert proof.compared == rules.deck_cards.bit_count()


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_character_of_it_can_be_changed(data: st.DataObject) -> None:
    """Of the seed, of the commitment, of a cut."""
    words = [
        match.span() for match in re.finditer(r"(?<=\()[0-9a-f]{64}(?=\))|(?<=\([AB] )[a-z0-9-]+", RIGHT)
    ]
    assert len(words) == 4
    start, end = data.draw(st.sampled_from(words))
    at = data.draw(st.integers(start, end - 1))
    other = data.draw(st.sampled_from([sign for sign in "0123456789abcdef" if sign != RIGHT[at]]))
    changed = RIGHT[:at] + other + RIGHT[at + 1 :]
    assert set(errors(changed)) & {"X133", "X134"}
    assert not proved(changed).holds


def test_two_cards_that_change_places_are_found() -> None:
    """Not in a hand, where their order says nothing; anywhere else."""
    cards = [match.span() for match in CARD.finditer(RIGHT, RIGHT.index("A: "))]
    assert len(cards) == 24
    for first, (start, end) in enumerate(cards):
        for second, (begin, stop) in enumerate(cards[first + 1 :], start=first + 1):
            changed = RIGHT[:start] + RIGHT[begin:stop] + RIGHT[end:begin] + RIGHT[start:end] + RIGHT[stop:]
            in_a_hand = second < 12 and first // 6 == second // 6
            assert proved(changed).holds is in_a_hand


@pytest.mark.parametrize(
    ("old", "new", "codes", "says"),
    [
        ("@commitment(8e", "@commitment(9e", ["X133"], "the revealed seed does not match its commitment"),
        ("4f1c", "4f1d", ["X134"], "these are not the cards that the seed gives: by it A is not dealt "),
        ("deal 1", "deal 2", ["X111", "X134"], "these are not the cards that the seed gives: by it "),
        ("@cut(B lucky-7)", "", ["X134"], "these are not the cards"),
        ("@cut(B lucky-7)", "@cut(B lucky-7) @cut(C)", ["X119"], "there is no seat C in a game for 2"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, codes: list[str], says: str) -> None:
    assert old in RIGHT
    changed = RIGHT.replace(old, new)
    assert set(codes) <= set(errors(changed)) <= {*codes, "X111"}
    proof = proved(changed)
    assert not proof.holds
    assert proof.findings[-1].sentence.startswith(says)


@pytest.mark.parametrize(
    ("pattern", "new", "why"),
    [
        (r"@seed\(.*?\)", "", "@seed is missing"),
        (r"@commitment\(.*?\)", "", "@commitment is missing"),
        (r"@shuffle\(.*?\)", "", "@shuffle is missing"),
        (r"@shuffle\(.*?\)", "@shuffle(santase-shuffle-2)", "the algorithm santase-shuffle-2 is not known"),
        (r"@cut\(A 4f1c\)", "@cut(A 4f1c) @cut(A 4f1c)", "@cut A is given twice"),
        (r"(@seed\(.*?\))", r"\1 \1", "@seed is given twice"),
        (r"@seed\(.*?\)", "@seed(0)", "@seed cannot be read"),
        (r"dealer B trump (..)", r"trump \1 position lead A", "the record does not say how the deal began"),
        (r"(?s)A: .*\n(?==)", "", "no card is recorded"),
    ],
)
def test_what_cannot_be_told_is_no_error_and_no_proof(pattern: str, new: str, why: str) -> None:
    text = re.sub(r" trump \S+", "", RIGHT) if "no card" in why else RIGHT
    changed = re.sub(pattern, new, text)
    assert changed != text
    proof = proved(changed)
    assert (proof.holds, str(proof.why)) == (False, why)
    assert not {"X133", "X134"} & set(errors(changed))


def test_a_seed_that_breaks_its_commitment_is_told_where_no_card_can_be_compared() -> None:
    wrong = RIGHT.replace("@commitment(8e", "@commitment(9e")
    begun = re.sub(r"dealer B trump (..)", r"trump \1 position lead A", wrong)
    bare = re.sub(r"(?s)A: .*\n(?==)", "", re.sub(r" trump \S+", "", wrong))
    for changed in (begun, bare):
        proof = proved(changed)
        assert (proof.fits_commitment, [finding.code.id for finding in proof.findings]) == (False, ["X133"])


def test_without_rules_nothing_can_be_told() -> None:
    [game] = read(RIGHT.replace('"santase"', '"santasse"'))
    assert game.draft is not None
    proof = prove_dealing(None, game.draft.deals[0])
    assert proof is not None
    assert str(proof.why) == "its rules cannot be read"


def test_a_record_that_says_nothing_of_it_has_nothing_to_prove() -> None:
    assert proof_of(SILENT) is None
    played = SILENT.replace("= *", "1. Ks (As @seed(00))")
    assert proof_of(played) is None, "what stands in a variation did not happen"


def test_cards_that_are_not_recorded_are_not_held_against_it() -> None:
    cards = list(CARD.finditer(RIGHT, RIGHT.index("A: ")))
    with_gaps = RIGHT
    for place in (0, 5, 13, 20):
        start, end = cards[place].span()
        with_gaps = f"{with_gaps[:start]}--{with_gaps[end:]}"
    proof = proved(with_gaps)
    assert proof.holds
    assert proof.compared == 20
    without_talon = re.sub(r"talon: .*\n", "", RIGHT)
    proof = proved(without_talon)
    assert (proof.holds, proof.compared) == (True, 13), "the turn-up is one of them"
    turned = RIGHT.partition(" trump ")[2][:2]
    [wrong] = proved(without_talon.replace(f" trump {turned}", " trump 9s")).findings
    assert f"{turned} is turned up" in wrong.message
    turn_up = re.findall(r"trump (..)", RIGHT)[0]
    other = without_talon.replace(f"trump {turn_up}", "trump Js" if turn_up != "Js" else "trump Qs")
    assert not proved(other).holds


def test_a_rule_set_with_other_cards_gives_others() -> None:
    [game] = read(RIGHT)
    assert game.record is not None
    assert "X134" in {finding.code.id for finding in judge(game, imposed=PRESETS["schnapsen"]).findings}
    assert not any(finding.is_error for finding in judge(game, imposed=SANTASE).findings)


def test_games_that_are_judged_in_bulk_are_asked_too() -> None:
    """A record that goes the short way without its seed has the same findings as by the judge with it."""
    hands = dict(re.findall(r"(?m)^([AB]): (\S+)", RIGHT))
    seed = re.findall(r"@seed\(.*?\)", RIGHT)[0]
    played = WITHHELD.replace("= *", f"1. {hands['A']} {hands['B']}\n2.")
    [verdict] = judge_text(played)
    assert isinstance(verdict, Verdict)
    assert verdict.ok
    assert errors(played.replace("@cut(B", f"{seed} @cut(B")) == []
    assert errors(played.replace("@cut(B", f"{seed} @cut(B").replace("4f1c", "4f1d")) == ["X134"]


# Live matches.


def played_live(name: str, deals: int, rng: Random, most: int = 10_000) -> LiveMatch:
    """A live match that is played by chance to its end or for so many entries; not every seat cuts."""
    opening = MatchOpening(PRESETS[name], deals=deals, control=TimeControl(10**9))
    match = LiveMatch.open(opening, rng.randbytes(16))
    table, at = match.table, 0
    while table.ending is None and table.version < most:
        at += 2 * GRACE
        legal = [(seat, action) for seat in match.seats for action in table.legal(seat) if action != RESIGN]
        house = match.house(at, rng.randbytes(32), rng.randbytes(16))
        if table.commitment and not table.cuts:
            entry = Entry(Kind.CUT, rng.choice(match.seats), at, data=b"cut-%d" % at)
        elif house:
            match.take(house.line)
            continue
        elif legal:
            seat, action = rng.choice(legal)
            entry = Entry(Kind.ACT, seat, at, action=action)
        else:
            entry = Entry(Kind.SETTLE, HOST, at)
        proposed = match.propose(entry, table.version, rng.randbytes(16))
        assert isinstance(proposed, Proposed), proposed
        match.take(proposed.line)
    return match


@pytest.mark.parametrize(("name", "deals"), [("schnapsen", 0), ("sixty-six-four", 0), ("sixty-six-three", 2)])
def test_every_deal_of_a_live_match_is_proved(name: str, deals: int) -> None:
    match = played_live(name, deals, Random(66))
    text = text_of(match)
    assert errors(text) == []
    assert text.count("@cut(") == len(match.table.finished) >= 2
    result = verify(given=text)
    assert result.exit_code == 0
    assert result.stdout.count(": verified: ") == len(match.table.finished)


ENDINGS: Final[dict[str, list[Entry]]] = {
    "left": [Entry(Kind.LEAVE, Seat(0))],
    "time": [Entry(Kind.FLAG, HOST, 10**10)],
    "forfeit": [Entry(Kind.FORFEIT, ARBITER, seat=Seat(1))],
    "aborted by the arbiter": [Entry(Kind.ABORT, ARBITER)],
    "aborted by the house": [Entry(Kind.ABORT, HOST)],
    "aborted by all": [
        Entry(Kind.OFFER, Seat(0), proposal=Proposal.ABORT),
        *(Entry(Kind.ACCEPT, Seat(seat)) for seat in range(1, 4)),
    ],
    "awarded": [Entry(Kind.AWARD, ARBITER, seat=Seat(0), points=99)],
}


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_deal_that_was_dealt_is_proved_however_the_match_ended(ending: str) -> None:
    """At any moment: before a deal, amid its play, between two, and where all want another match."""
    rng, ended = Random(ending), 0
    for name, most in product(("schnapsen", "santase-three", "santase-four"), (*range(3, 9), 20, 33, 47, 61)):
        match = played_live(name, 5 if PRESETS[name].mp_all_pay else 0, rng, most)
        for entry in ENDINGS[ending]:
            made = match.propose(entry, match.table.version, SEED[:16])
            if isinstance(made, Proposed):
                match.take(made.line)
        if match.table.ending is None:
            continue  # such as a flag that cannot fall between two deals
        ended += 1
        for seat in match.seats:
            kind = Kind.ACCEPT if seat else Kind.OFFER
            again = Entry(kind, seat, proposal=None if seat else Proposal.REMATCH)
            made = match.propose(again, match.table.version, SEED[:16])
            assert isinstance(made, Proposed), made
            match.take(made.line)
        text = text_of(match)
        dealt = len(match.table.finished) + (match.table.now is not None)
        assert errors(text) == []
        assert verify(given=text).stdout.count(": verified: ") == dealt == len(match.fairness), text
    assert ended >= 10


def test_a_table_takes_no_cut_that_nobody_can_shuffle_with() -> None:
    table = Table(SANTASE)
    table.receive(Entry(Kind.COMMIT, HOST, data=bytes(32)), 0)
    for cut in (b"a b", b"\xff", b"x" * 65):
        assert isinstance(table.receive(Entry(Kind.CUT, Seat(0), data=cut), 1), Refused)
    assert isinstance(table.receive(Entry(Kind.CUT, Seat(0), data=b"lucky-7"), 1), Accepted)


def test_a_table_takes_no_second_commitment_before_the_deal() -> None:
    table = Table(SANTASE)
    assert isinstance(table.receive(Entry(Kind.COMMIT, HOST, data=bytes(32)), 0), Accepted)
    assert isinstance(table.receive(Entry(Kind.COMMIT, HOST, data=bytes([1] * 32)), 1), Refused)
    assert table.commitment == bytes(32)


# The command.


def verify(*words: str, given: str) -> Result:
    return run("verify", *words, "-", stdin=given)


def test_the_page_shows_what_is_printed(tmp_path: Any) -> None:
    [example] = re.findall(r"^```sgn\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    [line] = re.findall(r"^FILE: .*\n", PAGE, re.MULTILINE)
    file = tmp_path / "match.sgn"
    file.write_text(example)
    result = run("verify", file)
    assert (result.output, result.exit_code) == (line.replace("FILE", str(file)), 0)


def test_each_deal_has_its_line() -> None:
    wrong = RIGHT.replace("4f1c", "4f1d")
    result = verify(given="\n".join((RIGHT, wrong, WITHHELD, SILENT)))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line.partition(":")[2].split(":")[0] for line in lines] == ["1", "2", "3", "4"]
    assert lines[0].endswith(
        "deal 1: verified: the seed matches its commitment and gives every recorded card (24)"
    )
    assert (
        "deal 1: wrong: X134: these are not the cards that the seed gives: by it A is not dealt " in lines[1]
    )
    assert lines[2].endswith("deal 1: not verified: @seed is missing")
    assert lines[3].endswith("there is nothing to verify")


@pytest.mark.parametrize(
    ("text", "status"), [(RIGHT, 0), (RIGHT.replace("4f1c", "x"), 1), (SILENT, 0), ("nothing", 1)]
)
def test_the_exit_status_says_whether_all_is_proved(text: str, status: int) -> None:
    for form in ("text", "json"):
        assert verify("--format", form, given=text).exit_code == status


def test_what_is_printed_as_json_is_of_its_schema() -> None:
    validator = Draft202012Validator(schema_named("proofs"))
    printed = verify(
        "--format", "json", given="\n".join((RIGHT, RIGHT.replace("4f1c", "x"), WITHHELD, SILENT))
    )
    shapes = [json.loads(line) for line in printed.stdout.splitlines()]
    for shape in shapes:
        validator.validate(shape)
    assert [shape["game"] for shape in shapes] == [1, 2, 3, 4]
    holds = [[proof["holds"] for proof in shape["proofs"]] for shape in shapes]
    assert holds == [[True], [False], [False], []]
    assert shapes[0]["proofs"][0] == {
        "kind": "dealing",
        "deal": 1,
        "holds": True,
        "commitment": True,
        "cards": True,
        "compared": 24,
        "why": None,
        "codes": [],
    }
    assert shapes[1]["proofs"][0]["codes"] == ["X134"]
    assert shapes[2]["proofs"][0]["why"] == "@seed is missing"
