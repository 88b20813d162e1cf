"""The page of puzzles: at every width, in every look, by keyboard, and for everybody."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.test_pages import axe, sideways
from tests.support.commands import run


def test_a_puzzle_is_solved_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.html"
    words = ["puzzles", "--rules", "schnapsen", "--number", "2", "--lang", "de", "-o", str(file)]
    assert run(*words).exit_code == 0
    with browser.new_page(java_script_enabled=False) as page:
        page.goto(file.as_uri())
        first = page.locator("section").first
        right = first.locator(".right")
        expect(right).to_be_hidden()
        for _ in range(first.locator("summary").count()):
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            expect(first.locator("details p").filter(visible=True)).to_have_count(1)
            if right.is_visible():
                break
        expect(right).to_contain_text("Richtig")
    with browser.new_page() as page:
        page.goto(file.as_uri())
        page.locator("section").last.locator("summary").first.click()
        assert axe(page) == []
        assert sideways(page) == []
