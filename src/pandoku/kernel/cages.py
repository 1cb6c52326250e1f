"""Puzzles with cages, searched by the compiled core: strong propagation, then guesses."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.errors import EngineError, PuzzleError
from pandoku.kernel import default_threads, native
from pandoku.kernel._terms import KEPT_DIGITS, Terms, masks_of
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    from pandoku._native import Buffer, CageShape

    _Flat = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]

__all__ = ["MAX_KEPT", "MAX_TARGET", "Found", "solve", "why_not"]

MAX_KEPT = 1000  # solutions returned for one puzzle; counting goes on beyond
MAX_TARGET = 2**63 - 1  # either sign: the core computes in 64 bits
_STOPS = (None, "limit", "nodes", "seconds")
_NO_TARGET = "."


@dataclass(frozen=True, slots=True)
class Found:
    """What the search found of one puzzle.

    Attributes:
        solutions: The first `MAX_KEPT` found, each n*n digits.
        count: How many were found.
        stopped: None when the search is complete, else "limit", "nodes" or "seconds".
        nodes: Guesses made, and candidates tried by themselves.
        propagations: How often a cage, a sum or a house was filtered.
        elapsed_s: Seconds the core spent on this puzzle.
    """

    solutions: tuple[tuple[int, ...], ...]
    count: int
    stopped: str | None
    nodes: int
    propagations: int
    elapsed_s: float


def why_not(puzzle: Puzzle) -> str | None:
    """Return why the core cannot take the puzzle's cages, or None when it can."""
    n_cells = puzzle.geometry.n_cells
    for number, cage in enumerate(puzzle.cages, 1):
        if not 0 <= min(cage.cells) <= max(cage.cells) < n_cells:
            return f"cage {number} leaves the grid"
        if cage.target is not None and abs(cage.target) > MAX_TARGET:
            return f"cage {number}: expected a target within 64 bits, found {cage.target}"
    return None


def solve(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
) -> list[Found]:
    """Search puzzles of any geometries, with cages of any kind or without.

    Args:
        puzzles: Sound by `Puzzle.require_sound`, or at least by what is checked here.
        limit: Stop a puzzle after this many solutions, at least 1. Use 2 to test uniqueness.
        nodes: How many guesses a puzzle may take, at least 1; None: as many as it needs.
        seconds: Wall-clock seconds a puzzle may take, more than 0; None: no bound.
        threads: At most this many, at least 1; None: what the machine has.

    Returns:
        What was found, in the order of the puzzles. The same in every run, whatever the
        threads, but for `elapsed_s` and what a bound on seconds cuts off.

    Raises:
        PuzzleError: A given is no digit of the order, or a cage names a cell twice.
        EngineError: A cage leaves the grid or has a target beyond 64 bits, or the compiled
            core is not built.
        ValueError: A number is out of its range.
        KeyboardInterrupt: Ctrl-C; it comes within a tenth of a second.

    >>> from pandoku.model import Cage
    >>> pairs = (Cage("-", 1, (0, 1)), Cage("+", 3, (2, 3)))
    >>> [found.count for found in solve([Puzzle(2), Puzzle(2, (1, 0, 0, 0), pairs)])]
    [2, 1]
    """
    terms = Terms(limit, nodes, seconds, default_threads(threads))
    native()
    groups: dict[Geometry, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        _check(puzzle)
        groups.setdefault(puzzle.geometry, []).append(index)
    found: dict[int, Found] = {}
    for geometry, indices in groups.items():
        step = max(1, KEPT_DIGITS // (min(limit, MAX_KEPT) * geometry.n_cells))
        for first in range(0, len(indices), step):
            part = indices[first : first + step]
            found |= zip(part, _call(geometry, [puzzles[i] for i in part], terms), strict=True)
    return [found[index] for index in range(len(puzzles))]


def _check(puzzle: Puzzle) -> None:
    if reason := why_not(puzzle):
        raise EngineError(f"cages does not take this puzzle: {reason}")
    if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
        puzzle.require_sound()
    for number, cage in enumerate(puzzle.cages, 1):
        if len(set(cage.cells)) != len(cage.cells):
            raise PuzzleError(f"cage {number}: expected different cells, found {cage.cells}")


@lru_cache(maxsize=64)
def _shape(geometry: Geometry) -> CageShape:
    from pandoku import _native

    return _native.CageShape(geometry.order, [house.cells for house in geometry.houses])


def _call(geometry: Geometry, puzzles: Sequence[Puzzle], terms: Terms) -> Iterator[Found]:
    from pandoku import _native

    limit, nodes, seconds, threads = terms.packed()
    raw = _native.cages_solve(
        _shape(geometry),
        *_packed(puzzles),
        limit,
        min(limit, MAX_KEPT),
        nodes,
        seconds,
        threads,
    )
    for count, stopped, nodes, propagations, elapsed_s, digits in raw:
        solutions = _split(digits, geometry.n_cells)
        yield Found(solutions, count, _STOPS[stopped], nodes, propagations, elapsed_s)


def _packed(puzzles: Sequence[Puzzle]) -> _Flat:
    # Flat buffers, as native/cages/cages.hpp describes them; importing numpy would take longer
    # than solving a puzzle.
    masks, cage_start, cell_start = array("Q"), array("q", [0]), array("q", [0])
    targets, cells = array("q"), array("H")
    operations, repeats = bytearray(), bytearray()
    for puzzle in puzzles:
        masks.extend(masks_of(puzzle))
        for cage in puzzle.cages:
            targets.append(cage.target or 0)
            operations += (_NO_TARGET if cage.target is None else cage.operation).encode()
            repeats.append(cage.repeats)
            cells.extend(cage.cells)
            cell_start.append(len(cells))
        cage_start.append(len(targets))
    return (
        memoryview(masks),
        memoryview(cage_start),
        memoryview(operations),
        memoryview(targets),
        memoryview(repeats),
        memoryview(cell_start),
        memoryview(cells),
    )


def _split(digits: bytes, n_cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(digits[i : i + n_cells]) for i in range(0, len(digits), n_cells))
