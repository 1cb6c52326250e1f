"""Every kind without cages, with every option about givens, is proper and meets the request."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import BudgetError, Geometry, WishError, generate, generate_many
from pandoku.generation import wishes_of
from pandoku.symmetry import GIVENS_SYMMETRIES
from tests.data import IS_FULL
from tests.generation.checks import all_proper, can_lose_a_given, is_as_asked, is_proper
from tests.together import together

ORDERS = [
    *(("sudoku", order) for order in (4, 6, 8, 9, 10, 12, 16)),
    *(("latin", order) for order in (3, 4, 5, 7, 9)),
    *(("diagonal", order) for order in (4, 6, 9)),
    *(("windoku", order) for order in (4, 9)),
    *(("disjoint-groups", order) for order in (4, 6, 9)),
    ("asterisk", 9),
    ("center-dot", 9),
    ("girandola", 9),
]
HEART = """
.........
.11...11.
1..1.1..1
1...1...1
1.......1
.1.....1.
..1...1..
...1.1...
.1..1..1.
"""
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.turns(3)
@pytest.mark.parametrize(("kind", "order"), ORDERS)
def test_puzzles_of_a_kind_and_order_are_proper_and_have_its_houses(kind: str, order: int) -> None:
    made = generate_many(3, kind, order, seed=order)
    assert len(made) == 3
    assert all_proper(made)
    geometry = {
        "sudoku": Geometry.sudoku(order),
        "latin": Geometry.latin(order),
        "diagonal": Geometry.sudoku(order, diagonals=True),
    }
    expected = geometry.get(kind) or Geometry.sudoku(order, extra=kind)
    assert all(puzzle.geometry == expected for puzzle in made)
    assert not any(map(can_lose_a_given, made))


def test_a_box_may_lie_or_stand() -> None:
    made = generate_many(3, order=6, box=(3, 2), seed=1)
    assert all_proper(made)
    assert made[0].geometry == Geometry.sudoku(6, (3, 2))


@together("name", GIVENS_SYMMETRIES)
@together("kind, order", [("sudoku", 9), ("latin", 4), ("sudoku", 6)])
def test_givens_have_the_symmetry_asked_for(kind: str, order: int, name: str) -> None:
    made = generate_many(4, kind, order, symmetry=name, seed=2)
    assert all_proper(made)
    assert all(is_as_asked(puzzle, symmetry=name) for puzzle in made)


@pytest.mark.parametrize("givens", [28, (30, 33), "40", "26..", 81, 80])
def test_there_are_as_many_givens_as_asked_for(givens: Any) -> None:
    made = generate_many(8, givens=givens, seed=3)
    least, most = {28: (28, 28), "40": (40, 40), "26..": (26, 81), 81: (81, 81), 80: (80, 80)}.get(
        givens, (30, 33)
    )
    assert all_proper(made)
    assert all(least <= puzzle.n_givens <= most for puzzle in made)


def test_each_number_in_a_range_of_givens_occurs() -> None:
    made = generate_many(200, givens="30..33", seed=3)
    assert set(np.count_nonzero(made.puzzles, axis=1).tolist()) == {30, 31, 32, 33}


def test_a_number_of_givens_goes_with_a_symmetry() -> None:
    made = generate_many(3, givens=32, symmetry="rotate-90", seed=1)
    assert all_proper(made)
    assert all(puzzle.n_givens == 32 for puzzle in made)
    assert all(is_as_asked(puzzle, symmetry="rotate-90") for puzzle in made)


def test_givens_lie_as_the_pattern_has_them() -> None:
    pattern = "".join(HEART.split())
    made = generate_many(3, pattern=HEART, seed=1)
    assert all_proper(made)
    assert all(is_as_asked(puzzle, pattern=pattern) for puzzle in made)


def test_a_solution_to_start_from_is_the_solution() -> None:
    made = generate_many(5, solution=SOLUTION, seed=1)
    assert all_proper(made)
    assert len({puzzle.givens for puzzle in made}) == 5
    assert {puzzle.solution for puzzle in made} == {tuple(map(int, SOLUTION))}


def test_a_pattern_and_a_solution_make_one_puzzle() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    made = generate(pattern=puzzle, solution=SOLUTION)
    assert made.givens == pandoku.loads(puzzle).givens


def test_seventeen_givens_are_given_up_with_the_reason() -> None:
    with pytest.raises(BudgetError, match=r"17 givens.* 40 attempts.* 2\d givens"):
        generate(givens=17, budget=40, seed=1)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("kind", "n_givens"),
    [
        ("sudoku", 312),
        *([("diagonal", 312), ("latin", 375)] if IS_FULL else []),
    ],
)
def test_the_largest_puzzles_keep_about_half_of_their_cells(kind: str, n_givens: int) -> None:
    puzzle = generate(kind, 25, seed=1)
    assert puzzle.n_givens == n_givens
    assert is_proper(puzzle)


_PATTERNS = st.sampled_from([4, 6]).flatmap(
    lambda order: st.lists(st.sampled_from(".11"), min_size=order**2, max_size=order**2)
)
_WISHES = st.fixed_dictionaries(
    {"order": st.sampled_from([4, 6, 9]), "seed": st.integers(0, 2**64 - 1)},
    optional={
        "kind": st.sampled_from(["sudoku", "latin", "diagonal"]),
        "symmetry": st.sampled_from(sorted(GIVENS_SYMMETRIES)),
        "givens": st.one_of(
            st.just("minimal"),
            st.integers(0, 81),
            st.tuples(st.integers(0, 40), st.integers(20, 81)),
        ),
        "blanks": st.integers(0, 60),
        "pattern": _PATTERNS.map("".join),
        "difficulty": st.sampled_from(["easy", "medium"]),
    },
)


@settings(max_examples=60 if IS_FULL else 20, deadline=None)
@given(_WISHES)
def test_whatever_is_wished_for_is_met_or_refused_or_given_up(wishes: dict[str, Any]) -> None:
    try:
        asked = wishes_of(**wishes, budget=30)
    except WishError:
        return
    made = generate_many(1, **wishes, budget=30)
    assert len(made) + len(made.missing) == 1
    assert all(each.closest is None or is_proper(each.closest) for each in made.missing)
    assert all_proper(made)
    for puzzle in made:
        assert puzzle.order == wishes["order"]
        assert is_as_asked(puzzle, symmetry=asked.symmetry, pattern=wishes.get("pattern"))
        assert has_givens_as_asked(puzzle, wishes)
        if asked.difficulty:
            assert pandoku.rate(puzzle.replace(solution=None)).level == asked.difficulty


def has_givens_as_asked(puzzle: pandoku.Puzzle, wishes: dict[str, Any]) -> bool:
    n_givens, blanks = puzzle.n_givens, wishes.get("blanks")
    if blanks is not None and n_givens != puzzle.order**2 - blanks:
        return False
    match wishes.get("givens"):
        case "minimal":
            return not can_lose_a_given(puzzle)
        case int(number):
            return n_givens == number
        case (least, most):
            return bool(least <= n_givens <= most)
    return True
