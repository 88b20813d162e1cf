"""Fixes, digests, differences, and findings for other programs."""

import hashlib
import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from notation import CATALOGUE, Finding, Judgement, digest, read, write
from notation.diff import Difference, Part, compare
from notation.findings.finding import Fix
from notation.judge import all_series, judge, member_of
from notation.record.model import Record, Span
from notation.text.fixes import fixed, fixed_game
from tests.support.commands import COMMAND, run
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.forked import on_a_terminal
from tests.support.games import random_record
from tests.support.hostile import FILE_NAMES
from tests.support.rulings import HANDS
from tests.support.sizes import sizes
from tests.support.truth import TrueWord, text_of, true_record
from viewer.documents.reports import ENGLISH, spoken_of

SARIF = json.loads((ROOT / "tests/sarif-schema-2.1.0.json").read_text("utf-8"))
PATHS = SAMPLES + VECTORS
DEAL = f"""
deal 1 dealer B trump Qd
{HANDS}"""
HEAD = '%SGN 1\n[Rules "santase"]\n'
WON = "1. As Td\n2. exchange 40d close Kd Kc out\n= B 3 by out (0-69) score 0-3\n"
GOOD = HEAD + DEAL + WON


def judged(data: bytes) -> list[Judgement]:
    return [judge(game) for game in read(data)]


def codes(data: bytes) -> list[str]:
    return [finding.code.id for judgement in judged(data) for finding in judgement.findings]


def codes_of_series(data: bytes) -> list[str]:
    """What is found of the matches of a file in their series."""
    series = all_series(filter(None, map(member_of, judged(data))))
    return [finding.code.id for each in series for match in each.matches for finding in match.findings]


# Fixes.


def changed_by_hand(data: bytes, judgements: list[Judgement]) -> bytes:
    """A file with the fixes made one by one in its lines, the last first."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    fixes = [(judgement.game, f.fix) for judgement in judgements for f in judgement.findings if f.fix]
    for game, fix in sorted(fixes, key=lambda pair: pair[0].place(pair[1].span), reverse=True):
        span = game.place(fix.span)
        first, last = lines[span.line - 1], lines[span.end_line - 1]
        start = span.column - 1 + first.startswith("\ufeff")
        end = span.end_column - 1 + last.startswith("\ufeff")
        lines[span.line - 1 : span.end_line] = [first[:start] + game.own(fix.text) + last[end:]]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


@pytest.mark.slow
@for_each(PATHS, one_in=30)
def test_a_fix_changes_its_span_alone(path: Path) -> None:
    data = path.read_bytes()
    bad = b"%SGN 2\r\n\xff\n"
    for text in (
        data,
        b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
        bad + data,
        b"\n\n" + data + b"\n" + bad,
    ):
        judgements = judged(text)
        assert fixed(text, judgements) == changed_by_hand(text, judgements)


@for_each(PATHS, one_in=25)
def test_a_fix_mends_what_it_is_for_and_leaves_the_play(path: Path) -> None:
    data = path.read_bytes()
    before = judged(data)
    mended = judged(fixed(data, before))
    for old, new in zip(before, mended, strict=True):
        expected = Counter(f.code.id for f in old.findings) - Counter(
            f.code.id for f in old.findings if f.fix
        )
        if not any(f.fix and f.code.id.startswith("S") for f in old.findings):
            assert Counter(f.code.id for f in new.findings) == expected
            assert played(old) == played(new)
        assert new.errors <= old.errors - any(f.fix and f.is_error for f in old.findings)


def played(judgement: Judgement) -> list[list[int]]:
    draft = judgement.game.draft or Record()
    return [[ply.action for trick in deal.tricks for ply in trick.plies] for deal in draft.deals]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('[Rules "santasse"]', '[Rules "santase"]'),
        ('[Rules " Schnapsn  target=9"]', '[Rules " schnapsen  target=9"]'),
        ('[Rules "santase targets=11"]', '[Rules "santase target=11"]'),
        ('[Rules "santase\tclaim=autoo target=9"]', '[Rules "santase\tclaim=auto target=9"]'),
        (r'[Event "C:\table\x"]', r'[Event "C:\\table\\x"]'),
        (HEAD + "[Result  \"3-0\"]" + DEAL + WON, HEAD + "[Result  \"0-3\"]" + DEAL + WON),
        (HEAD + DEAL + "1. As 9c\n2. 40 Kh Qc", HEAD + DEAL + "1. As 9c\n2. 20 Kh Qc"),
        (HEAD + DEAL + "1. As 9c\n2. A:40♥\ufe0f Kh Qc", HEAD + DEAL + "1. As 9c\n2. A:20♥\ufe0f Kh Qc"),
        (HEAD + DEAL + "1. As 9c (9d 2. 20d Kd)", HEAD + DEAL + "1. As 9c (9d 2. 40d Kd)"),
        (GOOD.replace("by out", "by\n total"), GOOD.replace("by out", "by\n out")),
        (GOOD.replace("(0-69)", "(0-68)"), GOOD),
        (GOOD.replace("score 0-3", "score  0-2"), GOOD.replace("score 0-3", "score  0-3")),
        (GOOD.replace("(0-69)", "(1-69)").replace("0-3", "3-0"), GOOD),
        (GOOD + DEAL.replace("1", "7", 1) + DEAL.replace("1", "3", 1),
         GOOD + DEAL.replace("1", "2", 1) + DEAL.replace("1", "3", 1)),
        (GOOD + DEAL.replace("1", "1", 1), GOOD + DEAL.replace("1", "2", 1)),
        (GOOD.replace("score", "scroe"), GOOD),
        (GOOD.replace("talon:", "talon"), GOOD),
        (GOOD.replace("A: Ks", "A: ks"), GOOD),
        (GOOD.replace("1. As Td", "1. As dT"), GOOD),
        (GOOD.replace("As Td", "B: As A: Td"), GOOD.replace("As Td", "A: As B: Td")),
        (GOOD.replace("1. As Td\n2.", "1. As Td\n"), GOOD.replace("\n2. exchange", "\n 2. exchange")),
        (HEAD + DEAL + "1. As Td\n5. Kd Kc\n3. Qc Kh", HEAD + DEAL + "1. As Td\n2. Kd Kc\n3. Qc Kh"),
    ],
)  # fmt: skip
def test_what_can_be_put_right_in_one_way_is(wrong: str, right: str) -> None:
    wrong, right = (text if text.startswith("%SGN") else f"%SGN 1\n{text}\n" for text in (wrong, right))
    data = wrong.encode()
    assert fixed(data, judged(data), unsafe=True).decode() == right
    safe = fixed(data, judged(data)).decode()
    assert codes(data)
    assert safe == (wrong if STATED & set(codes(data)) else right)


STATED = {"X107", "X108", "X109", "X110", "X113"}
"""What is stated of the play is compared with it, and changed only at a person's wish."""


@pytest.mark.parametrize(
    ("code", "doubtful"),
    [
        ("S119", '[Rules "schnapsen-tomp"]'),  # two rule sets are like it
        ("S120", '[Rules "santase exchange-min-t=1"]'),
        ("S121", '[Rules "santase failed-close=4"]'),  # a number is not misspelt
        ("S121", '[Rules "santase target=11, claim=auto"]'),
        ("S124", r'[Event "C:\x \\ y"]'),  # which of them are escapes?
        ("S124", r'[Event "C:\x\"] [A "b"]'),  # where does the value end?
        ("S133", HEAD + DEAL + "1. As clsoe!?"),
        ("S133", HEAD + DEAL + "1. As exchang^"),
        ("X129", HEAD + DEAL + "1. As Td 3. Kd Kc 4. Qc Qh"),  # is one left out?
        ("X129", GOOD.replace("2. ex", "5. ex")),
        ("X129", HEAD + DEAL + "1. As Td 1. Kd Kc 2. Qc Kh"),  # is one there twice?
        ("S133", GOOD.replace("close", "clsoe")),  # what was done is for a person to say
        ("S133", GOOD.replace("Kc out", "Kc outt")),
        ("S113", GOOD.replace("As Td", "Ds Td")),  # an ace, or a queen
        ("S113", HEAD + DEAL.replace("A: Ks", "A: as") + "1. As Td"),  # it lies in that hand already
        ("X113", HEAD + DEAL + "1. As 9c 2. 40h out"),  # no lead says which suit it is
        ("X113", HEAD + DEAL + "1. As 9c 2. 40h Kc Qc"),
        ("X107", GOOD.replace("B 3 by out", "B 2 by total")),  # the result is wrong too
        ("X108", GOOD.replace("As Td\n", "As Td <0-12>\n").replace("0-69", "0-60")),  # so the play may be
        ("X108", GOOD.replace("As Td\n", "As 9c\n").replace("0-69", "0-60")),
        ("X109", GOOD.replace("= B 3", "= B 2").replace("score 0-3", "score 0-1")),
        ("X109", GOOD.replace("0-3", "0-2") + DEAL.replace("1", "2", 1) + WON.replace("0-3", "0-5")),
        ("X109", HEAD + DEAL + "= B 3 score 0-2\n"),  # the play is not recorded
        ("X109", GOOD.replace('[Rules "santase"]\n', "").replace("0-3", "0-1")),  # by which rules?
        ("X110", GOOD.replace("\n\n", '\n[Result "0-7"]\n\n', 1)),  # deals may be left out
        ("X111", GOOD.replace("deal 1", "deal 3")),
        ("X111", GOOD + DEAL.replace("1", "3", 1)),
    ],
)  # fmt: skip
def test_where_nobody_can_tell_nothing_is_changed(code: str, doubtful: str) -> None:
    data = (doubtful if doubtful.startswith("%SGN") else f"%SGN 1\n{doubtful}\n").encode()
    told = [
        finding for judgement in judged(data) for finding in judgement.findings if finding.code.id == code
    ]
    assert told
    assert not any(finding.fix for finding in told)


ALTERED = ("trick number", "deal number", "card points", "score", "reason", "Result tag", "marriage", "actor")
TABLES = {
    "two": ("santase", "schnapsen", "sixty-six", "schnapsen-tompa"),
    "three": ("santase-three", "sixty-six-three marriage-lead=king"),
    "four": ("santase-four target=2", "sixty-six-four"),
}


def altered(piece: TrueWord, rng: random.Random) -> TrueWord:
    """A statement with another number, seat or reason."""
    what, words = piece
    if what == "actor":
        return TrueWord(what, rng.choice([seat for seat in ("A:", "B:", "C:") if seat != words]))
    if what == "marriage":
        return TrueWord(what, ("20" if words.startswith("40") else "40") + words[2:])
    if what == "reason":
        reasons = ("out", "false-out", "closer-failed", "defender-out", "total", "last-trick")
        return TrueWord(
            what, f"by {rng.choice([reason for reason in reasons if reason not in words.split()])}"
        )
    number = rng.choice(list(re.finditer(r"\d+", words)))
    other = str(abs(int(number[0]) + rng.choice((-1, 1, 2, 5))))
    return TrueWord(what, words[: number.start()] + other + words[number.end() :])


@pytest.mark.slow
@sizes(some=2, many=60)
@pytest.mark.parametrize("table", TABLES)
def test_a_change_restores_what_was_true(table: str, size: int) -> None:
    """Of a true record one to three statements are altered: a change brings back what stood there."""
    rng = random.Random(66)
    restored: Counter[str] = Counter()
    for spec in TABLES[table] * size:
        pieces = true_record(spec, rng, rng.choice((1, 2, 3)))
        true = text_of(pieces)
        places = [place for place, piece in enumerate(pieces) if piece.what in ALTERED]
        for number in (1, 1, 1, 2, 3):
            chosen = rng.sample(places, min(number, len(places)))
            changed = [altered(piece, rng) if n in chosen else piece for n, piece in enumerate(pieces)]
            data = text_of(changed).encode()
            mended = fixed(data, judged(data), unsafe=True).decode()
            words = [text.split() for text in (true, data.decode(), mended)]
            assert all(after in (right, wrong) for right, wrong, after in zip(*words, strict=True)), data
            if number == 1 and mended == true:
                restored[pieces[chosen[0]].what] += 1
    assert restored.total() > size
    if size == 60:
        assert set(restored) == set(ALTERED), "each is restored at times"


def test_of_two_fixes_that_overlap_the_first_is_made() -> None:
    [game] = read('%SGN 1\n[A "é♥x"]\n')
    code = CATALOGUE["X101"]

    def finding(column: int, end: int, text: str) -> Finding:
        return Finding(code, Span(2, column, 2, end), fix=Fix(Span(2, column, 2, end), text))

    both = [finding(6, 8, "b"), finding(5, 7, "a")]
    assert fixed_game(game, both) == b'%SGN 1\n[A "ax"]\n'
    apart = [finding(6, 8, "b"), finding(5, 6, "a"), finding(5, 5, "("), finding(5, 5, "(")]
    assert fixed_game(game, apart) == b'%SGN 1\n[A "(ab"]\n'
    assert fixed_game(game, []) == game.source


def test_one_call_makes_the_fixes_that_others_bring_to_light_and_puts_no_tricks_in_order(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.sgn"
    capitals = GOOD.replace("talon", "Talon").replace("by out", "BY OUT").replace("score", "SCORE")
    path.write_text(capitals.replace("deal 1 dealer B trump", "DEAL 1 DEALER B TRUMP"), "utf-8")
    assert run("check", "--fix", path).exit_code == 0
    assert path.read_text("utf-8") == GOOD
    swapped = HEAD + DEAL + "1. As Td\n3. Qc Kh\n2. Kd Kc\n4. Ts Ah\n"
    path.write_text(swapped, "utf-8")
    assert run("check", "--fix", path).exit_code == 1
    assert path.read_text("utf-8") == swapped


def test_check_fix_prints_the_change_then_what_is_left(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    text = GOOD.replace("(0-69)", "(0:69)").replace("\n", "\r\n")
    data = b"\xef\xbb\xbf" + text.encode() + b"%SGN 1\n\xff\n" + REVOKE.encode()
    path.write_bytes(data)
    path.chmod(0o604)
    result = run("check", "--fix", path)
    assert result.exit_code == 1
    assert path.read_bytes() == data.replace(b"(0:69)", b"(0-69)")
    assert path.stat().st_mode & 0o777 == 0o604
    out = result.stdout_bytes.decode("utf-8", "surrogateescape")
    assert out.startswith(f"--- {path}\n+++ {path}\n@@ ")
    assert "\n-= B 3 by out (0:69) score 0-3\r\n+= B 3 by out (0-69) score 0-3\r\n" in out
    assert "S133" not in out
    assert "error S104" in out
    assert "error R210" in out
    assert out.endswith("3 games in 1 file: 2 errors, 0 warnings\n")
    again = run("check", "--fix", path)
    assert "---" not in again.stdout
    assert path.read_bytes() == data.replace(b"(0:69)", b"(0-69)")


REVOKE = HEAD + DEAL + "1. As Td\n2. exchange close 9c Kh\n"


def test_proposals_are_marked_counted_and_made_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    right = GOOD.replace("%SGN 1\n", '%SGN 1\n[Event "Friday"]\n')
    half = right.replace("(0-69)", "(66:23)")
    path.write_text(half.replace('"Friday"]', '"Friday"'), "utf-8")
    told = run("check", path).stdout
    assert re.findall(r"(S133|X108).* (\[.\])$", told, re.MULTILINE) == [("S133", "[*]"), ("S133", "[?]")]
    assert "\n1 safe correction [*]: --fix makes it\n1 proposal [?]: --fix --unsafe-fixes makes it\n" in told
    told = run("check", "--fix", path).stdout
    assert path.read_text("utf-8") == half, "a statement stays as it is"
    assert "safe correction" not in told
    assert "\n1 proposal [?]: --fix --unsafe-fixes makes it\n1 game" in told
    found = json.loads(run("check", "--format", "json", path).stdout.splitlines()[0])["findings"]
    changes = [(each["fix"]["text"], each["fix"]["safe"]) for each in found if each["fix"]]
    assert changes == [("(66-23)", False)]
    assert run("check", "--unsafe-fixes", path).exit_code == 2
    assert run("check", "--fix", "--unsafe-fixes", path).exit_code == 0
    assert path.read_text("utf-8") == right


def test_a_repair_is_made_by_name_and_by_no_fix(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    right = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    slipped = right.replace("4. Ts Js", "4. Js Ts")
    path.write_text(slipped, "utf-8")
    told = run("check", "--fix", "--unsafe-fixes", path).stdout
    assert path.read_text("utf-8") == slipped, "a person decides"
    assert "\n1 deal is right after one change of the writing: --repair LINE makes it\n" in told
    [line] = [at for at, line in enumerate(slipped.split("\n"), 1) if line == "4. Js Ts"]
    for name in (f"{line}.2", str(line + 1)):
        refused = run("check", "--repair", name, path)
        assert refused.exit_code == 2
        assert f"no repair {name} " in refused.stderr
    assert path.read_text("utf-8") == slipped
    assert run("check", "--repair", str(line), "--fix", path).exit_code == 2
    assert run("check", "--repair", str(line), tmp_path).exit_code == 2
    made = run("check", "--repair", str(line), path)
    assert made.exit_code == 0
    assert "+4. Ts Js" in made.stdout
    assert path.read_text("utf-8") == right


AMBIGUOUS = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B
A: Ah Td Kh Ac Qs
B: Jc Jd Tc Th Jh
talon: Kc Ks As Qc Qh Js Qd Kd Ad Ts
1. Td Th
2. Qs Jd
3. Kc Tc
4. Qh Ah
5. Qd Qc
6. Ac Jc
7. Kh Jh
8. Js Ks
9. Kd Ad
10. out
= A 2 by out (79-26)
"""
"""A rank or suit in a trick is wrong, and more than one could be."""


def test_of_several_repairs_each_is_listed_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    path.write_text(AMBIGUOUS, "utf-8")
    told = run("check", path).stdout
    names = re.findall(r"^    repair ([0-9]+\.[0-9]): ", told, re.MULTILINE)
    assert len(names) > 1
    for name in names:
        path.write_text(AMBIGUOUS, "utf-8")
        assert run("check", "--repair", name, path).exit_code == 0


def test_check_fix_leaves_the_file_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.sgn"
    path.write_text(GOOD.replace("(0-69)", "(0:69)"), "utf-8")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    result = run("check", "--fix", path)
    assert result.exit_code == 2
    assert "(0:69)" in path.read_text("utf-8")
    assert "error S133" in result.stdout, "what stands in the file is reported"
    assert [file.name for file in tmp_path.iterdir()] == ["x.sgn"]


def test_check_fix_is_for_files_and_text(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    path.write_text(GOOD.replace("(0-69)", "(0-68)"), "utf-8")
    assert run("check", "--fix", "-", stdin=GOOD).exit_code == 2
    for form in ("json", "sarif", "github"):
        assert run("check", "--fix", "--format", form, path).exit_code == 2
    assert "(0-68)" in path.read_text("utf-8")


# Digests.


def test_a_digest_a_game(tmp_path: Path) -> None:
    path, two = tmp_path / "x.sgn", tmp_path / "two.sgn"
    path.write_text(GOOD.replace("Td\n", "Td! {fine}\n", 1), "utf-8")
    two.write_text(GOOD + "%SGN 1\n" + "%SGN 1\n[A\n", "utf-8")
    [game] = read(GOOD)
    assert game.record is not None
    result = run("digest", path)
    assert (result.exit_code, result.stdout) == (0, f"{digest(game.record)}  {path}\n")
    result = run("digest", two)
    bare = hashlib.sha256(b"%SGN 1\n").hexdigest()
    assert result.exit_code == 1
    assert result.stdout == f"{digest(game.record)}  {two}:1\n{bare}  {two}:2\n"
    assert "two.sgn:13:3: error S112" in result.stderr
    assert run("digest", tmp_path / "none").exit_code == 2


# Differences.


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two files with the same game."""
    paths = tmp_path / "a.sgn", tmp_path / "b.sgn"
    for path in paths:
        path.write_text(GOOD, "utf-8")
    return paths


def test_notes_and_spelling_make_no_difference(pair: tuple[Path, Path]) -> None:
    first, second = pair
    noted = GOOD.replace("As Td", "A♠ {x} 10d !? (9d {y}) @clk(0:00:01) ; z").replace("40d", "40")
    second.write_bytes(noted.replace("\n", " \r\n").replace("%SGN 1 ", "%SGN 1").encode())
    result = run("diff", first, second)
    assert (result.exit_code, result.stdout) == (0, "1 game, the same in both\n")


def test_the_first_parting_action_is_told_with_both_places(pair: tuple[Path, Path]) -> None:
    first, second = pair
    second.write_text("\n" + GOOD.replace("Kd Kc", "Kd Ks").replace("out\n", "\n", 1), "utf-8")
    result = run("diff", first, second)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "deal 1, trick 2, action 5:",
        f"    {first}:9:26: Kc",
        f"    {second}:10:26: Ks",
        "1 game, 1 different",
    ]


@pytest.mark.parametrize(
    ("change", "heading", "words"),
    [
        (('e"', 'e tie=draw target=9"'), "the rules:", ('[Rules "santase"]', '[Rules "santase target=9"]')),
        (('"]\n', '"]\n[A "x"]\n'), "the tag A:", ("", '[A "x"]')),
        (("deal 1", "deal 2"), "deal 1, the number:", ("1", "2")),
        (("dealer B", "dealer A"), "deal 1, the dealer:", ("B", "A")),
        ((" trump Qd", ""), "deal 1, the turn-up or trump suit:", ("Qd", "")),
        ((" trump Qd", " trump d"), "deal 1, the turn-up or trump suit:", ("Qd", "d")),
        (("A: Ks As", "A: As Ks"), "deal 1, the hand of A:", ("Ks As Qh Kh Ah Kc", "As Ks Qh Kh Ah Kc")),
        (("9h Tc", "9h --"), "deal 1, the talon:", (None, None)),
        (("1. As Td", "1. As Td\n9. Kd"), "deal 1, trick 2:", ("2.", "9.")),
        (("1. As Td", "1. As B: Td"), "deal 1, trick 1, action 2:", ("Td", "B: Td")),
        (("1. As Td", "1. As Td <0-21>"), "deal 1, trick 1, action 2:", ("Td", "Td <0-21>")),
        (("Kc out", "Kc"), "deal 1, trick 2, action 6:", ("out", "")),
        (("= B", 'ruling B 1\n= B'), "deal 1, a ruling of the table:", ("", "ruling B 1 behind 2 tricks")),
        (("= B 3 by out", "= B 3"), "deal 1, the result:", (None, "= B 3 (0-69) score 0-3")),
        ((WON, WON + DEAL), "deal 2:", ("", "deal 1 dealer B trump Qd")),
    ],
)  # fmt: skip
def test_every_difference_has_its_heading(
    pair: tuple[Path, Path], change: tuple[str, str], heading: str, words: tuple[str | None, str | None]
) -> None:
    first, second = pair
    second.write_text(GOOD.replace(*change, 1), "utf-8")
    for one, other, expected in ((first, second, words), (second, first, words[::-1])):
        lines = run("diff", one, other).stdout.splitlines()
        assert lines[0] == heading
        for path, line, word in zip((one, other), lines[1:3], expected, strict=True):
            if word == "":
                assert line == f"    {path}: nothing"
            elif word is not None:
                assert re.fullmatch(rf"    {re.escape(str(path))}:\d+:\d+: {re.escape(word)}", line)


def test_games_are_compared_in_order_or_picked(pair: tuple[Path, Path]) -> None:
    first, second = pair
    other = GOOD.replace("Td\n", "9c\n", 1)
    second.write_text(GOOD + other, "utf-8")
    result = run("diff", first, second)
    assert result.exit_code == 1
    assert result.stdout == f"game 2: only in {second}, line 11\n2 games, 1 different\n"
    assert run("diff", second, first).stdout == result.stdout
    assert run("diff", f"{second}:1", first).exit_code == 0
    assert run("diff", f"{second}:2", first).stdout.splitlines()[0] == "deal 1, trick 1, action 2:"
    assert run("diff", first, f"{second}:2").exit_code == 1
    assert run("diff", f"{second}:1", f"{second}:2").exit_code == 1
    assert run("diff", f"{second}:2", "-", stdin=other).exit_code == 0
    for wrong in (f"{second}:3", f"{second}:0", second.parent, "missing.sgn"):
        assert run("diff", wrong, first).exit_code == 2
    assert run("diff", "-", "-").exit_code == 2
    assert run("diff", first).exit_code == 2
    first.write_text(GOOD + "%SGN 1\n[A\n", "utf-8")
    result = run("diff", first, second)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error S112" in result.stderr


def test_a_file_whose_name_ends_with_a_number_is_meant_itself(pair: tuple[Path, Path]) -> None:
    first, second = pair
    second.rename(f"{first}:7")
    assert run("diff", f"{first}:7", first).exit_code == 0


@sizes(some=100, many=700)
def test_differences_are_symmetrical_and_go_with_the_digest(size: int) -> None:
    rng = random.Random(20)
    kinds: Counter[Part] = Counter()
    for _ in range(size):
        first = random_record(
            rng.choice(("santase", "schnapsen")), random.Random(rng.randrange(20)), most_deals=2
        )
        text = write(first)
        for _ in range(rng.randrange(3)):
            words = re.split(r"([\s-]+)", text)
            at = rng.randrange(0, len(words), 2)
            words[at] = rng.choice([word for word in words[::2] if len(word) == len(words[at])])
            text = "".join(words)
        [*games] = read(text)
        if len(games) != 1 or games[0].record is None:
            continue
        second = games[0].record
        found = compare(first, second)
        turned = [
            Difference(d.part, d.second, d.first, d.deal, d.trick, d.action, d.seat, d.name) for d in found
        ]
        assert compare(second, first) == turned
        assert bool(found) == (digest(first) != digest(second))
        kinds.update(difference.part for difference in found)
    wanted = {Part.TAG, Part.HAND, Part.TALON, Part.ACTION, Part.RESULT, Part.DEALER}
    assert kinds if size < 700 else wanted <= set(kinds)


# Findings for other programs.


def test_github_commands(tmp_path: Path) -> None:
    path = tmp_path / "50%, a:b.sgn"
    path.write_text(REVOKE.replace('[Rules "santase"]\n', '[Evnet "x"]\n'), "utf-8")
    result = run("check", "--format", "github", path)
    name = f"{tmp_path}/50%25%2C a%3Ab.sgn"
    assert result.exit_code == 1
    note, warning, error = result.stdout.splitlines()
    assert note.startswith(f"::notice file={name},line=1,endLine=1,col=1,endColumn=7,title=N301::no rules")
    assert warning.startswith(
        f"::warning file={name},line=2,endLine=2,col=2,endColumn=11,title=S129::the tag"
    )
    assert error.startswith(f"::error file={name},line=9,endLine=9,col=22,endColumn=24,title=R210::if ")
    assert "%0Asee Santase Rules (SantaseGameEngine" in error


@pytest.mark.slow
@for_each(PATHS, one_in=60)
def test_github_gives_one_line_a_finding(path: Path) -> None:
    lines = run("check", "--format", "github", path).stdout.splitlines()
    assert len(lines) == len(codes(path.read_bytes())) + len(codes_of_series(path.read_bytes()))
    for line in lines:
        assert re.fullmatch(
            r"::(error|warning|notice) file=[^,:]+,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,"
            r"title=[A-Z]\d{3}::.+",
            line,
        )


def sarif(*arguments: str | Path, stdin: bytes = b"", exit_code: int | None = None) -> Any:
    """A log that fits the schema of OASIS; its single run."""
    result = run("check", "--format", "sarif", *arguments, stdin=stdin)
    assert exit_code is None or result.exit_code == exit_code
    log = json.loads(result.stdout)
    jsonschema.Draft7Validator(SARIF).validate(log)
    assert log["version"] == "2.1.0"
    [single] = log["runs"]
    return single


def test_sarif_says_what_is_found_of_a_series() -> None:
    [path] = [path for path in PATHS if path.parent.name == "wrong" and path.stem == "N325"]
    told = [result["ruleId"] for result in sarif(path)["results"]]
    assert told == codes(path.read_bytes()) + codes_of_series(path.read_bytes())
    assert "N325" in told


@pytest.mark.parametrize("one_in", [60, pytest.param(1, marks=pytest.mark.nightly)])
def test_sarif_says_all_that_the_report_says(one_in: int) -> None:
    paths = [path for path in PATHS if b"[Series " not in path.read_bytes()][::one_in]
    single = sarif(*paths, exit_code=1)
    rules = [rule["id"] for rule in single["tool"]["driver"]["rules"]]
    assert rules == sorted(set(rules))
    for rule in single["tool"]["driver"]["rules"]:
        assert rule["defaultConfiguration"]["level"] == CATALOGUE[rule["id"]].severity.value
        assert rule["shortDescription"]["text"]
        assert "{" not in rule["shortDescription"]["text"].replace("`{`", "")
    findings = [
        (path, judgement.game.place(finding.span), finding, spoken_of(judgement, ENGLISH).as_written())
        for path in paths
        for judgement in judged(path.read_bytes())
        for finding in judgement.findings
    ]
    assert len(findings) == len(single["results"])
    for (path, span, finding, words), result in zip(findings, single["results"], strict=True):
        assert result["ruleId"] == rules[result["ruleIndex"]] == finding.code.id
        assert result["message"]["text"].startswith(words.message(finding))
        place = result["locations"][0]["physicalLocation"]
        assert Path.cwd() / unquote(place["artifactLocation"]["uri"].removeprefix("file://")) == path
        region = place["region"]
        assert tuple(region.values()) == span
        safe = [fix["properties"]["safe"] for fix in result.get("fixes", ())]
        assert safe == [bool(finding.fix)] * bool(finding.change) + [False] * len(finding.repairs)
        assert bool(finding.related) == ("relatedLocations" in result)
    assert single["columnKind"] == "unicodeCodePoints"
    assert single["invocations"] == [{"executionSuccessful": True}]


def test_sarif_tells_of_files_that_cannot_be_read(tmp_path: Path) -> None:
    single = sarif(tmp_path / "missing.sgn", "-", stdin=GOOD.encode(), exit_code=2)
    [invocation] = single["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"] == {"text": "No such file or directory"}


def test_a_fix_in_sarif_leads_to_what_check_fix_writes(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    text = GOOD.replace("(0-69)", "(0-68)").replace("1. As", "1. B: As")
    path.write_text(text, "utf-8")
    lines = text.split("\n")
    for result in reversed(sarif(path)["results"]):
        [replacement] = result["fixes"][0]["artifactChanges"][0]["replacements"]
        region = replacement["deletedRegion"]
        line = lines[region["startLine"] - 1]
        end = line[region["endColumn"] - 1 :]
        lines[region["startLine"] - 1] = (
            line[: region["startColumn"] - 1] + replacement["insertedContent"]["text"] + end
        )
    run("check", "--fix", "--unsafe-fixes", path)
    assert "\n".join(lines) == path.read_text("utf-8")


def test_fingerprints_stay_where_lines_move(tmp_path: Path) -> None:
    def fingerprints(text: str) -> list[str]:
        path = tmp_path / "x.sgn"
        path.write_text(text, "utf-8")
        return [
            print_ for result in sarif(path)["results"] for print_ in result["partialFingerprints"].values()
        ]

    alone = fingerprints(REVOKE)
    assert alone == fingerprints("\n\n" + REVOKE.replace("\n1. As", "\n\n 1. As"))
    twice = fingerprints(REVOKE + REVOKE)
    assert twice[:1] == alone
    assert len(set(twice)) == 2


@for_each(FILE_NAMES.values(), one_in=4)
def test_no_name_of_a_file_leaks_a_control(name: bytes, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text(GOOD.replace("(0-69)", "(0-68)"), "utf-8")
    uris = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in sarif(path)["results"]
    ]
    assert [unquote(uri, errors="surrogateescape").removeprefix("file://") for uri in uris] == [str(path)]
    for arguments in (
        ("check", "--format", "sarif"),
        ("check", "--format", "json"),
        ("check", "--format", "github"),
        ("digest",),
        ("fmt", "--check"),
        ("fmt", "--diff"),
        ("check", "--fix"),
    ):
        output = run(*arguments, path).output
        assert all(c.isprintable() for c in output.replace("\n", "")), arguments
        assert "\nforged" not in output
    for text in (GOOD, "%SGN 1\n"):
        path.write_text(text, "utf-8")
        output = run("diff", path, "-", stdin=GOOD).output
        assert all(c.isprintable() for c in output.replace("\n", ""))
        assert "\nforged" not in output


def test_a_terminal_gets_colours_and_no_controls_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    path.write_text('%SGN 1\n[A  "x"] {\u202e}\n%SGN 1\n\x1b[31m\n', "utf-8")
    fmt = [*COMMAND, "fmt", str(path)]
    shown = on_a_terminal(fmt, os.environ)
    assert shown.startswith('%SGN 1\n[A "x"] {\\u202e}\n\n')
    assert shown.endswith("\n%SGN 1\n\\x1b[31m\n")
    output = on_a_terminal([*fmt, "--diff"], os.environ)
    assert '\x1b[31m-[A  "x"] {\\u202e}\x1b[0m\n\x1b[32m+[A "x"] {\\u202e}\x1b[0m\n' in output
    assert "\\x1b[31m" in output
    assert "\u202e" not in output
