"""Digits from the keyboard, in any mode and for orders of two digits."""

from __future__ import annotations

from textual import events
from textual.containers import Container
from textual.message import Message
from textual.timer import Timer as Alarm

from pandoku.terminal.board import BoardView
from pandoku.terminal.typed import Typed, letter_number

__all__ = ["Entry"]

_TYPING_S = 0.9  # how long a first digit waits for a second one


class Entry(Container):
    """Turns the digits typed while a board has the focus into numbers for its chosen cells.

    Attributes:
        greatest: The greatest number: the order, or the number of colours.
        has_letters: Whether letters stand for digits from 10 on.
    """

    class Number(Message):
        """A number was typed.

        Attributes:
            number: At least 1; 0 erases.
            cells: The cells that were chosen, ascending.
            layer: "centre" if Alt was held, "" for that of the mode.
        """

        def __init__(self, number: int, cells: tuple[int, ...], layer: str = "") -> None:
            super().__init__()
            self.number, self.cells, self.layer = number, cells, layer

    class Typing(Message):
        """The first digit of a number waits for the second one."""

        def __init__(self, digit: int) -> None:
            super().__init__()
            self.digit = digit

    def __init__(self, greatest: int) -> None:
        super().__init__()
        self.has_letters = False
        self._typed, self._into = Typed(greatest), tuple[int, ...]()
        self._alarm: Alarm | None = None

    @property
    def greatest(self) -> int:
        """The greatest number."""
        return self._typed.greatest

    @greatest.setter
    def greatest(self, number: int) -> None:
        self._typed.greatest = number

    def on_key(self, event: events.Key) -> None:
        """Take digits, and letters if they stand for digits; any other key ends a number."""
        key = event.key
        if len(key) == 1 and key.isdigit():
            event.stop()
            self._type(int(key))
        elif key.startswith("alt+") and key[4:].isdigit():
            event.stop()
            self.flush()
            self.post_message(self.Number(int(key[4:]), self._chosen(), "centre"))
        elif self.has_letters and (number := letter_number(key)):
            event.stop()
            self.press(number)
        else:
            self.flush()

    def press(self, number: int) -> None:
        """Enter a whole number, as a click on it does."""
        self.flush()
        self.post_message(self.Number(number, self._chosen()))

    def flush(self) -> None:
        """Enter the number that waits for a second digit."""
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
        for number in self._typed.flush():
            self.post_message(self.Number(number, self._into))

    def _type(self, digit: int) -> None:
        into = self._into if self._typed.pending else self._chosen()
        for number in self._typed.press(digit):
            self.post_message(self.Number(number, into))
        self._into = into
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
        if self._typed.pending:
            self.post_message(self.Typing(self._typed.pending))
            self._alarm = self.set_timer(_TYPING_S, self.flush)

    def _chosen(self) -> tuple[int, ...]:
        return tuple(sorted(self.query_one(BoardView).selection))
