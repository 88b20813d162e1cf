"""The command `digest`: the digests of games."""

from dataclasses import dataclass

from notation.findings import escape
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.files import Files
from viewer.cli.printing import reading_text
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class Digests:
    """The digests of the games of a block."""

    language: str
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return a line for each game that can be read."""
        part = BlockResult()
        for game, number in piece.numbered_games():
            part.say(reading_text(piece.file, game, language_of(self.language)), err=True)
            if game.digest:
                part.say(f"{game.digest}  {escape(piece.file)}{number}\n")
            if part.tally.count(game) and self.fail_fast:
                part.stops = True
                break
        return part


def digest(paths: tuple[str, ...], bulk: options.Bulk, language: Language) -> None:
    """Print the SHA-256 digest of every game, independent of notes and layout."""
    files = Files(paths, language)
    run = Run(files, bulk)
    run.go(Digests(language.code, bulk.fail_fast))
    options.leave(files, run.tally.errors > 0)
