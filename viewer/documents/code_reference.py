"""The code reference: what a code means, its grounds, an example and the correction.

Everything comes from the catalogue, the clauses and the example files, which are judged when they are shown;
so the reference cannot differ from the judgement.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from notation import read
from notation.findings import (
    CATALOGUE,
    Example,
    Finding,
    Phrase,
    code_file,
    did_you_mean,
    escape,
    retired,
    sections,
    suggestion,
)
from notation.judge import all_series, judge, member_of
from notation.specs import OPTIONS
from notation.text import Game
from referee import BOOKS, POINTS, Code, Effect, Severity, field_of
from viewer.documents.document import (
    Column,
    DataTable,
    Document,
    Excerpt,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
)
from viewer.documents.languages import Language, language
from viewer.documents.rendering import as_markdown
from viewer.documents.reports import excerpt
from viewer.documents.udiff import unified

WIDTH: Final = 110
"""Columns shown of a line of an example; what is cut off is counted."""

FAMILIES: Final = {
    "S": (Phrase("Reading"), Phrase("The text cannot be read as SGN, or may not mean what was intended.")),
    "X": (
        Phrase("Statements"),
        Phrase("The record contradicts itself, or states something other than what its play gives."),
    ),
    "R": (Phrase("Rules"), Phrase("An action is against the rules that the record names.")),
    "C": (Phrase("Claims"), Phrase("A claim is false, or cannot be made at that moment.")),
    "N": (Phrase("Notes"), Phrase("Worth knowing about a record, or wrong between the matches of a series.")),
    "F": (Phrase("Formats"), Phrase("The log of another program cannot be read.")),
    "T": (
        Phrase("Live matches"),
        Phrase("The table refuses a request for a reason other than the rules of play."),
    ),
    "E": (Phrase("Evidence"), Phrase("A saved ruling, a key or a signature is not valid.")),
}
"""The families of codes by the first letter of their ids, with name and topic."""

_SEVERITIES: Final = {
    Severity.ERROR: Phrase("An error: the record is wrong."),
    Severity.WARNING: Phrase("A warning: the record may not say what was meant, but it is not wrong."),
    Severity.NOTE: Phrase("A note: it does not make the record wrong."),
}
_EFFECTS: Final = {
    Effect.STANDS: Phrase("The judgement accepts what was done and continues."),
    Effect.VOID: Phrase("The judgement continues as if it had not been done."),
    Effect.STOPS: Phrase("The judgement of the deal stops there."),
}
_NAMES: Final = {
    **dict.fromkeys(("seat", "turn", "holder", "winner", "stated_seat"), Phrase("seat")),
    **dict.fromkeys(("card", "lead", "best", "turn_up", "due"), Phrase("card")),
    **dict.fromkeys(("before", "needed", "number", "talon", "errors", "offset", "most"), Phrase("number")),
    **dict.fromkeys(("points", "bonus"), Phrase("points")),
    **dict.fromkeys(("word", "meant", "ace", "jack"), Phrase("word")),
    **dict.fromkeys(("why", "reason"), Phrase("reason")),
    "byte": Phrase("byte"),
    "cards": Phrase("cards"),
    "character": Phrase("character"),
    "expected": Phrase("expected"),
    "known": Phrase("known"),
    "advice": Phrase("advice"),
    "name": Phrase("name"),
    "option": Phrase("option"),
    "rule": Phrase("code"),
    "rules": Phrase("rule set"),
    "sides": Phrase("sides"),
    "stated": Phrase("stated"),
    "suit": Phrase("suit"),
    "what": Phrase("something"),
    "where": Phrase("place"),
}
"""The placeholders of facts where no record gives them."""
_OPTIONAL: Final = re.compile(r"\{hint\}|\b\{why\}")
"""Facts that end a part of a sentence, or are empty."""
_HEAD: Final = """# The codes of findings

Every finding has a code, which never changes its meaning and is never used again. Here is each with what it says, what the judgement does then, what it rests on, a record that gets it, and the change by which it does not. In angle quotes stands what a finding takes from the record. `santase code R203` shows the same in a terminal; this page is what `santase code --page` prints.
"""  # noqa: E501 - a paragraph of Markdown


class UnknownCodeError(LookupError):
    """An unknown code; the message is in the reader's language."""


def explained(word: str, tongue: Language) -> Document:
    """Explain a code; raises UnknownCodeError for an id that never existed.

    >>> explained("r203", language("en")).parts[0].text
    '‹card› was played before in this deal'
    """
    name = word.strip().upper()
    if name in retired():
        no_more = tongue.say("This code is no longer reported, and its id is not reused.")
        why = _remark(name, tongue)
        return Document(name, (Paragraph(why, no_more, "meaning"),), tongue.code)
    if name not in CATALOGUE:
        hint = did_you_mean(suggestion(name, [*CATALOGUE, *retired()]))
        says = tongue.say(
            "there is no code `{word}`{hint}; `santase code` lists them all", word=word[:64], hint=hint
        )
        raise UnknownCodeError(says)
    return Document(name, tuple(_parts(CATALOGUE[name], tongue)), tongue.code)


def listed(tongue: Language) -> Document:
    """List every code with its message, by family."""
    parts: list[Part] = []
    for letter, (title, about) in FAMILIES.items():
        columns = (Column(tongue.say("code")), Column(tongue.say("severity")), Column(tongue.say("says")))
        rows = tuple(
            (code.id, tongue.translate(code.severity.value), sentence(code, tongue))
            for code in _family(letter)
        )
        anchors = tuple(code.id for code in _family(letter))
        parts += [
            Heading(tongue.put(title)),
            Paragraph(tongue.put(about)),
            DataTable(columns, rows, "", anchors),
        ]
    return Document(tongue.say("The codes of findings"), tuple(parts), tongue.code)


def page() -> str:
    """Return the Markdown page of all codes, each under a heading that is its id."""
    english = language("en")
    blocks = [_HEAD]
    for letter, (title, about) in FAMILIES.items():
        links = " · ".join(f"[{code.id}](#{code.id.lower()})" for code in _family(letter))
        blocks.append(f"## {title}\n\n{about}\n\n{links}\n")
        blocks += [f"##{as_markdown(explained(code.id, english))}" for code in _family(letter)]
    given_once = [f"##{as_markdown(explained(name, english))}" for name in retired()]
    return _linked("\n".join([*blocks, "## No longer given\n", *given_once]))


def _linked(markdown: str) -> str:
    """Return the page with links to the codes and sections of the specification that it names."""
    markdown = re.sub(
        r"^- ([A-Z][0-9]{3}):", lambda found: f"- [{found[1]}](#{found[1].lower()}):", markdown, flags=re.M
    )
    for section in sections():
        anchor = section.lower().replace(",", "").replace(" ", "-")
        markdown = markdown.replace(f"“{section}”", f"[{section}](SPECIFICATION.md#{anchor})")
    return markdown


def _family(letter: str) -> list[Code]:
    return sorted(code for code in CATALOGUE.values() if code.id.startswith(letter))


def sentence(code: Code, tongue: Language) -> str:
    """Return the message of a code, with names in angle quotes for the facts that a record gives.

    >>> sentence(CATALOGUE["S119"], language("en"))
    'unknown rule set `‹word›`; known: ‹known›'
    """
    names = {name: f"‹{tongue.put(said)}›" for name, said in _NAMES.items()}
    return _OPTIONAL.sub("", tongue.translate(code.sentence)).format_map(names)


def _parts(code: Code, tongue: Language) -> Iterator[Part]:
    said = [_SEVERITIES[code.severity], *([_EFFECTS[code.effect]] if code.effect in _EFFECTS else [])]
    yield Paragraph(sentence(code, tongue), " ".join(map(tongue.put, said)), "meaning")
    yield from _grounds(code, tongue)
    shown = code_file(code.id).example
    yield from _shown(code, shown, tongue) if shown else [Paragraph(_remark(code.id, tongue))]
    others = [other for other in CATALOGUE.values() if code.point == other.point != "" and other is not code]
    if others:
        yield Paragraph(tongue.say("See also:"))
        yield Listing(tuple(Item(f"{other.id}: {sentence(other, tongue)}") for other in others))


def _remark(id: str, tongue: Language) -> str:
    """Return the remark of a code's file that replaces an example."""
    remark = code_file(id).remark
    return tongue.put(remark) if remark else ""


def _grounds(code: Code, tongue: Language) -> Iterator[Part]:
    """Return the grounds of a code: the clauses of its decision point, or a section of the specification."""
    if not code.point:
        section = code_file(code.id).section
        yield Paragraph(tongue.say("See the specification of SGN under “{section}”.", section=section))
        return
    what = tongue.translate(POINTS[code.point])
    field = field_of(code.point)
    option = next((option for option in OPTIONS if option.decision == field), None)
    agreed = ""
    if option:
        agreed = tongue.say(
            "A table can decide this differently with the option {option}: {expected}.",
            option=option.word,
            expected=option.expected,
        )
    yield Paragraph(tongue.say("It depends on {point}: {what}.", point=code.point, what=what), agreed)
    sets: dict[tuple[str, str, str], list[str]] = {}
    for name, book in BOOKS.items():
        clause = book.clauses[code.point]
        value = f"{option.word}={option.write(getattr(book.rules, option.decision))}" if option else ""
        sets.setdefault((clause.rule, clause.ruled, value), []).append(name)
    items = []
    for (rule, ruled, value), names in sets.items():
        who = tongue.say("all rule sets") if len(names) == len(BOOKS) else ", ".join(names)
        sections = {name: BOOKS[name].clauses[code.point].section for name in names}
        cited = [
            *dict.fromkeys(
                f"{BOOKS[name].source}, {section}" for name, section in sections.items() if section
            )
        ]
        why = tongue.translate(ruled)
        note = f"{'; '.join(cited)} ({why})" if cited and why else "; ".join(cited) or why
        items.append(Item(f"{who}: {tongue.translate(rule)}{f' ({value})' if value else ''}", note))
    yield Listing(tuple(items))


def _shown(code: Code, shown: Example, tongue: Language) -> Iterator[Part]:
    """Render the example of a code, its findings, and the change that resolves them."""
    found = [
        (game, finding) for game, finding in found_in(shown.kind, shown.wrong) if finding.code.id == code.id
    ]
    columns = {game.place(finding.span).line: finding.span.column for game, finding in reversed(found)}
    lines = shown.wrong.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n")
    yield Paragraph(tongue.say("A record with this finding, and what the referee reports:"))
    yield Excerpt(tuple(_cut(line, columns.get(number, 1) - 1) for number, line in enumerate(lines, start=1)))
    yield Excerpt(tuple(line for game, finding in found for line in _reported(game, finding, tongue)))
    changed = [
        _bytes_seen(line) for line in list(unified("", shown.wrong, shown.right))[2:] if line[0] in "+-"
    ]
    alike = takewhile(
        lambda column: len(set(column)) == 1, zip(*(line[1:] for line in changed), strict=False)
    )
    at = sum(1 for _ in alike)
    yield Paragraph(tongue.say("A change that removes it:"))
    yield Excerpt(tuple(f"{line[0]}{_cut(line[1:], at)}" for line in changed), "diff")
    if max(map(len, [*lines, *changed])) > WIDTH:
        yield Paragraph(tongue.say("A number between dots says how many characters are left out."))


def found_in(kind: str, data: bytes) -> list[tuple[Game, Finding]]:
    """Return all findings of an example: a record that is judged, or a log that is only read."""
    if kind != "log":
        games = _read_json(data) if kind == "json" else read(data)
        judged = list(map(judge, games))
        found = [(each.game, finding) for each in judged for finding in each.findings]
        members = filter(None, (member_of(each, "FILE") for each in judged))
        return found + [
            (match.member.game, finding)
            for series in all_series(members)
            for match in series.matches
            for finding in match.findings
            if match.member.game
        ]
    from notation.formats import FORMATS, convert, recognised  # few codes are of other formats

    unread = convert(data, recognised(data, list(FORMATS.values())), FORMATS["sgn"]).findings
    game = Game(1, 1, data.decode("utf-8", "backslashreplace"), None, unread)
    return [(game, finding) for finding in unread]


def _read_json(data: bytes) -> Iterator[Game]:
    from notation.wire import load  # few codes have an example in JSON

    return load(data)


def _reported(game: Game, finding: Finding, tongue: Language) -> Iterator[str]:
    """Return a finding and its places, as `santase check` reports them."""
    weight = tongue.translate(finding.code.severity.value)
    related = [(finding.related.span, tongue.put(finding.related.phrase))] if finding.related else []
    for span, says in [(finding.span, f"{weight} {finding.code.id}: {tongue.statement(finding)}"), *related]:
        place = game.place(span)
        yield f"{place.line}:{place.column}: {says}"
        yield from excerpt(game.text.split("\n"), span)


def _bytes_seen(line: str) -> str:
    """Return a line with surrogates, which stand for invalid UTF-8, as escapes."""
    return line.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _cut(line: str, at: int) -> str:
    """Escape a line for display, and cut a long one to the part around a column.

    >>> _cut("x" * 200, 150)
    '… 90 … xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
    """  # noqa: E501 - as long as a shown l"""
    start = max(0, min(at - WIDTH // 2, len(line) - WIDTH))
    rest = len(line) - start - WIDTH
    before = f"… {start} … " if start else ""
    after = f" … {rest} …" if rest > 0 else ""
    return f"{before}{escape(line[start : start + WIDTH])}{after}"
