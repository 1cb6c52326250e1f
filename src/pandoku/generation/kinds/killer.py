"""Killer: a Sudoku with cages, each with the sum of its digits, which all differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.generation.kinds._cages import TAKES, Knobs, Style, caged, check_sizes
from pandoku.generation.kinds._kind import Kind
from pandoku.generation.kinds.sudoku import boxed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KIND", "killer_knobs"]

# By the greatest order, then by word. Larger cages can be filled in more ways. There are no cages
# of one cell, because they would be givens.
_KNOBS: dict[int, dict[str | None, Knobs]] = {
    4: {
        None: Knobs({2: 4, 3: 4, 4: 2}),
        "easy": Knobs({2: 3, 3: 2}),
        "medium": Knobs({2: 1, 3: 3, 4: 4}),
        "hard": Knobs({2: 1, 3: 3, 4: 4}),
        "expert": Knobs({2: 1, 3: 3, 4: 4}),
        "extreme": Knobs({2: 1, 3: 3, 4: 4}),
    },
    6: {
        None: Knobs({2: 4, 3: 4, 4: 2}),
        "easy": Knobs({2: 3, 3: 2}),
        "medium": Knobs({2: 1, 3: 3, 4: 4, 5: 1}),
        "hard": Knobs({3: 3, 4: 4, 5: 3}),
        "expert": Knobs({3: 3, 4: 4, 5: 3}),
        "extreme": Knobs({3: 3, 4: 4, 5: 3}),
    },
    12: {
        None: Knobs({2: 4, 3: 4, 4: 2}),
        "easy": Knobs({2: 3, 3: 2}),
        "medium": Knobs({2: 4, 3: 4, 4: 2}),
        "hard": Knobs({2: 1, 3: 3, 4: 4, 5: 1}),
        "expert": Knobs({2: 1, 3: 3, 4: 4, 5: 1}),
        "extreme": Knobs({2: 1, 3: 3, 4: 4, 5: 2}),
    },
    16: {
        None: Knobs({2: 3, 3: 1}),
        "easy": Knobs({2: 6, 3: 1}),
        "medium": Knobs({2: 3, 3: 1}),
        "hard": Knobs({2: 3, 3: 2}),
        "expert": Knobs({2: 1, 3: 1}),
        "extreme": Knobs({2: 1, 3: 1}),
    },
}


def killer_knobs(word: str | None, order: int) -> Knobs:
    """Return the settings that are most likely to give a killer of a difficulty.

    Args:
        word: One of `pandoku.rating.LEVELS`, or None for a typical puzzle.
        order: The n of n x n.
    """
    return next(knobs[word] for most, knobs in _KNOBS.items() if order <= most)


_STYLE = Style(killer_knobs)


def _make(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    assert wishes.geometry is not None
    return caged(wishes, wishes.geometry, keys, _STYLE)


def _check(wishes: Wishes) -> None:
    order = wishes.order
    check_sizes(wishes, _STYLE, order, f"their digits differ, and there are only {order}")
    if wishes.largest_sum is None:
        return
    # Some cage has the highest digit, alone if there are single cells, otherwise with others.
    others = range(1, min((size for size, _ in wishes.cage_sizes or ((2, 1),)), default=2))
    least = order + (0 if wishes.singles else sum(others))
    if wishes.largest_sum < least:
        raise WishError(
            f"expected a largest sum of at least {least}, found {wishes.largest_sum}: a cage with "
            f"a {order} has more"
        )


KIND = Kind(
    name="killer",
    summary="a Sudoku with cages, each a sum of different digits",
    orders=(4, 16),
    default_order=9,
    geometry=boxed,
    make=_make,
    takes=TAKES | {"box", "largest_sum"},
    aliases=("killer-sudoku", "sum-sudoku"),
    check=_check,
    has_cages=True,
)
