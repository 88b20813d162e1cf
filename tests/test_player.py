"""Where a replay stands and where it goes next, without a page: `tests/player.test.mjs`, by node."""

import re
import shutil
import subprocess
from pathlib import Path

from support.corpus import ROOT, need_node


def test_the_player_by_itself(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copytree(ROOT / "viewer/static", tmp_path / "viewer/static")
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/player.test.mjs", tmp_path / "tests")
    done = subprocess.run(
        [need_node(), "--test", "tests/player.test.mjs"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    passed = re.search("pass ([0-9]+)", done.stdout)
    assert done.returncode == 0, done.stdout
    assert passed
    assert int(passed[1]) >= 6
