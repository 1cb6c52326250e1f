"""Output of results: JSON lines, pictures in the terminal, and the exit status."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import IO, TYPE_CHECKING

import click

from pandoku.cli._input import Entry, bare_reason, message_of
from pandoku.draw import Drawing, rich_text, text
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Format, left_out, why_not_written
from pandoku.model import Puzzle
from pandoku.words import unchecked_words

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "ExitStatus",
    "console",
    "error_object",
    "identity",
    "is_stdout",
    "is_utf8",
    "json_line",
    "paint",
    "puzzle_text",
]

_UNBOUNDED = 160  # columns of a table that is not shown on a terminal
_LINES = 24  # of a terminal that does not say


class ExitStatus:
    """The exit status of a command over many puzzles; the worst of them determines it.

    Attributes:
        code: 0 as long as all is well, 1 after a negative answer, 2 after bad input.
    """

    def __init__(self) -> None:
        self.code = 0

    def says_no(self, message: str) -> None:
        """Report a negative answer for a readable puzzle."""
        self.code = max(self.code, 1)
        click.echo(message, err=True)

    def bad(self, entry: Entry, error: PandokuError, json_to: IO[str] | None = None) -> None:
        """Report bad input with its place and the reason; also as an object to *json_to*."""
        self.code = 2
        if json_to is not None:
            json_to.write(json_line(error_object(entry, bare_reason(error))) + "\n")
        click.echo(message_of(entry, error), err=True)

    def exit(self) -> None:
        """Exit the command with the collected status, unless it is 0."""
        if self.code:
            raise click.exceptions.Exit(self.code)


def json_line(value: object) -> str:
    """Return a value as one line of JSON, in ASCII so that any encoding works."""
    return json.dumps(value, separators=(", ", ": "))


def error_object(entry: Entry, reason: str) -> dict[str, object]:
    """Return the JSON object that takes the place of a puzzle without an answer."""
    return identity(entry) | {"error": reason}


def identity(entry: Entry) -> dict[str, object]:
    """Return the first keys of a puzzle's JSON object: its id, if it has one, and its place.

    If some of its rules are not checked, "unchecked" is the sentence about them. If its source has
    digits other than 1..n, "symbols" has them in order.
    """
    puzzle = entry.value if isinstance(entry.value, Puzzle) else None
    name = puzzle.id if puzzle else None
    head: dict[str, object] = {} if name is None else {"id": name}
    place: dict[str, object] = {"source": entry.source, "line": entry.line}
    unchecked = unchecked_words(puzzle) if puzzle else ""
    if puzzle and puzzle.symbols:
        place["symbols"] = puzzle.symbols
    return head | place | ({"unchecked": unchecked} if unchecked else {})


def puzzle_text(
    entry: Entry,
    puzzle: Puzzle,
    target: Format,
    status: ExitStatus,
    dropped: set[str],
    *,
    way_out: str = "",
) -> str | None:
    """Return a puzzle as text, or None, which is reported, if the format cannot store its rules.

    Args:
        entry: Where the puzzle comes from.
        puzzle: The puzzle.
        target: The format.
        status: Hears of a puzzle that cannot be written.
        dropped: Gets the names of what the format leaves out.
        way_out: The end of a message that the format cannot store a puzzle.
    """
    if reason := why_not_written(target, puzzle, "--without unchecked"):
        message = f"cannot be written as {target.name}: {reason}{way_out}"
        status.bad(entry, FormatError(message, line=entry.line))
        return None
    dropped.update(left_out(target, puzzle))
    return target.write(puzzle)


def is_utf8(stream: IO[str]) -> bool:
    """Return whether a stream's encoding has box-drawing characters."""
    try:
        "┏·−".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint(stream: IO[str], *drawings: Drawing, ascii_only: bool = False) -> None:
    """Write drawings side by side: in color on a terminal that supports it, else as plain text."""
    ascii_only = ascii_only or not is_utf8(stream)
    if not stream.isatty():
        stream.write(text(*drawings, ascii_only=ascii_only) + "\n")
        return
    drawn = rich_text(*drawings, ascii_only=ascii_only)
    console(stream).print(drawn, end="", soft_wrap=True)


def is_stdout(output: str | None) -> bool:
    """Return whether *output*, the value of -o, means standard output."""
    return output is None or output == "-"


def console(stream: IO[str] | None = None, *, least: int = 0) -> Console:
    """Return a console as wide as its terminal, or wider to have at least *least* columns.

    The stream is standard output by default.
    """
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # as of any other output; rich would end with status 1

    stream = stream or sys.stdout
    # Both are said, because rich would ask COLUMNS and LINES for the one that is not.
    columns, lines = _window(stream) if stream.isatty() else (_UNBOUNDED, _LINES)
    # Without markup, because names of files are shown: [red].txt is one.
    return OurConsole(
        file=stream, highlight=False, markup=False, width=max(columns, least), height=lines
    )


def _window(stream: IO[str]) -> os.terminal_size:
    """Return the size of a terminal; COLUMNS and LINES come first; a size of 0 is unknown."""
    try:
        found = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        found = os.terminal_size((80, _LINES))
    return shutil.get_terminal_size(fallback=(found.columns or 80, found.lines or _LINES))
