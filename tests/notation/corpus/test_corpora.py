"""Corpora: matches that programs play, games as tables, questions, statistics, and the same play twice.

What is generated is tried by the oracle; what is in the tables, and what is counted and found, is added up
again from the text and from judgements by plain loops.
"""

import csv
import hashlib
import io
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from notation import digest, read, write
from notation.corpus import ALWAYS, TABLES, generate, judged_in_full, rows_of
from notation.corpus.generator import PART
from notation.judge import judge
from notation.players import QUICK_PLAYERS, RandomPlayer, play_out
from notation.record.model import Comment, Record, Tag
from notation.record.words import seat_letter
from notation.rulings import accounts_of
from notation.text import format_file
from referee import PRESETS, Deal, RuleSet, View, Watcher, actions, members
from referee.actions import Action
from referee.cards import BIT, PACK, Seat
from referee.knowledge import sight
from tests.support import commands
from tests.support.corpus import ROOT, SAMPLES
from tests.support.naming import case
from tests.support.oracle import OF_TWO
from tests.support.sizes import Size, sizes
from tests.support.tally import PlainTally, tally
from tests.support.truth import is_true
from viewer.corpora.parquet import is_corpus
from viewer.corpora.searching import FEATURES
from viewer.corpora.session import CorpusSession, QueryError
from viewer.measures import Grouping, question, tallies

TRIED = min(400, Size("DEALS", 400))
SETS = ("santase", "schnapsen", "sixty-six-four", "santase-three")


run = partial(commands.run, status=0)


def lines(*words: object) -> list[Any]:
    """What a command prints as JSON, line by line."""
    return [json.loads(line) for line in run(*words, "--format", "json").output.splitlines()]


# Matches that programs play.


@sizes(4, 12)
def test_generated_matches_are_canonical_and_right(size: int) -> None:
    """Nothing is found but a false claim, which is allowed; and matches of two are true by the oracle."""
    for name, rules in PRESETS.items():
        for players in QUICK_PLAYERS:
            with case(f"{name}, {players}"):
                games = list(generate(rules, size, 7, (players,)))
                text = "\n".join(games)
                assert format_file(text.encode()) == text.encode()
                assert sum(len(game.readable.deals) for game in read(text)) == size
                assert {found.code.id for game in read(text) for found in judge(game).findings} <= {"C201"}
                for game in games if name in OF_TWO else ():
                    assert is_true(re.sub(r"\[(Event|Round) .*\]\n", "", game))


def test_what_a_program_bids_it_makes() -> None:
    """Of many deals some have cards that nothing beats; no other hand is bid on."""
    for player in ("greedy", "careful"):
        played = "".join(generate(PRESETS["bauernschnapsen"], 300, 1, (player,)))
        bids = re.findall(r"bid ([a-z-]+)", played)
        assert bids
        assert "-failed" not in played
        assert "by gang" in played


def test_everything_happens_in_random_matches() -> None:
    words = Counter(" ".join(generate(PRESETS["sixty-six"], 400, 1)).split())
    for word in ("close", "exchange", "out", "false-out", "closer-failed", "20h", "40h", "total"):
        assert words[word], word


def test_the_same_seed_gives_the_same_bytes_whatever_the_hashes() -> None:
    words = ["generate", "--deals", "40", "--seed", "9", "--players", "random,careful"]
    [data] = {commands.python(*commands.COMMAND[1:], *words, PYTHONHASHSEED=seed).stdout for seed in "01"}
    assert data != run(*words[:4], "10", *words[5:]).stdout
    named = "ee8ead2b64f1c7513db4c89870f9dfbbde76eb54187d4d0e3d9a9b088d2f0247"
    assert hashlib.sha256(data.encode()).hexdigest() == named, "a corpus named by its seed is another one now"


def test_games_are_the_same_however_many_processes_play() -> None:
    """Each part has its usual length, except the last, which is cut short."""
    deals = 3 * PART + 90
    generated = ["generate", "--rules", "santase target=1", "--deals", deals, "--seed", 9]
    alone = run(*generated, "--jobs", 1).stdout_bytes
    assert run(*generated, "--jobs", 2).stdout_bytes == alone
    rounds = re.findall(rb'\[Round "(\d+)"\]', alone)
    assert rounds == [b"%d" % number for number in range(1, len(rounds) + 1)]
    assert len(rounds) > 3 * PART
    assert len(set(re.findall(rb"\n(A: .*\nB: .*)\n", alone))) == alone.count(b"\ndeal ") == deals


def test_a_random_player_chooses_alike_with_a_view_and_without() -> None:
    class Viewing:
        def __init__(self, rng: random.Random) -> None:
            self.choose = RandomPlayer(rng).choose

    def history(kind: type[RandomPlayer] | type[Viewing], rules: RuleSet, seed: int) -> bytes:
        rng = random.Random(seed)
        pack = list(rules.pack)
        rng.shuffle(pack)
        deal = Deal.dealt_from(rules, Seat(seed % rules.seats), pack)
        play_out(deal, [kind(rng) for _ in range(rules.seats)])
        return deal.history

    for name, rules in PRESETS.items():
        for seed in range(12):
            assert history(RandomPlayer, rules, seed) == history(Viewing, rules, seed), (name, seed)


def test_a_rule_pack_is_played(tmp_path: Path) -> None:
    pack = ROOT / "samples" / "packs" / "danube-league.toml"
    words = ["--rules-pack", pack, "generate", "--rules", "danube-league", "--deals", 30]
    text = commands.python(*commands.COMMAND[1:], *words, folder=tmp_path, LC_ALL="C").stdout
    assert text.count('[Rules "danube-league"]') == text.count("%SGN 1") > 0


def test_better_players_win_more() -> None:
    won = Counter[str]()
    for game in generate(PRESETS["schnapsen"], 200, 5, ("careful", "random")):
        won.update(re.findall(r"^= ([AB]) ", game, re.MULTILINE))
    assert won["A"] > 1.4 * won["B"]


def test_how_many_players_there_are_is_checked() -> None:
    with pytest.raises(ValueError):
        list(generate(PRESETS["santase"], 1, 1, ("random",) * 3))
    assert "name one player, or 2" in run("generate", "--players", "random,random,greedy", status=2).output
    assert "unknown player 'clever'" in run("generate", "--players", "clever", status=2).output


@pytest.mark.parametrize("kind", QUICK_PLAYERS)
def test_a_player_does_the_same_whatever_the_cards_are_that_it_cannot_see(kind: str) -> None:
    """Two cards that the seat knows nothing of change places; neither the view nor the choice changes."""
    rng = random.Random(66)
    tried = 0
    for _ in range(TRIED // 10):
        pack = list(members(PRESETS["santase"].deck_cards))
        rng.shuffle(pack)
        deal = Deal.dealt_from(PRESETS["santase"], Seat(1), pack)
        watcher = Watcher(deal)
        while not deal.over and (legal := deal.legal()):
            seat = deal.turn
            offered = [action for action, other in legal if other == seat]
            other = deal.copy()
            mine = View(deal, seat, offered, watcher)
            seen = sight(watcher.play(), seat, deal.hands[seat])
            hidden = seen.hands[1 - seat].possible & seen.talon.possible
            theirs = list(members(hidden & deal.hands[1 - seat]))
            buried = [card for card in deal.talon[deal.drawn : -1] if hidden & BIT[card]]
            if theirs and buried:
                one, two = rng.choice(theirs), rng.choice(buried)
                other.hands[1 - seat] ^= BIT[one] | BIT[two]
                other.talon[other.talon.index(two)] = one
                yours = View(other, seat, offered, watcher)
                for name in View.__slots__:
                    assert name.startswith("_") or getattr(mine, name) == getattr(yours, name), name
                chosen = {QUICK_PLAYERS[kind](random.Random(3)).choose(view) for view in (mine, yours)}
                assert len(chosen) == 1
                tried += 1
            action = rng.choice([action for action in offered if action != actions.OUT] or offered)
            deal.do(action, seat)
        if not deal.over:
            deal.finish()
    assert tried > TRIED // 10


def test_a_player_that_does_what_it_may_not_is_refused() -> None:
    class Cheat:
        def choose(self, view: View) -> Action | None:
            return next(card for card in PACK if card not in view.legal)

    class Sleeper:
        def choose(self, view: View) -> Action | None:
            return None

    deal = Deal.dealt_from(PRESETS["santase"], Seat(1), PACK)
    with pytest.raises(ValueError, match="may not do"):
        play_out(deal.copy(), (Cheat(), Cheat()))
    with pytest.raises(ValueError, match="must do something"):
        play_out(deal.copy(), (Sleeper(), Sleeper()))


# Tables.


def corpus_text(deals: int = 30) -> str:
    games = [game for name in SETS for game in generate(PRESETS[name], deals, 11)]
    games += generate(PRESETS["santase"], deals, 12, ("careful", "greedy"))
    return "\n".join(games)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generated games, with a year each, and the samples, right and wrong."""
    folder = tmp_path_factory.mktemp("records")
    years = iter(range(1900, 2100))
    dated = re.sub(r"(?m)^\[Round", lambda found: f'[Date "{next(years)}-05-01"]\n[Round', corpus_text())
    (folder / "generated.sgn").write_text(dated, "utf-8")
    for number, sample in enumerate(SAMPLES[::2]):
        (folder / f"sample-{number:03}.sgn").write_bytes(sample.read_bytes())
    return folder


@pytest.fixture(scope="module")
def corpus(records: Path) -> Path:
    folder = records.parent / "tables" / "corpus.parquet"
    folder.parent.mkdir(exist_ok=True)
    run("index", records, "--to", folder, "-q")
    return folder


def rows(corpus: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(corpus / f"{table}.parquet").to_pylist()
    return found


def games_in(records: Path) -> Iterator[tuple[str, Any]]:
    for path in sorted(records.glob("*.sgn")):
        yield from ((str(path), game) for game in read(path.read_bytes()))


@pytest.mark.slow
def test_every_column_is_described_and_filled(corpus: Path) -> None:
    assert is_corpus(corpus)
    for table, fields in ((table, TABLES[table]) for table in ALWAYS):
        file = pq.ParquetFile(corpus / f"{table}.parquet")
        assert file.schema_arrow.names == [field.name for field in fields]
        assert all(field.about for field in fields)
        found = rows(corpus, table)
        empty = [field.name for field in fields if all(row[field.name] is None for row in found)]
        assert not set(empty) - {"site"}, (table, empty)


def test_tables_have_a_row_for_each_game_deal_trick_and_action(records: Path, corpus: Path) -> None:
    expected = Counter[str]()
    for _, game in games_in(records):
        judgement = judged_in_full(game)
        expected["games"] += 1
        expected["findings"] += len(judgement.findings)
        if judgement.rules:
            expected["deals"] += len(judgement.deals)
            expected["seats"] += len(judgement.deals) * judgement.rules.seats
            expected["tricks"] += sum(len(deal.tricks) for deal in judgement.deals)
            events = [event for deal in judgement.deals for trick in deal.tricks for event in trick.events]
            expected["actions"] += sum(event.ply.action != actions.DRAW for event in events)
            expected["decisions"] += len(rows_of(judgement, tables=("decisions",))["decisions"])
    assert {table: len(rows(corpus, table)) for table in ALWAYS} == expected
    assert 0.99 * expected["actions"] < expected["decisions"] <= expected["actions"]


def test_the_tables_are_the_same_however_many_work(
    records: Path, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.cli.corpora.queries._SIZE", 20_000)
    run("index", records, "--to", tmp_path / "two", "--jobs", 2, "-q")
    for table in ALWAYS:
        assert rows(tmp_path / "two", table) == rows(corpus, table)


def test_what_was_generated_has_every_action_of_the_text_among_the_legal_ones(corpus: Path) -> None:
    text = corpus_text()
    done = re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)
    words = [word for line in done for word in line.split() if not word.endswith(":")]
    generated = {row["game_id"] for row in rows(corpus, "games") if row["file"].endswith("generated.sgn")}
    found = [row for row in rows(corpus, "actions") if row["game_id"] in generated]
    assert [row["word"] for row in found] == words
    assert all(row["word"] in row["legal"] for row in found)
    assert all(row["ruling"] is None for row in found)


def added_up(text: str) -> Iterator[tuple[Record, int, PlainTally]]:
    for game in read(text):
        spec = game.readable.tag("Rules")
        assert spec
        for number, deal in enumerate(game.readable.deals):
            yield game.readable, number, tally(deal, spec)


def test_deals_and_tricks_are_those_that_are_added_up_by_hand(corpus: Path) -> None:
    deals, tricks = rows(corpus, "deals"), rows(corpus, "tricks")
    seats = {(row["game_id"], row["deal"], row["seat"]): row for row in rows(corpus, "seats")}
    by_deal: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in tricks:
        by_deal.setdefault((row["game_id"], row["deal"]), []).append(row)
    for row, (record, number, added) in zip(deals, added_up(corpus_text()), strict=False):
        key = (row["game_id"], row["deal"])
        stated = record.deals[number].result
        assert row["deal"] == number + 1
        assert stated
        assert row["reason"] == stated.reason
        assert row["points"] == list(stated.card_points)
        assert row["winner"] == (seat_letter(stated.winner) if stated.winner >= 0 else None)
        assert row["game_points"] == stated.game_points
        assert row["tricks"] == list(added.tricks.values())
        close = added.close
        closed = (close.seat, close.after + 1) if close else (None, None)
        assert (row["closer"], row["close_trick"]) == closed
        assert not close or row["close_points"] == list(close.points.values())
        taken = [(each.winner, each.worth, list(each.points.values())) for each in added.taken]
        found = [(each["winner"], each["value"], each["points"]) for each in by_deal.get(key, [])]
        assert [each for each in found if each[0]] == taken
        assert seats[*key, seat_letter(record.deals[number].dealer)]["dealt"]


def test_a_corpus_is_made_whole_or_not_at_all(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "corpus.parquet"
    run("index", records / "sample-000.sgn", "--to", target)
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    assert "--force replaces it" in run("index", records, "--to", target, status=2).output

    def broken(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(pq.ParquetWriter, "write_table", broken)
        assert "No space left" in run("index", records, "--to", target, "--force", status=2).output
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.parquet"]
    run("index", records / "sample-001.sgn", "--to", target, "--force")
    assert rows(target, "games")[0]["file"].endswith("sample-001.sgn")


def test_nothing_but_a_corpus_is_ever_replaced(records: Path, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("keep me")
    for target in (tmp_path / "letters", records / "sample-000.sgn"):
        said = run("index", records / "sample-001.sgn", "--to", target, "--force", status=2).output
        assert "is not a corpus" in said
    assert (tmp_path / "letters" / "dear.txt").read_text() == "keep me"


def test_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    said = run("index", tmp_path / "none.sgn", "--to", tmp_path / "c.parquet", status=2).output
    assert "none.sgn: No such file" in said


# Questions.


def test_questions_are_answered_in_every_form(corpus: Path) -> None:
    asked = ["query", corpus, "SELECT rules, count(*) AS deals FROM deals GROUP BY rules ORDER BY rules"]
    expected = sorted(Counter(row["rules"] for row in rows(corpus, "deals")).items())
    answered = lines(*asked)
    assert [(row["rules"], row["deals"]) for row in answered] == expected
    table = list(csv.reader(io.StringIO(run(*asked, "--format", "csv").output)))
    assert table == [["rules", "deals"], *([name, str(number)] for name, number in expected)]
    for form in ("text", "markdown", "html"):
        printed = run(*asked, "--format", form).output.replace("\\", "")
        assert all(name in printed for name, _ in expected), form


def test_no_cell_of_an_answer_is_a_formula_and_a_number_stays_one(corpus: Path) -> None:
    question = "SELECT '=1+1' AS a, ['@SUM(1)', 'x'] AS b, -1 AS c, [-2, 4] AS d, '--' AS e"
    [_, row] = csv.reader(io.StringIO(run("query", corpus, question, "--format", "csv").output))
    assert row == ["'=1+1", "'@SUM(1) x", "-1", "-2 4", "--"]


FORBIDDEN = """
SELECT * FROM read_csv('{secret}')
SELECT * FROM '{secret}'
SELECT * FROM read_text('{secret}')
SELECT * FROM read_blob('{secret}')
SELECT * FROM glob('{folder}/*')
SELECT * FROM sniff_csv('{secret}')
SELECT * FROM read_parquet('{other}')
COPY games TO '{folder}/games.csv'
COPY games TO '{corpus}/games.parquet' (FORMAT parquet)
EXPORT DATABASE '{folder}/all'
ATTACH '{folder}/new.db'
CREATE TABLE mine AS SELECT 1
INSERT INTO games SELECT * FROM games
DROP VIEW games
SET enable_external_access = true
SET allowed_paths = ['{secret}']
INSTALL httpfs
LOAD httpfs
PRAGMA database_list
SELECT 1; SELECT 2
CALL pragma_version()
SELEC
SELECT nothing FROM games
SELECT * FROM records
SELECT CAST(file AS INTEGER) FROM games
"""


def test_questions_read_the_corpus_and_nothing_else(corpus: Path, tmp_path: Path) -> None:
    secret, other = tmp_path / "secret.csv", tmp_path / "other.parquet"
    secret.write_text("name\nhidden words\n")
    other.write_bytes((corpus / "games.parquet").read_bytes())
    before = {path: path.read_bytes() for path in (*corpus.iterdir(), *tmp_path.iterdir())}
    for sql in ("", *FORBIDDEN.strip().splitlines()):
        with case(sql):
            asked = sql.format(secret=secret, folder=tmp_path, corpus=corpus, other=other)
            said = run("query", corpus, asked, status=2).output
            assert "Error: " in said
            assert "Traceback" not in said
            assert "hidden words" not in said
            assert {path: path.read_bytes() for path in (*corpus.iterdir(), *tmp_path.iterdir())} == before


def test_variables_of_the_program_are_not_tables(corpus: Path) -> None:
    mine = [1, 2, 3]
    with CorpusSession(corpus) as session, pytest.raises(QueryError, match="mine"):
        session.ask("SELECT * FROM mine")
    assert mine


def test_records_can_be_asked_as_they_are_and_what_is_not_there_is_said(records: Path) -> None:
    assert lines("query", records / "sample-000.sgn", "SELECT count(*) AS n FROM games") == [{"n": 1}]
    said = run("query", records / "none.parquet", "SELECT count(*) FROM games", status=2).output
    assert "none.parquet: No such file" in said
    assert "count" not in said


def test_without_the_extra_it_is_named(records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("viewer.corpora")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("pyarrow", "pyarrow.parquet", "duckdb"):
        monkeypatch.setitem(sys.modules, name, None)
    sample = records / "sample-000.sgn"
    index, query = ("index", sample, "--to", "never.parquet"), ("query", "never.parquet", "SELECT 1")
    for words in (index, query, ("stats", sample), ("dups", sample), ("find", "closed", sample)):
        assert "santase[analytics]" in run(*words, status=2).output


# Statistics.


def counted_by_hand(text: str) -> dict[tuple[Grouping, str], Counter[str]]:
    """What the statistics should say of generated games, from the text alone."""
    found: dict[tuple[Grouping, str], Counter[str]] = {}
    for record, number, added in added_up(text):
        stated = record.deals[number].result
        assert stated
        rules = record.tag("Rules") or ""
        seats = "ABCD"[: {"santase-three": 3, "sixty-six-four": 4}.get(rules, 2)]
        dealer = seat_letter(record.deals[number].dealer)
        leader = seats[(seats.index(dealer) + 1) % len(seats)]
        winner = seat_letter(stated.winner) if stated.winner >= 0 else "-"
        sums: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
        for seat, sum_ in sums.items():
            won = seat in winner
            sum_ += Counter(deals=1, complete=1, wins=won, leads=seat == leader, dealt=seat == dealer)
            sum_ += Counter(lead_wins=won and seat == leader, dealt_wins=won and seat == dealer)
        if added.close:
            sums[added.close.seat] += Counter(closes=1, closes_won=added.close.seat in winner)
        for claim in added.claims:
            sums[claim.seat] += Counter(claims=1, claims_false=stated.reason == "false-out")
        for married in added.announced:
            sums[married.seat] += Counter({f"marriages_{married.points}": 1})
        for group, seated in (
            ((Grouping.RULES, rules), seats),
            *(((Grouping.PLAYER, record.tag(seat) or ""), seat) for seat in seats),
        ):
            total = found.setdefault(group, Counter())
            for seat in seated:
                total += sums[seat]
            if group[0] is Grouping.RULES:
                extra = len(seats) - 1
                total -= Counter(deals=extra, complete=extra, wins=len(winner) - 1 if winner != "-" else 0)
    return found


COUNTED = (
    *("deals", "complete", "wins", "leads", "lead_wins", "dealt", "dealt_wins", "closes", "closes_won"),
    *("claims", "claims_false", "marriages_20", "marriages_40"),
)


def test_statistics_are_what_is_counted_by_hand(records: Path) -> None:
    told = lines("stats", records / "generated.sgn", "--by", "rules", "--by", "player")
    expected = counted_by_hand(corpus_text())
    assert {(Grouping(row["by"]), row["group"]) for row in told} == set(expected)
    for row in told:
        by_hand = expected[Grouping(row["by"]), row["group"]]
        assert {name: row[name] for name in COUNTED} == {name: by_hand[name] for name in COUNTED}, row


def test_schneider_and_schwarz_are_counted_once_for_each_side_that_lost(records: Path, corpus: Path) -> None:
    """By the value of the deal, where that says it: two players who play it out, and no close."""
    for row in rows(corpus, "deals"):
        if row["rules"] == "schnapsen" and row["reason"] == "out" and row["closer"] is None:
            assert (row["game_points"], row["schneider"], row["schwarz"]) in (
                (1, False, False),
                (2, True, False),
                (3, False, True),
            )


def test_the_archive_counts_as_a_corpus_does(records: Path, corpus: Path, tmp_path: Path) -> None:
    from viewer.store import Store

    with Store.open(f"sqlite:///{tmp_path}/archive.db") as store:
        data = (records / "generated.sgn").read_bytes()
        store.add(data)
        assert store.count(1) > 0, "one record is counted, and others are left"
        assert store.count() == 0
        alone = tmp_path / "alone.parquet"
        run("index", records / "generated.sgn", "--to", alone)
        with CorpusSession(alone) as session:
            for grouping in Grouping:
                assert store.tallies(grouping) == tallies(session.ask(question(grouping)).rows)
        kept = store.tallies(Grouping.ALL)
        store.add(b'%SGN 1\n[Rules "santase"]\n[A "Ivan"]\ndeal 1 dealer A\n= B 2')
        store.count()
        assert store.tallies(Grouping.ALL)[0].deals == kept[0].deals + 1
        assert [tally.deals for tally in store.tallies(Grouping.PLAYER) if tally.group == "Ivan"] == [1]


# The same play, and what is looked for.


def renamed(record: Record) -> Record:
    """The same play with other players, another date and a comment."""
    tags = [tag for tag in record.tags if tag.name not in ("A", "B", "Event", "Round", "Date")]
    others = (Tag("A", "Иван"), Tag("B", "Мария"), Tag("Date", "1999-01-01"), Tag("Event", "Club"))
    return replace(record, tags=(*others, *tags), notes=(Comment("copied"),))


def test_copies_are_found_and_nothing_else(tmp_path: Path) -> None:
    texts = list(generate(PRESETS["santase"], 60, 5))
    records = [next(read(text)).readable for text in texts]
    copied = [1, 4]
    almost = replace(records[2], deals=records[2].deals[:-1])
    files = [*texts, *(write(renamed(records[number])) for number in copied), write(almost)]
    (tmp_path / "all.sgn").write_text("\n".join(files), "utf-8")
    assert digest(records[1]) != digest(renamed(records[1]))
    pairs: dict[str, set[int]] = {}
    for row in lines("dups", tmp_path / "all.sgn"):
        pairs.setdefault(row["play"], set()).add(row["game"])
    expected = [{number + 1, len(texts) + at} for at, number in enumerate(copied, start=1)]
    assert sorted(map(sorted, pairs.values())) == sorted(map(sorted, expected))
    alike = sum(len(records[number].deals) for number in copied) + len(almost.deals)
    assert len(lines("dups", tmp_path / "all.sgn", "--deals")) == 2 * alike
    assert "all.sgn:2 " in run("dups", tmp_path / "all.sgn", "--format", "markdown").output


def found_lines(*words: object) -> list[str]:
    return run("find", *words).output.splitlines()


def test_actions_and_findings_are_those_of_the_judgements(records: Path, corpus: Path) -> None:
    actions_found, findings_found = [], []
    for file, game in games_in(records):
        judgement = judged_in_full(game)
        for number, deal in enumerate(judgement.deals, start=1):
            for trick in deal.tricks:
                for event in trick.events:
                    if event.ply.action == 65 and event.ply.value == 40:
                        actions_found.append((file, game.number, number, seat_letter(event.seat)))
        findings_found += [
            (file, game.number, finding.deal or None)
            for finding in judgement.findings
            if finding.code.id == "R203"
        ]
    told = lines("find", "--action", "40h", corpus)
    assert [(row["file"], row["game"], row["deal"], row["seat"]) for row in told] == actions_found
    told = lines("find", "--finding", "R203", corpus)
    assert sorted((row["file"], row["game"], row["deal"]) for row in told) == sorted(findings_found)
    assert actions_found
    assert findings_found


def test_features_are_those_of_the_accounts(records: Path, corpus: Path) -> None:
    expected: dict[str, set[tuple[str, int, int, str]]] = {name: set() for name in FEATURES}
    for file, game in games_in(records):
        judgement = judged_in_full(game)
        for account in accounts_of(judgement) if judgement.rules else ():
            deal, rules = account.deal, account.rules
            for seat in range(rules.seats):
                key = (file, game.number, account.number, seat_letter(seat))
                won = deal.result is not None and deal.result.winner == rules.side(Seat(seat))
                if deal.closing and deal.closing.seat == seat:
                    expected["closed"].add(key)
                    if deal.result:
                        expected["closed-and-won" if won else "closed-and-failed"].add(key)
                own = [entry for entry in account.entries if entry.seat == seat]
                married = [entry.points for entry in own if entry.kind.value == "marriage"]
                has = {"marriage": bool(married), "trump-marriage": 40 in married}
                has["two-marriages"] = len(married) > 1
                has["missed-claim"] = any(chance.seat == seat for chance in account.chances)
                has["claimed"] = any(each.seat == seat and not each.refused for each in account.claims)
                for name in filter(has.get, has):
                    expected[name].add(key)
            if deal.result is None:
                expected["unfinished"].add((file, game.number, account.number, "A"))
    for name, keys in expected.items():
        told = lines("find", name, corpus)
        found = {(row["file"], row["game"], row["deal"], row["seat"]) for row in told}
        assert len(found) == len(told)
        if keys:
            assert found == keys, name


@pytest.mark.slow
def test_addresses_lead_to_what_was_found(records: Path) -> None:
    file = records / "generated.sgn"
    lines = found_lines("--action", "close", file)
    assert lines == found_lines("closed", "--action", "close", file)
    for line in lines[:3]:
        found = re.fullmatch(rf"{re.escape(str(file))}:(\d+):(\d+):([\d.]+): ([A-D]) close", line)
        assert found
        game, deal, at, seat = found.groups()
        where = ["--game", game, "--deal", deal, "--at", at]
        now = json.loads(run("explain", file, *where, "--format", "json").output)
        assert now["closer"] == seat if "closer" in now else True
        assert run("show", file, *where[:4], "--plain").exit_code in (0, 1)
    mine = found_lines("closed", "--player", "random 2", file)
    theirs = found_lines("closed", "--player", "random 1", file)
    assert mine
    assert theirs
    assert not set(mine) & set(theirs)


def test_what_cannot_be_looked_for_is_said(records: Path) -> None:
    assert "look for --action" in run("find", records, status=2).output
    assert "name a corpus or records" in run("find", "closed", status=2).output


def test_rows_of_a_game_that_cannot_be_judged_are_its_findings() -> None:
    [game] = read('%SGN 1\n[Rules "whist"]\ndeal 1 dealer A')
    found = rows_of(judged_in_full(game))
    assert found["deals"] == found["actions"] == []
    assert found["games"][0]["rules"] is None
    assert [row["code"] for row in found["findings"]] == ["S119"]


COSTLY = """%SGN 1
[A "Mila"]
[B "Bo"]
[Date "2026"]
[Rules "schnapsen"]

deal 1 dealer A trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh

deal 2 dealer A trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As out
"""
"""Bo forgets a claim in the first deal, which costs 2; all the other decisions are right."""


def test_what_actions_cost_is_a_table_for_whoever_asks_for_it(tmp_path: Path) -> None:
    path, corpus = tmp_path / "costly.sgn", tmp_path / "corpus"
    path.write_text(COSTLY, "utf-8")
    run("index", path, "--to", corpus)
    assert not (corpus / "costs.parquet").exists()
    assert "index --best-play" in run("stats", "--best-play", corpus, status=2).stderr
    run("index", path, "--to", corpus, "--force", "--best-play")
    for table in ALWAYS:
        assert (corpus / f"{table}.parquet").is_file()
    found = rows(corpus, "costs")
    assert list(found[0]) == [field.name for field in TABLES["costs"]]
    [costly] = [row for row in found if row["cost"]]
    assert (costly["deal"], costly["place"], costly["player"], costly["word"]) == (1, "10.1", "Bo", "Qh")
    assert (costly["value"], costly["best"], costly["cost"]) == (-1, 1, 2)
    assert (costly["mistake"], costly["better"], costly["whole"]) == ("claimed-late", ["out"], True)
    for row in found:
        account = list(accounts_of(judged_in_full(next(read(path.read_bytes())))))[row["deal"] - 1]
        done = [str(step.path) for step in account.played if step.event]
        assert row["place"] in done
    told = lines("stats", "--best-play", "--by", "player", corpus)
    assert [(each["group"], each["deals"], each["whole"], each["decisions"]) for each in told] == [
        ("Bo", 2, 2, 2),
        ("Mila", 2, 2, 2),
    ]
    assert [(each["right"], each["cost"], each["error"]) for each in told] == [(1, 1.0, 1.0), (2, 0.0, 0.0)]
    assert told == lines("stats", "--best-play", "--by", "player", path)
    [everybody] = lines("stats", "--best-play", "--by", "all", corpus)
    assert (everybody["deals"], everybody["decisions"], everybody["right"]) == (4, 4, 3)
    shown = run("stats", "--best-play", "--by", "player", corpus).stdout
    assert "50 %" in shown
    assert "Best play assumes" in shown
