"""`rate`: the difficulty of puzzles."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from pandoku.calls import LONGEST_S, Call, Endpoint, Stages, TooLongError, within
from pandoku.calls.inputs import PuzzleText, puzzles_of
from pandoku.calls.shared import Difficulty, difficulty_of
from pandoku.errors import PandokuError
from pandoku.logic import PuzzleRating, rate_all, require_scale
from pandoku.model import Puzzle

_MOST = 500  # puzzles
_PART_S = 0.5  # duration of a part of the work in seconds
_EACH_S = 10.0  # limit for one puzzle, in processor time
# Limit for all puzzles, which leaves time to send a partial answer before the call times out.
_WHOLE_S = LONGEST_S - 20.0
_NO_TIME = (
    f"expected ratings of all puzzles within {_WHOLE_S:g} seconds, found that they take longer; "
    "send fewer at once"
)
_LOOKS = 50_000_000

Puzzles = list[Puzzle | PandokuError]


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """Puzzles to rate."""

    puzzle: PuzzleText
    scale: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(
            description="Name of a scale; see `kinds`. null means `se` (the ratings of Sudoku "
            "Explainer) for 9x9 Sudokus, and `pandoku` for all other puzzles."
        ),
    ] = None
    budget: Annotated[
        int,
        Meta(
            ge=1,
            le=_LOOKS,
            description="Limit on the work for each puzzle in the scale `se`. If a puzzle "
            "exceeds the limit, its rating is a lower bound.",
        ),
    ] = _LOOKS
    effort: Annotated[
        bool,
        Meta(
            description="Whether to add the effort and the time of an average player to every "
            "rating. Puzzles with cages or other constraints have them anyway."
        ),
    ] = False


class RatedPuzzle(Struct):
    """The rating of a puzzle, or the reason why it is missing."""

    nth: Annotated[int, Meta(description="Number of the puzzle in the text, from 1.")]
    rating: Difficulty | None
    problem: Annotated[str, Meta(description="The reason why the puzzle is not rated, or empty.")]


class Answer(Struct):
    """The ratings, in the order of the puzzles."""

    ratings: list[RatedPuzzle]


class Progress(Struct):
    """The progress of the rating."""

    done: int
    of: int


class RatedPart(NamedTuple):
    """The ratings of the first puzzles of a list, with error messages for missing ratings."""

    ratings: list[PuzzleRating | str]


def _rate(request: Request) -> Stages:
    puzzles: Puzzles = yield Call(puzzles_to_rate, (request.puzzle, request.scale))
    ratings: list[PuzzleRating | str] = []
    ends = monotonic() + _WHOLE_S
    while len(ratings) < len(puzzles):
        left, left_s = puzzles[len(ratings) :], ends - monotonic()
        if left_s <= 0:  # the server is busy, and an incomplete answer is better than an error
            ratings += [_NO_TIME] * len(left)
            break
        part: RatedPart = yield Call(
            rate_part, (left, request.scale, request.budget, left_s, request.effort)
        )
        ratings += part.ratings
        yield Progress(len(ratings), len(puzzles))
    answer = Answer([])
    for nth, rating in enumerate(ratings, 1):
        if isinstance(rating, PuzzleRating) and rating.is_proper:
            rated = RatedPuzzle(nth, difficulty_of(rating), "")
        else:
            reason = rating if isinstance(rating, str) else f"the puzzle has {rating.end}"
            rated = RatedPuzzle(nth, None, reason)
        answer.ratings.append(rated)
    return answer


# ---- in a worker


def puzzles_to_rate(what: str, scale: str | None) -> Puzzles:
    """Return the puzzles of a text, after checking that the scale exists.

    Raises:
        FormatError, TechniqueError: The text or the scale is bad.
        PandokuError: The only puzzle of the text is bad.
    """
    require_scale(scale)
    found = puzzles_of(what, _MOST)
    if len(found) == 1 and isinstance(found[0], PandokuError):
        raise found[0]
    return found


def rate_part(
    puzzles: Puzzles, scale: str | None, budget: int, most_s: float, has_effort: bool = False
) -> RatedPart:
    """Rate puzzles for about half a second, and each puzzle for at most *most_s*."""
    ends, ratings = monotonic() + _PART_S, list[PuzzleRating | str]()
    for puzzle in puzzles:
        ratings.append(_rating(puzzle, scale, budget, most_s, has_effort))
        if monotonic() > ends:
            break
    return RatedPart(ratings)


def _rating(
    puzzle: Puzzle | PandokuError, scale: str | None, budget: int, most_s: float, has_effort: bool
) -> PuzzleRating | str:
    if isinstance(puzzle, PandokuError):
        return str(puzzle)
    try:
        with within(_EACH_S, most_s):
            found = rate_all(
                [puzzle],
                scale=scale,
                budget=budget,
                threads=1,
                on_error="keep",
                effort=has_effort or None,
            )
    except TooLongError as error:
        return str(error)
    return str(found.exceptions[0]) if found.errors else found[0]


ENDPOINT = Endpoint(
    name="rate",
    summary="Rate the difficulty of puzzles.",
    description=(
        f"At most {_MOST} puzzles, {_EACH_S:g} seconds of processor time for each, and "
        f"{_WHOLE_S:g} seconds in total. If a puzzle is bad or not proper, its `problem` "
        "explains why it has no rating, and the other puzzles are still rated."
    ),
    request=Request,
    answer=Answer,
    stages=_rate,
    progress=Progress,
    example={"puzzle": "1.....2..3.....4"},
)
