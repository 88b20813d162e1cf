"""The extension for VS Code: its code in a simulated editor, with the real server."""

import sys
import zipfile
from pathlib import Path

import pytest

from tests.scripts.extension import FILES, faults
from tests.support.corpus import ROOT, passed_by_node

FOLDER = ROOT / "viewer/editor/vscode"


@pytest.mark.nightly
def test_the_extension_with_the_real_server(tmp_path: Path) -> None:
    program = tmp_path / "santase"
    lines = (f"#!{sys.executable}", "from viewer.cli import main", "main(prog_name='santase')", "")
    program.write_text("\n".join(lines), "utf-8")
    program.chmod(0o755)
    environment = {"SANTASE": str(program), "PYTHONPATH": str(ROOT)}
    assert passed_by_node("tests/viewer/editor/extension.test.cjs", ROOT, **environment) == 3


def test_what_is_missing_in_a_package_is_seen(tmp_path: Path) -> None:
    """`.ci/extension` builds the package and looks into it; a look that sees nothing would prove nothing."""
    package = tmp_path / "a.vsix"
    sources = {
        "LICENSE.txt": ROOT / "LICENSE",
        "dist/extension.js": FOLDER / "extension.js",
        "dist/sgn.tmLanguage.json": ROOT / "viewer/editor/sgn.tmLanguage.json",
    }
    wheel = "server/santase.whl"
    contents = {name: sources.get(name, FOLDER / name).read_bytes() for name in FILES - {wheel}}
    contents[wheel] = b"PK viewer/editor/server.py"

    def packed(files: dict[str, bytes]) -> list[str]:
        with zipfile.ZipFile(package, "w") as archive:
            for name, data in files.items():
                archive.writestr(f"extension/{name}", data)
        return faults(package)

    assert packed(contents) == []
    assert packed(contents | {wheel: b""}) == ["the wheel has no language server"]
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
