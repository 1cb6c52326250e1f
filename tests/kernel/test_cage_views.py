"""True candidates, what one cage says, and derived sums, against plain enumeration."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import prod

import pytest

import pandoku
from pandoku import Budget, Cage, EngineError, Geometry, Puzzle, PuzzleError
from pandoku.kernel.cages import derived_sums, solve, true_candidates, view_cage
from tests.data import JIGSAW5

GEOMETRIES = (
    Geometry(3),
    Geometry(4),
    Geometry(4, (2, 2)),
    Geometry(4, (2, 2), diagonals=True),
    Geometry(5, diagonals=True),
    Geometry(5, regions=JIGSAW5),
    Geometry(6, (2, 3)),
)


def some_grid(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    return rng.choice(solve([Puzzle(geometry)], limit=200)[0].solutions)


def cage_over(grid: tuple[int, ...], rng: random.Random, operations: str, size: int) -> Cage:
    cells = tuple(rng.sample(range(len(grid)), size))
    digits = [grid[cell] for cell in cells]
    operation = rng.choice(operations)
    if rng.random() < 0.1:
        return Cage("+", None, cells)
    targets = {"+": sum(digits), "-": 2 * max(digits) - sum(digits), "*": prod(digits)}
    target = targets.get(operation, sum(digits)) + rng.choice((0, 0, 0, 0, 0, 1))
    return Cage(operation, target, cells, len(set(digits)) < size or rng.random() < 0.5)


def block_cages(grid: tuple[int, ...], order: int, rng: random.Random) -> tuple[Cage, ...]:
    """+ cages of neighbours that cover the grid."""
    free, cages = list(range(order * order)), []
    while free:
        cells = [free[0]]
        for step in rng.sample((1, order, -1), 3):
            cell = cells[-1] + step
            if cell in free and cell not in cells and len(cells) < 4:
                cells.append(cell)
        free = [cell for cell in free if cell not in cells]
        cages.append(Cage("+", sum(grid[cell] for cell in cells), tuple(cells)))
    return tuple(cages)


def some_candidates(grid: tuple[int, ...], order: int, rng: random.Random) -> tuple[int, ...]:
    whole = (1 << order) - 1
    few = rng.random() < 0.3
    return tuple(
        1 << (digit - 1) if few and rng.random() < 0.4 else rng.randint(1, whole) | 1 << (digit - 1)
        for digit in grid
    )


# ---- true candidates


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_true_candidates_are_those_of_all_solutions(geometry: Geometry) -> None:
    rng, n_several, n_none = random.Random(repr(geometry)), 0, 0
    for _ in range(40):
        grid = some_grid(geometry, rng)
        cages = tuple(
            cage_over(grid, rng, "+-*?", rng.randint(1, 3)) for _ in range(rng.randint(1, 4))
        )
        shown = rng.choice((0, 0.1, 0.3))
        givens = tuple(digit if rng.random() < shown else 0 for digit in grid)
        puzzle = Puzzle(geometry, givens, cages)
        found = solve([puzzle], limit=1000)[0]
        if found.stopped is not None:
            continue
        expected = [0] * geometry.n_cells
        for solution in found.solutions:
            for cell, digit in enumerate(solution):
                expected[cell] |= 1 << (digit - 1)
        assert true_candidates([puzzle]) == [tuple(expected)]
        n_several += found.count > 1
        n_none += found.count == 0
    assert n_several
    assert n_none


def test_true_candidates_are_found_with_and_without_cages() -> None:
    assert pandoku.true_candidates(Puzzle(9)) == (511,) * 81
    killer = Puzzle(9, cages=(Cage("+", 3, (0, 1), repeats=False), Cage("+", 41, tuple(range(8)))))
    masks = pandoku.true_candidates(killer)
    assert masks is not None
    assert masks[:2] == (3, 3)
    assert masks[8] == 1 << 3
    assert masks[2] == 511 & ~(1 | 2 | 8)


def test_true_candidates_out_of_budget_are_none() -> None:
    assert pandoku.true_candidates(Puzzle(9), budget=Budget(nodes=5)) is None


def test_true_candidates_refuse_what_solve_refuses() -> None:
    with pytest.raises(PuzzleError, match="row 1"):
        pandoku.true_candidates(Puzzle(4, (1, 1, *(0,) * 14)))
    with pytest.raises((EngineError, PuzzleError), match=f"{2**63}"):
        pandoku.true_candidates(Puzzle(4, cages=(Cage("*", 2**63, (0, 1)),)))


# ---- one cage


def plain_fillings(puzzle: Puzzle, index: int, masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    cage, peers = puzzle.cages[index], puzzle.geometry.peers
    differ = [set(other.cells) for other in puzzle.cages if not other.repeats]
    apart = [
        (i, j)
        for i, j in combinations(range(len(cage.cells)), 2)
        if cage.cells[j] in peers[cage.cells[i]]
        or any({cage.cells[i], cage.cells[j]} <= cells for cells in differ)
    ]
    digits = [
        [d for d in range(1, puzzle.order + 1) if masks[cell] >> (d - 1) & 1] for cell in cage.cells
    ]
    return [
        filling
        for filling in product(*digits)
        if cage.allows(filling) and all(filling[i] != filling[j] for i, j in apart)
    ]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_a_cage_view_lists_what_fits(geometry: Geometry) -> None:
    rng, n_required = random.Random(repr(geometry)), 0
    for _ in range(60):
        grid = some_grid(geometry, rng)
        cages = tuple(cage_over(grid, rng, "+-*/=?", rng.randint(1, 5)) for _ in range(3))
        puzzle = Puzzle(geometry, cages=cages)
        masks = some_candidates(grid, geometry.order, rng)
        for index, cage in enumerate(cages):
            expected = plain_fillings(puzzle, index, masks)
            view = view_cage(puzzle, index, masks)
            assert view.complete
            assert list(view.fillings) == expected
            columns = zip(*expected, strict=True) if expected else [()] * len(cage.cells)
            assert view.masks == tuple(sum(1 << (d - 1) for d in set(c)) for c in columns)
            held = [set(filling) for filling in expected]
            required = set.intersection(*held) if held else set()
            assert view.required == sum(1 << (digit - 1) for digit in required)
            n_required += bool(required) and len(expected) > 1
    assert n_required


def test_a_cage_with_too_many_fillings_is_only_filtered() -> None:
    puzzle = Puzzle(9, cages=(Cage("+", 6, (0, 1, 2)), Cage("+", 200, tuple(range(40)))))
    view = view_cage(puzzle, 0, most=5)
    assert (view.complete, view.fillings, view.required) == (False, (), 0)
    assert view.masks == (7, 7, 7)
    assert view_cage(puzzle, 0, most=6).complete
    assert not view_cage(puzzle, 1).complete


def test_a_cage_view_checks_its_arguments() -> None:
    puzzle = Puzzle(4, cages=(Cage("+", 3, (0, 1)),))
    with pytest.raises(ValueError, match=r"expected a cage 0\.\.0, found 1"):
        view_cage(puzzle, 1)
    with pytest.raises(ValueError, match="16 masks"):
        view_cage(puzzle, 0, (1,) * 15)
    with pytest.raises(ValueError, match="16 masks"):
        derived_sums(puzzle, (16,) * 16)
    with pytest.raises(ValueError, match="fillings at most"):
        view_cage(puzzle, 0, most=-1)
    assert view_cage(puzzle, 0, (0, *(15,) * 15)).masks == (0, 0)


# ---- derived sums


@pytest.mark.parametrize("geometry", GEOMETRIES[1:], ids=repr)
def test_derived_sums_follow_from_their_houses_and_cages(geometry: Geometry) -> None:
    rng, order = random.Random(repr(geometry)), geometry.order
    shapes = set()
    for _ in range(20):
        grid = some_grid(geometry, rng)
        puzzle = Puzzle(geometry, cages=block_cages(grid, order, rng))
        masks = some_candidates(grid, order, rng)
        digits = dict(enumerate(mask.bit_length() for mask in masks if mask))
        known = {c for c, mask in enumerate(masks) if mask.bit_count() == 1}
        for cage in puzzle.cages:
            if len(cage.cells) == 1:  # says what its cell is
                known |= {*cage.cells}
                digits[cage.cells[0]] = cage.target or 0
        for found in derived_sums(puzzle, masks):
            houses = [geometry.houses[h].cells for h in found.houses]
            cells = set().union(*houses)
            assert len(cells) == order * len(houses)  # they are disjoint
            inside = {c for i in found.inside for c in puzzle.cages[i].cells}
            assert inside <= cells
            outside = {c for i in found.outside for c in puzzle.cages[i].cells}
            left = order * (order + 1) // 2 * len(houses)
            left -= sum(puzzle.cages[i].target or 0 for i in found.inside + found.outside)
            plus, minus = cells - inside - outside, outside - cells
            placed = (plus | minus) & known
            for cell in placed:
                left += digits[cell] * (1 if cell in minus else -1)
            assert set(found.placed) == placed
            plus, minus = plus - placed, minus - placed
            if not plus:
                plus, minus, left = minus, plus, -left
            assert (set(found.plus), set(found.minus), found.total) == (plus, minus, left)
            assert sum(grid[c] for c in plus) - sum(grid[c] for c in minus) == left
            shapes.add((len(plus), len(minus)))
    assert {(1, 0), (1, 1), (2, 0)} <= shapes
