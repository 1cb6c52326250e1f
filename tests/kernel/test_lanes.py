"""The lane kernel and its engine against a plain solver, known counts and published sets."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pandoku.kernel
from pandoku import Batch, Budget, Cage, EngineError, Geometry, Puzzle, PuzzleError
from pandoku.engines import lanes, pick_batch_engine
from pandoku.kernel.arrays import count_many, solve_many, true_candidates_many
from pandoku.kernel.lanes import lane_isas, search_lanes
from pandoku.kernel.rows import array_of
from pandoku.model import sight_of
from tests.data import JIGSAW5, SHARED, WINDOWS, by_default, needs
from tests.kernel.interrupt import is_interrupted
from tests.together import together

engine = lanes.ENGINE

ISAS = lane_isas()
PAIR = Cage("+", 3, (0, 1))

SETS = SHARED / "sudoku"
needs_sets = needs(SETS)

BOXES9 = tuple(r // 3 * 3 + c // 3 for r in range(9) for c in range(9))


def bent(regions: Sequence[int], *swaps: tuple[int, int]) -> tuple[int, ...]:
    """Return the regions after swapping pairs of cells across their borders."""
    result = list(regions)
    for a, b in swaps:
        result[a], result[b] = result[b], result[a]
    return tuple(result)


GEOMETRIES = {
    "1x1": Geometry.latin(1),
    "2x2 Latin": Geometry.latin(2),
    "4x4": Geometry(4, (2, 2)),
    "4x4 diagonals": Geometry(4, (2, 2), diagonals=True),
    "5x5 jigsaw": Geometry(5, regions=JIGSAW5),
    "6x6": Geometry(6, (2, 3)),
    "6x6 tall boxes": Geometry(6, (3, 2)),
    "7x7 Latin diagonals": Geometry.latin(7, diagonals=True),
    "8x8": Geometry(8, (2, 4)),
    "9x9": Geometry(9, (3, 3)),
    "9x9 Latin": Geometry.latin(9),
    "9x9 boxes told as regions": Geometry(9, regions=BOXES9),
    "9x9 jigsaw": Geometry(9, regions=bent(BOXES9, (2, 21), (29, 48), (60, 77))),
    "9x9 diagonals": Geometry(9, (3, 3), diagonals=True),
    "9x9 windows": Geometry(9, (3, 3), extra=WINDOWS),
    "10x10": Geometry(10, (2, 5)),
    "12x12": Geometry(12, (3, 4)),
    "16x16": Geometry(16, (4, 4)),
    "17x17 Latin": Geometry.latin(17),
    "20x20": Geometry(20, (4, 5)),
    "36x36": Geometry(36, (6, 6)),
}


# ---- a plain solver, and puzzles


def plain_solutions(geometry: Geometry, masks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every solution, by smallest cell first with the digits of its peers struck out."""
    if 0 not in masks:
        singles = [cell for cell, mask in enumerate(masks) if mask.bit_count() == 1]
        yield from _completed(sight_of(geometry), list(masks), singles)


def _completed(
    sight: Sequence[Sequence[int]], masks: list[int], singles: list[int]
) -> Iterator[tuple[int, ...]]:
    """Every solution, where the digits of all cells but *singles* are struck out already."""
    while singles:
        placed = masks[cell := singles.pop()]
        for peer in sight[cell]:
            if masks[peer] & placed:
                masks[peer] &= ~placed
                if not masks[peer]:
                    return
                if masks[peer].bit_count() == 1:
                    singles.append(peer)
    several = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 1]
    if not several:
        yield tuple(mask.bit_length() for mask in masks)
        return
    cell = min(several, key=lambda each: masks[each].bit_count())
    for digit in range(masks[cell].bit_length()):
        if masks[cell] >> digit & 1:
            with_digit = [*masks]
            with_digit[cell] = 1 << digit
            yield from _completed(sight, with_digit, [cell])


def filled(geometry: Geometry, rng: random.Random) -> tuple[int, ...] | None:
    """A solved grid of the geometry, its digits shuffled."""
    found = search_lanes([Puzzle(geometry)], limit=1)[0]
    if not found.count:
        return None
    names = rng.sample(range(1, geometry.order + 1), geometry.order)
    return tuple(names[digit - 1] for digit in found.solutions[0])


def dug(grid: Sequence[int], share: float, rng: random.Random) -> tuple[int, ...]:
    return tuple(digit if rng.random() < share else 0 for digit in grid)


def digit_rows(puzzles: Sequence[Sequence[int]]) -> np.ndarray:
    return np.array(puzzles, np.uint8)


def masks_of(geometry: Geometry, digits: Sequence[int]) -> list[int]:
    return [1 << (digit - 1) if digit else geometry.all_mask for digit in digits]


# The share of digits to keep so that the plain solver is quick and finds 0, 1 or more solutions.
def share_of(order: int) -> float:
    return {1: 0, 2: 0.2, 4: 0.25, 5: 0.3, 6: 0.35, 7: 0.4, 8: 0.4, 9: 0.4, 10: 0.5}.get(order, 0.7)


# ---- answers


@cache
def dug_puzzles(name: str) -> tuple[list[tuple[int, ...]], list[int]]:
    """Puzzles of a geometry and how many solutions the plain solver finds, at most 5."""
    geometry, rng = GEOMETRIES[name], random.Random(name)
    grid = filled(geometry, rng)
    if grid is None:  # too small for its diagonals
        empty = (0,) * geometry.n_cells
        return [empty], [len(list(plain_solutions(geometry, masks_of(geometry, empty))))]
    n = by_default(max(4, min(16, 2000 // geometry.n_cells)), full=max(4, 4000 // geometry.n_cells))
    puzzles = [dug(grid, share_of(geometry.order), rng) for _ in range(n)]
    for index in range(0, n, 8):  # a wrong given: mostly no solution
        cell, digit = rng.randrange(geometry.n_cells), rng.randint(1, geometry.order)
        puzzles[index] = (*puzzles[index][:cell], digit, *puzzles[index][cell + 1 :])
    counts = [
        sum(1 for _ in islice(plain_solutions(geometry, masks_of(geometry, puzzle)), 5))
        for puzzle in puzzles
    ]
    return puzzles, counts


@cache
def dug_solutions(name: str) -> list[list[tuple[int, ...]]]:
    """The first 60 solutions that the plain solver finds of each of the dug puzzles."""
    geometry, (puzzles, _) = GEOMETRIES[name], dug_puzzles(name)
    return [
        list(islice(plain_solutions(geometry, masks_of(geometry, puzzle)), 60))
        for puzzle in puzzles
    ]


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("name", GEOMETRIES)
def test_counts_and_solutions_agree_with_a_plain_solver(name: str, isa: str) -> None:
    geometry = GEOMETRIES[name]
    puzzles, expected = dug_puzzles(name)
    solutions, counts = solve_many(digit_rows(puzzles), like=Puzzle(geometry), limit=5, isa=isa)
    assert counts.tolist() == expected
    for puzzle, solution in zip(puzzles, solutions.tolist(), strict=True):
        assert Puzzle(geometry, puzzle).accepts(solution) or not any(solution)
    assert [any(solution) for solution in solutions.tolist()] == [n > 0 for n in expected]


@together("isa", ISAS)
@together("dtype", [np.uint32, np.uint64])
@together("name", ["4x4", "5x5 jigsaw", "6x6", "9x9", "9x9 diagonals", "10x10"])
def test_masks_are_candidates(name: str, dtype: type, isa: str) -> None:
    geometry = GEOMETRIES[name]
    rng = random.Random(name)
    grid = filled(geometry, rng)
    assert grid is not None
    rows: list[list[int]] = []
    for _ in range(30):
        extra = [rng.getrandbits(geometry.order) & rng.getrandbits(geometry.order) for _ in grid]
        rows.append([1 << (digit - 1) | more for digit, more in zip(grid, extra, strict=True)])
    rows[7][3] = 0
    masks: NDArray[Any] = np.array(rows, dtype).reshape(len(rows), geometry.order, geometry.order)
    solutions, counts = solve_many(masks, like=Puzzle(geometry), masks=True, limit=4, isa=isa)
    for row, solution, count in zip(rows, solutions.tolist(), counts.tolist(), strict=True):
        expected = list(islice(plain_solutions(geometry, row), 4))
        assert count == len(expected)
        assert not count or Puzzle(geometry, candidates=tuple(row)).accepts(solution)
    assert counts[7] == 0


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("name", ["4x4", "4x4 diagonals", "5x5 jigsaw", "6x6", "9x9", "9x9 Latin"])
def test_the_first_solution_and_the_true_candidates(name: str, isa: str) -> None:
    geometry = GEOMETRIES[name]
    puzzles, _ = dug_puzzles(name)
    everything = dug_solutions(name)
    known = [i for i, solutions in enumerate(everything) if len(solutions) < 60]
    assert len(known) > 3
    rows, like = digit_rows([puzzles[i] for i in known]), Puzzle(geometry)
    firsts, counts = solve_many(rows, like=like, limit=60, first="lexicographic", isa=isa)
    shown = true_candidates_many(rows, like=like, isa=isa)
    assert count_many(rows, 60, like=like, isa=isa).tolist() == counts.tolist()
    for i, first, count, masks in zip(known, firsts, counts, shown, strict=True):
        solutions = everything[i]
        assert count == len(solutions)
        assert tuple(first.tolist()) == min(solutions, default=(0,) * geometry.n_cells)
        expected = [0] * geometry.n_cells
        for solution in solutions:
            expected = [mask | 1 << d - 1 for mask, d in zip(expected, solution, strict=True)]
        assert masks.tolist() == expected
    sukaku = np.array([masks_of(geometry, puzzles[i]) for i in known], np.uint64)
    assert (true_candidates_many(sukaku, like=like, masks=True, isa=isa) == shown).all()
    found, _ = solve_many(sukaku, like=like, masks=True, first="lexicographic", isa=isa)
    assert (found == firsts).all()


def test_the_first_grid_in_lexicographic_order_is_known() -> None:
    first = solve_many(np.zeros((1, 81), np.uint8), limit=1, first="lexicographic")[0][0]
    assert "".join(map(str, first)) == (
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    )
    assert (true_candidates_many(np.zeros((1, 81), np.uint8)) == 0x1FF).all()


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(
    ("geometry", "total"),
    [
        (Geometry.latin(1), 1),
        (Geometry.latin(2), 2),
        (Geometry.latin(3), 12),
        (Geometry.latin(4), 576),
        (Geometry(4, (2, 2)), 288),
        (Geometry.latin(5), 161_280),
        (Geometry(4, (2, 2), diagonals=True), 48),
    ],
    ids=str,
)
def test_empty_grids_have_the_known_number_of_solutions(
    geometry: Geometry, total: int, isa: str
) -> None:
    found = search_lanes([Puzzle(geometry)], limit=1_000_000, isa=isa)[0]
    assert (found.count, found.stopped) == (total, None)
    assert len(set(found.solutions)) == total


def test_every_solution_of_a_search_is_different_and_valid() -> None:
    puzzle = Puzzle(6, (1, 2, 3, 4, 5, 6) + (0,) * 30)
    found = search_lanes([puzzle], limit=100_000)[0]
    assert found.count == 28_200_960 // 720
    assert len(set(found.solutions)) == found.count
    assert all(puzzle.accepts(solution) for solution in found.solutions[::997])


@pytest.mark.parametrize("isa", ISAS)
def test_a_search_of_many_answers_like_a_search_of_each(isa: str) -> None:
    rng = random.Random(7)
    grid = filled(Geometry.sudoku(9), rng)
    assert grid is not None
    puzzles = [Puzzle(9, dug(grid, 0.33, rng)) for _ in range(60)]
    together = search_lanes(puzzles, limit=3, isa=isa)
    for puzzle, found in zip(puzzles, together, strict=True):
        alone = search_lanes([puzzle], limit=3, isa=isa)[0]
        assert (found.count, found.stopped) == (alone.count, alone.stopped)
        assert len(found.solutions) == found.count
        assert all(puzzle.accepts(solution) for solution in found.solutions)


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint32, np.uint64])
def test_a_sudoku_by_itself_is_counted_as_in_a_batch(dtype: type, isa: str) -> None:
    rng = random.Random(8)
    grid = filled(Geometry.sudoku(9), rng)
    assert grid is not None
    rows = digit_rows([dug(grid, share, rng) for share in (0.2, 0.25, 0.3, 0.35, 0.4) * 30])
    rows[::7, 0] = rows[::7, 1] = 1  # contradictions
    if dtype is not np.uint8:
        rows = np.where(rows == 0, 0x1FF, 1 << (np.maximum(rows, 1).astype(dtype) - 1)).astype(
            dtype
        )
    masks = dtype is not np.uint8
    together = count_many(rows, 300, masks=masks, isa=isa)
    assert len(set(together.tolist())) > 10  # some end early, some only in the lanes
    alone = [
        int(count_many(rows[i : i + 1], 300, masks=masks, isa=isa)[0]) for i in range(len(rows))
    ]
    assert alone == together.tolist()


def test_the_solutions_of_a_sudoku_by_itself_differ() -> None:
    rng = random.Random(9)
    grid = filled(Geometry.sudoku(9), rng)
    assert grid is not None
    puzzle = Puzzle(9, dug(grid, 0.28, rng))
    found = search_lanes([puzzle], limit=90)[0]
    assert found.count == len(set(found.solutions)) == 90
    assert all(puzzle.accepts(solution) for solution in found.solutions)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_neither_counts_nor_order(threads: int) -> None:
    rng = random.Random(3)
    grid = filled(Geometry.sudoku(9), rng)
    assert grid is not None
    rows = digit_rows([dug(grid, rng.choice([0.3, 0.4, 0.6]), rng) for _ in range(2000)])
    expected = solve_many(rows, threads=1, isa="baseline")[1]
    solutions, counts = solve_many(rows, threads=threads)
    assert counts.tolist() == expected.tolist()
    assert ((rows == 0) | (rows == solutions)).all()


def test_the_default_houses_are_the_classic_of_that_size() -> None:
    rows = np.zeros((1, 6, 6), np.uint8)
    assert solve_many(rows, limit=10)[1].tolist() == [10]
    Latin = Puzzle(Geometry.latin(6))  # noqa: N806
    row = [[1, 2, 3, 4, 5, 6, 2, 1] + [0] * 28]
    assert solve_many(digit_rows(row), limit=1)[1].tolist() == [0]
    assert solve_many(digit_rows(row), like=Latin, limit=1)[1].tolist() == [1]


def test_of_like_only_the_houses_count() -> None:
    like = Puzzle(4, (4,) + (0,) * 15, candidates=(8,) + (15,) * 15)
    _, counts = solve_many(np.zeros((1, 16), np.uint8), like=like, limit=1000)
    assert counts.tolist() == [288]


def test_an_array_of_any_layout_is_read_and_left_alone() -> None:
    rows = np.zeros((6, 16), np.uint8)
    rows[:, 0] = 3
    before = rows.copy()
    rows.flags.writeable = False
    for view in (rows, rows[::2], np.asfortranarray(rows), rows.reshape(6, 4, 4)):
        solutions, counts = solve_many(view, limit=1)
        assert counts.tolist() == [1] * len(view)
        assert (solutions[:, 0] == 3).all()
    assert (rows == before).all()


def test_an_empty_array_gives_empty_answers() -> None:
    solutions, counts = solve_many(np.zeros((0, 81), np.uint8))
    assert (solutions.shape, counts.shape) == ((0, 81), (0,))
    assert search_lanes([]) == []


# ---- budgets


@pytest.mark.parametrize("call", [solve_many, count_many])
def test_a_puzzle_without_time_has_a_negative_count(
    call: Callable[..., Any],
) -> None:
    found = call(np.zeros((40, 81), np.uint8), limit=10**7, budget=0.2)
    counts = found if call is count_many else found.counts
    assert all(-(10**7) <= count < 0 for count in counts.tolist())
    easy = call(np.zeros((3, 16), np.uint8), limit=1000, budget=60)
    assert (easy if call is count_many else easy.counts).tolist() == [288] * 3


def test_good_answers_stand_beside_the_undone_ones() -> None:
    kept = count_many(["." * 81, None, "." * 81], 10**9, budget=0.2, on_error="keep")
    assert kept[1] == -1
    assert (kept < 0).all()
    assert [*kept.errors] == [1]  # what the time left undone is no error
    assert isinstance(kept.exceptions[1], PuzzleError)


def test_a_puzzle_out_of_guesses_counts_as_minus_one_minus_the_solutions_found() -> None:
    _, counts = solve_many(np.zeros((3, 81), np.uint8), limit=10**9, budget=Budget(nodes=20_000))
    assert all(-20_001 <= count < -1 for count in counts.tolist())
    easy = np.zeros((1, 81), np.uint8)
    assert solve_many(easy, limit=2, budget=Budget(nodes=10**6))[1].tolist() == [2]


@pytest.mark.parametrize("isa", ISAS)
def test_a_budget_of_nodes_is_kept(isa: str) -> None:
    found = search_lanes([Puzzle(9)], limit=10**9, nodes=10_000, isa=isa)[0]
    assert (found.stopped, found.nodes) == ("nodes", 10_000)
    assert len(found.solutions) == found.count > 0


def test_a_puzzle_that_needs_no_guess_needs_no_budget() -> None:
    grid = filled(Geometry.sudoku(9), random.Random(1))
    assert grid is not None
    found = search_lanes([Puzzle(9, grid)], nodes=1)[0]
    assert (found.count, found.stopped, found.nodes) == (1, None, 0)


def test_a_budget_of_seconds_ends_each_puzzle_of_a_batch() -> None:
    full = filled(Geometry.sudoku(9), random.Random(1))
    assert full is not None
    puzzles = [Puzzle(9), Puzzle(9, full), Puzzle(9)]
    found = search_lanes(puzzles, limit=10**12, seconds=0.05)
    assert [one.stopped for one in found] == ["seconds", None, "seconds"]


# ---- arguments


def wrong(value: object) -> Any:
    """A value of a type that is refused."""
    return value


@together(
    "call, error, message",
    [
        (lambda z: solve_many(wrong(81)), PuzzleError, "expected many puzzles .* found 81"),
        (lambda z: solve_many(z.astype(bool)), TypeError, "found bool"),
        (lambda z: solve_many(z[0]), ValueError, r"found \(81,\)"),
        (lambda z: solve_many(z[:, :80]), ValueError, r"found shape \(2, 80\)"),
        (lambda z: solve_many(z.reshape(2, 27, 3)), ValueError, r"found shape \(2, 27, 3\)"),
        (lambda z: solve_many(z[:, :0]), ValueError, r"found shape \(2, 0\)"),
        (lambda z: solve_many(np.zeros((1, 37 * 37), np.uint8)), ValueError, "at most 36"),
        (lambda z: solve_many(np.zeros((1, 33 * 33), "u4"), masks=True), ValueError, "uint64"),
        (lambda z: solve_many(z, like=Puzzle(4)), ValueError, "expected puzzles of 16 cells"),
        (lambda z: solve_many(z, like=wrong(81)), TypeError, "found int"),
        (lambda z: solve_many(z, limit=0), ValueError, "limit of at least 1, found 0"),
        (lambda z: solve_many(z, limit=wrong(1.5)), TypeError, "a whole number, found 1.5"),
        (lambda z: solve_many(z, first=wrong("last")), ValueError, "found 'last'"),
        (lambda z: solve_many(z, first="lexicographic", budget=9), ValueError, "no budget with"),
        (lambda z: count_many(z, 0), ValueError, "limit of at least 1, found 0"),
        (lambda z: true_candidates_many(z[0]), ValueError, r"found \(81,\)"),
        (lambda z: solve_many(z, budget=0), ValueError, "more than 0 seconds, found 0"),
        (lambda z: count_many(z, budget=wrong("9")), TypeError, "expected a Budget, a number of"),
        (lambda z: solve_many(z, threads=0), ValueError, "threads of at least 1, found 0"),
        (lambda z: solve_many(z, threads=True), TypeError, "found True"),
        (lambda z: solve_many(z, isa="mmx"), ValueError, "expected isa out of auto, baseline"),
        (lambda z: solve_many(z + np.uint8(10)), ValueError, "puzzle 0, r1c1: .* found 10"),
        (lambda z: solve_many([Puzzle(4), Puzzle(9)]), ValueError, "of one geometry"),
        (lambda z: solve_many([]), ValueError, "at least one puzzle"),
        (lambda z: solve_many([Puzzle(4)], like=Puzzle(4)), ValueError, "like is only for arrays"),
        (lambda z: solve_many(Batch(9, z + np.uint8(10))), ValueError, "r1c1: .* found 10"),
        (lambda z: search_lanes([Puzzle(2, cages=(PAIR,))]), ValueError, "without cages"),
        (lambda z: search_lanes([Puzzle(4), Puzzle(9)]), ValueError, "of one geometry"),
        (lambda z: search_lanes([Puzzle(4)], seconds=0.0), ValueError, "more than 0 seconds"),
        (lambda z: search_lanes([Puzzle(4, (5,) + (0,) * 15)]), PuzzleError, "5"),
    ],
)  # fmt: skip
def test_a_bad_argument_is_named(
    call: Callable[[np.ndarray], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(np.zeros((2, 81), np.uint8))


def test_a_digit_too_large_is_found_where_it_stands() -> None:
    rows = np.zeros((3, 81), np.uint8)
    rows[2, 80] = 255
    with pytest.raises(ValueError, match=r"^puzzle 2, r9c9: .*found 255"):
        solve_many(rows)
    masks = np.full((3, 16), 15, np.uint64)
    masks[1, 4] = 1 << 63
    with pytest.raises(ValueError, match=r"^puzzle 1, r2c1: .*mask .*1\.\.4"):
        solve_many(masks, masks=True)


def test_a_batch_and_a_list_of_puzzles_give_what_the_array_gives() -> None:
    geometry = GEOMETRIES["9x9 windows"]
    array = digit_rows(dug_puzzles("9x9 windows")[0])
    batch = Batch(geometry, array)
    masks = Batch(geometry, array_of(batch).astype(np.uint32) * 0 + geometry.all_mask, masks=True)
    solutions, counts = solve_many(array, like=Puzzle(geometry), limit=5)
    for puzzles in (batch, list(batch)):
        found = solve_many(puzzles, limit=5)
        assert (found[0] == solutions).all()
        assert (found[1] == counts).all()
        assert (count_many(puzzles, 5) == counts).all()
    shown = true_candidates_many(array, like=Puzzle(geometry))
    assert (true_candidates_many(batch) == shown).all()
    assert (count_many(masks[:2], 3) == 3).all()


def test_like_with_cages_gives_them_to_every_row() -> None:
    like = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),))
    solutions, counts = solve_many(np.zeros((2, 16), np.uint8), like=like, limit=None)
    assert counts.tolist() == [48, 48]
    assert all(like.accepts(row) for row in solutions)


# ---- the engine


def test_the_engine_keeps_every_solution_up_to_the_limit() -> None:
    outcome = engine.solve(Puzzle(4), limit=1000)
    assert (outcome.count, outcome.stopped, len(set(outcome.solutions))) == (288, None, 288)
    assert engine.solve(Puzzle(4), limit=288).stopped == "limit"


def test_the_engine_heeds_givens_and_candidates() -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15, candidates=(15, 6, *(15,) * 14))
    outcome = engine.solve(puzzle, limit=100)
    assert outcome.count == sum(
        1 for s in engine.solve(Puzzle(4), limit=288).solutions if s[0] == 1 and s[1] in (2, 3)
    )
    against = Puzzle(4, (1,) + (0,) * 15, candidates=(14,) + (15,) * 15)
    assert engine.solve(against).count == 0


def test_a_batch_of_mixed_geometries_keeps_its_order() -> None:
    puzzles = [Puzzle(4), Puzzle(2), Puzzle(Geometry.latin(3)), Puzzle(2, (1, 1, 0, 0)), Puzzle(4)]
    assert engine.solve_all is not None
    outcomes = engine.solve_all(puzzles, limit=1000)
    assert [outcome.count for outcome in outcomes] == [288, 2, 12, 0, 288]
    assert {outcome.engine for outcome in outcomes} == {"lanes"}


def test_the_engine_says_why_it_stopped() -> None:
    assert engine.solve(Puzzle(9), limit=10**9, budget=Budget(nodes=50)).stopped == "nodes"
    assert engine.solve(Puzzle(9), limit=10**12, budget=Budget(seconds=0.02)).stopped == "seconds"
    assert engine.solve(Puzzle(9), limit=2).stopped == "limit"


def test_batches_are_for_the_lanes_unless_something_else_is_asked_for() -> None:
    for name in ("auto", "lanes"):
        chosen = pick_batch_engine(name)
        assert chosen is not None
        assert chosen.name == "lanes"
        assert chosen.solve_many is not None
        solutions, counts = chosen.solve_many(Batch(4, bytes(32)), limit=300)
        assert (solutions.shape, counts.tolist()) == ((2, 16), [288, 288])
        assert pick_batch_engine(name, Budget(nodes=5)) is None
    assert pick_batch_engine("cages") is None
    assert pick_batch_engine("nonsense") is None


def test_cages_are_for_another_engine() -> None:
    puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),))
    assert engine.supports(puzzle)
    with pytest.raises(EngineError, match="has cages"):
        engine.solve(puzzle)


def test_an_absent_core_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pandoku.kernel.why_not_native.cache_clear()
    monkeypatch.setitem(sys.modules, "pandoku._native", None)
    try:
        assert engine.supports(Puzzle(4))
        with pytest.raises(EngineError, match=r"pip install \. in a clone"):
            solve_many(np.zeros((1, 16), np.uint8))
    finally:
        pandoku.kernel.why_not_native.cache_clear()


# ---- Ctrl-C


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("n", [1, 1000])
def test_ctrl_c_ends_a_search(n: int) -> None:
    setup = """
import numpy as np
from pandoku import solve_many
solve_many(np.zeros((1, 16), np.uint8))
"""
    call = f"solve_many(np.zeros(({n}, 81), np.uint8), limit=10**15, threads=2)"
    assert is_interrupted(setup, call)


# ---- published sets


def read_set(name: str, most: int) -> np.ndarray:
    with (SETS / name).open(encoding="ascii") as lines:
        puzzles = (line.strip() for line in lines if line[0] not in "#\n")
        text = "".join(puzzle[:81] for puzzle in islice(puzzles, most))
    codes = np.frombuffer(text.encode(), np.uint8).reshape(-1, 81)
    return np.where((codes >= 49) & (codes <= 57), codes - 48, 0).astype(np.uint8)


@needs_sets
@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("puzzles2_17_clue", 49_158),
        ("generated_minimal_100k.txt", 20_000),
        ("puzzles3_magictour_top1465", 1_465),
        ("puzzles5_forum_hardest_1905_11+", 2_000),
        ("puzzles6_forum_hardest_1106", 375),
    ],
)
def test_every_puzzle_of_a_published_set_is_proper(name: str, n: int, isa: str) -> None:
    rows = read_set(name, n)
    solutions, counts = solve_many(rows, isa=isa)
    assert counts.tolist() == [1] * n
    assert ((rows == 0) | (rows == solutions)).all()
    grids = solutions.reshape(n, 9, 9)
    for houses in (grids, grids.swapaxes(1, 2)):
        assert (np.sort(houses, axis=2) == np.arange(1, 10)).all()


@needs_sets
@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(
    "name", ["puzzles2_17_clue", "puzzles7_serg_benchmark", "puzzles6_forum_hardest_1106"]
)
def test_a_published_puzzle_by_itself_is_solved_as_in_its_set(name: str, isa: str) -> None:
    rows = read_set(name, 300)
    solutions, counts = solve_many(rows, isa=isa)
    for row, solution, count in zip(rows, solutions, counts, strict=True):
        alone, n = solve_many(row[None], isa=isa)
        assert n[0] == count
        assert (alone[0] == solution).all() if count == 1 else ((row == 0) | (row == alone)).all()


@needs_sets
@pytest.mark.parametrize("isa", ISAS)
def test_every_puzzle_of_sergs_set_has_more_than_one_solution(isa: str) -> None:
    _, counts = solve_many(read_set("puzzles7_serg_benchmark", 10_000), isa=isa)
    assert counts.tolist() == [2] * 10_000


@needs_sets
@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("name", ["sudoku16.jsonl", "sudoku25.jsonl"])
def test_large_published_puzzles_have_their_published_solution(name: str, isa: str) -> None:
    with (SETS / name).open(encoding="utf-8") as lines:
        data = [json.loads(line) for line in lines]
    puzzles = [Puzzle(one["size"], tuple(one["givens"])) for one in data]
    for one, found in zip(data, search_lanes(puzzles, isa=isa), strict=True):
        assert (found.count, found.solutions) == (1, (tuple(one["solution"]),))
