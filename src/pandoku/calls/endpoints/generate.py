"""`generate`: new puzzles that meet a request."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, structs

from pandoku.calls import Call, Endpoint, Stages, TooLongError, within
from pandoku.calls.documents import PuzzleDocument, puzzle_document
from pandoku.calls.shared import Difficulty, difficulty_of
from pandoku.errors import BudgetError
from pandoku.formats import dumps, get_format
from pandoku.generation import (
    Attempt,
    Wishes,
    attempt,
    missing_after,
    not_found,
    puzzle_at,
    seed_of,
    wishes_of,
)
from pandoku.logic import rate_all
from pandoku.model import Puzzle
from pandoku.play.plainly import without_budget

__all__ = ["Made", "MadePart", "NotMade", "Search", "give_up", "make_part"]

_MOST_PUZZLES = 50
_WHOLE_S = 60.0
_PART_S = 0.5  # duration of a part of the work in seconds
_RATING_S = 3.0
_ATTEMPT_S = 10.0  # time limit of a batch, because some attempts to make a large puzzle never end
_LOOKS = 2_000_000  # limit on the work of rating a puzzle
_LARGEST = 4_096  # maximum number of attempts in a batch
_SHORT_S = 0.1  # the next batch is larger if a batch takes less time than this

_Text = Annotated[str, Meta(max_length=4_000)]
_PuzzleText = Annotated[str, Meta(max_length=100_000)]
_Number = Annotated[int, Meta(ge=0, le=1296)]
Range = _Number | Annotated[list[_Number], Meta(min_length=2, max_length=2)] | _Text | None
_Rating = Annotated[float, Meta(ge=0, le=20)]


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """The options of `pandoku.generate`. An option that is omitted or null has no effect."""

    kind: Annotated[str, Meta(max_length=40, description="Kind of puzzle; see `kinds`.")] = "sudoku"
    order: Annotated[
        Annotated[int, Meta(ge=1, le=36)] | None, Meta(description="The order n of an n x n grid.")
    ] = None
    count: Annotated[int, Meta(ge=1, le=_MOST_PUZZLES, description="Number of puzzles.")] = 1
    seed: Annotated[
        Annotated[int, Meta(ge=0)]
        | Annotated[str, Meta(pattern="^[0-9]{1,20}$", max_length=20)]
        | None,
        Meta(
            description="Seed 0..2^64-1, as a string if it is large. The same seed makes the same "
            "puzzles."
        ),
    ] = None
    budget: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        Meta(
            description="Maximum number of attempts at each puzzle. The default is the budget of "
            "`pandoku.generate`."
        ),
    ] = None
    box: Annotated[
        Annotated[list[_Number], Meta(min_length=2, max_length=2)] | _Text | None,
        Meta(description="Rows and columns of a box: [2, 3] or `2x3`."),
    ] = None
    regions: Annotated[
        Annotated[list[_Number], Meta(max_length=1296)] | _Text | None,
        Meta(description="The regions of a jigsaw: a number or letter for each cell."),
    ] = None
    givens: Annotated[
        Range,
        Meta(
            description="Number of givens: a number, a pair, `24..28`, or `minimal` if no given "
            "can be removed."
        ),
    ] = None
    blanks: Annotated[Range, Meta(description="Number of empty cells, instead of `givens`.")] = None
    symmetry: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="Symmetry of the givens and constraints; see `kinds`."),
    ] = None
    pattern: Annotated[
        _Text | None,
        Meta(description="A dot for each empty cell, any other character for a given."),
    ] = None
    solution: Annotated[_Text | None, Meta(description="The full grid to start from.")] = None
    difficulty: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="easy, medium, hard, expert or extreme."),
    ] = None
    rating: Annotated[
        _Rating | Annotated[list[_Rating | None], Meta(min_length=2, max_length=2)] | _Text | None,
        Meta(description="Rating: a number, a pair or a range such as `6.5..7.2` or `9.0..`."),
    ] = None
    needs: Annotated[
        Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=10)]
        | Annotated[str, Meta(max_length=80)]
        | None,
        Meta(
            description="Techniques that are needed: if one of them is not used, the path is stuck."
        ),
    ] = None
    at_most: Annotated[
        Annotated[str, Meta(max_length=80)] | None,
        Meta(description="The hardest technique, in the scale pandoku, that may be needed."),
    ] = None
    smooth: Annotated[bool, Meta(description="Spread the difficulty over several steps.")] = False
    operations: Annotated[
        Annotated[str, Meta(max_length=8)] | None,
        Meta(description="Operations of a calcudoku, such as `+-*/`."),
    ] = None
    hide_operations: Annotated[bool, Meta(description="Leave out the operations of the clues.")] = (
        False
    )
    cage_sizes: Annotated[
        Range | dict[Annotated[str, Meta(pattern="^[0-9]{1,2}$")], Annotated[float, Meta(ge=0)]],
        Meta(
            description="Number of cells in a cage: a number, a pair, `2..4`, or weights by size: "
            '{"2": 3, "3": 1}.'
        ),
    ] = None
    singles: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="The share of cells that form a cage of one cell."),
    ] = None
    largest_sum: Annotated[
        _Number | None, Meta(description="The largest sum of a cage in a killer.")
    ] = None
    clue_minimal: Annotated[bool, Meta(description="Whether no clue of a cage can be removed.")] = (
        False
    )
    constraints: Annotated[
        Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=20)] | _Text | None,
        Meta(
            description="Constraints to place on the grid: `thermometer 4, arrow, dots all`, or a "
            "list of such items."
        ),
    ] = None
    crossings: Annotated[bool, Meta(description="Whether lines may cross each other.")] = False
    like: Annotated[
        _PuzzleText | None,
        Meta(
            description="A puzzle whose layout is kept, as text in any format, in place of a kind: "
            "its clues stay in place and get new values."
        ),
    ] = None
    minimal: Annotated[
        bool, Meta(description="Whether no given, constraint or clue of a cage can be removed.")
    ] = False


class Made(Struct):
    """A puzzle that meets the request."""

    puzzle: PuzzleDocument
    rating: Annotated[
        Difficulty | None,
        Meta(
            description="The difficulty. null if rating the puzzle takes longer than a few seconds."
        ),
    ]
    text: Annotated[
        str, Meta(description="The puzzle as a line: of cells if possible, otherwise of JSON.")
    ]
    index: Annotated[int, Meta(description="Number of the puzzle for the seed, from 0.")]
    seed: Annotated[str, Meta(description="The seed as a string, because it may exceed 2^53.")]


class NotMade(Struct):
    """A puzzle that was not found."""

    index: int
    text: Annotated[str, Meta(description="A message about the closest attempt, with advice.")]
    attempts: int


class Answer(Struct):
    """The puzzles."""

    puzzles: list[Made]
    missing: list[NotMade]
    seed: str


class Progress(Struct):
    """The progress of the search."""

    found: int
    count: int
    attempts: Annotated[int, Meta(description="Number of attempts so far at all puzzles.")]
    text: Annotated[str, Meta(description="The progress in words.")]


class Search(NamedTuple):
    """The state of the search for a puzzle.

    Attributes:
        nth: Number of the puzzle, counted from 0 for each seed.
        tried: Number of attempts made so far.
        closest: Number of the attempt that is closest to the request, or -1 if no attempt has
            succeeded.
        distance: Distance of the closest attempt from the request.
        at_once: Number of attempts in the next batch.
    """

    nth: int
    tried: int = 0
    closest: int = -1
    distance: float = inf
    at_once: int = 1


class MadePart(NamedTuple):
    """Result of a part of the work: new puzzles, puzzles not found, and searches to continue."""

    made: list[Made]
    missing: list[NotMade]
    left: list[Search]
    attempts: int


def _generate(request: Request) -> Stages:
    asked = {name: each for name, each in structs.asdict(request).items() if name != "count"}
    asked["seed"] = seed_of(None if request.seed is None else int(request.seed))
    if isinstance(request.cage_sizes, dict):
        asked["cage_sizes"] = {int(size): weight for size, weight in request.cage_sizes.items()}
    asked["threads"] = 1
    left, made, missing = [*map(Search, range(request.count))], list[Made](), list[NotMade]()
    attempts, ends = 0, monotonic() + _WHOLE_S
    while left:
        is_over = monotonic() > ends
        part: MadePart = yield Call(give_up if is_over else make_part, (asked, left))
        made, missing = [*made, *part.made], [*missing, *part.missing]
        left, attempts = part.left, attempts + part.attempts
        tried = f"{attempts:,} attempt{'s' * (attempts != 1)}"
        text = f"{len(made)} of {request.count} found, {tried}"
        yield Progress(len(made), request.count, attempts, text)
    if not made:
        raise BudgetError(missing[0].text, closest=None, why="", attempts=missing[0].attempts)
    return Answer(made, missing, str(asked["seed"]))


# ---- in a worker


def make_part(asked: dict[str, Any], left: list[Search]) -> MadePart:
    """Continue the search for puzzles for about half a second.

    Args:
        asked: The request, as keyword arguments of `wishes_of`.
        left: The searches to continue, at least one.

    Raises:
        WishError, TechniqueError, ValueError, TypeError: See `pandoku.generate`.
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
    return MadePart(made, missing, todo, attempts)


def _pushed(wishes: Wishes, search: Search) -> tuple[Search, Made | None]:
    """Make a batch of attempts at a puzzle. Return the new state, and the puzzle or None."""
    count, began = min(search.at_once, wishes.budget - search.tried), monotonic()
    try:
        with within(_ATTEMPT_S):
            found = attempt(wishes, search.nth, search.tried, count)
    except TooLongError:
        if count > 1:
            return search._replace(at_once=1), None
        found = Attempt(None, -1, inf)
    is_short = monotonic() - began < _SHORT_S
    more = min(_LARGEST, 4 * search.at_once) if is_short else max(1, search.at_once // 2)
    if wishes.mix or wishes.like:  # most attempts lead to a puzzle: several at once are a waste
        more = 1
    after = search._replace(tried=search.tried + count, at_once=more)
    if found.found is not None:
        puzzle = puzzle_at(wishes, found.found, 0)
        form = "json" if get_format("line").why_not(puzzle) else "line"
        text = dumps(puzzle, form).rstrip("\n")  # this is the line that `pandoku generate` prints
        document, seed = puzzle_document(puzzle), str(wishes.seed)
        return after, Made(document, _rated(puzzle), text, search.nth, seed)
    if found.distance < search.distance:
        after = after._replace(closest=found.closest, distance=found.distance)
    return after, None


def give_up(asked: dict[str, Any], left: list[Search]) -> MadePart:
    """Return a report for each search in *left* that no puzzle was found in time."""
    wishes = wishes_of(**asked)
    return MadePart([], [_missing(wishes, each) for each in left], [], 0)


def _rated(puzzle: Puzzle) -> Difficulty | None:
    try:
        with within(_RATING_S):
            found = rate_all([puzzle], budget=_LOOKS, threads=1, on_error="keep")
    except TooLongError:
        return None
    return None if found.errors else difficulty_of(found[0])


def _missing(wishes: Wishes, search: Search) -> NotMade:
    found = missing_after(wishes, search.nth, search.tried, search.closest)
    words = without_budget(not_found(wishes, found, offers_climbing=False))
    return NotMade(search.nth, words, search.tried)


ENDPOINT = Endpoint(
    name="generate",
    summary="Make puzzles that meet a request.",
    description=(
        "Every puzzle has exactly one solution and meets the request. The search ends when the "
        f"`budget` is used up, or after {_WHOLE_S:g} seconds for all puzzles. `missing` lists the "
        "puzzles that were not found. If no puzzle was found, the status is 422. With "
        "`Accept: text/event-stream` the progress is streamed."
    ),
    request=Request,
    answer=Answer,
    stages=_generate,
    progress=Progress,
    example={"kind": "sudoku", "order": 4, "seed": 1, "symmetry": "rotate-180"},
)
