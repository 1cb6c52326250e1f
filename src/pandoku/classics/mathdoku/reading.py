"""Read the text of a Mathdoku from any stream, and split it into the grid and the clues."""

from __future__ import annotations

from itertools import takewhile

from pandoku.classics._front import decode
from pandoku.errors import FormatError

__all__ = ["grid_defect", "split_lines", "text_in"]

MAX_SIZE = 9  # a printed board has one character per value


def text_in(stream: object) -> str:
    """Return the text of *stream*.

    Raises:
        FormatError: *stream* cannot be read, or does not contain text.
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


def split_lines(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the rows of the grid, and the other lines. Rows have one word, and come first."""
    grid = list(takewhile(lambda line: len(line.split()) == 1, lines))
    clues = lines[len(grid) :]
    below = len(grid) - 1
    # In a later edition of the paper, the first line of the input is the size of the grid.
    if grid and grid[0] == str(below) and len(grid[0]) != below:
        del grid[0]
    return grid, clues


def grid_defect(grid: list[str]) -> str:
    """Return the first defect of the rows of a grid, or ""."""
    n = len(grid)
    if n == 0:
        return "expected a grid of group characters, found none"
    if n > MAX_SIZE:
        return f"expected at most {MAX_SIZE} rows, found {n}"
    for number, row in enumerate(grid, 1):
        if len(row) != n:
            return f"row {number} of {n}: expected {n} characters, found {len(row)}"
    return ""
