"""The keys of a terminal: a parser for digits with modifiers, and a driver that uses the parser.

Terminals send modifiers in three ways. Most terminals send Esc before a key to report Alt, and do
not report Ctrl or Shift with a digit. Terminals with the protocol of kitty send `ESC [ code ;
modifiers ; text u`, with the code of the key without Shift. Textual turns this protocol on if the
terminal supports it. Terminals with xterm's modifyOtherKeys send `ESC [ 27 ; modifiers ; code ~`.

The driver is for systems other than Windows.
"""

from __future__ import annotations

import os
import re
import select
import signal
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, cast

from textual._xterm_parser import XTermParser
from textual.app import ModeError, ScreenError
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key

from pandoku.draw.ascii import ascii_text
from pandoku.terminal.first_frame import ALTERNATE_SCREEN

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["KeyParser", "PatientDriver"]

_KITTY = re.compile(
    r"\x1b\[(?P<code>\d+)(?::[\d:]*)?;(?P<held>\d+)(?::\d*)?(?:;(?P<text>[\d:]*))?u"
)
_XTERM = re.compile(r"\x1b\[27;(?P<held>\d+);(?P<code>\d+)~")
_SHIFT, _ALT, _CTRL = 1, 2, 4
_HELD = {_SHIFT: "shift", _ALT: "alt", _CTRL: "ctrl"}
_DIGITS = frozenset("123456789")
_LOCKS = 64 + 128  # bits of Caps Lock and Num Lock
_BEGINS = "[O"  # after Esc, these characters begin other sequences


class KeyParser(XTermParser):
    """A parser of terminal input, which reports digits with modifiers as keys such as "alt+5".

    Esc followed quickly by a digit always means Alt and the digit. Esc followed quickly by any
    other character counts as two keys, because a player who closes a hint with Esc may type the
    next key fast. No action needs Alt with a letter.

    Args:
        is_writing: Function that returns whether the player is writing text. While the player is
            writing, textual parses the input: Alt and a letter may move by words, and a digit with
            a modifier may type a character.
    """

    def __init__(self, is_writing: Callable[[], bool] = lambda: False) -> None:
        super().__init__()
        self._is_writing = is_writing

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        """Yield the keys of a sequence. Yield nothing if the sequence is incomplete."""
        if sequence[0] != "\x1b" or self._is_writing():
            return super()._sequence_to_key_events(sequence, alt)
        if len(sequence) == 2:
            return self._after_escape(sequence[1])
        known = _key_of_xterm(sequence) or _key_of_kitty(sequence)
        if isinstance(known, Key):
            return [known]
        return super()._sequence_to_key_events(known or sequence, alt)

    def _after_escape(self, char: str) -> Iterator[Key]:
        if "0" <= char <= "9":
            yield Key(f"alt+{char}", None)
        elif char in _BEGINS or not char.isprintable():
            yield from super()._sequence_to_key_events(f"\x1b{char}")
        else:
            yield Key("escape", "\x1b")
            yield from super()._sequence_to_key_events(char)


def _key_of_kitty(sequence: str) -> Key | str | None:
    """Return the key or character of a kitty sequence, or None if textual has to parse it."""
    if not (match := _KITTY.fullmatch(sequence)):
        return None
    char, held = _char(match["code"]), (int(match["held"]) - 1) & ~_LOCKS
    text = match["text"] or ""
    if char in _DIGITS and held in _HELD and text != match["code"]:
        is_typed = held == _SHIFT and text.isdecimal()
        return Key(f"{_HELD[held]}+{char}", _char(text) if is_typed else None)
    is_shifted = char.isprintable() and not (char.islower() or char in _DIGITS)
    return char if held == _SHIFT and not text and is_shifted else None


def _key_of_xterm(sequence: str) -> Key | None:
    """Return the key of a modifyOtherKeys sequence, or None if textual has to parse it.

    Textual understands sequences with only Shift, because they contain the typed character's code.
    """
    if not (match := _XTERM.fullmatch(sequence)):
        return None
    char, held = _char(match["code"]), int(match["held"]) - 1
    is_known = char in _DIGITS or (held == _ALT and char.isalnum())
    return Key(f"{_HELD[held]}+{char}", None) if is_known and held in (_ALT, _CTRL) else None


def _char(code: str) -> str:
    return chr(int(code))


# ------------------------------------------------------------------ the driver

_PIECE, _TICK_S = 4096, 0.1


class PatientDriver(LinuxDriver):
    """A driver that uses `KeyParser`, and ignores input that is neither text nor a key.

    In a terminal without box-drawing characters, it writes their twins in ASCII.

    Textual's driver would end the application with a traceback, for example if é is pressed in a
    terminal that sends Latin-1.
    """

    _has_screen = False  # whether the terminal shows the first frame, which would be erased

    def write(self, data: str) -> None:
        """Write to the terminal, with ASCII characters if the terminal shows no others."""
        if self._has_screen and data == ALTERNATE_SCREEN:
            return
        app = cast("PandokuApp", self._app)
        super().write(ascii_text(data) if app.is_ascii else data)

    def start_application_mode(self) -> None:
        """Start on the first frame, if any, or on an empty screen. Continue on an empty screen."""
        app = cast("PandokuApp", self._app)
        first = app.take_first_frame()
        if first is None:
            app.forget_frame()
        self._has_screen = first is not None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._has_screen = False
        if first is not None:
            self.attrs_before = first.settings
            first.hand_over()

    def run_input_thread(self) -> None:
        """Read keys until the application ends or the terminal is gone."""
        app = cast("PandokuApp", self._app)
        decode = getincrementaldecoder("utf-8")("ignore").decode
        parser = KeyParser(self._is_writing)
        while not self.exit_event.is_set():
            try:
                text = ""
                if select.select([self.fileno], [], [], _TICK_S)[0]:
                    data = os.read(self.fileno, _PIECE)
                    if not data:
                        return app.leave(128 + signal.SIGHUP)
                    text = decode(data)  # the text is "" if the input ends within a character
                for message in parser.feed(text) if text else parser.tick():
                    self.process_message(message)
            except (ValueError, OverflowError):  # a number in the input is too large
                parser = KeyParser(self._is_writing)
            except OSError:
                return app.leave(128 + signal.SIGHUP)
        return None

    def _is_writing(self) -> bool:
        """Return whether the player is writing text."""
        from textual.widgets import Input, TextArea  # the first frame needs no TextArea

        try:
            return isinstance(self._app.focused, (Input, TextArea))
        except (ModeError, ScreenError):
            return False  # the key arrived before the first screen
