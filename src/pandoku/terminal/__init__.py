"""The game in the terminal: a full-screen application, written with textual.

`run_terminal` is its only entrance. Importing this package loads nothing heavy.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING

from pandoku.terminal.opening import Opening, PuzzleRequest

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Opening", "PuzzleRequest", "run_terminal"]

_PATIENCE_S = 2.0  # for the terminal, once a signal asks for the end


def run_terminal(opening: Opening | None = None, *, data: Path | None = None) -> int:
    """Run the application until the player leaves it.

    Args:
        opening: What to show first; None is the home screen.
        data: The file with the saved games, as in `pandoku.play.Store`; None is the usual place.

    Returns:
        The exit status: 0, or 128 + n after signal n (all moves are saved then).
    """
    gc.disable()  # until the first frame: what is loaded stays, so that collecting it is in vain
    try:
        return _run(opening or Opening(), data)
    finally:
        gc.enable()


def _run(opening: Opening, data: Path | None) -> int:
    from pandoku.terminal.app import PandokuApp
    from pandoku.terminal.shelf import Shelf

    app = PandokuApp(opening, Shelf.of(data))

    def end(number: int, frame: FrameType | None) -> None:
        # A terminal that is gone takes no more text; it would be waited for without end.
        last_resort = Timer(_PATIENCE_S, os._exit, (128 + number,))
        last_resort.daemon = True
        last_resort.start()
        app.leave(128 + number)

    kept = {number: signal.signal(number, end) for number in _signals()}
    try:
        app.run()
    finally:
        app.shelf.close()
        app.end_input()
        for number, handler in kept.items():
            signal.signal(number, handler)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def _signals() -> list[signal.Signals]:
    """Return the signals to handle: only the main thread can, and not all systems have both."""
    if threading.current_thread() is not threading.main_thread():
        return []
    return [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
