"""Repeated searches with fewer and fewer candidates, for puzzles with several solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64]  # shape (n, cells), bit d-1 for digit d
    Digits = NDArray[np.uint8]  # (n, cells), 1..order
    # The function returns rows of digits, and whether each row is a solution.
    FindOne = Callable[[Masks], tuple[Digits, NDArray[Any]]]

__all__ = ["masks_of_digits", "searched_true_masks", "smallest_solutions"]


def smallest_solutions(masks: Masks, known: Digits, find_one: FindOne) -> Digits:
    """Return the lexicographically smallest solution of each puzzle as a row of digits.

    The cells are processed in reading order. At each cell, searches look for a solution with a
    lower digit there and the same digits in all earlier cells. Each solution found replaces the
    best solution so far, until a search finds no solution.

    Args:
        masks: The candidates of each puzzle, shape (n, cells).
        known: A solution of each puzzle, shape (n, cells).
        find_one: A function that takes candidates. It returns a row of digits for each puzzle, and
            whether the row is a solution. If the row is not a solution, the puzzle has no solution.
    """
    import numpy as np

    masks, best = masks.copy(), known.copy()
    for cell in range(masks.shape[1]):
        at = np.arange(len(masks))
        while len(at):
            lower = masks[at, cell] & (masks_of_digits(best[at, cell]) - np.uint64(1))
            at, lower = at[lower != 0], lower[lower != 0]
            found, at = _search_part(masks, at, cell, lower, find_one)
            best[at] = found
        masks[:, cell] = masks_of_digits(best[:, cell])
    return best


def searched_true_masks(
    masks: Masks, known: Digits, find_one: FindOne
) -> tuple[Masks, NDArray[np.bool_]]:
    """Return the candidates that occur in solutions, and which puzzles are finished.

    Every solution confirms one candidate in each cell. Each search is restricted to the unconfirmed
    candidates of a cell, so it either confirms another candidate or rules out all unconfirmed
    candidates of the cell.

    Args:
        masks: As in `smallest_solutions`.
        known: As in `smallest_solutions`.
        find_one: As in `smallest_solutions`. If it raises TimeoutError, unfinished puzzles have
            only the candidates confirmed so far.
    """
    import numpy as np

    shown = masks_of_digits(known)
    try:
        for cell in range(masks.shape[1]):
            at = np.arange(len(masks))
            while len(at):
                open_ = masks[at, cell] & ~shown[at, cell]
                at, open_ = at[open_ != 0], open_[open_ != 0]
                found, at = _search_part(masks, at, cell, open_, find_one)
                shown[at] |= masks_of_digits(found)
    except TimeoutError:
        left = masks[:, cell:] & ~shown[:, cell:]
        return shown, (left == 0).all(axis=1)
    return shown, np.ones(len(masks), np.bool_)


def _search_part(
    masks: Masks, at: NDArray[Any], cell: int, part: Masks, find_one: FindOne
) -> tuple[Digits, NDArray[Any]]:
    # Search the puzzles at the positions *at*, with the candidates of *cell* restricted to *part*.
    # Return the solutions found, and the positions of the puzzles that have a solution.
    rows = masks[at]
    rows[:, cell] = part
    found, has_one = find_one(rows)
    return found[has_one], at[has_one]


def masks_of_digits(digits: Digits) -> Masks:
    """Return a mask with one bit for each digit, or 0 for the digit 0."""
    import numpy as np

    return np.uint64(1) << (digits.astype(np.uint64) - np.uint64(1))
