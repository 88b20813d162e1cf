"""An application over an empty archive, somebody who visits it for the first time, and live matches."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.apps import app_in
from tests.support.live_http import Live


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return app_in(tmp_path)


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly search for best play, for tests that do not look at what it is."""
    for limit in ("POSITIONS_SOLVED", "POSITIONS_REPLAYED"):
        monkeypatch.setattr(f"viewer.limits.{limit}", 60)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    made = Live(tmp_path)
    yield made
    made.close()
