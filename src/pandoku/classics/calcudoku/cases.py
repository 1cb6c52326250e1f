# ruff: noqa: D101, D102, PT009  # plain unittest, as in the paper, with names that need no docstrings
"""Tests of every function in func_calcudoku.py, as the paper requires: `python3 tests.py`."""

from __future__ import annotations

import unittest

from pandoku.classics.calcudoku.func_calcudoku import (
    transpose,
    validate_all,
    validate_cages,
    validate_cols,
    validate_rows,
)

EMPTY = [[0] * 5 for _ in range(5)]
SOLVED = [[4, 1, 2, 5, 3], [1, 5, 4, 3, 2], [2, 3, 5, 4, 1], [3, 4, 1, 2, 5], [5, 2, 3, 1, 4]]
CAGES = [
    [5, 0, 5],
    [8, 1, 2, 6],
    [8, 3, 8],
    [6, 4, 9, 14],
    [13, 7, 12, 13],
    [5, 10, 15],
    [14, 11, 16, 20, 21],
    [6, 17, 18, 22],
    [10, 19, 23, 24],
]


class TransposeTest(unittest.TestCase):
    def test_rows_become_columns(self) -> None:
        self.assertEqual(transpose([[1, 2], [3, 4]]), [[1, 3], [2, 4]])

    def test_twice_gives_an_equal_grid_and_not_the_same_one(self) -> None:
        self.assertEqual(transpose(transpose(SOLVED)), SOLVED)
        self.assertIsNot(transpose(EMPTY)[0], EMPTY[0])

    def test_any_size_goes(self) -> None:
        self.assertEqual(transpose([]), [])
        self.assertEqual(transpose([[7]]), [[7]])
        self.assertEqual(transpose([[1, 2, 3], [4, 5, 6], [7, 8, 9]])[2], [3, 6, 9])


class ValidateRowsTest(unittest.TestCase):
    def test_different_numbers_are_valid(self) -> None:
        self.assertTrue(validate_rows(SOLVED))

    def test_a_repeated_number_is_not(self) -> None:
        self.assertFalse(validate_rows([[1, 2, 3], [0, 0, 0], [2, 0, 2]]))

    def test_zeros_may_repeat(self) -> None:
        self.assertTrue(validate_rows(EMPTY))

    def test_columns_are_not_looked_at(self) -> None:
        self.assertTrue(validate_rows([[1, 2], [1, 2]]))


class ValidateColsTest(unittest.TestCase):
    def test_different_numbers_are_valid(self) -> None:
        self.assertTrue(validate_cols(SOLVED))

    def test_a_repeated_number_is_not(self) -> None:
        self.assertFalse(validate_cols([[0, 3, 0], [0, 0, 0], [0, 3, 0]]))

    def test_zeros_may_repeat_and_rows_are_not_looked_at(self) -> None:
        self.assertTrue(validate_cols(EMPTY))
        self.assertTrue(validate_cols([[1, 1], [2, 2]]))


class ValidateCagesTest(unittest.TestCase):
    def test_a_full_cage_has_exactly_its_sum(self) -> None:
        self.assertTrue(validate_cages([[1, 2], [2, 1]], [[3, 0, 1], [3, 2, 3]]))
        self.assertFalse(validate_cages([[1, 2], [2, 1]], [[4, 0, 1], [3, 2, 3]]))
        self.assertFalse(validate_cages([[1, 2], [2, 1]], [[2, 0, 1], [3, 2, 3]]))

    def test_a_partly_filled_cage_stays_below_its_sum(self) -> None:
        self.assertTrue(validate_cages([[1, 0], [0, 0]], [[3, 0, 1]]))
        self.assertFalse(validate_cages([[3, 0], [0, 0]], [[3, 0, 1]]))
        self.assertFalse(validate_cages([[4, 0], [0, 0]], [[3, 0, 1]]))

    def test_an_empty_grid_is_valid(self) -> None:
        self.assertTrue(validate_cages(EMPTY, CAGES))

    def test_digits_may_repeat_in_a_cage(self) -> None:
        self.assertTrue(validate_cages([[1, 2], [2, 1]], [[4, 1, 2], [2, 0, 3]]))

    def test_the_line_with_the_number_of_cages_may_come_first(self) -> None:
        self.assertTrue(validate_cages(SOLVED, [[9], *CAGES]))


class ValidateAllTest(unittest.TestCase):
    def test_a_solution_and_an_empty_grid_are_valid(self) -> None:
        self.assertTrue(validate_all(SOLVED, CAGES))
        self.assertTrue(validate_all(EMPTY, CAGES))

    def test_a_row_a_column_or_a_cage_alone_makes_it_invalid(self) -> None:
        self.assertFalse(validate_all([[1, 1], [0, 0]], [[9, 0, 1, 2, 3]]))
        self.assertFalse(validate_all([[1, 0], [1, 0]], [[9, 0, 1, 2, 3]]))
        self.assertFalse(validate_all([[1, 2], [2, 1]], [[9, 0, 1, 2, 3]]))

    def test_all_three_valid_is_valid(self) -> None:
        self.assertTrue(validate_all([[1, 2], [2, 1]], [[6, 0, 1, 2, 3]]))
