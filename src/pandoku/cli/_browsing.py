"""`pandoku play --web`: the game that was asked for, in the browser."""

from __future__ import annotations

import webbrowser
from threading import Thread
from typing import TYPE_CHECKING

import click

from pandoku.cli.serve import serve_with
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from pandoku.terminal import Opening

__all__ = ["play_in_browser"]


def play_in_browser(opening: Opening) -> None:
    """Serve the page on a free port, and open it on what was asked for.

    Raises:
        click.UsageError: The terminal has the moves of that game, and the page has none.
    """
    from pandoku.web import ServerSettings
    from pandoku.web.settings import usual_workers

    path = _path(opening)
    serve_with(ServerSettings(port=0, workers=usual_workers()), path, then=_open)


def _path(opening: Opening) -> str:
    """Return where the page shows it, below its root."""
    if opening.saved is not None or opening.replay is not None:
        raise click.UsageError(
            "expected a puzzle for the browser, found a game of the terminal; write it with "
            "`pandoku play --export ID -o FILE` and import the file in the page"
        )
    if opening.drill is not None:
        return f"learn/{opening.drill}"
    puzzle = _puzzle(opening)
    if puzzle is None:
        return ""
    from pandoku.web.links import link_of

    return f"play?p={link_of(puzzle)}"


def _puzzle(opening: Opening) -> Puzzle | None:
    """Return the puzzle to play, made if need be; None for the home page."""
    if opening.game is not None:
        if opening.game.moves:
            click.echo("pandoku: the page begins at the givens; import the file there", err=True)
        return opening.game.puzzle
    if opening.daily is not None:
        from pandoku.play.daily import daily

        return daily(opening.daily, opening.daily_kind)
    if opening.wish is not None:
        from pandoku.generation import generate

        kind, order, difficulty = opening.wish
        click.echo(f"Making a puzzle: {opening.wish}.", err=True)
        return generate(kind, order, difficulty=difficulty)
    return opening.puzzle


def _open(address: str) -> None:
    """Open the browser; in a thread, as a browser in the terminal may hold it."""
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
