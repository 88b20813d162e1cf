"""An application over an empty archive, and somebody who visits it for the first time."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.apps import made_app
from viewer.web import Config


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return made_app(Config(f"sqlite:///{tmp_path / 'archive.db'}"))


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly search for best play, for tests that do not look at what it is."""
    for limit in ("POSITIONS_SOLVED", "POSITIONS_REPLAYED"):
        monkeypatch.setattr(f"viewer.limits.{limit}", 60)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
