"""Walks that steer the making of a puzzle: they show whether it is too hard so far.

These walks take less time than `hardness.assess`, because they end as soon as they are decided.
"""

from __future__ import annotations

from math import inf, log
from typing import NamedTuple

from pandoku.generation.hardness import (
    MOST_OF_WORD,
    allowed_techniques,
    effort_up_to,
    techniques_up_to,
)
from pandoku.generation.wishes import Wishes
from pandoku.logic import stuck_board
from pandoku.model import Board, Puzzle
from pandoku.rating import LEVELS, effort_weights

__all__ = ["Walked", "is_needed", "walked"]

_LEAST_EXCESS = 0.1  # of a puzzle that is too hard only because of its hardest step
_EXCESS_OF_REST = 0.5  # added if its path ends at the first cell


class Walked(NamedTuple):
    """The result of walking a puzzle with the techniques that a request allows.

    Attributes:
        board: The board where the techniques make no more progress, or None if all are allowed.
        excess: A number above 0 if the puzzle is surely too hard: inf if the techniques do not
            solve it, else the logarithm of the factor between its effort and the greatest effort
            of the requested word. The factor is an estimate if it is above 1. The number is
            -inf if the request has no word with a greatest effort. A puzzle with an easier word
            has a number below 0.
    """

    board: Board | None
    excess: float


def walked(wishes: Wishes, puzzle: Puzzle, known: Board | None = None) -> Walked:
    """Walk a puzzle as far as the request allows.

    Args:
        wishes: The request. Only its attributes rating, level, needs and at_most are used.
        puzzle: A puzzle with exactly one solution.
        known: The board of a puzzle that has the same solution, but lacks constraints or givens of
            *puzzle*. It saves most of the time.

    Raises:
        EngineError, KeyboardInterrupt: As in `assess`.
    """
    names, most = allowed_techniques(wishes), wishes.rating.most if wishes.rating else inf
    if wishes.level is not None:
        most = min(most, MOST_OF_WORD.get(wishes.level, inf))
    board = None
    # Drafts that begin easy need no walk with few techniques first: their paths are short.
    if names is not None or (most < inf and not wishes.begins_easy):
        board = stuck_board(puzzle, techniques_up_to(most, names), known)
        if not board.is_full:
            return Walked(board, inf)
    if wishes.level in (None, LEVELS[-1]):
        return Walked(board, -inf)
    return Walked(board, _excess(wishes, puzzle, wishes.level))


def _excess(wishes: Wishes, puzzle: Puzzle, level: str) -> float:
    effort, n_left = effort_up_to(wishes, puzzle)
    n_to_fill = puzzle.geometry.n_cells - puzzle.n_givens
    # If the walk ends early, the other cells are taken to need as much as those before.
    per_cell = effort.effort / max(1, n_to_fill - n_left)
    greatest = effort_weights().starts[LEVELS.index(level)]
    excess = log(max(per_cell, greatest / 1000) / greatest)
    is_harder = LEVELS.index(effort.level) > LEVELS.index(level)
    if not is_harder:
        return excess
    least = _LEAST_EXCESS
    if wishes.begins_easy:  # its path may end before a hard step: the more cells are left, the more
        least += _EXCESS_OF_REST * n_left / max(1, n_to_fill)
    return max(excess, least)


def is_needed(wishes: Wishes, puzzle: Puzzle, need: str) -> bool:
    """Return whether the techniques that a request allows do not solve a puzzle without one.

    Args:
        wishes: The request.
        puzzle: A puzzle with exactly one solution that the techniques solve.
        need: The technique, one of those that the request needs.
    """
    names = allowed_techniques(wishes)
    assert names is not None
    return not stuck_board(puzzle, tuple(name for name in names if name != need)).is_full
