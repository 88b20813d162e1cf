"""The annotated column of a match: on the page for paper and without scripts, and for typesetting."""

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest
import typst

from notation import read
from notation.formats import SGN, convert
from notation.judge import judge
from notation.record import Comment, walk
from tests.support.corpus import ROOT
from viewer.documents.document import DataTable, HandDiagram
from viewer.documents.languages import language
from viewer.exports.formats import FORMATS
from viewer.exports.shown import match_document
from viewer.replay.page import replay_parts

SAMPLES: Final = sorted((ROOT / "samples").glob("*.sgn"))
ASKED: Final = """%SGN 1
[Rules "santase"]
[A "Ana"]
[B "Bo"]

deal 1 dealer B trump 9h
A: As Ks Qs Js Th Td
B: Ts 9s Ah Kh Ad Kd
talon: Qd Jd 9d Ac Tc Kc Qc Jc 9c Qh Jh 9h
1. As 9s @diagram(all)
2. Ks @diagram(A) (Js {lower $1} Ts @diagram(B)) Ts
"""


def flat(text: str) -> str:
    return " ".join(text.split())


def bare(text: str) -> str:
    return flat(text.replace("\\", ""))


def words(html: str) -> str:
    return flat(unescape(re.sub("<[^>]*>", "", html.replace("<br>", " "))))


@pytest.mark.nightly
def test_every_comment_of_the_samples_is_in_the_column() -> None:
    """In variations too; on the page and in the sources for typesetting."""
    seen = 0
    for path in (*SAMPLES, ROOT / "samples/lax/german-letters-and-suits.sgn"):
        for game in read(path.read_bytes()):
            judgement = judge(game)
            parts = replay_parts(judgement, language("en"))
            page = flat(
                " ".join([*parts["introduction"], *(words(each["html"]) for each in parts["sheets"])])
            )
            document = bare(repr(match_document(judgement, language("en"))).replace("\\n", " "))
            assert game.record
            for _, note in walk(game.record):
                if isinstance(note, Comment):
                    seen += 1
                    assert flat(note.text) in page, (path.name, note.text)
                    assert bare(note.text) in document, (path.name, note.text)
    assert seen > 300


def test_marks_variations_and_the_score_are_in_the_column() -> None:
    [game] = read((ROOT / "samples/a-club-match-with-clocks.sgn").read_bytes())
    parts = replay_parts(judge(game), language("en"))
    first = words(parts["sheets"][0]["html"])
    assert "10♥!" in first
    assert (
        "(4. Radka 20 ♥ – With the talon open it is only the half of it: Radka Q♥, Petar A♥, 5. Petar 9♣"
        in first
    )
    assert "At 2026" not in first
    assert "clk" not in first
    rows = re.findall("<tr>(.*?)</tr>", parts["ledger"])
    assert words(rows[-1].replace("</td>", " ")) == "7 Radka Radka 1 66–57 7–6"


def test_a_diagram_stands_where_the_annotator_asks_for_one() -> None:
    judgement = judge(next(read(ASKED)))
    assert not judgement.errors, judgement.findings
    parts = match_document(judgement, language("en")).parts
    shown = [part for part in parts if isinstance(part, HandDiagram | DataTable)]
    kinds = [type(part).__name__ for part in shown]
    assert kinds == ["HandDiagram", "DataTable", "HandDiagram", "DataTable", "HandDiagram", "HandDiagram"]
    _, _, every, _, ana, bo = shown
    assert isinstance(every, HandDiagram)
    assert [hand.title for hand in every.hands] == ["Ana", "Bo"]
    assert every.hands[0].suits == ("♠ K Q J", "♥ 10", "♦ 10", "♣ —")
    assert dict(every.beside)["The trick on the table"] == "Ana A♠, Bo 9♠"
    assert isinstance(ana, HandDiagram)
    assert [hand.title for hand in ana.hands] == ["Ana"]
    assert dict(ana.beside)["The trick on the table"] == "Ana K♠"
    assert isinstance(bo, HandDiagram)
    assert bo.hands[0].title == "Bo"
    assert bo.hands[0].suits[0] == "♠ —"
    assert dict(bo.beside)["The trick on the table"] == "Ana J♠, Bo 10♠", "what lies there in the variation"


@pytest.mark.parametrize("form", ["latex", "typst"])
def test_a_part_has_the_same_text_without_a_page_of_its_own(form: str) -> None:
    sample = (ROOT / "samples/sixty-six-four-a-match-of-partners.sgn").read_bytes()
    whole, part = (convert(sample, SGN, FORMATS[name]).data.decode() for name in (form, f"{form}-part"))
    start = {"latex": "\\matchtitle{", "typst": "#set text(lang:"}[form]
    end = {"latex": "\n\\end{document}", "typst": "\n//sgn"}[form]
    text = whole[whole.rindex(start) : whole.index(end)].rstrip()
    assert text in part
    for page in ("\\documentclass", "\\begin{document}", "\\usepackage[a4paper", "#set page"):
        assert not re.search(f"^{re.escape(page)}", part, re.MULTILINE)
    assert convert(part.encode(), FORMATS[form], SGN).data == convert(sample, SGN, SGN).data


def test_a_typst_document_includes_parts(tmp_path: Path) -> None:
    sample = (ROOT / "samples/closed-and-won.sgn").read_bytes()
    (tmp_path / "game.typ").write_bytes(convert(sample, SGN, FORMATS["typst-part"]).data)
    own = tmp_path / "own.typ"
    own.write_text('Before. #include "game.typ"\nBetween.\n#include "game.typ"\nAfter.\n', "utf-8")
    assert typst.compile(own, format="pdf").startswith(b"%PDF")
