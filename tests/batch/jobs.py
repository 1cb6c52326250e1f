"""Inputs, outputs and processes of jobs for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.data import EASY

ROOT = Path(__file__).parents[2]
_MARK = "PANDOKU_TEST_MARK"
LONG_S = 240  # for a task of a second on a busy machine


def blank(text: str, n: int, first: int = 0) -> str:
    """Return a puzzle without *n* of its givens, so that it has several solutions."""
    places = [i for i, char in enumerate(text) if char not in ".0"]
    removed = {places[(first + 3 * i) % len(places)] for i in range(n)}
    return "".join("." if i in removed else char for i, char in enumerate(text)).replace("0", ".")


def puzzles(n: int) -> pa.Table:
    """Return puzzles with one solution, several and none, and bad rows."""
    kinds = (
        lambda i: blank(EASY, 0),
        lambda i: blank(EASY, 3 + i % 4, i),
        lambda i: blank(EASY, 12, i),
        lambda i: "11" + "." * 79,
        lambda i: "12345678." + "." * 8 + "9" + "." * 63,
        lambda i: EASY[: i % 80],
        lambda i: None,
    )
    texts = [kinds[i % len(kinds)](i) for i in range(n)]
    return pa.table({"puzzle": pa.array(texts, pa.string()), "mine": pa.array(range(n))})


def written(path: Path, table: pa.Table, rows_of_group: int = 1000) -> str:
    """Write a table as a Parquet file, with checks of its pages."""
    pq.write_table(
        table,
        path,
        row_group_size=rows_of_group,
        write_page_checksum=True,
        use_dictionary=False,
        compression="none",  # so that only the checksums of pages detect a flipped bit
    )
    return str(path)


def tables(out: Path | str) -> dict[str, bytes]:
    """Return the files of tables of an output folder, by name."""
    root = Path(out)
    found = [path for name in ("puzzles", "steps") for path in (root / name).rglob("*.parquet")]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def contents(out: Path | str) -> dict[str, bytes]:
    """Return the files of tables and the manifest, which must not depend on the workers."""
    manifest = Path(out, ".pandoku/manifest.json")
    return tables(out) | {"manifest": manifest.read_bytes()}


def rows_of(out: Path | str) -> pa.Table:
    """Return the rows of an output folder, in order."""
    return pa.concat_tables(
        pq.read_table(pa.BufferReader(data)) for _, data in sorted(tables(out).items())
    ).combine_chunks()


def times(out: Path | str) -> dict[str, int]:
    """Return the modification times of the files of tables."""
    return {name: Path(out, name).stat().st_mtime_ns for name in tables(out)}


def until(is_so: Callable[[], object], what: str) -> None:
    """Wait until a condition is true, and fail after a long time."""
    end = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.02)


class Driver:
    """The command `pandoku batch` in a separate process, with the verb `try`."""

    def __init__(self, *arguments: str) -> None:
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.batch.trying", "batch", *arguments],
            cwd=ROOT,
            env=os.environ | {_MARK: self.mark},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> tuple[int, str, str]:
        """Wait for the process, and return its exit status and output."""
        out, err = self.process.communicate(timeout=LONG_S)
        return self.process.returncode, out, err

    def kill(self) -> None:
        """Kill the process, so that it cannot clean up."""
        self.process.kill()
        self.process.communicate(timeout=LONG_S)

    def others(self) -> list[int]:
        """Return its running child processes: workers and their helpers."""
        return [pid for pid in _marked(self.mark) if pid != self.process.pid]

    @property
    def has_ended(self) -> bool:
        """True if the command has ended."""
        return self.process.poll() is not None

    def workers(self) -> list[int]:
        """Return its workers: the children of the server that forks them."""
        others = self.others()
        parents = {pid: parent(pid) for pid in others}
        return [pid for pid in others if parents[pid] in others]


def _marked(mark: str) -> list[int]:
    wanted, found = f"{_MARK}={mark}".encode(), []
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            with suppress(OSError):
                is_zombie = each.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "Z"
                if not is_zombie and wanted in each.joinpath("environ").read_bytes().split(b"\0"):
                    found.append(int(each.name))
    return found


def parent(pid: int) -> int:
    """Return the parent of a process, or 0."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def ended(status: tuple[int, str, str]) -> tuple[int, str, str]:
    """Return the result of a driver, or fail with its output if it failed."""
    assert status[0] == 0, status
    return status


_CLUSTER = """\
import json, os, sys
sys.modules["pandas"] = None  # else each worker imports it, which takes a second
from distributed import LocalCluster

if __name__ == "__main__":
    import dask

    # Nobody looks at its profiles and meters, which take a twentieth of a processor.
    dask.config.set({
        "distributed.scheduler.allowed-failures": 20,
        "distributed.worker.profile.enabled": False,
        "distributed.worker.memory.monitor-interval": "2s",
        "distributed.admin.system-monitor.interval": "10s",
        "distributed.admin.tick.interval": "1s",
        # A busy machine takes longer than the usual half minute.
        "distributed.comm.timeouts.connect": "2m",
        "distributed.comm.timeouts.tcp": "2m",
    })
    file, n_workers, users = sys.argv[1:]
    with LocalCluster(n_workers=int(n_workers), threads_per_worker=1, processes=True,
                      dashboard_address=None, silence_logs=50) as cluster:
        with open(file + ".new", "w") as stream:
            json.dump({"address": cluster.scheduler_address}, stream)
        os.replace(file + ".new", file)
        if users:
            import fcntl

            lock = open(users)
            fcntl.flock(lock, fcntl.LOCK_EX)  # until the last of them has ended
            os.unlink(file)
        else:
            sys.stdin.read()
"""


# A shell starts it, so that nobody has to wait for its end, and tries again if it fails: its
# workers have a minute to start, which does not always suffice on a busy machine.
_TRIES = '(for i in 1 2 3; do "$@" && break; done) </dev/null >/dev/null 2>&1 &'
_IN_BACKGROUND = ["sh", "-c", _TRIES, "sh"]


def _cluster_command(folder: Path, n_workers: int, users: Path | str = "") -> list[str]:
    script = folder / "cluster.py"
    script.write_text(_CLUSTER)
    file = folder / "scheduler.json"
    return [sys.executable, str(script), str(file), str(n_workers), str(users)]


@contextmanager
def cluster(folder: Path, n_workers: int = 2) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a Dask cluster in separate processes, and yield its scheduler file and its process."""
    file = folder / "scheduler.json"
    process = subprocess.Popen(
        _cluster_command(folder, n_workers),
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        until(lambda: file.exists() or process.poll() is not None, "the start of a cluster")
        assert process.poll() is None, "the cluster did not start"
        yield str(file), process
    finally:
        if process.stdin is not None:
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait(20)


@contextmanager
def shared_cluster(folder: Path) -> Iterator[str]:
    """Yield the scheduler file of a Dask cluster for all processes that name the same folder.

    The first of them starts it, and it ends after the last of them, however that ends.
    """
    import fcntl

    folder.mkdir(exist_ok=True)
    file, users = folder / "scheduler.json", folder / "users"
    with users.open("a") as use:
        fcntl.flock(use, fcntl.LOCK_SH)
        with (folder / "start").open("a") as start:
            fcntl.flock(start, fcntl.LOCK_EX)
            if not file.exists():
                subprocess.run(
                    [*_IN_BACKGROUND, *_cluster_command(folder, 2, users)],
                    cwd=ROOT,
                    env=os.environ | {"PYTHONPATH": str(ROOT)},
                    check=True,
                )
                until(file.exists, "the start of a cluster")
        yield str(file)
