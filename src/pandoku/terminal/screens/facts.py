"""A page with everything that the pane beside the board shows, for windows without a pane."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from pandoku.terminal.widgets import FootLine, TitleLine

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["FactsPage"]


class FactsPage(Screen[None]):
    """A page of texts about a game.

    Args:
        title: The title of the page.
        texts: The texts from top to bottom. Empty texts are left out.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,tab,enter", "app.back", "back"),
        Binding("down,j", "scroll(1)", "down", show=False),
        Binding("up,k", "scroll(-1)", "up", show=False),
        Binding("pagedown,space", "scroll_page(1)", "page down"),
        Binding("pageup", "scroll_page(-1)", "page up", show=False),
    ]

    def __init__(self, title: str, texts: Iterable[Content]) -> None:
        super().__init__()
        self._title = title
        self._text = Content("\n\n").join(text for text in texts if text)

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleLine(self._title)
        with VerticalScroll(can_focus=False):
            yield Static(self._text)
        yield FootLine()

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Scroll by pages."""
        page = self.query_one(VerticalScroll)
        page.scroll_relative(y=pages * max(1, page.size.height - 1), animate=False)
