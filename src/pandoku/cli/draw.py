"""`pandoku draw`: puzzles, or a step of their paths, as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import IO, Any, NamedTuple

import click

from pandoku.cli._input import Entry, Selection
from pandoku.cli._options import (
    MOST_PER_CANDIDATE,
    Medium,
    files_argument,
    from_option,
    output_option,
    selection_options,
    theme_option,
)
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    medium_of,
    numbered,
    output_file,
    paint,
    say_written,
)
from pandoku.cli._paths import WIDTH, PathFinder
from pandoku.draw import Drawing, draw_counts, draw_step, svg
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
_BINARY = ("png", "pdf")


class _Picture(NamedTuple):
    """A drawing and what it is of; *number* is what --nth takes."""

    number: int
    name: str
    drawing: Drawing


class _Look(NamedTuple):
    """A picture to write: its medium, its theme, and whether a PDF has colors."""

    medium: str
    theme: str
    color: bool


@click.command(short_help="Draw puzzles, or a step, as pictures.")
@files_argument
@from_option
@selection_options
@click.option(
    "--step",
    type=click.IntRange(1),
    metavar="N",
    help="Draw step N of `pandoku explain`, on the board before it.",
)
@click.option(
    "--techniques",
    metavar="NAME,...",
    help="For --step: use only these, in this order.  [default: all]",
)
@click.option("--candidates", is_flag=True, help="Show the candidates too.")
@click.option(
    "--counts",
    type=click.IntRange(1, MOST_PER_CANDIDATE),
    metavar="N",
    help="Show the candidates that some solution has, marked by how many have them, up to N.",
)
@click.option("--no-coordinates", is_flag=True, help="Leave out the numbers of rows and columns.")
@theme_option
@click.option("--color", is_flag=True, help="In a PDF: use the colors of the screen, not grays.")
@click.option(
    "--to",
    "medium",
    type=Medium("text", "svg", "png", "pdf", "html"),
    help="Medium of the output.  [default: by the suffix of -o, else text]",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters.")
@output_option
def draw(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    step: int | None,
    techniques: str | None,
    candidates: bool,
    counts: int | None,
    no_coordinates: bool,
    theme: str,
    color: bool,
    medium: str | None,
    ascii_only: bool,
    output: str | None,
) -> None:
    """Draw puzzles with their boxes, regions, cages and progress, or a step of their paths.

    The suffix of -o chooses the medium: .svg, .png, .pdf, .html or .txt. A text or a page holds all
    puzzles. Of several puzzles, each picture is a file of its own: -o k.svg writes k-1.svg,
    k-2.svg, ..., numbered as for --nth. A heavy dashed line is the border of a box inside a cage.
    PNG needs an optional dependency, pip install 'pandoku[png]', and PDF another, 'pandoku[print]'.
    """
    medium = medium_of(output, medium, _MEDIA)
    if techniques is not None and step is None:
        raise click.UsageError("--techniques applies only with --step N")
    if color and medium != "pdf":
        raise click.UsageError("--color applies only to a PDF: add -o FILE.pdf")
    if counts is not None and (step is not None or candidates):
        raise click.UsageError(
            "--counts shows candidates of its own: leave out --step, --candidates"
        )
    status = ExitStatus()
    finder = PathFinder(techniques, status, limit=step)
    drawer = _Drawer(status, step, finder, candidates, counts, not no_coordinates)
    is_many, entries = Selection(files, from_format, nth, name).several()
    with ProgressLine("drawing", files, output) as progress:
        pictures = _each(entries, drawer, is_many, progress)
        if medium == "text":
            _write_texts(pictures, output, status, ascii_only)
        elif medium == "html":
            _write_page(pictures, output, status, theme)
        else:
            look = _Look(medium, theme, color)
            _write_files(pictures, output, status, look, is_many)
    status.exit()


class _Drawer:
    """Makes the drawing of each puzzle, or of a step of its path; reports why it cannot."""

    def __init__(
        self,
        status: ExitStatus,
        step: int | None,
        finder: PathFinder,
        candidates: bool,
        counts: int | None,
        coordinates: bool,
    ) -> None:
        self._status, self._step, self._finder = status, step, finder
        self._candidates, self._coordinates, self._cap = candidates, coordinates, counts

    def drawing(self, entry: Entry, is_many: bool) -> Drawing | None:
        if isinstance(entry.value, PandokuError):
            self._status.bad(entry, entry.value)
            return None
        if self._cap is not None:
            return self._of_counts(entry, entry.value, self._cap)
        if self._step is None:
            return drawing_of(
                entry.board or entry.value,
                candidates=self._candidates,
                coordinates=self._coordinates,
            )
        return self._of_step(entry, self._step, is_many)

    def _of_counts(self, entry: Entry, puzzle: Puzzle, cap: int) -> Drawing | None:
        try:
            counts = candidate_counts(puzzle, cap)
        except PandokuError as error:
            self._status.bad(entry, error)
            return None
        assert counts is not None  # there is no budget
        if not any(map(any, counts)):
            self._status.says_no(f"{entry.place}: no solution")
        return draw_counts(puzzle, counts, cap, coordinates=self._coordinates)

    def _of_step(self, entry: Entry, number: int, is_many: bool) -> Drawing | None:
        found = self._finder.find(entry, is_many)
        if found is None:
            return None
        if number > len(found.path):
            count = f"{len(found.path)} step{'s' * (len(found.path) != 1)}"
            reason = f"expected a step from the path's {count}, found {number}"
            self._status.bad(entry, PandokuError(reason))
            return None
        taken = found.path[number - 1]
        return draw_step(taken.board, taken.step, taken.explanation, coordinates=self._coordinates)


def _each(
    entries: Iterable[tuple[int, Entry]], drawer: _Drawer, is_many: bool, progress: ProgressLine
) -> Iterator[_Picture]:
    for number, entry in entries:
        drawing = drawer.drawing(entry, is_many)
        progress.pause()
        if drawing is not None:
            name = entry.name or (entry.place if is_many else "")
            yield _Picture(number, name, drawing)
        progress.advance()


def _write_texts(
    pictures: Iterable[_Picture], output: str | None, status: ExitStatus, ascii_only: bool
) -> None:
    with output_file(output, status) as stream:
        for index, picture in enumerate(pictures):
            stream.write("\n" if index else "")
            for line in filter(None, (picture.name, picture.drawing.caption)):
                stream.write(fill(line, WIDTH) + "\n")
            paint(stream, picture.drawing, ascii_only=ascii_only)


def _write_page(
    pictures: Iterable[_Picture], output: str | None, status: ExitStatus, theme: str
) -> None:
    from pandoku.draw.page import gallery
    from pandoku.press.sheets import sheet_style, slots_for_drawings

    with output_file(output, status) as stream:
        named = [(each.name, each.drawing) for each in pictures]
        if named:
            slots = slots_for_drawings([drawing for _, drawing in named])
            rules = sheet_style(slots, ".pictures")
            lines = gallery(named, theme=theme, per_sheet=slots.count, sheet_rules=rules)
            stream.writelines(lines)


def _write_files(
    pictures: Iterable[_Picture],
    output: str | None,
    status: ExitStatus,
    look: _Look,
    is_many: bool,
) -> None:
    """Write a file for each picture; several have numbers."""
    medium = look.medium
    if is_many and is_stdout(output):
        raise click.UsageError(
            f"expected one puzzle for {medium.upper()} on standard output, found more; add "
            f"-o FILE.{medium}, which writes numbered files, or choose one with --nth N"
        )
    drawn, written = list(pictures), list[str]()
    for each in drawn:
        target = numbered(str(output), each.number, drawn[-1].number) if is_many else output
        with output_file(target, status, binary=medium in _BINARY, tells=False) as stream:
            _write(stream, each.drawing, look)
        written += [] if is_stdout(target) else [str(target)]
    say_written(written)


def _write(stream: IO[Any], drawing: Drawing, look: _Look) -> None:
    if look.medium == "svg":
        stream.write(svg(drawing, theme=look.theme))
        return
    if stream.isatty():
        name = look.medium.upper()
        raise click.UsageError(f"a {name} cannot be shown in a terminal: add -o FILE.{look.medium}")
    if look.medium == "pdf":
        from pandoku.draw.pdf import pdf

        stream.write(pdf(drawing, color=look.color))
        return
    from pandoku.draw.png import png

    stream.write(png(drawing, theme=look.theme))
