"""`race`: engines on one puzzle, each with its counters and a record of what it did."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import EVENT_KINDS, Budget, Event, get_engine, registry
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.endpoint import Call, Endpoint, Stages
from pandoku.web.inputs import PuzzleText, puzzle_of
from pandoku.words import outcome_words

_MOST_EVENTS = 10_000
_MOST_S = 10.0

EventKind = Annotated[int, Meta(ge=0, lt=len(EVENT_KINDS))]


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
    seconds: Annotated[float, Meta(gt=0, le=_MOST_S, description="For each engine.")] = 3.0
    events: Annotated[
        int,
        Meta(ge=0, le=_MOST_EVENTS, description="How many events of each engine are recorded."),
    ] = 3_000


class Run(msgspec.Struct):
    """What an engine did."""

    engine: str
    summary: Annotated[str, Meta(description="How it searches.")]
    why_not: Annotated[str, Meta(description="Why it did not run; empty if it did.")]
    outcome: Annotated[str, Meta(description="`a solution`, `no solution`, `out of budget`, ...")]
    solution: Annotated[list[int] | None, Meta(description="The first solution found.")]
    elapsed_s: float
    stats: Annotated[
        dict[str, int],
        Meta(description="Counters as the engine's source defines them: nodes, checks, ..."),
    ]
    counts: Annotated[
        dict[str, int], Meta(description="How many events there were of each kind, in all.")
    ]
    events: Annotated[
        list[tuple[EventKind, int, int]],
        Meta(
            description="The first events: [kind, cell, digit]; kinds are "
            + ", ".join(f"{at} {kind}" for at, kind in enumerate(EVENT_KINDS))
            + "; the digit of a backtrack is 0."
        ),
    ]


class Answer(msgspec.Struct):
    """The race."""

    puzzle: PuzzleDocument
    runs: Annotated[list[Run], Meta(description="In the order in which they were asked for.")]


class Progress(msgspec.Struct):
    """An engine that has finished."""

    done: int
    of: int
    run: Run


def _race(request: Request) -> Stages:
    document, names = yield Call(line_up, (request.puzzle, request.engines))
    runs: list[Run] = []
    for name in names:
        run = yield Call(
            run_engine, (document.line, name, request.limit, request.seconds, request.events)
        )
        runs.append(run)
        yield Progress(len(runs), len(names), run)
    return Answer(document, runs)


# ---- in a worker


def line_up(what: str, engines: list[str]) -> tuple[PuzzleDocument, list[str]]:
    """Return the puzzle, and the names of the engines that are to run.

    Raises:
        FormatError, PuzzleError: There is no puzzle, or it has defects.
        EngineError: There is no such engine.
    """
    puzzle = puzzle_of(what)
    puzzle.require_sound()
    names = [get_engine(name).NAME for name in engines] or [*registry()]
    return puzzle_document(puzzle), [*dict.fromkeys(names)]


def run_engine(line: str, name: str, limit: int, seconds: float, most: int) -> Run:
    """Run an engine on a puzzle and record its first events.

    Args:
        line: The puzzle.
        name: The engine.
        limit: Stop after this many solutions.
        seconds: Stop after this time.
        most: How many events are recorded; all are counted.
    """
    puzzle, engine = puzzle_of(line), get_engine(name)
    if reason := engine.supports(puzzle):
        return Run(name, engine.SUMMARY, reason, "", None, 0.0, {}, {}, [])
    counts, events = Counter[str](), list[tuple[int, int, int]]()
    numbers = {kind: at for at, kind in enumerate(EVENT_KINDS)}

    def record(event: Event) -> None:
        counts[event.kind] += 1
        if len(events) < most:
            events.append((numbers[event.kind], event.cell, event.digit))

    watch = record if engine.EVENTS else None
    outcome = engine.solve(puzzle, limit=limit, budget=Budget(seconds=seconds), on_event=watch)
    return Run(
        engine=name,
        summary=engine.SUMMARY,
        why_not="",
        outcome=outcome_words(outcome),
        solution=list(outcome.solution) if outcome.solution else None,
        elapsed_s=round(outcome.elapsed_s, 6),
        stats=dict(outcome.stats),
        counts={kind: counts[kind] for kind in EVENT_KINDS} if engine.EVENTS else {},
        events=events,
    )


ENDPOINT = Endpoint(
    name="race",
    summary="Compare the engines on one puzzle.",
    description=(
        "Each engine runs once, one after the other, so that its counters are exact, and its first "
        "events are recorded: whoever shows the race plays the records side by side. Progress is "
        "an engine that has finished. Recording slows the engines written in Python down by about "
        "half; with `events` 0 they are only counted."
    ),
    request=Request,
    answer=Answer,
    stages=_race,
    progress=Progress,
    example={"puzzle": "..4....3.....3.1", "engines": ["backtracking", "lanes"], "events": 20},
)
