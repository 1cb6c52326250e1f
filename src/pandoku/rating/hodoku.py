"""The scale of HoDoKu 2.2.0: its order of search, its levels and its scores.

HoDoKu has no techniques for cages, no unique loops and no WXYZ-wing, so these are not rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import Board, Geometry, Step
from pandoku.rating._hodoku_choice import Singles, first_step
from pandoku.rating._scale import Rating, Scale

__all__ = ["SCALE"]


_LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
# The rating of a guess. HoDoKu guesses if no technique applies.
_GUESS = Rating("extreme", 10_000)
# For each level except the last, the greatest sum of scores of a path.
_LIMITS = (800, 1000, 1600, 1800)

# The techniques are in HoDoKu's order of search. HoDoKu's nice loops correspond to three techniques
# of pandoku: alternating chains, and continuous and discontinuous loops.
_RATINGS = {
    "full-house": Rating("easy", 4),
    "naked-single": Rating("easy", 4),
    "hidden-single": Rating("easy", 14),
    "locked-pair": Rating("medium", 40),
    "locked-triple": Rating("medium", 60),
    "pointing": Rating("medium", 50),
    "claiming": Rating("medium", 50),
    "naked-pair": Rating("medium", 60),
    "naked-triple": Rating("medium", 80),
    "hidden-pair": Rating("medium", 70),
    "hidden-triple": Rating("medium", 100),
    "naked-quad": Rating("hard", 120),
    "hidden-quad": Rating("hard", 150),
    "x-wing": Rating("hard", 140),
    "swordfish": Rating("hard", 150),
    "jellyfish": Rating("hard", 160),
    "remote-pair": Rating("hard", 110),
    "bug-plus-1": Rating("hard", 100),
    "skyscraper": Rating("hard", 130),
    "two-string-kite": Rating("hard", 150),
    "turbot-fish": Rating("hard", 120),
    "empty-rectangle": Rating("hard", 120),
    "w-wing": Rating("hard", 150),
    "xy-wing": Rating("hard", 160),
    "xyz-wing": Rating("hard", 180),
    "unique-rectangle-1": Rating("hard", 100),
    "unique-rectangle-2": Rating("hard", 100),
    "unique-rectangle-3": Rating("hard", 100),
    "unique-rectangle-4": Rating("hard", 100),
    "unique-rectangle-5": Rating("hard", 100),
    "unique-rectangle-6": Rating("hard", 100),
    "hidden-rectangle": Rating("hard", 100),
    "avoidable-rectangle-1": Rating("hard", 100),
    "avoidable-rectangle-2": Rating("hard", 100),
    "finned-x-wing": Rating("hard", 130),
    "sashimi-x-wing": Rating("hard", 150),
    "finned-swordfish": Rating("unfair", 200),
    "sashimi-swordfish": Rating("unfair", 240),
    "finned-jellyfish": Rating("unfair", 250),
    "sashimi-jellyfish": Rating("unfair", 260),
    "sue-de-coq": Rating("unfair", 250),
    "simple-colors-trap": Rating("hard", 150),
    "simple-colors-wrap": Rating("hard", 150),
    "multi-colors-trap": Rating("hard", 200),
    "multi-colors-wrap": Rating("hard", 200),
    "x-chain": Rating("unfair", 260),
    "xy-chain": Rating("unfair", 260),
    "continuous-loop": Rating("unfair", 280),
    "alternating-chain": Rating("unfair", 280),
    "discontinuous-loop": Rating("unfair", 280),
    "grouped-continuous-loop": Rating("unfair", 300),
    "grouped-alternating-chain": Rating("unfair", 300),
    "grouped-discontinuous-loop": Rating("unfair", 300),
    "als-xz": Rating("unfair", 300),
    "als-xy-wing": Rating("unfair", 320),
    "als-chain": Rating("unfair", 340),
    # In HoDoKu, a forcing chain has the score 500, and a forcing net has the score 700. The two
    # only differ in how HoDoKu finds them. Both have the score 500 here, because most of them are
    # chains.
    "nishio": Rating("extreme", 500),
    "cell-forcing-chain": Rating("extreme", 500),
    "region-forcing-chain": Rating("extreme", 500),
    "contradiction-forcing-chain": Rating("extreme", 500),
    # HoDoKu has scores for these techniques, but does not search for them by default. The dual
    # forms have the scores of the simple forms.
    "dual-two-string-kite": Rating("hard", 150),
    "dual-empty-rectangle": Rating("hard", 120),
    "death-blossom": Rating("unfair", 360),
}
_ORDER = tuple(_RATINGS)
_SINGLES = _ORDER[:3]


def _of_path(ratings: Sequence[Rating]) -> Rating:
    """Return the rating of a path, whose score is the sum of the scores of its steps.

    The level of the rating is the higher of two levels: of the hardest step, and for the sum.
    """
    score = sum(rating.score for rating in ratings)
    of_sum = sum(score > limit for limit in _LIMITS)
    of_steps = max((_LEVELS.index(rating.level) for rating in ratings), default=0)
    return Rating(_LEVELS[max(of_sum, of_steps)], score)


def _replay(board: Board) -> Iterator[Step] | None:
    """Yield the steps that HoDoKu takes. Return None if HoDoKu does not support the puzzle.

    Args:
        board: The start of the path. HoDoKu assumes that the puzzle is proper.
    """
    puzzle = board.puzzle
    if puzzle.geometry != Geometry.sudoku(9) or puzzle.constraints or puzzle.candidates:
        return None
    return _steps(board)


def _steps(board: Board) -> Iterator[Step]:
    singles = Singles(board)
    while not board.is_full and 0 not in board.masks:
        if single := singles.first():
            placements = ((single.cell, single.digit),)
            steps = finder(single.technique)(board)
            step = next(each for each in steps if each.placements == placements)
        elif (found := first_step(board, _ORDER[len(_SINGLES) :])) is not None:
            step = found
        else:
            return
        yield step
        singles.take(step)
        board = board.after(step)


SCALE = Scale(
    name="hodoku",
    summary="the order, levels and scores of HoDoKu 2.2.0",
    order=_ORDER,
    rate=lambda step: _RATINGS.get(step.technique),
    of_path=_of_path,
    beyond=_GUESS,
    replay=_replay,
)
