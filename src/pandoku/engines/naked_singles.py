"""naked-singles: fill the topmost, leftmost cell that has one candidate left, and look again.

The method of the Steps classic, for any houses. It follows necessity alone, so what it
fills is right, and it gets stuck where a puzzle asks for more.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.engines._engine import Budget, Event, Meter, OnEvent
from pandoku.model import Board, Facts, Outcome, Puzzle, Step

__all__ = ["COMPLETE", "EVENTS", "NAME", "SUMMARY", "TECHNIQUE", "solve", "steps", "supports"]

NAME = "naked-singles"
SUMMARY = "taught: fill the first cell with one candidate left, and look again; may get stuck"
COMPLETE = False
EVENTS = True

TECHNIQUE = "naked-single"


def supports(puzzle: Puzzle) -> str | None:
    """Why naked-singles cannot take the puzzle, or None when it can."""
    return "it has cages" if puzzle.cages else None


def steps(start: Puzzle | Board) -> Iterator[Step]:
    """Yield one naked single at a time, each from the board its predecessors leave.

    Of several the topmost is taken, then the leftmost. The step's facts name the cell
    ("single") and, for every other digit, the first peer that holds it ("excludes");
    digits that the puzzle's own candidates leave out have no such peer. Cages are not
    looked at. The steps end when no empty cell has exactly one candidate.

    >>> puzzle = Puzzle(4, (1, 2, 3, 0) + (0,) * 12)
    >>> [step.placements for step in steps(puzzle)]
    [((3, 4),)]
    """
    board = Board.start(start) if isinstance(start, Puzzle) else start
    while (cell := _first_single(board)) is not None:
        step = _step(board, cell)
        yield step
        board = board.place(*step.placements[0])


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Fill naked singles until there are none.

    The outcome's board is what was reached. It is complete, with one solution or none,
    when the grid is full or a cell has no candidate left; else it stopped "stuck".
    A node of the budget is a step. Stats: "nodes" and "steps" (equal).

    Raises:
        EngineError: The puzzle has cages.

    >>> solve(Puzzle(4, (1, 2, 3, 0) + (0,) * 12))
    Outcome(count=0, stopped='stuck', engine='naked-singles')
    """
    require_support(NAME, supports(puzzle))
    meter = Meter(budget)
    board = Board.start(puzzle)
    for step in steps(board):
        if not meter.spend():
            break
        cell, digit = step.placements[0]
        board = board.place(cell, digit)
        if on_event:
            on_event(Event("place", cell, digit))
    found = board.is_full and puzzle.accepts(board.digits)
    refuted = board.is_full or 0 in board.masks
    ...
