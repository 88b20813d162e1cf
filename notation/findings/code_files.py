"""The files in `codes/`: what each code rests on, a record that gets it, and one like it that does not.

A code has one entry in a catalogue and one file here, from which the program, the documentation and the tests
take the same example. A file of an id that no catalogue has is that of a code that is no longer given. The
examples are only read here: what is found in them is for the judgement.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from notation.findings.catalogue import CATALOGUE
from notation.findings.finding import Phrase

FOLDER: Final = Path(__file__).parent / "codes"
_FENCE: Final = "```"
_BLOCK: Final = rf"{_FENCE}(?P<{{0}}_kind>sgn|json|log)(?P<{{0}}_escaped> escaped)?\n(?P<{{0}}>.*?){_FENCE}\n"
_FORM: Final = (
    r"# (?P<id>[A-Z][0-9]{3})\n"
    r"(?:\nSpecification: (?P<section>[^\n]+)\n)?"
    r"(?:\n(?P<remark>[^\n#`][^\n]*)\n)?"
    rf"(?:\n## Wrong\n\n{_BLOCK.format('wrong')}"
    rf"\n{_FENCE}text\n(?P<found>.*?){_FENCE}\n"
    rf"\n## Right\n\n{_BLOCK.format('right')})?"
)
_ESCAPE: Final = re.compile(rb"\\(?:x([0-9a-f]{2})|([rt\\])|(\n))")
_ESCAPED: Final = {b"r": b"\r", b"t": b"\t", b"\\": b"\\"}


class Example(NamedTuple):
    """A record that gets a code, and the one that is like it and does not.

    ``kind`` is `sgn`, `json` or `log`; ``found`` says what is found in the first, a line for each finding.
    """

    kind: str
    wrong: bytes
    right: bytes
    found: tuple[str, ...]


class CodeFile(NamedTuple):
    """What the file of a code says.

    ``section`` is the one of the specification that the code rests on, empty where it rests on clauses.
    ``remark`` says why there is no example, or why the code is no longer given.
    """

    section: str
    remark: Phrase | None
    example: Example | None


@cache
def code_file(id: str) -> CodeFile:
    """The file of a code; raises FileNotFoundError where it has none, ValueError where it is not in the form.

    >>> code_file("R203").example.wrong.splitlines()[-2:]
    [b'1. As 9c', b'2. As Ts']
    """
    found = re.fullmatch(_FORM, (FOLDER / f"{id}.md").read_text("utf-8"), re.DOTALL)
    if found is None or found["id"] != id:
        raise ValueError(f"{id}.md does not have the form that its README describes")
    example = None
    if found["wrong_kind"]:
        wrong, right = (_block(found[side], bool(found[f"{side}_escaped"])) for side in ("wrong", "right"))
        example = Example(found["wrong_kind"], wrong, right, tuple(found["found"].splitlines()))
    remark = Phrase(found["remark"]) if found["remark"] else None
    return CodeFile(found["section"] or "", remark, example)


def _block(text: str, escaped: bool) -> bytes:
    r"""The bytes of an example; where it is escaped, a backslash at the end of a line takes that end away.

    >>> _block("a\\x00\\r\n\\\\b\\\n", True)
    b'a\x00\r\n\\b'
    """
    data = text.encode()
    return _ESCAPE.sub(_unescaped, data) if escaped else data


def _unescaped(found: re.Match[bytes]) -> bytes:
    if found[1]:
        return bytes.fromhex(found[1].decode())
    return _ESCAPED.get(found[2], b"")


@cache
def retired() -> tuple[str, ...]:
    """The ids of codes that are no longer given; none of them is ever used again."""
    return tuple(sorted({path.stem for path in FOLDER.glob("[A-Z]*[0-9].md")} - {*CATALOGUE}))


@cache
def sections() -> tuple[str, ...]:
    """The sections of the specification that codes rest on."""
    return tuple(dict.fromkeys(filter(None, (code_file(name).section for name in CATALOGUE))))
