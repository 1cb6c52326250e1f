"""Look-and-say cages and counting circles: how often a digit is in some cells."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, CountingCircles, LookAndSay
from pandoku.logic import explain
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed

CAGE = "r1c1 r1c2 r2c1 r4c4"


def board_with(*constraints: Constraint) -> Board:
    return Board.start(Puzzle(6).with_(*constraints))


def without(board: Board, cells: str, digit: int) -> Board:
    for cell in cells.split():
        board = board.eliminate(cell, digit)
    return board


def told(board: Board, name: str = "look-and-say") -> tuple[Step, list[str]]:
    """Return the first step, and its reason after judging its claims."""
    step = next(iter(TECHNIQUES[name].steps(board)))
    *reason, _ = TECHNIQUES[name].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return step, [str(sentence) for sentence in reason]


def test_the_digits_of_a_full_cage() -> None:
    step, (reason,) = told(board_with(LookAndSay(CAGE, (2, 1, 1, 3, 1, 4))))
    assert {digit for _, digit in step.eliminations} == {2, 5, 6}
    assert reason.endswith("holds 1 1 3 4 and no other digit.")


def test_a_digit_that_is_there_often_enough() -> None:
    step, (reason,) = told(board_with(LookAndSay(CAGE, (1, 5))).place("r1c1", 5))
    assert step.eliminations == ((21, 5),)
    assert reason.endswith("has its 5 at r1c1.")


def test_the_only_cells_that_are_left() -> None:
    board = without(board_with(LookAndSay(CAGE, (2, 5))), "r1c1 r1c2", 5)
    step, (reason,) = told(board)
    assert step.placements == ((6, 5), (21, 5))
    assert reason.startswith("r2c1 and r4c4 are left for the two 5s of")


def test_each_of_the_boxes_has_one() -> None:
    board = board_with(LookAndSay(CAGE, (2, 5)))
    step, reasons = told(board)
    assert step.placements == ((21, 5),)
    assert "one in each" in reasons[0]
    step, (reason,) = told(board.place("r4c4", 5))
    assert {*step.eliminations} == {(2, 5), (7, 5), (8, 5)}
    assert "the last 5" in reason.lower()


def test_the_sum_of_the_digits_in_circles() -> None:
    board = board_with(CountingCircles("r1c1 r2c4 r5c2"))
    step, reasons = told(board, "counting-circles")
    assert {digit for _, digit in step.eliminations} == {4, 5, 6}
    assert reasons[0].startswith("4 would need four circles")


def test_a_digit_without_circles_that_do_not_see_each_other() -> None:
    board = board_with(CountingCircles("r1c1 r1c2 r2c5"))
    step, reasons = told(board, "counting-circles")
    assert {digit for _, digit in step.eliminations} == {3, 4, 5, 6}
    assert reasons[0] == "3 would need three circles, but it can only be in rows 1 and 2."


@pytest.mark.parametrize("kind", ["look-and-say", "counting circles"])
def test_the_examples_are_solved(kind: str) -> None:
    path = explain(RULES[kind].example, debug=True)
    assert path.stopped == "full"
    assert "constraint-trial" not in {step.technique for step in path.steps}
