"""Solve a Mathdoku: `python3 mathdoku.py FILE`, or the class `Mathdoku`.

A file has n lines of n characters. Cells with equal characters form a group. Then there is a line
for each group, such as `a 3 -`: the group, its result, and its operator. The format `letters` also
reads these files, but raises an error for an incomplete puzzle. The paper requires that a program
loads an incomplete puzzle, and reports the defect only when the puzzle is to be solved. Therefore
this program has a separate reader.
"""

from __future__ import annotations

import io
import re
import sys
from math import prod

from pandoku.classics._front import complain, read_text, why
from pandoku.classics.mathdoku.reading import grid_defect, split_lines, text_in
from pandoku.engines.backtracking import is_choice
from pandoku.errors import FormatError

__all__ = ["Mathdoku", "main"]

CELLS = {"=": 1, "-": 2, "/": 2}  # number of cells that an operator needs
DASHES = str.maketrans("\N{EN DASH}\N{MINUS SIGN}", "--")  # dashes that papers print instead of '-'


class Mathdoku:
    """A Mathdoku that can be loaded, checked, solved and printed.

    All names come from the paper. In the paper, `initializeDS` and the methods after it are
    private. `load_puzzle` and `ready_to_solve` are aliases of `loadPuzzle` and `readyToSolve`. Rows
    and columns are counted from 0, and a location is [row, column].

    Attributes:
        puzzleSize: Number of rows and columns, or 0 if no grid is loaded.
        choiceCounter: Number of wrong choices in the last call of `solve` (see `choices`).
        isPuzzleReady: Result of the last call of `readyToSolve`: whether every group had a clue
            that fits its cells.
        isGridComplete: Whether an n x n grid is loaded.
        operators: The operators that a puzzle may have.
        grpVarSet: The characters of the groups.
        puzzleInput: The lines of the puzzle, without blank lines and surrounding spaces.
        groupCells: The locations of each group, row by row.
        groupOperators: The operator in the line of each group, as written.
        groupEquals: The result in the line of each group, if it is an integer.
        groupArr: The grid of groups: groupArr[row][column].
        puzzleBoard: The values of the cells, 0 for an empty cell: puzzleBoard[row][column].
        reason: Reason why the last call of `loadPuzzle`, `readyToSolve` or `solve` returned False,
            or "".
    """

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.reason = ""
        self.operators = ["+", "-", "*", "/", "="]
        self.puzzleInput: list[str] = []
        self._forgetPuzzle()

    def _forgetPuzzle(self) -> None:
        self.puzzleSize = 0
        self.choiceCounter = 0
        self.isPuzzleReady = False
        self.isGridComplete = False
        self.grpVarSet: set[str] = set()
        self.groupCells: dict[str, list[list[int]]] = {}
        self.groupOperators: dict[str, str] = {}
        self.groupEquals: dict[str, int] = {}
        self.groupArr: list[list[str]] = []
        self.puzzleBoard: list[list[int]] = []
        self._n_undone = 0

    def loadPuzzle(self, stream: object) -> bool:
        """Read a puzzle, which replaces the loaded puzzle.

        Blank lines and surrounding spaces are ignored. A clue line without exactly three words is
        ignored, so its group has no clue. If a group has several clues, the last clue counts.

        Args:
            stream: An object with a method `read`, or at least `readline`, that returns text or
                bytes.

        Returns:
            Whether a square grid of at most 9x9 was read. False if *stream* is None, empty or
            unreadable.
        """
        self._reset()
        try:
            text = text_in(stream)
        except (OSError, EOFError, ValueError) as error:
            self.reason = why(error)
            return False
        self.puzzleInput = [line for raw in text.splitlines() if (line := raw.strip())]
        return self.initializeDS()

    def readyToSolve(self) -> bool:
        """Return whether a grid is loaded and every group has a clue that fits its cells."""
        self.reason = self._defect()
        self.isPuzzleReady = not self.reason
        return self.isPuzzleReady

    def solve(self) -> bool:
        """Fill the empty cells with the first solution found, and return True on success.

        Returns False, without changing the board, if the puzzle is not ready, if a value on the
        board breaks a rule, or if there is no solution. If the board is full already, neither the
        board nor `choices` changes.
        """
        if not self.readyToSolve():
            return False
        if misplaced := self._misplaced():
            self.reason = misplaced
            return False
        if self.nextEmptyCell() is None:
            return True
        self.choiceCounter = self._n_undone = 0
        is_solved = self._solveNext()
        self.reason = "" if is_solved else "no solution"
        return is_solved

    def _solveNext(self) -> bool:
        location = self.nextEmptyCell()
        if location is None:
            return True
        row, column = location
        for value in range(1, self.puzzleSize + 1):
            if self.valueValidation(value, row, column):
                self.puzzleBoard[row][column] = value
                if self._solveNext():
                    return True
                self.puzzleBoard[row][column] = 0
                self._n_undone += 1
        self.choicesIncrement()
        return False

    def print(self) -> str:
        """Return the rows of the board, each with a newline, or "" if no grid is loaded.

        An empty cell shows its group.
        """
        return "".join(
            "".join(str(value or group) for value, group in zip(values, groups, strict=True)) + "\n"
            for values, groups in zip(self.puzzleBoard, self.groupArr, strict=True)
        )

    def choices(self) -> int:
        """Return the number of wrong choices in the last `solve`, or 0 before the first call.

        The paper counts a wrong choice whenever no value is left for a cell, but only if few cells
        are empty at that time: at most 2n for n <= 4, and at most n for n > 4.
        """
        return self.choiceCounter

    def undone(self) -> int:
        """Return the number of values that the last `solve` placed and then removed, or 0."""
        return self._n_undone

    load_puzzle = loadPuzzle
    ready_to_solve = readyToSolve

    def initializeDS(self) -> bool:
        """Set up all attributes from `puzzleInput`, and return True if it has a square grid."""
        self._forgetPuzzle()
        rows, clues = split_lines(self.puzzleInput)
        self.reason = grid_defect(rows)
        if self.reason:
            return False
        self.isGridComplete = True
        self.puzzleSize = len(rows)
        self.groupArr = [list(row) for row in rows]
        self.puzzleBoard = [[0] * self.puzzleSize for _ in rows]
        for row, groups in enumerate(self.groupArr):
            for column, group in enumerate(groups):
                self.groupCells.setdefault(group, []).append([row, column])
        self.grpVarSet = set(self.groupCells)
        self._readClues(clues)
        return True

    def _readClues(self, lines: list[str]) -> None:
        for line in lines:
            words = line.split()
            if len(words) != 3:
                continue
            group, result, operator = (words[0], *(word.translate(DASHES) for word in words[1:]))
            self.groupOperators[group] = operator
            self.groupEquals.pop(group, None)
            if re.fullmatch(r"[+-]?[0-9]{1,60}", result):
                self.groupEquals[group] = int(result)

    def rowValidation(self, value: int, rowNo: int, colNo: int) -> bool:
        """Return whether the row of a cell does not contain a value."""
        return value not in self.puzzleBoard[rowNo]

    def colValidation(self, value: int, rowNo: int, colNo: int) -> bool:
        """Return whether the column of a cell does not contain a value."""
        return all(row[colNo] != value for row in self.puzzleBoard)

    def groupValidation(self, value: int, rowNo: int, colNo: int) -> bool:
        """Return whether the group of an empty cell can reach its result with a value in the cell.

        +  *   the sum or product is at most the result, and equals the result if all cells are full
        -  /   the other cell is empty, or the difference or quotient of both is the result
        =      the value is the result

        Also returns False if the group has no clue, or has - or / but not exactly two cells.
        """
        group = self.groupArr[rowNo][colNo]
        operator, result = self.groupOperators.get(group), self.groupEquals.get(group)
        if result is None:
            return False
        places = [(r, c) for r, c in self.groupCells[group] if (r, c) != (rowNo, colNo)]
        others = [self.puzzleBoard[r][c] for r, c in places]
        # The paper only requires that sums and products do not exceed the result. This rule would
        # accept wrong grids, so a full group must also reach its result.
        is_full = 0 not in others
        if operator == "+":
            total = value + sum(others)
            return total == result if is_full else total <= result
        if operator == "*":
            product = value * prod(other or 1 for other in others)
            return product == result if is_full else product <= result
        if operator == "=":
            return value == result
        if operator not in ("-", "/") or len(others) != 1:
            return False
        if not is_full:
            return True
        smaller, larger = sorted((value, others[0]))
        return larger - smaller == result if operator == "-" else larger == result * smaller

    def valueValidation(self, value: int, rowNo: int, colNo: int) -> bool:
        """Return whether a value fits into the row, the column and the group of an empty cell."""
        return (
            self.rowValidation(value, rowNo, colNo)
            and self.colValidation(value, rowNo, colNo)
            and self.groupValidation(value, rowNo, colNo)
        )

    def nextEmptyCell(self) -> list[int] | None:
        """Return the location of the first empty cell, row by row, or None if the board is full."""
        for number, row in enumerate(self.puzzleBoard):
            if 0 in row:
                return [number, row.index(0)]
        return None

    def choicesIncrement(self) -> None:
        """Count a wrong choice if few enough cells are empty (see `choices`)."""
        n_empty = sum(row.count(0) for row in self.puzzleBoard)
        self.choiceCounter += is_choice(self.puzzleSize, n_empty)

    def _misplaced(self) -> str:
        """Return a sentence about a value on the board that breaks a rule, or ""."""
        for number, row in enumerate(self.puzzleBoard):
            for column, value in enumerate(row):
                if value:
                    row[column] = 0
                    fits = self.valueValidation(value, number, column)
                    row[column] = value
                    if not (fits and 1 <= value <= self.puzzleSize):
                        return f"row {number + 1}, column {column + 1}: {value} breaks a rule"
        return ""

    def _defect(self) -> str:
        """Return the first defect of the loaded puzzle, or "" if there is no defect."""
        if not self.isGridComplete:
            return self.reason or "no puzzle is loaded"
        for group, operator in self.groupOperators.items():
            if operator not in self.operators:
                found = f"found {operator!r}"
                return f"group {group!r}: expected an operator out of + - * / =, {found}"
        for group, cells in self.groupCells.items():
            if group not in self.groupOperators:
                return f"group {group!r}: expected a line such as '{group} 3 +', found none"
            if group not in self.groupEquals:
                return f"group {group!r}: expected an integer result before the operator"
            operator = self.groupOperators[group]
            needed = CELLS.get(operator, len(cells))
            if needed != len(cells):
                expected = f"expected {needed} cell{'s' * (needed > 1)} for {operator!r}"
                # Unlike the paper, the rest of pandoku allows '-' and '/' with more than two cells.
                hint = "; `pandoku solve` takes more" if 1 < needed < len(cells) else ""
                return f"group {group!r}: {expected}, found {len(cells)}{hint}"
        return ""


def main() -> int:
    """Print the solution of the file named on the command line.

    Returns the exit status: 0 for a solution, 1 if there is no solution, 2 if the file cannot be
        read or is not a complete puzzle.
    """
    if len(sys.argv) != 2:
        return complain("usage: python3 mathdoku.py FILE", code=2)
    puzzle = Mathdoku()
    try:
        text = read_text(sys.argv[1])
    except (OSError, FormatError) as error:
        return complain(f"mathdoku: {why(error)}", code=2)
    if not (puzzle.loadPuzzle(io.StringIO(text)) and puzzle.readyToSolve()):
        return complain(f"mathdoku: {puzzle.reason}", code=2)
    is_solved = puzzle.solve()
    print(puzzle.print() if is_solved else "", end="", flush=True)  # before the choices on stderr
    counts = f"choices: {puzzle.choices()}"
    return complain(counts if is_solved else f"no solution\n{counts}", code=int(not is_solved))
