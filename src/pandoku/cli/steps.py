"""`pandoku steps`: naked singles, one step at a time."""

from __future__ import annotations

import click

from pandoku.cli._input import one_puzzle
from pandoku.cli._options import file_argument, from_option, json_option
from pandoku.cli._output import json_line
from pandoku.engines import get_engine
from pandoku.errors import EngineError
from pandoku.formats import get_format
from pandoku.model import Board, Geometry, Puzzle


@click.command()
@file_argument
@from_option
@click.option("--grid", is_flag=True, help="Print the grid after each step.")
@json_option
def steps(file: str, from_format: str | None, grid: bool, as_json: bool) -> None:
    """Fill in naked singles, one step at a time.

    Each step fills the first cell, in reading order, that has a single candidate. The exit status
    is 1 if cells remain empty, because the puzzle needs other techniques too.
    """
    from pandoku.engines.naked_singles import steps as naked_singles

    puzzle = one_puzzle(file, from_format)
    if reason := get_engine("naked-singles").supports(puzzle):
        raise EngineError(f"steps does not support this puzzle: {reason}")
    board, number = Board.start(puzzle), 0
    for number, step in enumerate(naked_singles(board), 1):
        ((cell, digit),) = step.placements
        board = board.place(cell, digit)
        name = puzzle.geometry.name(cell)
        if as_json:
            fact = {"step": number, "cell": name, "digit": digit, "technique": step.technique}
            click.echo(json_line(fact))
        else:
            click.echo(f"Step {number}: {digit} at {name}, the only digit left there")
        if grid and not as_json:
            click.echo(_grid(board))
    if not board.is_full:
        left = board.digits.count(0)
        what = "a cell has no candidate left" if 0 in board.masks else "no cell has one candidate"
        click.echo(f"stuck after {number} steps: {what}, {left} cells are empty", err=True)
        raise click.exceptions.Exit(1)


def _grid(board: Board) -> str:
    bare = Puzzle(Geometry(board.puzzle.order, board.puzzle.geometry.box), board.digits)
    return get_format("pretty").write(bare)
