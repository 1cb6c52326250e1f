"""What every engine keeps to: limits, budgets, events, and an outcome that says how it ended."""

from __future__ import annotations

import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from pandoku.engines import ENGINES, EVENT_NAMES, Budget, Event, get_engine
from pandoku.model import Cage, Geometry, Outcome, Puzzle
from tests.data import EASY
from tests.engines.present import engine_or_skip
from tests.together import together

SUDOKU = Puzzle(9, tuple(map(int, EASY)))
SIX = Puzzle(6, tuple(map(int, "100400" "000023" "200000" "000001" "010600" "003000")))  # fmt: skip
SUMS = Puzzle(
    Geometry.latin(4),
    cages=(
        Cage("+", 3, (0, 1)),
        Cage("*", 12, (2, 3, 7)),
        Cage("-", 1, (4, 8)),
        Cage("=", 3, (5,)),
    ),
)
NAMES = sorted(ENGINES)
WATCHED = [name for name in NAMES if ENGINES[name].events]
SEARCHES = [name for name in WATCHED if ENGINES[name].complete]


def record(name: str, puzzle: Puzzle, limit: int = 1) -> tuple[Outcome, list[Event]]:
    events: list[Event] = []
    outcome = engine_or_skip(name).solve(puzzle, limit=limit, on_event=events.append)
    return outcome, events


@together("name", NAMES)
def test_an_engine_names_and_describes_itself(name: str) -> None:
    engine = ENGINES[name]
    assert Path(ENGINES.home(name)).stem == name.replace("-", "_")
    assert "\n" not in engine.summary


@together("name", NAMES)
def test_a_reason_to_refuse_a_puzzle_is_one_line(name: str) -> None:
    for puzzle in (SUDOKU, SIX, SUMS):
        reason = ENGINES[name].supports(puzzle)
        assert reason is None or (reason and "\n" not in reason)


@pytest.mark.parametrize("name", NAMES)
def test_the_only_solution_is_found_and_proved(name: str) -> None:
    outcome = engine_or_skip(name).solve(SUDOKU, limit=2, budget=Budget(nodes=2_000_000))
    if name in ("backtracking", "brute-force") and not outcome.complete:
        pytest.fail("the easy puzzle is too hard")
    assert (outcome.count, outcome.stopped, outcome.engine) == (1, None, name)
    assert SUDOKU.accepts(outcome.solutions[0])
    assert outcome.elapsed_s >= 0
    assert outcome.stats["nodes"] >= 0  # type: ignore[operator]


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", [n for n in NAMES if ENGINES[n].complete])
@pytest.mark.parametrize("puzzle", [Puzzle(4), Puzzle(Geometry.latin(3)), SUMS], ids=repr)
def test_a_search_stops_at_the_limit_or_when_it_is_complete(name: str, puzzle: Puzzle) -> None:
    engine = engine_or_skip(name)
    if engine.supports(puzzle):
        return
    whole = engine.solve(puzzle, limit=10_000)
    assert whole.stopped is None
    assert whole.count > 1
    cut = engine.solve(puzzle, limit=whole.count - 1)
    assert (cut.count, cut.stopped) == (whole.count - 1, "limit")
    assert engine.solve(puzzle, limit=whole.count).count == whole.count
    assert engine.solve(puzzle, limit=whole.count + 1).stopped is None


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_and_a_budget_may_be_larger_than_any_machine_counts_to(name: str) -> None:
    engine = engine_or_skip(name)
    solution = engine.solve(SUDOKU, limit=2).solution
    for nodes in (2**63 - 1, 2**63, 10**30):
        for seconds in (None, 1e300, inf):
            outcome = engine.solve(SUDOKU, limit=nodes, budget=Budget(nodes, seconds))
            assert (outcome.solution, outcome.count, outcome.stopped) == (solution, 1, None)


@pytest.mark.parametrize("name", NAMES)
def test_a_budget_may_be_over_before_a_search_begins(name: str) -> None:
    engine = engine_or_skip(name)
    for seconds in (5e-324, 1e-9):
        outcome = engine.solve(SUDOKU, limit=2, budget=Budget(seconds=seconds))
        # What needs no search, or looks at the clock now and then, may be ready all the same.
        assert outcome.stopped in ("seconds", None)
        assert outcome.engine == name


@pytest.mark.parametrize("name", WATCHED)
def test_a_search_ends_when_its_nodes_are_spent(name: str) -> None:
    outcome = get_engine(name).solve(SUDOKU, limit=2, budget=Budget(nodes=3))
    assert (outcome.count, outcome.stopped) == (0, "nodes")
    assert outcome.stats["nodes"] == 3
    enough = get_engine(name).solve(SUDOKU, limit=2)
    exact = Budget(nodes=enough.stats["nodes"])  # type: ignore[arg-type]
    assert get_engine(name).solve(SUDOKU, limit=2, budget=exact) == enough


@pytest.mark.parametrize("name", WATCHED)
def test_a_search_ends_when_its_seconds_are_spent(name: str) -> None:
    outcome = get_engine(name).solve(SUDOKU, limit=2, budget=Budget(seconds=1e-9))
    assert (outcome.count, outcome.stopped) == (0, "seconds")


@pytest.mark.parametrize("name", WATCHED)
def test_being_watched_changes_nothing(name: str) -> None:
    for puzzle in (SUDOKU, SIX):
        outcome, events = record(name, puzzle, limit=2)
        assert outcome == get_engine(name).solve(puzzle, limit=2)
        assert {event.name for event in events} <= set(EVENT_NAMES)
        assert all(puzzle.givens[e.cell] in (0, e.digit) for e in events if e.digit)
        assert all((e.digit == 0) == (e.name == "backtrack") for e in events)


@together("name", SEARCHES)
@together("puzzle", [SUDOKU, SIX, SUMS, Puzzle(4)], ids=repr)
def test_replaying_place_and_remove_arrives_at_the_solution(name: str, puzzle: Puzzle) -> None:
    if get_engine(name).supports(puzzle):
        return
    outcome, events = record(name, puzzle)
    # An exact cover chooses the givens too; the other engines leave them alone.
    chooses_givens = any(what == "place" and puzzle.givens[cell] for what, cell, _ in events)
    grid = [0] * len(puzzle.givens) if chooses_givens else list(puzzle.givens)
    for what, cell, digit in events:
        if what == "place":
            assert grid[cell] == 0
            grid[cell] = digit
        elif what == "remove":
            assert grid[cell] == digit
            grid[cell] = 0
    assert tuple(grid) == outcome.solution


@pytest.mark.parametrize("name", SEARCHES)
def test_every_try_is_placed_or_rejected(name: str) -> None:
    _, events = record(name, SIX, limit=2)
    tries = [i for i, event in enumerate(events) if event.name == "try"]
    assert tries
    for i in tries:
        assert events[i + 1].name in ("place", "reject")
        assert events[i + 1][1:] == events[i][1:]
    assert len(tries) == sum(event.name in ("place", "reject") for event in events)


@pytest.mark.parametrize("name", WATCHED)
def test_an_interrupt_passes_through(name: str) -> None:
    def interrupt(event: Event) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get_engine(name).solve(SUDOKU, on_event=interrupt)


@pytest.mark.turns(3)
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
@pytest.mark.parametrize("name", ["backtracking", "brute-force", "cp-sat", "dancing-links"])
def test_ctrl_c_ends_a_long_search(name: str) -> None:
    engine_or_skip(name)
    program = (
        "import os, signal, threading\n"
        "from pandoku.engines import get_engine\n"
        "from pandoku.model import Geometry, Puzzle\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "press = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        f"engine = get_engine({name!r})\n"
        "engine.solve(Puzzle(4))\n"  # everything is loaded
        "try:\n"
        "    threading.Timer(0.2, press).start()\n"
        "    engine.solve(Puzzle(Geometry.latin(7)), limit=10**9)\n"  # far more than a day's work
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)


@together(
    "puzzle, what",
    [
        (Puzzle(4, (1, 1) + (0,) * 14), "equal givens"),
        (Puzzle(4, (1,) + (0,) * 15, candidates=(2,) + (15,) * 15), "a given no candidate"),
        (Puzzle(4, candidates=(0,) + (15,) * 15), "a cell without candidates"),
        (Puzzle(4, (1,) * 16), "a full grid that is wrong"),
    ],
)
@together("name", NAMES)
def test_an_unsound_puzzle_has_no_solution(name: str, puzzle: Puzzle, what: str) -> None:
    outcome = engine_or_skip(name).solve(puzzle, limit=2)
    assert outcome.count == 0, what
    assert outcome.stopped is None or not ENGINES[name].complete, what
