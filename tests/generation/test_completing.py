"""Completions of half-done grids: nothing is lost, one solution, and the same for the same seed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import BudgetError, PandokuError, Puzzle, PuzzleError, WishError, complete, solve
from pandoku.generation import Completion, placeable
from pandoku.generation.mixes import completed_by
from pandoku.model import named_rules
from tests.together import together

# No solution of the start obeys these rules.
WITHOUT = ("anti-king", "anti-knight", "global-entropy", "no-difference")
KINDS = tuple(name for name in placeable() if name not in WITHOUT)
START = Puzzle.sudoku(6, title="Half a puzzle").with_(
    "thermometer r1c1 r2c2 r3c3", "cage 9 r5c5 r5c6 r6c6", "sandwich 5 r3c6 L"
)
START = START.replace(givens=(0,) * 30 + (2, 0, 0, 0, 0, 0))


def check_kept(start: Puzzle, made: Completion) -> None:
    puzzle = made.puzzle
    assert puzzle.geometry == start.geometry
    assert [*start.constraints] == [
        *puzzle.cages[: len(start.cages)],
        *puzzle.further[: len(start.further)],
    ]
    assert {*puzzle.constraints} == {*start.constraints, *made.constraints}
    added = [*start.givens]
    for cell, digit in made.givens:
        assert not added[cell]
        added[cell] = digit
    assert tuple(added) == puzzle.givens
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)
    assert len(made.additions) == len(made.constraints) + len(made.givens)


def is_one_too_many(made: Completion, start: Puzzle) -> bool:
    """Return whether the puzzle has one solution without one of its additions."""
    for gone in made.constraints:
        left = [each for each in made.constraints if each is not gone]
        if solve(start.replace(givens=made.puzzle.givens).with_(*left)).is_unique:
            return True
    for cell, _ in made.givens:
        row = [*made.puzzle.givens]
        row[cell] = 0
        if solve(made.puzzle.replace(givens=tuple(row))).is_unique:
            return True
    return False


@pytest.mark.turns(3)
@together("name", KINDS)
def test_each_kind_completes_a_grid(name: str) -> None:
    pytest.importorskip("ortools")
    (made,) = complete(START, name, givens="0..", seed=1)
    check_kept(START, made)
    assert named_rules(made.constraints) or made.givens
    found = solve(made.puzzle, engine="cp-sat", limit=2)
    assert found.is_unique
    assert found.solution == made.puzzle.solution
    if placeable()[name].form != "grid":
        assert not is_one_too_many(made, START)


def test_givens_alone_complete_a_grid() -> None:
    (made,) = complete(START, seed=2)
    check_kept(START, made)
    assert not made.constraints
    assert not is_one_too_many(made, START)
    assert str(made).startswith("adds given ")


def test_the_title_and_the_rules_stay() -> None:
    (made,) = complete(START, "arrow", seed=2)
    assert made.puzzle.title == "Half a puzzle"


@settings(max_examples=12, deadline=None)
@given(
    digits=st.lists(st.integers(0, 35), max_size=6),
    kinds=st.sampled_from((None, "arrow", "dots", "cage, thermometer", "x-sum 1, quadruple 2")),
    seed=st.integers(0, 2**64 - 1),
)
def test_nothing_is_lost(digits: list[int], kinds: str | None, seed: int) -> None:
    solution = solve(START, limit=1).solution
    assert solution is not None
    givens = tuple(
        digit if cell in digits else START.givens[cell] for cell, digit in enumerate(solution)
    )
    start = START.replace(givens=givens)
    (made,) = complete(start, kinds, givens="0..", seed=seed)
    check_kept(start, made)
    assert solve(made.puzzle).is_unique


def test_several_ways_differ() -> None:
    made = complete(START, "arrow, white dot", count=4, seed=3)
    assert len({each.puzzle for each in made}) == 4
    for each in made:
        check_kept(START, each)
    assert complete(START, "arrow, white dot", count=2, seed=3) == made[:2]


def test_fewer_ways_are_returned_if_there_are_no_more() -> None:
    start = Puzzle("1234............", solution="1234341221434321")
    made = complete(start, givens="..5", count=50, seed=1, budget=8)
    assert 1 <= len(made) < 50
    assert {each.puzzle.solution for each in made} == {start.solution}


def test_numbers_are_kept() -> None:
    (made,) = complete(START, "thermometer 2, arrow 1..3", givens="0..", seed=4)
    names = [type(each).__name__ for each in made.constraints]
    assert names.count("Thermometer") == 2
    assert 1 <= names.count("Arrow") <= 3
    (made,) = complete(START, givens=20, seed=4)
    assert len(made.givens) == 20


def test_all_dots_are_given_beside_the_dots_of_the_setter() -> None:
    start = Puzzle.sudoku(6).with_("difference r1c1 r1c2", "difference r3c3 r4c3")
    (made,) = complete(start, "difference all", givens="0..", seed=1)
    check_kept(start, made)
    rule = completed_by("difference")
    assert rule is not None
    assert sum(isinstance(each, rule.make) for each in made.constraints) == 1
    assert len({*made.puzzle.further}) == len(made.puzzle.further)


def test_the_symmetry_is_that_of_the_givens_added() -> None:
    start = Puzzle.sudoku(6).replace(givens=(3,) + (0,) * 35)
    (made,) = complete(start, symmetry="rotate-180", seed=1)
    cells = {cell for cell, _ in made.givens} | {0}
    assert {35 - cell for cell in cells - {0}} <= cells | {35}


def test_a_solution_can_be_named() -> None:
    solution = pandoku.generate(order=6, seed=3).solution
    (made,) = complete(Puzzle.sudoku(6), "thermometer", givens="0..", solution=solution, seed=1)
    assert made.puzzle.solution == solution
    (made,) = complete(Puzzle.sudoku(6, solution=solution), "arrow", givens="0..", seed=1)
    assert made.puzzle.solution == solution


@pytest.mark.turns(3)
def test_a_difficulty_can_be_asked_for() -> None:
    (made,) = complete(START, "arrow", difficulty="easy", seed=1)
    assert pandoku.rate(made.puzzle).level == "easy"
    check_kept(START, made)


@together("kinds", [None, "arrow, thermometer"])
def test_nothing_is_added_to_a_proper_puzzle(kinds: str | None) -> None:
    puzzle = pandoku.generate(order=6, seed=1)
    (made,) = complete(puzzle, kinds)
    assert made.puzzle == puzzle
    assert (made.additions, str(made)) == ((), "adds nothing")
    (more,) = complete(puzzle, "arrow 2", seed=1)
    assert len(more.constraints) == 2


def test_cages_do_not_overlap_those_of_the_setter() -> None:
    (made,) = complete(START, "cage", givens="0..", seed=5)
    cells = [cell for each in made.puzzle.cages for cell in each.cells]
    assert len(cells) == len({*cells})


def test_a_seed_gives_the_same_completion_on_every_machine() -> None:
    start = Puzzle.sudoku(4).with_("thermometer r1c1 r1c2 r1c3")
    (made,) = complete(start, "white dot, even", givens="0..", seed=1)
    assert str(made) == EXPECTED


EXPECTED = (
    "adds difference 1 r3c2 r3c3, even cell r3c2, difference 1 r4c1 r4c2, difference 1 r2c2 r3c2"
)


@together(
    "wishes, error, reason",
    [
        ({"constraints": "arow"}, WishError, "try arrow"),
        ({"colour": 1}, WishError, "there is no option 'colour'"),
        ({"givens": 37}, WishError, "givens between 0 and 35"),
        ({"count": 0}, ValueError, "count"),
        ({"budget": 0}, ValueError, "budget"),
        ({"solution": "1" * 36}, WishError, "a solution that obeys"),
        ({"constraints": "anti-king, anti-knight"}, PuzzleError, "found none with anti-"),
    ],
)
def test_bad_options_are_refused(wishes: dict[str, Any], error: type, reason: str) -> None:
    with pytest.raises(error, match=reason):
        complete(START, **wishes)


@together(
    "puzzle, reason",
    [
        (Puzzle("11.............."), "row 1 has 1 at r1c1 and r1c2"),
        (
            Puzzle.sudoku(4).with_("cage 6 r1c1 r1c2", "thermometer r1c1-r1c4"),
            "these contradict each other: cage 6 r1c1 r1c2; thermometer",
        ),
    ],
)
def test_impossible_grids_are_refused(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(PandokuError, match=reason):
        complete(puzzle)


@together("constraints", [None, "white dot all, arrow", "counting circles, xv all"])
def test_cells_with_few_candidates_stay_as_they_are(constraints: str | None) -> None:
    few = {0: 0b000111, 7: 0b000111, 14: 0b111000, 21: 0b000011, 28: 0b110011, 35: 0b101010}
    masks = tuple(few.get(cell, 0b111111) for cell in range(36))
    start = Puzzle.sudoku(6).replace(candidates=masks)
    (made,) = complete(start, constraints, givens="0..", seed=2)
    check_kept(start, made)
    assert made.puzzle.candidates == start.candidates
    assert solve(made.puzzle).is_unique
    assert not is_one_too_many(made, start) or constraints  # all signs are given


def test_a_second_group_of_circles_is_refused() -> None:
    start = Puzzle.sudoku(4).with_("counting circles r1c1 r2c3 r4c4")
    with pytest.raises(WishError, match="without counting-circles to add some"):
        complete(start, "counting circles")


def test_constraints_that_leave_several_solutions_come_with_the_closest() -> None:
    with pytest.raises(BudgetError, match=r"it has \d+ solutions\b.* givens may help") as caught:
        complete(Puzzle.sudoku(4), "palindrome", seed=1, budget=2)
    assert caught.value.closest is not None
    assert caught.value.attempts == 2
    with pytest.raises(BudgetError, match="no room was left for thermometer 30"):
        complete(START, "thermometer 30", seed=1, budget=1)
