"""Runs an implementation of SGN as a process, case by case, and compares its answers."""

import base64
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from notation.findings import Phrase
from viewer.cli.conformance.suite import FORM, LEVELS, Case, Suite
from viewer.cli.live.programs import Program, ProgramError, load

LONGEST: Final = 1 << 24
"""Maximum of bytes of an answer."""
PATIENCE: Final = 20
"""Maximum of unanswered cases before the run stops."""


class Mismatch(NamedTuple):
    """A difference from the expected answer, or why there is none.

    ``place`` is the path in the answer, such as `games[0].record.deals[0].trump`; empty without an answer.
    """

    case: str
    level: str
    place: str
    expected: Any = None
    found: Any = None
    why: str | Phrase = ""


class CaseResult(NamedTuple):
    """The result of a case: it passed, differs, or was not tried."""

    case: Case
    level: str
    passed: bool
    difference: Mismatch | None


class Greeting(NamedTuple):
    """The reader's description of itself."""

    name: str
    levels: list[str]


class UnansweredError(Exception):
    """A reader does not answer; the text says why."""

    def __init__(self, why: str | Phrase) -> None:
        super().__init__(str(why))
        self.why = why


class Implementation:
    """An implementation of SGN as a command; the process is started on demand and kept running."""

    def __init__(self, command: str, limit: float) -> None:
        self._command = command
        self._limit = limit
        self._program: Program | None = None
        self._asked = 0

    def greet(self) -> Greeting:
        """Start the reader, and return its description of itself; raise UnansweredError."""
        form = {name: FORM[name] for name in ("format", "version")}
        answer = self._exchange({"hello": form})
        levels = answer.get("levels")
        if not isinstance(levels, list) or not levels or not set(levels) <= LEVELS.keys():
            self.end()
            raise UnansweredError(Phrase("its greeting names no levels"))
        return Greeting(
            str(answer.get("reader", self._command)), [level for level in LEVELS if level in levels]
        )

    def ask(self, case: Case, level: str) -> dict[str, Any]:
        """Return the reader's answer to a case; raise UnansweredError, after which it is restarted."""
        if self._program is None:
            self.greet()
        return self._exchange(
            {"level": level, "kind": case.kind, "data": base64.b64encode(case.data).decode()}
        )

    def end(self) -> None:
        """Let the reader exit, or kill it."""
        if self._program:
            self._program.end()
        self._program = None

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        try:
            return self._answer({"id": self._asked} | request)
        except (ProgramError, OSError) as error:
            self.end()
            raise UnansweredError(str(error)) from None
        except UnansweredError:
            self.end()
            raise

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        program = self._program = self._program or Program(self._command, LONGEST)
        program.tell([request])
        until = time.monotonic() + self._limit
        while (line := program.next_line()) is None:
            if program.ended:
                raise ProgramError(program.why_ended())
            if time.monotonic() >= until:
                raise UnansweredError(Phrase("no answer within {seconds} s", {"seconds": f"{self._limit:g}"}))
            Program.wait([program], until)
        answer = load(line)
        if answer.get("id") != request["id"]:
            facts = {"asked": str(request["id"]), "found": repr(answer.get("id"))[:20]}
            raise UnansweredError(Phrase("it answers {found} where {asked} was asked", facts))
        return answer


def try_cases(reader: Implementation, suite: Suite, levels: list[str]) -> Iterator[CaseResult]:
    """Ask a reader every case of some levels; stop after too many unanswered ones."""
    failed = 0
    for level in levels:
        for case in suite.at(level):
            if failed >= PATIENCE:
                yield CaseResult(case, level, False, None)
                continue
            try:
                answer = reader.ask(case, level)
            except UnansweredError as error:
                failed += 1
                yield CaseResult(case, level, False, Mismatch(case.name, level, "", why=error.why))
            else:
                found = _difference(case, level, answer)
                yield CaseResult(case, level, found is None, found)


def _difference(case: Case, level: str, answer: dict[str, Any]) -> Mismatch | None:
    expected = case.answer(level)
    for place, wanted, got in _apart(expected, _asked_for(expected, answer), ""):
        return Mismatch(case.name, level, place, wanted, got)
    return None


def _asked_for(expected: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without unrequested members, and with its findings in order."""
    found = {name: answer[name] for name in expected if name in answer}
    games = found.get("games")
    if isinstance(games, list):
        wanted = [each.keys() for each in expected["games"]] + [()] * len(games)
        found["games"] = [
            {name: game[name] for name in names if name in game} if isinstance(game, dict) else game
            for game, names in zip(games, wanted, strict=False)
        ]
    if isinstance(found.get("findings"), list):
        found["findings"] = sorted(found["findings"], key=str)
        expected["findings"] = sorted(expected["findings"], key=str)
    return found


def _apart(expected: Any, found: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Return where two JSON values differ, each with both; None stands for a missing one."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in [*expected, *(name for name in found if name not in expected)]:
            yield from _apart(expected.get(name), found.get(name), f"{place}.{name}".lstrip("."))
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found) and expected[: len(found)] == found[: len(expected)]:
            yield f"{place}.length", len(expected), len(found)
        for index, (wanted, got) in enumerate(zip(expected, found, strict=False)):
            yield from _apart(wanted, got, f"{place}[{index}]")
        if len(expected) != len(found):
            yield f"{place}.length", len(expected), len(found)
    elif type(expected) is not type(found) or expected != found:
        yield place, expected, found
