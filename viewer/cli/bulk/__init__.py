"""Large inputs: files cut into blocks, worked on side by side, and put together again in their order.

What comes out does not depend on how many processes work, on which machines, nor on whether one is lost.
"""

from viewer.cli.bulk.run import Run
from viewer.cli.bulk.work import Batch, BlockResult, FileBlock, Printed, Tally, Work

__all__ = ["Batch", "BlockResult", "FileBlock", "Printed", "Run", "Tally", "Work"]
