"""Puzzles of the input with their places, in groups small enough to be answered at once."""

from __future__ import annotations

import io
import os
import select
import stat
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, cast

import click

from pandoku.cli._options import added_constraints, left_out_kinds, named_digits
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Lines, foreign_text, format_for_path, items, items_and_batches, sniff
from pandoku.kernel import keep_freed_memory
from pandoku.model import Batch, Board, Puzzle
from pandoku.registry import nearest
from pandoku.words import unchecked_words, visible

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_FIRST_GROUP, _LARGEST_GROUP, _LARGEST_BATCH = 64, 4096, 65_536  # puzzles
_BUFFER = 1 << 20  # bytes read at once
_PATIENCE_S = 0.3  # if a group or Batch takes longer, the next is smaller
_Piece = TypeVar("_Piece")

_FOR_PLAYERS = ("play", "hint")  # commands that hide cells in fog
_SHOWING = ("solve", "convert", "draw", "print", "explain", "steps", "watch")


class Entry(NamedTuple):
    """A puzzle of the input, or an error in its place.

    Attributes:
        source: The file's name, "standard input" or "command line".
        line: 1-based line on which it starts.
        value: The puzzle, or the reason why there is none.
        board: The progress stored with the puzzle, see `pandoku.formats.Item`.
        note: How the text was read, or "", see `pandoku.formats.Item`.
    """

    source: str
    line: int
    value: Puzzle | PandokuError
    board: Board | None = None
    note: str = ""

    @property
    def place(self) -> str:
        """The place in the input: "file, line 3"."""
        return f"{visible(self.source)}, line {self.line}"

    @property
    def name(self) -> str:
        """The title or else the id of the puzzle, or ""."""
        if isinstance(self.value, PandokuError):
            return ""
        return visible(self.value.title or self.value.id or "")

    @property
    def is_puzzle(self) -> bool:
        """Whether a puzzle is here, even a bad one; False if nothing could be read at all."""
        whole = isinstance(self.value, FormatError) and self.value.line is None
        return not whole and not isinstance(self.value, UnreadError)


class BatchEntry(NamedTuple):
    """A run of plain puzzles of the input that share a geometry.

    Attributes:
        source: As in `Entry`.
        batch: The puzzles; the origins are their line numbers.
    """

    source: str
    batch: Batch

    def place(self, index: int) -> str:
        """Return the place in the input of the puzzle at *index*: "file, line 3"."""
        return f"{visible(self.source)}, line {self.batch.origin(index)}"

    def entry(self, index: int) -> Entry:
        """Return the puzzle at *index*."""
        return Entry(self.source, self.batch.origin(index), self.batch[index])

    def entries(self) -> list[Entry]:
        """Return the puzzles one by one."""
        return [self.entry(index) for index in range(len(self.batch))]


class UnreadError(PandokuError):
    """A file cannot be read; the rest of the input may be fine."""


def message_of(entry: Entry, error: PandokuError) -> str:
    """Return an error's whole message, starting with the file.

    The format's name is omitted if the line is known, since the quoted line shows the format.
    """
    if isinstance(error, UnreadError):
        message = str(error)
    elif isinstance(error, FormatError):
        bare = FormatError(error.reason, line=error.line, column=error.column, text=error.text)
        message = str(error if error.line is None else bare)
    else:
        message = f"line {entry.line}: {bare_reason(error)}"
    return "\n".join(map(visible, f"{visible(entry.source)}: {message}".split("\n")))


def bare_reason(error: PandokuError) -> str:
    """Return an error's message without its place."""
    return str(getattr(error, "reason", error))


def _one_ahead(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces; prepare each one while the caller works on the previous one."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        upcoming = pool.submit(next, pieces, None)
        while (piece := upcoming.result()) is not None:
            upcoming = pool.submit(next, pieces, None)
            yield piece


class Source:
    """The puzzles of files, one after the other; "-" or no file at all means standard input.

    A puzzle may also be given in place of a file's name. A file that cannot be read, or text that
    is not a puzzle, gives an error in its place. Each puzzle loses the constraints of the option
    --without, and gets those of --with.

    Args:
        files: Names of files, puzzles, or "-".
        from_format: The name of the format, or None to detect it.
        least: The size of the first group, and the smallest that a group becomes: for work that
            may take seconds per puzzle, on several cores. None means that groups start larger, and
            become as small as one puzzle.

    Raises:
        UnreadError: A file is also the one to which the output goes.
        click.UsageError: While reading: a puzzle cannot have a constraint of --with.
    """

    def __init__(
        self, files: Sequence[str], from_format: str | None, *, least: int | None = None
    ) -> None:
        self._files = files or ("-",)
        _refuse_output(self._files)
        self._format = from_format
        self._least = least
        self._added, self._left_out = added_constraints(), left_out_kinds()
        self._digits = named_digits()
        self._stdin: _PatientInput | None = None
        self._lines: Lines | None = None
        self._noted: set[str] = set()

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries(batches=False):
            assert isinstance(entry, Entry)
            yield entry

    def groups(self) -> Iterator[list[Entry]]:
        """Yield the puzzles in lists, so that many can be searched at once.

        A list ends when it is full, or when the next puzzle has not arrived yet: everything that
        has been written to standard input is answered before waiting for more. Lists grow while
        the caller is quick and shrink when it is slow, so that hard puzzles are answered one by
        one.
        """
        for piece in self._pieces(batches=False):
            assert isinstance(piece, list)
            yield piece

    def groups_and_batches(self) -> Iterator[list[Entry] | BatchEntry]:
        """Like `groups`, but with runs of plain puzzles as Batches if the format supports them.

        Batches are for the compiled core, which must be built.
        """
        keep_freed_memory()  # the next batch can reuse what one batch frees
        return self._pieces(batches=True)

    def entries_and_batches(self) -> Iterator[Entry | BatchEntry]:
        """Yield the puzzles, runs of plain ones as Batches, without regard to who waits."""
        return self._entries(batches=True)

    def _pieces(self, *, batches: bool) -> Iterator[list[Entry] | BatchEntry]:
        pace, group = _Pace(self._least), list[Entry]()
        entries = self._entries(batches=batches)
        for entry in _one_ahead(entries) if batches and self._is_long() else entries:
            if isinstance(entry, Entry):
                group.append(entry)
                if len(group) >= pace.group or self._would_wait(entry):
                    yield from pace.timed(group, len(group))
                    group = []
                continue
            if group:
                yield from pace.timed(group, len(group))
                group = []
            start, n = 0, len(entry.batch)
            while start < n:
                part = entry.batch[start : start + pace.size]
                yield from pace.timed(BatchEntry(entry.source, part), len(part))
                start += len(part)
        if group:
            yield group

    def _is_long(self) -> bool:
        # Only files, so that reading never blocks, and more input than one read returns.
        files = self._files
        return all(map(os.path.isfile, files)) and sum(map(os.path.getsize, files)) > _BUFFER

    def _would_wait(self, entry: Entry) -> bool:
        # All lines of one read have arrived, so only the last of them can be followed by a wait.
        is_last = self._lines is None or entry.line >= self._lines.raw_end
        return is_last and self._stdin is not None and self._stdin.would_wait()

    def _entries(self, *, batches: bool) -> Iterator[Entry | BatchEntry]:
        for name in self._files:
            if name == "-":
                yield from self._standard_input(batches)
            elif is_puzzle_text(name, self._digits):
                text = io.BytesIO(name.encode("utf-8", "surrogatepass"))
                yield from self._read("command line", text, batches)
            else:
                yield from self._file(name, batches)

    def _file(self, name: str, batches: bool) -> Iterator[Entry | BatchEntry]:
        try:
            stream = Path(name).open("rb", buffering=_BUFFER)  # noqa: SIM115  # only opening is watched
        except (OSError, ValueError) as error:
            yield Entry(name, 1, UnreadError(f"{_unread(error)}{advice_for(name)}"))
            return
        with stream:
            yield from self._read(name, stream, batches)

    def _standard_input(self, batches: bool) -> Iterator[Entry | BatchEntry]:
        source = "standard input"
        if sys.stdin is None:
            yield Entry(source, 1, UnreadError("it is closed"))
            return
        if sys.stdin.isatty():
            click.echo("reading from the terminal: type puzzles, then press Ctrl-D", err=True)
        self._stdin = _PatientInput(sys.stdin.fileno())
        yield from self._read(source, self._stdin.buffer, batches)
        self._stdin = None

    def _read(self, source: str, stream: BinaryIO, batches: bool) -> Iterator[Entry | BatchEntry]:
        line, lines = 1, Lines(stream, digits=self._digits)
        self._lines = lines
        is_changed = self._added or self._left_out
        read = items_and_batches if batches and not is_changed else items
        items_of = iter(read(lines, self._format, source))
        while True:
            # Only reading is guarded: errors from the work on a puzzle must not be caught here.
            try:
                item = next(items_of, None)
            except FormatError as error:
                yield Entry(source, error.line or line, error)
                return
            except OSError as error:
                yield Entry(source, line, _unread(error))
                return
            if item is None:
                return
            if isinstance(item, Batch):
                line = item.origin(0)
                yield BatchEntry(source, item)
            else:
                line = item.line
                entry = self._with_options(
                    Entry(source, line, item.value, item.board, item.note or "")
                )
                self._note(entry)
                yield entry

    def _note(self, entry: Entry) -> None:
        """Report the notes on a puzzle: how it was read, and which rules are not checked.

        Equal sentences are reported once. Commands for players do not reveal hidden cells. Commands
        that show them report it.
        """
        puzzle = entry.value if isinstance(entry.value, Puzzle) else None
        is_fogged = puzzle is not None and _is_foggy(puzzle)
        command = _command()
        alike = f"{entry.source}: {entry.note}"  # of many in a file, only the first
        is_hidden = is_fogged and command in _FOR_PLAYERS
        if entry.note and not is_hidden and alike not in self._noted:
            self._noted.add(alike)
            click.echo(_note_on(entry, entry.note), err=True)
        if puzzle is None:
            return
        if is_fogged and command in _FOR_PLAYERS:
            puzzle = _first_sight(puzzle)
        told = [unchecked_words(puzzle)]
        if is_fogged and command in _SHOWING:
            told.append("shown as its setter sees it; play, hint and export hide what lies in fog")
        for note in told:
            if note and note not in self._noted:
                self._noted.add(note)
                click.echo(f"{entry.place}: {note}", err=True)

    def _with_options(self, entry: Entry) -> Entry:
        """Return an entry whose puzzle has lost and got the constraints of the options."""
        if not (self._added or self._left_out) or isinstance(entry.value, PandokuError):
            return entry
        puzzle, board = self._changed(entry.value), entry.board
        if board is not None:
            board = Board(self._changed(board.puzzle), board.digits, board.masks)
        return entry._replace(value=puzzle, board=board)

    def _changed(self, puzzle: Puzzle) -> Puzzle:
        try:
            return puzzle.without(*self._left_out).with_(*self._added)
        except PandokuError as error:
            raise click.UsageError(f"--with: {error}") from None


def _is_foggy(puzzle: Puzzle) -> bool:
    if not puzzle.further:
        return False
    from pandoku.constraints import is_foggy  # here, because its example takes time to read

    return is_foggy(puzzle)


def _first_sight(puzzle: Puzzle) -> Puzzle:
    """Return the visible part of a puzzle, or all of a malformed puzzle."""
    from pandoku.play import first_sight  # here, because most commands do not play

    try:
        return first_sight(puzzle)
    except PandokuError:
        return puzzle


def _command() -> str:
    """Return the name of the command that reads, or ""."""
    context = click.get_current_context(silent=True)
    return (context.info_name or "") if context else ""


def _note_on(entry: Entry, note: str) -> str:
    """Return how a text was read, with the option that names another format if it may be one."""
    is_choice = "name the format" in note
    return f"{visible(entry.source)}: {note} (--from)" if is_choice else f"{entry.place}: {note}"


def reads_terminal(files: Sequence[str]) -> bool:
    """Return whether the puzzles, or some of them, are typed by somebody."""
    return (not files or "-" in files) and sys.stdin is not None and sys.stdin.isatty()


class _Pace:
    """How many puzzles to hand out at once: more while the caller is quick.

    Attributes:
        size: The largest number of puzzles in a Batch.
    """

    def __init__(self, least: int | None = None) -> None:
        self.size, self._least = least or _FIRST_GROUP, least or 1

    @property
    def group(self) -> int:
        """The largest number of puzzles in a list."""
        return min(self.size, _LARGEST_GROUP)

    def timed(self, piece: _Piece, n: int) -> Iterator[_Piece]:
        """Yield *piece*, which has *n* puzzles, and adapt the size to the caller's time for it."""
        started = monotonic()
        yield piece
        spent_s = monotonic() - started
        if spent_s > _PATIENCE_S:
            self.size = max(self._least, self.size // 4)
        elif n >= self.group:
            self.size = min(2 * self.size, _LARGEST_BATCH)


def _refuse_output(files: Sequence[str]) -> None:
    """Raise an UnreadError for an input file to which standard output, or the messages, go.

    What is written would be read again, without an end.
    """
    for name in files:
        try:
            found = os.stat(0 if name == "-" else name)
        except (OSError, ValueError):  # there is no such file
            continue
        if stat.S_ISREG(found.st_mode) and any(_goes_to(number, found) for number in (1, 2)):
            shown = "standard input" if name == "-" else visible(name)
            reason = "the input file is the output file; write to another file, then rename it"
            raise UnreadError(f"{shown}: {reason}")


def _goes_to(descriptor: int, file: os.stat_result) -> bool:
    try:
        return os.path.samestat(file, os.fstat(descriptor))
    except OSError:  # it is closed
        return False


def _unread(error: Exception) -> UnreadError:
    if isinstance(error, OSError):
        return UnreadError((error.strerror or str(error)).lower())
    return UnreadError(f"not a file name ({error})")


class _PatientInput(io.RawIOBase):
    """A file descriptor that reports whether the next read would block."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._may_wait, self._waited, self._ended = True, False, False
        self.buffer = cast(BinaryIO, io.BufferedReader(self, _BUFFER))

    def would_wait(self) -> bool:
        """Whether all input that has arrived is read and the end is not reached yet."""
        # If the buffer is empty, `peek` calls `readinto`, which sets `_waited` rather than block.
        self._may_wait, self._waited = False, False
        try:
            cast(io.BufferedReader, self.buffer).peek(1)
        except OSError:  # the next read reports it
            return False
        finally:
            self._may_wait = True
        return self._waited

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, into: WriteableBuffer) -> int | None:
        """Read into a buffer; return None if that would block while blocking is not allowed."""
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
    except OSError:  # `select` does not support every kind of file on every system
        return True


_SHORTEST = 16  # characters: a 4x4 grid; a shorter text is a file's name, unless it is a list


def is_puzzle_text(name: str, digits: str = "") -> bool:
    """Return whether an argument is a puzzle, rather than the name of a file.

    It is if there is no such file and a format recognizes it. A grid with a wrong character or
    one character too few counts too: reading it reports the mistake. So does a link, or a puzzle of
    another program. *digits* are the digits of its cells, if they are named.
    """
    if (len(name) < _SHORTEST and name[:1] != "[") or os.path.lexists(name):
        return False
    if foreign_text([name]):
        return True
    if name.endswith(".txt") or format_for_path(name):
        return False
    try:
        sniff(Lines.of(name, digits))
    except FormatError:
        return False
    return True


def advice_for(name: str) -> str:
    """Return what to do instead if *name*, which is no file, may be a part of a puzzle; or ""."""
    if not name or set(name) - set("0123456789._*?-"):
        return ""
    return "; a puzzle in place of a file needs all its cells, such as 81 for 9x9"


class BadInput(click.ClickException):
    """The input does not have what the command needs; the exit status is 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message alone."""
        click.echo(self.message, file=file, err=file is None)


class Numbered(NamedTuple):
    """A puzzle of the input, or an error in its place, with its number.

    Attributes:
        number: What --nth takes: 1 for the first puzzle of the input.
        entry: The puzzle and its place.
    """

    number: int
    entry: Entry


class Selection:
    """The puzzles of files that the options --nth and --id choose; without them, all.

    Args:
        files: As for `Source`.
        from_format: The name of the format, or None to detect it.
        nth: The 1-based number of the only puzzle to take, or None.
        name: The id of the only puzzle to take, or None.

    Raises:
        click.UsageError: Both *nth* and *name* are given.
    """

    def __init__(
        self, files: Sequence[str], from_format: str | None, nth: int | None, name: str | None
    ) -> None:
        if nth is not None and name is not None:
            raise click.UsageError("expected either --nth or --id, found both")
        self._files, self._format, self._nth, self._name = files, from_format, nth, name

    def several(self) -> tuple[bool, Iterator[Numbered]]:
        """Return whether there is more than one puzzle, and the puzzles.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        found = self._chosen()
        first = list(islice(found, 2))
        return len(first) > 1, chain(first, found)

    def groups(
        self, *, batches: bool, least: int | None = None
    ) -> Iterator[list[Entry] | BatchEntry]:
        """Yield the puzzles in the groups of `Source`, or the chosen one as a group of its own.

        Args:
            batches: Whether runs of plain puzzles are Batches.
            least: As for `Source`.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        if self._nth is not None or self._name is not None:
            yield from ([each.entry] for each in self._chosen())
            return
        source = Source(self._files, self._format, least=least)
        yield from source.groups_and_batches() if batches else source.groups()

    def one(self) -> Entry:
        """Return the only puzzle, without an error.

        Raises:
            BadInput: There is none or more than one, it cannot be read, or it has defects.
        """
        is_many, found = self.several()
        entry = next(found).entry
        if is_many and isinstance(entry.value, Puzzle):
            raise BadInput(f"expected one puzzle, found {self._count()}; add --nth N or --id NAME")
        try:
            sound_puzzle(entry)
        except PandokuError as error:
            raise BadInput(message_of(entry, error)) from None
        return entry

    def _chosen(self) -> Iterator[Numbered]:
        source = Source(self._files, self._format)
        if self._nth is not None:
            return self._with_number(source, self._nth)
        numbered = map(Numbered._make, enumerate(source, 1))
        return numbered if self._name is None else self._with_id(numbered, self._name)

    def _with_number(self, source: Source, nth: int) -> Iterator[Numbered]:
        n_before, is_unread = 0, False
        for piece in source.entries_and_batches():
            if isinstance(piece, BatchEntry):
                if nth <= n_before + len(piece.batch):
                    yield Numbered(nth, piece.entry(nth - n_before - 1))
                    return
                n_before += len(piece.batch)
            elif not piece.is_puzzle:
                is_unread = True
                yield Numbered(0, piece)
            elif nth == (n_before := n_before + 1):
                yield Numbered(nth, piece)
                return
        if not is_unread:
            count = f"{n_before:,} puzzle{'s' * (n_before != 1)}"
            raise BadInput(f"there is no puzzle {nth}: the input has {count}")

    def _with_id(self, numbered: Iterator[Numbered], name: str) -> Iterator[Numbered]:
        ids, is_unread = [], False
        for each in numbered:
            value = each.entry.value
            if isinstance(value, Puzzle) and value.id == name:
                yield each
                return
            if isinstance(value, Puzzle) and value.id is not None:
                ids.append(value.id)
            if not each.entry.is_puzzle:
                is_unread = True
                yield each
        if not is_unread:
            raise BadInput(f"no puzzle has the id {name!r}; {_ids_to_try(name, ids)}")

    def _count(self) -> str:
        """Return how many puzzles there are, or "more" if that needs reading on."""
        if not self._files or "-" in self._files:
            return "more"
        pieces = Source(self._files, self._format).entries_and_batches()
        count = sum(len(each.batch) if isinstance(each, BatchEntry) else 1 for each in pieces)
        return f"{count:,}"


def _ids_to_try(name: str, ids: Sequence[str]) -> str:
    if not ids:
        return "the puzzles have no ids: choose one with --nth N"
    near = nearest(name, ids) or ids[:5]
    return f"try {', '.join(map(visible, near))}"


def sound_puzzle(entry: Entry) -> Puzzle:
    """Return the puzzle of an entry.

    Raises:
        PandokuError: There is an error in its place.
        PuzzleError: The puzzle has defects.
    """
    if isinstance(entry.value, PandokuError):
        raise entry.value
    entry.value.require_sound()
    return entry.value
