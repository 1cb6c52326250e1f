"""Rate puzzles, either by replaying Sudoku Explainer or by rating explained paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, isnan, nan
from typing import NamedTuple

from pandoku.engines import solve_all
from pandoku.errors import PandokuError, PuzzleError
from pandoku.kernel.logic import (
    WALK_ENDS,
    Finder,
    FirstSteps,
    new_first_steps,
    outline_many,
    walk_many,
)
from pandoku.kernel.tables import empty_table, joined_rows
from pandoku.logic._hardest import find_hardest
from pandoku.logic._order import is_bound, rated_techniques, usable
from pandoku.logic._replayed import RatingTerms
from pandoku.logic._usual import in_usual_order
from pandoku.logic._walk import native_head
from pandoku.logic.explaining import explain
from pandoku.logic.ratings import (
    NOT_PROPER,
    RATING_ENDS,
    PuzzleRating,
    PuzzleRatings,
    stuck_rating,
)
from pandoku.model import (
    Batch,
    Board,
    Puzzle,
    Step,
    at_position,
    batches_of,
)
from pandoku.rating import Rating, get_scale, span, word_of
from pandoku.techniques import Technique

_NO_SOLUTION, _SEVERAL = map(RATING_ENDS.index, NOT_PROPER)


def joined_ratings(parts: Sequence[PuzzleRatings]) -> PuzzleRatings:
    """Join several `PuzzleRatings`, which must have the same scale and techniques, into one."""
    import numpy as np

    first = parts[0]
    if len(parts) == 1:
        return first
    score, ep, ed, hardest, levels, ends = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("score", "ep", "ed", "hardest", "levels", "ends")
    )
    efforts = tuple(each for part in parts for each in part.efforts)
    return PuzzleRatings(
        first.scale, first.techniques, score, ep, ed, hardest, levels, ends, efforts=efforts
    )


def walked_each(
    puzzles: Sequence[Puzzle],
    scale: str,
    terms: RatingTerms,
    threads: int | None,
    *,
    is_needed: Callable[[Puzzle], bool],
) -> list[PuzzleRating | PandokuError]:
    """Return ratings of explained paths, and an error for each puzzle that no engine accepts.

    Args:
        puzzles: Puzzles of any kinds.
        scale: The name of a scale that rates steps.
        terms: The conditions for stopping early, if the scale supports them.
        threads: As in `replayed`.
        is_needed: Function that returns whether the effort of a puzzle is needed. Ratings of paths
            that the core cannot walk alone have it, unless *terms* has bounds.
    """
    puzzles = [*map(in_usual_order, puzzles)]
    outcomes = solve_all(puzzles, limit=2, threads=threads, on_error="keep")
    found: list[PuzzleRating | PandokuError | None] = []
    for outcome in outcomes.each():
        if isinstance(outcome, PandokuError) and not isinstance(outcome, PuzzleError):
            found.append(outcome)
            continue
        n_solutions = (
            0 if isinstance(outcome, PuzzleError) else outcome.count
        )  # no engine accepts a puzzle with defects
        end = NOT_PROPER[n_solutions > 1]
        found.append(None if n_solutions == 1 else PuzzleRating(scale, nan, "", "", end))
    proper = [at for at, each in enumerate(found) if each is None]
    enough = _Enough(*(None if each is None else each / 10 for each in terms[1:]))

    def with_effort(puzzle: Puzzle) -> bool:
        return not terms.has_bounds and is_needed(puzzle)

    counted = counted_each(
        [puzzles[at] for at in proper], scale, enough, threads=threads, with_effort=with_effort
    )
    for at, rating in zip(proper, counted, strict=True):
        found[at] = rating or _walked(
            puzzles[at], scale, enough, with_effort=with_effort(puzzles[at])
        )
    return [each for each in found if each is not None]


def _walked(puzzle: Puzzle, scale: str, enough: _Enough, *, with_effort: bool) -> PuzzleRating:
    """Return the rating of a proper puzzle, using only techniques that the scale rates.

    An effort comes from the explained path, which also shortens the search for the rating.
    """
    module = get_scale(scale)
    used, _ = usable(rated_techniques(scale, puzzle), puzzle, is_proper=True)
    if not all(span(scale, each.name) for each in used):  # the scale adds up the scores of steps
        return _explained(puzzle, scale)
    known, effort = tuple[Step, ...](), None
    if with_effort:
        path = explain(puzzle, is_proper=True)
        known, effort = path.steps, path.effort()
        if path.stopped == "stuck":  # with all techniques of the scale, and more
            ratings = [rating for step in known if (rating := module.rate(step))]
            return replace(stuck_rating(scale, ratings), effort=effort)
    found = find_hardest(
        Board.start(puzzle), used, module, known=known, at_least=enough.least, at_most=enough.most
    )
    ratings = [] if found.rating is None else [found.rating]
    total = module.of_path(ratings)
    if found.end == "stuck":
        return replace(stuck_rating(scale, ratings), effort=effort)
    if found.end == "above":
        return _above(scale, enough)
    if found.end == "enough":
        return PuzzleRating(scale, total.score, total.level, "", "bounded")
    title = found.technique.title if found.technique else ""
    return PuzzleRating(scale, total.score, total.level, title, "rated", effort=effort)


def _explained(puzzle: Puzzle, scale: str) -> PuzzleRating:
    path = explain(puzzle, techniques=get_scale(scale).order, scale=scale, is_proper=True)
    rate_step = get_scale(scale).rate
    rated = [(rating, step) for step in path.steps if (rating := rate_step(step))]
    if path.stopped != "full":
        return stuck_rating(scale, [rating for rating, _ in rated])
    _, hardest = max(rated, key=lambda pair: pair[0].score, default=(None, None))
    total = path.rating()
    name = path.technique(hardest.technique).title if hardest else ""
    return PuzzleRating(scale, total.score, total.level, name, "rated")


def gathered_ratings(scale: str, found: Sequence[PuzzleRating | PandokuError]) -> PuzzleRatings:
    """Return a list of ratings as arrays.

    Raises:
        PandokuError: The first error among the ratings. Its message has the puzzle's position, from
            0.
    """
    import numpy as np

    ratings: list[PuzzleRating] = []
    for at, each in enumerate(found):
        if isinstance(each, PandokuError):
            raise at_position(at, each)
        ratings.append(each)
    techniques = tuple(dict.fromkeys(each.hardest for each in ratings if each.hardest))
    nans = np.full(len(ratings), nan)
    return PuzzleRatings(
        scale,
        techniques,
        np.array([each.score for each in ratings], np.float64),
        nans,
        nans,
        np.array([techniques.index(r.hardest) if r.hardest else -1 for r in ratings], np.int16),
        np.array([each.level for each in ratings], object),
        np.array([RATING_ENDS.index(each.end) for each in ratings], np.uint8),
        efforts=tuple(each.effort for each in ratings) if any(e.effort for e in ratings) else (),
    )


# ---- paths that the core rates alone


_FULL = WALK_ENDS.index("full")
_MANY = 64  # maximum number of puzzles whose steps are in memory together (nested chains are large)


def counted_each(
    puzzles: Sequence[Puzzle],
    scale: str,
    enough: _Enough,
    *,
    threads: int | None,
    with_effort: Callable[[Puzzle], bool],
) -> list[PuzzleRating | None]:
    """Return a rating for each puzzle whose path the core can walk alone, and None otherwise.

    Args:
        puzzles: Puzzles with exactly one solution.
        scale: The name of a scale that rates steps.
        enough: The bounds for stopping early. The result may be a lower bound if it is known that
            the rating is within both bounds, and is one if the rating is above the upper bound.
        threads: As in `rate_many`.
        with_effort: Function that returns whether the effort of a puzzle will be needed. Ratings
            have it if it is quicker to find it together with the rating.
    """
    found: list[PuzzleRating | None] = [None] * len(puzzles)
    # Groups of positions: the same techniques are used for all puzzles of a group.
    groups: dict[tuple[bool, ...], list[int]] = {}
    for at, puzzle in enumerate(puzzles):
        if puzzle.candidates is None:
            key = bool(puzzle.cages), bool(puzzle.further), is_bound(puzzle)
            groups.setdefault(key, []).append(at)
    for alike in groups.values():
        for batch in batches_of([puzzles[at] for at in alike]):
            ratings = _counted(batch, scale, enough, threads, with_effort)
            for at, rating in zip(batch.origins or (), ratings, strict=True):
                found[alike[at]] = rating
    return found


class _Enough(NamedTuple):
    """Bounds that make an exact rating unnecessary.

    Attributes:
        least: Stop if the rating is known to be at least this. None means no bound.
        most: Stop if the rating is known to be above this. None means no bound.
    """

    least: float | None
    most: float | None

    def tries(self, low: float, high: float) -> bool:
        """Return whether to try a technique whose steps have scores from *low* to *high*.

        Chains take longest to find, and their scores have no upper bound. Chains are only tried if
        *least* or *most* is set. Otherwise, a path that needs a chain is walked a second time,
        because its exact score depends on the steps of the path.
        """
        if self.most is not None:
            return low <= self.most
        return high < inf or self.least is not None

    def is_within(self, low: float, high: float) -> bool:
        """Return whether both *low* and *high* are at least *least* and at most *most*."""
        return self.least is not None and self.least <= low and high <= (self.most or inf)


def _counted(
    batch: Batch,
    scale: str,
    enough: _Enough,
    threads: int | None,
    with_effort: Callable[[Puzzle], bool],
) -> Sequence[PuzzleRating | None]:
    used, _ = usable(rated_techniques(scale, batch[0]), batch[0], is_proper=True)
    spans = {each: span(scale, each.name) or (nan, nan) for each in used}
    tried = [each for each in used if enough.tries(*spans[each])]
    head = native_head(tried)
    if not head or len(head) < len(tried):  # a technique in Python needs boards
        return [None] * len(batch)
    from pandoku.logic._core_efforts import efforts_in_core

    # Some techniques were not tried. If all of them come after the last technique that a path uses,
    # they do not change the path. Otherwise the score is unknown.
    place_of = {each: at for at, each in enumerate(used)}
    is_after_others = [place_of[each] > at for at, each in enumerate(tried)]
    unknown = nan if enough.most is None else inf
    ratings = list[PuzzleRating | None]()
    for counts, end in zip(*walked_in_core(batch, head, threads), strict=True):
        taken = [at for at, count in enumerate(counts) if count]
        low, high = (_greatest(spans[tried[at]][side] for at in taken) for side in range(2))
        if any(is_after_others[at] for at in taken):
            low = nan
        if end != _FULL:
            low = unknown
        titles = [tried[at].title for at in taken if spans[tried[at]][1] == high]
        ratings.append(_rating(scale, low, high, titles[0] if len(titles) == 1 else None, enough))
    if all(span(scale, each.name) and each.is_native for each in used):
        rest = [at for at, rating in enumerate(ratings) if rating is None]
        for start in range(0, len(rest), _MANY):
            part = rest[start : start + _MANY]
            # Both paths of a puzzle take most of its hard steps on the same boards. The path for
            # the effort compares several steps of a finder, so it comes first: the other path only
            # needs the first of them.
            known = new_first_steps(len(part))
            both = [i for i, at in enumerate(part) if with_effort(batch[at])]
            found = efforts_in_core(
                [batch[part[i]] for i in both], threads, known=[known[i] for i in both]
            )
            efforts = dict(zip(both, found, strict=True))
            outlined = _outlined(batch, part, spans, scale, threads, known)
            for i, (at, rating) in enumerate(zip(part, outlined, strict=True)):
                ratings[at] = replace(rating, effort=efforts.get(i))
    return ratings


def _outlined(
    batch: Batch,
    which: Sequence[int],
    spans: Mapping[Technique, tuple[float, float]],
    scale: str,
    threads: int | None,
    known: Sequence[FirstSteps],
) -> list[PuzzleRating]:
    """Return ratings of puzzles, computed from the steps that may be the hardest of their path.

    Args:
        batch: The puzzles.
        which: The positions of the puzzles to rate.
        spans: The native techniques in order, each with the least and the greatest score of its
            steps.
        scale: The name of the scale.
        threads: As in `rate_many`.
        known: As in `outline_many`.
    """
    tried, n_cells = [*spans], batch.geometry.n_cells
    rows = bytes(batch.rows)
    table = joined_rows((rows[at * n_cells : (at + 1) * n_cells] for at in which), n_cells)
    firsts, ends = empty_table("i", len(which), len(tried)), empty_table("B", len(which))
    cages = None if batch.cages is None else [batch.cages[at] for at in which]
    further = None if batch.further is None else [batch.further[at] for at in which]
    kept = outline_many(
        batch.geometry,
        native_head(tried),
        [*spans.values()],
        table,
        firsts,
        ends,
        threads,
        cages=cages,
        further=further,
        known=known,
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


def walked_in_core(
    batch: Batch, finders: Sequence[Finder], threads: int | None
) -> tuple[list[list[int]], list[int]]:
    """Return the number of steps of each finder on each path, and the ends of the paths.

    Args:
        batch: One or more puzzles, as digits.
        finders: One or more finders, in their order of search.
        threads: As in `rate_many`.
    """
    n = len(batch)
    counts, ends = empty_table("i", n, len(finders)), empty_table("B", n)
    walk_many(
        batch.geometry,
        finders,
        memoryview(batch.rows).cast("B").cast("B", (n, batch.geometry.n_cells)),
        counts,
        ends,
        threads,
        cages=batch.cages,
        further=batch.further,
    )
    return counts.tolist(), ends.tolist()


def _greatest(scores: Iterable[float]) -> float:
    """Return the greatest score, 0 without scores, or nan if a score is unknown."""
    listed = [*scores]
    return nan if any(map(isnan, listed)) else max(listed, default=0.0)


def _rating(
    scale: str, low: float, high: float, hardest: str | None, enough: _Enough
) -> PuzzleRating | None:
    """Return the rating of a path whose score is in a range, or None if the range is too wide.

    Args:
        scale: The name of the scale.
        low: The least possible score. It is inf if the score is only known to be above
            `_Enough.most`, and nan if nothing is known about the score.
        high: The greatest possible score.
        hardest: The hardest technique, or None if several are equally hard.
        enough: The bounds for stopping early.
    """
    if low == inf:
        return _above(scale, enough)
    if low == high and hardest is not None:
        return PuzzleRating(scale, low, word_of(low), hardest, "rated")
    if enough.is_within(low, high):
        return PuzzleRating(scale, low, word_of(low), "", "bounded")
    return None


def _above(scale: str, enough: _Enough) -> PuzzleRating:
    """Return the rating of a puzzle that is harder than `_Enough.most`."""
    assert enough.most is not None
    above = round(enough.most + 0.1, 1)
    return PuzzleRating(scale, above, word_of(above), "", "bounded")
