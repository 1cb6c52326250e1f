"""Words for puzzles with rules that pandoku cannot check."""

from __future__ import annotations

from collections import Counter

from pandoku.model import Puzzle

__all__ = ["has_only_unchecked_rules", "several_solutions", "unchecked_words"]


def unchecked_words(puzzle: Puzzle) -> str:
    """Return a note about the unchecked rules of a puzzle, or "" if all are checked.

    >>> unchecked_words(Puzzle.sudoku(9))
    ''
    """
    parts = Counter(each.NAME for each in puzzle.unchecked)
    if not parts:
        return ""
    if has_only_unchecked_rules(puzzle):
        where = "text" if "rules in words" in parts else "drawings"
        return f"the rules of this puzzle are only in its {where}; they are not checked"
    names = [
        name if count == 1 or name.endswith("s") else f"{count} {name}s"
        for name, count in sorted(parts.items())
    ]
    return f"parts of this puzzle are not checked: {', '.join(names)}"


def several_solutions(puzzle: Puzzle) -> str:
    """Return a clause for a puzzle with two or more solutions.

    >>> several_solutions(Puzzle(4))
    'the puzzle has more than one solution'
    """
    if puzzle.unchecked:
        return "the rules that pandoku can check leave several solutions"
    return "the puzzle has more than one solution"


def has_only_unchecked_rules(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has no checked rules except its houses."""
    geometry = puzzle.geometry
    rules = (each for each in puzzle.constraints if each.IS_CHECKED and each.RESTRICTS_DIGITS)
    has_checked = geometry.diagonals or geometry.extra or puzzle.candidates or any(rules)
    # A puzzle with words has one solution by its houses, so its drawings are decoration.
    has_checked = has_checked or puzzle.words is not None
    return bool(puzzle.unchecked) and not has_checked
