"""The progress of a run in a file, from which another run resumes.

A journal contains the number of finished blocks, a digest of all their input, the length of the output, and
the counts. It exists only while there is something to resume.
"""

import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from notation.findings import Phrase, PhraseError
from viewer import __version__
from viewer.cli.bulk.work import BlockResult, FileBlock, Tally
from viewer.cli.files import replace_file, size_on_disk, target_of

_KEYS: Final = frozenset({"santase", "command", "blocks", "input", "output", "tally", "files", "memory"})


class JournalError(PhraseError):
    """A run cannot resume from a journal; the phrase says why."""


@dataclass(slots=True, eq=False, repr=False)
class RunState:
    """The progress of a run."""

    blocks: int = 0
    tally: Tally = field(default_factory=Tally)
    files: int = 0
    """The number of files read so far."""
    memory: dict[str, Any] = field(default_factory=dict)
    """What the command has to remember, as JSON."""

    def count(self, piece: FileBlock, part: BlockResult) -> None:
        """Count a finished block."""
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
        """Load the progress of the previous run, and restore the output to it.

        Raises :class:`JournalError` if it belongs to another command or the output is missing, and OSError.
        """
        import json

        target_of(self._path)
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
        output = size_on_disk(sys.stdout)
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
        """Skip a finished block."""
        self._count(piece)

    def check(self, all_read: bool = True) -> None:
        """Raise :class:`JournalError` if the skipped input differs from the input then."""
        if not all_read or self._digest.hexdigest() != self._input:
            raise JournalError(Phrase("the input has changed since: start again without the journal"))

    def save(self, pieces: list[FileBlock], state: RunState) -> None:
        """Save that some blocks are finished and printed; raises OSError."""
        import json

        for piece in pieces:
            self._count(piece)
        sys.stdout.flush()
        kept = {
            "santase": __version__,
            "command": self._command,
            "blocks": state.blocks,
            "input": self._digest.hexdigest(),
            "output": size_on_disk(sys.stdout),
            "tally": {name: getattr(state.tally, name) for name in Tally.__slots__},
            "files": state.files,
            "memory": state.memory,
        }
        replace_file(self._path, json.dumps(kept).encode())

    def finish(self) -> None:
        """Delete the journal: the run is complete."""
        self._path.unlink(missing_ok=True)

    def _count(self, piece: FileBlock) -> None:
        head = f"{len(piece.file)} {piece.file} {len(piece.block.data)}\n"
        self._digest.update(head.encode("utf-8", "surrogateescape"))
        self._digest.update(piece.block.data)
