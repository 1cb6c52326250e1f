"""What the commands share: options, reading puzzles with their place, writing results."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import click

from pandoku.engines import Budget
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import Lines, items, load
from pandoku.model import Puzzle

__all__ = [
    "Found",
    "Verdict",
    "budget_option",
    "engine_option",
    "files_argument",
    "from_option",
    "is_utf8",
    "json_line",
    "json_option",
    "one_puzzle",
    "output_file",
    "puzzles_in",
    "threads_option",
]

F = TypeVar("F", bound=Callable[..., Any])

files_argument = click.argument("files", nargs=-1, type=click.Path(), metavar="[FILE]...")
from_option = click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    help="The input's format; found by looking if absent.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object a puzzle."
)
engine_option = click.option(
    "--engine", default="auto", show_default=True, help="See `pandoku engines`."
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="At most this many; what the machine has if absent.",
)


class _BudgetType(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    name = "budget"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Budget:
        if isinstance(value, Budget):
            return value
        units = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
        text = str(value).strip().lower()
        number = text.rstrip("hms")
        unit = text[len(number) :]
        try:
            if unit:
                return Budget(seconds=float(number) * units[unit])
            return Budget(nodes=int(float(number)))
        except (ValueError, KeyError, OverflowError):
            self.fail(f"expected seconds such as 10s or 2m, or nodes such as 1e6, found {value!r}")


def budget_option(help_text: str, default: str | None = None) -> Callable[[F], F]:
    """Return the option `--budget`."""
    return click.option(
        "--budget",
        type=_BudgetType(),
        default=default,
        show_default=True,
        metavar="10s|1e6",
        help=help_text,
    )


class Found(NamedTuple):
    """A puzzle of the input, or the error in its place."""

    source: str
    line: int
    value: Puzzle | PandokuError

    @property
    def place(self) -> str:
        """Where it stands: "file, line 3"."""
        return f"{self.source}, line {self.line}"


class Verdict:
    """Collects what was said of the puzzles; the worst decides the exit status."""

    def __init__(self) -> None:
        self.status = 0

    def says_no(self, message: str) -> None:
        """The puzzle is readable and the answer is no."""
        self.status = max(self.status, 1)
        click.echo(message, err=True)

    def bad(self, found: Found, error: PandokuError) -> None:
        """The input is bad: say where and why."""
        self.status = 2
        click.echo(describe(found, error), err=True)

    def exit(self) -> None:
        """End the command with the status collected."""
        if self.status:
            raise click.exceptions.Exit(self.status)


def describe(found: Found, error: PandokuError) -> str:
    """Return an error with its file in front, and the format's name only where no line is known."""
    if isinstance(error, FormatError):
        if error.line is None:
            return f"{found.source}: {error}"
        bare = FormatError(error.reason, line=error.line, column=error.column, text=error.text)
        return f"{found.source}: {bare}"
    if isinstance(error, PuzzleError):
        return f"{found.source}: line {found.line}: {error.reason}"
    return f"{found.source}: line {found.line}: {error}"


def puzzles_in(files: tuple[str, ...], from_format: str | None) -> Iterator[Found]:
    """Yield the puzzles of all files ("-" or none: standard input), bad ones as errors.

    Raises:
        OSError: A file cannot be read.
    """
    for name in files or ("-",):
        source = "standard input" if name == "-" else name
        if name == "-":
            yield from _items(source, sys.stdin.buffer, from_format)
        else:
            with Path(name).open("rb") as stream:
                yield from _items(source, stream, from_format)


def _items(source: str, stream: Any, from_format: str | None) -> Iterator[Found]:
    line = 1
    try:
        for item in items(Lines(stream), from_format):
            line = item.line
            yield Found(source, line, item.value)
    except FormatError as error:
        # The text as a whole, or from here on, is unreadable; other files may be fine.
        if error.line is None and from_format is not None and "no format" in error.reason:
            raise
        yield Found(source, error.line or line, error)


def one_puzzle(file: str, from_format: str | None) -> Puzzle:
    """Return the only puzzle of a file ("-": standard input), free of defects."""
    if file == "-":
        found = list(puzzles_in(("-",), from_format))
        if len(found) != 1:
            raise FormatError(f"expected one puzzle, found {len(found)}")
        value = found[0].value
        if isinstance(value, PandokuError):
            raise value
        puzzle = value
    else:
        puzzle = load(file, format=from_format)
    puzzle.require_sound()
    return puzzle


def json_line(value: object) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def is_utf8(stream: IO[str]) -> bool:
    """Whether box-drawing characters can be written to a stream."""
    try:
        "┏".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def output_file(path: str | None) -> Iterator[IO[str]]:
    """Yield standard output, or a file that appears, whole, only when all went well."""
    if path is None or path == "-":
        yield sys.stdout
        return
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(21, "is a directory", path)
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with target.open("w", encoding="utf-8") as stream:
            yield stream
        return
    try:
        handle, name = tempfile.mkstemp(dir=target.parent or ".", prefix=f".{target.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
