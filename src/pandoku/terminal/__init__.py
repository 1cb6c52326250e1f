"""The game in the terminal: a full-screen application, written with textual.

`run` is its only entrance. Importing this package loads neither textual nor anything heavy.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from pandoku.terminal.opening import Opening, Wish

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Opening", "Wish", "run"]


def run(opening: Opening | None = None, *, data: Path | None = None) -> int:
    """Run the application until the player leaves it.

    Args:
        opening: What to show first; None is the home screen.
        data: The file with the saved games, as in `pandoku.play.Store`; None is the usual place.

    Returns:
        The exit status: 0, or 128 + n after signal n (all moves are saved then).
    """
    from pandoku.terminal.app import PandokuApp
    from pandoku.terminal.shelf import Shelf

    app = PandokuApp(opening or Opening(), Shelf.of(data))
    kept = {number: signal.getsignal(number) for number in app.signals}
    try:
        app.run()
    finally:
        app.shelf.close()
        for number, handler in kept.items():  # the application has its own while it runs
            signal.signal(number, handler)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
