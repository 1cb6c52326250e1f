"""`check`: the defects of a puzzle."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import Budget, check
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent

_MOST_S = 5.0


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to check."""

    puzzle: PuzzleText
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class Defect(msgspec.Struct):
    """A defect that is found without a search."""

    severity: Annotated[str, Meta(description="error or warning")]
    message: str
    cells: Annotated[list[int], Meta(description="The cells concerned.")]


class Answer(msgspec.Struct):
    """The result of the check."""

    proper: Annotated[bool, Meta(description="Whether there is provably exactly one solution.")]
    verdict: Annotated[
        str,
        Meta(
            description="proper, several solutions, no solution, impossible, or unknown, out of "
            "budget."
        ),
    ]
    problems: list[Defect]
    solutions: Annotated[list[list[int]], Meta(description="At most two solutions.")]
    differing: Annotated[list[int], Meta(description="The cells in which two solutions differ.")]
    text: str


def _check(request: Request) -> Answer:
    found = check(puzzle_sent(request.puzzle), budget=Budget(seconds=request.seconds))
    return Answer(
        proper=found.is_proper,
        verdict=found.verdict,
        problems=[Defect(p.severity, p.message, [*p.cells]) for p in found.problems],
        solutions=[list(each) for each in found.solutions],
        differing=[*found.differing_cells],
        text=str(found),
    )


ENDPOINT = Endpoint(
    name="check",
    summary="List the defects of a puzzle, with two solutions if it has several.",
    description="A puzzle with defects is not an error: the status is 200.",
    request=Request,
    answer=Answer,
    work=_check,
    example={"puzzle": "11.............."},
)
