"""Read the text of a game from an unknown source. Errors name the line and the column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, NoReturn

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import loads
from pandoku.model import refusal
from pandoku.play.game import MAX_MOVES, Game
from pandoku.play.moves import parse_move

__all__ = [
    "FACTS",
    "FIRST_LINE",
    "MAX_CHARS",
    "Record",
    "loads_record",
    "wrong_start",
    "wrong_title",
]

FIRST_LINE = "pandoku game 1"
FACTS = ("title", "started", "puzzle")
MAX_CHARS = 16_000_000  # far more than the longest game of order 36 needs
_MAX_LINES = 2 * MAX_MOVES
_MAX_TITLE = 200  # characters
_TIME = re.compile(r" *(?:([0-9]{1,5}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{3}))? +")


class Record(NamedTuple):
    """The content of a game's text.

    Attributes:
        game: The game.
        title: The title of the game, or "".
        started: Time when the game was started, in ISO 8601, or "".
    """

    game: Game
    title: str = ""
    started: str = ""


class _Line(NamedTuple):
    """A line of the text and its number, counted from 1."""

    number: int
    text: str

    def refuse(self, reason: str, at: int = 0) -> NoReturn:
        """Raise FormatError that points at position *at* of the line."""
        raise FormatError(
            reason, format="game", line=self.number, column=at + 1, text=self.text
        ) from None

    def found(self, at: int = 0) -> str:
        """Return the text at position *at*, for a message."""
        rest = self.text[at:].strip()
        return repr(rest[:40]) if rest else "the end of the line"


def loads_record(text: str | bytes) -> Record:
    """Return the game in a text, with its title and the time of its start.

    Raises:
        FormatError: The text is not a game (see `loads_game`).
    """
    lines = _lines(_decoded(text))
    first = next(lines, _Line(1, ""))
    if first.text.strip() != FIRST_LINE:
        newer = "; a newer version of pandoku may read it" * first.text.startswith("pandoku game ")
        first.refuse(f"expected the first line {FIRST_LINE!r}, found {first.found()}{newer}")
    facts: dict[str, str] = {}
    game: Game | None = None
    for line in lines:
        if game is not None:
            game = _played(game, line)
            continue
        key, at = _fact(line, facts)
        if key == "puzzle":
            game = _started(line, at)
        else:
            facts[key] = value = line.text[at:].strip()
            if wrong := (wrong_title if key == "title" else wrong_start)(value):
                line.refuse(wrong, at)
    if game is None:
        raise FormatError("expected a line 'puzzle: {...}', found none", format="game")
    return Record(game, **facts)


def _decoded(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise refusal(text, "the text of a game")
    if len(text) > MAX_CHARS:
        raise FormatError(f"expected at most {MAX_CHARS:,} characters, found more", format="game")
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
    for number, each in enumerate(text.split("\n", _MAX_LINES + 1), 1):
        line = _Line(number, each.removesuffix("\r"))
        if number > _MAX_LINES:
            line.refuse(f"expected at most {_MAX_LINES:,} lines, found more")
        if not line.text.isprintable():
            at = next(at for at, char in enumerate(line.text) if not char.isprintable())
            line.refuse(f"expected printable characters, found {line.text[at]!r}", at)
        if line.text.strip() and not line.text.lstrip().startswith("#"):
            yield line


def _fact(line: _Line, known: dict[str, str]) -> tuple[str, int]:
    """Return the key of a line before the moves, and the position of its value in the line."""
    key, colon, _ = line.text.partition(":")
    if not colon or key.strip() not in FACTS:
        line.refuse(f"expected 'title:', 'started:' or 'puzzle:', found {line.found()}")
    if key.strip() in known:
        line.refuse(f"expected one line '{key.strip()}:', found another")
    at = len(key) + 1
    return key.strip(), at + len(line.text[at:]) - len(line.text[at:].lstrip())


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


def wrong_title(title: str) -> str:
    """Return the reason why a text cannot be the title of a game, or ""."""
    if not isinstance(title, str):
        return f"expected a title as a text, found {title!r:.60}"
    if len(title) <= _MAX_TITLE and title.isprintable() and title == title.strip():
        return ""
    return f"expected a title of at most {_MAX_TITLE} printable characters, found {title[:40]!r}"


def wrong_start(started: str) -> str:
    """Return the reason why a text cannot be the time when a game was started, or ""."""
    if not isinstance(started, str):
        return f"expected a time in ISO 8601 as the start, found {started!r:.60}"
    try:
        datetime.fromisoformat(started or "2026-01-01")
    except ValueError:
        return f"expected a time in ISO 8601 as the start, found {started[:40]!r}"
    return ""
