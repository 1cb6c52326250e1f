"""Lists to choose from, with one or more lines for each entry."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

__all__ = ["Menu", "entry"]


class Menu(OptionList):
    """A list of entries. The arrows or j and k move, and Enter or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "choose"),
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
        Binding("g", "first", "first", show=False),
        Binding("G", "last", "last", show=False),
    ]


def entry(name: str, title: str, about: str = "", key: str = "", width: int = 0) -> Option:
    """Return an entry with its key, and a line about it.

    Args:
        name: Id of the entry.
        title: The first line.
        about: The second line; "" for none.
        key: Key with the same effect, or "".
        width: Number of columns up to the right end of the key.
    """
    gap = " " * max(1, width - len(title) - len(key))
    head = Content.assemble((title, "bold"), (gap + key, "$accent"))
    lines = [head, Content(about).stylize("$muted")] if about else [head]
    return Option(Content("\n").join(lines), id=name)
