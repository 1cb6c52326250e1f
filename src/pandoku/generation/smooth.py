"""Whether the difficulty of a puzzle is spread over its path, or is a single step among easy ones.

The hard steps of a puzzle are those that give it its word: in one that is "hard", the steps rated
3.5 and above. Hard steps from one digit placed to the next are one obstacle, however many they are:
who solves it is held up once. A puzzle is smooth if its path has at least three obstacles. Where
every step is easy, each that places a digit counts, so an easy puzzle is smooth.
"""

from __future__ import annotations

from pandoku.logic import Path, explain, scale_for
from pandoku.model import Puzzle
from pandoku.rating import get_scale, numbers_of, program_scale, word_of

__all__ = ["N_OBSTACLES", "n_obstacles"]

N_OBSTACLES = 3


def n_obstacles(puzzle: Puzzle) -> int:
    """Return how often the path of a proper puzzle is held up by hard steps.

    Args:
        puzzle: A puzzle with exactly one solution. Its path and its word are those of the scale
            "se" for a 9x9 Sudoku, else "pandoku".

    Raises:
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    scale = scale_for(puzzle, None)
    order = None if program_scale(scale) else get_scale(scale).ORDER
    return _counted(explain(puzzle, techniques=order, scale=scale, is_proper=True), scale)


def _counted(path: Path, scale: str) -> int:
    ratings = map(get_scale(scale).rate, path.steps)
    scores = [rating.score if rating else 0.0 for rating in ratings]
    least, _ = numbers_of(word_of(max(scores, default=0.0)))
    n, is_held_up = 0, False
    for step, score in zip(path.steps, scores, strict=True):
        if score >= least and not is_held_up:
            n, is_held_up = n + 1, True
        is_held_up = is_held_up and not step.placements
    return n
