"""Renders documents as Markdown, a self-contained HTML page, or PDF.

All text of a record is escaped for the output format.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from viewer.documents.document import (
    BLANK,
    Blanks,
    DataTable,
    Document,
    Excerpt,
    HandDiagram,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    Picture,
)
from viewer.documents.languages import CitedClause, bare_title

if TYPE_CHECKING:
    from jinja2 import Template

HERE: Final = Path(__file__).parent.parent
STYLES: Final = ("document.css", "case.css")
"""The style sheets of a page that needs nothing else."""


def as_markdown(document: Document) -> str:
    """A document as Markdown, as GitHub and others read it."""
    blocks = [f"# {_md(document.title)}", *(_markdown(part, document.sheets) for part in document.parts)]
    return "\n\n".join(blocks) + "\n"


def _markdown(part: Part, sheets: str) -> str:
    match part:
        case Heading():
            return f"{'#' * part.level} {_md(part.text)}"
        case Paragraph():
            strong = "**" if part.is_strong else ""
            told = [f"{strong}{_md(part.text)}{strong}"] if part.text else []
            return "  \n".join([*told, *(f"*{line}*" for line in _lines(part.note, sheets))])
        case Listing():
            marks = (f"{number}." if part.ordered else "-" for number in range(1, len(part.items) + 1))
            return "\n".join(_item(mark, item, sheets) for mark, item in zip(marks, part.items, strict=True))
        case DataTable():
            lines = [f"{_md(part.title)}\n"] if part.title else []
            lines.append(_row(column.title for column in part.columns))
            lines.append("|" + "|".join("---:" if column.number else "---" for column in part.columns) + "|")
            anchors = part.anchors or ("",) * len(part.rows)
            lines += [_row(row, sheets, anchor) for row, anchor in zip(part.rows, anchors, strict=True)]
            notes = ["", *(f"- {'  '.join(_lines(note, sheets))}" for note in part.notes)]
            return "\n".join([*lines, *(notes if part.below and len(notes) > 1 else [])])
        case Excerpt():
            longest = max((len(run) for run in re.findall("`+", "\n".join(part.lines))), default=0)
            fence = "`" * max(3, longest + 1)
            return "\n".join([f"{fence}{part.syntax}", *part.lines, fence])
        case Picture() | HandDiagram():
            return _markdown(part.words, sheets)
        case Blanks():
            return "\n".join(f"- {_md(what)}: {_md(given or BLANK)}" for what, given in part.lines)


def _item(mark: str, item: Item, sheets: str) -> str:
    margin = " " * len(mark)
    note = "".join(f"  \n{margin} *{line}*" for line in _lines(item.note, sheets))
    return f"{mark} {_anchor(item.anchor)}{_md(item.text)}{note}"


def _row(cells: Iterable[str], sheets: str = "", anchor: str = "") -> str:
    return f"| {_anchor(anchor)}" + " | ".join("<br>".join(_lines(cell, sheets)) for cell in cells) + " |"


def _anchor(name: str) -> str:
    return f'<a id="{escape(name)}"></a>' if name else ""


def _lines(text: str, sheets: str) -> list[str]:
    """The lines of a text as Markdown, with links to the rule sheet and to the source of a clause."""
    if not isinstance(text, CitedClause):
        return [_md(line) for line in text.split("\n")] if text else []
    decided, quote, translation = map(_md, (text.decided, text.quote, text.translation))
    address = text.address if text.decided else ""  # a rule sheet names it at its head
    source = ", ".join(filter(None, (_link(_md(text.source), address), _md(text.edition))))
    cited = ": ".join(filter(None, (source, quote)))
    return list(filter(None, (_link(decided, sheet_of(text, sheets)), cited, translation)))


def _link(words: str, address: str) -> str:
    return f"[{words}](<{address}>)" if address else words


def sheet_of(clause: CitedClause, sheets: str) -> str:
    """Where a clause stands on a rule sheet; nothing where it is not known where these lie."""
    return f"{sheets.format(rules=quote(clause.spec))}#{clause.point}" if sheets else ""


def _md(text: str) -> str:
    r"""Text as Markdown that means itself.

    >>> print(_md("A *b* <i>|_[x](y)"))
    A \*b\* \<i\>\|\_\[x\]\(y\)
    """
    text = re.sub(r"([\\`*_{}\[\]()<>|~$&!#])", r"\\\1", text.strip())
    text = re.sub(r"^(\s*)([-+=])", r"\1\\\2", text, flags=re.MULTILINE)
    return re.sub(r"^(\s*[0-9]+)\.", r"\1\\.", text, flags=re.MULTILINE)


def as_html(document: Document) -> str:
    """Render a document as a self-contained page, for screen and paper."""
    style = "".join((HERE / "static" / name).read_text("utf-8") for name in STYLES)
    return template("document.html").render(document=document, style=style)


@cache
def template(name: str) -> "Template":
    """A template by its name; whatever is put into it is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(HERE / "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= FILTERS
    return environment.get_template(name)


_RED: Final = re.compile(r"(?:10|9|[A-ZÁ-ÖА-Я])?[♥♦]")
_MARKED: Final = re.compile(r"[♥♦\n]")
"""What in a text has to be marked up: otherwise escaping it is enough."""


def with_red_suits(text: str) -> str:
    """Text as HTML, with the cards of the red suits in red."""
    from markupsafe import Markup, escape

    html = escape(text)
    if not _MARKED.search(html):
        return html
    red = _RED.sub(r'<span class="red">\g<0></span>', str(html))
    return Markup(red.replace("\n", "<br>"))  # noqa: S704 - escaped above


def _kind(part: Part) -> str:
    return type(part).__name__


def clause_as_html(clause: CitedClause, sheet: str) -> str:
    """A clause as HTML: in the reader's language, and beside that in the words of its source.

    It leads to its place on a rule sheet and to the source, where these are known.
    """
    from markupsafe import Markup

    link = Markup('<a href="{}">{}</a>')
    decided, source = with_red_suits(clause.decided), with_red_suits(clause.bare_source)
    translation = with_red_suits(clause.translation)
    quote = with_red_suits(clause.quote)
    if quote and clause.language:
        quote = Markup('<span lang="{}">{}</span>').format(clause.language, quote)
    if not clause.decided:
        cited = Markup(": ").join(filter(None, (with_red_suits(clause.source), quote)))
        return Markup("<br>").join(filter(None, (cited, translation)))
    decided = link.format(sheet, decided) if sheet else decided
    if not clause.source:
        return decided
    decided = Markup("<br>").join(filter(None, (decided, translation)))
    source = link.format(clause.address, source) if clause.address else source
    quote = Markup("{}<br>").format(quote) if quote else ""
    edition = bare_title(f", {clause.edition}") if clause.edition else ""
    return Markup('<span class="clause"><span>{}</span> <span>{}<cite>{}{}</cite></span></span>').format(
        decided, quote, source, edition
    )


def _linked(text: str, sheets: str = "") -> str:
    """Text as HTML; in a standalone page only clauses lead anywhere."""
    if isinstance(text, CitedClause):
        return clause_as_html(text, sheet_of(text, sheets))
    return with_red_suits(text)


FILTERS: Final[dict[str, Callable[..., str]]] = {"words": with_red_suits, "linked": _linked, "kind": _kind}
"""The filters of the templates."""


def as_pdf(document: Document) -> bytes:
    """A document as PDF; ModuleNotFoundError without the extra `pdf`, OSError without Pango."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    faces = CSS(HERE / "static" / "site.css", font_config=fonts)
    data = HTML(string=as_html(document)).write_pdf(stylesheets=[faces], font_config=fonts)
    assert isinstance(data, bytes)  # noqa: S101 - given no target, it is
    return data
