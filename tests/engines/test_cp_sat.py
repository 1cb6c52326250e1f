"""cp-sat: small cages as tables, large ones as constraints; both mean the same."""

from __future__ import annotations

import sys

import pytest

from pandoku.engines import Budget, cp_sat, get_engine
from pandoku.errors import MissingExtraError
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import IS_FULL

needs_ortools = pytest.mark.skipif(
    cp_sat.ENGINE.supports(Puzzle(1)) is not None, reason="OR-Tools is not installed"
)


def test_without_or_tools_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "ortools"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    assert 'pip install "pandoku[cp-sat]"' in (cp_sat.ENGINE.supports(Puzzle(4)) or "")
    with pytest.raises(MissingExtraError, match=r"pandoku\[cp-sat\]"):
        cp_sat.ENGINE.solve(Puzzle(4))


@pytest.mark.turns(3)
@needs_ortools
@pytest.mark.parametrize("operation", "+-*/?")
@pytest.mark.parametrize("repeats", [True, False])
def test_a_large_cage_means_what_its_table_would(
    operation: str, repeats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cells in ((0, 5), (0, 1, 6), (0, 4, 10), (3, 5, 10, 15)):
        for target in (-2, 0, 1, 2, 4, 5, 6, 8) if IS_FULL else (0, 2, 6):
            puzzle = Puzzle(Geometry.latin(4), cages=(Cage(operation, target, cells, repeats),))
            table = cp_sat.ENGINE.solve(puzzle, limit=1000)
            with monkeypatch.context() as patch:
                patch.setattr(cp_sat, "_MAX_TUPLES", 0)
                ways = cp_sat.ENGINE.solve(puzzle, limit=1000)
            assert set(table.solutions) == set(ways.solutions), puzzle.cages
            assert ways.stopped is None
            assert ways.count == len(set(ways.solutions))


@needs_ortools
def test_a_filling_that_two_operations_reach_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "_MAX_TUPLES", 0)
    both = Puzzle(Geometry.latin(4), cages=(Cage("?", 2, (0, 5)), Cage("?", 2, (2, 8))))
    expected = get_engine("backtracking").solve(both, limit=1000)
    assert set(cp_sat.ENGINE.solve(both, limit=1000).solutions) == set(expected.solutions)
    assert cp_sat.ENGINE.solve(both, limit=1000).count == expected.count


@needs_ortools
def test_a_product_beyond_64_bits_does_not_overflow() -> None:
    order = 16
    cyclic = tuple((r + c) % order + 1 for r in range(order) for c in range(order))
    product = 1
    for digit in cyclic[: 2 * order]:
        product *= digit
    assert product > 1 << 64
    cage = Cage("*", product, tuple(range(2 * order)))
    givens = (0,) * order + cyclic[order:]
    right = cp_sat.ENGINE.solve(Puzzle(Geometry.latin(order), givens, (cage,)), limit=2)
    assert right.solutions == (cyclic,)
    wrong = Cage("*", product * 2, cage.cells)
    assert cp_sat.ENGINE.solve(Puzzle(Geometry.latin(order), givens, (wrong,))).count == 0


@needs_ortools
def test_a_budget_of_conflicts_ends_the_search() -> None:
    outcome = cp_sat.ENGINE.solve(
        Puzzle(Geometry.latin(7)), limit=10**6, budget=Budget(nodes=1, seconds=60)
    )
    assert outcome.stopped == "nodes"
    assert outcome.count == len(outcome.solutions)


@needs_ortools
def test_a_budget_of_seconds_ends_the_search() -> None:
    outcome = cp_sat.ENGINE.solve(
        Puzzle(Geometry.latin(7)), limit=10**9, budget=Budget(seconds=0.2)
    )
    assert outcome.stopped == "seconds"
