"""Parallel searches of puzzles without constraints, in the lanes of vector registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.kernel import default_threads, native
from pandoku.kernel._exchange import KEPT_DIGITS, SearchTerms
from pandoku.kernel.tables import divided_rows, empty_table, joined_rows
from pandoku.model import Batch, Geometry, Puzzle, named_rules

if TYPE_CHECKING:
    from pandoku._native import LanePlan

__all__ = ["LaneResult", "check_isa", "lane_isas", "lane_plan", "search_lanes", "solve_rows"]

FEW_PUZZLES = 256  # fewer puzzles than this are searched on a single thread by default


@dataclass(frozen=True, slots=True)
class LaneResult:
    """The result of a lane search for one puzzle.

    Attributes:
        solutions: The solutions found, n*n digits each. If *limit* solutions could have more than
            eight million digits, only the first solutions found are included.
        count: The number of solutions found.
        stopped: None if the search is complete, else "limit", "nodes" or "seconds".
        nodes: The number of guesses.
        sweeps: The number of sweeps over the lanes for all puzzles of the call together.
    """

    solutions: tuple[tuple[int, ...], ...]
    count: int
    stopped: str | None
    nodes: int
    sweeps: int


def search_lanes(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    isa: str = "auto",
    keep: int | None = None,
    tell: Callable[[int], object] | None = None,
    patience: int | None = None,
) -> list[LaneResult]:
    """Search for the solutions of puzzles of one geometry.

    Args:
        puzzles: A Batch, or puzzles of one geometry, without cages.
        limit: Stop searching a puzzle after this many solutions, at least 1.
        nodes: Maximum number of guesses for a puzzle, at least 1; None means no bound.
        seconds: Maximum wall-clock seconds for a puzzle from the start of its search, more than 0;
            None means no bound.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        isa: As in `solve_many`.
        keep: Return at most this many solutions of a puzzle, at least 1. Further solutions are only
            counted. None means the number of solutions that fit into eight million digits.
        tell: Called about fifty times a second in the calling thread. With a single puzzle, the
            argument is the number of solutions found so far. With several puzzles, the argument is
            0. If the function raises an error, the search ends.
        patience: Once a puzzle has taken more guesses than this number times (solutions found + 1),
            the search that learns from its conflicts takes over. 0 means that this never happens.
            None means the core's default: 20,000, or never for a classic 9x9.

    Raises:
        PuzzleError: A given is out of range for the order.
        ValueError: The puzzles differ in geometry, one has cages or other constraints, or a number
            is out of range.
        EngineError: The compiled core is not built.
    """
    native()
    terms = SearchTerms(limit, nodes, seconds, default_threads(threads))
    check_isa(isa)
    if not puzzles:
        return []
    batch = Batch.of(puzzles)
    if batch.cages is not None:
        raise ValueError("expected puzzles without cages, found cages; use search_cages")
    if batch.further is not None:
        rules = named_rules(each for listed in batch.further for each in listed)
        raise ValueError(f"lanes does not support {rules}; use search_cages")
    n_cells = batch.geometry.n_cells
    kept = max(1, min(keep or limit, limit, KEPT_DIGITS // n_cells))
    # Puzzles are searched in parts, so that the buffer of solutions stays within `KEPT_DIGITS`.
    step = max(1, KEPT_DIGITS // (kept * n_cells))
    result: list[LaneResult] = []
    for first in range(0, len(batch), step):
        result += _search_alike(batch[first : first + step], kept, terms, isa, tell, patience)
    return result


def solve_rows(
    geometry: Geometry, rows: Sequence[bytes], *, limit: int = 2, threads: int | None = None
) -> tuple[list[bytes], list[int]]:
    """Solve puzzles without constraints, whose digits are known to be in range.

    Args:
        geometry: The houses of all puzzles.
        rows: The givens of each puzzle, with a byte for each cell, 0 for an empty cell.
        limit: Stop searching a puzzle after this many solutions, at least 1.
        threads: Maximum number of threads, at least 1. None means one per available CPU, or one for
            few puzzles.

    Returns:
        A solution of each puzzle, zeros without a solution, and the number of solutions found.

    Raises:
        EngineError: The compiled core is not built.

    >>> solve_rows(Geometry.sudoku(4), [bytes([1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8)])[1]
    [2]
    """
    if not rows:
        return [], []
    n, cells = len(rows), geometry.n_cells
    few = threads is None and n < FEW_PUZZLES
    terms = SearchTerms(limit, None, None, 1 if few else default_threads(threads))
    solutions, counts = empty_table("B", n, cells), empty_table("q", n)
    plan, table = lane_plan(geometry), joined_rows(rows, cells)
    native().lanes_solve(plan, table, solutions, counts, None, *terms.packed(), "auto", None)
    return divided_rows(solutions), counts.tolist()


def lane_isas() -> tuple[str, ...]:
    """Return the instruction sets that both this machine and this build support, slowest first.

    Raises:
        EngineError: The compiled core is not built.

    >>> lane_isas()[0]
    'baseline'
    """
    return tuple(native().lanes_isas())


def check_isa(isa: str) -> None:
    """Check that *isa* is "auto" or an instruction set that this machine and build support.

    Raises:
        ValueError: *isa* is anything else. The message lists the valid names.
    """
    if isa != "auto" and isa not in lane_isas():
        known = ", ".join(lane_isas())
        raise ValueError(f"expected isa out of auto, {known}; found {isa!r}")


@lru_cache(maxsize=64)
def lane_plan(geometry: Geometry) -> LanePlan:
    """Return the houses of a geometry, prepared for the lane search."""
    box_rows, box_cols = geometry.box or (0, 0)
    plan: LanePlan = native().LanePlan(
        geometry.order, box_rows, box_cols, [house.cells for house in geometry.houses]
    )
    return plan


def _search_alike(
    batch: Batch,
    kept: int,
    terms: SearchTerms,
    isa: str,
    tell: Callable[[int], object] | None,
    patience: int | None,
) -> list[LaneResult]:
    # Use plain buffers, because importing numpy takes longer than solving a puzzle.
    n, cells = len(batch), batch.geometry.n_cells
    solutions = bytearray(n * kept * cells)
    counts, spent = empty_table("q", n), empty_table("q", n)
    sweeps = native().lanes_solve(
        lane_plan(batch.geometry),
        _shaped(batch.rows, "Q" if batch.has_masks else "B", n, cells),
        _shaped(solutions, "B", n, kept, cells),
        counts,
        spent,
        *terms.packed(),
        isa,
        tell,
        patience,
    )
    result = []
    for index in range(n):
        count, guesses = counts[index], spent[index]
        found = count if count >= 0 else -1 - count
        starts = (cells * (index * kept + k) for k in range(min(found, kept)))
        kept_solutions = tuple(tuple(solutions[start : start + cells]) for start in starts)
        result.append(
            LaneResult(kept_solutions, found, _end(count, guesses, terms), guesses, sweeps)
        )
    return result


def _end(count: int, guesses: int, terms: SearchTerms) -> str | None:
    if count >= 0:
        return "limit" if count >= terms.limit else None
    # The core only reports that a budget ran out. The number of guesses shows whether it was the
    # nodes or the seconds.
    out_of_time = terms.seconds is not None and (terms.nodes is None or guesses < terms.nodes)
    return "seconds" if out_of_time else "nodes"


def _shaped(buffer: bytearray | memoryview, typecode: str, *shape: int) -> memoryview:
    return memoryview(buffer).cast("B").cast(typecode, shape)  # type: ignore[call-overload, no-any-return]
