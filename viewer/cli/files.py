"""Files by their paths: found in folders, read, and replaced atomically."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader, BytesIO
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

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
"""Bytes of output held in memory before it is written; more go to a temporary file."""
MOST: Final = 256 << 20
"""Maximum size of a decompressed file that a command needs as a whole."""


class Failure(NamedTuple):
    """A file that could not be read or written, and why."""

    name: str
    why: str


class Files:
    """The files that some paths name, each with its bytes; failures are reported and remembered."""

    def __init__(self, paths: tuple[str, ...] = (), language: Language = ENGLISH) -> None:
        self.paths = paths
        """The paths as given."""
        self.language = language
        """The language of the reports."""
        self._sources: dict[str, _State] = {}
        """The files that have been read, and their state then."""
        self.failures: list[Failure] = []
        self.report: Callable[[Failure], None] = self.show
        """What is done with a failure: it is shown at once, or collected."""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for name in self.names():
            data = self.read(name)
            if data is not None:
                yield name, data

    def names(self, *more: str) -> Iterator[str]:
        """Return the names of the files, those of a folder in alphabetical order.

        In folders these are records, and files with ``more`` suffixes.
        """
        for path in self.paths:
            if path == STDIN or not is_folder(path):
                yield path
                continue
            before = len(self.failures)
            found = self.within(path, SUFFIX, *(SUFFIX + packed for packed in SUFFIXES), *more)
            if not found and len(self.failures) == before:
                self.fail(path, Phrase("no {suffix} files in this folder", {"suffix": SUFFIX}))
            yield from found

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file or of standard input; None if it cannot be read."""
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
        """Open a file or standard input for reading: its decompressed content, and the raw file.

        The two are the same unless it is compressed. Raises OSError if it cannot be opened or read.
        """
        if name == STDIN:
            yield _contents(sys.stdin.buffer)
            return
        with open(name, "rb") as file:
            self._sources.setdefault(name, _state(os.fstat(file.fileno())))
            yield _contents(file)

    def write(self, name: str, data: bytes | IO[bytes]) -> bool:
        """Write new bytes, or those of an open file, to a file; return whether that succeeded."""
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
        """Return whether a file can be rewritten in the same form, which a compressed one cannot."""
        try:
            with self.opened(name) as (file, raw):
                if file is raw:
                    return True
        except OSError:  # reading reports it
            return True
        self.fail(name, Phrase("this file is compressed: decompress it before it is changed"))
        return False

    def put_out(self, name: str, data: bytes | IO[bytes], force: bool) -> bool:
        """Return whether a file could be created: see :meth:`may_put_out`."""
        return self.may_put_out(name, force) and self.write(name, data)

    def may_put_out(self, name: str, force: bool) -> bool:
        """Return whether a file can be created; an existing one needs force, an input file never may.

        Nothing is changed, so a command can ask before it begins to work.
        """
        from pathlib import Path

        path = Path(name)
        try:
            sources = map(Path, (*self.paths, *self._sources))
            if any(path.samefile(source) for source in sources if path.exists() and source.exists()):
                self.fail(name, Phrase("this is an input file; name another one for the output"))
                return False
            if path.is_file() and not force:
                self.fail(name, Phrase("this file exists; --force replaces what exists"))
                return False
            target_of(path)
        except OSError as error:
            self.failed(name, error)
            return False
        return True

    def fail(self, name: str, why: str | Phrase) -> None:
        """Report an error of a file, and remember it."""
        failure = Failure(name, self.language.put(why) if isinstance(why, Phrase) else why)
        self.failures.append(failure)
        self.report(failure)

    def failed(self, name: str, error: OSError) -> None:
        """Report that a file could not be read or written."""
        phrase = getattr(error, "phrase", None)
        self.fail(name, phrase or error.strerror or str(error))

    def show(self, failure: Failure) -> None:
        """Show a failure."""
        click.echo(f"santase: {escape(failure.name)}: {failure.why}", err=True)

    @contextmanager
    def holding(self) -> Iterator[list[Failure]]:
        """Collect failures meanwhile, to be shown later."""
        kept: list[Failure] = []
        report, self.report = self.report, kept.append
        try:
            yield kept
        finally:
            self.report = report

    def within(self, folder: str, *suffixes: str) -> list[str]:
        """Return the files in a folder and its subfolders, sorted; unreadable folders are failures."""
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
    """Return whether a path is a folder."""
    return os.path.isdir(path)


def _may_be_read(path: "Path") -> bool:
    """Return whether a path is a file, or cannot be examined, which reading it will report."""
    with suppress(OSError):
        return stat.S_ISREG(path.stat().st_mode)
    return True


def numbered(path: str) -> tuple[str, int | None]:
    """Split a path from the number of a game that follows after a colon, if any.

    >>> numbered("no/such/file.sgn:2"), numbered("file.sgn")
    (('no/such/file.sgn', 2), ('file.sgn', None))
    """
    name, colon, number = path.rpartition(":")
    if not colon or not (number.isascii() and number.isdigit()) or os.path.exists(path):
        return path, None
    return name, int(number[:9])


_State = tuple[int, int, int]
"""What shows whether a file is unchanged: inode, size and modification time."""


class ChangedError(Exception):
    """Somebody else has changed a file since it was read."""


def _state(found: os.stat_result) -> _State:
    return found.st_ino, found.st_size, found.st_mtime_ns


def target_of(path: "Path") -> "Path":
    """Return the file that a path leads to; raises OSError if it can be neither created nor replaced."""
    named, path = str(path), path.resolve()
    if not path.parent.is_dir():
        number = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
        raise OSError(number, os.strerror(number), named)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", named)
    if not all(os.access(each, os.W_OK) for each in (path.parent, path) if each.exists()):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), named)
    return path


def replace_file(path: "Path", data: bytes | IO[bytes], read: _State | None = None) -> None:
    """Replace the content of a file atomically: readers find the old bytes or the new ones, complete.

    Raises :class:`ChangedError` if it has changed since it was ``read``. On failure the file is unchanged, or
    missing. It keeps its mode, and a symbolic link still points to it.
    """
    path = target_of(path)
    old = path.stat() if path.exists() else None
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


def size_on_disk(file: IO[Any]) -> int | None:
    """Return the size of an open file; None if it is not one on the disk, such as a pipe."""
    try:
        found = os.fstat(file.fileno())
    except (OSError, ValueError):  # not a file
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
