"""`pandoku draw`: draw puzzles, or a step of their solving paths."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import click

from pandoku.cli import options as opt
from pandoku.cli import output as out
from pandoku.cli.input import Entry, Selection
from pandoku.cli.paths import PathFinder
from pandoku.cli.types import TECHNIQUES_TYPE, Medium, Whole
from pandoku.cli.wrapping import in_lines
from pandoku.draw import Drawing, draw_counts, svg, text
from pandoku.draw import draw as drawing_of
from pandoku.engines import candidate_counts
from pandoku.errors import PandokuError
from pandoku.model import Puzzle

_MEDIA = {
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
}


class _Picture(NamedTuple):
    """A drawing with its title, and its puzzle with the position in the input."""

    number: int
    entry: Entry
    name: str
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class DrawOptions(opt.PuzzleOptions):
    """The options of `pandoku draw`."""

    step: int | None = opt.option(
        "--step",
        type=Whole(1),
        metavar="N",
        help="Draw step N of `pandoku explain`, on the board before it.",
    )
    techniques: str | None = opt.option(
        "--techniques",
        type=TECHNIQUES_TYPE,
        metavar="NAME,...",
        help="For --step: use only these techniques, in this order.  [default: all]",
    )
    candidates: bool = opt.option("--candidates", is_flag=True, help="Show the candidates too.")
    counts: int | None = opt.option(
        "--counts",
        type=Whole(1, opt.MOST_PER_CANDIDATE),
        metavar="N",
        help="Show the candidates that occur in solutions, each marked by its number of "
        "solutions, up to N.",
    )
    no_coordinates: bool = opt.option(
        "--no-coordinates", is_flag=True, help="Leave out the numbers of rows and columns."
    )
    theme: str = opt.theme()
    color: bool = opt.option(
        "--color", is_flag=True, help="In a PDF: use the colors of the screen, not grays."
    )
    medium: str | None = opt.option(
        "--to",
        type=Medium("text", "svg", "png", "pdf", "html"),
        help="Medium of the output.  [default: by the suffix of -o, else text]",
    )
    ascii_only: bool = opt.option("--ascii", is_flag=True, help="Use only ASCII characters.")
    output: str | None = opt.output()
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, drawing (as text, or as SVG with --to svg), or written "
        "(the file, with -o); or source, line, error",
    )


@opt.command(DrawOptions, short_help="Draw puzzles, or a step, as pictures.")
def draw(options: DrawOptions) -> None:
    """Draw puzzles with their boxes, regions, cages and progress, or a step of their solving paths.

    The suffix of -o chooses the medium: .svg, .png, .pdf, .html or .txt. A text file or a web page
    contains all puzzles. In other media, each puzzle gets a separate file: -o k.svg writes k-1.svg,
    k-2.svg and so on. The number is the position of the puzzle in the input. A heavy dashed line is
    the border of a box inside a cage. PNG and PDF need optional dependencies: pip install
    "pandoku[png]" or "pandoku[print]".

    \b
    Examples:
      pandoku draw puzzle.txt -o puzzle.svg
      pandoku draw puzzle.txt --step 3 -o step.svg
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    medium = out.medium_of(options.output, options.medium, _MEDIA)
    if options.techniques is not None and options.step is None:
        raise click.UsageError("--techniques applies only with --step N")
    if options.color and medium != "pdf":
        raise click.UsageError("--color applies only to a PDF: add -o FILE.pdf")
    if options.counts is not None and (options.step is not None or options.candidates):
        raise click.UsageError(
            "--counts chooses the candidates itself: leave out --step, --candidates"
        )
    if options.as_json and out.is_stdout(options.output) and medium not in ("text", "svg"):
        raise click.UsageError(f"--json with --to {medium} needs a file: add -o FILE.{medium}")
    status = out.ExitStatus()
    drawer = _Drawer(options, status)
    is_many, entries = Selection(options).several()
    results = None if options.as_json else options.output
    with out.ProgressLine("drawing", options.files, results) as progress:

        def drawn() -> Iterator[_Picture]:
            for number, entry in entries:
                drawing = drawer.drawing(entry, is_many)
                progress.pause()
                if drawing is not None:
                    name = entry.name or (entry.place if is_many else "")
                    yield _Picture(number, entry, name, drawing)
                progress.advance()

        if options.as_json and out.is_stdout(options.output):
            _print_records(drawn(), options, medium)
        elif medium == "text":
            _write_text(drawn(), options, status)
        elif medium == "html":
            _write_page(drawn(), options, status)
        else:
            _write_files(drawn(), options, status, medium, is_many)
    status.exit()


class _Drawer:
    """Draws puzzles or steps, and reports puzzles that cannot be drawn."""

    def __init__(self, options: DrawOptions, status: out.ExitStatus) -> None:
        self._options, self._status = options, status
        self._finder = PathFinder(options.techniques, status, limit=options.step)
        self._coordinates = not options.no_coordinates
        self._json_to = sys.stdout if options.as_json else None

    def drawing(self, entry: Entry, is_many: bool) -> Drawing | None:
        if isinstance(entry.value, PandokuError):
            self._status.bad(entry, entry.value, self._json_to)
            return None
        if self._options.counts is not None:
            return self._of_counts(entry, entry.value, self._options.counts)
        if self._options.step is None:
            return drawing_of(
                entry.board or entry.value,
                candidates=self._options.candidates,
                coordinates=self._coordinates,
            )
        return self._of_step(entry, self._options.step, is_many)

    def _of_counts(self, entry: Entry, puzzle: Puzzle, cap: int) -> Drawing | None:
        try:
            counts = candidate_counts(puzzle, cap)
        except PandokuError as error:
            self._status.bad(entry, error, self._json_to)
            return None
        assert counts is not None  # None would mean that a budget ran out
        if not any(map(any, counts)):
            self._status.says_no(f"{entry.place}: no solution")
        return draw_counts(puzzle, counts, cap, coordinates=self._coordinates)

    def _of_step(self, entry: Entry, number: int, is_many: bool) -> Drawing | None:
        path = self._finder.find(entry, is_many, self._json_to)
        if path is None:
            return None
        if number > len(path):
            count = f"{len(path)} step{'s' * (len(path) != 1)}"
            reason = f"expected a step from the path's {count}, found {number}"
            self._status.bad(entry, PandokuError(reason), self._json_to)
            return None
        from pandoku.draw import draw_step  # imported here, because it loads techniques

        taken = path[number - 1]
        return draw_step(taken.board, taken.step, taken.explanation, coordinates=self._coordinates)


def _print_records(pictures: Iterable[_Picture], options: DrawOptions, medium: str) -> None:
    """Print a record with the drawing of each puzzle."""
    for each in pictures:
        if medium == "svg":
            drawing = svg(each.drawing, theme=options.theme)
        else:
            drawing = text(each.drawing, ascii_only=options.ascii_only, columns=None)
        click.echo(out.json_line(out.record_head(each.entry) | {"drawing": drawing}))


def _tell_written(entries: Iterable[Entry], written: str | None) -> None:
    """Print a record for each puzzle that was drawn to a file."""
    for entry in entries:
        click.echo(out.json_line(out.record_head(entry) | {"written": written}))


def _write_text(pictures: Iterable[_Picture], options: DrawOptions, status: out.ExitStatus) -> None:
    entries = list[Entry]()
    with out.output_file(options.output, status) as stream:
        for index, picture in enumerate(pictures):
            entries += [picture.entry] if options.as_json else []
            stream.write("\n" if index else "")
            for line in filter(None, (picture.name, picture.drawing.caption)):
                stream.write(in_lines(line, stream) + "\n")
            out.paint(stream, picture.drawing, ascii_only=options.ascii_only)
    _tell_written(entries, options.output)


def _write_page(pictures: Iterable[_Picture], options: DrawOptions, status: out.ExitStatus) -> None:
    from pandoku.draw.on_paper import sheet_style, slots_for_drawings
    from pandoku.draw.page import gallery

    with out.output_file(options.output, status) as stream:
        drawn = list(pictures)
        if drawn:
            named = [(each.name, each.drawing) for each in drawn]
            slots = slots_for_drawings([each.drawing for each in drawn])
            rules = sheet_style(slots, ".pictures")
            lines = gallery(named, theme=options.theme, per_sheet=slots.count, sheet_rules=rules)
            stream.writelines(lines)
    if options.as_json:
        _tell_written((each.entry for each in drawn), options.output)


def _write_files(
    pictures: Iterable[_Picture],
    options: DrawOptions,
    status: out.ExitStatus,
    medium: str,
    is_many: bool,
) -> None:
    """Write each picture to a file. If there are several files, they are numbered."""
    output = options.output
    if is_many and out.is_stdout(output):
        raise click.UsageError(
            f"expected one puzzle for {medium.upper()} on standard output, found more; add "
            f"-o FILE.{medium}, which writes numbered files, or choose one with --nth N"
        )
    drawn, written = list(pictures), list[str]()
    for each in drawn:
        target = out.numbered(str(output), each.number, drawn[-1].number) if is_many else output
        with out.output_file(target, status, binary=medium != "svg", reports=False) as stream:
            if medium != "svg" and stream.isatty():
                raise click.UsageError(
                    f"a {medium.upper()} cannot be shown in a terminal: add -o FILE.{medium}"
                )
            if medium == "svg":
                stream.write(svg(each.drawing, theme=options.theme))
            elif medium == "pdf":
                from pandoku.draw.pdf import pdf

                stream.write(pdf(each.drawing, color=options.color))
            else:
                from pandoku.draw.png import png

                stream.write(png(each.drawing, theme=options.theme))
        written += [] if out.is_stdout(target) else [str(target)]
        if options.as_json:
            _tell_written([each.entry], target)
    out.say_written(written)


COMMAND = opt.Command(run=draw, group="Print and share", place=120)
