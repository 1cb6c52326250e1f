"""`pandoku book`: a book of new puzzles from a recipe."""

from __future__ import annotations

import sys

import click

from pandoku.cli._output import ExitStatus
from pandoku.cli._printing import (
    answers_option,
    plan_option,
    printed_output_option,
    require_printed_place,
    write_book,
)
from pandoku.cli._progress import ProgressLine
from pandoku.errors import BudgetError, PressError
from pandoku.words import visible

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
