"""Paths for commands: finding the path of a file's puzzle, and writing it as text or pictures."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path as FilePath
from textwrap import fill
from typing import IO, TYPE_CHECKING

import click

from pandoku.cli._input import one_with_progress
from pandoku.cli._output import json_line, new_mode, paint
from pandoku.draw import draw, draw_step, svg
from pandoku.model import Board, Marks

if TYPE_CHECKING:
    from pandoku.logic import Path
    from pandoku.model import Outcome, Puzzle

__all__ = [
    "WIDTH",
    "path_of",
    "say_why_stuck",
    "start_of",
    "write_html",
    "write_json",
    "write_json_lines",
    "write_svgs",
    "write_text",
]

WIDTH = 100  # columns of text


def path_of(
    file: str,
    from_format: str | None,
    techniques: str | None,
    limit: int | None = None,
    debug: bool = False,
) -> tuple[Path, bool]:
    """Return the path of a file's only puzzle, and whether the puzzle is proper.

    If the file contains progress, the path starts from there.

    Args:
        file: The file name, or "-" for standard input.
        from_format: The name of the format, or None to detect it.
        techniques: Names joined by commas, or None for all.
        limit: Stop after this many steps.
        debug: Check every step against the solution.

    Raises:
        click.exceptions.Exit: The puzzle has no solution, or the progress has a mistake; the
            message has been printed.
        PandokuError: The puzzle is bad or a name is unknown.
    """
    from pandoku.logic import explain, ordered_techniques

    names = techniques.split(",") if techniques is not None else None
    ordered_techniques(names)  # reject an unknown name before reading the puzzle
    puzzle, progress = one_with_progress(file, from_format)
    start, judged = start_of(puzzle, progress)
    _say_if_not_proper(start.puzzle, judged)
    if judged.complete and not judged.count:
        raise click.exceptions.Exit(1)
    if progress is not None:
        _refuse_mistakes(start)
    path = explain(start, techniques=names, is_proper=judged.is_unique, limit=limit, debug=debug)
    return path, judged.is_unique


def start_of(puzzle: Puzzle, progress: Board | None) -> tuple[Board, Outcome]:
    """Return the board to start from, and the solutions of its puzzle, two at most.

    Candidates that may be either a rule or progress are progress if the digits alone have exactly
    one solution.
    """
    from pandoku.logic import judge

    if progress is not None:
        judged = judge(progress.puzzle)
        if judged.is_unique or progress.puzzle == puzzle:
            return progress, judged
    return Board.start(puzzle), judge(puzzle)


def _refuse_mistakes(start: Board) -> None:
    from pandoku.logic import hint as find_hint

    found = find_hint(start, 0, notes=Marks(start.puzzle.order, centre=start.masks))
    if found.is_problem:
        click.echo(found.text, err=True)
        raise click.exceptions.Exit(1)


def _say_if_not_proper(puzzle: Puzzle, judged: Outcome) -> None:
    if judged.is_unique:
        return
    if not judged.complete and judged.count < 2:
        click.echo("it is not known whether the puzzle has exactly one solution", err=True)
        return
    count = "no solution" if judged.count == 0 else "more than one solution"
    click.echo(f"the puzzle is not proper: it has {count}", err=True)
    if judged.count > 1:
        paint(sys.stderr, *(draw(puzzle.replace(givens=each)) for each in judged.solutions))


def say_why_stuck(path: Path) -> None:
    """Print on standard error why a path does not solve the puzzle, unless it does."""
    if path.stopped == "full":
        return
    click.echo(path.summary(), err=True)
    for reason in sorted({reason for _, reason in path.left_out}):
        names = ", ".join(name for name, why in path.left_out if why == reason)
        click.echo(f"not tried, as {reason}: {names}", err=True)


def write_text(stream: IO[str], path: Path, *, short: bool, grid: bool) -> None:
    """Write a paragraph or, with *short*, a line for each step; with *grid*, also a picture."""
    parts = zip(path.boards(), path.steps, path.explanations(), strict=True)
    for number, (board, step, explanation) in enumerate(parts, 1):
        if grid:
            paint(stream, draw_step(board, step, explanation))
        if short:
            stream.write(f"{number}. {explanation.short}\n")
        else:
            text = " ".join(explanation.full)
            stream.write(f"{number}. {explanation.short.partition(';')[0]}\n")
            stream.write(fill(text, WIDTH, initial_indent="    ", subsequent_indent="    "))
            stream.write("\n\n")
    if path.stopped == "full":
        stream.write(f"{path.summary()}\n")


def write_json_lines(stream: IO[str], path: Path) -> None:
    """Write a line of JSON for each step."""
    from pandoku.logic import step_as_json

    for number, step in enumerate(path.steps, 1):
        stream.write(json_line(step_as_json(number, step, path.start.puzzle)) + "\n")


def write_json(stream: IO[str], path: Path) -> None:
    """Write the whole path as one JSON document; its steps are those of `write_json_lines`."""
    from pandoku.logic import path_as_json

    stream.write(json_line(path_as_json(path)) + "\n")


def write_html(stream: IO[str], path: Path, theme: str) -> None:
    """Write the path as a self-contained HTML page."""
    stream.write(path.page(theme=theme))


def write_svgs(folder: str, path: Path, theme: str) -> None:
    """Write a picture of each step, named by number and technique, into a new or empty folder.

    Raises:
        OSError: The folder cannot be created, or is not empty.
    """
    digits = len(str(len(path)))

    def fill_folder(into: FilePath) -> None:
        for number, (board, step) in enumerate(zip(path.boards(), path.steps, strict=True), 1):
            name = f"{number:0{digits}}-{step.technique}.svg"
            (into / name).write_text(svg(draw_step(board, step), theme=theme), encoding="utf-8")

    _make_folder(FilePath(folder), fill_folder)


def _make_folder(target: FilePath, fill_folder: Callable[[FilePath], None]) -> None:
    """Create a folder atomically: it appears only after *fill_folder* has succeeded."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileExistsError(17, "expected a new or empty folder, found neither", target)
    try:
        temporary = FilePath(tempfile.mkdtemp(dir=target.absolute().parent, prefix=".pandoku."))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
    try:
        fill_folder(temporary)
        temporary.chmod(new_mode(0o777))
        temporary.replace(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
