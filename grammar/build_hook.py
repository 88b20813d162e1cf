"""The hatchling build hook: saves the parser tables, specialises what is compiled, and adds the samples.

Not part of the program, and in no wheel.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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
        samples = root / "samples"
        build_data["force_include"] |= {
            str(file): f"viewer/samples/{file.relative_to(samples)}"  # the start page of `santase serve`
            for file in samples.rglob("*")
            if file.is_file() and "screenshots" not in file.parts
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was only written to be compiled."""
        from grammar import specialising

        (Path(self.root) / specialising.PRODUCT).unlink(missing_ok=True)
