"""Documents put into a form: Markdown, a page of HTML that needs nothing else, PDF.

Everything that a record says is escaped for the form that it comes into.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viewer.documents.document import (
    Blanks,
    Document,
    Excerpt,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    Picture,
    Table,
)

if TYPE_CHECKING:
    from jinja2 import Template

HERE: Final = Path(__file__).parent.parent
STYLES: Final = ("document.css", "case.css")
"""The style sheets of a page that needs nothing else."""
BLANK: Final = r"\_" * 24
"""A line of Markdown to write on."""


def as_markdown(document: Document) -> str:
    """A document as Markdown, as GitHub and others read it."""
    blocks = [f"# {_md(document.title)}", *(_markdown(part) for part in document.parts)]
    return "\n\n".join(blocks) + "\n"


def _markdown(part: Part) -> str:
    match part:
        case Heading():
            return f"{'#' * part.level} {_md(part.text)}"
        case Paragraph():
            strong = "**" if part.kind else ""
            note = f"  \n*{_md(part.note)}*" if part.note else ""
            return f"{strong}{_md(part.text)}{strong}{note}"
        case Listing():
            marks = (f"{number}." if part.ordered else "-" for number in range(1, len(part.items) + 1))
            return "\n".join(_item(mark, item) for mark, item in zip(marks, part.items, strict=True))
        case Table():
            lines = [f"{_md(part.title)}\n"] if part.title else []
            lines.append(_row(column.title for column in part.columns))
            lines.append("|" + "|".join("---:" if column.number else "---" for column in part.columns) + "|")
            lines += [_row(row) for row in part.rows]
            return "\n".join(lines)
        case Excerpt():
            longest = max((len(run) for run in re.findall("`+", "\n".join(part.lines))), default=0)
            fence = "`" * max(3, longest + 1)
            return "\n".join([f"{fence}{part.syntax}", *part.lines, fence])
        case Picture():
            return _markdown(part.words)
        case Blanks():
            return "\n".join(f"- {_md(what)}: {_md(given) or BLANK}" for what, given in part.lines)


def _item(mark: str, item: Item) -> str:
    note = f"  \n{' ' * len(mark)} *{_md(item.note)}*" if item.note else ""
    return f"{mark} {_md(item.text)}{note}"


def _row(cells: "tuple[str, ...] | Iterator[str]") -> str:
    return "| " + " | ".join(_md(cell).replace("\n", "<br>") for cell in cells) + " |"


def _md(text: str) -> str:
    r"""Text as Markdown that means itself.

    >>> print(_md("A *b* <i>|_[x](y)"))
    A \*b\* \<i\>\|\_\[x\]\(y\)
    """
    text = re.sub(r"([\\`*_{}\[\]()<>|~$&!#])", r"\\\1", text.strip())
    text = re.sub(r"^(\s*)([-+=])", r"\1\\\2", text, flags=re.MULTILINE)
    return re.sub(r"^(\s*[0-9]+)\.", r"\1\\.", text, flags=re.MULTILINE)


def as_html(document: Document) -> str:
    """A document as a page that needs nothing else, on a screen or on paper."""
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


def with_red_suits(text: str) -> str:
    """Text as HTML, with the cards of the red suits in red."""
    from markupsafe import Markup, escape

    red = re.sub(r"[9JQKTA]?[♥♦]", r'<span class="red">\g<0></span>', str(escape(text)))
    return Markup(red.replace("\n", "<br>"))  # noqa: S704 - escaped above


def _kind(part: Part) -> str:
    return type(part).__name__


FILTERS: Final[dict[str, Callable[..., str]]] = {
    "words": with_red_suits,
    "linked": with_red_suits,
    "kind": _kind,
}
"""The filters of the templates. In a standalone page nothing is a link."""


def as_pdf(document: Document) -> bytes:
    """A document as PDF; ModuleNotFoundError without the extra `pdf`, OSError without Pango."""
    from weasyprint import HTML

    data = HTML(string=as_html(document)).write_pdf()
    assert isinstance(data, bytes)  # noqa: S101 - given no target, it is
    return data


FORMS: Final[dict[str, Callable[[Document], str]]] = {"markdown": as_markdown, "html": as_html}
