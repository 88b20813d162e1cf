"""The rule sets for the JavaScript writer: the options, and their values in each rule set.

`PYTHONPATH=. .venv/bin/python tests/scripts/javascript_rules.py` renews `rulesets.mjs`.
"""

import json
from pathlib import Path
from typing import Final

from notation.specs.spec import OPTIONS, why_idle
from referee.rulesets import PRESETS

MODULE: Final = Path(__file__).parents[2] / "samples/javascript/rulesets.mjs"
HEAD: Final = """// What a writer has to know of the rule sets; tests/scripts/javascript_rules.py makes it.

/** The options in the order of writing, each with its values; null: a number of at most 4 digits. */
export const OPTIONS = {
"""
MIDDLE: Final = """};

/** What each rule set says of the options, in their order; null stands for one that decides nothing in it. */
export const RULE_SETS = {
"""


def module() -> str:
    """The module's text."""
    options = [
        f"  {json.dumps(option.word)}: {json.dumps(list(option.values) if option.values else None)},\n"
        for option in OPTIONS
    ]
    sets = []
    for name, preset in PRESETS.items():
        words = [
            None if why_idle(preset, option) else option.write(getattr(preset, option.decision))
            for option in OPTIONS
        ]
        sets.append(f"  {json.dumps(name)}: {json.dumps(words)},\n")
    return "".join([HEAD, *options, MIDDLE, *sets, "};\n"])


if __name__ == "__main__":
    MODULE.write_text(module(), "utf-8")
