"""Writing results: JSON lines, pictures, whole files, and the exit status they add up to."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from pandoku.cli._input import Entry, describe, reason_of
from pandoku.draw import Drawing, rich_text, text
from pandoku.errors import PandokuError

__all__ = ["ExitStatus", "error_object", "is_utf8", "json_line", "new_mode", "output_file", "paint"]


class ExitStatus:
    """The exit status of a command over many puzzles: the worst of theirs.

    Attributes:
        code: 0 so far all is well, 1 an answer was no, 2 some input was bad.
    """

    def __init__(self) -> None:
        self.code = 0

    def says_no(self, message: str) -> None:
        """Say that the answer is no, for a puzzle that could be read."""
        self.code = max(self.code, 1)
        click.echo(message, err=True)

    def bad(self, entry: Entry, error: PandokuError) -> None:
        """Say where and why the input is bad."""
        self.code = 2
        click.echo(describe(entry, error), err=True)

    def exit(self) -> None:
        """End the command with the status collected."""
        if self.code:
            raise click.exceptions.Exit(self.code)


def json_line(value: object) -> str:
    """Return a value as one line of JSON, ASCII only: any terminal and any reader takes it."""
    return json.dumps(value, separators=(", ", ": "))


def error_object(entry: Entry, error: PandokuError) -> dict[str, object]:
    """Return what stands in a stream of JSON in the place of a bad puzzle."""
    return {"error": reason_of(error), "line": entry.line, "source": entry.source}


def is_utf8(stream: IO[str]) -> bool:
    """Whether box-drawing characters can be written to a stream."""
    try:
        "┏·−".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint(stream: IO[str], *drawings: Drawing, ascii_only: bool = False) -> None:
    """Write drawings side by side: in colours on a terminal that has them, else as plain text."""
    ascii_only = ascii_only or not is_utf8(stream)
    if not stream.isatty():
        stream.write(text(*drawings, ascii_only=ascii_only) + "\n")
        return
    from rich.console import Console

    console = Console(file=stream, highlight=False, soft_wrap=True)
    console.print(rich_text(*drawings, ascii_only=ascii_only), end="")


@contextmanager
def output_file(path: str | None, status: ExitStatus, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Yield standard output, or a file that appears, whole, only when all went well.

    A file that stood there stays as it was when the work fails or is stopped, and when the input
    was bad and nothing at all came of it. With *binary* it takes bytes, else text.

    Raises:
        OSError: The file cannot be written; it names the file.
    """
    if path is None or path == "-":
        yield sys.stdout.buffer if binary else sys.stdout
        return
    target, how = Path(path), ("wb", None) if binary else ("w", "utf-8")
    if target.is_dir():
        raise IsADirectoryError(21, "is a directory", path)
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with target.open(how[0], encoding=how[1]) as stream:
            yield stream
        return
    target = target.resolve()  # a link stays a link: what it points to is replaced
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    os.close(handle)
    temporary = Path(name)
    try:
        with temporary.open(how[0], encoding=how[1]) as stream:
            yield stream
            is_worth_it = stream.tell() > 0 or not status.code
        if is_worth_it:
            mode = target.stat().st_mode & 0o777 if target.exists() else new_mode(0o666)
            temporary.chmod(mode)
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def new_mode(mode: int) -> int:
    """Return the mode that a new file or folder gets: *mode* without what the umask takes."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask
