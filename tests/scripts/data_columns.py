"""Writes the columns of every table to docs/data-columns.md."""

import re
from pathlib import Path
from typing import Final

from notation.corpus import TABLES
from viewer.exports.dataset_card import column_table

PAGE: Final = Path(__file__).parents[2] / "docs" / "data-columns.md"

if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    for table in TABLES:
        text = re.sub(rf"(?m)^(## {table}\n\n)(\|.*\n)*", lambda found: found[1] + column_table(table), text)  # noqa: B023
    PAGE.write_text(text, "utf-8")
