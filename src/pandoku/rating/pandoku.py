"""The scale pandoku: HoDoKu's ratings, with pandoku's own for techniques that HoDoKu lacks.

HoDoKu does not support cages. The levels and scores of cage techniques lie between those of
HoDoKu techniques that players find about as hard.
"""

from __future__ import annotations

from pandoku.kernel.logic import finders
from pandoku.model import Step
from pandoku.rating import hodoku
from pandoku.rating._scale import Rating

__all__ = ["NAME", "ORDER", "SUMMARY", "rate"]

NAME = "pandoku"
SUMMARY = "HoDoKu's ratings, with pandoku's own for cages and the rest"

_RATINGS = {
    # Cages: techniques that a beginner sees.
    "cage-single": Rating("easy", 4),
    "cage-repeat": Rating("easy", 4),
    "innie": Rating("easy", 20),
    "outie": Rating("easy", 20),
    "product-innie": Rating("easy", 24),
    "cage-partners": Rating("easy", 20),
    # Cages: one cage at a time.
    "cage-bounds": Rating("medium", 24),
    "cage-factors": Rating("medium", 26),
    "cage-parity": Rating("medium", 28),
    "cage-combinations": Rating("medium", 30),
    "cage-hidden-single": Rating("medium", 30),
    "cage-permutations": Rating("medium", 36),
    "cage-pointing": Rating("medium", 40),
    "cage-overlap": Rating("medium", 45),
    # Cages against houses.
    "cage-line": Rating("medium", 50),
    "cage-claiming": Rating("medium", 55),
    "killer-pair": Rating("medium", 70),
    "killer-triple": Rating("hard", 100),
    "innies": Rating("hard", 80),
    "outies": Rating("hard", 85),
    "innies-and-outies": Rating("hard", 100),
    "cage-splitting": Rating("hard", 105),
    "product-innies": Rating("hard", 110),
    "house-parity": Rating("hard", 90),
    "cage-claiming-pair": Rating("hard", 115),
    "killer-quad": Rating("hard", 130),
    # Cages against cages, and trial.
    "cage-conflict": Rating("hard", 140),
    "two-cages": Rating("hard", 150),
    "cage-trial": Rating("extreme", 480),
    # Trials within a trial: more than any forcing chain.
    "nested-forcing-chain": Rating("extreme", 1000),
    # Longer than a unique rectangle but no harder to see.
    "unique-loop-1": Rating("hard", 100),
    "unique-loop-2": Rating("hard", 100),
    "unique-loop-3": Rating("hard", 100),
    "unique-loop-4": Rating("hard", 100),
    # HoDoKu finds it as an instance of its ALS-XZ, so it costs the same.
    "wxyz-wing": Rating("unfair", 300),
}
# The core's table is in the order of search, so the order is defined only there. Techniques
# written in Python that are rated here follow.
ORDER = tuple(dict.fromkeys((*(finder.name for finder in finders()), *_RATINGS)))


def rate(step: Step) -> Rating | None:
    """Return the rating of a step, by its technique; None if the technique has none."""
    return _RATINGS.get(step.technique) or hodoku.rate(step)
