"""Measure data sets: the share of a verb's rate left from Parquet to Parquet, the cost of parts.

    PANDOKU_EXTRAS=batch,cluster ./run python bench/batch.py --out bench/results/batch.json

A share is the processor time of the core for arrays in memory divided by that of the verb for a
file. Both alternate in one process, so that other programs on the machine disturb them equally.
Figures are medians of the runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pyarrow as pa

import pandoku
from pandoku.batch import Job, digit_texts, run_job
from pandoku.batch.files import parquet_of
from pandoku.bench import circumstances
from pandoku.generation import find_puzzles, wishes_of

_SEED = 11


def main() -> None:
    """Measure, print a table, and write the results to the file, if any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", help="shares, parts, memory, resume")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    wanted = set(asked.only or ("shares", "parts", "memory", "resume"))
    result: dict[str, Any] = circumstances() | {"puzzles": asked.puzzles, "runs": asked.runs}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if "shares" in wanted:
            result["shares"] = list(_shares(place, asked.puzzles, asked.runs))
        if "parts" in wanted:
            result["parts"] = list(_parts(place))
        if "memory" in wanted:
            result["memory"] = _memory(place)
        if "resume" in wanted:
            result["resume"] = _resume(place)
    for name, rows in result.items():
        if isinstance(rows, list):
            print(name, *(f"  {row}" for row in rows), sep="\n")
        elif isinstance(rows, dict):
            print(name, rows)
    if asked.out is not None:
        asked.out.write_text(json.dumps(result, indent=1) + "\n")


# ---- shares


def _shares(place: Path, n: int, runs: int) -> Iterator[dict[str, Any]]:
    rows = pandoku.generate_many(n, givens="minimal", seed=_SEED).puzzles
    few = rows[: n // 20]
    cases: tuple[tuple[str, Any, dict[str, Any], str, Callable[[], object]], ...] = (
        ("solve", rows, {}, "none", lambda: pandoku.solve_many(rows, threads=1)),
        ("solve, carried", rows, {}, "all", lambda: pandoku.solve_many(rows, threads=1)),
        ("count", rows, {"limit": 2}, "none", lambda: pandoku.count_many(rows, 2, threads=1)),
        ("canonical", few, {}, "all", lambda: _canonical(few)),
        ("rate", few, {"scale": ("se",)}, "all", lambda: _rate(few)),
        ("explain", few[:1000], {}, "all", lambda: _explain(few[:1000])),
    )
    for name, digits, options, carry, in_memory in cases:
        source = place / "in.parquet"
        source.write_bytes(_table(digits))
        job = Job(name.split(",")[0], str(source), str(place / "out"), options, carry=carry)
        yield {"verb": name, "rows": len(digits)} | _share(in_memory, partial(_fresh, job), runs)
    wishes = wishes_of("sudoku", 9, givens="minimal", seed=_SEED, threads=1)
    made = {"count": n // 4, "seed": _SEED}
    job = Job("generate", (), str(place / "out"), made)
    pair = _share(lambda: list(find_puzzles(wishes, n // 4)), lambda: _fresh(job), runs)
    yield {"verb": "generate", "rows": n // 4} | pair


def _table(digits: np.ndarray[Any, Any]) -> bytes:
    puzzles = digit_texts(np.asarray(digits, np.uint8))
    return parquet_of(pa.table({"index": np.arange(len(digits)), "puzzle": puzzles}), {})


def _canonical(rows: Any) -> None:
    from pandoku.symmetry import canonical_many

    canonical_many(rows, threads=1)
    canonical_many(pandoku.solve_many(rows, threads=1).solutions, threads=1)


def _rate(rows: Any) -> None:
    pandoku.rate_many(rows, scale="se", threads=1)


def _explain(rows: Any) -> None:
    pandoku.explain_many(rows, scale="human", steps=True, short=True, threads=1)


def _fresh(job: Job) -> None:
    shutil.rmtree(job.output, ignore_errors=True)
    run_job(job, workers=1)


def _share(kernel: Callable[[], object], verb: Callable[[], object], runs: int) -> dict[str, float]:
    """Return the seconds of both, and the median of their ratio."""
    pairs = [(_cpu_s(kernel), _cpu_s(verb)) for _ in range(runs)]
    return {
        "kernel_s": round(median(first for first, _ in pairs), 4),
        "verb_s": round(median(second for _, second in pairs), 4),
        "share": round(median(first / second for first, second in pairs), 3),
    }


def _cpu_s(call: Callable[[], object]) -> float:
    started = time.process_time()
    call()
    return time.process_time() - started


# ---- parts


def _parts(place: Path) -> Iterator[dict[str, Any]]:
    """Yield the cost of a part in addition to its rows: a thousand parts of a few rows each."""
    source = place / "small.parquet"
    rows = np.zeros((8000, 16), np.uint8)
    source.write_bytes(_table(rows))
    job = Job("count", str(source), str(place / "out"), {"limit": 2}, rows=8)
    one = Job("count", str(source), str(place / "out"), {"limit": 2}, rows=8000)
    two = Job("count", str(source), str(place / "out"), {"limit": 2}, rows=4000)
    _fresh(one)
    plain = median(_wall_s(lambda: _fresh(one)) for _ in range(3))
    alone = median(_wall_s(lambda: _fresh(job)) for _ in range(3))
    yield {"engine": "this process", "ms_a_part": round(alone - plain, 3)}
    shutil.rmtree(job.output)
    pool = _wall_s(lambda: run_job(job, workers=2))
    yield {"engine": "2 processes", "ms_a_part": round(pool, 3), "starts_s": round(_starts(two), 2)}
    with _cluster() as address:
        if address is not None:
            shutil.rmtree(job.output)
            before = time.process_time()
            wall = _wall_s(lambda: run_job(job, cluster=address))
            driver = time.process_time() - before
            yield {
                "engine": "Dask, 2 workers",
                "ms_a_part": round(wall, 3),
                "driver_cpu_ms_a_part": round(driver, 3),
            }


def _starts(two: Job) -> float:
    """Return the time of a job of two small parts: the start of the processes."""
    shutil.rmtree(two.output)
    return _wall_s(lambda: run_job(two, workers=2))


def _wall_s(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@contextmanager
def _cluster() -> Iterator[str | None]:
    try:
        from distributed import LocalCluster
    except ImportError:
        yield None
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


# ---- memory and resuming, each in a separate process


def _memory(place: Path) -> dict[str, Any]:
    """Return the peak memory of a driver and of a worker for parts of 2**20 rows, in MB."""
    source, out = place / "large.parquet", place / "out"
    n = 2 << 20
    rows = pandoku.generate_many(1 << 16, givens="minimal", seed=_SEED).puzzles
    source.write_bytes(_table(np.tile(rows, (n // len(rows), 1))))
    shutil.rmtree(out, ignore_errors=True)
    script = place / "driver.py"
    script.write_text(_DRIVER)
    driver = subprocess.Popen([sys.executable, script, source, out], start_new_session=True)
    most: dict[int, int] = {}
    while driver.poll() is None:
        most |= _peaks_kb(driver.pid)
        time.sleep(0.02)
    workers = [kb for pid, kb in most.items() if pid != driver.pid]
    return {
        "rows": n,
        "driver_mb": round(most[driver.pid] / 1024),
        "worker_mb": round(max(workers) / 1024),
    }


_DRIVER = """
import sys
from pandoku.batch import Job, run_job

if __name__ == "__main__":
    run_job(Job("solve", sys.argv[1], sys.argv[2]), workers=2)
"""


def _peaks_kb(session: int) -> dict[int, int]:
    """Return the peak memory of each process of a session so far."""
    found = {}
    for each in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            if each.name.isdigit() and os.getsid(int(each.name)) == session:
                told = (each / "status").read_text()
                found[int(each.name)] = int(told.split("VmHWM:")[1].split()[0])
    return found


def _resume(place: Path) -> dict[str, Any]:
    """Return the time to find that 10,000 parts are done."""
    source, out = place / "ten.parquet", place / "ten"
    source.write_bytes(_table(np.zeros((10_000, 16), np.uint8)))
    job = Job("count", str(source), str(out), {"limit": 2}, rows=1)
    run_job(job, workers=1)
    again = _wall_s(lambda: run_job(job, workers=1, resume=True))
    (out / ".pandoku" / "manifest.json").unlink()
    for each in (out / ".pandoku" / "done").iterdir():
        each.unlink()
    without = _wall_s(lambda: run_job(job, workers=1, resume=True))
    return {
        "parts": 10_000,
        "seconds": round(again, 2),
        "without_receipts_s": round(without, 2),
    }


if __name__ == "__main__":
    main()
