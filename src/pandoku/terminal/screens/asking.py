"""Small windows that ask: a name, or one of a few."""

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

from pandoku.terminal.menu import Menu, entry

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["AskName", "Choose"]

_SHORT = 36  # characters of a line about a choice that fit into a card of the usual width


class AskName(ModalScreen[str | None]):
    """Asks for a name; Enter takes the one that is offered, and Esc none.

    Args:
        title: What for.
        offered: The name that is there already.
        longest: The most characters.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "never mind")]

    def __init__(self, title: str, offered: str, longest: int) -> None:
        super().__init__()
        self._title, self._offered, self._longest = title, offered, longest

    def compose(self) -> ComposeResult:
        """Compose the question."""
        with Vertical(classes="card"):
            yield Static(self._title, classes="heading")
            yield Input(self._offered, max_length=self._longest, select_on_focus=True)
            yield Static("Enter keeps it, Esc does not", classes="muted")

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """Take the name."""
        self.dismiss(event.value.strip() or None)


class Choose(ModalScreen[str | None]):
    """Asks for one of a few; Esc chooses none.

    Args:
        title: What for.
        rows: For each: what is returned, its first line, and its second or "".
        above: What to show above the list.
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
        """Begin at the first."""
        menu = self.query_one(Menu)
        menu.highlighted = 0
        menu.focus()

    @on(Menu.OptionSelected)
    def take(self, event: Menu.OptionSelected) -> None:
        """Take the chosen one."""
        self.dismiss(event.option_id)
