"""Widgets that all screens use: the title, the line of messages and keys, and lists of choices."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pandoku.words import visible

__all__ = [
    "ClickableText",
    "FootLine",
    "Menu",
    "MessageLine",
    "TitleLine",
    "entry",
    "forget_message",
    "key_name",
    "show_message",
]

_MARGIN, _GAP = 2, "   "
_SHARE = 0.3  # the largest share of a screen without a pane that a message takes from the board

_HELP = "question_mark"
_KEY_NAMES = {
    "apostrophe": "'",
    "backspace": "⌫",
    "comma": ",",
    "delete": "Del",
    "down": "↓",
    "enter": "⏎",
    "equals_sign": "=",
    "escape": "Esc",
    "exclamation_mark": "!",
    "full_stop": ".",
    "left": "←",
    "minus": "-",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "plus": "+",
    "question_mark": "?",
    "right": "→",
    "slash": "/",
    "space": "Space",
    "tab": "Tab",
    "up": "↑",
}


# names of keys in a terminal that shows only ASCII characters
_ASCII_NAMES = {
    "backspace": "Bksp",
    "down": "Down",
    "enter": "Enter",
    "left": "Left",
    "right": "Right",
    "up": "Up",
}


def key_name(key: str, *, is_ascii: bool = False) -> str:
    """Return the display name of a key.

    >>> key_name("ctrl+r"), key_name("question_mark"), key_name("H"), key_name("shift+up")
    ('Ctrl-R', '?', 'H', 'Shift-↑')
    """
    *held, last = key.split("+")
    names = _KEY_NAMES | _ASCII_NAMES if is_ascii else _KEY_NAMES
    last = names.get(last, last)
    if held and len(last) == 1:
        last = last.upper()
    return "-".join([*(each.capitalize() for each in held), last])


class ClickableText(Static):
    """Text with clickable parts that are not underlined."""

    def on_mount(self) -> None:
        """Turn off the underline of links."""
        self.auto_links = False

    def replace(self, content: Content) -> None:
        """Show another text. Arrange the screen again only if the text has another height."""
        width, height = self.content_size
        is_as_high = width > 0 and content.get_height(self.styles.get_rules(), width) == height
        self.update(content, layout=not is_as_high)


class TitleLine(Widget):
    """The first line of a screen: the name of the screen on the left, and a fact on the right."""

    left: reactive[str] = reactive("")
    right: reactive[str] = reactive("")

    def __init__(self, left: str, right: str = "") -> None:
        super().__init__()
        self.set_reactive(TitleLine.left, left)
        self.set_reactive(TitleLine.right, right)

    def render(self) -> Content:
        """Return the line. If the screen is too narrow, the right side is left out."""
        width = self.content_size.width
        right = Content(self.right if len(self.right) + 10 < width else "").stylize("$muted")
        room = max(0, width - right.cell_length - 1)
        left = Content(visible(self.left)).stylize("bold").truncate(room, ellipsis=True)
        return left.pad_right(max(0, width - left.cell_length - right.cell_length)) + right


class MessageLine(Widget):
    """A line for a message or an error."""

    text: reactive[str] = reactive("", layout=True)
    _lasts = False

    def say(self, text: str, *, is_bad: bool = False, lasts: bool = False) -> None:
        """Show a message, which replaces the current message. "" clears the line.

        An error has a sign in addition to its color. The next key clears the message, unless it
        *lasts*.
        """
        self._lasts = lasts
        self.set_class(is_bad and bool(text), "is-bad")
        self.text = f"! {text}" if is_bad and text else text

    def forget(self) -> None:
        """Clear the message if it does not last."""
        if not self._lasts:
            self.text = ""

    def render(self) -> Content:
        """Return the complete message."""
        return Content(self.text).stylize(self._style)

    @property
    def _style(self) -> str:
        return "bold $text-error" if self.has_class("is-bad") else "$foreground"


class FootLine(MessageLine):
    """The end of a screen: a message and the most useful keys. The keys can be clicked.

    If the screen has the class "roomy", the message has a separate line above the keys.

    A message that is longer than its line is shown in the pane beside the board. Without a pane, it
    takes its lines from the board, and the board shows the cells that the message describes. On a
    screen without a board, it covers the lines above it, so that nothing else moves. A message that
    is still too long scrolls.

    While a message is shown, the screen has the class "told". It also has the class "told-in-pane"
    while the pane shows the message, and "told-long" while the message has several lines.
    """

    lead: reactive[Content] = reactive(Content(""))  # shown before the keys
    n_free = 0  # lines below the board that a long message may take besides its share
    _top = 0  # index of the first visible line of a long message

    def on_mount(self) -> None:
        """Update the line when the keys of the screen change."""
        self.auto_links = False
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def watch_text(self) -> None:
        """Show a new message from its first line."""
        self._top = 0
        self._spread()

    def on_resize(self) -> None:
        """Recompute the number of lines that the message needs."""
        self._spread()

    def _spread(self) -> None:
        screen, is_long = self.screen, len(self._lines()) > 1
        has_pane = not screen.has_class("no-pane") and bool(screen.query("#pane"))
        self.set_class(is_long and not has_pane, "is-long")
        has_line = not screen.has_class("bare") or screen.has_class("keyed")
        has_own = self._has_own_lines if self.has_class("is-long") else has_line
        self.set_class(not has_own, "covers")
        screen.set_class(bool(self.text), "told")
        screen.set_class(is_long and has_pane, "told-in-pane")
        screen.set_class(is_long and not has_pane, "told-long")

    def scroll_pages(self, pages: int) -> bool:
        """Scroll a long message. Return whether it is longer than its place."""
        height = self.content_size.height
        last = max(0, len(self._lines()) - height)
        self._top = max(0, min(last, self._top + pages * max(1, height - 1)))
        self.refresh()
        return last > 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines of the message, which never covers the screen's first line."""
        most = viewport.height - 1
        if self._has_own_lines:
            most = min(most, max(2, self.n_free, round(_SHARE * viewport.height)))
        return max(1, min(len(self._lines()), most))

    @property
    def _has_own_lines(self) -> bool:
        return self.screen.has_class("no-pane")

    def _lines(self) -> list[str]:
        """Return the message wrapped to the width of the screen."""
        width = max(1, self.app.size.width - 2 * _MARGIN)
        return [line for part in self.text.splitlines() for line in wrap(part, width) or [""]]

    def render(self) -> Content:
        """Return the message and the keys that fit next to it, or below it in a roomy screen."""
        lines, (columns, height) = self._lines(), self.content_size
        width = columns - 2 * _MARGIN
        if self.screen.has_class("told-in-pane"):
            lines = []
        message = Content("".join(lines[:1])).stylize(self._style)
        if self.has_class("is-long"):
            shown = [Content(line).stylize(self._style) for line in lines[self._top :][:height]]
            if len(lines) > self._top + height:
                more = Content.assemble((" PgDn", "bold $accent"), (" more", "$muted"))
                shown[-1] = shown[-1].truncate(max(0, width - more.cell_length), pad=True) + more
        elif self.screen.has_class("roomy"):
            shown = [message, self._keys(width)]
        else:
            gap = _GAP if message else ""
            shown = [message + gap + self._keys(width - message.cell_length - len(gap))]
        margin = " " * _MARGIN
        padded = [margin + line.pad_right(columns - _MARGIN - line.cell_length) for line in shown]
        # In a roomy screen only the keys have the ground of the frame.
        first = 1 if self.screen.has_class("roomy") and not self.has_class("is-long") else 0
        rows = padded[:first] + [line.stylize("on $surface") for line in padded[first:]]
        return Content("\n").join(rows)

    def _keys(self, width: int) -> Content:
        """Return the first keys of the screen, up to the number that fits into *width* columns.

        The key for help is always among them if it fits, because it leads to the others. On a
        screen without this key, the last key has its place, because it leads back.
        """
        line = self.lead if self.lead.cell_length <= width else Content("")
        keys = [(key, self._told_key(key, words)) for key, words in self._told()]
        always = next((key for key, _ in keys if key == _HELP), keys[-1][0] if keys else "")
        kept = sum(len(_GAP) + part.cell_length for key, part in keys if key == always)
        if line.cell_length + kept > width:
            kept = 0
        is_full = False
        for key, part in keys:
            gap = _GAP if line else ""
            if key == always:
                kept = 0
            elif is_full:
                continue
            if line.cell_length + len(gap) + part.cell_length + kept > width:
                is_full = True
            else:
                line = line + gap + part
        return line

    def _told_key(self, key: str, words: str) -> Content:
        is_ascii = bool(getattr(self.app, "is_ascii", False))  # tests run these in other apps
        return Content.assemble(
            (key_name(key, is_ascii=is_ascii), f"bold $accent @click=app.simulate_key('{key}')"),
            (f" {words}", f"$muted @click=app.simulate_key('{key}')"),
        )

    def _told(self) -> Iterator[tuple[str, str]]:
        seen = set[str]()
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.show and active.enabled and binding.action not in seen:
                seen.add(binding.action)
                yield key, binding.description


def show_message(
    screen: Screen[Any], text: str, *, is_bad: bool = False, lasts: bool = False
) -> None:
    """Show a message in all message lines of a screen (see `MessageLine.say`). "" clears them."""
    for line in screen.query(MessageLine):
        line.say(text, is_bad=is_bad, lasts=lasts)


def forget_message(screen: Screen[Any]) -> None:
    """Clear the message of a screen, unless it lasts. The application calls this at each key."""
    # The search visits all widgets of the screen, and most keys come without a message.
    if screen.has_class("told"):
        for line in screen.query(MessageLine):
            line.forget()


# ------------------------------------------------------------------ lists


class Menu(OptionList):
    """A list of entries. The arrow keys or j and k move, and Enter or a click chooses an entry."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "choose"),
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
        Binding("g", "first", "first", show=False),
        Binding("G", "last", "last", show=False),
    ]

    # In a window without room for an entry, textual does not know where its pages begin.
    def action_page_up(self) -> None:
        """Move up by a page, or by an entry if none is visible."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]
        else:
            self.action_cursor_up()

    def action_page_down(self) -> None:
        """Move down by a page, or by an entry if none is visible."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
        else:
            self.action_cursor_down()


def entry(name: str, title: str, about: str = "", key: str = "", width: int = 0) -> Option:
    """Return an entry: its first line with its key, and a second line about the entry.

    Args:
        name: Id of the entry.
        title: The first line.
        about: The second line, or "" for an entry with one line.
        key: Key that has the same effect as choosing the entry, or "".
        width: Column where the key ends, counted from the left edge of the entry.
    """
    gap = " " * max(1, width - len(title) - len(key))
    head = Content.assemble((title, "bold"), (gap + key, "$accent"))
    lines = [head, Content(about).stylize("$muted")] if about else [head]
    return Option(Content("\n").join(lines), id=name)
