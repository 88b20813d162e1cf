"""Files compressed with gzip or zstd, read transparently.

They are recognised by their first bytes, whatever their names. Data is decompressed on demand, so that a
small file with huge content takes no memory; a damaged or truncated one raises.
"""

from io import BufferedReader, RawIOBase
from typing import IO, Any, Final, cast

from notation.findings import Phrase, PhraseError

SUFFIXES: Final = (".gz", ".zst")
GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
_STEP: Final = 256
"""Bytes of zstd decompressed at once: they expand to at most 8 MiB."""


class CompressionError(PhraseError, OSError):
    """Compressed bytes cannot be read; the phrase says why."""


def uncompressed(file: BufferedReader) -> IO[bytes]:
    """Return an open file unchanged, or decompressed.

    Reading raises :class:`CompressionError` if it is damaged or truncated.
    """
    start = file.peek(len(ZSTD))
    if start.startswith(GZIP):
        return cast(IO[bytes], BufferedReader(_Gzip(file)))
    if start.startswith(ZSTD):
        return cast(IO[bytes], BufferedReader(_Zstd(file)))
    return file


class _Gzip(RawIOBase):
    def __init__(self, file: BufferedReader) -> None:
        import gzip
        import zlib

        self._file = gzip.GzipFile(fileobj=file)
        self._error = zlib.error

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except EOFError:
            raise CompressionError(Phrase("this compressed file ends too early")) from None
        except (OSError, self._error) as error:
            if isinstance(error, OSError) and error.errno:
                raise
            raise CompressionError(_damaged(error)) from None
        buffer[: len(data)] = data
        return len(data)


class _Zstd(RawIOBase):
    def __init__(self, file: BufferedReader) -> None:
        try:
            import zstandard
        except ModuleNotFoundError as error:
            from viewer.extras import needed

            raise CompressionError(needed(error)) from None
        self._file = file
        self._error: type[Exception] = zstandard.ZstdError
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame: Any = None
        """The open frame."""
        self._held = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._held:
            data = self._file.read(_STEP)
            if not data and self._frame is not None:
                raise CompressionError(Phrase("this compressed file ends too early"))
            if not data:
                return 0
            try:
                self._held = memoryview(b"".join(self._frames(data)))
            except self._error as error:
                raise CompressionError(_damaged(error)) from None
        taken = self._held[: len(buffer)]
        buffer[: len(taken)] = taken
        self._held = self._held[len(taken) :]
        return len(taken)

    def _frames(self, data: bytes) -> list[bytes]:
        """Decompress some bytes, which may end a frame and open others."""
        found = []
        while data:
            if self._frame is None:
                self._frame = self._decompressor.decompressobj()
            found.append(self._frame.decompress(data))
            data = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame = None
        return found


def _damaged(error: Exception) -> Phrase:
    return Phrase("this compressed file is damaged: {why}", {"why": str(error)})
