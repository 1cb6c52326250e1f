"""`count`: the number of solutions of a puzzle."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import Budget, count
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent

_MOST_S = 5.0
_MOST = 1_000_000


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle whose solutions are counted."""

    puzzle: PuzzleText
    limit: Annotated[int, Meta(ge=1, le=_MOST, description="Stop at this number of solutions.")] = (
        100_000
    )
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class Answer(msgspec.Struct):
    """The number of solutions."""

    count: int
    exact: Annotated[bool, Meta(description="False if there may be more solutions.")]
    text: Annotated[str, Meta(description="The number in words: `at least 100000`.")]


def _count(request: Request) -> Answer:
    budget = Budget(seconds=request.seconds)
    found = count(puzzle_sent(request.puzzle), request.limit, budget=budget)
    return Answer(int(found), found.is_exact, str(found))


ENDPOINT = Endpoint(
    name="count",
    summary="Count the solutions of a puzzle.",
    description="If the limit is reached or the time is up, the count is a lower bound.",
    request=Request,
    answer=Answer,
    work=_count,
    example={"puzzle": "1...............", "limit": 1000},
)
