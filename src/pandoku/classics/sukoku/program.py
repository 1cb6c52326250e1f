"""Play a Sudoku in the terminal: `python3 sukoku.py`.

The class `Sudoku` has the names in the README of the original game. Its attributes are lists with
the state of the game. A program can read and change the lists, and then call the methods of the
class. `screen.py` contains the sentences and draws the board.
"""

from __future__ import annotations

import sys

from pandoku.classics.sukoku.screen import (
    PLAY_AGAIN,
    PROMPT,
    SOLVED,
    WELCOME,
    draw,
    say,
    underline_for,
)
from pandoku.errors import PuzzleError

__all__ = ["Sudoku", "play"]

BASE = (
    "530070000",
    "600195000",
    "098000060",
    "800060003",
    "400803001",
    "700020006",
    "060000280",
    "000419005",
    "000080079",
)
DIGITS = tuple("123456789")
QUIT, SOLVE = ("Q", "q"), ("S", "s")  # the original game accepts only capital letters

Grid = list[list[int]]


class Sudoku:
    """A game in the terminal: lists, and the methods that change, check and print the lists.

    Rows and columns are counted from 0, except in the moves that a player types. After a change to
    `board`, call `markUsed` or `fillUsed` to update the counts. The methods use the counts to find
    conflicts.

    Attributes:
        base_board: The puzzle as nine rows of nine numbers, 0 for an empty cell.
        board: The puzzle, with the numbers that the player has entered.
        boxes: The numbers of `board` box by box: boxes[3 * (r // 3) + c // 3].
        solved: Result of the last call of `checkBoard`: whether the board was solved.
        in_box: Number of uses of each number in each box: in_box[box][number - 1].
        in_row: Number of uses of each number in each row: in_row[row][number - 1].
        in_col: Number of uses of each number in each column: in_col[column][number - 1].
    """

    def __init__(self) -> None:
        self.base_board = _zeros()
        self.board = _zeros()
        self.boxes = _zeros()
        self.in_box = _zeros()
        self.in_row = _zeros()
        self.in_col = _zeros()
        self.solved = False
        self.generateBoard()
        self.fillUsed()

    def generateBoard(self) -> None:
        """Set the base board to the built-in puzzle, and copy it to the board.

        The counts are not updated. Call `fillUsed` to update them.
        """
        self.base_board = [[int(digit) for digit in row] for row in BASE]
        self.copyBaseBoard()
        self.solved = False

    def copyBaseBoard(self) -> None:
        """Copy the numbers of the base board into `board` and `boxes`."""
        for r in range(9):
            for c in range(9):
                self.board[r][c] = self.base_board[r][c]
                self._copyToBox(r, c)

    def fillUsed(self) -> None:
        """Count the uses of each number in each row, column and box of the board."""
        for r in range(9):
            for c in range(9):
                self._copyToBox(r, c)
        for unit in range(9):
            column = [row[unit] for row in self.board]
            for num in range(1, 10):
                self.in_row[unit][num - 1] = self.board[unit].count(num)
                self.in_col[unit][num - 1] = column.count(num)
                self.in_box[unit][num - 1] = self.boxes[unit].count(num)

    def markUsed(self, r: int, c: int, num: int, used: int) -> None:
        """Add *used* to the counts of a number in the row, the column and the box of a cell.

        The method also copies the cell's number from `board` to `boxes`, so change `board` first.

        Args:
            r: The row, 0 to 8.
            c: The column, 0 to 8.
            num: The number, 1 to 9. If it is 0, no count changes, because an empty cell has no
                number.
            used: 1 if the number has been written into the cell, -1 if it has been removed.

        Raises:
            PuzzleError: *r*, *c* or *num* is out of range.
        """
        if num != 0:
            for counts in self._countsOf(num, r, c):
                counts[num - 1] += used
        self._copyToBox(r, c)

    def noConflicts(self, num: int, r: int, c: int) -> bool:
        """Return whether the row, the column and the box of a cell have the count 0 for a number.

        Args:
            num: The number, 1 to 9.
            r: The row, 0 to 8.
            c: The column, 0 to 8.

        Raises:
            PuzzleError: *num*, *r* or *c* is out of range.
        """
        return not any(counts[num - 1] for counts in self._countsOf(num, r, c))

    def findEmpty(self, index: list[int]) -> bool:
        """Write the row and the column of the first empty cell into *index*.

        Returns whether there is an empty cell. If there is no empty cell, *index* does not change.
        """
        for r, row in enumerate(self.board):
            if 0 in row:
                index[:] = [r, row.index(0)]
                return True
        return False

    def checkBoard(self) -> None:
        """Print a hint for each number that is twice in a row, column or box. Set `solved`.

        The board is solved if it is full and each row, column and box uses each number once.
        """
        kinds = {"HINT_BOX": self.in_box, "HINT_ROW": self.in_row, "HINT_COL": self.in_col}
        is_full = is_right = True
        for unit in range(9):
            for place in range(9):
                is_full = is_full and self.board[unit][place] != 0
                for hint, counts in kinds.items():
                    is_right = is_right and counts[unit][place] == 1
                    if counts[unit][place] > 1:
                        say(hint, unit + 1)
        if is_full and self._hasDuplicates():
            say("FULL_BUT_CONFLICTS")
        self.solved = is_full and is_right

    def solveBoard(self) -> bool:
        """Fill the empty cells by recursive backtracking, and return True on success.

        The numbers of the player stay on the board. If there is no solution, the board does not
        change.
        """
        index = [0, 0]
        if self._hasDuplicates():  # the board has a conflict, so it has no solution
            return False
        if not self.findEmpty(index):
            return True
        r, c = index
        for num in range(1, 10):
            if self.noConflicts(num, r, c):
                self.board[r][c] = num
                self.markUsed(r, c, num, 1)
                if self.solveBoard():
                    return True
                self.board[r][c] = 0
                self.markUsed(r, c, num, -1)
        return False

    def resetAndSolve(self) -> None:
        """Reset the board to the built-in puzzle, solve it, and print the result and the board."""
        say("SOLVING")
        self.generateBoard()
        self.fillUsed()
        say("SOLUTION_FOUND" if self.solveBoard() else "NO_SOLUTION")
        self.printBoard()

    def printBoard(self) -> None:
        """Print the board."""
        print(draw(self.board, self.base_board, underline_for(sys.stdout)))

    def validateMove(self) -> list[int | str]:
        """Ask for a move until the answer is a valid move, S or Q.

        Returns:
            [row, column, value] as numbers from 1 to 9 (the value may be 0), ["S"] or ["Q"].

        Raises:
            EOFError: The input has ended.
        """
        while True:
            print(PROMPT)
            tokens = input().split(" ")
            if tokens[0] in (*QUIT, *SOLVE):
                return [tokens[0].upper()]
            error = self._errorIn(tokens)
            if not error:
                return [int(token) for token in tokens]
            say(error)

    def makeMove(self) -> bool:
        """Ask for a move, make it and check the board. Return False if the player quits.

        If the move solves the board, the board is printed.
        """
        move = self.validateMove()
        if move == ["Q"]:
            return False
        if move == ["S"]:
            self.resetAndSolve()
            self.checkBoard()
            return True
        row, column, value = (int(part) for part in move)
        self._write(row - 1, column - 1, value)
        self.checkBoard()
        if self.solved:
            self.printBoard()
        return True

    def _write(self, r: int, c: int, num: int) -> None:
        """Write a number into a cell, or 0 to clear the cell, and print messages about the move."""
        old = self.board[r][c]
        self.board[r][c] = num
        self.markUsed(r, c, old, -1)
        if num == 0:
            say(*(("CLEARED", old) if old else ("ALREADY_CLEAR",)))
            return
        if not self.noConflicts(num, r, c):
            say("HINT_MOVE", num, r + 1, c + 1)
        self.markUsed(r, c, num, 1)

    def _errorIn(self, tokens: list[str]) -> str:
        """Return the code of the message for an invalid move, or "" for a valid move."""
        if len(tokens) != 3:
            return "ERR_COUNT"
        row, column, value = tokens
        if row not in DIGITS:
            return "ERR_ROW"
        if column not in DIGITS:
            return "ERR_COL"
        if value not in ("0", *DIGITS):
            return "ERR_VALUE"
        return "ERR_GIVEN" if self.base_board[int(row) - 1][int(column) - 1] else ""

    def _countsOf(self, num: int, r: int, c: int) -> tuple[list[int], list[int], list[int]]:
        if num not in range(1, 10):
            raise PuzzleError(f"expected a number from 1 to 9, found {num!r}")
        box, _ = _place_in_box(r, c)
        return self.in_row[r], self.in_col[c], self.in_box[box]

    def _copyToBox(self, r: int, c: int) -> None:
        box, place = _place_in_box(r, c)
        self.boxes[box][place] = self.board[r][c]

    def _hasDuplicates(self) -> bool:
        return max(map(max, (*self.in_row, *self.in_col, *self.in_box))) > 1


def play() -> None:
    """Play until the player quits or the input ends."""
    try:
        while _play_once():
            pass
    except EOFError:
        pass


def _play_once() -> bool:
    """Play one game, and return True if the player wants another game."""
    game = Sudoku()
    print(WELCOME)
    while not game.solved:
        game.printBoard()
        if not game.makeMove():
            return False
    print(SOLVED)
    print(PLAY_AGAIN)
    return input() not in QUIT


def _zeros() -> Grid:
    return [[0] * 9 for _ in range(9)]


def _place_in_box(r: int, c: int) -> tuple[int, int]:
    """Return the number of a cell's box, and the cell's place in the box. Both count from 0."""
    if r not in range(9) or c not in range(9):
        raise PuzzleError(f"expected a row and a column from 0 to 8, found {r!r} and {c!r}")
    return r // 3 * 3 + c // 3, r % 3 * 3 + c % 3
