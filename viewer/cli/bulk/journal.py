"""How far a run has come, kept in a file, so that another run goes on from there.

A journal holds how many blocks are done, a digest of everything that was read for them, how long the output
was, and what was counted. It is there only while there is something to go on with.
"""

import os
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from stat import S_ISREG
from typing import Any, Final

from notation.findings import Phrase
from viewer import __version__
from viewer.cli.bulk.work import BlockResult, FileBlock, Tally
from viewer.cli.files import replace_file

_KEYS: Final = frozenset({"santase", "command", "blocks", "input", "output", "tally", "files", "memory"})


class JournalError(Exception):
    """Why a run cannot go on from a journal: what the phrase says."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


@dataclass(slots=True, eq=False, repr=False)
class RunState:
    """How far a run has come."""

    blocks: int = 0
    tally: Tally = field(default_factory=Tally)
    files: int = 0
    """Files of which something was read."""
    memory: dict[str, Any] = field(default_factory=dict)
    """What the command has to remember, as JSON has it."""

    def count(self, piece: FileBlock, part: BlockResult) -> None:
        """Count a block that is done."""
        self.blocks += 1
        self.files += not piece.block.start.offset
        self.tally.add(part.tally)


class Journal:
    """The journal of one run of one command."""

    def __init__(self, path: str, command: str) -> None:
        from hashlib import (
            sha256,  # takes long to load, as do json and pathlib; without a journal none is needed
        )
        from pathlib import Path

        self._path = Path(path)
        self._command = sha256(f"{__version__}\n{command}".encode()).hexdigest()
        self._digest = sha256()
        self._input = ""

    def load(self) -> RunState:
        """How far the run before came, with the output as it was then.

        Raises :class:`JournalError` where it was another command's or the output is not there, and OSError.
        """
        import json

        try:
            kept = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return RunState()
        except ValueError:
            raise JournalError(Phrase("this is not a journal of a run")) from None
        if not isinstance(kept, dict) or kept.keys() != _KEYS:
            raise JournalError(Phrase("this is not a journal of a run"))
        if kept["command"] != self._command:
            raise JournalError(Phrase("this journal belongs to another command or another version"))
        output = _output_length()
        if kept["output"] is not None and (output is None or output < kept["output"]):
            raise JournalError(
                Phrase("the output of the previous run is missing: continue with >> into the same file")
            )
        if kept["output"] is not None:
            os.ftruncate(sys.stdout.fileno(), kept["output"])
            os.lseek(sys.stdout.fileno(), 0, os.SEEK_END)
        self._input = kept["input"]
        counted = kept["tally"]
        counted |= {name: Counter(counted[name]) for name in ("codes", "rules")}
        return RunState(kept["blocks"], Tally(**counted), kept["files"], kept["memory"])

    def skip(self, piece: FileBlock) -> None:
        """Pass over a block that is done."""
        self._count(piece)

    def check(self, all_read: bool = True) -> None:
        """Raise :class:`JournalError` where what was passed over is not what was read then."""
        if not all_read or self._digest.hexdigest() != self._input:
            raise JournalError(Phrase("the input has changed since: start again without the journal"))

    def save(self, pieces: list[FileBlock], state: RunState) -> None:
        """Note that some blocks are done and printed; raises OSError."""
        import json

        for piece in pieces:
            self._count(piece)
        sys.stdout.flush()
        kept = {
            "santase": __version__,
            "command": self._command,
            "blocks": state.blocks,
            "input": self._digest.hexdigest(),
            "output": _output_length(),
            "tally": {name: getattr(state.tally, name) for name in Tally.__slots__},
            "files": state.files,
            "memory": state.memory,
        }
        replace_file(self._path, json.dumps(kept).encode())

    def finish(self) -> None:
        """Download the journal away: the run is at its end."""
        self._path.unlink(missing_ok=True)

    def _count(self, piece: FileBlock) -> None:
        head = f"{len(piece.file)} {piece.file} {len(piece.block.data)}\n"
        self._digest.update(head.encode("utf-8", "surrogateescape"))
        self._digest.update(piece.block.data)


def _output_length() -> int | None:
    """How long the file is to which standard output goes; None where it goes elsewhere."""
    with suppress(OSError, ValueError):  # no file at all
        status = os.fstat(sys.stdout.fileno())
        return status.st_size if S_ISREG(status.st_mode) else None
    return None
