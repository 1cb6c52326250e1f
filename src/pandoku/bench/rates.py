"""Sets of one geometry, without cages: how many puzzles a second."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pandoku.bench.clocks import Rate, rate_of
from pandoku.bench.peer import Peer
from pandoku.formats import line
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.lanes import search
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Rates", "lines_of", "measure_rates"]

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
        peer.prepare(lines_of(rows))
    ours: list[Rate] = []

    def search_all() -> None:
        solve_many(rows, like=like, limit=limit, threads=threads, isa=isa)

    theirs: list[float] = []
    for run in range(1, runs + 1):
        tell(f"{name}: run {run} of {runs}")
        ours.append(rate_of(search_all, len(rows)))
        if peer is not None:
            theirs.append(len(rows) / peer.run())
    sample = [Puzzle(geometry, tuple(row)) for row in rows[:_SAMPLE].tolist()]
    tell(f"{name}: guesses and sweeps")
    found = search(sample, limit=limit, threads=1, isa=isa)
    tell(f"{name}: one puzzle a call")
    calls = [_us_a_call(rows[:_CALLS], like, limit, isa) for _ in range(runs)]
    by_processor = [rate.processor for rate in ours]
    return Rates(
        name,
        len(rows),
        _thousands(by_processor),
        _thousands(rate.clock for rate in ours),
        round(sum(one.nodes for one in found) / len(found), 3),
        round(found[0].sweeps / len(found), 3),
        round(statistics.median(calls), 3),
        _thousands(theirs) if theirs else None,
        round(statistics.median(by_processor) / statistics.median(theirs), 3) if theirs else None,
    )


def _us_a_call(rows: NDArray[np.uint8], like: Puzzle, limit: int, isa: str) -> float:
    singles = [rows[i : i + 1] for i in range(len(rows))]

    def search_each() -> None:
        for single in singles:
            solve_many(single, like=like, limit=limit, isa=isa)

    return 1e6 / rate_of(search_each, len(singles)).processor


def lines_of(rows: NDArray[np.uint8]) -> bytes:
    """Return puzzles as lines of text: what a peer reads."""
    return b"".join(line.characters(row.tobytes()) + b"\n" for row in rows)


def _thousands(rates: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(rate / 1000, 3) for rate in sorted(rates))
