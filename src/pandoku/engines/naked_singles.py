"""Engine `naked-singles`: fill the topmost, leftmost cell with one candidate left, and look again.

It follows necessity alone, so what it fills is right; it gets stuck where a puzzle asks for more.

Source: Hacettepe University BBM103, assignment 2 (Steps).
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.engines._engine import Budget, Event, Meter, OnEvent
from pandoku.model import Board, Facts, FrozenMap, Outcome, Puzzle, Step

NAME = "naked-singles"
SUMMARY = "fills the first cell that has one candidate left, step by step (Steps); incomplete"
COMPLETE = False
EVENTS = True

TECHNIQUE = "naked-single"


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: it does not look at cages."""
    return "it does not look at cages" if puzzle.cages else None


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

    The outcome's board is what was reached. A full grid is the only solution, and a cell
    without a candidate proves that there is none; else the engine stopped "stuck".
    A node of the budget is a step. Stats: "nodes" and "steps" (equal).

    >>> solve(Puzzle(4, (1, 2, 3, 0) + (0,) * 12))
    Outcome(count=0, stopped='stuck', engine='naked-singles')
    """
    meter = Meter(budget)
    board = Board.start(puzzle)
    for step in steps(board):
        if not meter.spend():
            break
        cell, digit = step.placements[0]
        board = board.place(cell, digit)
        if on_event:
            on_event(Event("place", cell, digit))
    count, stopped = _verdict(board, meter)
    if count == limit:
        stopped = "limit"
    return Outcome(
        count=count,
        stopped=stopped,
        solutions=(board.digits,) * count,
        board=board,
        stats=FrozenMap({"nodes": meter.nodes, "steps": meter.nodes}),
        engine=NAME,
        elapsed_s=meter.elapsed_s,
    )


def _verdict(board: Board, meter: Meter) -> tuple[int, str | None]:
    """Return the count and why the engine stopped: every filled cell was forced."""
    if board.is_full:
        return int(board.puzzle.accepts(board.digits)), None
    if meter.stopped:
        return 0, meter.stopped
    return 0, None if 0 in board.masks else "stuck"


def _first_single(board: Board) -> int | None:
    for cell, (digit, mask) in enumerate(zip(board.digits, board.masks, strict=True)):
        if not digit and mask and not mask & (mask - 1):
            return cell
    return None


def _step(board: Board, cell: int) -> Step:
    (digit,) = board.candidates(cell)
    holders: dict[int, int] = {}
    for peer in board.puzzle.geometry.peers[cell]:
        holders.setdefault(board.digits[peer], peer)
    others = [d for d in range(1, board.puzzle.order + 1) if d in holders]
    excluding = tuple((holders[other], "excludes") for other in others)
    facts = Facts(cells=((cell, "single"), *excluding), candidates=((cell, digit, "proves"),))
    return Step(TECHNIQUE, placements=((cell, digit),), facts=facts)
