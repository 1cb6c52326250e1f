"""The effect of a line typed by the player: the next game, and the events to report."""

from __future__ import annotations

from pandoku.engines import backtracking
from pandoku.model import Geometry, House, Puzzle
from pandoku.play import Game

__all__ = ["PUZZLE", "QUIT", "Event", "apply", "board_events", "error_in", "solve"]

Event = tuple[str | int, ...]
"""A code, then its numbers.

ERR_COUNT, ERR_ROW, ERR_COL, ERR_VALUE, ERR_GIVEN   what is wrong with the line
HINT_MOVE value row column                          a peer has the same digit as the new one
HINT_BOX, HINT_ROW, HINT_COL number                 a digit occurs twice there
FULL_BUT_CONFLICTS                                  the board is full but has conflicts
CLEARED value                                       the digit that the cell had, 0 if none
SOLVING, then SOLUTION_FOUND or NO_SOLUTION         the answer to S
QUIT                                                the answer to Q
"""

BASE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
PUZZLE = Puzzle(Geometry.sudoku(9), tuple(map(int, BASE)))
DIGITS = tuple("123456789")
QUIT, SOLVE = ("Q", "q"), ("S", "s")  # the original takes capital letters only
HINTS = {"box": "HINT_BOX", "row": "HINT_ROW", "column": "HINT_COL"}  # in the order of reporting


def apply(game: Game, line: str) -> tuple[Game, list[Event]]:
    """Return the game after a line that the player typed, and the events in order.

    A malformed line leaves the game unchanged and causes a single ERR_... event.
    """
    if error := error_in(game, line):
        return game, [(error,)]
    tokens = line.split(" ")
    if tokens[0] in QUIT:
        return game, [("QUIT",)]
    if tokens[0] in SOLVE:
        return solve(game)
    row, column, value = map(int, tokens)
    cell = row * 9 + column - 10
    after = game.place(cell, value)
    events: list[Event] = []
    if value == 0:
        events.append(("CLEARED", game.digits[cell]))
    elif any(cell in conflict.cells for conflict in after.conflicts()):
        events.append(("HINT_MOVE", value, row, column))
    return after, [*events, *board_events(after)]


def error_in(game: Game, line: str) -> str:
    """Return the ERR_... code for a line that the player typed, or "" if it is valid."""
    tokens = line.split(" ")
    if tokens[0] in (*QUIT, *SOLVE):
        return ""
    if len(tokens) != 3:
        return "ERR_COUNT"
    row, column, value = tokens
    if row not in DIGITS:
        return "ERR_ROW"
    if column not in DIGITS:
        return "ERR_COL"
    if value not in ("0", *DIGITS):
        return "ERR_VALUE"
    return "ERR_GIVEN" if game.puzzle.givens[int(row) * 9 + int(column) - 10] else ""


def board_events(game: Game) -> list[Event]:
    """Return a hint for each digit that occurs twice in a house, and FULL_BUT_CONFLICTS if full.

    Hints are sorted by the number of the house, then by digit, then box, row, column.
    """
    kinds = list(HINTS)
    found = [
        (where.number, conflict.digit, kinds.index(where.kind))
        for conflict in game.conflicts()
        if isinstance(where := conflict.where, House)
    ]
    events: list[Event] = [(HINTS[kinds[kind]], number) for number, _, kind in sorted(found)]
    return [*events, ("FULL_BUT_CONFLICTS",)] if events and game.is_full else events


def solve(game: Game) -> tuple[Game, list[Event]]:
    """Replace all moves by the solution of the puzzle; return the game and the events."""
    puzzle = game.puzzle
    solution = backtracking.solve(puzzle, limit=1).solution
    start = Game.start(puzzle)
    if solution is None:
        return start, [("SOLVING",), ("NO_SOLUTION",)]
    return start.reveal(solution), [("SOLVING",), ("SOLUTION_FOUND",)]
