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
    cells: dict[str, set[int]] = {}
    for house in puzzle.geometry.houses:
        cells.setdefault(house.name.rsplit(" ", 1)[0], set()).update(house.cells)
    of_all = [kind for kind, inside in cells.items() if len(inside) == puzzle.geometry.n_cells]
    every = f"in each empty cell all digits that its {joined(of_all)} lack"
    if some := [kind for kind in cells if kind not in of_all]:
        every += f", and its {joined(some)} if it has one"
    but = ", except those removed already" if some_are_gone else ""
    return f"Write the pencil marks now: {every}{but}."
