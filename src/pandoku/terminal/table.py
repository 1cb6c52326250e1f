"""A board with a pane, arranged to fit the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from pandoku.terminal.board import BoardView, needed
from pandoku.terminal.grid import SIZES, Size
from pandoku.terminal.view import size_in
from pandoku.terminal.widgets import ClickableText, FootLine, MessageLine

__all__ = ["FRAME_LINES", "PANE_LINES", "PANE_WIDTH", "Arrangement", "BoardWithPane", "arrange"]

# Least width of a pane on the right of the board, and height of a pane below the board.
PANE_WIDTH, PANE_LINES = 22, 8
FRAME_LINES = 2  # two lines: one for the title, and one for a message or the keys

_FRAMED_LINES = 14  # windows with fewer lines show more of a large board instead of the frame
_LAST_DIGIT = 9
_NUMBERS = 3  # columns for the row numbers of a large board
_GAP, _WIDEST = 2, 42  # columns on each side of the board, and maximum width of the pane


# A function that returns the columns and lines that a board needs in a size.
Needed = Callable[[Size], tuple[int, int]]


class BoardWithPane(Container):
    """A board and a pane with information about it.

    If the title, messages and keys of the screen do not fit, the screen gets the class "bare". If
    the pane does not fit, the screen gets the class "no-pane". If the board leaves a line free, the
    screen gets the class "roomy", and messages have this line.

    Args:
        board: The board.
        fixed: Parts at the top of the pane. Each part is a widget, or the name of a text.
        scrolled: Parts below *fixed*, which scroll if they are too long.
    """

    def __init__(
        self,
        board: BoardView,
        fixed: tuple[str | Widget, ...],
        scrolled: tuple[str | Widget, ...],
    ) -> None:
        super().__init__(id="table")
        self._parts: dict[str, ClickableText] = {}
        self.board = board
        self._fixed = Container(*map(self._part, fixed), id="fixed")
        self._about = VerticalScroll(*map(self._part, scrolled), id="about", can_focus=False)
        self._ground, self._pane = Container(id="ground"), Container(id="pane")
        self._arranged: Arrangement | None = None
        self._board_size = (0, 0)

    def compose(self) -> ComposeResult:
        """Compose the board and the pane."""
        self.fit()  # the classes are set before mounting, so that the widgets are styled only once
        with self._ground:
            yield self.board
        with self._pane:
            yield self._fixed
            yield self._about
            yield MessageLine()

    def _part(self, part: str | Widget) -> Widget:
        if isinstance(part, Widget):
            return part
        return self._parts.setdefault(part, ClickableText(id=part))

    @property
    def has_pane(self) -> bool:
        """True if the pane fits in the window and is shown."""
        return self._arranged is not None and self._arranged.pane != "none"

    @property
    def pane_width(self) -> int:
        """The width of the parts at the top of the pane."""
        return self._fixed.content_size.width or 20

    @property
    def about_width(self) -> int:
        """The width of the parts below them, which scroll."""
        return self._about.content_size.width or PANE_WIDTH - 2

    def fit(self) -> None:
        """Arrange the board and the pane for the current size of the window."""
        puzzle, (width, height) = self.board.puzzle, self.app.size

        def needs(size: Size) -> tuple[int, int]:
            return needed(puzzle, size)

        # Tiny cells have room for numbers of two digits, but for no more than two marks.
        groups = (SIZES,) if puzzle.order > _LAST_DIGIT else (SIZES[:-1], SIZES[-1:])
        arranged = arrange(width, height, needs, groups)
        if (chosen := self.board.cell_size) is not None:
            if chosen == (arranged.size or size_in(puzzle, *arranged.board)):
                self.board.cell_size = None  # the size follows the window again
            else:
                arranged = arrange(width, height, needs, ((chosen,),))
        if arranged.pane == "none":
            self._make_room_for_messages(width, height, needs)
        columns, lines = needed(puzzle, arranged.size) if arranged.size else arranged.board
        if (arranged, (columns, lines)) == (self._arranged, self._board_size):
            return
        self._arranged, self._board_size = arranged, (columns, lines)
        for place in ("right", "below", "none"):
            self.set_class(arranged.pane == place, f"pane-{place}")
        self.screen.set_class(not arranged.has_frame, "bare")
        self.screen.set_class(arranged.pane == "none", "no-pane")
        has_line = arranged.has_frame and arranged.board[1] > lines
        self.screen.set_class(has_line, "roomy")
        ground, beside = self._ground, self._pane
        is_right = arranged.pane == "right"
        beside_board = min(columns + 2 * _GAP, arranged.board[0])
        ground.styles.width = beside_board if is_right else "1fr"
        beside.styles.width = min(_WIDEST, width - beside_board) if is_right else "1fr"
        # The pane begins at the top line of the board.
        above = (arranged.board[1] - has_line - lines) // 2 if is_right else 0
        beside.styles.padding = (max(0, above), 1, 0, 1)

    def _make_room_for_messages(self, width: int, height: int, needs: Needed) -> None:
        """Let long messages take the lines below the board, if the board can stay complete."""
        heights = [needs(size)[1] for size in SIZES if needs(size)[0] <= width]
        free = height - min(heights, default=height) - (not self.screen.has_class("bare"))
        for line in self.screen.query(FootLine):
            line.n_free = free

    @on(BoardView.Zoomed)
    def _zoom(self) -> None:
        self.fit()

    def scroll_about(self, pages: int) -> None:
        """Scroll the lower part of the pane."""
        self._about.scroll_relative(y=pages * max(1, self._about.size.height - 1), animate=False)

    def write(self, name: str, content: Content) -> None:
        """Update a part of the pane if it has changed. An empty part is hidden."""
        part = self._parts[name]
        if part.content is content:
            return
        part.display = bool(content)
        if not (isinstance(part.content, Content) and part.content.is_same(content)):
            part.replace(content)


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
