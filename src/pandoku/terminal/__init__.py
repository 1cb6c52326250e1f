"""The game in the terminal: a full-screen application written with textual.

`run_terminal` runs it. Importing this package does not load textual.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from importlib.util import find_spec
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING

from pandoku._extras import needed_for
from pandoku.cli.output import is_utf8
from pandoku.errors import PandokuError
from pandoku.play.opening import Opening

if TYPE_CHECKING:
    from pathlib import Path

    from pandoku.terminal.app import PandokuApp
    from pandoku.terminal.beginning import Beginning
    from pandoku.terminal.first_frame import FirstFrame
    from pandoku.terminal.shelf import Shelf

__all__ = ["run_terminal"]

# Time to end normally after a signal. After this time, the process is ended by force.
_PATIENCE_S = 2.0


def run_terminal(opening: Opening | None = None, *, data: Path | None = None) -> int:
    """Run the application until the player leaves it.

    Args:
        opening: The first screen. None means the home screen.
        data: The file with the saved games (see `pandoku.play.Store`). None means the default file.

    Returns:
        The exit status: 0, or 128 + n if signal n ended the application. All moves have been saved.

    Raises:
        MissingExtraError: The extra "play" is not installed.
    """
    # Garbage collection is off until the first frame, because there is no garbage after the
    # imports.
    gc.disable()
    try:
        return _run(opening or Opening(), data)
    finally:
        gc.enable()


def _run(opening: Opening, data: Path | None) -> int:
    from pandoku.terminal.shelf import Shelf

    shelf, is_ascii = Shelf.of(data), not is_utf8(sys.stdout)
    app: PandokuApp | None = None
    first: FirstFrame | None = None

    def end(number: int, frame: FrameType | None) -> None:
        if app is None:
            raise SystemExit(128 + number)
        # If the terminal is gone, writing to it may block forever. The timer then ends the process.
        last_resort = Timer(_PATIENCE_S, os._exit, (128 + number,))
        last_resort.daemon = True
        last_resort.start()
        app.leave(128 + number)

    kept = {}
    if threading.current_thread() is threading.main_thread():  # others cannot handle signals
        for name in ("SIGHUP", "SIGTERM"):
            if (number := getattr(signal, name, None)) is not None:  # Windows has no SIGHUP
                kept[number] = signal.signal(number, end)
    try:
        beginning, first = _begun(opening, shelf, is_ascii=is_ascii)
        with needed_for("the full screen"):
            from pandoku.terminal.app import PandokuApp
        app = PandokuApp(opening, shelf, is_ascii=is_ascii, beginning=beginning, first=first)
        app.run()
    finally:
        if first is not None:
            first.end()
        shelf.close()
        if app is not None:
            app.end_input()
        for number, handler in kept.items():
            signal.signal(number, handler)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def _begun(
    opening: Opening, shelf: Shelf, *, is_ascii: bool
) -> tuple[Beginning | None, FirstFrame | None]:
    """Begin the game of the opening and show its first frame, if there is a game."""
    if find_spec("textual") is None:
        return None, None  # nothing is saved and shown if the application cannot run
    from pandoku.terminal.beginning import beginning_of

    try:
        beginning = beginning_of(opening, shelf)
    except PandokuError:
        return None, None  # the application shows the error
    if beginning is None:
        return None, None
    from pandoku.terminal.first_frame import FirstFrame

    return beginning, FirstFrame.show(beginning, shelf, is_ascii=is_ascii)
