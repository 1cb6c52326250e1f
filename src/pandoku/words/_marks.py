"""When to write pencil marks, in words."""

from __future__ import annotations

from pandoku.model import Puzzle
from pandoku.words._sentences import joined

__all__ = ["marks_words"]


def marks_words(puzzle: Puzzle, *, some_are_gone: bool) -> str:
    """Return the sentence that asks for the pencil marks of a puzzle.

    Args:
        puzzle: The puzzle.
        some_are_gone: Whether steps have removed candidates that digits on the grid allow.

    >>> marks_words(Puzzle(4), some_are_gone=False)
    'Write the pencil marks now: in each empty cell all digits that its row, column and box lack.'
    """
    kinds = dict.fromkeys(house.name.rsplit(" ", 1)[0] for house in puzzle.geometry.houses)
    every = f"in each empty cell all digits that its {joined(kinds)} lack"
    but = ", except those removed already" if some_are_gone else ""
    return f"Write the pencil marks now: {every}{but}."
