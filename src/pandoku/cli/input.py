"""Read puzzles, each with its place in the input. Commands process puzzles in groups."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from time import monotonic
from typing import IO, Any, BinaryIO, NamedTuple, TypeVar

import click

from pandoku.cli import options as opt
from pandoku.cli.streams import PatientInput
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Lines, format_for_path, items, items_and_batches, sniff
from pandoku.formats.line import is_plain
from pandoku.kernel import keep_freed_memory
from pandoku.model import Batch, Board, Puzzle
from pandoku.registry import nearest
from pandoku.words import unchecked_words, visible

# Searching fewer puzzles as a Batch would take less time than importing numpy for it.
_SMALLEST_BATCH = 16
_FIRST_GROUP, _LARGEST_GROUP, _LARGEST_BATCH = 64, 4096, 65_536  # puzzles
_BUFFER = 1 << 20  # bytes to read at once
_PATIENCE_S = 0.3  # seconds. After a group that takes longer, the next group is smaller.
_Piece = TypeVar("_Piece")

_FOR_PLAYERS = ("play", "hint")  # commands for players, where fog hides cells
_SHOWING = ("solve", "convert", "draw", "print", "explain", "watch")
_SHORTEST = 16  # characters of a 4x4 grid. A shorter text is a file name unless it begins with "[".


class Entry(NamedTuple):
    """A puzzle of the input, or the error that was found instead of a puzzle.

    Attributes:
        source: Name of the file, "standard input" or "command line".
        line: Number of the line where the puzzle starts, from 1.
        value: The puzzle, or the error.
        board: Progress stored with the puzzle, see `pandoku.formats.Item`.
        note: A remark on how the text was interpreted (see `pandoku.formats.Item`), or "".
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
        """The title of the puzzle, or its id, or "" if the puzzle has neither."""
        if isinstance(self.value, PandokuError):
            return ""
        return visible(self.value.title or self.value.id or "")

    @property
    def is_puzzle(self) -> bool:
        """Whether the entry is a puzzle, even a malformed one, rather than an unreadable file."""
        is_of_file = isinstance(self.value, FormatError) and self.value.line is None
        return not is_of_file and not isinstance(self.value, UnreadError)


class BatchEntry(NamedTuple):
    """Consecutive plain puzzles of the input that share a geometry.

    Attributes:
        source: Name of the file, as in `Entry`.
        batch: The puzzles. The origin of each puzzle is its line number.
    """

    source: str
    batch: Batch

    def place(self, index: int) -> str:
        """Return the place of the puzzle at *index* in the input: "file, line 3"."""
        return f"{visible(self.source)}, line {self.batch.origin(index)}"

    def entry(self, index: int) -> Entry:
        """Return the puzzle at *index*."""
        return Entry(self.source, self.batch.origin(index), self.batch[index])

    def entries(self) -> list[Entry]:
        """Return the puzzles one by one."""
        return [self.entry(index) for index in range(len(self.batch))]


class UnreadError(PandokuError):
    """The error for a file that cannot be read. The other files of the input are still read."""


def message_of(entry: Entry, error: PandokuError) -> str:
    """Return the message of an error, after the file and the line where it was found.

    If the error quotes a line of the input, the message omits the name of the format, because the
    line shows the format.
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
    """Return the message of an error without its file and line."""
    return str(getattr(error, "reason", error))


def _one_ahead(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces. While the caller works on a piece, a thread prepares the next piece."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        upcoming = pool.submit(next, pieces, None)
        while (piece := upcoming.result()) is not None:
            upcoming = pool.submit(next, pieces, None)
            yield piece


class Source:
    """The puzzles of the input, in order.

    If a file cannot be read, or a text is not a puzzle, the source yields an entry with the error.

    Args:
        options: The options that describe the input. The user may type a puzzle in place of the
            name of a file.
        least: Size of the first group, and minimum size of all groups. If a puzzle may take
            seconds, the command sets *least* to keep all cores busy. If None, the first group has
            64 puzzles, and later groups may shrink to one.

    Raises:
        UnreadError: An input file is also the output file.
        click.UsageError: A constraint of --with does not suit a puzzle. The error is raised when
            this puzzle is read.
    """

    def __init__(self, options: opt.InputOptions, *, least: int | None = None) -> None:
        self._options, self._least = options, least
        self._files = options.files or ("-",)
        _refuse_output(self._files)
        self._stdin: PatientInput | None = None
        self._lines: Lines | None = None
        self._noted: set[str] = set()

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries(batches=False):
            assert isinstance(entry, Entry)
            yield entry

    def groups(self) -> Iterator[list[Entry]]:
        """Yield the puzzles in lists. A command searches the puzzles of a list together.

        A list ends when it is full, or when reading the next puzzle would block. So the command
        answers every puzzle on standard input before it waits for more input. Lists grow while the
        caller is fast and shrink when the caller is slow, so that hard puzzles are answered one by
        one.
        """
        for piece in self._pieces(batches=False):
            assert isinstance(piece, list)
            yield piece

    def groups_and_batches(self) -> Iterator[list[Entry] | BatchEntry]:
        """Yield the puzzles in groups: consecutive plain puzzles as Batches, all others in lists.

        Puzzles in a format that does not support Batches are always in lists.
        """
        keep_freed_memory()  # so that each Batch reuses the memory of the previous Batch
        return self._pieces(batches=True)

    def entries_and_batches(self) -> Iterator[Entry | BatchEntry]:
        """Yield consecutive plain puzzles as Batches of any size, and all others as entries."""
        return self._entries(batches=True)

    def _pieces(self, *, batches: bool) -> Iterator[list[Entry] | BatchEntry]:
        pace, group = _Pace(self._least), list[Entry]()
        entries = self._entries(batches=batches)
        # Reading ahead must never block, so it is limited to files. It is only worthwhile for long
        # files.
        is_long = batches and all(map(os.path.isfile, self._files))
        is_long = is_long and sum(map(os.path.getsize, self._files)) > _BUFFER
        for entry in _one_ahead(entries) if is_long else entries:
            if isinstance(entry, Entry) or len(entry.batch) < _SMALLEST_BATCH:
                for each in [entry] if isinstance(entry, Entry) else entry.entries():
                    group.append(each)
                    if len(group) >= pace.group or self._would_wait(each):
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

    def _would_wait(self, entry: Entry) -> bool:
        # All lines of the current buffer have arrived, so reading can block only after the last
        # one.
        is_last = self._lines is None or entry.line >= self._lines.raw_end
        return is_last and self._stdin is not None and self._stdin.would_wait()

    def _entries(self, *, batches: bool) -> Iterator[Entry | BatchEntry]:
        for name in self._files:
            if name == "-":
                yield from self._standard_input(batches)
            elif is_puzzle_text(name, self._options.digits):
                text = io.BytesIO(name.encode("utf-8", "surrogatepass"))
                yield from self._read("command line", text, batches)
            else:
                yield from self._file(name, batches)

    def _file(self, name: str, batches: bool) -> Iterator[Entry | BatchEntry]:
        try:
            stream = open(name or os.curdir, "rb", buffering=_BUFFER)  # noqa: SIM115  # only opening is watched
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
        self._stdin = PatientInput(sys.stdin.fileno(), _BUFFER)
        yield from self._read(source, self._stdin.buffer, batches)
        self._stdin = None

    def _read(self, source: str, stream: BinaryIO, batches: bool) -> Iterator[Entry | BatchEntry]:
        line, lines = 1, Lines(stream, digits=self._options.digits)
        self._lines = lines
        is_changed = self._options.added or self._options.left_out
        read = items_and_batches if batches and not is_changed else items
        items_of = iter(read(lines, self._options.from_format, source))
        while True:
            # The `try` contains only the reading, so errors that the caller raises are not caught
            # here.
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
                entry = Entry(source, line, item.value, item.board, item.note or "")
                entry = self._with_options(entry)
                self._note(entry)
                yield entry

    def _note(self, entry: Entry) -> None:
        """Report the note on a puzzle's interpretation, and the rules that are not checked.

        Each sentence is reported once. The commands `play` and `hint` do not report rules that are
        hidden by fog. The commands that show the cells in fog report that these cells are
        shown.
        """
        puzzle = entry.value if isinstance(entry.value, Puzzle) else None
        is_fogged = puzzle is not None and _is_foggy(puzzle)
        context = click.get_current_context(silent=True)
        command = context.info_name if context else ""
        is_hidden = is_fogged and command in _FOR_PLAYERS
        alike = f"{entry.source}: {entry.note}"  # each remark is printed once per file
        if entry.note and not is_hidden and alike not in self._noted:
            self._noted.add(alike)
            can_choose = "name the format" in entry.note
            place = visible(entry.source) if can_choose else entry.place
            click.echo(f"{place}: {entry.note}{' (--from)' * can_choose}", err=True)
        if puzzle is None:
            return
        notes = [unchecked_words(_first_sight(puzzle) if is_hidden else puzzle)]
        if is_fogged and command in _SHOWING:
            notes.append("shown as its setter sees it; play, hint and export hide cells in fog")
        for note in notes:
            if note and note not in self._noted:
                self._noted.add(note)
                click.echo(f"{entry.place}: {note}", err=True)

    def _with_options(self, entry: Entry) -> Entry:
        """Return an entry after adding and removing constraints for --with and --without."""
        options = self._options
        if not (options.added or options.left_out) or isinstance(entry.value, PandokuError):
            return entry
        puzzle, board = self._changed(entry.value), entry.board
        for note in _notes_on(options.added, puzzle.order):
            if note not in self._noted:
                self._noted.add(note)
                click.echo(f"--with: {note}", err=True)
        if board is not None:
            board = Board(self._changed(board.puzzle), board.digits, board.masks)
        return entry._replace(value=puzzle, board=board)

    def _changed(self, puzzle: Puzzle) -> Puzzle:
        try:
            return puzzle.without(*self._options.left_out).with_(*self._options.added)
        except PandokuError as error:
            raise click.UsageError(f"--with: {error}") from None


def _notes_on(lines: Iterable[str], order: int) -> Iterator[str]:
    """Yield the remarks on how lines of `--with` were read, such as letters that are rows."""
    from pandoku.constraints import read_additions

    for line in lines:
        yield from (each.note for each in read_additions(line, order) if each.note)


def _is_foggy(puzzle: Puzzle) -> bool:
    if not puzzle.further:
        return False
    from pandoku.constraints import is_foggy  # imported here, because it loads slowly

    return is_foggy(puzzle)


def _first_sight(puzzle: Puzzle) -> Puzzle:
    """Return the part of a puzzle that is visible at the start. A malformed puzzle is unchanged."""
    from pandoku.logic import veil_of  # imported here, because most commands do not need it

    veil = None if puzzle.problems() else veil_of(puzzle)
    return puzzle if veil is None else veil.seen(veil.clear((0,) * len(puzzle.givens)))


def reads_terminal(files: Sequence[str]) -> bool:
    """Return whether the user types some of the puzzles into a terminal."""
    return (not files or "-" in files) and sys.stdin is not None and sys.stdin.isatty()


class _Pace:
    """Adapts the size of groups to the speed of the caller.

    Attributes:
        size: Maximum number of puzzles in a Batch.
    """

    def __init__(self, least: int | None = None) -> None:
        self.size, self._least = least or _FIRST_GROUP, least or 1

    @property
    def group(self) -> int:
        """The maximum number of puzzles in a list."""
        return min(self.size, _LARGEST_GROUP)

    def timed(self, piece: _Piece, n: int) -> Iterator[_Piece]:
        """Yield *piece*, which has *n* puzzles, then adapt `size` to the caller's speed."""
        started = monotonic()
        yield piece
        spent_s = monotonic() - started
        if spent_s > _PATIENCE_S:
            self.size = max(self._least, self.size // 4)
        elif n >= self.group:
            self.size = min(2 * self.size, _LARGEST_BATCH)


def _refuse_output(files: Sequence[str]) -> None:
    """Raise an UnreadError if standard output or standard error goes to an input file.

    Otherwise the command would read its own output and never end.
    """
    for name in files:
        try:
            found = os.stat(0 if name == "-" else name)
        except (OSError, ValueError):  # there is no such file
            continue
        if not stat.S_ISREG(found.st_mode):
            continue
        is_output = False
        for descriptor in (1, 2):
            with suppress(OSError):  # the stream is closed
                is_output = is_output or os.path.samestat(found, os.fstat(descriptor))
        if is_output:
            shown = "standard input" if name == "-" else visible(name)
            reason = "the input file is the output file; write to another file, then rename it"
            raise UnreadError(f"{shown}: {reason}")


def _unread(error: Exception) -> UnreadError:
    if isinstance(error, OSError):
        return UnreadError((error.strerror or str(error)).lower())
    return UnreadError(f"not a file name ({error})")


def is_puzzle_text(name: str, digits: str = "") -> bool:
    """Return whether an argument is a puzzle, rather than the name of a file.

    The argument is a puzzle if there is no file of this name and a format recognizes the text. A
    grid with a wrong or missing character, a link, or a puzzle for another program also counts as a
    puzzle. Reading it gives an error that is more helpful than "no such file". *digits* is the
    value of --digits.
    """
    if (len(name) < _SHORTEST and name[:1] != "[") or os.path.lexists(name):
        return False
    if is_plain(name):  # the usual puzzle, which is recognized without loading the other formats
        return True
    from pandoku.formats import foreign_text

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
    """Return advice if *name* looks like a part of a puzzle. Otherwise, return "".

    The caller has found no file with this name.
    """
    if not name or set(name) - set("0123456789._*?-"):
        return ""
    return "; a puzzle in place of a file needs all its cells, such as 81 for 9x9"


class BadInput(click.ClickException):
    """Raised if the input does not suit the command, which then ends with exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, without the usage line that click adds to most errors."""
        click.echo(self.message, file=file, err=file is None)


class Numbered(NamedTuple):
    """An `Entry` of the input with its number.

    Attributes:
        number: Position in the input, as in --nth: 1 for the first puzzle. If --nth is given, the
            number is 0 for a file that cannot be read.
        entry: The entry, which contains a puzzle or an error.
    """

    number: int
    entry: Entry


class Selection:
    """All puzzles of the input, or only the puzzle that --nth or --id chooses.

    Raises:
        click.UsageError: Both --nth and --id are given.
    """

    def __init__(self, options: opt.PuzzleOptions) -> None:
        if options.nth is not None and options.name is not None:
            raise click.UsageError("expected either --nth or --id, found both")
        self._options = options

    def several(self) -> tuple[bool, Iterator[Numbered]]:
        """Return whether there are several puzzles, and an iterator over the puzzles.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        found = self._chosen()
        first = list(islice(found, 2))
        return len(first) > 1, chain(first, found)

    def groups(
        self, *, batches: bool, least: int | None = None
    ) -> Iterator[list[Entry] | BatchEntry]:
        """Yield the puzzles in the groups of `Source`, or only the puzzle chosen by --nth or --id.

        Args:
            batches: Whether to yield consecutive plain puzzles as Batches.
            least: See `Source`.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        if self._options.nth is not None or self._options.name is not None:
            yield from ([each.entry] for each in self._chosen())
            return
        source = Source(self._options, least=least)
        yield from source.groups_and_batches() if batches else source.groups()

    def one(self) -> Entry:
        """Return the entry of the only puzzle in the input.

        Raises:
            BadInput: The input has no puzzle or several, or its only puzzle is unreadable or has
                defects.
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
        source, name = Source(self._options), self._options.name
        if self._options.nth is not None:
            return self._with_number(source, self._options.nth)
        numbered = map(Numbered._make, enumerate(source, 1))
        return numbered if name is None else self._with_id(numbered, name)

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
            near = map(visible, nearest(name, ids) or ids[:5])
            advice = f"try {', '.join(near)}" if ids else "the puzzles have no ids: use --nth N"
            raise BadInput(f"no puzzle has the id {name!r}; {advice}")

    def _count(self) -> str:
        """Return the number of puzzles, or "more" if some come from standard input."""
        if not self._options.files or "-" in self._options.files:
            return "more"
        pieces = Source(self._options).entries_and_batches()
        count = sum(len(each.batch) if isinstance(each, BatchEntry) else 1 for each in pieces)
        return f"{count:,}"


def sound_puzzle(entry: Entry) -> Puzzle:
    """Return the puzzle of an entry.

    Raises:
        PandokuError: The entry has an error instead of a puzzle.
        PuzzleError: The puzzle has defects.
    """
    if isinstance(entry.value, PandokuError):
        raise entry.value
    entry.value.require_sound()
    return entry.value
