"""`batch sample`: choose rows by a hash of their ids."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pandoku.batch import buckets
from pandoku.batch.buckets import Buckets, Records
from pandoku.batch.columns import hashes_of, ids_of_good
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError

__all__ = ["VERB"]

# The fields are the hash of the row's value in the column `by`, the hash that chooses the row, and
# the row number.
_DRAWN = np.dtype([("value", "<u8"), ("hash", "<u8"), ("row", "<i8")])
_ROW = np.dtype([("row", "<i8")])
_AT_ONCE = 2_000_000  # maximum number of records that are sorted in memory


def _prepare(tables: Iterable[pa.Table], options: Options, scratch: Path) -> Iterator[pa.Table]:
    """Yield a table for each part. Its column `at` has the positions of the rows to keep."""
    most = options["each"] if options["by"] else options["count"]
    drawn, sizes = Buckets(scratch / "drawn", _DRAWN), array("q")
    n_rows = 0
    for table in tables:
        records, _ = _least(_drawn(table, options, n_rows), most)
        drawn.add(records, buckets.bucket_of_hash(records["value"]))
        sizes.append(table.num_rows)
        n_rows += table.num_rows
    chosen = Buckets(scratch / "chosen", _ROW)
    for bucket in range(buckets.N_BUCKETS):
        for records in _chosen(drawn, bucket, most, scratch):
            rows = np.empty(len(records), _ROW)
            rows["row"] = records["row"]
            chosen.add(rows, buckets.bucket_of_row(rows["row"], n_rows))
    first = 0
    for size, rows in zip(sizes, buckets.by_part(chosen, sizes), strict=True):
        yield pa.table({"at": pa.array(rows["row"] - first)})
        first += size


def _drawn(table: pa.Table, options: Options, first: int) -> Records:
    """Return a record for each row that may be chosen."""
    ids = ids_of_good(table)
    may = np.asarray(ids.is_valid())
    values, by = None, options["by"]
    if by:
        if by not in table.column_names:
            raise BatchError(
                f"expected by as a column of the input, found {by!r:.60}; it has "
                f"{', '.join(table.column_names)}"
            )
        values = table[by].combine_chunks()
        if pa.types.is_nested(values.type):
            raise BatchError(f"expected by as a column of texts or numbers, found {by} with lists")
        may &= np.asarray(values.is_valid())
    at = np.flatnonzero(may)
    records = np.zeros(len(at), _DRAWN)
    records["hash"] = hashes_of(ids.take(pa.array(at)).to_pylist(), options["salt"])
    records["row"] = at + first
    if values is not None:  # the hash of a value is the same in every part
        encoded = values.take(pa.array(at)).dictionary_encode()
        keys = hashes_of(map(str, encoded.dictionary.to_pylist()), "")
        records["value"] = keys.take(np.asarray(encoded.indices))
    return records


def _chosen(drawn: Buckets, bucket: int, most: int, scratch: Path) -> Iterator[Records]:
    """Yield the chosen rows of a bucket: for each value, those with the least hashes."""
    if drawn.size(bucket) <= _AT_ONCE:
        yield _least(drawn.take(bucket), most)[0]
        return
    # One value is so common that its rows do not fit into memory. Divide the rows into buckets by
    # hash, and begin with the least hashes.
    by_hash = Buckets(scratch / f"drawn-{bucket:03d}", _DRAWN)
    for records in drawn.chunks(bucket):
        by_hash.add(records, buckets.bucket_of_hash(records["hash"]))
    taken: _Taken | None = None
    for number in range(buckets.N_BUCKETS):
        records, taken = _least(by_hash.take(number), most, taken)
        yield records


def _least(records: Records, most: int, taken: _Taken | None = None) -> tuple[Records, _Taken]:
    """Return the rows with the least hashes for each value, and the updated counts of taken rows.

    Args:
        records: Records of rows. If two hashes are equal, the earlier row is taken first.
        most: Maximum number of rows to take of each value.
        taken: Number of rows of each value that earlier calls took. None means no rows.
    """
    records = records[np.lexsort((records["hash"], records["value"]))]
    values, starts, sizes = np.unique(records["value"], return_index=True, return_counts=True)
    before = np.zeros(len(values), np.int64) if taken is None else taken.of(values)
    ranks = np.arange(len(records)) - np.repeat(starts - before, sizes)
    now = _Taken(values, np.minimum(before + sizes, most))
    return records[ranks < most], now if taken is None else taken.with_(now)


class _Taken(NamedTuple):
    """The number of rows of each value that were already taken.

    Attributes:
        values: Hashes of the values, ascending.
        counts: Number of taken rows of each value, int64.
    """

    values: NDArray[np.uint64]
    counts: NDArray[np.int64]

    def of(self, values: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the number of rows that were taken of each of *values*."""
        if not len(self.values):
            return np.zeros(len(values), np.int64)
        at = np.minimum(np.searchsorted(self.values, values), len(self.values) - 1)
        return np.where(self.values[at] == values, self.counts[at], 0)

    def with_(self, later: _Taken) -> _Taken:
        """Return these counts after replacing the counts of the values that are in *later*."""
        stays = ~np.isin(self.values, later.values)
        values = np.concatenate([self.values[stays], later.values])
        counts = np.concatenate([self.counts[stays], later.counts])
        order = np.argsort(values)
        return _Taken(values[order], counts[order])


def _run(rows: PartRows, options: Options) -> Tables:
    assert rows.aside is not None
    # Drop the row numbers of an earlier job, because the rows of the sample are numbered again.
    known = [name for name in ("index", "duplicate_of") if name in rows.table.column_names]
    return {"puzzles": rows.table.drop_columns(known).take(rows.aside["at"])}


def _check(options: Options) -> None:
    by, each, count = options["by"], options["each"], options["count"]
    if count is not None and (by is not None or each is not None):
        raise BatchError("expected either count, or by with each; found both")
    if count is None and (by is None or each is None):
        raise BatchError(
            "expected count (rows to choose), or by and each (rows to choose of each value of a "
            f"column); found {'by alone' if by else 'each alone' if each else 'neither'}"
        )


def _needs(options: Options) -> tuple[str, ...]:
    return ("puzzle", options["by"]) if options["by"] else ("puzzle",)


VERB = Verb(
    "sample",
    "Choose a number of rows, or a number of rows of each value of a column.",
    _run,
    lambda options: (),
    rows=(262_144, 262_144),
    options=(
        Option("count", "count", "Number of rows to choose.", least=1),
        Option("by", "text", "Choose rows of each value of this column, except null."),
        Option("each", "count", "Number of rows to choose of each value.", least=1),
        Option("salt", "text", "A different text chooses different rows.", ""),
    ),
    needs_for=_needs,
    reads=("error",),
    keeps_rows=False,
    check=_check,
    prepare=_prepare,
    sees=lambda options: (*_needs(options), "id", "rules", "error"),
    puts_out=lambda aside: aside.num_rows,
    help="""Choose a number of rows, or a number of rows of each value of a column.

    The rows with the smallest hashes of salt and id are chosen. A sample therefore does not depend
    on the parts or the order of IN, and a larger sample contains a smaller one. Rows stay in order.
    Bad rows are never chosen.

    \b
    Examples:
      pandoku batch sample a -o b --count 10k
      pandoku batch sample a -o b --by level --each 200 --salt 2
    """,
)
