"""Puzzles with cages, searched by the compiled core: strong propagation, then guesses."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from pandoku.errors import EngineError, PuzzleError
from pandoku.kernel import default_threads, native, why_not_native
from pandoku.kernel._layout import native_layout
from pandoku.kernel._terms import KEPT_DIGITS, Terms, masks_of
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    from pandoku._native import Buffer, CageLists

__all__ = [
    "MAX_KEPT",
    "MAX_TARGET",
    "Found",
    "cage_lists",
    "can_take",
    "solve",
    "true_candidates",
    "why_not",
]

MAX_KEPT = 1000  # solutions returned for one puzzle; counting goes on beyond
MAX_TARGET = 2**63 - 1  # either sign: the core computes in 64 bits
_STOPS = (None, "limit", "nodes", "seconds")


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


def can_take(puzzle: Puzzle) -> bool:
    """Return whether the core can be told the cages: a quick look, False without the core.

    Their cells lie in the grid, none stands twice in a cage, and the targets fit 64 bits.
    """
    if why_not_native() is not None:
        return False
    from pandoku import _native

    return _native.CageLists().add(puzzle.cages, puzzle.geometry.n_cells)


def why_not(puzzle: Puzzle) -> str | None:
    """Return why the core cannot take the puzzle's cages, or None when it can."""
    n_cells = puzzle.geometry.n_cells
    if can_take(puzzle):
        return None
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
    kept = min(limit, MAX_KEPT)
    found: dict[int, Found] = {}
    for geometry, indices in _alike(puzzles).items():
        step = max(1, KEPT_DIGITS // (kept * geometry.n_cells))
        for first in range(0, len(indices), step):
            part = indices[first : first + step]
            raw = _search(geometry, [puzzles[i] for i in part], terms, kept)
            for index, (count, stopped, spent, propagations, elapsed_s, digits, _) in zip(
                part, raw, strict=True
            ):
                solutions = _split(digits, geometry.n_cells)
                found[index] = Found(
                    solutions, count, _STOPS[stopped], spent, propagations, elapsed_s
                )
    return [found[index] for index in range(len(puzzles))]


def true_candidates(
    puzzles: Sequence[Puzzle],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
) -> list[tuple[int, ...] | None]:
    """Return for each puzzle, cell by cell, the digits that stand there in some solution.

    Args:
        puzzles: As for `solve`.
        nodes: How many guesses a puzzle may take in all, at least 1; None: no bound.
        seconds: Wall-clock seconds a puzzle may take in all, more than 0; None: no bound.
        threads: At most this many, at least 1; None: what the machine has.

    Returns:
        A mask for every cell (bit d-1 is digit d), all 0 when there is no solution; None for
        a puzzle that ran out of budget.

    Raises:
        EngineError, PuzzleError, ValueError, KeyboardInterrupt: As `solve`.

    >>> true_candidates([Puzzle(2, (1, 0, 0, 0)), Puzzle(2)])
    [(1, 2, 2, 1), (3, 3, 3, 3)]
    """
    terms = Terms(1, nodes, seconds, default_threads(threads))
    found: dict[int, tuple[int, ...] | None] = {}
    for geometry, indices in _alike(puzzles).items():
        raw = _search(geometry, [puzzles[i] for i in indices], terms, 0, true_candidates=True)
        for index, result in zip(indices, raw, strict=True):
            found[index] = tuple(result[6]) if result[1] == 0 else None
    return [found[index] for index in range(len(puzzles))]


def cage_lists(puzzles: Sequence[Puzzle]) -> CageLists:
    """Return the cages of *puzzles* as the core takes them.

    Raises:
        EngineError: A cage leaves the grid or has a target beyond 64 bits, or the compiled core
            is not built.
        PuzzleError: A cage names a cell twice.
    """
    native()
    from pandoku import _native

    lists = _native.CageLists()
    for puzzle in puzzles:
        if not lists.add(puzzle.cages, puzzle.geometry.n_cells):
            _refuse(puzzle)
    return lists


def _alike(puzzles: Sequence[Puzzle]) -> dict[Geometry, list[int]]:
    groups: dict[Geometry, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        groups.setdefault(puzzle.geometry, []).append(index)
    return groups


def _search(
    geometry: Geometry,
    puzzles: Sequence[Puzzle],
    terms: Terms,
    kept: int,
    *,
    true_candidates: bool = False,
) -> list[tuple[int, int, int, int, float, bytes, list[int]]]:
    native()
    from pandoku import _native

    limit, nodes, seconds, threads = terms.packed()
    return _native.cages_solve(
        native_layout(geometry),
        *_packed(puzzles),
        limit,
        kept,
        nodes,
        seconds,
        threads,
        true_candidates,
    )


def _packed(puzzles: Sequence[Puzzle]) -> tuple[Buffer, CageLists]:
    native()
    from pandoku import _native

    # An array of the standard library: importing numpy would take longer than solving a puzzle.
    masks, lists = array("Q"), _native.CageLists()
    for puzzle in puzzles:
        if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
            puzzle.require_sound()
        if not lists.add(puzzle.cages, puzzle.geometry.n_cells):
            _refuse(puzzle)
        masks.extend(masks_of(puzzle))
    return memoryview(masks), lists


def _refuse(puzzle: Puzzle) -> NoReturn:
    if reason := why_not(puzzle):
        raise EngineError(f"cages does not support this puzzle: {reason}")
    twice = next(i for i, cage in enumerate(puzzle.cages) if len(set(cage.cells)) < len(cage.cells))
    raise PuzzleError(
        f"cage {twice + 1}: expected different cells, found {puzzle.cages[twice].cells}"
    )


def _split(digits: bytes, n_cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(digits[i : i + n_cells]) for i in range(0, len(digits), n_cells))
