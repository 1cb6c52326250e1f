"""Import of puzzles from files: texts in any format of pandoku, CSV, and tables.

The files are read as one stream. Rows stay in order, and an unreadable puzzle becomes a row with an
error. The tables therefore depend only on the inputs and options, and a resumed job reads the same
stream again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pandoku.batch.files import in_tables_of
from pandoku.batch.imports.imported import (
    IMPORTED_COLUMNS,
    error_of,
    rows_of_batch,
    rows_of_puzzles,
    rows_of_texts,
)
from pandoku.batch.imports.opening import PACKED, is_pipe, is_table, lenient, unpacked
from pandoku.batch.imports.other_tables import texts_of_table, without_puzzles
from pandoku.batch.origins import Origin
from pandoku.errors import BatchError, FormatError
from pandoku.formats import Item, Lines, items_and_batches, sniff
from pandoku.formats.csv_format import PUZZLE_COLUMNS, columns_of, read_fields
from pandoku.model import Batch, Puzzle

__all__ = ["import_tables", "licensed"]

_TEXTS_AT_ONCE = 65_536  # texts that are converted together
_PUZZLES_AT_ONCE = 4096
_USUAL = 81  # assumed number of cells before the first puzzle
_CSV = "csv"


def licensed(inputs: Sequence[str], options: Mapping[str, Any]) -> list[Origin]:
    """Return an origin with its license for each input, in order.

    Args:
        inputs: As in `import_tables`.
        options: The options `license` and `origin`, which may be None.
    """
    license, origin = options.get("license"), options.get("origin")
    return [Origin(name, license, origin) for name in inputs]


def import_tables(
    inputs: Sequence[str],
    options: Mapping[str, Any],
    rows: int,
    *,
    on_note: Callable[[str], None] = lambda _: None,
) -> Iterator[pa.Table]:
    """Yield the puzzles of files as rows of the table `puzzles`, one table per part.

    Args:
        inputs: Paths, addresses, or ``-`` for standard input. Files are texts in any format, CSV,
            Parquet or Arrow IPC. Texts may be compressed (gz, zst, bz2, lz4).
        options: `puzzle_column`, the column of puzzles in CSV and tables, or None; and `from`, the
            name of a format, or None to detect it.
        rows: Number of rows of each table. The last may have fewer.
        on_note: Called with a sentence if the format of a text is ambiguous.

    Yields:
        Tables with the columns source, source_row, puzzle, rules, kind, order, n_givens, id and
        error. Unreadable puzzles are not left out: they have nulls and an error.

    Raises:
        BatchError: An input has no puzzles, or is truncated or damaged. The message names it. The
            start of each file is checked before the first table.
        OSError: An input cannot be read.
    """
    for name in inputs:
        if not is_pipe(name):
            next(_rows_of(name, options, lambda _: None), None)
    return in_tables_of(rows, _all_rows(inputs, options, on_note))


def _all_rows(
    inputs: Sequence[str], options: Mapping[str, Any], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    for name in inputs:
        row = 0
        for table in _rows_of(name, options, on_note):
            source = pa.repeat(pa.scalar(name, pa.string()), len(table))
            at = pa.array(np.arange(row, row + len(table)))
            row += len(table)
            columns = [source, at, *table.columns]
            yield pa.table(columns, names=["source", "source_row", *IMPORTED_COLUMNS])
        if not row:
            raise BatchError(f"{name}: expected puzzles, found none")


def _rows_of(
    name: str, options: Mapping[str, Any], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    column, format = options.get("puzzle_column"), options.get("from")
    with unpacked(name) as stream:
        if is_table(stream):
            if format is not None:
                raise BatchError(f"{name}: expected a text, because of --from, found a table")
            for texts, rules in texts_of_table(name, stream, column, _TEXTS_AT_ONCE):
                yield rows_of_texts(texts, rules)
            return
        try:
            lines = Lines(lenient(stream))
            if (format or _detected(name, lines, column)) == _CSV:
                yield from _rows_of_csv(name, lines, column)
                return
            found = items_and_batches(lines, format, _unpacked_name(name), every_error=True)
            yield from _rows_of_items(found, lambda note: on_note(f"{name}: {note} (--from)"))
        except FormatError as error:
            raise BatchError(f"{name}: {error}") from None


def _detected(name: str, lines: Lines, column: str | None) -> str:
    """Return the name of the format of a text.

    Raises:
        BatchError: The text is a table without a column of puzzles.
        FormatError: The format is unknown.
    """
    if column is not None:
        return _CSV
    path, names = _unpacked_name(name), columns_of(lines.head())
    try:
        found = sniff(lines, path).name
    except FormatError:
        if not names:
            raise
        found = ""
    if names and found != _CSV and (not found or path.lower().endswith((".csv", ".tsv"))):
        raise BatchError(without_puzzles(name, names))
    return found


def _unpacked_name(name: str) -> str:
    """Return the name of a file without the suffix of its compression."""
    suffix = next((each for each in PACKED if name.endswith(each)), "")
    return name.removesuffix(suffix)


def _rows_of_csv(name: str, lines: Lines, column: str | None) -> Iterator[pa.Table]:
    names = columns_of(lines.head())
    known = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
    if names and not {each.lower() for each in names} & {*known}:
        raise BatchError(without_puzzles(name, names, column))
    yield from _rows_of_fields(read_fields(lines, column))


def _rows_of_fields(found: Iterator[list[str] | FormatError]) -> Iterator[pa.Table]:
    """Yield the rows of a column of a CSV, in tables of a fixed number of rows."""
    texts: list[str | None] = []
    errors: dict[int, str] = {}
    for each in found:
        if isinstance(each, FormatError):
            errors[len(texts)] = f"csv: {each.reason}"
            texts.append(None)
        else:
            texts += (text or None for text in each)
        while len(texts) >= _TEXTS_AT_ONCE:
            here = {at: text for at, text in errors.items() if at < _TEXTS_AT_ONCE}
            yield _rows_of_strings(texts[:_TEXTS_AT_ONCE], here)
            errors = {at - _TEXTS_AT_ONCE: errors[at] for at in errors if at not in here}
            del texts[:_TEXTS_AT_ONCE]
    if texts:
        yield _rows_of_strings(texts, errors)


def _rows_of_strings(texts: list[str | None], errors: Mapping[int, str]) -> pa.Table:
    return rows_of_texts(pa.array(texts, pa.string()), errors=errors)


def _rows_of_items(
    found: Iterator[Item | Batch], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    held: list[Puzzle | str] = []
    n_cells = _USUAL
    for each in found:
        if isinstance(each, Batch):
            if held:
                yield rows_of_puzzles(held)
                held = []
            yield rows_of_batch(each)
            n_cells = each.geometry.n_cells
            continue
        if each.note:
            on_note(each.note)
        if isinstance(each.value, Puzzle):
            held.append(each.value)
            n_cells = each.value.geometry.n_cells
        else:
            held.append(error_of(each.value, n_cells))
        if len(held) == _PUZZLES_AT_ONCE:
            yield rows_of_puzzles(held)
            held = []
    if held:
        yield rows_of_puzzles(held)
