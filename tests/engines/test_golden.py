"""One table of puzzles through every engine: tests/engines/golden.jsonl, made by make_golden.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from pandoku.engines import ENGINES, Budget
from pandoku.model import Cage, Geometry, Outcome, Puzzle
from tests.data import by_default
from tests.engines.present import engine_or_skip

LIMIT = 3
# In nodes, so that every machine does the same work.
BUDGET = Budget(nodes=10_000)
SMALLER = Budget(nodes=by_default(2_000, full=10_000))  # of engines that need seconds for more
BUDGETS = {"backtracking": SMALLER, "brute-force": SMALLER}
GOLDEN = Path(__file__).with_name("golden.jsonl")

# How many puzzles of the table each engine takes, and how many of them it must settle within
# the budget, by a proof or by LIMIT solutions. Of a new engine only right answers are asked.
SHARE = {
    "backtracking": (146, by_default(99, full=110)),
    "brute-force": (146, by_default(77, full=99)),
    "cages": (146, 146),
    "candidate-sets": (101, 50),
    "cp-sat": (146, 146),
    "dancing-links": (101, 101),
    "lanes": (101, 101),
    "naked-singles": (101, 50),
    "portfolio": (146, 146),
}


@lru_cache(maxsize=1)
def table() -> tuple[tuple[Puzzle, int], ...]:
    rows = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    return tuple((_puzzle(row), row["count"]) for row in rows)


def _puzzle(row: dict[str, Any]) -> Puzzle:
    geometry = Geometry(
        row["size"],
        box=row["box"],
        regions=row.get("regions"),
        diagonals=row.get("diagonals", False),
        extra=tuple(tuple(house) for house in row.get("houses", ())),
    )
    cages = [Cage(c["op"], c["target"], c["cells"], c["repeats"]) for c in row.get("cages", ())]
    return Puzzle(
        geometry,
        tuple(row.get("givens", ())),
        tuple(cages),
        candidates=row.get("candidates"),
        solution=row.get("solution"),
        id=row["id"],
    )


def test_the_table_holds_every_kind_and_every_number_of_solutions() -> None:
    puzzles = [puzzle for puzzle, _ in table()]
    assert len(puzzles) >= 60
    assert {p.order for p in puzzles} >= {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 36}
    assert {count for _, count in table()} == {0, 1, 2, 3}
    operations = {cage.operation for p in puzzles for cage in p.cages if len(cage.cells) > 2}
    assert operations == set("+-*/?")
    kinds: tuple[Callable[[Puzzle], object], ...] = (
        lambda p: p.geometry.regions,
        lambda p: p.geometry.diagonals,
        lambda p: p.geometry.extra,
        lambda p: p.candidates and not any(p.givens),
        lambda p: any(cage.target is None for cage in p.cages),
        lambda p: any(not cage.repeats for cage in p.cages),
    )
    for has in kinds:
        assert any(has(puzzle) for puzzle in puzzles)


def test_every_solution_of_the_table_solves_its_puzzle() -> None:
    for puzzle, count in table():
        assert (puzzle.solution is not None) == (count == 1), puzzle.id
        assert puzzle.solution is None or puzzle.accepts(puzzle.solution), puzzle.id


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_agrees_with_the_table(name: str) -> None:
    engine = engine_or_skip(name)
    taken = settled = 0
    for puzzle, count in table():
        if engine.supports(puzzle) is None:
            outcome = engine.solve(puzzle, limit=LIMIT, budget=BUDGETS.get(name, BUDGET))
            check(outcome, puzzle, count, complete_engine=engine.complete)
            taken += 1
            settled += outcome.stopped in (None, "limit")
    n_taken, n_settled = SHARE.get(name, (taken, 1))
    assert taken == n_taken
    assert settled >= n_settled


def check(outcome: Outcome, puzzle: Puzzle, count: int, *, complete_engine: bool) -> None:
    """Assert that an outcome is right as far as it goes."""
    name = puzzle.id
    assert outcome.engine, name
    assert outcome.count == len(outcome.solutions) == len(set(outcome.solutions)), name
    assert all(puzzle.accepts(solution) for solution in outcome.solutions), name
    if outcome.stopped is None:
        assert outcome.count == count, name
    elif outcome.stopped == "limit":
        assert outcome.count == LIMIT == count, name
    else:
        assert outcome.count <= count, name
        assert outcome.stopped == ("nodes" if complete_engine else outcome.stopped), name
    if count == 1 and outcome.count == 1:
        assert outcome.solution == puzzle.solution, name
    if outcome.board is not None and puzzle.solution is not None:
        for cell, digit in enumerate(puzzle.solution):
            assert outcome.board.digits[cell] in (0, digit), name
            assert outcome.board.masks[cell] >> (digit - 1) & 1, name
