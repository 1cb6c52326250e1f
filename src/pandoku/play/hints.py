"""Hints for a player's position, based on its digits and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pandoku.logic import HINT_LEVELS, Hint, hint, judge_of, ordered_techniques, veil_of
from pandoku.model import Board, BudgetLike, Marks, Puzzle, whole_number
from pandoku.play.candidates import working_board
from pandoku.play.stops import taught_for
from pandoku.rating import DEFAULT_ORDER
from pandoku.words import run_together

__all__ = ["hint_at", "seen_with"]

_DO_IT = len(HINT_LEVELS) - 1


def hint_at(
    puzzle: Puzzle,
    digits: Sequence[int],
    center: Sequence[int],
    level: int = 1,
    entered: Sequence[int] = (),
    *,
    corner: Sequence[int] = (),
    scale: str = DEFAULT_ORDER,
    reader: str | None = None,
    budget: BudgetLike = None,
) -> Hint:
    """Return the hint for a position that is not part of a game, as `Game.hint` would give it.

    In the puzzle of a stop of the course, hints use only what the course has taught by then, as
    long as that is enough.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty. In fog, a cell with a hidden given
            has the player's digit or 0.
        center: The center marks of every cell, as masks, with 0 for no marks.
        level: 0 to 5, see `pandoku.logic.HINT_LEVELS`.
        entered: The cells that the player has filled, from the first to the last. In fog, they
            include cells with a hidden given.
        corner: The corner marks of every cell. They only tell what a beginner has noted.
        scale: The name of the scale whose order of techniques is used, or None for the default.
        reader: None, or "beginner" to prefer steps that need few notes.
        budget: Limit on the search for a step (see `pandoku.hint`).

    Raises:
        PuzzleError: The number of digits or masks is wrong, or a digit or mask is out of range.
        ValueError, TypeError, TechniqueError: See `Game.hint`.
    """
    level, judge = whole_number("level", level, 0, _DO_IT), judge_of(puzzle)
    seen, shown = seen_with(puzzle, tuple(digits), entered)
    board = Board.start(seen, shown)
    if judge.uniqueness.reason:
        return Hint(level, judge.text, is_problem=True, board=board)
    masks = zip(working_board(seen, board.digits, center).masks, center, strict=True)
    # If all marks of a cell are impossible on the board, the cell keeps its marks. A cell without
    # marks gets none, because a beginner has not noted its candidates.
    possible = tuple(noted and (mask or noted) for mask, noted in masks)
    marks = Marks(seen.order, corner=tuple(corner), center=possible)
    ask = partial(
        hint,
        board,
        level,
        marks=marks,
        entered=entered,
        scale=scale,
        reader=reader,
        judge=judge,
        budget=budget,
    )
    taught = taught_for(puzzle) if scale == DEFAULT_ORDER else None
    if taught is None:
        found = ask()
    else:
        known = [each for each in ordered_techniques(scale=scale) if each.name in taught]
        found = ask(techniques=known)
        # Other techniques do not change what a mistake is, and have no time if it is up.
        if found.is_problem and level and not (found.cells or found.is_cut):
            found = ask()
    if not judge.problem or found.is_problem or board.is_full or level == _DO_IT:
        return found
    return replace(found, text=run_together((found.text, judge.problem), "\n"))


def seen_with(
    puzzle: Puzzle, digits: tuple[int, ...], entered: Sequence[int]
) -> tuple[Puzzle, tuple[int, ...]]:
    """Return the part of a puzzle that a player's digits make visible, and the digits in this part.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, in the form that `hint_at` accepts.
        entered: The cells that the player has filled, in the form that `hint_at` accepts.
    """
    veil = veil_of(puzzle)
    if veil is None:
        return puzzle, digits
    # checks the number of digits and their range
    digits = Board.start(puzzle.replace(givens=()), digits).digits
    written = tuple(
        0 if given and cell not in entered else digit
        for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True))
    )
    return veil.seen(veil.clear(written)), veil.digits(written)
