"""The pages look as they are known to: wide and narrow, light and dark (`tests/scripts/pictures.py`)."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser import served
from tests.support.live_site import live_site
from tests.support.pictures import (
    FOLDER,
    SmallPicture,
    all_pictures,
    difference,
    kept,
    live_pictures,
    pictures,
)
from tests.support.sizes import at_night, some

MOST_BYTES = 900_000


def others(taken: list[SmallPicture]) -> dict[str, object]:
    """Return the pictures that differ from the recorded ones, and by how much."""
    found: dict[str, object] = {}
    for picture in taken:
        known = kept(picture.name)
        apart = difference(picture.image, known) if known else None
        if apart is None or apart.is_large:
            found[picture.name] = apart
    return found


@pytest.mark.slow
@pytest.mark.parametrize("looks", some(["some", "all"], "some"))
def test_the_pages_look_as_they_did(browser: Browser, tmp_path: Path, looks: str) -> None:
    """Each page in one look; at night in all four."""
    with served(tmp_path) as site:
        assert others(list(pictures(browser, site, in_turn=looks == "some"))) == {}


@pytest.mark.nightly
def test_every_page_looks_as_it_did(browser: Browser, tmp_path: Path) -> None:
    folders = tmp_path / "site", tmp_path / "empty"
    for folder in folders:
        folder.mkdir()
    with served(folders[0]) as site, served(folders[1]) as empty:
        assert others(list(all_pictures(browser, site, empty, in_turn=at_night(1, 4) < 4))) == {}


@pytest.mark.nightly
def test_a_live_table_looks_as_it_did(browser: Browser, tmp_path: Path) -> None:
    with live_site(tmp_path) as live:
        assert others(list(live_pictures(browser, live))) == {}


def test_the_pictures_are_small() -> None:
    paths = list(FOLDER.glob("*.png"))
    assert len(paths) == 336
    assert sum(path.stat().st_size for path in paths) < MOST_BYTES
