# By the pandoku authors and their partner: you, the reader.
"""Solve Sudoku puzzles with sets: `python3 sudoku.py`.

A problem is an array (a list of lists) with the set of numbers that are still possible at each
location. A location is (row, column), both counted from 0.
"""

from __future__ import annotations

from pandoku.classics._front import read_text, why
from pandoku.errors import FormatError
from pandoku.formats import dumps, loads
from pandoku.model import Geometry, Puzzle

__all__ = [
    "convertToInts",
    "convertToSets",
    "eliminate",
    "getBoxLocations",
    "getColumnLocations",
    "getRowLocations",
    "isSolved",
    "main",
    "print_sudoku",
    "read_sudoku",
    "solve",
]

Location = tuple[int, int]
_Sets = list[list[set[int]]]


def read_sudoku(file_name: str) -> list[list[int]]:
    """Return the Sudoku problem in a file: nine lists of nine integers.

    Raises:
        OSError: The file cannot be read.
        FormatError: The file is not a list of nine lists of nine numbers from 0 to 9.
    """
    puzzle = loads(read_text(file_name), format="list")
    if puzzle.order != 9:
        raise FormatError(f"expected 9 lists of 9 numbers, found {puzzle.order}", format="list")
    return [list(puzzle.givens[start : start + 9]) for start in range(0, 81, 9)]


def convertToSets(problem: list[list[int]]) -> _Sets:
    """Return a new array of sets: {1, ..., 9} for 0, and {number} for any other number."""
    return [[{number} if number else set(range(1, 10)) for number in row] for row in problem]


def convertToInts(problem: _Sets) -> list[list[int]]:
    """Return a new array of integers: the number in a set of one, and 0 for any other set."""
    return [[min(numbers) if len(numbers) == 1 else 0 for numbers in row] for row in problem]


def getRowLocations(rowNumber: int) -> list[Location]:
    """Return the nine locations of a row, from left to right."""
    return [(rowNumber, column) for column in range(9)]


def getColumnLocations(columnNumber: int) -> list[Location]:
    """Return the nine locations of a column, from top to bottom."""
    return [(row, columnNumber) for row in range(9)]


def getBoxLocations(location: Location) -> list[Location]:
    """Return the nine locations of the box that contains *location*, row by row."""
    top, left = location[0] // 3 * 3, location[1] // 3 * 3
    return [(row, column) for row in range(top, top + 3) for column in range(left, left + 3)]


def eliminate(problem: _Sets, location: Location, listOfLocations: list[Location]) -> int:
    """Remove the only number at *location* from the sets at the other locations of the list.

    The function changes *problem*, which may have any size, and returns the number of sets that it
    has changed. If the set at *location* does not have exactly one element, nothing changes.
    """
    row, column = location
    if len(problem[row][column]) != 1:
        return 0
    number, removed = min(problem[row][column]), 0
    for r, c in listOfLocations:
        if (r, c) != (row, column) and number in problem[r][c]:
            problem[r][c].remove(number)
            removed += 1
    return removed


def isSolved(problem: _Sets) -> bool:
    """Return whether every set has exactly one element."""
    return all(len(numbers) == 1 for row in problem for numbers in row)


def solve(problem: _Sets) -> bool:
    """Repeat passes until a pass removes no number. Return whether the problem is solved.

    The function changes *problem*. A pass visits all locations row by row, and calls `eliminate`
    for the row, the column and the box of each location.
    """
    removed = -1
    while removed:
        removed = 0
        for row in range(9):
            for column in range(9):
                removed += eliminate(problem, (row, column), getRowLocations(row))
                removed += eliminate(problem, (row, column), getColumnLocations(column))
                removed += eliminate(problem, (row, column), getBoxLocations((row, column)))
    return isSolved(problem)


def print_sudoku(problem: list[list[int]]) -> None:
    """Print a 9x9 array of integers with its boxes, and dots for zeros."""
    givens = tuple(number for row in problem for number in row)
    print(dumps(Puzzle(Geometry.sudoku(9), givens), "pretty"), end="")


def main() -> None:
    """Ask for a file, print its problem and solution, and ask whether to continue.

    The function asks again if the file is not a puzzle. It stops at an empty answer or at the end
    of the input.
    """
    print("Sudoku by sets, by the pandoku authors and you")
    try:
        while file_name := input("File with a Sudoku puzzle (empty to stop): ").strip():
            try:
                problem = read_sudoku(file_name)
            except (OSError, ValueError) as error:
                print(f"Cannot read a puzzle: {why(error)}")
                continue
            showSolution(problem)
            if input("Solve another one (y/n)? ").strip().lower() not in ("y", "yes"):
                return
    except EOFError:
        print()


def showSolution(problem: list[list[int]]) -> None:
    """Print a problem, its solution as far as it is found, and the unsolved locations."""
    print_sudoku(problem)
    sets = convertToSets(problem)
    print("Solved:" if solve(sets) else "As far as it goes:")
    print_sudoku(convertToInts(sets))
    for line in describeUnsolved(sets):
        print(line)


def describeUnsolved(problem: _Sets) -> list[str]:
    """Return a line with the possible numbers for each location that is not solved."""
    lines = []
    for row, sets in enumerate(problem):
        for column, numbers in enumerate(sets):
            if not numbers:
                lines.append(f"Location ({row}, {column}) has no possible number left")
            elif len(numbers) > 1:
                choice = ", ".join(map(str, sorted(numbers)))
                lines.append(f"Location ({row}, {column}) might be any of {{{choice}}}")
    return lines
