"""Puzzles with random relations of every type: the engines against a plain enumeration.

A puzzle has rows, columns and perhaps boxes, so many givens that few grids are left of these, and
relations. The enumeration fills cell by cell by the houses alone, and then asks each relation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

from pandoku.kernel.cages import search_cages, true_masks
from pandoku.model import (
    Automaton,
    Cage,
    Constraint,
    Differ,
    Geometry,
    Machine,
    Only,
    Pairs,
    Puzzle,
    Reaches,
    Relation,
    Total,
    automaton_of,
)
from tests.fuzz.agreement import Lie

__all__ = ["Stated", "grids_of", "random_grid", "random_relation", "try_relations"]

ORDERS = (2, 3, 4, 5, 6)
_BOXES = {4: (2, 2), 6: (2, 3)}
_MOST = 300  # grids that the houses leave
_MOST_CELLS = 6  # in a relation
_Grid = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stated(Constraint):
    """A constraint that is what its relations say.

    Attributes:
        parts: The relations.
    """

    NAME: ClassVar[str] = "stated"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    parts: tuple[Relation, ...]

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        return self.parts

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        return all(relation.allows(digits) for relation in self.parts)


def try_relations(rng: Random) -> str:
    """Compare a puzzle with random relations with its enumeration.

    Returns:
        The puzzle, for the report of a finding.

    Raises:
        Lie: A search finds another number of solutions, other solutions or other candidates.
    """
    puzzle, grids = random_puzzle(rng)
    told = f"{puzzle.geometry!r} {puzzle.givens} {puzzle.cages} {puzzle.further}"
    try:
        _compare(puzzle, grids)
    except Exception as error:
        error.add_note(told)
        raise
    return told


def _compare(puzzle: Puzzle, grids: list[_Grid]) -> None:
    wanted = {grid for grid in grids if puzzle.accepts(grid)}
    (found,) = search_cages([puzzle], limit=_MOST + 1, threads=1)
    if found.count != len(wanted) or set(found.solutions) != wanted:
        raise Lie(f"{len(wanted)} solutions are right, {found.count} are found")
    candidates = true_masks([puzzle], threads=1)[0]
    right = [0] * puzzle.geometry.n_cells
    for grid in wanted:
        right = [mask | 1 << (digit - 1) for mask, digit in zip(right, grid, strict=True)]
    if candidates != tuple(right):
        raise Lie(f"the candidates {tuple(right)} are right, {candidates} are found")
    for grid in grids:
        masks = [1 << (digit - 1) for digit in grid]
        for relation in _relations(puzzle):
            if relation.may_hold(masks) != relation.allows(grid):
                raise Lie(f"{relation} judges {grid} in two ways")
    for relation in _relations(puzzle) if wanted else ():
        if not relation.may_hold(right):
            raise Lie(f"{relation} refuses the candidates of {len(wanted)} solutions")


def _relations(puzzle: Puzzle) -> Iterator[Relation]:
    return (each for constraint in puzzle.further for each in constraint.relations(puzzle))


def random_puzzle(rng: Random) -> tuple[Puzzle, list[_Grid]]:
    """Return a puzzle with relations, and all grids that its houses and givens leave."""
    order = rng.choice(ORDERS)
    box = _BOXES.get(order) if rng.random() < 0.5 else None
    geometry = Geometry.sudoku(order, box) if box else Geometry.latin(order)
    grid = random_grid(geometry, rng)
    givens, grids = [0] * geometry.n_cells, list[_Grid]()
    # Givens are added until few grids are left.
    left = rng.sample(range(geometry.n_cells), geometry.n_cells)
    while len(grids := grids_of(geometry, givens, _MOST + 1)) > _MOST:
        for cell in left[: max(1, order - 3)]:
            givens[cell] = grid[cell]
        left = left[max(1, order - 3) :]
    parts = [random_relation(geometry, grid, rng) for _ in range(rng.randint(1, 6))]
    cut = rng.randint(0, len(parts))
    further = [Stated(tuple(some)) for some in (parts[:cut], parts[cut:]) if some]
    cages = [_random_cage(geometry, grid, rng) for _ in range(rng.choice((0, 0, 1, 2)))]
    return Puzzle(geometry, givens, cages, further=further), grids


def random_grid(geometry: Geometry, rng: Random) -> _Grid:
    """Return a full grid: a random order of digits is tried in every cell."""
    tried = [
        rng.sample(range(1, geometry.order + 1), geometry.order) for _ in range(geometry.n_cells)
    ]
    return next(_fill(_seen(geometry), [0] * geometry.n_cells, tried))


def grids_of(geometry: Geometry, givens: Sequence[int], most: int) -> list[_Grid]:
    """Return the grids that the houses leave, at most so many."""
    digits = range(1, geometry.order + 1)
    tried = [(given,) if given else digits for given in givens]
    found = []
    for grid in _fill(_seen(geometry), list(givens), tried):
        found.append(grid)
        if len(found) == most:
            break
    return found


def _fill(
    seen: Sequence[_Grid], grid: list[int], tried: Sequence[Sequence[int]], cell: int = 0
) -> Iterator[_Grid]:
    if cell == len(grid):
        yield tuple(grid)
        return
    was = grid[cell]
    for digit in tried[cell]:
        if all(grid[other] != digit for other in seen[cell]):
            grid[cell] = digit
            yield from _fill(seen, grid, tried, cell + 1)
    grid[cell] = was


@cache
def _seen(geometry: Geometry) -> tuple[_Grid, ...]:
    """Return the other cells of the houses of each cell."""
    return tuple(
        tuple(
            {other for house in geometry.houses if cell in house.cells for other in house.cells}
            - {cell}
        )
        for cell in range(geometry.n_cells)
    )


# ---- random relations


def random_relation(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    """Return a relation of any type, which often holds in a grid."""
    make = rng.choice((_only, _differ, _pairs, _sum, _total, _reaches, _machine, _ordered))
    relation = make(geometry, grid, rng)
    if rng.random() < 0.85:
        for _ in range(50):
            if relation.allows(grid):
                break
            relation = make(geometry, grid, rng)
    return relation


def _cells(geometry: Geometry, rng: Random, least: int, most: int = _MOST_CELLS) -> _Grid:
    most = min(most, geometry.n_cells)
    return tuple(rng.sample(range(geometry.n_cells), rng.randint(min(least, most), most)))


def _only(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    return Only(rng.randrange(geometry.n_cells), rng.getrandbits(geometry.order))


def _differ(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    return Differ(_cells(geometry, rng, 2, geometry.order))


def _pairs(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    n = geometry.order
    table = tuple(rng.getrandbits(n) | rng.getrandbits(n) for _ in range(n))
    pairs = [tuple(rng.sample(range(geometry.n_cells), 2)) for _ in range(rng.randint(1, 3))]
    return Pairs(table, tuple(pairs))  # type: ignore[arg-type]


def _sum(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    """Return a total of digits that are added or subtracted, as most constraints have it."""
    terms = [(cell, rng.choice((1, 1, 1, -1))) for cell in _cells(geometry, rng, 1)]
    total = sum(grid[cell] * sign for cell, sign in terms)
    return Total.of(terms, (total,), geometry.order)


def _total(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    n, most = geometry.order, rng.choice((1, 3, 12))
    terms = tuple(
        (cell, tuple(rng.randint(-most, most) for _ in range(n)))
        for cell in _cells(geometry, rng, 0, 5)
    )
    total = sum(weights[grid[cell] - 1] for cell, weights in terms)
    more = {rng.randint(-most * 2, most * 2) for _ in range(rng.randint(0, 2))}
    return Total(terms, tuple(sorted({total, *more})))


def _reaches(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    cage = _random_cage(geometry, grid, rng)
    return Reaches(cage.operation, cage.target or 0, cage.cells)


def _random_cage(geometry: Geometry, grid: _Grid, rng: Random) -> Cage:
    operation, cells = rng.choice("+-*/?="), _cells(geometry, rng, 1, 4)
    digits = [grid[cell] for cell in cells]
    targets = [sum(digits), 2 * max(digits) - sum(digits), rng.randint(-2, 12)]
    product = 1
    for digit in digits:
        product *= digit
    targets += [product, max(1, max(digits) ** 2 // product)]
    at = {"+": 0, "-": 1, "*": 3, "/": 4}.get(operation, 2)
    target = targets[at] if rng.random() < 0.8 else rng.choice(targets)
    return Cage(operation, target, cells, repeats=rng.random() < 0.7)


def _machine(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    """Return any automaton, with states that nothing reaches and dead ends."""
    n, n_states = geometry.order, rng.choice((1, 2, 3, 5, 70))
    steps = tuple(
        tuple(rng.randrange(n_states) if rng.random() < 0.8 else -1 for _ in range(n))
        for _ in range(n_states)
    )
    accepting = tuple(state for state in range(n_states) if rng.random() < 0.4)
    return Machine(_cells(geometry, rng, 0), Automaton(steps, accepting))


def _ordered(geometry: Geometry, grid: _Grid, rng: Random) -> Relation:
    """Return an automaton made from a rule: so many digits exceed the one before."""
    cells, wanted = _cells(geometry, rng, 1), rng.randint(0, 3)
    rises: Callable[[object], bool] = lambda state: state[1] == wanted  # type: ignore[index]  # noqa: E731

    def step(state: object, digit: int) -> tuple[int, int]:
        last, count = state  # type: ignore[misc]
        return digit, count + (0 < last < digit)  # type: ignore[has-type]

    return Machine(cells, automaton_of(geometry.order, len(cells), (0, 0), step, rises))
