"""Where a replay stands and where it goes next, without a page: `player.test.mjs`, by node."""

import shutil
from pathlib import Path

from tests.support.corpus import ROOT, passed_by_node

PLAYER = "tests/viewer/web/record/player.test.mjs"


def test_the_player_by_itself(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copytree(ROOT / "viewer/static", tmp_path / "viewer/static")
    (tmp_path / "tests/viewer/web/record").mkdir(parents=True)
    shutil.copy(ROOT / PLAYER, tmp_path / PLAYER)
    assert passed_by_node(PLAYER, tmp_path) >= 6
