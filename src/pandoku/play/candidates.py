"""The candidates that are possible with the digits on the grid, as a player would write them."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from pandoku.model import Board, Cage, Puzzle
from pandoku.play.combinations import combinations

__all__ = ["candidates_left", "working_board"]

# If a cage has more combinations, its target is ignored. Even with this limit, a grid of order 36
# full of cages takes a second or two.
_MOST_SETS = 5_000


def candidates_left(puzzle: Puzzle, digits: Sequence[int]) -> tuple[int, ...]:
    """Return the candidates of every cell as masks, bit d-1 for digit d.

    A cell keeps the candidates that the puzzle allows, except digits that the cell sees. In a cage
    with a target, only candidates that occur in a possible filling are left (see `combinations`).
    The target is ignored if the cage is very large or can no longer be filled.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
    """
    board = Board.start(puzzle, tuple(digits))
    masks = list(board.masks)
    for number, cage in enumerate(puzzle.cages):
        if cage.target is None or not _is_tried(board, cage):
            continue
        found = combinations(board, number)
        if found.sets:
            for cell, mask in zip(cage.cells, found.masks, strict=True):
                masks[cell] &= mask
    return tuple(masks)


def working_board(puzzle: Puzzle, digits: Sequence[int], center: Sequence[int]) -> Board:
    """Return the player's board: the candidates that the digits and the center marks allow.

    The targets of cages are ignored, because drawing conclusions from targets is the task of
    techniques.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
        center: The center marks of every cell as masks. A cell keeps only its marked candidates,
            or all candidates if its mask is 0.
    """
    board = Board.start(puzzle, tuple(digits))
    masks = (
        mask if digit or not noted else mask & noted
        for mask, digit, noted in zip(board.masks, board.digits, center, strict=True)
    )
    return Board(puzzle, board.digits, tuple(masks))


def _is_tried(board: Board, cage: Cage) -> bool:
    """Return True if a cage has distinct cells, and few enough combinations to try them all."""
    size, seen = len(cage.cells), 0
    for cell in cage.cells:
        seen |= board.masks[cell]
    n_digits = seen.bit_count() + (size - 1 if cage.repeats else 0)
    return len(set(cage.cells)) == size and comb(n_digits, size) <= _MOST_SETS
