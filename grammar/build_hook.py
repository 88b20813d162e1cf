"""What hatchling calls when it builds a wheel or installs the tree: saves the parser's tables, adds samples.

No part of the program, and in no wheel.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface):  # type: ignore[type-arg] # hatchling says nothing of its configuration
    """Saves the tables beside the grammar; where the tree cannot be written, each process builds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what is not in the tree, or not where the wheel has it."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from grammar import tables

        try:
            tables.save()
        except OSError as error:
            self.app.display_warning(f"the parser's tables are not saved: {error}")
        samples = root / "samples"
        build_data["force_include"] |= {
            str(file): f"viewer/samples/{file.relative_to(samples)}"  # `santase serve` opens on them
            for file in samples.rglob("*")
            if file.is_file() and "screenshots" not in file.parts
        }
