"""Run a part of a job: read its rows, run the verb, and write the tables."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pandoku.batch.files import parquet_of
from pandoku.batch.inputs import read_rows
from pandoku.batch.job import Planned, names_to_read, planned_at, why_not_alike
from pandoku.batch.plan import name_of
from pandoku.batch.receipts import Receipt, counts_of
from pandoku.batch.store import Folder
from pandoku.batch.tables import SCHEMA_VERSION, column, fitted, table_order
from pandoku.batch.verbs import PartRows
from pandoku.errors import BatchError

__all__ = ["ASIDE", "Done", "Task", "do_part", "do_task", "timed", "written"]

ASIDE = ".pandoku/aside"


class Task(NamedTuple):
    """A task for a worker. It is small (about 300 bytes), even for a large job.

    Attributes:
        output: The output folder.
        job: Id of the job.
        part: Number of the part.
    """

    output: str
    job: str
    part: int


class Done(NamedTuple):
    """The result of a task.

    Attributes:
        receipts: Receipts of the files of the part, in the order in which they were written.
        seconds: Duration of the task in seconds. The duration is never written to a file, because
            the bytes of the output must not depend on it.
    """

    receipts: list[Receipt]
    seconds: float


def do_task(task: Task) -> Done:
    """Run a part of the job in an output folder. This function runs in workers.

    Raises:
        BatchError: The folder contains another job, or the versions of the libraries in this
            process differ from the versions of the job.
        OSError: A table cannot be read or written.
    """
    try:
        return timed(_job_at(task.output, task.job), task.output, task.part)
    except FileNotFoundError:
        # The inputs may have moved. At the next attempt, job.json is read again to find them.
        _job_at.cache_clear()
        raise


def timed(job: Planned, output: str, part: int) -> Done:
    """Run a part and measure its duration."""
    began = monotonic()
    return Done(do_part(job, output, part), monotonic() - began)


@lru_cache(maxsize=4)
def _job_at(output: str, id: str) -> Planned:
    job = planned_at(output)
    if job is None or job.id != id:
        raise BatchError(f"{output}: expected the job {id}, found {job.id if job else 'none'}")
    if (why := why_not_alike(job.versions)) is not None:
        raise BatchError(why)
    return job


def do_part(job: Planned, output: str, part: int) -> list[Receipt]:
    """Run a part, and return the receipts of its files, in the order in which they were written."""
    plan, verb, store = job.plan, job.work, Folder(output)
    first, count = plan.firsts[part], plan.n_rows_of(part)
    pieces = plan.pieces_of(part)
    table = fitted(read_rows(job.sources, pieces, names_to_read(job)), job.fields)
    aside, first_out = None, first
    if verb.prepare:
        with store.open(f"{ASIDE}/{part:07d}.arrow") as stream:
            aside = pa.ipc.open_file(stream).read_all()
        if not verb.keeps_rows:
            first_out = int((aside.schema.metadata or {})[b"first_out"])
    rows = PartRows(table, first, plan.n_rows, count, aside)
    tables = dict(verb.run(rows, job.checked))
    tables["puzzles"] = _joined(job, rows, tables["puzzles"], first_out)
    return [
        written(store, job, table_name, part, first_out, made, plan.n_parts)
        for table_name, made in tables.items()
    ]


def _joined(job: Planned, rows: PartRows, made: pa.Table, first: int) -> pa.Table:
    """Return the table `puzzles` of a part: the index, the copied columns and the new columns."""
    n = made.num_rows
    columns: dict[str, Any] = {name: made[name] for name in made.column_names}
    if job.work.keeps_rows:
        if n != rows.count:
            raise RuntimeError(f"{job.verb} returned {n} rows for {rows.count}")
        before = {name: rows.table[name] for name in _carried(job, rows.table)}
        if "error" in before and "error" in columns:
            before["error"] = pc.coalesce(before["error"].cast(pa.string()), columns.pop("error"))
        columns = before | columns
    else:
        kept = {*_carried(job, rows.table), *job.work.columns(job.checked)}
        # columns that were read for the verb but are not copied
        for name in set(rows.table.column_names) - kept:
            columns.pop(name, None)
    columns["index"] = pa.array(np.arange(first, first + n, dtype=np.int64))
    if "error" not in columns:
        columns["error"] = pa.nulls(n, pa.string())
    names = table_order(list(columns))
    for name in names:
        known = column(name)
        if known is not None and columns[name].type != known.type:
            columns[name] = columns[name].cast(known.type)
    return pa.table([columns[name] for name in names], names=names)


def _carried(job: Planned, table: pa.Table) -> list[str]:
    if job.carry == "all":
        return [name for name in table.column_names if name != "index"]
    if job.carry == "none":
        return ["error"] if "error" in table.column_names else []
    wanted = {*job.carry, "error"} - {"index"}
    return [name for name in table.column_names if name in wanted]


def written(
    store: Folder,
    job: Planned,
    table_name: str,
    part: int,
    first: int,
    table: pa.Table,
    n_parts: int,
) -> Receipt:
    """Write a table of a part atomically, and return its receipt."""
    name = name_of(table_name, part, job.id, n_parts)
    about = {
        "version": job.versions["pandoku"],
        "verb": job.verb,
        "options": job.options,
        "job": job.id,
        "part": part,
        "first": first,
        "schema": SCHEMA_VERSION,
    }
    data = parquet_of(table, about, table_name)
    store.put(name, data)
    return Receipt(
        table=table_name,
        part=part,
        path=name,
        first=first,
        rows=table.num_rows,
        bytes=len(data),
        sha256=sha256(data).hexdigest(),
        **counts_of(table),
    )
