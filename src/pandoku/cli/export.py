"""`pandoku export`: puzzles as one file to play, which needs no server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from pandoku.cli._input import Entry, Numbered, Selection
from pandoku.cli._options import (
    OUTPUT_TYPE,
    WHEN_REPLACED,
    files_argument,
    from_option,
    scale_option,
    selection_options,
)
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    medium_of,
    output_file,
    say_written,
)
from pandoku.cli._paths import PathFinder, say_why_stuck
from pandoku.model import Board, Puzzle

if TYPE_CHECKING:
    from pandoku.web.onefile import Export

_MEDIA = {".html": "html", ".htm": "html"}
_HINTS = ("free", "ask", "none")
_MOST = 500  # puzzles in a file; more would be slow to open on a phone


@click.command(short_help="Write puzzles as a file to play offline.")
@files_argument
@from_option
@selection_options
@click.option(
    "--to",
    "medium",
    type=click.Choice(("html",)),
    help="html: a page that is one file.  [default: html]",
)
@click.option("--title", metavar="TEXT", help="Title of the page.  [default: the puzzle's]")
@click.option(
    "--class",
    "is_class",
    is_flag=True,
    help="For a class: ask for a name at the start, and show who solved what, when and with how "
    "much help at the end, to print or copy.",
)
@click.option(
    "--hints",
    type=click.Choice(_HINTS),
    help="free: a button. ask: behind a question, and counted. none: not in the file.  "
    "[default: free; ask with --class]",
)
@click.option(
    "--per-page",
    type=click.IntRange(1, 30),
    metavar="N",
    help="Puzzles on a printed sheet, of A4 or Letter.  [default: the most of 6, 4, 2 and 1 with "
    "large cells]",
)
@click.option("--no-path", is_flag=True, help="Leave out the steps, so hints tell mistakes only.")
@scale_option
@click.option(
    "--reader",
    "reader",
    type=click.Choice(("beginner",)),
    help="beginner: hints use no pencil marks as long as digits and sums are enough.",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT_TYPE,
    metavar="FILE",
    help=f"Write to this file{WHEN_REPLACED}.  [default: standard output]",
)
def export(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    medium: str | None,
    title: str | None,
    is_class: bool,
    hints: str | None,
    per_page: int | None,
    no_path: bool,
    scale: str | None,
    reader: str | None,
    output: str | None,
) -> None:
    """Write puzzles as one HTML file, to play without a server and without a connection.

    The file has the puzzles and their paths: it checks digits, gives the hints of `pandoku hint`,
    keeps the game on the device, and prints the puzzles, several to a sheet. It opens from an email
    or a USB stick, also on a phone. Puzzles that are bad, or have no solution, are
    reported and left out; the exit status is 1 if a puzzle has several solutions, or if the
    techniques do not solve it.

    \b
    Examples:
      pandoku export puzzles.txt -o week.html --title "Week 12"
      pandoku export killer.txt -o test.html --class --hints none
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if not is_stdout(output):
        medium_of(output, medium, _MEDIA)
    from pandoku.web.onefile import one_file  # here, so that the help shows at once

    hints = hints or ("ask" if is_class else "free")
    has_paths = not no_path and hints != "none"
    status = ExitStatus()
    # One step of a path is enough to refuse a puzzle for what the other commands refuse it for.
    finder = PathFinder(None, status, scale=scale, reader=reader, limit=None if has_paths else 1)
    is_many, entries = Selection(files, from_format, nth, name).several()
    chosen = _at_most(entries)
    with (
        output_file(output, status, tells=False) as stream,
        ProgressLine("exporting", files, output) as progress,
    ):
        exports = [*_exports(chosen, is_many, finder, status, progress, has_paths)]
        if exports:
            page = one_file(
                exports, title=title, hints=hints, is_named=is_class, per_sheet=per_page
            )
            progress.pause()
            stream.write(page)
    if exports and not is_stdout(output):
        puzzles = "1 puzzle" if len(exports) == 1 else f"{len(exports)} puzzles"
        say_written([str(output)], puzzles)
    status.exit()


def _at_most(entries: Iterator[Numbered]) -> list[Numbered]:
    """Return the puzzles, unless they are too many for a file."""
    chosen = [*islice(entries, _MOST + 1)]
    if len(chosen) > _MOST:
        raise click.UsageError(
            f"expected at most {_MOST} puzzles for a file, found more; make several files, or "
            "choose one with --nth N"
        )
    return chosen


def _exports(
    chosen: list[Numbered],
    is_many: bool,
    finder: PathFinder,
    status: ExitStatus,
    progress: ProgressLine,
    has_paths: bool,
) -> Iterator[Export]:
    from pandoku.web.onefile import export_of

    for _, chosen_entry in chosen:
        entry, symbols = _with_usual_digits(chosen_entry)
        found = finder.find(entry, is_many)
        if found is not None:
            if has_paths:
                say_why_stuck(found.path, status, f"{entry.place}: " if is_many else "")
            puzzle = found.path.start.puzzle
            yield export_of(puzzle, found.path if has_paths else None, symbols)
        progress.advance()


def _with_usual_digits(entry: Entry) -> tuple[Entry, str]:
    """Return a puzzle with the digits 1..n, which the page has, and the symbols of its source."""
    puzzle, board = entry.value, entry.board
    if not isinstance(puzzle, Puzzle) or not puzzle.symbols:
        return entry, ""
    if board is not None:
        board = Board(board.puzzle.replace(symbols=""), board.digits, board.masks)
    told = f"the page shows 1-{puzzle.order} instead, and mentions this"
    click.echo(f"{entry.place}: {told}", err=True)
    return entry._replace(value=puzzle.replace(symbols=""), board=board), puzzle.symbols
