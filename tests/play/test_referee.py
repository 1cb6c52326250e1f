"""What a player is told about the solutions of a puzzle."""

from __future__ import annotations

import pandoku
from pandoku import Puzzle
from pandoku.play.referee import judge
from tests import data

EASY = pandoku.loads(data.EASY)


def test_a_proper_puzzle_has_a_solution_to_check_against() -> None:
    judged = judge(EASY)
    assert judged.is_proper
    assert judged.is_known
    assert judged.solution == pandoku.solve(EASY).solution
    assert judged.text == "This puzzle has exactly one solution."


def test_several_solutions_are_none_to_check_against() -> None:
    judged = judge(Puzzle(4))
    assert (judged.solution, judged.count, judged.is_known) == (None, 2, True)
    assert "several solutions" in judged.text


def test_a_puzzle_without_a_solution_says_why_where_that_shows() -> None:
    judged = judge(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8))
    assert (judged.solution, judged.count, judged.is_known) == (None, 0, True)
    assert judged.text == "This puzzle has no solution."
    judged = judge(Puzzle(4, (1, 1) + (0,) * 14))
    assert judged.text.startswith("This puzzle has no solution: row 1 has 1 at r1c1 and r1c2")


def test_a_claimed_solution_is_not_believed() -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15, solution=(1, 2, 3, 4) * 4)
    assert judge(puzzle).solution is None
