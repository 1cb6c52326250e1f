"""Engine `naked-singles`: fill the first cell that has a single candidate, and repeat.

Every digit that the engine places is forced. The engine gets stuck on puzzles that need another
technique.

Source: Hacettepe University BBM103, assignment 2 (Steps).
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.engines._engine import Engine, Event, Meter, OnEvent, why_only_houses
from pandoku.model import Board, Budget, Facts, FrozenMap, Outcome, Puzzle, Step

_TECHNIQUE = "naked-single"


def single_steps(start: Puzzle | Board) -> Iterator[Step]:
    """Yield one naked single at a time, each found on the board that the previous steps leave.

    Each step takes the first single in reading order. The step's facts name the cell ("single")
    and, for every other digit, the first peer that has it ("excludes"). The facts name no peer for
    a digit that is excluded only by the candidates in the puzzle. Cages are ignored. The steps end
    when no empty cell has exactly one candidate.

    >>> puzzle = Puzzle(4, (1, 2, 3, 0) + (0,) * 12)
    >>> [step.placements for step in single_steps(puzzle)]
    [((3, 4),)]
    """
    board = Board.start(start) if isinstance(start, Puzzle) else start
    while True:
        cells = enumerate(zip(board.digits, board.masks, strict=True))
        singles = (c for c, (digit, mask) in cells if not digit and mask.bit_count() == 1)
        if (cell := next(singles, None)) is None:
            return
        (digit,) = board.candidates(cell)
        holders: dict[int, int] = {}
        for peer in board.puzzle.sight[cell]:
            holders.setdefault(board.digits[peer], peer)
        others = [d for d in range(1, board.puzzle.order + 1) if d in holders]
        excluding = tuple((holders[other], "excludes") for other in others)
        facts = Facts(cells=((cell, "single"), *excluding), candidates=((cell, digit, "proves"),))
        yield Step(_TECHNIQUE, placements=((cell, digit),), facts=facts)
        board = board.place(cell, digit)


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Fill naked singles until none is left.

    The outcome's board is the last board reached. A full grid is the only solution. A cell without
    candidates proves that there is no solution. In any other case the engine stops as "stuck". A
    node of the budget is one step.

    Stats:
        nodes: Steps taken.
        steps: Equal to nodes.

    >>> ENGINE.solve(Puzzle(4, (1, 2, 3, 0) + (0,) * 12))
    Outcome(no solution found, stuck, engine='naked-singles')
    """
    meter = Meter(budget)
    board = Board.start(puzzle)
    for step in single_steps(board):
        if not meter.spend():
            break
        cell, digit = step.placements[0]
        board = board.place(cell, digit)
        if on_event:
            on_event(Event("place", cell, digit))
    count = int(board.is_full and puzzle.accepts(board.digits))
    stopped = None
    if not board.is_full:
        stopped = meter.stopped or (None if 0 in board.masks else "stuck")
    if count == limit:
        stopped = "limit"
    return Outcome(
        count=count,
        stopped=stopped,
        solutions=(board.digits,) * count,
        board=board,
        stats=FrozenMap({"nodes": meter.nodes, "steps": meter.nodes}),
        engine=ENGINE.name,
        elapsed_s=meter.elapsed_s,
    )


ENGINE = Engine(
    name="naked-singles",
    summary="fills the first cell with a single candidate, step by step (Steps); incomplete",
    complete=False,
    events=True,
    supports=why_only_houses,
    solve=_solve,
    counters={"steps": "place"},
)
