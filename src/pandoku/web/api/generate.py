"""`generate`: puzzles made to order."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, structs

from pandoku.errors import BudgetError, PandokuError
from pandoku.formats import dumps, get_format
from pandoku.generation import (
    Attempt,
    Wishes,
    attempt,
    missing_after,
    not_found,
    puzzle_at,
    wishes_of,
)
from pandoku.generation.seeds import seed_of
from pandoku.logic import rate_each
from pandoku.model import Puzzle
from pandoku.web.deadline import TooLongError, within
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.endpoint import Call, Endpoint, Stages
from pandoku.web.shared import Difficulty, difficulty_of

_MOST_PUZZLES = 50
_PART_S = 0.5  # after which a part of the work ends
_WHOLE_S = 60.0
_RATING_S = 3.0
_ATTEMPT_S = 10.0  # one that takes longer leads to no puzzle: some of large orders never end
_LOOKS = 2_000_000  # of a rating
_LARGEST = 4_096  # attempts at once
_SHORT_S = 0.1  # attempts that take less are followed by more at once

Text = Annotated[str, Meta(max_length=4_000)]
Number = Annotated[int, Meta(ge=0, le=1296)]
Range = Number | Annotated[list[Number], Meta(min_length=2, max_length=2)] | Text | None
_Rating = Annotated[float, Meta(ge=0, le=20)]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The wishes of `pandoku.generate`; whatever is left out or null was not asked for."""

    kind: Annotated[str, Meta(max_length=40, description="`kinds` lists them.")] = "sudoku"
    order: Annotated[
        Annotated[int, Meta(ge=1, le=36)] | None, Meta(description="The n of n x n.")
    ] = None
    count: Annotated[int, Meta(ge=1, le=_MOST_PUZZLES, description="How many puzzles.")] = 1
    seed: Annotated[
        Annotated[int, Meta(ge=0)]
        | Annotated[str, Meta(pattern="^[0-9]{1,20}$", max_length=20)]
        | None,
        Meta(description="The same seed makes the same puzzles, 0..2^64-1; as a text if large."),
    ] = None
    budget: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        Meta(
            description="Attempts at each puzzle; by default as many as `pandoku.generate` makes."
        ),
    ] = None
    box: Annotated[
        Annotated[list[Number], Meta(min_length=2, max_length=2)] | Text | None,
        Meta(description="Rows and columns of a box: [2, 3] or `2x3`."),
    ] = None
    regions: Annotated[
        Annotated[list[Number], Meta(max_length=1296)] | Text | None,
        Meta(description="The regions of a jigsaw, a number or letter for every cell."),
    ] = None
    givens: Annotated[
        Range, Meta(description="A number, a pair, `24..28` or `minimal`: no given can go.")
    ] = None
    blanks: Annotated[Range, Meta(description="Empty cells instead.")] = None
    symmetry: Annotated[
        Annotated[str, Meta(max_length=40)] | None, Meta(description="Of the givens; see `kinds`.")
    ] = None
    pattern: Annotated[
        Text | None, Meta(description="A dot for each empty cell, anything else for a given.")
    ] = None
    solution: Annotated[Text | None, Meta(description="The full grid to start from.")] = None
    difficulty: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="easy, medium, hard, expert or extreme."),
    ] = None
    rating: Annotated[
        _Rating | Annotated[list[_Rating | None], Meta(min_length=2, max_length=2)] | Text | None,
        Meta(description="A number, a pair or a range such as `6.5..7.2` or `9.0..`."),
    ] = None
    needs: Annotated[
        Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=10)]
        | Annotated[str, Meta(max_length=80)]
        | None,
        Meta(description="Techniques without any of which the path is stuck."),
    ] = None
    at_most: Annotated[
        Annotated[str, Meta(max_length=80)] | None,
        Meta(description="The last technique, in the scale pandoku, that may be needed."),
    ] = None
    smooth: Annotated[bool, Meta(description="Spread the difficulty over several steps.")] = False
    operations: Annotated[
        Annotated[str, Meta(max_length=8)] | None,
        Meta(description="Those of a calcudoku, such as `+-*/`."),
    ] = None
    hide_operations: Annotated[bool, Meta(description="Print no operations.")] = False
    cage_sizes: Annotated[
        Range | dict[Annotated[str, Meta(pattern="^[0-9]{1,2}$")], Annotated[float, Meta(ge=0)]],
        Meta(description='A number, a pair, `2..4`, or weights by size: {"2": 3, "3": 1}.'),
    ] = None
    singles: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="The share of cells that are cages of one."),
    ] = None
    largest_sum: Annotated[Number | None, Meta(description="Of a killer's cage.")] = None
    clue_minimal: Annotated[bool, Meta(description="No clue of a cage can go.")] = False


class Made(msgspec.Struct):
    """A puzzle as asked for."""

    puzzle: PuzzleDocument
    rating: Annotated[
        Difficulty | None, Meta(description="null if rating it takes longer than a few seconds.")
    ]
    text: Annotated[str, Meta(description="A line of cells, or of JSON where that is not enough.")]
    index: Annotated[int, Meta(description="Which puzzle of the seed, from 0.")]
    seed: Annotated[str, Meta(description="A number as a text, as it may exceed 2^53.")]


class NotMade(msgspec.Struct):
    """A puzzle that was not found."""

    index: int
    text: Annotated[str, Meta(description="What came closest, and what may help.")]
    attempts: int


class Answer(msgspec.Struct):
    """The puzzles."""

    puzzles: list[Made]
    missing: list[NotMade]
    seed: str


class Progress(msgspec.Struct):
    """How far it is."""

    found: int
    count: int
    attempts: Annotated[int, Meta(description="Made so far, in all.")]
    text: Annotated[str, Meta(description="The same in words.")]


class Search(NamedTuple):
    """A puzzle that is being searched for.

    Attributes:
        nth: Which puzzle of the seed.
        tried: How many attempts were made.
        closest: Which of them came closest, -1 for none.
        distance: How close that was.
        at_once: How many attempts come next.
    """

    nth: int
    tried: int = 0
    closest: int = -1
    distance: float = inf
    at_once: int = 1


class Part(NamedTuple):
    """What a part of the work came to: what was made or given up, and what is left."""

    made: list[Made]
    missing: list[NotMade]
    left: list[Search]
    attempts: int


def _generate(request: Request) -> Stages:
    asked = _asked(request)
    left, made, missing = [*map(Search, range(request.count))], list[Made](), list[NotMade]()
    attempts, ends = 0, monotonic() + _WHOLE_S
    while left:
        is_over = monotonic() > ends
        part: Part = yield Call(give_up if is_over else make_part, (asked, left))
        made, missing = [*made, *part.made], [*missing, *part.missing]
        left, attempts = part.left, attempts + part.attempts
        yield _progress(len(made), request.count, attempts)
    if not made:
        raise BudgetError(missing[0].text, closest=None, why="", attempts=missing[0].attempts)
    return Answer(made, missing, str(asked["seed"]))


def _asked(request: Request) -> dict[str, Any]:
    """Return the wishes as keywords of `wishes_of`."""
    asked = {name: each for name, each in structs.asdict(request).items() if name != "count"}
    asked["seed"] = seed_of(None if request.seed is None else int(request.seed))
    if isinstance(request.cage_sizes, dict):
        asked["cage_sizes"] = {int(size): weight for size, weight in request.cage_sizes.items()}
    return asked | {"threads": 1}


def _progress(found: int, count: int, attempts: int) -> Progress:
    times = f"{attempts:,} attempt{'s' * (attempts != 1)}"
    return Progress(found, count, attempts, f"{found} of {count} found, {times}")


# ---- in a worker


def make_part(asked: dict[str, Any], left: list[Search]) -> Part:
    """Go on with the search for some puzzles, for about half a second.

    Args:
        asked: The wishes, as keywords of `wishes_of`.
        left: The puzzles, at least one.

    Raises:
        WishError, TechniqueError, ValueError, TypeError: As `pandoku.generate`.
    """
    wishes, ends, attempts = wishes_of(**asked), monotonic() + _PART_S, 0
    todo, made, missing = [*left], list[Made](), list[NotMade]()
    while todo:
        before = todo.pop(0)
        search, found = _pushed(wishes, before)
        attempts += search.tried - before.tried
        if found is not None:
            made.append(found)
        elif search.tried >= wishes.budget:
            missing.append(_missing(wishes, search))
        else:
            todo.insert(0, search)
        if monotonic() > ends:
            break
    return Part(made, missing, todo, attempts)


def _pushed(wishes: Wishes, search: Search) -> tuple[Search, Made | None]:
    """Make the next attempts at a puzzle; return how far it is, and the puzzle if it is found."""
    count, began = min(search.at_once, wishes.budget - search.tried), monotonic()
    found = _attempted(wishes, search.nth, search.tried, count)
    if found is None and count > 1:
        return search._replace(at_once=1), None
    found = found or Attempt(None, -1, inf)
    is_short = monotonic() - began < _SHORT_S
    more = min(_LARGEST, 4 * search.at_once) if is_short else max(1, search.at_once // 2)
    after = search._replace(tried=search.tried + count, at_once=more)
    if found.found is not None:
        return after, _made(wishes, puzzle_at(wishes, found.found, 0), search.nth)
    if found.distance < search.distance:
        after = after._replace(closest=found.closest, distance=found.distance)
    return after, None


def _attempted(wishes: Wishes, nth: int, first: int, count: int) -> Attempt | None:
    """Make some attempts; None if they take too long."""
    try:
        with within(_ATTEMPT_S):
            return attempt(wishes, nth, first, count)
    except TooLongError:
        return None


def give_up(asked: dict[str, Any], left: list[Search]) -> Part:
    """Say of some puzzles that they were not found in time."""
    wishes = wishes_of(**asked)
    return Part([], [_missing(wishes, each) for each in left], [], 0)


def _made(wishes: Wishes, puzzle: Puzzle, index: int) -> Made:
    return Made(puzzle_document(puzzle), _rated(puzzle), _text(puzzle), index, str(wishes.seed))


def _text(puzzle: Puzzle) -> str:
    """Return a puzzle as one line, as `pandoku generate` prints it."""
    name = "json" if get_format("line").why_not(puzzle) else "line"
    return dumps(puzzle, name).rstrip("\n")


def _rated(puzzle: Puzzle) -> Difficulty | None:
    try:
        with within(_RATING_S):
            (rating,) = rate_each([puzzle], budget=_LOOKS, threads=1)
    except TooLongError:
        return None
    return None if isinstance(rating, PandokuError) else difficulty_of(rating)


def _missing(wishes: Wishes, search: Search) -> NotMade:
    found = missing_after(wishes, search.nth, search.tried, search.closest)
    return NotMade(search.nth, not_found(wishes, found), search.tried)


ENDPOINT = Endpoint(
    name="generate",
    summary="Make puzzles to order.",
    description=(
        "Every puzzle has exactly one solution and is as asked for. The search ends with the "
        f"`budget` of attempts, or after {_WHOLE_S:g} seconds in all; what was not found is in "
        "`missing`, and if nothing was found the status is 422. With `Accept: text/event-stream` "
        "progress is reported as it goes."
    ),
    request=Request,
    answer=Answer,
    stages=_generate,
    progress=Progress,
    example={"kind": "sudoku", "order": 4, "seed": 1, "symmetry": "rotate-180"},
)
