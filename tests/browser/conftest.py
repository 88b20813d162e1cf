"""A browser for each module of tests, an archive for all of them, and visitors who see every fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser import Site, Visitor, launched, served
from tests.support.corpus import need_chromium


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One archive for all tests of a process; each adds what it looks at."""
    with served(tmp_path_factory.mktemp("browser")) as site:
        yield site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder needs a browser."""
    here = f"{Path(__file__).parent}/"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker("browser")


# Not for the whole session: playwright keeps its event loop running, in which other tests' loops cannot run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched(need_chromium()) as browser:
        yield browser


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    """A browser user; no request of the test may have been refused."""
    visitor = Visitor(browser, site)
    yield visitor
    visitor.leave()
    assert visitor.faults == []
