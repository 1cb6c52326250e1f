# ruff: noqa: D101, D102, PT009  # plain unittest, as in the paper, with names that need no docstrings
"""Unit tests of the functions in sudoku.py that have no input or output."""

from __future__ import annotations

import unittest
from copy import deepcopy

from pandoku.classics.sets.program import (
    convertToInts,
    convertToSets,
    describeUnsolved,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    isSolved,
    solve,
)

ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9}
PROBLEM = [
    [0, 0, 4, 0, 0, 0, 0, 6, 7],
    [3, 0, 0, 4, 7, 0, 0, 0, 5],
    [1, 5, 0, 8, 2, 0, 0, 0, 3],
    [0, 0, 6, 0, 0, 0, 0, 3, 1],
    [8, 0, 2, 1, 0, 5, 6, 0, 4],
    [4, 1, 0, 0, 0, 0, 9, 0, 0],
    [7, 0, 0, 0, 8, 0, 0, 4, 6],
    [6, 0, 0, 0, 1, 2, 0, 0, 0],
    [9, 3, 0, 0, 0, 0, 7, 1, 0],
]
ROWS = "284593167 369471825 157826493 576948231 892135674 413267958 721389546 645712389 938654712"
SOLUTION = [[int(digit) for digit in row] for row in ROWS.split()]
SMALL = [[{1, 2}, {3}, {4}], [{1}, {3, 5, 7}, {2}], [{2, 3}, {2}, {1, 2, 3}]]


class ConvertTest(unittest.TestCase):
    def test_a_zero_becomes_all_numbers_and_another_number_itself(self) -> None:
        self.assertEqual(convertToSets([[0, 1], [2, 0]]), [[ALL, {1}], [{2}, ALL]])

    def test_every_zero_gets_a_set_of_its_own(self) -> None:
        sets = convertToSets([[0, 0]])
        sets[0][0].remove(1)
        self.assertEqual(sets[0][1], ALL)

    def test_a_set_of_one_becomes_its_element_and_any_other_zero(self) -> None:
        self.assertEqual(convertToInts(SMALL), [[0, 3, 4], [1, 0, 2], [0, 2, 0]])
        self.assertEqual(convertToInts([[set()]]), [[0]])

    def test_arrays_of_any_shape_go(self) -> None:
        self.assertEqual(convertToSets([]), [])
        self.assertEqual(convertToInts([[], [{5}]]), [[], [5]])

    def test_the_argument_stays_as_it_was(self) -> None:
        problem = [[0, 1], [2]]
        sets = convertToSets(problem)
        convertToInts(sets)
        self.assertEqual(problem, [[0, 1], [2]])
        self.assertEqual(sets, [[ALL, {1}], [{2}]])


class LocationsTest(unittest.TestCase):
    def test_a_row_has_nine_columns(self) -> None:
        self.assertEqual(getRowLocations(3), [(3, column) for column in range(9)])

    def test_a_column_has_nine_rows(self) -> None:
        self.assertEqual(getColumnLocations(8), [(row, 8) for row in range(9)])

    def test_a_box_is_the_one_the_location_lies_in(self) -> None:
        top = [(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)]
        self.assertEqual(getBoxLocations((1, 4)), top)
        self.assertEqual(getBoxLocations((2, 3)), top)
        self.assertIn((8, 8), getBoxLocations((6, 6)))


class EliminateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.problem = deepcopy(SMALL)

    def test_only_the_listed_locations_lose_the_number(self) -> None:
        self.assertEqual(eliminate(self.problem, (1, 2), [(0, 0), (1, 0), (2, 2)]), 2)
        self.assertEqual(self.problem[0][0], {1})
        self.assertEqual(self.problem[2], [{2, 3}, {2}, {1, 3}])

    def test_the_location_itself_keeps_it(self) -> None:
        self.assertEqual(eliminate(self.problem, (1, 2), [(1, 2), (2, 0)]), 1)
        self.assertEqual(self.problem[1][2], {2})

    def test_a_location_listed_twice_counts_once(self) -> None:
        self.assertEqual(eliminate(self.problem, (1, 2), [(0, 0), (0, 0)]), 1)

    def test_a_location_with_several_numbers_changes_nothing(self) -> None:
        self.assertEqual(eliminate(self.problem, (0, 0), [(1, 0), (2, 2)]), 0)
        self.assertEqual(self.problem, SMALL)

    def test_the_last_number_may_go(self) -> None:
        self.assertEqual(eliminate(self.problem, (1, 2), [(2, 1)]), 1)
        self.assertEqual(self.problem[2][1], set())


class SolveTest(unittest.TestCase):
    def test_singletons_are_solved_whatever_they_hold(self) -> None:
        self.assertTrue(isSolved([[{1}, {1}], [{2}]]))
        self.assertFalse(isSolved([[{1}, {1, 2}]]))
        self.assertFalse(isSolved([[{1}, set()]]))

    def test_an_easy_problem_is_solved_in_place(self) -> None:
        sets = convertToSets(PROBLEM)
        self.assertTrue(solve(sets))
        self.assertEqual(convertToInts(sets), SOLUTION)

    def test_a_problem_without_numbers_stays_open(self) -> None:
        sets = convertToSets([[0] * 9 for _ in range(9)])
        self.assertFalse(solve(sets))
        self.assertEqual(sets[8][8], ALL)

    def test_a_contradiction_ends_unsolved(self) -> None:
        sets = convertToSets([[4, 4, *[0] * 7], *([0] * 9 for _ in range(8))])
        self.assertFalse(solve(sets))


class DescribeUnsolvedTest(unittest.TestCase):
    def test_open_locations_are_listed_with_their_numbers_ascending(self) -> None:
        lines = describeUnsolved([[{1}, {9, 3, 6}], [set(), {2}]])
        self.assertEqual(lines[0], "Location (0, 1) might be any of {3, 6, 9}")
        self.assertEqual(lines[1], "Location (1, 0) has no possible number left")
        self.assertEqual(len(lines), 2)
