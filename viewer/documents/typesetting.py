r"""Documents as sources for typesetting, in columns for print: LaTeX, and Typst.

LaTeX needs only standard packages. Special characters are written as commands; letters of the Latin and
Cyrillic alphabets are set, and any other is written as its number. In Typst all text is in strings, in which
only the quotation mark and the backslash are special, and functions of the preamble determine its look;
nothing is downloaded.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
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

SUIT_COLOURS: Final = ("#1a1a1a", "#c8102e", "#c8102e", "#1a1a1a")
FOUR_COLOURS: Final = ("#1a1a1a", "#c8102e", "#1456b8", "#15722f")
"""The colours of the suits in their order, as on the cards: two-colour and four-colour."""
ROOMY: Final = 6
"""Columns of a table that fit beside each other."""
NARROW: Final = 9
CLOSE: Final = 6
"""Characters of a cell that is never wrapped, and of one in a table with more columns."""


def wide_columns(table: DataTable) -> list[bool]:
    """Return which columns contain text that may have to be wrapped.

    >>> from viewer.documents.document import Column
    >>> wide_columns(DataTable((Column("Trick", True), Column("Why")), (("1", "because of the rules"),)))
    [False, True]
    """
    longest = [
        max(len(line) for cell in column for line in (*cell.split("\n"), "")) for column in _cells(table)
    ]
    most = NARROW if len(table.columns) <= ROOMY else CLOSE
    return [size > most and not column.number for size, column in zip(longest, table.columns, strict=True)]


# LaTeX.

_LATEX: Final = r"""%% A4 in two columns, for pdflatex and lualatex. Words can be put between any two parts.
\documentclass[a4paper,10pt,twocolumn]{article}
\usepackage{iftex}
\usepackage[a4paper,hmargin=18mm,top=18mm,bottom=22mm,columnsep=8mm]{geometry}
\usepackage{array,tabularx,color,textcomp}
%(fonts)s\IfFileExists{microtype.sty}{\usepackage{microtype}}{}
\newcommand\matchtitle[1]{\twocolumn[{%%
  \noindent\LARGE\bfseries\raggedright #1\par\vspace{2mm}\hrule height 0.8pt\vspace{5mm}}]}
%(commands)s\raggedbottom
\begin{document}
"""
_LATEX_PART: Final = r"""%% For \input in a document of your own; its preamble needs
%% \usepackage{array,tabularx,color,textcomp}%(encodings)s
\begingroup
\DeclareRobustCommand\matchtitle[1]{\par\addvspace{4mm}\noindent{\Large\bfseries\raggedright #1\par}\nobreak}
%(commands)s"""
_COMMANDS: Final = r"""%% The colours of the suits; for four of them: %(four)s
%(two)s
\DeclareRobustCommand\spade{{\color{spades}\ensuremath{\spadesuit}}}
\DeclareRobustCommand\heart{{\color{hearts}\ensuremath{\heartsuit}}}
\DeclareRobustCommand\diam{{\color{diamonds}\ensuremath{\diamondsuit}}}
\DeclareRobustCommand\club{{\color{clubs}\ensuremath{\clubsuit}}}
\DeclareRobustCommand\unset[1]{{\ttfamily\footnotesize U+#1}}
\DeclareRobustCommand\deal[1]{\par\addvspace{5mm plus 1mm}\noindent\hrulefill\par\nobreak
  \noindent{\large\bfseries #1}\par\nobreak\vspace{1.5mm}}
\DeclareRobustCommand\dealpart[1]{\par\addvspace{2mm}\noindent{\itshape #1}\par\nobreak\vspace{1mm}}
\DeclareRobustCommand\note[1]{{\small\itshape #1\par}}
\DeclareRobustCommand\headsize{\footnotesize}
\DeclareRobustCommand\headcell[1]{{\headsize\itshape\shortstack[l]{\strut #1}}}
\def\ruled{\hline\noalign{\vskip0.4mm}}
\DeclareRobustCommand\hand[1]{\begin{minipage}[t]{0.49\linewidth}\raggedright #1\end{minipage}}
\DeclareRobustCommand\gap{\par\addvspace{1.5mm plus 0.5mm}\noindent\ignorespaces}
\let\remarks\relax\let\endremarks\relax
\newenvironment{remarks}{\begin{list}{\textendash}{\leftmargin=1.1em\labelwidth=0.7em\labelsep=0.4em\topsep=1mm\itemsep=0.5mm\parsep=0pt}}{\end{list}}
\newcolumntype{Y}[1]{>{\raggedright\arraybackslash\hsize=#1\hsize}X}
\setlength\parindent{0pt}
\setlength\tabcolsep{2.4pt}
\setlength\parskip{1mm plus 0.3mm}
\emergencystretch=2em
"""
_FONTS: Final = r"""\ifpdftex
\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[%(encodings)sT1]{fontenc}
\usepackage[utf8]{inputenc}
\fi
\IfFileExists{lmodern.sty}{\ifpdftex\usepackage{lmodern}\fi}{}
"""
_CYRILLIC_FONTS: Final = r"""% Cyrillic letters: lualatex takes the first of these faces that is there.
\ifpdftex
\newcommand\cyr[1]{{\fontencoding{T2A}\fontfamily{cmr}\selectfont #1}}
\else
\usepackage{fontspec}
\newcommand\trycyr[1]{\ifx\cyrfont\undefined\IfFontExistsTF{#1}{\newfontfamily\cyrfont{#1}}{}\fi}
\trycyr{CMU Serif}\trycyr{Libertinus Serif}\trycyr{Linux Libertine O}\trycyr{Liberation Serif}
\trycyr{Times New Roman}\trycyr{FreeSerif}\trycyr{DejaVu Serif}
\ifx\cyrfont\undefined\newcommand\cyrfont{}\fi
\newcommand\cyr[1]{{\cyrfont #1}}
\fi
"""
_CYRILLIC_PART: Final = r"""\ifdefined\pdfoutput
\DeclareRobustCommand\cyr[1]{{\fontencoding{T2A}\fontfamily{cmr}\selectfont #1}}
\else
\DeclareRobustCommand\cyr[1]{#1}
\fi
"""
LONG_WORD: Final = 12
"""Characters of a word that a column has room for; a longer one may be hyphenated."""
_SIZES: Final = (
    (r"\small", 48),
    (r"\footnotesize\renewcommand\headsize{\scriptsize}\tabcolsep1.5pt", 54),
    (r"\scriptsize\renewcommand\headsize{\scriptsize}\tabcolsep1pt", 66),
)
"""The sizes of the letters of a table, and how many of them fit beside each other."""
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def as_latex(documents: Sequence[Document], is_part: bool = False) -> str:
    r"""Render documents as one LaTeX source, each starting a new page; or as a part for ``\input``."""
    pages = "\n\n".join("\n".join([_title(each), *map(_part_of_latex, each.parts)]) for each in documents)
    is_cyrillic = r"\cyr{" in pages
    colours = {"two": _colours(SUIT_COLOURS, "\n"), "four": _colours(FOUR_COLOURS)}
    commands = _COMMANDS % colours
    if is_part:
        encodings = r" \usepackage[T2A,T1]{fontenc}" if is_cyrillic else ""
        head = _LATEX_PART % {"commands": commands + _CYRILLIC_PART * is_cyrillic, "encodings": encodings}
        return f"{head}{pages}\n\\par\\endgroup\n"
    fonts = _FONTS % {"encodings": "T2A," if is_cyrillic else ""} + _CYRILLIC_FONTS * is_cyrillic
    return _LATEX % {"fonts": fonts, "commands": commands} + pages + "\n\n\\end{document}\n"


def _colours(colours: Iterable[str], between: str = "") -> str:
    """Define the colours of the suits."""
    return between.join(
        rf"\definecolor{{{name}}}{{rgb}}{{{','.join(_shares(colour))}}}"
        for name, colour in zip(_SUITS, colours, strict=True)
    )


def _shares(colour: str) -> list[str]:
    return [f"{int(colour[place : place + 2], 16) / 255:.2f}" for place in (1, 3, 5)]


def _title(document: Document) -> str:
    return rf"\matchtitle{{{_tex(document.title)}}}"


def _part_of_latex(part: Part) -> str:
    match part:
        case Heading():
            return rf"\deal{'part' * (part.level > 2)}{{{_tex(part.text)}}}"
        case Paragraph():
            text = rf"\textbf{{{_tex(part.text)}}}" if part.is_strong else _tex(part.text)
            return rf"\gap {text}\par{_note(part.note)}"
        case Listing():
            marks = (f"[{number}.]" if part.ordered else "" for number in range(1, len(part.items) + 1))
            items = [
                rf"\item{mark} {{}}{_tex(item.text)}{_note(item.note)}"
                for mark, item in zip(marks, part.items, strict=True)
            ]
            return "\n".join([r"\begin{remarks}", *items, r"\end{remarks}"])
        case DataTable():
            return _table_of_latex(part)
        case HandDiagram():
            return _hands(part)
        case Excerpt():
            lines = (rf"\texttt{{{_tex(line).replace(' ', '~')}}}\\" for line in part.lines)
            return "\n".join([r"\gap{\raggedright\footnotesize", *lines, r"\par}"])
        case Picture():
            return _table_of_latex(part.words)
        case Blanks():
            return "\n".join(rf"\gap {_tex(f'{what}: {given or BLANK}')}\par" for what, given in part.lines)


def _note(note: str) -> str:
    return rf"\note{{{_tex(note)}}}" if note else ""


def _table_of_latex(table: DataTable) -> str:
    wide = wide_columns(table)
    needed = [_needed(column, is_wide) for column, is_wide in zip(_cells(table), wide, strict=True)]
    shared = sum(compress(needed, wide))
    kinds = [
        "r" if column.number else rf"Y{{{size * sum(wide) / shared:.2f}}}" if is_wide else "l"
        for column, is_wide, size in zip(table.columns, wide, needed, strict=True)
    ]
    sizes = _SIZES[len(kinds) > ROOMY :]
    fits = (words for words, most in sizes if sum(needed) <= most)
    smallest, _ = sizes[-1]
    size = next(fits, smallest)
    between = r"\\" if size == smallest else " "
    lines = [rf"\gap{{{size}"]
    lines += [rf"\textit{{{_tex(table.title)}}}\par\nobreak\vspace{{1mm}}"] if table.title else []
    name, width = ("tabularx", r"{\linewidth}") if any(wide) else ("tabular", "")
    lines.append(rf"\begin{{{name}}}{width}{{@{{}}{''.join(kinds)}@{{}}}}")
    if any(column.title for column in table.columns):
        lines.append(r"\ruled")
        heads = (rf"\headcell{{{_tex(column.title).replace(' ', between)}}}" for column in table.columns)
        lines.append(rf"{' & '.join(heads)} \\")
    lines.append(r"\ruled")
    for row, note in table.noted:
        lines.append(rf"{' & '.join(map(_cell, row))} \\")
        if note:
            cell = rf"\multicolumn{{{len(row)}}}{{@{{}}p{{\linewidth}}@{{}}}}"
            lines.append(rf"{cell}{{\strut\itshape {_tex(note)}}} \\")
    return "\n".join([*lines, r"\hline", rf"\end{{{name}}}\par}}"])


def _cells(table: DataTable) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each column, its title first."""
    return zip([each.title for each in table.columns], *table.rows, strict=True)


def _needed(cells: Iterable[str], is_wide: bool) -> int:
    """Return the characters that a column needs, its margin included: if it is wrapped, for a long word."""
    lines = [line for cell in cells for line in cell.split("\n")]
    if is_wide:
        return 1 + min(LONG_WORD, max(len(word) for line in lines for word in line.split()))
    return 1 + max(map(len, lines))


def _cell(text: str) -> str:
    r"""Return a cell or line, whose first word may be hyphenated; an empty one has a height."""
    return rf"\strut\hspace{{0pt}}{_tex(text)}"


def _hands(diagram: HandDiagram) -> str:
    blocks = []
    for hand in diagram.hands:
        lines = " \\\\\n".join([rf"\textbf{{{_tex(hand.title)}}}", *map(_cell, hand.suits)])
        blocks.append(rf"\hand{{{lines}}}")
    rows = ["\\hfill\n".join(blocks[place : place + 2]) for place in range(0, len(blocks), 2)]
    beside = [rf"\gap\textit{{{_tex(label)}}}\enspace {_tex(cards)}\par" for label, cards in diagram.beside]
    return "\n".join([r"\gap", "\\par\\vspace{1.5mm}\n".join(rows) + r"\par", *beside])


_NAMED: Final = {
    **{sign: rf"\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": "{-}",
    "\n": r"\newline ",
    "♠": r"\spade{}",
    "♥": r"\heart{}",
    "♦": r"\diam{}",
    "♣": r"\club{}",
    "\u00a0": "~",
    "\u00ad": r"\-",
    "—": r"\textemdash{}",
    "–": r"\textendash{}",
    "…": r"\textellipsis{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "„": r"\quotedblbase{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "·": r"\textperiodcentered{}",
    "«": r"\guillemotleft{}",
    "»": r"\guillemotright{}",
    "×": r"\texttimes{}",
    "½": r"\textonehalf{}",
    "€": r"\texteuro{}",
    "→": r"\ensuremath{\rightarrow}",
    "✓": r"\ensuremath{\surd}",
    "№": "No.",
}
_LATIN: Final = (
    "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0102-\u0107\u010c-\u0111\u0118-\u011b\u011e\u011f"
    "\u0130\u0131\u0139-\u013e\u0141-\u0144\u0147\u0148\u0150-\u0155\u0158-\u015b"
    "\u015e-\u0165\u016e-\u0171\u0178-\u017e\u0218-\u021b"
)
"""The letters of the font encoding T1."""
_CYRILLIC: Final = "\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f"
_SPECIAL: Final = re.compile(rf"[{_CYRILLIC}]+|[^\x20-\x7e{_LATIN}]|[#$%&_{{}}\\^~\"'`<>|]|-(?=-)")


def _tex(text: str) -> str:
    r"""Escape text for LaTeX.

    >>> print(_tex("50% of #1 – ♠A, Иван"))
    50\% of \#1 \textendash{} \spade{}A, \cyr{Иван}
    """
    return _SPECIAL.sub(_named, text)


def _named(found: re.Match[str]) -> str:
    signs = found[0]
    if signs in _NAMED:
        return _NAMED[signs]
    return rf"\cyr{{{signs}}}" if re.match(f"[{_CYRILLIC}]", signs) else rf"\unset{{{ord(signs):X}}}"


# Typst.

_TYPST: Final = """\
// A4 in two columns; `typst compile` makes a PDF of it. Words can be put anywhere between the parts.
#set page(paper: "a4", margin: (x: 18mm, top: 18mm, bottom: 20mm), columns: 2, numbering: "1")
#set columns(gutter: 8mm)
#set text(font: "Libertinus Serif", size: 9.5pt, number-type: "lining")
#set par(justify: true, leading: 0.55em, spacing: 0.75em)
#show heading.where(level: 1): it => place(top + center, scope: "parent", float: true, clearance: 6mm, {
  set par(justify: false)
  block(text(size: 19pt, weight: "bold", it.body))
  line(length: 100%, stroke: 1pt)
})
"""
_TYPST_PART: Final = "// For `#include` in a document of your own.\n"
_TYPST_FUNCTIONS: Final = """\
// The colours of the suits; for four of them: %(four)s
#let suits = (%(two)s)
#let rule = 0.4pt + luma(55%%)
#show heading: set text(hyphenate: false)
#show regex("[♠♥♦♣]"): sign => {
  let place = "♠♥♦♣".clusters().position(each => each == sign.text)
  text(font: "DejaVu Sans Mono", size: 0.94em, fill: rgb(suits.at(place)), sign)
}
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
    ..cells.pos().map(cell => if type(cell) == str { words(cell) } else {
      table.cell(colspan: columns.len(), align: left, emph(words(cell.below)))
    }),
    table.hline(stroke: rule),
  )
})
#let below(text) = (below: text)
#let excerpt(text) = block(width: 100%%, raw(text, block: true))
#let drawing(svg) = image(bytes(svg), format: "svg", width: 100%%)
"""


def as_typst(documents: Sequence[Document], is_part: bool = False) -> str:
    """Render documents as one Typst source, each starting a new page; or as a part for ``#include``."""
    colours = {"two": _strings(SUIT_COLOURS), "four": f"({_strings(FOUR_COLOURS)})"}
    pages = []
    for document in documents:
        title = f"#heading({_string(document.title)})"
        language = f"#set text(lang: {_string(document.language)})"
        pages.append("\n".join([language, title, *map(_part_of_typst, document.parts)]))
    head, between = (_TYPST_PART, "\n\n") if is_part else (_TYPST, "\n\n#pagebreak()\n")
    return f"{head}{_TYPST_FUNCTIONS % colours}\n{between.join(pages)}\n"


def _part_of_typst(part: Part) -> str:
    match part:
        case Heading():
            return f"#heading(level: {part.level}, {_string(part.text)})"
        case Paragraph():
            strong = ", strong: true" if part.is_strong else ""
            return f"#said({_string(part.text)}{_noted(part.note)}{strong})"
        case Listing():
            return "\n".join(_item(number, item, part) for number, item in enumerate(part.items, start=1))
        case DataTable():
            return _table_of_typst(part)
        case HandDiagram():
            hands = [f"({_strings((hand.title, *hand.suits))})" for hand in part.hands]
            beside = "".join(f"({_strings(each)}), " for each in part.beside)
            return f"#hands({', '.join(hands)}, beside: ({beside}))"
        case Excerpt():
            return f"#excerpt({_string(chr(10).join(part.lines))})"
        case Picture():
            return "\n".join(f"#drawing({_string(each)})" for each in part.draw())
        case Blanks():
            return "\n".join(f"#said({_string(f'{what}: {given or BLANK}')})" for what, given in part.lines)


def _item(number: int, item: Item, listing: Listing) -> str:
    mark = f"{number}." if listing.ordered else "–"
    return f"#remark({_string(mark)}, {_string(item.text)}{_noted(item.note)})"


def _noted(note: str) -> str:
    return f", note-under: {_string(note)}" if note else ""


def _table_of_typst(table: DataTable) -> str:
    wide = wide_columns(table)
    columns = ", ".join("1fr" if each else "auto" for each in wide)
    align = ", ".join("right" if column.number else "left" for column in table.columns)
    head = _strings(column.title for column in table.columns)
    title = f", title: {_string(table.title)}" if table.title else ""
    rows = "".join(
        f"\n  {', '.join(map(_string, row))}," + (f"\n  below({_string(note)})," if note else "")
        for row, note in table.noted
    )
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
