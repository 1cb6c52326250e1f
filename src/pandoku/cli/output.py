"""Write results as JSON lines, pictures and files, show progress, and set the exit status."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import RLock, Timer, current_thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Self

import click

from pandoku.cli.input import Entry, bare_reason, message_of, reads_terminal
from pandoku.cli.wrapping import in_lines, window
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Format, format_for_path, get_format, left_out, why_not_written
from pandoku.model import Outcome, OutOfTimeError, Puzzle, thaw
from pandoku.words import joined, unchecked_words, visible

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.progress import Progress as Bar

    from pandoku.draw import Drawing

_UNBOUNDED = 10_000  # width, in columns, of output that does not go to a terminal
_LINES = 24  # height of this output, in lines
_READABLE = 20  # columns that a longer text needs to wrap
_QUIET_S = 1.0  # seconds before the bar appears


class ExitStatus:
    """The exit status of a command: the highest status of any puzzle.

    Attributes:
        code: 0 as long as all puzzles succeed, 1 after a negative answer, 2 after bad input.
    """

    def __init__(self) -> None:
        self.code = 0

    def says_no(self, message: str) -> None:
        """Report a negative answer for a readable puzzle, and set the status to at least 1."""
        self.code = max(self.code, 1)
        click.echo(message, err=True)

    def bad(self, entry: Entry, error: PandokuError, json_to: IO[str] | None = None) -> None:
        """Report bad input with its place and reason. *json_to* also receives a JSON object."""
        self.code = 2
        if json_to is not None:
            json_to.write(json_line(error_object(entry, bare_reason(error))) + "\n")
        click.echo(message_of(entry, error), err=True)

    def exit(self) -> None:
        """Exit the command with the collected status. Do nothing if the status is 0."""
        if self.code:
            raise click.exceptions.Exit(self.code)


def json_line(value: object) -> str:
    """Return a value as one line of JSON, in ASCII so that any encoding works."""
    return json.dumps(value, separators=(", ", ": "))


def error_object(entry: Entry, reason: str) -> dict[str, object]:
    """Return the record that reports why a puzzle has no answer."""
    return record_head(entry) | {"error": reason}


def record_head(entry: Entry, made: Puzzle | None = None) -> dict[str, object]:
    """Return the first keys of a record: the id (if there is one), the place and the puzzle.

    A record is the JSON object of a puzzle, see `pandoku.formats.json.record`. If the digits of the
    source differ from 1..n, "symbols" lists the digits of the source in order. If the entry has
    progress, "board" has its digits and candidates. If some rules of the puzzle are not checked,
    "unchecked" is a sentence that names these rules.

    Args:
        entry: The entry of the input.
        made: The puzzle that the command made from the entry, or None for the entry's own puzzle.
    """
    # Loads the reader of JSON.
    from pandoku.formats.json.record import board_in_record, puzzle_of_record

    puzzle = made or (entry.value if isinstance(entry.value, Puzzle) else None)
    name = puzzle.id if puzzle else None
    head: dict[str, object] = {} if name is None else {"id": name}
    place: dict[str, object] = {"source": entry.source, "line": entry.line}
    if isinstance(entry.value, PandokuError):  # not a puzzle: the place of the error
        place["line"] = getattr(entry.value, "line", None)
    unchecked = unchecked_words(puzzle) if puzzle else ""
    if puzzle and puzzle.symbols:
        place["symbols"] = puzzle.symbols
    place |= puzzle_of_record(puzzle) if puzzle else {}
    if puzzle and made is None and entry.board is not None:
        place["board"] = board_in_record(entry.board)
    return head | place | ({"unchecked": unchecked} if unchecked else {})


def outcome_of_record(outcome: Outcome) -> dict[str, object]:
    """Return the result of a search as keys of a record, without its solutions and its engine."""
    return {
        "count": outcome.count,
        "complete": outcome.complete,
        "stopped": outcome.stopped,
        "elapsed_s": round(outcome.elapsed_s, 6),
        "stats": thaw(outcome.stats),
    }


def puzzle_text(
    entry: Entry,
    puzzle: Puzzle,
    target: Format,
    status: ExitStatus,
    dropped: set[str],
    *,
    way_out: str = "",
    json_to: IO[str] | None = None,
) -> str | None:
    """Return a puzzle as text. If the format cannot store it, report this and return None.

    Args:
        entry: The entry of the puzzle, for its place in the input.
        puzzle: The puzzle to write.
        target: The format.
        status: The exit status of the command. It is set if the puzzle cannot be written.
        dropped: A set of names. The function adds the names of the facts that the format cannot
            store.
        way_out: Text to add to the error message.
        json_to: Stream for the report as a JSON object, or None.
    """
    if reason := why_not_written(target, puzzle, "--without unchecked"):
        message = f"cannot be written as {target.name}: {reason}{way_out}"
        status.bad(entry, FormatError(message, line=entry.line), json_to)
        return None
    dropped.update(left_out(target, puzzle))
    return target.write(puzzle)


def is_utf8(stream: IO[str]) -> bool:
    """Return whether a stream takes the characters that draw boxes.

    It does not if its encoding lacks them, or if the locale is C or POSIX by name. In this locale,
    Python writes UTF-8 although the terminal may not show it.
    """
    try:
        "┏·−".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return not _is_plain_locale(os.environ)


def _is_plain_locale(environ: Mapping[str, str]) -> bool:
    """Return whether the locale is C or POSIX by name, and no variable asks Python for UTF-8."""
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8") == "1":
        return False
    # Python sets LC_CTYPE to C.UTF-8 itself if the locale is C.
    kind = environ.get("LC_CTYPE", "")
    names = (environ.get("LC_ALL"), "" if kind == "C.UTF-8" else kind, environ.get("LANG"))
    return next(filter(None, names), "") in ("C", "POSIX")


def paint(stream: IO[str], *drawings: Drawing, ascii_only: bool = False) -> None:
    """Write drawings side by side, in color if the stream is a terminal with colors.

    If a terminal is too narrow, the drawings are below each other, and a drawing that does not fit
    alone is replaced by its digits.
    """
    from pandoku.draw import rich_text, text  # most results are lines of text
    from pandoku.draw.ascii import ascii_text
    from pandoku.draw.terminal import COLUMNS_BETWEEN, digits_only, size

    ascii_only = ascii_only or not is_utf8(stream)
    if not stream.isatty():
        drawn = text(*drawings, ascii_only=ascii_only, columns=None)
        stream.write((ascii_text(drawn) if ascii_only else drawn) + "\n")
        return
    columns, widths = window(stream).columns, [size(each)[0] for each in drawings]
    together = sum(widths) + COLUMNS_BETWEEN * (len(widths) - 1)
    for group in [drawings] if together <= columns else [(each,) for each in drawings]:
        needed = together if len(group) > 1 else size(group[0])[0]
        if needed <= columns:
            colored = rich_text(*group, ascii_only=ascii_only, columns=columns)
            if ascii_only:
                colored.plain = ascii_text(colored.plain)
            console(stream).print(colored, end="", soft_wrap=True)
            continue
        rows = digits_only(group[0])
        has_room = rows.index("\n") <= columns
        if has_room:
            stream.write(rows + "\n")
            stream.flush()
        shown = "these are only its digits" if has_room else "nothing is drawn"
        click.echo(
            f"the picture needs {needed} columns, and the terminal has {columns}: {shown}; "
            "widen it, or write the picture to a file, as in `pandoku draw FILE -o puzzle.svg`",
            err=True,
        )


def is_stdout(output: str | None) -> bool:
    """Return whether *output*, the value of -o, means standard output."""
    return output is None or output == "-"


def named_format(output: str | None, to_format: str | None) -> Format | None:
    """Return the format that `--to` names or the suffix of `-o` means, or None for the usual one.

    Args:
        output: The value of `-o`.
        to_format: The value of `--to`, which comes first.
    """
    if to_format is not None:
        return get_format(to_format)
    return format_for_path(output) if output else None


def console(stream: IO[str] | None = None, *, least: int = 0) -> Console:
    """Return a console on *stream* (standard output by default), at least *least* columns wide."""
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            # The command exits with the status of any failed output. Rich would exit with 1.
            raise BrokenPipeError

    stream = stream or sys.stdout
    # Pass both width and height: if one is missing, rich reads it from COLUMNS or LINES.
    columns, lines = window(stream) if stream.isatty() else (_UNBOUNDED, _LINES)
    # Markup is off, because file names are printed, and [red].txt is a valid file name.
    return OurConsole(
        file=stream, highlight=False, markup=False, width=max(columns, least), height=lines
    )


class Deadline:
    """The end of a time limit.

    Args:
        seconds: Seconds from now, or None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._ends = None if seconds is None else monotonic() + seconds

    def check(self) -> None:
        """Raise an OutOfTimeError if the time is over."""
        if self._ends is not None and monotonic() > self._ends:
            raise OutOfTimeError


class ProgressLine:
    """A progress bar for work that takes more than a second, if standard error is a terminal.

    The bar shows the number of finished puzzles. It spins while the work continues.

    Args:
        doing: Description of the work, such as "solving".
        files: Names of the input files, or None. No bar is shown if the input is typed into the
            terminal.
        output: The file for the results, where None or "-" means standard output. If standard
            output is a terminal, `pause` hides the bar before each result.
    """

    def __init__(self, doing: str, files: Sequence[str] | None, output: str | None = None) -> None:
        self._doing = doing
        is_typed = files is not None and reads_terminal(files)
        self._shows = sys.stderr.isatty() and not is_typed
        self._shares = is_stdout(output) and sys.stdout.isatty()
        self._started = monotonic()
        self._done = 0
        # On Python 3.14, Ctrl-C may interrupt the main thread inside a `with` statement that holds
        # the lock. The thread must then be able to acquire the lock again.
        self._lock = RLock()
        self._bar: Bar | None = None
        self._timer: Timer | None = None

    def __enter__(self) -> Self:
        self._wait()
        return self

    def __exit__(self, *details: object) -> None:
        self._take_away()

    def advance(self, count: int = 1) -> None:
        """Count *count* more puzzles as finished."""
        self._done += count
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], what=self._words())

    def tell(self, doing: str) -> None:
        """Change the description of the work."""
        self._doing = doing
        self.advance(0)

    def pause(self) -> None:
        """Hide the bar if the next result goes to the same terminal."""
        if self._shares:
            self._take_away()
            self._wait()

    def _wait(self) -> None:
        if self._shows:
            self._timer = Timer(_QUIET_S, self._show)
            self._timer.daemon = True
            self._timer.start()

    def _show(self) -> None:
        """Show the bar, unless a newer timer has replaced the timer that calls this method."""
        bar = _new_bar()  # imports rich, which is slow. The timer may be replaced meanwhile.
        bar.add_task("", total=None, what=self._words())
        with self._lock:
            if self._timer is current_thread() and self._bar is None:
                self._bar = bar
                bar.start()

    def _take_away(self) -> None:
        with self._lock:
            bar, timer = self._bar, self._timer
            self._bar = self._timer = None
        if timer is not None:
            timer.cancel()
        if bar is not None:
            bar.stop()

    def _words(self) -> str:
        if not self._done:
            return self._doing
        rate = self._done / max(monotonic() - self._started, 1e-6)
        return f"{self._doing}: {self._done:,} puzzles, {rate:,.0f} per second"


def _new_bar() -> Bar:
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.fields[what]}", markup=False)
    columns = (SpinnerColumn(), words, TimeElapsedColumn())
    # Messages appear above the bar. Rich need not redirect standard output, because `pause` hides
    # the bar before each result.
    return Bar(*columns, console=console(sys.stderr), transient=True, redirect_stdout=False)


def medium_of(output: str | None, to: str | None, media: Mapping[str, str]) -> str:
    """Return the medium to write: *to*, or the medium for the suffix of *output*, or "text".

    Args:
        output: The value of -o, or None.
        to: The value of --to, or None.
        media: The media by suffix.

    Raises:
        click.UsageError: The suffix is unknown.
        OSError: The output cannot be written to this file.
    """
    if output is None or output == "-":
        return to or "text"
    from pathlib import Path  # imported here and below, because it loads slowly

    _require_name(output)
    if to is None and Path(output).is_dir():
        raise IsADirectoryError(21, "is a directory", output)
    medium = to or media.get(Path(output).suffix.lower())
    if medium is None:
        suffixes = joined([each for each in media if each != ".htm"], "or")
        raise click.UsageError(
            f"expected an output that ends in {suffixes}, found {output!r}; "
            "use --to for other names"
        )
    _check_folder(output)
    return medium


def _require_name(output: str) -> None:
    """Raise an error if the name of a file is empty, too long, or a loop of links."""
    if not output:
        raise click.UsageError("expected a file's name after -o, found an empty one")
    with suppress(FileNotFoundError):
        os.stat(output)


def require_place(output: str | None) -> None:
    """Raise an error if the output cannot be written. Commands call this before any work."""
    if output is not None and output != "-":
        _require_name(output)
        _check_folder(output)


def _check_folder(output: str) -> None:
    """Raise an OSError if the folder of an output file does not exist."""
    from pathlib import Path

    try:
        exists = Path(output).resolve().parent.is_dir()
    except FileNotFoundError:  # the current folder was deleted
        exists = False
    if not exists:
        raise FileNotFoundError(2, "no such file or directory", output)


def numbered(output: str, number: int, last: int) -> str:
    """Return the name of a numbered output file, such as "k-03.svg" for the output "k.svg"."""
    from pathlib import Path

    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number:0{len(str(last))}}{path.suffix}"))


@contextmanager
def output_file(
    path: str | None, status: ExitStatus, *, binary: bool = False, reports: bool = True
) -> Iterator[IO[Any]]:
    """Yield standard output, or a temporary file that atomically replaces *path* on success.

    An existing file stays unchanged if the work fails or is interrupted, or if bad input leaves
    nothing to write. After Ctrl-C or a signal, the lines written so far are in FILE.part.

    Args:
        path: The value of -o, where None and "-" mean standard output.
        status: The exit status of the command. An empty file is discarded unless the status is 0.
        binary: Whether to open a binary stream.
        reports: Whether to report the written file on standard error.

    Raises:
        OSError: The file, named in the error, cannot be written.
    """
    if path is None or path == "-":
        yield sys.stdout.buffer if binary else sys.stdout
        return
    from pandoku._files import replacement

    _require_name(path)
    is_written = False

    def is_wanted(stream: IO[Any]) -> bool:
        nonlocal is_written
        is_written = stream.tell() > 0 or not status.code
        return is_written

    with replacement(path, binary=binary, is_wanted=is_wanted, keeps_part=True) as stream:
        yield stream
    if reports and is_written:
        say_written([path])


def say_written(paths: Sequence[str], what: str = "") -> None:
    """Report written files on standard error: "12 files, 34 kB: k-01.svg to k-12.svg".

    Args:
        paths: The files, in order.
        what: Description of the content, such as "3 puzzles". It is only shown for a single file.
    """
    if not paths:
        return
    n_bytes = sum(os.path.getsize(path) for path in paths)
    size = (
        f"{n_bytes} byte{'s' * (n_bytes != 1)}" if n_bytes < 1000 else f"{-(-n_bytes // 1000)} kB"
    )
    first, last = visible(paths[0]), visible(paths[-1])
    if len(paths) > 1:
        click.echo(f"{len(paths)} files, {size}: {first} to {last}", err=True)
    else:
        click.echo(f"{what}{', ' * bool(what)}{size} in {first}", err=True)


def new_folder(folder: str, fill_folder: Callable[[Path], None]) -> None:
    """Create a folder. It gets its final name only after *fill_folder* has succeeded.

    Raises:
        OSError: The folder, named in the error, cannot be created or is not empty.
    """
    import shutil  # these modules are imported here, because they load slowly
    import tempfile
    from pathlib import Path

    from pandoku._files import new_mode

    _require_name(folder)
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        found = "a folder with files" if target.is_dir() else "a file"
        raise FileExistsError(17, f"expected a new or empty folder, found {found}", folder)
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


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()
) -> None:
    """Print a table. In every column except the first, long texts are wrapped.

    If the terminal is too narrow for the columns, each row becomes a paragraph: the first value,
    then the other values after their heads.

    Args:
        heads: The heads of the columns, at least two.
        rows: The values of each row, at least one row.
        numbers: The heads of columns that are aligned on the right and not wrapped.
    """
    from rich.table import Table
    from rich.text import Text

    first_width, *widths = (max(map(len, column)) for column in zip(heads, *rows, strict=True))
    least = first_width + sum(2 + min(width, _READABLE) for width in widths)
    if sys.stdout.isatty() and least > window(sys.stdout).columns:
        for first, *others in rows:
            told = [
                f"{head}: {value}" for head, value in zip(heads[1:], others, strict=True) if value
            ]
            short = "; ".join(told[:-1])
            click.echo(first)
            for text in filter(None, (short, *told[-1:])):
                click.echo(in_lines(f"    {text}", sys.stdout, hanging=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head in heads:
        is_number = head in numbers
        table.add_column(
            head, no_wrap=is_number or head == heads[0], justify="right" if is_number else "left"
        )
    for row in rows:
        table.add_row(*(Text(value) for value in row))
    console().print(table)
