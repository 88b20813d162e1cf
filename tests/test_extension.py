"""The extension for VS Code: its own code in an editor that is not there, with the real server behind it."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts.extension import FILES, faults
from support.corpus import ROOT, need_node

FOLDER = ROOT / "viewer/editor/vscode"


@pytest.mark.slow
def test_the_extension_with_the_real_server(tmp_path: Path) -> None:
    program = tmp_path / "santase"
    lines = (f"#!{sys.executable}", "from viewer.cli import main", "main(prog_name='santase')", "")
    program.write_text("\n".join(lines), "utf-8")
    program.chmod(0o755)
    done = subprocess.run(
        [need_node(), "--test", "tests/extension.test.cjs"],
        cwd=ROOT,
        env=os.environ | {"SANTASE": str(program), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    passed = re.search("pass ([0-9]+)", done.stdout)
    assert done.returncode == 0, done.stdout
    assert passed
    assert int(passed[1]) == 2


def test_what_is_missing_in_a_package_is_seen(tmp_path: Path) -> None:
    """`.ci/extension` builds the package and looks into it; a look that sees nothing would prove nothing."""
    package = tmp_path / "a.vsix"
    sources = {
        "LICENSE.txt": ROOT / "LICENSE",
        "dist/extension.js": FOLDER / "extension.js",
        "dist/sgn.tmLanguage.json": ROOT / "viewer/editor/sgn.tmLanguage.json",
    }
    contents = {name: sources.get(name, FOLDER / name).read_bytes() for name in FILES}

    def packed(files: dict[str, bytes]) -> list[str]:
        with zipfile.ZipFile(package, "w") as archive:
            for name, data in files.items():
                archive.writestr(f"extension/{name}", data)
        return faults(package)

    assert packed(contents) == []
    for name in FILES:
        others = {other: data for other, data in contents.items() if other != name}
        assert packed(others) == [f"{name} is missing"]
    assert packed(contents | {"node_modules/x.js": b""}) == ["node_modules/x.js does not belong in it"]
    broken = contents | {"dist/extension.js": contents["dist/extension.js"] + b"}"}
    assert packed(broken) == ["extension.js is no JavaScript"]
    unnamed = contents["dist/extension.js"].replace(b"santase.restart", b"santase.start")
    assert packed(contents | {"dist/extension.js": unnamed}) == [
        "the command santase.restart is not registered"
    ]
