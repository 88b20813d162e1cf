"""JSON that is no record: each fault named with the path to it, nothing guessed."""

import json
from typing import Any

import pytest
from marshmallow import ValidationError

from notation import read, write
from notation.judge import judge
from notation.wire.member import messages_in
from notation.wire.record import RecordSchema, dump, load
from notation.wire.shape import load_as

DEAL: dict[str, Any] = {"number": 1, "dealer": "B"}


def refused(shape: object) -> list[str]:
    [game] = load(json.dumps(shape).encode())
    assert game.record is None
    return [finding.message for finding in game.findings]


def deal(**parts: object) -> dict[str, Any]:
    return {"sgn": 1, "deals": [DEAL | parts]}


@pytest.mark.parametrize(
    ("shape", "where", "why"),
    [
        ([], "_schema", "Invalid input type"),
        ({"sgn": 1, "more": 1}, "more", "Unknown field"),
        ({"sgn": 1, "deals": [{"dealer": "B"}]}, "deals.0.number", "Missing"),
        (deal(dealer="G"), "deals.0.dealer", "Must be one of"),
        (deal(trump="8h"), "deals.0.trump", "not a card"),
        (deal(trump="20h"), "deals.0.trump", "not a card"),
        (deal(hands={"A": ["A: Kd"]}), "deals.0.hands.A.value.0", "not a card"),
        (deal(tricks=[{"number": 1, "actions": ["20"]}]), "deals.0.tricks.0.actions.0", "not an action"),
        (deal(tricks=[{"number": 1, "actions": ["Kd!"]}]), "deals.0.tricks.0.actions.0", "not an action"),
        (deal(result={"winner": "A"}), "deals.0.result._schema", "winner and game_points"),
        (deal(result={"finished": False, "winner": "A"}), "deals.0.result._schema", "unfinished"),
        (deal(result={"finished": True}), "deals.0.result.finished", "nothing but false"),
        (deal(result={"winner": None, "game_points": 1}), "deals.0.result._schema", "a draw has no"),
        (
            deal(result={"winner": "A", "game_points": 1, "score": {"B": 1}}),
            "deals.0.result.score",
            "without a gap",
        ),
        (deal(notes=[{"after": "C", "comment": "x"}]), "deals.0.notes", "stands after 'C'"),
        (deal(notes=[{"after": True, "comment": "x"}]), "deals.0.notes", "stands after True"),
        (
            deal(notes=[{"after": "deal"}]),
            "deals.0.notes.0._schema",
            "one of comment, glyph, checkpoint, annotation",
        ),
        (
            deal(notes=[{"after": "deal", "comment": "x", "glyph": "!"}]),
            "deals.0.notes.0._schema",
            "one of comment, glyph",
        ),
        (deal(notes=[{"after": "deal", "glyph": "!"}]), "game", "its text form is refused, S111"),
        ({"sgn": 1, "deals": {}}, "deals", "Not a valid list."),
        ({"sgn": 1, "tags": {"A B": "x"}}, "game", "its text form is refused, S111"),
        ({"sgn": 1, "notes": [{"after": "game", "comment": "x\n%SGN 1"}]}, "game", "cannot be written"),
        ({"sgn": 1, "notes": [{"after": "game", "comment": "a\r\nb"}]}, "game", "cannot be written"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_path(shape: object, where: str, why: str) -> None:
    [message] = refused(shape)
    assert message.startswith(f"{where}: ")
    assert why in message


@pytest.mark.parametrize(
    "shape",
    [
        {"sgn": 1, "deals": [1] * 101},
        {"sgn": 1, "deals": [{}] * 101},
        {"sgn": 1, "tags": {f"x{number}": 1 for number in range(101)}},
        deal(hands={"A": [""] * 60, "B": [""] * 60}),
        deal(tricks=[{"number": 1, "actions": [""] * 9}] * 12),
        {"sgn": 1, **{f"x{number}": 1 for number in range(101)}},
    ],
)
def test_a_shape_with_more_than_a_hundred_faults_is_read_no_further(shape: object) -> None:
    [game] = load(json.dumps(shape).encode())
    assert [finding.code.id for finding in game.findings] == [*["S141"] * 100, "N311"]


def test_of_many_things_that_are_wrong_few_are_kept() -> None:
    with pytest.raises(ValidationError) as told:
        load_as(RecordSchema, {"sgn": 1, "deals": [{"hands": {"A": [""] * 1000}}] * 1000})
    assert sum(1 for _ in messages_in(told.value.messages)) < 200


def test_unknown_members_are_named_in_the_order_of_the_alphabet() -> None:
    names = [f"x{number}" for number in range(10)]
    assert refused({"sgn": 1, **dict.fromkeys(reversed(names), 1)}) == [f"{x}: Unknown field." for x in names]


def test_bad_utf8_is_refused_with_its_place() -> None:
    [game] = load(b'{"sgn": 1,\n "tags": {"A": "\xff"}}')
    [finding] = game.findings
    assert (finding.code.id, finding.span[:2], finding.facts) == (
        "S104",
        (2, 17),
        {"byte": "0xFF", "offset": 27, "hint": ""},
    )


def test_a_lone_surrogate_is_refused() -> None:
    assert "not UTF-8" in refused({"sgn": 1, "tags": {"A": "\ud800"}})[0]


def test_a_game_from_json_is_judged() -> None:
    [game] = load(b'{"sgn": 1, "tags": {"Rules": "santase", "Result": "1-0"}}')
    judgement = judge(game)
    assert [finding.code.id for finding in judgement.findings] == ["X110"]


@pytest.mark.parametrize(
    ("word", "read_as"),
    [
        ("10h", "Th"),
        ("Oa", "Qc"),
        ("B:Ts", "B: Ts"),
        (" Ts", None),
        ("Ts ", None),
        ("B:  Ts", None),
        ("T s", None),
    ],
)
def test_a_word_has_any_spelling_and_no_blanks_round_it(word: str, read_as: str | None) -> None:
    deal = {"number": 1, "dealer": "B", "tricks": [{"number": 1, "actions": [word]}]}
    shape = {"sgn": 1, "tags": {}, "deals": [deal]}
    [game] = load(json.dumps(shape).encode())
    found = game.record and dump(game.record)["deals"][0]["tricks"][0]["actions"]
    assert found == (read_as and [read_as])


def test_a_deal_of_which_only_the_result_is_known_needs_no_dealer() -> None:
    text = '%SGN 1\n[Rules "santase"]\n\ndeal 1 {on paper}\n= A 2 score 2-0\n'
    [game] = read(text)
    assert game.record
    assert game.findings == ()
    shape = dump(game.record)
    [dealt] = shape["deals"]
    assert "dealer" not in dealt
    [again] = load(json.dumps(shape).encode())
    assert again.record == game.record
    assert write(game.record) == text
    for part, value in (("hands", {"A": ["As"]}), ("talon", ["As"])):
        assert refused(shape | {"deals": [dealt | {part: value}]}) == refused(
            {"sgn": 1, "deals": [{"number": 1}]}
        )
