"""The records of searches: few frames, and the counters of the engines at their end."""

from __future__ import annotations

import json

import pytest

from pandoku.calls.answering import answer_call
from pandoku.calls.endpoints.race import Recorder, Trace, run_engine
from pandoku.engines import ENGINES, EVENT_NAMES, Event, get_engine
from pandoku.formats import loads
from pandoku.model import FrozenMap, Outcome, Puzzle
from tests.data import EXAMPLES
from tests.together import together

RECORDED = [name for name, engine in ENGINES.items() if engine.events]
FOUR = loads((EXAMPLES / "four.txt").read_text())
PUZZLES = {
    name: loads((EXAMPLES / name).read_text()) for name in ("four.txt", "mathdoku4.letters")
} | {"no two alike": Puzzle(4)}

SUPPORTED = [
    (name, of)
    for name in RECORDED
    for of, puzzle in PUZZLES.items()
    if get_engine(name).supports(puzzle) is None
]


def record(puzzle: Puzzle, name: str) -> tuple[Trace | None, Outcome]:
    recorder = Recorder(puzzle, get_engine(name))
    outcome = get_engine(name).solve(puzzle, limit=1, on_event=recorder)
    return recorder.trace(outcome), outcome


def grid_at_the_end(puzzle: Puzzle, trace: Trace) -> list[int]:
    grid = list(puzzle.givens)
    for changes in trace.changes:
        for cell, digit in zip(changes[::2], changes[1::2], strict=True):
            grid[cell] = digit
    return grid


@together("name, of", SUPPORTED)
def test_a_record_ends_with_the_counters_and_the_grid_of_the_outcome(name: str, of: str) -> None:
    puzzle = PUZZLES[of]
    trace, outcome = record(puzzle, name)
    if trace is None:
        assert outcome.stopped == "stuck"
        return
    assert dict(zip(trace.counters, trace.counts[-1], strict=True)).items() <= outcome.stats.items()
    if outcome.count:
        assert grid_at_the_end(puzzle, trace) == [*outcome.solutions[0]]


@pytest.mark.parametrize("name", RECORDED)
def test_counters_never_go_back_and_count_what_happened(name: str) -> None:
    trace, _ = record(FOUR, name)
    assert trace
    for before, after in zip(trace.counts, trace.counts[1:], strict=False):
        assert all(a <= b for a, b in zip(before, after, strict=True))
    assert trace.at == sorted(set(trace.at))


def test_a_long_search_has_few_frames_the_first_one_by_one() -> None:
    recorder = Recorder(Puzzle(4), get_engine("brute-force"))
    for at in range(100_000):
        recorder(Event(EVENT_NAMES[at % 2], 3, 2))
    stats = FrozenMap({"checks": 50_000, "backtracks": 0})
    trace = recorder.trace(Outcome(0, None, (), stats=stats))
    assert trace
    assert trace.at[:300] == [*range(1, 301)]
    assert 500 < len(trace.at) <= 901
    assert trace.at[-1] == 100_000
    lists = (trace.events, trace.cells, trace.digits, trace.changes, trace.counts)
    assert {len(each) for each in lists} == {len(trace.at)}


def test_an_engine_that_does_not_run_says_why_and_one_without_events_has_no_record() -> None:
    killer = (EXAMPLES / "killer6.json").read_text()
    run = run_engine(killer, "dancing-links", 1, 1.0)
    assert (run.why_not, run.trace) == ("cages are not an exact cover problem", None)
    run = run_engine(killer, "cages", 1, 1.0)
    assert (run.outcome, run.trace, run.why_not) == ("a solution", None, "")


def test_a_search_that_is_out_of_time_is_recorded_to_the_same_node() -> None:
    run = run_engine((EXAMPLES / "killer.txt").read_text(), "backtracking", 1, 0.01)
    assert run.outcome == "out of budget"
    assert run.trace
    last = dict(zip(run.trace.counters, run.trace.counts[-1], strict=True))
    assert last["value_trials"] == run.stats["value_trials"]


def test_an_unknown_engine_is_named_with_its_nearest() -> None:
    body = json.dumps({"puzzle": "..4....3.....3.1", "engines": ["lane"]}).encode()
    reply = answer_call("race", body)
    assert reply.status == 422
    assert "lanes" in json.loads(reply.body)["error"]["message"]
