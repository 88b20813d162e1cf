"""Files by their paths: found in folders, read whole, and replaced whole or not at all."""

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import click

STDIN: Final = "-"
SUFFIX: Final = ".sgn"


class Failure(NamedTuple):
    """A file that could not be read or written, and why."""

    name: str
    why: str


class Files:
    """The files that some paths name, each with its bytes; what fails is reported and remembered."""

    def __init__(self, paths: tuple[str, ...] = ()) -> None:
        self._paths = paths
        self.failures: list[Failure] = []

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for path in self._paths:
            for name in self._expand(path):
                data = self.read(name)
                if data is not None:
                    yield name, data

    def read(self, name: str) -> bytes | None:
        """The bytes of a file or of standard input; None where it cannot be read."""
        try:
            return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        except OSError as error:
            self.fail(name, error.strerror or str(error))
        return None

    def write(self, name: str, data: bytes) -> bool:
        """Whether a file could be given new bytes."""
        try:
            replace_file(Path(name), data)
        except OSError as error:
            self.fail(name, error.strerror or str(error))
            return False
        return True

    def fail(self, name: str, why: str) -> None:
        """Report that something is wrong with a file, and remember it."""
        from notation.findings import escape

        self.failures.append(Failure(name, why))
        click.echo(f"santase: {escape(name)}: {why}", err=True)

    def _expand(self, path: str) -> list[str]:
        if path == STDIN or not _is_folder(path):
            return [path]
        found = sorted(str(file) for file in Path(path).rglob(f"*{SUFFIX}") if file.is_file())
        if not found:
            self.fail(path, f"no {SUFFIX} files in this folder")
        return found


def _is_folder(path: str) -> bool:
    with suppress(OSError):  # a name that is too long
        return Path(path).is_dir()
    return False


def numbered(path: str) -> tuple[str, int | None]:
    """A path, and the number of the game that is named behind it with a colon, if one is.

    >>> numbered("no/such/file.sgn:2"), numbered("file.sgn")
    (('no/such/file.sgn', 2), ('file.sgn', None))
    """
    name, colon, number = path.rpartition(":")
    if not colon or not (number.isascii() and number.isdigit()) or _exists(path):
        return path, None
    return name, int(number[:9])


def _exists(path: str) -> bool:
    with suppress(OSError):
        return Path(path).exists()
    return False


def replace_file(path: Path, data: bytes) -> None:
    """Give a file new bytes at once: whoever reads it finds the old ones or the new ones, all of them.

    Where that fails the file is as it was, or is not there. It keeps its mode, and a link goes on leading
    to it.
    """
    path = path.resolve()
    old = path.stat() if path.exists() else None
    if old and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    if old and not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".santase-", suffix=".tmp")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            new.chmod(old.st_mode & 0o7777 if old else 0o666 & ~_umask())
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
