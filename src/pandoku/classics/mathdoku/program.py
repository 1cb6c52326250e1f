"""Solve a Mathdoku: `python3 mathdoku.py FILE`, or the class `Mathdoku`.

A file has n lines of n characters, where equal characters are one group, then for each group a line
such as `a 3 -`: the group, its result, its operator. The format `letters` reads such files too, but
stops at the first defect; the paper's program loads an incomplete puzzle and reports the defects
only when asked to solve it.
"""

from __future__ import annotations

import io
import re
import sys
from itertools import takewhile
from typing import NamedTuple

from pandoku.classics._front import complain, decode, read_text, why
from pandoku.engines import backtracking
from pandoku.errors import FormatError
from pandoku.model import Cage, Geometry, Outcome, Puzzle

__all__ = ["Mathdoku", "main"]

MAX_SIZE = 9  # print() writes one character per value
OPERATORS = "+-*/="
CELLS = {"=": 1, "-": 2, "/": 2}  # operators that need exactly this many cells
DASHES = str.maketrans("\N{EN DASH}\N{MINUS SIGN}", "--")  # printed in papers instead of '-'


class Clue(NamedTuple):
    """The line of a group.

    Attributes:
        result: The result of the operation, or None if the line has no integer there.
        operator: The operator as written, not checked yet.
    """

    result: int | None
    operator: str


class Mathdoku:
    """A Mathdoku that can be loaded, checked, solved and printed.

    `loadPuzzle` and `readyToSolve`, the paper's names, are aliases of the snake_case methods.

    Attributes:
        reason: Why the last `load_puzzle`, `ready_to_solve` or `solve` returned False, or "".
    """

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.reason = ""
        self._grid: list[str] = []
        self._groups: dict[str, list[int]] = {}
        self._clues: dict[str, Clue] = {}
        self._outcome: Outcome | None = None

    def load_puzzle(self, stream: object) -> bool:
        """Read a puzzle, replacing the one loaded before.

        Blank lines and surrounding spaces are ignored. Malformed clue lines are skipped, so
        that their group has no clue; the last of several clues for a group is used.

        Args:
            stream: Anything with `read` (or, failing that, `readline`), text or bytes.

        Returns:
            Whether a square grid of at most 9x9 was read. False for None, an empty stream,
            or one that cannot be read.
        """
        self._reset()
        try:
            self._load(_text_of(stream))
        except (OSError, EOFError, ValueError) as error:
            self.reason = why(error)
            return False
        return True

    def _load(self, text: str) -> None:
        grid, clues = _split([line for raw in text.splitlines() if (line := raw.strip())])
        if defect := _grid_defect(grid):
            raise FormatError(defect)
        self._grid = grid
        for cell, group in enumerate("".join(grid)):
            self._groups.setdefault(group, []).append(cell)
        self._clues = _parse_clues(clues)

    def ready_to_solve(self) -> bool:
        """Return whether a grid is loaded and every group has a clue that fits it."""
        self.reason = self._defect()
        return not self.reason

    def solve(self) -> bool:
        """Find the first solution; return whether the puzzle is ready and has one.

        Further calls return the same answer without searching again.
        """
        if not self.ready_to_solve():
            return False
        if self._outcome is None:
            cages = tuple(self._cage(group) for group in self._groups)
            puzzle = Puzzle(Geometry.latin(len(self._grid)), cages=cages)
            self._outcome = backtracking.solve(puzzle, limit=1)
        if self._outcome.count == 0:
            self.reason = "no solution"
        return self._outcome.count > 0

    def print(self) -> str:
        """Return the rows of the solution, or of the groups if not solved, each with a newline.

        Returns "" if no grid is loaded.
        """
        digits = self._outcome.solution if self._outcome else None
        cells = "".join(self._grid) if digits is None else "".join(map(str, digits))
        n = len(self._grid)
        return "".join(f"{cells[row * n : row * n + n]}\n" for row in range(n))

    def choices(self) -> int:
        """Return how many wrong choices `solve` made; 0 before it is called.

        Counted as in the paper: whenever a cell runs out of values while at most 2n cells
        (for n <= 4) or n cells (for n > 4) are empty, including that cell.
        """
        return self._count("choices")

    def undone(self) -> int:
        """Return how many values `solve` placed and removed again; 0 before it is called."""
        return self._count("undone")

    loadPuzzle = load_puzzle
    readyToSolve = ready_to_solve

    def _count(self, name: str) -> int:
        count = self._outcome.stats[name] if self._outcome else 0
        assert isinstance(count, int)
        return count

    def _cage(self, group: str) -> Cage:
        clue = self._clues[group]
        return Cage(clue.operator, clue.result, tuple(self._groups[group]))

    def _defect(self) -> str:
        """Return why the puzzle cannot be solved as loaded, or ""."""
        if not self._grid:
            return self.reason or "no puzzle is loaded"
        for group, clue in self._clues.items():
            if clue.operator not in tuple(OPERATORS):
                found = f"found {clue.operator!r}"
                return f"group {group!r}: expected an operator out of + - * / =, {found}"
        for group, cells in self._groups.items():
            if group not in self._clues:
                return f"group {group!r}: expected a line such as '{group} 3 +', found none"
            clue = self._clues[group]
            if clue.result is None:
                return f"group {group!r}: expected an integer result before the operator"
            needed = CELLS.get(clue.operator, len(cells))
            if needed != len(cells):
                expected = f"expected {needed} cell{'s' * (needed > 1)} for {clue.operator!r}"
                # The model has '-' and '/' for more cells too; the paper does not.
                hint = "; `pandoku solve` takes more" if 1 < needed < len(cells) else ""
                return f"group {group!r}: {expected}, found {len(cells)}{hint}"
        return ""


def _text_of(stream: object) -> str:
    """Return the text of *stream*.

    Raises:
        FormatError: It is not a stream of text.
    """
    if hasattr(stream, "read"):
        data = stream.read()
    elif hasattr(stream, "readline"):
        lines = []
        while line := stream.readline():
            lines.append(line)
        data = type(lines[0])().join(lines) if lines else ""
    else:
        raise FormatError(f"expected a stream to read, found {type(stream).__name__}")
    if isinstance(data, bytes):
        return decode(data)
    if not isinstance(data, str):
        raise FormatError(f"expected a stream of text, found one of {type(data).__name__}")
    return data.removeprefix("\ufeff")


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the rows of the grid, which are the leading lines of one word, and the rest."""
    grid = list(takewhile(lambda line: len(line.split()) == 1, lines))
    clues = lines[len(grid) :]
    below = len(grid) - 1
    # In a later edition of the paper the first line is the size.
    if grid and grid[0] == str(below) and len(grid[0]) != below:
        del grid[0]
    return grid, clues


def _grid_defect(grid: list[str]) -> str:
    """Return why these rows are not a grid, or ""."""
    n = len(grid)
    if n == 0:
        return "expected a grid of group characters, found none"
    if n > MAX_SIZE:
        return f"expected at most {MAX_SIZE} rows, found {n}"
    for number, row in enumerate(grid, 1):
        if len(row) != n:
            return f"row {number} of {n}: expected {n} characters, found {len(row)}"
    return ""


def _parse_clues(lines: list[str]) -> dict[str, Clue]:
    clues = {}
    for line in lines:
        words = line.split()
        if len(words) == 3:
            group, result, operator = words
            is_integer = re.fullmatch(r"[+-]?[0-9]{1,60}", result.translate(DASHES))
            number = int(result.translate(DASHES)) if is_integer else None
            clues[group] = Clue(number, operator.translate(DASHES))
    return clues


def main() -> int:
    """Print the solution of the file named on the command line.

    Returns the exit status: 0, 1 if there is no solution, 2 if the file is not a puzzle.
    """
    if len(sys.argv) != 2:
        return complain("usage: python3 mathdoku.py FILE", code=2)
    puzzle = Mathdoku()
    try:
        text = read_text(sys.argv[1])
    except (OSError, FormatError) as error:
        return complain(f"mathdoku: {why(error)}", code=2)
    if not (puzzle.load_puzzle(io.StringIO(text)) and puzzle.ready_to_solve()):
        return complain(f"mathdoku: {puzzle.reason}", code=2)
    is_solved = puzzle.solve()
    print(puzzle.print() if is_solved else "", end="")
    counts = f"choices: {puzzle.choices()}"
    return complain(counts if is_solved else f"no solution\n{counts}", code=int(not is_solved))
