"""Measure sets of any puzzles, mainly puzzles with cages, in milliseconds per puzzle."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import NamedTuple

from pandoku.bench.circumstances import p95
from pandoku.engines import Budget, cp_sat, solve, solve_all
from pandoku.errors import EngineError
from pandoku.model import Outcome, Puzzle

__all__ = ["Reference", "Times", "measure_times"]

_LONG_S = 0.5  # seconds. If a puzzle takes longer, its set is run only once.


@dataclass(frozen=True)
class Reference:
    """CP-SAT's times for all or some puzzles of a set, in milliseconds per puzzle.

    Attributes:
        n: Number of puzzles that CP-SAT searched. The ratios compare times for these puzzles only.
        median_ms: The median of `Outcome.elapsed_s`, which includes building the model in Python.
        p95_ms: The 95th percentile of `Outcome.elapsed_s`.
        bare_median_ms: The median time without the time for building the model.
        bare_p95_ms: The 95th percentile of the time, without the time for building the model.
        open: Number of puzzles that ran out of time. Their times are included.
        ratio_median: bare_median_ms divided by the median of pandoku's engine for the same puzzles.
        ratio_p95: bare_p95_ms divided by the 95th percentile of pandoku's engine for the same
            puzzles.
    """

    n: int
    median_ms: float
    p95_ms: float
    bare_median_ms: float
    bare_p95_ms: float
    open: int
    ratio_median: float
    ratio_p95: float


@dataclass(frozen=True)
class Times:
    """The measurements of a set in milliseconds. The time of a puzzle is the median over the runs.

    Attributes:
        set: Name of the set.
        n: Number of puzzles.
        runs: Number of runs. It is 1 if a puzzle took longer than half a second in the first run.
        median_ms: The median of `Outcome.elapsed_s`.
        p95_ms: The 95th percentile of `Outcome.elapsed_s`.
        max_ms: The longest time of a puzzle.
        whole_ms: Wall-clock time for the complete set divided by n. It includes the conversion of
            puzzles and outcomes.
        nodes: The median number of search nodes of a puzzle.
        most_nodes: The largest number of nodes of a puzzle.
        open: Number of puzzles that ran out of time. Their times are included.
        cp_sat: CP-SAT's times, or None if they were not requested.
    """

    set: str
    n: int
    runs: int
    median_ms: float
    p95_ms: float
    max_ms: float
    whole_ms: float
    nodes: int
    most_nodes: int
    open: int
    cp_sat: Reference | None = None


class _Searched(NamedTuple):
    number: int  # position of a puzzle in the set, from 1
    puzzle: Puzzle
    outcome: Outcome
    seconds: float


def measure_times(
    name: str,
    puzzles: Sequence[Puzzle],
    *,
    engine: str = "auto",
    limit: int = 2,
    threads: int = 1,
    seconds: float = 10.0,
    runs: int = 5,
    reference: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Times:
    """Measure an engine with `solve_all`, and optionally run CP-SAT once for comparison.

    Args:
        name: Name of the set.
        puzzles: At least one puzzle, of any kinds that the engine supports.
        engine: Name of the engine, or "auto".
        limit: Maximum number of solutions to find for each puzzle. With 2, the search proves that
            the first solution is unique.
        threads: Number of threads, see `solve_all`.
        seconds: Time limit of a puzzle, more than 0.
        runs: Number of runs, at least 1.
        reference: Maximum number of puzzles that CP-SAT searches, evenly spaced in the set. 0 means
            that CP-SAT is not run, and need not be installed.
        tell: Function to call before each stage of the work, with a line of text that names the
            stage.

    Raises:
        EngineError: The engine does not support a puzzle, or an outcome contradicts the solution
            stored with the puzzle or the outcome of CP-SAT.
        PuzzleError: A puzzle has defects.
    """
    budget = Budget(seconds=seconds)
    outcomes: list[list[Outcome]] = []
    whole_s: list[float] = []
    while len(outcomes) < runs:
        if outcomes and max(outcome.elapsed_s for outcome in outcomes[0]) > _LONG_S:
            break
        tell(f"{name}: run {len(outcomes) + 1} of {runs}")
        started = perf_counter()
        outcomes.append(
            solve_all(puzzles, engine=engine, limit=limit, budget=budget, threads=threads)
        )
        whole_s.append(perf_counter() - started)
    for number, (puzzle, outcome) in enumerate(zip(puzzles, outcomes[0], strict=True), 1):
        _check(f"{name}, puzzle {number}", puzzle, outcome)
    times = [statistics.median(o.elapsed_s for o in one) for one in zip(*outcomes, strict=True)]
    ordered = sorted(times)
    nodes = sorted(int(str(outcome.stats.get("nodes", 0))) for outcome in outcomes[0])
    cp_sat_times = None
    if reference:
        ours = map(_Searched, count(1), puzzles, outcomes[0], times)
        some = list(ours)[:: -(-len(puzzles) // reference)]
        cp_sat_times = _reference(name, some, limit, budget, tell)
    return Times(
        name,
        len(puzzles),
        len(outcomes),
        _ms(statistics.median(ordered)),
        _ms(p95(ordered)),
        _ms(ordered[-1]),
        _ms(statistics.median(whole_s) / len(puzzles)),
        int(statistics.median(nodes)),
        nodes[-1],
        sum(outcome.stopped == "seconds" for outcome in outcomes[0]),
        cp_sat_times,
    )


def _check(place: str, puzzle: Puzzle, outcome: Outcome) -> None:
    known = puzzle.solution
    if known is None or outcome.stopped in ("seconds", "nodes", "stuck"):
        return
    if known not in outcome.solutions and outcome.stopped != "limit":
        raise EngineError(f"{place}: expected the solution it is known to have, found {outcome!r}")


def _reference(
    name: str,
    ours: Sequence[_Searched],
    limit: int,
    budget: Budget,
    tell: Callable[[str], None],
) -> Reference:
    """Search puzzles with CP-SAT, and compare outcomes and times with the results of the engine."""
    whole_s, bare_s, n_open = [], [], 0
    for number, puzzle, our, _ in ours:
        tell(f"{name}: CP-SAT, puzzle {number}")
        outcome = solve(puzzle, limit=limit, engine=cp_sat.ENGINE.name, budget=budget)
        whole_s.append(outcome.elapsed_s)
        # An Outcome has only the total time. To measure the time for building the model, the model
        # is built again.
        started = perf_counter()
        cp_sat.build_model(puzzle)
        bare_s.append(max(outcome.elapsed_s - (perf_counter() - started), 1e-9))
        n_open += outcome.stopped == "seconds"
        settled = {our.stopped, outcome.stopped} <= {None, "limit"}
        if settled and our.count != outcome.count:
            reason = f"found {our.count} solutions, CP-SAT {outcome.count}"
            raise EngineError(f"{name}, puzzle {number}: {reason}")
    our_s = sorted(searched.seconds for searched in ours)
    whole_s.sort()
    bare_s.sort()
    bare_median_s, bare_p95_s = statistics.median(bare_s), p95(bare_s)
    return Reference(
        len(ours),
        _ms(statistics.median(whole_s)),
        _ms(p95(whole_s)),
        _ms(bare_median_s),
        _ms(bare_p95_s),
        n_open,
        round(bare_median_s / statistics.median(our_s), 1),
        round(bare_p95_s / p95(our_s), 1),
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1e3, 4)
