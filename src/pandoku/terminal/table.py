"""A board and the pane beside it, arranged by the room there is."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from pandoku.terminal.board import BoardView, needed
from pandoku.terminal.layout import Arrangement, arrange
from pandoku.terminal.lines import ClickableText, MessageLine

__all__ = ["BoardWithPane"]

_GAP, _WIDEST = 2, 42  # columns beside the board, and of the pane


class BoardWithPane(Container):
    """A board, and a pane of parts that say something about it.

    The screen gets the class "bare" if there is no room for its title, messages and keys, and the
    class "no-pane" if there is none for the pane.

    Args:
        board: The board.
        fixed: The parts at the top of the pane: names of texts, or widgets.
        scrolled: The parts below them, which scroll if there are too many lines.
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
        self.fit()  # before there are widgets to be styled again
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
        """Whether there is room for the pane."""
        return self._arranged is not None and self._arranged.pane != "none"

    @property
    def pane_width(self) -> int:
        """The columns of the parts at the top of the pane."""
        return self._fixed.content_size.width or 20

    def fit(self) -> None:
        """Arrange the board and the pane for the window as it is now."""
        puzzle, (width, height) = self.board.puzzle, self.app.size
        arranged = arrange(width, height, lambda size: needed(puzzle, size))
        columns, lines = needed(puzzle, arranged.size) if arranged.size else arranged.board
        if (arranged, (columns, lines)) == (self._arranged, self._board_size):
            return
        self._arranged, self._board_size = arranged, (columns, lines)
        for place in ("right", "below", "none"):
            self.set_class(arranged.pane == place, f"pane-{place}")
        self.screen.set_class(not arranged.has_frame, "bare")
        self.screen.set_class(arranged.pane == "none", "no-pane")
        ground, beside = self._ground, self._pane
        is_right = arranged.pane == "right"
        beside_board = min(columns + 2 * _GAP, arranged.board[0])
        ground.styles.width = beside_board if is_right else "1fr"
        beside.styles.width = min(_WIDEST, width - beside_board) if is_right else "1fr"
        # The pane begins where the board does.
        above = (arranged.board[1] - lines) // 2 if is_right else 0
        beside.styles.padding = (max(0, above), 1, 0, 1)

    def scroll_about(self, pages: int) -> None:
        """Scroll the lower part of the pane."""
        self._about.scroll_relative(y=pages * max(1, self._about.size.height - 1), animate=False)

    def write(self, name: str, content: Content) -> None:
        """Change a part of the pane, if it is another one; an empty part takes no room."""
        part = self._parts[name]
        part.display = bool(content)
        if not (isinstance(part.content, Content) and part.content.is_same(content)):
            part.update(content)
