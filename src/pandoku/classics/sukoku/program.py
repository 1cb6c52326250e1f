"""Play a Sudoku in the terminal: `python3 sukoku.py`.

The class `Sudoku` has the names of the original game's README and does the input and output.
`moves.py` decides what a move does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TextIO

from pandoku.classics.sukoku.moves import PUZZLE, QUIT, Event, apply, board_events, error_in, solve
from pandoku.model import House, Puzzle
from pandoku.play import Game

__all__ = ["Sudoku", "draw", "play", "say"]

MESSAGES = {
    "ERR_COUNT": "Expected row, column and value with single spaces, such as 1 3 4; or S, or Q.",
    "ERR_ROW": "Expected a row from 1 to 9 as the first number, such as 1 3 4.",
    "ERR_COL": "Expected a column from 1 to 9 as the second number, such as 1 3 4.",
    "ERR_VALUE": "Expected a value from 1 to 9 as the third number, or 0 to clear the cell.",
    "ERR_GIVEN": "That cell belongs to the puzzle and cannot be changed.",
    "HINT_MOVE": "Hint: {0} at row {1}, column {2} meets another {0}.",
    "HINT_BOX": "Hint: box {0} holds a number twice.",
    "HINT_ROW": "Hint: row {0} holds a number twice.",
    "HINT_COL": "Hint: column {0} holds a number twice.",
    "FULL_BUT_CONFLICTS": "The board is full, but some numbers stand twice.",
    "CLEARED": "The {0} is cleared.",
    "ALREADY_CLEAR": "That cell is empty already.",
    "SOLVING": "Solving the board from its start ...",
    "SOLUTION_FOUND": "Here is the solution.",
    "NO_SOLUTION": "This board has no solution.",
    "QUIT": "",
}
WELCOME = """Welcome to Sukoku!

Fill the board so that each row, column and box holds every number from 1 to 9 once.
Type the row, the column and the value of a move: 1 3 4 writes 4 into row 1, column 3.
The value 0 clears a cell. S solves the board, Q quits, in capital or small letters. Good luck!"""
PROMPT = "\nYour move (row column value, S or Q):"
RULE = "  +" + "-" * 29 + "+"


def draw(game: Game, underline: tuple[str, str]) -> str:
    """Return the board with its row and column numbers as text.

    The two parts of *underline* are put before and after each digit that the player filled in.
    """
    lines = ["", "    1  2  3   4  5  6   7  8  9", RULE]
    for row in range(9):
        cells = [_cell(game, row * 9 + column, underline) for column in range(9)]
        parts = ["  ".join(cells[start : start + 3]) for start in (0, 3, 6)]
        lines.append(f"{row + 1} | {' | '.join(parts)} |")
        if row % 3 == 2:
            lines.append(RULE)
    return "\n".join(lines)


def _cell(game: Game, cell: int, underline: tuple[str, str]) -> str:
    digit = game.digits[cell]
    if not digit:
        return "_"
    if game.puzzle.givens[cell]:
        return str(digit)
    return str(digit).join(underline)


def underline_for(stream: TextIO) -> tuple[str, str]:
    """Return the text before and after a digit that underlines it on *stream*.

    Terminals use escape sequences. Elsewhere U+0332 comes before the digit, where the game's
    author put it, or nothing if the stream's encoding does not have that character.
    """
    if stream.isatty() and os.environ.get("TERM") != "dumb":
        return "\033[4m", "\033[24m"
    try:
        "\N{COMBINING LOW LINE}".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return "", ""
    return "\N{COMBINING LOW LINE}", ""


class Sudoku:
    """A game in the terminal, with the names of the original README.

    The arrays are computed from the game and are new lists each time: only moves change the board.
    Therefore the README's methods that copy and count (copyBaseBoard, fillUsed, markUsed) are not
    needed.

    Attributes:
        game: The puzzle and the moves so far.
        solved: Whether the board was solved when last checked.
    """

    def __init__(self, puzzle: Puzzle = PUZZLE) -> None:
        self._puzzle = puzzle
        self.generateBoard()

    def generateBoard(self) -> None:
        """Start again from the base board."""
        self.game = Game.start(self._puzzle)
        self.solved = False

    @property
    def base_board(self) -> list[list[int]]:
        """The printed digits as nine rows, 0 for empty."""
        return _rows(self.game.puzzle.givens)

    @property
    def board(self) -> list[list[int]]:
        """The current digits as nine rows, 0 for empty."""
        return _rows(self.game.digits)

    @property
    def boxes(self) -> list[list[int]]:
        """The current digits, box by box."""
        return [[self.game.digits[cell] for cell in house.cells] for house in self._houses("box")]

    @property
    def in_row(self) -> list[list[int]]:
        """How often each digit occurs in each row: in_row[row][digit - 1]."""
        return self._counts("row")

    @property
    def in_col(self) -> list[list[int]]:
        """How often each digit occurs in each column: in_col[column][digit - 1]."""
        return self._counts("column")

    @property
    def in_box(self) -> list[list[int]]:
        """How often each digit occurs in each box: in_box[box][digit - 1]."""
        return self._counts("box")

    def _houses(self, kind: str) -> Iterator[House]:
        return (house for house in self.game.puzzle.geometry.houses if house.kind == kind)

    def _counts(self, kind: str) -> list[list[int]]:
        held = [[self.game.digits[cell] for cell in house.cells] for house in self._houses(kind)]
        return [[digits.count(digit) for digit in range(1, 10)] for digits in held]

    def findEmpty(self, index: list[int]) -> bool:
        """Put row and column (from 0) of the first empty cell into *index*; return if found."""
        if self.game.is_full:
            return False
        index[:] = divmod(self.game.digits.index(0), 9)
        return True

    def noConflicts(self, num: int, r: int, c: int) -> bool:
        """Return whether no cell that sees row *r*, column *c* (from 0) has *num*."""
        return all(self.game.digits[p] != num for p in self.game.puzzle.geometry.peers[r * 9 + c])

    def checkBoard(self) -> None:
        """Print a hint for every conflict; set `solved` to whether the board is solved."""
        say(board_events(self.game))
        self.solved = self.game.is_solved

    def solveBoard(self) -> bool:
        """Replace all moves by the solution of the base board; return whether there is one."""
        self.game, _ = solve(self.game)
        return self.game.is_full

    def resetAndSolve(self) -> None:
        """Solve the base board and print the result."""
        self._take("S")

    def printBoard(self) -> None:
        """Print the board."""
        print(draw(self.game, underline_for(sys.stdout)))

    def validateMove(self) -> str:
        """Ask for a line until it is a move, S or Q, and return it.

        Raises:
            EOFError: The input has ended.
        """
        print(PROMPT)
        while error := error_in(self.game, line := input()):
            say([(error,)])
            print(PROMPT)
        return line

    def makeMove(self) -> bool:
        """Ask for a move and make it; return False when the player quits."""
        return self._take(self.validateMove())

    def _take(self, line: str) -> bool:
        self.game, events = apply(self.game, line)
        say(events)
        self.solved = self.game.is_solved
        return events != [("QUIT",)]


def say(events: list[Event]) -> None:
    """Print the message of each event."""
    for event in events:
        code, *numbers = ("ALREADY_CLEAR",) if event == ("CLEARED", 0) else event
        if message := MESSAGES[str(code)].format(*numbers):
            print(message)


def play() -> None:
    """Play until the player quits or the input ends."""
    try:
        while _play_once():
            pass
    except EOFError:
        pass


def _play_once() -> bool:
    """Play one game; return whether another is wanted."""
    game = Sudoku()
    print(WELCOME)
    while not game.solved:
        game.printBoard()
        if not game.makeMove():
            return False
    game.printBoard()
    print("The board is solved!")
    print("\nPress Enter to play again, or type Q to quit:")
    return input() not in QUIT


def _rows(digits: tuple[int, ...]) -> list[list[int]]:
    return [list(digits[start : start + 9]) for start in range(0, 81, 9)]
