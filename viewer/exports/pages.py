"""Records as pages that people read: Markdown, and the replay as one file of HTML.

Each holds the record itself as well, so that nothing is lost and the page can be read back.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from notation import Judgement, read, write
from notation.findings import Phrase, escape
from notation.findings.names import player_names
from notation.formats import EVERYTHING, SGN, Format, Piece, Telling
from notation.judge import judge
from notation.record import Comment, Note, Record, seat_letter
from notation.rulings import Account, accounts_of, ruling_sentence
from notation.specs import write_spec
from referee import RuleSet
from viewer.documents.document import DataTable, Document, Excerpt, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language, language
from viewer.documents.rendering import as_markdown
from viewer.documents.sides import side_names
from viewer.replay.page import record_in, replay_html
from viewer.rulings.ledger import tricks

_FENCE: Final = re.compile(rb"^(`{3,})(sgn)?[ \t]*\r?$", re.MULTILINE)
_ENGLISH: Final = language("en")


def _judged(piece: Piece) -> Judgement:
    return judge(next(read(write(piece.record))), piece.rules)


def _write_markdown(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n".join(as_markdown(_match(_judged(piece), _ENGLISH)) for piece in pieces).encode()


def _match(judgement: Judgement, say: Language) -> Document:
    """A match as a document: who played what, each deal with its tricks and comments, the record itself."""
    record = judgement.game.record
    assert record is not None and judgement.rules is not None  # noqa: S101, PT018 - it was written here
    parts: list[Part] = [Paragraph(write_spec(judgement.rules))]
    tags = [Item(f"{tag.name}: {escape(tag.value)}") for tag in record.tags if tag.name not in _TOLD]
    parts += [Listing(tuple(tags))] if tags else []
    for account in accounts_of(judgement, digested=False):
        parts += _deal(account, say)
    parts += [Heading(say.say("The record")), Excerpt(tuple(judgement.game.text.splitlines()), "sgn")]
    return Document(_title(record, judgement.rules, say), tuple(parts), say.code)


_TOLD: Final = ("A", "B", "C", "D", "Rules")


def _title(record: Record, rules: RuleSet, say: Language) -> str:
    letters = list(map(seat_letter, range(rules.seats)))
    if rules.mp_partners and any(map(record.tag, letters)):
        return " – ".join(side_names(player_names(record, rules), rules, say))
    names = map(record.tag, letters)
    return " – ".join(escape(name) for name in names if name) or say.say("A game")


def _deal(account: Account, say: Language) -> Iterator[Part]:
    yield Heading(say.say("Deal {number}", number=account.record.number))
    if account.played:
        table = tricks(account, say)
        yield Paragraph(table.title)
        yield DataTable(table.columns, table.rows)
    yield Paragraph(ruling_sentence(say, account))
    comments = [
        Item(f"{trick.number}. {escape(note.text)}")
        for trick in account.record.tricks
        for notes in (trick.notes, *(ply.notes for ply in trick.plies))
        for note in _comments(notes)
    ]
    if comments:
        yield Listing(tuple(comments))


def _comments(notes: tuple[Note, ...]) -> Iterator[Comment]:
    return (note for note in notes if isinstance(note, Comment))


def _is_markdown(data: bytes) -> int:
    """The line of the first fence with a record, where no record stands before it outside of one."""
    if SGN.recognise(data):
        return 0
    start = next((start for start, _ in _fenced(data)), 0)
    return data.count(b"\n", 0, start)


def _fenced(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The records in the fences of a page, each with the place where it starts."""
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
    """The records in the fences of a page, each line where it stood."""
    assert SGN.reader  # noqa: S101 - it has one
    lines = bytearray()
    for start, record in _fenced(data):
        lines += b"\n" * (data.count(b"\n", 0, start) - lines.count(b"\n")) + record
    yield from SGN.reader(bytes(lines), telling)


def _write_html(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return replay_html(_judged(pieces[0]), _ENGLISH).encode()


def _is_html(data: bytes) -> int:
    return int(record_in(data) is not None)


def _read_html(data: bytes, telling: Telling) -> Iterator[Record]:
    assert SGN.reader  # noqa: S101 - it has one
    yield from SGN.reader(record_in(data) or b"", telling)


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
    Phrase("the replay as one page that needs nothing else"),
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
