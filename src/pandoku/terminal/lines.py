"""The lines around every screen: the title above, messages and keys below."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

__all__ = ["KeyLine", "MessageLine", "Part", "TitleLine", "key_name"]

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


def key_name(key: str) -> str:
    """Return how a key of textual is written for people.

    >>> key_name("ctrl+r"), key_name("question_mark"), key_name("H"), key_name("shift+up")
    ('Ctrl-R', '?', 'H', 'Shift-↑')
    """
    *held, last = key.split("+")
    last = _KEY_NAMES.get(last, last)
    if held and len(last) == 1:
        last = last.upper()
    return "-".join([*(each.capitalize() for each in held), last])


class Part(Static):
    """A text of which parts can be clicked without being underlined."""

    def on_mount(self) -> None:
        """Leave links as they are."""
        self.auto_links = False


class TitleLine(Widget):
    """The first line of a screen: its name to the left, one fact to the right."""

    left: reactive[str] = reactive("")
    right: reactive[str] = reactive("")

    def __init__(self, left: str, right: str = "") -> None:
        super().__init__()
        self.set_reactive(TitleLine.left, left)
        self.set_reactive(TitleLine.right, right)

    def render(self) -> Content:
        """Return the line, with as much of both sides as fits; the right side goes first."""
        width = self.content_size.width
        right = Content(self.right if len(self.right) + 10 < width else "").stylize("$muted")
        room = max(0, width - right.cell_length - 1)
        left = Content(self.left).stylize("bold").truncate(room, ellipsis=True)
        return left.pad_right(max(0, width - left.cell_length - right.cell_length)) + right


class MessageLine(Widget):
    """The line for what has just happened, or what is wrong."""

    text: reactive[str] = reactive("", layout=True)

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Show a message in place of the last one; "" clears it."""
        self.set_class(is_bad and bool(text), "is-bad")
        self.text = text

    def render(self) -> Content:
        """Return the message; what is wrong has a sign as well as a colour, and may take lines."""
        if self.has_class("is-bad"):
            return Content(f"! {self.text}").stylize("bold $text-error")
        line = Content(self.text).stylize("$muted")
        return line.truncate(self.content_size.width, ellipsis=True)


class KeyLine(Widget):
    """The last line of a screen: the keys that matter now; each can be clicked."""

    def on_mount(self) -> None:
        """Follow the keys of the screen."""
        self.auto_links = False
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Content:
        """Return as many keys as fit."""
        width, line = self.content_size.width, Content("")
        for key, words in self._keys():
            part = Content.assemble(
                (key_name(key), f"bold $accent @click=app.simulate_key('{key}')"),
                (f" {words}", f"$muted @click=app.simulate_key('{key}')"),
            )
            gap = "   " if line else ""
            if line.cell_length + len(gap) + part.cell_length > width:
                break
            line = line + gap + part
        return line

    def _keys(self) -> Iterator[tuple[str, str]]:
        seen = set[str]()
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.show and active.enabled and binding.action not in seen:
                seen.add(binding.action)
                yield key, binding.description
