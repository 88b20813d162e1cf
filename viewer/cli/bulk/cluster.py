"""Workers on other machines, through the scheduler of dask.distributed.

Anyone who can reach the scheduler can run code on the workers: use it in a private network only.
"""

from contextlib import suppress
from typing import Any

import click

from viewer.cli.bulk.work import Batch, Work, perform

PATIENCE: float = 30
"""Seconds in which the scheduler must answer."""


class Cluster:
    """Submits batches to a scheduler, which reassigns those of a worker that dies."""

    def __init__(self, address: str, packs: tuple[bytes, ...]) -> None:
        """Connect; raise click's UsageError if there is no answer."""
        from distributed import Client  # needs an extra

        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise click.UsageError(f"no scheduler answers at {address} ({error})") from None
        self._packs = packs
        self.width = 2 * max(1, sum(self._client.nthreads().values()))  # type: ignore[no-untyped-call]

    def submit(self, work: Work, batch: Batch) -> Any:
        """Submit a batch, and return its future."""
        return self._client.submit(perform, self._packs, work, batch, pure=False)

    def close(self) -> None:
        """Disconnect from the scheduler; running batches are dropped."""
        with suppress(Exception):  # it may have ended before
            self._client.close(timeout=PATIENCE)  # type: ignore[no-untyped-call]
