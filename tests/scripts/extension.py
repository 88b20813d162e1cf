"""Checks a packaged extension for VS Code: what its manifest names and the referee, and nothing else."""

import json
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = {
    "LICENSE.txt",
    "README.md",
    "dist/extension.js",
    "dist/sgn.tmLanguage.json",
    "language-configuration.json",
    "package.json",
    "server/santase.whl",
}
"""What it has, without the version in the name of the wheel."""


def faults(package: Path) -> list[str]:
    with zipfile.ZipFile(package) as packed:
        found = {name: packed.read(name) for name in packed.namelist() if name.startswith("extension/")}
    files = {
        re.sub(r"(?<=^server/santase)-.*(?=\.whl$)", "", name.removeprefix("extension/")): data
        for name, data in found.items()
    }
    wrong = [f"{name} is missing" for name in sorted(FILES - files.keys())]
    wrong += [f"{name} does not belong in it" for name in sorted(files.keys() - FILES)]
    if wrong:
        return wrong
    manifest = json.loads(files["package.json"])
    contributed = manifest["contributes"]
    named = [manifest["main"], *(each["path"] for each in contributed["grammars"])]
    named += [each["configuration"] for each in contributed["languages"]]
    wrong += [f"{name} is named and missing" for name in named if name.removeprefix("./") not in files]
    if files["dist/sgn.tmLanguage.json"] != (ROOT / "viewer/editor/sgn.tmLanguage.json").read_bytes():
        wrong.append("the colours are not those of viewer/editor")
    script = files["dist/extension.js"]
    wrong += [
        f"the command {command['command']} is not registered"
        for command in contributed["commands"]
        if command["command"].encode() not in script
    ]
    if b"viewer/editor/server.py" not in files["server/santase.whl"]:
        wrong.append("the wheel has no language server")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "extension.js")
        path.write_bytes(script)
        if subprocess.run(["node", "--check", path], check=False).returncode:
            wrong.append("extension.js is no JavaScript")
    return wrong


if __name__ == "__main__":
    found = faults(Path(sys.argv[1]))
    print("\n".join(found) or f"{sys.argv[1]}: complete")
    sys.exit(bool(found))
