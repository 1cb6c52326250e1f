"""Solutions are checked where they are found: a search that forgets a rule gives no answer."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import engines
from pandoku.errors import EngineError
from pandoku.kernel import arrays, lanes, native
from pandoku.model import Geometry, Outcome, Puzzle
from pandoku.terminal.screens.watch import Searching
from tests.cli.command import pandoku as command

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes that search with boxes in the place of whatever the third kind of house is.

    The core takes 27 houses with boxes of 3x3 for those of a Sudoku, without a look at them.
    """
    lanes.lane_plan.cache_clear()

    def plan(geometry: Geometry) -> object:
        return native().LanePlan(9, 3, 3, [house.cells for house in geometry.houses])

    monkeypatch.setattr(lanes, "lane_plan", plan)
    monkeypatch.setattr(arrays, "lane_plan", plan)


# The regions are the boxes, with r1c3 and r2c4 exchanged. Their digits differ, so no Sudoku grid
# fills the regions.
REGIONS = [row // 3 * 3 + column // 3 for row in range(9) for column in range(9)]
REGIONS[2], REGIONS[12] = REGIONS[12], REGIONS[2]
GIVENS = [0] * 81
GIVENS[2], GIVENS[12] = 1, 2
JIGSAW = Puzzle.jigsaw(GIVENS, "".join(map(str, REGIONS)))


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("n", [1, 2, 5, 40, 300])
@pytest.mark.parametrize("isa", lanes.lane_isas())
def test_rows_of_a_forgetful_search_are_refused(n: int, isa: str) -> None:
    with pytest.raises(EngineError, match="breaks the rules"):
        arrays.solve_many(np.array([GIVENS] * n), like=JIGSAW, isa=isa)
    with pytest.raises(EngineError, match="breaks the rules"):
        arrays.count_many(np.array([GIVENS] * n), 50, like=JIGSAW, isa=isa)


@pytest.mark.usefixtures("forgetful")
def test_answers_of_a_forgetful_search_are_refused() -> None:
    for call in (
        lambda: pandoku.solve(JIGSAW),
        lambda: pandoku.count(JIGSAW),
        lambda: pandoku.check(JIGSAW),
        lambda: pandoku.solve(JIGSAW, budget=10),
        lambda: pandoku.solve_all([JIGSAW] * 3),
        lambda: arrays.true_candidates_many([JIGSAW] * 3),
    ):
        with pytest.raises(EngineError, match=r"digits found [1-9]{81}$"):
            call()


def test_the_report_shows_the_givens(forgetful: None) -> None:
    with pytest.raises(EngineError, match=r"Givens \.\.1\.{9}2\.{68};"):
        pandoku.solve(JIGSAW)


# ---- engines in Python


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that exchanges the first two digits of its solutions."""
    engine = engines.get_engine("backtracking")

    def solve_wrong(*args: Any, **options: Any) -> Outcome:
        outcome = engine.solve(*args, **options)
        wrong = tuple((b, a, *rest) for a, b, *rest in outcome.solutions)
        return replace(outcome, solutions=wrong)

    careless = replace(engine, solve=solve_wrong)
    monkeypatch.setitem(engines.ENGINES.entries, "backtracking", careless)


@pytest.mark.usefixtures("careless")
def test_a_careless_engine_is_refused() -> None:
    for call in (
        lambda: pandoku.solve(EASY, engine="backtracking"),
        lambda: pandoku.solve_all([EASY], engine="backtracking"),
        lambda: pandoku.count(EASY, engine="backtracking"),
    ):
        with pytest.raises(EngineError, match=r"^backtracking .*breaks"):
            call()


@pytest.mark.usefixtures("careless")
@pytest.mark.parametrize(
    "words",
    [
        ["solve", EASY, "--engine", "backtracking"],
        ["count", EASY, "--engine", "backtracking", "--limit", "1"],
        ["race", EASY, "--engine", "backtracking"],
        ["watch", EASY, "--engine", "backtracking"],
    ],
    ids=lambda words: words[0],
)
def test_no_command_prints_a_wrong_solution(words: list[str]) -> None:
    result = command(*words)
    assert result.returncode == 2
    assert "backtracking claims" in result.err
    assert "Traceback" not in result.err


@pytest.mark.usefixtures("careless")
def test_the_game_shows_why_a_search_came_to_nothing() -> None:
    searching = Searching(engines.get_engine("backtracking"), Puzzle(4))
    ends = monotonic() + 30
    while not searching.is_over and monotonic() < ends:
        searching.take(1000)
        sleep(0.01)
    assert searching.outcome is None
    assert "backtracking claims" in searching.failure
