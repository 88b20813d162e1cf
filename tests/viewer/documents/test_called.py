"""What people are called: by their names wherever a record has them, and clear whatever these are.

Every command speaks Bulgarian here, in which a lone Latin letter is nothing but a seat.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from notation.findings.names import LONGEST, names_in_sentences
from notation.text import read
from tests.support import commands
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.outlines import outline
from tests.support.sizes import some
from viewer.documents.languages import language
from viewer.editor.diagnostics import diagnostics
from viewer.editor.hovers import hover
from viewer.editor.review import Review

pytestmark = pytest.mark.usefixtures("few_repairs")

BULGARIAN: Final = language("bg")
TEXT: Final = """%SGN 1
[Rules "santase"]
[A "Иван Петров"]
[B "Мария"]

deal 1 dealer A trump Qh
A: Ad 9d Qd Tc Th Td
B: Jd Qs 9h 9s Kd Ah
talon: Ks Ac Js 9c Qc Jc Ts Jh As Kc Kh Qh
1. 9h Tc 2. 20s Qs Qd 3. Js 9c 4. Jd Ad @dispute("Мария has 3 tricks") 5. Ac Kd 6. Th Qc 7. As Ks
8. 9d Ah 9. Qh Kh 10. Ts 9s 11. Td Jh 12. Kc Jc
= A 2 by out score 2-0
deal 2 dealer A trump Ks
1. Td As
2. close Ts Qs
3. 20d! Ad Jd
4. Ac Kh
5. Qc Tc
6. Kd Qd out
7. 9d 9h
= A 3
"""
_LETTER: Final = re.compile(r"(?<![\w“„\"<])([ABCD]|AC|BD)(?![\w”“\">♠♥♦♣])")
_AS_WRITTEN: Final = (
    r"\((?:[ABCD]|AC|BD)\)",  # the key in titles and beside the hands, and names that need their letter
    r"\(pagat\.com[^)]*\)|66: A Classic German Two-Player",
    r"„[^“]*“|“[^”]*”",  # what a source says
    r"`[^`]*`",
)
_RESULT: Final = re.compile(r"\b(A|B) \d( by [a-z-]+)?( \(\d+-\d+\))?")
"""A result stands as it is written."""
COMMANDS: Final = (
    "check",
    "check --format markdown",
    "score",
    "explain",
    "explain --format markdown",
    "explain --deal 1 --at 5",
    "explain --deal 1 --at 5 --knows A",
    "dispute",
    'dispute --deal 1 --claim "Мария: Мария had 77 points" --claim "Иван: Иван took trick 3" --claim draw',
    "compare --format markdown",
    "show --plain",
    "solve --deal 1",
)
DEAR: Final = ("infer", "infer --together", "audit", "audit --format markdown", "infer --format markdown")
"""Commands that look for the rules, and take seconds."""
SAID: Final = frozenset(("says", "message", "answer", "say", "fault"))
"""The members of an object that are sentences for people."""


def lone(printed: str, written: str = TEXT) -> list[str]:
    """The lines that call somebody by the letter of a seat, apart from those that quote the record."""
    bare = {" ".join(line.split()) for line in written.splitlines()}
    found = []
    for line in printed.replace("\\", "").splitlines():
        words = line
        for pattern in _AS_WRITTEN:
            words = re.sub(pattern, "", words)
        if _LETTER.search(words) and " ".join(line.split()) not in bare:
            found.append(line)
    return found


def run(command: str, path: Path, *more: str) -> str:
    name, *options = re.findall(r'"[^"]*"|\S+', command)
    words = [name, str(path), *(word.strip('"') for word in options), *more]
    result = commands.run(*words)
    assert result.exit_code in (0, 1), (words, result.output)
    return result.output


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "named.sgn"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.mark.parametrize("command", some((*COMMANDS, *DEAR), *COMMANDS[::2]))
def test_every_command_calls_people_by_their_names(command: str, record: Path) -> None:
    printed = run(command, record, "--lang", "bg")
    assert lone(printed) == []
    assert "Мария" in printed


def test_a_seat_would_be_noticed(record: Path) -> None:
    nameless = TEXT.replace('[A "Иван Петров"]\n[B "Мария"]\n', "").replace("Мария has", "B has")
    record.write_text(nameless, "utf-8")
    for command in ("check", "score", "explain --deal 1 --at 5", "show --plain"):
        assert lone(run(command, record, "--lang", "bg"), nameless), command


@for_each(SAMPLES, one_in=12)
def test_samples_are_told_with_names(path: Path) -> None:
    text = path.read_text("utf-8")
    if not all(game.draft and game.draft.tag("A") and game.draft.tag("B") for game in read(text)):
        return
    quoted = sorted(set(re.findall(r'"((?:[^"\\]|\\.)+)"', text)), key=len, reverse=True)

    def bare(words: str) -> str:
        """Without what tags and reasons say, and without what Markdown escapes."""
        for each in quoted:
            words = words.replace(each, "") if " " in each else words
        return words.replace("\\", "")

    for command in ("explain --format markdown", "check", "audit --format markdown"):
        printed = commands.run(*command.split(), path, "--lang", "bg").output
        printed = _RESULT.sub("", bare(printed))
        told = [line for line in lone(printed, bare(text)) if " ".join(line.split()) not in bare(text)]
        left = [line for line in told if not re.search(r"\d+: (бележка )?N307|^ *[-•]? *Ред \d+:", line)]
        assert left == [], "a reason that somebody wrote, or a claim as it was made, is quoted"


@pytest.mark.parametrize("command", ["audit", "explain", "check"])
def test_partners_win_as_one_side(command: str) -> None:
    """Their names with `and` between are for headings: what follows in a sentence is in the singular."""
    sample = SAMPLES[0].parent / "gaigel-four-ein-abend-in-der-besenwirtschaft.sgn"
    told = " ".join(run(command, sample).split())
    assert "Hilde/Eugen wins the match" in told
    assert not re.search(r" and \w+( \w+)? (wins|has)\b", told)


def said(shape: Any) -> Iterator[str]:
    """The sentences of an object."""
    if isinstance(shape, dict):
        for name, part in shape.items():
            if name in SAID:
                yield from (part if isinstance(part, list) else [part or ""])
            else:
                yield from said(part)
    elif isinstance(shape, list):
        for part in shape:
            yield from said(part)


@pytest.mark.parametrize(
    "command",
    [
        "explain --format json",
        "explain --deal 1 --at 5 --format json",
        "explain --deal 1 --at 5 --knows A --format json",
        'dispute --deal 1 --claim "Мария had 77 points" --claim "Иван took trick 3" --format json',
        pytest.param("audit --format json", marks=pytest.mark.nightly),
    ],
)
def test_objects_say_names_too(command: str, record: Path) -> None:
    sentences = [
        each
        for line in run(command, record, "--lang", "bg").splitlines()
        if line.startswith("{")
        for each in said(json.loads(line))
        if re.search("[а-я]", each)
    ]
    assert sentences
    assert [lone(each) for each in sentences if lone(each)] == []


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_findings_for_programs_say_names(form: str, record: Path) -> None:
    """They are in English, in which B stands for nothing else."""
    printed = run("check", record, "--format", form)
    assert "Мария" in json.dumps(json.loads(printed), ensure_ascii=False) if form != "github" else printed
    assert not re.search(r'"(message|text)": "[^"]*\bB\b', printed)


def test_an_editor_says_names(record: Path) -> None:
    review = Review(TEXT)
    words = [found.message for found in diagnostics(review, BULGARIAN)]
    words += [
        line for at in range(len(TEXT)) if (told := hover(review, at, BULGARIAN)) for line in told.lines
    ]
    assert [word for word in words if lone(_RESULT.sub("", word))] == []
    assert any("Мария" in word for word in words)
    assert "Мария" in outline(review, BULGARIAN)[0].detail


@pytest.mark.parametrize(
    ("written", "called"),
    [
        (("Ivan Petrov", "Maria"), ["Ivan", "Maria"]),
        (("B", "A"), ["B (A)", "A (B)"]),
        (("В", "Maria"), ["В (A)", "Maria"]),
        (("a", None), ["a", "B"]),
        (("AC", "BD"), ["AC (A)", "BD (B)"]),
        (("Ana", "Ana"), ["Ana (A)", "Ana (B)"]),
        (("Ana", "ANA"), ["Ana (A)", "ANA (B)"]),
        (('"The Fox" Ivan', "Maria K"), ['"The Fox" Ivan', "Maria K"]),
        (("  Ivan \n Petrov", "\t"), ["Ivan", "B"]),
        (("שרה", "Maria"), ["\u2068שרה\u2069", "Maria"]),
        (("a\u202eb", "Maria"), ["a\\u202eb", "Maria"]),
        (("x" * 99, "x" * 98), ["x" * (LONGEST - 1) + "… (A)", "x" * (LONGEST - 1) + "… (B)"]),
        ((None, None), ["A", "B"]),
    ],
)
def test_odd_names_stay_clear(written: tuple[str | None, ...], called: list[str]) -> None:
    assert names_in_sentences(written) == called
    assert len(set(called)) == len(called)


def test_nobody_is_taken_for_another(tmp_path: Path) -> None:
    text = (ROOT / "samples/faulty/does-not-follow.sgn").read_text("utf-8")
    path = tmp_path / "odd.sgn"
    path.write_text(re.sub(r'\[A ".*"\]', '[A "B"]', re.sub(r'\[B ".*"\]', '[B "Maria"]', text)), "utf-8")
    printed = " ".join(commands.run("explain", path).output.split())
    assert "B (A)" in printed
    assert "Maria does not follow suit" in printed
    assert not re.search(r"\bB (wins|closed|has|does)\b", printed)


@pytest.mark.parametrize("other", ["Ivаn", "IVАN", "Ivan\u00a0", "Ⅰvan", "Ｉｖａｎ"])
def test_names_that_only_look_alike_are_told_apart(other: str) -> None:
    assert names_in_sentences(["Ivan", other]) == ["Ivan (A)", f"{other.strip()} (B)"]
    assert names_in_sentences(["A\u0301nna", "Ánna"]) == ["A\u0301nna (A)", "Ánna (B)"]
    assert names_in_sentences(["Иван", "Ivan"]) == ["Иван", "Ivan"]
