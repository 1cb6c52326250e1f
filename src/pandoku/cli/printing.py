"""`pandoku print` and `pandoku book`: write puzzles as a PDF to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import IO, TYPE_CHECKING, Any

import click

from pandoku.cli import _options as opt
from pandoku.cli._input import Numbered, Selection, sound_puzzle
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    output_file,
    require_place,
    say_written,
)
from pandoku.cli._types import OutputPath
from pandoku.errors import BudgetError, ImproperError, PandokuError, PressError
from pandoku.model import Puzzle
from pandoku.words import visible

if TYPE_CHECKING:
    from pandoku.press import Book, Document


_PAGES, _PUZZLES, _BOOK, _SHEETS = "Pages", "Puzzles", "Book", "Sheets and cards"
_TEXTS = ("title", "subtitle", "author", "copyright")  # options that are passed to `Book`
_LARGEST_RECIPE = 4_000_000  # maximum size of a recipe in bytes


def paper_option() -> Any:
    """Return the field of `--paper`."""
    return opt.option(
        "--paper",
        group=_PAGES,
        metavar="NAME|WxH",
        help="a3, a4, a5, a6, letter, legal, 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x11, common (fits "
        "A4 and Letter), or a size in in, mm or pt, such as 170x240mm.  [default: a4]",
    )


def font_option() -> Any:
    """Return the field of `--font`."""
    return opt.option(
        "--font",
        group=_PAGES,
        type=click.Path(),
        metavar="FILE",
        help="TrueType font (.ttf), for example for titles in Chinese.  [default: Roboto]",
    )


def bold_font_option() -> Any:
    """Return the field of `--font-bold`."""
    return opt.option(
        "--font-bold",
        group=_PAGES,
        type=click.Path(),
        metavar="FILE",
        help="The same for bold texts.  [default: as --font]",
    )


def _answers_option() -> Any:
    return opt.option(
        "--answers",
        type=OutputPath(),
        metavar="FILE",
        help="Write the solutions to this separate file.",
    )


def _plan_option() -> Any:
    return opt.option(
        "--plan",
        is_flag=True,
        help="Print the plan as JSON (pages, sizes, margins, first page of solutions) instead of "
        "writing a PDF.",
    )


def _flag(group: str, name: str, what: str) -> Any:
    return opt.option(name, group=group, is_flag=True, help=what)


def _text(group: str, name: str, what: str) -> Any:
    return opt.option(name, group=group, metavar="TEXT", help=what)


def _number(group: str, name: str, least: int, most: int, what: str) -> Any:
    return opt.option(name, group=group, type=click.IntRange(least, most), metavar="N", help=what)


def _choice(group: str, name: str, names: tuple[str, ...], what: str) -> Any:
    return opt.option(name, group=group, type=click.Choice(names), help=what)


@dataclass(frozen=True, kw_only=True)
class PrintOptions(opt.PuzzleOptions):
    """The options of `pandoku print`, including every field of `Layout`."""

    paper: str | None = paper_option()
    landscape: bool = _flag(_PAGES, "--landscape", "Put the long sides above and below.")
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
    font: str | None = font_option()
    font_bold: str | None = bold_font_option()
    answers: str | None = _answers_option()
    plan_only: bool = _plan_option()
    output: str | None = opt.output()


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
    'pandoku[print]'.

    \b
    Examples:
      pandoku print puzzles.txt --per-page 4 -o puzzles.pdf
      pandoku generate calcudoku 4 --count 6 -o six.json
      pandoku print six.json --sheet --heading Monday -o monday.pdf
      pandoku print all.json --press kdp --paper 6x9 --title Sudoku -o book.pdf
      pandoku print all.json --press kdp --paper 6x9 --plan
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.press import Book, Layout  # imported late: not needed for the help

    _require_place(options)
    texts = {key: getattr(options, key) or "" for key in _TEXTS}
    chosen: dict[str, Any] = {}
    for each in fields(Layout):
        value = getattr(options, each.name, None)
        if value is not None and value is not False:  # unlike 0, which is a value
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
        found = [*_sound(entries, status, progress)]
        if not found and status.code:
            status.exit()  # all puzzles are bad, and have been reported
        progress.tell("solving")
        try:
            book = Book([puzzle for _, puzzle in found], layout, **texts)
            _write_book(book, options, status, progress)
        except ImproperError as error:
            progress.pause()
            for number, count in error.puzzles:
                status.says_no(visible(f"{found[number - 1][0]}: {count}"))
            status.says_no("nothing is printed; --improper skip leaves them out, print takes them")
    status.exit()


def _sound(
    entries: Iterator[Numbered], status: ExitStatus, progress: ProgressLine
) -> Iterator[tuple[str, Puzzle]]:
    """Yield each sound puzzle with a text that has its number and place. Report bad puzzles."""
    for number, entry in entries:
        try:
            yield f"puzzle {number} ({entry.place})", sound_puzzle(entry)
        except PandokuError as error:
            progress.pause()
            status.bad(entry, error)
        progress.advance()


@dataclass(frozen=True, kw_only=True)
class BookOptions:
    """The options of `pandoku book`."""

    recipe: str = opt.argument(type=click.Path(), metavar="RECIPE")
    answers: str | None = _answers_option()
    plan_only: bool = _plan_option()
    output: str | None = opt.output()


@opt.command(BookOptions, short_help="Make a book of new puzzles from a recipe.")
def book(options: BookOptions) -> None:
    """Make puzzles and print them as a PDF, as a recipe describes.

    A recipe is a text in TOML. It has a seed, a layout (with the options of `pandoku print`), and
    chapters. A chapter describes puzzles to make, with the keywords of `pandoku.generate`. The same
    recipe gives the same file. If a request cannot be met, nothing is written. The exit status is 1
    if a puzzle was not found, and 2 if the recipe is wrong. RECIPE is a file, or - for standard
    input.

    \b
    Examples:
      pandoku book examples/books/children.toml -o children.pdf
      pandoku book examples/books/killers.toml --plan
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.press import Book  # imported late: not needed for the help
    from pandoku.press.recipe import read_recipe

    _require_place(options)
    read = read_recipe(_text_of(options.recipe), answers=options.answers is not None)
    status = ExitStatus()
    with ProgressLine("generating", None, options.output) as progress:
        try:
            puzzles = read.puzzles(lambda done, _: progress.advance())
        except BudgetError as error:
            progress.pause()
            status.says_no(visible(f"pandoku: {error}"))
        else:
            made = Book(puzzles, read.layout, **read.texts)
            _write_book(made, options, status, progress)
    status.exit()


def _text_of(recipe: str) -> str:
    """Return the text of a recipe.

    Raises:
        OSError: The file cannot be read.
        PressError: The file is too large, or is not UTF-8.
    """
    shown = "standard input" if recipe == "-" else recipe
    if recipe == "-":
        data = sys.stdin.buffer.read(_LARGEST_RECIPE + 1)
    else:
        with open(recipe, "rb") as stream:
            data = stream.read(_LARGEST_RECIPE + 1)
    if len(data) > _LARGEST_RECIPE:
        raise PressError(
            f"{shown}: expected a recipe of at most {_LARGEST_RECIPE:,} bytes, found more"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PressError(
            f"{shown}: expected a text in UTF-8, found another byte at {error.start}"
        ) from None


def _require_place(options: PrintOptions | BookOptions) -> None:
    """Raise an error if the files cannot be written. Called before any work is done."""
    output, answers = options.output, options.answers
    if options.plan_only:
        return
    if is_stdout(output) and sys.stdout.isatty():
        raise click.UsageError("a PDF cannot be shown in a terminal: add -o FILE.pdf")
    if answers == "-":
        raise click.UsageError("expected a file's name after --answers, found '-'")
    if answers is not None and answers == output:
        raise click.UsageError("expected two files, found the same name after -o and --answers")
    for path in (output, answers):
        require_place(path)


def _write_book(
    book: Book, options: PrintOptions | BookOptions, status: ExitStatus, progress: ProgressLine
) -> None:
    """Write a book, and the file of its answers if there is one. With --plan, only write JSON."""
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


def _write(document: Document, stream: IO[bytes], progress: ProgressLine, doing: str) -> None:
    def report(done: int, count: int) -> None:
        progress.tell(f"{doing}, page {done:,} of {count:,}")

    document.write(stream, report)
