"""`pandoku steps`: fill in naked singles, one step at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection, sound_puzzle
from pandoku.cli.output import ExitStatus, ProgressLine, identity, json_line
from pandoku.engines import get_engine
from pandoku.errors import EngineError, PandokuError
from pandoku.formats import get_format
from pandoku.model import Board, Geometry, Puzzle, find_conflicts
from pandoku.words import conflict_words


@dataclass(frozen=True, kw_only=True)
class StepsOptions(opt.PuzzleOptions):
    """The options of `pandoku steps`."""

    grid: bool = opt.option("--grid", is_flag=True, help="Print the grid after each step.")
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, steps (step, cell, digit, technique), stopped (full, stuck or broken), "
        "digits; or source, line, error",
    )


@opt.command(StepsOptions, short_help="Fill in naked singles, one by one.")
def steps(options: StepsOptions) -> None:
    """Fill in naked singles, one step at a time.

    Each step fills the first cell, in reading order, that has a single candidate. If the puzzle
    also needs other techniques, cells stay empty, and the exit status is 1.
    """
    status = ExitStatus()
    is_many, entries = Selection(options).several()
    with ProgressLine("filling in", options.files) as progress:
        for _, entry in entries:
            try:
                puzzle = sound_puzzle(entry)
                if reason := get_engine("naked-singles").supports(puzzle):
                    raise EngineError(f"steps does not support this puzzle: {reason}")
            except PandokuError as error:
                progress.pause()
                status.bad(entry, error, sys.stdout if options.as_json else None)
                continue
            progress.pause()
            place = entry.place if is_many else ""
            if options.as_json:
                board = _write_json(entry, puzzle)
            else:
                board = _write_text(puzzle, place, options.grid)
            _report(board, puzzle, f"{place}: " if place else "", status)
            progress.advance()
    status.exit()


def _taken(puzzle: Puzzle) -> Iterator[tuple[int, int, Board]]:
    """Yield the cell and the digit of each step, and the board after the step."""
    from pandoku.engines.naked_singles import single_steps as naked_singles

    board = Board.start(puzzle)
    for step in naked_singles(board):
        ((cell, digit),) = step.placements
        board = board.place(cell, digit)
        yield cell, digit, board


def _write_text(puzzle: Puzzle, heading: str, grid: bool) -> Board:
    if heading:
        click.echo(heading)
    board = Board.start(puzzle)
    for number, (cell, digit, board) in enumerate(_taken(puzzle), 1):
        name = puzzle.geometry.name(cell)
        click.echo(f"Step {number}: {puzzle.label_of(digit)} at {name}, the only digit left there")
        if grid:
            bare = Puzzle(Geometry(puzzle.order, puzzle.geometry.box), board.digits)
            click.echo(get_format("pretty").write(bare))
    return board


def _write_json(entry: Entry, puzzle: Puzzle) -> Board:
    taken = list(_taken(puzzle))
    board = taken[-1][2] if taken else Board.start(puzzle)
    names = [puzzle.geometry.name(cell) for cell, _, _ in taken]
    steps = [
        {"step": number, "cell": name, "digit": digit, "technique": "naked-single"}
        for number, (name, (_, digit, _)) in enumerate(zip(names, taken, strict=True), 1)
    ]
    if board.is_full:
        stopped = "full" if puzzle.accepts(board.digits) else "broken"
    else:
        stopped = "broken" if 0 in board.masks else "stuck"
    end = {"stopped": stopped, "digits": list(board.digits)}
    click.echo(json_line(identity(entry) | {"steps": steps} | end))
    return board


def _report(board: Board, puzzle: Puzzle, place: str, status: ExitStatus) -> None:
    left = board.digits.count(0)
    number = puzzle.givens.count(0) - left
    if board.is_full:
        for conflict in find_conflicts(puzzle, board.digits)[:1]:
            broken = conflict_words(puzzle, conflict)
            status.says_no(f"{place}stuck after {number} steps: the grid is full, but {broken}")
        return
    what = "a cell has no candidate left" if 0 in board.masks else "no cell has one candidate"
    status.says_no(f"{place}stuck after {number} steps: {what}, {left} cells are empty")


COMMAND = opt.Command(run=steps, place=110)
