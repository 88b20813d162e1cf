"""Judgements as one SARIF 2.1.0 log, the format in which programs exchange findings about files."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from notation import CATALOGUE
from notation.findings import Finding, Fix
from notation.judge import Judgement
from notation.record import Span
from referee import Code
from viewer.cli.files import STDIN, Failure
from viewer.documents.languages import Language
from viewer.documents.reports import ENGLISH, spoken_of

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT: Final = "finding/v1"
"""The fingerprint of a finding: its code and the text of its line, independent of the line number."""

Shape = dict[str, Any]


class Found(NamedTuple):
    """A finding as a result of a log: its file, code and the text of its line, and the result."""

    file: str
    code: str
    line: str
    result: Shape


def found_in(file: str, judgement: Judgement) -> Iterator[Found]:
    """Return the findings of a judgement."""
    lines = judgement.game.text.split("\n")
    words = spoken_of(judgement, ENGLISH).as_written()
    for finding in judgement.findings:
        line = lines[finding.span.line - 1].strip() if 1 <= finding.span.line <= len(lines) else ""
        yield Found(file, finding.code.id, line, _result(file, judgement, finding, words))


class SarifLog:
    """Collects findings, and creates a log of them at the end."""

    def __init__(self) -> None:
        self._codes: set[str] = set()
        self._results: list[Shape] = []
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def add(self, found: Found) -> None:
        """Add a finding."""
        self._codes.add(found.code)
        key = found[:3]
        fingerprint = sha256(repr((*key[1:], self._seen[key])).encode("utf-8", "replace")).hexdigest()
        self._seen[key] += 1
        self._results.append(found.result | {"partialFingerprints": {FINGERPRINT: fingerprint}})

    def finish(self, failures: Iterable[Failure]) -> Shape:
        """Return the log, with the files that could not be read."""
        ids = sorted(self._codes)
        for result in self._results:
            result["ruleIndex"] = ids.index(result["ruleId"])
        driver = {
            "name": "santase",
            "version": version("santase"),
            "rules": [_rule(CATALOGUE[rule]) for rule in ids],
        }
        notifications = [_notification(failure) for failure in failures]
        invocation: Shape = {"executionSuccessful": not notifications}
        if notifications:
            invocation["toolExecutionNotifications"] = notifications
        run = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "columnKind": "unicodeCodePoints",
            "results": self._results,
        }
        return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> Shape:
    return {
        "id": code.id,
        "shortDescription": {"text": description(code)},
        "defaultConfiguration": {"level": code.severity.value},
    }


def description(code: Code) -> str:
    """Return the sentence of a code without the facts of any finding.

    >>> from notation import CATALOGUE
    >>> description(CATALOGUE["X101"])
    'this is numbered trick …, but it is trick …'
    """
    parts = Formatter().parse(code.sentence)
    return "".join(words + ("" if name in (None, "hint") else "…") for words, name, _, _ in parts)


def _notification(failure: Failure) -> Shape:
    return {
        "level": "error",
        "message": {"text": failure.why},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(failure.name)}}],
    }


def _result(file: str, judgement: Judgement, finding: Finding, words: Language) -> Shape:
    place = judgement.game.place
    cite = f"\nsee {finding.cite}" if finding.cite else ""
    shape: Shape = {
        "ruleId": finding.code.id,
        "level": finding.code.severity.value,
        "message": {"text": words.message(finding) + cite},
        "locations": [_location(file, place(finding.span))],
    }
    if finding.related:
        message = {"message": {"text": words.put(finding.related.phrase)}}
        shape["relatedLocations"] = [_location(file, place(finding.related.span)) | message]
    fixes = [_fix(file, judgement, [finding.change], finding.fix is not None)] if finding.change else []
    for repair in finding.repairs:
        said = {"description": {"text": words.put(repair.says)}}
        fixes.append(_fix(file, judgement, repair.changes, is_safe=False) | said)
    return shape | {"fixes": fixes} if fixes else shape


def _fix(file: str, judgement: Judgement, changes: Iterable[Fix], is_safe: bool) -> Shape:
    replacements = [
        {
            "deletedRegion": _region(judgement.game.place(change.span)),
            "insertedContent": {"text": judgement.game.own(change.text)},
        }
        for change in changes
    ]
    change = {"artifactLocation": _artifact(file), "replacements": replacements}
    return {"artifactChanges": [change], "properties": {"safe": is_safe}}


def _location(file: str, span: Span) -> Shape:
    region = {"region": _region(span)} if span.line >= 1 else {}
    return {"physicalLocation": {"artifactLocation": _artifact(file)} | region}


def _region(span: Span) -> Shape:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _artifact(file: str) -> Shape:
    return {"uri": uri(file)}


def uri(file: str) -> str:
    """Return the path of a file as a URI, relative if the file is in the working folder.

    >>> uri("a folder/what?.sgn"), uri(str(Path.cwd() / "x.sgn")), uri("/no:where")
    ('a%20folder/what%3F.sgn', 'x.sgn', 'file:///no%3Awhere')
    """
    path = Path(file)
    if file != STDIN and path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return "file://" + quote(os.fsencode(path))
    return quote(os.fsencode(path.as_posix()))
