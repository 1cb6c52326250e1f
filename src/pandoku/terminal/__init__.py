"""The game in the terminal: a full-screen application, written with textual.

`run` is its only entrance. Importing this package loads neither textual nor anything heavy.
"""

from __future__ import annotations

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

    app = PandokuApp(opening or Opening(), data=data)
    app.run()
    return app.return_code or 0
