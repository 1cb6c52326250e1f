"""Engine `backtracking`: try every digit in the first empty cell, and go back if none fits.

This is the search of the Mathdoku and Sukoku papers. It fills cells in row-major order and tries
digits in ascending order. A digit fits if no peer has it and every cage of the cell can still reach
its target:

    +   the sum so far is at most the target         -  /   tested once the cage is full
    *   the product so far is at most the target      =     the digit is the target

A full cage must give its target exactly. (The original Mathdoku program does not test this, so it
prints wrong grids for some puzzles. The test does not change which cells the search visits, but
makes its answers correct.)

Source: Dalhousie CSCI 3901, Mathdoku; Oregon State CS 325, Sukoku.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from pandoku.engines._engine import Engine, Event, Meter, OnEvent, why_only_cages
from pandoku.model import Budget, Cage, FrozenMap, Outcome, Puzzle, sight_of

_Test = Callable[[list[int]], bool]


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions, in ascending row-major order.

    Stats:
        choices: Dead ends with few empty cells left: at most 2n if n <= 4, else at most n.
            Mathdoku's paper counts these dead ends.
        undone: Digits placed and later removed.
        value_trials: Digits tried.
        nodes: Digits placed.
    """
    search = _Search(puzzle, Meter(budget), on_event)
    return search.outcome(search.meter.collect(search.run(), limit))


def is_choice(order: int, n_empty: int) -> bool:
    """Return whether Mathdoku counts a dead end with *n_empty* empty cells as a choice."""
    return n_empty <= (2 * order if order <= 4 else order)


class _Search:
    """A search and its counters."""

    def __init__(self, puzzle: Puzzle, meter: Meter, on_event: OnEvent | None) -> None:
        geometry = puzzle.geometry
        self.puzzle = puzzle
        self.meter = meter
        self.on_event = on_event
        self.choices = self.undone = self.value_trials = 0
        self.grid = list(puzzle.givens)
        self.tried = [0] * geometry.n_cells  # the last digit placed in each cell
        # For each cell: the tests of its cages.
        self.tests: list[list[_Test]] = [[] for _ in puzzle.givens]
        for cage in puzzle.cages:
            test = _test(cage)
            for cell in cage.cells:
                self.tests[cell].append(test)
        # Masks with bit d for digit d. `used` has the digits placed in each house, and `barred` has
        # the digits excluded from each cell.
        self.used = [0] * len(geometry.houses)
        self.barred = [0] * geometry.n_cells
        if puzzle.candidates is not None:
            self.barred = [(geometry.all_mask & ~mask) << 1 for mask in puzzle.candidates]

    def run(self) -> Iterator[tuple[int, ...]]:
        """Yield every solution. End early and set `meter.stopped` if the budget runs out."""
        if not self._givens_fit():
            return
        open_cells = [cell for cell, given in enumerate(self.grid) if not given]
        for cell, given in enumerate(self.grid):
            if given:
                self._flip(cell, given)
        k = 0
        while k >= 0:
            if k == len(open_cells):
                yield tuple(self.grid)
            elif self._place_next(open_cells[k]):
                k += 1
                continue
            elif self.meter.stopped:
                return
            else:
                self._give_up(open_cells[k], len(open_cells) - k)
            k -= 1
            if k >= 0:
                self._remove(open_cells[k])

    def _givens_fit(self) -> bool:
        puzzle, givens = self.puzzle, self.puzzle.givens
        if any(
            given and any(givens[peer] == given for peer in sight_of(puzzle.geometry)[cell])
            for cell, given in enumerate(givens)
        ):
            return False
        if puzzle.candidates is not None and any(
            given and not mask >> (given - 1) & 1
            for given, mask in zip(givens, puzzle.candidates, strict=True)
        ):
            return False
        return all(_test(cage)(list(givens)) for cage in puzzle.cages)

    def _place_next(self, cell: int) -> bool:
        """Place the next digit that fits. Return False if no digit fits or the budget ran out."""
        grid, tests, report = self.grid, self.tests[cell], self.on_event
        taken = self.barred[cell]
        for house in self.puzzle.geometry.houses_of[cell]:
            taken |= self.used[house]
        for digit in range(self.tried[cell] + 1, self.puzzle.order + 1):
            self.value_trials += 1
            if report:
                report(Event("try", cell, digit))
            grid[cell] = digit
            if not taken >> digit & 1 and all(test(grid) for test in tests):
                return self._keep(cell, digit)
            if report:
                report(Event("reject", cell, digit))
        grid[cell] = 0
        return False

    def _keep(self, cell: int, digit: int) -> bool:
        if not self.meter.spend():
            return False
        self.tried[cell] = digit
        self._flip(cell, digit)
        if self.on_event:
            self.on_event(Event("place", cell, digit))
        return True

    def _give_up(self, cell: int, n_empty: int) -> None:
        """Leave *cell*, one of *n_empty* empty cells, because it has no digit left to try."""
        self.tried[cell] = 0
        self.choices += is_choice(self.puzzle.order, n_empty)
        if self.on_event:
            self.on_event(Event("backtrack", cell, 0))

    def _remove(self, cell: int) -> None:
        digit, self.grid[cell] = self.grid[cell], 0
        self.undone += 1
        self._flip(cell, digit)
        if self.on_event:
            self.on_event(Event("remove", cell, digit))

    def _flip(self, cell: int, digit: int) -> None:
        for house in self.puzzle.geometry.houses_of[cell]:
            self.used[house] ^= 1 << digit

    def outcome(self, solutions: tuple[tuple[int, ...], ...]) -> Outcome:
        """Return the solutions together with the counters."""
        stats = FrozenMap(
            {
                "choices": self.choices,
                "undone": self.undone,
                "value_trials": self.value_trials,
                "nodes": self.meter.nodes,
            }
        )
        return Outcome(
            len(solutions),
            self.meter.stopped,
            solutions,
            stats=stats,
            engine=ENGINE.name,
            elapsed_s=self.meter.elapsed_s,
        )


def _test(cage: Cage) -> _Test:
    """Return a test of whether a partly or completely filled cage can still reach its target."""
    cells, target = cage.cells, cage.target

    def is_possible(grid: list[int]) -> bool:
        digits = [grid[cell] for cell in cells]
        if 0 not in digits:
            return cage.allows(tuple(digits))
        placed = [digit for digit in digits if digit]
        if not cage.repeats and len(set(placed)) < len(placed):
            return False
        if target is None or cage.operation not in ("+", "*"):
            return True
        return (sum(placed) if cage.operation == "+" else prod(placed)) <= target

    return is_possible


ENGINE = Engine(
    name="backtracking",
    summary="first empty cell, digits ascending; counts choices and undone digits (Mathdoku)",
    complete=True,
    events=True,
    supports=why_only_cages,  # a search with this engine may still take very long
    solve=_solve,
    counters={"choices": "choice", "undone": "remove", "value_trials": "try"},
)
