"""The words for the difficulty of steps."""

from __future__ import annotations

from pandoku.kernel.logic import n_ways_onward
from pandoku.model import Board, Step
from pandoku.rating import (
    DEFAULT_SCALE,
    Rating,
    effort_weights,
    get_scale,
    word_is_by_effort,
)
from pandoku.techniques import Technique

__all__ = ["rate_step"]


def rate_step(step: Step, technique: Technique, board: Board, scale: str) -> Rating | None:
    """Return the rating of a step in a scale, or None if the scale does not rate the step.

    In the scale "pandoku", the word of a step comes from its effort if the word of its puzzle does.

    Args:
        step: The step.
        technique: Its technique.
        board: The board before the step.
        scale: The name of a scale that defines its numbers.
    """
    rating = get_scale(scale).rate(step)
    if rating is None or scale != DEFAULT_SCALE or not word_is_by_effort(board.puzzle):
        return rating
    weights = effort_weights()
    found = weights.step(step, technique, board.digits.count(0), n_ways_onward(board))
    level = weights.step_word(found.effort, board.puzzle.geometry.n_cells)
    return rating._replace(level=level)
