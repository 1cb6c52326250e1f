"""What is known of the files of a job: receipts, and the manifest made of them at the end."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pandoku.batch.files import METADATA
from pandoku.batch.plan import name_of

if TYPE_CHECKING:
    from pandoku.batch.job import Planned
    from pandoku.batch.store import Store

__all__ = ["MANIFEST", "Receipt", "Receipts", "counts_of", "parts_done", "receipt_of_file"]

DONE = ".pandoku/done"
MANIFEST = ".pandoku/manifest.json"
_EACH_S, _MOST = 30.0, 1000  # of receipts in a segment: how long they wait, and how many
_COUNTED = ("kind", "order", "level", "split", "end", "n_solutions")
_MOST_VALUES = 64  # a column with more different values is not counted


class Counts(TypedDict):
    """What is counted of the rows of a file."""

    errors: int
    counts: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is known of a file of a job.

    Attributes:
        table: "puzzles" or "steps".
        part: Which part, from 0.
        path: The name of the file below the output folder.
        first: The index of its first row.
        rows: How many rows it has.
        bytes: Its size.
        sha256: The hash of its bytes.
        errors: How many of its rows are bad.
        counts: How often each value of some columns occurs.
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
    """Return how many rows of a table are bad, and how often values of some columns occur."""
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


def receipt_of_file(store: Store, name: str, table: str, part: int) -> Receipt:
    """Return the receipt of a file that stands, from its bytes."""
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
    """The receipts that one process gathers, written in segments that nobody else writes."""

    def __init__(self, store: Store) -> None:
        self._store, self._writer = store, secrets.token_hex(4)
        self._waiting: list[Receipt] = []
        self._n_segments, self._since = 0, monotonic()

    def add(self, receipts: Iterable[Receipt]) -> None:
        """Take receipts, and write a segment when it is time."""
        self._waiting += receipts
        if len(self._waiting) >= _MOST or monotonic() - self._since >= _EACH_S:
            self.write()

    def write(self) -> None:
        """Write those that wait, if any, as a segment of its own."""
        self._since = monotonic()
        if not self._waiting:
            return
        lines = "".join(json.dumps(each.as_json()) + "\n" for each in self._waiting)
        self._store.put(f"{DONE}/{self._writer}-{self._n_segments:06d}.jsonl", lines.encode())
        self._n_segments += 1
        self._waiting = []


def parts_done(
    store: Store, job: Planned, tables: tuple[str, ...], names: Iterable[str]
) -> bytearray:
    """Return a byte for each part: 1 if all of its files stand, and the last was written last.

    Args:
        store: The output folder.
        job: The job.
        tables: The tables of a part.
        names: The names of all files below the folder.
    """
    standing = set(names)
    n_parts = job.plan.n_parts
    return bytearray(
        all(name_of(table, part, job.id, n_parts) in standing for table in tables)
        for part in range(n_parts)
    )


def kept(store: Store) -> Iterator[Receipt]:
    """Yield the receipts of all segments."""
    for each in store.listed(DONE):
        if each.name.endswith(".jsonl"):
            for line in store.get(each.name).splitlines():
                yield Receipt(**json.loads(line))


def manifest_of(
    job: Planned, receipts: Iterable[Receipt], failed: dict[int, str]
) -> dict[str, Any]:
    """Return the manifest: the same, whoever did the parts and in which order."""
    by_name = {each.path: each for each in receipts}
    ordered = sorted(by_name.values(), key=lambda each: (each.part, each.table))
    puzzles = [each for each in ordered if each.table == "puzzles"]
    counts: dict[str, Counter[str]] = {}
    for each in puzzles:
        for name, values in each.counts.items():
            counts.setdefault(name, Counter()).update(values)
    return {
        "format": 1,
        "job": job.id,
        "state": "failed" if failed else "done",
        "inputs": [
            {"bytes": each.size, "footer": each.footer, "job": each.job} for each in job.sources
        ],
        "rows": {
            table: sum(each.rows for each in ordered if each.table == table)
            for table in sorted({each.table for each in ordered})
        },
        "errors": sum(each.errors for each in puzzles),
        "counts": {name: dict(sorted(values.items())) for name, values in sorted(counts.items())},
        "failed": {str(part): reason for part, reason in sorted(failed.items())},
        "parts": [each.as_json() for each in ordered],
    }
