"""Reading puzzles with their place, in batches that never keep a reader waiting."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, cast

import click

from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import Block, Lines, items, items_and_blocks
from pandoku.kernel import keep_freed_memory
from pandoku.model import Board, Puzzle

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = [
    "Found",
    "FoundBlock",
    "Source",
    "describe",
    "one_puzzle",
    "one_with_progress",
    "reason_of",
]

_FIRST_BATCH, _LARGEST_BATCH, _LARGEST_BLOCK = 64, 4096, 65_536  # puzzles
_BUFFER = 1 << 20  # bytes read at once
_Piece = TypeVar("_Piece")
_PATIENCE_S = 0.3  # how long a batch may take before the next is smaller


class Found(NamedTuple):
    """A puzzle of the input, or the error in its place.

    Attributes:
        source: The file's name, or "standard input".
        line: 1-based line on which it starts.
        value: The puzzle, or why it is none.
        board: How far the source has got with it, see `pandoku.formats.Item`.
    """

    source: str
    line: int
    value: Puzzle | PandokuError
    board: Board | None = None

    @property
    def place(self) -> str:
        """Where it stands: "file, line 3"."""
        return f"{self.source}, line {self.line}"


class FoundBlock(NamedTuple):
    """Many puzzles of the input that are alike, with the file's name."""

    source: str
    block: Block

    def found(self, index: int) -> Found:
        """Return one of them."""
        return Found(self.source, self.block.line + index, self.block.puzzle(index))


class _UnreadError(PandokuError):
    """A file that cannot be read; the rest of the input may be fine."""


def describe(found: Found, error: PandokuError) -> str:
    """Return an error's whole message with its file in front.

    The format's name is told only where no line is: with a line, the line shows what it is.
    """
    if isinstance(error, _UnreadError):
        return f"{found.source}: {error}"
    if isinstance(error, FormatError):
        if error.line is None:
            return f"{found.source}: {error}"
        bare = FormatError(error.reason, line=error.line, column=error.column, text=error.text)
        return f"{found.source}: {bare}"
    return f"{found.source}: line {found.line}: {reason_of(error)}"


def reason_of(error: PandokuError) -> str:
    """Return an error's message without its place."""
    return str(getattr(error, "reason", error))


def _one_ahead(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces; each is made while the one before it is dealt with."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        upcoming = pool.submit(next, pieces, None)
        while (piece := upcoming.result()) is not None:
            upcoming = pool.submit(next, pieces, None)
            yield piece


class Source:
    """The puzzles of files, one after the other; "-" or no file at all is standard input.

    A file that cannot be read, and text that is no puzzle, stand as errors in their place.
    """

    def __init__(self, files: Sequence[str], from_format: str | None) -> None:
        self._files = files or ("-",)
        self._format = from_format
        self._stdin: _PatientInput | None = None
        self._lines: Lines | None = None

    def __iter__(self) -> Iterator[Found]:
        for found in self._found(blocks=False):
            assert isinstance(found, Found)
            yield found

    def batches(self) -> Iterator[list[Found]]:
        """Yield the puzzles in lists, so that many can be searched at once.

        A list ends when it is full, and when the rest has not come in yet: what was written to
        our standard input is answered before more is waited for. Lists grow while they are dealt
        with quickly, so that hard puzzles show their answers one by one.
        """
        for piece in self._pieces(blocks=False):
            assert isinstance(piece, list)
            yield piece

    def batches_and_blocks(self) -> Iterator[list[Found] | FoundBlock]:
        """Like `batches`, with runs of plain puzzles as blocks where the format has them.

        They are for the compiled core, which must be there.
        """
        keep_freed_memory()  # that of one block will do for the next
        return self._pieces(blocks=True)

    def _pieces(self, *, blocks: bool) -> Iterator[list[Found] | FoundBlock]:
        pace, batch = _Pace(), list[Found]()
        pieces = self._found(blocks=blocks)
        for found in _one_ahead(pieces) if blocks and self._is_long() else pieces:
            if isinstance(found, Found):
                batch.append(found)
                if len(batch) >= pace.batch or self._would_wait(found):
                    yield from pace.timed(batch, len(batch))
                    batch = []
                continue
            if batch:
                yield from pace.timed(batch, len(batch))
                batch = []
            start, n = 0, found.block.n_puzzles
            while start < n:
                part = found.block.part(start, start + pace.size)
                yield from pace.timed(FoundBlock(found.source, part), part.n_puzzles)
                start += part.n_puzzles
        if batch:
            yield batch

    def _is_long(self) -> bool:
        # Files, so that reading never waits, and more than is read at once.
        paths = [Path(name) for name in self._files]
        return all(map(Path.is_file, paths)) and sum(p.stat().st_size for p in paths) > _BUFFER

    def _would_wait(self, found: Found) -> bool:
        # Lines that were taken together have come in all.
        is_last = self._lines is None or found.line >= self._lines.raw_end
        return is_last and self._stdin is not None and self._stdin.would_wait()

    def _found(self, *, blocks: bool) -> Iterator[Found | FoundBlock]:
        for name in self._files:
            yield from (self._standard_input(blocks) if name == "-" else self._file(name, blocks))

    def _file(self, name: str, blocks: bool) -> Iterator[Found | FoundBlock]:
        try:
            stream = Path(name).open("rb", buffering=_BUFFER)  # noqa: SIM115  # only opening is watched
        except (OSError, ValueError) as error:
            yield Found(name, 1, _unread(error))
            return
        with stream:
            yield from self._read(name, stream, blocks)

    def _standard_input(self, blocks: bool) -> Iterator[Found | FoundBlock]:
        source = "standard input"
        if sys.stdin is None:
            yield Found(source, 1, _UnreadError("it is closed"))
            return
        if sys.stdin.isatty():
            click.echo("reading puzzles from the terminal; Ctrl-D ends", err=True)
        self._stdin = _PatientInput(sys.stdin.fileno())
        yield from self._read(source, self._stdin.buffer, blocks)
        self._stdin = None

    def _read(self, source: str, stream: BinaryIO, blocks: bool) -> Iterator[Found | FoundBlock]:
        line, lines = 1, Lines(stream)
        self._lines = lines
        found = iter((items_and_blocks if blocks else items)(lines, self._format))
        while True:
            # Only the reading is watched: what is done with a puzzle has errors of its own.
            try:
                item = next(found, None)
            except FormatError as error:
                yield Found(source, error.line or line, error)
                return
            except OSError as error:
                yield Found(source, line, _unread(error))
                return
            if item is None:
                return
            line = item.line
            if isinstance(item, Block):
                yield FoundBlock(source, item)
            else:
                yield Found(source, line, item.value, item.board)


class _Pace:
    """How many puzzles to hand out at once: more while they are dealt with quickly."""

    def __init__(self) -> None:
        self.size = _FIRST_BATCH

    @property
    def batch(self) -> int:
        """How many that are told one by one."""
        return min(self.size, _LARGEST_BATCH)

    def timed(self, piece: _Piece, n: int) -> Iterator[_Piece]:
        """Yield *piece*, of *n* puzzles, and see how long it takes to come back."""
        started = monotonic()
        yield piece
        spent_s = monotonic() - started
        if spent_s > _PATIENCE_S:
            self.size = max(1, self.size // 4)
        elif n >= self.batch:
            self.size = min(2 * self.size, _LARGEST_BLOCK)


def one_puzzle(file: str, from_format: str | None) -> Puzzle:
    """Return the only puzzle of a file ("-": standard input), free of defects.

    Raises:
        click.ClickException: The file cannot be read, holds no puzzle or more than one, or the
            puzzle has defects.
    """
    return one_with_progress(file, from_format)[0]


def one_with_progress(file: str, from_format: str | None) -> tuple[Puzzle, Board | None]:
    """Like `one_puzzle`, with the board that the file has got to, if it says."""
    found, *more = islice(Source((file,), from_format), 2)
    value = found.value
    if more and isinstance(value, Puzzle):
        found = more[0]
        value = FormatError("expected one puzzle, found more", line=found.line)
    if isinstance(value, Puzzle):
        try:
            value.require_sound()
        except PuzzleError as error:
            value = error
    if isinstance(value, PandokuError):
        raise _BadInput(describe(found, value))
    return value, found.board


class _BadInput(click.ClickException):
    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)


def _unread(error: Exception) -> _UnreadError:
    if isinstance(error, OSError):
        return _UnreadError((error.strerror or str(error)).lower())
    return _UnreadError(f"not a file name ({error})")


class _PatientInput(io.RawIOBase):
    """A file descriptor that can tell, at any moment, whether reading on would mean waiting."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._may_wait, self._waited, self._ended = True, False, False
        self.buffer = cast(BinaryIO, io.BufferedReader(self, _BUFFER))

    def would_wait(self) -> bool:
        """Whether nothing has come in that is not read yet, and the end is not reached."""
        self._may_wait, self._waited = False, False
        try:
            cast(io.BufferedReader, self.buffer).peek(1)
        finally:
            self._may_wait = True
        return self._waited

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, into: WriteableBuffer) -> int | None:
        """Fill *into*; None when that would mean waiting and we may not."""
        if self._ended:
            return 0
        if not self._may_wait and not _has_input(self._descriptor):
            self._waited = True
            return None
        view = memoryview(into)
        data = os.read(self._descriptor, len(view))
        view[: len(data)] = data
        self._ended = not data
        return len(data)


def _has_input(descriptor: int) -> bool:
    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except OSError:  # a system that cannot tell
        return True
