"""A record on paper, and read without scripts: an annotated column, with everything that was written."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from notation import read
from notation.record import Comment, walk
from tests.support.browser import OwnSite, Visitor
from tests.support.corpus import ROOT

SAMPLES: Final = sorted((ROOT / "samples").glob("*.sgn"))
CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"


def comments(path: Path) -> list[list[str]]:
    """The comments of each game of a file."""
    games = (game.record for game in read(path.read_bytes()))
    return [
        [note.text for _, note in walk(record) if isinstance(note, Comment)] for record in games if record
    ]


def bare(text: str) -> str:
    """A text without blanks, which differ where lines are broken."""
    return "".join(text.split())


def pdf_text(page: Page, folder: Path) -> str:
    page.pdf(path=folder / "page.pdf", prefer_css_page_size=True)
    told = subprocess.run(
        ["pdftotext", "-raw", "page.pdf", "-"], cwd=folder, capture_output=True, check=True
    ).stdout.decode()
    return bare(re.sub(r"\d+ / \d+\s*\f", "", told))


@pytest.mark.parametrize("scripts", [True, False])
def test_every_comment_is_printed(visitor: Visitor, site: OwnSite, scripts: bool) -> None:
    page = visitor.open(site.add(CLUB), java_script_enabled=scripts)
    if scripts:
        page.emulate_media(media="print")
    shown = bare(page.locator("main").inner_text())
    [written] = comments(CLUB)
    assert len(written) > 20
    assert [each for each in written if bare(each) not in shown] == []
    assert page.locator("santase-replay").is_visible() is False
    assert "Thescore,dealbydeal" in shown


@pytest.mark.nightly
def test_every_comment_of_the_samples_is_in_the_pdf(visitor: Visitor, site: OwnSite, tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.fail("pdftotext: `.ci/nightly` installs it")
    page, seen = visitor.page(), 0
    for path in SAMPLES:
        kept = site.store.add(path.read_bytes())
        for listed, written in zip(kept, comments(path), strict=True):
            page.goto(f"/records/{listed.id[:16]}")
            text = pdf_text(page, tmp_path)
            assert [each for each in written if bare(each) not in text] == [], path.name
            seen += len(written)
    assert seen > 300
