"""The ratings of Sudoku Explainer, computed by the core for 9x9 Sudoku."""

from __future__ import annotations

from functools import lru_cache

from pandoku.errors import PuzzleError
from pandoku.kernel import default_threads, native, native_craft
from pandoku.kernel._exchange import bound_of
from pandoku.kernel._steps import state_of, step_of
from pandoku.kernel.tables import NumberTable, as_view
from pandoku.model import Board, Geometry, Step, refusal, whole_number

__all__ = [
    "MAX_REFERENCE_STEPS",
    "NO_NAME",
    "REFERENCE_ENDS",
    "rate_rows",
    "reference_names",
    "reference_steps",
]

# The outcomes of a rating. "rated": the puzzle is solved. "bounded": the rating is known to be at
# least `at_least`, or above `at_most`. "budget": the limit `looks` was reached. "stuck": Sudoku
# Explainer finds no step, and its rating is 20.0.
REFERENCE_ENDS = ("rated", "bounded", "budget", "stuck")
NO_NAME = 255
_MOST = 200  # tenths
MAX_REFERENCE_STEPS = 1000  # no path of Sudoku Explainer has more steps


@lru_cache(maxsize=1)
def reference_names() -> tuple[str, ...]:
    """Return the names that Sudoku Explainer gives its techniques, in the order of its search.

    Raises:
        EngineError: The compiled core is not built.

    >>> reference_names()[0]
    'Hidden Single'
    """
    return tuple(native_craft().rating_names())


def rate_rows(
    givens: NumberTable,
    ratings: NumberTable,
    hardest: NumberTable,
    ends: NumberTable,
    *,
    looks: int | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    threads: int | None = None,
) -> None:
    """Rate many puzzles as Sudoku Explainer 1.2.1 does.

    Args:
        givens: uint8 of shape (n, 81), C order: digits 0..9, 0 for an empty cell. Each puzzle must
            have exactly one solution. This is not checked.
        ratings: uint8 of shape (n, 3): filled with ER, EP and ED in tenths (72 is 7.2). If the end
            is "bounded" or "budget", the ratings are lower bounds.
        hardest: uint8 of shape (n,): filled with indices into `reference_names`, or with `NO_NAME`
            if the path has no step, or if no step so far has reached the known lower bound.
        ends: uint8 of shape (n,): filled with indices into `REFERENCE_ENDS`.
        looks: Maximum number of chain nodes to follow for a puzzle, at least 1; None means no
            limit. Unlike a time limit, this limit gives the same results on every machine.
        at_least: End a rating once it is known to be at least this number, in tenths, 1..200.
        at_most: End a rating once it is known to be above this number, in tenths, 1..200.
        threads: Maximum number of threads, at least 1. None means one per available CPU.

    Raises:
        ValueError: The shapes do not match, or a digit or limit is out of range.
        TypeError: An array has the wrong type, or a limit is not an integer.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.
    """
    core, n = native_craft(), len(givens)
    tables = [as_view(each) for each in (givens, ratings, hardest, ends)]
    shapes = tuple(each.shape for each in tables)
    if shapes != ((n, 81), (n, 3), (n,), (n,)):
        raise ValueError(f"expected arrays for the same puzzles, found shapes {shapes}")
    types = {each.format for each in tables}
    if types != {"B"}:
        raise TypeError(f"expected arrays of uint8, found {sorted(types)}")
    if (at := native().lanes_first_bad(givens, 9)) >= 0:
        raise ValueError(f"expected digits 0..9, found {givens.tobytes()[at]}")
    budget = bound_of("looks", looks)
    least = 0 if at_least is None else whole_number("at_least", at_least, 1, _MOST)
    most = 0 if at_most is None else whole_number("at_most", at_most, 1, _MOST)
    n_threads = default_threads(threads)
    core.rating_many(givens, ratings, hardest, ends, budget, least, most, n_threads)


def reference_steps(
    board: Board, limit: int = MAX_REFERENCE_STEPS, *, seconds: float | None = None
) -> list[Step]:
    """Return the steps that Sudoku Explainer takes from a board, at most *limit*.

    The search stops after *seconds*, more than 0, and the result contains the steps found by then.
    None means no time limit. The board's candidates must be correct, and its puzzle must have
    exactly one solution. For any other board, the search may take hours.

    Raises:
        PuzzleError: *board* is not a board of a 9x9 Sudoku with its 27 houses and without
            constraints.
        ValueError, TypeError: *limit* is below 1, or not an integer.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    if not isinstance(board, Board):
        raise refusal(board, "a Board")
    puzzle = board.puzzle
    if puzzle.constraints or puzzle.geometry != Geometry.sudoku(9):
        raise PuzzleError("expected a 9x9 sudoku without constraints or additional houses")
    digits, masks, _ = state_of(board)
    raws = native_craft().rating_walk(digits, masks, bound_of("limit", limit), seconds or 0.0)
    return [step_of(puzzle.geometry, puzzle.cages, raw) for raw in raws]
