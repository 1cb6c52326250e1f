"""Two kinds with cages: killer, and calcudoku, which is also known as KenKen and Mathdoku.

A calcudoku is a Latin square with arithmetic cages. A killer is a Sudoku with cages, where the clue
of a cage is the sum of its digits, and all digits of a cage differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from pandoku.errors import WishError
from pandoku.generation.kinds import Kind
from pandoku.generation.kinds._cages import TAKES, Knobs, Style, caged, check_sizes
from pandoku.generation.kinds.sudoku import boxed
from pandoku.generation.wishes import Wishes
from pandoku.model import Geometry

__all__ = [
    "KINDS",
    "calcudoku_knobs",
    "calcudokus_by_effort",
    "killer_knobs",
    "killers_by_effort",
]

# Weights of the operations. The operation / has the highest weight, because few cages can have it:
# most quotients of two digits are fractions.
_OPERATIONS = {"+": 2, "-": 4, "*": 2, "/": 8}
_PAIRS_ONLY = "-/"

# If the proof that a solution is unique takes no guess, the puzzle is rarely rated this high: 15
# percent of these puzzles are.
_GUESSED_FROM = 3.2
_EASY = Knobs({2: 3, 3: 1}, 0.1)
# Settings by order and by word for a difficulty. A key is the highest order that the settings apply
# to. Orders differ because the same cages are harder in larger grids.
_CALCUDOKU_KNOBS: dict[int, dict[str | None, Knobs]] = {
    4: {
        None: Knobs({2: 4, 3: 4, 4: 2}),
        "easy": _EASY,
        "medium": Knobs({2: 1, 3: 3, 4: 4, 5: 3, 6: 1}),
        "hard": Knobs({2: 1, 3: 3, 4: 4, 5: 2}, guesses=1),
        "expert": Knobs({2: 3, 4: 1}, guesses=1),
        # Few of these puzzles are extreme. With cages of other sizes, even fewer are.
        "extreme": Knobs({2: 1}, guesses=1),
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
# Settings by order and by word, as above. Larger cages are harder, because they can be filled in
# more ways. There are no cages of one cell, because they would be givens.
_KILLER_KNOBS: dict[int, dict[str | None, Knobs]] = {
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
# Sizes of cages, from the easiest to the hardest.
_SHORT, _MIXED, _USUAL, _LONG = {2: 6, 3: 1}, {2: 3, 3: 2}, {2: 4, 3: 4, 4: 2}, {2: 2, 3: 3, 4: 3}
_LONGER, _WIDE, _WIDEST = {2: 1, 3: 3, 4: 4, 5: 1}, {3: 3, 4: 4, 5: 3}, {4: 4, 5: 4, 6: 2}
# Settings by order and by word for the effort. A word is left out if none of a hundred puzzles
# had it, whatever the sizes of their cages. Large puzzles are rarely easy, because finding anything
# among so many cells takes long.
_CALCUDOKU_BY_EFFORT: dict[int, dict[str, Knobs]] = {
    3: {"easy": _EASY},
    4: {"easy": _EASY, "medium": Knobs(_SHORT, 0.05)},
    5: {
        "easy": _EASY,
        "medium": Knobs(_WIDE, guesses=1),
        "hard": Knobs(_WIDE, guesses=1),
        "expert": Knobs(_WIDE, guesses=1),
        "extreme": Knobs(_LONGER, guesses=1),
    },
    6: {
        "easy": Knobs({2: 3, 3: 1}, 0.2),
        "medium": Knobs(_USUAL),
        "hard": Knobs(_WIDE, guesses=1),
        "expert": Knobs(_WIDE, guesses=1),
        "extreme": Knobs(_WIDEST, guesses=1),
    },
    7: {
        "easy": Knobs({2: 3, 3: 1}, 0.2),
        "medium": Knobs(_SHORT, 0.05),
        "hard": Knobs(_LONG),
        "expert": Knobs(_LONGER, guesses=1),
        "extreme": Knobs(_WIDE, guesses=1),
    },
    8: {
        "easy": Knobs({2: 2, 3: 1}, 0.3),
        "medium": Knobs({2: 3, 3: 1}, 0.1),
        "hard": Knobs(_USUAL, 0.05),
        "expert": Knobs(_LONGER, guesses=1),
        "extreme": Knobs(_WIDE, guesses=1),
    },
    9: {
        "easy": Knobs({2: 2, 3: 1}, 0.3),
        "medium": Knobs({2: 3, 3: 1}, 0.2),
        "hard": Knobs(_SHORT, 0.05),
        "expert": Knobs(_USUAL),
        "extreme": Knobs(_LONGER, guesses=1),
    },
    10: {
        "easy": Knobs({2: 2, 3: 1}, 0.4),
        "medium": Knobs({2: 3, 3: 1}, 0.2),
        "hard": Knobs({2: 3, 3: 1}, 0.1),
        "expert": Knobs(_MIXED, 0.05),
        "extreme": Knobs(_LONG),
    },
    12: {
        "easy": Knobs({2: 3, 3: 1}, 0.4),
        "medium": Knobs({2: 2, 3: 1}, 0.3),
        "hard": Knobs({2: 3, 3: 1}, 0.2),
        "expert": Knobs(_SHORT, 0.05),
        "extreme": Knobs(_USUAL, 0.05),
    },
    16: {
        "easy": Knobs({2: 3, 3: 1}, 0.5),
        "medium": Knobs({2: 3, 3: 1}, 0.5),
        "hard": Knobs({2: 3, 3: 1}, 0.4),
        "expert": Knobs({2: 3, 3: 1}, 0.2),
        "extreme": Knobs(_SHORT, 0.05),
    },
}
_KILLER_BY_EFFORT: dict[int, dict[str, Knobs]] = {
    4: {"easy": Knobs(_MIXED)},
    6: {
        "easy": Knobs(_MIXED),
        "medium": Knobs(_LONG),
        "hard": Knobs(_WIDE),
        "expert": Knobs(_WIDE),
        "extreme": Knobs(_WIDE),
    },
    8: {
        "easy": Knobs(_SHORT),
        "medium": Knobs(_USUAL),
        "hard": Knobs(_LONG),
        "expert": Knobs(_WIDE),
        "extreme": Knobs(_WIDE),
    },
    9: {
        "easy": Knobs(_SHORT),
        "medium": Knobs(_MIXED),
        "hard": Knobs(_USUAL),
        "expert": Knobs(_LONG),
        "extreme": Knobs(_LONGER),
    },
    10: {
        "easy": Knobs(_SHORT, 0.1),
        "medium": Knobs(_SHORT),
        "hard": Knobs(_MIXED),
        "expert": Knobs(_USUAL),
        "extreme": Knobs(_LONG),
    },
    12: {
        # Without cages of one cell, none of 117 puzzles was easy, and few were medium.
        "easy": Knobs(_SHORT, 0.25),
        "medium": Knobs(_SHORT, 0.15),
        "hard": Knobs(_SHORT),
        "expert": Knobs(_MIXED),
        "extreme": Knobs(_USUAL),
    },
    16: {
        "easy": Knobs({2: 1}),
        "medium": Knobs({2: 1}),
        "hard": Knobs({2: 1}),
        "expert": Knobs({2: 1}),
        "extreme": Knobs({2: 3, 3: 1}),
    },
}


def calcudokus_by_effort(order: int) -> Mapping[str, Knobs]:
    """Return the settings for calcudokus of each difficulty by effort that they can have.

    Args:
        order: The n of an n x n grid, 3 to 16.
    """
    return next(knobs for most, knobs in _CALCUDOKU_BY_EFFORT.items() if order <= most)


def killers_by_effort(order: int) -> Mapping[str, Knobs]:
    """Return the settings for killers of each difficulty by effort that they can have.

    Args:
        order: The n of an n x n grid, 4 to 16.
    """
    return next(knobs for most, knobs in _KILLER_BY_EFFORT.items() if order <= most)


def calcudoku_knobs(word: str | None, order: int) -> Knobs:
    """Return the settings that are most likely to give a calcudoku of a difficulty.

    Args:
        word: One of `pandoku.rating.LEVELS`, or None for a typical puzzle.
        order: The n of an n x n grid.
    """
    return next(knobs[word] for most, knobs in _CALCUDOKU_KNOBS.items() if order <= most)


def _calcudoku_style(wishes: Wishes) -> Style:
    """Return the defaults for cages. If - and / are the only operations, all cages are pairs."""
    guessed_from = _GUESSED_FROM if calcudoku_knobs("hard", wishes.order).guesses else inf
    if wishes.operations is None or not set(wishes.operations) <= set(_PAIRS_ONLY):
        return Style(calcudoku_knobs, calcudokus_by_effort, _OPERATIONS, guessed_from)
    return Style(
        lambda word, order: calcudoku_knobs(word, order)._replace(sizes={2: 1}),
        lambda order: {
            word: knobs._replace(sizes={2: 1})
            for word, knobs in calcudokus_by_effort(order).items()
        },
        _OPERATIONS,
    )


def _check_calcudoku(wishes: Wishes) -> None:
    if wishes.operations == "/":
        raise WishError(
            "expected another operation in addition to /, found none: most pairs of digits have no "
            "whole quotient"
        )
    most = wishes.n_cells
    why = "the grid has no more"
    if wishes.operations is not None and set(wishes.operations) <= set(_PAIRS_ONLY):
        most, why = 2, "- and / are for two cells; add + or * to the operations"
    check_sizes(wishes, _calcudoku_style(wishes), most, why)


def killer_knobs(word: str | None, order: int) -> Knobs:
    """Return the settings that are most likely to give a killer of a difficulty.

    Args:
        word: One of `pandoku.rating.LEVELS`, or None for a typical puzzle.
        order: The n of an n x n grid.
    """
    return next(knobs[word] for most, knobs in _KILLER_KNOBS.items() if order <= most)


_KILLER_STYLE = Style(killer_knobs, killers_by_effort)


def _check_killer(wishes: Wishes) -> None:
    order = wishes.order
    check_sizes(wishes, _KILLER_STYLE, order, f"their digits differ, and there are only {order}")
    if wishes.largest_sum is None:
        return
    # At least one cage contains the highest digit. If the cage is not a single cell, its sum also
    # includes the digits of its other cells, which are at least 1, 2, and so on.
    others = range(1, min((size for size, _ in wishes.cage_sizes or ((2, 1),)), default=2))
    least = order + (0 if wishes.singles else sum(others))
    if wishes.largest_sum < least:
        raise WishError(
            f"expected a largest sum of at least {least}, found {wishes.largest_sum}: a cage with "
            f"a {order} has more"
        )


KINDS = (
    Kind(
        name="calcudoku",
        summary="a Latin square with cages, each the result of an operation",
        orders=(3, 16),
        default_order=6,
        geometry=lambda order, _: Geometry.latin(order),
        make=lambda wishes, keys: caged(wishes, keys, _calcudoku_style(wishes)),
        takes=TAKES | {"operations", "hide_operations"},
        aliases=("kenken", "mathdoku"),
        check=_check_calcudoku,
        has_cages=True,
    ),
    Kind(
        name="killer",
        summary="a Sudoku with cages, each a sum of different digits",
        orders=(4, 16),
        default_order=9,
        geometry=boxed,
        make=lambda wishes, keys: caged(wishes, keys, _KILLER_STYLE),
        takes=TAKES | {"box", "largest_sum"},
        aliases=("killer-sudoku", "sum-sudoku"),
        check=_check_killer,
        has_cages=True,
    ),
)
