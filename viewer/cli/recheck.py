"""The command `recheck`: checks saved rulings again."""

from dataclasses import dataclass
from typing import Any

import click

from notation import Game, digest, read
from notation.findings import Phrase, escape
from notation.text import Start
from notation.wire.recheck import Checked, PinError, own_games, read_pins
from notation.wire.recheck import recheck as recheck_pins
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.files import Files, is_folder
from viewer.documents.languages import NAMES, Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class Search:
    """Finds the games of some digests in a block: each with its position and bytes."""

    digests: tuple[str, ...]

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the matching games of a block."""
        part = BlockResult()
        for game in () if piece.block.is_rest else read(piece.block.data, piece.block.start):
            part.tally.count(game)
            if game.record and digest(game.record) in self.digests:
                part.kept.append((Start(game.number - 1, game.line), game.source))
        return part


@click.command()
@click.argument("ruling", type=options.PATH, metavar="RULING")
@click.argument("file", type=options.PATH, metavar="[FILE]", required=False)
@options.jobs
@options.language
def recheck(ruling: str, file: str | None, jobs: int | None, language: Language) -> None:
    """Check whether rulings saved by `explain --format json` still hold, and show what changed.

    Answers to claims saved by `dispute --format json` are checked in the same way. The record is read
    from FILE if given, else from the ruling itself. The exit status is 0 if nothing changed, 1 if
    something did, and 2 if that cannot be decided.
    """
    files = Files((file,) if file else (), language)
    kept = files.read(ruling)
    pins: list[dict[str, Any]] = []
    try:
        pins = read_pins(kept, NAMES) if kept is not None else []
    except PinError as error:
        files.fail(ruling, language.put(error.phrase))
    games: list[Game] = []

    def take(piece: FileBlock, part: BlockResult) -> None:
        for start, source in part.kept:
            games.extend(read(source, start))

    if file is None:
        games = own_games(pins)
        if any("record" not in pin for pin in pins):
            files.fail(ruling, Phrase("a ruling here contains no record: name the file that has it"))
    elif is_folder(file):
        files.read(file)  # which fails: it is one file that is searched
    else:
        Run(files, options.Bulk(jobs)).go(Search(tuple({str(pin["digest"]) for pin in pins})), take)
    changed = False
    if all(failure.name != file for failure in files.failures):
        for pin, checked in recheck_pins(pins, games, language_of):
            if isinstance(checked, PinError):
                files.fail(ruling, language.put(checked.phrase))
                continue
            changed |= bool(checked.changes) or checked.fault is not None
            click.echo(_rechecked(pin, checked, language))
            for change in checked.changes:
                click.echo(f"    {escape(change.path)}: {escape(change.then)} -> {escape(change.now)}")
    options.leave(files, changed)


def _rechecked(pin: dict[str, object], checked: Checked, language: Language) -> str:
    facts = {name: str(pin[name]) for name in ("deal", "rules", "santase", "digest")}
    if checked.fault:
        what = language.put(checked.fault)
        return language.say("deal {deal}, {rules}, digest {digest}: {what}", what=what, **facts)
    if checked.changes:
        told = language.say(
            "deal {deal}, {rules}, digest {digest}: the ruling differs from that of santase {santase}",
            **facts,
        )
    else:
        told = language.say(
            "deal {deal}, {rules}, digest {digest}: the ruling is the same as that of santase {santase}",
            **facts,
        )
    if checked.whole:
        return told
    if "ruling_digest" in pin:
        why = language.say("wording was not compared: this is another version")
    else:
        why = language.say("only figures were compared: the ruling has no digest")
    return f"{told} ({why})"
