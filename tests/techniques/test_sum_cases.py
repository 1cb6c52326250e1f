"""Sums that need a digit, and digits that leave a sum without a way."""

from __future__ import annotations

import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.constraints import Arrow, EqualSum, LittleKiller, RegionSum, Zipper
from pandoku.techniques import explain_step, get_technique
from tests.techniques.rule_boards import EMPTY, board_with, lacking, left, step_of

NAMES = ("sum-pointing", "sum-cases")


# ---- pointing


def test_a_diagonal_needs_high_digits_in_both_of_its_boxes() -> None:
    board = board_with(LittleKiller("r6c9", "UL", 47))
    step, text = step_of("sum-pointing", board)
    assert "r6c9, r5c8 and r4c7 make at most 9 + 8 + 7 = 24" in text
    assert "make at least 47 − 24 = 23" in text
    assert "Without 9, they make at most 8 + 7 + 6 = 21, and without 8, 9 + 7 + 6 = 22." in text
    assert "The same is true of r6c9, r5c8 and r4c7." in text
    assert {digit for _, digit in step.eliminations} == {8, 9}
    assert left(board, step, "r1c6") == left(board, step, "r4c9") == "1234567"


def test_a_shaft_needs_a_low_digit() -> None:
    board = board_with(Arrow("r6c2", "r7c3 r6c4 r5c5 r4c6"))
    step, text = step_of("sum-pointing", board)
    assert "The circle r6c2 is at most 9, and r7c3 is at least 1" in text
    assert "Without 1, they make at least 2 + 3 + 4 = 9." in text
    assert "Box 5 has its 1 at r6c4, r5c5 or r4c6." in text
    assert left(board, step, "r4c4") == "23456789"


def test_a_needed_digit_with_one_place_is_there() -> None:
    board = lacking(
        board_with(LittleKiller("r1c3", "DL", 23)), {"r1c3": "9", "r2c2": "9", "r3c1": "1"}
    )
    step, text = step_of("sum-pointing", board)
    assert "Without 9, r1c3, r2c2 and r3c1 make at most 8 + 7 + 6 = 21" in text
    assert left(board, step, "r3c1") == "9"


# ---- cases


def test_all_sets_for_the_rest_fall() -> None:
    gone = {"r1c7": "59", "r2c8": "249", "r3c9": "39"}
    board = lacking(board_with(LittleKiller("r1c7", "DR", 11)), gone)
    step, text = step_of("sum-cases", board)
    assert "With 5 at r3c9, r1c7 and r2c8 make 6: 1 + 5 has a second 5, and 2 + 4 is out" in text
    assert left(board, step, "r3c9") == "124678"


def test_a_set_with_the_digit_that_was_supposed_first_has_it_twice() -> None:
    gone = {"r1c9": "4789", "r2c9": "46789", "r3c9": "145789", "r4c9": "1234567"}
    board = lacking(board_with(RegionSum("r4c9 r3c9 r2c9 r1c9")), gone)
    step, text = step_of("sum-cases", board)
    assert "With 3 at r1c9, r4c9 is 8 or 9. With 8 there, r2c9 and r3c9 make 5" in text
    assert "2 + 3 has a second 3, and 1 + 4 is out, as no 4 is left there" in text
    assert "do not take" not in text
    assert "3" not in left(board, step, "r1c9")


def test_a_digit_leaves_the_sum_by_sight_and_makes_it_too_large() -> None:
    gone = {
        "r2c2": "3456789",
        "r2c3": "35",
        "r3c2": "35",
        "r3c3": "35",
        "r4c2": "1",
        "r4c3": "1",
    }
    board = lacking(board_with(Arrow("r2c2 r2c3", "r3c3 r3c2 r4c2 r4c3")), gone)
    step, text = step_of("sum-cases", board)
    assert "With 2 at r2c3, r2c2 is 1, r3c3 and r3c2 are not 1 or 2, and r4c3 is not 2" in text
    assert "so the shaft makes at least 4 + 6 in row 3 and 2 + 3 in row 4, together 15" in text
    assert "but the pill makes at most 10 + 2 = 12" in text
    assert left(board, step, "r2c3") == "146789"


# ---- damage


@pytest.mark.parametrize("name", NAMES)
def test_wrong_and_full_boards_are_harmless(name: str) -> None:
    constraints = (
        Arrow("r1c1", "r1c2 r2c3"),
        Arrow("r9c1 r9c2", "r8c3 r7c3"),
        Zipper("r5c5 r5c6 r5c7"),
        EqualSum("r7c7 r7c8", "r8c7 r9c7"),
        LittleKiller("r1c3", "DL", 20),
    )
    puzzle, technique = board_with(*constraints).puzzle, get_technique(name)
    for mask in (1, 2, 256, 5, 448):
        board = Board(puzzle, EMPTY, (mask,) * 81)
        for step in technique.steps(board):
            explain_step(step, board)
    (solution,) = pandoku.solve(Puzzle(Geometry.sudoku(9), EMPTY), limit=1).solutions
    full = Board(puzzle, solution, tuple(1 << (digit - 1) for digit in solution))
    assert not list(technique.steps(full))


@pytest.mark.parametrize("name", NAMES)
def test_a_long_line_does_not_hang(name: str) -> None:
    rows = [[r * 6 + c for c in (range(6) if r % 2 == 0 else range(5, -1, -1))] for r in range(6)]
    cells = tuple(cell for row in rows for cell in row)
    puzzle = Puzzle(Geometry.sudoku(6), (0,) * 36).with_(RegionSum(cells[:30]), Zipper(cells))
    board = Board.start(puzzle)
    for step in get_technique(name).steps(board):
        explain_step(step, board)
