"""Sets of one geometry, without cages: how many puzzles a second."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from pandoku.bench.peer import Peer
from pandoku.formats import line
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.lanes import search
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Rates", "measure_rates"]

_LEAST_S = 0.1  # a run repeats a set until it has lasted this long
_SAMPLE = 2_000  # puzzles of a set whose guesses and sweeps are counted
_CALLS = 200  # puzzles of a set that are given one at a time
_SHUFFLE = 1  # the seed of the order in which everyone gets the puzzles


@dataclass(frozen=True)
class Rates:
    """What was measured of a set; rates are sorted, in thousand puzzles a second.

    Attributes:
        set: Its name.
        n: How many puzzles it has.
        k_per_s: For each run, by the processor time of all threads together.
        clock_k_per_s: For each run, by the clock.
        guesses: For each puzzle, over 2 000 of the set at most.
        sweeps: Over the lanes, for each of those.
        us_a_call: Microseconds of processor time for a call with one puzzle: the mean over 200 of
            the set at most, the median of the runs.
        peer_k_per_s: The peer's, for each run, by its processor time; None without a peer.
        ratio: Our median over the peer's.
    """

    set: str
    n: int
    k_per_s: tuple[float, ...]
    clock_k_per_s: tuple[float, ...]
    guesses: float
    sweeps: float
    us_a_call: float
    peer_k_per_s: tuple[float, ...] | None = None
    ratio: float | None = None


def measure_rates(
    name: str,
    geometry: Geometry,
    rows: NDArray[np.uint8],
    *,
    limit: int = 2,
    threads: int = 1,
    isa: str = "auto",
    runs: int = 5,
    peer: Peer | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Rates:
    """Measure `solve_many` on an array in memory, and a peer on the same puzzles in turn.

    Args:
        name: Of the set.
        geometry: Of the puzzles.
        rows: The puzzles, as `solve_many` takes them, at least one.
        limit: Solutions to look for; 2 proves that the first is the only one.
        threads: For our own search; how many a peer uses is its own affair.
        isa: The instruction set, as in `solve_many`.
        runs: At least 1.
        peer: Left out where a line cannot hold the puzzles.
        tell: Called with what is done next, in words.

    Raises:
        EngineError: The peer cannot be run, fails, or takes too long.
        ValueError: As `solve_many`.
    """
    import numpy as np

    like = Puzzle(geometry)
    rows = np.random.default_rng(_SHUFFLE).permutation(rows)
    peer = peer if peer is not None and line.why_not(like) is None else None
    if peer is not None:
        tell(f"{name}: the peer starts")
        peer.prepare(_text(rows))
    ours: list[tuple[float, float]] = []
    theirs: list[float] = []
    for run in range(1, runs + 1):
        tell(f"{name}: run {run} of {runs}")
        ours.append(_rates(rows, like, limit, threads, isa))
        if peer is not None:
            theirs.append(len(rows) / peer.run() / 1000)
    sample = [Puzzle(geometry, tuple(row)) for row in rows[:_SAMPLE].tolist()]
    tell(f"{name}: guesses and sweeps")
    found = search(sample, limit=limit, threads=1, isa=isa)
    tell(f"{name}: one puzzle a call")
    calls = [_us_a_call(rows[:_CALLS], like, limit, isa) for _ in range(runs)]
    by_processor = sorted(rate for rate, _ in ours)
    return Rates(
        name,
        len(rows),
        _rounded(by_processor),
        _rounded(sorted(rate for _, rate in ours)),
        round(sum(one.nodes for one in found) / len(found), 3),
        round(found[0].sweeps / len(found), 3),
        round(statistics.median(calls), 3),
        _rounded(sorted(theirs)) if theirs else None,
        round(statistics.median(by_processor) / statistics.median(theirs), 3) if theirs else None,
    )


def _rates(
    rows: NDArray[np.uint8], like: Puzzle, limit: int, threads: int, isa: str
) -> tuple[float, float]:
    """Thousand puzzles a second in one run: of processor time, and by the clock."""
    started, clock, n = process_time(), perf_counter(), 0
    while (elapsed_s := process_time() - started) < _LEAST_S:
        solve_many(rows, like=like, limit=limit, threads=threads, isa=isa)
        n += len(rows)
    return n / elapsed_s / 1000, n / (perf_counter() - clock) / 1000


def _us_a_call(rows: NDArray[np.uint8], like: Puzzle, limit: int, isa: str) -> float:
    singles = [rows[i : i + 1] for i in range(len(rows))]
    started, n = process_time(), 0
    while (elapsed_s := process_time() - started) < _LEAST_S:
        for single in singles:
            solve_many(single, like=like, limit=limit, isa=isa)
        n += len(singles)
    return elapsed_s / n * 1e6


def _text(rows: NDArray[np.uint8]) -> bytes:
    return b"".join(line.characters(row.tobytes()) + b"\n" for row in rows)


def _rounded(rates: list[float]) -> tuple[float, ...]:
    return tuple(round(rate, 3) for rate in rates)
