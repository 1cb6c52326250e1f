"""The name of a puzzle's kind."""

from __future__ import annotations

from pandoku.model import Puzzle

__all__ = ["kind_text"]


def kind_text(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's kind, by its rules, and its size.

    >>> kind_text(Puzzle.sudoku("1" + "." * 15))
    'Sudoku 4x4'
    """
    kinds = {house.kind for house in puzzle.geometry.houses}
    has_boxes = "box" in kinds or "region" in kinds
    if puzzle.cages:
        name = "Killer" if has_boxes else "Calcudoku"
    elif "extra" in kinds:
        name = "Windoku"
    elif "diagonal" in kinds:
        name = "Diagonal"
    elif "region" in kinds:
        name = "Jigsaw"
    else:
        name = "Sudoku" if has_boxes else "Latin square"
    return f"{name} {puzzle.order}x{puzzle.order}"
