"""`solve`, `count` and `check`: the solutions of a puzzle, their number, and its defects."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.inputs import PuzzleText, puzzle_sent
from pandoku.calls.shared import counters_of
from pandoku.engines import Budget, check, count, solve

_MOST_S = 5.0
_MOST_SOLUTIONS, _MOST_COUNTED = 100, 1_000_000


# ---- solve


class SolveRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to solve."""

    puzzle: PuzzleText
    limit: Annotated[
        int,
        Meta(
            ge=1,
            le=_MOST_SOLUTIONS,
            description="Stop after this number of solutions; 2 proves that a solution is unique.",
        ),
    ] = 2
    engine: Annotated[str, Meta(max_length=40, description="Name of an engine; see `kinds`.")] = (
        "auto"
    )
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class SolveAnswer(Struct):
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


def _solve(request: SolveRequest) -> SolveAnswer:
    outcome = solve(
        puzzle_sent(request.puzzle),
        limit=request.limit,
        engine=request.engine,
        budget=Budget(seconds=request.seconds),
    )
    return SolveAnswer(
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


_SOLVE = Endpoint(
    name="solve",
    summary="Search for the solutions of a puzzle.",
    description="If the search ends early, `stopped` has the reason, and the status is still 200.",
    request=SolveRequest,
    answer=SolveAnswer,
    work=_solve,
    example={"puzzle": "..4....3.....3.1"},
)


# ---- count


class CountRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle whose solutions are counted."""

    puzzle: PuzzleText
    limit: Annotated[
        int, Meta(ge=1, le=_MOST_COUNTED, description="Stop at this number of solutions.")
    ] = 100_000
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class CountAnswer(Struct):
    """The number of solutions."""

    count: int
    exact: Annotated[bool, Meta(description="False if there may be more solutions.")]
    text: Annotated[str, Meta(description="The number in words: `at least 100000`.")]


def _count(request: CountRequest) -> CountAnswer:
    budget = Budget(seconds=request.seconds)
    found = count(puzzle_sent(request.puzzle), request.limit, budget=budget)
    return CountAnswer(int(found), found.is_exact, str(found))


_COUNT = Endpoint(
    name="count",
    summary="Count the solutions of a puzzle.",
    description="If the limit is reached or the time is up, the count is a lower bound.",
    request=CountRequest,
    answer=CountAnswer,
    work=_count,
    example={"puzzle": "1...............", "limit": 1000},
)


# ---- check


class CheckRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to check."""

    puzzle: PuzzleText
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S)] = _MOST_S


class Defect(Struct):
    """A defect that is found without a search."""

    severity: Annotated[str, Meta(description="error or warning")]
    message: str
    cells: Annotated[list[int], Meta(description="The cells that have the defect.")]


class CheckAnswer(Struct):
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


def _check(request: CheckRequest) -> CheckAnswer:
    found = check(puzzle_sent(request.puzzle), budget=Budget(seconds=request.seconds))
    return CheckAnswer(
        proper=found.is_proper,
        verdict=found.verdict,
        problems=[Defect(p.severity, p.message, [*p.cells]) for p in found.problems],
        solutions=[list(each) for each in found.solutions],
        differing=[*found.differing_cells],
        text=str(found),
    )


_CHECK = Endpoint(
    name="check",
    summary="List the defects of a puzzle, with two solutions if it has several.",
    description="If a puzzle has defects, the status is still 200.",
    request=CheckRequest,
    answer=CheckAnswer,
    work=_check,
    example={"puzzle": "11.............."},
)


ENDPOINTS = (_SOLVE, _COUNT, _CHECK)
