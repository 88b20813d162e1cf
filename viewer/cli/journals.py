"""Verification of the journal of a live match: that it is unaltered since its receipts were given."""

import json
import re
from collections.abc import Iterator
from typing import Final

import click

from notation.findings import Fact, Phrase, escape
from notation.live.journal import JournalLine, Receipt, SealedLine, faults, load_line
from notation.live.match import LiveMatch
from viewer.cli import objects
from viewer.cli.files import Files

JOURNAL_SUFFIX: Final = ".ndjson"
_RECEIPT: Final = re.compile("([0-9]{1,9}):([0-9a-f]{64})")


def read_receipts(
    context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> list[Receipt]:
    """Return the receipts given as ``VERSION:HEAD``."""
    found = [_RECEIPT.fullmatch(word.strip().lower()) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None:
            raise click.BadParameter(f"{word!r}: VERSION:HEAD, 64 hexadecimal digits", context, parameter)
    return [Receipt(int(match[1]), match[2]) for match in found if match]


def verify_journal(files: Files, name: str, receipts: list[Receipt], form: str) -> bool:
    """Report what is proved of a journal; return whether all of it is."""
    lines = _read(files, name)
    if lines is None:
        return False
    wrong = [fault.phrase for fault in faults(lines, receipts)] or list(_not_a_match(lines))
    language = files.language
    if form == "json":
        proof = objects.journal_proof(name, len(lines), len(receipts), wrong, language)
        click.echo(objects.line(proof), nl=False)
        return not wrong
    for phrase in wrong:
        click.echo(f"{escape(name)}: {language.say('wrong: {what}', what=language.put(phrase))}")
    if not wrong:
        last = lines[-1]
        facts: dict[str, Fact] = {"lines": len(lines), "version": last.version, "head": last.head.hex()}
        proved = Phrase(
            "verified: each of the {lines} lines follows from the previous one; the last has the "
            "receipt {version}:{head}",
            facts,
        )
        click.echo(f"{escape(name)}: {language.put(proved)}")
    return not wrong


def _read(files: Files, name: str) -> list[JournalLine | SealedLine] | None:
    data = files.read(name)
    if data is None:
        return None
    lines = []
    for number, text in enumerate(data.splitlines(), 1):
        try:
            lines.append(load_line(json.loads(text)))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            why: dict[str, Fact] = {"why": f"{type(error).__name__}: {error}"}
            files.fail(f"{name}:{number}", Phrase("this is not a line of a journal ({why})", why))
            return None
    if not lines:
        files.fail(name, Phrase("the journal is empty"))
        return None
    return lines


def _not_a_match(lines: list[JournalLine | SealedLine]) -> Iterator[Phrase]:
    """Return why lines that are all revealed are not those of a match, if so."""
    whole = [line for line in lines if isinstance(line, JournalLine)]
    if len(whole) < len(lines):
        return
    try:
        LiveMatch.resume(whole)
    except (KeyError, TypeError, ValueError) as error:
        why: dict[str, Fact] = {"why": str(error)}
        yield Phrase("the lines are not those of a match ({why})", why)
