"""Killers made from keys are proper, meet the request, and have varied cages."""

from __future__ import annotations

from collections import Counter

import pytest

from pandoku.engines import solve
from pandoku.errors import WishError
from pandoku.generation import wishes_of
from pandoku.generation.kinds.caged import killer_knobs
from pandoku.kernel.cage_generate import clue_minimal
from pandoku.model import Cage
from pandoku.rating import LEVELS
from tests.data import IS_FULL
from tests.engines.present import engine_or_skip
from tests.generation.cages import cages_of, is_connected, made, puzzles_of, same, turned
from tests.in_full import in_full
from tests.together import together

COUNTS = {4: 70, 6: 70, 8: 40, 9: 30, 12: 2}
if not IS_FULL:
    COUNTS = {4: 70, 6: 15, 8: 8, 9: 8, 12: 1}


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", COUNTS)
def test_every_puzzle_is_proper_by_another_engine(order: int) -> None:
    engine = engine_or_skip("cp-sat")
    candidates = made("killer", order, COUNTS[order])
    assert len(candidates) > (0.85 if order < 10 else 0.4) * COUNTS[order]
    for puzzle in puzzles_of(candidates):
        outcome = engine.solve(puzzle, limit=2)
        assert outcome.is_unique
        assert outcome.solution == puzzle.solution


@pytest.mark.parametrize("order", [4, 6, 9, 15])
def test_cages_cover_the_grid_and_never_repeat_a_digit(order: int) -> None:
    candidates = made("killer", order, 20 if order < 15 else 4)
    for puzzle in puzzles_of(candidates):
        covered = Counter(cell for cage in puzzle.cages for cell in cage.cells)
        assert covered == dict.fromkeys(range(order * order), 1)
        assert puzzle.solution is not None
        for cage in puzzle.cages:
            digits = {puzzle.solution[cell] for cell in cage.cells}
            assert (cage.operation, cage.repeats) == ("+", False)
            assert len(digits) == len(cage.cells)
            assert sum(digits) == cage.target
            assert is_connected(cage.cells, order)


def test_there_are_neither_givens_nor_single_cells() -> None:
    for puzzle in puzzles_of(made("killer", 9, 20)):
        assert puzzle.n_givens == 0
        assert min(len(cage.cells) for cage in puzzle.cages) == 2


def test_a_key_leads_to_the_same_puzzle_with_any_threads() -> None:
    assert same(made("killer", 9, 30), made("killer", 9, 30, threads=2))
    first = made("killer", 9, 7)
    assert in_full(puzzles_of(first)) == in_full(puzzles_of(made("killer", 9, 30))[: len(first)])


def test_shapes_are_mixed() -> None:
    shapes = Counter(turned(cage, 9) for cage in cages_of(made("killer", 9, 30)))
    by_size = {size: [n for shape, n in shapes.items() if len(shape) == size] for size in (3, 4)}
    assert [len(by_size[3]), len(by_size[4])] == [2, 5]
    assert max(by_size[4]) < 0.6 * sum(by_size[4])


@pytest.mark.parametrize("largest", [16, 20])
def test_no_sum_is_larger_than_asked(largest: int) -> None:
    candidates = made("killer", 9, 20, largest_sum=largest)
    assert len(candidates) > 10
    assert max(cage.target or 0 for cage in cages_of(candidates)) <= largest


@pytest.mark.parametrize(("sizes", "expected"), [((2, 3), {2, 3}), ((3, 6), {3, 4, 5, 6})])
def test_cages_have_the_sizes_asked_for(sizes: object, expected: set[int]) -> None:
    candidates = made("killer", 9, 15, cage_sizes=sizes)
    assert len(candidates) > 10
    assert {len(cage.cells) for cage in cages_of(candidates)} == expected


def test_large_cages_need_givens_and_get_them() -> None:
    for puzzle in puzzles_of(made("killer", 9, 15, givens=12, symmetry="rotate-180")):
        cells = [cell for cell, digit in enumerate(puzzle.givens) if digit]
        assert len(cells) == 12
        assert cells == [80 - cell for cell in reversed(cells)]


def test_a_pattern_is_what_is_given() -> None:
    pattern = "1" + "." * 34 + "1"
    for puzzle in puzzles_of(made("killer", 6, 10, pattern=pattern)):
        assert [cell for cell, digit in enumerate(puzzle.givens) if digit] == [0, 35]


def test_minimal_means_that_no_given_can_go() -> None:
    assert all(p.n_givens == 0 for p in puzzles_of(made("killer", 6, 10, givens="minimal")))
    candidates = made("killer", 6, 10, givens="minimal", blanks=(32, 34))
    assert candidates.lacks is not None
    for puzzle, lacks in zip(puzzles_of(candidates), candidates.lacks, strict=True):
        spare = 0
        for cell, digit in enumerate(puzzle.givens):
            fewer = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
            spare += digit > 0 and solve(puzzle.replace(givens=fewer), limit=2).is_unique
        assert lacks == spare


def test_no_cage_can_lose_its_sum_when_that_is_asked() -> None:
    candidates = made("killer", 6, 10, clue_minimal=True)
    assert len(candidates) == 10
    assert all(clue_minimal(candidates.puzzles()))  # type: ignore[arg-type]
    for puzzle in puzzles_of(candidates):
        assert solve(puzzle, limit=2).is_unique
        assert any(cage.target is None for cage in puzzle.cages)
        for at, cage in enumerate(puzzle.cages):
            bare = (*puzzle.cages[:at], Cage("+", None, cage.cells), *puzzle.cages[at + 1 :])
            if cage.target is not None:
                assert not solve(puzzle.replace(cages=bare), limit=2).is_unique


def test_boxes_are_as_asked() -> None:
    for puzzle in puzzles_of(made("killer", 8, 5, box=(4, 2))):
        assert puzzle.geometry.box == (4, 2)


def test_larger_cages_are_for_harder_words() -> None:
    for order in (4, 6, 9, 12, 16):
        means = [
            sum(s * w for s, w in knobs.sizes.items()) / sum(knobs.sizes.values())
            for knobs in (killer_knobs(word, order) for word in LEVELS)
        ]
        assert means == sorted(means)
        assert means[0] < means[-1]


@together(
    "order, asked, words",
    [
        (9, {"cage_sizes": (2, 10)}, "digits differ"),
        (9, {"largest_sum": 9}, "at least 10"),
        (9, {"cage_sizes": (5, 6), "largest_sum": 18}, "at least 19"),
        (9, {"cage_sizes": 4, "singles": 0}, "cannot fill the other 81"),
        (9, {"operations": "+"}, "operations works only with calcudoku, found killer"),
        (7, {}, "order with boxes"),
        (18, {}, "4 to 16"),
    ],
)
def test_what_no_killer_has_is_refused(order: int, asked: dict[str, object], words: str) -> None:
    with pytest.raises(WishError, match=words):
        wishes_of("killer", order, **asked)
