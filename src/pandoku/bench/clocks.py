"""Rates by processor time and wall clock, and percentiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import NamedTuple

__all__ = ["Rate", "p95", "rate_of"]

_LEAST_S = 0.1  # of processor time: shorter measurements vary too much


class Rate(NamedTuple):
    """Puzzles per second.

    Attributes:
        processor: By the processor time of all threads together.
        clock: By the wall clock.
    """

    processor: float
    clock: float


def rate_of(work: Callable[[], object], n: int) -> Rate:
    """Measure *work*, which processes *n* puzzles a call, for at least 0.1 s of processor time.

    >>> rate_of(lambda: sum(range(1000)), 1).processor > 0
    True
    """
    started, clock, n_done = process_time(), perf_counter(), 0
    while (elapsed_s := process_time() - started) < _LEAST_S:
        work()
        n_done += n
    return Rate(n_done / elapsed_s, n_done / (perf_counter() - clock))


def p95(ordered: Sequence[float]) -> float:
    """Return the value that 95 in 100 of the ascending values do not exceed.

    >>> p95(range(100)), p95([7.0])
    (95, 7.0)
    """
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
