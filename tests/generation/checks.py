"""Checks of generated puzzles that do not use the generator."""

from __future__ import annotations

import numpy as np

import pandoku
from pandoku import Puzzle
from pandoku.generation import Generated
from pandoku.symmetry import symmetries_of_givens

__all__ = ["all_proper", "can_lose_a_given", "is_as_asked"]


def all_proper(made: Generated) -> bool:
    """Return whether each puzzle has exactly one solution, which is the claimed one."""
    return all(is_proper(puzzle) for puzzle in made)


def is_proper(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has exactly one solution, which is the claimed one."""
    bare = puzzle.replace(solution=None)
    outcome = pandoku.solve(bare, limit=2)
    return outcome.is_unique and outcome.solution == puzzle.solution


def is_as_asked(puzzle: Puzzle, *, symmetry: str = "none", pattern: str | None = None) -> bool:
    """Return whether a puzzle's givens have a symmetry and match a pattern."""
    has_symmetry = symmetry == "none" or symmetry in symmetries_of_givens(puzzle)
    given = [digit != 0 for digit in puzzle.givens]
    return has_symmetry and (pattern is None or given == [cell != "." for cell in pattern])


def can_lose_a_given(puzzle: Puzzle, together: list[int] | None = None) -> bool:
    """Return whether some givens are superfluous.

    Args:
        puzzle: A proper puzzle.
        together: A number for each cell. Givens with the same number are removed together. None
            means that givens are removed one by one.
    """
    group = np.array(range(len(puzzle.givens)) if together is None else together)
    givens = np.array(puzzle.givens, np.uint8)
    rows = np.array([np.where(group == each, 0, givens) for each in np.unique(group[givens > 0])])
    like = Puzzle(puzzle.geometry)
    return bool((pandoku.count_many(rows, 2, like=like) == 1).any())
