"""An overview of a puzzle with lines: the board in small cells, with its lines drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer, VerticalScroll
from textual.geometry import Region, Spacing
from textual.screen import Screen
from textual.widgets import Static

from pandoku.terminal.arrangement import PANE_WIDTH
from pandoku.terminal.board import BoardView, needed
from pandoku.terminal.grid import grid_of
from pandoku.terminal.pane import about_constraints
from pandoku.terminal.widgets import FootLine, TitleLine

if TYPE_CHECKING:
    from pandoku.play import Game
    from pandoku.terminal.app import PandokuApp

__all__ = ["Overview"]

_FRAME_LINES = 2  # the title, and the keys
_TEXT_LINES = 4  # minimum height of the text below a board
_GAP = 2  # columns on each side of the board


class Overview(Screen[int]):
    """A board whose lines are drawn in a window of any size, and the lines under its cursor.

    A board that is larger than the window scrolls with the cursor. The screen returns the cell of
    the cursor.

    Args:
        game: The game.
        cursor: The cell of the cursor.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,o,q,enter", "leave", "back to the game"),
        Binding("pagedown,space", "scroll(1)", "scroll the text", show=False),
        Binding("pageup", "scroll(-1)", "scroll the text back", show=False),
        Binding("question_mark", "app.help", "all keys"),
    ]

    def __init__(self, game: Game, cursor: int) -> None:
        super().__init__()
        self._game = game
        self._board = BoardView(game.seen, game.position)
        self._board.select([cursor], cursor)

    def compose(self) -> ComposeResult:
        """Compose the board and the text about the lines under the cursor."""
        yield TitleLine("Lines")
        with Container(id="overview"):
            with ScrollableContainer(id="drawing", can_focus=False):
                yield self._board
            with VerticalScroll(id="lines", can_focus=False):
                yield Static()
        yield FootLine()

    def on_mount(self) -> None:
        """Move the keys to the board."""
        self._board.focus()

    def on_resize(self) -> None:
        """Choose the size of cells, and place the text to the right of the board or below it."""
        width, height = self.app.size
        puzzle, lines = self._game.seen, height - _FRAME_LINES
        columns, rows = needed(puzzle, "large")
        is_large = columns + 2 * _GAP + PANE_WIDTH <= width and rows <= lines
        self._board.cell_size = "large" if is_large else "lines"
        columns, rows = needed(puzzle, self._board.cell_size)
        is_beside = columns + 2 * _GAP + PANE_WIDTH <= width
        self.set_class(is_beside, "text-beside")
        self._board.styles.width, self._board.styles.height = columns, rows
        drawing = self.query_one("#drawing")
        drawing.styles.width = columns + 2 * _GAP if is_beside else "1fr"
        drawing.styles.height = "1fr" if is_beside else min(rows, max(3, lines - _TEXT_LINES))
        self.call_after_refresh(self._show)

    @on(BoardView.Selected)
    def _show(self) -> None:
        """Show the lines under the cursor, and scroll the board to the cursor."""
        board, text = self._board, self.query_one("#lines Static", Static)
        is_beside = self.has_class("text-beside")  # otherwise there is no room for sketches
        width = self.query_one("#lines").content_size.width if is_beside else 0
        text.update(about_constraints(self._game, board.cursor, board.shown_size, width))
        if (size := board.shown_size) is None:
            return
        grid = grid_of(board.puzzle, size)
        row, column = divmod(board.cursor, grid.order)
        cell = Region(grid.lefts[column], grid.tops[row], grid.box.width, grid.box.height)
        around = cell.grow(Spacing.all(1))
        self.query_one("#drawing").scroll_to_region(around, animate=False, force=True)

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        lines = self.query_one("#lines")
        lines.scroll_relative(y=pages * max(1, lines.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Go back to the game, with the cursor in the same cell."""
        self.dismiss(self._board.cursor)
