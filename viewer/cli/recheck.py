"""The command `recheck`: rulings that were kept, checked again."""

from typing import Any

import click

from notation import read
from notation.findings import escape
from notation.wire.recheck import Checked, PinError, read_pins
from notation.wire.recheck import recheck as recheck_pins
from viewer.cli import options
from viewer.cli.files import Files
from viewer.documents.languages import NAMES, Language
from viewer.documents.languages import language as language_of


@click.command()
@click.argument("ruling", metavar="RULING")
@options.file
@options.language
def recheck(ruling: str, file: str, language: Language) -> None:
    """Say whether the rulings of RULING, kept by `explain --format json`, are still given, and what changed.

    The exit status is 0 where nothing changed, 1 where something did, and 2 where that cannot be told.
    """
    files = Files(language=language)
    kept, data = files.read(ruling), files.read(file)
    changed = False
    if kept is not None and data is not None:
        games = list(read(data))
        pins: list[dict[str, Any]] = []
        try:
            pins = read_pins(kept, NAMES)
        except PinError as error:
            files.fail(ruling, language.put(error.phrase))
        for pin, checked in recheck_pins(pins, games, language_of):
            if isinstance(checked, PinError):
                files.fail(ruling, language.put(checked.phrase))
                continue
            changed |= bool(checked.changes) or checked.altered
            click.echo(_rechecked(pin, checked, language))
            for change in checked.changes:
                click.echo(f"    {escape(change.path)}: {escape(change.then)} -> {escape(change.now)}")
    options.leave(files, changed)


def _rechecked(pin: dict[str, object], checked: Checked, language: Language) -> str:
    facts = {name: str(pin[name]) for name in ("deal", "rules", "santase", "digest")}
    if checked.altered:
        return language.say(
            "deal {deal}, {rules}, digest {digest}: altered since it was given; its own digest does not fit",
            **facts,
        )
    if checked.changes:
        told = language.say(
            "deal {deal}, {rules}, digest {digest}: ruled otherwise than by santase {santase}", **facts
        )
    else:
        told = language.say(
            "deal {deal}, {rules}, digest {digest}: still ruled as by santase {santase}", **facts
        )
    if checked.whole:
        return told
    if "ruling_digest" in pin:
        why = language.say("words not compared: this is another version")
    else:
        why = language.say("only figures compared: the ruling has no digest of its own")
    return f"{told} ({why})"
