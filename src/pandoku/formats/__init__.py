"""Text in and out, one file a format; a file in this folder registers itself.

`open_items` streams the puzzles of a source, `loads` and `dumps` are for one puzzle
in memory. A format that is not named is found by looking at the text.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from pandoku.errors import FormatError, PandokuError
from pandoku.formats._text import FormatModule, Item, Lines, ProgressModule, left_out
from pandoku.model import Batch, Board, Puzzle

__all__ = [
    "FormatModule",
    "Item",
    "Lines",
    "ProgressModule",
    "dumps",
    "dumps_many",
    "format_for_path",
    "get_format",
    "items",
    "items_and_batches",
    "left_out",
    "load",
    "load_board",
    "loads",
    "loads_board",
    "open_items",
    "progress_module",
    "read",
    "registry",
    "sniff",
]


_T = TypeVar("_T")


@lru_cache(maxsize=1)
def registry() -> dict[str, FormatModule]:
    """Return every format by name, in the order they look at an unnamed text."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    modules = [cast(FormatModule, importlib.import_module(f"{__name__}.{n}")) for n in names]
    return {m.NAME: m for m in sorted(modules, key=lambda m: (m.SNIFF_ORDER, m.NAME))}


def get_format(name: str) -> FormatModule:
    """Return a format by its name.

    Raises:
        FormatError: There is none; the message has the nearest names.
    """
    formats = registry()
    if name in formats:
        return formats[name]
    near = get_close_matches(name, formats, n=3) or sorted(formats)
    raise FormatError(f"there is no format {name!r}; try {', '.join(near)}")


def format_for_path(path: str | PathLike[str]) -> FormatModule | None:
    """Return the format a file name's ending suggests, or None."""
    suffix = Path(path).suffix.lower()
    return next((f for f in registry().values() if suffix in f.SUFFIXES), None)


def sniff(lines: Lines) -> FormatModule:
    """Return the format of a source from its first lines, without taking them.

    Raises:
        FormatError: The source is empty, or no format recognises it.
    """
    head = lines.head()
    if not any(line.strip() for line in head):
        raise FormatError("expected a puzzle, found nothing (the text is empty)")
    for module in registry().values():
        if module.sniff(head):
            return module
    first = next(line for line in head if line.strip())
    shown = first if len(first) <= 40 else first[:40] + "..."
    raise FormatError(
        f"no format recognises this text, which starts with {shown!r}; "
        f"name one of {', '.join(sorted(registry()))} if you know which it is"
    )


def items(lines: Lines, format: str | None = None) -> Iterator[Item]:
    """Yield the puzzles of *lines*, each with its line; bad ones as errors in their place.

    Raises:
        FormatError: The text as a whole is not readable (empty, binary, no known format).
    """
    module = sniff(lines) if format is None else get_format(format)
    yield from _at_least_one(module, module.read(lines))


def items_and_batches(lines: Lines, format: str | None = None) -> Iterator[Item | Batch]:
    """Like `items`, with a Batch in the place of the Items of plain lines, where a format can.

    The origins of a Batch are line numbers.

    Raises:
        FormatError: As `items`.
    """
    module = sniff(lines) if format is None else get_format(format)
    read = getattr(module, "read_batches", module.read)
    yield from _at_least_one(module, read(lines))


def _at_least_one(module: FormatModule, found: Iterable[_T]) -> Iterator[_T]:
    is_empty = True
    for each in found:
        is_empty = False
        yield each
    if is_empty:
        raise FormatError("expected a puzzle, found none", format=module.NAME)


def open_items(path: str | PathLike[str], format: str | None = None) -> Iterator[Item]:
    """Like `items`, from a file.

    Raises:
        OSError: The file cannot be opened.
        FormatError: As `items`.
    """
    with open(path, "rb") as stream:
        yield from items(Lines(cast(BinaryIO, stream)), format)


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    on_error: Callable[[Item], None] | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file one by one.

    Args:
        path: The file.
        format: The format's name; found by looking when None.
        on_error: Called with the Item of a bad puzzle, and reading goes on;
            without it the first bad puzzle raises its error.

    Raises:
        OSError: The file cannot be opened.
        FormatError: The text as a whole is not readable, or a puzzle is bad and there is
            no *on_error*.
        PuzzleError: Likewise, when the text is fine and the puzzle is not.
    """
    for item in open_items(path, format):
        if isinstance(item.value, Puzzle):
            yield item.value
        elif on_error is None:
            raise item.value
        else:
            on_error(item)


def load(path: str | PathLike[str], *, format: str | None = None) -> Puzzle:
    """Return the one puzzle of a file.

    Raises:
        OSError: The file cannot be opened.
        FormatError: It holds no puzzle, or more than one.
    """
    return _puzzle_of(_only(open_items(path, format)))


def load_board(path: str | PathLike[str], *, format: str | None = None) -> Board:
    """Return the one puzzle of a file as a board: as far as the file has got with it.

    Without progress in the file it is the board before the first move.

    Raises:
        OSError: The file cannot be opened.
        FormatError: It holds no puzzle, or more than one.
    """
    return _board_of(_only(open_items(path, format)))


def loads(text: str, *, format: str | None = None) -> Puzzle:
    r"""Return the one puzzle of a text.

    Raises:
        FormatError: It holds no puzzle, or more than one.

    >>> loads("1...\n..2.\n.3..\n...4")
    Puzzle(4x4, boxes 2x2, 4 givens)
    """
    return _puzzle_of(_only(items(Lines.of(text), format)))


def loads_board(text: str, *, format: str | None = None) -> Board:
    r"""Return the one puzzle of a text as a board: as far as the text has got with it.

    Raises:
        FormatError: It holds no puzzle, or more than one.

    >>> loads_board(":0000:x:1+2..............:313::").candidates(2)
    (4,)
    """
    return _board_of(_only(items(Lines.of(text), format)))


def _only(found: Iterable[Item]) -> Item:
    only: Item | None = None
    for item in found:
        if isinstance(item.value, PandokuError):
            raise item.value
        if only is not None:
            reason = "expected one puzzle, found more; use read() for many"
            raise FormatError(reason, line=item.line)
        only = item
    assert only is not None  # items() raises when there is none
    return only


def _puzzle_of(item: Item) -> Puzzle:
    assert isinstance(item.value, Puzzle)
    return item.value


def _board_of(item: Item) -> Board:
    return item.board or Board.start(_puzzle_of(item))


def progress_module(module: FormatModule) -> ProgressModule | None:
    """Return *module* when it holds boards as well as puzzles, else None."""
    return cast(ProgressModule, module) if hasattr(module, "write_board") else None


def dumps(puzzle: Puzzle | Board, format: str = "json") -> str:
    r"""Return a puzzle, or a board with its progress, as text of a format, ending in a line end.

    Raises:
        FormatError: The format is unknown, would lose some of the puzzle's rules, or holds no
            progress.

    >>> dumps(loads("1...\n..2.\n.3..\n...4"), "line")
    '1.....2..3.....4\n'
    """
    module = get_format(format)
    if isinstance(puzzle, Board):
        return _dumps_board(puzzle, module)
    if reason := module.why_not(puzzle):
        raise FormatError(f"cannot write this puzzle: {reason}", format=module.NAME)
    return module.write(puzzle)


def _dumps_board(board: Board, module: FormatModule) -> str:
    with_progress = progress_module(module)
    if with_progress is None:
        able = ", ".join(name for name, each in registry().items() if progress_module(each))
        reason = f"cannot write this board: it holds no progress; try {able}"
        raise FormatError(reason, format=module.NAME)
    if lost := with_progress.why_not_board(board):
        raise FormatError(f"cannot write this board: {lost}", format=module.NAME)
    return with_progress.write_board(board)


def dumps_many(puzzles: Iterable[Puzzle], format: str = "json") -> Iterator[str]:
    """Yield the text of many puzzles piece by piece, separators included."""
    module = get_format(format)
    for number, puzzle in enumerate(puzzles):
        if number and module.SEPARATOR:
            yield module.SEPARATOR
        yield dumps(puzzle, format)
