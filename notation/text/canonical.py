"""Recognises games that are in canonical form already, without reading them.

What it knows of the form is sufficient, not necessary: of any other game a record is made and written. That
a game it recognises is what :func:`notation.text.writer.write` makes of it, is for the tests to see.
"""

import re
from typing import Final

from notation.record.tags import LETTERS, TAG_ORDER

_NUMBER: Final = "(?:0|[1-9][0-9]*+)"
_CARD: Final = "[79JQKTA][shdc]"
_CARDS: Final = f"{_CARD}(?: {_CARD})*+"
_SCORE: Final = f"{_NUMBER}(?:-{_NUMBER})++"
_AMOUNT: Final = "(?:0|-?[1-9][0-9]*+)"
_PAYMENTS: Final = f"{_AMOUNT}(?: {_AMOUNT})++"
_BALANCE: Final = f"(?:{_SCORE}|(?=[0-9 ]*+-){_PAYMENTS})"
_WORD: Final = f"(?:[A-F]: )?+(?:{_CARD}|[24]0[shdc]|exchange|close|out)|<{_SCORE}>"
_VALUE: Final = r'(?:[^"\\\x00-\x1f\x7f]|\\["\\])*+'
_TAGS: Final = "".join(rf'(?:\[{name} "(?P<{name}>{_VALUE})"\]\n)?+' for name in TAG_ORDER)
_OTHERS: Final = rf'(?P<others>(?:\[[A-Za-z0-9]++ "{_VALUE}"\]\n)*+)'
"""The tags after those, of which any name may be one."""
_NAME: Final = re.compile(r"^\[(\w+)", re.MULTILINE)
_RESULT: Final = (
    rf"= (?:\*|draw|[A-F]{{1,2}} {_NUMBER}|pays {_PAYMENTS})"
    rf"(?: by [a-z-]++)?+(?: \({_SCORE}\))?+(?: score {_BALANCE})?+\n"
)
_GAME: Final = re.compile(
    rf"%SGN 1\n{_TAGS}{_OTHERS}"
    rf"(?:\ndeal {_NUMBER}(?: dealer [A-F])?+(?: trump (?:{_CARD}|[shdc]))?+\n"
    + "".join(rf"(?:{seat}: {_CARDS}\n)?+" for seat in "ABCDEF")
    + rf"(?:talon: {_CARDS}\n)?+"
    rf"(?:{_NUMBER}\.(?: (?:{_WORD}))*+\n)*+"
    rf"(?:{_RESULT})?+)++"
)


def canonical_text(text: str, spec: str) -> str | None:
    r"""Return a game without notes in canonical form, if it is seen at once to be in that form.

    ``spec`` is the canonical spelling of its rules. The game must be one that can be read.

    >>> canonical_text('%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B\n= * \n', "santase")
    >>> canonical_text('%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B\n= *\n\n', "santase")
    '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B\n= *\n'
    """
    text = f"{text.rstrip(chr(10))}\n"
    found = _GAME.fullmatch(text)
    if not found or found["Rules"] not in (spec, None):
        return None
    names = _NAME.findall(found["others"])
    return text if names == sorted(set(names) - {LETTERS, *TAG_ORDER}) else None
