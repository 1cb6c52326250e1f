"""Rate puzzles: describe the difficulty of a puzzle by a number and a word.

The scale "se" replays Sudoku Explainer natively, for 9x9 Sudokus. Other scales rate the steps of
the path that `explain` finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import nan
from typing import Any, Literal

from pandoku import _instead
from pandoku.errors import PandokuError, PuzzleError, TechniqueError
from pandoku.kernel import default_threads
from pandoku.kernel.tables import as_view, divided_rows
from pandoku.logic import _rated
from pandoku.logic._efforts import needs_effort, wanted_efforts, with_efforts
from pandoku.logic._replayed import RatingTerms, replayed
from pandoku.logic.ratings import (
    RATING_ENDS,
    SE,
    PuzzleRating,
    PuzzleRatings,
    require_scale,
    scale_for,
)
from pandoku.model import (
    Batch,
    KeptErrors,
    KeptList,
    OnProgress,
    Puzzle,
    PuzzleLike,
    PuzzlesLike,
    after,
    at_position,
    in_parts,
    keeps_errors,
    kept_list,
    listed_puzzles,
    puzzle_of,
    reason_of,
    whole_number,
)
from pandoku.rating import DEFAULT_SCALE

__all__ = ["rate", "rate_all", "rate_many"]


@_instead.suggests_options
def rate(
    puzzle: PuzzleLike,
    *,
    scale: str | None = None,
    budget: int | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    effort: bool | None = None,
) -> PuzzleRating:
    """Return the difficulty of a puzzle.

    Args:
        puzzle: A puzzle with exactly one solution, in any form that `pandoku.solve` accepts.
        scale: "se" gives the numbers ER, EP and ED of Sudoku Explainer, for 9x9 Sudokus. "pandoku"
            gives numbers like ER, for puzzles of every kind. `pandoku.rating.SCALES` lists more
            scales, such as "hodoku". None means "se" for classic Sudokus and "pandoku" for all
            other puzzles. The result contains the name of the scale.
        budget: Stop after this many looks, at least 1, and return a lower bound. A look is a node
            of a chain. The budget counts looks rather than seconds, so the result does not depend
            on the machine. A puzzle takes very few looks up to ER 6.2, about 50,000 at ER 7, a
            million at ER 9, and tens of millions at ER 11. None means no limit. Only the scale "se"
            counts looks.
        at_least: Stop as soon as the rating is known to be at least this number, with one decimal.
            Only the scales "se" and "pandoku" stop early.
        at_most: Stop as soon as the rating is known to be above this number, with one decimal. If
            both *at_least* and *at_most* are given, the scale "se" only stops early if the rating
            is above *at_most*. Only the end of the path shows that a rating is in the range. The
            scale "pandoku" also stops early if the rating is known to be in the range.
        effort: Whether to add the effort of the complete path, with the minutes that an average
            player needs (see `pandoku.rating.PuzzleEffort`). It takes as long as `explain`. None
            means to add it if the word comes from it: in the scale "pandoku" for puzzles with cages
            or other constraints, unless there are bounds. Without an effort, these puzzles have
            the word "".

    Raises:
        FormatError, PuzzleError: *puzzle* is not a puzzle, or does not have exactly one solution.
        TechniqueError: There is no such scale, or it does not rate puzzles of this kind.
        TypeError, ValueError: *budget* is not a number of looks, or a bound is out of range.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rate(easy).er
    1.2
    >>> print(rate(easy, effort=True).effort)
    effort 70, about 4 minutes (3 to 6), easy
    """
    puzzle = puzzle_of(puzzle)
    puzzle.require_sound()
    terms = RatingTerms.of(budget, at_least, at_most)
    require_scale(scale)
    efforts = wanted_efforts(effort, has_bounds=terms.has_bounds)
    (found,) = _ratings([puzzle], scale, terms, efforts, threads=1)
    if isinstance(found, PandokuError):
        raise found
    if not found.is_proper:
        raise PuzzleError(
            f"expected a puzzle with exactly one solution, found {found.end}; "
            "pandoku.check shows more"
        )
    return found


@_instead.suggests_options
def rate_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    scale: str | None = None,
    budget: int | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    effort: bool | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> PuzzleRatings:
    """Return the difficulties of many puzzles, as arrays.

    With the scales "se" and "pandoku" the core rates puzzles on all cores. Puzzles that limit their
    candidates or have constraints other than cages are rated one by one. In the other scales, all
    puzzles are explained one by one. An explanation takes about ten milliseconds for a 9x9.
    *on_progress* reports the progress of a long call. To write results as they arrive, or to keep
    them if the call is interrupted, call this function with a few thousand puzzles at a time.

    Args:
        puzzles: An array, a `Batch`, or at least one puzzle, each in any form that `pandoku.solve`
            accepts. The puzzles may be of different kinds and sizes. An array has the shape (n,
            cells) or (n, order, order), row-major. It contains digits of any numeric type, with 0
            or nan for an empty cell.
        like: A puzzle whose geometry applies to every row of an array. None means the usual
            geometry of the order.
        scale: As in `rate`. None means "se" if all puzzles are classic Sudokus, otherwise
            "pandoku".
        budget: As in `rate`, for each puzzle.
        at_least: As in `rate`.
        at_most: As in `rate`.
        effort: Whether to add the effort of each proper puzzle, as in `rate`. Puzzles with rules
            other than cages are then explained one by one.
        threads: Maximum number of threads, at least 1. None means the number that the process may
            use.
        on_progress: Called as on_progress(done, total) with the number of finished puzzles, in the
            calling thread, a few times a second if possible and at the end. An exception that this
            function raises ends the call.
        on_error: "raise" to stop at the first bad puzzle, or "keep" to continue with the others, as
            in `solve_many`.

    Returns:
        The ratings in the order of the puzzles. A puzzle that is not proper does not stop the
        others. Its score is nan, and its end gives the reason. With on_error="keep" a bad puzzle
        does not stop the others either. Its score is nan, its end is "error", and `errors` maps its
        position, counted from 0, to the message. With "keep", puzzles with cages that the core or
        the scale does not support also count as bad.

    Raises:
        FormatError, PuzzleError: A puzzle is invalid.
        TechniqueError: As in `rate`.
        TypeError, ValueError: As in `rate`. Also raised if the array has another type or shape, a
            digit is out of range, there is no puzzle, *threads* is not a number or below 1,
            *on_progress* is not a function, or *on_error* is neither "raise" nor "keep".
        EngineError: The compiled core is not built or does not support a cage.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> ratings = rate_many(["1.....2..3.....4", "1..............."])
    >>> ratings.scale, ratings.levels.tolist(), ratings.is_proper.tolist()
    ('pandoku', ['easy', ''], [True, False])
    """
    from pandoku.kernel.rows import array_or_puzzles, digit_rows_of

    if keeps_errors(on_error):
        options = {
            "budget": budget,
            "at_least": at_least,
            "at_most": at_most,
            "effort": effort,
            "threads": threads,
        }
        return _kept(puzzles, like, scale, on_progress, options)
    terms = RatingTerms.of(budget, at_least, at_most)
    efforts = wanted_efforts(effort, has_bounds=terms.has_bounds)
    if threads is not None:
        threads = whole_number("threads", threads)
    found: Any = array_or_puzzles(puzzles, like)
    if isinstance(found, list):
        if all(each.geometry == found[0].geometry for each in found):
            found = Batch.of(found)
        for at, puzzle in enumerate(found if isinstance(found, list) else ()):
            try:
                _require_digits(puzzle)
            except PuzzleError as error:
                raise at_position(at, error) from None
    listed: Sequence[Puzzle]
    if isinstance(found, list) or (
        isinstance(found, Batch) and (found.has_masks or found.has_constraints)
    ):
        listed = found
        names = {scale_for(puzzle, scale) for puzzle in listed}
        name = names.pop() if len(names) == 1 else DEFAULT_SCALE
    else:
        like = None if isinstance(found, Batch) else like  # a Batch has its own geometry
        rows, geometry, *_ = digit_rows_of(found, like)
        name = scale_for(Puzzle(geometry), scale)
        if name == SE:
            parts = in_parts(len(rows), on_progress, 2 * default_threads(threads))
            return _rated.joined_ratings(
                [_replayed(divided_rows(rows[part]), terms, efforts, threads) for part in parts]
            )
        listed = [Puzzle(geometry, tuple(row)) for row in rows.tolist()]
    parts = in_parts(len(listed), on_progress, 2 * default_threads(threads))
    walked = [
        each for part in parts for each in _walked(listed[part], name, terms, efforts, threads)
    ]
    return _rated.gathered_ratings(name, walked)


def _is_for_rows(puzzles: Batch, scale: str | None) -> bool:
    """Return whether the core rates all puzzles of a Batch at once, as rows of digits."""
    if not puzzles or puzzles.has_masks or puzzles.has_constraints:
        return False
    digits = bytes(range(puzzles.geometry.order + 1))
    return not bytes(puzzles.rows).translate(None, digits) and scale_for(puzzles[0], scale) == SE


def _replayed(
    rows: Sequence[bytes], terms: RatingTerms, efforts: bool | None, threads: int | None
) -> PuzzleRatings:
    """Return the ratings of classic Sudokus in the scale "se", with efforts if *efforts* is true.

    The arguments are as in `replayed`.
    """
    found = replayed(rows, terms, threads)
    if not efforts:
        return found.arrays()
    puzzles = [Puzzle(9, tuple(row)) for row in rows]
    rated = with_efforts(puzzles, found.ratings(), efforts, threads)
    return replace(found.arrays(), efforts=tuple(each.effort for each in rated))


def _walked(
    puzzles: Sequence[Puzzle],
    scale: str,
    terms: RatingTerms,
    efforts: bool | None,
    threads: int | None,
) -> list[PuzzleRating | PandokuError]:
    """Return the ratings of puzzles in a scale that rates steps, with efforts if they are wanted.

    The arguments are as in `_rated.walked_each` and `with_efforts`.
    """
    is_needed = partial(needs_effort, scale=scale, wanted=efforts)
    found = _rated.walked_each(puzzles, scale, terms, threads, is_needed=is_needed)
    at = [at for at, each in enumerate(found) if isinstance(each, PuzzleRating)]
    rated = [each for each in found if isinstance(each, PuzzleRating)]
    for place, rating in zip(
        at, with_efforts([puzzles[i] for i in at], rated, efforts, threads), strict=True
    ):
        found[place] = rating
    return found


def _require_digits(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a given is out of range for the order of the puzzle."""
    if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
        puzzle.require_sound()


def _kept(
    puzzles: PuzzlesLike,
    like: Puzzle | None,
    scale: str | None,
    on_progress: OnProgress | None,
    options: dict[str, Any],
) -> PuzzleRatings:
    """Return the ratings of the good puzzles, with an entry at the position of each bad puzzle."""
    import numpy as np

    from pandoku.kernel.kept import kept_puzzles, why_no_cages

    require_scale(scale)

    def why_not(puzzle: Puzzle) -> str | None:
        try:
            scale_for(puzzle, scale)
        except TechniqueError as error:
            return f"rules: {error}"
        return why_no_cages(puzzle)

    kept = kept_puzzles(puzzles, like, why_not=why_not)
    listed: Batch | list[Puzzle] = kept.batch
    if kept.others:
        messages = {at: text for at, text in kept.errors.items() if at not in kept.others}
        raised = {at: kept.errors.exceptions[at] for at in messages}
        rated = {**dict(zip(kept.at.tolist(), kept.batch, strict=True)), **kept.others}
        for at, puzzle in sorted(rated.items()):
            try:
                _require_digits(puzzle)
                reason = why_not(puzzle)
            except PuzzleError as error:
                reason = reason_of(error)
            if reason:
                messages[at] = reason
                del rated[at]
        places = sorted(rated)
        listed = [rated[at] for at in places] or kept.batch[:0]
        kept = kept._replace(at=np.array(places, int), errors=KeptErrors(messages, raised))
    progress = after(len(kept.errors), on_progress)
    good = rate_many(listed, scale=scale, on_progress=progress, **options)
    placed = dict(zip(kept.at.tolist(), good.efforts, strict=True)) if good.efforts else {}
    return PuzzleRatings(
        good.scale,
        good.techniques,
        kept.spread(good.score, nan),
        kept.spread(good.ep, nan),
        kept.spread(good.ed, nan),
        kept.spread(good.hardest, -1),
        kept.spread(good.levels, ""),
        kept.spread(good.ends, RATING_ENDS.index("error")),
        kept.errors,
        tuple(placed.get(at) for at in range(kept.n)) if placed else (),
    )


@_instead.suggests_options
def rate_all(
    puzzles: PuzzlesLike,
    *,
    scale: str | None = None,
    budget: int | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    effort: bool | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> KeptList[PuzzleRating]:
    """Return the difficulties of puzzles of any kinds.

    Args:
        puzzles: Puzzles of any kinds in any mix, each in any form that `pandoku.solve` accepts.
        scale: As in `rate`. None means "se" for each classic Sudoku, and "pandoku" for each other
            puzzle.
        budget: As in `rate`, for each puzzle.
        at_least: As in `rate`.
        at_most: As in `rate`.
        effort: As in `rate`, for each proper puzzle.
        threads: As in `rate_many`.
        on_error: "raise" to stop at the first bad puzzle, or "keep" to continue with the others.

    Returns:
        The ratings in the order of the puzzles. A puzzle that is not proper does not stop the
        others. Its score is nan, and its end gives the reason. With on_error="keep" a bad puzzle,
        or a puzzle that the scale does not rate, does not stop the others either. Its end is
        "error". The attributes `errors` and `exceptions` of the list map the puzzle's position,
        counted from 0, to the message and the exception.

    Raises:
        FormatError, PuzzleError: A puzzle is invalid. The message starts with its position, counted
            from 0.
        TechniqueError: There is no such scale, or it does not rate puzzles of this kind.
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `rate_many`.

    >>> [rating.level for rating in rate_all(["1.....2..3.....4", "1..............."])]
    ['easy', '']
    >>> rate_all(["1.....2..3.....4", None], on_error="keep").errors
    {1: 'null'}
    """
    keeps_errors(on_error)  # report an invalid option before the search
    listed = listed_puzzles(puzzles)
    terms = RatingTerms.of(budget, at_least, at_most)
    if threads is not None:
        threads = whole_number("threads", threads)
    require_scale(scale)
    efforts = wanted_efforts(effort, has_bounds=terms.has_bounds)
    found = _ratings(listed, scale, terms, efforts, threads)
    name = DEFAULT_SCALE if scale is None else scale
    return kept_list(listed, found, on_error, lambda: PuzzleRating(name, nan, "", "", "error"))


def _ratings(
    puzzles: Sequence[PuzzleLike],
    scale: str | None,
    terms: RatingTerms,
    efforts: bool | None,
    threads: int | None,
) -> list[PuzzleRating | PandokuError]:
    """Return the rating of each puzzle, or the error of a bad puzzle."""
    if isinstance(puzzles, Batch) and not efforts and _is_for_rows(puzzles, scale):
        table = as_view(puzzles.rows).cast("B", (len(puzzles), puzzles.geometry.n_cells))
        return [*replayed(divided_rows(table), terms, threads).ratings()]
    found: list[PuzzleRating | PandokuError | None] = [None] * len(puzzles)
    read: dict[int, Puzzle] = {}
    groups: dict[str, list[int]] = {}
    for at, each in enumerate(puzzles):
        try:
            puzzle = read[at] = puzzle_of(each)
            _require_digits(puzzle)  # a row of an array cannot hold other digits
            groups.setdefault(scale_for(puzzle, scale), []).append(at)
        except PandokuError as error:
            found[at] = error
    for name, indices in groups.items():
        group = [read[at] for at in indices]
        ratings: Iterable[PuzzleRating | PandokuError]
        if name == SE:
            rated = replayed([bytes(each.givens) for each in group], terms, threads).ratings()
            ratings = with_efforts(group, rated, efforts, threads) if efforts else rated
        else:
            ratings = _walked(group, name, terms, efforts, threads)
        for at, rating in zip(indices, ratings, strict=True):
            found[at] = rating
    return [each for each in found if each is not None]
