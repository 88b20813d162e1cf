"""Where a replay stands and where it goes next, without a page: `tests/player.test.mjs`, by node."""

import shutil
from pathlib import Path

from support.corpus import ROOT, passed_by_node


def test_the_player_by_itself(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copytree(ROOT / "viewer/static", tmp_path / "viewer/static")
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/player.test.mjs", tmp_path / "tests")
    assert passed_by_node("tests/player.test.mjs", tmp_path) >= 6
