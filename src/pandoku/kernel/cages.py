"""Searches of puzzles with cages in the compiled core: strong propagation, then guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from pandoku.errors import EngineError, PuzzleError
from pandoku.kernel import default_threads, native, why_not_native
from pandoku.kernel._exchange import KEPT_DIGITS, SearchTerms, native_layout
from pandoku.kernel.relations import MAX_TARGET, lowered, why_not_relations
from pandoku.model import Batch, Cage, Puzzle, batches_of

if TYPE_CHECKING:
    from pandoku._native import CageLists, Layout
    from pandoku.model import House

__all__ = [
    "MAX_KEPT",
    "MAX_TARGET",
    "CageResult",
    "cage_lists",
    "can_take",
    "search_cages",
    "search_with_houses",
    "searched_batch",
    "true_masks",
    "why_not_cages",
]

MAX_KEPT = 1000  # maximum number of solutions returned for a puzzle (more are only counted)
_STOPS = (None, "limit", "nodes", "seconds")


@dataclass(frozen=True, slots=True)
class CageResult:
    """The result of the search for one puzzle.

    Attributes:
        solutions: The first solutions found, at most `MAX_KEPT`. Each solution has n*n digits.
        count: The number of solutions found.
        stopped: None if the search is complete, else "limit", "nodes" or "seconds".
        nodes: The number of guesses plus the number of candidates that were tried one by one.
        propagations: The number of times a cage, a sum or a house was filtered.
        elapsed_s: Seconds the core spent on this puzzle.
    """

    solutions: tuple[tuple[int, ...], ...]
    count: int
    stopped: str | None
    nodes: int
    propagations: int
    elapsed_s: float


def can_take(puzzle: Puzzle) -> bool:
    """Return whether the core is built and can search puzzles with these constraints.

    All cells must be in the grid, no cage may name a cell twice, targets must fit in 64 bits, and
    no automaton may have too many states. The check is quick. `why_not_cages` returns the reason.
    """
    if why_not_native() is not None:
        return False
    from pandoku import _native

    if puzzle.cages and not _native.CageLists().add(puzzle.cages, puzzle.geometry.n_cells):
        return False
    return not puzzle.further or why_not_relations(puzzle) is None


def why_not_cages(puzzle: Puzzle) -> str | None:
    """Return the reason why the core does not support the puzzle's constraints, or None.

    A cage that names a cell twice is not reported here, because it is a defect of the puzzle (see
    `Puzzle.problems`).
    """
    if can_take(puzzle):
        return None
    return _why_not(puzzle.cages, puzzle.geometry.n_cells) or why_not_relations(puzzle)


def _why_not(cages: Iterable[Cage], n_cells: int) -> str | None:
    for number, cage in enumerate(cages, 1):
        if not 0 <= min(cage.cells) <= max(cage.cells) < n_cells:
            return f"cage {number} leaves the grid"
        if cage.target is not None and abs(cage.target) > MAX_TARGET:
            return f"cage {number}: expected a target within 64 bits, found {cage.target}"
    return None


def search_cages(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    tell: Callable[[int], object] | None = None,
    patience: int | None = None,
) -> list[CageResult]:
    """Search puzzles of any geometries, with or without cages of any kind.

    Args:
        puzzles: The puzzles, of any geometries. Most defects (see `Puzzle.problems`) raise no error
            here. The search treats a puzzle with a defect as a puzzle without a solution.
        limit: Stop searching a puzzle after this many solutions, at least 1. Use 2 to test
            uniqueness.
        nodes: Maximum number of guesses for a puzzle, at least 1; None means no bound.
        seconds: Maximum wall-clock seconds for a puzzle, more than 0; None means no bound.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        tell: As in `search_lanes`.
        patience: A search starts to learn from its conflicts once it has made more guesses than
            this number times (solutions found + 1). 0 means that the search never learns. None
            means the core's default: 4,000, or more for rules where guessing works well.

    Returns:
        The results, in the order of the puzzles. Every run with any number of threads returns the
        same results, except for `elapsed_s` and searches cut off by *seconds*.

    Raises:
        PuzzleError: A given is out of range for the order, or a cage names a cell twice.
        EngineError: A cage has a cell outside the grid or a target beyond 64 bits, or the compiled
            core is not built.
        ValueError: A number is out of range.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> from pandoku.model import Cage
    >>> pairs = (Cage("-", 1, (0, 1)), Cage("+", 3, (2, 3)))
    >>> [found.count for found in search_cages([Puzzle(2), Puzzle(2, (1, 0, 0, 0), pairs)])]
    [2, 1]
    """
    terms = SearchTerms(limit, nodes, seconds, default_threads(threads))
    kept = min(limit, MAX_KEPT)
    found: dict[int, CageResult] = {}
    for batch in batches_of(puzzles):
        n_cells = batch.geometry.n_cells
        # Batches are searched in parts, so that one call returns at most `KEPT_DIGITS` digits.
        step = KEPT_DIGITS // (kept * n_cells)
        for first in range(0, len(batch), step):
            part = batch if len(batch) <= step else batch[first : first + step]
            found_here = searched_batch(part, terms, kept, tell=tell, patience=patience)
            for index, raw in zip(part.origins or (), found_here, strict=True):
                count, stopped, spent, propagations, elapsed_s, digits, _ = raw
                solutions = _split(digits, n_cells)
                found[index] = CageResult(
                    solutions, count, _STOPS[stopped], spent, propagations, elapsed_s
                )
    return [found[index] for index in range(len(puzzles))]


def search_with_houses(
    puzzle: Puzzle,
    houses: Sequence[House],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> CageResult:
    """Search for a solution of a puzzle with only some of its houses.

    Args:
        puzzle: As in `search_cages`. All its constraints apply unchanged.
        houses: The houses that apply, in the order of `Geometry.houses`: all rows and columns, and
            optionally some other houses.
        nodes: As in `search_cages`.
        seconds: As in `search_cages`.

    Raises:
        EngineError, PuzzleError, ValueError, KeyboardInterrupt: As in `search_cages`.

    >>> puzzle = Puzzle(4, (1, 2, 0, 0, 0, 1) + (0,) * 10)
    >>> lines = [house for house in puzzle.geometry.houses if house.kind in ("row", "column")]
    >>> search_with_houses(puzzle, puzzle.geometry.houses).count
    0
    >>> search_with_houses(puzzle, lines).count
    1
    """
    layout = native().Layout(
        puzzle.order, [house.cells for house in houses], [house.kind for house in houses]
    )
    batch = Batch.of([puzzle])
    (raw,) = searched_batch(batch, SearchTerms(1, nodes, seconds, 1), 1, layout=layout)
    count, stopped, spent, propagations, elapsed_s, digits, _ = raw
    solutions = _split(digits, batch.geometry.n_cells)
    return CageResult(solutions, count, _STOPS[stopped], spent, propagations, elapsed_s)


def true_masks(
    puzzles: Sequence[Puzzle],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    patience: int | None = None,
) -> list[tuple[int, ...] | None]:
    """Return the digits that occur in some solution, for each cell of each puzzle.

    Args:
        puzzles: As in `search_cages`.
        nodes: Maximum number of guesses for a puzzle in total, at least 1; None means no bound.
        seconds: Maximum wall-clock seconds for a puzzle in total, more than 0; None means no bound.
        threads: As in `search_cages`.
        patience: As in `search_cages`.

    Returns:
        For each puzzle, a mask for every cell (bit d-1 is digit d), or None if the puzzle ran out
        of budget. The masks of a puzzle without a solution are 0.

    Raises:
        EngineError, PuzzleError, ValueError, KeyboardInterrupt: As in `search_cages`.

    >>> true_masks([Puzzle(2, (1, 0, 0, 0)), Puzzle(2)])
    [(1, 2, 2, 1), (3, 3, 3, 3)]
    """
    terms = SearchTerms(1, nodes, seconds, default_threads(threads))
    found: dict[int, tuple[int, ...] | None] = {}
    for batch in batches_of(puzzles):
        raw = searched_batch(batch, terms, 0, true_candidates=True, patience=patience)
        for index, result in zip(batch.origins or (), raw, strict=True):
            found[index] = tuple(result[6]) if result[1] == 0 else None
    return [found[index] for index in range(len(puzzles))]


def cage_lists(puzzles: Iterable[tuple[Cage, ...]], n_cells: int) -> CageLists:
    """Return the cages of many puzzles in the form that the core takes.

    Args:
        puzzles: The cages of each puzzle; () for a puzzle without cages.
        n_cells: The number of cells in the grid.

    Raises:
        EngineError: A cage has a cell outside the grid or a target beyond 64 bits, or the compiled
            core is not built.
        PuzzleError: A cage names a cell twice.
    """
    native()
    from pandoku import _native

    lists = _native.CageLists()
    for cages in puzzles:
        if not lists.add(cages, n_cells):
            _refuse(cages, n_cells)
    return lists


def searched_batch(
    batch: Batch,
    terms: SearchTerms,
    kept: int,
    *,
    true_candidates: bool = False,
    tell: Callable[[int], object] | None = None,
    layout: Layout | None = None,
    patience: int | None = None,
) -> list[tuple[int, int, int, int, float, bytes, list[int]]]:
    """Return the core's raw results for each puzzle of a Batch.

    Args:
        batch: The puzzles.
        terms: The limits of each search.
        kept: Maximum number of solutions returned for each puzzle.
        true_candidates: Whether to return masks instead of solutions.
        tell: As in `search_cages`.
        layout: The houses; None means the houses of the geometry.
        patience: As in `search_cages`.

    Returns:
        Lists with one entry for each puzzle: the number of solutions, the reason why the search
        ended (0 complete, 1 limit, 2 nodes, 3 seconds), the number of guesses, the number of
        propagations, the seconds, the digits of the solutions, and the masks.
    """
    limit, nodes, seconds, threads = terms.packed()
    masks, cages, relations = lowered(batch)
    found: list[tuple[int, int, int, int, float, bytes, list[int]]] = native().cages_solve(
        layout or native_layout(batch.geometry),
        masks,
        cage_lists(cages, batch.geometry.n_cells),
        relations,
        limit,
        kept,
        nodes,
        seconds,
        threads,
        true_candidates,
        tell,
        patience,
    )
    return found


def _refuse(cages: tuple[Cage, ...], n_cells: int) -> NoReturn:
    if reason := _why_not(cages, n_cells):
        raise EngineError(f"cages does not support this puzzle: {reason}")
    twice = next(i for i, cage in enumerate(cages) if len(set(cage.cells)) < len(cage.cells))
    raise PuzzleError(f"cage {twice + 1}: expected different cells, found {cages[twice].cells}")


def _split(digits: bytes, n_cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(digits[i : i + n_cells]) for i in range(0, len(digits), n_cells))
