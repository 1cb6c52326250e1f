"""`batch sample`: some of the rows, chosen by a hash of their ids."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pandoku.batch.buckets import (
    N_BUCKETS,
    Buckets,
    Records,
    bucket_of_hash,
    bucket_of_row,
    by_part,
)
from pandoku.batch.columns import hashes_of, ids_of_good
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError

__all__ = ["VERB"]

# A row, the hash that chooses it, and a hash of its value.
_DRAWN = np.dtype([("value", "<u8"), ("hash", "<u8"), ("row", "<i8")])
_ROW = np.dtype([("row", "<i8")])
_AT_ONCE = 2_000_000  # records that are sorted in memory


def _prepare(tables: Iterable[pa.Table], options: Options, scratch: Path) -> Iterator[pa.Table]:
    """Yield the rows that are chosen, by part: a column `at`, their places in the part."""
    most = options["each"] if options["by"] else options["count"]
    drawn, sizes = Buckets(scratch / "drawn", _DRAWN), array("q")
    n_rows = 0
    for table in tables:
        records, _ = _least(_drawn(table, options, n_rows), most)
        drawn.add(records, bucket_of_hash(records["value"]))
        sizes.append(table.num_rows)
        n_rows += table.num_rows
    chosen = Buckets(scratch / "chosen", _ROW)
    for bucket in range(N_BUCKETS):
        for records in _chosen(drawn, bucket, most, scratch):
            rows = np.empty(len(records), _ROW)
            rows["row"] = records["row"]
            chosen.add(rows, bucket_of_row(rows["row"], n_rows))
    first = 0
    for size, rows in zip(sizes, by_part(chosen, sizes), strict=True):
        yield pa.table({"at": pa.array(rows["row"] - first)})
        first += size


def _drawn(table: pa.Table, options: Options, first: int) -> Records:
    """Return the rows that may be chosen, with their hashes and values."""
    ids = ids_of_good(table)
    may = np.asarray(ids.is_valid())
    values = _values(table, options["by"]) if options["by"] else None
    if values is not None:
        may &= np.asarray(values.is_valid())
    at = np.flatnonzero(may)
    records = np.zeros(len(at), _DRAWN)
    records["hash"] = hashes_of(ids.take(pa.array(at)).to_pylist(), options["salt"])
    records["row"] = at + first
    if values is not None:
        records["value"] = _keys(values.take(pa.array(at)))
    return records


def _values(table: pa.Table, by: str) -> pa.Array:
    if by not in table.column_names:
        raise BatchError(
            f"expected by as a column of the input, found {by!r:.60}; it has "
            f"{', '.join(table.column_names)}"
        )
    values = table[by].combine_chunks()
    if pa.types.is_nested(values.type):
        raise BatchError(f"expected by as a column of texts or numbers; {by} has lists")
    return values


def _keys(values: pa.Array) -> NDArray[np.uint64]:
    """Return a hash of each value, so that a part may be read without the others."""
    found = values.dictionary_encode()
    keys = hashes_of(map(str, found.dictionary.to_pylist()), "")
    return keys.take(np.asarray(found.indices))


def _chosen(drawn: Buckets, bucket: int, most: int, scratch: Path) -> Iterator[Records]:
    """Yield the rows of a bucket that have the least hashes of their value."""
    if drawn.size(bucket) <= _AT_ONCE:
        yield _least(drawn.take(bucket), most)[0]
        return
    # A value is so common that its rows are too many for memory: take the least hashes first.
    by_hash = Buckets(scratch / f"drawn-{bucket:03d}", _DRAWN)
    for records in drawn.chunks(bucket):
        by_hash.add(records, bucket_of_hash(records["hash"]))
    taken: _Taken | None = None
    for number in range(N_BUCKETS):
        records, taken = _least(by_hash.take(number), most, taken)
        yield records


def _least(records: Records, most: int, taken: _Taken | None = None) -> tuple[Records, _Taken]:
    """Return the rows with the least hashes of each value, and how many of each were taken.

    Args:
        records: Any rows; of equal hashes, the earlier row comes first.
        most: How many of each value are taken at most.
        taken: How many were taken before.
    """
    records = records[np.lexsort((records["hash"], records["value"]))]
    values, starts, sizes = np.unique(records["value"], return_index=True, return_counts=True)
    before = np.zeros(len(values), np.int64) if taken is None else taken.of(values)
    ranks = np.arange(len(records)) - np.repeat(starts - before, sizes)
    now = _Taken(values, np.minimum(before + sizes, most))
    return records[ranks < most], now if taken is None else taken.with_(now)


class _Taken(NamedTuple):
    """How many rows of each value were taken.

    Attributes:
        values: Hashes of the values, ascending.
        counts: int64, as many.
    """

    values: NDArray[np.uint64]
    counts: NDArray[np.int64]

    def of(self, values: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return how many of each of some values were taken."""
        if not len(self.values):
            return np.zeros(len(values), np.int64)
        at = np.minimum(np.searchsorted(self.values, values), len(self.values) - 1)
        return np.where(self.values[at] == values, self.counts[at], 0)

    def with_(self, later: _Taken) -> _Taken:
        """Return the counts after some of them were counted again."""
        stays = ~np.isin(self.values, later.values)
        values = np.concatenate([self.values[stays], later.values])
        counts = np.concatenate([self.counts[stays], later.counts])
        order = np.argsort(values)
        return _Taken(values[order], counts[order])


def _run(rows: PartRows, options: Options) -> Tables:
    assert rows.aside is not None
    # Rows get other numbers, so what an earlier job says of them by number is not carried.
    known = [name for name in ("index", "duplicate_of") if name in rows.table.column_names]
    return {"puzzles": rows.table.drop_columns(known).take(rows.aside["at"])}


def _check(options: Options) -> None:
    by, each, count = options["by"], options["each"], options["count"]
    if count is not None and (by is not None or each is not None):
        raise BatchError("expected either count, or by with each; found both")
    if count is None and (by is None or each is None):
        raise BatchError(
            "expected count (how many rows), or by and each (how many of each value of a column); "
            f"found {'by alone' if by else 'each alone' if each else 'neither'}"
        )


def _needs(options: Options) -> tuple[str, ...]:
    return ("puzzle", options["by"]) if options["by"] else ("puzzle",)


VERB = Verb(
    "sample",
    "Choose rows by a hash: so many, or so many of each value of a column.",
    _run,
    lambda options: (),
    rows=(262_144, 262_144),
    options=(
        Option("count", "count", "How many rows to choose.", least=1),
        Option(
            "by", "text", "Choose some of each value of this column; null does not count as one."
        ),
        Option("each", "count", "How many to choose of each value.", least=1),
        Option("salt", "text", "Another text chooses other rows.", ""),
    ),
    needs_for=_needs,
    reads=("error",),
    keeps_rows=False,
    check=_check,
    prepare=_prepare,
    sees=lambda options: (*_needs(options), "id", "rules", "error"),
    puts_out=lambda aside: aside.num_rows,
    help="""Choose rows by a hash: so many, or so many of each value of a column.

    Chosen are the rows with the least hashes of the salt and their id. So a sample does not depend
    on the parts or the order of IN, and a smaller one is part of a larger one. Rows stay in order.
    Bad rows are never chosen.

    \b
    Examples:
      pandoku batch sample a -o b --count 10k
      pandoku batch sample a -o b --by level --each 200 --salt 2
    """,
)
