"""The keys, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from pandoku.terminal.lines import KeyLine, TitleLine

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["KEYS", "Help"]

KEYS = {
    "Enter": (
        ("1 … 9", "the digit, mark or colour of the mode"),
        ("Z X C V", "digit, corner mark, centre mark, colour"),
        ("Space", "the next mode"),
        ("Alt-1 … 9", "a centre mark in any mode"),
        ("1 then 2", "12, in puzzles that have it"),
        ("/", "letters for digits: A is 10, B is 11, …"),
        ("⌫ Del 0", "erase: digit, then centre, corner, colour"),
        ("f", "fill in all candidates"),
        ("t", "tidy marks on or off"),
        (",", "settings"),
    ),
    "Move and choose": (
        ("← ↑ ↓ →", "or h j k l; over the edge to the other side"),
        ("Shift-arrow", "choose more cells"),
        ("Ctrl-A", "choose all cells"),
        ("Esc", "choose the cursor's cell only; close the hint"),
        ("click, drag", "choose cells; Ctrl-click adds or removes one"),
        ("double click", "choose all cells alike"),
    ),
    "Think": (
        ("H n", "a hint; again: more of it; at the end it is done"),
        ("⏎", "check what is there"),
        ("e", "the coach: what you did, and what was easier"),
        ("w", "watch an engine solve the puzzle"),
    ),
    "Go back": (
        ("u Ctrl-Z", "undo"),
        ("Ctrl-R Ctrl-Y", "redo"),
        ("m", "keep this position under a name"),
        ("'", "return to a position that was kept"),
        ("b", "back to before the first mistake"),
        ("R", "start again (twice)"),
        ("!", "give up: show the solution (twice)"),
    ),
    "Around": (
        ("p", "pause: the board is hidden, the time stops"),
        ("q", "home; every move is saved already"),
        ("Ctrl-P", "all actions, to search"),
        ("?", "these keys"),
        ("Ctrl-Q", "leave pandoku"),
    ),
}
_COLUMN, _KEY = 62, 15


class Help(Screen[None]):
    """Lists the keys of the game, in as many columns as there is room for."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "app.back", "back"),
        Binding("down,j", "scroll(1)", "down", show=False),
        Binding("up,k", "scroll(-1)", "up", show=False),
        Binding("pagedown,space", "scroll(10)", "page down", show=False),
        Binding("pageup", "scroll(-10)", "page up", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleLine("Keys")
        with VerticalScroll(can_focus=False):
            yield Static(id="keys")
        yield KeyLine()

    def on_resize(self) -> None:
        """Set the page in as many columns as fit."""
        n_columns = 2 if self.size.width >= 2 * _COLUMN - 10 else 1
        groups = [_group(title, rows) for title, rows in KEYS.items()]
        if n_columns == 1:
            page = [line for group in groups for line in group]
        else:
            left = [*groups[0], *groups[3]]
            right = [*groups[1], *groups[2], *groups[4]]
            height = max(len(left), len(right))
            blank = Content("")
            left += [blank] * (height - len(left))
            right += [blank] * (height - len(right))
            width = self.size.width // 2 - 2
            page = [
                a.pad_right(max(0, width - a.cell_length)) + b
                for a, b in zip(left, right, strict=True)
            ]
        self.query_one("#keys", Static).update(Content("\n").join(page))

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def _group(title: str, rows: tuple[tuple[str, str], ...]) -> list[Content]:
    lines = [Content.assemble((title, "bold $accent"))]
    lines += [
        Content.assemble((f"{key:<{_KEY}}", "bold"), (words, "$muted")) for key, words in rows
    ]
    return [*lines, Content("")]
