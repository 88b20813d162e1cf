"""A browser and an archive for all tests of this folder, and visitors who see every fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser import OwnSite, Visitor, launched, served
from tests.support.corpus import need_chromium
from tests.support.live_site import LiveSite, live_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnSite]:
    """One archive for all tests of a process; each adds what it looks at."""
    with served(tmp_path_factory.mktemp("browser")) as site:
        yield site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder needs a browser.

    Of the combinations of parameters so many are run on every change that each value occurs, others at night.
    """
    here = f"{Path(__file__).parent}/"
    cases: dict[str, list[pytest.Function]] = {}
    for item in items:
        if str(item.path).startswith(here) and isinstance(item, pytest.Function):
            item.add_marker("browser")
            if hasattr(item, "callspec") and not item.get_closest_marker("nightly"):
                cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in cases.values():
        for item in set(found) - set(covering(found)):
            item.add_marker("nightly")


def covering(cases: list[pytest.Function]) -> Iterator[pytest.Function]:
    """Cases in which each value of each parameter occurs; first those with new values alone."""
    seen: set[tuple[str, str]] = set()
    for how_many in (all, any):
        for case in cases:
            shown = {(name, repr(value)) for name, value in case.callspec.params.items()}
            if how_many(value not in seen for value in shown):
                seen |= shown
                yield case


# Not for the whole session: playwright keeps its event loop running, in which other tests' loops cannot run.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched(need_chromium()) as browser:
        yield browser


@pytest.fixture
def visitor(browser: Browser, site: OwnSite) -> Iterator[Visitor]:
    """A browser user; no request of the test may have been refused."""
    visitor = Visitor(browser, site)
    yield visitor
    visitor.leave()
    assert visitor.faults == []


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site with live matches for the tests of a module; one may have a site with other settings."""
    with live_site(tmp_path_factory.mktemp("live")) as site:
        yield site


@pytest.fixture
def guest(browser: Browser, live: LiveSite) -> Iterator[Visitor]:
    """A visitor of live matches; no request of the test may have been refused."""
    visitor = Visitor(browser, live)  # type: ignore[arg-type]
    yield visitor
    visitor.leave()
    assert visitor.faults == []
