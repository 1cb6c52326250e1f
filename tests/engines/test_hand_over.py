"""What `auto` does where a search is stuck: the same answers with and without OR-Tools."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import pandoku
from pandoku import Budget, Geometry, Outcome, Puzzle
from pandoku.constraints import Thermometer
from pandoku.engines import _hand_over, cp_sat, get_engine, solve_all, where_to_turn
from pandoku.model import FrozenMap

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# An empty grid, small ones with a thermometer, and a hard one: no solution, one and several.
PUZZLES = (
    pandoku.loads(HARD).with_(Thermometer("r1c2 r1c3")),
    pandoku.loads(HARD).with_(Thermometer("r1c3 r1c2")),
    Puzzle(12),
    Puzzle(4, (1, 2, 3, 4, 3, 4) + (0,) * 10).with_(Thermometer("r3c1 r3c2")),
    Puzzle(4, (1, 2, 3, 4, 3, 4) + (0,) * 10).with_(Thermometer("r3c1 r3c2 r3c3 r3c4")),
    Puzzle(Geometry.latin(4)).with_(Thermometer("r1c1 r1c2 r1c3 r2c3")),
    Puzzle(Geometry.latin(4)).with_(Thermometer("r1c1 r1c2 r1c3 r1c4")),
)


def use_brute_force(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a search that shares nothing with the core stand for CP-SAT; return the limits asked."""
    asked: list[int] = []

    def solve(
        puzzle: Puzzle, *, limit: int = 1, budget: Any = None, on_event: Any = None
    ) -> Outcome:
        asked.append(limit)
        found = all_solutions(puzzle)[::-1][:limit]
        return Outcome(
            len(found),
            "limit" if len(found) == limit else None,
            tuple(found),
            stats=FrozenMap({"nodes": 0, "conflicts": 7}),
            engine="cp-sat",
        )

    stand_in = replace(cp_sat.ENGINE, supports=lambda _: None, solve=solve)
    monkeypatch.setattr(cp_sat, "ENGINE", stand_in)
    return asked


def all_solutions(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    return get_engine("cages").solve(puzzle, limit=5).solutions


def answers(limit: int) -> list[tuple[object, ...]]:
    found = [pandoku.solve(puzzle, limit=limit) for puzzle in PUZZLES]
    return [(each.count, each.stopped, each.solutions) for each in found]


def alone(limit: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Return the answers of the core without OR-Tools."""
    absent = replace(cp_sat.ENGINE, supports=lambda _: "not installed")
    with monkeypatch.context() as patch:
        patch.setattr(cp_sat, "ENGINE", absent)
        return answers(limit)


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_answers_are_the_same_with_another_engine_in_its_place(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = alone(limit, monkeypatch)
    monkeypatch.setattr(_hand_over, "_PATIENCE", 1)
    asked = use_brute_force(monkeypatch)
    assert answers(limit) == expected
    assert set(asked) == {2}
    together = solve_all(PUZZLES, limit=limit)
    assert [(each.count, each.stopped, each.solutions) for each in together] == expected


@pytest.mark.turns(3)
@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_answers_are_the_same_with_and_without_or_tools(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ortools")
    expected = alone(limit, monkeypatch)
    monkeypatch.setattr(_hand_over, "_PATIENCE", 1)
    assert answers(limit) == expected
    assert "portfolio" in {pandoku.solve(puzzle, limit=limit).engine for puzzle in PUZZLES}


def test_only_what_cannot_depend_on_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_hand_over, "_PATIENCE", 1)
    use_brute_force(monkeypatch)
    engines = [pandoku.solve(puzzle).engine for puzzle in PUZZLES]
    counts = [pandoku.solve(puzzle).count for puzzle in PUZZLES]
    for engine, count in zip(engines, counts, strict=True):
        assert engine in (("lanes", "cages") if count > 1 else ("lanes", "cages", "portfolio"))
    assert "portfolio" in engines


def test_a_budget_below_the_patience_is_never_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = use_brute_force(monkeypatch)
    assert pandoku.solve(Puzzle(36), limit=1000, budget=Budget(nodes=5)).stopped == "nodes"
    assert asked == []


def test_what_may_help_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Outcome(0, "seconds", engine="lanes", puzzle=Puzzle(25))
    monkeypatch.setattr(cp_sat, "ENGINE", replace(cp_sat.ENGINE, supports=lambda _: "absent"))
    assert re.match(r"--engine cp-sat .*\"pandoku\[cp-sat\]\"", where_to_turn(stopped))
    monkeypatch.setattr(cp_sat, "ENGINE", replace(cp_sat.ENGINE, supports=lambda _: None))
    assert where_to_turn(stopped).startswith("--engine cp-sat or --engine portfolio ")
    assert where_to_turn(replace(stopped, engine="portfolio")) == ""
