"""The log of boardgame.io's client for sixty-six: with its deck, both ways, and spoilt."""

import gzip
import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from notation import Record, read, write
from notation.formats import (
    FORMATS,
    SGN,
    Conversion,
    RecordPart,
    ReportKind,
    SourceLog,
    Telling,
    convert,
    convert_together,
    fitted,
    recognised,
    records,
)
from notation.formats.boardgame.log import BOARDGAME
from notation.formats.boardgame.stored import decks_after
from notation.judge import judge
from tests.support.corpus import ROOT, lacking, need
from tests.support.example_logs import TYPED
from tests.support.sizes import Size

MATCHES = Size("CONVERSIONS", 60)
SAMPLES = os.environ.get("SANTASE_FORMATS")
ORACLE = os.environ.get("SANTASE_ORACLE")

HANDS = ("Ks As Qh Kh Ah Kc", "Ts 9d Kd Td 9c Qc")
TALON = "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd"


def number(card: str) -> dict[str, int]:
    """A card as the log's state writes it."""
    values = {"9": 9, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    return {"suit": "dhsc".index(card[1]), "value": values[card[0]]}


def state(**more: Any) -> dict[str, Any]:
    cards = [*HANDS[0].split(), *HANDS[1].split(), *reversed(TALON.split())]
    return {"G": {"deck": [number(card) for card in cards], **more}, "_stateID": 9}


def move(player: int, kind: str, *args: Any) -> dict[str, Any]:
    payload = {"type": kind, "args": list(args), "playerID": str(player)}
    return {"action": {"type": "MAKE_MOVE", "payload": payload}, "_stateID": 0, "turn": 1}


def got(*values: Any) -> tuple[list[Record], Telling]:
    telling = Telling()
    data = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values).encode()
    return [record for _, record in records(data, BOARDGAME, telling)], telling


GAME = [json.loads(line) for line in (TYPED / "boardgame.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (GAME[1:], "F403"),
        (["{", *GAME], "S140"),
        ([GAME[0], move(0, "SelectCards", [6])], "F403"),
        ([GAME[0], move(0, "SelectCards", [-1])], "F403"),
        ([GAME[0], move(0, "SelectCards", [True])], "F403"),
        ([GAME[0], move(2, "DrawCards")], "F403"),
        ([GAME[0], move(0, "Meld", 7)], "F403"),
        ([GAME[0], move(0, "Undo")], "F403"),
        ([GAME[0], {"action": {"type": "UNDO"}, "_stateID": 3}], "F403"),
        ([state()], "F403"),
        ([state(deck=[])], "F403"),
        ([state(deck=[number("As")] * 24), *GAME[1:]], "F405"),
        ([state(roundSummaries=[{"winnerId": "9"}]), *GAME[1:]], "F403"),
        ([state(roundSummaries=[{"winnerId": "1", "scoring": [0, 10**30]}]), *GAME[1:]], "F403"),
        ([GAME[0], *[move(0, "DrawCards")] * 600], "F403"),
        (['{"_stateID": ' + "9" * 5000 + "}"], "S140"),
        (['{"_stateID": ' + "[" * 5000], "S140"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(values: list[Any], code: str) -> None:
    found, telling = got(*values)
    assert code in {finding.code.id for finding in telling.findings}
    assert all(finding.span.line for finding in telling.findings)
    assert not found


TWO_MARRIAGES = {"R223", "R224", "X106", "X108"}
DIFFERENCES = {
    # Two marriages are announced at one lead.
    "fbg-72": TWO_MARRIAGES,
    "fbg-327": TWO_MARRIAGES,
    "fbg-359": TWO_MARRIAGES - {"R224"},
    "fbg-799": TWO_MARRIAGES,
    # A closer who takes the last trick with 66 wins without a claim.
    "fbg-249": {"X106"},
    "fbg-385": {"X106"},
}
"""What is wrong with a recorded deal, and why: the deviations of the program."""


def oracle() -> list[dict[str, Any]]:
    with gzip.open(Path(str(ORACLE), "fbg66.jsonl.gz"), "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def log_of(deal: dict[str, Any]) -> list[dict[str, Any]]:
    """A recorded deal as its program logs it, put together without the project's writer."""
    trump, stock = deal["trump_card"][1], [*reversed(deal["talon"])]
    hands = [list(hand) for hand in deal["hands"]]
    cards = [card[0] + card[1].lower() for card in (*hands[0], *hands[1], *stock)]
    summary = {"winnerId": deal["result"]["winnerId"], "points": deal["result"]["points"]}
    summary["scoring"] = deal["result"]["scoring"]
    log: list[dict[str, Any]] = [
        {"G": {"deck": [number(card) for card in cards], "roundSummaries": [summary]}, "_stateID": 1}
    ]
    for play in deal["moves"]:
        seat, kind = play["seat"], play["type"]
        if kind in ("lead", "follow"):
            places = [(c[1] == trump, "DHSC".index(c[1]), "9JQKTA".index(c[0]), c) for c in hands[seat]]
            order = [place[-1] for place in sorted(places)]
            log.append(move(seat, "SelectCards", [order.index(play["card"])]))
            hands[seat].remove(play["card"])
        elif kind in ("marriage", "meld"):
            log.append(move(seat, "Meld", "DHSC".index(play["suit"])))
        elif kind == "draw":
            log.append(move(seat, "DrawCards"))
            for drawer, card in zip((seat, 1 - seat), play["cards"], strict=True):
                hands[drawer].append(card)
        elif kind == "close":
            log.append(move(seat, "Close"))
        elif kind == "out":
            log.append(move(seat, "GoOut"))
        else:
            assert kind == "exchange"
            hands[seat].remove("9" + trump)
            hands[seat].append(stock[0])
    return log


@pytest.mark.slow
@pytest.mark.skipif(not ORACLE, reason="SANTASE_ORACLE names no folder of recorded deals")
def test_recorded_deals_are_read_with_the_points_that_their_engine_states() -> None:
    """Nothing differs but what the program is known to do otherwise."""
    for deal in oracle():
        [record], telling = got(*log_of(deal))
        assert not telling.findings, deal["id"]
        judgement = judge(next(read(write(record))))
        errors = {finding.code.id for finding in judgement.findings if finding.is_error}
        assert errors == DIFFERENCES.get(deal["id"], set()), deal["id"]
        if not errors:
            assert judgement.deals[0].game_points == max(deal["result"]["scoring"])


@pytest.mark.skipif(not (ORACLE and SAMPLES), reason="SANTASE_ORACLE and SANTASE_FORMATS name no folders")
def test_the_writer_makes_the_log_that_the_program_wrote() -> None:
    """The last sample is the log of one of the recorded deals; the others name no deck, which is reported."""
    text = Path(str(SAMPLES), "boardgame-io.txt").read_text("utf-8")
    sample = text.strip().split("\n\n")[-1].split("\n")
    [deal] = [each for each in oracle() if each["id"] == "fbg-2"]
    [record], _ = got(*log_of(deal))
    assert BOARDGAME.writer
    written = BOARDGAME.writer(fitted(record, BOARDGAME, Telling()), Telling()).decode()
    assert written.strip().split("\n")[1:] == sample
    found, telling = got(text)
    assert not found
    assert [finding.code.id for finding in telling.findings] == ["F403"]


# What client and server keep.

STORED = (ROOT / "tests/logs/boardgame-stored.json").read_bytes()
MATCH: dict[str, Any] = json.loads(STORED)
SUMMARIES = MATCH["state"]["G"]["roundSummaries"]
INITIAL, STATE, LOG, METADATA = (MATCH[name] for name in ("initialState", "state", "log", "metadata"))


def games(*files: Any) -> tuple[list[str], Conversion]:
    """Read files that are given together, each recognised separately."""
    logs = []
    for file in files:
        data = file if isinstance(file, bytes) else json.dumps(file).encode()
        assert recognised(data, list(FORMATS.values())) is BOARDGAME, data[:80]
        logs.append(SourceLog(data, BOARDGAME))
    done = convert_together(logs, SGN)
    return [write(game.record) for game in read(done.data) if game.record], done


def plain(text: str) -> list[str]:
    """A game without its names and its result."""
    return [line for line in text.splitlines() if not line.startswith(("[A ", "[B ", "= "))]


def test_a_stored_match_is_read_with_all_its_rounds_and_names() -> None:
    texts, done = games(STORED)
    assert not done.findings
    assert len(texts) == len(SUMMARIES) == 2
    for text, told in zip(texts, SUMMARIES, strict=True):
        winner = int(told["winnerId"])
        points = f"{told['points'][0]}-{told['points'][1]}"
        assert f"\n= {'AB'[winner]} {told['scoring'][winner]} ({points})\n" in text
        assert '[A "Alice"]\n[B "Bob"]\n' in text
        [game] = read(text)
        assert not [finding for finding in judge(game).findings if finding.is_error]
    undone = sum(entry["action"]["type"] == "UNDO" for entry in LOG)
    redone = sum(entry["action"]["type"] == "REDO" for entry in LOG)
    told_of = [entry for entry in done.report if entry.part is RecordPart.WITHDRAWN]
    assert undone > redone > 0
    assert sum(entry.count for entry in told_of) == undone - redone


def test_the_next_deck_follows_from_the_random_numbers() -> None:
    whole, _ = games(STORED)
    texts, done = games({"initialState": INITIAL, "log": LOG})
    assert [plain(text) for text in texts] == [plain(text) for text in whole]
    assert [entry.why and entry.why.sentence for entry in done.report if entry.part is RecordPart.HANDS] == [
        "what its program shuffles next"
    ]
    blind = json.loads(json.dumps(INITIAL))
    del blind["plugins"]["random"]["data"]["prngstate"]
    texts, done = games({"initialState": blind, "log": LOG})
    assert [plain(text) for text in texts] == [plain(text) for text in whole[:1]]
    assert [finding.code.id for finding in done.findings] == ["F403"]


def states() -> list[dict[str, Any]]:
    """A state after each move, with the entries since the one before, as a client is sent them."""
    [_, last_ready] = [entry["_stateID"] for entry in LOG if entry["action"]["payload"]["type"] == "Finish"]
    found = []
    for number in sorted({entry["_stateID"] for entry in LOG}):
        deltalog = [entry for entry in LOG if entry["_stateID"] == number]
        of_round = INITIAL if number < last_ready else STATE | {"ctx": {"phase": "placement"}}
        found.append(of_round | {"deltalog": deltalog, "_stateID": number + 1})
    return [INITIAL, *found[:-1], STATE | {"deltalog": found[-1]["deltalog"]}]


def lines(*values: Any) -> bytes:
    return "".join(f"{json.dumps(value)}\n" for value in values).encode()


def flat(key: str, value: Any) -> Any:
    return {"key": key, "value": value, "ttl": None}


FLAT = [flat("m1:initial", INITIAL), flat("m1", STATE), flat("m1:metadata", METADATA), flat("m1:log", LOG)]
BROWSER = {"bgio_initial": INITIAL, "bgio_state": STATE, "bgio_metadata": METADATA, "bgio_log": LOG}
SEATS = [{"id": 0, "name": "Alice"}, {"id": 1, "name": "Bob", "isConnected": True}]
SHAPES: dict[str, list[Any]] = {
    "files of the server": FLAT,
    "files of the server, the other way round": FLAT[::-1],
    "a row of its database": [{"id": "m1", "gameName": "sixtysix", "players": METADATA["players"], **MATCH}],
    "the browser's storage": [{name: json.dumps([["m1", each]]) for name, each in BROWSER.items()}],
    "the browser's storage, file by file": [[["m1", each]] for each in BROWSER.values()],
    "a state, the log, a state": [INITIAL, LOG, STATE | {"matchData": SEATS}],
    "the log, and two states": [LOG, INITIAL, STATE | {"matchData": SEATS}],
    "states with the whole log": [lines(INITIAL, STATE | {"log": LOG, "matchData": SEATS})],
    "states with the latest of the log": [lines(METADATA, *states())],
    "messages of the server": [
        lines(
            {"type": "sync", "args": ["m1", {"state": INITIAL, "log": [], "filteredMetadata": SEATS}]},
            *({"type": "update", "args": ["m1", each, each["deltalog"]]} for each in states()[1:9]),
            *(
                {
                    "type": "patch",
                    "args": ["m1", 0, 1, [{"op": "add", "path": "/G/x", "value": {}}], each["deltalog"]],
                }
                for each in states()[9:-1]
            ),
            {"type": "update", "args": ["m1", states()[-1], states()[-1]["deltalog"]]},
        )
    ],
    "actions of the client's store": [
        lines(
            {"type": "SYNC", "state": INITIAL, "log": [], "initialState": INITIAL},
            {"matchData": SEATS},
            *({"type": "UPDATE", "state": each, "deltalog": each["deltalog"]} for each in states()[1:]),
        )
    ],
}


@pytest.mark.parametrize("files", SHAPES.values(), ids=SHAPES)
def test_every_shape_tells_the_same_match(files: list[Any]) -> None:
    whole, _ = games(STORED)
    texts, done = games(*files)
    assert not done.findings
    assert texts == whole


def test_matches_of_other_games_in_the_same_place_are_told() -> None:
    other = {"G": {"cells": [None] * 9}, "ctx": {"turn": 1}, "_stateID": 0}
    dump = {
        "bgio_state": json.dumps([["m0", other], ["m1", STATE]]),
        "bgio_initial": json.dumps([["m0", other], ["m1", INITIAL]]),
        "bgio_log": json.dumps([["m1", LOG]]),
        "bgio_metadata": "[",
    }
    texts, done = games(dump)
    assert len(texts) == 2
    assert [str(entry.why) for entry in done.report if entry.kind is ReportKind.LEFT_OUT] == [
        "its game does not belong to this family"
    ]


def test_a_deck_that_a_player_does_not_see_yet_is_told() -> None:
    blind = json.loads(json.dumps(INITIAL))
    blind["G"]["deck"] = [{"suit": 0, "value": 14}] * 24
    del blind["plugins"]["random"]["data"]["prngstate"]
    _, telling = got(blind, *LOG[:3])
    assert telling.findings[0].message == (
        "the log ends too early; expected the end of the round, when the deck is shown"
    )


def test_a_state_of_a_later_round_without_its_moves_is_a_deal_without_play() -> None:
    [first, second], telling = got(INITIAL, STATE)
    assert not telling.findings
    assert not first.deals[0].tricks
    assert not second.deals[0].tricks
    assert first.deals[0].result is None
    assert second.deals[0].result is not None


def test_the_random_numbers_are_followed_for_a_hundred_decks() -> None:
    """Each is a whole pack, and no two are alike."""
    decks = [json.dumps(deck) for deck in islice(decks_after(INITIAL), 100)]
    assert len(set(decks)) == 100
    assert {json.dumps(sorted(json.loads(deck), key=str)) for deck in decks} == {
        json.dumps(sorted(INITIAL["G"]["deck"], key=str))
    }


def test_the_storages_of_two_browsers_are_two_matches_though_their_ids_are_alike() -> None:
    dump = {name: json.dumps([["default", each]]) for name, each in BROWSER.items()}
    whole, _ = games(STORED)
    texts, done = games(dump, dump)
    assert not done.findings
    assert texts == whole * 2


ODD: list[Any] = [None, 5, -1, True, 1e308, "x", "", [], {}, [[]], {"G": 1}, ["m", {}], 10**30, {"log": 3}]


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (key,)
        yield from ((key, *path) for path in places(part))


def test_nothing_that_stands_in_the_place_of_something_raises() -> None:
    rng = random.Random(66)
    paths = list(places(MATCH))
    high = [path for path in paths if len(path) < 5]
    for _ in range(MATCHES):
        match = json.loads(STORED)
        for _ in range(rng.randrange(1, 4)):
            *path, last = rng.choice(rng.choice((paths, high)))
            inner = match
            for key in path:
                inner = inner[key] if isinstance(inner, dict | list) and key in places_of(inner) else None
            if inner and last in places_of(inner):
                inner[last] = json.loads(json.dumps(rng.choice(ODD)))
        dump = {f"bgio_{name}": json.dumps([["m1", each]]) for name, each in match.items()}
        data = json.dumps(rng.choice((match, dump))).encode()
        BOARDGAME.recognise(data)
        done = convert(data, BOARDGAME, SGN)
        assert all(finding.span.line for finding in done.findings)


def places_of(value: Any) -> Any:
    return value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()


@pytest.mark.parametrize("shape", ['{"log": @, "state": @}', '{"args": ["m", @]}', '{"G": {"deck": @}}'])
def test_nesting_without_end_is_told(shape: str) -> None:
    for depth in range(200, 1000, 23):
        data = (shape.replace("@", "[" * depth + "]" * depth) + "\n").encode() * 2
        assert not BOARDGAME.recognise(data)
        assert convert(data, BOARDGAME, SGN).findings


# The framework itself, as its registry gives it.

FRAMEWORK = ROOT / "tests/boardgame"
ROUNDS = 6


@pytest.fixture(scope="module")
def framework(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the framework's modules, as its lock file has them; without npm the tests fail in CI."""
    folder = tmp_path_factory.mktemp("framework")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(FRAMEWORK / name, folder)
    npm, why = shutil.which("npm"), "npm"
    if npm:
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode == 0:
            return folder / "node_modules"
        why = done.stderr
    return lacking(why)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(12))
def test_what_the_framework_keeps_of_a_match_is_read_as_its_game_states_it(
    framework: Path, tmp_path: Path, seed: int
) -> None:
    """Winner, points and card points of every round, in every shape, and none of them judged otherwise.

    The framework is real, with its log, its undoing, its random numbers and its storage; the game on it is
    written for this test and counts by itself. That of FreeBoardGames.org is not built here: what it printed
    stands in `tests/logs`.
    """
    subprocess.run(
        [need("node"), str(FRAMEWORK / "match.cjs"), f"seed {seed}", str(ROUNDS), str(tmp_path)],
        env=os.environ | {"NODE_PATH": str(framework)},
        capture_output=True,
        timeout=120,
        check=True,
    )
    stated = json.loads((tmp_path / "stated.json").read_text())
    assert len(stated) == ROUNDS
    kept = [
        ["fetched.json"],
        ["browser.json"],
        ["printed.jsonl"],
        ["initial.json", "log.json", "state.json"],
        [f"storage/{path.name}" for path in (tmp_path / "storage").iterdir()],
    ]
    for names in kept:
        texts, done = games(*((tmp_path / name).read_bytes() for name in names))
        assert not done.findings, names
        for text, told in zip(texts, stated, strict=True):
            [game] = read(text)
            judgement = judge(game)
            assert not [finding for finding in judgement.findings if finding.is_error], (names, text)
            assert game.record
            result = game.record.deals[0].result
            assert result
            winner = -1 if told["winnerId"] is None else int(told["winnerId"])
            assert (result.winner, result.game_points) == (winner, max(told["scoring"]))
            assert [*result.card_points] == told["points"]
