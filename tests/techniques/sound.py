"""What makes a step sound: it keeps the solution, and changes only what is open."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku import Board
from pandoku.model import Step


def check_keeps(steps: Iterable[Step], solution: tuple[int, ...], where: object) -> None:
    """Assert that no step places another digit than the solution's or removes one of them."""
    for step in steps:
        assert all(solution[cell] == digit for cell, digit in step.placements), (step, where)
        assert all(solution[cell] != digit for cell, digit in step.eliminations), (step, where)


def check_steps(steps: Iterable[Step], board: Board, solution: tuple[int, ...]) -> int:
    """Assert that each step changes the board and keeps the solution; return how many there are."""
    n_steps = 0
    for step in steps:
        n_steps += 1
        where = (step, board.puzzle.cages, board.digits, board.masks)
        assert step.placements or step.eliminations, where
        check_keeps([step], solution, where)
        for cell, digit in (*step.placements, *step.eliminations):
            assert board.digits[cell] == 0, where
            assert board.masks[cell] >> (digit - 1) & 1, where
    return n_steps
