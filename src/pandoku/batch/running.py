"""Jobs, from what is asked for to the manifest."""

from __future__ import annotations

import json
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
from pandoku.batch.job import Job, Planned, planned, planned_at, same_but_for
from pandoku.batch.part import ASIDE, Done, Task, do_task, timed, written
from pandoku.batch.plan import name_of
from pandoku.batch.probe import probe, versions, why_not_alike
from pandoku.batch.receipts import DONE, MANIFEST, PART, Receipts, manifest_of, standing_of
from pandoku.batch.store import Folder, absolute
from pandoku.batch.verbs import get_verb
from pandoku.errors import BatchError
from pandoku.kernel import default_threads

__all__ = ["JobProgress", "Report", "run_job"]

_FIRST = ".pandoku/first"
_PROBE = ".pandoku/probe"
_OWN_FOLDERS = (".pandoku", "puzzles", "steps")
_MOST_STREAMED = 10_000  # parts of a stream, as their names show how many there may be
_LONG_S = 600.0  # parts that take longer are advised against
_GOOD_S = 60.0  # how long a part should take
_FIRST_PARTS = 8  # which are measured for that
_AT_ONCE = 4  # parts in flight for each worker of an executor that does not say how many it has


class JobProgress(NamedTuple):
    """How far a run is.

    Attributes:
        verb: The verb whose parts are being done.
        parts_done: Parts that are done, those of earlier runs too.
        parts: All parts that this run is to have done at its end.
        rows_done: Rows of the parts that this run did.
        rows: Rows of all parts that this run is to do.
        bad_rows: Bad rows among those.
        workers: How many workers there are.
        advice: As in `Report`.
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
    """What a run came to.

    Attributes:
        job: The id of the job.
        verb: Its verb.
        state: "done" if all parts are done, those of other shards too; "part" if those of this
            shard are; "failed" if parts failed.
        parts: How many parts the job has.
        done: How many parts this run did.
        stood: How many of its parts were done before.
        failed: Why parts failed, by their number.
        rows: Rows that this run read or made.
        rows_out: Rows that it wrote to the table `puzzles`.
        bad_rows: Bad rows among them.
        seconds: How long the run took.
        advice: What would be better the next time, or "": how many rows a part should have if the
            first ones take above ten minutes.
        foreign: Files of other jobs that stand among the tables.
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
    """Do a job: read tables, and write tables, part by part.

    The bytes of the output depend on the job and the versions of the libraries only. A part is
    written whole or not at all, so a run may be stopped at any time and resumed.

    Args:
        job: What is to be done.
        executor: What runs the parts; it has to run functions in other processes or threads that
            see the same files. None means processes of this machine.
        workers: How many processes to use, at least 1; 1 means this process. None means as many as
            there are cores. With an executor: how many tasks it runs at the same time.
        shard: (k, n) to do the parts k, k + n, k + 2n, ...; 0 <= k < n. Nobody drives shards: each
            does its part of the job on its own, and the one that finds all of them done writes the
            manifest.
        cluster: The address of a Dask scheduler, or the file in which it wrote its address.
        resume: Whether to go on with the job if the output folder holds it already.
        overwrite: Whether to begin anew if the output folder holds a job. Other files stay.
        on_progress: Called about once a second.

    Returns:
        What the run came to; parts that failed are named there.

    Raises:
        BatchError: The job cannot be begun, or the cluster does not answer any more.
        OSError: An input cannot be read, or the output cannot be written.
        KeyboardInterrupt: Ctrl-C was pressed. The parts that are done stand.
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
        raise BatchError(f"{verb.name} sees all rows first, on one machine: leave the shard out")
    go_on = resume or shard is not None
    if verb.stream is not None and (shard is not None or cluster is not None or executor):
        raise BatchError(
            f"{verb.name} reads one stream, in this process: leave the shard or cluster out"
        )
    job = _with_what_was_drawn(job, shard) if go_on else job
    job = _after_first(job, shard, executor, workers, cluster, overwrite, on_progress)
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
    except BaseException:  # what runs would be waited for
        if engine is not None:
            engine.stop()
        raise
    if engine is not None:
        engine.close()
    return report


def _with_what_was_drawn(job: Job, shard: tuple[int, int] | None) -> Job:
    """Return a job that goes on with the seed that was drawn for it.

    Raises:
        BatchError: Nothing was drawn yet, and each shard would draw for itself.
    """
    drawn = [each.name for each in get_verb(job.verb).options if each.is_drawn]
    missing = [name for name in drawn if job.options.get(name) is None]
    standing = planned_at(job.folder) if missing else None
    if standing is not None and standing.verb == job.verb:
        return replace(job, options={**job.options, **{n: standing.options[n] for n in missing}})
    if missing and shard is not None:
        raise BatchError(f"shards need a {missing[0]}: each would draw another one for itself")
    return job


def _after_first(
    job: Job,
    shard: tuple[int, int] | None,
    executor: Executor | None,
    workers: int | None,
    cluster: str | None,
    overwrite: bool,
    on_progress: Callable[[JobProgress], object] | None,
) -> Job:
    """Return a job whose input has the columns that its verb needs, made by another verb before."""
    verb = get_verb(job.verb)
    if verb.first is None:
        return job
    sources = sources_of(files_of(job.places))
    needed = verb.needed(verb.checked(dict(job.options)))
    if all(set(needed) <= set(source.names) for source in sources):
        return job
    if shard is not None:  # each of them would do all of it
        raise BatchError(
            f"{verb.name} needs a column {needed[0]!r}: before its shards, run "
            f"pandoku batch {verb.first} {' '.join(job.places)} -o FOLDER, and give it FOLDER"
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
    """Write job.json, unless the folder holds this job.

    Raises:
        BatchError: The folder holds another job, or this one and it is not to go on.
    """
    _refuse_input(plan, store)
    standing = planned_at(store.place)
    if standing is None and not overwrite:
        odd = next((each.name for each in store.listed() if each.name[0] != "."), None)
        standing = planned_at(store.place) if odd else None  # another shard may just have begun
        if odd is not None and standing is None:
            raise BatchError(
                f"{store.place}: expected a new or empty folder, found {odd}, which no job wrote"
            )
    if standing is not None and not overwrite:
        if standing.id != plan.id:
            raise BatchError(
                f"{store.place} holds another job: {same_but_for(standing, plan)}; choose another "
                "folder, or --overwrite replaces it"
            )
        if not go_on:
            raise BatchError(
                f"{store.place} holds this job already: --resume goes on with it, --overwrite "
                "begins again"
            )
    if overwrite and not go_on:
        _clear(store)
        standing = None
    # Workers read where the inputs are, which may have been moved since.
    if standing is None or _places(standing) != _places(plan):
        text = json.dumps(plan.as_json(), indent=1, sort_keys=True)
        store.put(JOB, f"{text}\n".encode())


def _places(job: Planned) -> list[str]:
    return [source.place for source in job.sources]


def _refuse_input(plan: Planned, store: Folder) -> None:
    """Refuse an output folder that holds an input.

    Raises:
        BatchError: It does.
    """
    for table in ("puzzles", "steps"):
        folder = absolute(store.path_of(table)).partition("?")[0] + "/"
        if any(place.startswith(folder) for place in _places(plan)):
            raise BatchError(f"{store.place}: the input is there; expected another folder for OUT")


def _clear(store: Folder) -> None:
    """Remove what jobs wrote in a folder; other files stay."""
    store.remove(JOB)  # first: what is left is then no job
    store.remove(MANIFEST)
    for table in ("puzzles", "steps"):
        names = [each.name for each in store.listed(table)]
        store.remove_all(iter([name for name in names if PART.fullmatch(name)]))
    for folder in (DONE, ASIDE, _PROBE):
        store.remove_all(iter([each.name for each in store.listed(folder)]))


def _prepare(plan: Planned, store: Folder) -> None:
    """Write aside what the verb has to know of all rows, unless it stands."""
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
            store.put(f"{ASIDE}/{part:07d}.arrow", _ipc(marked))
            first_out += verb.puts_out(aside) if verb.puts_out else parts.n_rows_of(part)
    store.put(f"{ASIDE}/done", b"")


def _ipc(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


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
    """Check that all workers have the versions of this process and see the output folder.

    Raises:
        BatchError: They do not.
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
                    "a file that it wrote there cannot be seen here"
                )
    finally:
        store.remove_all(iter(names))


class _Run:
    """A run of a job that has begun."""

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
        self._on_progress, self._began, self._told = on_progress, began, 0.0
        self._tables = ("steps", "puzzles") if job.work.has_steps else ("puzzles",)
        self._report = Report(job.id, job.verb, parts=job.plan.n_parts)
        self._receipts = Receipts(store)
        self._is_done = bytearray()
        self._rows_to_do = 0
        self._n_measured = 0

    def finish(self) -> Report:
        """Do the parts that are not done, and return what came of it."""
        job, report = self._job, self._report
        k, n = self._shard or (0, 1)
        mine = range(k, job.plan.n_parts, n)
        self._look(lambda part: part % n == k)
        report.stood = sum(self._is_done[part] for part in mine)
        self._rows_to_do = sum(job.plan.n_rows_of(each) for each in mine if not self._is_done[each])
        if report.stood < len(mine):
            self._store.remove(MANIFEST)  # who reads it takes the job for complete
        try:
            self._do(part for part in mine if not self._is_done[part])
        finally:
            self._receipts.write()
        self._tell(self._n_workers(), is_last=True)
        report.state = self._state()
        if report.state != "part":
            self._write_manifest()
        report.seconds = round(monotonic() - self._began, 3)
        return report

    def _n_workers(self) -> int:
        return self._engine.n_workers if self._engine else 1

    def _look(self, is_mine: Callable[[int], bool] = lambda part: True) -> None:
        """Look which parts are done."""
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
            self._tell,
        )

    def _take(self, part: int, done: Done) -> None:
        puzzles = done.receipts[-1]
        if not self._report.done and not self._store.has(puzzles.path):
            raise BatchError(
                f"{self._store.place} is not shared between this machine and its workers: "
                f"{puzzles.path}, which one of them wrote, cannot be seen here"
            )
        self._receipts.add(done.receipts)
        self._is_done[part] = 1
        self._report.done += 1
        self._report.rows += self._job.plan.n_rows_of(part)
        self._report.rows_out += puzzles.rows
        self._report.bad_rows += puzzles.errors
        self._measure(part, done.seconds)
        if self._engine is None:
            self._tell(1)

    def _measure(self, part: int, seconds: float) -> None:
        """Say how many rows would be better if one of the first parts takes long."""
        self._n_measured += 1
        n_rows = self._job.plan.n_rows_of(part)
        if self._n_measured > _FIRST_PARTS or seconds < _LONG_S or n_rows < 2:
            return
        better = max(1, int(n_rows * _GOOD_S / seconds))
        better = 1 << (better.bit_length() - 1)
        self._report.advice = self._report.advice or (
            f"a part of {n_rows:,} rows took {seconds / 60:,.0f} minutes: --rows {better} would "
            "make parts of about a minute, of which fewer are lost when a run stops; it needs "
            "another OUT, or --overwrite"
        )

    def _fail(self, part: int, reason: str) -> None:
        self._report.failed[part] = reason

    def _tell(self, n_workers: int, *, is_last: bool = False) -> None:
        if self._on_progress is None or (not is_last and monotonic() - self._told < 0.1):
            return
        self._told = monotonic()
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
        """Write the manifest: the same bytes, whoever does it."""
        made = manifest_of(self._store, self._job, self._tables, self._is_done, self._report.failed)
        self._store.put(MANIFEST, made)


class _Stream(_Run):
    """A run of a job that reads one stream: its parts are made one after the other.

    Those that stand are read, too, and not written. How many there are is known at the end, and
    job.json then says how many rows.
    """

    def finish(self) -> Report:
        """Write the parts that do not stand yet, and return what came of it."""
        job, report, notes = self._job, self._report, list[str]()
        report.parts = 0  # they are counted as they come
        self._look()
        standing = {each.name for each in self._store.listed("puzzles")}
        try:
            n_rows = self._write_all(standing, notes)
        except (BatchError, OSError):
            if not standing and not report.done:  # nothing is lost, so other options may be tried
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
        """Write the parts whose names are not among *standing*; return the rows of all."""
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
            self._tell(1)
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
