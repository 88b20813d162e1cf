"""A worker that is killed in the middle of its work."""

import os
import signal
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path

from viewer.cli.bulk import BlockResult, FileBlock, Work


@dataclass(frozen=True)
class DyingWork:
    """Does some work, but kills its process at the block of an offset, the first few times."""

    work: Work
    folder: str
    offset: int
    times: int

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the result of the work on a block."""
        if piece.block.start.offset == self.offset and parent_process():
            died = Path(self.folder, "died")
            before = len(died.read_text()) if died.exists() else 0
            if before < self.times:
                died.write_text("x" * (before + 1))
                os.kill(os.getpid(), signal.SIGKILL)
        return self.work(piece)
