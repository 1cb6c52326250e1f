"""Measure sets of puzzles that share a geometry and have no cages, in puzzles per second."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pandoku.bench.circumstances import Rate, rate_of
from pandoku.bench.peer import Peer
from pandoku.formats import line
from pandoku.kernel.lanes import search_lanes
from pandoku.model import Batch, Puzzle

__all__ = ["Rates", "measure_rates", "peer_lines"]

_SAMPLE = 2_000  # maximum number of puzzles whose guesses and sweeps are counted
_CALLS = 200  # maximum number of puzzles that are searched one by one, with a call for each
_ANSWERS = 100  # maximum number of puzzles whose solutions are checked in the output of a peer
_SHUFFLE = 1  # seed for the order of the puzzles, which is the same for every program


@dataclass(frozen=True)
class Rates:
    """The measurements of a set. Rates are in thousands of puzzles per second, in ascending order.

    Attributes:
        set: Name of the set.
        n: Number of puzzles.
        k_per_s: One rate per run, based on the total processor time of all threads.
        clock_k_per_s: One rate per run, based on wall-clock time.
        guesses: Mean number of guesses per puzzle, over at most 2,000 puzzles of the set.
        sweeps: Mean number of sweeps over the lanes per puzzle, over the same puzzles as *guesses*.
        us_a_call: Microseconds of processor time for a call with one puzzle. Each run measures the
            mean over at most 200 puzzles, and the value is the median of these means.
        peer_k_per_s: One rate of the peer per run, based on its processor time, or None without a
            peer.
        ratio: The median of k_per_s divided by the peer's median, or None without a peer.
        peer_asked: Number of puzzles whose solution was looked for in the peer's output, or None
            without a peer. Only puzzles with exactly one solution are counted.
        peer_answered: Number of these solutions that the output contains. A number below
            *peer_asked* means that the peer is perhaps not a solver, or writes its answers in
            another form.
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
    peer_asked: int | None = None
    peer_answered: int | None = None


def measure_rates(
    name: str,
    puzzles: Batch,
    *,
    limit: int = 2,
    threads: int = 1,
    isa: str = "auto",
    runs: int = 5,
    peer: Peer | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Rates:
    """Measure `solve_many` on a Batch, and optionally a peer.

    If there is a peer, its runs on the same puzzles alternate with the runs of `solve_many`.

    Args:
        name: Name of the set.
        puzzles: At least one puzzle.
        limit: Maximum number of solutions to find for each puzzle. With 2, the search proves that
            the first solution is unique.
        threads: Number of threads of `solve_many`. The peer chooses its own number of threads.
        isa: Instruction set, see `solve_many`.
        runs: Number of runs, at least 1.
        peer: The other program, or None. The peer is not run if the `line` format cannot represent
            the puzzles.
        tell: Function to call before each stage of the work, with a line of text that names the
            stage.

    Raises:
        EngineError: The peer cannot be run, fails, or takes too long.
        ValueError: See `solve_many`.
    """
    import numpy as np

    from pandoku.kernel.arrays import solve_many
    from pandoku.kernel.rows import array_of

    like = Puzzle(puzzles.geometry)
    rows = np.random.default_rng(_SHUFFLE).permutation(array_of(puzzles))
    batch = Batch(puzzles.geometry, rows)
    peer = peer if peer is not None and line.FORMAT.why_not(like) is None else None
    asked = answered = None
    if peer is not None:
        tell(f"{name}: the peer starts")
        peer.prepare(peer_lines(batch))
        some = batch[:_ANSWERS]
        solutions, counts = solve_many(some, limit=2)
        known = Batch(batch.geometry, solutions[counts == 1])
        asked = len(known)
        answered = peer.n_answered(peer_lines(some), peer_lines(known).split())
    ours: list[Rate] = []

    def search_all() -> None:
        solve_many(batch, limit=limit, threads=threads, isa=isa)

    theirs: list[float] = []
    for run in range(1, runs + 1):
        tell(f"{name}: run {run} of {runs}")
        ours.append(rate_of(search_all, len(batch)))
        if peer is not None:
            theirs.append(len(batch) / peer.run())
    tell(f"{name}: guesses and sweeps")
    found = search_lanes(batch[:_SAMPLE], limit=limit, threads=1, isa=isa)
    tell(f"{name}: one puzzle a call")
    calls = [_us_a_call(batch[:_CALLS], limit, isa) for _ in range(runs)]
    by_processor = [rate.processor for rate in ours]
    return Rates(
        name,
        len(batch),
        _thousands(by_processor),
        _thousands(rate.clock for rate in ours),
        round(sum(one.nodes for one in found) / len(found), 3),
        round(found[0].sweeps / len(found), 3),
        round(statistics.median(calls), 3),
        _thousands(theirs) if theirs else None,
        round(statistics.median(by_processor) / statistics.median(theirs), 3) if theirs else None,
        asked,
        answered,
    )


def _us_a_call(batch: Batch, limit: int, isa: str) -> float:
    from pandoku.kernel.arrays import solve_many
    from pandoku.kernel.rows import array_of

    like, rows = Puzzle(batch.geometry), array_of(batch)
    singles = [rows[i : i + 1] for i in range(len(rows))]

    def search_each() -> None:
        for single in singles:
            solve_many(single, like=like, limit=limit, isa=isa)

    return 1e6 / rate_of(search_each, len(singles)).processor


def peer_lines(batch: Batch) -> bytes:
    """Return the puzzles of a Batch as lines of text for a peer."""
    n_cells, text = batch.geometry.n_cells, line.characters(bytes(batch.rows))
    return b"".join(text[i : i + n_cells] + b"\n" for i in range(0, len(text), n_cells))


def _thousands(rates: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(rate / 1000, 3) for rate in sorted(rates))
