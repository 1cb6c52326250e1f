"""Where the cells of a board are in a terminal: their size in characters, and the lines between."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from pandoku.draw.drawing import candidate_columns, draw
from pandoku.draw.edges import CELL, NONE, Edges
from pandoku.model import Puzzle

__all__ = ["SIZES", "BoardGrid", "CellBox", "Size", "best_size", "grid_of", "needed"]

Size = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = ("large", "medium", "small")

_LONGEST_CLUE = {"small": 5, "medium": 7, "large": 14}


class CellBox(NamedTuple):
    """The inside of a cell, in characters.

    Attributes:
        size: Which marks there is room for.
        width: Columns.
        height: Lines.
        order: The highest digit.
    """

    size: Size
    width: int
    height: int
    order: int

    @property
    def digit_width(self) -> int:
        """The columns of the highest digit."""
        return len(str(self.order))


class BoardGrid:
    """The characters of a board: cells, and lines between them.

    Between two columns of cells there is a column of characters. Between two rows of cells there is
    a line of characters, except that a medium board has none where there are only thin lines.

    Attributes:
        puzzle: The puzzle.
        box: The inside of each cell.
        edges: The lines along the edges of cells.
        clues: The clues of cages by first cell, possibly shortened; they stand in the line above.
        lefts: The column of the first character of each column of cells.
        tops: The line of the first character of each row of cells.
        ruled: For each row of cells, and for the end of the grid: the line above it, or -1.
        width: Columns in all.
        height: Lines in all.
    """

    def __init__(self, puzzle: Puzzle, size: Size) -> None:
        self.puzzle, self.order = puzzle, puzzle.order
        self.edges, clues = _drawn(puzzle, puzzle.in_full())
        longest = _LONGEST_CLUE[size]
        self.clues = {cell: _short(clue, longest) for cell, clue in clues.items()}
        self.box = _box(size, puzzle.order, max(map(len, self.clues.values()), default=0))
        self.lefts = [1 + x * (self.box.width + 1) for x in range(self.order)]
        self.width = 1 + self.order * (self.box.width + 1)
        self._place_lines()

    def _place_lines(self) -> None:
        weakest = CELL if self.box.size == "medium" else NONE
        self.tops, self.ruled, at = [], [], 0
        for y in range(self.order + 1):
            has_line = max(self.edges.across[y]) > weakest
            self.ruled.append(at if has_line else -1)
            at += has_line
            if y < self.order:
                self.tops.append(at)
                at += self.box.height
        self.height = at
        # For each line: (row of cells, line within the cell), or (row below it, -1) for a border.
        self.places = [(0, -1)] * at
        for y, top in enumerate(self.tops):
            for inside in range(self.box.height):
                self.places[top + inside] = (y, inside)
        for y, line in enumerate(self.ruled):
            if line >= 0:
                self.places[line] = (y, -1)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell whose inside has the character at column *x* of line *y*, or None."""
        if not (0 <= y < self.height and 0 < x < self.width - 1):
            return None
        row, inside = self.places[y]
        column, along = divmod(x - 1, self.box.width + 1)
        return row * self.order + column if inside >= 0 and along < self.box.width else None


@lru_cache(maxsize=8)
def _drawn(puzzle: Puzzle, _in_full: tuple[object, ...]) -> tuple[Edges, dict[int, str]]:
    """Return what is the same in all sizes: the lines, and the clues of cages by first cell."""
    drawing, order = draw(puzzle), puzzle.order
    clues = {int(t.y) * order + int(t.x): t.text for t in drawing.texts if t.role == "clue"}
    return Edges(order, drawing.lines), clues


def grid_of(puzzle: Puzzle, size: Size) -> BoardGrid:
    """Return the grid of a puzzle, which is kept: a board asks for it at every key."""
    return _grid_of(puzzle, size, puzzle.in_full())  # it holds this puzzle, not one that is equal


@lru_cache(maxsize=24)
def _grid_of(puzzle: Puzzle, size: Size, _in_full: tuple[object, ...]) -> BoardGrid:
    return BoardGrid(puzzle, size)


def needed(puzzle: Puzzle, size: Size) -> tuple[int, int]:
    """Return the columns and lines that a board takes.

    >>> needed(Puzzle(9), "small"), needed(Puzzle(9), "medium"), needed(Puzzle(9), "large")
    ((37, 19), (55, 22), (73, 37))
    """
    grid = grid_of(puzzle, size)
    return grid.width, grid.height


def best_size(puzzle: Puzzle, width: int, height: int) -> Size | None:
    """Return the largest size that fits into *width* columns and *height* lines, or None.

    >>> best_size(Puzzle(9), 80, 24)
    'medium'
    """
    for size in SIZES:
        columns, lines = needed(puzzle, size)
        if columns <= width and lines <= height:
            return size
    return None


def _box(size: Size, order: int, clue: int) -> CellBox:
    """Return the inside of a cell that is wide enough for digits, marks and a clue."""
    digit = len(str(order))
    if size == "small":
        return CellBox(size, max(3, clue), 1, order)
    if size == "medium":
        return CellBox(size, max(5 if digit == 1 else 6, clue), 2, order)
    columns = candidate_columns(order)
    return CellBox(
        size, max(7, columns * (digit + 1) + 1, clue + 1), max(3, -(-order // columns)), order
    )


def _short(clue: str, longest: int) -> str:
    return clue if len(clue) <= longest else f"{clue[: longest - 1]}…"
