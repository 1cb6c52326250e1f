"""Play in the browser, on a page that this process serves."""

from __future__ import annotations

import webbrowser
from threading import Thread

import click

from pandoku.model import Puzzle
from pandoku.play.opening import Opening
from pandoku.play.players import Player
from pandoku.web.commands.serve import serve_with


def _play(opening: Opening) -> int:
    """Serve the page on a free port, and open the puzzle or game there.

    Raises:
        click.UsageError: The game was begun in the terminal, so the page does not have its moves.
    """
    from pandoku.web.limits import ServerSettings, usual_workers

    def open_browser(address: str) -> None:  # in a thread, because opening some browsers blocks
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    settings = ServerSettings(port=0, workers=usual_workers())
    serve_with(settings, _path(opening), then=open_browser)
    return 0


def _path(opening: Opening) -> str:
    """Return the path of the page that shows an opening, relative to the root of the site."""
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
    from pandoku.calls.links import link_of

    return f"play?p={link_of(puzzle)}"


def _puzzle(opening: Opening) -> Puzzle | None:
    """Return the puzzle to play, generated if necessary, or None to show the home page."""
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


PLAYER = Player(name="browser", play=_play)
