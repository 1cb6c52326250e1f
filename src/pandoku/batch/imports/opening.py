"""Open files to import: texts and tables, compressed or not, on disks, in stores or from pipes."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.columns import as_one_array
from pandoku.batch.inputs import DAMAGED, JOB, TableFile, line_of_error
from pandoku.batch.store import is_address, opened, place_text
from pandoku.errors import BatchError
from pandoku.formats import may_hold_rules
from pandoku.formats.csv_format import PUZZLE_COLUMNS

__all__ = [
    "PACKED",
    "STANDARD_INPUT",
    "Stream",
    "is_pipe",
    "is_table",
    "lenient",
    "stream_of",
    "texts_of_table",
    "unpacked",
    "without_puzzles",
]

STANDARD_INPUT = "-"
PACKED = (".gz", ".zst", ".bz2", ".lz4")

Stream: TypeAlias = "io.BufferedReader[Any]"

_BUFFER = 1 << 20
_HASHED = 1 << 16  # number of bytes at each end of a file that are hashed to identify the file
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
_TABLES = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")  # Parquet, Arrow file, Arrow stream
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
# Characters to replace in texts: zero bytes, and characters that some programs treat as line ends.
_FOREIGN = dict.fromkeys(map(ord, "\0\v\f\x85\u2028\u2029"), "\ufffd")
_PUZZLE, _RULES = "puzzle", "rules"  # names of columns in tables that pandoku wrote
_CHARACTERS = np.frombuffer(b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!", np.uint8)
_NO_DIGIT = len(_CHARACTERS) - 1  # index of "!", which no format accepts
_MOST_NAMED = 20  # maximum number of columns that a message lists


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
        raise BatchError("standard input is closed; give the name of a file")
    yield _filled(sys.stdin.buffer)


def _filled(pipe: BinaryIO) -> Stream:
    """Return a buffered stream, which reads a pipe in large pieces."""
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
    """Return a file to import. Its size and a hash of its start and end identify it.

    A pipe gets the size 0 and an empty hash, because it can be read only once.

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
    """A stream of a decompressed file. The messages of its errors name the file."""

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
    """Return a stream of a text with U+FFFD in place of invalid UTF-8.

    Only the rows with invalid bytes become bad rows. Some files are not changed, so that readers
    can recognize them: binary files, which have zero bytes near their start, and files in UTF-16 or
    UTF-32, which begin with a byte order mark.
    """
    return io.BufferedReader(_Pieces(_as_text(stream)), _BUFFER)


def _as_text(stream: Stream) -> Iterator[bytes]:
    # Zero bytes are not replaced in the first piece, where they show that the file is not a text.
    foreign: dict[int, str] = {}
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


def without_puzzles(name: str, columns: Sequence[str], wanted: str | None = None) -> str:
    """Return the error message for a table without a column of puzzles."""
    listed = ", ".join(columns[:_MOST_NAMED]) + (", ..." if len(columns) > _MOST_NAMED else "")
    if wanted is not None:
        return f"{name}: expected a column {wanted!r:.60}, found {listed or 'no column'}"
    return (
        f"{name}: expected a column {', '.join(PUZZLE_COLUMNS[:-1])} or {PUZZLE_COLUMNS[-1]}, "
        f"found {listed or 'no column'}; name the right one with --puzzle-column"
    )


def texts_of_table(
    name: str, stream: Stream, column: str | None, rows: int
) -> Iterator[tuple[pa.StringArray, pa.StringArray | None]]:
    """Yield the puzzles of a table as texts, with their rules if the table has a column of rules.

    Args:
        name: Name of the file, for messages.
        stream: The file.
        column: Name of the column of puzzles. None means that any of the usual names is accepted.
        rows: Maximum number of rows to yield at once. At the end of each record batch of the file,
            there may be fewer rows.

    Raises:
        BatchError: There is no column of puzzles, it contains numbers, or the file is truncated or
            damaged.
    """
    try:
        yield from _texts(name, stream, column, rows)
    except BatchError:
        raise
    except DAMAGED as error:
        reason = line_of_error(error).rstrip(".")
        raise BatchError(
            f"{name}: expected a complete table, found a truncated or damaged file ({reason})"
        ) from None


def _texts(
    name: str, stream: Stream, column: str | None, rows: int
) -> Iterator[tuple[pa.StringArray, pa.StringArray | None]]:
    head = stream.peek(8)
    if head.startswith(b"\xff\xff\xff\xff"):  # Arrow IPC as a stream
        reader = pa.ipc.open_stream(stream)
        batches, fields = iter(reader), reader.schema
        names = _chosen(name, fields, column)
    else:
        file = (
            pa.PythonFile(stream, mode="r") if stream.seekable() else pa.BufferReader(stream.read())
        )
        if head.startswith(b"PAR1"):
            table = pq.ParquetFile(file, page_checksum_verification=True)
            names = _chosen(name, table.schema_arrow, column)
            batches = table.iter_batches(
                rows, columns=[each for each in names if each], use_threads=False
            )
        else:
            reader = pa.ipc.open_file(file)
            names = _chosen(name, reader.schema, column)
            batches = (reader.get_batch(at) for at in range(reader.num_record_batches))
    puzzles, rules = names
    for batch in batches:
        for start in range(0, len(batch), rows):
            part = batch.slice(start, rows)
            texts = _as_texts(part.column(puzzles), name, puzzles)
            yield texts, None if rules is None else as_one_array(part.column(rules))


def _chosen(name: str, fields: pa.Schema, column: str | None) -> tuple[str, str | None]:
    """Return the name of the column of puzzles, and the name of the column of rules or None.

    Rules are read only if the columns have the names and types of a table that pandoku wrote.
    """
    wanted = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
    exact = [each for each in fields.names if each == column]
    found = exact or [each for each in fields.names if each.strip().lower() in wanted]
    if not found:
        raise BatchError(without_puzzles(name, fields.names, column))
    kinds = (pa.string(), pa.large_string())
    has_rules = _RULES in fields.names and fields.field(_RULES).type in kinds
    for each in fields.names if column is None else ():
        if may_hold_rules(each) and not (each == _RULES and has_rules and found[0] == _PUZZLE):
            raise BatchError(
                f"{name}: the column {each!r} may contain rules, which would be lost; if it does "
                f"not, --puzzle-column {found[0]} imports that column alone"
            )
    return found[0], _RULES if has_rules and found[0] == _PUZZLE else None


def _as_texts(values: pa.Array, name: str, column: str) -> pa.StringArray:
    data_type = values.type
    if (
        pa.types.is_integer(data_type)
        or pa.types.is_floating(data_type)
        or pa.types.is_decimal(data_type)
    ):
        raise BatchError(
            f"{name}: expected puzzles as text in the column {column!r}, found numbers "
            f"({data_type}), which have lost the zeros at the start of puzzles; write the table "
            "again with that column as text (in pandas, read_csv(..., dtype=str))"
        )
    if _is_list(data_type):
        values = _joined(values, name, column)
    try:
        return as_one_array(values)
    except TypeError:
        raise BatchError(
            f"{name}: expected puzzles as text in the column {column!r}, found {data_type}"
        ) from None


def _is_list(data_type: pa.DataType) -> bool:
    tests = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(test(data_type) for test in tests)


def _joined(values: pa.Array, name: str, column: str) -> pa.StringArray:
    """Return lists of digits as texts. A puzzle is a list of all digits, or a list of rows."""
    valid = np.asarray(values.is_valid())
    ends = np.arange(len(values) + 1)
    while _is_list(values.type):
        # Cast first, because slices and lists of fixed size do not have usable offsets.
        plain = values.cast(pa.large_list(values.type.value_type))
        offsets = np.asarray(plain.offsets)
        ends = offsets[ends]
        values = plain.values
    if not pa.types.is_integer(values.type):
        raise BatchError(
            f"{name}: expected puzzles as text or lists of digits in the column {column!r}, found "
            f"lists of {values.type}"
        )
    digits = np.asarray(values.fill_null(-1).cast(pa.int64()))[ends[0] : ends[-1]]
    digits = np.where((digits < 0) | (digits >= _NO_DIGIT), _NO_DIGIT, digits)
    texts = pa.StringArray.from_buffers(
        len(ends) - 1,
        pa.py_buffer((ends - ends[0]).astype(np.int32)),
        pa.py_buffer(_CHARACTERS[digits].tobytes()),
    )
    return texts if valid.all() else pa.array(texts.to_pylist(), mask=~valid)
