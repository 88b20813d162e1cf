"""The data set card for Hugging Face: Markdown with YAML front matter, in English.

Its figures were counted while the tables were written; the owner has to add the licence.
"""

import json
import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from notation.corpus import TABLES
from notation.formats import Format, TableFacts

MOST_SOURCES: Final = 20
"""Maximum of source files listed."""
_ABOUT: Final = {
    "deals": "a row for each deal: its cards, and what it came to",
    "tricks": "a row for each trick: its cards in the order of play, and who took it",
    "decisions": "a row for each decision: what the player saw, what the rules allowed, what was done, "
    "and what the deal came to for that player",
}
_CELLS: Final = {
    ".jsonl": "Lists are lists of JSON, and what is missing is null.",
    ".csv": "A list is one cell, numbers with hyphens and words with blanks between them; what is missing "
    "is empty.",
    ".parquet": "Lists are lists, and what is missing is null.",
}
_SEEN: Final = (
    "\n\nA row holds nothing that the player could not see, but what was done (`word`, `kind`, `card`, "
    "`ruling`) and what came of it (`outcome_...`): those are to be predicted, not to be learned from."
)


def column_table(table: str) -> str:
    """Return the columns of a table as a Markdown table: name, type, unit, meaning.

    >>> print(column_table("tricks").splitlines()[-1])
    | `points` | numbers | card points | card points by side after it, as far as they count |
    """
    rows = (f"| `{each.name}` | {each.kind.value} | {each.unit} | {each.about} |\n" for each in TABLES[table])
    return "| column | type | unit | meaning |\n|---|---|---|---|\n" + "".join(rows)


def dataset_card(
    facts: TableFacts, form: Format, outputs: Sequence[str], card: str, sources: Sequence[str], command: str
) -> str:
    """Return the card of some files of one format, to be stored next to them."""
    assert form.table  # noqa: S101 - others have no card
    table = form.table.name
    files = [os.path.relpath(name, Path(card).parent).replace(os.sep, "/") for name in outputs]
    counted = sorted(facts.specs.items(), key=lambda each: (-each[1], each[0]))
    rules = "".join(f"| `{spec}` | {number} |\n" for spec, number in counted)
    named = "".join(f"* `{Path(name).name}`\n" for name in sources[:MOST_SOURCES])
    if len(sources) > MOST_SOURCES:
        named += f"* and {len(sources) - MOST_SOURCES} more\n"
    dates = facts.first if facts.first == facts.last else f"{facts.first} to {facts.last}"
    return f"""---
pretty_name: {json.dumps(f"Santase, Sixty-six and Schnapsen: {table}")}
# license: name one, and take away the sign before it
size_categories:
- {_size(facts.rows)}
tags:
- card-games
- schnapsen
- sixty-six
- santase
configs:
- config_name: {table}
  data_files: {json.dumps(files)}
---

# Santase, Sixty-six and Schnapsen: {table}

Card games of the 66 family as data, {_ABOUT[table]}. Each game was replayed by a referee that knows its \
rules; results are the referee's.

| | |
|---|---|
| rows | {facts.rows} |
| deals | {facts.deals} |
| games | {facts.games} |
| dates | {dates or "none is recorded"} |

## Rule sets

| rules | deals |
|---|---|
{rules}
`santase rules NAME` prints a rule set with its sources.

## Columns

{column_table(table)}
Cards are a rank (`A T K Q J 9`) and a suit (`s h d c`), seats are `A` to `D`, and columns of several \
numbers are by side. {_CELLS[form.suffix]}{_SEEN if table == "decisions" else ""}

## Sources

{named}
## How it was made

With the package `santase`, version {version("santase")}:

```sh
{command}
```

## Licence

To be named by whoever publishes the data.
"""


def _size(rows: int) -> str:
    """How large a data set is, in the words of Hugging Face.

    >>> _size(999), _size(1000), _size(123456)
    ('n<1K', '1K<n<10K', '100K<n<1M')
    """
    steps = ("1K", "10K", "100K", "1M", "10M", "100M", "1B")
    at = max(0, len(str(rows)) - 3)
    if at == 0:
        return "n<1K"
    return f"{steps[at - 1]}<n<{steps[at]}" if at < len(steps) else "n>1B"
