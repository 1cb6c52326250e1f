"""The number of ways onward: the cells that a person could fill next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel import logic
from pandoku.model import Board, Step

__all__ = ["n_ways_onward", "step_searches"]


def step_searches(start: Board, steps: Sequence[Step]) -> Iterator[tuple[Step, int, int]]:
    """Yield each step of a path, the number of empty cells before it, and of ways onward."""
    board = start
    for step in steps:
        yield step, board.digits.count(0), n_ways_onward(board)
        board = board.after(step)


def n_ways_onward(board: Board) -> int:
    """Return the number of empty cells that a single fills, or 1 if there is no such cell.

    Hidden singles count first. Naked singles only count if no hidden single is on the board,
    because people find them only after they have noted candidates. Without a single there is one
    way onward: the next step of the path.

    >>> n_ways_onward(Board.start("123............."))
    1
    """
    return logic.n_ways_onward(board)
