"""The command `json`: records as JSON and back."""

from dataclasses import dataclass
from json import dumps

from notation import read, write
from notation.text import object_lines
from notation.wire import dump, load
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Printed, Run
from viewer.cli.files import MOST, Files
from viewer.cli.printing import reading_text
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class Interchange:
    """Converts the games of a block to JSON or SGN."""

    target: str
    language: str
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return every game that can be read, in the other form."""
        part, block = BlockResult(), piece.block
        reader = load if self.target == "sgn" else read
        for game in () if block.is_rest else reader(block.data, block.start):
            part.say(reading_text(piece.file, game, language_of(self.language)), err=True)
            wrong = part.tally.count(game)
            if game.record is not None and not wrong and self.target == "sgn":
                part.say(b"\n" * len(part.kept) + write(game.record).encode())
                part.kept = [True]
            elif game.record is not None and not wrong:
                part.say(f"{dumps(dump(game.record), ensure_ascii=False)}\n".encode())
            if (wrong or game.record is None) and self.fail_fast:
                part.stops = True
                break
        return part


def json(paths: tuple[str, ...], target: str, bulk: options.Bulk, language: Language) -> None:
    """Turn games into JSON, one object a line, or such JSON back into SGN."""
    files = Files(paths, language)
    run = Run(files, bulk)

    def take(piece: FileBlock, part: BlockResult) -> None:
        if part.kept and run.memory.get("apart"):
            part.said.insert(0, Printed(b"\n"))
        if part.kept:
            run.memory["apart"] = True

    work = Interchange(target, language.code, bulk.fail_fast)
    if target == "json":
        run.go(work)
    else:
        run.go(work, take, object_lines, MOST)
    options.leave(files, run.tally.errors > 0)
