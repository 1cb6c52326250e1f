"""Games as text, with the puzzle and every move, for saving, mailing and replaying them.

    pandoku game 1
    title: Sunday
    started: 2026-11-22T14:05:03+00:00
    puzzle: {"version":1,"size":4,"box":[2,2],"givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
    0:02.100 corner +2 r1c2 r1c3
    0:12.340 digit 2 r1c2; corner -2 r1c3
    0:15.000 undo

The title and the start are optional. The puzzle is one line of the format `json`. Each move begins
with its time in the game, as [hours:]minutes:seconds. Blank lines and lines that start with # are
skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from pandoku._files import replacement
from pandoku.errors import FormatError
from pandoku.formats import dumps
from pandoku.model import Puzzle, refusal
from pandoku.play.game import Game
from pandoku.play.moves import Move
from pandoku.play.reading import (
    FACTS,
    FIRST_LINE,
    MAX_CHARS,
    loads_record,
    wrong_start,
    wrong_title,
)
from pandoku.words import visible

__all__ = [
    "dumps_game",
    "loads_game",
    "puzzle_line",
    "read_game",
    "record_text",
    "replay",
    "write_game",
]

_MAX_TITLE = 200  # characters of a title


def dumps_game(game: Game, *, title: str = "", started: str = "") -> str:
    r"""Return a game with all its moves as text.

    Args:
        game: The game.
        title: A title, at most 200 printable characters.
        started: Time of the start, in ISO 8601.

    Raises:
        FormatError: The title or the start is invalid, or the puzzle has extra data that is not
            JSON.

    >>> text = dumps_game(Game.start("1...............").place("r1c2", 2, at_ms=61_500))
    >>> print(text.splitlines()[-1])
    1:01.500 digit 2 r1c2
    >>> loads_game(text).digits[:2]
    (1, 2)
    """
    for wrong in (wrong_title(title), wrong_start(started)):
        if wrong:
            raise FormatError(wrong, format="game")
    facts = (title, started, puzzle_line(game.puzzle))
    lines = [FIRST_LINE]
    lines += [f"{key}: {value}" for key, value in zip(FACTS, facts, strict=True) if value]
    order = game.puzzle.order
    lines += [f"{_time(move.at_ms)} {move.text(order)}" for move in game.moves]
    return "\n".join(lines) + "\n"


def record_text(game: Game, title: str, started: str = "") -> str:
    """Return a game as text. Only the first 200 characters of the title are written."""
    return dumps_game(game, title=visible(title)[:_MAX_TITLE].strip(), started=started)


def loads_game(text: str | bytes) -> Game:
    """Return the game in a text that `dumps_game` wrote.

    Raises:
        FormatError: The text is not a game, or a move does not suit the puzzle. The error quotes
            the line and names its number and the column.
    """
    return loads_record(text).game


def read_game(path: str | PathLike[str]) -> Game:
    """Return the game in a file.

    Raises:
        OSError: The file cannot be read.
        FormatError: The file does not contain a game (see `loads_game`).
        PuzzleError: *path* is not a path.
    """
    _require_path(path)
    with open(path, "rb") as stream:
        return loads_game(stream.read(MAX_CHARS + 1))


def write_game(
    path: str | PathLike[str], game: Game, *, title: str = "", started: str = ""
) -> None:
    """Write a game to a file, as the text that `dumps_game` returns.

    The file changes only if the text is written completely.

    Raises:
        OSError: The file cannot be written.
        FormatError: The game cannot be written as text (see `dumps_game`).
        PuzzleError: *path* is not a path.
    """
    _require_path(path)
    text = dumps_game(game, title=title, started=started)
    with replacement(path, newline="\n") as stream:
        stream.write(text)


def _require_path(path: object) -> None:
    if not isinstance(path, str | PathLike):  # open(1) would write to standard output
        raise refusal(path, "the path of a file")


def replay(game: Game) -> Iterator[tuple[Move, Game]]:
    """Yield every move of a game, in order, with the game after it.

    >>> game = Game.start("1...............").place("r1c2", 2).undo()
    >>> [(move.verb, after.digits[1]) for move, after in replay(game)]
    [('edit', 2), ('undo', 0)]
    """
    after = Game.start(game.puzzle)
    for move in game.moves:
        after = after.play(move)
        yield move, after


def puzzle_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON with printable characters only."""
    return dumps(puzzle, "json").rstrip("\n")


def _time(at_ms: int) -> str:
    """Return a playing time as text: "0:12.340", or "1:02:12.340" from one hour on."""
    seconds, rest_ms = divmod(at_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    long = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{long}:{seconds:02}.{rest_ms:03}"
