"""Games as files."""

from __future__ import annotations

from pathlib import Path

from pandoku.errors import FormatError
from pandoku.play import Game, Record, dumps_game, loads_record
from pandoku.play.reading import MAX_CHARS
from pandoku.words import visible

__all__ = ["read_record", "record_text"]

_MAX_TITLE = 200  # characters that the text of a game can have there


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
