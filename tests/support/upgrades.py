"""A later program, which knows one step more of the tables of an archive."""

from pathlib import Path

import pytest

from viewer.store import migrations


def know_later_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program know step 0002 until the end of a test."""
    folders = [*migrations.FOLDERS, str(Path(__file__).with_name("later_steps"))]
    monkeypatch.setattr(migrations, "FOLDERS", folders)
