"""The choice of kind, size and difficulty of a new puzzle, and the progress while it is made."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from pandoku.errors import PandokuError
from pandoku.model import Puzzle
from pandoku.play.opening import PuzzleRequest
from pandoku.play.plainly import plain_words
from pandoku.play.timer import clock_text
from pandoku.terminal.background import Making
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, entry, show_message

if TYPE_CHECKING:
    from pandoku.generation import Kind
    from pandoku.terminal.app import PandokuApp

__all__ = ["New"]

_TURNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAME_S = 0.1
_ABOUT = {
    "easy": "singles, step by step",
    "medium": "pairs and lines",
    "hard": "triples, fish, wings",
    "expert": "chains",
    "extreme": "several chains",
}
_ANY = "any"
_NARROW = 72  # with fewer columns, the lists have only titles


class New(Screen[None]):
    """A screen that asks for the options of a puzzle, and makes it in the background.

    Args:
        wish: A puzzle to make immediately. None means that the player chooses first.
        daily: Date and kind of a daily puzzle to make immediately, or None.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "side(-1)", "the list before", show=False),
        Binding("right,l", "side(1)", "the next list", show=False),
        Binding("tab", "side(1)", "next list"),
        Binding("escape,q", "leave", "back"),
    ]

    class Made(Message):
        """Sent when the making of a puzzle has ended, with a puzzle or an error."""

        def __init__(self, making: Making, result: Puzzle | PandokuError) -> None:
            super().__init__()
            self.making, self.result = making, result

    def __init__(
        self, wish: PuzzleRequest | None = None, daily: tuple[date, str] | None = None
    ) -> None:
        super().__init__()
        self._wish, self._daily = wish, daily
        self._turn, self._started = 0, 0
        self._making: Making | None = None
        self._kinds: dict[str, Kind] = {}
        self._last_difficulty = _ANY

    def compose(self) -> ComposeResult:
        """Compose three lists, and the line that shows the progress."""
        yield TitleLine("New puzzle")
        with Horizontal(id="choices"):
            for name, title in (("kind", "Kind"), ("order", "Size"), ("difficulty", "Difficulty")):
                with Vertical(classes="choice"):
                    yield Static(title, classes="heading")
                    yield Menu(id=name)
        yield Static("", id="progress")
        yield FootLine()

    def on_mount(self) -> None:
        """Fill the lists, and highlight the choices that the player made last time."""
        from pandoku.generation import KINDS

        last = self._wish or PuzzleRequest(
            *self.app.shelf.preference("wish", ["sudoku", 9, "medium"])
        )
        self._kinds = KINDS.entries
        kind_rows = [(name, kind.title, "") for name, kind in self._kinds.items()]
        _fill(self._list("kind"), kind_rows, last.kind)
        self._show_orders(last.order)
        self._last_difficulty = last.difficulty or _ANY
        self._show_levels(self._last_difficulty)
        self._list("kind").focus()
        self.set_interval(_FRAME_S, self._show_progress)
        if self._daily is not None:
            self._begin(Making.daily(*self._daily, self._done))
        elif self._wish is not None:
            self._begin(Making(self._wish, self._done))

    def on_resize(self) -> None:
        """Leave out what the difficulties are about if it does not fit."""
        self.set_class(self.app.size.width < _NARROW, "narrow")
        self._show_levels(self._chosen("difficulty") or self._last_difficulty)

    def _show_levels(self, chosen: str) -> None:
        from pandoku.rating import LEVELS

        is_narrow = self.has_class("narrow")
        levels = [(level, level.capitalize(), _ABOUT[level]) for level in LEVELS]
        rows = [*levels, (_ANY, "Any", "as it comes")]
        shown = [(name, title, "" if is_narrow else about) for name, title, about in rows]
        _fill(self._list("difficulty"), shown, chosen)

    def _list(self, name: str) -> Menu:
        return self.query_one(f"#{name}", Menu)

    def _chosen(self, name: str) -> str:
        option = self._list(name).highlighted_option
        return (option.id if option else None) or ""

    def _show_orders(self, wanted: int | None) -> None:
        """List the sizes of the chosen kind."""
        kind = self._kinds[self._chosen("kind")]
        orders = [(str(n), f"{n} x {n}", "") for n in kind.possible_orders()]
        names = [name for name, *_ in orders]
        at = str(wanted) if str(wanted) in names else str(kind.default_order)
        _fill(self._list("order"), orders, at)

    @on(Menu.OptionHighlighted, "#kind")
    def change_orders(self) -> None:
        """Show the sizes of the newly highlighted kind, and keep the chosen size if possible."""
        order = self._chosen("order")
        self._show_orders(int(order) if order else None)

    @on(Menu.OptionSelected)
    def action_make(self) -> None:
        """Make the chosen puzzle."""
        if self._making is not None:
            return
        difficulty = self._chosen("difficulty")
        order = int(self._chosen("order"))
        wish = PuzzleRequest(
            self._chosen("kind"), order, None if difficulty == _ANY else difficulty
        )
        self.app.shelf.prefer("wish", list(wish))
        self._begin(Making(wish, self._done))

    def action_side(self, by: int) -> None:
        """Move to another list."""
        if by > 0:
            self.focus_next(Menu)
        else:
            self.focus_previous(Menu)

    def action_leave(self) -> None:
        """Cancel the making of a puzzle, or leave the screen."""
        if self._making is None:
            self.app.back()
            return
        self._stop()
        show_message(self, "stopped; choose something else, or press Esc again")

    def on_unmount(self) -> None:
        """Cancel the making of a puzzle."""
        self._stop()

    def _begin(self, making: Making) -> None:
        self._making = making
        self._started, self._turn = self.app.now_ms(), 0
        show_message(self, "")
        self.add_class("making")
        self._making.start()
        self._show_progress()

    def _stop(self) -> None:
        if self._making is not None:
            self._making.cancel()
            self._making = None
            self.remove_class("making")

    def _done(self, result: Puzzle | PandokuError) -> None:
        """Pass the result from the thread to the screen."""
        making = self._making
        if making is not None and self.is_running:
            self.post_message(self.Made(making, result))

    def _show_progress(self) -> None:
        making, line = self._making, self.query_one("#progress", Static)
        if making is None:
            kind = self._kinds[self._chosen("kind")]
            line.update(f"{kind.title}: {kind.summary}")
            return
        self._turn = (self._turn + 1) % len(_TURNS)
        spent = clock_text(self.app.now_ms() - self._started)
        tried = f", {making.n_attempts:,} tried" if making.n_attempts > 1 else ""
        line.update(
            f"{_TURNS[self._turn]} making a puzzle: {making.wish}  {spent}{tried}   Esc stops"
        )

    def on_new_made(self, message: Made) -> None:
        """Play the puzzle, or show the error."""
        if message.making is not self._making:
            return
        wish = message.making.wish
        self._stop()
        if isinstance(message.result, Puzzle):
            self.app.play_made(message.result, wish, self._daily and self._daily[0])
        else:
            show_message(self, plain_words(message.result), is_bad=True)


def _fill(menu: Menu, rows: list[tuple[str, str, str]], chosen: str) -> None:
    menu.set_options(entry(name, title, about) for name, title, about in rows)
    names = [name for name, *_ in rows]
    menu.highlighted = names.index(chosen) if chosen in names else 0
