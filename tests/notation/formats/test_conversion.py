"""Conversion between formats: what both support is preserved, the rest is reported.

The inventory of a record is taken here from its JSON, apart from the code that computes losses.
`SANTASE_CONVERSIONS` sets the number of matches.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from notation import Record, read, write
from notation.findings.finding import ENGLISH
from notation.formats import Format, RecordPart, ReportKind, Telling, convert, fitted, records
from notation.formats.core.capabilities import EVERYTHING, carried
from notation.formats.core.proof import are_alike
from notation.record.model import Remark
from notation.wire.record import dump
from referee import PRESETS
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.sizes import Size, sizes
from viewer.cli import main
from viewer.exports.formats import FORMATS, with_suffix

FOLDER: Final = ROOT / "samples"
SAMPLES: Final = sorted(FOLDER.glob("*.sgn"))
NIGHTLY_MATCHES: Final = Size("CONVERSIONS", 10_000)
BOTH: Final = [each for each in FORMATS.values() if each.reader and each.writer]
SPECS: Final = (
    *PRESETS,
    "schnapsen claim=auto",
    "schnapsen-sharp exchange-by=turn",
    "santase exchange-by=turn",
    "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
)
NOTES: Final = {
    "comment": RecordPart.COMMENTS,
    "glyph": RecordPart.GLYPHS,
    "annotation": RecordPart.ANNOTATIONS,
    "remark": RecordPart.REMARKS,
    "variation": RecordPart.VARIATIONS,
    "checkpoint": RecordPart.CHECKPOINTS,
}
WORDS: Final = {
    "exchange": RecordPart.EXCHANGES,
    "close": RecordPart.CLOSES,
    "out": RecordPart.CLAIMS,
    "resign": RecordPart.RESIGNATIONS,
}

Inventory = Counter[tuple[RecordPart, int]]
OF_RESULTS: Final = (RecordPart.REASONS, RecordPart.CARD_POINTS, RecordPart.SCORES)


def inventory(record: Record) -> Inventory:
    """How many things of each part a record has, by the number of the deal; 0 for the game."""
    shape = dump(record)
    found: Inventory = Counter()
    for name in shape["tags"]:
        part = (
            RecordPart.NAMES
            if name in "ABCD"
            else RecordPart.EVENT
            if name in ("Event", "Date")
            else RecordPart.TAGS
        )
        found[{"Rules": RecordPart.RULES, "Result": RecordPart.SCORES}.get(name, part), 0] += 1
    _notes(found, shape, 0)
    for deal in shape["deals"]:
        _deal(found, deal, deal["number"])
    return found


def _deal(found: Inventory, deal: dict[str, Any], number: int) -> None:
    found[RecordPart.DEALER, number] += deal.get("dealer") is not None
    found[RecordPart.TRUMP, number] += len(deal.get("trump", "")) > 1 or deal.get("talon", ["--"])[-1] != "--"
    found[RecordPart.TALON, number] += "--" not in deal.get("talon", ["--"])
    found[RecordPart.HANDS, number] += sum("--" not in hand for hand in deal.get("hands", {}).values())
    found[RecordPart.AWARDS, number] += len(deal.get("rulings", ()))
    for award in deal.get("rulings", ()):
        _notes(found, award, number)
    _notes(found, deal, number)
    closed = False
    found[RecordPart.OPENING, number] += "opening" in deal
    for trick in deal["tricks"]:
        _notes(found, trick, number)
        words = [word.split() for word in trick["actions"]]
        cards = [index for index, word in enumerate(words) if word[-1][0] in "AKQJT987[-#"]
        for index, (*before, word) in enumerate(words):
            answers = word.startswith("exchange") and closed
            closed = word.startswith("close")
            found[RecordPart.ACTORS, number] += bool(before) and before[0].endswith(":") and not answers
            found[RecordPart.WITHDRAWN, number] += any(each.startswith("~") for each in before)
            found[RecordPart.IRREGULAR, number] += word.endswith("^")
            if index in cards:
                found[RecordPart.GAPS if word[0] in "-#" else RecordPart.PLAYS, number] += 1
            elif word[0] == "+":
                found[RecordPart.DRAWS, number] += 1
            elif word[:2] in ("20", "40"):
                bare = not any(card > index for card in cards)
                found[RecordPart.BARE_MARRIAGES if bare else RecordPart.MARRIAGES, number] += 1
            elif answers:
                found[RecordPart.ANSWERS, number] += 1
            elif word.startswith("close") and sum(card < index for card in cards) == 2:
                found[RecordPart.SHORT_CLOSES, number] += 1
            else:
                found[WORDS[word.rstrip("^")], number] += 1
    result = deal.get("result")
    if result:
        found[RecordPart.RESULTS, number] += 1
        found[RecordPart.REASONS, number] += "reason" in result
        found[RecordPart.CARD_POINTS, number] += "card_points" in result
        found[RecordPart.SCORES, number] += "score" in result
        _notes(found, result, number)


def _notes(found: Inventory, shape: dict[str, Any], number: int) -> None:
    for note in shape.get("notes", ()):
        found[next(part for name, part in NOTES.items() if name in note), number] += 1


def a_match(spec: str, seed: int, most_deals: int) -> Record:
    """A match as it is read from text, with notes of every kind in some."""
    rng = random.Random(seed)
    record = random_record(spec, rng, noted=seed % 3 > 0, most_deals=most_deals)
    record = replace(record, notes=(*record.notes, Remark("kept by hand")) if seed % 5 == 0 else record.notes)
    [game] = read(write(record))
    assert game.record
    return game.record


def told(telling: Telling, kind: ReportKind) -> Inventory:
    """Return the numbers of one kind in a report, as an inventory."""
    found: Inventory = Counter()
    for entry in telling.report:
        if entry.kind is kind and entry.part:
            found[entry.part, entry.deal] += entry.count
    return found


def test_every_part_has_a_name_and_is_held_by_what_holds_everything() -> None:
    assert set(RecordPart) == EVERYTHING
    assert FORMATS["sgn"].holds == FORMATS["json"].holds == EVERYTHING


def test_what_is_only_remembered_of_cards_is_told_where_it_is_lost() -> None:
    text = "%SGN 1\ndeal 1 dealer B trump h\nA: As% -d -- K-\ntalon: -- -h\n1. Ks% 9s\n2. -s -- 3. Qs --\n"
    [game] = read(text)
    assert game.record
    lost: list[RecordPart] = []
    left = carried(game.record, PRESETS["santase"], EVERYTHING, lambda part, *_: lost.append(part))
    assert (left, lost) == (game.record, [])
    holds = EVERYTHING - {RecordPart.TESTIMONY}
    left = carried(game.record, PRESETS["santase"], holds, lambda part, *_: lost.append(part))
    assert lost == 4 * [RecordPart.TESTIMONY]
    plain = "deal 1 dealer B trump h\nA: As -- -- --\ntalon: -- --\n1. Ks 9s\n2. -- --\n3. Qs --\n"
    assert write(left).endswith(plain)


HELD: Final = [each for each in BOTH if each.name != "tompa"]
"""Those that hold whole deals: a diagram is of a position, which has tests of its own."""


def written_and_read(record: Record, target: Format) -> list[Record]:
    """A game that is written in a format and read again, as it comes back.

    One inventory before, one behind: the difference is told, to the last comment.
    """
    telling = Telling()
    telling.game = 1
    pieces = fitted(record, target, telling)
    assert target.writer
    data = target.writer(pieces, telling) if pieces else b""
    reading = Telling()
    back = [found for _, found in records(data, target, reading)] if pieces else []
    assert not reading.findings, (reading.findings, data)
    left_out = {entry.deal for entry in telling.report if entry.kind is ReportKind.LEFT_OUT}
    kept = replace(record, deals=tuple(deal for deal in record.deals if deal.number not in left_out))
    if not kept.deals:
        return []
    before = inventory(kept)
    if RecordPart.TALON not in target.holds:  # nor any card of one of which some are known
        for dealt in kept.deals:
            before[RecordPart.TALON, dealt.number] = dealt.talon is not None
    behind: Inventory = Counter()
    split = RecordPart.MATCH not in target.holds or bool(left_out)
    for found, deal in zip(back, kept.deals if split else (None,), strict=True):
        for (part, number), count in inventory(found).items():
            behind[part, deal.number if deal and number else number] += count
    for part in (
        RecordPart.RULES,
        *([RecordPart.NAMES, RecordPart.EVENT, RecordPart.TAGS, RecordPart.SCORES] if split else []),
    ):
        # The rules of the program are on each game that it logs; tags are on each deal.
        before[part, 0] = behind[part, 0] = 0
    dropped = told(telling, ReportKind.DROPPED)
    for (part, number), count in told(telling, ReportKind.DIFFERENT).items():
        if part is RecordPart.BARE_MARRIAGES:  # the king is named with it
            before[part, number] -= count
            before[RecordPart.MARRIAGES, number] += count
            before[RecordPart.PLAYS, number] += count
    for key in [key for key in dropped if key[0] in (RecordPart.MATCH, RecordPart.NUMBERS)]:
        del dropped[key]  # not in an inventory
    derived = told(telling, ReportKind.DERIVED)
    for key in {*before, *behind, *dropped}:
        is_derived = derived[key] or (key[0] in OF_RESULTS and derived[RecordPart.RESULTS, key[1]])
        if is_derived and before[key] < behind[key]:  # what the new file works out of the rest
            continue
        if key[1] or key[0] in target.holds:
            assert before[key] - behind[key] == dropped[key], (key, data)
    assert are_alike(back, pieces, target), data
    return back


PAIRS: Final = [(source, target) for source in HELD for target in HELD]


@pytest.mark.slow
def test_nothing_is_lost_untold_between_two_formats_and_back() -> None:
    """With matches of the rules of both programs, too; and on to a third format. All pairs are nightly."""
    for place, source in enumerate(HELD):
        target = HELD[place - 1]
        with case(f"{source.name} and {target.name}"):
            there_and_back(source, target, range(2 * place, 2 * place + 2))


@pytest.mark.nightly
@pytest.mark.parametrize("source", HELD, ids=lambda each: each.name)
def test_nothing_is_lost_untold_between_two_formats_in_ten_thousand_matches(source: Format) -> None:
    """Each match between two formats; all pairs have their share."""
    came = 0
    for place, target in enumerate(HELD):
        first = HELD.index(source) * len(HELD) + place
        came += there_and_back(source, target, range(first, NIGHTLY_MATCHES, len(PAIRS)))
    assert came or source.single or not NIGHTLY_MATCHES.is_full


def there_and_back(source: Format, target: Format, seeds: range) -> int:
    """Matches from one format to another, then back and to a third; how many games came back."""
    own = [each.spec for each in (source, target) if each.spec]
    came = 0
    for place, seed in enumerate(seeds):
        spec = own[place // 2 % len(own)] if own and place % 2 else SPECS[(seed + place // 2) % len(SPECS)]
        record = a_match(spec, seed, most_deals=3)
        for first in written_and_read(record, source):
            for second in written_and_read(first, target):
                came += len(written_and_read(second, source))
                written_and_read(second, HELD[(seed + place) % len(HELD)])
    return came


@pytest.mark.slow
@sizes(1, len(SAMPLES))
def test_samples_go_into_every_format_and_what_cannot_says_why(size: int) -> None:
    """What is written is read again, and nothing is missing but what the report names."""
    proved: Counter[str] = Counter()
    for path in SAMPLES[:: len(SAMPLES) // size]:
        data = path.read_bytes()
        deals = sum(len(game.record.deals) for game in read(data) if game.record)
        for target in FORMATS.values():
            if target.writer:
                with case(f"{path.stem} as {target.name}"):
                    done = convert(data, FORMATS["sgn"], target, prove=True)
                    assert done.ok
                    left_out = [entry.count for entry in done.report if entry.kind is ReportKind.LEFT_OUT]
                    assert done.deals + sum(left_out) == deals
                    assert all(entry.words(ENGLISH) for entry in done.report)
                    assert not any("reading the new file back" in str(entry.why) for entry in done.report)
                    assert bool(done.data) == bool(done.deals or not deals)
                    proved[target.name] += done.proved
    assert size < len(SAMPLES) or all(proved[each.name] for each in HELD)


# The command.


def run(*args: str, input: bytes = b"") -> tuple[int, bytes, str]:
    done = CliRunner().invoke(main, args, input=input)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout_bytes, done.stderr


def test_a_file_becomes_another_and_the_report_stands_beside(tmp_path: Path) -> None:
    source = str(FOLDER / "closed-and-won.sgn")
    code, output, beside = run("convert", source, "--to", "csv-tricks", "--lang", "en")
    assert code == 0
    assert output.startswith(b"game,event,")
    assert "dropped: comments" in beside
    assert beside.rstrip().endswith("1 game read, 6 deals written")
    target = tmp_path / "x.jsonl"
    assert run("convert", source, str(target), "--lang", "en")[0] == 0
    assert run("convert", str(target))[1] == (FOLDER / "closed-and-won.sgn").read_bytes()


def test_strict_refuses_any_loss_and_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "x.csv"
    target.write_bytes(b"as it was")
    source = str(FOLDER / "closed-and-won.sgn")
    assert run("convert", source, str(target), "--to", "csv-tricks", "--force", "--strict")[0] == 1
    assert target.read_bytes() == b"as it was"
    assert run("convert", source, str(target), "--to", "json", "--force", "--strict")[0] == 0
    assert json.loads(target.read_bytes())["sgn"] == 1


def test_a_folder_becomes_a_folder_and_no_file_is_lost(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    (source / "deep").mkdir(parents=True)
    data = (FOLDER / "two-draws.sgn").read_bytes()
    for name in ("a.sgn", "deep/b.sgn", "a.txt"):
        (source / name).write_bytes(data)
    (source / "no-log.txt").write_bytes(b"hello")
    code, _, beside = run("convert", str(source), str(target), "--to", "json", "--lang", "en")
    assert code == 2
    assert sorted(path.name for path in target.rglob("*.jsonl")) == ["a.jsonl", "b.jsonl"]
    assert "another file becomes" in beside
    assert "F401" in beside


def test_a_folder_becomes_one_of_sgn_where_nothing_else_is_said(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    code, _, beside = run("convert", str(tmp_path / "logs"), str(tmp_path / "records"))
    assert code == 2
    assert "no files in this folder" in beside
    (tmp_path / "logs/a.md").write_bytes(b"```sgn\n%SGN 1\n```\n")
    assert run("convert", str(tmp_path / "logs"), str(tmp_path / "records"))[0] == 0
    assert (tmp_path / "records/a.sgn").read_bytes() == b"%SGN 1\n"


def test_the_report_as_json_tells_all_of_it() -> None:
    _, _, beside = run("convert", str(FOLDER / "closed-and-won.sgn"), "--to", "csv-deals", "--report", "json")
    shape = json.loads(beside)
    assert shape["games"] == 1
    assert shape["deals"] == 6
    assert {each["kind"] for each in shape["report"]} == {"dropped"}
    comments = [each for each in shape["report"] if each["part"] == "comments" and each["deal"] == 1]
    assert [(each["game"], each["count"], each["line"] > 0) for each in comments] == [(1, 4, True)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("convert", "-", "x.xyz"), "what format shall x.xyz be? Name it with --to: `santase formats`"),
        (("convert", "-", "x.csv"), "Name it with --to: csv-deals, csv-tricks, csv-decisions"),
        (("convert", "-", "--to", "markdwon"), "did you mean markdown"),
        (("convert", "-", "--from", "csv-deals"), "written only"),
        (("convert", str(FOLDER)), "a folder is converted into a folder"),
        (("convert", "no-such-file.sgn"), "No such file"),
        (("convert", str(FOLDER), str(FOLDER / "README.md")), "File exists"),
        (("convert", str(FOLDER / "two-draws.sgn"), "no/such/folder.sgn"), "No such file"),
        (("convert", "-", "--mapping", str(FOLDER / "two-draws.sgn")), "is not a mapping table"),
        (("convert", "-", "--mapping", "x.json", "--from", "actions"), "does not go with it"),
        (("convert", str(FOLDER / "two-draws.sgn"), str(FOLDER), "x.sgn"), "--into"),
        (("convert", "-", "--into", "folder"), "standard input has no name"),
        (("convert", "-", "x.sgn", "--watch"), "--watch looks at files"),
        (("formats", "diagramm"), "did you mean diagram"),
    ],
)
def test_wrong_use_is_told(arguments: tuple[str, ...], says: str) -> None:
    code, output, beside = run(*arguments)
    assert (code, output) == (2, b"")
    assert says in beside


def test_what_is_no_log_is_told_with_the_formats() -> None:
    code, output, beside = run("convert", "-", input=b"\x00\xff hello")
    assert (code, output) == (1, b"")
    assert "F401" in beside
    assert "sgn" in beside


def test_a_table_of_ones_own_reads_the_actions_of_a_server(tmp_path: Path) -> None:
    """A table that the program has, under other marks; without it nobody knows the log."""
    table = json.loads((ROOT / "notation/formats/actions/tables/d-becker.json").read_bytes())
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(table | {"marks": [{"mine": "*"}]}))
    hands = [
        [{"suit": "Hearts", "rank": rank} for rank in ("Ace", "Ten", "King", "Ober", "Unter")],
        [{"suit": "Bells", "rank": rank} for rank in ("Ace", "Ten", "King", "Ober", "Unter")],
    ]
    deal = {"trump": {"suit": "Acorns", "rank": "Ace"}, "hands": hands, "leader": 1}
    play = {"id": "x", "data": {"PlayCard": hands[0][0]}, "player": 1}
    log = "\n".join(map(json.dumps, (deal, play))).encode()
    code, output, _ = run("convert", "-", "--mapping", str(mine), input=log)
    assert code == 0
    assert b"A: Ah Th Kh Qh Jh\nB: Ad Td Kd Qd Jd\n" in output
    assert b"1. Ah\n" in output


def test_formats_are_listed_and_each_is_told() -> None:
    code, output, _ = run("formats", "--lang", "en")
    assert code == 0
    for name in FORMATS:
        assert name.encode() in output
        assert run("formats", name, "--lang", "en")[0] == 0
    shapes = [json.loads(line) for line in run("formats", "--format", "json")[1].splitlines()]
    assert [shape["name"] for shape in shapes] == list(FORMATS)
    assert with_suffix("x.html") == [FORMATS["html"]]


def test_the_page_of_formats_lists_each_with_what_it_does() -> None:
    page = (ROOT / "notation/formats/README.md").read_text("utf-8")
    told = {}
    for row in page.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            for name in cells[0].split(", "):
                told[name.strip("`")] = (bool(cells[1]), bool(cells[2]))
    assert told == {
        name: (each.reader is not None, each.writer is not None) for name, each in FORMATS.items()
    }


def test_a_log_whose_play_is_impossible_is_refused() -> None:
    """Whatever the program and however it was misread: nobody plays a card that is in the talon."""
    text = '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Td\nA: As Ks Qs Jh Kc\nB: Ad Ts Kh Ah Jc\n'
    text += "talon: Js Qh Th Kd Qd Jd Ac Tc Qc Td\n1. As Jc\n"
    [possible] = [game.record for game in read(text + "2. Js Qh\n")]
    [impossible] = [game.record for game in read(text + "2. Tc Qh\n")]
    assert possible
    assert impossible

    def read_them(data: bytes, telling: Telling) -> Iterator[Record]:
        for line, record in enumerate((possible, impossible, possible), start=1):
            telling.begin(line)
            yield record

    for form in FORMATS.values():
        if form.reader and form.spec:
            with case(form.name):
                done = convert(
                    b"log", replace(form, reader=read_them, heads=None, exact=True), FORMATS["sgn"]
                )
                assert [(finding.code.id, finding.span.line) for finding in done.findings] == [("F405", 3)], (
                    "the line of the deal"
                )
                assert "trick 2: Tc is in the talon; A cannot play it" in done.findings[0].message
                assert (done.games, done.unread, done.deals) == (2, 1, 2)
                assert b"Tc Qh" not in done.data
