"""Searches of many puzzles at once: `pandoku.solve_many` and related functions."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from pandoku import _instead
from pandoku.kernel import default_threads, native
from pandoku.kernel._exchange import SearchTerms
from pandoku.kernel._ruled import RuledSearch, why_not_ruled, with_rules_of
from pandoku.kernel._several import masks_of_digits, searched_true_masks, smallest_solutions
from pandoku.kernel.kept import Kept, KeptArray, kept_puzzles
from pandoku.kernel.lanes import FEW_PUZZLES, check_isa, lane_plan
from pandoku.kernel.rows import checked_rows
from pandoku.model import (
    Batch,
    Budget,
    BudgetLike,
    Geometry,
    KeepsErrors,
    KeptErrors,
    Puzzle,
    PuzzlesLike,
    budget_of,
    keeps_errors,
    seconds_of,
)

__all__ = ["KeptArray", "Solved", "count_many", "solve_many", "true_candidates_many"]

_UNDONE = 1 << 63  # Bit 63 of a mask means that the puzzle ran out of time. No digit uses this bit.

_DIGITS, _COUNTS = np.dtype(np.uint8), np.dtype(np.int64)
_ALL = 2**63 - 1  # greater than any number of solutions that a search can count
# Puzzles per call of the core for true candidates, so that Ctrl-C takes effect quickly.
_PART = 8192


class _Solved(NamedTuple):
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]


class Solved(KeepsErrors, _Solved):
    """The result of `solve_many`: a pair (solutions, counts).

    Attributes:
        solutions: uint8 (n, cells): a solution of each puzzle, zeros if none was found.
        counts: int64 (n): the number of solutions found.
        errors: The messages of bad puzzles by position, from 0; empty without on_error="keep".
    """

    errors = KeptErrors()

    @classmethod
    def of(
        cls,
        solutions: NDArray[np.uint8],
        counts: NDArray[np.int64],
        errors: KeptErrors,
    ) -> Solved:
        """Return a pair with the errors of bad puzzles."""
        solved = cls(solutions, counts)
        solved.errors = errors
        return solved


@_instead.suggests_options
def solve_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    masks: bool = False,
    limit: int | None = 2,
    first: Literal["any", "lexicographic"] = "any",
    budget: BudgetLike = None,
    threads: int | None = None,
    isa: str = "auto",
    on_error: Literal["raise", "keep"] = "raise",
) -> Solved:
    """Solve many puzzles of one geometry.

    Puzzles without cages or other constraints are searched many times faster.

    Args:
        puzzles: An array of shape (n, cells) or (n, order, order), row-major, of digits in any type
            of numbers, 0 or nan for an empty cell. A `Batch` is also accepted, and so is a list of
            puzzles in the forms that `solve` takes: grids, texts or Puzzles. The list may be a
            column (Series) of texts, and must not be empty.
        like: A puzzle whose geometry, cages and other constraints apply to every row of an array.
            None means a Sudoku with the usual boxes for its order (see `Geometry.sudoku`).
        masks: True if the array contains candidate masks instead of digits. In a mask, bit d-1
            represents digit d, so masks range from 0 to 2**order-1. A mask with one bit is a given,
            and the mask 0 is a contradiction. Any integer type works. Arrays of uint32 (up to order
            32) and uint64 are not copied. Only arrays need this option, because a `Batch` stores
            whether it has masks.
        limit: Stop searching a puzzle after this many solutions, at least 1; None means find all.
            With the limit 2, a count of 1 proves that the solution is unique.
        first: The solution to return if a puzzle has several solutions. "any" returns the first
            solution found. "lexicographic" returns the solution whose row of digits is the
            smallest. It takes additional searches and only supports puzzles without constraints.
        budget: Seconds for the entire call, or a Budget whose nodes are guesses for each puzzle.
            None means no limit. Not allowed with first="lexicographic".
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        isa: The instruction set, one of `lane_isas`, or "auto" for the best of them.
        on_error: "raise" to stop at the first bad puzzle, or "keep" to continue. Bad puzzles do not
            affect the results of other puzzles. A puzzle is bad if it cannot be read, is missing
            (None, nan), differs in geometry from most puzzles, or has a malformed constraint. An
            array with an unsupported shape or type always raises an error.

    Returns:
        (solutions, counts). solutions, uint8 (n, cells): a solution of each puzzle, zeros if none
        was found. counts, int64 (n): the number of solutions found, at most *limit*; or -1 - k if
        the budget ended the search after k solutions. With on_error="keep", a bad puzzle has zeros
        and the count -1. The attributes `errors` and `exceptions` of the pair describe the bad
        puzzles by position, from 0. Messages in `errors` are short, such as "null" or "length:
        expected 81, found 80".

    Raises:
        TypeError: An array has the wrong type, *like* is not a puzzle, *masks* is not True or
            False, or is True without an array, or another option is not a number.
        ValueError: A shape, digit or mask does not fit, the puzzles differ in geometry, *like* is
            given with a Batch or puzzles, a number is out of range, this machine does not support
            *isa*, or *on_error* is neither "raise" nor "keep".
        FormatError, PuzzleError: An entry is not a puzzle, a given is out of range for the order,
            or a constraint is malformed.
        EngineError: The compiled core is not built, or does not support a constraint.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> import numpy as np
    >>> puzzles = np.array([[1, 0, 0, 0] + [0] * 12], np.uint8)
    >>> solutions, counts = solve_many(puzzles, first="lexicographic")
    >>> int(counts[0]), solutions[0][:4].tolist()
    (2, [1, 2, 3, 4])
    >>> found = solve_many(["1.....2..3.....4", "1.....2..3.....", None], on_error="keep")
    >>> found.counts.tolist(), found.errors
    ([1, -1, -1], {1: 'length: expected 16, found 15', 2: 'null'})
    """
    if keeps_errors(on_error):
        kept = _kept(puzzles, like, masks)
        solved = solve_many(
            kept.batch, limit=limit, first=first, budget=budget, threads=threads, isa=isa
        )
        return Solved.of(
            kept.spread(solved.solutions, 0), kept.spread(solved.counts, -1), kept.errors
        )
    spend = budget_of(budget) or Budget()
    search = _search_of(puzzles, like, masks, threads, isa, spend.seconds)
    if first not in ("any", "lexicographic"):
        raise ValueError(f"expected first as 'any' or 'lexicographic', found {first!r}")
    if first == "lexicographic" and budget is not None:
        raise ValueError(f"expected no budget with first='lexicographic', found {budget}")
    if isinstance(search, RuledSearch):
        if first == "lexicographic":
            raise ValueError("expected first='any' for puzzles with constraints")
        return Solved(*search.solve(_limit(limit), spend.nodes, keep=True))
    solutions, counts = search.run(search.rows, limit, spend.nodes)
    if first == "lexicographic":
        several = counts > (limit != 1)
        if several.any():
            solutions[several] = smallest_solutions(
                search.masks(search.rows)[several], solutions[several], search.find_one
            )
    return Solved(solutions, counts)


@overload
def count_many(
    puzzles: PuzzlesLike,
    limit: int | None = ...,
    *,
    like: Puzzle | None = ...,
    masks: bool = ...,
    budget: BudgetLike = ...,
    threads: int | None = ...,
    isa: str = ...,
    on_error: Literal["raise"] = ...,
) -> NDArray[np.int64]: ...
@overload
def count_many(
    puzzles: PuzzlesLike,
    limit: int | None = ...,
    *,
    like: Puzzle | None = ...,
    masks: bool = ...,
    budget: BudgetLike = ...,
    threads: int | None = ...,
    isa: str = ...,
    on_error: Literal["keep"],
) -> KeptArray: ...
@_instead.suggests_options
def count_many(
    puzzles: PuzzlesLike,
    limit: int | None = 100_000,
    *,
    like: Puzzle | None = None,
    masks: bool = False,
    budget: BudgetLike = None,
    threads: int | None = None,
    isa: str = "auto",
    on_error: Literal["raise", "keep"] = "raise",
) -> NDArray[np.int64]:
    """Count the solutions of many puzzles of one geometry.

    Args:
        puzzles: As in `solve_many`.
        limit: Stop counting a puzzle's solutions at this number, at least 1; None means count all.
        like: As in `solve_many`.
        masks: As in `solve_many`.
        budget: As in `solve_many`.
        threads: As in `solve_many`.
        isa: As in `solve_many`.
        on_error: As in `solve_many`.

    Returns:
        int64 (n): the number of solutions of each puzzle, at most *limit*; or -1 - k if the budget
        ended the search after k solutions. With on_error="keep", a bad puzzle has the count -1, and
        the array has the attributes `errors` and `exceptions`, like the result of `solve_many`.

    Raises:
        TypeError, ValueError, FormatError, PuzzleError, EngineError: As in `solve_many`.

    >>> import numpy as np
    >>> count_many(np.zeros((1, 16), np.uint8), 1000).tolist()
    [288]
    """
    if keeps_errors(on_error):
        kept = _kept(puzzles, like, masks)
        counts = count_many(kept.batch, limit, budget=budget, threads=threads, isa=isa)
        return KeptArray.of(kept.spread(counts, -1), kept.errors)
    spend = budget_of(budget) or Budget()
    search = _search_of(puzzles, like, masks, threads, isa, spend.seconds)
    if isinstance(search, RuledSearch):
        return search.solve(_limit(limit), spend.nodes, keep=False)[1]
    return search.run(search.rows, limit, spend.nodes, keep=False)[1]


@overload
def true_candidates_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    masks: bool = ...,
    threads: int | None = ...,
    isa: str = ...,
    budget: BudgetLike = ...,
    on_error: Literal["raise"] = ...,
) -> NDArray[np.uint64]: ...
@overload
def true_candidates_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    masks: bool = ...,
    threads: int | None = ...,
    isa: str = ...,
    budget: BudgetLike = ...,
    on_error: Literal["keep"],
) -> KeptArray: ...
def true_candidates_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    masks: bool = False,
    threads: int | None = None,
    isa: str = "auto",
    budget: BudgetLike = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> NDArray[np.uint64]:
    """Find the candidates that occur in some solution, for many puzzles of one geometry.

    If only one candidate of a cell occurs in solutions, the cell has the same digit in every
    solution. These cells form the backbone of the puzzle. A given in any other cell rules out
    solutions, so a setter who wants a unique solution can add givens there.

    Args:
        puzzles: As in `solve_many`.
        like: As in `solve_many`.
        masks: As in `solve_many`.
        threads: As in `solve_many`.
        isa: As in `solve_many`.
        budget: The time limit for the entire call: a number of seconds, or a Budget of seconds.
            None means no limit.
        on_error: As in `solve_many`.

    Returns:
        uint64 (n, cells): candidate masks, bit d-1 for digit d; only zeros for a puzzle without a
        solution. If a puzzle ran out of time, each of its masks has bit 63, which is not a digit.
        The other bits of these masks are candidates known to occur. With on_error="keep", a bad
        puzzle has zeros, and the array has the attributes `errors` and `exceptions`, like the
        result of `solve_many`.

    Raises:
        TypeError, ValueError, FormatError, PuzzleError, EngineError: As in `solve_many`.

    >>> import numpy as np
    >>> true_candidates_many(np.array([[1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8], np.uint8))[0, 8:12]
    array([10,  5, 10,  5], dtype=uint64)
    """
    if keeps_errors(on_error):
        kept = _kept(puzzles, like, masks)
        shown = true_candidates_many(kept.batch, threads=threads, isa=isa, budget=budget)
        return KeptArray.of(kept.spread(shown, 0), kept.errors)
    search = _search_of(puzzles, like, masks, threads, isa, seconds_of(budget))
    if isinstance(search, RuledSearch):
        return search.true_masks(_UNDONE)
    found = np.zeros(search.rows.shape, np.uint64)
    for first in range(0, len(found), _PART):
        if search.is_over():
            found[first:] = _UNDONE
            break
        part = slice(first, first + _PART)
        found[part] = _true_candidates(search, search.rows[part])
    return found


def _kept(puzzles: PuzzlesLike, like: Puzzle | None, masks: bool) -> Kept:
    kept = kept_puzzles(puzzles, _plain(like), masks=masks, why_not=why_not_ruled)
    if like is None or not like.constraints:
        return kept
    like.require_sound()
    return kept._replace(batch=with_rules_of(like, kept.batch))


def _plain(like: Puzzle | None) -> Puzzle | None:
    """Return *like* without its constraints."""
    has_rules = isinstance(like, Puzzle) and bool(like.constraints)
    return Puzzle(like.geometry) if like is not None and has_rules else like


def _limit(limit: int | None) -> int:
    return _ALL if limit is None else limit


def _true_candidates(search: _Search, rows: NDArray[Any]) -> NDArray[np.uint64]:
    solutions, counts = search.run(rows, 2, None)
    shown, cut, several = masks_of_digits(solutions), counts < 0, counts > 1
    if several.any():
        masks = search.masks(rows[several])
        shown[several], done = searched_true_masks(masks, solutions[several], search.find_one)
        cut[several] = ~done
    shown[cut] |= np.uint64(_UNDONE)
    return shown


def _search_of(
    puzzles: PuzzlesLike,
    like: Puzzle | None,
    masks: bool,
    threads: int | None,
    isa: str,
    seconds: float | None,
) -> _Search | RuledSearch:
    """Return the faster search if the puzzles have no constraints, otherwise the general search."""
    check_isa(isa)
    rows, geometry, cages, further = checked_rows(puzzles, _plain(like), masks=masks)
    if like is not None and like.constraints:
        like.require_sound()
        plain = Batch(geometry, rows, masks=rows.itemsize > 1)
        return RuledSearch(with_rules_of(like, plain), threads, seconds)
    if cages is further is None:
        return _Search(rows, geometry, threads, isa, seconds)
    batch = Batch(geometry, rows, cages, masks=rows.itemsize > 1, further=further)
    return RuledSearch(batch, threads, seconds)


class _Search:
    # Searches of puzzles that are given as rows, with the settings of the lane search.
    __slots__ = ("ends", "geometry", "isa", "plan", "rows", "threads")

    def __init__(
        self,
        rows: NDArray[Any],
        geometry: Geometry,
        threads: int | None,
        isa: str,
        seconds: float | None = None,
    ) -> None:
        self.ends = None if seconds is None else monotonic() + seconds
        self.rows, self.geometry = rows, geometry
        self.plan = lane_plan(self.geometry)
        few = threads is None and len(self.rows) < FEW_PUZZLES
        self.threads = 1 if few else default_threads(threads)
        self.isa = isa

    def run(
        self, rows: NDArray[Any], limit: int | None, nodes: int | None, keep: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        # Return solutions, shape (n, cells) (an empty array if *keep* is false), and counts.
        # When the time is over, puzzles that are not finished count as ended by the budget.
        terms = SearchTerms(_ALL if limit is None else limit, nodes, None, self.threads)
        n, n_cells = rows.shape
        shape = (n, n_cells) if keep else (n, 0, 0)
        solutions, counts = np.zeros(shape, _DIGITS), np.full(n, -1, _COUNTS)
        tell = None if self.ends is None else self._require_time
        if n:
            with suppress(TimeoutError):
                native().lanes_solve(
                    self.plan, rows, solutions, counts, None, *terms.packed(), self.isa, tell
                )
        return solutions, counts

    def is_over(self) -> bool:
        return self.ends is not None and monotonic() > self.ends

    def _require_time(self, n_found: int) -> None:
        if self.is_over():
            raise TimeoutError

    def find_one(self, masks: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        self._require_time(0)
        solutions, counts = self.run(masks, 1, None)
        if (counts < 0).any():
            raise TimeoutError
        return solutions, counts > 0

    def masks(self, rows: NDArray[Any]) -> NDArray[np.uint64]:
        if rows.itemsize > 1:
            return rows.astype(np.uint64)
        whole = np.uint64(self.geometry.all_mask)
        return np.where(rows == 0, whole, masks_of_digits(rows))
