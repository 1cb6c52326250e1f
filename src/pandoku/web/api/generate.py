"""`generate`: new puzzles that meet a request."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, Any

import msgspec
from msgspec import Meta, structs

from pandoku.errors import BudgetError
from pandoku.generation import seed_of
from pandoku.web.endpoint import Call, Endpoint, Stages
from pandoku.web.making import Made, MadePart, NotMade, Search, give_up, make_part

_MOST_PUZZLES = 50
_WHOLE_S = 60.0

_Text = Annotated[str, Meta(max_length=4_000)]
_Number = Annotated[int, Meta(ge=0, le=1296)]
Range = _Number | Annotated[list[_Number], Meta(min_length=2, max_length=2)] | _Text | None
_Rating = Annotated[float, Meta(ge=0, le=20)]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The options of `pandoku.generate`. An option that is omitted or null has no effect."""

    kind: Annotated[str, Meta(max_length=40, description="Kind of puzzle; see `kinds`.")] = "sudoku"
    order: Annotated[
        Annotated[int, Meta(ge=1, le=36)] | None, Meta(description="The n of n x n.")
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
        Meta(description="Attempts at each puzzle; by default the budget of `pandoku.generate`."),
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
        Meta(description="Symmetry of the givens; see `kinds`."),
    ] = None
    pattern: Annotated[
        _Text | None, Meta(description="A dot for each empty cell, anything else for a given.")
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
        Meta(description="Techniques that are needed: without any one of them the path is stuck."),
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
    hide_operations: Annotated[bool, Meta(description="Print no operations.")] = False
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


class Answer(msgspec.Struct):
    """The puzzles."""

    puzzles: list[Made]
    missing: list[NotMade]
    seed: str


class Progress(msgspec.Struct):
    """The progress of the search."""

    found: int
    count: int
    attempts: Annotated[int, Meta(description="Number of attempts so far, for all puzzles.")]
    text: Annotated[str, Meta(description="The progress in words.")]


def _generate(request: Request) -> Stages:
    asked = _asked(request)
    left, made, missing = [*map(Search, range(request.count))], list[Made](), list[NotMade]()
    attempts, ends = 0, monotonic() + _WHOLE_S
    while left:
        is_over = monotonic() > ends
        part: MadePart = yield Call(give_up if is_over else make_part, (asked, left))
        made, missing = [*made, *part.made], [*missing, *part.missing]
        left, attempts = part.left, attempts + part.attempts
        yield _progress(len(made), request.count, attempts)
    if not made:
        raise BudgetError(missing[0].text, closest=None, why="", attempts=missing[0].attempts)
    return Answer(made, missing, str(asked["seed"]))


def _asked(request: Request) -> dict[str, Any]:
    """Return the request as keyword arguments of `wishes_of`."""
    asked = {name: each for name, each in structs.asdict(request).items() if name != "count"}
    asked["seed"] = seed_of(None if request.seed is None else int(request.seed))
    if isinstance(request.cage_sizes, dict):
        asked["cage_sizes"] = {int(size): weight for size, weight in request.cage_sizes.items()}
    return asked | {"threads": 1}


def _progress(found: int, count: int, attempts: int) -> Progress:
    times = f"{attempts:,} attempt{'s' * (attempts != 1)}"
    return Progress(found, count, attempts, f"{found} of {count} found, {times}")


ENDPOINT = Endpoint(
    name="generate",
    summary="Make puzzles that meet a request.",
    description=(
        "Every puzzle has exactly one solution and meets the request. The search ends when the "
        f"`budget` is used up, or after {_WHOLE_S:g} seconds for all puzzles. `missing` lists the "
        "puzzles that were not found. If none was found, the status is 422. With "
        "`Accept: text/event-stream` the progress is streamed."
    ),
    request=Request,
    answer=Answer,
    stages=_generate,
    progress=Progress,
    example={"kind": "sudoku", "order": 4, "seed": 1, "symmetry": "rotate-180"},
)
