"""The settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets.option_list import Option

from pandoku.terminal.widgets import FootLine, Menu, TitleLine, show_message

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["Settings"]

_TITLES = {
    "theme": ("Theme", "auto chooses what suits the terminal"),
    "checks": ("Mistakes", "shown never, where digits clash, or wherever one is wrong"),
    "tidy": ("Tidy marks", "a digit removes the marks that it rules out"),
    "peers": ("Shaded houses", "shade the row, column and box of the cursor"),
    "same_digit": ("Equal digits", "highlight the digit under the cursor everywhere"),
    "fixed_places": ("Fixed places", "in large cells, center marks stand as on a keypad"),
    "timer": ("Timer", "show the time while you play"),
}
_WIDTH = 20


class Settings(Screen[None]):
    """The screen of the settings. A change takes effect at once and is saved."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "turn(1)", "change"),
        Binding("right,l", "turn(1)", "next value", show=False),
        Binding("left,h", "turn(-1)", "value before", show=False),
        Binding("escape,q", "app.back", "back"),
    ]

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield TitleLine("Settings")
        yield Menu(*self._rows(), id="settings")
        yield FootLine()

    def on_mount(self) -> None:
        """Highlight the first setting."""
        self.query_one(Menu).highlighted = 0

    def _rows(self) -> list[Option]:
        return [Option(self._row(name), id=name) for name in _TITLES]

    def _row(self, name: str) -> Content:
        title, about = _TITLES[name]
        value = getattr(self.app.preferences, name)
        words = value if isinstance(value, str) else "on" if value else "off"
        return Content.assemble(
            (f"{title:<{_WIDTH}}", "bold"),
            (f"‹ {words} ›", "$accent"),
            "\n",
            (about, "$muted"),
        )

    @on(Menu.OptionSelected)
    def change(self) -> None:
        """Change the chosen setting to its next value."""
        self.action_turn(1)

    def action_turn(self, by: int) -> None:
        """Change the chosen setting to its next (1) or previous (-1) value."""
        menu = self.query_one(Menu)
        option = menu.highlighted_option
        if option is None or option.id is None:
            return
        self.app.change_preference(option.id, by)
        menu.replace_option_prompt(option.id, self._row(option.id))
        show_message(self, self.app.shelf.trouble, is_bad=True)
