"""The lines of a journal: what was asked of a live table, each chained by its hash to the one before.

A line is a *body*, which says what happened as JSON in one form of bytes, a *salt*, and the *head*, which is
the hash of the chain up to it. Whoever holds a head can have it shown later that nothing before it was
changed. The salt keeps a body secret of which only the leaf is shown: without it nobody can try out what it
may have been.

    leaf = SHA-256(00 salt body)
    head = SHA-256(01 previous-head version leaf)      the version of the table in 8 bytes

Nothing here reads or writes a file.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from notation.findings import Fact, Phrase

SALT_BYTES: Final = 16
FIRST_HEAD: Final = bytes(32)
"""The head of a chain without lines."""


class JournalLine(NamedTuple):
    """A line of a journal, counted from 0; ``version`` is that of the table after it."""

    number: int
    version: int
    body: bytes
    salt: bytes
    head: bytes
    former_leaf: bytes = b""
    """The hash of the line as it was, where a person's name has been removed from its body; else empty."""

    @property
    def leaf(self) -> bytes:
        """The hash of the line alone."""
        return self.former_leaf or leaf_of(self.salt, self.body)

    @property
    def said(self) -> dict[str, Any]:
        """What the body says."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def at(self) -> int:
        """Its time at the table, in milliseconds; 0 for the first, which opens the match."""
        return int(self.said["entry"]["at"]) if self.number else 0


class Receipt(NamedTuple):
    """What everybody gets who entered something: the version of the table, and the head of the journal."""

    version: int
    head: str


class SealedLine(NamedTuple):
    """A line of which only the leaf is shown."""

    number: int
    version: int
    leaf: bytes
    head: bytes


def leaf_of(salt: bytes, body: bytes) -> bytes:
    """The hash of a line alone."""
    return sha256(b"\0" + salt + body).digest()


def head_after(head: bytes, version: int, leaf: bytes) -> bytes:
    """The head of a chain after one more line."""
    return sha256(b"\1" + head + version.to_bytes(8, "big") + leaf).digest()


def next_line(last: JournalLine | None, version: int, said: dict[str, Any], salt: bytes) -> JournalLine:
    """The line that follows another, or the first.

    >>> line = next_line(None, 0, {"open": {}}, bytes(16))
    >>> line.number, line.body, line.head.hex()[:16]
    (0, b'{"open":{}}', '65914917e0bb49ac')
    """
    body = _body(said)
    number, head = (last.number + 1, last.head) if last else (0, FIRST_HEAD)
    return JournalLine(number, version, body, salt, head_after(head, version, leaf_of(salt, body)))


def without_name(line: JournalLine, name: str, instead: str) -> JournalLine:
    """A line with another name in the place of a person's, and its leaf as it was; itself where it has none.

    Only the opening of a match and the lines with which persons sit down have names.
    """
    said = line.said
    opening, entry = said.get("open", {}), said.get("entry", {})
    if name in opening.get("names", ()):
        opening["names"] = [instead if each == name else each for each in opening["names"]]
    elif entry.get("name") == name:
        entry["name"] = instead
    else:
        return line
    return line._replace(body=_body(said), salt=b"", former_leaf=line.leaf)


def _body(said: dict[str, Any]) -> bytes:
    return json.dumps(said, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


class ChainFault(NamedTuple):
    """Where a journal is not what it was: the number of the first line that is wrong, and what is."""

    number: int
    phrase: Phrase


def faults(
    lines: Iterable[JournalLine | SealedLine], receipts: Sequence[Receipt] = ()
) -> Iterator[ChainFault]:
    """The first fault of a journal's chain, and every receipt that it does not bear out."""
    head, heads, number = FIRST_HEAD, set(), -1
    for number, line in enumerate(lines):
        if line.number != number:
            facts: dict[str, Fact] = {"stated": line.number, "number": number}
            yield ChainFault(number, Phrase("line {stated} is where line {number} should be", facts))
            break
        if head_after(head, line.version, line.leaf) != line.head:
            told = Phrase("line {number} was changed, or one before it is missing", {"number": number})
            yield ChainFault(number, told)
            break
        head = line.head
        heads.add((line.version, head.hex()))
    for receipt in receipts:
        if receipt not in heads:
            facts = {"version": receipt.version, "head": receipt.head[:16]}
            told = Phrase("no line matches the receipt of version {version} with the head {head}...", facts)
            yield ChainFault(number + 1, told)


def dump_line(line: JournalLine | SealedLine) -> dict[str, Any]:
    """A line as an object for JSON: with its body, or sealed."""
    found: dict[str, Any] = {"line": line.number, "version": line.version}
    if isinstance(line, JournalLine):
        found |= {"body": line.body.decode(), "salt": line.salt.hex()}
        found |= {"leaf": line.former_leaf.hex()} if line.former_leaf else {}
    else:
        found["leaf"] = line.leaf.hex()
    return found | {"head": line.head.hex()}


def load_line(found: dict[str, Any]) -> JournalLine | SealedLine:
    """The line of :func:`dump_line`; KeyError, TypeError or ValueError where it is none."""
    number, version = _count(found["line"]), _count(found["version"])
    head = bytes.fromhex(found["head"])
    if "body" not in found:
        return SealedLine(number, version, bytes.fromhex(found["leaf"]), head)
    if not isinstance(found["body"], str):
        raise TypeError("the body is not text")
    body, salt = found["body"].encode(), bytes.fromhex(found["salt"])
    line = JournalLine(number, version, body, salt, head, bytes.fromhex(found.get("leaf", "")))
    if line.former_leaf and not (line.said.keys() <= {"open"} or line.said["entry"]["kind"] == "sit"):
        raise ValueError("a line without a name has none that could have been removed")
    return line


def _count(found: object) -> int:
    if type(found) is not int or not 0 <= found < 1 << 63:
        raise ValueError(f"{found!r} counts nothing")
    return found
