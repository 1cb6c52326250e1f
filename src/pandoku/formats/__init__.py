"""Reading and writing puzzles as text, one format per file; every file here is registered.

`open_items` streams the puzzles of a file; `loads` and `dumps` convert a single puzzle
in memory. If no format is named, it is detected from the text.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from pandoku.errors import FormatError, PandokuError
from pandoku.formats._text import FormatModule, Item, Lines, ProgressModule, left_out
from pandoku.formats._texts import as_bytes, is_like_a_path, read_at, read_lines
from pandoku.formats._writer import Writer, document
from pandoku.model import Batch, Board, Puzzle, PuzzleLike, listed_puzzles, puzzle_of, refusal
from pandoku.words import nearest

__all__ = [
    "FormatModule",
    "Item",
    "Lines",
    "ProgressModule",
    "Writer",
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
    "loads_many",
    "open_items",
    "progress_module",
    "read",
    "registry",
    "sniff",
]


_T = TypeVar("_T")


@lru_cache(maxsize=1)
def registry() -> dict[str, FormatModule]:
    """Return every format by name, in the order in which detection tries them."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    modules = [cast(FormatModule, importlib.import_module(f"{__name__}.{n}")) for n in names]
    return {m.NAME: m for m in sorted(modules, key=lambda m: (m.SNIFF_ORDER, m.NAME))}


def get_format(name: str) -> FormatModule:
    """Return the format of that name.

    Raises:
        FormatError: There is no such format; the message suggests similar names.
    """
    formats = registry()
    if isinstance(name, str) and name in formats:
        return formats[name]
    near = nearest(name, formats) or sorted(formats)
    raise FormatError(f"there is no format {name!r}; try {', '.join(near)}")


def format_for_path(path: str | PathLike[str]) -> FormatModule | None:
    """Return the format that a file name's suffix suggests, or None."""
    suffix = Path(path).suffix.lower()
    return next((f for f in registry().values() if suffix in f.SUFFIXES), None)


def sniff(lines: Lines) -> FormatModule:
    """Detect the format of a source from its first lines, without consuming them.

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
    """Yield the puzzles of *lines*, each with its line number, or an error in place of a bad one.

    Raises:
        FormatError: The text as a whole is unreadable (empty, binary, of no known format).
    """
    module = sniff(lines) if format is None else get_format(format)
    yield from _at_least_one(module, module.read(lines))


def items_and_batches(lines: Lines, format: str | None = None) -> Iterator[Item | Batch]:
    """Like `items`, but yield a Batch for a run of plain lines if the format supports it.

    The origins of a Batch are line numbers.

    Raises:
        FormatError: As in `items`.
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
    """Like `items`, but read a file.

    Raises:
        PuzzleError: *path* is no path.
        OSError: The file cannot be opened.
        FormatError: As in `items`.
    """
    if not isinstance(path, str | PathLike):  # open() would take 0 as standard input
        raise refusal(path, "the path of a file")
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
        format: The format's name; detected from the text if None.
        on_error: Called with the Item of each bad puzzle, after which reading continues.
            If None, the first bad puzzle raises its error.

    Raises:
        OSError: The file cannot be opened.
        FormatError: The text as a whole is unreadable; or the text of a puzzle is bad and
            *on_error* is None.
        PuzzleError: The text of a puzzle is fine but the puzzle is not, and *on_error* is
            None.
    """
    for item in open_items(path, format):
        if isinstance(item.value, Puzzle):
            yield item.value
        elif on_error is None:
            raise item.value
        else:
            on_error(item)


def load(path: str | PathLike[str], *, format: str | None = None) -> Puzzle:
    """Return the only puzzle of a file.

    Raises:
        OSError: The file cannot be opened.
        FormatError: It does not contain exactly one puzzle, or its text is bad.
        PuzzleError: The text is fine, the puzzle is not.
    """
    return _puzzle_of(_only(open_items(path, format)))


def load_board(path: str | PathLike[str], *, format: str | None = None) -> Board:
    """Return the only puzzle of a file as a board with the progress stored in the file.

    Without progress it is the board before the first move.

    Raises:
        OSError: The file cannot be opened.
        FormatError: It does not contain exactly one puzzle, or its text is bad.
        PuzzleError: The text is fine, the puzzle is not.
    """
    return _board_of(_only(open_items(path, format)))


def loads(text: str | bytes, *, format: str | None = None) -> Puzzle:
    r"""Return the only puzzle of a text.

    Args:
        text: A text, or its bytes in UTF-8.
        format: The format's name; detected from the text if None.

    Raises:
        FormatError: It does not contain exactly one puzzle, or it is bad.
        PuzzleError: The text is fine, the puzzle is not; or *text* is no text.

    >>> loads("1...\n..2.\n.3..\n...4")
    Puzzle(4x4, boxes 2x2, 4 givens)
    """
    return _puzzle_of(_only_of(text, format))


def loads_board(text: str | bytes, *, format: str | None = None) -> Board:
    r"""Return the only puzzle of a text as a board with the progress stored in the text.

    Args:
        text: As in `loads`.
        format: As in `loads`.

    Raises:
        FormatError, PuzzleError: As `loads`.

    >>> loads_board(":0000:x:1+2..............:313::").candidates(2)
    (4,)
    """
    return _board_of(_only_of(text, format))


def loads_many(texts: Iterable[str | bytes]) -> Sequence[Puzzle]:
    """Return the puzzles of many texts, each with one; lines of cells are read very fast.

    Args:
        texts: Texts as in `loads`, in any mix of formats.

    Returns:
        The puzzles in order; a Batch if all are lines of cells of one order.

    Raises:
        FormatError, PuzzleError: As `loads`; the message has the position of the text, from 0.

    >>> loads_many(["1...............", "...............4"])
    Batch(2 puzzles, 4x4, boxes 2x2)
    """
    listed = listed_puzzles(texts)
    if not listed:
        return []
    puzzles = read_lines(listed, loads)
    return [read_at(listed, at, loads) for at in range(len(listed))] if puzzles is None else puzzles


def _only_of(text: str | bytes, format: str | None) -> Item:
    try:
        return _only(items(Lines(BytesIO(as_bytes(text))), format))
    except FormatError as error:
        if not is_like_a_path(text):
            raise
        raise FormatError(f"{error}; pandoku.load({text!r}) reads a file") from None


def _only(found: Iterable[Item]) -> Item:
    only: Item | None = None
    for item in found:
        if isinstance(item.value, PandokuError):
            raise item.value
        if only is not None:
            reason = "expected one puzzle, found more; use read() for many"
            raise FormatError(reason, line=item.line)
        only = item
    assert only is not None  # items() raises if there is none
    return only


def _puzzle_of(item: Item) -> Puzzle:
    assert isinstance(item.value, Puzzle)
    return item.value


def _board_of(item: Item) -> Board:
    return item.board or Board.start(_puzzle_of(item))


def progress_module(module: FormatModule) -> ProgressModule | None:
    """Return *module* if it can store boards as well as puzzles, else None."""
    return cast(ProgressModule, module) if hasattr(module, "write_board") else None


def dumps(puzzle: PuzzleLike, format: str = "json") -> str:
    r"""Return a puzzle, or a board with its progress, as text that ends with a newline.

    Args:
        puzzle: A puzzle in any form (see `pandoku.solve`).
        format: The format's name.

    Raises:
        FormatError: The format is unknown, would lose some of the puzzle's rules, or cannot
            store the progress.
        PuzzleError: *puzzle* is no puzzle.

    >>> dumps("1...|..2.|.3..|...4".replace("|", "\n"), "line")
    '1.....2..3.....4\n'
    """
    module = get_format(format)
    if isinstance(puzzle, Board):
        return document(module, _board_text(puzzle, module))
    return document(module, _text_of(puzzle_of(puzzle), module))


def _text_of(puzzle: Puzzle, module: FormatModule) -> str:
    if reason := module.why_not(puzzle):
        raise FormatError(f"cannot write this puzzle: {reason}", format=module.NAME)
    return module.write(puzzle)


def _board_text(board: Board, module: FormatModule) -> str:
    with_progress = progress_module(module)
    if with_progress is None:
        able = ", ".join(name for name, each in registry().items() if progress_module(each))
        reason = f"cannot write this board: it cannot store progress; try {able}"
        raise FormatError(reason, format=module.NAME)
    if lost := with_progress.why_not_board(board):
        raise FormatError(f"cannot write this board: {lost}", format=module.NAME)
    return with_progress.write_board(board)


def dumps_many(puzzles: Iterable[Puzzle], format: str = "json") -> Iterator[str]:
    """Yield the texts of many puzzles, which together are one document.

    Raises:
        FormatError: The format is unknown, or would lose some of a puzzle's rules.
    """
    module = get_format(format)
    writer = Writer(module)
    for puzzle in puzzles:
        yield writer.next(_text_of(puzzle, module))
    yield writer.end()
