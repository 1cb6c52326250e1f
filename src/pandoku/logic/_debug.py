"""Checks of steps against the only solution. The error for a wrong step names its technique."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.engines import Budget, solve
from pandoku.errors import TechniqueError
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Technique

__all__ = ["check_against", "only_solution_of"]

_BUDGET = Budget(seconds=5)


def only_solution_of(board: Board) -> tuple[int, ...] | None:
    """Return the only solution if it exists, is found in time, and agrees with the board."""
    if board.puzzle.problems():
        return None
    outcome = solve(board.puzzle, limit=2, budget=_BUDGET)
    if outcome.count != 1 or not outcome.complete:
        return None
    (solution,) = outcome.solutions
    allows = all(m >> (d - 1) & 1 for m, d in zip(board.masks, solution, strict=True))
    return solution if allows else None


def check_against(
    solution: tuple[int, ...], step: Step, techniques: Sequence[Technique], puzzle: Puzzle
) -> None:
    """Raise TechniqueError if a step places a wrong digit or eliminates a right one.

    Args:
        solution: A digit for every cell.
        step: A step of one of the techniques.
        techniques: The techniques that the path tries.
        puzzle: The puzzle, which provides the names of the cells.
    """
    wrong = [("places", *pair) for pair in step.placements if solution[pair[0]] != pair[1]]
    wrong += [("eliminates", *pair) for pair in step.eliminations if solution[pair[0]] == pair[1]]
    if wrong:
        verb, cell, digit = wrong[0]
        source = next(each.source for each in techniques if each.name == step.technique)
        raise TechniqueError(
            f"technique {step.technique!r} ({source}): it {verb} {digit} at "
            f"{puzzle.geometry.name(cell)}, where the solution has {solution[cell]}"
        )
