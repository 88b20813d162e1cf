"""Bulk processing: files are split into blocks, processed in parallel, and merged in order.

The output does not depend on the number of processes, on their machines, or on the loss of one.
"""

from viewer.cli.bulk.run import Run as Run
from viewer.cli.bulk.work import Batch as Batch
from viewer.cli.bulk.work import BlockResult as BlockResult
from viewer.cli.bulk.work import FileBlock as FileBlock
from viewer.cli.bulk.work import Printed as Printed
from viewer.cli.bulk.work import Tally as Tally
from viewer.cli.bulk.work import Work as Work
