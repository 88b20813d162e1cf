"""The command `recheck`: checks saved rulings again."""

from dataclasses import dataclass

import click

from notation import Game, read
from notation.findings import escape
from notation.text import Start
from notation.wire.recheck import Checked, PinError
from notation.wire.recheck import recheck as recheck_pins
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.files import Files, is_folder
from viewer.cli.rulings.signing import pins_in
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class DigestSearch:
    """Finds the games of some digests in a block: each with its position and bytes."""

    digests: tuple[str, ...]

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the matching games of a block."""
        part = BlockResult()
        for game in piece.games():
            part.tally.count(game)
            if game.digest in self.digests:
                part.kept.append((Start(game.number - 1, game.line), game.source))
        return part


def recheck(ruling: str, file: str | None, jobs: int | None, language: Language) -> None:
    """Check whether rulings saved by `explain --format json` still hold, and show what changed."""
    files = Files((file,) if file else (), language)
    kept = files.read(ruling)
    pins = [] if kept is None else pins_in(files, ruling, kept) or []
    games: list[Game] = []

    def take(piece: FileBlock, part: BlockResult) -> None:
        for start, source in part.kept:
            games.extend(read(source, start))

    if file is not None and is_folder(file):
        files.read(file)  # which fails: it is one file that is searched
    elif file is not None:
        Run(files, options.Bulk(jobs)).go(DigestSearch(tuple({str(pin["digest"]) for pin in pins})), take)
    changed = undecided = False
    if all(failure.name != file for failure in files.failures):
        for pin, checked in recheck_pins(pins, games if file else None, language_of):
            if isinstance(checked, PinError):
                files.fail(ruling, language.put(checked.phrase))
                continue
            undecided |= checked.is_undecided
            changed |= checked.wrong is not None
            click.echo(_rechecked(pin, checked, language))
            for change in checked.changes:
                click.echo(f"    {escape(change.path)}: {escape(change.then)} -> {escape(change.now)}")
    if undecided:
        raise SystemExit(2)
    options.leave(files, changed)


def _rechecked(pin: dict[str, object], checked: Checked, language: Language) -> str:
    facts = {name: str(pin[name]) for name in ("deal", "rules", "santase", "digest")}
    if checked.wrong:
        what = language.put(checked.wrong)
        return language.say("deal {deal}, {rules}, digest {digest}: {what}", what=what, **facts)
    return language.say(
        "deal {deal}, {rules}, digest {digest}: the ruling is the same as that of santase {santase}", **facts
    )
