"""The base of screens that play something: speed, pause, single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from pandoku.model import Marks, Puzzle
from pandoku.terminal.board import BoardView
from pandoku.terminal.lines import FootLine, TitleLine, show_message
from pandoku.terminal.table import BoardWithPane

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["Showing", "Shown"]

_FRAME_S = 1 / 25


class Shown(NamedTuple):
    """The digits and marks on a board."""

    digits: tuple[int, ...]
    marks: Marks | None


class Showing(Screen[None]):
    """A board that plays something at an adjustable speed.

    A subclass defines the steps (`advance` and `step`) and the text of the pane (`describe`).

    Args:
        title: Title of the screen.
        puzzle: The puzzle.
        speeds: Available speeds, in a unit that the subclass defines.
        speed: Index of the initial speed.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "pause", "pause"),
        Binding("plus,equals_sign,up", "faster(1)", "faster"),
        Binding("minus,down", "faster(-1)", "slower"),
        Binding("right,l,full_stop", "step", "step"),
        Binding("r", "again", "again"),
        Binding("escape,q", "app.back", "back"),
    ]

    def __init__(self, title: str, puzzle: Puzzle, speeds: tuple[float, ...], speed: int) -> None:
        super().__init__()
        self._title = title
        self.board = BoardView(puzzle)
        self._speeds, self._at = speeds, speed
        self.is_paused = False

    @property
    def speed(self) -> float:
        """The current speed."""
        return self._speeds[self._at]

    def compose(self) -> ComposeResult:
        """Compose the board and the pane."""
        yield TitleLine(self._title)
        yield BoardWithPane(self.board, (), ("state", "facts"))
        yield FootLine()

    def on_mount(self) -> None:
        """Start playing."""
        self.board.can_focus = False
        self.board.has_peers = self.board.has_same = False
        self.set_interval(_FRAME_S, self._frame)
        self.start()

    def on_resize(self) -> None:
        """Rearrange the board and the pane."""
        self.query_one(BoardWithPane).fit()
        self.show()

    def start(self) -> None:
        """Start from the beginning."""
        raise NotImplementedError

    def advance(self, seconds: float) -> bool:
        """Advance by *seconds* at the current speed. Return whether anything changed."""
        raise NotImplementedError

    def step(self) -> None:
        """Advance by one step."""
        raise NotImplementedError

    def describe(self) -> tuple[Content, Content]:
        """Return the current state, and facts about it."""
        raise NotImplementedError

    def show(self) -> None:
        """Show the pane."""
        table = self.query_one(BoardWithPane)
        state, facts = self.describe()
        if table.has_pane:
            table.write("state", state)
            table.write("facts", facts)
            show_message(self, "")
        else:
            show_message(self, ", ".join(state.plain.splitlines()))

    def _frame(self) -> None:
        if not self.is_paused and self.is_current and self.advance(_FRAME_S):
            self.show()

    def action_pause(self) -> None:
        """Pause or continue."""
        self.is_paused = not self.is_paused
        self.show()

    def action_faster(self, by: int) -> None:
        """Change the speed."""
        self._at = max(0, min(len(self._speeds) - 1, self._at + by))
        self.show()

    def action_step(self) -> None:
        """Pause, and advance by one step."""
        self.is_paused = True
        self.step()
        self.show()

    def action_again(self) -> None:
        """Start from the beginning."""
        self.start()
        self.show()
