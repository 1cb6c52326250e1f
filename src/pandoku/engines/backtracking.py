"""Engine `backtracking`: the first empty cell, every digit that fits, back when none is left.

The search of the Mathdoku and Sukoku papers: cells in row-major order, digits ascending. A digit
fits when no peer has it and every cage of the cell may still come true:

    +   the sum so far is at most the target         -  /   exact as soon as the cage is full
    *   the product so far is at most the target      =     the digit is the target

and a full cage must come true exactly. (Mathdoku's own program never asks for equality, and so
prints wrong grids for some puzzles; with it the search visits the same cells and is right.)

Source: Dalhousie CSCI 3901, Mathdoku; Oregon State CS 325, Sukoku.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pandoku.engines._engine import Budget, Event, Meter, OnEvent
from pandoku.model import Cage, Outcome, Puzzle

NAME = "backtracking"
SUMMARY = "the first empty cell, digits ascending; counts choices and undone digits (Mathdoku)"
COMPLETE = True
EVENTS = True

_Test = Callable[[list[int]], bool]


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: never; it may only take very long."""
    return None


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions, in ascending row-major order.

    Stats:
        choices: As Mathdoku's paper counts them: dead ends with few cells left, at most 2n
            empty ones when n <= 4, at most n when n > 4.
        undone: Digits placed and later removed.
        value_trials: Digits tried.
        nodes: Digits placed.
    """
    search = _Search(puzzle, Meter(budget), on_event)
    solutions: list[tuple[int, ...]] = []
    for solution in search.run():
        solutions.append(solution)
        if len(solutions) == limit:
            search.meter.stopped = "limit"
            break
    return search.outcome(solutions)


class _Search:
    """The search with its counters."""

    def __init__(self, puzzle: Puzzle, meter: Meter, on_event: OnEvent | None) -> None:
        self.puzzle = puzzle
        self.meter = meter
        self.on_event = on_event
        self.choices = self.undone = self.value_trials = 0

    def run(self) -> Iterator[tuple[int, ...]]:
        """Yield every solution; ends early, with `meter.stopped` set, when out of budget."""
        puzzle, report, spend = self.puzzle, self.on_event, self.meter.spend
        n, geometry = puzzle.order, puzzle.geometry
        grid = list(puzzle.givens)
        open_cells = [cell for cell, given in enumerate(grid) if not given]
        if not _givens_fit(puzzle):
            return
        masks = puzzle.candidates or (geometry.all_mask,) * len(grid)
        houses_of, used = geometry.houses_of, [0] * len(geometry.houses)
        for cell, given in enumerate(grid):
            for house in houses_of[cell] if given else ():
                used[house] |= 1 << given
        tests = _cage_tests(puzzle)
        few = 2 * n if n <= 4 else n  # empty cells up to which a dead end counts as a choice
        k = 0
        while True:
            if k == len(open_cells):
                yield tuple(grid)
                k -= 1
                if k < 0:
                    return
                self._remove(open_cells[k], grid, used)
            cell = open_cells[k]
            houses, cell_tests, mask = houses_of[cell], tests[cell], masks[cell] << 1
            for digit in range(grid[cell] + 1, n + 1):
                self.value_trials += 1
                if report:
                    report(Event("try", cell, digit))
                bit = 1 << digit
                grid[cell] = digit
                if (
                    mask & bit
                    and not any(used[house] & bit for house in houses)
                    and all(test(grid) for test in cell_tests)
                ):
                    break
                if report:
                    report(Event("reject", cell, digit))
            else:
                grid[cell] = 0
                if len(open_cells) - k <= few:
                    self.choices += 1
                if report:
                    report(Event("backtrack", cell, 0))
                k -= 1
                if k < 0:
                    return
                self._remove(open_cells[k], grid, used)
                continue
            if not spend():
                return
            for house in houses:
                used[house] |= bit
            if report:
                report(Event("place", cell, digit))
            k += 1

    def _remove(self, cell: int, grid: list[int], used: list[int]) -> None:
        """Take back the digit of *cell*; the grid keeps it, to go on from it."""
        self.undone += 1
        for house in self.puzzle.geometry.houses_of[cell]:
            used[house] &= ~(1 << grid[cell])
        if self.on_event:
            self.on_event(Event("remove", cell, grid[cell]))

    def outcome(self, solutions: list[tuple[int, ...]]) -> Outcome:
        """Return what was found, with the counters."""
        stats = {
            "choices": self.choices,
            "undone": self.undone,
            "value_trials": self.value_trials,
            "nodes": self.meter.nodes,
        }
        return Outcome(
            len(solutions),
            self.meter.stopped,
            tuple(solutions),
            stats=stats,  # type: ignore[arg-type]
            engine=NAME,
            elapsed_s=self.meter.elapsed_s,
        )


def _givens_fit(puzzle: Puzzle) -> bool:
    givens = puzzle.givens
    if any(
        given and any(givens[peer] == given for peer in puzzle.geometry.peers[cell])
        for cell, given in enumerate(givens)
    ):
        return False
    if puzzle.candidates is not None and any(
        given and not mask >> (given - 1) & 1
        for given, mask in zip(givens, puzzle.candidates, strict=True)
    ):
        return False
    return all(_test(cage)(list(givens)) for cage in puzzle.cages)


def _cage_tests(puzzle: Puzzle) -> list[list[_Test]]:
    """Return for every cell the tests of the cages it lies in."""
    tests: list[list[_Test]] = [[] for _ in puzzle.givens]
    for cage in puzzle.cages:
        test = _test(cage)
        for cell in cage.cells:
            tests[cell].append(test)
    return tests


def _test(cage: Cage) -> _Test:
    """Return whether the cage, partly or wholly filled, may still come true."""
    cells, target, operation = cage.cells, cage.target, cage.operation

    def is_possible(grid: list[int]) -> bool:
        digits = [grid[cell] for cell in cells if grid[cell]]
        if len(digits) == len(cells):
            return cage.allows(tuple(digits))
        return cage.repeats or len(set(digits)) == len(digits)

    def sum_is_possible(grid: list[int]) -> bool:
        total, missing = 0, False
        for cell in cells:
            digit = grid[cell]
            total += digit
            missing |= not digit
        return total <= target if missing else total == target  # type: ignore[operator]

    def product_is_possible(grid: list[int]) -> bool:
        total, missing = 1, False
        for cell in cells:
            if digit := grid[cell]:
                total *= digit
            else:
                missing = True
        return total <= target if missing else total == target  # type: ignore[operator]

    if target is None or not cage.repeats or operation not in "+*":
        if operation in "+*" and target is not None:
            bound = sum_is_possible if operation == "+" else product_is_possible
            return lambda grid: is_possible(grid) and bound(grid)
        return is_possible
    return sum_is_possible if operation == "+" else product_is_possible
