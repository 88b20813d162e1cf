"""The conformance suite: cases with the expected answers of every implementation of SGN, and its archive.

`tests/scripts/conformance.py` generates the file of cases; `tests/vectors/README.md`, which is part of the
archive, describes its members.
"""

import base64
import gzip
import json
import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from unicodedata import category
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from notation.findings import Phrase, PhraseError

FORM: Final = {"format": "sgn-conformance", "version": 1, "sgn": 1}
"""The form of a suite, as its first line states it."""
SUITE: Final = Path(__file__).with_name("suite.jsonl")
"""The suite of this program, in its tree; it is installed compressed."""
LEVELS: Final = {
    "core": ("record",),
    "read": ("record",),
    "write": ("canonical", "digest"),
    "judge": ("rules", "deals", "score", "winner"),
}
"""The levels of conformance, and what each requires of every game."""
KINDS: Final = {"core": ("sgn",), "read": ("sgn",), "write": ("sgn", "json"), "judge": ("sgn", "json")}
"""The kinds of records given at each level."""
CORE_WORDS: Final = r"""
^%SGN[ \t]+1(?=[ \t]*\r?$)
\[(?!Letters\b)[A-Za-z][A-Za-z0-9_-]{0,63}[ \t]+"(?:[^"\\\r\n]|\\["\\]){0,1024}"\]
\{(?:[^\\}\r]|\r\n|\\[^\r]){0,4096}\}
(?:deal|dealer|trump|[AB]:?|talon:|[ATKQJ9]?[shdc]|--|[0-9]{1,4}\.?|[24]0[shdc])(?![^ \t\r\n{])
(?:exchange|close|out|resign)(?![^ \t\r\n{])
(?:[=*]|draw|by|score|[0-9]{1,4}-[0-9]{1,4}|\([0-9]{1,4}-[0-9]{1,4}\))(?![^ \t\r\n{])
(?:false-out|closer-failed|defender-out|total|last-trick|resignation|agreement|forfeit)(?![^ \t\r\n{])
[ \t\r\n]
"""
"""The words of the core (`grammar/CORE.md`), a regular expression a line; the contract has them, too."""
_CASES: Final = "suite.jsonl"


class SuiteError(PhraseError):
    """An invalid conformance suite; the text says why."""


class Case(NamedTuple):
    """A record of the suite, and the expected answer."""

    name: str
    kind: str
    data: bytes
    games: list[dict[str, Any]]
    findings: list[list[Any]]

    @property
    def group(self) -> str:
        """The folder of the case."""
        return self.name.partition("/")[0]

    @property
    def place(self) -> tuple[str, ...]:
        """What identifies a game within a file; JSON has separate lines."""
        return ("number", "line") if self.kind == "sgn" else ("number",)

    @property
    def is_core(self) -> bool:
        """Whether its text has nothing but words of the core, in whatever order."""
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return False
        is_plain = all(category(each) not in ("Cc", "Cf") for each in re.sub(r"[\t\r\n]", "", text))
        return is_plain and text.startswith("%SGN") and _core().fullmatch(text) is not None

    def answer(self, level: str) -> dict[str, Any]:
        """Return the expected answer of an implementation at a level."""
        games = [{name: game[name] for name in (*self.place, *LEVELS[level])} for game in self.games]
        return {"games": games} | ({"findings": self.findings} if level == "judge" else {})


class Suite(NamedTuple):
    """The description of a suite, and its cases."""

    head: dict[str, Any]
    cases: list[Case]

    def at(self, level: str) -> list[Case]:
        """Return the cases of a level."""
        return [
            case for case in self.cases if case.kind in KINDS[level] and (level != "core" or case.is_core)
        ]


@cache
def _core() -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(CORE_WORDS.split(chr(10))[1:-1])})+", re.MULTILINE)


def own_lines() -> bytes:
    """Return the lines of the suite of this program."""
    compressed = SUITE.with_name("suite.jsonl.gz")
    return gzip.decompress(compressed.read_bytes()) if compressed.exists() else SUITE.read_bytes()


def own_suite() -> Suite:
    """Return the suite of this program."""
    return suite_of(own_lines())


def suite_of(lines: bytes) -> Suite:
    """Return the suite in some lines; raise SuiteError if they are not one."""
    try:
        head, *cases = map(json.loads, lines.splitlines())
        form = {name: head.get(name) for name in FORM}
        if form["format"] != FORM["format"]:
            raise SuiteError(Phrase("this is not a conformance suite"))
        if form != FORM:
            facts = {"version": str(form["version"]), "known": str(FORM["version"])}
            raise SuiteError(Phrase("the suite has version {version}; this program runs {known}", facts))
        return Suite(head, [_case(each) for each in cases])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SuiteError(Phrase("this is not a conformance suite")) from None


def archived_suite(data: bytes) -> Suite:
    """Return the suite of an archive; raise SuiteError if it does not contain one."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            return suite_of(archive.read(_CASES))
    except (BadZipFile, KeyError, OSError, NotImplementedError):
        raise SuiteError(Phrase("this is not a conformance suite")) from None


def archive_of(lines: bytes) -> bytes:
    """Return the archive of a suite, always the same: the contract, the lines, and every record as a file."""
    suite = suite_of(lines)
    files = [("README.md", suite.head["contract"].encode()), (_CASES, lines)]
    files += [(f"cases/{case.name}", case.data) for case in suite.cases]
    return _zipped(files)


def _case(line: dict[str, Any]) -> Case:
    data = line["text"].encode() if "text" in line else base64.b64decode(line["base64"], validate=True)
    case = Case(line["case"], line["kind"], data, line["games"], line["findings"])
    for level in LEVELS:  # raises an error if a member is missing
        case.answer(level)
    return case


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)  # without the time
    return buffer.getvalue()
