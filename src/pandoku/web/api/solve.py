"""`solve`: the solutions of a puzzle."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import Budget, solve
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent
from pandoku.web.shared import counters_of

_MOST_S = 5.0
_MOST = 100


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to solve."""

    puzzle: PuzzleText
    limit: Annotated[
        int,
        Meta(
            ge=1,
            le=_MOST,
            description="Stop after this number of solutions; 2 proves that a solution is unique.",
        ),
    ] = 2
    engine: Annotated[str, Meta(max_length=40, description="Name of an engine; see `kinds`.")] = (
        "auto"
    )
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class Answer(msgspec.Struct):
    """The result of the search."""

    count: Annotated[int, Meta(description="The number of solutions, at most the limit.")]
    unique: Annotated[bool, Meta(description="Whether there is provably exactly one solution.")]
    complete: Annotated[bool, Meta(description="Whether all solutions were found.")]
    stopped: Annotated[
        str | None,
        Meta(description="The reason for an early end: limit, nodes, seconds or stuck."),
    ]
    solutions: Annotated[list[list[int]], Meta(description="Solutions, each row by row.")]
    text: Annotated[str, Meta(description="The result in words.")]
    engine: str
    stats: Annotated[dict[str, int], Meta(description="The counters of the engine.")]
    elapsed_s: float


def _solve(request: Request) -> Answer:
    outcome = solve(
        puzzle_sent(request.puzzle),
        limit=request.limit,
        engine=request.engine,
        budget=Budget(seconds=request.seconds),
    )
    return Answer(
        count=outcome.count,
        unique=outcome.is_unique,
        complete=outcome.complete,
        stopped=outcome.stopped,
        solutions=[list(each) for each in outcome.solutions[: request.limit]],
        text=outcome.describe(),
        engine=outcome.engine,
        stats=counters_of(outcome),
        elapsed_s=round(outcome.elapsed_s, 6),
    )


ENDPOINT = Endpoint(
    name="solve",
    summary="Search for the solutions of a puzzle.",
    description="If the search ends early, `stopped` has the reason. That is not an error.",
    request=Request,
    answer=Answer,
    work=_solve,
    example={"puzzle": "..4....3.....3.1"},
)
