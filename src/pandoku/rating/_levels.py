"""The five words for a difficulty: the only map from a number to a word."""

from __future__ import annotations

from bisect import bisect
from math import inf

__all__ = ["LEVELS", "level_range", "word_of"]

LEVELS = ("easy", "medium", "hard", "expert", "extreme")

# The least number of each word except the first, in tenths. The limits are where the way of solving
# changes, and where the numbers of the reference have a gap. They also separate the classes of
# popular generators: the easy puzzles of QQWing end at 2.3, its intermediate ones at 3.4.
_STARTS = (
    24,  # notes; easier steps place a digit, or need hardly any notes
    35,  # more than a pair or two lines: triples, swordfish, wings, uniqueness, quads
    65,  # chains, each a single line of implications
    80,  # several chains side by side, and chains within chains
)


def word_of(number: float) -> str:
    """Return the word for a difficulty on the scale of ER: one of `LEVELS`.

    Args:
        number: A rating such as 7.2, at least 0. It is rounded to one decimal.

    >>> [word_of(number) for number in (1.2, 2.6, 4.2, 7.2, 9.0)]
    ['easy', 'medium', 'hard', 'expert', 'extreme']
    """
    return LEVELS[bisect(_STARTS, round(number * 10))]


def level_range(word: str) -> tuple[float, float]:
    """Return the least and the greatest number of one of `LEVELS`, each with one decimal.

    The least number of the first word is 0, and the greatest number of the last word is inf.

    >>> level_range("easy"), level_range("hard")
    ((0.0, 2.3), (3.5, 6.4))
    """
    at = LEVELS.index(word)
    least = _STARTS[at - 1] / 10 if at else 0.0
    return least, (_STARTS[at] - 1) / 10 if at < len(_STARTS) else inf
