"""Records as pages and pictures for people: Markdown, HTML, LaTeX, Typst, SVG, PNG.

A page contains the record itself as well, so that nothing is lost and it can be read back. A picture is a
deal for print, all hands and the talon face up; PNG needs the extra `png`.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from markupsafe import Markup

from notation import Judgement, read, write
from notation.findings import Phrase, escape
from notation.findings.names import player_names, speaking_of
from notation.formats import EVERYTHING, SGN, Format, Piece, RecordPart, Telling, line_of
from notation.judge import judge
from notation.limits import spend
from notation.record import DealRecord, Record, seat_letter
from notation.replay import frames
from notation.rulings import accounts_of, rules_of
from notation.specs import write_spec
from referee import RuleSet
from viewer.cards import Look, position_png, position_svg
from viewer.documents.document import Document, Excerpt, Heading, Paragraph, Part
from viewer.documents.languages import Language, language
from viewer.documents.rendering import as_markdown, template
from viewer.documents.sides import side_names
from viewer.documents.typesetting import as_latex, as_typst
from viewer.limits import DRAWN_PIXELS
from viewer.replay.column import column, introduction, ledger
from viewer.replay.page import record_in, replay_html, title
from viewer.replay.script import script
from viewer.rulings.positions import Viewpoint, position_of

_ENGLISH: Final = language("en")


def match_document(judgement: Judgement, say: Language) -> Document:
    """Return a match as a document: players, each deal as an annotated column, and the score."""
    record = judgement.game.record
    assert record is not None and judgement.rules is not None  # noqa: S101, PT018 - it was written here
    told = [f"{tag.name}: {escape(tag.value)}" for tag in record.tags if tag.name not in _TOLD]
    parts: list[Part] = [Paragraph(write_spec(judgement.rules), " · ".join(told))]
    parts += map(Paragraph, introduction(record))
    accounts = list(accounts_of(judgement))
    speaking = speaking_of(record, judgement.rules, say).beside_table()
    for account in accounts:
        parts.append(Heading(say.say("Deal {number}", number=account.number)))
        parts += column(account, script(account, speaking), speaking)
    parts += ledger(accounts, speaking)
    return Document(_title(record, judgement.rules, say), tuple(parts), say.code)


_TOLD: Final = ("A", "B", "C", "D", "Rules")


def _title(record: Record, rules: RuleSet, say: Language) -> str:
    letters = list(map(seat_letter, range(rules.seats)))
    if rules.mp_partners and any(map(record.tag, letters)):
        return " – ".join(side_names(player_names(record, rules), rules, say))
    names = map(record.tag, letters)
    return " – ".join(escape(name) for name in names if name) or say.say("A game")


# What writes and reads pages.


def _page(
    name: str,
    title: Phrase,
    suffix: str,
    shows: Phrase,
    recognise: Callable[[bytes], int],
    inside: Callable[[bytes], bytes],
    write_page: Callable[[list[Judgement]], str],
    single: bool = False,
) -> Format:
    """Return a format of pages; ``inside`` returns the records in one, their lines unchanged in number."""

    def read_records(data: bytes, telling: Telling) -> Iterator[Record]:
        assert SGN.reader  # noqa: S101 - it has one
        yield from SGN.reader(inside(data), telling)

    return Format(
        name,
        title,
        suffix,
        EVERYTHING,
        recognise,
        read_records,
        lambda pieces, telling: write_page(_judged(pieces)).encode(),
        seats=4,
        follows=False,
        exact=True,
        single=single,
        shows=shows,
    )


def _judged(pieces: Sequence[Piece]) -> list[Judgement]:
    return [judge(next(read(write(piece.record))), piece.rules) for piece in pieces]


_FENCE: Final = re.compile(rb"^(`{3,})(sgn)?[ \t]*\r?$", re.MULTILINE)


def _write_markdown(games: list[Judgement]) -> str:
    return "\n".join(as_markdown(_with_record(each, _ENGLISH)) for each in games)


def _with_record(judgement: Judgement, say: Language) -> Document:
    """Return a match as a document, with the record itself at its end."""
    document = match_document(judgement, say)
    text = Excerpt(tuple(judgement.game.text.splitlines()), "sgn")
    return replace(document, parts=(*document.parts, Heading(say.say("The record")), text))


def _first_fence(data: bytes) -> int:
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


def _out_of_fences(data: bytes) -> bytes:
    lines = bytearray()
    for start, record in _fenced(data):
        lines += b"\n" * (data.count(b"\n", 0, start) - lines.count(b"\n")) + record
    return bytes(lines)


_BREAKS: Final = re.compile(r"[\u2028\u2029]|\\(?=u\{)")
"""Line separators of Typst that SGN does not have, and texts that look like their escapes."""
_NUMBERED: Final = re.compile(rb"\\u\{([0-9a-f]{1,4})\}")


def _typeset(
    name: str, title: Phrase, suffix: str, shows: Phrase, mark: str, form: Callable[[Sequence[Document]], str]
) -> Format:
    """Return a format of sources for typesetting, with the record in comments, one for each of its lines."""
    started = mark.encode()

    def inside(data: bytes) -> bytes:
        lines = data.split(b"\n")
        kept = (line[len(started) + 1 :] if line.startswith(started) else b"" for line in lines)
        return _NUMBERED.sub(_break, b"\n".join(kept))

    first = re.compile(rb"^%b %%SGN" % re.escape(started), re.MULTILINE)
    write_page = partial(_source, mark, form)
    return _page(name, title, suffix, shows, lambda data: line_of(first, data), inside, write_page)


def _part_of(whole: Format, mark: str, form: Callable[[Sequence[Document]], str], title: Phrase) -> Format:
    """Return the format of what a document for typesetting can include; it is read as the whole is."""
    return replace(
        whole,
        name=f"{whole.name}-part",
        title=title,
        recognise=lambda data: 0,
        reader=None,
        writer=lambda pieces, telling: _source(mark, form, _judged(pieces)).encode(),
        exact=False,
        shows=None,
    )


def _source(mark: str, form: Callable[[Sequence[Document]], str], games: list[Judgement]) -> str:
    """Return games as a source for typesetting, with their records in comments."""

    def comments(judgement: Judgement) -> str:
        text = _BREAKS.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", judgement.game.text)
        return "".join(f"{mark} {line}".rstrip() + "\n" for line in text.splitlines())

    return "\n".join([form([match_document(each, _ENGLISH) for each in games]), *map(comments, games)])


def _break(found: re.Match[bytes]) -> bytes:
    return chr(int(found[1], 16)).encode("utf-8", "surrogatepass")


MARKDOWN: Final = _page(
    "markdown",
    Phrase("Markdown: tables of the tricks, and the record itself"),
    ".md",
    Phrase("a fence ```sgn with a record in it"),
    _first_fence,
    _out_of_fences,
    _write_markdown,
)
HTML: Final = _page(
    "html",
    Phrase("the replay as a self-contained page"),
    ".html",
    Phrase("a replay that was saved, with its record in it"),
    lambda data: int(record_in(data) is not None),
    lambda data: record_in(data) or b"",
    lambda games: replay_html(games[0], _ENGLISH),
    single=True,
)
_PAGE_IN_WIDGET: Final = re.compile(rb'^"\\u003c!DOCTYPE html.*"(?=;$)', re.MULTILINE)


def _write_widget(games: list[Judgement]) -> str:
    name = title(games[0].game.readable, rules_of(games[0]), _ENGLISH)
    texts = {"name": name, "page": replay_html(games[0], _ENGLISH)}
    # In ASCII, because a script has the encoding of the page around it.
    strings = {part: json.dumps(text).replace("<", "\\u003c") for part, text in texts.items()}
    return template("widget.js").render({part: Markup(text) for part, text in strings.items()})  # noqa: S704


def _in_widget(data: bytes) -> bytes:
    page = _PAGE_IN_WIDGET.search(data)
    try:
        return record_in(json.loads(page[0]).encode()) or b"" if page else b""
    except ValueError:  # a script that somebody has changed
        return b""


WIDGET: Final = _page(
    "widget",
    Phrase("the replay as one script that shows it in any page, without a server"),
    ".js",
    Phrase("a script that shows a replay, with the record in it"),
    lambda data: line_of(_PAGE_IN_WIDGET, data),
    _in_widget,
    _write_widget,
    single=True,
)
LATEX: Final = _typeset(
    "latex",
    Phrase("LaTeX: a column for print, with hands, tricks and comments, and the record itself in comments"),
    ".tex",
    Phrase("a line `%sgn` with a record in the comments after it"),
    "%sgn",
    as_latex,
)
TYPST: Final = _typeset(
    "typst",
    Phrase("Typst: a column for print, with hands, tricks and comments, and the record itself in comments"),
    ".typ",
    Phrase("a line `//sgn` with a record in the comments after it"),
    "//sgn",
    as_typst,
)
LATEX_PART: Final = _part_of(
    LATEX,
    "%sgn",
    partial(as_latex, is_part=True),
    Phrase("LaTeX: the same column, to be put into a document of one's own"),
)
TYPST_PART: Final = _part_of(
    TYPST,
    "//sgn",
    partial(as_typst, is_part=True),
    Phrase("Typst: the same column, to be put into a document of one's own"),
)


# Pictures.

WIDTH: Final = 1600
"""Of a PNG, in pixels: seven inches of print."""
_PRINT: Final = Look(tone="print")


def _svg(pieces: Sequence[Piece]) -> str:
    """Draw the first deal as it was dealt, or as it stands where the record begins."""
    [judgement] = _judged(pieces[:1])
    account = next(accounts_of(judgement))
    position = position_of(account, frames(account)[0].layout, Viewpoint(open_talon=True), _ENGLISH)
    number = _ENGLISH.say("Deal {number}", number=account.record.number)
    name = f"{title(judgement.game.readable, account.rules, _ENGLISH)} · {number}"
    return position_svg(position, name, _PRINT)


def _png(pieces: Sequence[Piece], telling: Telling) -> bytes:
    spend(WIDTH * WIDTH // DRAWN_PIXELS)
    return position_png(_svg(pieces), WIDTH)


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    return None if deal.hands else Phrase("it lacks {what}", {"what": RecordPart.HANDS.title})


SVG: Final = Format(
    "svg",
    Phrase("a deal as a picture that can be made any size: all hands, the talon, trumps"),
    ".svg",
    frozenset({RecordPart.NAMES, RecordPart.TRUMP, RecordPart.HANDS, RecordPart.TALON, RecordPart.POSITION}),
    writer=lambda pieces, telling: _svg(pieces).encode(),
    seats=4,
    follows=False,
    single=True,
    unfit=_unfit,
)
PNG: Final = replace(
    SVG,
    name="png",
    title=Phrase("a deal as a picture in pixels: all hands, the talon, trumps"),
    suffix=".png",
    writer=_png,
)
