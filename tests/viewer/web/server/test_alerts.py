"""The alerts for Prometheus: each fires for a server in its trouble, and none for one that is well."""

import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import Mock

import pytest
import yaml  # type: ignore[import-untyped]
from flask import Flask

from tests.support.apps import made_app
from tests.support.corpus import ROOT, need
from tests.support.promql import Scrape, fires, names, scrape
from viewer.limits import Settings
from viewer.store import Store, StoreError
from viewer.store.backups import rotate
from viewer.web import Config
from viewer.web.live.app import create_live_app
from viewer.web.visits import Visit

FILE: Final = ROOT / "docs" / "deployment" / "alerts.yml"
[GROUP] = yaml.safe_load(FILE.read_text())["groups"]
RULES: Final[dict[str, dict[str, Any]]] = {rule["alert"]: rule for rule in GROUP["rules"]}


class MonitoredServers:
    """Both servers over an archive that was backed up, and what Prometheus sees of them in time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.config = Config(f"sqlite:///{folder / 'archive.db'}")
        self.app: Flask = made_app(self.config)
        self.live: Flask = create_live_app(self.config)
        self.store: Store = self.app.extensions["archive"]
        self.backup = rotate(self.store, folder / "backups", Settings(), datetime.now(UTC), actor="@santase")
        self.now = time.time()
        self.up = 1.0
        self.scrapes: list[Scrape] = []
        self.look()

    def look(self) -> None:
        """Answer a few requests, and be scraped."""
        for path in ("/", "/", "/", "/nowhere", "/"):
            self.app.test_client().get(path).get_data()
        texts = [app.test_client().get("/metrics").text for app in (self.app, self.live)]
        at, seen = scrape(self.now, texts[0])
        for name, vector in scrape(self.now, texts[1])[1].items():
            if name == "santase_live_streams":
                seen[name] = vector
        seen["up"] = {frozenset({("job", "santase")}): self.up}
        self.scrapes.append((at, seen))
        self.now += 300

    def firing(self) -> set[str]:
        return {name for name, rule in RULES.items() if fires(rule["expr"], self.scrapes)}

    def close(self) -> None:
        self.live.extensions["hall"].close()
        for app in (self.app, self.live):
            app.extensions["archive"].close()


def gone(watched: MonitoredServers) -> None:
    watched.up = 0.0


def broken(watched: MonitoredServers) -> None:
    watched.monkeypatch.setattr(Store, "search", Mock(side_effect=KeyError))


def unusable(watched: MonitoredServers) -> None:
    watched.monkeypatch.setattr(Store, "search", Mock(side_effect=StoreError(Mock())))


def slow(watched: MonitoredServers) -> None:
    search = Store.search
    calls = iter(range(100))

    def late(*asked: Any, **how: Any) -> Any:
        if next(calls) == 0:
            time.sleep(1.1)
        return search(*asked, **how)

    watched.monkeypatch.setattr(Store, "search", late)


def full(watched: MonitoredServers) -> None:
    watched.monkeypatch.setattr("viewer.web.server.metrics.disk_usage", lambda _: Mock(free=1_000_000))


def not_backed_up(watched: MonitoredServers) -> None:
    watched.now += 40 * 3600


def refused(watched: MonitoredServers) -> None:
    metrics = watched.app.extensions["watch"].metrics
    for outcome in ("full", "late", "lost") * 4:
        visit = Visit("", status=200, process=outcome)
        metrics.note(visit, "POST", "/api/v1/compare", 0.1, 0.1)


def followed(watched: MonitoredServers) -> None:
    hall = watched.live.extensions["hall"]
    assert all(
        hall.open_stream("ndjson", lambda _: None, sender=f"{number % 10}", watches=True)
        for number in range(1750)
    )


class Trouble(NamedTuple):
    """What happens to the servers, and which alerts fire."""

    happens: Callable[[MonitoredServers], None]
    alerts: set[str]


TROUBLES: Final = (
    Trouble(gone, {"SantaseDown"}),
    Trouble(broken, {"SantaseErrors"}),
    Trouble(unusable, {"SantaseDatabase", "SantaseUnavailable"}),
    Trouble(slow, {"SantaseSlow"}),
    Trouble(full, {"SantaseDiskFull"}),
    Trouble(not_backed_up, {"SantaseBackupOld"}),
    Trouble(refused, {"SantaseLongQuestions"}),
    Trouble(followed, {"SantaseLiveFull"}),
)


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.happens.__name__)
def test_an_alert_fires_in_its_trouble_alone(
    trouble: Trouble, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = MonitoredServers(tmp_path, monkeypatch)
    watched.look()
    assert watched.firing() == set()
    trouble.happens(watched)
    for _ in range(2):
        watched.look()
    assert watched.firing() == trouble.alerts
    watched.close()


def test_an_archive_that_was_never_backed_up_is_an_alert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.viewer.web.server.test_alerts.rotate", Mock())
    watched = MonitoredServers(tmp_path, monkeypatch)
    assert watched.firing() == {"SantaseBackupOld"}
    watched.close()


def test_every_alert_has_a_trouble_and_names_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set().union(*(trouble.alerts for trouble in TROUBLES)) == set(RULES)
    watched = MonitoredServers(tmp_path, monkeypatch)
    for rule in RULES.values():
        assert names(rule["expr"]) <= watched.scrapes[-1][1].keys()
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert set(rule["annotations"]) == {"summary", "runbook"}
    watched.close()


@pytest.mark.nightly
def test_prometheus_reads_the_file() -> None:
    subprocess.run([need("promtool"), "check", "rules", FILE], check=True, capture_output=True)
