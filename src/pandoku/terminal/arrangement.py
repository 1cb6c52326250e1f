"""The arrangement of a board and its pane in a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from pandoku.model import Puzzle
from pandoku.terminal.grid import SIZES, Size, needed
from pandoku.terminal.view import size_in

__all__ = [
    "FRAME_LINES",
    "PANE_LINES",
    "PANE_WIDTH",
    "Arrangement",
    "Ground",
    "Needed",
    "arrange",
    "arrangement_of",
]

# Least width of a pane on the right of the board, and height of a pane below the board.
PANE_WIDTH, PANE_LINES = 22, 8
FRAME_LINES = 2  # two lines: one for the title, and one for a message or the keys

_FRAMED_LINES = 14  # windows with fewer lines show more of a large board instead of the frame
_LAST_DIGIT = 9
_NUMBERS = 3  # columns for the row numbers of a large board
_GAP, _WIDEST = 2, 42  # columns on each side of the board, and maximum width of the pane


# A function that returns the columns and lines that a board needs in a size.
Needed = Callable[[Size], tuple[int, int]]


class Ground(NamedTuple):
    """The space of a board in the window.

    Attributes:
        x: The first column.
        y: The first line.
        width: Number of columns.
        height: Number of lines.
    """

    x: int
    y: int
    width: int
    height: int


class Arrangement(NamedTuple):
    """The arrangement of a screen with a board.

    Attributes:
        pane: Place of the pane relative to the board, or "none" if the pane does not fit.
        has_frame: Whether the title and the line of messages and keys are shown.
        size: Size of the cells, or None if only a part of the board fits.
        board: Number of columns and lines available to the board.
    """

    pane: Literal["right", "below", "none"]
    has_frame: bool
    size: Size | None
    board: tuple[int, int]

    def leaves_line(self, lines: int) -> bool:
        """Return whether a board of *lines* lines leaves a line free for messages and keys."""
        return self.board[1] > lines

    def widths(self, columns: int, width: int) -> tuple[int, int]:
        """Return the columns for a board of *columns* columns, and for a pane on its right."""
        beside = min(columns + 2 * _GAP, self.board[0])
        return beside, min(_WIDEST, width - beside)

    def ground(self, columns: int, lines: int, width: int, height: int) -> Ground:
        """Return the space of a board of *columns* x *lines* in a window of *width* x *height*."""
        top = 1 if self.has_frame else 0
        height -= FRAME_LINES * self.has_frame + self.leaves_line(lines)
        if self.pane == "right":
            own, beside = self.widths(columns, width)
            return Ground((width - own - beside) // 2, top, own, height)
        return Ground(0, top, width, height - (PANE_LINES if self.pane == "below" else 0))


def arrangement_of(
    puzzle: Puzzle, width: int, height: int, chosen: Size | None
) -> tuple[Arrangement, Size | None]:
    """Return the arrangement for a puzzle, and the chosen size, or None if nothing is chosen.

    A player who chooses the size that the window gives anyway lets the size follow the window
    again.

    Args:
        puzzle: The puzzle.
        width: Number of columns of the window.
        height: Number of lines of the window.
        chosen: The size of cells that the player chose, or None.
    """
    # Tiny cells have room for numbers of two digits, but for no more than two marks.
    groups = (SIZES,) if puzzle.order > _LAST_DIGIT else (SIZES[:-1], SIZES[-1:])
    needs = partial(needed, puzzle)
    arranged = arrange(width, height, needs, groups)
    if chosen is None or chosen == (arranged.size or size_in(puzzle, *arranged.board)):
        return arranged, None
    return arrange(width, height, needs, ((chosen,),)), chosen


def arrange(
    width: int,
    height: int,
    needed: Needed,
    groups: Sequence[Sequence[Size]] = (SIZES,),
) -> Arrangement:
    """Return the arrangement for a window of *width* columns and *height* lines.

    The pane is more important than the frame (the title, messages and keys), and both are more
    important than large cells. If the board does not fit in any size, a part of it is shown. In
    that case, the pane must not hide columns of the board.

    Args:
        width: Number of columns, at least 1.
        height: Number of lines, at least 1.
        needed: Function that returns the columns and lines that the board needs for a cell size.
        groups: Groups of sizes, largest first. The sizes of a group are used only if the board
            fits in no size of the groups before.
    """
    for sizes in groups:
        for find in (_with_pane, _without_pane):
            if (found := find(width, height, needed, sizes)) is not None:
                return found
    has_frame = height >= _FRAMED_LINES
    room = (width, height - FRAME_LINES * has_frame)
    least = min(needed(size)[0] for sizes in groups for size in sizes)
    if least + _NUMBERS <= width - PANE_WIDTH:
        return Arrangement("right", has_frame, None, (width - PANE_WIDTH, room[1]))
    return Arrangement("none", has_frame, None, room)


def _with_pane(
    width: int, height: int, needed: Needed, sizes: Sequence[Size]
) -> Arrangement | None:
    """Return the arrangement of a complete board and a pane, or None if they do not fit."""

    def rank(size: Size) -> int:
        # A pane on the right is better than wider cells.
        return sizes.index("small" if size == "wide" and "small" in sizes else size)

    for has_frame in (True, False):
        lines = height - FRAME_LINES * has_frame
        right = Arrangement("right", has_frame, None, (width - PANE_WIDTH, lines))
        below = Arrangement("below", has_frame, None, (width, lines - PANE_LINES))
        found = [
            (rank(size), at, sizes.index(size), each._replace(size=size))
            for at, each in enumerate((right, below))
            for size in sizes
            if _fits(needed(size), each.board)
        ]
        if found:
            return min(found)[-1]
    return None


def _without_pane(
    width: int, height: int, needed: Needed, sizes: Sequence[Size]
) -> Arrangement | None:
    """Return the arrangement of a complete board without a pane, or None if it does not fit."""
    for has_frame in (True, False):
        room = (width, height - FRAME_LINES * has_frame)
        for size in sizes:
            if _fits(needed(size), room):
                return Arrangement("none", has_frame, size, room)
    return None


def _fits(needed: tuple[int, int], room: tuple[int, int]) -> bool:
    return needed[0] <= room[0] and needed[1] <= room[1]
