"""The lines of a board as strips, which textual sends to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip

from pandoku.terminal.painter import Painter, numbers_on
from pandoku.terminal.view import NUMBERS

if TYPE_CHECKING:
    from rich.style import Style
    from textual.geometry import Offset, Size

    from pandoku.terminal.palette import Palette
    from pandoku.terminal.view import View

__all__ = ["BoardStrips", "no_room_line"]

_TOO_SMALL = ("too small", "", "Ctrl-Q leaves")  # shown if not even one cell fits
_MOST_STRIPS = 1024  # lines that a board remembers


class BoardStrips:
    """Makes the strips of a board from the segments of its painter.

    A cursor that returns to a cell finds the strips that it left. Lines that look equal are mostly
    the same object, so textual has little to compare.

    Attributes:
        painter: The painter of the board.
    """

    def __init__(self, painter: Painter, palette: Palette) -> None:
        self.painter = painter
        self._palette = palette
        self._known: dict[tuple[object, ...], Strip] = {}

    def strips(
        self,
        lines: Iterable[int],
        view: View,
        cursor: int,
        mode: str,
        *,
        origin: Offset,
        width: int,
        blank: Style,
    ) -> Iterator[Strip]:
        """Yield lines of the widget that shows the board.

        Args:
            lines: The lines, counted from 0 at the top of the widget.
            view: The part of the board to show.
            cursor: The cell of the cursor.
            mode: The mode that the cursor shows.
            origin: The upper left corner of the board in the widget.
            width: Columns of the widget.
            blank: The style around the board.
        """
        left, top = origin
        right, known = width - left - view.width, self._known
        margins = Segment(" " * left, blank), Segment(" " * right, blank)
        for y in lines:
            if not 0 <= y - top < view.height:
                yield Strip.blank(width, blank)
                continue
            line = view.lines[y - top]
            number = numbers_on(view, line, cursor, mode, self._palette)
            # A painter keeps its segments, so their ids stand for the look of a line.
            parts = () if line == NUMBERS else self.painter.parts(line, view.columns)
            key = (margins, number, *map(id, parts))
            strip = known.get(key)
            if strip is None:
                if len(known) >= _MOST_STRIPS:
                    known.clear()
                segments = [margins[0], *number, *self.painter.joined(parts), margins[1]]
                strip = known[key] = Strip(segments, width)
            yield strip


def no_room_line(y: int, size: Size, blank: Style) -> Strip:
    """Return line *y* of the message that a widget of *size* has no room for a board."""
    at = y - max(0, (size.height - len(_TOO_SMALL)) // 2)
    shown = _TOO_SMALL[at] if 0 <= at < len(_TOO_SMALL) else ""
    return Strip([Segment(shown.center(size.width)[: size.width], blank)])
