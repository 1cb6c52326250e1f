"""Ratings of paths that the core walks on all cores, turning few steps into values.

If a scale knows the scores of a technique, the techniques of a path suffice, unless the score of
the hardest one varies from step to step, as for chains. Such a path is walked again, and only the
steps that may be its hardest are rated.
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
_MANY = 64  # puzzles whose steps are in memory at a time, because nested chains are large


def counted_each(
    puzzles: Sequence[Puzzle],
    scale: str,
    *,
    at_least: int | None,
    at_most: int | None,
    threads: int | None,
) -> list[PuzzleRating | None]:
    """Return the ratings of paths that the core can walk alone, and None for the others.

    Args:
        puzzles: Puzzles with exactly one solution.
        scale: The name of a scale that rates steps.
        at_least: Tenths. A rating known to be at least this, and not above *at_most*, may be a
            lower bound.
        at_most: Tenths. A rating above this is a lower bound.
        threads: As in `rate_many`.
    """
    found: list[PuzzleRating | None] = [None] * len(puzzles)
    enough = _Enough(*(None if each is None else each / 10 for each in (at_least, at_most)))
    # Positions of puzzles for which the same techniques are used.
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
    """Bounds that make an exact rating unnecessary.

    Attributes:
        least: Stop if the rating is at least this; or None.
        most: Stop if the rating is above this; or None.
    """

    least: float | None
    most: float | None

    def tries(self, low: float, high: float) -> bool:
        """Return whether to try a technique with this range of scores.

        Chains can have any score. They take longest, and if the score matters, a path that needs
        one is walked again for its steps.
        """
        if self.most is not None:
            return low <= self.most
        return high < inf or self.least is not None

    def is_within(self, low: float, high: float) -> bool:
        """Return whether every rating from *low* to *high* is within the bounds."""
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
    # Leaving out techniques does not change a path if all of them come after its last technique.
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
    """Return ratings that are computed from the steps that may be the hardest of each path.

    Args:
        batch: The puzzles.
        which: The positions of the puzzles to rate.
        spans: The native techniques in order, with the least and greatest scores of their steps.
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
    """Return the finders that each path uses, and whether it reaches the solution."""
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
    """Return the index of the hardest technique of each path, or -1 if several are equally hard."""
    import numpy as np

    costs = np.where(is_used, high, 0.0)
    is_hardest = is_used & (costs == costs.max(axis=1, initial=0.0)[:, None])
    return np.where(is_hardest.sum(axis=1) == 1, is_hardest.argmax(axis=1), -1)


def _rating(
    scale: str, low: float, high: float, hardest: str | None, enough: _Enough
) -> PuzzleRating | None:
    """Return the rating of a path whose score is in a range, or None if that is not enough.

    Args:
        scale: The name of the scale.
        low: The least score. It is inf above the bound `_Enough.most`, and nan if it is unknown.
        high: The greatest score.
        hardest: The hardest technique, or None if several are equally hard.
        enough: The bounds.
    """
    if low == inf and enough.most is not None:
        above = round(enough.most + 0.1, 1)
        return PuzzleRating(scale, above, word_of(above), "", "bounded")
    if low == high and hardest is not None:
        return PuzzleRating(scale, low, word_of(low), hardest, "rated")
    if enough.is_within(low, high):
        return PuzzleRating(scale, low, word_of(low), "", "bounded")
    return None
