"""`pandoku print`: write puzzles as pages to print."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import IO, Any, NamedTuple

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Numbered, Selection, sound_puzzle
from pandoku.cli.output import ExitStatus, ProgressLine, error_object, json_line
from pandoku.cli.types import Whole
from pandoku.errors import ImproperError, PandokuError
from pandoku.model import Puzzle
from pandoku.press.commands import _files as files
from pandoku.words import visible

_PAGES, _PUZZLES, _BOOK, _SHEETS = opt.PAGE_OPTIONS, "Puzzles", "Book", "Sheets and cards"
_TEXTS = ("title", "subtitle", "author", "copyright")  # options that are passed to `Book`


def _flag(group: str, name: str, what: str) -> Any:
    return opt.option(name, group=group, is_flag=True, help=what)


def _text(group: str, name: str, what: str) -> Any:
    return opt.option(name, group=group, metavar="TEXT", help=what)


def _number(group: str, name: str, least: int, most: int, what: str) -> Any:
    return opt.option(name, group=group, type=Whole(least, most), metavar="N", help=what)


def _choice(group: str, name: str, names: tuple[str, ...], what: str) -> Any:
    return opt.option(name, group=group, type=click.Choice(names), help=what)


@dataclass(frozen=True, kw_only=True)
class PrintOptions(opt.PuzzleOptions):
    """The options of `pandoku print`, including every field of `Layout`."""

    paper: str | None = opt.paper()
    landscape: bool = _flag(_PAGES, "--landscape", "Landscape orientation.")
    press: str | None = _choice(
        _PAGES,
        "--press",
        ("kdp", "ingram"),
        "Keep to the margins and rules of a print-on-demand service.  [default: a printer at home]",
    )
    per_page: int | None = _number(
        _PAGES,
        "--per-page",
        1,
        30,
        "Puzzles on a page.  [default: 6, 4, 2 or 1, as many as fit with large cells]",
    )
    no_page_numbers: bool = _flag(_PAGES, "--no-page-numbers", "Leave out the numbers of pages.")
    large_print: bool = _flag(
        _PAGES, "--large-print", "One puzzle a page, with large bold digits and no grays."
    )
    bleed: bool = _flag(_PAGES, "--bleed", "With --press: pages larger by the trimmed margin.")
    date: str | None = opt.option(
        "--date",
        group=_PAGES,
        metavar="ISO",
        help="Date in the file.  [default: SOURCE_DATE_EPOCH, else 2000-01-01]",
    )
    caption: str | None = opt.option(
        "--caption",
        group=_PUZZLES,
        metavar="NAME,...",
        help="Text above a puzzle: number, title, level, rating, givens.  [default: number,title]",
    )
    marks: str | None = _choice(
        _PUZZLES,
        "--marks",
        ("none", "dots", "digits", "candidates"),
        "Print in empty cells: dots; all digits, to cross out; or the candidates that the givens "
        "allow.  [default: none]",
    )
    qr: str | None = _text(
        _PUZZLES,
        "--qr",
        "A QR code next to each puzzle, such as a link with {line}, {number} or {id} in it.",
    )
    first_number: int | None = _number(
        _PUZZLES, "--first-number", 0, 1000000, "Number of the first puzzle.  [default: 1]"
    )
    improper: str | None = _choice(
        _PUZZLES,
        "--improper",
        ("refuse", "skip", "print"),
        "What to do with puzzles without exactly one solution.  [default: refuse]",
    )
    solutions: str | None = _choice(
        _PUZZLES,
        "--solutions",
        ("back", "foot", "none"),
        "Solutions at the back, or upside down at the foot of each page.  [default: back]",
    )
    solutions_per_page: int | None = _number(
        _PUZZLES,
        "--solutions-per-page",
        1,
        100,
        "Solutions on a page.  [default: the most that are legible]",
    )
    title: str | None = _text(_BOOK, "--title", "Title, on a separate page.")
    subtitle: str | None = _text(_BOOK, "--subtitle", "Subtitle on the title page.")
    author: str | None = _text(_BOOK, "--author", "Author on the title page.")
    copyright: str | None = _text(_BOOK, "--copyright", "Text on the page after the title.")
    sort: str | None = _choice(
        _BOOK, "--sort", ("level",), "The easiest first.  [default: as in the input]"
    )
    chapters: str | None = _choice(
        _BOOK, "--chapters", ("level", "kind"), "A chapter for each level or kind."
    )
    rules: bool = _flag(_BOOK, "--rules", "A page about how to play.")
    contents: bool = _flag(_BOOK, "--contents", "A table of contents.")
    hints: int | None = _number(
        _BOOK, "--hints", 0, 20, "An appendix with the first N hints for each puzzle."
    )
    hint_level: int | None = _number(
        _BOOK, "--hint-level", 1, 5, "Level of detail of a hint.  [default: 2]"
    )
    tabs: bool = _flag(_BOOK, "--tabs", "Gray tabs at the outside edge of each chapter.")
    sheet: bool = _flag(_SHEETS, "--sheet", "A line for name and date on every page.")
    heading: str | None = _text(
        _SHEETS, "--heading", "A heading on every page, instead of a title page."
    )
    cards: bool = _flag(_SHEETS, "--cards", "Cards to cut out, with the solutions on their backs.")
    booklet: bool = _flag(_SHEETS, "--booklet", "Two pages on each side of a sheet, to be folded.")
    font: str | None = opt.font()
    font_bold: str | None = opt.bold_font()
    answers: str | None = files.answers()
    plan_only: bool = files.plan_only()
    output: str | None = opt.output()
    as_json: bool = files.as_json()


@opt.command(
    PrintOptions, "print", cls=opt.GroupedCommand, short_help="Print puzzles: books, sheets, cards."
)
def print(options: PrintOptions) -> None:
    """Write puzzles as a PDF to print: a sheet, a book for a press, cards.

    Grids are as large as the page allows, and the solutions follow at the end. Text is black, fonts
    are embedded, and the same puzzles give the same file. Puzzles that cannot be read are reported
    and left out. If a puzzle does not have exactly one solution, nothing is written, and the exit
    status is 1. For screen readers, use `pandoku draw -o FILE.html`, which describes every picture
    in words, because the PDF is not tagged. PDF needs an optional dependency: pip install
    "pandoku[print]".

    \b
    Examples:
      pandoku print puzzles.txt --per-page 4 -o puzzles.pdf
      pandoku generate calcudoku 4 --count 6 -o six.json
      pandoku print six.json --sheet --heading Monday -o monday.pdf
      pandoku print all.json --press kdp --paper 6x9 --title Sudoku -o book.pdf
      pandoku print all.json --press kdp --paper 6x9 --plan
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.press import Book, Layout  # imported only when the command runs

    files.require_places(options)
    texts = {key: getattr(options, key) or "" for key in _TEXTS}
    chosen: dict[str, Any] = {}
    for each in fields(Layout):
        value = getattr(options, each.name, None)
        if value is not None and value is not False:  # 0 is a value, and must pass
            chosen[each.name] = value
    if options.no_page_numbers:
        chosen["page_numbers"] = False
    if options.answers is not None:
        if chosen.get("solutions", "none") != "none":
            raise click.UsageError(
                f"expected either --answers or --solutions {options.solutions}, found both"
            )
        chosen["solutions"] = "apart"
    layout = Layout(**chosen)
    status = ExitStatus()
    _, entries = Selection(options).several()
    with ProgressLine("reading", options.files, options.output) as progress:
        found = [*_sound(entries, status, progress, sys.stdout if options.as_json else None)]
        if not found and status.code:
            status.exit()  # every puzzle is bad, and has been reported
        progress.tell("solving")
        try:
            book = Book([puzzle for _, _, puzzle in found], layout, **texts)
            files.write_book(
                book, options, status, progress, lambda each: found[each.place - 1].entry
            )
            if options.as_json:
                printed = {each.place for each in book.printed}
                reason = "not printed, because it does not have exactly one solution"
                for place, one in enumerate(found, 1):
                    if place not in printed:
                        click.echo(json_line(error_object(one.entry, reason)))
        except ImproperError as error:
            progress.pause()
            for number, count in error.puzzles:
                status.says_no(visible(f"{found[number - 1].name}: {count}"))
                if options.as_json:
                    click.echo(json_line(error_object(found[number - 1].entry, count)))
            status.says_no(
                "nothing is printed; --improper skip leaves out these puzzles, "
                "--improper print includes them"
            )
    status.exit()


class _Found(NamedTuple):
    """A sound puzzle with its entry in the input, and its number and place as text."""

    name: str
    entry: Entry
    puzzle: Puzzle


def _sound(
    entries: Iterator[Numbered],
    status: ExitStatus,
    progress: ProgressLine,
    json_to: IO[str] | None,
) -> Iterator[_Found]:
    """Yield each sound puzzle. Report bad puzzles."""
    for number, entry in entries:
        try:
            yield _Found(f"puzzle {number} ({entry.place})", entry, sound_puzzle(entry))
        except PandokuError as error:
            progress.pause()
            status.bad(entry, error, json_to)
        progress.advance()


COMMAND = opt.Command(run=print, group="Print and share", place=130, extra="print")
