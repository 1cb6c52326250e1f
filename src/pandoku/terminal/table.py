"""A board with a pane, arranged to fit the window."""

from __future__ import annotations

from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from pandoku.terminal.arrangement import PANE_WIDTH, Arrangement, Needed, arrangement_of
from pandoku.terminal.board import BoardView, needed
from pandoku.terminal.grid import SIZES
from pandoku.terminal.widgets import ClickableText, FootLine, MessageLine

__all__ = ["BoardWithPane"]


class BoardWithPane(Container):
    """A board and a pane with information about it.

    If the title, messages and keys of the screen do not fit, the screen gets the class "bare". If
    the pane does not fit, the screen gets the class "no-pane". If the board leaves a line free, the
    screen gets the class "roomy", and messages have this line. On a bare screen, it gets the class
    "keyed" instead, and messages and keys have this line.

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

        arranged, chosen = arrangement_of(puzzle, width, height, self.board.cell_size)
        self.board.cell_size = chosen
        if arranged.pane == "none":
            self._make_room_for_messages(width, height, partial(needed, puzzle))
        columns, lines = needed(puzzle, arranged.size) if arranged.size else arranged.board
        if (arranged, (columns, lines)) == (self._arranged, self._board_size):
            return
        self._arranged, self._board_size = arranged, (columns, lines)
        for place in ("right", "below", "none"):
            self.set_class(arranged.pane == place, f"pane-{place}")
        self.screen.set_class(not arranged.has_frame, "bare")
        self.screen.set_class(arranged.pane == "none", "no-pane")
        has_line = arranged.leaves_line(lines)
        self.screen.set_class(has_line and arranged.has_frame, "roomy")
        self.screen.set_class(has_line and not arranged.has_frame, "keyed")
        ground, beside = self._ground, self._pane
        is_right = arranged.pane == "right"
        widths = arranged.widths(columns, width)
        ground.styles.width, beside.styles.width = widths if is_right else ("1fr", "1fr")
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

    def scroll_about(self, pages: int) -> bool:
        """Scroll the lower part of the pane. Return whether it is longer than its place."""
        if not self._about.max_scroll_y:
            return False
        self._about.scroll_relative(y=pages * max(1, self._about.size.height - 1), animate=False)
        return True

    def write(self, name: str, content: Content) -> None:
        """Update a part of the pane if it has changed. An empty part is hidden."""
        part = self._parts[name]
        if part.content is content:
            return
        part.display = bool(content)
        if not (isinstance(part.content, Content) and part.content.is_same(content)):
            part.replace(content)
