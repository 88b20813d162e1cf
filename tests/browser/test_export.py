"""What leaves the house: the page that works without a server, and records that mean harm."""

import gzip
import re
from pathlib import Path
from typing import Final

import pytest

from tests.support.browser import OwnSite, ReplayPage, Visitor
from tests.support.commands import run
from tests.support.corpus import ROOT

CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"
HARM: Final = "<script>window.pwned=1;alert(1)</script><img src=x onerror='window.pwned=2'>"
BREAK_OUT: Final = f"</script></title></style></textarea></pre>--]]>{HARM}<svg onload=window.pwned=3><!--"
RECORD: Final = f"""%SGN 1
[Event "{BREAK_OUT}"]
[Site "javascript:window.pwned=4"]
[Date "{HARM}"]
[A "{BREAK_OUT}"]
[B "\\"' onfocus='window.pwned=5' autofocus x='{{{{7*7}}}}"]
[Rules "santase"]
{{{BREAK_OUT}}}
deal 1 dealer B trump Qd {{{HARM}}}
A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. As {{{BREAK_OUT}}} Td! ( Ts {{{HARM}}} ) @say("{HARM.replace("(1)", "")}")
2. exchange 40d close Kd Kc {{{HARM}}}
3. out {{{HARM}}}
ruling A 1 "{BREAK_OUT.replace('"', "")}"
= B 3 by out (0-69) score 1-3 {{{HARM}}}
"""
FOREIGN: Final = f'%SGN 1\n[Rules "{HARM}"]\n[A "{BREAK_OUT}"]\n{{{BREAK_OUT}\ndeal 1\n1. {HARM}\n'


@pytest.fixture
def exported(site: OwnSite, tmp_path: Path) -> Path:
    """The club match as a file on somebody's disk."""
    path = tmp_path / "club.html"
    path.write_bytes(site.app.test_client().get(f"{site.add(CLUB)}.html").data)
    return path


def test_the_page_works_from_a_disk_without_a_network(visitor: Visitor, exported: Path) -> None:
    asked: list[str] = []
    page = visitor.page()
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(exported.as_uri())
    replay = ReplayPage(page)
    replay.press("ArrowRight")
    assert replay.cards(".trick") == ["jack of clubs"]
    replay.press("ArrowDown", "ArrowDown", "f", "x", "PageDown", "End", "Space", "Space", "?", "Escape")
    assert replay.place[0] == 2
    replay.wait_for_pictures()
    page.locator(".settings summary").click()
    page.get_by_label("Pack").select_option("german")
    replay.wait_for_pictures()
    page.goto("about:blank")
    page.goto(f"{exported.as_uri()}#d2s4v0.1bA")
    assert set(ReplayPage(page).cards(".trick")) == {"ace of acorns", "nine of acorns"}
    assert {url.partition("#")[0] for url in asked} <= {exported.as_uri(), "about:blank"}


def test_the_page_loads_back_as_the_record_that_it_was(
    visitor: Visitor, site: OwnSite, exported: Path
) -> None:
    page = visitor.open("/")
    page.locator("input[type=file]").set_input_files(exported)
    page.get_by_text("Open a file").click()
    page.locator("form.add button").click()
    page.wait_for_url(f"**{site.add(CLUB)}")
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="SGN", exact=True).click()
    assert Path(downloaded.value.path()).read_bytes() == CLUB.read_bytes()


def test_the_page_without_scripts_has_its_tables(visitor: Visitor, exported: Path) -> None:
    page = visitor.open(exported.as_uri(), java_script_enabled=False)
    assert page.locator("#d1 table").last.is_visible()
    assert page.locator("#d7 table").last.is_visible()


def test_harm_stays_text(visitor: Visitor, site: OwnSite, tmp_path: Path) -> None:
    """Script in names, tags, comments, annotations and rulings runs nowhere and is to be read everywhere."""
    address, foreign = site.add(RECORD), site.add(FOREIGN)
    page = visitor.open(address)
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Replay that works without a server").click()
    path = tmp_path / downloaded.value.suggested_filename
    assert path.suffix == ".html"
    downloaded.value.save_as(path)
    pages = (
        f"/?player={HARM}", address, f"{address}/embed", f"{address}/deals/1/ruling", foreign, path.as_uri(),
        f"/?text={BREAK_OUT}&order={HARM}&date_from={HARM}", f"/records/{HARM}", f"{address}#{HARM}",
    )  # fmt: skip
    for place in pages:
        page = visitor.open(place)
        if page.locator("santase-replay").count():
            replay = ReplayPage(page)
            replay.press("Home", *["ArrowRight"] * 12, "Home", "ArrowRight", "v", "f", "x")
        assert page.evaluate("window.pwned") is None, place
        assert page.locator("img").count() == 0, place
        page.close()
    page = visitor.open(address)
    assert HARM in page.inner_text("h1")
    replay = ReplayPage(page)
    replay.press("Home", "ArrowRight")
    assert BREAK_OUT in replay.notes.inner_text()
    assert BREAK_OUT in replay.names()
    # That an address is not there is all that may have been said.
    visitor.faults = [fault for fault in visitor.faults if not re.search("404 .NOT FOUND", fault)]


def test_a_page_of_another_site_shows_the_widget_whatever_the_record_says(
    visitor: Visitor, tmp_path: Path
) -> None:
    """Without a server, in a page that names no encoding and has its own styles; small when packed."""
    (tmp_path / "game.sgn").write_text(RECORD.replace('[A "', '[A "София '), "utf-8")
    script = tmp_path / "game.js"
    assert run("convert", tmp_path / "game.sgn", script, "--to", "widget", "--force").exit_code == 0
    assert run("convert", CLUB, tmp_path / "club.js", "--to", "widget").exit_code == 0
    assert len(gzip.compress((tmp_path / "club.js").read_bytes())) <= 60_000
    host = tmp_path / "blog.html"
    host.write_text(
        "<style>button, svg { display: none } * { color: red }</style>before"
        '<script src="game.js" data-height="30rem"></script>after'
    )
    page = visitor.page()
    page.context.set_offline(True)
    page.goto(host.as_uri())
    inside = page.frame_locator("iframe").locator("santase-replay")
    inside.locator(".controls button").first.wait_for()
    page.keyboard.press("Tab")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("[window.pwned, frames[0].pwned]") == [None, None]
    assert "София" in page.frame_locator("iframe").locator("body").inner_html()
    box = page.locator("iframe").bounding_box()
    assert box
    assert box["height"] == 480
    page.context.set_offline(False)


def test_links_are_copied_by_a_button(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.open(f"{site.add(CLUB)}/sharing?deal=2&at=3")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith("#d2s3")


def test_a_file_name_that_means_harm_is_not_used(visitor: Visitor) -> None:
    page = visitor.open("/")
    name = f"../../{HARM}.sgn".replace("/", "\\")
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/html", "buffer": RECORD.encode()}
    )
    page.get_by_text("Open a file").click()
    page.locator("form.add button").click()
    ReplayPage(page)
    assert page.evaluate("window.pwned") is None
