"""The name of a puzzle's kind, and its rules."""

from __future__ import annotations

from pandoku.model import Puzzle
from pandoku.words._sentences import joined

__all__ = ["kind_text", "rules_text"]


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


def rules_text(puzzle: Puzzle) -> str:
    """Return the rules of a puzzle in a sentence or two.

    >>> rules_text(Puzzle.latin(3))
    'Every row and column has each digit from 1 to 3 once.'
    """
    kinds = dict.fromkeys(house.kind for house in puzzle.geometry.houses)
    names = ["shaded window" if kind == "extra" else kind for kind in kinds]
    told = f"Every {joined(names)} has each digit from 1 to {puzzle.order} once."
    cages = [cage for cage in puzzle.cages if cage.clue and len(cage.cells) > 1]
    if not cages:
        return told
    does = (
        "add up to the number in their corner"
        if all(cage.operation == "+" for cage in cages)
        else "make the number in their corner with its sign"
    )
    differ = "" if any(cage.repeats for cage in cages) else ", and no digit repeats in a cage"
    return f"{told} The digits of a cage {does}{differ}."
