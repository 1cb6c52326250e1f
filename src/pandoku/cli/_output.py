"""Output of results: JSON lines, pictures, files written atomically, and the exit status."""

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

from pandoku.cli._input import Found, describe, reason_of
from pandoku.draw import Drawing, rich_text, text
from pandoku.errors import PandokuError

__all__ = ["Verdict", "error_object", "is_utf8", "json_line", "new_mode", "output_file", "paint"]


class Verdict:
    """Collects the results of all puzzles; the worst determines the exit status."""

    def __init__(self) -> None:
        self.status = 0

    def says_no(self, message: str) -> None:
        """Report a negative answer for a readable puzzle."""
        self.status = max(self.status, 1)
        click.echo(message, err=True)

    def bad(self, found: Found, error: PandokuError) -> None:
        """Report bad input with its place and the reason."""
        self.status = 2
        click.echo(describe(found, error), err=True)

    def exit(self) -> None:
        """Exit the command with the collected status, unless it is 0."""
        if self.status:
            raise click.exceptions.Exit(self.status)


def json_line(value: object) -> str:
    """Return a value as one line of JSON, in ASCII so that any encoding works."""
    return json.dumps(value, separators=(", ", ": "))


def error_object(found: Found, error: PandokuError) -> dict[str, object]:
    """Return the JSON object that takes the place of a bad puzzle."""
    return {"error": reason_of(error), "line": found.line, "source": found.source}


def is_utf8(stream: IO[str]) -> bool:
    """Return whether a stream's encoding has box-drawing characters."""
    try:
        "┏·−".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint(stream: IO[str], *drawings: Drawing, ascii_only: bool = False) -> None:
    """Write drawings side by side: in colour on a terminal that supports it, else as plain text."""
    ascii_only = ascii_only or not is_utf8(stream)
    if not stream.isatty():
        stream.write(text(*drawings, ascii_only=ascii_only) + "\n")
        return
    from rich.console import Console

    console = Console(file=stream, highlight=False, soft_wrap=True)
    console.print(rich_text(*drawings, ascii_only=ascii_only), end="")


@contextmanager
def output_file(path: str | None, verdict: Verdict, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Yield standard output, or a temporary file that replaces *path* atomically on success.

    An existing file is left unchanged if the work fails or is interrupted, or if nothing was
    written because of bad input. The stream is binary if *binary* is true, else text.

    Raises:
        OSError: The file cannot be written; the error has its name.
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
    target = target.resolve()  # replace the target of a symbolic link, not the link
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    os.close(handle)
    temporary = Path(name)
    try:
        with temporary.open(how[0], encoding=how[1]) as stream:
            yield stream
            is_worth_it = stream.tell() > 0 or not verdict.status
        if is_worth_it:
            mode = target.stat().st_mode & 0o777 if target.exists() else new_mode(0o666)
            temporary.chmod(mode)
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def new_mode(mode: int) -> int:
    """Return the mode of a new file or folder: *mode* without the bits of the umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask
