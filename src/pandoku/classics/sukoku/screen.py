"""The sentences and the board that Sukoku shows on the terminal."""

from __future__ import annotations

import os
from typing import TextIO

__all__ = ["PLAY_AGAIN", "PROMPT", "SOLVED", "WELCOME", "draw", "say", "underline_for"]

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
}
WELCOME = """Welcome to Sukoku!

Fill the board so that each row, column and box holds every number from 1 to 9 once.
Type the row, the column and the value of a move: 1 3 4 writes 4 into row 1, column 3.
The value 0 clears a cell. S solves the board, Q quits, in capital or small letters. Good luck!"""
PROMPT = "\nYour move (row column value, S or Q):"
SOLVED = "The board is solved!"
PLAY_AGAIN = "\nPress Enter to play again, or type Q to quit:"
RULE = "  +" + "-" * 29 + "+"


def say(code: str, *numbers: int) -> None:
    """Print the message with this code, after inserting *numbers* into it."""
    print(MESSAGES[code].format(*numbers))


def draw(board: list[list[int]], base_board: list[list[int]], underline: tuple[str, str]) -> str:
    """Return the board with its row and column numbers as text.

    *underline* has two texts, to put before and after each number of the player. A number is the
    player's if its cell is 0 on the base board. An empty cell is printed as an underscore.
    """
    lines = ["", "    1  2  3   4  5  6   7  8  9", RULE]
    for r, row in enumerate(board):
        cells = [
            str(number) if given else str(number).join(underline) if number else "_"
            for number, given in zip(row, base_board[r], strict=True)
        ]
        parts = ["  ".join(cells[start : start + 3]) for start in (0, 3, 6)]
        lines.append(f"{r + 1} | {' | '.join(parts)} |")
        if r % 3 == 2:
            lines.append(RULE)
    return "\n".join(lines)


def underline_for(stream: TextIO) -> tuple[str, str]:
    """Return the texts to write before and after a digit, to underline the digit on *stream*.

    On a terminal, the texts are escape sequences. For any other stream, the first text is U+0332,
    as in the original game. If the encoding of the stream does not have this character, the first
    text is empty.
    """
    if stream.isatty() and os.environ.get("TERM") != "dumb":
        return "\033[4m", "\033[24m"
    try:
        "\N{COMBINING LOW LINE}".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return "", ""
    return "\N{COMBINING LOW LINE}", ""
