"""`batch dedup`: mark or drop rows whose class occurred in an earlier row."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pandoku.batch import buckets
from pandoku.batch.buckets import Buckets
from pandoku.batch.columns import ids_of_good, spread
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb

__all__ = ["VERB"]

_CLASSED = np.dtype([("high", "<u8"), ("low", "<u8"), ("row", "<i8")])
_LATER = np.dtype([("row", "<i8"), ("first", "<i8")])


def _prepare(tables: Iterable[pa.Table], options: Options, scratch: Path) -> Iterator[pa.Table]:
    """Yield a table for each part. Its only row lists the duplicates in the part.

    The table has three columns. `n_out` is the number of output rows of the part. `at` is a list of
    the positions of duplicates in the part. `first` is a list with an index for each duplicate: the
    first row of its class.
    """
    classed, sizes = Buckets(scratch / "classed", _CLASSED), array("q")
    n_rows = 0
    for table in tables:
        ids = ids_of_good(table, "class_id" if options["by"] == "class" else "id")
        at = np.flatnonzero(np.asarray(ids.is_valid()))
        records = np.empty(len(at), _CLASSED)
        records["high"], records["low"] = buckets.halves_of(ids.drop_null())
        records["row"] = at + n_rows
        classed.add(records, buckets.bucket_of_hash(records["high"]))
        sizes.append(table.num_rows)
        n_rows += table.num_rows
    later = Buckets(scratch / "later", _LATER)
    for bucket in range(buckets.N_BUCKETS):
        records = classed.take(bucket)
        # The sorting is stable, so the rows of a class keep the order of the input.
        records = records[np.lexsort((records["low"], records["high"]))]
        is_first = buckets.begins_id(records)
        first_rows = records["row"][is_first][np.cumsum(is_first) - 1]
        duplicates = np.empty(np.count_nonzero(~is_first), _LATER)
        duplicates["row"], duplicates["first"] = records["row"][~is_first], first_rows[~is_first]
        later.add(duplicates, buckets.bucket_of_row(duplicates["row"], n_rows))
    first = 0
    for size, records in zip(sizes, buckets.by_part(later, sizes), strict=True):
        yield pa.table(
            {
                "n_out": [size - len(records) if options["drop"] else size],
                "at": _listed(records["row"] - first),
                "first": _listed(records["first"]),
            }
        )
        first += size


def _listed(values: NDArray[np.int64]) -> pa.Array:
    """Return an array whose only item is a list."""
    return pa.ListArray.from_arrays([0, len(values)], pa.array(np.ascontiguousarray(values)))


def _run(rows: PartRows, options: Options) -> Tables:
    assert rows.aside is not None
    at = np.asarray(rows.aside["at"].combine_chunks().flatten())
    # Drop the row numbers, because they refer to the rows of an earlier job.
    table = rows.table.drop_columns(
        [n for n in ("index", "duplicate_of") if n in rows.table.schema.names]
    )
    if options["drop"]:
        stays = np.ones(table.num_rows, bool)
        stays[at] = False
        return {"puzzles": table.filter(pa.array(stays))}
    first = rows.aside["first"].combine_chunks().flatten()
    marks = spread(table.num_rows, at, first, pa.int64())
    return {"puzzles": table.append_column("duplicate_of", marks)}


def _needs(options: Options) -> tuple[str, ...]:
    return ("class_id",) if options["by"] == "class" else ("puzzle",)


VERB = Verb(
    "dedup",
    "Mark duplicate rows, or drop them.",
    _run,
    lambda options: () if options["drop"] else ("duplicate_of",),
    rows=(262_144, 262_144),
    options=(
        Option(
            "by",
            "text",
            "Treat isomorphic puzzles (class) or equal texts (text) as duplicates.",
            "class",
            ("class", "text"),
        ),
        Option("drop", "flag", "Drop duplicates instead of marking them.", False),
    ),
    needs_for=_needs,
    reads=("error",),
    keeps_rows=False,
    first="canonical",
    prepare=_prepare,
    sees=lambda options: (*_needs(options), "id", "rules", "error"),
    puts_out=lambda aside: int(aside["n_out"][0].as_py()),
    help="""Mark duplicate rows, or drop them.

    The column duplicate_of is the index of the first row of the class. It is null for the first row
    itself. Class ids are computed if IN has no such column. Bad rows are never duplicates. Ids are
    sorted in files on the local disk, with 24 bytes per row, so this needs little memory.

    \b
    Examples:
      pandoku batch dedup a -o b --drop
      pandoku batch dedup a -o b --by text
    """,
)
