"""Conversion of data sets to Batches and back: `read_puzzles` and `write_puzzles`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

from pandoku._files import replacement
from pandoku.batch.exports import require_puzzles
from pandoku.batch.files import ROWS_OF_GROUP, in_tables_of, parquet_writer
from pandoku.batch.imports.importing import rows_of_batch
from pandoku.batch.inputs import files_of, read_rows, rows_in, sources_of
from pandoku.batch.sorting import sorted_out
from pandoku.batch.tables import SCHEMA_VERSION, table_order, table_schema
from pandoku.model import Batch

__all__ = ["read_puzzles", "write_puzzles"]

_READ = ["puzzle", "rules", "error"]
_WRITTEN = ("index", "puzzle", "rules", "kind", "order", "n_givens", "id", "error")


def read_puzzles(path: str | os.PathLike[str]) -> Iterator[Batch]:
    """Yield the puzzles of a data set in Batches, one row group at a time.

    Args:
        path: The output folder of a job, a Parquet or Arrow file, a pattern such as
            ``"*.parquet"``, or an address such as ``s3://bucket/folder``.

    Yields:
        Batches whose puzzles all have the same geometry, either all with cages or all without
        cages. The origin of a puzzle is its row number in the data set, from 0. Rows without a
        valid puzzle are left out.

    Raises:
        BatchError: There are no tables, or they have no column `puzzle`.
        OSError: A table cannot be read.
    """
    sources = sources_of(files_of([os.fspath(path)]))
    require_puzzles(sources)
    first = 0
    for file, group, n_rows in rows_in(sources):
        table = read_rows(sources, [(file, group, 0, n_rows)], _READ)
        for at, batch in sorted_out(table, checks_givens=False).groups:
            is_all = len(at) == n_rows
            origins = range(first, first + n_rows) if is_all else (at + first).tolist()
            yield Batch(
                batch.geometry,
                batch.rows,
                batch.cages,
                origins,
                masks=batch.has_masks,
                further=batch.further,
            )
        first += n_rows


def write_puzzles(path: str | os.PathLike[str], batches: Iterable[Batch]) -> int:
    """Write puzzles to a Parquet file with the columns that `import` makes.

    The file appears, or replaces an existing one, only when it is complete.

    Args:
        path: Path of the file.
        batches: The puzzles, in order. Different Batches may have different geometries. A puzzle
            with a digit larger than its order becomes a row with an error.

    Returns:
        The number of rows that were written, including rows with an error.

    Raises:
        OSError: The file cannot be written.
    """
    fields = table_schema(table_order(_WRITTEN))
    rows = 0
    with replacement(path, binary=True) as stream:
        about = {"schema": SCHEMA_VERSION}
        with parquet_writer(stream, fields, about) as writer:
            tables = map(rows_of_batch, batches)
            for table in in_tables_of(ROWS_OF_GROUP["puzzles"], tables):
                index = pa.array(np.arange(rows, rows + len(table)))
                columns = [index, *(table[name] for name in fields.names[1:])]
                writer.write_table(pa.table(columns, fields))
                rows += len(table)
    return rows
