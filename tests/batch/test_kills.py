"""Killed workers, drivers and shards: the bytes are the same, and no process remains."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from pandoku.batch import Job, run_job
from pandoku.errors import BatchError
from tests.batch.jobs import (
    Driver,
    cluster,
    contents,
    ended,
    parent,
    puzzles,
    tables,
    times,
    until,
    written,
)
from tests.batch.trying import do_task, registered
from tests.data import IS_FULL, by_default

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc"),
    pytest.mark.turns(3),
]

_N_PARTS, _ROWS, _MS = by_default(40, full=80), 3, 15
_IN_FLIGHT = 8  # parts of two workers


def _server(driver: Driver) -> list[int]:
    """Return the process that forks the workers."""
    return list({parent(pid) for pid in driver.workers()})


def _is_server_killed(driver: Driver) -> bool:
    servers = _server(driver)
    for pid in servers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return bool(servers)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> str:
    table = puzzles(_N_PARTS * _ROWS)
    return written(tmp_path_factory.mktemp("given") / "in.parquet", table)


@pytest.fixture(scope="module")
def alone(given: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The output of a run that nobody interrupts."""
    out = tmp_path_factory.mktemp("alone")
    with registered():
        run_job(Job("try", given, out, {"ms": _MS}, rows=_ROWS), workers=1)
    return contents(out)


def _command(given: str, out: Path, *more: str) -> list[str]:
    return ["try", given, "-o", str(out), "--ms", str(_MS), "--rows", str(_ROWS), *more]


def _n_done(out: Path) -> int:
    return len(tables(out))


def _moments(seed: int, n: int) -> list[int]:
    """Return the number of parts after each kill."""
    return sorted(random.Random(seed).sample(range(4, _N_PARTS - 12, 4), n))


def _is_one_killed(driver: Driver, chosen: random.Random) -> bool:
    """Kill one of the running workers, and return whether there was one."""
    workers = driver.workers()
    if not workers:
        return False
    with suppress(ProcessLookupError):  # it may have exited with its pool
        os.kill(chosen.choice(workers), signal.SIGKILL)
        return True
    return False


def test_workers_of_a_pool_are_killed(given: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    out, chosen = tmp_path / "out", random.Random(1)
    driver = Driver(*_command(given, out, "--workers", "2"))
    killed_at = [-_IN_FLIGHT]
    for moment in _moments(1, by_default(3, full=5)):
        # A part fails if its worker is killed twice while it runs alone. Wait until the parts that
        # ran at the last kill are finished.
        least = max(moment, killed_at[-1] + _IN_FLIGHT + 1)
        until(lambda: _n_done(out) >= least or driver.has_ended, "a part")  # noqa: B023
        until(lambda: _is_one_killed(driver, chosen) or driver.has_ended, "a worker")
        killed_at.append(_n_done(out))
    ended(driver.end())
    assert killed_at[2] < _N_PARTS, "the job was done before the second kill"
    assert contents(out) == alone


def test_the_server_that_forks_workers_is_killed(
    given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    driver = Driver(*_command(given, out, "--workers", "2"))
    n_killed = after = 0
    for moment in _moments(2, by_default(2, full=4)):
        after = max(moment, after)
        until(lambda: _n_done(out) >= after or driver.has_ended, "a part")  # noqa: B023
        until(lambda: _is_server_killed(driver) or driver.has_ended, "a server")
        n_killed += not driver.has_ended
        after = _n_done(out) + 1  # the next server has finished a part
    ended(driver.end())
    assert n_killed >= 2
    assert contents(out) == alone


def test_a_pool_that_cannot_be_started_says_what_to_do(
    given: str, tmp_path: Path, trying: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise EOFError("unexpected EOF")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killed)
    job = Job("try", given, tmp_path / "out", {"ms": 1}, rows=_ROWS)
    with pytest.raises(BatchError, match=r"killed.* --resume"):
        run_job(job, workers=2)


def test_workers_of_a_cluster_are_killed(
    given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed")
    out, chosen = tmp_path / "out", random.Random(2)
    with cluster(tmp_path) as (scheduler, _):
        driver = Driver(*_command(given, out, "--cluster", scheduler))
        with distributed.Client(scheduler_file=scheduler, set_as_default=False) as client:
            for moment in _moments(2, by_default(1, full=5)):
                until(lambda: _n_done(out) >= moment, "a part")  # noqa: B023
                pids = [pid for pid in client.run(os.getpid, on_error="ignore").values() if pid]
                if pids:
                    os.kill(chosen.choice(pids), signal.SIGKILL)
        ended(driver.end())
    assert contents(out) == alone


def test_shards_are_killed_and_run_again(
    given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    out, n = tmp_path / "out", by_default(2, full=3)
    for k, moment in enumerate(_moments(3, by_default(2, full=5))):
        shard = Driver(*_command(given, out, "--workers", "1", "--shard", f"{k % n}/{n}"))
        until(lambda: _n_done(out) >= moment // n or shard.process.poll() is not None, "a part")  # noqa: B023
        shard.kill()
    stood = times(out)
    for k in range(n):
        ended(Driver(*_command(given, out, "--workers", "1", "--shard", f"{k}/{n}")).end())
    assert contents(out) == alone
    assert {name: times(out)[name] for name in stood} == stood


@pytest.fixture(params=["pool", "cluster", "one"])
def engine(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    if request.param == "cluster":
        yield ["--cluster", request.getfixturevalue("dask")]
    else:
        yield ["--workers", "3" if request.param == "pool" else "1"]


def test_the_driver_is_killed_and_resumed(
    engine: list[str], given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    driver = Driver(*_command(given, out, *engine))
    until(lambda: _n_done(out) >= 12, "a part")
    driver.kill()
    until(lambda: not driver.others(), "the end of all workers")
    assert not Path(out, ".pandoku/manifest.json").exists()
    stood = times(out)
    status, said, _ = ended(Driver(*_command(given, out, *engine, "--resume")).end())
    assert status == 0
    assert " existed before" in said
    assert contents(out) == alone
    assert {name: times(out)[name] for name in stood} == stood


def test_no_process_outlives_a_driver_by_two_seconds(given: str, tmp_path: Path) -> None:
    minute = "60000"  # no worker exits because its part is finished
    driver = Driver("try", given, "-o", str(tmp_path / "out"), "--ms", minute, "--workers", "2")
    until(lambda: len(driver.workers()) == 2, "the start of workers")
    until(lambda: _threads_ready(driver), "the start of workers")
    driver.kill()
    end = time.monotonic() + 2
    while driver.others() and time.monotonic() < end:
        time.sleep(0.05)
    assert driver.others() == []


def _threads_ready(driver: Driver) -> bool:
    """Return whether every worker has a thread that watches the driver."""
    return all(len(list(Path(f"/proc/{pid}/task").iterdir())) > 1 for pid in driver.workers())


_SIGNALS = [
    *(("pool", signal.SIGINT, 130), ("cluster", signal.SIGTERM, 143), ("one", signal.SIGINT, 130)),
    *(("pool", signal.SIGTERM, 143), ("cluster", signal.SIGINT, 130), ("one", signal.SIGTERM, 143)),
]  # each engine once, and then with the other signal


@pytest.mark.parametrize(
    ("engine", "number", "status"), _SIGNALS if IS_FULL else _SIGNALS[:3], indirect=["engine"]
)
def test_a_signal_ends_a_run_with_the_way_to_go_on(
    number: signal.Signals, status: int, engine: list[str], given: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    driver = Driver("try", given, "-o", str(out), "--ms", "300", "--rows", "3", *engine)
    until(lambda: _n_done(out) >= 1, "a part")
    driver.process.send_signal(number)
    ended_with, said, err = driver.end()
    assert ended_with == status
    assert err == f"stopped: the finished parts are in {out}; --resume continues\n"
    assert said == ""
    assert driver.others() == []


def test_an_orphan_of_the_same_job_does_no_harm(
    trying: None, given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    """A worker that lost its driver finishes a part that another worker has finished meanwhile."""
    from pandoku.batch.job import planned
    from pandoku.batch.part import Task

    out = tmp_path / "out"
    job = Job("try", given, out, {"ms": _MS}, rows=_ROWS)
    run_job(job, workers=1)
    do_task(Task(str(out), planned(job).id, 7))
    assert contents(out) == alone
    assert run_job(job, workers=1, resume=True).stood == _N_PARTS


def test_an_orphan_of_another_job_changes_nothing_that_is_read(
    trying: None, given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    from pandoku.batch.inputs import files_of
    from pandoku.batch.job import planned
    from pandoku.batch.part import do_part

    out = tmp_path / "out"
    other = Job("try", given, out, {"ms": 0}, rows=_ROWS)
    late = planned(other)
    run_job(other, workers=1)
    job = Job("try", given, out, {"ms": _MS}, rows=_ROWS)
    run_job(job, workers=1, overwrite=True)
    assert contents(out) == alone
    do_part(late, str(out), 7)
    report = run_job(job, workers=1, resume=True)
    assert report.foreign == [f"puzzles/part-00007-{late.id[:6]}.parquet"]
    assert all(contents(out)[name] == data for name, data in alone.items())
    assert sorted(files_of([str(out)])) == sorted(
        str(out / name) for name in alone if name != "manifest"
    )
    run_job(job, workers=1, overwrite=True)
    assert contents(out) == alone
