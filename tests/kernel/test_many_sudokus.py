"""The lanes against other solvers on thousands of Sudoku, and on grids that are not proper puzzles.

PANDOKU_FULL=1 checks a hundred thousand of each against the exact cover in native/tests, which is
dancing links in C++, sharing nothing with the lanes; by default a sample meets the engine
`dancing-links`. Both are asked for two solutions.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pandoku import Batch, Puzzle
from pandoku.bench import known_sets, read_set
from pandoku.engines import cp_sat, dancing_links
from pandoku.formats import line
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.lanes import lane_isas
from pandoku.kernel.rows import array_of
from tests.data import IS_FULL, ROOT, SHARED, by_default

Rows = NDArray[np.uint8]

KNOWN = {one.name: one.path for one in known_sets(SHARED.parent)}
EXACT_COVER = ROOT / "native" / "tests" / "exact_cover.cpp"
MANY = 100_000

needs_sets = pytest.mark.skipif(not KNOWN, reason="PANDOKU_SHARED has no puzzle sets")


def known_rows(name: str) -> Rows:
    """The puzzles of a known set."""
    batch = read_set(KNOWN[name])
    assert isinstance(batch, Batch)
    return array_of(batch)


# ---- building puzzles, many at a time


def solved_grids(n: int, rng: np.random.Generator) -> Rows:
    """Random solved grids: three random boxes, the rest as the lanes fill it, shuffled."""
    grids = np.zeros((n, 9, 9), np.uint8)
    for box in (0, 3, 6):
        digits = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
        grids[:, box : box + 3, box : box + 3] = digits.reshape(n, 3, 3)
    solved, counts = solve_many(grids, limit=1)
    assert (counts == 1).all()
    return shuffled(solved, rng)


def shuffled(rows: Rows, rng: np.random.Generator) -> Rows:
    """The same puzzles with bands, rows, stacks and columns exchanged, and some transposed."""
    n = len(rows)
    grids = rows.reshape(n, 9, 9)
    for axis in (1, 2):
        order = 3 * any_order(n, rng)[:, :, None] + np.stack([any_order(n, rng) for _ in "123"], 1)
        index = order.reshape((n, 9, 1) if axis == 1 else (n, 1, 9))
        grids = np.take_along_axis(grids, index, axis)
    turned = rng.random(n) < 0.5
    return np.where(turned[:, None, None], grids.swapaxes(1, 2), grids).reshape(n, 81)


def any_order(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    return rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)


def dug(grids: Rows, least: int, most: int, rng: np.random.Generator) -> Rows:
    """Each grid with *least* to *most* of its digits left."""
    left = rng.integers(least, most + 1, (len(grids), 1))
    rank = rng.random(grids.shape).argsort(axis=1).argsort(axis=1)
    return np.where(rank < left, grids, 0).astype(np.uint8)


def built(n: int, seed: int = 1) -> Rows:
    """Puzzles with one solution, about a quarter of them, and with several."""
    rng = np.random.default_rng(seed)
    return dug(solved_grids(n, rng), 24, 48, rng)


def too_few(n: int, rng: np.random.Generator) -> Rows:
    """At most 16 givens: never enough (McGuire, Tugemann, Civario 2012, arXiv 1201.0749)."""
    return dug(solved_grids(n, rng), 0, 16, rng)


def twice_in_a_house(n: int, rng: np.random.Generator) -> Rows:
    """A digit stands twice in a row, a column or a box."""
    grids = solved_grids(n, rng)
    rows, every = dug(grids, 10, 40, rng), np.arange(n)
    first, offset = rng.integers(0, 81, n), rng.integers(1, 9, n)
    row, column = np.divmod(first, 9)
    box, place = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    other = (place + offset) % 9
    second = np.choose(
        rng.integers(0, 3, n),
        [
            row * 9 + (column + offset) % 9,
            (row + offset) % 9 * 9 + column,
            (box // 3 * 3 + other // 3) * 9 + box % 3 * 3 + other % 3,
        ],
    )
    rows[every, first] = rows[every, second] = grids[every, first]
    return rows


def no_candidate(n: int, rng: np.random.Generator) -> Rows:
    """A cell sees all nine digits, while no house has a digit twice."""
    digits = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    grids = np.zeros((n, 9, 9), np.uint8)
    grids[:, 0, 3:8] = digits[:, :5]
    grids[:, 4:8, 0] = digits[:, 5:]
    return shuffled(grids.reshape(n, 81), rng)


def one_wrong(n: int, rng: np.random.Generator) -> Rows:
    """A given of a puzzle is another digit: mostly no solution, and no defect that shows."""
    rows, every = dug(solved_grids(n, rng), 24, 34, rng), np.arange(n)
    cell = (rows > 0).argmax(axis=1)
    rows[every, cell] = rows[every, cell] % 9 + 1
    return shuffled(rows, rng)


NON_PUZZLES: dict[str, tuple[Callable[[int, np.random.Generator], Rows], int | None]] = {
    "too few": (too_few, 2),
    "twice in a house": (twice_in_a_house, 0),
    "no candidate": (no_candidate, 0),
    "one wrong": (one_wrong, None),
}


# ---- who else counts


def by_dancing_links(rows: Rows) -> list[tuple[int, tuple[int, ...] | None]]:
    outcomes = [dancing_links.ENGINE.solve(Puzzle(9, tuple(row)), limit=2) for row in rows.tolist()]
    return [(outcome.count, outcome.solution) for outcome in outcomes]


@cache
def exact_cover_program(folder: Path) -> Path:
    compiler = os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        pytest.skip(f"needs a C++ compiler, found no {compiler}")
    program = folder / "exact_cover"
    subprocess.run([compiler, "-std=c++20", "-O2", "-o", program, EXACT_COVER], check=True)
    return program


def by_exact_cover(rows: Rows, folder: Path) -> list[tuple[int, tuple[int, ...] | None]]:
    text = b"".join(line.characters(row.tobytes()) + b"\n" for row in rows)
    program = exact_cover_program(folder)
    done = subprocess.run([program], input=text, capture_output=True, check=True)
    answers = (told.split() for told in done.stdout.decode().splitlines())
    return [
        (int(count), tuple(map(int, solution)) if count != "0" else None)
        for count, solution in answers
    ]


def check(rows: Rows, expected: list[tuple[int, tuple[int, ...] | None]]) -> None:
    """Assert that the lanes count the same, find the same single solution, and only valid ones."""
    solutions, counts = solve_many(rows)
    assert counts.tolist() == [count for count, _ in expected]
    check_solutions(rows, solutions, counts)
    for index in (counts == 1).nonzero()[0].tolist():
        assert tuple(solutions[index].tolist()) == expected[index][1]


def check_solutions(rows: Rows, solutions: Rows, counts: NDArray[np.int64]) -> None:
    assert not solutions[counts == 0].any()
    rows, solutions = rows[counts > 0], solutions[counts > 0]
    assert ((rows == 0) | (rows == solutions)).all()
    grids = solutions.reshape(-1, 9, 9)
    boxes = grids.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    for houses in (grids, grids.swapaxes(1, 2), boxes):
        assert (np.sort(houses, axis=2) == np.arange(1, 10)).all()


# ---- the claims


def test_the_builder_makes_puzzles_of_both_kinds_and_all_different() -> None:
    rows = built(5_000)
    givens = (rows > 0).sum(axis=1)
    assert (givens.min(), givens.max()) == (24, 48)
    assert len(np.unique(rows, axis=0)) == len(rows)
    _, counts = solve_many(rows)
    proper = (counts == 1).mean()
    assert (counts >= 1).all()
    assert 0.2 < proper < 0.8


@pytest.mark.turns(3)
def test_built_puzzles_are_counted_as_by_dancing_links() -> None:
    rows = built(300, seed=2)
    check(rows, by_dancing_links(rows))


@pytest.mark.turns(3)
@needs_sets
@pytest.mark.parametrize("name", ["generated minimal", "hardest 1106", "Serg"])
def test_known_puzzles_are_counted_as_by_dancing_links(name: str) -> None:
    rows = known_rows(name)
    rows = np.random.default_rng(3).permutation(rows)[: 10 if name == "hardest 1106" else 100]
    check(rows, by_dancing_links(rows))


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", NON_PUZZLES)
def test_non_puzzles_are_counted_as_by_dancing_links(name: str) -> None:
    build, count = NON_PUZZLES[name]
    rows = build(75, np.random.default_rng(4))
    expected = by_dancing_links(rows)
    assert count is None or {found for found, _ in expected} == {count}
    check(rows, expected)


@pytest.mark.skipif(not IS_FULL, reason="takes a while; PANDOKU_FULL=1 runs it")
@pytest.mark.parametrize("name", ["built", "generated minimal", *NON_PUZZLES])
def test_a_hundred_thousand_are_counted_as_by_an_exact_cover(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if name in NON_PUZZLES:
        rows = NON_PUZZLES[name][0](MANY // len(NON_PUZZLES), np.random.default_rng(5))
    elif name == "built":
        rows = built(MANY, seed=6)
    else:
        if not KNOWN:
            pytest.skip("PANDOKU_SHARED has no puzzle sets")
        rows = known_rows(name)
    folder = tmp_path_factory.getbasetemp()
    check(rows, by_exact_cover(rows, folder))


@pytest.mark.skipif(not IS_FULL, reason="compiles a program; PANDOKU_FULL=1 runs it")
def test_the_exact_cover_counts_as_dancing_links(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    rng = np.random.default_rng(7)
    rows = np.concatenate([built(200, seed=7), *(b(50, rng) for b, _ in NON_PUZZLES.values())])
    # They search in different orders, so each may show another of several solutions.
    for mine, other in zip(
        by_exact_cover(rows, tmp_path_factory.getbasetemp()), by_dancing_links(rows), strict=True
    ):
        assert mine[0] == other[0]
        assert mine[0] != 1 or mine[1] == other[1]


@pytest.mark.turns(3)
@pytest.mark.skipif(
    cp_sat.ENGINE.supports(Puzzle(9)) is not None, reason="OR-Tools is not installed"
)
def test_a_sample_is_counted_as_by_cp_sat() -> None:
    rng = np.random.default_rng(8)
    n_built, n_others = by_default(10, full=30), by_default(3, full=8)
    rows = [built(n_built, seed=8), *(build(n_others, rng) for build, _ in NON_PUZZLES.values())]
    if KNOWN:
        rows.append(rng.permutation(known_rows("generated minimal"))[:30])
    sample = np.concatenate(rows)
    found = [cp_sat.ENGINE.solve(Puzzle(9, tuple(row)), limit=2) for row in sample.tolist()]
    check(sample, [(outcome.count, outcome.solution) for outcome in found])


@pytest.mark.turns(3)
@needs_sets
@pytest.mark.parametrize(
    ("name", "n", "count"),
    [
        ("17 clues", 49_158, 1),
        ("generated minimal", MANY, 1),
        ("magictour top 1465", 1_465, 1),
        ("hardest 1905, 11+", 48_766, 1),
        ("hardest 1106", 375, 1),
        ("Serg", 10_000, 2),
    ],
)
def test_every_known_set_has_the_solutions_it_is_known_to_have(
    name: str, n: int, count: int
) -> None:
    rows = known_rows(name)
    for isa in lane_isas() if IS_FULL else ("auto",):
        solutions, counts = solve_many(rows, isa=isa)
        assert counts.tolist() == [count] * n
        check_solutions(rows, solutions, counts)


@pytest.mark.parametrize("isa", lane_isas())
def test_counts_depend_on_neither_threads_nor_batch_nor_instruction_set(isa: str) -> None:
    rng = np.random.default_rng(9)
    rows = np.concatenate([built(4_000, seed=9), *(b(300, rng) for b, _ in NON_PUZZLES.values())])
    rows = rng.permutation(rows)
    solutions, expected = solve_many(rows, threads=1, isa="baseline")
    for threads, batch in ((1, len(rows)), (2, len(rows)), (5, 1_700), (1, 31), (2, 1)):
        some = rows[:200] if batch == 1 else rows
        parts = range(0, len(some), batch)
        found = [solve_many(some[i : i + batch], threads=threads, isa=isa) for i in parts]
        counts = np.concatenate([counts for _, counts in found])
        answers = np.concatenate([solutions for solutions, _ in found])
        assert (counts == expected[: len(some)]).all()
        check_solutions(some, answers, counts)
        assert (answers == solutions[: len(some)])[counts == 1].all()
