"""The part of a board that is visible in a window, and its numbers of rows and columns.

A board that is larger than its window shows as many rows and columns as fit. It scrolls by cells.
Clues outside the grid stay visible, and the numbers of rows and columns are beside the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pandoku.model import Puzzle
from pandoku.terminal.grid import SIZES, BoardGrid, Size, best_size, grid_of

__all__ = ["NUMBERS", "View", "size_in", "view_of"]

NUMBERS = -1  # stands for the line of column numbers, which does not belong to the grid
_MARGIN = 2  # cells around the cursor that stay visible


@dataclass(frozen=True)
class View:
    """The visible part of a board.

    Attributes:
        grid: The layout of the complete board.
        rows: The visible rows.
        columns: The visible columns.
        lines: The lines of the grid from top to bottom, and `NUMBERS` for the column numbers.
        margin: Number of columns of characters to the left of the grid, for the row numbers.
    """

    grid: BoardGrid
    rows: range
    columns: range
    lines: tuple[int, ...]
    margin: int

    @property
    def width(self) -> int:
        """The total number of columns of characters."""
        inside = len(self.columns) * (self.grid.box.width + 1) + 1
        return self.margin + self.grid.left + inside + self.grid.right

    @property
    def height(self) -> int:
        """The total number of lines."""
        return len(self.lines)

    @property
    def is_whole(self) -> bool:
        """True if all cells are visible."""
        return len(self.rows) == len(self.columns) == self.grid.order

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each visible line of the grid, counted from the top of the view."""
        return {line: y for y, line in enumerate(self.lines)}

    def shows(self, cell: int) -> bool:
        """Return True if a cell is visible."""
        row, column = divmod(cell, self.grid.order)
        return row in self.rows and column in self.columns

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell that contains the character at column *x* of line *y*, or None."""
        if not (0 <= y < self.height and self.lines[y] != NUMBERS and x < self.width):
            return None
        hidden = self.columns.start * (self.grid.box.width + 1)
        cell = self.grid.cell_at(x - self.margin + hidden, self.lines[y])
        return cell if cell is not None and self.shows(cell) else None

    def row_number(self, line: int) -> int | None:
        """Return the row whose number is beside a line of the grid, or None."""
        if line == NUMBERS:
            return None
        row, inside = self.grid.places[line]
        return row if inside == (self.grid.box.height - 1) // 2 else None

    def numbers(self) -> Iterator[tuple[str, int]]:
        """Yield the parts of the line of numbers, each with its column or -1.

        Arrows at the ends of the line show where the board continues.
        """
        last, width = self.grid.order, self.grid.box.width
        above, below = self.rows.start > 0, self.rows.stop < last
        before, after = self.columns.start > 0, self.columns.stop < last
        signs, room = "▴" * above + "▾" * below, self.margin + self.grid.left
        if len(signs) > room:
            signs = "↕"[:room]
        yield signs.ljust(room), -1
        for column in self.columns:
            yield "◂" if before and column == self.columns.start else " ", -1
            yield str(column + 1).center(width), column
        yield ("▸" if after else " ").ljust(1 + self.grid.right), -1


class _Room(NamedTuple):
    """The space for the cells of a grid that does not fit.

    Attributes:
        columns: Number of columns of cells that fit, at least 1.
        lines: Number of lines for rows of cells and the lines between them.
        margin: Width of the row numbers, or 0 if they are not shown.
        has_numbers: Whether the column numbers are shown.
    """

    columns: int
    lines: int
    margin: int
    has_numbers: bool


def _room(grid: BoardGrid, width: int, height: int) -> _Room | None:
    """Return the space in a window, or None if not even one cell fits."""
    # A blank keeps the number of a row apart from a clue outside the grid.
    label, cell = len(str(grid.order)) + (grid.left > 0), grid.box.width + 1
    # Numbers are omitted where they would take the place of cells that fit without them, or of the
    # only cell.
    margin = label if not grid.width <= width < grid.width + label else 0
    if (width - grid.left - grid.right - 1 - margin) // cell < 1:
        margin = 0
    columns = (width - grid.left - grid.right - 1 - margin) // cell
    outside = len([line for line in (0, grid.height - 1) if _is_outside(grid, line)])
    lines = height - outside
    has_numbers = not grid.height - outside <= lines < grid.height - outside + 1
    has_numbers = has_numbers and lines > grid.box.height
    lines -= has_numbers
    if columns < 1 or lines < grid.box.height:
        return None
    return _Room(min(columns, grid.order), lines, margin, has_numbers)


def _is_outside(grid: BoardGrid, line: int) -> bool:
    return not 0 <= grid.places[line][0] <= grid.order


def _first_line(grid: BoardGrid, row: int, lines: int) -> int:
    """Return the first line of a view that starts with a row: the line above it, if it fits."""
    has_line = grid.ruled[row] >= 0 and lines > grid.box.height
    return grid.tops[row] - has_line


def _spans(grid: BoardGrid, lines: int) -> list[range]:
    """Return the rows that fit into a number of lines, for each first row."""
    spans, height, n = list[range](), grid.box.height, grid.order
    for start in range(n):
        first = _first_line(grid, start, lines)
        stop = start + 1
        while stop < n and grid.tops[stop] + height - first <= lines:
            stop += 1
        # The line below the grid is visible together with the last row.
        is_end = stop == n and grid.tops[-1] + height + 1 - first <= lines
        spans.append(range(start, stop if is_end or stop < n else max(start + 1, n - 1)))
        if is_end:
            return spans
    return spans


def _chosen(spans: Sequence[range], wanted: Sequence[int], before: range | None) -> range:
    """Return the span that shows the most of *wanted*, and has it in its middle.

    The span does not change if all of *wanted* is already visible.
    """
    if before is not None and before in spans and all(each in before for each in wanted):
        return before
    middle = (min(wanted) + max(wanted)) / 2
    return min(
        spans,
        key=lambda span: (
            -sum(each in span for each in wanted),
            abs((span.start + span.stop - 1) / 2 - middle),
        ),
    )


def _around(at: int, n_visible: int, order: int) -> list[int]:
    """Return a row or column and its neighbors that should be visible as well."""
    margin = min(_MARGIN, (n_visible - 1) // 3)
    return [each for each in range(at - margin, at + margin + 1) if 0 <= each < order]


def view_of(
    grid: BoardGrid, width: int, height: int, wanted: Iterable[int], before: View | None = None
) -> View | None:
    """Return the part of a board that a window shows, or None if not even one cell fits.

    If the board does not fit, the view contains *wanted*. When the only wanted cell comes near the
    edge of the view, the view moves by half of its size.

    Args:
        grid: The layout of the board.
        width: Number of columns of characters.
        height: Number of lines.
        wanted: The cells to show, at least one.
        before: The view before, which does not change without a reason.
    """
    n = grid.order
    if grid.width <= width and grid.height <= height:
        return View(grid, range(n), range(n), (*range(grid.height),), 0)
    room = _room(grid, width, height)
    if room is None:
        return None
    rows, columns = zip(*(divmod(cell, n) for cell in wanted), strict=True)
    spans = _spans(grid, room.lines)
    if len(rows) == 1:
        rows = (*_around(rows[0], min(map(len, spans)), n),)
        columns = (*_around(columns[0], room.columns, n),)
    is_known = before is not None and before.grid is grid
    shown = _chosen(spans, rows, before.rows if before and is_known else None)
    across = [range(at, at + room.columns) for at in range(n - room.columns + 1)]
    beside = _chosen(across, columns, before.columns if before and is_known else None)
    first = _first_line(grid, shown.start, room.lines)
    stop = grid.tops[shown.stop - 1] + grid.box.height
    stop += grid.ruled[shown.stop] >= 0 and stop - first < room.lines
    ends = [[line] if _is_outside(grid, line) else [] for line in (0, grid.height - 1)]
    numbers = [NUMBERS] * room.has_numbers
    lines = (*numbers, *ends[0], *range(first, stop), *ends[1])
    return View(grid, shown, beside, lines, room.margin)


def size_in(puzzle: Puzzle, width: int, height: int, chosen: Size | None = None) -> Size | None:
    """Return the cell size for a window, or None if not even one cell fits.

    A *chosen* size is used if at least one cell fits in it. If the board does not fit in any size,
    the result is the size that shows the most cells.

    >>> size_in(Puzzle(9), 40, 18), size_in(Puzzle(9), 20, 9)
    ('compact', 'tiny')
    """
    if chosen is not None and view_of(grid_of(puzzle, chosen), width, height, [0]) is not None:
        return chosen
    if (fits := best_size(puzzle, width, height)) is not None:
        return fits
    views = ((view_of(grid_of(puzzle, size), width, height, [0]), size) for size in SIZES)
    found = [(len(view.rows) * len(view.columns), size) for view, size in views if view]
    most = max((n_cells for n_cells, _ in found), default=0)
    return next((size for n_cells, size in found if n_cells == most), None)
