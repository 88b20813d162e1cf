"""Shared by the tests of rulings: small records, and what commands print."""

import json
from pathlib import Path
from typing import Any

from click.testing import Result

HANDS = """A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
"""
DEAL = f"deal 1 dealer B trump Qd\n{HANDS}"
HEAD = '%SGN 1\n[Rules "santase"]\n'
WON = "1. As Td\n2. exchange 40d close Kd Kc out\n= B 3 by out (0-69) score 0-3\n"
GOOD = f"{HEAD}{DEAL}{WON}"
WRONG = GOOD.replace("= B 3", "= B 2")
TWO_DEALS = f"{GOOD}{DEAL.replace('deal 1', 'deal 2')}{WON.replace('score 0-3', 'score 0-6')}"
FORGOTTEN = """%SGN 1
[Rules "schnapsen"]

deal 1 trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh
"""
"""With trick 9 B has 66, and does not claim them."""


def objects(result: Result) -> list[dict[str, Any]]:
    """The objects that a command has printed, one per line; a string may contain other ends of lines."""
    return [json.loads(line) for line in result.stdout.removesuffix("\n").split("\n") if line]


def written(path: Path, text: str) -> Path:
    """Write a text to a file, and return its path."""
    path.write_text(text, "utf-8")
    return path
