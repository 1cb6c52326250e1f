"""Searching puzzles made of houses, many side by side in the lanes of vector registers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.kernel import default_threads, native
from pandoku.kernel._terms import KEPT_DIGITS, Terms, masks_of
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    from pandoku._native import LanePlan

__all__ = ["Found", "check_isa", "lane_isas", "lane_plan", "search"]


@dataclass(frozen=True, slots=True)
class Found:
    """What the lanes found of one puzzle.

    Attributes:
        solutions: The solutions kept, each n*n digits: all that were found, or the first of
            them when there are more than some eight million digits' worth.
        count: How many were found.
        stopped: None when the search is complete, else "limit", "nodes" or "seconds".
        nodes: Guesses taken.
        sweeps: Sweeps over the lanes, for all puzzles of the same call.
    """

    solutions: tuple[tuple[int, ...], ...]
    count: int
    stopped: str | None
    nodes: int
    sweeps: int


def search(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> list[Found]:
    """Search puzzles of one geometry, givens and candidates both heeded.

    Args:
        puzzles: Of one geometry, without cages.
        limit: Stop a puzzle after this many solutions, at least 1.
        nodes: How many guesses a puzzle may take, at least 1; None: as many as it needs.
        seconds: Wall-clock seconds a puzzle may take once it has its turn; more than 0.
        threads: At most this many, at least 1; None: what the machine has.
        isa: As in `solve_many`.

    Raises:
        PuzzleError: A given is no digit of the order.
        ValueError: The puzzles differ in geometry, one has cages, or a number is out of range.
        EngineError: The compiled core is not built.
    """
    native()
    terms = Terms(limit, nodes, seconds, default_threads(threads))
    check_isa(isa)
    if not puzzles:
        return []
    geometry = puzzles[0].geometry
    if any(puzzle.geometry != geometry or puzzle.cages for puzzle in puzzles):
        raise ValueError("expected puzzles of one geometry and without cages")
    kept = max(1, min(limit, KEPT_DIGITS // geometry.n_cells))
    step = max(1, KEPT_DIGITS // (kept * geometry.n_cells))
    result: list[Found] = []
    for first in range(0, len(puzzles), step):
        result += _search_alike(puzzles[first : first + step], geometry, kept, terms, isa)
    return result


def lane_isas() -> tuple[str, ...]:
    """Return the instruction sets that this machine and this build have, slowest first.

    Raises:
        EngineError: The compiled core is not built.

    >>> lane_isas()[0]
    'baseline'
    """
    return tuple(native().lanes_isas())


def check_isa(isa: str) -> None:
    """Check that it is "auto", or an instruction set of this machine and build.

    Raises:
        ValueError: It is neither; the message says what there is.
    """
    if isa != "auto" and isa not in lane_isas():
        known = ", ".join(lane_isas())
        raise ValueError(f"expected isa out of auto, {known}; found {isa!r}")


@lru_cache(maxsize=64)
def lane_plan(geometry: Geometry) -> LanePlan:
    """Return the houses of a geometry as the core takes them."""
    box_rows, box_cols = geometry.box or (0, 0)
    plan: LanePlan = native().LanePlan(
        geometry.order, box_rows, box_cols, [house.cells for house in geometry.houses]
    )
    return plan


# ---- one puzzle after the other


def _search_alike(
    puzzles: Sequence[Puzzle], geometry: Geometry, kept: int, terms: Terms, isa: str
) -> list[Found]:
    # Plain buffers: importing numpy takes longer than solving a puzzle.
    n, cells = len(puzzles), geometry.n_cells
    solutions = bytearray(n * kept * cells)
    counts, spent = _shaped(bytearray(8 * n), "q", n), _shaped(bytearray(8 * n), "q", n)
    sweeps = native().lanes_solve(
        lane_plan(geometry),
        _rows(puzzles, geometry),
        _shaped(solutions, "B", n, kept, cells),
        counts,
        spent,
        *terms.packed(),
        isa,
    )
    result = []
    for index in range(n):
        count, guesses = counts[index], spent[index]
        found = count if count >= 0 else -1 - count
        starts = (cells * (index * kept + k) for k in range(min(found, kept)))
        kept_solutions = tuple(tuple(solutions[start : start + cells]) for start in starts)
        result.append(Found(kept_solutions, found, _end(count, guesses, terms), guesses, sweeps))
    return result


def _end(count: int, guesses: int, terms: Terms) -> str | None:
    if count >= 0:
        return "limit" if count >= terms.limit else None
    out_of_time = terms.seconds is not None and (terms.nodes is None or guesses < terms.nodes)
    return "seconds" if out_of_time else "nodes"


def _rows(puzzles: Sequence[Puzzle], geometry: Geometry) -> memoryview:
    # As digits when the givens say it all, else as masks.
    for puzzle in puzzles:
        if min(puzzle.givens) < 0 or max(puzzle.givens) > geometry.order:
            puzzle.require_sound()
    shape = len(puzzles), geometry.n_cells
    if all(puzzle.candidates is None for puzzle in puzzles):
        return _shaped(b"".join(bytes(puzzle.givens) for puzzle in puzzles), "B", *shape)
    return _shaped(
        array("Q", (mask for puzzle in puzzles for mask in masks_of(puzzle))), "Q", *shape
    )


def _shaped(buffer: bytes | bytearray | array[int], kind: str, *shape: int) -> memoryview:
    return memoryview(buffer).cast("B").cast(kind, shape)  # type: ignore[call-overload, no-any-return]
