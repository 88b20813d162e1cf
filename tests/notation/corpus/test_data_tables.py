"""Tables of deals, tricks and decisions as files: they agree with the oracle, and contain nothing hidden."""

import csv
import io
import json
import random
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest
import yaml  # type: ignore[import-untyped]

from notation import Record, convert, read, write, write_spec
from notation.corpus import TABLES, cell, rows_of
from notation.formats import FORMATS
from notation.judge import judge
from notation.record.words import card_word, seat_letter
from notation.recorder import DealRecorder
from referee import RuleSet, actions
from referee.cards import CARDS_BY_NUMBER, NO_SUIT, Seat, suit_of
from referee.deal import hands_and_talon, shown_for_trumps
from referee.table import Entry, Kind, Table
from tests.referee.test_table import play, table_of
from tests.support import commands, oracle
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.permuting import permuted
from tests.support.plain import PLAIN
from tests.support.sizes import Size, sizes, some
from tests.support.tables import rules_of
from tests.support.twins import plain_deal
from viewer.exports.dataset_card import column_table

Rows = list[dict[str, Any]]
DEALS: Final = Size("DECIDED", 300)
"""For each rule set, at night."""
SPECS: Final = (
    *PLAIN,
    "santase claim=auto",
    "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
    "sixty-six exchange-by=turn marriages-per-lead=2",
    "sixty-six-four claim-window=reply marriage-count=next-trick",
)
ACTED: Final = ("word", "kind", "card", "ruling")
WON: Final = ROOT / "samples" / "closed-and-won.sgn"
GAME: Final = ROOT / "samples" / "schnapsen-a-game-to-seven.sgn"
KINDS: Final = [name for name, form in FORMATS.items() if form.table]


run = partial(commands.run, status=0)


def rows(source: bytes | str, form: str = "jsonl-decisions") -> Rows:
    return [json.loads(line) for line in convert(source, form).data.splitlines()]


# The content of a row.


def follow(record: Record, spec: str, found: Rows) -> None:
    """Go through the decisions of a record together with the oracle, which knows the cards and the words."""
    rules = rules_of(spec)
    for number, deal in enumerate(record.deals, start=1):
        hands = {seat_letter(seat): [card_word(card) for card in held.cards] for seat, held in deal.hands}
        talon = [card_word(card) for card in deal.talon.cards] if deal.talon else []
        trump = "" if talon else card_word(deal.trump)[1] if deal.trump is not None else "shdc"[deal.suit]
        plain = plain_deal(rules, spec, seat_letter(deal.dealer), hands, talon, trump, number == 1)
        sides = ["AC", "BD"] if rules.seats == 4 else list("ABCD"[: rules.seats])
        announced = dict.fromkeys(plain.tricks, 0)
        gone: list[str] = []
        table: list[str] = []
        before: dict[str, Any] | None = None
        mine = [row for row in found if row["deal"] == number]
        for row in mine:
            is_next = before is None or row["trick"] > before["trick"]
            if is_next and isinstance(plain, oracle.OracleDeal) and plain.before_draw:
                plain.act(plain.leader, "draw")
            if is_next or len(table) == rules.seats:
                table = []
            before = row
            seat = row["seat"]
            side = next(each for each in sides if seat in each)
            assert sorted(row["legal"]) == sorted(word for actor, word in plain.legal() if actor == seat)
            assert sorted(row["hand"]) == sorted(plain.hands[seat])
            assert row["points"] == list(plain.points().values())
            assert row["tricks"] == list(plain.tricks.values())
            assert sorted(row["gone"]) == sorted(gone)
            assert row["table"] == table
            assert row["lead"] == (table[0] if table else None)
            assert row["trump"] == plain.trump
            assert row["dealer"] == seat_letter(deal.dealer)
            if isinstance(plain, oracle.OracleDeal):
                assert row["talon"] == len(plain.talon)
                assert row["turn_up"] == (plain.talon[-1] if plain.talon else None)
                assert row["closer"] == (plain.closed.closer if plain.closed else None)
            if row["closer"] is None:
                won = {each: sum(map(oracle.WORTH.get, plain.won[each])) for each in plain.won}  # type: ignore[arg-type]
                held = [announced[each] - (points - won[each]) for each, points in plain.points().items()]
                if plain.bonus_to is None:
                    assert row["waiting"] == held
            assert row["ruling"] is None
            plain.act(seat, row["word"])
            if row["kind"] == "marriage":
                announced[side] += int(row["word"][:2])
            if row["kind"] == "card":
                assert row["card"] == row["word"]
                gone.append(row["card"])
                table.append(row["card"])
        if not plain.over:
            plain.finish()
        result = plain.result
        assert result
        for row in mine:
            side = next(each for each in sides if row["seat"] in each)
            others = [each for each in sides if each != side]
            assert row["outcome_reason"] == result.reason
            assert row["outcome_won"] == (result.winner == side)
            assert row["outcome_points"] == result.points[side]
            if any(result.paid.values()):
                assert row["outcome_game_points"] == result.paid[side]
            else:
                signs = 1 if result.winner == side else -1 if result.winner in others else 0
                assert row["outcome_game_points"] == signs * result.game_points


@sizes(5, DEALS)
def test_every_decision_is_what_the_oracle_says(size: int) -> None:
    for spec in SPECS:
        rng, done = random.Random(spec), 0
        while done < size:
            record = random_record(spec, rng, noted=False, most_deals=6)
            found = rows(write(record))
            with case(spec):
                assert {row["spec"] for row in found} == {write_spec(rules_of(spec))}
                assert all(row["outcome_stands"] for row in found)
                follow(record, spec, found)
            done += len(record.deals)


def recorded(rules: RuleSet, dealer: Seat, dealt: Entry, played: list[Entry]) -> Record:
    """The record of a deal that is broken off, with these cards."""
    order = [CARDS_BY_NUMBER[card] for card in dealt.data]
    hands, talon = hands_and_talon(rules, order)
    trump = NO_SUIT if talon else suit_of(shown_for_trumps(rules, dealer, order))
    recorder = DealRecorder(rules, 1, dealer, hands, talon, trump)
    for entry in played:
        assert recorder.push(entry.action, entry.by) is None
    return recorder.game()


def compare(rules: RuleSet, rng: random.Random) -> int:
    """How many decisions were compared with those of a deal whose hidden cards lie elsewhere."""
    table = table_of(rules)
    dealt, *played = play(table, rng, rng.randrange(3, 40))
    ends = [at for at, entry in enumerate(played) if entry.kind is not Kind.ACT]
    *before, last = played[: ends[0]] if ends else played
    stopped = Table.restore(table_of(rules), [dealt, *before])
    assert stopped.now
    reader, dealer = last.by, stopped.now.dealer
    elsewhere = dealt._replace(data=permuted(dealt.data, rules, stopped, reader, rng))
    try:
        Table.restore(table_of(rules), [elsewhere, *before, last])
    except ValueError:  # that cannot have been played with those cards
        return 0
    seen = []
    for cards in (dealt, elsewhere):
        found = rows(write(recorded(rules, dealer, cards, [*before, last])))
        mine = [row for row in found if row["seat"] == seat_letter(reader)]
        seen.append([{name: row[name] for name in row if not name.startswith("outcome_")} for row in mine])
    assert seen[0] == seen[1]
    assert len(seen[0]) or last.action == actions.DRAW
    return len(seen[0]) if elsewhere != dealt else 0


@sizes(5, 40)
def test_no_decision_depends_on_a_card_that_its_player_cannot_see(size: int) -> None:
    for name, rules in PLAIN.items():
        rng = random.Random(f"unseen {name}")
        with case(name):
            assert sum(compare(rules, rng) for _ in range(size)) > size * 3 // 4


def test_what_is_named_an_outcome_and_the_action_are_all_that_the_player_did_not_know() -> None:
    named = [field.name for field in TABLES["decisions"]]
    assert [name for name in named if name.startswith("outcome_")] == named[-5:]
    assert tuple(named[-9:-5]) == ACTED


def test_a_player_whose_cards_are_not_recorded_has_no_legal_actions_and_the_other_has() -> None:
    [game] = read(WON.read_bytes())
    assert game.record
    text = re.sub(r"(?m)^B: .*$", "B: -- -- -- -- -- --", WON.read_text("utf-8"))
    text = re.sub(r"(?m)^talon: .*$", "", text)
    whole, part = rows(WON.read_bytes()), rows(text)
    assert len(part) > 10
    known = {(row["deal"], row["place"]): row for row in whole}
    first = [row for row in part if row["place"].startswith("1.")]
    for row in first:
        full = known[row["deal"], row["place"]]
        if row["seat"] == "B":
            assert row["legal"] is None
            assert "--" in row["hand"]
        elif row["seat"] == "A":
            assert row["hand"] == full["hand"]


def test_a_deal_with_an_error_does_not_stand_and_its_rows_go_as_far_as_it_was_judged() -> None:
    data = (ROOT / "samples/faulty/does-not-follow.sgn").read_bytes()
    found = rows(data)
    [game] = read(data)
    [finding] = rows_of(judge(game), tables=("findings",))["findings"]
    assert [(row["ruling"], row["place"]) for row in found if row["ruling"]] == [
        (finding["code"], finding["place"])
    ]
    assert not any(row["outcome_stands"] for row in found)
    assert [row["stands"] for row in rows(data, "jsonl-deals")] == [False]
    stopped = (ROOT / "samples/faulty/a-card-played-twice.sgn").read_bytes()
    [judgement] = [judge(game) for game in read(stopped)]
    places = [row["place"] for row in rows(stopped)]
    assert places[-1] == "6.1"
    assert len(places) == sum(len(trick.events) for trick in judgement.deals[0].tricks)
    assert not rows(stopped)[0]["outcome_stands"]
    assert rows(stopped)[0]["outcome_won"] is None


def test_every_faulty_record_has_its_rows_or_none() -> None:
    for place, path in enumerate(sorted((ROOT / "samples/faulty").glob("*.sgn"))):
        done = convert(path.read_bytes(), KINDS[place % len(KINDS)])
        assert bool(done.data) == bool(done.table and done.table.rows), path
        assert done.deals or not done.data, path


# Files.


def test_all_kinds_of_file_hold_the_same_rows_and_the_index_too(tmp_path: Path) -> None:
    run("index", GAME, "--to", tmp_path / "corpus", "-q")
    for table in ("deals", "tricks", "decisions"):
        found = rows(GAME.read_bytes(), f"jsonl-{table}")
        assert found
        columns = [field.name for field in TABLES[table]]
        assert all(list(row) == columns for row in found)
        data = convert(GAME, f"parquet-{table}").data
        assert pq.read_table(io.BytesIO(data)).to_pylist() == found
        assert pq.read_table(tmp_path / "corpus" / f"{table}.parquet").to_pylist() == found
        [game] = read(GAME.read_bytes())
        assert rows_of(judge(game), tables=(table,)) == {table: found}
    sheet = csv.reader(io.StringIO(convert(GAME, "csv-decisions").data.decode(), newline=""))
    found = rows(GAME.read_bytes())
    assert list(sheet) == [list(found[0]), *([cell(each) for each in row.values()] for row in found)]


def test_columns_of_parquet_say_what_they_mean() -> None:
    schema = pq.read_schema(io.BytesIO(convert(GAME, "parquet-decisions").data))
    said = {name: schema.field(name).metadata[b"about"].decode() for name in schema.names}
    assert said == {field.name: field.about for field in TABLES["decisions"]}


def test_a_cell_that_would_be_a_formula_is_made_harmless_and_cards_are_not() -> None:
    text = WON.read_text("utf-8").replace('[A "', '[A "=1+').replace('[Event "', '[Event "-')
    done = convert(text, "csv-decisions")
    assert ",'=1+" in done.data.decode()
    assert any("apostrophe" in str(entry.why) for entry in done.report)


@pytest.mark.parametrize("name", some(KINDS, "parquet-tricks"))
def test_a_file_written_in_steps_by_two_is_that_of_the_whole(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = b"\n".join(path.read_bytes() for path in sorted((ROOT / "samples").glob("*.sgn"))[:6])
    (tmp_path / "all.sgn").write_bytes(samples + b"\n%SGN 1\n[Rules\n" + samples)
    monkeypatch.setattr("viewer.cli.bulk.stream.BLOCK", 20_000)
    said = run("convert", tmp_path / "all.sgn", tmp_path / "new", "--to", name, "--jobs", 2, status=1)
    steps = (tmp_path / "new").read_bytes()
    (tmp_path / "new").unlink()
    with monkeypatch.context() as held:
        held.setattr("viewer.cli.logs.convert.goes_in_blocks", lambda *_: False)
        again = run("convert", tmp_path / "all.sgn", tmp_path / "new", "--to", name, status=1)
    assert said.stderr == again.stderr
    assert steps == (tmp_path / "new").read_bytes()
    games = {row["game_id"] for row in rows(samples + b"\n" + samples)}
    assert games == set(range(1, 2 * len(list(read(samples))) + 1))


def test_row_groups_are_written_as_they_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.corpus.arrow.ROW_GROUP", 50)
    games = GAME.read_bytes() + b"\n" + WON.read_bytes()
    data = convert(games, "parquet-decisions").data
    file = pq.ParquetFile(io.BytesIO(data))
    assert file.num_row_groups > 1
    assert file.read().to_pylist() == rows(games)


def test_without_pyarrow_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = run("convert", WON, tmp_path / "x.parquet", "--to", "parquet-deals", status=2)
    assert 'pip install "santase[analytics]"' in said.stderr
    done = convert(WON, "parquet-deals")
    assert (done.data, done.deals) == (b"", 0)
    assert all("santase[analytics]" in str(entry.why) for entry in done.report)
    assert convert(WON, "jsonl-deals").deals


def test_nothing_is_written_where_no_deal_can_be(tmp_path: Path) -> None:
    (tmp_path / "x.sgn").write_text('%SGN 1\n[Rules "whist"]\ndeal 1 dealer A\n', "utf-8")
    for name in KINDS:
        target = tmp_path / name
        run("convert", tmp_path / "x.sgn", target, "--to", name, status=1)
        assert not target.exists()


# The documentation of the tables.


def test_the_documentation_has_the_columns_of_every_table() -> None:
    page = (ROOT / "docs" / "data-columns.md").read_text("utf-8")
    for table, fields in TABLES.items():
        assert f"## {table}\n\n{column_table(table)}" in page, "tests/scripts/data_columns.py writes them"
        assert all(field.about for field in fields)


def test_a_format_that_is_a_table_tells_its_columns() -> None:
    told = json.loads(run("formats", "csv-decisions", "--format", "json").stdout)
    assert [(each["name"], each["type"], each["unit"] or "", each["about"]) for each in told["columns"]] == [
        (each.name, each.kind.value, each.unit, each.about) for each in TABLES["decisions"]
    ]
    shown = run("formats", "csv-decisions", "--lang", "en", "--format", "markdown").stdout
    assert "whether its side won the deal" in shown
    assert json.loads(run("formats", "csv-deals", "--format", "json").stdout)["columns"] == []


def test_a_card_counts_what_the_tables_have(tmp_path: Path) -> None:
    target = tmp_path / "data"
    target.mkdir()
    sources = [WON, GAME, ROOT / "samples" / "the-closer-fails.sgn"]
    words = ("convert", *sources, "--into", target, "--to", "jsonl-decisions", "--card", target / "README.md")
    run(*words)
    card = (target / "README.md").read_text("utf-8")
    _, head, body = card.split("---\n", 2)
    named = yaml.safe_load(head)
    assert named["configs"] == [
        {"config_name": "decisions", "data_files": [source.with_suffix(".jsonl").name for source in sources]}
    ]
    assert "license" not in named
    assert "# license:" in head
    found: list[Rows] = [rows(source.read_bytes()) for source in sources]
    deals = sum(len({row["deal"] for row in each}) for each in found)
    dates = sorted(row["date"] for each in found for row in each if row["date"])
    assert f"| rows | {sum(map(len, found))} |\n| deals | {deals} |\n| games | 3 |\n" in body
    assert f"| dates | {dates[0]} to {dates[-1]} |" in body
    assert named["size_categories"] == ["n<1K" if sum(map(len, found)) < 1000 else "1K<n<10K"]
    assert column_table("decisions") in body
    for each in found:
        assert f"| `{each[0]['spec']}` |" in body
    assert all(f"* `{source.name}`" in body for source in sources)
    assert "santase convert --to jsonl-decisions" in body
    assert "exists" in run(*words, status=2).stderr
    run(*words, "--force")


@pytest.mark.parametrize("words", [("--to", "csv-deals"), ("--to", "jsonl-decisions", "-")])
def test_a_card_is_for_tables_in_files(words: tuple[str, ...], tmp_path: Path) -> None:
    *options, target = words if words[-1] == "-" else (*words, str(tmp_path / "x"))
    said = run("convert", WON, target, *options, "--card", tmp_path / "README.md", status=2)
    assert "--card describes a table" in said.stderr
