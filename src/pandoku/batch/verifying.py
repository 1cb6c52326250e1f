"""The check of a data set against its receipts: files, pages, rows, ids and solutions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pandoku.batch.columns import as_one_array, digit_rows, digit_texts, ids_of
from pandoku.batch.drive import drive, drive_here
from pandoku.batch.engines import PoolEngine
from pandoku.batch.files import METADATA
from pandoku.batch.inputs import DAMAGED
from pandoku.batch.job import Planned, planned_at
from pandoku.batch.plan import name_of
from pandoku.batch.receipts import MANIFEST, Receipt
from pandoku.batch.running import JobProgress
from pandoku.batch.sorting import sorted_out
from pandoku.batch.store import Folder, is_address, place_text
from pandoku.batch.verbs._classes import search_rows
from pandoku.errors import BatchError
from pandoku.kernel import default_threads
from pandoku.model import Batch

__all__ = ["Fault", "Verified", "verify", "wrong_answers"]

_NAMED = 3  # maximum number of rows that a fault lists
_KEPT = 10_000  # maximum number of faults in a result
_TABLES = ("puzzles", "steps")
_READ = ("puzzle", "rules", "error")
_UNKNOWN = -1  # unknown number of solutions: no such column, null, or the budget ran out


class Fault(NamedTuple):
    """A difference between a data set and its receipts.

    Attributes:
        path: Path of the file, relative to the output folder.
        what: A phrase with the expected and the actual state of the file.
    """

    path: str
    what: str


@dataclass(slots=True)
class Verified:
    """The result of checking a data set.

    Attributes:
        job: Id of the job.
        verb: Name of the verb of the job.
        files: Number of files that were read completely.
        bytes: Total size of the files that were read.
        rows: Number of rows of the table `puzzles` that were read.
        ids: Number of ids that were computed again from their puzzles and compared.
        solutions: Number of rows whose solution or number of solutions was checked by a new search.
            None if the search was not requested.
        n_faults: Number of faults.
        faults: The faults, in the order of the parts, at most 10,000.
    """

    job: str
    verb: str
    files: int = 0
    bytes: int = 0
    rows: int = 0
    ids: int = 0
    solutions: int | None = None
    n_faults: int = 0
    faults: list[Fault] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON value, as ``pandoku batch verify --json`` prints it."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return kept | {"faults": [each._asdict() for each in self.faults]}


class _Task(NamedTuple):
    """A part to check, with its receipts. The receipt of the table `puzzles` comes first."""

    output: str
    job: str
    part: int
    receipts: tuple[Receipt, ...]
    solutions: bool


class _Checked(NamedTuple):
    """The result of checking a part."""

    files: int
    bytes: int
    rows: int
    ids: int
    solutions: int
    faults: list[Fault]


def verify(
    output: str,
    *,
    solutions: bool = False,
    workers: int | None = None,
    on_progress: Callable[[JobProgress], object] | None = None,
) -> Verified:
    """Read all tables in an output folder completely, and compare them with the receipts.

    Args:
        output: The output folder of a complete job.
        solutions: Whether to solve each puzzle again, and compare the result with the solution and
            the number of solutions in its row.
        workers: Number of processes, at least 1. None means the number of cores.
        on_progress: Called with the progress after each part.

    Returns:
        The counts and the faults. A fault does not raise an error.

    Raises:
        BatchError: The folder does not contain a data set.
        OSError: The folder cannot be read.
    """
    output = place_text(output)
    if not is_address(output) and not Path(output).is_dir():
        raise BatchError(f"{output}: expected the output folder of a job, found none")
    job = planned_at(output)
    if job is None:
        raise BatchError(
            f"{output}: expected the output folder of a job, found no .pandoku/job.json"
        )
    return _Verification(job, Folder(output), on_progress, solutions=solutions).finish(workers)


class _Verification:
    def __init__(
        self,
        job: Planned,
        store: Folder,
        on_progress: Callable[[JobProgress], object] | None,
        *,
        solutions: bool,
    ) -> None:
        self._job, self._store, self._on_progress = job, store, on_progress
        self._result = Verified(job.id, job.verb, solutions=0 if solutions else None)
        self._found: dict[int, list[Fault]] = {}  # the faults of each part
        self._parts_done = self._parts = self._rows = 0

    def finish(self, workers: int | None) -> Verified:
        receipts = self._receipts()
        if receipts is None:
            return self._end()
        by_part: dict[int, list[Receipt]] = {}
        for each in receipts:
            by_part.setdefault(each.part, []).append(each)
        self._parts = len(by_part)
        self._rows = sum(each.rows for each in receipts if each.table == "puzzles")
        self._check_plan(by_part)
        self._check_names({each.path for each in receipts})
        place, id, solutions = self._store.place, self._job.id, self._result.solutions is not None

        def task_of(part: int) -> _Task:
            return _Task(place, id, part, tuple(by_part[part]), solutions)

        n_workers = min(default_threads(workers), max(len(by_part), 1))
        if n_workers == 1:
            drive_here(by_part, lambda part: _check(task_of(part)), self._take, self._fail)
        else:
            self._drive(by_part, PoolEngine(n_workers), task_of)
        return self._end()

    def _drive(
        self,
        parts: Sequence[int] | dict[int, Any],
        engine: PoolEngine,
        task_of: Callable[[int], _Task],
    ) -> None:
        try:
            drive(parts, engine, _check, task_of, self._take, self._fail)
        except KeyboardInterrupt:
            engine.stop()
            raise
        finally:
            engine.close()

    def _receipts(self) -> list[Receipt] | None:
        """Return the receipts in the manifest by part, or None if the manifest is unreadable."""
        if not self._store.has(MANIFEST):
            self._blame(
                -1, MANIFEST, "is missing: the job is not complete, and --resume finishes it"
            )
            return None
        try:
            manifest = json.loads(self._store.get(MANIFEST))
            found = manifest["job"]
            receipts = [Receipt(**each) for each in manifest["parts"]]
            failed = dict(manifest["failed"])
        except (ValueError, KeyError, TypeError) as error:
            self._blame(-1, MANIFEST, f"expected the manifest of a job, found {error}")
            return None
        if found != self._job.id:
            self._blame(-1, MANIFEST, f"expected job {self._job.id}, found {found}")
        for part, reason in failed.items():
            self._blame(int(part), MANIFEST, f"part {part} failed: {reason}")
        return sorted(receipts, key=lambda each: (each.part, each.table))

    def _check_plan(self, by_part: dict[int, list[Receipt]]) -> None:
        """Check that each part has its receipts, with the expected first row and number of rows."""
        plan, verb = self._job.plan, self._job.work
        tables = _TABLES if verb.has_steps else _TABLES[:1]
        n_parts = max(by_part, default=-1) + 1 if plan.n_parts == 0 else plan.n_parts
        first: int | None = 0
        for part in range(n_parts):
            receipts = {each.table: each for each in by_part.get(part, ())}
            for table in tables:
                if table not in receipts and part not in self._found:
                    name = name_of(table, part, self._job.id, n_parts)
                    self._blame(part, name, "has no receipt in the manifest")
            puzzles = receipts.get("puzzles")
            if puzzles is None:
                # Without the number of rows of this part, the next first row is unknown.
                first = None
                continue
            if verb.keeps_rows and plan.n_parts:
                first = plan.firsts[part]
                if puzzles.rows != (expected := plan.n_rows_of(part)):
                    found = f"expected {expected} rows by the plan, found {puzzles.rows}"
                    self._blame(part, puzzles.path, found)
            if first is not None and puzzles.first != first:
                found = f"expected {first} as the index of the first row, found {puzzles.first}"
                self._blame(part, puzzles.path, found)
            first = puzzles.first + puzzles.rows

    def _check_names(self, known: set[str]) -> None:
        """Report each file among the tables that has neither a receipt nor a fault yet."""
        known = known | {fault.path for found in self._found.values() for fault in found}
        for table in _TABLES:
            for each in self._store.listed(table):
                if each.name not in known:
                    self._blame(-1, each.name, "does not belong to this job: it has no receipt")

    def _blame(self, part: int, path: str, what: str) -> None:
        self._found.setdefault(part, []).append(Fault(path, what))

    def _take(self, part: int, checked: _Checked) -> None:
        result = self._result
        result.files += checked.files
        result.bytes += checked.bytes
        result.rows += checked.rows
        result.ids += checked.ids
        if result.solutions is not None:
            result.solutions += checked.solutions
        if checked.faults:
            self._found.setdefault(part, []).extend(checked.faults)
        self._parts_done += 1
        if self._on_progress is not None:
            bad = sum(map(len, self._found.values()))
            self._on_progress(
                JobProgress(
                    "verify", self._parts_done, self._parts, result.rows, self._rows, bad, 1
                )
            )

    def _fail(self, part: int, reason: str) -> None:
        self._blame(part, f"part {part}", f"cannot be checked: {reason}")

    def _end(self) -> Verified:
        faults = [fault for part in sorted(self._found) for fault in self._found[part]]
        self._result.n_faults = len(faults)
        self._result.faults = faults[:_KEPT]
        return self._result


def _check(task: _Task) -> _Checked:
    """Check the files of a part. Workers call this function."""
    n_bytes = n_rows = n_ids = n_proved = 0
    faults: list[Fault] = []
    ids: dict[int, str] = {}
    for receipt in task.receipts:
        file = _File(Folder(task.output), receipt, task.job)
        n_bytes += file.check_bytes()
        for first, table in file.groups():
            if receipt.table == "puzzles":
                n_rows += table.num_rows
                n_ids += file.check_ids(first, table)
                if task.solutions:
                    n_proved += file.check_solutions(first, table)
                if len(task.receipts) > 1 and "id" in table.column_names:
                    ids |= dict(enumerate(table["id"].to_pylist(), receipt.first + first))
            else:
                file.check_steps(table, ids)
        if named := list(file.faults()):
            faults += named
            ids.clear()  # steps are not compared with puzzles that have faults
    return _Checked(len(task.receipts), n_bytes, n_rows, n_ids, n_proved, faults)


class _File:
    """A file of a part, its receipt and its faults."""

    def __init__(self, store: Folder, receipt: Receipt, job: str) -> None:
        self._store, self._receipt, self._job = store, receipt, job
        self._data: bytes | None = None
        self._faults: list[str] = []
        self._rows: dict[str, list[str]] = {}  # phrases that describe faulty rows, by sort of fault
        self._last = (-1, 0)  # index of the puzzle and number of the step in the previous row

    def faults(self) -> Iterator[Fault]:
        """Yield the faults. A fault that concerns many rows lists the first three of them."""
        for what in self._faults:
            yield Fault(self._receipt.path, what)
        for sort, rows in self._rows.items():
            more = f"; and {len(rows) - _NAMED:,} more rows" if len(rows) > _NAMED else ""
            yield Fault(self._receipt.path, f"{sort}: {'; '.join(rows[:_NAMED])}{more}")

    def check_bytes(self) -> int:
        """Read the file, compare its size and hash with the receipt, and return its size."""
        receipt = self._receipt
        try:
            data = self._store.get(receipt.path)
        except FileNotFoundError:
            self._faults.append("is missing")
            return 0
        except OSError as error:
            self._faults.append(f"cannot be read: {error.strerror or error}")
            return 0
        self._data = data
        if len(data) != receipt.bytes:
            is_cut = len(data) < receipt.bytes
            how = "it is cut off" if is_cut else "something was added"
            found = f"expected {receipt.bytes:,} bytes, found {len(data):,}: {how}"
            self._faults.append(found)
        elif (digest := sha256(data).hexdigest()) != receipt.sha256:
            found = f"expected sha256 {receipt.sha256}, found {digest}: bytes were changed"
            self._faults.append(found)
        return len(data)

    def groups(self) -> Iterator[tuple[int, pa.Table]]:
        """Yield the readable row groups, each with the position of its first row."""
        if self._data is None:
            return
        try:
            file = pq.ParquetFile(pa.BufferReader(self._data), page_checksum_verification=True)
        except DAMAGED as error:
            self._faults.append(f"is not a Parquet file: {_line(error)}")
            return
        with file:
            self._check_footer(file.metadata)
            first = 0
            for group in range(file.metadata.num_row_groups):
                if (table := self._read(file, group)) is not None:
                    yield first, table
                first += file.metadata.row_group(group).num_rows

    def _check_footer(self, footer: pq.FileMetaData) -> None:
        receipt = self._receipt
        if footer.num_rows != receipt.rows:
            self._faults.append(f"expected {receipt.rows} rows, found {footer.num_rows}")
        about = {
            key.decode("utf-8", "replace"): value.decode("utf-8", "replace")
            for key, value in (footer.metadata or {}).items()
        }
        expected = {"job": self._job, "part": str(receipt.part), "first": str(receipt.first)}
        for key, value in expected.items():
            if (found := about.get(f"{METADATA}{key}")) != value:
                self._faults.append(
                    f"expected {METADATA}{key} {value} in the footer, found {found}"
                )

    def _read(self, file: pq.ParquetFile, group: int) -> pa.Table | None:
        """Return a row group. If a page is damaged, report the damaged columns and return None."""
        try:
            return file.read_row_group(group, use_threads=False)
        except DAMAGED:
            for name in file.schema_arrow.names:
                try:
                    file.read_row_group(group, columns=[name], use_threads=False)
                except DAMAGED as error:
                    self._faults.append(f"row group {group}, column {name}: {_line(error)}")
            return None

    def check_ids(self, first: int, table: pa.Table) -> int:
        """Check the index and the id of each row, and return the number of checked ids."""
        names = table.column_names
        start = self._receipt.first + first
        if "index" in names:
            found = table["index"].to_numpy()
            for place in np.flatnonzero(found != np.arange(start, start + len(found)))[
                : _NAMED + 1
            ]:
                self._blame("index", f"expected {start + place}, found {found[place]}")
        if not {"id", "puzzle"} <= set(names):
            return 0
        made = ids_of(table["rules"] if "rules" in names else None, table["puzzle"])
        kept = as_one_array(table["id"])
        for place in np.flatnonzero(pc.fill_null(pc.not_equal(made, kept), False).to_numpy(False)):
            what = f"row {start + place}: expected {made[place]}, found {kept[place]}"
            self._blame("id", what)
        return len(kept) - int(kept.null_count)

    def check_solutions(self, first: int, table: pa.Table) -> int:
        """Solve the puzzles again, and return the number of answers that were checked."""
        n_proved, wrong = wrong_answers(table)
        for place, what in wrong.items():
            self._blame("solution", f"row {self._receipt.first + first + place}: {what}")
        return n_proved

    def check_steps(self, table: pa.Table, ids: dict[int, str]) -> None:
        """Check the order of the steps, and compare their ids with the ids of their puzzles."""
        columns = [table[name].to_pylist() for name in ("index", "step")]
        owners = table["id"].to_pylist() if "id" in table.column_names else []
        for place, key in enumerate(zip(*columns, strict=True)):
            if key <= self._last:
                self._blame("order", f"index {key[0]}, step {key[1]} after {self._last}")
            self._last = key
            if owners and ids and key[0] not in ids:
                self._blame("index", f"{key[0]} is not a puzzle of the part")
            elif owners and ids and ids[key[0]] != owners[place]:
                self._blame("id", f"index {key[0]} has {owners[place]}, its puzzle {ids[key[0]]}")

    def _blame(self, sort: str, row: str) -> None:
        self._rows.setdefault(sort, []).append(row)


def _line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0].rstrip(".") or type(error).__name__


def wrong_answers(table: pa.Table) -> tuple[int, dict[int, str]]:
    """Solve puzzles again, and compare the results with the answers in the table.

    A row that has both an answer and an error counts as wrong, and its puzzle is not solved.

    Args:
        table: Rows of the table `puzzles`. A row is skipped if it has neither a solution nor an
            exact number of solutions.

    Returns:
        The number of rows whose puzzles were solved, and error messages by row position.
    """
    if "puzzle" not in table.column_names:
        return 0, {}
    n, names = table.num_rows, table.column_names
    solutions, counts = pa.nulls(n, pa.string()), np.full(n, _UNKNOWN, np.int64)
    if "solution" in names:
        solutions = as_one_array(table["solution"])
    if "n_solutions" in names:
        counts = pc.fill_null(table["n_solutions"], _UNKNOWN).to_numpy().astype(np.int64)
    says = np.asarray(solutions.is_valid()) | (counts >= 0)
    bad = np.zeros(len(says), bool)
    if "error" in table.column_names:
        bad = np.asarray(table["error"].is_valid())
    wrong = {int(at): "has an error, and an answer" for at in np.flatnonzero(says & bad)}
    places = np.flatnonzero(says & ~bad)
    read = table.select([name for name in _READ if name in table.column_names])
    found = sorted_out(read.take(pa.array(places)), checks_givens=False)
    wrong |= {int(places[at]): text for at, text in found.errors.items()}
    for at, batch in found.groups:
        here = places[at]
        for place, text in _wrong(batch, solutions.take(pa.array(here)), counts[here]):
            wrong[int(here[place])] = text
    return len(places), dict(sorted(wrong.items()))


def _wrong(
    batch: Batch, solutions: pa.StringArray, counts: NDArray[np.int64]
) -> Iterator[tuple[int, str]]:
    """Yield the position and an error message for each wrong answer of puzzles of one geometry."""
    has, limit = np.asarray(solutions.is_valid()), max(2, int(counts.max()))
    # If a puzzle has several solutions, its row may only contain the least one.
    is_least = bool((has & (counts > 1)).any())
    searched = search_rows(batch, limit=limit, first="lexicographic" if is_least else "any")
    assert searched.solutions is not None
    digits, bad = digit_rows(solutions, batch.geometry.order)
    says = np.where(has & (counts == _UNKNOWN), 1, counts)
    is_other_number = (says != _UNKNOWN) & (searched.counts != says)
    is_other = has & (bad | (digits != searched.solutions).any(axis=1))
    for place in np.flatnonzero(is_other_number | is_other).tolist():
        if is_other_number[place]:
            number = f"{limit} or more" if (n := searched.counts[place]) == limit else n
            yield place, f"expected {says[place]} as the number of solutions, found {number}"
        else:
            right = digit_texts(searched.solutions[place : place + 1])[0]
            yield place, f"expected {right}, found {solutions[place]}"
