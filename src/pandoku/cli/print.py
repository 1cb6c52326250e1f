"""`pandoku print`: puzzles as pages to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pandoku.cli._groups import GroupedCommand
from pandoku.cli._options import files_argument, from_option, selection_options
from pandoku.cli._output import ExitStatus
from pandoku.cli._printing import (
    answers_option,
    layout_options,
    plan_option,
    printed_output_option,
    require_printed_place,
    write_book,
)
from pandoku.cli._progress import ProgressLine
from pandoku.cli._select import Numbered, Selection, sound_puzzle
from pandoku.errors import ImproperError, PandokuError
from pandoku.model import Puzzle
from pandoku.words import visible

_TEXTS = ("title", "subtitle", "author", "copyright")


@click.command("print", cls=GroupedCommand, short_help="Print puzzles: books, sheets, cards.")
@files_argument
@from_option
@selection_options
@layout_options
@answers_option
@plan_option
@printed_output_option
def print(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    answers: str | None,
    plan_only: bool,
    output: str | None,
    **options: Any,
) -> None:
    """Write puzzles as a PDF to print: a sheet, a book for a press, cards.

    Grids are as large as the page allows, and their solutions follow at the back. Text is black,
    fonts are embedded, and the same puzzles give the same file. Puzzles that cannot be read are
    reported and left out. If one does not have exactly one solution, nothing is written, and the
    exit status is 1. A PDF is not tagged: for screen readers, `pandoku draw -o FILE.html` has words
    for every picture. It needs an optional dependency: pip install 'pandoku[print]'.

    \b
    Examples:
      pandoku print puzzles.txt --per-page 4 -o puzzles.pdf
      pandoku generate calcudoku 4 --count 6 -o six.json
      pandoku print six.json --sheet --heading Monday -o monday.pdf
      pandoku print all.json --press kdp --paper 6x9 --title Sudoku -o book.pdf
      pandoku print all.json --press kdp --paper 6x9 --plan
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.press import Book, Layout  # here, so that the help shows at once

    require_printed_place(output, answers, plan_only=plan_only)
    texts = {key: options.pop(key) or "" for key in _TEXTS}
    layout = Layout(**_chosen(options, answers))
    status = ExitStatus()
    _, entries = Selection(files, from_format, nth, name).several()
    with ProgressLine("reading", files, output) as progress:
        found = [*_sound(entries, status, progress)]
        if not found and status.code:
            status.exit()  # each of them was reported
        progress.tell("solving")
        try:
            book = Book([puzzle for _, puzzle in found], layout, **texts)
            write_book(book, output, answers, status, progress, plan_only=plan_only)
        except ImproperError as error:
            progress.pause()
            for number, count in error.puzzles:
                status.says_no(visible(f"{found[number - 1][0]}: {count}"))
            status.says_no("nothing is printed; --improper skip leaves them out, print takes them")
    status.exit()


def _chosen(options: dict[str, Any], answers: str | None) -> dict[str, Any]:
    """Return the fields of a layout that options choose; those left out have their defaults."""
    has_numbers = not options.pop("no_page_numbers")
    chosen = {key: value for key, value in options.items() if value not in (None, False)}
    if not has_numbers:
        chosen["page_numbers"] = False
    if answers is None:
        return chosen
    if chosen.get("solutions", "none") != "none":
        raise click.UsageError(
            f"expected either --answers or --solutions {chosen['solutions']}, found both"
        )
    return chosen | {"solutions": "apart"}


def _sound(
    entries: Iterator[Numbered], status: ExitStatus, progress: ProgressLine
) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles that can be printed, each with its number and place; report the others."""
    for number, entry in entries:
        try:
            yield f"puzzle {number} ({entry.place})", sound_puzzle(entry)
        except PandokuError as error:
            progress.pause()
            status.bad(entry, error)
        progress.advance()
