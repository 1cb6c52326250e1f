"""`pandoku print` and `pandoku book`: puzzles as pages to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from pandoku.cli._groups import GroupedCommand, in_group
from pandoku.cli._input import Numbered, Selection, sound_puzzle
from pandoku.cli._options import (
    OUTPUT_TYPE,
    WHEN_REPLACED,
    files_argument,
    from_option,
    selection_options,
)
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    output_file,
    require_place,
    say_written,
)
from pandoku.errors import BudgetError, ImproperError, PandokuError, PressError
from pandoku.model import Puzzle
from pandoku.words import visible

if TYPE_CHECKING:
    from pandoku.press import Book, Document


_F = TypeVar("_F", bound=Callable[..., Any])

_PAGES, _PUZZLES, _BOOK, _SHEETS = "Pages", "Puzzles", "Book", "Sheets and cards"

paper_option = in_group(
    _PAGES,
    "--paper",
    metavar="NAME|WxH",
    help="a3, a4, a5, a6, letter, legal, 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x11, common (fits A4 "
    "and Letter), or a size in in, mm or pt, such as 170x240mm.  [default: a4]",
)
answers_option = click.option(
    "--answers",
    type=OUTPUT_TYPE,
    metavar="FILE",
    help="Write the solutions to this file instead.",
)
plan_option = click.option(
    "--plan",
    "plan_only",
    is_flag=True,
    help="Print the plan as JSON (pages, sizes, margins, first page of solutions), write no PDF.",
)
printed_output_option = click.option(
    "-o",
    "--output",
    type=OUTPUT_TYPE,
    metavar="FILE",
    help=f"Write to this file{WHEN_REPLACED}.  [default: standard output]",
)


def _choice(*names: str) -> dict[str, Any]:
    return {"type": click.Choice(names)}


_FLAG: dict[str, Any] = {"is_flag": True}
_TEXT: dict[str, Any] = {"metavar": "TEXT"}


def _number(least: int, most: int) -> dict[str, Any]:
    return {"type": click.IntRange(least, most), "metavar": "N"}


# Of each option the group in the help, its name, its type and its help.
_OPTIONS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    (_PAGES, "--landscape", _FLAG, "Put the long sides above and below."),
    (
        _PAGES,
        "--press",
        _choice("kdp", "ingram"),
        "Keep to the margins and rules of a print-on-demand service.  [default: a printer at home]",
    ),
    (
        _PAGES,
        "--per-page",
        _number(1, 30),
        "Puzzles on a page.  [default: the most of 6, 4, 2 and 1 with large cells]",
    ),
    (_PAGES, "--no-page-numbers", _FLAG, "Leave out the numbers of pages."),
    (_PAGES, "--large-print", _FLAG, "One puzzle a page, with large bold digits and no grays."),
    (_PAGES, "--bleed", _FLAG, "With --press: pages larger by what is cut off."),
    (
        _PAGES,
        "--date",
        {"metavar": "ISO"},
        "Date in the file.  [default: that of SOURCE_DATE_EPOCH, else 2000-01-01]",
    ),
    (
        _PUZZLES,
        "--caption",
        {"metavar": "NAME,..."},
        "What stands above a puzzle: number, title, level, rating, givens.  "
        "[default: number,title]",
    ),
    (
        _PUZZLES,
        "--marks",
        _choice("none", "dots", "digits", "candidates"),
        "In empty cells: dots; digits to cross out; or the candidates that the givens leave.  "
        "[default: none]",
    ),
    (
        _PUZZLES,
        "--qr",
        _TEXT,
        "A QR code beside each puzzle, such as a link with {line}, {number} or {id} in it.",
    ),
    (
        _PUZZLES,
        "--first-number",
        _number(0, 1_000_000),
        "Number of the first puzzle.  [default: 1]",
    ),
    (
        _PUZZLES,
        "--improper",
        _choice("refuse", "skip", "print"),
        "What to do with puzzles without exactly one solution.  [default: refuse]",
    ),
    (
        _PUZZLES,
        "--solutions",
        _choice("back", "foot", "none"),
        "Solutions at the back, or upside down at the foot of each page.  [default: back]",
    ),
    (
        _PUZZLES,
        "--solutions-per-page",
        _number(1, 100),
        "Solutions on a page.  [default: the most that are legible]",
    ),
    (_BOOK, "--title", _TEXT, "Title, on a page of its own."),
    (_BOOK, "--subtitle", _TEXT, "Subtitle on the title page."),
    (_BOOK, "--author", _TEXT, "Author on the title page."),
    (_BOOK, "--copyright", _TEXT, "What stands on the page after the title."),
    (_BOOK, "--sort", _choice("level"), "The easiest first.  [default: as in the input]"),
    (_BOOK, "--chapters", _choice("level", "kind"), "A chapter for each level or kind."),
    (_BOOK, "--rules", _FLAG, "A page about how to play."),
    (_BOOK, "--contents", _FLAG, "A table of contents."),
    (_BOOK, "--hints", _number(0, 20), "An appendix with the first N hints for each puzzle."),
    (_BOOK, "--hint-level", _number(1, 5), "How much a hint says.  [default: 2]"),
    (_BOOK, "--tabs", _FLAG, "Gray tabs at the outside edge of each chapter."),
    (_SHEETS, "--sheet", _FLAG, "A line for name and date on every page."),
    (_SHEETS, "--heading", _TEXT, "A heading on every page, instead of a title page."),
    (_SHEETS, "--cards", _FLAG, "Cards to cut out, with the solutions on their backs."),
    (_SHEETS, "--booklet", _FLAG, "Two pages on each side of a sheet, to be folded."),
)


def layout_options(command: _F) -> _F:
    """Give a command the options of a layout, and of the texts of a book."""
    command = font_options(command)
    for group, name, settings, help_text in reversed(_OPTIONS):
        command = in_group(group, name, help=help_text, **settings)(command)
    return paper_option(command)


def font_options(command: _F) -> _F:
    """Give a command the options for fonts."""
    command = in_group(
        _PAGES,
        "--font-bold",
        type=click.Path(),
        metavar="FILE",
        help="The same for bold texts.  [default: that of --font]",
    )(command)
    return in_group(
        _PAGES,
        "--font",
        type=click.Path(),
        metavar="FILE",
        help="TrueType font (.ttf), for example for titles in Chinese.  [default: Roboto]",
    )(command)


def require_printed_place(output: str | None, answers: str | None, *, plan_only: bool) -> None:
    """Raise an error, before any work, if the files cannot be written."""
    if plan_only:
        return
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
    output: str | None,
    answers: str | None,
    status: ExitStatus,
    progress: ProgressLine,
    *,
    plan_only: bool,
) -> None:
    """Write a book, and the document with its answers; or the plan only, as JSON."""
    for warning in book.warnings:
        progress.pause()
        click.echo(f"warning: {visible(warning)}", err=True)
    if plan_only:
        click.echo(json.dumps(book.plan.to_dict()))
        return
    with output_file(output, status, binary=True, tells=False) as stream:
        _write(book, stream, progress, "printing")
        if answers is not None:
            with output_file(answers, status, binary=True, tells=False) as other:
                _write(book.answers, other, progress, "printing answers")
    written = [path for path in (output, answers) if path is not None and not is_stdout(path)]
    for path in written:
        say_written([path])


def _write(document: Document, stream: IO[bytes], progress: ProgressLine, doing: str) -> None:
    def tell(done: int, count: int) -> None:
        progress.tell(f"{doing}, page {done:,} of {count:,}")

    document.write(stream, tell)


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


_LARGEST = 4_000_000  # bytes of a recipe


@click.command(short_help="Make a book of new puzzles from a recipe.")
@click.argument("recipe", type=click.Path(), metavar="RECIPE")
@answers_option
@plan_option
@printed_output_option
def book(recipe: str, answers: str | None, plan_only: bool, output: str | None) -> None:
    """Make puzzles and print them as a PDF, as a recipe describes.

    A recipe is a text in TOML. It has chapters of puzzles to be made, with the keywords of
    `pandoku.generate`, a seed, and a layout with the options of `pandoku print`. The same recipe
    gives the same file. If a request cannot be met, nothing is written; the exit status is 1 if a
    puzzle was not found, and 2 if the recipe is wrong. RECIPE is a file, or - for standard input.

    \b
    Examples:
      pandoku book examples/books/children.toml -o children.pdf
      pandoku book examples/books/killers.toml --plan
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.press import Book  # here, so that the help shows at once
    from pandoku.press.recipe import read_recipe

    require_printed_place(output, answers, plan_only=plan_only)
    read = read_recipe(_text_of(recipe), answers=answers is not None)
    status = ExitStatus()
    with ProgressLine("generating", None, output) as progress:
        try:
            puzzles = read.puzzles(lambda done, _: progress.advance())
        except BudgetError as error:
            progress.pause()
            status.says_no(visible(f"pandoku: {error}"))
        else:
            made = Book(puzzles, read.layout, **read.texts)
            write_book(made, output, answers, status, progress, plan_only=plan_only)
    status.exit()


def _text_of(recipe: str) -> str:
    """Return the text of a recipe, which is bounded.

    Raises:
        OSError: The file cannot be read.
        PressError: It is too large, or not UTF-8.
    """
    shown = "standard input" if recipe == "-" else recipe
    if recipe == "-":
        data = sys.stdin.buffer.read(_LARGEST + 1)
    else:
        with open(recipe, "rb") as stream:
            data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise PressError(f"{shown}: expected a recipe of at most {_LARGEST:,} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PressError(
            f"{shown}: expected a text in UTF-8, found another byte at {error.start}"
        ) from None
