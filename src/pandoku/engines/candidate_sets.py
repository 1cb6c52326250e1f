"""Engine `candidate-sets`: a set of candidates for every cell, shrunk until nothing changes.

The Sets paper's way: every cell starts with its given alone or with all digits. A pass goes through
the cells row by row; a cell whose set has one element removes it from the sets of its row, column,
box and any further houses. Passes repeat until one removes nothing. Incomplete: sets with several
elements may be left.

Source: University of Pennsylvania CIT 591, assignment 4 (D. Matuszek).
"""

from __future__ import annotations

from pandoku.engines._engine import Budget, Event, Meter, OnEvent
from pandoku.model import Board, FrozenMap, Outcome, Puzzle

NAME = "candidate-sets"
SUMMARY = "removes placed digits from the sets of their houses, pass by pass (Sets); incomplete"
COMPLETE = False
EVENTS = True


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: it does not look at cages."""
    return "it does not look at cages" if puzzle.cages else None


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Shrink the sets until nothing changes.

    Stats: eliminations, passes (the last, which removes nothing, included), nodes (cells looked
    at). When every set has one element that is the only solution, if it keeps all rules.
    """
    meter = Meter(budget)
    sets = _starting_sets(puzzle)
    eliminations = passes = 0
    removed = -1
    while removed and meter.stopped is None:
        removed = _run_pass(puzzle, sets, meter, on_event)
        eliminations += removed
        passes += 1
    board = _board(puzzle, sets)
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
        engine=NAME,
        elapsed_s=meter.elapsed_s,
    )


def _starting_sets(puzzle: Puzzle) -> list[set[int]]:
    digits = range(1, puzzle.order + 1)
    masks = puzzle.candidates or (puzzle.geometry.all_mask,) * len(puzzle.givens)
    return [
        {digit for digit in digits if mask >> (digit - 1) & 1 and given in (0, digit)}
        for given, mask in zip(puzzle.givens, masks, strict=True)
    ]


def _run_pass(puzzle: Puzzle, sets: list[set[int]], meter: Meter, on_event: OnEvent | None) -> int:
    """Let every cell eliminate once; return how many candidates went."""
    houses, removed = puzzle.geometry.houses, 0
    for cell, indices in enumerate(puzzle.geometry.houses_of):
        if not meter.spend():
            break
        for index in indices:
            # Asked anew for each house: in a contradiction the cell's own set may be empty now.
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


def _board(puzzle: Puzzle, sets: list[set[int]]) -> Board:
    digits = tuple(next(iter(s)) if len(s) == 1 else 0 for s in sets)
    return Board(puzzle, digits, tuple(sum(1 << (d - 1) for d in s) for s in sets))
