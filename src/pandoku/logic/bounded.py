"""Walks with some techniques only, which return a board instead of steps.

With most sets of techniques, the order of the steps does not matter: in every order, the walk stops
at the same board. So all steps of a technique are taken at once. The walk can also begin where the
walk of a puzzle with fewer rules or givens stopped. All that this walk found also holds for the
puzzle with more of them, and need not be found again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pandoku.logic._hardest import after_all
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._walk import take_steps
from pandoku.model import Board, Puzzle
from pandoku.techniques import Technique

__all__ = ["stuck_board"]


def stuck_board(puzzle: Puzzle, techniques: tuple[str, ...], known: Board | None = None) -> Board:
    """Return the board where some techniques make no more progress. It is full if they suffice.

    Args:
        puzzle: A puzzle with exactly one solution.
        techniques: The names of the techniques that may be used, in the order of a path.
        known: The result for a puzzle that has the same solution, but lacks rules or givens of
            *puzzle*, and the same techniques. It saves time.

    Raises:
        TechniqueError: There is no such technique, or a technique written in Python fails.
        EngineError: The compiled core is not built.

    >>> poor = Puzzle(4, "12.." + "." * 12)
    >>> board = stuck_board(poor, ("full-house", "hidden-single", "naked-single"))
    >>> board.digits.count(0)
    14
    >>> rich = Puzzle(4, "12..34..2.....3.")
    >>> stuck_board(rich, ("full-house", "hidden-single", "naked-single"), board).is_full
    True
    """
    named = _named(techniques)
    order, _ = usable(named.techniques, puzzle, is_proper=True)
    if named.is_free:
        return after_all(_start(puzzle, known), order)
    board = Board.start(puzzle)
    for _, after in take_steps(board, order):
        board = after
    return board


class _Named(NamedTuple):
    """Techniques, and whether the order of their steps does not matter."""

    techniques: Sequence[Technique]
    is_free: bool


@lru_cache(maxsize=16)
def _named(names: tuple[str, ...]) -> _Named:
    found = ordered_techniques(names)
    # A technique that leaves steps to others is not monotone without them (see `Technique`).
    others = [each.leaves_to for each in found if each.leaves_to]
    others += ["naked-single" for each in found if each.fills]
    return _Named(found, {*others} <= {each.name for each in found})


def _start(puzzle: Puzzle, known: Board | None) -> Board:
    if known is None:
        return Board.start(puzzle)
    board = Board.start(puzzle, known.digits)
    masks = [here & there for here, there in zip(board.masks, known.masks, strict=True)]
    return Board(puzzle, board.digits, tuple(masks))
