"""The hatchling build hook: saves the parser tables, prepares what is compiled, adds samples and suite.

Not part of the program, and in no wheel.
"""

import gzip
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUITE: Final = "viewer/cli/conformance/suite.jsonl"
"""Three megabytes that only authors of other implementations need."""


class Hook(BuildHookInterface):  # type: ignore[type-arg] # hatchling says nothing of its configuration
    """Saves the tables next to the grammar; where the tree is read-only, each process builds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add files that are not in the tree, or that have another place in the wheel."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from grammar import tables

        try:
            tables.save()
        except OSError as error:
            self.app.display_warning(f"the parser's tables are not saved: {error}")
        if "mypyc" in self.build_config.hook_config:
            from grammar import specialising

            specialising.write(root)
            if sys.platform == "linux":
                # Small functions may be put into each other; in a shared library that is not otherwise done.
                os.environ["CFLAGS"] = f"-fno-semantic-interposition {os.environ.get('CFLAGS', '')}"
        samples = root / "samples"
        build_data["force_include"] |= {
            str(file): f"viewer/samples/{file.relative_to(samples)}"  # the start page of `santase serve`
            for file in samples.rglob("*")
            if file.is_file() and "screenshots" not in file.parts
        } | {str(self._compressed(SUITE)): f"{SUITE}.gz"}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was only written to be compiled, and what was compiled: it would hide its source."""
        from grammar import specialising

        root = Path(self.root)
        (root / specialising.PRODUCT).unlink(missing_ok=True)
        for name in build_data["artifacts"] if "mypyc" in self.build_config.hook_config else ():
            for path in root.glob(name.lstrip("/")):
                path.unlink()
        self._folder.cleanup()

    def _compressed(self, name: str) -> Path:
        """Compress a file into a folder that is there until the wheel is."""
        self._folder = TemporaryDirectory()
        path = Path(self._folder.name) / "compressed.gz"
        path.write_bytes(gzip.compress((Path(self.root) / name).read_bytes(), mtime=0))
        return path
