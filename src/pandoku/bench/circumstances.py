"""Describe the machine and the versions used in a measurement, and measure rates."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

__all__ = ["Rate", "circumstances", "p95", "rate_of"]

_LEAST_S = 0.1  # minimum processor time in seconds, because shorter measurements vary too much


def circumstances() -> dict[str, str]:
    """Return the date, processor, load, compiler, commit and Python version. Unknown values are "".

    The load is the average number of processes that ran or waited to run during the last minute.
    The compiler is the first `c++` on the PATH, although the core may have been built with another
    compiler. If this package is in a Git checkout, the commit is the one that is checked out.
    """
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    try:
        # the average over the last minute
        load = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    except (AttributeError, OSError):  # the system does not report a load average
        load = ""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": next(names, "") or platform.processor() or platform.machine(),
        "load": load,
        "compiler": _first_line("c++", "--version"),
        "commit": _first_line(
            "git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"
        ),
        "python": platform.python_version(),
    }


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.partition("\n")[0] if done.returncode == 0 else ""


class Rate(NamedTuple):
    """Puzzles per second.

    Attributes:
        processor: Puzzles per second of processor time, summed over all threads.
        clock: Puzzles per second of wall-clock time.
    """

    processor: float
    clock: float


def rate_of(work: Callable[[], object], n: int) -> Rate:
    """Call *work* repeatedly for at least 0.1 s of processor time, and return the rate.

    Each call processes *n* puzzles.

    >>> rate_of(lambda: sum(range(1000)), 1).processor > 0
    True
    """
    started, clock, n_done = process_time(), perf_counter(), 0
    while (elapsed_s := process_time() - started) < _LEAST_S:
        work()
        n_done += n
    return Rate(n_done / elapsed_s, n_done / (perf_counter() - clock))


def p95(ordered: Sequence[float]) -> float:
    """Return the 95th percentile of ascending values.

    >>> p95(range(100)), p95([7.0])
    (95, 7.0)
    """
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
