"""Ratings from counted steps, which the core walks on all cores without making a step a value.

Where a scale knows what a technique costs, the techniques of a path are enough, unless the hardest
of them costs more or less from step to step, as chains do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, nan
from typing import TYPE_CHECKING, Any

from pandoku.kernel.logic import ENDS, walk_many
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._walk import native_head
from pandoku.logic.ratings import PuzzleRating
from pandoku.model import Batch, Puzzle, batches_of
from pandoku.rating import get_scale, span, word_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["counted_each"]

_FULL = ENDS.index("full")


def counted_each(
    puzzles: Sequence[Puzzle], scale: str, at_most: int | None, threads: int | None
) -> list[PuzzleRating | None]:
    """Return the ratings that follow from the techniques of each path; None if that is not enough.

    Args:
        puzzles: Puzzles with exactly one solution.
        scale: The name of a scale that rates steps.
        at_most: Tenths; a puzzle whose rating is above this gets a lower bound.
        threads: As in `rate_many`.
    """
    found: list[PuzzleRating | None] = [None] * len(puzzles)
    most = None if at_most is None else at_most / 10
    for has_cages in (False, True):  # techniques that assume a single solution know no cages
        alike = [
            at
            for at, puzzle in enumerate(puzzles)
            if bool(puzzle.cages) is has_cages and puzzle.candidates is None
        ]
        for batch in batches_of([puzzles[at] for at in alike]):
            ratings = _counted(batch, scale, most, threads)
            for at, rating in zip(batch.origins or (), ratings, strict=True):
                found[alike[at]] = rating
    return found


def _counted(
    batch: Batch, scale: str, most: float | None, threads: int | None
) -> Sequence[PuzzleRating | None]:
    used, _ = usable(ordered_techniques(get_scale(scale).ORDER), batch[0], is_proper=True)
    spans = {each: span(scale, each.name) or (nan, nan) for each in used}
    tried = [each for each in used if _decides(*spans[each], most)]
    head = native_head(tried)
    if not head or len(head) < len(tried):  # a technique in Python needs the boards
        return [None] * len(batch)
    import numpy as np

    from pandoku.kernel.rows import array_of

    counts, ends = np.zeros((len(batch), len(head)), np.int32), np.zeros(len(batch), np.uint8)
    walk_many(batch.geometry, head, array_of(batch), counts, ends, threads, cages=batch.cages)
    is_used = counts > 0
    # With fewer techniques a path is the same if all that are left out come after its last one.
    n_left_out = np.array([used.index(each) - at for at, each in enumerate(tried)])
    is_same = (ends == _FULL) & ~(is_used & (n_left_out > 0)).any(axis=1)
    scores, hardest = _hardest(is_used, np.array([spans[each] for each in tried]))
    scores[~is_same] = nan
    if most is not None:
        scores[ends != _FULL] = inf
    titles = tuple(each.title for each in tried)
    return list(_ratings(scale, titles, scores, hardest, most))


def _decides(least: float, greatest: float, most: float | None) -> bool:
    """Return whether to try a technique: without a bound, not if only the step says what it costs.

    Chains take longest, and a path that needs one is walked again for its steps.
    """
    return greatest < inf if most is None else least <= most


def _hardest(is_used: NDArray[Any], spans: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what the hardest step of each path costs, and the index of its technique.

    Where the techniques do not say it, or several are as hard, the cost is nan.
    """
    import numpy as np

    low, high = (np.where(is_used, each, 0.0) for each in spans.T)
    score = high.max(axis=1, initial=0.0)
    is_hardest = is_used & (high == score[:, None])
    is_known = (low.max(axis=1, initial=0.0) == score) & (is_hardest.sum(axis=1) == 1)
    return np.where(is_known, score, nan), is_hardest.argmax(axis=1)


def _ratings(
    scale: str,
    titles: Sequence[str],
    scores: NDArray[Any],
    hardest: NDArray[Any],
    most: float | None,
) -> Iterator[PuzzleRating | None]:
    """Yield the rating for each score: None for nan, and for inf one that is above *most*."""
    for score, name in zip(scores.tolist(), hardest.tolist(), strict=True):
        if score == inf and most is not None:
            above = round(most + 0.1, 1)
            yield PuzzleRating(scale, above, word_of(above), "", "bounded")
        elif score < inf:
            yield PuzzleRating(scale, score, word_of(score), titles[name], "rated")
        else:
            yield None
