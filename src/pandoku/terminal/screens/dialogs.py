"""Dialogs that ask for a name or a choice, or that show the result of a solved game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pandoku.terminal.widgets import Menu, entry

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp
from datetime import date

from pandoku.play import Game, statistics
from pandoku.play.timer import clock_text
from pandoku.terminal.words import count_text

__all__ = ["AskName", "Choose", "Finish", "about_end"]

_SHORT = 36  # the longest line in characters that fits into a card of the usual width


class AskName(ModalScreen[str | None]):
    """A dialog that asks for a name. Enter accepts the name, and Esc returns None.

    Args:
        title: Title of the dialog.
        offered: Default name.
        longest: Maximum number of characters.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "never mind")]

    def __init__(self, title: str, offered: str, longest: int) -> None:
        super().__init__()
        self._title, self._offered, self._longest = title, offered, longest

    def compose(self) -> ComposeResult:
        """Compose the title and the text field."""
        with Vertical(classes="card"):
            yield Static(self._title, classes="heading")
            text = Input(self._offered, max_length=self._longest, select_on_focus=True)
            text.cursor_blink = False
            yield text
            yield Static("Enter saves it, Esc does not", classes="muted")

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """Close the dialog, and return the name."""
        self.dismiss(event.value.strip() or None)


class Choose(ModalScreen[str | None]):
    """A dialog with a list of choices. Esc returns None.

    Args:
        title: Title of the dialog.
        rows: For each choice, the value to return, its first line, and its second line or "".
        above: Text above the list.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "never mind")]

    def __init__(
        self, title: str, rows: Sequence[tuple[str, str, str]], above: Content | str = ""
    ) -> None:
        super().__init__()
        self._title, self._rows, self._above = title, rows, above

    def compose(self) -> ComposeResult:
        """Compose the list."""
        is_wide = any(len(about) > _SHORT for *_, about in self._rows)
        with Vertical(classes="card wide" if is_wide else "card"):
            yield Static(self._title, classes="heading")
            if self._above:
                yield Static(self._above, classes="above")
            yield Menu(*(entry(*row) for row in self._rows))

    def on_mount(self) -> None:
        """Highlight the first choice."""
        menu = self.query_one(Menu)
        menu.highlighted = 0
        menu.focus()

    @on(Menu.OptionSelected)
    def take(self, event: Menu.OptionSelected) -> None:
        """Close the dialog, and return the choice."""
        self.dismiss(event.option_id)


# ------------------------------------------------------------------ the end of a game

_ROWS = (
    ("review", "What the coach says", "the steps behind your digits"),
    ("new", "Another puzzle", ""),
    ("home", "Home", ""),
)


class Finish(Choose):
    """A dialog that shows the time and the help used for a solved puzzle.

    Args:
        game: The game.
        solution: The only solution of the puzzle, or None if it is unknown.
        daily: Date of a daily puzzle, or None.
        streak: Length of the current run of days with a solved daily puzzle.
        ahead: If the puzzle belongs to the course: the title of the stop that comes next.
        expected: Lines about the time that the puzzle takes, as in `ExpectedTime.compared`.
    """

    def __init__(
        self,
        game: Game,
        solution: tuple[int, ...] | None,
        daily: date | None,
        streak: int,
        ahead: str = "",
        expected: Sequence[str] = (),
    ) -> None:
        title = "Solved with hints" if statistics(game).is_by_hints else "Solved"
        title = "The solution" if game.is_revealed else title
        rows = (("course", "Go on with the course", f"next: {ahead}"), *_ROWS) if ahead else _ROWS
        super().__init__(title, rows, about_end(game, solution, daily, streak, expected))


def about_end(
    game: Game,
    solution: tuple[int, ...] | None,
    daily: date | None,
    streak: int,
    expected: Sequence[str] = (),
) -> Content:
    """Return the time of a game and the help that the player used, as text."""
    took = statistics(game, solution)
    if took.was_revealed:
        return Content("The solution was shown.")
    help_ = [
        count_text(n, word)
        for n, word in (
            (took.n_hints, "hint"),
            (took.n_checks, "check"),
            (took.n_mistakes or 0, "mistake"),
        )
        if n
    ]
    lines = [
        Content.assemble((clock_text(took.played_ms), "bold $success")),
        *(Content(line).stylize("$muted") for line in expected),
        Content(", ".join(help_) or "no hint, no check, no mistake").stylize("$muted"),
    ]
    if daily is not None and streak:  # the variant of the week adds no day
        lines.append(Content.assemble((f"{count_text(streak, 'day')} in a row", "bold $accent")))
    return Content("\n").join(lines)
