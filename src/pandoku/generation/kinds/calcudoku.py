"""Calcudoku, also known as KenKen and Mathdoku: a Latin square with arithmetic cages."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.generation.kinds._cages import TAKES, Knobs, Style, caged, check_sizes
from pandoku.generation.kinds._kind import Kind
from pandoku.model import Geometry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KIND", "calcudoku_knobs"]

# Weights of the operations. Pairs prefer the rare operations: few pairs have whole quotients.
_OPERATIONS = {"+": 2, "-": 4, "*": 2, "/": 8}
_PAIRS_ONLY = "-/"

_GUESSED_FROM = 3.2  # 15 of 100 puzzles that take no guess are rated this or more
_EASY = Knobs({2: 3, 3: 1}, 0.1)
# By the greatest order, then by word: the same cages are harder in larger grids.
_KNOBS: dict[int, dict[str | None, Knobs]] = {
    4: {
        None: Knobs({2: 4, 3: 4, 4: 2}),
        "easy": _EASY,
        "medium": Knobs({2: 1, 3: 3, 4: 4, 5: 3, 6: 1}),
        "hard": Knobs({2: 1, 3: 3, 4: 4, 5: 2}, guesses=1),
        "expert": Knobs({2: 3, 4: 1}, guesses=1),
        "extreme": Knobs({2: 1}, guesses=1),  # still rare, but other sizes do worse
    },
    5: {
        None: Knobs({2: 4, 3: 4, 4: 2}, 0.025),
        "easy": _EASY,
        "medium": Knobs({2: 1, 3: 3, 4: 4, 5: 3, 6: 1}),
        "hard": Knobs({2: 1, 3: 3, 4: 4, 5: 1}, guesses=1),
        "expert": Knobs({4: 4, 5: 4, 6: 2}, guesses=1),
        "extreme": Knobs({3: 1, 4: 4, 5: 4}, guesses=1),
    },
    7: {
        None: Knobs({2: 4, 3: 4, 4: 2}, 0.025),
        "easy": _EASY,
        "medium": Knobs({2: 2, 3: 4, 4: 3}, 0.025),
        "hard": Knobs({2: 2, 3: 3, 4: 3}, guesses=1),
        "expert": Knobs({3: 3, 4: 4, 5: 3}, guesses=1),
        "extreme": Knobs({3: 2, 4: 4, 5: 4, 6: 1}, guesses=1),
    },
    11: {
        None: Knobs({2: 4, 3: 4, 4: 2}, 0.025),
        "easy": _EASY,
        "medium": Knobs({2: 3, 3: 1}, 0.025),
        "hard": Knobs({2: 4, 3: 4, 4: 2}, 0.025, guesses=1),
        "expert": Knobs({2: 2, 3: 4, 4: 3}, 0.025, guesses=1),
        "extreme": Knobs({2: 2, 3: 4, 4: 3}, guesses=1),
    },
    16: {
        None: Knobs({2: 1, 3: 1}, 0.06),
        "easy": _EASY,
        "medium": Knobs({2: 3, 3: 1}, 0.06),
        "hard": Knobs({2: 1, 3: 1}, 0.04),
        "expert": Knobs({2: 4, 3: 4, 4: 1}, 0.03),
        "extreme": Knobs({2: 4, 3: 4, 4: 2}, 0.03),
    },
}


def calcudoku_knobs(word: str | None, order: int) -> Knobs:
    """Return the settings that are most likely to give a calcudoku of a difficulty.

    Args:
        word: One of `pandoku.rating.LEVELS`, or None for a typical puzzle.
        order: The n of n x n.
    """
    return next(knobs[word] for most, knobs in _KNOBS.items() if order <= most)


def _style(wishes: Wishes) -> Style:
    """Return the style. Without + and *, all cages are pairs: - and / only take two cells."""
    guessed_from = _GUESSED_FROM if calcudoku_knobs("hard", wishes.order).guesses else inf
    if wishes.operations is None or not set(wishes.operations) <= set(_PAIRS_ONLY):
        return Style(calcudoku_knobs, _OPERATIONS, guessed_from)
    return Style(
        lambda word, order: calcudoku_knobs(word, order)._replace(sizes={2: 1}), _OPERATIONS
    )


def _make(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    assert wishes.geometry is not None
    return caged(wishes, wishes.geometry, keys, _style(wishes))


def _check(wishes: Wishes) -> None:
    if wishes.operations == "/":
        raise WishError(
            "expected another operation in addition to /, found none: most pairs of digits have no "
            "whole quotient"
        )
    most = wishes.n_cells
    why = "the grid has no more"
    if wishes.operations is not None and set(wishes.operations) <= set(_PAIRS_ONLY):
        most, why = 2, "- and / are for two cells; add + or * to the operations"
    check_sizes(wishes, _style(wishes), most, why)


KIND = Kind(
    name="calcudoku",
    summary="a Latin square with cages, each the result of an operation",
    orders=(3, 16),
    default_order=6,
    geometry=lambda order, _: Geometry.latin(order),
    make=_make,
    takes=TAKES | {"operations", "hide_operations"},
    aliases=("kenken", "mathdoku"),
    check=_check,
    has_cages=True,
)
