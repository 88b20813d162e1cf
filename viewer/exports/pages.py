"""Records as pages for people: Markdown, and the replay as one HTML file.

Each contains the record itself as well, so that nothing is lost and the page can be read back.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from notation import Judgement, read, write
from notation.findings import Phrase, escape
from notation.findings.names import player_names
from notation.formats import EVERYTHING, SGN, Format, Piece, Telling, line_of
from notation.formats.diagram.writer import suit_lines
from notation.judge import judge
from notation.record import Comment, Note, Ply, Record, seat_letter
from notation.rulings import Account, accounts_of, ruling_sentence
from notation.specs import write_spec
from referee import SEATS, RuleSet
from viewer.documents.document import (
    Document,
    Excerpt,
    HandDiagram,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    SuitedHand,
)
from viewer.documents.languages import Language, language
from viewer.documents.latex import as_latex
from viewer.documents.rendering import as_markdown
from viewer.documents.sides import side_names
from viewer.documents.typst import as_typst
from viewer.replay.page import record_in, replay_html
from viewer.rulings.ledger import dealt, marks, tricks_in_columns

_FENCE: Final = re.compile(rb"^(`{3,})(sgn)?[ \t]*\r?$", re.MULTILINE)
_ENGLISH: Final = language("en")


def judged(piece: Piece) -> Judgement:
    """Return the judgement of a game that is to be written."""
    return judge(next(read(write(piece.record))), piece.rules)


def _write_markdown(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n".join(as_markdown(_with_record(judged(piece), _ENGLISH)) for piece in pieces).encode()


def _with_record(judgement: Judgement, say: Language) -> Document:
    """Return a match as a document, with the record itself at its end."""
    document = match_document(judgement, say)
    text = Excerpt(tuple(judgement.game.text.splitlines()), "sgn")
    return replace(document, parts=(*document.parts, Heading(say.say("The record")), text))


def match_document(judgement: Judgement, say: Language) -> Document:
    """Return a match as a document: players, and each deal with its hands, tricks, comments and result."""
    record = judgement.game.record
    assert record is not None and judgement.rules is not None  # noqa: S101, PT018 - it was written here
    told = [f"{tag.name}: {escape(tag.value)}" for tag in record.tags if tag.name not in _TOLD]
    parts: list[Part] = [Paragraph(write_spec(judgement.rules), " · ".join(told))]
    about = (record.notes, *(tag.notes for tag in record.tags))
    parts += [Paragraph(escape(comment)) for notes in about for comment in _comments(notes)]
    for account in accounts_of(judgement, digested=False):
        parts += _deal(account, say)
    return Document(_title(record, judgement.rules, say), tuple(parts), say.code)


_TOLD: Final = ("A", "B", "C", "D", "Rules")


def _title(record: Record, rules: RuleSet, say: Language) -> str:
    letters = list(map(seat_letter, range(rules.seats)))
    if rules.mp_partners and any(map(record.tag, letters)):
        return " – ".join(side_names(player_names(record, rules), rules, say))
    names = map(record.tag, letters)
    return " – ".join(escape(name) for name in names if name) or say.say("A game")


def _deal(account: Account, say: Language) -> Iterator[Part]:
    deal = account.record
    yield Heading(say.say("Deal {number}", number=deal.number))
    if account.played:
        yield Paragraph(dealt(account, say))
    position = deal.position.notes if deal.position else ()
    for notes in (deal.notes, position, *(hand.notes for hand in deal.holdings)):
        for comment in _comments(notes):
            yield Paragraph(escape(comment))
    if deal.hands:
        yield _hands(account, say)
    if account.played:
        yield tricks_in_columns(account, say)
    yield Paragraph(ruling_sentence(say, account), kind="answer")
    comments = [
        Item(f"{trick.number}. {' '.join(filter(None, (played, escape(comment))))}")
        for trick in deal.tricks
        for played, notes in (("", trick.notes), *((_played(ply, say), ply.notes) for ply in trick.plies))
        for comment in _comments(notes)
    ]
    comments += [Item(escape(comment)) for comment in _comments(deal.result.notes if deal.result else ())]
    if comments:
        yield Listing(tuple(comments))


def _hands(account: Account, say: Language) -> HandDiagram:
    """Return the hands of a deal, and its talon."""
    deal, hands = account.record, dict(account.record.hands)
    letters = [seat_letter(seat) for seat in SEATS[: account.rules.seats]]
    names = player_names(account.judgement.game.readable, account.rules)
    titles = [
        letter if name == letter else f"{letter}  {name}" for letter, name in zip(letters, names, strict=True)
    ]
    suited = [
        SuitedHand(title, tuple(suit_lines(hands.get(seat), say.rank)))
        for seat, title in zip(SEATS, titles, strict=False)
    ]
    talon = " ".join(map(say.card, deal.talon.cards)) if deal.talon else ""
    return HandDiagram(tuple(suited), ((say.say("Talon from the top"), talon),) if talon else ())


def _played(ply: Ply, say: Language) -> str:
    """Return the card that a comment is about, with its marks."""
    return f"{say.card(ply.played)}{marks(ply.notes)}:" if ply.plays else ""


def _comments(notes: tuple[Note, ...]) -> Iterator[str]:
    return (note.text for note in notes if isinstance(note, Comment))


def _is_markdown(data: bytes) -> int:
    """Return the line of the first fence with a record, if there is no record outside of fences before it."""
    if SGN.recognise(data):
        return 0
    start = next((start for start, _ in _fenced(data)), 0)
    return data.count(b"\n", 0, start)


def _fenced(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the records in the fences of a page, each with its position."""
    opening: re.Match[bytes] | None = None
    for fence in _FENCE.finditer(data):
        if opening is None:
            opening = fence if fence[2] else None
        elif fence[1] == opening[1] and not fence[2]:
            inside = data[opening.end() + 1 : fence.start()]
            if inside.startswith(b"%SGN"):
                yield opening.end() + 1, inside
            opening = None


def _read_markdown(data: bytes, telling: Telling) -> Iterator[Record]:
    """Return the records in the fences of a page, with their lines unchanged in number."""
    assert SGN.reader  # noqa: S101 - it has one
    lines = bytearray()
    for start, record in _fenced(data):
        lines += b"\n" * (data.count(b"\n", 0, start) - lines.count(b"\n")) + record
    yield from SGN.reader(bytes(lines), telling)


def _write_html(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return replay_html(judged(pieces[0]), _ENGLISH).encode()


def _is_html(data: bytes) -> int:
    return int(record_in(data) is not None)


def _read_html(data: bytes, telling: Telling) -> Iterator[Record]:
    assert SGN.reader  # noqa: S101 - it has one
    yield from SGN.reader(record_in(data) or b"", telling)


class _SourceComments(NamedTuple):
    """Stores a record in a source for typesetting: in comments, one for each of its lines."""

    mark: str

    def lines(self, judgement: Judgement) -> str:
        """Return the lines of a record after those already set; a comment's end is written as its number."""
        text = _BREAKS.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", judgement.game.text)
        return "".join(f"{self.mark} {line}".rstrip() + "\n" for line in text.splitlines())

    def first(self, data: bytes) -> int:
        """Return the first line that shows that a source contains a record."""
        return line_of(re.compile(rb"^%b %%SGN" % re.escape(self.mark).encode(), re.MULTILINE), data)

    def read(self, data: bytes, telling: Telling) -> Iterator[Record]:
        """Return the records of a source, with their lines unchanged in number."""
        assert SGN.reader  # noqa: S101 - it has one
        mark = self.mark.encode()
        lines = (line[len(mark) + 1 :] if line.startswith(mark) else b"" for line in data.split(b"\n"))
        yield from SGN.reader(_NUMBERED.sub(_break, b"\n".join(lines)), telling)


_BREAKS: Final = re.compile(r"[\u2028\u2029]|\\(?=u\{)")
"""Line separators of Typst that SGN does not have, and texts that look like their escapes."""
_NUMBERED: Final = re.compile(rb"\\u\{([0-9a-f]{1,4})\}")


def _break(found: re.Match[bytes]) -> bytes:
    return chr(int(found[1], 16)).encode("utf-8", "surrogatepass")


_IN_LATEX: Final = _SourceComments("%sgn")
_IN_TYPST: Final = _SourceComments("//sgn")


def _write_latex(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return _typeset(pieces, as_latex, _IN_LATEX)


def _write_typst(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return _typeset(pieces, as_typst, _IN_TYPST)


def _typeset(
    pieces: Sequence[Piece], form: Callable[[Sequence[Document]], str], kept: _SourceComments
) -> bytes:
    found = list(map(judged, pieces))
    source = form([match_document(judgement, _ENGLISH) for judgement in found])
    return "\n".join([source, *map(kept.lines, found)]).encode()


MARKDOWN: Final = Format(
    "markdown",
    Phrase("Markdown: tables of the tricks, and the record itself"),
    ".md",
    EVERYTHING,
    _is_markdown,
    _read_markdown,
    _write_markdown,
    seats=4,
    follows=False,
    exact=True,
    shows=Phrase("a fence ```sgn with a record in it"),
)
HTML: Final = Format(
    "html",
    Phrase("the replay as a self-contained page"),
    ".html",
    EVERYTHING,
    _is_html,
    _read_html,
    _write_html,
    seats=4,
    follows=False,
    exact=True,
    single=True,
    shows=Phrase("a replay that was saved, with its record in it"),
)
LATEX: Final = Format(
    "latex",
    Phrase("LaTeX: a column for print, with hands, tricks and comments, and the record itself in comments"),
    ".tex",
    EVERYTHING,
    _IN_LATEX.first,
    _IN_LATEX.read,
    _write_latex,
    seats=4,
    follows=False,
    exact=True,
    shows=Phrase("a line `%sgn` with a record in the comments after it"),
)
TYPST: Final = Format(
    "typst",
    Phrase("Typst: a column for print, with hands, tricks and comments, and the record itself in comments"),
    ".typ",
    EVERYTHING,
    _IN_TYPST.first,
    _IN_TYPST.read,
    _write_typst,
    seats=4,
    follows=False,
    exact=True,
    shows=Phrase("a line `//sgn` with a record in the comments after it"),
)
