"""Failures of parts, files and folders: each is reported, and all other parts are finished."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pandoku.batch import Job, run_job, running
from pandoku.batch.engines import GivenEngine
from pandoku.batch.job import planned, versions
from pandoku.batch.store import Folder
from pandoku.errors import BatchError
from tests.batch.jobs import (
    LONG_S,
    ROOT,
    Driver,
    blank,
    cluster,
    contents,
    puzzles,
    rows_of,
    tables,
    until,
    written,
)
from tests.cli.command import pandoku
from tests.data import EASY, by_default


@pytest.fixture
def given(tmp_path: Path) -> str:
    return written(tmp_path / "in.parquet", puzzles(60), 10)


# ------------------------------------------------------------------------------------ parts


@pytest.mark.parametrize("workers", [1, 2])
def test_a_part_that_raises_is_tried_four_times_and_named(
    workers: int, trying: None, given: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    job = Job("try", given, tmp_path / "out", {"wrong": 20, "log": str(log)}, rows=10)
    report = run_job(job, workers=workers)
    assert report.state == "failed"
    assert report.failed == {2: "RuntimeError: this part raises"}
    assert (report.done, len(tables(tmp_path / "out"))) == (5, 5)
    assert log.read_text().split().count("20") == 4
    assert log.read_text().split().count("30") == 1


@pytest.mark.turns(3)
def test_a_part_that_raises_is_tried_four_times_on_a_cluster(
    trying: None, given: str, tmp_path: Path, dask: str
) -> None:
    log = tmp_path / "log"
    job = Job("try", given, tmp_path / "out", {"wrong": 20, "log": str(log)}, rows=10)
    report = run_job(job, cluster=dask)
    assert report.failed[2].startswith("RuntimeError: ")
    assert len(report.failed) == 1
    assert report.done == 5
    assert log.read_text().split().count("20") == 4


@pytest.mark.turns(3)
def test_a_part_that_ends_its_worker_fails_alone_and_the_command_names_it(
    given: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    driver = Driver("try", given, "-o", str(out), "--rows", "10", "--crash", "20", "--workers", "2")
    status, said, err = driver.end()
    assert status == 1
    assert err == (
        "part 2 failed: its worker was killed at every attempt (out of memory?); --resume tries it "
        "again\n"
    )
    assert said.endswith(f"{out} is not complete: 1 parts failed\n")
    assert len(tables(out)) == 5


def test_workers_that_all_die_end_the_run(trying: None, given: str, tmp_path: Path) -> None:
    class Dying:
        has_twins, n_workers = False, 2

        def submit(self, work: Any, task: Any) -> Any:
            from concurrent.futures import Future
            from concurrent.futures.process import BrokenProcessPool

            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool())
            return future

        is_broken_by = GivenEngine.is_broken_by
        is_alive = GivenEngine.is_alive

        def mend(self) -> None: ...

    from pandoku.batch.drive import drive

    with pytest.raises(BatchError, match="workers die"):
        drive(range(100), Dying(), print, int, print, print)  # type: ignore[arg-type]


def test_long_parts_get_advice(
    trying: None, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_LONG_S", 0.08)
    monkeypatch.setattr(running, "_GOOD_S", 0.05)
    heard: list[str] = []
    report = run_job(
        Job("try", given, tmp_path / "slow", {"ms": 100}, rows=30),
        workers=1,
        on_progress=lambda progress: heard.append(progress.advice),
    )
    assert " 30 rows " in report.advice
    assert "--rows 8 " in report.advice or "--rows 4 " in report.advice
    assert heard[-1] == report.advice
    quick = run_job(Job("try", given, tmp_path / "quick", {"ms": 0}, rows=30), workers=1)
    assert quick.advice == "" or quick.seconds > 0.08


def test_the_command_gives_advice_at_once_and_once(
    given: str, tmp_path: Path, trying: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_LONG_S", 0.0)
    done = pandoku("batch", "count", given, "-o", str(tmp_path / "out"), "--workers", "1")
    assert done.returncode == 0
    assert done.err.count("--rows ") == 1


def test_an_executor_can_be_used_after_a_run_that_failed(given: str, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def stop(progress: running.JobProgress) -> None:
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            run_job(Job("count", given, tmp_path / "out", rows=10), pool, on_progress=stop)
        assert pool.submit(int, "1").result() == 1


def test_how_long_parts_took_is_in_no_file(trying: None, given: str, tmp_path: Path) -> None:
    run_job(Job("try", given, tmp_path / "out"), workers=1)
    for path in tmp_path.joinpath("out").rglob("*.json*"):
        assert "seconds" not in path.read_text()


# ------------------------------------------------------------------------------------ inputs


def test_an_input_that_is_cut_off_is_refused(given: str, tmp_path: Path) -> None:
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(Path(given).read_bytes()[:-100])
    done = pandoku("batch", "count", str(cut), "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert f"{cut}: " in done.err
    assert not (tmp_path / "out").exists()


def test_a_page_with_a_flipped_bit_fails_its_part(given: str, tmp_path: Path) -> None:
    data = bytearray(Path(given).read_bytes())
    chunk = pq.read_metadata(given).row_group(3).column(0)
    data[chunk.data_page_offset + chunk.total_compressed_size - 5] ^= 1
    Path(given).write_bytes(data)
    out = tmp_path / "out"
    done = pandoku("batch", "count", given, "-o", str(out), "--rows", "10", "--workers", "1")
    assert done.returncode == 1
    assert f"part 3 failed: {given}, row group 3: " in done.err
    assert len(tables(out)) == 5


def test_an_input_that_changes_during_a_job_fails_the_parts(given: str, tmp_path: Path) -> None:
    job = planned(Job("count", given, tmp_path / "out", rows=10))
    written(Path(given), puzzles(50), 10)
    from pandoku.batch.part import do_part

    with pytest.raises(OSError, match=r"expected [\d,]+ bytes"):
        do_part(job, str(tmp_path / "out"), 0)


def test_a_column_of_numbers_is_named_with_a_way_out(tmp_path: Path) -> None:
    file = written(tmp_path / "in.parquet", pa.table({"puzzle": [1, 2]}))
    done = pandoku("batch", "count", file, "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "'puzzle' as string, found int64; " in done.err
    table = pa.table({"puzzle": [blank(EASY, 0)], "level": [3]})
    file = written(tmp_path / "level.parquet", table)
    done = pandoku("batch", "count", file, "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "'level' as string, found int64; --carry " in done.err
    run_job(Job("count", file, tmp_path / "out", carry="puzzle"), workers=1)
    assert rows_of(tmp_path / "out").column_names == ["index", "puzzle", "n_solutions", "error"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text(EASY), "batch import"),
        (os.mkfifo, "found neither"),
        (lambda path: path.mkdir(), "*.parquet or *.arrow, found none"),
        (lambda path: None, "no such file"),
    ],
    ids=["text", "a pipe", "an empty folder", "nothing"],
)
def test_what_is_no_table_is_refused(make: Any, said: str, tmp_path: Path) -> None:
    make(tmp_path / "in")
    done = pandoku("batch", "count", str(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert said in done.err.lower() or said in done.err
    assert not (tmp_path / "out").exists()


def test_a_set_that_is_not_complete_is_refused_as_input(
    trying: None, given: str, tmp_path: Path
) -> None:
    run_job(Job("try", given, tmp_path / "a", {"wrong": 20}, rows=10), workers=1)
    with pytest.raises(BatchError, match="unfinished parts"):
        planned(Job("count", str(tmp_path / "a"), tmp_path / "b"))
    some = planned(Job("count", str(tmp_path / "a/puzzles"), tmp_path / "b"))
    assert some.plan.n_rows == 50


# ------------------------------------------------------------------------------------ outputs


def test_another_job_in_the_folder_is_refused_with_the_keys_that_differ(
    given: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "out")
    assert pandoku("batch", "count", given, "-o", out, "--workers", "1").returncode == 0
    before = contents(out)
    done = pandoku("batch", "count", given, "-o", out, "--limit", "5", "--resume")
    assert done.returncode == 2
    assert "another job: options.limit 1000, here 5;" in done.err
    done = pandoku("batch", "count", given, "-o", out)
    assert done.returncode == 2
    assert "this job already; --resume" in done.err
    assert contents(out) == before
    assert pandoku("batch", "solve", given, "-o", out, "--overwrite").returncode == 0
    assert set(contents(out)) != set(before)


def test_a_folder_with_other_files_is_refused(given: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/thesis.txt").write_text("years of work")
    done = pandoku("batch", "count", given, "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "found thesis.txt, " in done.err
    assert pandoku("batch", "count", given, "-o", str(tmp_path / "out"), "--overwrite")[0] == 0
    (tmp_path / "out/puzzles/notes.txt").write_text("stays")
    assert pandoku("batch", "solve", given, "-o", str(tmp_path / "out"), "--overwrite")[0] == 0
    assert (tmp_path / "out/thesis.txt").read_text() == "years of work"
    assert (tmp_path / "out/puzzles/notes.txt").read_text() == "stays"


def test_the_input_is_no_output(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_job(Job("count", given, tmp_path / "a"), workers=1)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BatchError, match="a: contains "):
        run_job(Job("solve", "a", str(tmp_path / "a")), workers=1, overwrite=True)
    assert len(tables(tmp_path / "a")) == 1


@pytest.mark.turns(3)
def test_a_full_disk_ends_the_run_and_names_the_file(tmp_path: Path) -> None:
    """A limit on the size of files simulates a full disk."""
    given = written(tmp_path / "in.parquet", puzzles(3000))
    out = tmp_path / "out"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000));"
            "sys.modules['pandas'] = None;"  # pyarrow would import it, which takes a second
            "sys.argv[0] = 'pandoku'; from pandoku.__main__ import main; main()",
            *("batch", "count", given, "-o", str(out), "--workers", "1"),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=LONG_S,
        check=False,
    )
    assert done.returncode == 2
    assert "puzzles/part-00000-" in done.stderr
    assert "too large" in done.stderr
    assert tables(out) == {}
    assert [each.name for each in out.rglob("*") if each.name.startswith(".pandoku-")] == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_disk_that_fills_up_ends_the_run_and_resume_goes_on(
    workers: int, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, put = tmp_path / "out", Folder.put

    def full(self: Folder, name: str, data: bytes) -> None:
        if name.startswith("puzzles/part-00003"):
            raise OSError(errno.ENOSPC, "No space left on device", self.path_of(name))
        put(self, name, data)

    monkeypatch.setattr(Folder, "put", full)
    if workers == 2:  # a worker raises the same error as this process
        from concurrent.futures import ThreadPoolExecutor

        how: dict[str, Any] = {"executor": ThreadPoolExecutor(2), "workers": 2}
    else:
        how = {"workers": 1}
    job = Job("count", given, out, rows=10)
    with pytest.raises(OSError, match="No space") as caught:
        run_job(job, **how)
    assert "part-00003" in caught.value.filename
    monkeypatch.setattr(Folder, "put", put)
    assert run_job(job, workers=1, resume=True).state == "done"


@pytest.mark.turns(3)
def test_a_crash_at_any_line_of_the_write_path_leaves_no_half_file(
    given: str, tmp_path: Path
) -> None:
    """A process is killed at the lines of the code that writes a part and the manifest."""
    step = by_default(7, full=1)
    done = subprocess.run(
        [sys.executable, "-m", "tests.batch.crashing", given, str(tmp_path), str(step)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=LONG_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    n_crashes, n_without, n_with = map(int, done.stdout.split())
    assert n_crashes > 60
    assert min(n_without, n_with) > 20 // step


def test_an_exception_at_a_write_leaves_nothing(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    out = tmp_path / "out"
    job = Job("count", given, out, rows=60)
    run_job(job, workers=1)
    (path,) = (out / "puzzles").iterdir()
    path.unlink()
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output"):
        Folder(str(out)).put("puzzles/x.parquet", b"1")
    assert list((out / "puzzles").iterdir()) == []


def test_a_damaged_file_without_a_receipt_is_made_again(given: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    job = Job("count", given, out, rows=10)
    run_job(job, workers=1)
    good = contents(out)
    for each in (out / ".pandoku/done").iterdir():
        each.unlink()
    path = out / next(iter(good))
    path.write_bytes(path.read_bytes()[:-9])
    report = run_job(job, workers=1, resume=True)
    assert (report.done, report.stood) == (1, 5)
    assert contents(out) == good
    path.write_bytes(path.read_bytes()[:-9])  # now with a receipt of the original size
    assert run_job(job, workers=1, resume=True).done == 1
    assert contents(out) == good


# ------------------------------------------------------------------------------------ clusters


def test_workers_of_another_version_are_refused_by_name(
    given: str, tmp_path: Path, dask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = versions() | {"pyarrow": "1.2.3"}
    monkeypatch.setattr(running, "versions", lambda: here)
    with pytest.raises(BatchError, match=r"^tcp://.*pyarrow 1\.2\.3"):
        run_job(Job("count", given, tmp_path / "out"), cluster=dask)
    assert not any((tmp_path / "out").rglob("probe/*"))


def test_a_worker_checks_its_versions_itself(given: str, tmp_path: Path) -> None:
    """Workers that join a cluster later are not checked at its start."""
    from pandoku.batch import job as jobs
    from pandoku.batch.part import Task, do_task

    other = {"pandoku": "9", "pyarrow": "1", "numpy": "1"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "versions", lambda: other)
        job = planned(Job("count", given, tmp_path / "out"))
    Folder(str(tmp_path / "out")).put(".pandoku/job.json", json.dumps(job.as_json()).encode())
    with pytest.raises(BatchError, match=r"expected pandoku 9 .* found"):
        do_task(Task(str(tmp_path / "out"), job.id, 0))


def test_a_folder_that_workers_do_not_share_is_refused(
    given: str, tmp_path: Path, dask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = Folder.has
    monkeypatch.setattr(Folder, "has", lambda self, name: "probe" not in name and has(self, name))
    with pytest.raises(BatchError, match="out is not shared between this machine and the worker"):
        run_job(Job("count", given, tmp_path / "out"), cluster=dask)


@pytest.mark.turns(3)
def test_a_scheduler_that_is_killed_ends_the_run_within_30_seconds(
    given: str, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    with cluster(tmp_path, n_workers=1) as (scheduler, process):
        driver = Driver(
            *("try", given, "-o", str(out), "--rows", "1", "--ms", "500"),
            *("--cluster", scheduler),
        )
        until(lambda: tables(out), "a part")
        process.kill()
        began = time.monotonic()
        status, _, err = driver.end()
    assert time.monotonic() - began < 60  # 30 on an idle machine
    assert status == 1
    last = err.splitlines()[-1]
    assert " scheduler " in last
    assert str(out) in last
    assert "--resume" in last


def test_a_task_carries_its_part_and_not_the_job(given: str, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from pandoku.batch.part import Task, do_task

    out = "/a/folder/" + "with a long name/" * 5
    frames = distributed.protocol.serialize((do_task, Task(out, "0" * 32, 10**6)))[1]
    assert sum(map(len, frames)) < 500


def test_no_cluster_at_an_address_is_one_message(given: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "s.json").write_text('{"address": "tcp://127.0.0.1:9"}')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pandoku.batch.engines._CONNECT_S", 1)
        done = pandoku(
            *("batch", "count", given, "-o", str(tmp_path / "out")),
            *("--cluster", str(tmp_path / "s.json")),
        )
    assert done.returncode == 2
    assert "Dask scheduler" in done.err
