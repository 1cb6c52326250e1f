"""Dialogs that ask for a name, or for a choice from a list."""

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

_SHORT = 36  # characters of a line that fits into a card of the usual width


class AskName(ModalScreen[str | None]):
    """A dialog for a name. Enter accepts it, and Esc returns None.

    Args:
        title: Title of the dialog.
        offered: Default name.
        longest: Limit on the number of characters.
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
        """Return the name."""
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
        """Return the choice."""
        self.dismiss(event.option_id)
