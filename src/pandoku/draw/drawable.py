"""Drawable values, and the drawing of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeAlias

from pandoku.draw.drawing import draw
from pandoku.draw.items import Drawing
from pandoku.errors import PuzzleError
from pandoku.model import Outcome, PuzzleLike

__all__ = ["Drawable", "HasDrawing", "drawing_of"]


class HasDrawing(Protocol):
    """A value that draws itself, such as a hint or a step of a path."""

    def drawing(self) -> Drawing:
        """Return the drawing."""


Drawable: TypeAlias = Drawing | HasDrawing | Outcome | PuzzleLike


def drawing_of(what: Drawable) -> Drawing:
    """Return the drawing of a value.

    Args:
        what: A drawing, a puzzle in any form, a board (shown with candidates), an outcome (shown
            with its first solution, or else the board that it reached), or a value with
            `drawing()`.

    Raises:
        PuzzleError: *what* is something else, or an outcome without a solution or a board.
    """
    if isinstance(what, Drawing):
        return what
    if isinstance(what, Outcome):
        return _outcome(what)
    if hasattr(what, "drawing"):
        return what.drawing()
    return draw(what, candidates=hasattr(what, "masks"))


def _outcome(outcome: Outcome) -> Drawing:
    board = outcome.solution_board() or outcome.board
    if board is None:
        raise PuzzleError(f"expected an outcome with a solution, found {outcome!r}")
    words = outcome.describe()
    drawn = draw(board, candidates=True)
    return replace(
        drawn, title=f"{drawn.title}: {words}", caption="" if outcome.is_unique else words
    )
