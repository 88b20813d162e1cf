"""Prints: columns as Typst and LaTeX set them, diagrams of deals, and the command that draws a moment."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
import typst
from PIL import Image

from notation import read
from notation.formats import SGN, convert
from tests.support.apps import app_in
from tests.support.commands import run
from tests.support.corpus import ROOT, need
from tests.support.pictures import SmallPicture, difference, kept
from tests.support.printed import COLUMN, PRINTED, names, printed, written
from viewer.cards import PICTURES, Look
from viewer.cards.sheets import drawn
from viewer.documents.document import Document, Paragraph
from viewer.documents.typesetting import as_latex
from viewer.exports.formats import FORMATS

SVG: Final = "{http://www.w3.org/2000/svg}"
ODD: Final = """%SGN 1
[Event "Турнир \u201eЗлатен коз\u201c"]
[Rules "santase"]
[A "Иван #_{}$%&~^\\\\"]
[B "Őrzse @*Ű űő \\"q\\" <<>> -- ?` `x`"]

deal 1 dealer A {Коментар 100%; \\end{document\\} ♥♠ *b* 牌}
= A 1 score 1-0
"""
"""A record of everything that means something to one of the two languages."""


# Pictures.


@pytest.fixture(scope="module")
def made() -> list[SmallPicture]:
    return list(printed())


def test_prints_look_as_they_did(made: list[SmallPicture]) -> None:
    """Renewed by tests/scripts/printed.py, when a change is meant."""
    assert {picture.name for picture in made} == names()
    for picture in made:
        before = kept(picture.name, PRINTED)
        assert before is not None
        assert not difference(picture.image, before).is_large, picture.name


def test_a_print_that_lacks_something_is_another(made: list[SmallPicture]) -> None:
    """What a picture is worth: where half of it is empty it is another, and so is one page for the next."""
    for picture in made:
        less = picture.image.copy()
        width, height = less.size
        less.paste((255, 255, 255), (0, 0, width, height // 2))
        assert difference(less, picture.image).is_large, picture.name
    assert difference(made[0].image, made[1].image).is_large


# Diagrams.


def shown(svg: str, look: Look) -> Counter[str]:
    return Counter({name: svg.count(drawn(name, look)) for name in PICTURES})


@pytest.mark.parametrize(
    "path", sorted((ROOT / "samples").glob("*a-game-to-seven.sgn")), ids=lambda p: p.stem
)
def test_a_diagram_has_every_card_of_the_pack_once(path: Path) -> None:
    """Each is drawn otherwise than all others, so that it can be counted."""
    [game] = read(path.read_bytes())
    assert game.record
    deal = game.record.deals[0]
    held = [card for holding in deal.holdings for card in holding.cards]
    svg = convert(path.read_bytes(), SGN, FORMATS["svg"]).data.decode()
    cards = +shown(svg, Look(tone="print"))
    assert sum(cards.values()) == len(set(held)) in (20, 24)
    assert set(cards.values()) == {1}
    assert ElementTree.fromstring(svg).find(f"{SVG}title") is not None


def test_a_diagram_is_of_one_deal_and_says_so() -> None:
    done = convert((ROOT / "samples/closed-and-won.sgn").read_bytes(), SGN, FORMATS["svg"])
    assert done.deals == 1
    assert any("a file may hold no more" in str(entry.why) for entry in done.report)
    assert done.has_losses
    nothing = convert(ODD.encode(), SGN, FORMATS["svg"])
    assert (nothing.data, nothing.deals) == (b"", 0)


@pytest.mark.parametrize("at", [None, "1", "3.2"])
def test_the_command_draws_a_moment(tmp_path: Path, at: str | None) -> None:
    target = tmp_path / "deal.svg"
    place = ["--at", at] if at else []
    done = run("picture", ROOT / "samples/closed-and-won.sgn", *place, "--hidden", "B", "-o", target)
    assert done.exit_code == 0, done.output
    cards = +shown(target.read_text("utf-8"), Look(tone="print"))
    assert cards["hidden"] == 6
    closed = at == "3.2"
    assert cards["closed"] == closed
    assert cards["back"] == (7 if closed else 11)
    assert {"As", "Qs", "Td", "Ac", "Tc", "Qc"} <= set(cards) or at == "3.2"


def test_the_command_writes_pixels_and_refuses_what_it_cannot_draw(tmp_path: Path) -> None:
    target = tmp_path / "deal.png"
    sample = ROOT / "samples/closed-and-won.sgn"
    assert run("picture", sample, "--width", "300", "--open-talon", "-o", target).exit_code == 0
    with Image.open(target) as image:
        assert image.width == 300
    for words in (["--at", "99"], ["--at", "x"], ["--deal", "40"], ["--hidden", "C"], []):
        assert run("picture", sample, *words, "-o", target).exit_code == 2, words
    for name in ("deal.gif", "deal"):
        assert run("picture", sample, "-o", tmp_path / name).exit_code == 2
    assert run("picture", sample).exit_code == 2


def test_where_an_extra_is_missing_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = written(COLUMN, "score-sheet")
    for module in ("resvg_py", "xlsxwriter", "openpyxl"):
        monkeypatch.setitem(sys.modules, module, None)
    sample = ROOT / f"samples/{COLUMN}.sgn"
    for suffix, extra in ((".png", "png"), (".xlsx", "sheets")):
        done = run("convert", sample, tmp_path / f"out{suffix}")
        assert done.exit_code == 2
        assert f"santase[{extra}]" in done.output
    (tmp_path / "in.xlsx").write_bytes(sheet)
    assert "santase[sheets]" in run("convert", tmp_path / "in.xlsx", "-").output
    app = app_in(tmp_path)
    key = app.extensions["archive"].add(sample.read_bytes())[0].id[:16]
    assert app.test_client().get(f"/records/{key}/formats/png/file").status_code == 501


# Columns.


@pytest.mark.parametrize("form", ["typst", "latex"])
def test_a_column_can_be_written_in_and_holds_its_record_still(form: str) -> None:
    text = ODD.replace("牌", "牌\u2028a\u2029b \\\\u{41\\}")
    source = convert(text.encode(), SGN, FORMATS[form]).data
    mark = b"// " if form == "typst" else b"% "
    more = source.replace(b"\n\n", b"\n\n" + mark + b"a word of mine\n\n")
    assert more.count(b"a word of mine")
    assert convert(more, FORMATS[form], SGN).data == convert(text.encode(), SGN, SGN).data


def test_a_column_has_every_hand_trick_and_result() -> None:
    """Looked up in the record as it is written, word for word."""
    source = written(COLUMN, "typst").decode().partition("//sgn")[0]
    record = next(read((ROOT / f"samples/{COLUMN}.sgn").read_bytes())).record
    assert record
    for deal in record.deals:
        assert f'"Deal {deal.number}"' in source
    first = source.partition('"Deal 2"')[0]
    for words in ('"♠ A Q"', '"♥ 10 9"', '"♣ —"', '"10♣?!"', '"exchange, close!, 20♦, K♦"', '"37–78"'):
        assert words in first


@pytest.mark.parametrize("sample", ["a-score-sheet-with-gaps", "closed-and-won", "an-unfinished-evening"])
@pytest.mark.parametrize("form", ["typst", "markdown"])
def test_every_comment_is_printed_wherever_it_stands(sample: str, form: str) -> None:
    """At the head, on tags, deals, hands, tricks, cards and results; there are no variations in these."""
    page = written(sample, form).decode()
    shown = page.partition("//sgn")[0] if form == "typst" else page.partition("## The record")[0]
    shown = re.sub(r"\\([^a-zA-Z0-9])", r"\1", shown)
    comments = re.findall(r"\{((?:\\.|[^}])*)\}", (ROOT / f"samples/{sample}.sgn").read_text("utf-8"))
    assert len(comments) > 5
    for comment in comments:
        assert comment.replace("\\}", "}") in shown


LATEX: Final = ("pdflatex", "pdftotext")


def tex_tools() -> None:
    """What the two tests below need; where everything is tested it has to be there."""
    for tool in LATEX:
        need(tool)


def pdf_text(tex: bytes, folder: Path) -> str:
    """Return the text of the PDF that LaTeX makes, with nothing missing and nothing beyond the margin."""
    (folder / "column.tex").write_bytes(tex)
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "column.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Overfull \\hbox" not in done.stdout
    assert "Missing character" not in (folder / "column.log").read_text("latin-1")
    told = subprocess.run(
        ["pdftotext", "-raw", "column.pdf", "-"], cwd=folder, capture_output=True, check=True
    )
    return " ".join(told.stdout.decode().split())


@pytest.mark.nightly
def test_latex_sets_what_the_record_says(tmp_path: Path) -> None:
    tex_tools()
    text = pdf_text(written(COLUMN, "latex"), tmp_path)
    for words in ("Ivan Petrov – Maria Georgieva", "Event: Friday table", "Deal 6", "37–78", "10♣?!"):
        assert words in text
    hearts = re.sub("[♡♥]", "♥", text)
    assert "♥ 10 9" in hearts
    assert "schwarz, three points." in text


@pytest.mark.nightly
def test_latex_sets_every_sign_and_letter(tmp_path: Path) -> None:
    tex_tools()
    text = pdf_text(convert(ODD.encode(), SGN, FORMATS["latex"]).data, tmp_path)
    for words in ("#_{}$%&~^\\", 'Őrzse @*Ű űő "q" <<>> -- ?` `x`', "100%;", "\\end{document}", "U+724C"):
        assert words in text


@pytest.mark.nightly
def test_latex_takes_every_letter_and_sign(tmp_path: Path) -> None:
    """Of Latin and Cyrillic alphabets, and what else a font of theirs may have or not."""
    tex_tools()
    signs = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x250)), *map(chr, range(0x400, 0x530))]
    signs += [*map(chr, range(0x2010, 0x2040)), *"♠♥♦♣→✓№€…\u0301\u202e\U0001f600"]
    tex = as_latex([Document("All", (Paragraph(" ".join(signs)),), "en")])
    text = pdf_text(tex.encode(), tmp_path)
    assert len(signs) > 700
    for letter in "ÁÉÍÓÖŐÚÜŰáéíóöőúüűÄßăčřžŁ":
        assert letter in text


@pytest.mark.nightly
@pytest.mark.parametrize("path", sorted((ROOT / "samples").glob("*.sgn")), ids=lambda path: path.stem)
def test_every_sample_is_set_within_its_margins(path: Path, tmp_path: Path) -> None:
    tex_tools()
    pdf_text(written(path.stem, "latex"), tmp_path)
    assert typst.compile(written(path.stem, "typst"), format="pdf")
