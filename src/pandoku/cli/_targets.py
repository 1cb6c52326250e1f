"""Where output goes: its medium by the suffix, numbered files, and files written atomically."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import click

from pandoku._files import new_mode, replacement
from pandoku.cli._output import ExitStatus
from pandoku.words import joined, visible

__all__ = [
    "medium_of",
    "new_folder",
    "numbered",
    "output_file",
    "refuse_pictures",
    "require_place",
    "say_written",
]

_PICTURES = (".svg", ".png", ".html", ".htm", ".pdf", ".jpg", ".jpeg", ".gif", ".webp")


def medium_of(output: str | None, asked: str | None, media: Mapping[str, str]) -> str:
    """Return the medium to write: *asked*, else by the suffix of the output, else "text".

    Args:
        output: The value of -o, or None.
        asked: The value of --to, or None.
        media: The media by suffix.

    Raises:
        click.UsageError: The suffix is of no medium.
        OSError: The output cannot be written there.
    """
    if output is None or output == "-":
        return asked or "text"
    _require_name(output)
    if asked is None and Path(output).is_dir():
        raise IsADirectoryError(21, "is a directory", output)
    medium = asked or media.get(Path(output).suffix.lower())
    if medium is None:
        suffixes = joined([each for each in media if each != ".htm"], "or")
        raise click.UsageError(
            f"expected an output that ends in {suffixes}, found {output!r}; "
            "use --to for other names"
        )
    _check_folder(output)
    return medium


def _require_name(output: str) -> None:
    """Raise an error if the name of an output is empty, too long, or a loop of symbolic links."""
    if not output:
        raise click.UsageError("expected a file's name after -o, found an empty one")
    with suppress(FileNotFoundError):
        os.stat(output)


def require_place(output: str | None) -> None:
    """Raise an error, before any work, if a file of this name cannot be written."""
    if output is not None and output != "-":
        _require_name(output)
        _check_folder(output)


def _check_folder(output: str) -> None:
    """Raise an OSError if the folder of an output file does not exist."""
    try:
        exists = Path(output).resolve().parent.is_dir()
    except FileNotFoundError:  # the folder that we are in was deleted
        exists = False
    if not exists:
        raise FileNotFoundError(2, "no such file or directory", output)


def refuse_pictures(output: str | None) -> None:
    """Raise a UsageError if an output file for text has the suffix of a picture or a page."""
    if output is not None and Path(output).suffix.lower() in _PICTURES:
        raise click.UsageError(
            f"expected a name for text as the output, found {output!r}; "
            "`pandoku draw` makes pictures"
        )


def numbered(output: str, number: int, last: int) -> str:
    """Return the name of an output file for one of several puzzles: "k-03.svg" for "k.svg"."""
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number:0{len(str(last))}}{path.suffix}"))


@contextmanager
def output_file(
    path: str | None, status: ExitStatus, *, binary: bool = False, tells: bool = True
) -> Iterator[IO[Any]]:
    """Yield standard output, or a temporary file that replaces *path* atomically on success.

    An existing file is left unchanged if the work fails or is interrupted, or if nothing was
    written because of bad input. Ctrl-C and signals leave the lines written so far in FILE.part.
    The stream is binary if *binary* is true, else text. Unless *tells* is false, what was written
    is reported on standard error.

    Raises:
        OSError: The file cannot be written; the error has its name.
    """
    if path is None or path == "-":
        yield sys.stdout.buffer if binary else sys.stdout
        return
    _require_name(path)
    is_written = False

    def is_wanted(stream: IO[Any]) -> bool:
        nonlocal is_written
        is_written = stream.tell() > 0 or not status.code
        return is_written

    with replacement(path, binary=binary, is_wanted=is_wanted, keeps_part=True) as stream:
        yield stream
    if tells and is_written:
        say_written([path])


def say_written(paths: Sequence[str], what: str = "") -> None:
    """Report what was written on standard error: "12 files, 34 kB: k-01.svg to k-12.svg".

    Args:
        paths: The files, in order.
        what: What a single file has, such as "3 puzzles".
    """
    if not paths:
        return
    size = _size_words(sum(os.path.getsize(path) for path in paths))
    first, last = visible(paths[0]), visible(paths[-1])
    if len(paths) > 1:
        click.echo(f"{len(paths)} files, {size}: {first} to {last}", err=True)
    else:
        click.echo(f"{what}{', ' * bool(what)}{size} in {first}", err=True)


def _size_words(size: int) -> str:
    """Return a number of bytes in words, rounded up.

    >>> _size_words(81), _size_words(82_100)
    ('81 bytes', '83 kB')
    """
    return f"{size} byte{'s' * (size != 1)}" if size < 1000 else f"{-(-size // 1000)} kB"


def new_folder(folder: str, fill_folder: Callable[[Path], None]) -> None:
    """Create a folder atomically: it appears only after *fill_folder* has succeeded.

    Raises:
        OSError: The folder cannot be created, or is not empty; the error has its name.
    """
    _require_name(folder)
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileExistsError(17, "expected a new or empty folder, found neither", folder)
    try:
        temporary = Path(tempfile.mkdtemp(dir=target.absolute().parent, prefix=".pandoku."))
    except OSError as error:
        raise OSError(error.errno, error.strerror, folder) from None
    try:
        fill_folder(temporary)
        temporary.chmod(new_mode(0o777))
        temporary.replace(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
