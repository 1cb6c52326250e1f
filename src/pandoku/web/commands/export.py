"""`pandoku export`: write puzzles as one HTML file to play without a server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Numbered, Selection
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    json_line,
    medium_of,
    output_file,
    record_head,
    say_written,
)
from pandoku.cli.paths import PathFinder, say_why_stuck
from pandoku.cli.types import Whole
from pandoku.model import Board, Puzzle

if TYPE_CHECKING:
    from pandoku.web.onefile import Export

_MEDIA = {".html": "html", ".htm": "html"}
_HINTS = ("free", "ask", "none")
_MOST = 500  # maximum number of puzzles in a file, because larger files open slowly on a phone


@dataclass(frozen=True, kw_only=True)
class ExportOptions(opt.PuzzleOptions):
    """The options of `pandoku export`."""

    medium: str | None = opt.option(
        "--to",
        type=click.Choice(("html",)),
        help="html: a page that is one file.  [default: html]",
    )
    title: str | None = opt.option(
        "--title", metavar="TEXT", help="Title of the page.  [default: the puzzle's]"
    )
    is_class: bool = opt.option(
        "--class",
        is_flag=True,
        help="For a class: ask for a name at the start, and show at the end who solved each "
        "puzzle, when and with what help, to print or copy.",
    )
    hints: str | None = opt.option(
        "--hints",
        type=click.Choice(_HINTS),
        help="free: a button shows them. ask: the page asks first, and counts them. none: the "
        "file contains no hints.  [default: free; ask with --class]",
    )
    per_page: int | None = opt.option(
        "--per-page",
        type=Whole(1, 30),
        metavar="N",
        help="Puzzles on a printed sheet, of A4 or Letter.  [default: 6, 4, 2 or 1, as many as "
        "fit with large cells]",
    )
    no_path: bool = opt.option(
        "--no-path", is_flag=True, help="Leave out the steps, so hints only report mistakes."
    )
    scale: str | None = opt.scale()
    reader: str | None = opt.reader("beginner: hints need few notes as long as possible.")
    output: str | None = opt.output()
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, written (the file); or source, line, error",
    )


@opt.command(ExportOptions, short_help="Write puzzles as a file to play offline.")
def export(options: ExportOptions) -> None:
    """Write puzzles as one HTML file, to play without a server and without a connection.

    The page in the file checks digits, gives the same hints as `pandoku hint`, saves the game on
    the device, and prints several puzzles on a sheet. It can be opened from an email or a USB
    stick, even on a phone. Puzzles that are bad or have no solution are reported and left out. The
    exit status is 1 if a puzzle has several solutions, or if the techniques do not solve it.

    \b
    Examples:
      pandoku export puzzles.txt -o week.html --title "Week 12"
      pandoku export killer.txt -o test.html --class --hints none
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    output = options.output
    if not is_stdout(output):
        medium_of(output, options.medium, _MEDIA)
    elif options.as_json:
        raise click.UsageError("--json needs a file for the page: add -o FILE.html")
    from pandoku.web.onefile import one_file  # imported only when the command runs

    hints = options.hints or ("ask" if options.is_class else "free")
    has_paths = not options.no_path and hints != "none"
    status, json_to = ExitStatus(), sys.stdout if options.as_json else None
    finder = PathFinder(
        None,
        status,
        scale=options.scale,
        reader=options.reader,
        limit=None if has_paths else 1,  # to find bad puzzles, one step is enough
    )
    is_many, entries = Selection(options).several()
    chosen = [*islice(entries, _MOST + 1)]
    if len(chosen) > _MOST:
        raise click.UsageError(
            f"expected at most {_MOST} puzzles for a file, found more; make several files, or "
            "choose one with --nth N"
        )
    with (
        output_file(output, status, reports=False) as stream,
        ProgressLine("exporting", options.files, None if options.as_json else output) as progress,
    ):
        found = [*_exports(chosen, is_many, finder, status, progress, has_paths, json_to)]
        exports = [export for _, export in found]
        if exports:
            page = one_file(
                exports,
                title=options.title,
                hints=hints,
                is_named=options.is_class,
                per_sheet=options.per_page,
            )
            progress.pause()
            stream.write(page)
    if exports and not is_stdout(output):
        puzzles = "1 puzzle" if len(exports) == 1 else f"{len(exports)} puzzles"
        say_written([str(output)], puzzles)
    if json_to is not None:
        for entry, _ in found:
            json_to.write(json_line(record_head(entry) | {"written": output}) + "\n")
    status.exit()


def _exports(
    chosen: list[Numbered],
    is_many: bool,
    finder: PathFinder,
    status: ExitStatus,
    progress: ProgressLine,
    has_paths: bool,
    json_to: IO[str] | None,
) -> Iterator[tuple[Entry, Export]]:
    """Yield each puzzle of the page with its entry. Report the puzzles that are left out."""
    from pandoku.web.onefile import export_of

    for _, chosen_entry in chosen:
        entry, symbols = _with_usual_digits(chosen_entry)
        path = finder.find(entry, is_many, json_to)
        if path is not None:
            if symbols:
                note = f"the page shows 1-{path.start.puzzle.order} instead, and mentions this"
                click.echo(f"{entry.place}: {note}", err=True)
            if has_paths:
                say_why_stuck(path, status, f"{entry.place}: " if is_many else "")
            yield chosen_entry, export_of(path.start.puzzle, path if has_paths else None, symbols)
        progress.advance()


def _with_usual_digits(entry: Entry) -> tuple[Entry, str]:
    """Return a puzzle with the digits 1..n for the page, and the symbols of its source."""
    puzzle, board = entry.value, entry.board
    if not isinstance(puzzle, Puzzle) or not puzzle.symbols:
        return entry, ""
    if board is not None:
        board = Board(board.puzzle.replace(symbols=""), board.digits, board.masks)
    return entry._replace(value=puzzle.replace(symbols=""), board=board), puzzle.symbols


COMMAND = opt.Command(run=export, group="Print and share", place=150)
