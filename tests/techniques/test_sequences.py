"""Arithmetic sequences."""

from __future__ import annotations

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.constraints import Progression
from pandoku.techniques import explain_step, get_technique
from tests.techniques.rule_boards import EMPTY, board_with, lacking, left, step_of

NAME = "arithmetic-sequence"


def test_the_step_of_a_long_line_is_small() -> None:
    board = board_with(Progression("r1c1 r1c2 r1c3 r1c4 r1c5"))
    step, text = step_of(NAME, board)
    assert "so its step is at most 2, and it is not 0" in text
    assert "1 and 9 at r1c2 and r1c4, and 1, 2, 8 and 9 at r1c3 leave the line no room" in text
    assert (left(board, step, "r1c2"), left(board, step, "r1c3")) == ("2345678", "34567")


def test_each_sequence_with_a_digit_needs_a_digit_that_is_gone() -> None:
    board = board_with(Progression("r1c1 r1c2 r1c3"))
    board = lacking(board.after(step_of(NAME, board)[0]), {"r1c1": "13"})
    step, text = step_of(NAME, board)
    assert "With 2 at r1c2, the line is 3 2 1 or 1 2 3, but r1c1 is not 1 or 3." in text
    assert left(board, step, "r1c2") == "345678"


def test_wrong_full_and_short_lines_are_harmless() -> None:
    puzzle = board_with(Progression("r1c1 r1c2"), Progression("r2c1 r3c2 r4c3 r5c4")).puzzle
    technique = get_technique(NAME)
    for mask in (1, 2, 256, 5, 448):
        board = Board(puzzle, EMPTY, (mask,) * 81)
        for step in technique.steps(board):
            explain_step(step, board)
    (solution,) = pandoku.solve(Puzzle(Geometry.sudoku(9), EMPTY), limit=1).solutions
    full = Board(puzzle, solution, tuple(1 << (digit - 1) for digit in solution))
    assert not list(technique.steps(full))


def test_a_line_through_the_grid_may_be_constant() -> None:
    board = Board.start(Puzzle.sudoku(6).with_(Progression("r1c1 r2c4")))
    assert not list(get_technique(NAME).steps(board))
