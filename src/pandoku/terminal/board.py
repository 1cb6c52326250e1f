"""The board: a widget that shows a puzzle in play and lets the player select cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from pandoku.model import Puzzle
from pandoku.terminal.grid import SIZES, Size, best_size, grid_of, needed
from pandoku.terminal.highlights import NO_HIGHLIGHTS, Highlights
from pandoku.terminal.hints import highlights_of
from pandoku.terminal.painter import Painter
from pandoku.terminal.palette import palette_in
from pandoku.terminal.scene import HasDigits, Scene
from pandoku.terminal.strips import BoardStrips, no_room_line
from pandoku.terminal.view import NUMBERS, View, size_in, view_of
from pandoku.terminal.ways import a_box_away, alike, beside, moved

if TYPE_CHECKING:
    from pandoku.logic import Hint
    from pandoku.terminal.palette import Palette

__all__ = ["BoardView", "best_size", "needed"]

_WHEEL = 2  # rows or columns per turn of the mouse wheel


def _move_bindings() -> list[BindingType]:
    letters = {"left": "h", "down": "j", "up": "k", "right": "l"}
    moves: list[BindingType] = []
    for direction, letter in letters.items():
        moves.append(Binding(f"{direction},{letter}", f"move('{direction}')", show=False))
        keys = f"shift+{direction},ctrl+{direction}"
        moves.append(Binding(keys, f"extend('{direction}')", show=False))
    return moves


class BoardView(Widget, can_focus=True):
    """A board of any puzzle. The board uses the largest cell size that fits.

    If the board does not fit in any size, the widget shows a part of it, which follows the cursor
    (see `pandoku.terminal.view`).

    The keys of the board only move the cursor, select cells, and change the size of cells. The
    screen that contains the board handles digits. A click selects a cell, and dragging selects
    several cells. With Shift or Ctrl, a click adds or removes a cell. A double click selects all
    similar cells. The mouse wheel scrolls a board that does not fit.

    Attributes:
        puzzle: The puzzle.
        position: The digits and marks.
        cursor: The cell of the cursor.
        selection: The selected cells. The selection does not always include the cell of the cursor.
        mode: The mode that the cursor shows: "digit", "corner", "center" or "color".
        mistakes: The cells whose digits are marked as mistakes.
        hint: The hint on the board, or None.
        cell_size: One of `pandoku.terminal.grid.SIZES`. None means the largest size that fits, and
            so does a size that is too large for a single cell.
        has_peers: Whether the peers of the cursor are shaded if there is no hint.
        has_same: Whether other cells with the digit under the cursor are highlighted if there is no
            hint.
        has_grid_marks: Whether center marks have fixed places in large cells.
        is_hidden: Whether digits and marks are hidden, for example while the game is paused.
    """

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; content-align: center middle; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *_move_bindings(),
        Binding("home", "go_to('row start')", show=False),
        Binding("end", "go_to('row end')", show=False),
        Binding("ctrl+home", "go_to('first')", show=False),
        Binding("ctrl+end", "go_to('last')", show=False),
        Binding("ctrl+a", "select_all", "select all", show=False),
        Binding("escape", "select_cursor", "select the cursor's cell", show=False),
        Binding("plus,equals_sign", "zoom(1)", "larger cells", show=False),
        Binding("minus", "zoom(-1)", "smaller cells", show=False),
    ]

    class Selected(Message):
        """Sent when the player moves the cursor or changes the selection.

        Attributes:
            board: The board.
            cursor: The cell of the cursor.
            selection: The selected cells.
        """

        def __init__(self, board: BoardView) -> None:
            super().__init__()
            self.board, self.cursor, self.selection = board, board.cursor, board.selection

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    class Pressed(Message):
        """Sent when the player presses a mouse button on a cell.

        Attributes:
            board: The board.
            cell: The cell.
            button: 1 for the left button, 3 for the right button.
        """

        def __init__(self, board: BoardView, cell: int, button: int) -> None:
            super().__init__()
            self.board, self.cell, self.button = board, cell, button

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    class Zoomed(Message):
        """Sent when the player changes the size of cells.

        Attributes:
            board: The board.
        """

        def __init__(self, board: BoardView) -> None:
            super().__init__()
            self.board = board

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    # A new value always causes an update: `==` ignores the order of cages, but the picture depends
    # on it.
    puzzle: reactive[Puzzle] = reactive(Puzzle(1), repaint=False, always_update=True)
    position: reactive[HasDigits | None] = reactive[HasDigits | None](None, repaint=False)
    cursor: reactive[int] = reactive(0, repaint=False)
    selection: reactive[frozenset[int]] = reactive(frozenset[int](), repaint=False)
    mode: reactive[str] = reactive("digit", repaint=False)
    mistakes: reactive[frozenset[int]] = reactive(frozenset[int](), repaint=False)
    hint: reactive[Hint | None] = reactive["Hint | None"](None, repaint=False)
    cell_size: reactive[Size | None] = reactive[Size | None](None, repaint=False)
    has_peers: reactive[bool] = reactive(True, repaint=False)
    has_same: reactive[bool] = reactive(True, repaint=False)
    has_grid_marks: reactive[bool] = reactive(False, repaint=False)
    is_hidden: reactive[bool] = reactive(False, repaint=False)

    def __init__(
        self,
        puzzle: Puzzle,
        position: HasDigits | None = None,
        *,
        wasd: bool = False,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        """Make a board.

        Args:
            puzzle: The puzzle.
            position: The digits and marks, or None to show only the givens.
            wasd: Whether W, A, S and D also move the cursor.
            name: See `textual.widget.Widget`.
            id: See `textual.widget.Widget`.
            classes: See `textual.widget.Widget`.
            disabled: See `textual.widget.Widget`.
        """
        super().__init__(name=name, id=id, classes=classes, disabled=disabled)
        self._strips: BoardStrips | None = None
        self._view: View | None = None
        # The shown size, after the puzzle, the requested size and the space that it depends on.
        self._sized: tuple[Puzzle, Size | None, tuple[int, int], Size | None] | None = None
        self._wanted: tuple[int, ...] = (0,)  # the cells that the view should show
        self._highlights: Highlights = NO_HIGHLIGHTS
        self._is_stale = False
        self._dragged_from: int | None = None
        self._wasd = {"w": "up", "a": "left", "s": "down", "d": "right"} if wasd else {}
        self.set_reactive(BoardView.puzzle, puzzle)
        self.set_reactive(BoardView.position, position)
        self.set_reactive(BoardView.selection, frozenset([0]))

    # ------------------------------------------------------------------ the scene

    def show(self, puzzle: Puzzle, position: HasDigits | None = None) -> None:
        """Show another puzzle, with the cursor in its first cell and no mistakes or hint shown."""
        self.cursor, self.selection = 0, frozenset([0])
        self.mistakes, self.hint = frozenset(), None
        self.puzzle, self.position = puzzle, position

    def select(self, cells: Iterable[int], cursor: int | None = None) -> None:
        """Select cells, and move the cursor.

        Args:
            cells: The cells to select. If *cells* is empty, the cell of the cursor is selected.
            cursor: The new cell of the cursor. None means that the cursor does not move.
        """
        if cursor is not None:
            self.cursor = cursor
        self.selection = frozenset(cells) or frozenset([self.cursor])

    @property
    def shown_size(self) -> Size | None:
        """The size of the cells, or None if not even one cell fits."""
        puzzle, wanted, room = self.puzzle, self.cell_size, self.content_size
        known = self._sized
        if known is not None and known[0] is puzzle and known[1:3] == (wanted, room):
            return known[3]  # every key asks for the size several times
        found = size_in(puzzle, *room, wanted)
        self._sized = puzzle, wanted, room, found
        return found

    @property
    def is_too_small(self) -> bool:
        """True if the board is not shown because not even one cell fits.

        When the size of the window changes, this is False until the screen has the new size. So no
        key that is pressed in the meantime is lost.
        """
        is_known = bool(self.size) and self.screen.size == self.app.size
        return is_known and self.shown_size is None

    @property
    def shows_cursor(self) -> bool:
        """True if this frame or the next shows the cell of the cursor.

        Fast keys arrive before the frame that follows the cursor.
        """
        follows = self._wanted == (self.cursor,)
        return self._view is None or follows or self._view.shows(self.cursor)

    def show_cursor(self) -> None:
        """Scroll to the cell of the cursor, if it is not visible."""
        self._wanted = (self.cursor,)
        self._change()

    @property
    def palette(self) -> Palette:
        """The palette for the theme of the application."""
        return palette_in(self.app)

    def _new_view(self) -> View | None:
        """Return the part of the board to show now."""
        size = self.shown_size
        if size is None:
            return None
        grid = grid_of(self.puzzle, size)
        return view_of(grid, *self.content_size, self._wanted, self._view)

    def _scene(self) -> Scene:
        position = self.position
        return Scene(
            self.puzzle.givens if position is None else position.digits,
            None if position is None else position.marks,
            self.cursor,
            self.mode,
            self.selection,
            self.mistakes,
            self._highlights,
            self.has_peers and self.hint is None,
            self.has_same and self.hint is None,
            self.has_grid_marks,
            self.palette.has_signs,
            self.is_hidden,
        )

    # ------------------------------------------------------------------ painting

    def _watch_hint(self) -> None:
        self._highlights = highlights_of(self.hint)
        if self._highlights.fills:
            self._wanted = (*self._highlights.fills,)
        self._change()

    def _watch_cursor(self) -> None:
        self._wanted = (self.cursor,)
        self._change()

    def _watch_puzzle(self) -> None:
        if self.cursor >= self.puzzle.geometry.n_cells:
            self.cursor, self.selection = 0, frozenset([0])
        if max(self._wanted) >= self.puzzle.geometry.n_cells:
            self._wanted = (self.cursor,)
        self._change()

    def _change(self) -> None:
        """Schedule a single repaint for all attributes that a key changes."""
        if not self._is_stale:
            self._is_stale = True
            # The screen updates the pane first, so that one frame shows both.
            (self.screen if self.is_attached else self).call_next(self._repaint)

    _watch_position = _watch_selection = _watch_mode = _watch_mistakes = _change
    _watch_cell_size = _watch_has_peers = _watch_has_same = _watch_has_grid_marks = _change
    _watch_is_hidden = _change

    def _repaint(self) -> None:
        self._is_stale = False
        view, before = self._new_view(), self._view
        painter = None if self._strips is None else self._strips.painter
        if view is None or painter is None or painter.grid is not view.grid:
            self._paint_all()
            return
        self._view = view
        lines = painter.paint(self._scene())
        if view != before:
            self.refresh()
            return
        top, width = self._origin(view).y, self.size.width
        if lines and not view.is_whole:
            lines.add(NUMBERS)  # the numbers of the cursor's row and column are highlighted
        regions = list[Region]()
        for y in sorted(top + view.places[line] for line in lines if line in view.places):
            if regions and regions[-1].bottom == y:
                regions[-1] = regions[-1].grow((0, 0, 1, 0))
            else:
                regions.append(Region(0, y, width, 1))
        if regions:
            self.refresh(*regions)

    @on(events.Resize)
    def _paint_all(self) -> None:
        self._view, self._strips = self._new_view(), None
        if self._view is not None:
            painter = Painter(self._view.grid, self.palette)
            painter.paint(self._scene())
            self._strips = BoardStrips(painter, self.palette)
        self.refresh()

    @on(events.Mount)
    def _follow_theme(self) -> None:
        self.watch(self.app, "theme", self._paint_all, init=False)

    def _origin(self, view: View) -> Offset:
        """Return the upper left corner of the board.

        The board is centered, and at the top of the widget if `content-align-vertical` is "top".
        """
        width, height = self.content_size
        is_at_top = self.styles.content_align_vertical == "top"
        return Offset((width - view.width) // 2, 0 if is_at_top else (height - view.height) // 2)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region in the current style of the theme.

        A board has no border and no padding. So its lines skip textual's cache of styled lines,
        which joins the segments of each changed line again.
        """
        strips, ground = [*self._lines(crop.line_range)], self.background_colors[1]
        for each in self.get_line_filters():
            strips = [strip.apply_filter(each, ground) for strip in strips]
        return [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return a line of the board, or a line of the message that the window is too small."""
        return next(self._lines([y]))

    def _lines(self, lines: Iterable[int]) -> Iterator[Strip]:
        if self._strips is None:
            self._paint_all()
        view, strips, blank = self._view, self._strips, self.rich_style
        if view is None or strips is None:
            return (no_room_line(y, self.content_size, blank) for y in lines)
        width, origin = self.content_size.width, self._origin(view)
        return strips.strips(
            lines, view, self.cursor, self.mode, origin=origin, width=width, blank=blank
        )

    # ------------------------------------------------------------------ keys

    @on(events.Key)
    def _move_by_letter(self, event: events.Key) -> None:
        if direction := self._wasd.get(event.key):
            event.stop()
            self.action_move(direction)

    def action_move(self, direction: str) -> None:
        """Move the cursor by a cell, and select only that cell."""
        at = beside(self.puzzle.order, self.cursor, direction)
        self._choose(at, frozenset([at]))

    def action_extend(self, direction: str) -> None:
        """Move the cursor by a cell, and add that cell to the selection."""
        at = beside(self.puzzle.order, self.cursor, direction)
        self._choose(at, self.selection | {self.cursor, at})

    def action_go_to(self, place: str) -> None:
        """Move the cursor to an end of its row, or to the first or last cell of the board."""
        order = self.puzzle.order
        row = self.cursor // order * order
        last = order * order - 1
        places = {"row start": row, "row end": row + order - 1, "first": 0, "last": last}
        self._choose(places[place], frozenset([places[place]]))

    def move_by_box(self, by: int) -> None:
        """Move the cursor up (-1) or down (1) by the height of a box, as far as the grid goes."""
        at = a_box_away(self.puzzle.geometry, self.cursor, by)
        self._choose(at, frozenset([at]))

    def action_select_all(self) -> None:
        """Select all cells."""
        self._choose(self.cursor, frozenset(range(self.puzzle.geometry.n_cells)))

    def action_select_cursor(self) -> None:
        """Select only the cursor's cell. If nothing changes, let the screen handle the key."""
        alone = frozenset([self.cursor])
        if self.selection == alone:
            raise SkipAction
        self._choose(self.cursor, alone)

    def action_zoom(self, by: int) -> None:
        """Show larger (1) or smaller (-1) cells, even if only a part of the board fits then.

        In the size that fits best, the size follows the window again.
        """
        if (now := self.shown_size) not in SIZES:
            return
        # Sizes that look the same on this board count as one.
        sizes = [*{needed(self.puzzle, size): size for size in reversed(SIZES)}.values()]
        at = next(n for n, size in enumerate(sizes) if SIZES.index(size) <= SIZES.index(now))
        self.cell_size = sizes[max(0, min(len(sizes) - 1, at + by))]
        self.post_message(self.Zoomed(self))

    def _choose(self, cursor: int, selection: frozenset[int]) -> None:
        if (cursor, selection) != (self.cursor, self.selection):
            self.cursor, self.selection = cursor, selection
            # Through the widgets in between, the message would miss the next frame.
            self.screen.post_message(self.Selected(self))

    # ------------------------------------------------------------------ mouse

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a character position of the content, or None outside the cells."""
        if self._view is None:
            return None
        left, top = self._origin(self._view)
        return self._view.cell_at(x - left, y - top)

    def _cell_under(self, event: events.MouseEvent) -> int | None:
        return self.cell_at(*event.get_content_offset_capture(self))

    @on(events.MouseDown)
    def _press(self, event: events.MouseDown) -> None:
        cell = self._cell_under(event)
        if cell is None:
            return
        self.post_message(self.Pressed(self, cell, event.button))
        if event.button != 1:
            return
        if event.shift or event.ctrl or event.meta:
            self._choose(cell, self.selection ^ {cell} or frozenset([cell]))
        else:
            self._choose(cell, frozenset([cell]))
        self._dragged_from = cell
        self.capture_mouse()

    @on(events.MouseMove)
    def _drag(self, event: events.MouseMove) -> None:
        cell = self._cell_under(event)
        if self._dragged_from is None or cell is None or cell == self._dragged_from:
            return
        self._dragged_from = cell
        self._choose(cell, self.selection | {cell})

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def _scroll(self, event: events.MouseEvent) -> None:
        """Scroll the visible part of the board by a few rows, or columns with Shift or Ctrl."""
        if self._view is None or self._view.is_whole:
            return
        event.stop()
        by = _WHEEL if isinstance(event, events.MouseScrollDown) else -_WHEEL
        rows, columns, order = self._view.rows, self._view.columns, self.puzzle.order
        if event.shift or event.ctrl:
            columns = moved(columns, by, order)
        else:
            rows = moved(rows, by, order)
        self._wanted = (rows[0] * order + columns[0], rows[-1] * order + columns[-1])
        self._change()

    @on(events.MouseUp)
    def _release(self) -> None:
        self._dragged_from = None
        self.release_mouse()

    @on(events.Click)
    def _select_alike(self, event: events.Click) -> None:
        cell = self._cell_under(event)
        if cell is not None and event.chain == 2:
            shown = self._scene()
            self._choose(cell, alike(cell, shown.digits, shown.marks))
