"""Ratings of paths that the core walks on all cores, with as few steps as values as will do.

Where a scale knows what a technique costs, the techniques of a path are enough, unless the hardest
of them costs more or less from step to step, as chains do. Such a path is walked again, and only
the steps that may be its hardest are rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.kernel.logic import WALK_ENDS, Finder, outline_many, walk_many
from pandoku.logic._order import is_bound, ordered_techniques, usable
from pandoku.logic._walk import native_head
from pandoku.logic.ratings import PuzzleRating, stuck_rating
from pandoku.model import Batch, Puzzle, Step, batches_of
from pandoku.rating import Rating, get_scale, span, word_of
from pandoku.techniques import Technique

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["counted_each"]

_FULL = WALK_ENDS.index("full")
_MANY = 64  # puzzles whose kept steps are in memory at a time: those of nested chains are large


def counted_each(
    puzzles: Sequence[Puzzle],
    scale: str,
    *,
    at_least: int | None,
    at_most: int | None,
    threads: int | None,
) -> list[PuzzleRating | None]:
    """Return the ratings of paths that the core can walk alone; None for the others.

    Args:
        puzzles: Puzzles with exactly one solution.
        scale: The name of a scale that rates steps.
        at_least: Tenths; a rating that is known to be at least this, and not above *at_most*, may
            be a lower bound.
        at_most: Tenths; a rating above this is a lower bound.
        threads: As in `rate_many`.
    """
    found: list[PuzzleRating | None] = [None] * len(puzzles)
    enough = _Enough(*(None if each is None else each / 10 for each in (at_least, at_most)))
    # Puzzles on which the same techniques are used.
    groups: dict[tuple[bool, ...], list[int]] = {}
    for at, puzzle in enumerate(puzzles):
        if puzzle.candidates is None:
            key = bool(puzzle.cages), bool(puzzle.further), is_bound(puzzle)
            groups.setdefault(key, []).append(at)
    for alike in groups.values():
        for batch in batches_of([puzzles[at] for at in alike]):
            ratings = _counted(batch, scale, enough, threads)
            for at, rating in zip(batch.origins or (), ratings, strict=True):
                found[alike[at]] = rating
    return found


class _Enough(NamedTuple):
    """What is enough to know of a rating.

    Attributes:
        least: That it is at least this, or None.
        most: That it is above this, or None.
    """

    least: float | None
    most: float | None

    def tries(self, low: float, high: float) -> bool:
        """Return whether to try a technique that costs between two numbers.

        Chains can cost any number. They take longest, and if the number matters, a path that needs
        one is walked again for its steps.
        """
        if self.most is not None:
            return low <= self.most
        return high < inf or self.least is not None

    def is_within(self, low: float, high: float) -> bool:
        """Return whether a rating between two numbers is in the range, whichever it is."""
        return self.least is not None and self.least <= low and high <= (self.most or inf)


def _counted(
    batch: Batch, scale: str, enough: _Enough, threads: int | None
) -> Sequence[PuzzleRating | None]:
    used, _ = usable(ordered_techniques(get_scale(scale).order), batch[0], is_proper=True)
    spans = {each: span(scale, each.name) or (nan, nan) for each in used}
    tried = [each for each in used if enough.tries(*spans[each])]
    head = native_head(tried)
    if not head or len(head) < len(tried):  # a technique in Python needs the boards
        return [None] * len(batch)
    import numpy as np

    is_used, is_full = _walked(batch, head, threads)
    costs = np.array([spans[each] for each in tried])
    low, high = (np.where(is_used, each, 0.0).max(axis=1, initial=0.0) for each in costs.T)
    # With fewer techniques a path is the same if all that are left out come after its last one.
    n_left_out = np.array([used.index(each) - at for at, each in enumerate(tried)])
    low[(is_used & (n_left_out > 0)).any(axis=1)] = nan
    low[~is_full] = nan if enough.most is None else inf
    hardest = _hardest(is_used, costs[:, 1])
    titles = (*(each.title for each in tried), None)
    ratings = [
        _rating(scale, a, b, titles[at], enough)
        for a, b, at in zip(low.tolist(), high.tolist(), hardest.tolist(), strict=True)
    ]
    if all(span(scale, each.name) and each.is_native for each in used):
        rest = [at for at, rating in enumerate(ratings) if rating is None]
        for start in range(0, len(rest), _MANY):
            part = rest[start : start + _MANY]
            for at, found in zip(part, _outlined(batch, part, spans, scale, threads), strict=True):
                ratings[at] = found
    return ratings


def _outlined(
    batch: Batch,
    which: Sequence[int],
    spans: Mapping[Technique, tuple[float, float]],
    scale: str,
    threads: int | None,
) -> list[PuzzleRating]:
    """Return ratings by the steps that may be the hardest of each path.

    Args:
        batch: The puzzles.
        which: The positions of those to be rated.
        spans: The techniques of the core that are tried, in order, with what their steps can cost.
        scale: The name of the scale.
        threads: As in `rate_many`.
    """
    import numpy as np

    from pandoku.kernel.rows import array_of

    tried = [*spans]
    rows = array_of(batch)[which]
    firsts, ends = np.zeros((len(rows), len(tried)), np.int32), np.zeros(len(rows), np.uint8)
    cages = None if batch.cages is None else [batch.cages[at] for at in which]
    further = None if batch.further is None else [batch.further[at] for at in which]
    kept = outline_many(
        batch.geometry,
        native_head(tried),
        [*spans.values()],
        rows,
        firsts,
        ends,
        threads,
        cages=cages,
        further=further,
    )
    return [
        _of_outline(scale, spans, *path)
        for path in zip(firsts.tolist(), kept, ends.tolist(), strict=True)
    ]


def _of_outline(
    scale: str,
    spans: Mapping[Technique, tuple[float, float]],
    firsts: Sequence[int],
    kept: Sequence[tuple[int, Step]],
    end: int,
) -> PuzzleRating:
    module, titles = get_scale(scale), {each.name: each.title for each in spans}
    steps = [
        (number, Rating(word_of(low), low), each.title)
        for (each, (low, high)), number in zip(spans.items(), firsts, strict=True)
        if number and low == high
    ]
    for number, step in kept:
        if (rating := module.rate(step)) is not None:
            steps.append((number, rating, titles[step.technique]))
    steps.sort(key=lambda each: each[0])
    title = max(steps, key=lambda each: each[1].score, default=(0, None, ""))[2]
    ratings = [rating for _, rating, _ in steps]
    if end != _FULL:
        return stuck_rating(scale, ratings)
    total = module.of_path(ratings)
    return PuzzleRating(scale, total.score, total.level, title, "rated")


def _walked(
    batch: Batch, finders: Sequence[Finder], threads: int | None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return which finders each path uses, and whether it reaches the solution."""
    import numpy as np

    from pandoku.kernel.rows import array_of

    counts, ends = np.zeros((len(batch), len(finders)), np.int32), np.zeros(len(batch), np.uint8)
    walk_many(
        batch.geometry,
        finders,
        array_of(batch),
        counts,
        ends,
        threads,
        cages=batch.cages,
        further=batch.further,
    )
    return counts > 0, ends == _FULL


def _hardest(is_used: NDArray[Any], high: NDArray[Any]) -> NDArray[Any]:
    """Return the index of the hardest technique of each path; -1 if several are as hard."""
    import numpy as np

    costs = np.where(is_used, high, 0.0)
    is_hardest = is_used & (costs == costs.max(axis=1, initial=0.0)[:, None])
    return np.where(is_hardest.sum(axis=1) == 1, is_hardest.argmax(axis=1), -1)


def _rating(
    scale: str, low: float, high: float, hardest: str | None, enough: _Enough
) -> PuzzleRating | None:
    """Return the rating of a path that costs between two numbers; None if more must be known.

    Args:
        scale: The name of the scale.
        low: At least this; inf if it is above what is enough, nan if it is not known.
        high: At most this.
        hardest: The hardest technique, or None if that is one of several.
        enough: What is enough to know.
    """
    if low == inf and enough.most is not None:
        above = round(enough.most + 0.1, 1)
        return PuzzleRating(scale, above, word_of(above), "", "bounded")
    if low == high and hardest is not None:
        return PuzzleRating(scale, low, word_of(low), hardest, "rated")
    if enough.is_within(low, high):
        return PuzzleRating(scale, low, word_of(low), "", "bounded")
    return None
