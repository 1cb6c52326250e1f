"""Puzzles with cages, searched by the compiled core: strong propagation, then guesses."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from pandoku.errors import EngineError, PuzzleError
from pandoku.kernel import default_threads, native, why_not_native
from pandoku.kernel._terms import KEPT_DIGITS, Terms
from pandoku.model import Batch, Cage, Geometry, Puzzle, batches_of

if TYPE_CHECKING:
    from pandoku._native import Buffer, CageLists, CageShape

__all__ = [
    "MAX_FILLINGS",
    "MAX_KEPT",
    "MAX_TARGET",
    "CageView",
    "DerivedSum",
    "Found",
    "cage_lists",
    "cage_shape",
    "can_take",
    "derived_sums",
    "solve",
    "true_candidates",
    "view_cage",
    "why_not",
]

MAX_KEPT = 1000  # solutions returned for one puzzle; counting goes on beyond
MAX_TARGET = 2**63 - 1  # either sign: the core computes in 64 bits
MAX_FILLINGS = 1_000_000  # listed for one cage
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
    """Return whether the core can take the puzzle's cages; False without the core.

    It can when their cells lie in the grid, no cage names a cell twice, and the targets fit 64
    bits. The check is quick; `why_not` gives the reason.
    """
    if why_not_native() is not None:
        return False
    from pandoku import _native

    return _native.CageLists().add(puzzle.cages, puzzle.geometry.n_cells)


def why_not(puzzle: Puzzle) -> str | None:
    """Return why the core cannot take the puzzle's cages, or None when it can.

    A cage that names a cell twice is a defect of the puzzle (see `Puzzle.problems`), no reason.
    """
    return None if can_take(puzzle) else _why_not(puzzle.cages, puzzle.geometry.n_cells)


def _why_not(cages: Iterable[Cage], n_cells: int) -> str | None:
    for number, cage in enumerate(cages, 1):
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
        puzzles: Of any geometries. Defects that are not checked here (see `Puzzle.problems`) make
            puzzles without a solution.
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
    for batch in batches_of(puzzles):
        n_cells = batch.geometry.n_cells
        step = max(1, KEPT_DIGITS // (kept * n_cells))
        for first in range(0, len(batch), step):
            part = batch[first : first + step]
            for index, raw in zip(part.origins or (), _search(part, terms, kept), strict=True):
                count, stopped, spent, propagations, elapsed_s, digits, _ = raw
                solutions = _split(digits, n_cells)
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
    for batch in batches_of(puzzles):
        raw = _search(batch, terms, 0, true_candidates=True)
        for index, result in zip(batch.origins or (), raw, strict=True):
            found[index] = tuple(result[6]) if result[1] == 0 else None
    return [found[index] for index in range(len(puzzles))]


@dataclass(frozen=True, slots=True)
class CageView:
    """What one cage says, given its cells' candidates and the houses they share.

    Attributes:
        complete: Whether all fillings are listed; the rest is then exact. If not, `fillings` is
            empty, `required` is 0, and `masks` may keep a digit that no filling has.
        fillings: The digits of the cage's cells, in the cage's order of cells; ascending.
        masks: What each cell of the cage may hold; bit d-1 is digit d. All 0 when nothing fits.
        required: The digits that stand in every filling, as a mask.
    """

    complete: bool
    fillings: tuple[tuple[int, ...], ...]
    masks: tuple[int, ...]
    required: int


def view_cage(
    puzzle: Puzzle, cage: int, candidates: Sequence[int] | None = None, *, most: int = 10_000
) -> CageView:
    """Return the fillings that are left to a cage, and what they have in common.

    Two digits of a filling differ where their cells see each other: through a house, or
    through a cage that does not repeat.

    Args:
        puzzle: Whose cages and houses count.
        cage: Index into `Puzzle.cages`.
        candidates: A mask for every cell of the grid; None: what the puzzle itself allows.
        most: How many fillings to list, 0 to `MAX_FILLINGS`; with more, none is listed. Nor are
            those of cages that have more than 16 cells or take long to fill.

    Raises:
        EngineError, PuzzleError: As `solve`.
        ValueError: A number is out of its range, or the candidates are not one mask a cell.

    >>> from pandoku.model import Cage
    >>> view_cage(Puzzle(4, cages=(Cage("+", 4, (0, 1)),)), 0).fillings
    ((1, 3), (3, 1))
    """
    if not 0 <= cage < len(puzzle.cages):
        raise ValueError(f"expected a cage 0..{len(puzzle.cages) - 1}, found {cage}")
    if not 0 <= most <= MAX_FILLINGS:
        raise ValueError(f"expected 0..{MAX_FILLINGS} fillings at most, found {most}")
    native()
    from pandoku import _native

    listed, digits, masks, required = _native.cages_view(
        cage_shape(puzzle.geometry), *_board(puzzle, candidates), cage, most
    )
    fillings = sorted(_split(digits, len(puzzle.cages[cage].cells)))
    return CageView(listed, tuple(fillings), tuple(masks), required)


@dataclass(frozen=True, slots=True)
class DerivedSum:
    """A sum that follows from houses and + cages: the rule of 45, innies and outies.

    The houses are disjoint and add up to len(houses) * n * (n + 1) / 2. From that are subtracted
    the targets of the cages `inside` and `outside`, and the digits of the cells `placed` in what is
    left; the cells of the cages `outside` that lie beyond the houses are added again (`minus`).

    Attributes:
        houses: Indices into `Geometry.houses`.
        inside: Indices into `Puzzle.cages`: all their cells lie in the houses.
        outside: Those that cross the border and count by target less their cells beyond it.
        plus, minus: Open cells; the digits of plus less those of minus give `total`. When only
            cells beyond the border are left, they stand in plus and all signs are reversed.
        placed: Cells counted by their only candidate.
        total: What remains.
    """

    houses: tuple[int, ...]
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    placed: tuple[int, ...]
    total: int


def derived_sums(puzzle: Puzzle, candidates: Sequence[int] | None = None) -> list[DerivedSum]:
    """Return the sums of at most five open cells that follow from houses and + cages.

    Runs of one to four rows, or columns, are looked at, and up to four boxes, regions or extra
    houses that touch without overlapping. Each sum is listed once; a cage of one cell counts as a
    placed digit, whatever its operation.

    Args:
        puzzle: Whose cages and houses count.
        candidates: A mask for every cell; None: what the puzzle itself allows. A cell with one
            candidate counts as placed.

    Raises:
        EngineError, PuzzleError, ValueError: As `view_cage`.

    >>> from pandoku.model import Cage
    >>> puzzle = Puzzle(4, cages=(Cage("+", 6, (0, 1, 2)), Cage("+", 9, (4, 5, 6))))
    >>> derived_sums(puzzle)[0]
    DerivedSum(houses=(0,), inside=(0,), outside=(), plus=(3,), minus=(), placed=(), total=4)
    """
    native()
    from pandoku import _native

    raw = _native.cages_sums(cage_shape(puzzle.geometry), *_board(puzzle, candidates))
    sums = []
    for houses, inside, outside, plus, minus, placed, total in raw:
        cells = tuple(plus), tuple(minus), tuple(placed)
        sums.append(DerivedSum(tuple(houses), tuple(inside), tuple(outside), *cells, total))
    return sums


@lru_cache(maxsize=64)
def cage_shape(geometry: Geometry) -> CageShape:
    """Return what the core prepares once for all puzzles of a geometry."""
    native()
    from pandoku import _native

    return _native.CageShape(geometry.order, [house.cells for house in geometry.houses])


def cage_lists(puzzles: Iterable[tuple[Cage, ...]], n_cells: int) -> CageLists:
    """Return the cages of many puzzles as the core takes them.

    Args:
        puzzles: The cages of each; () for a puzzle without.
        n_cells: Of the grid.

    Raises:
        EngineError: A cage leaves the grid or has a target beyond 64 bits, or the compiled core
            is not built.
        PuzzleError: A cage names a cell twice.
    """
    native()
    from pandoku import _native

    lists = _native.CageLists()
    for cages in puzzles:
        if not lists.add(cages, n_cells):
            _refuse(cages, n_cells)
    return lists


def _search(
    batch: Batch, terms: Terms, kept: int, *, true_candidates: bool = False
) -> list[tuple[int, int, int, int, float, bytes, list[int]]]:
    native()
    from pandoku import _native

    limit, nodes, seconds, threads = terms.packed()
    return _native.cages_solve(
        cage_shape(batch.geometry),
        *_packed(batch),
        limit,
        kept,
        nodes,
        seconds,
        threads,
        true_candidates,
    )


def _board(puzzle: Puzzle, candidates: Sequence[int] | None) -> tuple[Buffer, CageLists]:
    whole, n_cells = puzzle.geometry.all_mask, puzzle.geometry.n_cells
    masks, lists = _packed(Batch.of([puzzle]))
    if candidates is None:
        return masks, lists
    if len(candidates) != n_cells or not 0 <= min(candidates) <= max(candidates) <= whole:
        raise ValueError(f"expected {n_cells} masks of candidates, each 0..{whole}")
    return memoryview(array("Q", candidates)), lists


def _packed(batch: Batch) -> tuple[Buffer, CageLists]:
    return batch.masks(), cage_lists(batch.cages_of(), batch.geometry.n_cells)


def _refuse(cages: tuple[Cage, ...], n_cells: int) -> NoReturn:
    if reason := _why_not(cages, n_cells):
        raise EngineError(f"cages does not support this puzzle: {reason}")
    twice = next(i for i, cage in enumerate(cages) if len(set(cage.cells)) < len(cage.cells))
    raise PuzzleError(f"cage {twice + 1}: expected different cells, found {cages[twice].cells}")


def _split(digits: bytes, n_cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(digits[i : i + n_cells]) for i in range(0, len(digits), n_cells))
