"""The help: all keys on one page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from pandoku.terminal.widgets import FootLine, TitleLine

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["KEYS", "Help", "matching_keys"]

KEYS = {
    "Enter": (
        ("1 … 9", "the digit, mark or color of the mode"),
        ("Z X C V", "digit, corner mark, center mark, color"),
        ("Space", "the next mode"),
        ("Shift-1 … 9", "a corner mark in any mode"),
        ("Alt-1 … 9", "a center mark in any mode; so does Ctrl"),
        ("1 then 2", "12, where it exists; Enter makes it 1"),
        ("/", "letters for digits: A is 10, B is 11, …"),
        ("Bksp Del 0", "erase: digit, then center, corner, color"),
        ("f", "fill in all candidates"),
        ("t", "tidy marks on or off"),
        (",", "settings"),
    ),
    "Go back": (
        ("u Ctrl-Z", "undo"),
        ("Ctrl-R Ctrl-Y", "redo"),
        ("m", "save a checkpoint"),
        ("'", "go back to a checkpoint"),
        ("b", "back to before the first mistake"),
        ("R", "start again (twice)"),
        ("G", "give up: show the solution (twice)"),
    ),
    "Move and choose": (
        ("arrows", "or h j k l; wraps around at the edge"),
        ("Home End", "ends of the row; with Ctrl: of the board"),
        ("PgDn PgUp", "a box down or up, or scroll a long text"),
        ("Shift-arrow", "choose more cells"),
        ("Ctrl-A", "choose all cells"),
        ("Esc", "this cell alone; closes the hint"),
        ("click, drag", "choose cells; with Ctrl: add or remove"),
        ("double click", "choose all cells alike"),
        ("+ = -", "larger or smaller cells"),
        ("mouse wheel", "scroll a large board; with Shift: sideways"),
    ),
    "Think": (
        ("H n", "a hint; again: more of it, then its step"),
        ("Enter", "check what is there"),
        ("e", "the coach: the steps behind your digits"),
        ("w", "watch an engine solve the puzzle"),
        ("o", "the board with its lines drawn, if it has lines"),
        ("i Tab", "the cell and its rules, without a pane"),
    ),
    "In small cells": (
        ("'24", "corner marks"),
        ("24  7?", "center marks; a single one"),
        ("C→ c↘", "a line: its letter, and the way to its next cell"),
        ("24'56", "center marks, then corner marks"),
        ("1-6  ≠37", "1 to 6; all digits except 3 and 7"),
        ("⠗⠁", "more marks: dots, placed as on a keypad"),
    ),
    "Around": (
        ("p", "pause: hides the board, stops the time"),
        ("q", "home; every move is saved already"),
        ("Ctrl-P", "all actions, to search"),
        ("?", "these keys; type to search them"),
        ("Ctrl-Q", "leave pandoku"),
    ),
}
_KEY, _GAP = 15, 3
_MARGINS = 2 * 2 + 1  # total width of the page's left and right margins and of the scroll bar


class Help(Screen[None]):
    """A list of the keys of the game, in one or two columns. Typed words filter the list."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "app.back", "back"),
        # The text field also has actions for these keys.
        Binding("pagedown", "scroll(10)", "page down", priority=True),
        Binding("down", "scroll(1)", "down", show=False, priority=True),
        Binding("up", "scroll(-1)", "up", show=False, priority=True),
        Binding("pageup", "scroll(-10)", "page up", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleLine("Keys")
        wanted = Input(placeholder="type to search", id="wanted", compact=True)
        wanted.cursor_blink = False  # nothing is sent while nobody types
        yield wanted
        with VerticalScroll(can_focus=False):
            yield Static(id="keys")
        yield FootLine()

    def on_mount(self) -> None:
        """Let the player type words to search for."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def leave(self) -> None:
        """Go back."""
        self.app.back()

    def on_resize(self) -> None:
        """Arrange the keys for the new size."""
        self.show_matches()

    @on(Input.Changed)
    def show_matches(self) -> None:
        """Show the keys that match, in two columns if they fit."""
        wanted = self.query_one(Input).value.casefold().split()
        found = [
            [
                Content.assemble((title, "bold $accent")),
                *(
                    Content.assemble((f"{key:<{_KEY}}", "bold"), (words, "$muted"))
                    for key, words in rows
                ),
                Content(""),
            ]
            for title, rows in matching_keys(wanted).items()
        ]
        if not found:
            found = [[Content("No key does this. Ctrl-P lists all actions.").stylize("$muted")]]
        page = [line for group in found for line in group]
        if not wanted:
            columns = _beside(found[:2], found[2:])
            if max(line.cell_length for line in columns) <= self.size.width - _MARGINS:
                page = columns
        self.query_one("#keys", Static).update(Content("\n").join(page))

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def matching_keys(wanted: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of `KEYS` that contain all of these words, by group, without empty groups.

    >>> matching_keys(["erase"])
    {'Enter': [('Bksp Del 0', 'erase: digit, then center, corner, color')]}
    """
    found = {
        title: [
            row
            for row in rows
            if all(word in " ".join((title, *row)).casefold() for word in wanted)
        ]
        for title, rows in KEYS.items()
    }
    return {title: rows for title, rows in found.items() if rows}


def _beside(left: list[list[Content]], right: list[list[Content]]) -> list[Content]:
    """Return the lines of two columns of groups."""
    columns = [[line for group in groups for line in group] for groups in (left, right)]
    width = max(line.cell_length for line in columns[0]) + _GAP
    return [
        a.pad_right(width - a.cell_length) + b
        for a, b in zip_longest(*columns, fillvalue=Content(""))
    ]
