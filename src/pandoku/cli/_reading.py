"""The commands of the line-by-line game that read the board aloud."""

from __future__ import annotations

import shutil
import sys

from pandoku.cli._lines import LineError, cell_in, digit_in, whole_in
from pandoku.cli._output import is_utf8
from pandoku.cli._spoken import (
    cage_aloud,
    cages_aloud,
    cell_aloud,
    clock,
    counted,
    house_aloud,
    house_of,
    left_aloud,
    where_aloud,
)
from pandoku.cli._table import Table
from pandoku.draw import draw, text
from pandoku.model import digits_of
from pandoku.play import candidates_left
from pandoku.words import joined, with_capital

__all__ = [
    "board_lines",
    "columns",
    "read_cage",
    "read_cages",
    "read_candidates",
    "read_cell",
    "read_house",
    "read_left",
    "read_time",
    "read_where",
    "show_board",
]


def columns() -> int:
    """Return how wide the output is; 0 means that it has no width."""
    return shutil.get_terminal_size((0, 0)).columns


def board_lines(table: Table, *, last: tuple[int, ...] = ()) -> list[str]:
    """Return the board as lines of text, the cells of *last* in brackets.

    If it is wider than the output, it is read row by row.
    """
    game = table.game
    board = game.board
    marks = game.marks if any(game.marks.center) or any(game.marks.corner) else None
    drawn = text(
        draw(board, marks=marks, highlights=last),
        ascii_only=not is_utf8(sys.stdout),
    ).splitlines()
    if 0 < columns() < max(map(len, drawn)):
        rows = (house for house in game.puzzle.geometry.houses if house.kind == "row")
        return [house_aloud(game, row) for row in rows]
    return drawn


def show_board(table: Table, words: list[str]) -> list[str]:
    """Show the board."""
    left = counted(table.game.digits.count(0), "cell")
    return [*board_lines(table), f"{with_capital(left)} left."]


def read_house(kind: str, table: Table, words: list[str]) -> list[str]:
    """Read a house aloud."""
    puzzle = table.game.puzzle
    number = whole_in(words[0] if words else "", 1, 10_000, f"the number of a {kind}")
    house = house_of(puzzle, kind, number)
    if house is None:
        raise LineError(f"There is no {kind} {number}.")
    return [house_aloud(table.game, house)]


def read_cell(table: Table, words: list[str]) -> list[str]:
    """Read a cell aloud."""
    return [cell_aloud(table.game, cell_in(table.game.puzzle, words))]


def read_candidates(table: Table, words: list[str]) -> list[str]:
    """Say which digits the digits on the board leave for a cell."""
    game = table.game
    cell = cell_in(game.puzzle, words)
    name = game.puzzle.geometry.name(cell)
    if game.digits[cell]:
        return [f"{name} is {game.puzzle.label_of(game.digits[cell])}."]
    left = digits_of(candidates_left(game.seen, game.digits)[cell])
    if not left:
        return [f"No digit fits {name}."]
    return [f"{name} can be {joined(map(game.puzzle.label_of, left), 'or')}."]


def read_cage(table: Table, words: list[str]) -> list[str]:
    """Read the cages of a cell aloud, and the combinations that are left."""
    from pandoku.play.combinations import combinations

    puzzle = table.game.seen
    cell = cell_in(puzzle, words)
    found = [index for index, cage in enumerate(puzzle.cages) if cell in cage.cells]
    if not found:
        return [f"{puzzle.geometry.name(cell)} is in no cage."]
    board = table.game.working_board
    return [
        sentence
        for index in found
        for sentence in (cage_aloud(table.game, index), combinations(board, index).text)
    ]


def read_cages(table: Table, words: list[str]) -> list[str]:
    """Read every cage that is not full."""
    if not table.game.seen.cages:
        return ["This puzzle has no cages."]
    return cages_aloud(table.game) or ["Every cage is full."]


def read_where(table: Table, words: list[str]) -> list[str]:
    """Say where a digit stands, or where it can go in a house."""
    game = table.game
    digit = digit_in(game.puzzle, words[0] if words else "")
    shown = game.puzzle.label_of(digit)
    if len(words) == 1:
        return [where_aloud(game, digit)]
    kind, number = (*words[1:], "")[:2]
    house = house_of(game.puzzle, kind, whole_in(number, 1, 10_000, f"the number of a {kind}"))
    if house is None:
        raise LineError(f"There is no {kind} {number}.")
    name = game.puzzle.geometry.name
    for cell in house.cells:
        if game.digits[cell] == digit:
            return [f"{shown} is at {name(cell)}."]
    masks = candidates_left(game.seen, game.digits)
    cells = [name(c) for c in house.cells if not game.digits[c] and digit in digits_of(masks[c])]
    if not cells:
        return [f"No cell of {house.phrase} is left for {shown}."]
    return [f"In {house.phrase}, {shown} can go into {joined(cells, 'or')}."]


def read_left(table: Table, words: list[str]) -> list[str]:
    """Say how many of each digit are still to be placed."""
    return [left_aloud(table.game)]


def read_time(table: Table, words: list[str]) -> list[str]:
    """Say how long the game has been played."""
    return [f"{clock(table.now_ms())}."]
