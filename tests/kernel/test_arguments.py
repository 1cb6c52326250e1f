"""Arrays that do not fit are refused before the core sees them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pandoku.errors import EngineError, PuzzleError
from pandoku.kernel import (
    cage_generate,
    cages,
    default_threads,
    generate,
    lanes,
    logic,
    rating,
    symmetry,
    vicinity,
)
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.rows import checked_rows
from pandoku.model import Batch, Board, Cage, Geometry, Puzzle
from tests.data import EASY
from tests.together import together

FOUR = Geometry.sudoku(4)


def _rating(**changes: Any) -> None:
    arrays: dict[str, Any] = {
        "givens": np.zeros((1, 81), np.uint8),
        "ratings": np.zeros((1, 3), np.uint8),
        "hardest": np.zeros(1, np.uint8),
        "ends": np.zeros(1, np.uint8),
    }
    rating.rate_rows(**arrays | changes)


def _walk(**changes: Any) -> None:
    arrays: dict[str, Any] = {
        "givens": np.zeros((1, 16), np.uint8),
        "counts": np.zeros((1, 0), np.int32),
        "ends": np.zeros(1, np.uint8),
    }
    logic.walk_many(FOUR, (), **arrays | changes)


NINE_IN_FOUR = np.full((1, 16), 5, np.uint8)
TEN_IN_NINE = np.full((1, 81), 10, np.uint8)


@together(
    "changes, error, message",
    [
        ({"ratings": np.zeros((2, 3), np.uint8)}, ValueError, "same puzzles"),
        ({"ends": np.zeros(2, np.uint8)}, ValueError, "same puzzles"),
        ({"hardest": np.zeros(1, np.int8)}, TypeError, "uint8, found"),
        ({"givens": TEN_IN_NINE}, ValueError, r"0\.\.9, found 10"),
        ({"looks": 0}, ValueError, "looks .*found 0"),
        ({"looks": True}, TypeError, "looks .*found True"),
        ({"at_least": 0}, ValueError, r"at_least 1\.\.200, found 0"),
        ({"at_least": 201}, ValueError, r"at_least 1\.\.200, found 201"),
        ({"at_most": 0}, ValueError, r"at_most 1\.\.200, found 0"),
        ({"threads": 0}, ValueError, "threads .*found 0"),
    ],
)
def test_arrays_to_be_rated_fit_together(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        _rating(**changes)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"givens": np.zeros((1, 9), np.uint8)}, ValueError, "same puzzles"),
        ({"ends": np.zeros(2, np.uint8)}, ValueError, "same puzzles"),
        ({"counts": np.zeros((1, 0), np.uint8)}, TypeError, "uint8, int32 and uint8, found"),
        ({"givens": NINE_IN_FOUR}, ValueError, r"0\.\.4, found 5"),
        ({"threads": 0}, ValueError, "threads .*found 0"),
    ],
)
def test_arrays_to_be_walked_fit_together(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        _walk(**changes)


def test_every_finder_of_an_outline_has_a_cost() -> None:
    finders = [logic.finder("full-house"), logic.finder("naked-single")]
    rows, firsts, ends = np.zeros((1, 16), np.uint8), np.zeros((1, 2), np.int32), np.zeros(1, "u1")
    with pytest.raises(ValueError, match="2 finders, found 1"):
        logic.outline_many(Geometry.sudoku(4), finders, [(1.0, 1.0)], rows, firsts, ends)
    with pytest.raises(ValueError, match="same puzzles"):
        logic.outline_many(Geometry.sudoku(4), finders[:1], [(1.0, 1.0)], rows, firsts, ends)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(4),
        Puzzle(Geometry(9, (3, 3), diagonals=True)),
        Puzzle(Geometry.sudoku(9), cages=(Cage("+", 3, (0, 1)),)),
    ],
)
def test_the_reference_takes_plain_9x9_boards_only(puzzle: Puzzle) -> None:
    with pytest.raises(PuzzleError, match="9x9 sudoku"):
        rating.reference_steps(Board.start(puzzle))


@pytest.mark.parametrize("call", [rating.reference_steps, lambda board: logic.walk(board, ())])
def test_what_is_no_board_is_refused(call: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="Board, found"):
        call(Puzzle(9))


LATIN = Geometry.latin(4)
ONE_KEY = generate.keys(1, [0])
LARGEST = Cage("+", cages.MAX_TARGET, (0, 1))
TWICE, OUTSIDE = Cage("+", 3, (2, 2)), Cage("+", 3, (0, 16))
FIVE = Puzzle(4, (5,) + (0,) * 15)


@together(
    "call, message",
    [
        (lambda: default_threads(0), "expected threads of at least 1, found 0"),
        (
            lambda: lanes.search_lanes([Puzzle(4)], isa="x"),
            f"expected isa out of auto, {', '.join(lanes.lane_isas())}; found 'x'",
        ),
        (
            lambda: solve_many(np.zeros((1, 16), np.uint8), first="lexicographic", budget=3),
            "expected no budget with first='lexicographic', found 3",
        ),
        (
            lambda: solve_many(np.zeros((1, 16), np.uint8), first="x"),  # type: ignore[arg-type]
            "expected first as 'any' or 'lexicographic', found 'x'",
        ),
        (
            lambda: checked_rows(np.full((1, 16), 5, np.uint8)),
            "puzzle 0, r1c1: expected a digit 0..4, found 5",
        ),
        (
            lambda: checked_rows(np.full((1, 16), 16, np.uint64)),
            "puzzle 0, r1c1: expected a digit 0..4, found 16; use solve_many(..., masks=True) "
            "for candidate masks",
        ),
        (
            lambda: checked_rows(np.full((1, 16), 16, np.uint64), masks=True),
            "puzzle 0, r1c1: expected a mask of digits 1..4 (0..15), found 16",
        ),
        (
            lambda: checked_rows(np.full((1, 4, 4), -1), masks=True),
            "puzzle 0, r1c1: expected a mask of digits 1..4 (0..15), found -1",
        ),
        (
            lambda: checked_rows(np.ones((1, 36 * 36), np.uint32), masks=True),
            "expected uint64 masks for order 36, found uint32",
        ),
        (
            lambda: generate.dig(FOUR, [bytes([15]) * 16], ONE_KEY),
            "expected digits 0..4, found 15",
        ),
        (lambda: generate.dig(FOUR, [bytes(9)], ONE_KEY), "expected rows of 16 digits, found 9"),
        (
            lambda: generate.dig(FOUR, [bytes(16)], [1, 2]),
            "expected a key for each of 1 puzzles, found 2",
        ),
        (
            lambda: vicinity.pattern_puzzles(FOUR, [1] * 9, ONE_KEY),
            "expected pattern for 16 cells, found 9 values",
        ),
        (
            lambda: generate.grids(FOUR, [2**64]),
            f"expected keys of 0..2^64-1, found [{2**64}]",
        ),
        (
            lambda: vicinity.walk_puzzles(FOUR, [bytes([1]) * 16], ONE_KEY, -1),
            "expected steps of at least 0, found -1",
        ),
        (
            lambda: cages.search_cages([Puzzle(LATIN, cages=(LARGEST, TWICE))]),
            "cage 2: expected different cells, found (2, 2)",
        ),
        (
            lambda: list(symmetry.least_maps(Puzzle(LATIN, cages=(OUTSIDE,)))),
            "cage 1 (r1c1): expected cells 0..15, found 16",
        ),
        (
            lambda: logic.walk(Board(FIVE, (0,) * 16, (15,) * 16), ()),
            "r1c1: expected a digit 1..4, found 5",
        ),
        (
            lambda: logic.walk(Board.start(Puzzle(4)), (), 0),
            "expected limit of at least 1, found 0",
        ),
        (
            lambda: rating.reference_steps(Board.start(Puzzle(9)), 0),
            "expected limit of at least 1, found 0",
        ),
    ],
)
def test_a_refusal_of_the_kernel_says_all(call: Callable[[], object], message: str) -> None:
    with pytest.raises((ValueError, TypeError, EngineError)) as refused:
        call()
    assert str(refused.value) == message


START = Board.start(Puzzle(9, tuple(map(int, EASY))))
NAKED = logic.finder("naked-single")
CAGED = Batch.of([Puzzle(LATIN, cages=(Cage("+", 3, (0, 1)),))])


@together(
    "call",
    [
        lambda most: lanes.search_lanes([START.puzzle], limit=most, nodes=most),
        lambda most: cages.search_cages([START.puzzle], limit=most, nodes=most)[0].solutions,
        lambda most: cages.true_masks([START.puzzle], nodes=most),
        lambda most: cage_generate.drop_clues(CAGED, ONE_KEY, nodes=most),
        lambda most: list(NAKED(START, most)),
        lambda most: logic.walk(START, (NAKED,), most),
        lambda most: rating.reference_steps(START, most),
        lambda most: _rating(givens=np.array([START.digits], np.uint8), looks=most),
        default_threads,
    ],
)
def test_a_bound_may_be_larger_than_the_core_counts_to(call: Callable[[int], object]) -> None:
    usual = call(2**63 - 1)
    for most in (2**63, 2**64 - 1, 2**64, 10**30):
        assert call(most) == usual


def test_what_only_breaks_a_rule_is_no_bad_argument() -> None:
    twice = Board.start(Puzzle(4, (1, 1) + (0,) * 14))
    assert logic.walk(twice, ()) == []


@pytest.mark.parametrize("shape", [(1, 16), (1, 4, 4)])
def test_lists_of_numbers_are_arrays_and_may_have_other_houses(shape: tuple[int, ...]) -> None:
    listed = np.zeros(shape, int).tolist()
    assert checked_rows(listed, Puzzle(LATIN))[1] == LATIN
    assert checked_rows(listed)[1] == FOUR


def test_digits_of_the_largest_orders_need_no_masks() -> None:
    rows, geometry, *_ = checked_rows(np.zeros((1, 36 * 36), np.uint8))
    assert (rows.shape, geometry.order) == ((1, 36 * 36), 36)


@pytest.mark.parametrize(
    ("cage", "can"),
    [(Cage("+", 3, (0, 1)), True), (LARGEST, True), (OUTSIDE, False), (TWICE, False)],
)
def test_the_core_takes_cages_of_different_cells_of_the_grid(cage: Cage, can: bool) -> None:
    assert cages.can_take(Puzzle(LATIN, cages=(cage,))) is can


def test_threads_are_those_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(os, "sched_setaffinity"):
        allowed = os.sched_getaffinity(0)
        try:
            os.sched_setaffinity(0, {min(allowed)})
            assert default_threads() == 1
        finally:
            os.sched_setaffinity(0, allowed)
        monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert default_threads() == 3
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert default_threads() == 1


def test_one_cell_is_a_line_of_one() -> None:
    assert symmetry.line_shape(Geometry.latin(1)) == (1, 1, 1, False)


def test_a_walk_out_of_time_leaves_its_rest_cut() -> None:
    finders, n = logic.finders(), 200
    givens, ends = np.zeros((n, 81), np.uint8), np.full(n, 255, np.uint8)
    counts = np.zeros((n, len(finders)), np.int32)
    logic.walk_many(Geometry.sudoku(9), finders, givens, counts, ends, 1, seconds=1e-9)
    assert set(ends.tolist()) <= set(range(len(logic.WALK_ENDS)))
    assert ends[-1] == logic.WALK_ENDS.index("cut")


@pytest.mark.parametrize(
    ("options", "stopped"),
    [
        ({"limit": 100}, "limit"),
        ({"limit": 1000, "nodes": 100}, "nodes"),
        ({"limit": 1000, "nodes": 100, "seconds": 1000.0}, "nodes"),
    ],
)
def test_solutions_found_within_a_budget_are_counted(options: dict[str, Any], stopped: str) -> None:
    (found,) = lanes.search_lanes([Puzzle(4)], **options)
    assert (found.stopped, found.count > 0) == (stopped, True)
    assert found.count == len(found.solutions) == len(set(found.solutions))
    assert all(Puzzle(4).accepts(solution) for solution in found.solutions)
    (first,) = lanes.search_lanes([Puzzle(4)], keep=1, **options)
    assert (first.count, len(first.solutions)) == (found.count, 1)


FORCING = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"


def test_without_limits_a_rating_goes_to_its_end() -> None:
    givens = np.array([[int(char) if char != "." else 0 for char in FORCING]], np.uint8)
    ratings, hardest, ends = (
        np.zeros((1, 3), np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
    )
    rating.rate_rows(givens, ratings, hardest, ends)
    assert ratings.tolist() == [[72, 12, 12]]
    steps = rating.reference_steps(Board.start(Puzzle(9, tuple(givens[0].tolist()))), 2)
    assert len(steps) == 2
