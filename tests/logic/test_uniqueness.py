"""What a player is told about the solutions of a puzzle."""

from __future__ import annotations

import pandoku
from pandoku import Puzzle
from pandoku.logic import uniqueness_of
from tests import data

EASY = pandoku.loads(data.EASY)


def test_a_proper_puzzle_has_a_solution_to_check_against() -> None:
    found = uniqueness_of(EASY)
    assert found.is_proper
    assert found.is_known
    assert found.solution == pandoku.solve(EASY).solution
    assert found.text == "This puzzle has exactly one solution."


def test_several_solutions_are_none_to_check_against() -> None:
    found = uniqueness_of(Puzzle(4))
    assert (found.solution, found.count, found.is_known) == (None, 2, True)
    assert "several solutions" in found.text


def test_a_puzzle_without_a_solution_says_why_where_that_shows() -> None:
    found = uniqueness_of(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8))
    assert (found.solution, found.count, found.is_known) == (None, 0, True)
    assert found.text == "This puzzle has no solution."
    found = uniqueness_of(Puzzle(4, (1, 1) + (0,) * 14))
    assert "1 at r1c1 and r1c2" in found.text


def test_a_claimed_solution_is_not_believed() -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15, solution=(1, 2, 3, 4) * 4)
    assert uniqueness_of(puzzle).solution is None
