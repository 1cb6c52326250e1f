"""`race`: several engines on one puzzle, each with its counters and a record of its search."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Call, Endpoint, Stages
from pandoku.calls.documents import PuzzleDocument, puzzle_document
from pandoku.calls.inputs import PuzzleText, puzzle_sent
from pandoku.calls.shared import counters_of
from pandoku.engines import ENGINES, EVENT_NAMES, Budget, Engine, Event, get_engine, solve
from pandoku.engines.backtracking import is_choice
from pandoku.model import Outcome, Puzzle
from pandoku.words import outcome_words

__all__ = ["Recorder", "Trace"]

_USUAL_S, _MOST_S = 1.5, 5.0
_EACH = 300  # up to this number of events, each event gets a frame
# Number of frames for later events. When there are twice as many, every second frame is dropped.
_MOST = 300


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle, the engines, and their limits."""

    puzzle: PuzzleText
    engines: Annotated[
        list[Annotated[str, Meta(max_length=40)]],
        Meta(
            max_length=20,
            description="Names of engines. An empty list means all engines; see `kinds`.",
        ),
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


class Trace(Struct):
    """The search of an engine in frames. Each list except `counters` has an entry per frame."""

    counters: Annotated[list[str], Meta(description="The names of the numbers in `counts`.")]
    at: Annotated[list[int], Meta(description="For each frame, the number of events so far.")]
    events: Annotated[
        list[int],
        Meta(
            description="The last event: "
            + ", ".join(f"{at} {name}" for at, name in enumerate(EVENT_NAMES))
            + "."
        ),
    ]
    cells: Annotated[list[int], Meta(description="The cell of the event.")]
    digits: Annotated[list[int], Meta(description="The digit of the event, or 0 for a backtrack.")]
    changes: Annotated[
        list[list[int]],
        Meta(description="The changes since the previous frame: cell, digit, cell, digit, ..."),
    ]
    counts: Annotated[list[list[int]], Meta(description="The counters so far.")]


class EngineRun(Struct):
    """The run of one engine."""

    engine: str
    summary: Annotated[str, Meta(description="A sentence on how the engine searches.")]
    why_not: Annotated[
        str, Meta(description="The reason why the engine did not run, or empty if it ran.")
    ]
    outcome: Annotated[str, Meta(description="`a solution`, `no solution`, `out of budget`, ...")]
    solution: Annotated[list[int] | None, Meta(description="The first solution found.")]
    elapsed_s: Annotated[
        float, Meta(description="The time of the search in seconds, without the recording.")
    ]
    stats: Annotated[
        dict[str, int],
        Meta(description="Counters as the engine's source defines them: nodes, checks, ..."),
    ]
    trace: Annotated[
        Trace | None,
        Meta(description="The record of the search. null if the engine reports no events."),
    ]


class Answer(Struct):
    """The race."""

    puzzle: PuzzleDocument
    runs: Annotated[list[EngineRun], Meta(description="The runs in the requested order.")]


class Progress(Struct):
    """The progress of the race."""

    done: int
    of: int
    engine: Annotated[str, Meta(description="The engine that is running, or empty at the end.")]


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
    """Run an engine on a puzzle twice: first to time its search, and then to record its search.

    The timed search is not recorded, because recording would slow it down.

    Args:
        line: The puzzle in the format json.
        name: Name of the engine.
        limit: Number of solutions after which the engine stops.
        seconds: Time limit of the first search. If the first search reaches the limit, the recorded
            search ends after the same number of nodes.
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


class _Frame(Struct):
    at: int
    event: int
    cell: int
    digit: int
    grid: bytes
    counts: tuple[int, ...]


class Recorder:
    """A callback that records the first events of an engine, and a sample of later events."""

    def __init__(self, puzzle: Puzzle, engine: Engine) -> None:
        self._order = puzzle.order
        self._givens = bytes(puzzle.givens)
        self._grid = bytearray(puzzle.givens)
        self._masks = list(puzzle.candidates or [(1 << puzzle.order) - 1] * len(puzzle.givens))
        open_cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
        self._n_empty = {cell: len(open_cells) - at for at, cell in enumerate(open_cells)}
        self._counted = engine.counters
        self._seen = dict.fromkeys((*EVENT_NAMES, "choice"), 0)
        self._numbers = {name: at for at, name in enumerate(EVENT_NAMES)}
        self._at, self._stride = 0, 1
        self._last: Event | None = None
        self._first: list[_Frame] = []
        self._rest: list[_Frame] = []

    def __call__(self, event: Event) -> None:
        """Record an event."""
        name, cell, digit = self._last = event
        self._at += 1
        self._seen[name] += 1
        if name == "place":
            self._grid[cell] = digit
        elif name == "remove":
            self._remove(cell, digit)
        elif name == "backtrack" and cell in self._n_empty:
            self._seen["choice"] += is_choice(self._order, self._n_empty[cell])
        if self._at <= _EACH:
            self._first.append(self._frame())
        elif self._at % self._stride == 0:
            self._rest.append(self._frame())
            if len(self._rest) == 2 * _MOST:
                self._rest = self._rest[1::2]
                self._stride *= 2

    def _remove(self, cell: int, digit: int) -> None:
        """Remove a digit or a candidate. If a single candidate remains, place it as the digit."""
        if self._grid[cell] == digit:
            self._grid[cell] = 0
            return
        self._masks[cell] &= ~(1 << (digit - 1))
        if self._masks[cell].bit_count() == 1 and not self._grid[cell]:
            self._grid[cell] = self._masks[cell].bit_length()

    def _frame(self) -> _Frame:
        assert self._last
        name, cell, digit = self._last
        counts = tuple(self._seen[each] for each in self._counted.values())
        return _Frame(self._at, self._numbers[name], cell, digit, bytes(self._grid), counts)

    def trace(self, outcome: Outcome) -> Trace | None:
        """Return the record of the search, or None if there were no events.

        Args:
            outcome: The outcome of the search. Its counters go into the last frame.
        """
        if not self._last:
            return None
        frames = [*self._first, *self._rest]
        if frames[-1].at != self._at:
            frames.append(self._frame())
        counts = counters_of(outcome)
        frames[-1].counts = tuple(counts[name] for name in self._counted)
        grids = [self._givens, *(frame.grid for frame in frames)]
        return Trace(
            counters=[*self._counted],
            at=[frame.at for frame in frames],
            events=[frame.event for frame in frames],
            cells=[frame.cell for frame in frames],
            digits=[frame.digit for frame in frames],
            changes=[
                [
                    number
                    for cell, a in enumerate(after)
                    if a != before[cell]
                    for number in (cell, a)
                ]
                for before, after in pairwise(grids)
            ],
            counts=[list(frame.counts) for frame in frames],
        )


ENDPOINT = Endpoint(
    name="race",
    summary="Compare the engines on one puzzle.",
    description=(
        "The engines run one after another, so that their times and counters are exact. For "
        "engines that report events, the answer has a record of the search. A page can play these "
        "records side by side. A record has at most 900 frames. Each of the first frames shows "
        "one event."
    ),
    request=Request,
    answer=Answer,
    stages=_race,
    progress=Progress,
    example={"puzzle": "..4....3.....3.1", "engines": ["backtracking", "lanes"]},
)
