"""Sort more records than fit into memory, with files on a local disk."""

from __future__ import annotations

import re
from binascii import unhexlify
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.errors import BatchError

__all__ = [
    "N_BUCKETS",
    "Buckets",
    "Records",
    "begins_id",
    "bucket_of_hash",
    "bucket_of_row",
    "by_part",
    "halves_of",
]

# structured arrays with a field "row" (int64): the index of the row in the job
Records: TypeAlias = NDArray[Any]

N_BUCKETS = 256
_HEX = 32
_ID = re.compile(r"[0-9a-fA-F]{32}")
_HELD = 1 << 20  # number of records that are collected in memory before they are written to disk


class Buckets:
    """Records in 256 files, each small enough to be sorted in memory.

    A file contains its records in the order in which they were added. A file is open only while it
    is written or read, because some systems limit a process to 256 open files.

    Args:
        folder: Path of a new folder on a local disk.
        record_type: Type of the records.
    """

    def __init__(self, folder: Path, record_type: np.dtype[Any]) -> None:
        folder.mkdir()
        self._folder, self._record_type = folder, record_type
        self._waiting: list[tuple[Records, NDArray[np.uint8]]] = []
        self._n_waiting = 0

    def add(self, records: Records, which: NDArray[np.uint8]) -> None:
        """Add each record to its bucket.

        Args:
            records: The records.
            which: The bucket number of each record.

        Raises:
            OSError: The disk is full.
        """
        self._waiting.append((records, which))
        self._n_waiting += len(records)
        if self._n_waiting >= _HELD:
            self._write()

    def _write(self) -> None:
        if not self._n_waiting:
            return
        records = np.concatenate([records for records, _ in self._waiting])
        which = np.concatenate([which for _, which in self._waiting])
        self._waiting, self._n_waiting = [], 0
        records = records[np.argsort(which, kind="stable")]
        ends = np.cumsum(np.bincount(which, minlength=N_BUCKETS))
        for number, piece in enumerate(np.split(records, ends[:-1])):
            if len(piece):
                with self._path(number).open("ab") as stream:
                    stream.write(piece.view(np.uint8).data)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:03d}"

    def size(self, number: int) -> int:
        """Return the number of records in a bucket."""
        self._write()
        path = self._path(number)
        return path.stat().st_size // self._record_type.itemsize if path.exists() else 0

    def chunks(self, number: int) -> Iterator[Records]:
        """Yield the records of a bucket, a million at a time."""
        self._write()
        path = self._path(number)
        if not path.exists():
            return
        with path.open("rb") as stream:
            while data := stream.read(_HELD * self._record_type.itemsize):
                yield np.frombuffer(data, self._record_type)

    def take(self, number: int) -> Records:
        """Return the records of a bucket, and remove its file."""
        found = [*self.chunks(number), self.none]
        self.remove(number)
        return np.concatenate(found)

    def remove(self, number: int) -> None:
        """Remove the file of a bucket."""
        self._path(number).unlink(missing_ok=True)

    @property
    def none(self) -> Records:
        """An empty array of records."""
        return np.empty(0, self._record_type)


def halves_of(ids: pa.StringArray) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the first 8 bytes of each id as a number, and the last 8 bytes as a number.

    Args:
        ids: Ids without nulls.

    Raises:
        BatchError: An id does not have 32 hex digits.
    """
    if not len(ids):
        return np.empty(0, np.uint64), np.empty(0, np.uint64)
    _, offsets, data = ids.buffers()
    first, last = np.frombuffer(offsets, np.int32, len(ids) + 1, ids.offset * 4)[[0, -1]]
    try:
        if pc.all(pc.equal(pc.binary_length(ids), _HEX)).as_py():
            halves = np.frombuffer(unhexlify(memoryview(data)[first:last]), ">u8").reshape(-1, 2)
            return halves[:, 0].astype(np.uint64), halves[:, 1].astype(np.uint64)
    except ValueError:
        pass
    odd = next(each for each in ids.to_pylist() if not _ID.fullmatch(each))
    raise BatchError(
        f"expected ids of {_HEX} hex digits, found {odd!r:.60}; without that column, ids are "
        "computed from the puzzles"
    )


def begins_id(records: Records) -> NDArray[np.bool_]:
    """Return a mask that is True for the first record of each id.

    The records must be sorted by "high" and "low", so that records of the same id are adjacent.
    """
    high, low = records["high"], records["low"]
    is_first = np.ones(len(records), bool)
    is_first[1:] = (high[1:] != high[:-1]) | (low[1:] != low[:-1])
    return is_first


def bucket_of_hash(hashes: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the bucket of each hash. Each bucket is one of 256 equal ranges of hashes."""
    return (hashes >> np.uint64(56)).astype(np.uint8)


def bucket_of_row(rows: NDArray[np.int64], n_rows: int) -> NDArray[np.uint8]:
    """Return the bucket of each row. Each bucket is a range of the job's row numbers."""
    return (rows * N_BUCKETS // max(n_rows, 1)).astype(np.uint8)


def by_part(buckets: Buckets, sizes: Sequence[int]) -> Iterator[Records]:
    """Yield the records of each part, sorted by row.

    Args:
        buckets: Records, each in the bucket that `bucket_of_row` returns for its row. There is at
            most one record per row.
        sizes: Number of rows of each part.
    """
    n_rows, end, bucket = sum(sizes), 0, 0
    held = buckets.none
    for size in sizes:
        end += size
        while bucket < N_BUCKETS and -(-bucket * n_rows // N_BUCKETS) < end:
            records = buckets.take(bucket)
            held = np.concatenate([held, records[np.argsort(records["row"])]])
            bucket += 1
        cut = int(np.searchsorted(held["row"], end))
        yield held[:cut]
        held = held[cut:].copy()
