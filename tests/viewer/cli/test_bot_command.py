"""`santase bot`: a program in a live match over HTTP, through connections that break at the worst moments."""

import io
import json
import os
import sys
import threading
import urllib.request
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from notation import read
from notation.formats.vu.common import SPEC
from notation.judge import judge
from tests.support.commands import COMMAND, run
from tests.support.corpus import ROOT
from tests.support.forked import Forked
from tests.support.live import KEYS, BotService, served
from tests.support.servers import ask, live_service
from viewer.cli.live import bot as command
from viewer.cli.live.bot import LiveService, ServiceError
from viewer.cli.live.programs import Program

BOT: Final = f"{sys.executable} {ROOT / 'samples/bots/bot.py'}"
BRIDGE: Final = f"{sys.executable} {ROOT / 'samples/bots/vu_bot.py'} rand:RandBot"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(command, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(command, "PATIENCE", 2.0)
    monkeypatch.setattr(LiveService.__init__, "__defaults__", (2.0,))


def run_bot(url: str, folder: Path, program: str = BOT) -> str:
    """What a bot says that cannot play."""
    file = folder / "key"
    file.write_text("key-of-a\n")
    return run("bot", "--exec", program, "--url", url, "--key-file", file, status=2).output


def play_two(house: BotService) -> None:
    with served(house) as url:
        services = [LiveService(url, key) for key in KEYS]
        programs = [Program(BOT) for _ in KEYS]
        ends: dict[int, Any] = {}

        def one(seat: int) -> None:
            ends[seat] = command.play(services[seat], programs[seat])

        threads = [threading.Thread(target=one, args=(seat,)) for seat in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for program in programs:
            program.end()
        assert ends[0] == ends[1]
        assert ends[0]["event"] == "end"


@pytest.mark.slow
def test_two_programs_play_the_same_match_to_its_end_whatever_the_connections_do() -> None:
    records = set()
    for cut_streams, lose_answers in product((False, True), repeat=2):
        house = BotService()
        house.cut_streams, house.lose_answers = cut_streams, lose_answers
        play_two(house)
        table = house.session.match.table
        assert table.ending
        assert table.ending.value == "played"
        [game] = read(house.session.record)
        assert not [finding for finding in judge(game).findings if finding.is_error]
        made = len({found["key"] for found in house.asked})
        assert (len(house.asked) > made) == lose_answers
        assert (house.streams > 2) == cut_streams
        records.add(house.session.record)
    assert len(records) == 1


@pytest.mark.parametrize("status", [401, 403, 404, 301])
def test_a_key_that_is_not_let_in_is_told(status: int, tmp_path: Path) -> None:
    house = BotService()
    house.status = status
    with served(house) as url:
        assert f"the match: {status} No such match" in run_bot(url, tmp_path)


def test_a_service_that_is_not_there_is_told(tmp_path: Path) -> None:
    with served(BotService()) as url:
        pass
    assert "the service does not answer" in run_bot(url, tmp_path)


def test_another_version_of_the_events_is_not_guessed_at(tmp_path: Path) -> None:
    house = BotService()
    house.form = 2
    with served(house) as url:
        assert "speaks version 2 of the events, not 1" in run_bot(url, tmp_path)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (f"{sys.executable} -c 1", "the program: ended with status 0"),
        ("echo hello", "the program: wrote what is not a JSON object: hello"),
        ("no-such-program", "there is no program 'no-such-program'"),
    ],
)
def test_a_program_that_does_not_play_on_is_told(program: str, said: str, tmp_path: Path) -> None:
    with served(BotService()) as url:
        assert said in run_bot(url, tmp_path, program)


@pytest.mark.parametrize(
    "event", [{"event": "entry"}, {"event": "entry", "id": "1"}, {"event": "snapshot", "id": 1, "match": []}]
)
def test_what_is_not_an_event_is_told(
    event: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveService, "_open", lambda *_: io.BytesIO(json.dumps(event).encode() + b"\n"))
    assert "the match: the service sends what is not an event" in run_bot("http://localhost/m1", tmp_path)


@pytest.mark.parametrize("line", [b"[" * 100_000, rb'{"event": "\ud800"}', b"\xff"], ids=len)
def test_what_is_no_json_is_no_object(line: bytes) -> None:
    assert command._object_of(line) == {}


@pytest.mark.parametrize("url", ["", "ftp://x/y", "file:///etc/passwd", "https:///x", "https://x/y#key", "x"])
def test_an_address_that_is_not_one_is_told(url: str, tmp_path: Path) -> None:
    assert "--url" in run_bot(url, tmp_path)


def test_a_file_without_a_key_is_told_and_the_key_never_shown(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    words = ["bot", "--exec", BOT, "--url", "https://x/y", "--key-file"]
    assert "does not hold a key" in run(*words, tmp_path / "empty").output
    run(*words, tmp_path / "none", status=2)


def test_a_refusal_is_an_event_and_a_seat_that_is_shut_out_is_not() -> None:
    house = BotService()
    with served(house) as url:
        service = LiveService(url, "key-of-a")
        assert service.ask({"action": "As"})["ruling"]["code"] == "T403"
        assert service.ask({"action": "Zz"})["event"] == "error"
        wrong = LiveService(f"{url}x", "key-of-a", patience=0.01)
        with pytest.raises((ServiceError, AssertionError)):
            next(wrong.events())


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "programs", "workers"),
    [("schnapsen", (BOT, BOT), "1"), ("santase", (BOT, BOT), "2"), (SPEC, (BRIDGE, BRIDGE), "1")],
)
def test_two_bots_play_a_whole_match_of_the_service_as_it_is_run(
    rules: str, programs: tuple[str, str], workers: str, tmp_path: Path
) -> None:
    """Both are commands of their own; the record of the match is checked by the command line."""
    with live_service(f"sqlite:///{tmp_path / 'archive.db'}", SANTASE_LIVE_WORKERS=workers) as (address, _):
        opening = json.dumps({"rules": rules, "names": ["Ana", "Boris"]}).encode()
        matches = f"{address}/api/v1/live/matches"
        asked = urllib.request.Request(matches, opening, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            opened = json.load(answer)
        url = f"{matches}/{opened['id']}"
        players = []
        for seat, program in zip("AB", programs, strict=True):
            key = tmp_path / f"key-{seat}"
            key.write_text(opened["keys"][seat])
            words = [*COMMAND, "bot", "--exec", program, "--url", url, "--key-file", str(key)]
            players.append(Forked(words, os.environ))
        try:
            said = [player.communicate(timeout=300)[0] for player in players]
        finally:
            for player in players:
                player.kill()
        status, record, _headers = ask(f"{url}/record")
    assert [player.returncode for player in players] == [0, 0], said
    ends = [json.loads(out) for out in said]
    assert ends[0] == ends[1]
    assert ends[0]["ending"] == "played"
    assert status == 200
    (tmp_path / "match.sgn").write_text(record)
    run("check", tmp_path / "match.sgn", status=0)
    [game] = read(record)
    judgement = judge(game)
    assert dict(zip("AB", judgement.score, strict=True)) == ends[0]["score"]
    assert "SEED" in record.upper()
