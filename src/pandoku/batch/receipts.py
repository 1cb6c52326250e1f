"""Receipts of the files of a job, and the manifest that joins them at the end."""

from __future__ import annotations

import json
import re
import secrets
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pandoku.batch.files import METADATA
from pandoku.batch.inputs import MANIFEST
from pandoku.batch.plan import name_of

if TYPE_CHECKING:
    from pandoku.batch.job import Planned
    from pandoku.batch.store import Folder

__all__ = [
    "DONE",
    "MANIFEST",
    "PART",
    "Receipt",
    "Receipts",
    "Standing",
    "counts_of",
    "manifest_of",
    "receipt_of_file",
    "standing_of",
]

DONE = ".pandoku/done"
PART = re.compile(r"(puzzles|steps)/(?:\d+/)?part-(\d+)-([0-9a-f]{6})\.parquet")
# a segment is written after this time, or after this number of receipts
_EACH_S, _MOST = 30.0, 1000
_COUNTED = ("kind", "order", "level", "split", "stopped", "n_solutions")
_MOST_VALUES = 64  # if a column has more distinct values, they are not counted


class Counts(TypedDict):
    """Counts of the rows of a file."""

    errors: int
    counts: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Receipt:
    """A description of a file that a job wrote.

    Attributes:
        table: "puzzles" or "steps".
        part: Number of the part, from 0.
        path: Path of the file, relative to the output folder.
        first: Index of the first row of the file.
        rows: Number of rows.
        bytes: Size of the file.
        sha256: Hash of the bytes of the file.
        errors: Number of bad rows.
        counts: Number of rows for each value of some columns.
    """

    table: str
    part: int
    path: str
    first: int
    rows: int
    bytes: int
    sha256: str
    errors: int = 0
    counts: dict[str, dict[str, int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the receipt as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


def counts_of(table: pa.Table) -> Counts:
    """Count the bad rows of a table, and the rows with each value of some columns."""
    errors = 0
    if "error" in table.column_names:
        errors = table.num_rows - table["error"].null_count
    counts = {}
    for name in _COUNTED:
        if name not in table.column_names:
            continue
        found = pc.value_counts(table[name].combine_chunks())
        if 0 < len(found) <= _MOST_VALUES:
            pairs = ((each["values"], each["counts"]) for each in found.to_pylist())
            counts[name] = {str(value): n for value, n in pairs if value is not None}
    return {"errors": errors, "counts": {name: each for name, each in counts.items() if each}}


def receipt_of_file(store: Folder, name: str, table: str, part: int) -> Receipt:
    """Read an existing file, and return its receipt."""
    data = store.get(name)
    with pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True) as file:
        about = file.metadata.metadata or {}
        names = [*(each for each in _COUNTED if each in file.schema_arrow.names)]
        names += ["error"] if "error" in file.schema_arrow.names else []
        rows = file.metadata.num_rows
        counted = counts_of(file.read(names)) if names else {"errors": 0, "counts": {}}
    first = int(about[f"{METADATA}first".encode()])
    size, digest = len(data), sha256(data).hexdigest()
    return Receipt(table, part, name, first, rows, size, digest, **counted)


class Receipts:
    """The receipts that a process writes to files with unique names, called segments."""

    def __init__(self, store: Folder) -> None:
        self._store, self._writer = store, secrets.token_hex(4)
        self._waiting: list[Receipt] = []
        self._n_segments, self._since = 0, monotonic()

    def add(self, receipts: Iterable[Receipt]) -> None:
        """Add receipts, and write a segment if enough time has passed or enough receipts wait."""
        self._waiting += receipts
        if len(self._waiting) >= _MOST or monotonic() - self._since >= _EACH_S:
            self.write()

    def write(self) -> None:
        """Write the waiting receipts, if there are any, as a new segment."""
        self._since = monotonic()
        if not self._waiting:
            return
        lines = "".join(json.dumps(each.as_json()) + "\n" for each in self._waiting)
        self._store.put(f"{DONE}/{self._writer}-{self._n_segments:06d}.jsonl", lines.encode())
        self._n_segments += 1
        self._waiting = []


@dataclass(frozen=True, slots=True)
class Standing:
    """The finished parts of a job.

    Attributes:
        is_done: A byte for each part: 1 if all its files exist.
        foreign: Names of files of other jobs in the same folder.
    """

    is_done: bytearray
    foreign: list[str]


def standing_of(
    store: Folder,
    job: Planned,
    tables: Sequence[str],
    on_found: Callable[[Receipt], object],
    is_mine: Callable[[int], bool] = lambda part: True,
) -> Standing:
    """Find the finished parts of a job.

    A part is finished if all its files exist and have the sizes in their receipts. A file has no
    receipt if the process that wrote it was killed. In this case the file is read, and the part is
    unfinished if the file is damaged.

    Args:
        store: The output folder.
        job: The job.
        tables: The tables of a part.
        on_found: Called with the new receipt of each file that had no receipt.
        is_mine: Given the number of a part, returns whether this process reads the files of the
            part that have no receipt. Files that this process does not read count as valid.
    """
    n_parts = job.plan.n_parts
    sizes = {table: array("q", [-1]) * n_parts for table in tables}
    for each in kept(store):
        if _is_of(each, job, sizes):
            sizes[each.table][each.part] = each.bytes
    marks, foreign = bytearray(n_parts), list[str]()
    for file in (file for table in tables for file in store.listed(table)):
        named = PART.fullmatch(file.name)
        if named is None:
            continue
        table, part = named[1], int(named[2])
        if named[3] != job.id[:6]:
            foreign.append(file.name)
        if named[3] != job.id[:6] or part >= n_parts:
            continue
        size = sizes[table][part]
        if size == -1 and is_mine(part):
            try:
                on_found(receipt_of_file(store, file.name, table, part))
            except (OSError, ValueError, KeyError, pa.ArrowException):
                continue
        elif size not in (-1, file.size):
            continue
        marks[part] += 1
    return Standing(bytearray(count == len(tables) for count in marks), sorted(foreign))


def _is_of(receipt: Receipt, job: Planned, tables: Iterable[str]) -> bool:
    n_parts = job.plan.n_parts
    return (
        receipt.table in tables
        and receipt.part < n_parts
        and receipt.path == name_of(receipt.table, receipt.part, job.id, n_parts)
    )


def kept(store: Folder) -> Iterator[Receipt]:
    """Yield the receipts of all segments."""
    for each in store.listed(DONE):
        if each.name.endswith(".jsonl"):
            for line in store.get(each.name).splitlines():
                yield Receipt(**json.loads(line))


def manifest_of(
    store: Folder,
    job: Planned,
    tables: Sequence[str],
    is_done: Sequence[int],
    failed: dict[int, str],
) -> bytes:
    """Return the manifest.

    It depends neither on the processes that ran the parts nor on the order of their results.

    The manifest is a JSON object. The first line contains all fields except the receipts. Each
    further line contains a receipt.
    """
    n_tables, places = len(tables), {table: place for place, table in enumerate(sorted(tables))}
    lines: list[str | None] = [None] * (len(is_done) * n_tables)
    totals = _Totals()

    def take(receipt: Receipt) -> None:
        place = receipt.part * n_tables + places[receipt.table]
        if lines[place] is None:
            lines[place] = _json_of(receipt.as_json())
            totals.add(receipt)

    for each in kept(store):
        if _is_of(each, job, tables) and is_done[each.part]:
            take(each)
    for part in range(len(is_done)):
        for table, place in places.items():
            if is_done[part] and lines[part * n_tables + place] is None:
                name = name_of(table, part, job.id, job.plan.n_parts)
                take(receipt_of_file(store, name, table, part))
    head = {
        "format": 1,
        "job": job.id,
        "state": "failed" if failed else "done",
        "inputs": [
            {"bytes": each.size, "footer": each.footer, "job": each.job} for each in job.sources
        ],
        **totals.as_json(),
        "failed": {str(part): reason for part, reason in sorted(failed.items())},
    }
    body = ",\n".join(line for line in lines if line is not None)
    return f'{_json_of(head)[:-1]},"parts":[\n{body}\n]}}\n'.encode()


def _json_of(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


class _Totals:
    """The total numbers of rows, bad rows and counted values, summed over receipts."""

    def __init__(self) -> None:
        self._rows: Counter[str] = Counter()
        self._errors = 0
        self._counts: dict[str, Counter[str]] = {}

    def add(self, receipt: Receipt) -> None:
        self._rows[receipt.table] += receipt.rows
        if receipt.table == "puzzles":
            self._errors += receipt.errors
            for name, values in receipt.counts.items():
                self._counts.setdefault(name, Counter()).update(values)

    def as_json(self) -> dict[str, Any]:
        return {"rows": self._rows, "errors": self._errors, "counts": self._counts}
