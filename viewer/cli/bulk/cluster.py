"""Workers on other machines, reached through the scheduler of dask.distributed.

Whoever reaches the scheduler can have the workers run anything: it belongs in a network of one's own.
"""

from contextlib import suppress

import click

from viewer.cli.bulk.executors import Pending
from viewer.cli.bulk.work import Batch, Work, perform

PATIENCE: float = 30
"""Seconds in which the scheduler must answer."""


class Cluster:
    """Gives batches to the workers of a scheduler, which gives those of a worker that dies to another."""

    def __init__(self, address: str, packs: tuple[bytes, ...]) -> None:
        """Raises click's UsageError where nobody answers."""
        from distributed import Client  # needs an extra

        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise click.UsageError(f"no scheduler answers at {address} ({error})") from None
        self._packs = packs
        self.width = 2 * max(1, sum(self._client.nthreads().values()))  # type: ignore[no-untyped-call]

    def submit(self, work: Work, batch: Batch) -> Pending:
        """Start working on a batch."""
        pending: Pending = self._client.submit(perform, self._packs, work, batch, pure=False)
        return pending

    def close(self) -> None:
        """Take leave of the scheduler; what is still worked on is dropped."""
        with suppress(Exception):  # it may be gone before
            self._client.close(timeout=PATIENCE)  # type: ignore[no-untyped-call]
