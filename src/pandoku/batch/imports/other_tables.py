"""The column of puzzles in tables of other programs (Parquet or Arrow IPC)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.columns import as_one_array
from pandoku.batch.imports.opening import Stream
from pandoku.batch.inputs import DAMAGED, line_of_error
from pandoku.errors import BatchError
from pandoku.formats import may_hold_rules
from pandoku.formats.csv_format import PUZZLE_COLUMNS

__all__ = ["texts_of_table", "without_puzzles"]

_PUZZLE, _RULES = "puzzle", "rules"  # names in tables of pandoku
_CHARACTERS = np.frombuffer(b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!", np.uint8)
_NO_DIGIT = len(_CHARACTERS) - 1  # index of a character that no format accepts
_MOST_NAMED = 20  # columns in a message


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
    """Yield the puzzles of a table as texts, with their rules if it has any.

    Args:
        name: Name of the file, for messages.
        stream: The file.
        column: Name of the column of puzzles. None means any of the usual names.
        rows: Number of rows to yield at once, or fewer at the end of a batch of the file.

    Raises:
        BatchError: There is no such column, it contains numbers, or the file is truncated or
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
    """Return the names of the column of puzzles and, in a table of pandoku, the column of rules."""
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
    """Return lists of digits as texts. A puzzle is one list, or a list of rows."""
    valid = np.asarray(values.is_valid())
    ends = np.arange(len(values) + 1)
    while _is_list(values.type):
        # Slices and lists of fixed size do not have usable offsets.
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
