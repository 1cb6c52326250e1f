"""Equal cells: candidates carried over, and the sight of cells that are equal."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, Clone, Palindrome, SameValues
from pandoku.logic import explain
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed


def board_with(*constraints: Constraint, digits: dict[int, int] | None = None) -> Board:
    cells = [0] * 81
    for cell, digit in (digits or {}).items():
        cells[cell] = digit
    return Board.start(Puzzle(9).with_(*constraints), cells)


def steps_of(name: str, board: Board) -> list[Step]:
    return list(TECHNIQUES[name].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def test_a_line_is_one_step() -> None:
    line = Palindrome("r1c1 r2c2 r3c3 r4c4 r5c5 r6c6")
    board = board_with(line, digits={0: 3, 8: 5, 26: 7})
    (step,) = steps_of("equal-cells", board)
    assert step.placements == ((50, 3),)
    assert (40, 3) in step.eliminations
    assert "r6c6 is equal to r1c1, which is 3." in told(step, board)


def test_clones_in_a_row_are_equal() -> None:
    board = board_with(Clone("r1c1", "r5c5"), Clone("r5c5", "r9c9"), digits={1: 4, 78: 6})
    first = steps_of("equal-cells", board)[0]
    assert {*first.eliminations} == {(40, 4), (80, 4), (0, 6), (40, 6)}
    assert told(first, board) == ["r1c1, r5c5 and r9c9 share only 1, 2, 3, 5, 7, 8 and 9."]


def test_equal_cells_see_what_one_of_them_sees() -> None:
    board = board_with(Clone("r1c1", "r5c5"))
    for column in (2, 3, 4, 6, 7, 8, 9):
        board = board.eliminate(f"r9c{column}", 8)
    (step,) = [s for s in steps_of("equal-cells-sight", board) if (0, 8) in s.eliminations]
    assert {*step.eliminations} == {(0, 8), (40, 8)}
    assert told(step, board) == [
        "In row 9, 8 can only be at r9c1 or r9c5.",
        "r1c1 and r5c5 are equal.",
        "r1c1 sees r9c1, and r5c5 sees r9c5.",
        "With 8 at them, row 9 has no place for its 8.",
    ]


def test_a_cell_sees_a_place_by_way_of_an_equal_cell() -> None:
    board = board_with(Clone("r1c1", "r5c5"))
    for column in (2, 3, 4, 5, 6, 7, 8):
        board = board.eliminate(f"r1c{column}", 8)
    found = [s for s in steps_of("equal-cells-sight", board) if s.eliminations == ((44, 8),)]
    assert told(found[0], board)[1] == "r5c9 sees r1c9, and r5c5, which is equal to r1c1."


def test_a_digit_that_one_set_lacks_is_not_in_the_other() -> None:
    board = board_with(SameValues("r1c1 r1c2", "r5c5 r5c6"), digits={8: 9})
    (step,) = steps_of("same-values", board)
    assert {*step.eliminations} == {(40, 9), (41, 9)}
    assert told(step, board) == ["r1c1 and r1c2 cannot hold 9, so r5c5 and r5c6 cannot either."]


@pytest.mark.parametrize("name", ["equal-cells", "equal-cells-sight", "same-values"])
def test_open_and_wrong_boards_do_no_harm(name: str) -> None:
    line = Palindrome("r1c1 r2c2 r3c3 r4c4 r5c5 r6c6")
    assert steps_of(name, board_with(line)) == []
    broken = board_with(line, SameValues("r1c1", "r6c6"), digits={0: 3, 50: 4})
    for step in steps_of(name, broken):
        TECHNIQUES[name].explain(step, broken)


@pytest.mark.parametrize("kind", ["clone", "palindrome", "same-values"])
def test_steps_of_examples_are_right(kind: str) -> None:
    assert explain(RULES[kind].example, debug=True).stopped == "full"
