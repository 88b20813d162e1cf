"""Files by their paths: found in folders, read, and replaced whole or not at all."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BytesIO
from pathlib import Path
from typing import IO, Final, NamedTuple

import click

from notation.findings import Phrase, escape
from viewer.documents.languages import Language, language

ENGLISH: Final = language("en")
STDIN: Final = "-"
SUFFIX: Final = ".sgn"


class Failure(NamedTuple):
    """A file that could not be read or written, and why."""

    name: str
    why: str


class Files:
    """The files that some paths name, each with its bytes; what fails is reported and remembered."""

    def __init__(self, paths: tuple[str, ...] = (), language: Language = ENGLISH) -> None:
        self._paths = paths
        self.language = language
        """The language in which it is reported what fails."""
        self._sources: list[Path] = []
        """The files that have been read."""
        self.failures: list[Failure] = []

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for name in self.names():
            data = self.read(name)
            if data is not None:
                yield name, data

    def names(self) -> Iterator[str]:
        """The names of the files, those of a folder in alphabetical order."""
        for path in self._paths:
            if path == STDIN or not is_folder(path):
                yield path
                continue
            before = len(self.failures)
            found = self.within(path, SUFFIX)
            if not found and len(self.failures) == before:
                self.fail(path, Phrase("no {suffix} files in this folder", {"suffix": SUFFIX}))
            yield from found

    def read(self, name: str) -> bytes | None:
        """The bytes of a file or of standard input; None where it cannot be read."""
        try:
            with self.opened(name) as file:
                return file.read()
        except OSError as error:
            self.fail(name, error.strerror or str(error))
        return None

    def opened(self, name: str) -> AbstractContextManager[IO[bytes]]:
        """A file or standard input, open for reading; raises OSError where that cannot be."""
        if name == STDIN:
            return nullcontext(sys.stdin.buffer)
        self._sources.append(Path(name))
        return Path(name).open("rb")

    def write(self, name: str, data: bytes | IO[bytes]) -> bool:
        """Whether a file could be given new bytes, or all those of an open file."""
        try:
            replace_file(Path(name), data)
        except OSError as error:
            self.fail(name, error.strerror or str(error))
            return False
        return True

    def put_out(self, name: str, data: bytes, force: bool) -> bool:
        """Whether a file could be made: see :meth:`may_put_out`."""
        return self.may_put_out(name, force) and self.write(name, data)

    def may_put_out(self, name: str, force: bool) -> bool:
        """Whether a file may be made; one that exists is replaced only by force, one that was read never."""
        path = Path(name)
        with suppress(OSError):  # whatever is wrong with it, writing it reports
            if any(path.samefile(source) for source in self._sources if path.exists() and source.exists()):
                self.fail(name, Phrase("this is the file that is read; name another for the output"))
                return False
            if path.is_file() and not force:
                self.fail(name, Phrase("this file exists; --force replaces what exists"))
                return False
        return True

    def fail(self, name: str, why: str | Phrase) -> None:
        """Report that something is wrong with a file, and remember it."""
        words = self.language.put(why) if isinstance(why, Phrase) else why
        self.failures.append(Failure(name, words))
        click.echo(f"santase: {escape(name)}: {words}", err=True)

    def within(self, folder: str, suffix: str = "") -> list[str]:
        """The files in a folder and in those inside it, sorted; what cannot be looked into fails."""
        found: list[str] = []

        def refused(error: OSError) -> None:
            self.fail(error.filename or folder, error.strerror or str(error))

        for parent, _, names in os.walk(folder, onerror=refused):
            paths = (Path(parent, name) for name in names if name.lower().endswith(suffix))
            found += [str(path) for path in paths if _may_be_read(path)]
        return sorted(found)


def is_folder(path: str) -> bool:
    """Whether a path leads to a folder."""
    with suppress(OSError):  # a name that is too long, or in a folder that may not be looked into
        return Path(path).is_dir()
    return False


def _may_be_read(path: Path) -> bool:
    """Whether a path is a file, or fails to lead to one, which is for reading it to report."""
    with suppress(OSError):
        return stat.S_ISREG(path.stat().st_mode)
    return True


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


def replace_file(path: Path, data: bytes | IO[bytes]) -> None:
    """Give a file new bytes at once: whoever reads it finds the old ones or the new ones, all of them.

    Where that fails the file is as it was, or is not there. It keeps its mode, and a link goes on leading
    to it.
    """
    import shutil  # most commands write nothing
    import tempfile

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
            shutil.copyfileobj(BytesIO(data) if isinstance(data, bytes) else data, file)
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
