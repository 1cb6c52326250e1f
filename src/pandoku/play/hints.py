"""Hints at a player's position: the ladder of `pandoku.logic` from the digits and the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandoku.logic import HINT_LEVELS, Hint, hint, uniqueness_of
from pandoku.model import Board, BudgetLike, Marks, Puzzle, whole_number
from pandoku.play.candidates import working_board
from pandoku.rating import DEFAULT_ORDER
from pandoku.words import run_together

__all__ = ["hint_at"]

_DO_IT = len(HINT_LEVELS) - 1


def hint_at(
    puzzle: Puzzle,
    digits: Sequence[int],
    center: Sequence[int],
    level: int = 1,
    entered: Sequence[int] = (),
    *,
    scale: str = DEFAULT_ORDER,
    reader: str | None = None,
    budget: BudgetLike = None,
) -> Hint:
    """Return the hint of `Game.hint` for a position that is not kept as a game.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
        center: The center marks of every cell, as masks; 0 for none.
        level: As in `pandoku.hint`.
        entered: The cells that the player has filled, in the order in which they were.
        scale: As in `pandoku.hint`.
        reader: As in `pandoku.hint`.
        budget: As in `pandoku.hint`.

    Raises:
        PuzzleError: There are too few or too many digits or masks, or one is out of range.
        ValueError, TypeError, TechniqueError: As `Game.hint`.
    """
    level, uniqueness = whole_number("level", level, 0, _DO_IT), uniqueness_of(puzzle)
    board = Board.start(puzzle, tuple(digits))
    if uniqueness.reason:
        return Hint(level, uniqueness.text, is_problem=True, board=board)
    marks = _pencil_marks(working_board(puzzle, board.digits, center), center)
    found = hint(
        board, level, marks=marks, entered=entered, scale=scale, reader=reader, budget=budget
    )
    if uniqueness.is_proper or found.is_problem or board.is_full or level == _DO_IT:
        return found
    return replace(found, text=run_together((found.text, uniqueness.text), "\n"))


def _pencil_marks(board: Board, center: Sequence[int]) -> Marks:
    """Return the candidates of the player's board as marks; those that contradict it stay."""
    masks = zip(board.masks, center, strict=True)
    return Marks(board.puzzle.order, center=tuple(mask or noted for mask, noted in masks))
