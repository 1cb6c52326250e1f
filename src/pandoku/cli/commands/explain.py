"""`pandoku explain`: solve puzzles in steps, with the reason for each step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path as FilePath
from typing import IO, TYPE_CHECKING, NamedTuple

import click

from pandoku.cli import options as opt
from pandoku.cli import output as out
from pandoku.cli.booklets import BookletOptions, get_booklet
from pandoku.cli.input import Entry, Numbered, Selection
from pandoku.cli.paths import PathFinder, say_why_stuck
from pandoku.cli.types import TECHNIQUES_TYPE, Medium, Whole
from pandoku.cli.wrapping import in_lines
from pandoku.draw import svg
from pandoku.words import paragraphs, visible

if TYPE_CHECKING:
    from pandoku.logic import Path
    from pandoku.model import Budget

_AFTER_NUMBER = 3  # spaces before the further lines of a step, below its words
_MEDIA = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html", ".pdf": "pdf"}


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(opt.PuzzleOptions):
    """The options of `pandoku explain`."""

    techniques: str | None = opt.option(
        "--techniques",
        type=TECHNIQUES_TYPE,
        metavar="NAME,...",
        help="Use only these techniques, in this order.  [default: all of `pandoku techniques`]",
    )
    scale: str | None = opt.scale()
    reader: str | None = opt.reader(
        "beginner: few notes in place of all pencil marks, as long as possible; the path says what "
        "to note, names boxes by their place, and explains words."
    )
    budget: Budget | None = opt.time("path")
    lean: bool = opt.option(
        "--lean",
        is_flag=True,
        help="Leave out eliminations that no later step needs. The rating does not change.  "
        "[default for a page or a PDF]",
    )
    complete: bool = opt.option(
        "--complete", is_flag=True, help="Keep all steps.  [default, except for a page or a PDF]"
    )
    short: bool = opt.option(
        "--short", is_flag=True, help="Print a line for each step.  [default for text]"
    )
    long: bool = opt.option(
        "--long", is_flag=True, help="Print a paragraph for each step, with the reason."
    )
    proof: bool = opt.option(
        "--proof", is_flag=True, help="As --long, with all lines of proofs over 400 words."
    )
    grid: bool = opt.option("--grid", is_flag=True, help="Draw each step on the board before it.")
    medium: str | None = opt.option(
        "--to",
        type=Medium("text", "json", "html", "svg", "pdf"),
        help="json: as --json. html: a page with pictures. pdf: a booklet to print. svg: a folder "
        "with a picture of each step.  [default: by the suffix of -o, else text]",
    )
    theme: str = opt.theme()
    all_steps: bool = opt.option(
        "--all-steps",
        is_flag=True,
        help="In a page or booklet, draw a picture of every step, even of singles.",
    )
    solution: bool = opt.option(
        "--solution",
        is_flag=True,
        help="End a page or booklet with the solution, overleaf in print.",
    )
    per_page: int | None = opt.option(
        "--per-page",
        type=Whole(1, 3),
        metavar="N",
        help="Pictures on a page of a PDF, 1 to 3.  [default: 2]",
    )
    paper: str | None = opt.paper()
    color: bool = opt.option("--color", is_flag=True, help="Print a PDF in color instead of grays.")
    font: str | None = opt.font()
    font_bold: str | None = opt.bold_font()
    ledger: bool = opt.option(
        "--ledger",
        is_flag=True,
        help="End JSON with the digit or the step that removed each candidate.",
    )
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, start, steps, end, stopped, cut_by, techniques, "
        "left_out, marks, order, scale, score, hardest, hardest_title, level, effort, is_bound, "
        "is_lean, ledger (with --ledger); or source, line, error",
    )
    output: str | None = opt.output(
        f"Write to this file{opt.WHEN_REPLACED}; with --to svg, a new or empty folder.  "
        "[default: standard output]"
    )


@opt.command(ExplainOptions, short_help="Solve in steps, each with a reason.")
def explain(options: ExplainOptions) -> None:
    """Solve puzzles step by step, with a reason for each step.

    Each step is the one that a person would see first. Steps near the previous step are preferred.
    With --scale se, each step is the one that Sudoku Explainer takes. If the file contains progress
    (digits placed, candidates eliminated), the steps start from there. The exit status is 1 if the
    techniques do not solve the puzzle, if a digit or pencil mark is wrong, or if the puzzle is not
    proper. A web page shows one puzzle. With several puzzles, -o k.html writes k-1.html, k-2.html
    and so on. For screen readers, write a web page instead of a PDF, because the PDF is not tagged.
    PDF needs an optional dependency: pip install "pandoku[print]".

    \b
    Examples:
      pandoku explain puzzle.txt
      pandoku explain puzzle.txt -o steps.html
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    medium = _medium_of(options)
    booklet = None
    if medium == "pdf":
        chosen = {each.name: getattr(options, each.name) for each in fields(BookletOptions)}
        booklet = get_booklet("pdf").prepare(BookletOptions(**chosen))
    status = out.ExitStatus()
    finder = PathFinder(
        options.techniques,
        status,
        scale=options.scale,
        reader=options.reader,
        budget=options.budget,
        debug=bool(click.get_current_context().find_root().params["debug"]),
    )
    is_many, entries = Selection(options).several()
    if is_many and medium in ("html", "svg", "pdf") and out.is_stdout(options.output):
        raise click.UsageError(
            f"expected one puzzle for a {'PDF' if medium == 'pdf' else 'page'} on standard output, "
            f"found more; add -o FILE.{medium}, which writes numbered files, or choose one with "
            "--nth N"
        )
    with out.ProgressLine("explaining", options.files, options.output) as progress:
        explainer = _Explainer(options, medium, entries, is_many, finder, status, progress)
        if medium in ("text", "json"):
            explainer.write_stream()
        else:
            explainer.write_each(booklet)
    status.exit()


def _medium_of(options: ExplainOptions) -> str:
    """Return the medium to write, which is one of the values of --to.

    Raises:
        click.UsageError: An option is given that does not apply to the medium.
    """
    if options.as_json and options.medium not in (None, "json"):
        raise click.UsageError(f"expected either --json or --to {options.medium}, found both")
    if options.medium == "svg" and out.is_stdout(options.output):
        raise click.UsageError("--to svg needs a folder for the pictures: add -o FOLDER")
    medium = out.medium_of(options.output, "json" if options.as_json else options.medium, _MEDIA)
    lengths = [name for name in ("short", "long", "proof") if getattr(options, name)]
    if medium != "text" and (lengths or options.grid):
        raise click.UsageError("--short, --long, --proof and --grid apply only to text output")
    if len(lengths) > 1:
        raise click.UsageError(f"expected one length, found --{' and --'.join(lengths)}")
    if options.lean and options.complete:
        raise click.UsageError("expected either --lean or --complete, found both")
    if medium not in ("html", "pdf") and (options.all_steps or options.solution):
        raise click.UsageError(
            "--all-steps and --solution apply only to a page or a PDF: add -o FILE.html or FILE.pdf"
        )
    fonts = options.font or options.font_bold
    if medium != "pdf" and (options.per_page or options.paper or options.color or fonts):
        raise click.UsageError(
            "--per-page, --paper, --color and --font apply only to a PDF: add -o FILE.pdf"
        )
    if medium != "json" and options.ledger:
        raise click.UsageError("--ledger applies only to JSON: add --json or -o FILE.json")
    return medium


class _Explained(NamedTuple):
    number: int
    entry: Entry
    path: Path


class _Explainer:
    """Writes the solving paths of puzzles, in the order of the input."""

    def __init__(
        self,
        options: ExplainOptions,
        medium: str,
        entries: Iterator[Numbered],
        is_many: bool,
        finder: PathFinder,
        status: out.ExitStatus,
        progress: out.ProgressLine,
    ) -> None:
        self._options, self._medium = options, medium
        self._entries, self._is_many, self._finder = entries, is_many, finder
        self._status, self._progress = status, progress
        self._is_lean = options.lean or (medium in ("html", "pdf") and not options.complete)

    def write_stream(self) -> None:
        """Write all paths as one text or as lines of JSON."""
        options = self._options
        length = "proof" if options.proof else "long" if options.long else "short"
        with out.output_file(options.output, self._status) as stream:
            for each in self._each(stream if self._medium == "json" else None):
                entry, path = each.entry, each.path
                if self._medium == "json":
                    from pandoku.logic import path_as_json

                    facts = path_as_json(path, ledger=self._options.ledger)
                    head = out.record_head(entry)  # its puzzle is a text, as in every record
                    stream.write(out.json_line(head | facts | head) + "\n")
                else:
                    if self._is_many:
                        name = f" ({entry.name})" if entry.name else ""
                        stream.write(f"{entry.place}{name}\n")
                    write_text(stream, path, length=length, grid=self._options.grid)
                    stream.write("\n" if self._is_many else "")
                self._report(each)

    def write_each(self, booklet: Callable[[Path], bytes] | None) -> None:
        """Write a file or a folder for each path. Several files or folders are numbered."""
        options = self._options
        explained, written = list(self._each(None)), list[str]()
        for each in explained:
            last = explained[-1].number
            is_many, output = self._is_many, options.output
            target = out.numbered(str(output), each.number, last) if is_many else output
            if self._medium == "svg":
                _write_svgs(str(target), each.path, options.theme)
            else:
                is_pdf = booklet is not None
                with out.output_file(target, self._status, binary=is_pdf, reports=False) as stream:
                    if booklet is None:
                        page = each.path.page(
                            theme=options.theme,
                            all_steps=options.all_steps,
                            solution=options.solution,
                        )
                        stream.write(page)
                    elif stream.isatty():
                        raise click.UsageError(
                            "a PDF cannot be shown in a terminal: add -o FILE.pdf"
                        )
                    else:
                        stream.write(booklet(each.path))
                written += [] if out.is_stdout(target) else [str(target)]
            self._report(each)
        out.say_written(written)

    def _each(self, json_to: IO[str] | None) -> Iterator[_Explained]:
        for number, entry in self._entries:
            found = self._finder.find(entry, self._is_many, json_to)
            self._progress.pause()
            if found is not None:
                path = found.lean(budget=self._options.budget) if self._is_lean else found
                yield _Explained(number, entry, path)
            self._progress.advance()

    def _report(self, each: _Explained) -> None:
        sys.stdout.flush()
        place = f"{each.entry.place}: " if self._is_many else ""
        say_why_stuck(each.path, self._status, place)


def write_text(stream: IO[str], path: Path, *, length: str = "short", grid: bool = False) -> None:
    """Write each step as a line ("short"), a paragraph ("long"), or a complete proof ("proof").

    If *grid*, draw each step.
    """
    if length == "short" and not grid:
        for line in path.lines():
            stream.write(in_lines(line, stream, _AFTER_NUMBER) + "\n")
    for taken in path if length != "short" or grid else ():
        words = taken.explanation
        if grid:
            out.paint(stream, taken.drawing())
        if length == "short":
            stream.writelines(in_lines(each, stream) + "\n" for each in taken.before)
            short = f"{taken.number}. {words.short}"
            stream.write(in_lines(short, stream, _AFTER_NUMBER) + "\n")
        else:
            heading = f"{taken.number}. {words.heading.partition(';')[0]}"
            stream.write(in_lines(heading, stream, _AFTER_NUMBER) + "\n")
            for paragraph in paragraphs(words.full if length == "proof" else words.text):
                stream.write(in_lines(f"    {paragraph}", stream) + "\n")
        stream.write("\n")
    if path.stopped == "full":
        stream.write(in_lines(path.summary(), stream) + "\n")


def _write_svgs(folder: str, path: Path, theme: str) -> None:
    """Write a picture of each step to a new or empty folder.

    The name of a picture contains the number and the technique of its step.

    Raises:
        OSError: The folder cannot be created, or is not empty.
    """
    digits = len(str(len(path)))

    def fill_folder(into: FilePath) -> None:
        for taken in path:
            name = f"{taken.number:0{digits}}-{taken.step.technique}.svg"
            (into / name).write_text(svg(taken.drawing(), theme=theme), encoding="utf-8")

    out.new_folder(folder, fill_folder)
    click.echo(f"{len(path)} picture{'s' * (len(path) != 1)} in {visible(folder)}", err=True)


COMMAND = opt.Command(run=explain, group="Solve and explain", place=40)
