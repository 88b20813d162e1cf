"""An application over an empty archive, and somebody who visits it for the first time."""

from importlib import import_module
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
    for module in ("viewer.web.api.rulings", "viewer.web.kept", "viewer.web.record.pages"):
        monkeypatch.setattr(import_module(module), "POSITIONS_SOLVED", 60)
    monkeypatch.setattr(import_module("viewer.web.record.pages"), "POSITIONS_REPLAYED", 60)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
