"""Write the steps that solve a Sudoku: `python3 sudoku.py input.txt output.txt`.

The input has nine lines of nine digits, separated by spaces, 0 for an empty cell. A step fills the
first cell, row by row, that has a single possible digit. A step is written as

    ------------------
    Step 1 - 8 @ R1C1
    ------------------
    8 4 0 0 0 0 1 7 9
    ...

The file ends with another line of dashes, without a newline.
"""

from __future__ import annotations

import sys

from pandoku.classics._front import complain, read_text, why
from pandoku.engines import naked_singles
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import loads
from pandoku.model import Board, Puzzle

__all__ = ["main", "read_puzzle", "solve_in_steps"]

DASHES = "-" * 18
USAGE = "usage: python3 sudoku.py INPUT OUTPUT"


def main() -> int:
    """Read, solve and write. Return the exit status: 0, 1 if stuck, or 2 after an error."""
    if len(sys.argv) != 3:
        return complain(USAGE, code=2)
    source, target = sys.argv[1:]
    try:
        puzzle = read_puzzle(read_text(source))
        text, board = solve_in_steps(puzzle)
        with open(target, "w", encoding="ascii", newline="\n") as stream:
            stream.write(text)
    except (PandokuError, OSError) as error:
        return complain(why(error), code=2)
    if not board.is_full:
        n_empty = board.digits.count(0)
        return complain(f"stuck: no cell has a single possibility, {n_empty} are empty", code=1)
    return 0


def read_puzzle(text: str) -> Puzzle:
    """Return the Sudoku of an input file.

    Blank lines are ignored, and so is a column of line numbers on the left.

    Raises:
        FormatError: The text is not in the format `grid`, or the Sudoku is not 9x9.
        PuzzleError: The Sudoku has a defect, such as a digit twice in a row.
    """
    # Blank lines become comments, so that the line numbers in errors remain correct.
    lines = [line if line.strip() else "#" for line in text.splitlines()]
    puzzle = loads("\n".join(lines), format="grid")
    if puzzle.order != 9:
        n = puzzle.order
        raise FormatError(f"expected 9 rows of 9 digits, found {n} of {n}", format="grid")
    puzzle.require_sound()
    return puzzle


def solve_in_steps(puzzle: Puzzle) -> tuple[str, Board]:
    """Return the text of the output file, and the board after the last step."""
    board, lines = Board.start(puzzle), []
    for number, step in enumerate(naked_singles.single_steps(puzzle), 1):
        cell, digit = step.placements[0]
        board = board.place(cell, digit)
        lines += [DASHES, f"Step {number} - {digit} @ {puzzle.geometry.name(cell).upper()}", DASHES]
        lines += [" ".join(map(str, board.digits[row : row + 9])) for row in range(0, 81, 9)]
    return "\n".join([*lines, DASHES]), board
