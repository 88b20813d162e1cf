"""Format recognition: the evidence for and against each format, and the decision.

Each format is asked for the line that shows it; only the shape of the text counts. This program's own formats
can contain text of any kind, so they are asked first, and logs of others after them: unchanged, then without
what surrounds their lines. If two formats match, neither is guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.formats.core.format import MAX_LOG, Format, evidence
from notation.formats.core.lines import opened, unwrapped
from notation.formats.core.others import named
from notation.formats.core.reading import HELD, records, too_large
from notation.formats.core.report import Telling
from notation.record.model import Span

_START: Final = Span(1, 1, 1, 2)
_SHOWN: Final = 80
"""Characters of a line that are shown as evidence."""


@dataclass(frozen=True, slots=True)
class CandidateFormat:
    """The evidence for a format, and against it.

    ``line`` shows it, 0 if none does, and ``shown`` is its text; ``deals`` and ``games`` are the numbers that
    can be read with it, and ``stops`` is the first finding. ``why_not`` says why it is not this format.
    """

    format: Format
    line: int = 0
    shown: str = ""
    games: int = 0
    deals: int = 0
    stops: Finding | None = None
    why_not: Phrase | None = None

    @property
    def speaks_for(self) -> tuple[Phrase, ...]:
        """The evidence for the format, in sentences."""
        found = []
        if self.line and self.shown:
            facts: dict[str, Fact] = {"line": self.line, "shown": self.shown}
            found.append(Phrase("line {line} shows it: {shown}", facts))
        elif self.line:
            found.append(Phrase("its first bytes show it"))
        if self.games:
            facts = {"games": self.games, "deals": self.deals}
            found.append(Phrase("what can be read: games: {games}, deals: {deals}", facts))
        return tuple(found)

    @property
    def speaks_against(self) -> tuple[Phrase, ...]:
        """The evidence against it: what is missing, or where reading stops."""
        found = [self.why_not] if self.why_not else []
        if self.stops and self.stops.span.line:
            facts: dict[str, Fact] = {"line": self.stops.span.line, "why": self.stops.phrase}
            found.append(Phrase("line {line} cannot be read: {why}", facts))
        elif self.stops:
            found.append(self.stops.phrase)
        return tuple(found)


class Recognition(NamedTuple):
    """The format of a file, or why it is unknown, and every format with the evidence for and against it.

    Matching formats come first; write-only formats are not candidates.
    """

    found: Format | Finding
    candidates: tuple[CandidateFormat, ...]


class _Signs(NamedTuple):
    """The formats that match a file, each with its line."""

    found: list[tuple[Format, int]]
    beside: list[tuple[Format, int]]
    """Matching logs that are ignored because the file contains a record of this program."""


def recognised(data: bytes, formats: Sequence[Format]) -> Format | Finding:
    """Return the format of a file, or why it cannot be determined."""
    if len(data) > MAX_LOG:
        return too_large(HELD)
    return _decided(data, formats, _signs(data, formats).found)


def recognition(data: bytes, formats: Sequence[Format]) -> Recognition:
    r"""Return the format of a file, and the evidence for and against every format.

    >>> from notation.formats import FORMATS
    >>> found = recognition(b"%SGN 1\n", [FORMATS["sgn"], FORMATS["painsi"]])
    >>> [(each.format.name, list(map(str, each.speaks_against))) for each in found.candidates]
    [('sgn', []), ('painsi', ['missing: a line `talon ["[♠A]", ...]`, and under it the trump or a hand'])]
    """
    if len(data) > MAX_LOG:
        return Recognition(recognised(data, formats), ())
    signs = _signs(data, formats, all_of_them=True)
    lines = opened(data).decode("utf-8", "replace").split("\n")
    found = []
    for form, line in signs.found:
        found.append(_read(form, line, data, lines))
    for form, line in signs.beside:
        why = Phrase("a file that holds a record of this program is read as that")
        found.append(CandidateFormat(form, line, _shown(lines, line), why_not=why))
    seen = {each.format.name for each in found}
    for form in formats:
        if form.reader and form.name not in seen:
            facts: dict[str, Fact] = {"what": form.shows or Phrase("what its logs are recognised by")}
            found.append(CandidateFormat(form, why_not=Phrase("missing: {what}", facts)))
    return Recognition(_decided(data, formats, signs.found), tuple(found))


def _signs(data: bytes, formats: Sequence[Format], all_of_them: bool = False) -> _Signs:
    text = opened(data)
    readable = [each for each in formats if each.reader]
    own = _showing([each for each in readable if each.exact], text)
    if own and not all_of_them:
        return _Signs(own, [])
    logs = [each for each in readable if not each.exact]
    found = _showing(logs, text)
    if not found and (bare := unwrapped(text)):
        found = _showing(logs, bare.data)
    return _Signs(own, found) if own else _Signs(found, [])


def _showing(formats: Sequence[Format], text: bytes) -> list[tuple[Format, int]]:
    return [(each, line) for each in formats if (line := each.recognise(text))]


def _decided(data: bytes, formats: Sequence[Format], found: Sequence[tuple[Format, int]]) -> Format | Finding:
    if len(found) == 1:
        return found[0][0]
    if found:
        shown = evidence((each.name, line) for each, line in found)
        return Finding(catalogue.FORMAT_AMBIGUOUS, _START, {"known": shown})
    other = named(opened(data))
    if other:
        return Finding(catalogue.FORMAT_OTHER, _START, {"what": other[0], "advice": other[1]})
    known = ", ".join(each.name for each in formats if each.reader)
    return Finding(catalogue.FORMAT_UNKNOWN, _START, {"known": known})


def _read(form: Format, line: int, data: bytes, lines: Sequence[str]) -> CandidateFormat:
    """Return a matching format, with what can be read of the file."""
    telling = Telling()
    games = [record for _, record in records(data, form, telling)]
    deals = sum(len(record.deals) for record in games)
    stops = telling.findings[0] if telling.findings else None
    return CandidateFormat(form, line, _shown(lines, line), len(games), deals, stops)


def _shown(lines: Sequence[str], line: int) -> str:
    """Return the text of a line, cut short; nothing of a binary file."""
    text = lines[line - 1].strip() if line <= len(lines) else ""
    return text[:_SHOWN] if text.isprintable() else ""
