"""Opening files to import: compressed or not, text or tables, from disk, store or pipe."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

import pyarrow as pa

from pandoku.batch.inputs import JOB, TableFile
from pandoku.batch.store import is_address, opened, place_text
from pandoku.errors import BatchError

__all__ = [
    "PACKED",
    "STANDARD_INPUT",
    "Stream",
    "is_pipe",
    "is_table",
    "lenient",
    "stream_of",
    "unpacked",
]

STANDARD_INPUT = "-"
PACKED = (".gz", ".zst", ".bz2", ".lz4")

Stream: TypeAlias = "io.BufferedReader[Any]"

_BUFFER = 1 << 20
_HASHED = 1 << 16  # bytes at either end of a file
_LONGEST = 4_000_000  # maximum bytes of a line
_METHODS = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"BZh": "bz2",
    b"\x04\x22\x4d\x18": "lz4",
}
_UNKNOWN = {
    b"PK\x03\x04": "a zip archive",
    b"\xfd7zXZ": "compressed with xz",
    b"7z\xbc\xaf": "a 7z archive",
}
_TABLES = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")  # Parquet, Arrow IPC as file and as stream
# Characters that a row of text must not contain. Some programs treat them as line ends.
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_FOREIGN = dict.fromkeys(map(ord, "\0\v\f\x85\u2028\u2029"), "\ufffd")


@contextmanager
def unpacked(name: str) -> Iterator[Stream]:
    """Open a file for reading, without compression.

    Args:
        name: A path, an address, or ``-`` for standard input.

    Raises:
        OSError: The file cannot be read.
        BatchError: pyarrow does not support the compression, or the file is damaged.
    """
    with _raw(name) as stream:
        head = stream.peek(8)
        for start, what in _UNKNOWN.items():
            if head.startswith(start):
                raise BatchError(
                    f"{name}: expected puzzles, found a file that is {what}; unpack it first"
                )
        method = next((each for start, each in _METHODS.items() if head.startswith(start)), None)
        if method is None:
            yield stream
            return
        inner = pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), method)
        with io.BufferedReader(cast("io.RawIOBase", _Unpacking(inner, name)), _BUFFER) as text:
            yield text


@contextmanager
def _raw(name: str) -> Iterator[Stream]:
    if name != STANDARD_INPUT:
        name = place_text(name)
        if is_address(name):
            with opened(name) as file, io.BufferedReader(file, _BUFFER) as stream:
                yield stream
            return
        _refuse_folder(name)
        with Path(name).open("rb") as file:
            yield _filled(file) if is_pipe(name) else io.BufferedReader(file, _BUFFER)
        return
    if sys.stdin is None or not hasattr(sys.stdin, "buffer"):
        raise BatchError("standard input is closed; name a file")
    yield _filled(sys.stdin.buffer)


def _filled(pipe: BinaryIO) -> Stream:
    """Return a stream that reads a pipe in large pieces."""
    return io.BufferedReader(_Pieces(iter(lambda: pipe.read(_BUFFER), b"")), _BUFFER)


def _refuse_folder(name: str) -> None:
    folder = Path(name)
    if (folder / JOB).is_file():
        raise BatchError(f"{name}: is already a data set, which other verbs can read")
    if folder.is_dir():
        raise BatchError(f"{name}: expected a file, found a folder; name the files in it")


def is_pipe(name: str) -> bool:
    """Return whether a name is standard input or a pipe, which can be read only once."""
    place = place_text(name)
    return name == STANDARD_INPUT or (not is_address(place) and Path(place).is_fifo())


def stream_of(name: str) -> TableFile:
    """Return a file to import, identified by its size and a hash of its ends.

    A pipe has neither.

    Raises:
        BatchError: The name is a folder.
        OSError: The file cannot be read.
    """
    if is_pipe(name):
        return TableFile(name, (), 0, "", ())
    place = place_text(name)
    if not is_address(place):
        _refuse_folder(place)
    with opened(place) as file:
        size = file.size()
        ends = bytes(file.read(_HASHED))
        file.seek(max(0, size - _HASHED))
        ends += bytes(file.read(_HASHED))
    return TableFile(name, (), size, blake2b(ends, digest_size=16).hexdigest(), ())


def is_table(stream: Stream) -> bool:
    """Return whether the first bytes of a file are those of Parquet or Arrow IPC."""
    return stream.peek(8).startswith(_TABLES)


class _Pieces(io.RawIOBase):
    """A stream of the bytes of an iterator."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._left:
            self._left = memoryview(next(self._pieces, b""))
        n = min(len(buffer), len(self._left))
        buffer[:n] = self._left[:n]
        self._left = self._left[n:]
        return n


class _Unpacking(io.RawIOBase):
    """A stream of a decompressed file, whose errors name the file."""

    def __init__(self, inner: pa.NativeFile, name: str) -> None:
        self._inner, self._name = inner, name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            return int(self._inner.readinto(buffer))
        except (OSError, pa.ArrowException) as error:
            reason = str(error).splitlines()[0]
            raise BatchError(
                f"{self._name}: expected a compressed file, found a truncated or damaged one "
                f"({reason})"
            ) from None


def lenient(stream: Stream) -> BinaryIO:
    """Return a text with U+FFFD in place of invalid UTF-8, so that only these rows are bad.

    Files that begin with zero bytes are not changed, so that binary files are still recognized.
    Neither are files in UTF-16 or UTF-32, which readers recognize by the byte order mark.
    """
    return io.BufferedReader(_Pieces(_as_text(stream)), _BUFFER)


def _as_text(stream: Stream) -> Iterator[bytes]:
    foreign: dict[int, str] = {}  # at the start of a file, they show that it is not a text
    while raw := stream.read(_BUFFER):
        if not foreign and raw.startswith(_WIDE_MARKS):
            yield raw
            yield from iter(lambda: stream.read(_BUFFER), b"")
            return
        is_odd = not raw.isascii() or b"\0" in raw or b"\v" in raw or b"\f" in raw
        if is_odd and (foreign or b"\0" not in raw):
            if not raw.endswith(b"\n"):
                raw += stream.readline(_LONGEST)
            raw = raw.decode("utf-8", "replace").translate(foreign).encode()
        foreign = _FOREIGN
        yield raw
