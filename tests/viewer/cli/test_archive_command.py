"""`santase archive`: what it lists, changes, exports and copies, and what it refuses, as it is typed."""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import Result

from notation import digest, read
from tests.support.commands import run as typed
from tests.support.corpus import ROOT
from tests.support.databases import EITHER, KINDS, new_url
from tests.support.hostile import GOOD
from tests.support.live_http import Live
from viewer.store import Store, Visibility
from viewer.store.access import EVERYTHING

SERIES: Final = str(ROOT / "samples/the-winter-bummerl.sgn")
CLOSER: Final = str(ROOT / "samples/the-closer-fails.sgn")
Run = Callable[..., Result]


def runner(url: str) -> Run:
    def run(*arguments: object, exit_code: int = 0) -> Result:
        first, *rest = map(str, arguments)
        return typed("archive", *first.split(), "--db", url, *rest, status=exit_code)

    return run


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'archive.db'}"


@pytest.fixture
def run(url: str) -> Run:
    return runner(url)


def listed(run: Run, *asked: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("list", "--format", "json", *asked).output.splitlines()]


def test_an_archive_that_is_not_there_is_not_made_by_looking(run: Run, tmp_path: Path) -> None:
    for command in ("list", "show 00000000", "export", "check", "audit", "keys list", "hide 00000000"):
        assert "there is no archive at" in run(command, exit_code=2).output
    assert list(tmp_path.iterdir()) == []


def test_records_are_added_listed_and_found(run: Run) -> None:
    said = run("add", SERIES, CLOSER).output.splitlines()
    assert [line.split()[1] for line in said] == ["new"] * 4
    assert "known" in run("add", CLOSER).output
    ids = {
        digest(game.record)
        for path in (SERIES, CLOSER)
        for game in read(Path(path).read_bytes())
        if game.record
    }
    assert {each["id"] for each in listed(run)} == ids
    assert [each["event"] for each in listed(run, "--player", "hirsch")] == ["Winter league"]
    assert len(listed(run, "--series", "bummerl", "--rules", "schnapsen")) == 3
    assert listed(run, "--errors") == []
    assert "4 records" in run("list").output
    assert all(f" {each[:16]} " in run("list").output for each in ids)
    assert "--from: a date is written" in run("list", "--from", "soon", exit_code=2).output


def test_an_archive_is_named_by_its_file(run: Run, tmp_path: Path) -> None:
    runner(str(tmp_path / "archive.db"))("add", CLOSER)
    assert "1 record" in run("list").output


def test_a_record_is_shown_hidden_and_removed_and_its_trail_is_kept(run: Run) -> None:
    run("add", CLOSER)
    [shown] = listed(run)
    key = shown["id"][:12]
    assert run("show", key, "--sgn").output.encode() == Path(CLOSER).read_bytes()
    run("hide", key, "--reason", "rude")
    assert listed(run) == []
    assert [each["hidden"] for each in listed(run, "--all")] == [True]
    run("hide", key, "--undo")
    assert listed(run) == [shown]
    run("remove", key, "--reason", "a player's wish")
    assert "no record of this id" in run("remove", key, exit_code=2).output
    assert "a player's wish" in run("show", key).output
    assert "a player's wish" in run("add", CLOSER, exit_code=2).output
    run("remove", key, "--undo")
    assert "new" in run("add", CLOSER).output
    deeds = [json.loads(line)["deed"] for line in run("audit", key, "--format", "json").output.splitlines()]
    assert deeds == ["add", "readmit", "remove", "unhide", "hide", "add"]


def test_a_private_record_belongs_to_a_key(run: Run, url: str) -> None:
    for owner, said in (([], "has an owner"), (["--owner", "Ivan"], "no key is called Ivan")):
        output = run("add", "--visibility", "private", *owner, CLOSER, exit_code=2).output
        assert said in output
    secret = run("keys add", "Ivan").output.strip()
    run("add", "--visibility", "private", "--owner", "Ivan", CLOSER)
    assert listed(run) == []
    [private] = listed(run, "--owner", "Ivan")
    assert (private["visibility"], private["owner"]) == ("private", "Ivan")
    [key] = [json.loads(line) for line in run("keys list", "--format", "json").output.splitlines()]
    assert (key["name"], key["role"], key["scopes"], key["revoked"]) == (
        "Ivan",
        "uploader",
        "add read moderate",
        None,
    )
    assert secret not in run("keys list").output
    renewed = run("keys renew", "Ivan", "--reason", "seen").output.strip()
    with Store.open(url) as store:
        assert store.keys.find(secret) is None
        found = store.keys.find(renewed)
        assert found
        assert (found.name, len(found.scopes)) == ("Ivan", 3)
    [deed] = [json.loads(line) for line in run("audit", "Ivan", "--format", "json").output.splitlines()][:1]
    assert (deed["deed"], deed["reason"]) == ("renew key", "seen")
    assert "no active key" in run("keys renew", "Maria", exit_code=2).output
    run("keys revoke", "Ivan")
    assert "no active key" in run("keys renew", "Ivan", exit_code=2).output
    assert "no active key" in run("keys revoke", "Ivan", exit_code=2).output
    assert "already a key called Ivan" in run("keys add", "Ivan", exit_code=2).output


# Copies.


def full(url: str) -> None:
    """An archive with something of everything."""
    run = runner(url)
    run("keys add", "Ivan")
    run("add", SERIES)
    run("add", "--visibility", "private", "--owner", "Ivan", CLOSER)
    with Store.open(url) as store:
        store.add(b"%SGN 1\n\xff not UTF-8 \0")
        first, second, third, *_ = store.search().records
        store.hide(first.id, True, "rude", actor="Ivan")
        store.set_visibility(second.id, Visibility.UNLISTED, actor="Ivan")
        store.remove(third.id, "a wish", actor="Ivan")


@pytest.mark.slow
@pytest.mark.parametrize("kind", EITHER)
def test_what_is_exported_is_imported_with_everything(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """From each database to the other."""
    other = KINDS[1 - KINDS.index(kind)]
    there, here = new_url(request, kind, tmp_path), new_url(request, other, tmp_path)
    full(there)
    file = tmp_path / "all.ndjson"
    runner(there)("export", "--all", "-o", file)
    assert runner(here)("import", file).output == "5 new, 0 known\n"
    assert runner(here)("import", file).output == "0 new, 5 known\n"
    assert runner(here)("export", "--all").stdout_bytes == file.read_bytes()
    assert runner(here)("check").output == "the archive is intact\n"
    with Store.open(there) as old, Store.open(here) as new:
        assert list(old.transfer(EVERYTHING)) == list(new.transfer(EVERYTHING))
        assert old.tombstones() == new.tombstones()
    assert sum('"base64"' in line for line in file.read_text("utf-8").splitlines()) == 1
    assert len(runner(there)("export").output.splitlines()) == 1


def test_sgn_has_the_texts(run: Run, tmp_path: Path) -> None:
    run("add", SERIES, CLOSER)
    out = run("export", "--format", "sgn").stdout_bytes
    expected = {game.source.strip() for path in (SERIES, CLOSER) for game in read(Path(path).read_bytes())}
    assert {game.source.strip() for game in read(out)} == expected


def test_a_line_that_was_altered_is_reported_and_the_others_are_taken(run: Run, tmp_path: Path) -> None:
    run("add", SERIES)
    lines = run("export").output.splitlines()
    file = tmp_path / "altered.ndjson"
    first = json.loads(lines[0])
    wrong = ["{", "[]", "{}", "7", json.dumps(first | {"text": GOOD}), json.dumps(first | {"added": "then"})]
    file.write_text("\n".join([*wrong, *lines[1:], ""]), "utf-8")
    other = runner(f"sqlite:///{tmp_path / 'other.db'}")
    result = other("import", file, exit_code=2)
    assert "2 new, 0 known" in result.output
    assert [f"altered.ndjson:{number}: " in result.output for number in range(1, 9)] == [True] * 6 + [
        False
    ] * 2


def test_a_file_that_exists_is_replaced_only_by_force(run: Run, tmp_path: Path) -> None:
    run("add", CLOSER)
    for command in ("export -o", "backup"):
        first, *option = command.split()
        file = tmp_path / first
        file.write_bytes(b"mine")
        run(first, *option, file, exit_code=2)
        assert file.read_bytes() == b"mine"
        run(first, *option, file, "--force")
        assert file.read_bytes() != b"mine"
    assert "this is an input file" in run("backup", tmp_path / "archive.db", "--force", exit_code=2).output
    run("backup", tmp_path / "no/such/folder", exit_code=2)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_a_copy_is_whole_and_is_put_only_in_an_empty_place(run: Run, url: str, tmp_path: Path) -> None:
    full(url)
    copy = tmp_path / "copy.db"
    with Store.open(url) as store, store._database.reading():  # it is in use
        run("backup", copy)
    for place in ("new.db", "empty.db"):
        target = f"sqlite:///{tmp_path / place}"
        if place == "empty.db":
            Store.open(target).close()
        runner(target)("restore", copy)
        assert runner(target)("export", "--all").stdout_bytes == run("export", "--all").stdout_bytes
        assert runner(target)("keys list").output == run("keys list").output
        assert "not empty" in runner(target)("restore", copy, exit_code=2).output
    copy.write_bytes(copy.read_bytes()[:9000])
    for broken in (copy, Path(CLOSER), tmp_path / "none"):
        other = tmp_path / "other.db"
        runner(f"sqlite:///{other}")("restore", broken, exit_code=2)
        assert not other.exists()


def test_what_is_not_sound_is_found(run: Run, url: str, tmp_path: Path) -> None:
    full(url)
    assert run("check").output == "the archive is intact\n"
    for statement, said in (
        ("UPDATE records SET text = :text", "its text"),
        ("UPDATE listings SET errors = errors + 1", "listed as something else"),
        ("DELETE FROM listings", "it is not listed"),
        ("INSERT INTO owners VALUES (999999, 'x')", "without a counterpart in records"),
        (
            "INSERT INTO tombstones SELECT lower(hex(id)), added, '', '', 'public', '', 0 FROM records",
            "was removed, but it is there",
        ),
        ("DELETE FROM owners", "nobody owns it|its text"),
        ("UPDATE records SET text = substr(text, 1, length(text) - 4)", "damaged in the database"),
        ("DROP TABLE sessions", "table sessions is missing"),
    ):
        copy = tmp_path / "copy.db"
        run("backup", copy, "--force")
        changing = sqlite3.connect(copy)
        with changing:
            changing.execute(statement, {"text": zlib.compress(b"%SGN 1")} if ":text" in statement else {})
        changing.close()
        output = runner(f"sqlite:///{copy}")("check", exit_code=1).output
        assert any(each in output for each in said.split("|")), (statement, output)


def test_a_damaged_value_stops_no_other_record(run: Run, tmp_path: Path) -> None:
    """Every value that is stored in another form is damaged in turn, of one record."""
    run("add", SERIES, CLOSER)
    whole = run("export").output.splitlines()
    for column, table, value in (
        ("text", "records", "substr(text, 1, length(text) - 4)"),
        ("added", "records", "'2026-99-99'"),
        ("players", "listings", "'[\"Ev'"),
    ):
        damaged = tmp_path / f"{column}.db"
        run("backup", damaged)
        with closing(sqlite3.connect(damaged)) as changing, changing:
            changing.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = 1")
        for command in ("list", "export", "check", "show " + json.loads(whole[0])["id"], f"add {SERIES}"):
            done = typed("archive", *command.split(), "--db", damaged, status=None)
            assert done.exit_code in (0, 1, 2), (column, command, done.output)
        if column == "text":
            done = runner(str(damaged))("export", exit_code=2)
            assert "damaged in the database" in done.stderr
            assert done.stdout.splitlines() == whole[1:]


def test_a_file_of_another_program_gets_no_tables(run: Run, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "archive.db")) as others:
        others.execute("CREATE TABLE bookmarks (place TEXT)")
        for command in ("list", f"add {CLOSER}", "migrate"):
            assert "another program" in run(*command.split(), exit_code=2).output, command
        assert others.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_it_speaks_the_reader_s_language(url: str) -> None:
    said = set()
    for language in ("en", "bg", "de", "hu"):
        said.add(typed("archive", "list", "--db", url, "--lang", language).output.splitlines()[-1])
    assert len(said) == 4


# Live matches.


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Live matches over the archive of the commands."""
    made = Live(tmp_path)
    yield made
    made.close()


def listed_matches(run: Run, *asked: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("matches list", "--format", "json", *asked).output.splitlines()]


def test_a_damaged_journal_stops_no_other_match(live: Live, run: Run, tmp_path: Path) -> None:
    """Bytes of a line are damaged in turn: some make no text, others a match that cannot be."""
    damaged, other = live.open(dealing="hand"), live.open()
    damaged.deal()
    with closing(sqlite3.connect(tmp_path / "archive.db")) as changing:
        changing.execute("DROP TRIGGER match_lines_are_not_changed")
        line = changing.execute(
            "SELECT body FROM match_lines WHERE number = 0 AND match = ?", [damaged.id]
        ).fetchone()[0]
        hour = line.index(b"T22") + 1
        for place, flipped in product((*range(0, len(line), 90), hour), (0x01, 0x81)):
            body = bytearray(line)
            body[place] ^= flipped
            with changing:
                changing.execute(
                    "UPDATE match_lines SET body = ? WHERE number = 0 AND match = ?", [body, damaged.id]
                )
            done = typed("archive", "export", "--all", "--db", tmp_path / "archive.db")
            assert done.exit_code in (0, 2)
            assert f'"match": "{other.id}"' in done.stdout
            typed("archive", "matches", "show", damaged.id, "--db", tmp_path / "archive.db")
            assert damaged.id[:16] in run("check", exit_code=1).output


def test_live_matches_are_listed(live: Live, run: Run) -> None:
    over = live.open(tags={"Tournament": "Winter", "Round": "1", "Board": "3"})
    live.time += 1_000
    going = live.open(tags={"Tournament": "Winter", "Round": "2"})
    live.time += 1_000
    private = live.open(public=False, names=["Ana"])
    over.do("A", do="leave")
    live.hall._tend(over.id, heard=False)

    def ids(*asked: object) -> list[str]:
        return [each["id"] for each in listed_matches(run, *asked)]

    assert ids() == [going.id, over.id]
    assert ids("--all") == [private.id, going.id, over.id]
    assert ids("--all", "--open") == [private.id, going.id]
    assert ids("--over") == [over.id]
    assert ids("--tournament", "Winter", "--round", "1", "--board", "3") == [over.id]
    assert ids("--all", "--size", "1", "--after", private.id) == [going.id]
    [shown] = listed_matches(run, "--all", "--size", "1")
    assert (shown["names"], shown["public"], shown["open"], shown["record"]) == (
        {"A": "Ana"},
        False,
        True,
        None,
    )
    said = run("matches list", "--all").output
    assert "3 matches" in said
    assert all(each.id[:6] in said for each in (over, going, private))


def test_a_live_match_is_shown_with_its_record_and_its_journal(live: Live, run: Run, tmp_path: Path) -> None:
    match = live.open(dealing="hand")
    match.deal()
    live.time += 61_000
    match.do("B", action="resign")
    said = dict(line.split(": ", 1) for line in run("matches show", match.id).output.splitlines())
    assert (said["version"], said["lines"], said["deals"], said["ending"]) == ("2", "3", "1", "null")
    assert said["last"] == "2023-11-14T22:14:21+00:00"
    assert run("matches show", match.id, "--sgn").output == match.get("record").text
    journal = tmp_path / "match.ndjson"
    journal.write_text(run("matches show", match.id, "--journal").output)
    receipt = match.room.match.receipt
    proved = typed("verify", journal, "--receipt", f"{receipt.version}:{receipt.head}", status=0)
    assert "verified" in proved.output
    assert "say one of them" in run("matches show", match.id, "--sgn", "--journal", exit_code=2).output
    assert "no match of this id" in run("matches show", "0" * 16, exit_code=2).output


def test_the_last_of_a_delayed_rematch_is_when_it_was(live: Live, run: Run) -> None:
    """Which is listed only when those who watch see the end of the match before."""
    match = live.open(delay=90_000)
    match.do("A", do="leave")
    match.do("A", do="offer", offer="rematch")
    match.do("B", do="accept")
    live.time += 5_000
    following = match.get("next", "A").json["id"]
    assert "last: 2023-11-14T22:13:20+00:00" in run("matches show", following).output.splitlines()


def test_a_live_match_is_removed_once_it_is_over_and_the_trail_says_so(live: Live, run: Run) -> None:
    going, ended, over = (live.open(dealing="hand") for _ in range(3))
    for match in (ended, over):
        match.deal()
        match.do("B", action="resign")
        match.do("A", do="leave")
    live.hall._tend(over.id, heard=False)
    [kept] = [each["record"] for each in listed_matches(run, "--over")]
    refused = run("matches remove", going.id, "--reason", "forgotten", exit_code=2)
    assert "still in progress" in refused.output
    assert len(listed_matches(run, "--all")) == 3
    for match in (ended, over):
        assert "removed" in run("matches remove", match.id, "--reason", "wish of Ana").output
    assert run("matches remove", going.id, "--force").exit_code == 0
    assert listed_matches(run, "--all") == []
    trail = [json.loads(line) for line in run("audit", "--format", "json").output.splitlines()]
    told = [(each["subject"], each["actor"], each["deed"], each["reason"]) for each in trail[:3]]
    assert told == [
        (going.id, "@santase", "remove", ""),
        (over.id, "@santase", "remove", "wish of Ana"),
        (ended.id, "@santase", "remove", "wish of Ana"),
    ]
    assert "wish of Ana" in run("matches show", over.id).output
    assert "no match of this id" in run("matches remove", over.id, exit_code=2).output
    assert run("show", kept[:16]).exit_code == 0
