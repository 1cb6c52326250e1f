"""Screens that show something at an adjustable speed, such as the replay of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from pandoku.model import Marks, Puzzle
from pandoku.terminal.board import BoardView
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.widgets import FootLine, TitleLine, show_message

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp
from pandoku.play import Game, first_sight, replay
from pandoku.play.timer import clock_text
from pandoku.words import kind_text

__all__ = ["GameReplay", "Showing", "Shown"]

_FRAME_S = 1 / 25


class Shown(NamedTuple):
    """The digits and marks that a board shows."""

    digits: tuple[int, ...]
    marks: Marks | None


class Showing(Screen[None]):
    """A screen with a board that shows a replay or a search at an adjustable speed.

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
            show_message(self, ", ".join(state.plain.splitlines()), lasts=True)

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


# ------------------------------------------------------------------ replays

_SPEEDS = (0.5, 1, 2, 4, 8, 16, 32, 64)  # speeds relative to the game
_LONGEST_MS = 5_000  # maximum pause between two moves in a replay


class GameReplay(Showing):
    """A screen with the replay of a game. Long pauses are shortened.

    Args:
        game: The game.
        speed: Speed relative to the game, more than 0.
    """

    def __init__(self, game: Game, speed: float = 1.0) -> None:
        speeds = tuple(sorted({*_SPEEDS, speed}))
        super().__init__(
            f"Replay: {kind_text(first_sight(game.puzzle))}",
            first_sight(game.puzzle),
            speeds,
            speeds.index(speed),
        )
        self._shots = [(move, after) for move, after in replay(game)]
        self._first = Game.start(game.puzzle)

    def start(self) -> None:
        """Start with the givens."""
        self._n_shown, self._waited_ms = 0, 0.0
        self._show(self._first)

    def advance(self, seconds: float) -> bool:
        """Show the moves that are due."""
        self._waited_ms += seconds * 1000 * self.speed
        before = self._n_shown
        while self._n_shown < len(self._shots) and self._waited_ms >= self._gap_ms:
            self._waited_ms -= self._gap_ms
            self.step()
        return self._n_shown != before

    @property
    def _gap_ms(self) -> int:
        """Milliseconds between the move shown last and the next move, at most five seconds."""
        at = self._n_shown
        before = self._shots[at - 1][0].at_ms if at else 0
        return min(_LONGEST_MS, self._shots[at][0].at_ms - before)

    def step(self) -> None:
        """Show the next move."""
        if self._n_shown == len(self._shots):
            return
        move, game = self._shots[self._n_shown]
        self._n_shown += 1
        self._show(game)
        cells = [cell for edit in move.edits for cell in edit.cells]
        if cells:
            self.board.select(cells, cells[0])

    def _show(self, game: Game) -> None:
        self.board.puzzle, self.board.position = game.seen, game.position

    def describe(self) -> tuple[Content, Content]:
        """Return the playing time, the progress of the replay, and the last move."""
        n, of = self._n_shown, len(self._shots)
        move = self._shots[n - 1][0] if n else None
        state = (
            "the end"
            if n == of
            else "paused"
            if self.is_paused
            else f"{self.speed:g} times as fast"
        )
        head = Content.assemble((clock_text(move.at_ms if move else 0), "bold"), f"\n{state}")
        facts = f"move {n} of {of}"
        if move is not None:
            facts += f"\n{move.text(self._first.puzzle.order)}"
        return head, Content(facts)
