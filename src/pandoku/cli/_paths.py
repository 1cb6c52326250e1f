"""Paths for commands: finding the path of a file's puzzle, and writing it as text or pictures."""

from __future__ import annotations

import re
import sys
from pathlib import Path as FilePath
from textwrap import fill
from typing import IO, TYPE_CHECKING, NamedTuple

import click

from pandoku.cli._input import Entry, sound_puzzle
from pandoku.cli._output import ExitStatus, error_object, identity, json_line, new_folder, paint
from pandoku.draw import draw, draw_step, svg
from pandoku.errors import PandokuError
from pandoku.model import Board, Marks, Puzzle
from pandoku.rating import DEFAULT_ORDER, get_scale
from pandoku.words import paragraphs, several_solutions, visible

if TYPE_CHECKING:
    from pandoku.draw.pdf import Typeface
    from pandoku.logic import Path, Uniqueness
    from pandoku.model import Budget, Puzzle

__all__ = [
    "WIDTH",
    "BookletOptions",
    "PageOptions",
    "PathFinder",
    "ProvedPath",
    "booklet_options",
    "in_lines",
    "require_order_for",
    "say_why_stuck",
    "start_of",
    "write_html",
    "write_json",
    "write_pdf",
    "write_svgs",
    "write_text",
]

# What stays in one line: the digits of one way ("4 7"), a term of a sum, a short conclusion.
_TOGETHER = re.compile(
    r"(?<=\d) (?=\d)|(?<=\d) (?=[+×÷−] \d)|(?<=[+×÷−]) (?=\d)|(?<==) (?=\d)|(?<= is) (?=\d+\.$)"
)

WIDTH = 100  # columns of text


class ProvedPath(NamedTuple):
    """The path of a puzzle, and whether the puzzle is proper."""

    path: Path
    is_proper: bool


class PathFinder:
    """Finds the paths of puzzles, each from the progress stored with the puzzle, if any.

    Args:
        techniques: Names joined by commas, or None for all.
        scale: The name of the scale, or None for the default.
        status: Where bad puzzles and negative answers are reported.
        reader: As in `pandoku.explain`.
        limit: Stop after this many steps.
        budget: As in `pandoku.explain`, for each path.
        debug: Check every step against the solution.

    Raises:
        TechniqueError: A name is unknown, or the scale takes no techniques.
        click.UsageError: The scale has no order for this reader.
    """

    def __init__(
        self,
        techniques: str | None,
        status: ExitStatus,
        *,
        scale: str | None = None,
        reader: str | None = None,
        limit: int | None = None,
        budget: Budget | None = None,
        debug: bool = False,
    ) -> None:
        from pandoku.logic import ordered_techniques

        self._names = techniques.split(",") if techniques is not None else None
        self._scale = scale or DEFAULT_ORDER
        self._program = get_scale(self._scale).program
        require_order_for(reader, self._scale)
        self._reader = reader
        ordered_techniques(self._names, self._scale)  # reject a name before reading a puzzle
        self._status, self._limit, self._debug = status, limit, debug
        self._budget = budget

    def find(
        self, entry: Entry, is_many: bool = False, json_to: IO[str] | None = None
    ) -> ProvedPath | None:
        """Return the path of a puzzle, or None after reporting why there is none.

        Args:
            entry: The puzzle, or an error in its place.
            is_many: Whether messages name the place of the puzzle.
            json_to: A bad puzzle is also reported as an object here.
        """
        from pandoku.logic import explain

        try:
            puzzle = sound_puzzle(entry)
            if self._program is not None:
                self._program.require_kind(puzzle)
            start, uniqueness = start_of(puzzle, entry.board)
        except PandokuError as error:
            self._status.bad(entry, error, json_to)
            return None
        place = f"{entry.place}: " if is_many else ""
        reason = _why_not_proper(start.puzzle, uniqueness)
        mistake = _mistake(start) if entry.board is not None and uniqueness.count else None
        for problem in filter(None, (reason, mistake)):
            self._status.says_no(f"{place}{problem}")
        if uniqueness.count > 1 and json_to is None:
            paint(sys.stderr, *(draw(start.puzzle.replace(givens=s)) for s in uniqueness.solutions))
        is_needed = self._program is not None  # for others, some solution is enough
        if mistake or (reason and is_needed) or (uniqueness.is_known and not uniqueness.count):
            if json_to is not None:
                json_to.write(json_line(error_object(entry, str(mistake or reason))) + "\n")
            return None
        proper = uniqueness.is_proper
        path = explain(
            start,
            techniques=self._names,
            scale=self._scale,
            is_proper=proper,
            limit=self._limit,
            debug=self._debug,
            reader=self._reader,
            budget=self._budget,
        )
        return ProvedPath(path, proper)


def require_order_for(reader: str | None, scale: str) -> None:
    """Raise a click.UsageError if a scale has no order for a reader."""
    if reader is not None and get_scale(scale).choosing is None:
        raise click.UsageError(
            f"expected --reader {reader} with the scale {DEFAULT_ORDER}, found --scale {scale}"
        )


def start_of(puzzle: Puzzle, progress: Board | None) -> tuple[Board, Uniqueness]:
    """Return the board to start from, and what is known of its puzzle's solutions.

    Candidates that may be either a rule or progress are progress if the digits alone have exactly
    one solution.
    """
    from pandoku.logic import uniqueness_of

    if progress is not None:
        uniqueness = uniqueness_of(progress.puzzle)
        if uniqueness.is_proper or progress.puzzle == puzzle:
            return progress, uniqueness
    return Board.start(puzzle), uniqueness_of(puzzle)


def _mistake(start: Board) -> str | None:
    from pandoku.logic import hint as find_hint

    marks = Marks(start.puzzle.order, center=start.masks)
    if not find_hint(start, 0, marks=marks).is_problem:
        return None
    return find_hint(start, 2, marks=marks).text


def _why_not_proper(puzzle: Puzzle, uniqueness: Uniqueness) -> str | None:
    if uniqueness.is_proper:
        return None
    if not uniqueness.is_known:
        return "it is not known whether the puzzle has exactly one solution"
    if uniqueness.count and puzzle.unchecked:
        return several_solutions(puzzle)
    count = "no solution" if uniqueness.count == 0 else "more than one solution"
    return f"the puzzle is not proper: it has {count}"


def say_why_stuck(path: Path, status: ExitStatus, place: str = "") -> None:
    """Report in a line why a path does not solve the puzzle, unless it does."""
    if path.stopped != "full":
        status.says_no(f"{place}{path.summary()}")


def write_text(stream: IO[str], path: Path, *, short: bool, grid: bool) -> None:
    """Write a paragraph or, with *short*, a line for each step; with *grid*, also a picture."""
    parts = zip(path.boards(), path.steps, path.explanations(), strict=True)
    for number, (board, step, explanation) in enumerate(parts, 1):
        if grid:
            paint(stream, draw_step(board, step, explanation))
        if short:
            if number == path.marks_at:
                stream.write(f"{path.marks_words}\n")
            stream.write(f"{number}. {explanation.short}\n")
        else:
            stream.write(f"{number}. {explanation.short.partition(';')[0]}\n")
            for paragraph in paragraphs(explanation.full):
                stream.write(f"{in_lines(paragraph, 4)}\n")
            stream.write("\n")
    if path.stopped == "full":
        stream.write(f"{path.summary()}\n")


def in_lines(paragraph: str, indent: int = 0) -> str:
    """Return a paragraph in lines of at most `WIDTH` columns, indented as its first one.

    Args:
        paragraph: It may start with spaces of its own.
        indent: How many spaces to add, at least 0.
    """
    text = paragraph.lstrip(" ")
    spaces = " " * (len(paragraph) - len(text) + indent)
    glued = _TOGETHER.sub("\N{NO-BREAK SPACE}", text)
    lines = fill(glued, WIDTH, initial_indent=spaces, subsequent_indent=spaces)
    return lines.replace("\N{NO-BREAK SPACE}", " ")


def write_json(stream: IO[str], path: Path, entry: Entry, *, ledger: bool = False) -> None:
    """Write a path as one line of JSON, with the place of its puzzle, and with its *ledger*."""
    from pandoku.logic import path_as_json

    stream.write(json_line(identity(entry) | path_as_json(path, ledger=ledger)) + "\n")


class PageOptions(NamedTuple):
    """How a page is written: see `Path.page`."""

    theme: str
    all_steps: bool = False
    solution: bool = False


def write_html(stream: IO[str], path: Path, options: PageOptions) -> None:
    """Write the path as a self-contained HTML page."""
    stream.write(path.page(**options._asdict()))


class BookletOptions(NamedTuple):
    """The settings of a booklet; see `pandoku.press.steps_booklet`."""

    size: tuple[float, float]
    face: Typeface
    per_page: int
    color: bool
    all_steps: bool
    solution: bool


def booklet_options(
    paper: str | None,
    per_page: int | None,
    font: str | None,
    font_bold: str | None,
    *,
    color: bool,
    all_steps: bool,
    solution: bool,
) -> BookletOptions:
    """Return how a booklet is written, with defaults for options that are None.

    Raises:
        MissingExtraError: The extra "print" is not installed.
        PandokuError: There is no such paper, or a font cannot be used.
    """
    from pandoku.draw.pdf import typeface
    from pandoku.press.paper import paper_of

    size = paper_of(paper or "a4")
    face = typeface(font, font_bold)
    return BookletOptions(
        (size.width, size.height), face, per_page or 2, color, all_steps, solution
    )


def write_pdf(stream: IO[bytes], path: Path, options: BookletOptions) -> None:
    """Write the path as a booklet to print."""
    from pandoku.press.steps import steps_booklet

    if stream.isatty():
        raise click.UsageError("a PDF cannot be shown in a terminal: add -o FILE.pdf")
    data = steps_booklet(
        path,
        options.size,
        per_page=options.per_page,
        color=options.color,
        all_steps=options.all_steps,
        solution=options.solution,
        face=options.face,
    )
    stream.write(data)


def write_svgs(folder: str, path: Path, theme: str) -> None:
    """Write a picture of each step, named by number and technique, into a new or empty folder.

    Raises:
        OSError: The folder cannot be created, or is not empty.
    """
    digits = len(str(len(path)))

    def fill_folder(into: FilePath) -> None:
        for taken in path:
            name = f"{taken.number:0{digits}}-{taken.step.technique}.svg"
            (into / name).write_text(svg(taken.drawing(), theme=theme), encoding="utf-8")

    new_folder(folder, fill_folder)
    click.echo(f"{len(path)} picture{'s' * (len(path) != 1)} in {visible(folder)}", err=True)
