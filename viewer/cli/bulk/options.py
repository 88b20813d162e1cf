"""The options of all commands that work on large inputs."""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple

import click

jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Work with N processes; else with one for each core where the input is large.",
)


class Bulk(NamedTuple):
    """How a large input is worked on."""

    jobs: int | None = None
    cluster: str | None = None
    resume: str | None = None
    fail_fast: bool = False


def bulk(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for large inputs, as one `bulk: Bulk`."""

    @jobs
    @click.option(
        "--cluster", metavar="ADDRESS", help="Work on the cluster whose dask scheduler is at ADDRESS."
    )
    @click.option(
        "--resume",
        metavar="JOURNAL",
        help="Note in JOURNAL how far the run is; where it exists, go on from there.",
    )
    @click.option("--fail-fast", is_flag=True, help="Stop after the first game with an error.")
    @wraps(command)
    def run(
        *, jobs: int | None, cluster: str | None, resume: str | None, fail_fast: bool, **options: object
    ) -> None:
        if cluster and jobs:
            raise click.UsageError("--jobs and --cluster exclude each other")
        command(bulk=Bulk(jobs, cluster, resume, fail_fast), **options)

    return run
