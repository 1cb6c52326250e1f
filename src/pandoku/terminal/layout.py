"""Where the board and the pane go, by the room there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from pandoku.terminal.grid import SIZES, Size

__all__ = ["FRAME_LINES", "PANE_LINES", "PANE_WIDTH", "Arrangement", "arrange"]

PANE_WIDTH, PANE_LINES = 22, 8  # at least: of the pane beside the board, and of the one below it
FRAME_LINES = 2  # the title, and a message or the keys


class Arrangement(NamedTuple):
    """How a screen with a board is arranged.

    Attributes:
        pane: Where the pane is; "none" if there is no room for it.
        has_frame: Whether the title and the line of messages and keys are shown.
        size: The size of the board's cells, or None if the window is too small for any.
        board: The columns and lines of the board's part.
    """

    pane: Literal["right", "below", "none"]
    has_frame: bool
    size: Size | None
    board: tuple[int, int]


def arrange(width: int, height: int, needed: Callable[[Size], tuple[int, int]]) -> Arrangement:
    """Return the arrangement for a window of *width* columns and *height* lines.

    The pane matters more than the frame, and both more than large cells; a small board alone is
    the last that gives way.

    Args:
        width: At least 1.
        height: At least 1.
        needed: Returns the columns and lines of the board for a size.
    """
    for has_frame in (True, False):
        lines = height - FRAME_LINES * has_frame
        found = [
            (SIZES.index(size), at, Arrangement(pane, has_frame, size, room))
            for at, (pane, room) in enumerate(_rooms(width, lines))
            for size in SIZES
            if _fits(needed(size), room)
        ]
        if found:
            return min(found)[2]
    for has_frame in (True, False):
        room = (width, height - FRAME_LINES * has_frame)
        for size in SIZES:
            if _fits(needed(size), room):
                return Arrangement("none", has_frame, size, room)
    return Arrangement("none", False, None, (width, height))


def _rooms(width: int, lines: int) -> tuple[tuple[Literal["right", "below"], tuple[int, int]], ...]:
    return (
        ("right", (width - PANE_WIDTH, lines)),
        ("below", (width, lines - PANE_LINES)),
    )


def _fits(needed: tuple[int, int], room: tuple[int, int]) -> bool:
    return needed[0] <= room[0] and needed[1] <= room[1]
