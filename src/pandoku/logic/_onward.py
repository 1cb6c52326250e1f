"""The steps of a path, each with the number of ways onward before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import n_ways_onward
from pandoku.model import Board, Step

__all__ = ["step_searches"]


def step_searches(start: Board, steps: Sequence[Step]) -> Iterator[tuple[Step, int, int]]:
    """Yield each step of a path, the number of empty cells before it, and of ways onward."""
    board = start
    for step in steps:
        yield step, board.digits.count(0), n_ways_onward(board)
        board = board.after(step)
