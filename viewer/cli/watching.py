"""Commands that keep running: they run again whenever their files change."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NoReturn

import click

LOOK: Final = 250
"""Interval of checking for interruption, in milliseconds."""


def again(paths: Iterable[str], work: Callable[[], object]) -> NoReturn:
    """Do the work, and repeat it whenever one of the files changes, until interrupted.

    The folders of the files are watched, since most editors replace a file by a new one.
    """
    from watchfiles import watch  # needs an extra

    named = {Path(path).absolute() for path in paths}
    folders = {path for path in named if path.is_dir()}

    def concerns(_: object, changed: str) -> bool:
        path = Path(changed)
        return path in named or any(path.is_relative_to(folder) for folder in folders)

    looks = watch(
        *folders,
        *{path.parent for path in named - folders},
        watch_filter=concerns,
        recursive=bool(folders),
        rust_timeout=LOOK,
        yield_on_timeout=True,
    )
    for number, changes in enumerate(looks):  # the first comes when the files are watched, with no change
        if not number:
            work()
        elif changes:
            click.clear()
            work()
    raise KeyboardInterrupt
