"""`race`: several engines on one puzzle, each with its counters and a record of its search."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import ENGINES, Budget, get_engine, solve
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.endpoint import Call, Endpoint, Stages
from pandoku.web.inputs import PuzzleText, puzzle_sent
from pandoku.web.recording import Recorder, Trace
from pandoku.web.shared import counters_of
from pandoku.words import outcome_words

_USUAL_S, _MOST_S = 1.5, 5.0


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle, the engines, and their limits."""

    puzzle: PuzzleText
    engines: Annotated[
        list[Annotated[str, Meta(max_length=40)]],
        Meta(max_length=20, description="Names of engines, empty for all; see `kinds`."),
    ] = []
    limit: Annotated[
        int,
        Meta(
            ge=1,
            le=2,
            description="Stop after this number of solutions; 2 proves that a solution is unique.",
        ),
    ] = 1
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S, description="Time limit for each engine.")] = (
        _USUAL_S
    )


class EngineRun(msgspec.Struct):
    """The run of one engine."""

    engine: str
    summary: Annotated[str, Meta(description="How it searches.")]
    why_not: Annotated[str, Meta(description="The reason why it did not run; empty if it did.")]
    outcome: Annotated[str, Meta(description="`a solution`, `no solution`, `out of budget`, ...")]
    solution: Annotated[list[int] | None, Meta(description="The first solution found.")]
    elapsed_s: Annotated[float, Meta(description="Its time in seconds, without the recording.")]
    stats: Annotated[
        dict[str, int],
        Meta(description="Counters as the engine's source defines them: nodes, checks, ..."),
    ]
    trace: Annotated[
        Trace | None, Meta(description="The record of the search; null if there were no events.")
    ]


class Answer(msgspec.Struct):
    """The race."""

    puzzle: PuzzleDocument
    runs: Annotated[list[EngineRun], Meta(description="The runs in the requested order.")]


class Progress(msgspec.Struct):
    """The progress of the race."""

    done: int
    of: int
    engine: Annotated[str, Meta(description="The engine that runs now; empty at the end.")]


def _race(request: Request) -> Stages:
    document, names = yield Call(line_up, (request.puzzle, request.engines))
    runs: list[EngineRun] = []
    for name in names:
        yield Progress(len(runs), len(names), name)
        asked = (document.line, name, request.limit, request.seconds)
        runs.append((yield Call(run_engine, asked)))
    yield Progress(len(runs), len(names), "")
    return Answer(document, runs)


# ---- in a worker


def line_up(what: str, engines: list[str]) -> tuple[PuzzleDocument, list[str]]:
    """Return the puzzle, and the names of the engines to run.

    Raises:
        FormatError, PuzzleError: The text has no puzzle, or the puzzle has defects.
        EngineError: An engine does not exist.
    """
    puzzle = puzzle_sent(what)
    puzzle.require_sound()
    names = [get_engine(name).name for name in engines] or [*ENGINES]
    return puzzle_document(puzzle), [*dict.fromkeys(names)]


def run_engine(line: str, name: str, limit: int, seconds: float) -> EngineRun:
    """Run an engine on a puzzle, and then again to record it, because recording takes time.

    Args:
        line: The puzzle in the format json.
        name: Name of the engine.
        limit: Number of solutions after which it stops.
        seconds: Time limit. The recorded search stops at the same node.
    """
    puzzle, engine = puzzle_sent(line), get_engine(name)
    if reason := engine.supports(puzzle):
        return EngineRun(name, engine.summary, reason, "", None, 0.0, {}, None)
    outcome = solve(puzzle, engine=name, limit=limit, budget=seconds)
    elapsed_s, trace = outcome.elapsed_s, None
    if engine.events:
        recorder = Recorder(puzzle, engine)
        nodes = max(1, counters_of(outcome)["nodes"]) if outcome.stopped == "seconds" else None
        outcome = solve(
            puzzle, engine=name, limit=limit, budget=Budget(nodes=nodes), on_event=recorder
        )
        trace = recorder.trace(outcome)
    return EngineRun(
        engine=name,
        summary=engine.summary,
        why_not="",
        outcome=outcome_words(outcome),
        solution=list(outcome.solution) if outcome.solution else None,
        elapsed_s=round(elapsed_s, 6),
        stats=counters_of(outcome),
        trace=trace,
    )


ENDPOINT = Endpoint(
    name="race",
    summary="Compare the engines on one puzzle.",
    description=(
        "The engines run one after another, so that their times and counters are exact. For "
        "engines that report events, the answer has a record of the search. A page can play these "
        "records side by side. A record has at most 900 frames, the first ones for one event each."
    ),
    request=Request,
    answer=Answer,
    stages=_race,
    progress=Progress,
    example={"puzzle": "..4....3.....3.1", "engines": ["backtracking", "lanes"]},
)
