"""Run jobs, from the request to the manifest."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Callable, Container, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pandoku.batch.drive import drive, drive_here
from pandoku.batch.engines import DaskEngine, GivenEngine, PartEngine, PoolEngine
from pandoku.batch.inputs import JOB, files_of, read_rows, sources_of
from pandoku.batch.job import (
    Job,
    Planned,
    planned,
    planned_at,
    same_but_for,
    versions,
    why_not_alike,
)
from pandoku.batch.part import ASIDE, Done, Task, do_task, timed, written
from pandoku.batch.plan import name_of
from pandoku.batch.receipts import DONE, MANIFEST, PART, Receipts, manifest_of, standing_of
from pandoku.batch.store import Folder, absolute
from pandoku.batch.verbs import get_verb
from pandoku.errors import BatchError
from pandoku.kernel import default_threads

__all__ = ["JobProgress", "Report", "run_job"]

_FIRST = ".pandoku/first"
_PROBE = ".pandoku/probe"
_OWN_FOLDERS = (".pandoku", "puzzles", "steps")
_MOST_STREAMED = 10_000  # maximum number of parts of a job that reads a stream
_LONG_S = 600.0  # if a part takes longer, the report advises smaller parts
_GOOD_S = 60.0  # duration of a part that the advice aims for
_FIRST_PARTS = 8  # number of parts that are measured for the advice
_AT_ONCE = 4  # assumed number of workers of an executor if the caller does not give a number


class JobProgress(NamedTuple):
    """The progress of a run.

    Attributes:
        verb: Name of the verb that is running.
        parts_done: Number of finished parts, including those of earlier runs.
        parts: Number of parts that will be finished at the end of this run.
        rows_done: Number of rows that this run has processed.
        rows: Number of rows that this run has to process.
        bad_rows: Number of bad rows among the processed rows.
        workers: Number of workers.
        advice: The advice on the number of rows per part, as in `Report`.
    """

    verb: str
    parts_done: int
    parts: int
    rows_done: int
    rows: int
    bad_rows: int
    workers: int
    advice: str = ""


@dataclass(slots=True)
class Report:
    """The result of a run.

    Attributes:
        job: Id of the job.
        verb: Name of the verb of the job.
        state: "done" if all parts of the job are finished, "part" if all parts of this shard are
            finished but not all parts of the job, and "failed" if parts failed.
        parts: Number of parts of the job.
        done: Number of parts that this run finished.
        stood: Number of parts for this run that were already finished when it started.
        failed: Error messages of failed parts, by part number.
        rows: Number of rows that this run read or made.
        rows_out: Number of rows that this run wrote to the table `puzzles`.
        bad_rows: Number of bad rows that this run wrote to the table `puzzles`.
        seconds: Duration of the run in seconds.
        advice: Sentences for the user, or "". If one of the first parts took more than ten minutes,
            the advice is to use a smaller number of rows per part.
        foreign: Files of other jobs in the folders of the tables.
    """

    job: str
    verb: str
    state: str = "done"
    parts: int = 0
    done: int = 0
    stood: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    rows: int = 0
    rows_out: int = 0
    bad_rows: int = 0
    seconds: float = 0.0
    advice: str = ""
    foreign: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON value, as ``pandoku batch VERB --json`` prints it."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return kept | {"failed": {str(part): why for part, why in self.failed.items()}}


def run_job(
    job: Job,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
    shard: tuple[int, int] | None = None,
    cluster: str | None = None,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: Callable[[JobProgress], object] | None = None,
) -> Report:
    """Run a job: read tables and write tables, part by part.

    The bytes of the output depend only on the job and the versions of the libraries. A part is
    written completely or not at all, so you can stop a run at any time and resume it.

    Args:
        job: The job.
        executor: Executor that runs the parts, in processes or threads that see the same files as
            this process. None means that processes of this machine run the parts.
        workers: Number of processes, at least 1. 1 means that this process runs the parts, and None
            means the number of cores. With an executor, it is the number of tasks that the executor
            runs at the same time.
        shard: (k, n) to run only the parts k, k + n, k + 2n, ..., where 0 <= k < n. Shards do not
            need a common driver. Each shard is a separate run, and the last shard to finish writes
            the manifest.
        cluster: Address of a Dask scheduler, or the file that contains its address.
        resume: Whether to continue if the output folder already contains this job.
        overwrite: Whether to remove the job in the output folder, if there is one, and start again.
            Files that no job wrote are kept.
        on_progress: Called with the progress about once a second.

    Returns:
        The result of the run, including the parts that failed.

    Raises:
        BatchError: The job cannot be started, or the cluster no longer answers.
        OSError: An input cannot be read, or the output cannot be written.
        KeyboardInterrupt: Ctrl-C was pressed. Finished parts are kept.
    """
    began = monotonic()
    if shard is not None and not (0 <= shard[0] < shard[1]):
        raise BatchError(f"expected a shard K/N with 0 <= K < N, found {shard[0]}/{shard[1]}")
    if resume and overwrite:
        raise BatchError("expected either resume or overwrite, found both")
    if workers is not None and (isinstance(workers, bool) or workers < 1):
        raise BatchError(f"expected workers as a number of at least 1, found {workers!r:.60}")
    if sum(each is not None for each in (executor, shard, cluster)) > 1:
        raise BatchError("expected one of executor, shard and cluster, found several")
    verb = get_verb(job.verb)
    if verb.prepare and shard is not None:
        raise BatchError(f"{verb.name} needs all rows on one machine; leave the shard out")
    go_on = resume or shard is not None
    if verb.stream is not None and (shard is not None or cluster is not None or executor):
        raise BatchError(
            f"{verb.name} reads one stream in this process; leave the shard or cluster out"
        )
    job = _with_drawn_seed(job, shard) if go_on else job
    job = _after_first_verb(job, shard, executor, workers, cluster, overwrite, on_progress)
    plan = planned(job)
    store = Folder(job.folder)
    was_there = store.is_there()
    _begin(plan, store, go_on=go_on, overwrite=overwrite)
    if verb.stream is not None:
        try:
            return _Stream(plan, store, None, None, on_progress, began).finish()
        except (BatchError, OSError):
            if not store.has(JOB):
                store.prune(_OWN_FOLDERS, itself=not was_there)
            raise
    if verb.prepare:
        _prepare(plan, store)
    n_parts = plan.plan.n_parts if cluster is None else 0
    engine = _engine_of(executor, 1 if n_parts == 1 else workers, cluster, store)
    try:
        report = _Run(plan, store, engine, shard, on_progress, began).finish()
    except BaseException:  # stop the tasks, because `close` would wait for the running parts
        if engine is not None:
            engine.stop()
        raise
    if engine is not None:
        engine.close()
    return report


def _with_drawn_seed(job: Job, shard: tuple[int, int] | None) -> Job:
    """Return the job. If it lacks a seed, add the seed that its first run drew.

    If the output folder contains no earlier run of the verb, the job is returned without a seed.

    Raises:
        BatchError: A shard has no seed. Each shard would draw a different seed.
    """
    drawn = [each.name for each in get_verb(job.verb).options if each.is_drawn]
    missing = [name for name in drawn if job.options.get(name) is None]
    standing = planned_at(job.folder) if missing else None
    if standing is not None and standing.verb == job.verb:
        return replace(job, options={**job.options, **{n: standing.options[n] for n in missing}})
    if missing and shard is not None:
        raise BatchError(f"shards need a {missing[0]}, or each would draw a different one")
    return job


def _after_first_verb(
    job: Job,
    shard: tuple[int, int] | None,
    executor: Executor | None,
    workers: int | None,
    cluster: str | None,
    overwrite: bool,
    on_progress: Callable[[JobProgress], object] | None,
) -> Job:
    """Run the first verb if the input lacks its columns, and return a job that reads the result."""
    verb = get_verb(job.verb)
    if verb.first is None:
        return job
    sources = sources_of(files_of(job.places))
    needed = verb.needed(verb.checked(dict(job.options)))
    if all(set(needed) <= set(source.names) for source in sources):
        return job
    if shard is not None:  # every shard would run the first verb on all rows
        raise BatchError(
            f"{verb.name} needs a column {needed[0]!r}; run pandoku batch {verb.first} "
            f"{' '.join(job.places)} -o FOLDER first, and use FOLDER as the input of the shards"
        )
    output = Folder(job.folder).path_of(_FIRST)
    before = Job(verb.first, job.places, output, {}, job.rows, "all")
    run_job(
        before,
        executor,
        workers=workers,
        cluster=cluster,
        resume=not overwrite,
        overwrite=overwrite,
        on_progress=on_progress,
    )
    return replace(job, inputs=[output])


def _begin(plan: Planned, store: Folder, *, go_on: bool, overwrite: bool) -> None:
    """Write job.json unless the folder contains this job already.

    To overwrite a job, all files that jobs wrote are removed first. Other files are kept.

    Raises:
        BatchError: The folder contains an input, another job, or files that no job wrote. Also
            raised if the folder contains this job already and *go_on* is False.
    """
    for table in ("puzzles", "steps"):
        folder = absolute(store.path_of(table)).partition("?")[0] + "/"
        if any(place.startswith(folder) for place in _places(plan)):
            raise BatchError(f"{store.place}: contains the input; expected another folder for OUT")
    standing = planned_at(store.place)
    if standing is None and not overwrite:
        odd = next((each.name for each in store.listed() if each.name[0] != "."), None)
        # Look for job.json again, because another shard may have written it meanwhile.
        standing = planned_at(store.place) if odd else None
        if odd is not None and standing is None:
            raise BatchError(
                f"{store.place}: expected a new or empty folder, found {odd}, which no job wrote"
            )
    if standing is not None and not overwrite:
        if standing.id != plan.id:
            raise BatchError(
                f"{store.place} contains another job: {same_but_for(standing, plan)}; choose "
                "another folder, or replace the job with --overwrite"
            )
        if not go_on:
            raise BatchError(
                f"{store.place} contains this job already; --resume continues it, --overwrite "
                "starts again"
            )
    if overwrite and not go_on:
        store.remove(JOB)  # removed first, so that an interrupted removal does not look like a job
        store.remove(MANIFEST)
        for table in ("puzzles", "steps"):
            names = [each.name for each in store.listed(table)]
            store.remove_all(iter([name for name in names if PART.fullmatch(name)]))
        for folder in (DONE, ASIDE, _PROBE):
            store.remove_all(iter([each.name for each in store.listed(folder)]))
        standing = None
    # Workers read the places of the inputs from job.json. Inputs may have moved since the last run.
    if standing is None or _places(standing) != _places(plan):
        text = json.dumps(plan.as_json(), indent=1, sort_keys=True)
        store.put(JOB, f"{text}\n".encode())


def _places(job: Planned) -> list[str]:
    return [source.place for source in job.sources]


def _prepare(plan: Planned, store: Folder) -> None:
    """Write the tables that the verb prepares from all rows, unless an earlier run wrote them."""
    if store.has(f"{ASIDE}/done"):
        return
    verb, options, parts = plan.work, plan.checked, plan.plan
    assert verb.prepare is not None
    names = (verb.sees or verb.needed)(options)
    tables = (
        read_rows(plan.sources, parts.pieces_of(part), names) for part in range(parts.n_parts)
    )
    first_out = 0
    with tempfile.TemporaryDirectory(prefix="pandoku-") as scratch:
        for part, aside in enumerate(verb.prepare(tables, options, Path(scratch))):
            marked = aside.replace_schema_metadata({"first_out": str(first_out)})
            sink = pa.BufferOutputStream()
            with pa.ipc.new_file(sink, marked.schema) as writer:
                writer.write_table(marked)
            store.put(f"{ASIDE}/{part:07d}.arrow", bytes(sink.getvalue()))
            first_out += verb.puts_out(aside) if verb.puts_out else parts.n_rows_of(part)
    store.put(f"{ASIDE}/done", b"")


def _engine_of(
    executor: Executor | None, workers: int | None, cluster: str | None, store: Folder
) -> PartEngine | None:
    if executor is not None:
        return GivenEngine(executor, workers or _AT_ONCE)
    if cluster is not None:
        engine = DaskEngine(cluster)
        _require_alike(engine, store)
        return engine
    n_workers = default_threads(workers)
    return PoolEngine(n_workers) if n_workers > 1 else None


def _require_alike(engine: DaskEngine, store: Folder) -> None:
    """Check that all workers have the library versions of this process and share the output folder.

    Raises:
        BatchError: A worker has other versions, or does not share the output folder.
    """
    token = secrets.token_hex(8)
    names: list[str] = []
    try:
        answers = engine.run_on_each(probe, absolute(store.place), f"{_PROBE}/{token}")
        names = [name for name, _ in answers.values()]
        for worker, (name, found) in answers.items():
            if (why := why_not_alike(versions(), found)) is not None:
                raise BatchError(f"{worker}: {why}")
            if not store.has(name):
                raise BatchError(
                    f"{store.place} is not shared between this machine and the worker {worker}: "
                    "a file that the worker wrote there is not visible here"
                )
    finally:
        store.remove_all(iter(names))


def probe(output: str, name: str) -> tuple[str, dict[str, str]]:
    """Write a small file to an output folder. Return its name and the versions of this process.

    Workers call this function. The driver then checks whether it can read the file.
    """
    name = f"{name}-{os.getpid()}-{os.urandom(4).hex()}"
    Folder(output).put(name, b"here\n")
    return name, versions()


class _Run:
    """The run of a job, after job.json was written."""

    def __init__(
        self,
        job: Planned,
        store: Folder,
        engine: PartEngine | None,
        shard: tuple[int, int] | None,
        on_progress: Callable[[JobProgress], object] | None,
        began: float,
    ) -> None:
        self._job, self._store, self._engine, self._shard = job, store, engine, shard
        self._on_progress, self._began, self._reported = on_progress, began, 0.0
        self._tables = ("steps", "puzzles") if job.work.has_steps else ("puzzles",)
        self._report = Report(job.id, job.verb, parts=job.plan.n_parts)
        self._receipts = Receipts(store)
        self._is_done = bytearray()
        self._rows_to_do = 0
        self._n_measured = 0

    def finish(self) -> Report:
        """Run the unfinished parts and return the report."""
        job, report = self._job, self._report
        k, n = self._shard or (0, 1)
        mine = range(k, job.plan.n_parts, n)
        self._look(lambda part: part % n == k)
        report.stood = sum(self._is_done[part] for part in mine)
        self._rows_to_do = sum(job.plan.n_rows_of(each) for each in mine if not self._is_done[each])
        if report.stood < len(mine):
            self._store.remove(MANIFEST)  # because an old manifest would mark the job as complete
        try:
            self._do(part for part in mine if not self._is_done[part])
        finally:
            self._receipts.write()
        self._report_progress(self._n_workers(), is_last=True)
        report.state = self._state()
        if report.state != "part":
            self._write_manifest()
        report.seconds = round(monotonic() - self._began, 3)
        return report

    def _n_workers(self) -> int:
        return self._engine.n_workers if self._engine else 1

    def _look(self, is_mine: Callable[[int], bool] = lambda part: True) -> None:
        """Find the parts that earlier runs finished."""
        found = standing_of(
            self._store, self._job, self._tables, lambda each: self._receipts.add([each]), is_mine
        )
        self._is_done, self._report.foreign = found.is_done, found.foreign
        self._store.sweep()

    def _do(self, todo: Iterator[int]) -> None:
        job, output = self._job, absolute(self._store.place)
        if self._engine is None:
            drive_here(todo, lambda part: timed(job, output, part), self._take, self._fail)
            return
        drive(
            todo,
            self._engine,
            do_task,
            lambda part: Task(output, job.id, part),
            self._take,
            self._fail,
            self._report_progress,
        )

    def _take(self, part: int, done: Done) -> None:
        puzzles = done.receipts[-1]
        if not self._report.done and not self._store.has(puzzles.path):
            raise BatchError(
                f"{self._store.place} is not shared between this machine and its workers: "
                f"{puzzles.path}, written by a worker, is not visible here"
            )
        self._receipts.add(done.receipts)
        self._is_done[part] = 1
        self._report.done += 1
        self._report.rows += self._job.plan.n_rows_of(part)
        self._report.rows_out += puzzles.rows
        self._report.bad_rows += puzzles.errors
        self._measure(part, done.seconds)
        if self._engine is None:
            self._report_progress(1)

    def _measure(self, part: int, seconds: float) -> None:
        """If one of the first parts took long, add the advice to make smaller parts."""
        self._n_measured += 1
        n_rows = self._job.plan.n_rows_of(part)
        if self._n_measured > _FIRST_PARTS or seconds < _LONG_S or n_rows < 2:
            return
        better = max(1, int(n_rows * _GOOD_S / seconds))
        better = 1 << (better.bit_length() - 1)
        self._report.advice = self._report.advice or (
            f"a part of {n_rows:,} rows took {seconds / 60:,.0f} minutes: --rows {better} makes "
            "parts of about a minute, so less work is lost if a run stops; it needs another OUT "
            "or --overwrite"
        )

    def _fail(self, part: int, reason: str) -> None:
        self._report.failed[part] = reason

    def _report_progress(self, n_workers: int, *, is_last: bool = False) -> None:
        if self._on_progress is None or (not is_last and monotonic() - self._reported < 0.1):
            return
        self._reported = monotonic()
        report = self._report
        k, n = self._shard or (0, 1)
        self._on_progress(
            JobProgress(
                report.verb,
                report.stood + report.done,
                len(range(k, report.parts, n)),
                report.rows,
                self._rows_to_do,
                report.bad_rows,
                n_workers,
                report.advice,
            )
        )

    def _state(self) -> str:
        if self._report.failed:
            return "failed" if self._shard is None else "part"
        if self._shard is not None:
            self._look(lambda part: False)
        return "done" if all(self._is_done) else "part"

    def _write_manifest(self) -> None:
        """Write the manifest. Every process writes the same bytes."""
        made = manifest_of(self._store, self._job, self._tables, self._is_done, self._report.failed)
        self._store.put(MANIFEST, made)


class _Stream(_Run):
    """A run of a job that reads one stream and writes its parts one after the other.

    The stream is read from the start, but existing parts are not written again. The numbers of
    parts and rows are known only at the end, when job.json is updated.
    """

    def finish(self) -> Report:
        """Write the missing parts and return the report."""
        job, report, notes = self._job, self._report, list[str]()
        report.parts = 0  # unknown until the end of the stream, so count the parts
        self._look()
        standing = {each.name for each in self._store.listed("puzzles")}
        try:
            n_rows = self._write_all(standing, notes)
        except (BatchError, OSError):
            if not standing and not report.done:
                # No part exists. Without job.json, the next run may use other options in this
                # folder.
                self._store.remove(JOB)
            raise
        finally:
            self._receipts.write()
        self._job = replace(job, count=n_rows)
        text = json.dumps(self._job.as_json(), indent=1, sort_keys=True)
        self._store.put(JOB, f"{text}\n".encode())
        self._is_done = bytearray(b"\1" * report.parts)
        self._write_manifest()
        report.advice = "\n".join(notes)
        report.seconds = round(monotonic() - self._began, 3)
        return report

    def _write_all(self, standing: Container[str], notes: list[str]) -> int:
        """Write the parts whose names are not in *standing*, and return the total row count."""
        job, n_rows = self._job, 0
        assert job.work.stream is not None
        names = [source.place for source in job.sources]
        tables = job.work.stream(names, job.checked, job.rows, on_note=notes.append)
        for part, table in enumerate(tables):
            if part == _MOST_STREAMED:
                raise BatchError(
                    f"expected at most {_MOST_STREAMED:,} parts, found more; --rows makes them "
                    "larger"
                )
            self._report.parts += 1
            if name_of("puzzles", part, job.id, 1) in standing:
                self._report.stood += 1
            else:
                self._write(part, n_rows, table)
            n_rows += len(table)
            self._report_progress(1)
        return n_rows

    def _write(self, part: int, first: int, table: pa.Table) -> None:
        index = pa.array(np.arange(first, first + len(table)))
        table = table.add_column(0, "index", index)
        receipt = written(self._store, self._job, "puzzles", part, first, table, 1)
        self._receipts.add([receipt])
        self._report.done += 1
        self._report.rows += receipt.rows
        self._report.rows_out += receipt.rows
        self._report.bad_rows += receipt.errors
