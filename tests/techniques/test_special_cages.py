"""Rellik cages and equality cages."""

from __future__ import annotations

import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.constraints import EqualityCage, RellikCage
from pandoku.techniques import explain_step, get_technique
from tests.techniques.rule_boards import EMPTY, board_with, lacking, left, step_of

SEVEN = "r1c1 r1c2 r2c1 r2c2 r3c1"


def test_the_number_of_a_rellik_cage_is_not_one_of_its_digits() -> None:
    board = board_with(RellikCage("r1c1 r1c2", 7), RellikCage("r5c5 r5c6", 8))
    step, text = step_of("rellik-cage", board)
    assert "The number of a rellik cage is not one of its digits." in text
    assert (left(board, step, "r1c1"), left(board, step, "r5c5")) == ("12345689", "12345679")


def test_a_large_rellik_cage_needs_the_digits_without_a_partner() -> None:
    board = board_with(RellikCage(SEVEN, 7))
    board = board.after(step_of("rellik-cage", board)[0])
    step, text = step_of("rellik-cage", board)
    assert "has at most one digit of each of 1 + 6, 2 + 5 and 3 + 4" in text
    assert "so its five digits include 8 and 9" in text
    assert left(board, step, "r3c3") == "1234567"


def test_digits_of_a_rellik_cage_exclude_the_rest_of_the_sum() -> None:
    board = board_with(RellikCage("r1c1 r1c2 r1c3", 7), givens={"r1c1": 1, "r1c2": 2})
    board = board.after(step_of("rellik-cage", board)[0])
    step, text = step_of("rellik-cage", board)
    assert "r1c1 and r1c2 are 1 and 2, and" in text
    assert "2 + 5 = 7" in text
    assert "1 + 2 + 4 = 7" in text
    assert left(board, step, "r1c3") == "389"


def test_half_of_an_equality_cage_is_low() -> None:
    board = board_with(EqualityCage("r1c1 r1c2 r2c1 r2c2"))
    step, text = step_of("equality-cage", board)
    assert "5 is neither low nor high." in text
    board = lacking(board.after(step), {"r1c1": "6789", "r1c2": "6789"})
    step, text = step_of("equality-cage", board)
    assert "Two digits of the four-cell equality cage at r1c1 are low (1, 2, 3 or 4)" in text
    assert "and r1c1 and r1c2 are low." in text
    assert left(board, step, "r2c1") == "6789"


def test_low_odd_digits_are_as_many_as_high_even_digits() -> None:
    cells = ("r1c1", "r1c2", "r2c1", "r2c2")
    board = lacking(board_with(EqualityCage(" ".join(cells))), dict.fromkeys(cells, "135"))
    step, text = step_of("equality-cage", board)
    assert "No cell can be low odd" in text
    assert "so there is no high even digit (6 or 8)" in text
    assert left(board, step, "r1c1") == "2479"


@pytest.mark.parametrize("name", ["rellik-cage", "equality-cage"])
def test_wrong_and_full_boards_are_harmless(name: str) -> None:
    cages = (RellikCage(SEVEN, 30), RellikCage("r5c5", 2), EqualityCage("r7c7 r7c8"))
    puzzle, technique = board_with(*cages).puzzle, get_technique(name)
    for mask in (1, 2, 256, 5, 448):
        board = Board(puzzle, EMPTY, (mask,) * 81)
        for step in technique.steps(board):
            explain_step(step, board)
    (solution,) = pandoku.solve(Puzzle(Geometry.sudoku(9), EMPTY), limit=1).solutions
    full = Board(puzzle, solution, tuple(1 << (digit - 1) for digit in solution))
    assert not list(technique.steps(full))
