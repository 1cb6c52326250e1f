"""Keys that have to be pressed twice, because they take back many moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer as Alarm

__all__ = ["Twice"]

_SURE_S = 3.0  # time for pressing a key again to confirm an action


class Twice:
    """The first press of a key that confirms an action with its second press.

    Args:
        screen: The screen that gets the keys.
        say: Called with a message for the player, or with "" when the message no longer holds.
    """

    def __init__(self, screen: Screen[Any], say: Callable[[str], object]) -> None:
        self._screen, self._say = screen, say
        self._action = ""  # the action that waits for a second press of its key
        self._key, self._last_key = "", ""
        self._alarm: Alarm | None = None

    def is_sure(self, action: str, words: str) -> bool:
        """Return True if the key of an action was pressed a short time before.

        Args:
            action: The action.
            words: The action in words, for a message after the first press.
        """
        if self._action == action:
            self.forget()
            return True
        self._action, self._key = action, self._last_key
        self._alarm = self._screen.set_timer(_SURE_S, self.forget)
        self._say(f"press again to {words}")
        return False

    def note(self, key: str) -> None:
        """Remember a key before its action runs. Another key cancels a pending first press."""
        self._last_key = key
        if key != self._key:
            self.forget()

    def forget(self) -> None:
        """Cancel the first press."""
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
        if self._action:
            self._action = self._key = ""
            self._say("")
