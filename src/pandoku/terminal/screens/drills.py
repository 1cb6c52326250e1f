"""The list of techniques that have drills."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.play.plainly import plain_words
from pandoku.terminal.background import in_background
from pandoku.terminal.lines import FootLine, TitleLine, show_message
from pandoku.terminal.menu import Menu
from pandoku.words import with_capital

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["Drills"]

_WIDTH = 34


class Drills(Screen[None]):
    """A list of techniques, the easiest first, with the player's results."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.back", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, str, str]] = []

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield TitleLine("Drills", "find one technique on a board")
        yield Menu(id="drills")
        yield FootLine()

    def on_mount(self) -> None:
        """Fetch the techniques in the background."""
        show_message(self, "loading…")
        in_background(self, _techniques, self._fill, self._fail)

    def on_screen_resume(self) -> None:
        """Update the results after a drill."""
        self._fill(self._rows)

    def _fill(self, rows: list[tuple[str, str, str]]) -> None:
        self._rows = rows
        if not rows:
            return
        menu, results = self.query_one(Menu), self.app.shelf.drill_results()
        at = menu.highlighted
        menu.set_options(Option(self._row(row, results.get(row[0])), id=row[0]) for row in rows)
        menu.highlighted = at or 0
        menu.focus()
        show_message(self, "")

    def _row(self, row: tuple[str, str, str], result: tuple[int, int] | None) -> Content:
        _, title, level = row
        found = f"{result[0]} of {result[1]} found" if result else ""
        return Content.assemble(
            (f"{title:<{_WIDTH}}", "bold"), (f"{level:<10}", "$muted"), (found, "$accent")
        )

    def _fail(self, error: PandokuError) -> None:
        show_message(self, plain_words(error), is_bad=True)

    @on(Menu.OptionSelected)
    def practise(self, event: Menu.OptionSelected) -> None:
        """Start a drill."""
        from pandoku.terminal.screens.drill import DrillScreen

        if event.option_id:
            self.app.push_screen(DrillScreen(event.option_id))


def _techniques() -> list[tuple[str, str, str]]:
    """Return the name, title and level of each technique that has drills."""
    from pandoku.play.drills import drills
    from pandoku.rating import DEFAULT_SCALE, span, word_of
    from pandoku.techniques import get_technique

    rows = []
    for name in drills():
        numbers = span(DEFAULT_SCALE, name)
        level = word_of(numbers[0]) if numbers else ""
        rows.append((name, with_capital(get_technique(name).title), level))
    return rows
