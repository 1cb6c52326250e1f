"""The saved games as a list, and games as files."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import click

from pandoku.cli._output import ExitStatus
from pandoku.cli._targets import output_file, refuse_pictures
from pandoku.cli.lists import print_table
from pandoku.errors import FormatError, StoreError
from pandoku.play import Game, Record, dumps_game, first_sight, loads_record
from pandoku.play.reading import MAX_CHARS
from pandoku.play.store import Saved, Store
from pandoku.play.timer import clock_text
from pandoku.terminal.words import when_text
from pandoku.words import kind_text, visible

__all__ = ["export_game", "import_game", "list_games", "read_record", "record_text"]

_MAX_TITLE = 200  # characters that the title of a game's text can have


def list_games() -> None:
    """Print the saved games, the one that was played last first."""
    with Store() as store:
        games = store.games()
    if not games:
        click.echo("there are no saved games", err=True)
        return
    heads = ("id", "puzzle", "difficulty", "title", "left", "time", "state", "last played")
    print_table(heads, [_row(game) for game in games])


def _row(game: Saved) -> tuple[str, ...]:
    when = when_text(game.touched.astimezone().replace(tzinfo=None), date.today())
    return (
        str(game.id),
        _kind(game),
        visible(game.difficulty),
        visible(game.title),
        "" if game.is_finished else str(game.n_empty),
        clock_text(game.played_ms),
        game.state,
        when,
    )


def _kind(game: Saved) -> str:
    try:
        return kind_text(first_sight(game.puzzle))
    except StoreError:
        return "damaged"


def export_game(number: int, output: str | None) -> None:
    """Write a saved game with all its moves as text."""
    refuse_pictures(output)
    with Store() as store:
        saved, game = store.saved(number), store.game(number)
    started = saved.started.isoformat(timespec="seconds")
    with output_file(output, ExitStatus()) as stream:
        stream.write(record_text(game, saved.title, started))


def import_game(name: str) -> None:
    """Save the game of a file."""
    record = read_record(name)
    with Store() as store:
        number = store.add(record.game, title=record.title, started=_moment(record.started))
    click.echo(f"game {number}: {len(record.game.moves)} moves; pandoku play --resume {number}")


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):  # none, or a year that has no time zone
        return None


def read_record(name: str) -> Record:
    """Return the game of a file.

    Raises:
        OSError: The file cannot be read.
        FormatError: It is not the text of a game; the message begins with the name.
    """
    with Path(name).open("rb") as stream:
        text = stream.read(MAX_CHARS + 1)
    try:
        return loads_record(text)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def record_text(game: Game, title: str, started: str = "") -> str:
    """Return a game as text, with as much of any title as fits."""
    return dumps_game(game, title=visible(title)[:_MAX_TITLE].strip(), started=started)
