"""Questions about puzzles with several solutions, answered by searching parts of the puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64]  # (n, cells), bit d-1 for digit d
    Digits = NDArray[np.uint8]  # (n, cells), 1..order
    FindOne = Callable[[Masks], tuple[Digits, NDArray[Any]]]  # a solution of each; has it one?

__all__ = ["masks_of_digits", "smallest_solutions", "true_candidates"]


def smallest_solutions(masks: Masks, known: Digits, find_one: FindOne) -> Digits:
    """Return the solution of each puzzle that comes first when read as a row of digits.

    The cells are taken in reading order. As long as there is a solution with a lower digit in the
    cell and the cells before it as they are, that solution takes the place of the known one.

    Args:
        masks: The candidates of each puzzle, shape (n, cells).
        known: A solution of each, shape (n, cells).
        find_one: Returns a solution of each of some puzzles, and whether there is one.
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


def true_candidates(masks: Masks, known: Digits, find_one: FindOne) -> Masks:
    """Return the candidates of each puzzle that occur in some solution.

    Every solution shows one candidate in each cell. The next search is restricted to the candidates
    of a cell that no solution has shown yet, so it shows a new one or rules them all out.

    Args:
        masks: As in `smallest_solutions`.
        known: As in `smallest_solutions`.
        find_one: As in `smallest_solutions`.
    """
    import numpy as np

    shown = masks_of_digits(known)
    for cell in range(masks.shape[1]):
        at = np.arange(len(masks))
        while len(at):
            open_ = masks[at, cell] & ~shown[at, cell]
            at, open_ = at[open_ != 0], open_[open_ != 0]
            found, at = _search_part(masks, at, cell, open_, find_one)
            shown[at] |= masks_of_digits(found)
    return shown


def _search_part(
    masks: Masks, at: NDArray[Any], cell: int, part: Masks, find_one: FindOne
) -> tuple[Digits, NDArray[Any]]:
    # The puzzles *at* with only *part* in *cell*: solutions, and which of the puzzles have one.
    rows = masks[at]
    rows[:, cell] = part
    found, has_one = find_one(rows)
    return found[has_one], at[has_one]


def masks_of_digits(digits: Digits) -> Masks:
    """Return the mask of one bit for each digit; there must be no 0."""
    import numpy as np

    return np.uint64(1) << (digits.astype(np.uint64) - np.uint64(1))
