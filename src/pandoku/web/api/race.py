"""`race`: engines on one puzzle, each with its counters and a record of what it did."""

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
    """Which engines run, and for how long."""

    puzzle: PuzzleText
    engines: Annotated[
        list[Annotated[str, Meta(max_length=40)]],
        Meta(max_length=20, description="Names; empty for all. `kinds` lists them."),
    ] = []
    limit: Annotated[
        int,
        Meta(ge=1, le=2, description="Stop after this many solutions; 2 proves that it is unique."),
    ] = 1
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S, description="For each engine.")] = _USUAL_S


class EngineRun(msgspec.Struct):
    """What an engine did."""

    engine: str
    summary: Annotated[str, Meta(description="How it searches.")]
    why_not: Annotated[str, Meta(description="Why it did not run; empty if it did.")]
    outcome: Annotated[str, Meta(description="`a solution`, `no solution`, `out of budget`, ...")]
    solution: Annotated[list[int] | None, Meta(description="The first solution found.")]
    elapsed_s: Annotated[float, Meta(description="How long it took, without the recording.")]
    stats: Annotated[
        dict[str, int],
        Meta(description="Counters as the engine's source defines them: nodes, checks, ..."),
    ]
    trace: Annotated[
        Trace | None, Meta(description="null for an engine that reports no events, or had none.")
    ]


class Answer(msgspec.Struct):
    """The race."""

    puzzle: PuzzleDocument
    runs: Annotated[list[EngineRun], Meta(description="In the order in which they were asked for.")]


class Progress(msgspec.Struct):
    """How far it is."""

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
    """Return the puzzle, and the names of the engines that are to run.

    Raises:
        FormatError, PuzzleError: There is no puzzle, or it has defects.
        EngineError: There is no such engine.
    """
    puzzle = puzzle_sent(what)
    puzzle.require_sound()
    names = [get_engine(name).name for name in engines] or [*ENGINES]
    return puzzle_document(puzzle), [*dict.fromkeys(names)]


def run_engine(line: str, name: str, limit: int, seconds: float) -> EngineRun:
    """Run an engine on a puzzle, and once more to record it, as recording takes time itself.

    Args:
        line: The puzzle.
        name: The engine.
        limit: Stop after this many solutions.
        seconds: Stop after this time; the recorded search stops at the same node.
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
        "The engines run one after the other, so that their times and counters are exact. Engines "
        "that report events are recorded too: whoever shows the race plays the records side by "
        "side. A record has the first events one by one and at most 900 frames in all."
    ),
    request=Request,
    answer=Answer,
    stages=_race,
    progress=Progress,
    example={"puzzle": "..4....3.....3.1", "engines": ["backtracking", "lanes"]},
)
