"""Engine `candidate-sets`: reduce the candidate set of every cell until nothing changes.

The algorithm of the Sets paper: at first, the set of a cell has its given or all digits. A pass
visits the cells row by row. If a cell's set has one element, that digit is removed from the other
sets in the cell's row, column, box and any extra house. Passes repeat until a pass removes nothing.
The engine is incomplete: some sets may still have several elements at the end.

Source: University of Pennsylvania CIT 591, assignment 4 (D. Matuszek).
"""

from __future__ import annotations

from pandoku.engines._engine import Engine, Event, Meter, OnEvent, why_only_houses
from pandoku.model import Board, Budget, FrozenMap, Outcome, Puzzle


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Reduce the sets until nothing changes.

    If every set has one element at the end, and these digits satisfy all rules, the digits are the
    only solution.

    Stats:
        eliminations: Candidates removed.
        passes: Passes made, including the last pass, which removes nothing.
        nodes: Cells visited.
    """
    meter = Meter(budget)
    digits = range(1, puzzle.order + 1)
    limits = puzzle.candidates or (puzzle.geometry.all_mask,) * len(puzzle.givens)
    sets = [
        {digit for digit in digits if mask >> (digit - 1) & 1 and given in (0, digit)}
        for given, mask in zip(puzzle.givens, limits, strict=True)
    ]
    eliminations = passes = 0
    removed = -1
    while removed and meter.stopped is None:
        removed = _run_pass(puzzle, sets, meter, on_event)
        eliminations += removed
        passes += 1
    filled = tuple(next(iter(s)) if len(s) == 1 else 0 for s in sets)
    board = Board(puzzle, filled, tuple(sum(1 << (d - 1) for d in s) for s in sets))
    solved = board.is_full and puzzle.accepts(board.digits)
    refuted = 0 in board.masks or (board.is_full and not solved)
    stopped = None if solved or refuted else meter.stopped or "stuck"
    if solved and limit == 1:
        stopped = "limit"
    stats = {"eliminations": eliminations, "passes": passes, "nodes": meter.nodes}
    return Outcome(
        int(solved),
        stopped,
        (board.digits,) if solved else (),
        board,
        stats=FrozenMap(stats),
        engine=ENGINE.name,
        elapsed_s=meter.elapsed_s,
    )


def _run_pass(puzzle: Puzzle, sets: list[set[int]], meter: Meter, on_event: OnEvent | None) -> int:
    """Remove the only candidate of a cell from the cell's peers. Return the number of removals."""
    houses, removed = puzzle.geometry.houses, 0
    for cell, indices in enumerate(puzzle.geometry.houses_of):
        if not meter.spend():
            break
        for index in indices:
            # Check the set again for each house. If the givens contradict each other, the set may
            # become empty.
            if len(sets[cell]) != 1:
                break
            (digit,) = sets[cell]
            for other in houses[index].cells:
                if other != cell and digit in sets[other]:
                    sets[other].remove(digit)
                    removed += 1
                    if on_event:
                        on_event(Event("remove", other, digit))
    return removed


ENGINE = Engine(
    name="candidate-sets",
    summary="removes single candidates from the sets of their houses, in passes (Sets); incomplete",
    complete=False,
    events=True,
    supports=why_only_houses,
    solve=_solve,
    counters={"eliminations": "remove"},
)
