"""`pandoku book`: make a book of new puzzles from a recipe."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry
from pandoku.cli.output import ExitStatus, ProgressLine
from pandoku.errors import BudgetError, PressError
from pandoku.press.commands import _files as files
from pandoku.words import visible

_LARGEST_RECIPE = 4_000_000  # maximum size of a recipe in bytes


@dataclass(frozen=True, kw_only=True)
class BookOptions:
    """The options of `pandoku book`."""

    recipe: str = opt.argument(type=click.Path(), metavar="RECIPE")
    answers: str | None = files.answers()
    plan_only: bool = files.plan_only()
    output: str | None = opt.output()
    as_json: bool = files.as_json()


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
    from pandoku.press import Book  # imported only when the command runs
    from pandoku.press.recipe import read_recipe

    files.require_places(options)
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
            files.write_book(
                made,
                options,
                status,
                progress,
                lambda each: Entry("pandoku book", each.place, each.puzzle),
            )
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


COMMAND = opt.Command(run=book, group="Print and share", place=140, extra="print")
