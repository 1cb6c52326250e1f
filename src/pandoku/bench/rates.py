"""Measure sets of one geometry, without cages, in puzzles per second."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pandoku.bench.circumstances import Rate, rate_of
from pandoku.bench.peer import Peer
from pandoku.formats import line
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.lanes import search_lanes
from pandoku.kernel.rows import array_of
from pandoku.model import Batch, Puzzle

__all__ = ["Rates", "measure_rates", "peer_lines"]

_SAMPLE = 2_000  # puzzles of a set whose guesses and sweeps are counted
_CALLS = 200  # puzzles of a set that are searched one per call
_ANSWERS = 100  # puzzles whose solutions are looked for in a peer's output
_SHUFFLE = 1  # the seed of the shuffled order in which every program gets the puzzles


@dataclass(frozen=True)
class Rates:
    """The measurements of a set; rates are in thousands of puzzles per second, ascending.

    Attributes:
        set: The set's name.
        n: How many puzzles it has.
        k_per_s: One rate per run, by the processor time of all threads together.
        clock_k_per_s: One rate per run, by the wall clock.
        guesses: Guesses per puzzle, the mean over at most 2 000 puzzles of the set.
        sweeps: Sweeps over the lanes per puzzle, the mean over the same puzzles.
        us_a_call: Microseconds of processor time for a call with one puzzle: the median over the
            runs of the mean over at most 200 puzzles.
        peer_k_per_s: The peer's rates, one per run, by its processor time; None without a peer.
        ratio: The median of k_per_s divided by the peer's median; None without a peer.
        peer_asked: Of how many puzzles that have one solution it was looked for in the peer's
            output; None without a peer.
        peer_answered: How many of them the output has; fewer mean that the peer's answers are
            unknown, and its rates may not be those of a solver.
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
    """Measure `solve_many` on a Batch and a peer on the same puzzles, alternating run by run.

    Args:
        name: The name of the set.
        puzzles: At least one puzzle.
        limit: Stop after this many solutions; 2 proves that the first is the only one.
        threads: For `solve_many`; a peer chooses its own number.
        isa: The instruction set, as in `solve_many`.
        runs: At least 1.
        peer: Not run if the `line` format cannot write the puzzles.
        tell: Called with a line of text before each stage of the work.

    Raises:
        EngineError: The peer cannot be run, fails, or takes too long.
        ValueError: As `solve_many`.
    """
    like = Puzzle(puzzles.geometry)
    rows = np.random.default_rng(_SHUFFLE).permutation(array_of(puzzles))
    batch = Batch(puzzles.geometry, rows)
    peer = peer if peer is not None and line.FORMAT.why_not(like) is None else None
    asked = answered = None
    if peer is not None:
        tell(f"{name}: the peer starts")
        peer.prepare(peer_lines(batch))
        asked, answered = _answers(peer, batch)
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


def _answers(peer: Peer, batch: Batch) -> tuple[int, int]:
    """Return for how many puzzles a peer was asked, and how many solutions its output has."""
    some = batch[:_ANSWERS]
    solutions, counts = solve_many(some, limit=2)
    known = Batch(batch.geometry, solutions[counts == 1])
    return len(known), peer.n_answered(peer_lines(some), peer_lines(known).split())


def _us_a_call(batch: Batch, limit: int, isa: str) -> float:
    like, rows = Puzzle(batch.geometry), array_of(batch)
    singles = [rows[i : i + 1] for i in range(len(rows))]

    def search_each() -> None:
        for single in singles:
            solve_many(single, like=like, limit=limit, isa=isa)

    return 1e6 / rate_of(search_each, len(singles)).processor


def peer_lines(batch: Batch) -> bytes:
    """Return the puzzles as the lines of text that a peer reads."""
    n_cells, text = batch.geometry.n_cells, line.characters(bytes(batch.rows))
    return b"".join(text[i : i + n_cells] + b"\n" for i in range(0, len(text), n_cells))


def _thousands(rates: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(rate / 1000, 3) for rate in sorted(rates))
