"""Documents as Typst, a typesetting language: columns for print, which its compiler converts to PDF.

All text is in strings, in which only the quotation mark and the backslash are special; functions of the
preamble determine its look. Nothing is downloaded.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

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
from viewer.documents.paper import FOUR_COLOURS, SUIT_COLOURS, wide_columns

_HEAD: Final = """\
// A4 in two columns; `typst compile` makes a PDF of it. Words can be put anywhere between the parts.
// The colours of the suits; for four of them: %(four)s
#let suits = (%(two)s)
#let rule = 0.4pt + luma(55%%)
#set page(paper: "a4", margin: (x: 18mm, top: 18mm, bottom: 20mm), columns: 2, numbering: "1")
#set columns(gutter: 8mm)
#set text(font: "Libertinus Serif", size: 9.5pt, number-type: "lining")
#set par(justify: true, leading: 0.55em, spacing: 0.75em)
#show regex("[♠♥♦♣]"): sign => {
  let place = "♠♥♦♣".clusters().position(each => each == sign.text)
  text(font: "DejaVu Sans Mono", size: 0.94em, fill: rgb(suits.at(place)), sign)
}
#show heading: set text(hyphenate: false)
#show heading.where(level: 1): it => place(top + center, scope: "parent", float: true, clearance: 6mm, {
  set par(justify: false)
  block(text(size: 19pt, weight: "bold", it.body))
  line(length: 100%%, stroke: 1pt)
})
#show heading.where(level: 2): it => block(width: 100%%, above: 1.7em, below: 0.8em, sticky: true, {
  line(length: 100%%, stroke: rule)
  v(-0.3em)
  text(size: 11.5pt, weight: "bold", it.body)
})
#show heading.where(level: 3): set text(size: 10pt, style: "italic", weight: "regular")
#let words(text) = text.split("\\n").join(linebreak())
#let note(text) = block(above: 0.5em, std.text(size: 0.88em, style: "italic", words(text)))
#let said(text, note-under: "", strong: false) = {
  if strong { std.strong(words(text)) + parbreak() } else { block(sticky: true, words(text)) }
  if note-under != "" { note(note-under) }
}
#let remark(mark, text, note-under: "") = block(width: 100%%, above: 0.6em, below: 0.6em, grid(
  columns: (1.1em, 1fr),
  words(mark),
  {
    words(text)
    if note-under != "" { note(note-under) }
  },
))
#let hands(..hands, beside: ()) = block(width: 100%%, above: 0.9em, below: 0.9em, breakable: false, {
  set par(justify: false)
  grid(
    columns: (1fr,) * calc.min(2, hands.pos().len()),
    row-gutter: 0.9em,
    ..hands.pos().map(hand => {
      std.strong(words(hand.first()))
      for suit in hand.slice(1) { linebreak() + text(size: 1.1em, words(suit)) }
    }),
  )
  for (label, cards) in beside {
    block(above: 0.8em, emph(words(label)) + h(0.5em) + text(size: 0.95em, words(cards)))
  }
})
#let figures(columns, align, head, title: "", ..cells) = block(width: 100%%, above: 0.9em, below: 0.9em, {
  set par(justify: false)
  set text(size: 0.92em)
  if title != "" { block(below: 0.6em, sticky: true, emph(words(title))) }
  table(
    columns: columns,
    align: align,
    stroke: none,
    inset: (x: 3pt, y: 2.6pt),
    ..if head.any(each => each != "") {
      let label(word) = text(size: 0.9em, style: "italic", words(word))
      (table.hline(stroke: rule), table.header(..head.map(label)), table.hline(stroke: rule))
    },
    ..cells.pos().map(words),
    table.hline(stroke: rule),
  )
})
#let excerpt(text) = block(width: 100%%, raw(text, block: true))
#let drawing(svg) = image(bytes(svg), format: "svg", width: 100%%)
"""


def as_typst(documents: Sequence[Document]) -> str:
    """Render documents as one Typst source, each starting a new page."""
    colours = {"two": _strings(SUIT_COLOURS), "four": f"({_strings(FOUR_COLOURS)})"}
    pages = []
    for document in documents:
        title = f"#heading({_string(document.title)})"
        language = f"#set text(lang: {_string(document.language)})"
        pages.append("\n".join([language, title, *map(_part, document.parts)]))
    return _HEAD % colours + "\n" + "\n\n#pagebreak()\n".join(pages) + "\n"


def _part(part: Part) -> str:
    match part:
        case Heading():
            return f"#heading(level: {part.level}, {_string(part.text)})"
        case Paragraph():
            strong = ", strong: true" if part.kind else ""
            return f"#said({_string(part.text)}{_noted(part.note)}{strong})"
        case Listing():
            return "\n".join(_item(number, item, part) for number, item in enumerate(part.items, start=1))
        case DataTable():
            return _table(part)
        case HandDiagram():
            hands = [f"({_strings((hand.title, *hand.suits))})" for hand in part.hands]
            beside = "".join(f"({_strings(each)}), " for each in part.beside)
            return f"#hands({', '.join(hands)}, beside: ({beside}))"
        case Excerpt():
            return f"#excerpt({_string(chr(10).join(part.lines))})"
        case Picture():
            return f"#drawing({_string(part.draw())})"
        case Blanks():
            return "\n".join(f"#said({_string(f'{what}: {given or BLANK}')})" for what, given in part.lines)


def _item(number: int, item: Item, listing: Listing) -> str:
    mark = f"{number}." if listing.ordered else "–"
    return f"#remark({_string(mark)}, {_string(item.text)}{_noted(item.note)})"


def _noted(note: str) -> str:
    return f", note-under: {_string(note)}" if note else ""


def _table(table: DataTable) -> str:
    wide = wide_columns(table)
    columns = ", ".join("1fr" if each else "auto" for each in wide)
    align = ", ".join("right" if column.number else "left" for column in table.columns)
    head = _strings(column.title for column in table.columns)
    title = f", title: {_string(table.title)}" if table.title else ""
    rows = "".join(f"\n  {', '.join(map(_string, row))}," for row in table.rows)
    return f"#figures(({columns},), ({align},), ({head}){title},{rows}\n)"


def _strings(texts: Iterable[str]) -> str:
    return "".join(f"{_string(text)}, " for text in texts)


_ESCAPED: Final = re.compile(r'[\\"]|[^ -~\u00a1-\uffff\U00010000-\U0010ffff]|[\u2028\u2029]')


def _string(text: str) -> str:
    r"""Return text as a Typst string.

    >>> print(_string('say "#x"' + chr(10)))
    "say \"#x\"\u{a}"
    """
    return '"' + _ESCAPED.sub(_escaped, text) + '"'


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0] in '\\"' else f"\\u{{{ord(found[0]):x}}}"
