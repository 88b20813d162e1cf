"""Documents in their forms: every text stays text, whatever stands in it, and a page needs nothing else."""

import re
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
import typst
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as RichText

from tests.support.commands import run
from tests.support.each import for_each
from tests.support.rulings import written
from viewer.documents.document import (
    Blanks,
    Column,
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
    SuitedHand,
)
from viewer.documents.rendering import HERE, STYLES, as_html, as_markdown, as_pdf
from viewer.documents.text import as_text, columns_of, wrap
from viewer.documents.typesetting import as_latex, as_typst

pytestmark = pytest.mark.usefixtures("few_repairs")

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "image": '"><img src=x onerror=alert(1)>',
    "quotes": "' onfocus='alert(1)' x=\"y\" `z`",
    "template": "{{7*7}} {% raw %} {#",
    "style": "</style></pre></title></table>",
    "comment": "<!-- --> ]]> <![CDATA[",
    "entity": "&lt;b&gt; &amp; &#x3c; &nbsp;",
    "emphasis": "*a* **b** _c_ __d__ ~~e~~ `f` ***",
    "link": "[a](javascript:alert(1)) ![b](x) <http://example.org> [c]: /d [e][f]",
    "table": "| a | b |\\| c \\",
    "fence": "``` ~~~~ ````",
    "closing fence": "````",
    "heading": "# a",
    "closed heading": "a ##",
    "list": "- a",
    "number": "1. a",
    "number behind a bracket": "12) a",
    "rule": "---",
    "underline": "===",
    "quotation": "> a",
    "plus": "+ a",
    "indented": "a    b\\",
    "footnote": "[^1] $x$ \\( \\[",
    "markup": "[bold]a[/bold] [/] [link=x]",
    "deep": "      a",
    "wide": "Валат! ♥ Q♦ 😀",
}
HOSTILE_TEXT = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
HARMLESS = "zzzz"


def document(text: str) -> Document:
    """A document that has a text in every place that there is."""
    words = DataTable((Column(""), Column("")), ((text, text),))
    parts: tuple[Part, ...] = (
        Heading(text),
        Heading(text, 3),
        Paragraph(text),
        Paragraph(text, text, "answer"),
        Paragraph(text, text, "wrong"),
        Paragraph(text, kind="fine"),
        Listing((Item(text), Item(text, text))),
        Listing((Item(text, text), Item(text)), ordered=True),
        DataTable((Column(text), Column(text, True)), ((text, text), ("", text)), text),
        DataTable((Column(""), Column("")), ((text, text),)),
        HandDiagram((SuitedHand(text, (text, text)),), ((text, text),)),
        Excerpt((f"1. As {text}", "      ^^")),
        Excerpt((text, text)),
        Picture(lambda: (f"<svg><title>{escape(text)} {escape(text)}</title></svg>",), words),
        Blanks(((text, text), (text, ""))),
    )
    return Document(text, parts, "en")


PLACES = 35
"""How often `document` has its text, without its title."""


# Pages.


class RenderedPage(HTMLParser):
    """The elements of a page with their attributes, in order, and its text by element."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.style = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.attributes += attrs
        if tag not in ("meta", "br", "span"):
            self._open.append(tag)
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag != "span":
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["style"]:
            self.style += data
        elif self._open:
            self.texts[-1] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError("there are no comments")

    @property
    def structure(self) -> list[tuple[str, tuple[str, ...]]]:
        """The elements, but for the colour of cards."""
        return [element for element in self.elements if element[0] != "span"]


def lines(texts: list[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts if text.strip()]


@HOSTILE_TEXT
def test_text_stays_text_on_a_page(text: str) -> None:
    page, harmless = RenderedPage(as_html(document(text))), RenderedPage(as_html(document(HARMLESS)))
    assert page.structure == harmless.structure
    assert lines(page.texts) == [
        words.replace(HARMLESS, " ".join(text.split())) for words in lines(harmless.texts)
    ]
    labels = [value for name, value in page.attributes if name == "aria-label"]
    assert labels == [text, text, text]
    allowed = {"lang", "charset", "name", "content", "class", "scope", "tabindex", "role", "aria-label"}
    assert {name for name, _ in page.attributes} <= allowed
    assert page.style == harmless.style


def test_a_page_needs_nothing_else() -> None:
    text = as_html(document(HARMLESS))
    page = RenderedPage(text)
    assert "<script" not in text
    assert {tag for tag, _ in page.elements}.isdisjoint({"link", "img", "iframe", "object", "script", "base"})
    assert not re.search(r"url\(|@import|expression|https?:|//", page.style)
    sheets = ((HERE / "static" / name).read_text("utf-8") for name in STYLES)
    assert page.style.strip() == "".join(sheets).strip()
    assert sum(words.count(HARMLESS) for words in page.texts) == PLACES + 2


def test_a_letterhead_and_an_answer_open_a_page() -> None:
    opening = (Paragraph("The club", "No. 7\nGraz", "letterhead"), Paragraph("A wins.", "a note", "answer"))
    document = Document("Deal 1", (*opening, Paragraph("Why", kind="answer")), "en")
    assert (document.head, document.body) == (opening, document.parts[2:])
    body = as_html(document).partition("<main")[2]
    wanted = ["The club", "No. 7<br>Graz", "Deal 1", '<h1 class="answer">A wins.</h1>', "a note", "Why"]
    assert sorted(wanted, key=body.index) == wanted
    assert as_markdown(document).startswith("# Deal 1\n\nThe club  \n*No. 7*  \n*Graz*\n\n**A wins.**")


def test_red_suits_are_red_and_nothing_else_is() -> None:
    page = as_html(Document("x", (Paragraph("A♥ 9♦ 10♠ Q♣ ♥ &♥ x♦"),), "en"))
    assert re.findall('<span class="red">(.*?)</span>', page) == ["A♥", "9♦", "♥", "♥", "♦"]


def test_a_line_break_is_one() -> None:
    assert "<p>a<br>&lt;b&gt;</p>" in as_html(Document("x", (Paragraph("a\n<b>"),), "en"))


# Markdown.


def tokens(text: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What Markdown is made of: its kinds and tags, and the text of each."""
    found = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        inner = [(child.type, child.content) for child in token.children or () if child.type != "text"]
        found.append((token.type, token.tag, inner))
    return found


def texts(text: str) -> list[str]:
    """The text of every block of Markdown."""
    found = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        if token.type == "inline":
            found.append("".join(child.content for child in token.children or () if child.type == "text"))
    return lines(found)


@HOSTILE_TEXT
def test_text_stays_text_in_markdown(text: str) -> None:
    marked, harmless = as_markdown(document(text)), as_markdown(document(HARMLESS))
    assert tokens(marked) == tokens(harmless)
    assert texts(marked) == [words.replace(HARMLESS, " ".join(text.split())) for words in texts(harmless)]
    assert f"\n1. As {text}\n      ^^\n" in marked


def test_markdown_has_no_html() -> None:
    kinds = {kind for kind, _, _ in tokens(as_markdown(document(HOSTILE["script"])))}
    assert kinds.isdisjoint({"html_block", "html_inline"})
    assert "<" not in re.sub(r"```+text\n.*?\n```+", "", as_markdown(document("x")), flags=re.DOTALL)


# Text and paper.


@HOSTILE_TEXT
def test_text_stays_text_on_a_screen(text: str) -> None:
    assert as_text(document(text), 500).count(text) == PLACES + 1


BOX = st.text("ab ♠♥ Валат 牌", max_size=30).map(str.rstrip)
TABLES = st.integers(1, 4).flatmap(
    lambda columns: st.builds(
        DataTable,
        st.tuples(*[st.builds(Column, BOX, st.booleans())] * columns),
        st.lists(st.tuples(*[BOX] * columns), min_size=1, max_size=4).map(tuple),
    )
)


@given(table=TABLES, text=BOX)
def test_what_fits_looks_as_rich_prints_it(table: DataTable, text: str) -> None:
    """Another program's tables and wrapped paragraphs, where no column has to be made narrower."""
    page = StringIO()
    console = Console(file=page, width=140, color_system=None, highlight=False)
    grid = Grid(show_header=any(column.title for column in table.columns))
    for column in table.columns:
        grid.add_column(RichText(column.title), justify="right" if column.number else "left")
    for row in table.rows:
        grid.add_row(*map(RichText, row))
    console.print(RichText(text))
    console.print()
    console.print(grid)
    theirs = "".join(f"{line.rstrip(' ')}\n" for line in page.getvalue().split("\n")[:-1])
    assert as_text(Document(text, (table,), "en"), 140) == theirs


@given(text=st.text("ab ♠Ва牌😀-", max_size=80), width=st.integers(4, 40))
@example(text="aaa牌aa a", width=4)
@example(text="aaaaaaaa aa牌", width=4)
def test_a_paragraph_is_wrapped_as_rich_wraps_it(text: str, width: int) -> None:
    """Except around a word longer than a line: rich begins the next line with the space after it."""
    text = text.strip()
    wrapped = wrap(text, width)
    words = text.split(" ")
    if len(words) > 1 and max(map(columns_of, words)) > width:
        assert max(map(columns_of, wrapped)) <= width
        assert "".join(wrapped).replace(" ", "") == text.replace(" ", "")
        return
    theirs = RichText(text).wrap(Console(width=width), width)
    assert [line.strip(" ") for line in wrapped] == [line.plain.strip(" ") for line in theirs]


@given(table=TABLES, width=st.integers(24, 60))
def test_no_table_is_wider_than_the_screen(table: DataTable, width: int) -> None:
    shown = as_text(Document("", (table,), "en"), width)
    assert max(map(columns_of, shown.splitlines())) <= width


def test_a_table_breaks_no_word_as_long_as_all_words_fit() -> None:
    """An identifier can be copied, whatever stands beside it."""
    row = ("293af2bd4481b1e4", "Gesa Lohmann – Thies Harms – Wiebke Onken", "a long line of many short words")
    table = DataTable((Column("Record"), Column("Players"), Column("Remark", number=True)), (row,))
    for width in range(16 + 7 + 6 + 10, 140):
        shown = as_text(Document("", (table,), "en"), width)
        assert max(map(columns_of, shown.splitlines())) <= width
        assert {word for cell in row for word in cell.split()} <= {*shown.split()}


@pytest.mark.nightly
def test_paper_takes_everything() -> None:
    for text in ("".join(HOSTILE.values()), "x" * 200):
        assert as_pdf(document(text)).startswith(b"%PDF-")


# Sources that are typeset.

STRING = re.compile(r'"(?:[^"\\\n]|\\u\{[0-9a-f]+\}|\\["\\])*"')
"""A Typst string, as in its reference: the content of one is not parsed."""


def strings(source: str) -> list[str]:
    """The strings of a source of Typst, as Typst reads them."""
    found = [part[1:-1] for part in STRING.findall(source)]
    numbered = [re.sub(r"\\u\{([0-9a-f]+)\}", lambda sign: chr(int(sign[1], 16)), part) for part in found]
    return [re.sub(r'\\(["\\])', r"\1", part) for part in numbered]


@HOSTILE_TEXT
def test_text_stays_text_in_typst(text: str) -> None:
    source, harmless = as_typst([document(text)]), as_typst([document(HARMLESS)])
    widened = [re.sub("auto|1fr", "?", STRING.sub("", each)) for each in (source, harmless)]
    assert widened[0] == widened[1]
    picture = f"<svg><title>{escape(text)} {escape(text)}</title></svg>"
    said = [part.replace(picture, "") for part in strings(source)]
    assert sum(part.count(text) for part in said) == PLACES - 2 + 1


def test_typst_takes_everything() -> None:
    """Its own compiler, which stops at anything that it does not understand."""
    text = "".join(HOSTILE.values())
    drawn = [
        part
        if not isinstance(part, Picture)
        else Picture(lambda: ('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',), part.words)
        for part in document(text).parts
    ]
    made = typst.compile(as_typst([Document(text, tuple(drawn), "en")] * 2).encode(), format="pdf")
    assert isinstance(made, bytes)
    assert made.startswith(b"%PDF-")


SIGN = re.compile(
    r"\\cyr\{(\w+)\}|\\unset\{([0-9A-F]+)\}|\\[a-z]+\{\}|\\[#$%&_{}]|\{-\}|~|.", re.IGNORECASE | re.DOTALL
)
NAMES_OF_SIGNS = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textquotedbl{}": '"',
    r"\textquotesingle{}": "'",
    r"\textasciigrave{}": "`",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\spade{}": "♠",
    r"\heart{}": "♥",
    r"\diam{}": "♦",
    r"\club{}": "♣",
    r"\textendash{}": "–",
    "{-}": "-",
}
"""What the commands of LaTeX print, as its documentation tells it."""


@given(text=st.text(st.sampled_from("""aZ09 #$%&_{}~^\\<>|"'`-–♠♥♦♣ЖяŐűß牌😀[]()*@=+!?.,;:/"""), max_size=40))
@example(text="\\end{document}")
@example(text="--- ?` !` << >> ,, ``")
def test_text_stays_text_in_latex(text: str) -> None:
    """Read back by the meaning of each command; nothing else in it has one."""
    source = as_latex([Document("", (Paragraph(text),), "en")])
    [body] = re.findall(r"^\\gap (.*)\\par$", source, re.MULTILINE)
    said = ""
    for sign in SIGN.finditer(body):
        assert sign[0] not in set("#$%&_{}~^\\\"'`<>|")
        assert not sign[2] or chr(int(sign[2], 16)) in "牌😀"
        named = NAMES_OF_SIGNS.get(sign[0], sign[0].removeprefix("\\"))
        said += sign[1] or (chr(int(sign[2], 16)) if sign[2] else named)
    assert said == text
    assert "--" not in body


# Records.

RECORD = """%SGN 1
[Event "{0}"]
[Date "{0}"]
[Rules "santase"]
[A "{0}"]
[B "{0}"]

deal 1 dealer B trump Qd
A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. As Td <0-1> {1} @dispute("{2}") @x-{3}("{2}")
2. exchange 40d close Kd Kc {4}
3. out
ruling A 1 "{0}"
= B 3 by out (0-69) score 1-3
"""


def record(text: str, unread: str = "") -> str:
    """A record that has a text wherever it can have one, and words that cannot be read."""
    value = text.replace("\\", "\\\\").replace('"', '\\"')
    comment = "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"
    plain = re.sub(r'[()"\\.!?;]', "", text)  # one claim: what ends a sentence would make several
    return RECORD.format(value, comment, plain, "club", unread)


NAMES = ("harmless", "<img src=x onerror=alert(1)>", "1. *a* | b", "{{7*7}} &lt; `x`", "# a", "+ 12) b", " c")


def page_of(path: Path, form: str, text: str) -> str:
    """The ruling of a record in a form; the record is put at the path."""
    written(path, text)
    result = run("explain", "--format", form, path)
    assert result.exit_code == 1, result.output
    return result.stdout


@pytest.mark.slow
@for_each(HOSTILE, one_in=11)
def test_nothing_in_a_record_becomes_a_part_of_its_ruling(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text stands in tags, comments, annotations, the reason of a ruling; files are called so, too."""
    monkeypatch.chdir(tmp_path)
    plain = record(HARMLESS)
    harmless = RenderedPage(page_of(Path("harmless"), "html", plain))
    marked = page_of(Path("harmless"), "markdown", plain)
    for name in NAMES:
        page = RenderedPage(page_of(Path(name), "html", record(HOSTILE[kind])))
        assert page.structure == harmless.structure
        assert page.style == harmless.style
        assert any(HOSTILE[kind] in words for words in page.texts)
        assert tokens(page_of(Path(name), "markdown", record(HOSTILE[kind]))) == tokens(marked)


WORDS = ("<script/src=//x.example>", "<img/src=x/onerror=alert`1`>", "`*_|&lt;", "</style>", "7*7|~~x~~|$y$")


@pytest.mark.parametrize("word", WORDS)
def test_words_that_cannot_be_read_stay_words(word: str, tmp_path: Path) -> None:
    path = tmp_path / "record.sgn"
    page = RenderedPage(page_of(path, "html", record(HARMLESS, word)))
    assert page.structure == RenderedPage(page_of(path, "html", record(HARMLESS, "harmless"))).structure
    assert any(word[:5] in words for words in page.texts)
    marked = page_of(path, "markdown", record(HARMLESS, word))
    assert tokens(marked) == tokens(page_of(path, "markdown", record(HARMLESS, "harmless")))


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_controls_are_told_and_not_obeyed(form: str, tmp_path: Path) -> None:
    """Those that a record may hold, and those in the name of its file."""
    for text in ("a\u202eb\u2066c\u200f", "a\u2028b\u2029c", "a\u00adb\ufeffc", "\u0600\U000e0041"):
        name = f"a\x1b[31m\x9b\u202e{text}\nb"
        shown = page_of(tmp_path / name, form, record(text))
        assert {c for c in shown if not c.isprintable()} <= {"\n"}
        assert form == "json" or "\\u" in shown.lower()
