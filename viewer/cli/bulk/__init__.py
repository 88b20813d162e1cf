"""Bulk processing: files are split into blocks, processed in parallel, and merged in order.

The output does not depend on the number of processes, on their machines, or on the loss of one.
"""

from viewer.cli.bulk.run import Run
from viewer.cli.bulk.work import Batch, BlockResult, FileBlock, Printed, Tally, Work

__all__ = ["Batch", "BlockResult", "FileBlock", "Printed", "Run", "Tally", "Work"]
