"""The text of a game: its puzzle and every move, to be kept, mailed and replayed.

    pandoku game 1
    title: Sunday
    started: 2026-11-22T14:05:03+00:00
    puzzle: {"version":1,"size":4,"box":[2,2],"givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
    0:02.100 corner +2 r1c2 r1c3
    0:12.340 digit 2 r1c2; corner -2 r1c3
    0:15.000 undo

The title and the start are optional. The puzzle is one line of the format `json`. Each move has its
time as [hours:]minutes:seconds, in time played. Lines that are blank or start with # are skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from os import PathLike
from typing import NamedTuple, NoReturn

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import dumps, loads
from pandoku.model import Puzzle
from pandoku.play.game import MAX_MOVES, Game
from pandoku.play.moves import Move, parse_move

__all__ = [
    "Record",
    "dumps_game",
    "loads_game",
    "loads_record",
    "read_game",
    "replay",
    "write_game",
]

_FIRST_LINE = "pandoku game 1"
_FACTS = ("title", "started", "puzzle")
_MAX_CHARS = 16_000_000  # many times the longest game of order 36
_MAX_LINES = 2 * MAX_MOVES
_MAX_TITLE = 200  # characters
_TIME = re.compile(r" *(?:([0-9]{1,5}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{3}))? +")


class Record(NamedTuple):
    """What the text of a game holds.

    Attributes:
        game: The game.
        title: Its title, or "".
        started: When it was started, in ISO 8601, or "".
    """

    game: Game
    title: str = ""
    started: str = ""


class _Line(NamedTuple):
    """A line of the source and its number, from 1."""

    number: int
    text: str

    def refuse(self, reason: str, at: int = 0) -> NoReturn:
        """Raise FormatError that points at position *at* of the line."""
        raise FormatError(
            reason, format="game", line=self.number, column=at + 1, text=self.text
        ) from None

    def found(self, at: int = 0) -> str:
        """Return what stands at position *at*, for a message."""
        rest = self.text[at:].strip()
        return repr(rest[:40]) if rest else "the end of the line"


def dumps_game(game: Game, *, title: str = "", started: str = "") -> str:
    r"""Return a game with its whole record as text.

    Args:
        game: The game.
        title: A title, at most 200 printable characters.
        started: When it was started, in ISO 8601.

    Raises:
        FormatError: The title or the start is none, or the puzzle has extra data that is not JSON.

    >>> text = dumps_game(Game.start("1...............").place("r1c2", 2, at_ms=61_500))
    >>> print(text.splitlines()[-1])
    1:01.500 digit 2 r1c2
    >>> loads_game(text).digits[:2]
    (1, 2)
    """
    for wrong in (_wrong_title(title), _wrong_start(started)):
        if wrong:
            raise FormatError(wrong, format="game")
    facts = (title, started, _puzzle_line(game.puzzle))
    lines = [_FIRST_LINE]
    lines += [f"{key}: {value}" for key, value in zip(_FACTS, facts, strict=True) if value]
    order = game.puzzle.order
    lines += [f"{_time(move.at_ms)} {move.text(order)}" for move in game.moves]
    return "\n".join(lines) + "\n"


def loads_game(text: str | bytes) -> Game:
    """Return the game of a text that `dumps_game` wrote.

    Raises:
        FormatError: It is not the text of a game, or a move does not suit the puzzle: with line,
            column and the line itself.
    """
    return loads_record(text).game


def loads_record(text: str | bytes) -> Record:
    """Return the game of a text with its title and start; otherwise like `loads_game`."""
    lines = _lines(_decoded(text))
    first = next(lines, _Line(1, ""))
    if first.text.strip() != _FIRST_LINE:
        newer = "; a newer version of pandoku may read it" * first.text.startswith("pandoku game ")
        first.refuse(f"expected the first line {_FIRST_LINE!r}, found {first.found()}{newer}")
    facts: dict[str, str] = {}
    game = None
    for line in lines:
        if game:
            game = _played(game, line)
            continue
        key, at = _fact(line, facts)
        if key == "puzzle":
            game = _started(line, at)
        else:
            facts[key] = _text_of(line, key, at)
    if game is None:
        raise FormatError("expected a line 'puzzle: {...}', found none", format="game")
    return Record(game, **facts)


def read_game(path: str | PathLike[str]) -> Game:
    """Return the game of a file.

    Raises:
        OSError: The file cannot be read.
        FormatError: As `loads_game`.
    """
    with open(path, "rb") as stream:
        return loads_game(stream.read(_MAX_CHARS + 1))


def write_game(
    path: str | PathLike[str], game: Game, *, title: str = "", started: str = ""
) -> None:
    """Write a game to a file, as `dumps_game` does.

    Raises:
        OSError: The file cannot be written.
        FormatError: As `dumps_game`.
    """
    text = dumps_game(game, title=title, started=started)
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def replay(game: Game) -> Iterator[tuple[Move, Game]]:
    """Yield every move of a game with the game after it, from the first move on.

    >>> game = Game.start("1...............").place("r1c2", 2).undo()
    >>> [(move.kind, after.digits[1]) for move, after in replay(game)]
    [('edit', 2), ('undo', 0)]
    """
    after = Game.start(game.puzzle)
    for move in game.moves:
        after = after.play(move)
        yield move, after


# ------------------------------------------------------------------------ reading


def _decoded(text: str | bytes) -> str:
    if len(text) > _MAX_CHARS:
        raise FormatError(f"expected at most {_MAX_CHARS:,} characters, found more", format="game")
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        reason = f"expected text in UTF-8, found the byte 0x{text[error.start]:02x}"
        raise FormatError(reason, format="game", line=line) from None


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are neither blank nor comments."""
    for number, each in enumerate(text.split("\n"), 1):
        line = _Line(number, each.removesuffix("\r"))
        if number > _MAX_LINES:
            line.refuse(f"expected at most {_MAX_LINES:,} lines, found more")
        if not line.text.isprintable():
            at = next(at for at, char in enumerate(line.text) if not char.isprintable())
            line.refuse(f"expected printable characters, found {line.text[at]!r}", at)
        if line.text.strip() and not line.text.lstrip().startswith("#"):
            yield line


def _fact(line: _Line, known: dict[str, str]) -> tuple[str, int]:
    """Return the key of a line before the moves, and where its value starts."""
    key, colon, _ = line.text.partition(":")
    if not colon or key.strip() not in _FACTS:
        line.refuse(f"expected 'title:', 'started:' or 'puzzle:', found {line.found()}")
    if key.strip() in known:
        line.refuse(f"expected one line '{key.strip()}:', found another")
    at = len(key) + 1
    return key.strip(), at + len(line.text[at:]) - len(line.text[at:].lstrip())


def _text_of(line: _Line, key: str, at: int) -> str:
    value = line.text[at:].strip()
    if wrong := (_wrong_title if key == "title" else _wrong_start)(value):
        line.refuse(wrong, at)
    return value


def _started(line: _Line, at: int) -> Game:
    try:
        return Game.start(loads(line.text[at:], format="json"))
    except PandokuError as error:
        column = getattr(error, "column", None) or 1
        line.refuse(getattr(error, "reason", str(error)), at + column - 1)


def _played(game: Game, line: _Line) -> Game:
    time = _TIME.match(line.text)
    if not time:
        line.refuse(f"expected a time and a move such as '0:12.340 undo', found {line.found()}")
    hours, minutes, seconds, rest_ms = (int(part or 0) for part in time.groups())
    if seconds > 59 or (minutes > 59 and time[1]):
        line.refuse(f"expected a time [hours:]minutes:seconds, found {time[0].strip()!r}")
    at_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest_ms
    try:
        return game.play(parse_move(game.puzzle.order, line.text[time.end() :], at_ms))
    except PandokuError as error:
        column = getattr(error, "column", None) or 1
        line.refuse(getattr(error, "reason", str(error)), time.end() + column - 1)


# ------------------------------------------------------------------------ writing


def _puzzle_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON in which every character is printable."""
    line = dumps(puzzle, "json").rstrip("\n")
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def _time(at_ms: int) -> str:
    """Return a time played as text: "0:12.340", or "1:02:12.340" from an hour on."""
    seconds, rest_ms = divmod(at_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    long = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{long}:{seconds:02}.{rest_ms:03}"


def _wrong_title(title: str) -> str:
    """Return why a text cannot be the title of a game, or ""."""
    if len(title) <= _MAX_TITLE and title.isprintable() and title == title.strip():
        return ""
    return f"expected a title of at most {_MAX_TITLE} printable characters, found {title[:40]!r}"


def _wrong_start(started: str) -> str:
    """Return why a text cannot say when a game was started, or ""."""
    try:
        datetime.fromisoformat(started or "2026-01-01")
    except ValueError:
        return f"expected a time in ISO 8601 as the start, found {started[:40]!r}"
    return ""
