"""Files by their paths: found in folders, read, and replaced whole or not at all."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader, BytesIO
from typing import IO, TYPE_CHECKING, Final, NamedTuple

import click

from notation.findings import Phrase, escape
from viewer.cli.compression import SUFFIXES, uncompressed
from viewer.documents.languages import Language, language

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH: Final = language("en")
STDIN: Final = "-"
SUFFIX: Final = ".sgn"
IN_MEMORY: Final = 1 << 20
"""Bytes of an output that are kept in memory before it is written; more go to a temporary file."""
MOST: Final = 256 << 20
"""Bytes that may come out of a compressed file which a command needs as a whole."""


class Failure(NamedTuple):
    """A file that could not be read or written, and why."""

    name: str
    why: str


class Files:
    """The files that some paths name, each with its bytes; what fails is reported and remembered."""

    def __init__(self, paths: tuple[str, ...] = (), language: Language = ENGLISH) -> None:
        self.paths = paths
        """The paths as they were given."""
        self.language = language
        """The language in which it is reported what fails."""
        self._sources: dict[str, _State] = {}
        """The files that have been read, and how they were then."""
        self.failures: list[Failure] = []
        self.report: Callable[[Failure], None] = self.show
        """What is done with a failure: it is shown at once, or kept."""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for name in self.names():
            data = self.read(name)
            if data is not None:
                yield name, data

    def names(self) -> Iterator[str]:
        """The names of the files, those of a folder in alphabetical order."""
        for path in self.paths:
            if path == STDIN or not is_folder(path):
                yield path
                continue
            before = len(self.failures)
            found = self.within(path, SUFFIX, *(SUFFIX + packed for packed in SUFFIXES))
            if not found and len(self.failures) == before:
                self.fail(path, Phrase("no {suffix} files in this folder", {"suffix": SUFFIX}))
            yield from found

    def read(self, name: str) -> bytes | None:
        """The bytes of a file or of standard input; None where it cannot be read."""
        try:
            with self.opened(name) as (file, raw):
                if file is raw:
                    return file.read()
                data = file.read(MOST + 1)
        except OSError as error:
            self.failed(name, error)
            return None
        if len(data) <= MOST:
            return data
        self.fail(name, Phrase("this compressed file unpacks to more than {most} MB", {"most": MOST >> 20}))
        return None

    @contextmanager
    def opened(self, name: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
        """A file or standard input, open for reading: what it holds, and as it stands on the disk.

        The two are one unless it is compressed. Raises OSError where it cannot be opened or read.
        """
        if name == STDIN:
            yield _contents(sys.stdin.buffer)
            return
        with open(name, "rb") as file:
            self._sources.setdefault(name, _state(os.fstat(file.fileno())))
            yield _contents(file)

    def write(self, name: str, data: bytes | IO[bytes]) -> bool:
        """Whether a file could be given new bytes, or all those of an open file."""
        try:
            from pathlib import Path

            replace_file(Path(name), data, self._sources.get(name))
            if name in self._sources:
                self._sources[name] = _state(os.stat(name))
        except ChangedError:
            self.fail(name, Phrase("this file has changed since it was read; it was left as it is"))
            return False
        except OSError as error:
            self.failed(name, error)
            return False
        return True

    def may_rewrite(self, name: str) -> bool:
        """Whether a file can be given new bytes in the form that it has, which a compressed one cannot."""
        try:
            with self.opened(name) as (file, raw):
                if file is raw:
                    return True
        except OSError:  # which reading it reports
            return True
        self.fail(name, Phrase("this file is compressed: decompress it before it is changed"))
        return False

    def put_out(self, name: str, data: bytes | IO[bytes], force: bool) -> bool:
        """Whether a file could be made: see :meth:`may_put_out`."""
        return self.may_put_out(name, force) and self.write(name, data)

    def may_put_out(self, name: str, force: bool) -> bool:
        """Whether a file may be made; one that exists is replaced only by force, one that was read never."""
        from pathlib import Path

        path = Path(name)
        with suppress(OSError):  # whatever is wrong with it, writing it reports
            sources = map(Path, self._sources)
            if any(path.samefile(source) for source in sources if path.exists() and source.exists()):
                self.fail(name, Phrase("this is an input file; name another one for the output"))
                return False
            if path.is_file() and not force:
                self.fail(name, Phrase("this file exists; --force replaces what exists"))
                return False
        return True

    def fail(self, name: str, why: str | Phrase) -> None:
        """Report that something is wrong with a file, and remember it."""
        failure = Failure(name, self.language.put(why) if isinstance(why, Phrase) else why)
        self.failures.append(failure)
        self.report(failure)

    def failed(self, name: str, error: OSError) -> None:
        """Report that a file could not be read or written."""
        phrase = getattr(error, "phrase", None)
        self.fail(name, phrase or error.strerror or str(error))

    def show(self, failure: Failure) -> None:
        """Say what failed."""
        click.echo(f"santase: {escape(failure.name)}: {failure.why}", err=True)

    @contextmanager
    def holding(self) -> Iterator[list[Failure]]:
        """Keep what fails meanwhile, to be shown later."""
        kept: list[Failure] = []
        report, self.report = self.report, kept.append
        try:
            yield kept
        finally:
            self.report = report

    def within(self, folder: str, *suffixes: str) -> list[str]:
        """The files in a folder and in those inside it, sorted; what cannot be looked into fails."""
        from pathlib import Path

        found: list[str] = []

        def refused(error: OSError) -> None:
            self.fail(error.filename or folder, error.strerror or str(error))

        for parent, _, names in os.walk(folder, onerror=refused):
            paths = (Path(parent, name) for name in names if name.lower().endswith(suffixes or ""))
            found += [str(path) for path in paths if _may_be_read(path)]
        return sorted(found)


def _contents(file: IO[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    return (uncompressed(file) if isinstance(file, BufferedReader) else file), file


def is_folder(path: str) -> bool:
    """Whether a path leads to a folder."""
    return os.path.isdir(path)


def _may_be_read(path: "Path") -> bool:
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
    return os.path.exists(path)


_State = tuple[int, int, int]
"""What tells whether a file is still the same: its number on the disk, its size, and when it was changed."""


class ChangedError(Exception):
    """Somebody else has changed a file since it was read."""


def _state(found: os.stat_result) -> _State:
    return found.st_ino, found.st_size, found.st_mtime_ns


def replace_file(path: "Path", data: bytes | IO[bytes], read: _State | None = None) -> None:
    """Give a file new bytes at once: whoever reads it finds the old ones or the new ones, all of them.

    Raises :class:`ChangedError` where it is not as it was when it was ``read``.

    Where that fails the file is as it was, or is not there. It keeps its mode, and a link goes on leading
    to it.
    """
    path = path.resolve()
    old = path.stat() if path.exists() else None
    if old and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    if old and not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    import shutil  # takes long to load, as tempfile and pathlib do
    import tempfile
    from pathlib import Path

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".santase-", suffix=".tmp")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(BytesIO(data) if isinstance(data, bytes) else data, file)
            file.flush()
            new.chmod(old.st_mode & 0o7777 if old else 0o666 & ~_umask())
            os.fsync(file.fileno())
        if read and (not path.exists() or _state(path.stat()) != read):
            raise ChangedError
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
