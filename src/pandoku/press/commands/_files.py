"""Check and write the files of `pandoku print` and `pandoku book`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, Protocol

import click

from pandoku.cli import options as opt
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    json_line,
    output_file,
    record_head,
    require_place,
    say_written,
)
from pandoku.cli.types import OutputPath
from pandoku.words import visible

if TYPE_CHECKING:
    from pandoku.cli.input import Entry
    from pandoku.press import Book, Document
    from pandoku.press.book import Printed


class HasFiles(Protocol):
    """The options for files. Both commands have these options."""

    @property
    def output(self) -> str | None:
        """Name of the PDF, or None for standard output."""

    @property
    def answers(self) -> str | None:
        """Name of the PDF with the solutions, or None to keep them in the same file."""

    @property
    def plan_only(self) -> bool:
        """True if only the plan is printed."""

    @property
    def as_json(self) -> bool:
        """True if a record of each printed puzzle is printed."""


def answers() -> Any:
    return opt.option(
        "--answers",
        type=OutputPath(),
        metavar="FILE",
        help="Write the solutions to this separate file.",
    )


def plan_only() -> Any:
    return opt.option(
        "--plan",
        is_flag=True,
        help="Print the plan as JSON (pages, sizes, margins, first page of solutions) instead of "
        "writing a PDF.",
    )


def as_json() -> Any:
    return opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, number (in the print), page, pages, written (the file), "
        "answers (the file, with --answers); or source, line, error",
    )


def require_places(options: HasFiles) -> None:
    """Raise an error if the files cannot be written. Commands call this before any work."""
    output, answers = options.output, options.answers
    if options.plan_only and options.as_json:
        raise click.UsageError("expected either --plan or --json, found both")
    if options.plan_only:
        return
    if options.as_json and is_stdout(output):
        raise click.UsageError("--json needs a file for the pages: add -o FILE.pdf")
    if is_stdout(output) and sys.stdout.isatty():
        raise click.UsageError("a PDF cannot be shown in a terminal: add -o FILE.pdf")
    if answers == "-":
        raise click.UsageError("expected a file's name after --answers, found '-'")
    if answers is not None and answers == output:
        raise click.UsageError("expected two files, found the same name after -o and --answers")
    for path in (output, answers):
        require_place(path)


def write_book(
    book: Book,
    options: HasFiles,
    status: ExitStatus,
    progress: ProgressLine,
    entry_of: Callable[[Printed], Entry],
) -> None:
    """Write a book, and a file of answers if requested. With --plan, print JSON instead.

    Args:
        book: The book.
        options: The options of the command.
        status: The exit status of the command.
        progress: The progress bar.
        entry_of: Returns the source of a printed puzzle, for the records of --json.
    """
    output, answers = options.output, options.answers
    for warning in book.warnings:
        progress.pause()
        click.echo(f"warning: {visible(warning)}", err=True)
    if options.plan_only:
        click.echo(json.dumps(book.plan.to_dict()))
        return
    with output_file(output, status, binary=True, reports=False) as stream:
        _write(book, stream, progress, "printing")
        if answers is not None:
            with output_file(answers, status, binary=True, reports=False) as other:
                _write(book.answers, other, progress, "printing answers")
    written = [path for path in (output, answers) if path is not None and not is_stdout(path)]
    for path in written:
        say_written([path])
    if options.as_json:
        files = {"pages": book.plan.pages, "written": output}
        files |= {} if answers is None else {"answers": answers}
        for each in book.printed:
            place = {"number": each.number, "page": each.page}
            click.echo(json_line(record_head(entry_of(each)) | place | files))


def _write(document: Document, stream: IO[bytes], progress: ProgressLine, doing: str) -> None:
    def report(done: int, count: int) -> None:
        progress.tell(f"{doing}, page {done:,} of {count:,}")

    document.write(stream, report)
