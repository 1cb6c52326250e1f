"""The driver that reads the keys of a terminal, on systems other than Windows."""

from __future__ import annotations

import os
import select
import signal
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, cast

from textual.drivers.linux_driver import LinuxDriver
from textual.widgets import Input, TextArea

from pandoku.terminal.keyboard import KeyParser

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["PatientDriver"]

_PIECE, _TICK_S = 4096, 0.1


class PatientDriver(LinuxDriver):
    """A driver that uses `KeyParser`, and ignores bytes that are not text or not a key.

    Textual's driver ends the application with a traceback in this case, for example if é is pressed
    in a terminal that sends Latin-1.
    """

    def run_input_thread(self) -> None:
        """Read until the application ends, or the terminal is gone."""
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
                    text = decode(data)  # "" for an incomplete character
                for message in parser.feed(text) if text else parser.tick():
                    self.process_message(message)
            except (ValueError, OverflowError):  # a number is too large: drop the input
                parser = KeyParser(self._is_writing)
            except OSError:
                return app.leave(128 + signal.SIGHUP)
        return None

    def _is_writing(self) -> bool:
        """Return whether the player is writing text."""
        return isinstance(self._app.focused, (Input, TextArea))
