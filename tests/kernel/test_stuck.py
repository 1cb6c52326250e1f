"""Searches that get stuck: learning from conflicts finds the same solutions as guessing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

import pandoku
from pandoku import Budget, Cage, Geometry, Puzzle
from pandoku.constraints import Arrow, Renban, Sandwich, Thermometer, Whisper
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.cages import search_cages, true_masks
from pandoku.kernel.generate import grids
from pandoku.kernel.lanes import search_lanes
from pandoku.model import Constraint
from tests.data import CASES, IS_FULL, JIGSAW5, by_default
from tests.kernel.interrupt import is_interrupted

needs_cases = pytest.mark.skipif(not CASES.exists(), reason="PANDOKU_SHARED has no trials")

GEOMETRIES = (
    Geometry.latin(1),
    Geometry.latin(4),
    Geometry(4, (2, 2)),
    Geometry(4, (2, 2), diagonals=True),
    Geometry(5, regions=JIGSAW5),
    Geometry.latin(5, diagonals=True),
    Geometry(6, (2, 3)),
    Geometry.latin(7),
    Geometry(9, (3, 3)),
    Geometry(12, (3, 4)),
)
AT_ONCE = 1  # a patience that the first guesses use up


def puzzles_of(geometry: Geometry, n: int, rng: random.Random) -> Iterator[Puzzle]:
    """Yield puzzles with none, one, few or many solutions."""
    n_cells = geometry.n_cells
    grids = search_lanes([Puzzle(geometry)], limit=50)[0].solutions
    for _ in range(n):
        grid = rng.choice(grids)
        share = rng.choice((0.35, 0.5, 0.7)) if geometry.order > 5 else rng.choice((0.1, 0.3, 0.6))
        givens = [digit if rng.random() < share else 0 for digit in grid]
        if rng.random() < 0.3:  # mostly without a solution
            givens[rng.randrange(n_cells)] = rng.randint(1, geometry.order)
        puzzle = Puzzle(geometry, tuple(givens))
        if not any(each.severity == "error" for each in puzzle.problems()):
            yield puzzle


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_houses_have_the_same_solutions_however_they_are_searched(geometry: Geometry) -> None:
    rng = random.Random(repr(geometry))
    puzzles = list(puzzles_of(geometry, by_default(40, full=200), rng))
    for limit in (1, 2, 400):
        guessed = search_lanes(puzzles, limit=limit, patience=0)
        learned = search_lanes(puzzles, limit=limit, patience=AT_ONCE)
        in_cages = search_cages(puzzles, limit=limit, patience=AT_ONCE)
        for one, other, third in zip(guessed, learned, in_cages, strict=True):
            counts = {(each.count, each.stopped) for each in (one, other, third)}
            assert len(counts) == 1
            for each in (other, third):
                assert len(set(each.solutions)) == each.count
                if one.stopped is None:
                    assert set(each.solutions) == set(one.solutions)
    # The same on several threads, and for puzzles that are one array.
    alone = search_lanes(puzzles, limit=2, patience=AT_ONCE, threads=1)
    again = search_lanes(puzzles, limit=2, patience=AT_ONCE, threads=2)
    assert [each.count for each in again] == [each.count for each in alone]


@pytest.mark.parametrize("geometry", GEOMETRIES[1:7], ids=repr)
def test_true_candidates_are_the_same(geometry: Geometry) -> None:
    puzzles = list(puzzles_of(geometry, 60, random.Random(repr(geometry))))
    assert true_masks(puzzles, patience=AT_ONCE) == true_masks(puzzles, patience=0)


def with_holes(geometry: Geometry, n_holes: int, seed: int) -> Puzzle:
    """Return a puzzle from a random grid, so with at least one solution."""
    (row,) = grids(geometry, [seed])
    digits = [*row]
    for cell in random.Random(seed).sample(range(geometry.n_cells), n_holes):
        digits[cell] = 0
    return Puzzle(geometry, tuple(digits))


def some_rules(grid: tuple[int, ...], rng: random.Random) -> Puzzle:
    """Return a 6x6 with a few rules of several kinds that a grid obeys, more or less."""
    rules: list[Constraint | str] = []
    for _ in range(rng.randint(1, 4)):
        row, column = rng.randrange(6), rng.randrange(4)
        line = " ".join(f"r{row + 1}c{column + 1 + k}" for k in range(3))
        digits = [grid[row * 6 + column + k] for k in range(3)]
        make = rng.choice((Thermometer, Renban, Arrow, Whisper, Sandwich, Cage))
        if make is Sandwich:
            inside = grid[row * 6 : row * 6 + 6]
            ends = sorted((inside.index(1), inside.index(6)))
            rules.append(Sandwich(f"r{row + 1}c1", "R", sum(inside[ends[0] + 1 : ends[1]])))
        elif make is Cage:
            cells = tuple(rng.sample(range(36), 4))
            repeats = len({grid[cell] for cell in cells}) < 4
            rules.append(Cage("+", sum(grid[cell] for cell in cells), cells, repeats))
        elif make is Thermometer and digits == sorted(digits):
            rules.append(Thermometer(line))
        elif make is Renban and max(digits) - min(digits) == 2:
            rules.append(Renban(line))
        elif make is Arrow and digits[0] == digits[1] + digits[2]:
            rules.append(Arrow(line.split()[0], line))
        elif make is Whisper and all(abs(a - b) >= 3 for a, b in pairwise(digits)):
            rules.append(Whisper(line, 3))
    givens = tuple(digit if rng.random() < 0.35 else 0 for digit in grid)
    return Puzzle(Geometry(6, (2, 3)), givens).with_(*rules)


def test_rules_have_the_same_solutions_however_they_are_searched() -> None:
    rng = random.Random(5)
    grids = search_lanes([Puzzle(Geometry(6, (2, 3)))], limit=200)[0].solutions
    puzzles = [some_rules(rng.choice(grids), rng) for _ in range(250)]
    guessed = search_cages(puzzles, limit=500, patience=0)
    learned = search_cages(puzzles, limit=500, patience=AT_ONCE)
    assert sum(one.count > 1 for one in guessed) > 50
    for one, other in zip(guessed, learned, strict=True):
        assert (one.count, one.stopped) == (other.count, other.stopped)
        if one.stopped is None:
            assert set(one.solutions) == set(other.solutions)
    assert true_masks(puzzles[:60], patience=AT_ONCE) == true_masks(puzzles[:60], patience=0)


def test_guessing_and_learning_take_turns() -> None:
    """A sum of 81 cells says nothing about why it fails, so learning gets stuck too."""
    cages = tuple(Cage("+", 15 + k % 5, (9 * k, 9 * k + 1, 9 * k + 2)) for k in range(9))
    puzzle = Puzzle(Geometry(9, (3, 3)), cages=cages)
    guessed = search_cages([puzzle], limit=300, patience=0)[0]
    learned = search_cages([puzzle], limit=300, patience=AT_ONCE)[0]
    assert (guessed.count, guessed.stopped) == (learned.count, learned.stopped)
    assert len(set(learned.solutions)) == learned.count


@pytest.mark.parametrize("search", [search_lanes, search_cages])
def test_budgets_hold_where_a_search_learns(search: object) -> None:
    puzzle = with_holes(Geometry.latin(25), 330, seed=1)
    for nodes in (1, 10, 1000, 3000):
        found = search([puzzle], nodes=nodes, patience=100)[0]  # type: ignore[operator]
        assert found.nodes <= nodes
        assert found.stopped in ("nodes", "limit", None)
    found = search([puzzle], limit=10**6, seconds=0.2, patience=100)[0]  # type: ignore[operator]
    assert found.stopped == "seconds"


def test_a_search_that_is_cut_short_keeps_what_guessing_found() -> None:
    puzzle = Puzzle(Geometry.latin(4), (1, 2, 3, 4) + (0,) * 12)
    assert search_lanes([puzzle], limit=100, patience=0)[0].count == 24
    for nodes in range(1, 60):
        cut = search_lanes([puzzle], limit=100, patience=3, nodes=nodes)[0]
        assert len(set(cut.solutions)) == cut.count <= 24
        assert cut.nodes <= nodes


@pytest.mark.turns(3)
def test_large_grids_that_guessing_gets_lost_in() -> None:
    puzzle = with_holes(Geometry(25, (5, 5)), 350, seed=1)
    # Which puzzles guessing solves depends on the number of lanes.
    guessed = search_lanes([puzzle], patience=0, nodes=5000, isa="baseline")[0]
    assert (guessed.count, guessed.stopped) == (0, "nodes")
    found = search_lanes([puzzle])[0]
    assert (found.count, found.stopped) == (2, "limit")
    assert all(puzzle.accepts(solution) for solution in found.solutions)
    rows = np.array([puzzle.givens, puzzle.givens], np.uint8)
    solutions, counts = solve_many(rows, like=Puzzle(25))
    assert counts.tolist() == [2, 2]
    assert all(puzzle.accepts(solution) for solution in solutions.tolist())


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("total", "count"),
    [
        (17, 2),
        pytest.param(20, 0, marks=pytest.mark.skipif(not IS_FULL, reason="PANDOKU_FULL=1 runs it")),
    ],
)
def test_sandwich_sums_that_guessing_gets_lost_in(total: int, count: int) -> None:
    clues = [Sandwich(f"r{row}c1", "R", total) for row in (1, 2, 3, 4, 5, 6)]
    clues += [Sandwich(f"r1c{column}", "D", total) for column in (1, 2, 3, 4, 5, 7, 9)]
    puzzle = Puzzle(9).with_(*clues)
    assert search_cages([puzzle], patience=0, nodes=5000)[0].stopped == "nodes"
    found = search_cages([puzzle], nodes=50_000)[0]
    assert (found.count, found.stopped) == (count, "limit" if count else None)
    assert all(puzzle.accepts(solution) for solution in found.solutions)


@pytest.mark.turns(3)
@needs_cases
@pytest.mark.parametrize(
    ("name", "limit", "count"), [("25x25-p19", 2, 1), ("qcp-25-264-5", 1, 1), ("sandwich18", 3, 2)]
)
def test_puzzles_that_other_programs_solve(name: str, limit: int, count: int) -> None:
    """The budget is twice what they take; guessing alone takes many times as much."""
    puzzle = pandoku.load(CASES / f"slow-{name}.txt")
    found = pandoku.solve(puzzle, limit=limit, budget=Budget(nodes=110_000))
    assert (found.count, found.stopped) == (count, "limit" if count == limit else None)


@pytest.mark.turns(3)
def test_ctrl_c_ends_learning() -> None:
    setup = (
        "from pandoku import Geometry, Puzzle\n"
        "from pandoku.kernel.lanes import search_lanes\n"
        "from pandoku.kernel.cages import search_cages"
    )
    for search in ("search_lanes", "search_cages"):
        call = f"{search}([Puzzle(Geometry.latin(12))], limit=2**62, patience=1)"
        assert is_interrupted(setup, call)
