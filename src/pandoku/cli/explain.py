"""`pandoku explain`: the steps to the solution and their reasons."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, NamedTuple

import click

from pandoku.cli._input import Entry, Numbered, Selection
from pandoku.cli._options import (
    OUTPUT_TYPE,
    WHEN_REPLACED,
    Medium,
    files_argument,
    from_option,
    json_option,
    scale_option,
    selection_options,
    theme_option,
    time_option,
)
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    medium_of,
    numbered,
    output_file,
    say_written,
)
from pandoku.cli._paths import (
    BookletOptions,
    PageOptions,
    PathFinder,
    ProvedPath,
    booklet_options,
    say_why_stuck,
    write_html,
    write_json,
    write_pdf,
    write_svgs,
    write_text,
)
from pandoku.cli.printing import font_options, paper_option
from pandoku.model import Budget

_MEDIA = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html", ".pdf": "pdf"}


@click.command(short_help="Solve in steps, each with a reason.")
@files_argument
@from_option
@selection_options
@click.option(
    "--techniques",
    metavar="NAME,...",
    help="Use only these, in this order.  [default: all of `pandoku techniques`]",
)
@scale_option
@click.option(
    "--reader",
    "reader",
    type=click.Choice(("beginner",)),
    help="beginner: no pencil marks as long as digits and sums are enough; the path says when to "
    "write them.",
)
@time_option("path")
@click.option("--short", is_flag=True, help="Print one line per step, without the reason.")
@click.option("--grid", is_flag=True, help="Draw each step on the board before it.")
@click.option(
    "--to",
    "medium",
    type=Medium("text", "json", "html", "svg", "pdf"),
    help="json: as --json. html: a page with pictures. pdf: a booklet to print. svg: a folder with "
    "a picture of each step.  [default: by the suffix of -o, else text]",
)
@theme_option
@click.option(
    "--all-steps",
    is_flag=True,
    help="Give every step of a page or booklet its own picture, also singles.",
)
@click.option(
    "--solution", is_flag=True, help="End a page or booklet with the solution, overleaf in print."
)
@click.option(
    "--per-page",
    type=click.IntRange(1, 3),
    metavar="N",
    help="Pictures on a page of a PDF, 1 to 3.  [default: 2]",
)
@paper_option
@click.option("--color", is_flag=True, help="Print a PDF in color instead of grays.")
@font_options
@click.option(
    "--ledger",
    is_flag=True,
    help="End JSON with why each candidate is gone: the digit, or the step, that removed it.",
)
@json_option(
    "puzzle",
    "id, source, line, puzzle, start, steps, end, stopped, cut_by, techniques, left_out, marks, "
    "scale, score, level, is_bound, ledger (with --ledger); or source, line, error",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT_TYPE,
    metavar="FILE",
    help=f"Write to this file{WHEN_REPLACED}; with --to svg, a new or empty folder.  "
    "[default: standard output]",
)
def explain(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    techniques: str | None,
    scale: str | None,
    reader: str | None,
    budget: Budget | None,
    short: bool,
    grid: bool,
    medium: str | None,
    theme: str,
    all_steps: bool,
    solution: bool,
    per_page: int | None,
    paper: str | None,
    color: bool,
    font: str | None,
    font_bold: str | None,
    ledger: bool,
    as_json: bool,
    output: str | None,
) -> None:
    """Solve puzzles step by step, with a reason for each step.

    Every step is the one that a person would see first, near the step before; with --scale se it is
    the one that Sudoku Explainer takes. If the file contains progress
    (digits placed, candidates eliminated), the path starts from there. The exit status is 1 if the
    techniques do not solve the puzzle, if a digit or pencil mark is wrong, or if the puzzle is not
    proper. A page shows one puzzle: of several, -o k.html writes k-1.html, k-2.html, ... A PDF is
    not tagged; for screen readers, write a page. PDF needs an optional dependency: pip install
    'pandoku[print]'.
    """
    medium = _medium_of(medium, as_json, output)
    if medium != "text" and (short or grid):
        raise click.UsageError("--short and --grid apply only to text output")
    if medium not in ("html", "pdf") and (all_steps or solution):
        raise click.UsageError(
            "--all-steps and --solution apply only to a page or a PDF: add -o FILE.html or FILE.pdf"
        )
    if medium != "pdf" and (per_page or paper or color or font or font_bold):
        raise click.UsageError(
            "--per-page, --paper, --color and --font apply only to a PDF: add -o FILE.pdf"
        )
    if medium != "json" and ledger:
        raise click.UsageError("--ledger applies only to JSON: add --json or -o FILE.json")
    if medium == "pdf":
        page: PageOptions | BookletOptions = booklet_options(
            paper, per_page, font, font_bold, color=color, all_steps=all_steps, solution=solution
        )
    else:
        page = PageOptions(theme, all_steps, solution)
    debug = bool(click.get_current_context().find_root().params["debug"])
    status = ExitStatus()
    finder = PathFinder(techniques, status, scale=scale, reader=reader, budget=budget, debug=debug)
    is_many, entries = Selection(files, from_format, nth, name).several()
    if is_many and medium in ("html", "svg", "pdf") and is_stdout(output):
        raise click.UsageError(
            f"expected one puzzle for a {'PDF' if medium == 'pdf' else 'page'} on standard output, "
            f"found more; add -o FILE.{medium}, which writes numbered files, or choose one with "
            "--nth N"
        )
    with ProgressLine("explaining", files, output) as progress:
        explainer = _Explainer(entries, is_many, finder, status, progress)
        if medium in ("text", "json"):
            explainer.write_stream(output, medium, short=short, grid=grid, ledger=ledger)
        else:
            explainer.write_each(output, medium, page)
    status.exit()


def _medium_of(medium: str | None, as_json: bool, output: str | None) -> str:
    """Return what to write: a value of --to."""
    if as_json and medium not in (None, "json"):
        raise click.UsageError(f"expected either --json or --to {medium}, found both")
    if medium == "svg" and is_stdout(output):
        raise click.UsageError("--to svg needs a folder for the pictures: add -o FOLDER")
    return medium_of(output, "json" if as_json else medium, _MEDIA)


class _Explained(NamedTuple):
    number: int
    entry: Entry
    found: ProvedPath


class _Explainer:
    """Writes the paths of puzzles in the order of the input."""

    def __init__(
        self,
        entries: Iterator[Numbered],
        is_many: bool,
        finder: PathFinder,
        status: ExitStatus,
        progress: ProgressLine,
    ) -> None:
        self._entries, self._is_many, self._finder = entries, is_many, finder
        self._status, self._progress = status, progress

    def write_stream(
        self, output: str | None, medium: str, *, short: bool, grid: bool, ledger: bool
    ) -> None:
        """Write all paths as one text or as lines of JSON."""
        with output_file(output, self._status) as stream:
            for each in self._each(stream if medium == "json" else None):
                if medium == "json":
                    write_json(stream, each.found.path, each.entry, ledger=ledger)
                else:
                    if self._is_many:
                        stream.write(f"{self._place(each)}\n")
                    write_text(stream, each.found.path, short=short, grid=grid)
                    stream.write("\n" if self._is_many else "")
                self._report(each)

    def write_each(
        self, output: str | None, medium: str, page: PageOptions | BookletOptions
    ) -> None:
        """Write a page or a folder of pictures for each path; several have numbers."""
        explained, written = list(self._each(None)), list[str]()
        for each in explained:
            last = explained[-1].number
            target = numbered(str(output), each.number, last) if self._is_many else output
            if isinstance(page, BookletOptions):
                with output_file(target, self._status, binary=True, tells=False) as stream:
                    write_pdf(stream, each.found.path, page)
                written += [] if is_stdout(target) else [str(target)]
            elif medium == "svg":
                write_svgs(str(target), each.found.path, page.theme)
            else:
                with output_file(target, self._status, tells=False) as stream:
                    write_html(stream, each.found.path, page)
                written += [] if is_stdout(target) else [str(target)]
            self._report(each)
        say_written(written)

    def _each(self, json_to: IO[str] | None) -> Iterator[_Explained]:
        for number, entry in self._entries:
            found = self._finder.find(entry, self._is_many, json_to)
            self._progress.pause()
            if found is not None:
                yield _Explained(number, entry, found)
            self._progress.advance()

    def _place(self, each: _Explained) -> str:
        name = f" ({each.entry.name})" if each.entry.name else ""
        return f"{each.entry.place}{name}"

    def _report(self, each: _Explained) -> None:
        sys.stdout.flush()
        place = f"{each.entry.place}: " if self._is_many else ""
        say_why_stuck(each.found.path, self._status, place)
