"""Engine `brute-force`: the loop of Calcudoku, which counts every check and every backtrack.

The search is a single loop. Each pass does the following with the current cell:

    increment the cell's digit
    beyond n?   empty the cell and go back to the previous cell   (a backtrack)
    valid?      go on to the next cell                            (the test is a check)

A grid is valid if no house has a digit twice, no full cage misses its target, and no partly filled
cage has already reached its sum. The paper validates the complete grid at every check. Since the
last valid grid, only the current cell has changed. So this engine tests only the houses and cages
of this cell, which gives the same answer.

Source: Cal Poly CPE 101, project 4 (Calcudoku). The paper has only cages with sums. In this engine,
a partly filled `*` cage is valid if its product divides the target, and a partly filled `- / ?`
cage is always valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from pandoku.engines._engine import Engine, Event, Meter, OnEvent, why_only_cages
from pandoku.model import Budget, Cage, FrozenMap, Outcome, Puzzle, sight_of


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions, in ascending row-major order.

    After a solution the search continues from the last cell as if the grid were invalid.

    Stats:
        checks: Grids validated, counted as in the paper.
        backtracks: Steps back to the previous cell, counted as in the paper.
        nodes: The same number as `checks`.
    """
    search = _Search(puzzle, Meter(budget), on_event)
    return search.outcome(search.meter.collect(search.run(), limit))


class _Search:
    """The loop and its two counters."""

    def __init__(self, puzzle: Puzzle, meter: Meter, on_event: OnEvent | None) -> None:
        self.puzzle = puzzle
        self.meter = meter
        self.on_event = on_event
        self.backtracks = 0

    def run(self) -> Iterator[tuple[int, ...]]:
        """Yield every solution. End early and set `meter.stopped` if the budget runs out."""
        n, report = self.puzzle.order, self.on_event
        grid = list(self.puzzle.givens)
        open_cells = [cell for cell, given in enumerate(grid) if not given]
        is_valid = _validator(self.puzzle, grid)
        if not open_cells and self.puzzle.accepts(grid):
            yield tuple(grid)
        k = 0 if open_cells else -1
        is_placed = False  # whether the digit of the current cell was placed, as opposed to tried
        while k >= 0:
            cell = open_cells[k]
            if report and is_placed:
                report(Event("remove", cell, grid[cell]))
            is_placed = False
            grid[cell] += 1
            if grid[cell] > n:
                grid[cell] = 0
                k -= 1
                is_placed = True
                self.backtracks += 1
                if report:
                    report(Event("backtrack", cell, 0))
                continue
            if not self.meter.spend():
                return
            if report:
                report(Event("try", cell, grid[cell]))
            valid = is_valid(cell)
            if report:
                report(Event("place" if valid else "reject", cell, grid[cell]))
            if valid and k + 1 == len(open_cells):
                yield tuple(grid)
                is_placed = True
            elif valid:
                k += 1

    def outcome(self, solutions: tuple[tuple[int, ...], ...]) -> Outcome:
        """Return the solutions together with the counters."""
        checks = self.meter.nodes
        return Outcome(
            len(solutions),
            self.meter.stopped,
            solutions,
            stats=FrozenMap({"checks": checks, "backtracks": self.backtracks, "nodes": checks}),
            engine=ENGINE.name,
            elapsed_s=self.meter.elapsed_s,
        )


def _validator(puzzle: Puzzle, grid: list[int]) -> Callable[[int], bool]:
    """Return a test of whether the grid is still valid after one cell has changed."""
    peers = sight_of(puzzle.geometry)
    masks = puzzle.candidates or (puzzle.geometry.all_mask,) * len(grid)
    cages_of: list[list[Cage]] = [[] for _ in grid]
    for cage in puzzle.cages:
        for cell in cage.cells:
            cages_of[cell].append(cage)

    def is_valid(cell: int) -> bool:
        digit = grid[cell]
        return (
            bool(masks[cell] >> (digit - 1) & 1)
            and digit not in [grid[peer] for peer in peers[cell]]
            and all(_cage_is_valid(cage, grid) for cage in cages_of[cell])
        )

    # No digit can repair givens that contradict each other, so every check must fail.
    givens = [cell for cell, given in enumerate(puzzle.givens) if given]
    if all(is_valid(cell) for cell in givens):
        return is_valid
    return lambda cell: False


def _cage_is_valid(cage: Cage, grid: list[int]) -> bool:
    digits = tuple(grid[cell] for cell in cage.cells)
    if 0 not in digits:
        return cage.allows(digits)
    placed = [digit for digit in digits if digit]
    if not cage.repeats and len(set(placed)) != len(placed):
        return False
    if cage.target is None:
        return True
    if cage.operation == "+":
        return not placed or sum(placed) < cage.target
    if cage.operation == "*":
        return cage.target % prod(placed) == 0
    return True


ENGINE = Engine(
    name="brute-force",
    summary="tries every digit in every cell in turn; counts checks and backtracks (Calcudoku)",
    complete=True,
    events=True,
    supports=why_only_cages,  # a search with this engine may still take very long
    solve=_solve,
    counters={"checks": "try", "backtracks": "backtrack"},
)
