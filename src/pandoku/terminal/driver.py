"""What reads the keys that a terminal sends, on systems other than Windows."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["PatientDriver"]


class PatientDriver(LinuxDriver):
    """Reads on after bytes that are no text or no key; what came with them is lost.

    Textual's own ends the application with a traceback then, as when é is pressed in a terminal
    that sends Latin-1.
    """

    def run_input_thread(self) -> None:
        """Read until the application ends, or the terminal is gone."""
        app = cast("PandokuApp", self._app)
        while not self.exit_event.is_set():
            try:
                return super().run_input_thread()
            except (ValueError, OverflowError):  # a byte that is not UTF-8, or a number too large
                continue
            except OSError:
                return app.leave(128 + signal.SIGHUP)
        return None
