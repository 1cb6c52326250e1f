from itertools import product
from math import prod
from pickle import dumps, loads
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandoku import Board, Cage, Geometry, Puzzle, PuzzleError
from pandoku.model import FrozenMap, Link, Outcome, Step, default_box, sight_of
from pandoku.model.whole import as_whole
from tests.in_full import in_full
from tests.together import together

SUDOKU4 = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def messages(puzzle: Puzzle, severity: str = "error") -> list[str]:
    return [p.message for p in puzzle.problems() if p.severity == severity]


def test_a_puzzle_is_hashable_and_equal_to_its_twin() -> None:
    first, second = (
        Puzzle(Geometry.sudoku(9), cages=(Cage("+", 3, (0, 1)),), extra={"rules": ["a", {"b": 1}]})
        for _ in range(2)
    )
    assert in_full(first) == in_full(second)
    assert hash(first) == hash(second)
    assert in_full(loads(dumps(first))) == in_full(first)


def test_a_puzzle_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Puzzle(4).givens = ()  # type: ignore[misc]


def test_repr_describes_the_puzzle() -> None:
    puzzle = Puzzle(9, (5,) + (0,) * 80, id="a1", kind="sudoku")
    assert repr(puzzle) == "Puzzle(9x9, boxes 3x3, 1 given, id='a1', kind='sudoku')"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"givens": (0,) * 80}, "expected 81 givens, found 80"),
        ({"givens": ("q",) * 81}, "r1c1: expected a digit 1..9, or 0, None or '.' .*found 'q'"),
        ({"givens": (True,) * 81}, "r1c1: expected a digit 1..9, .*found True"),
        ({"candidates": (1,)}, "expected 81 candidates, found 1"),
        ({"candidates": (1,) * 80 + (512,)}, "r9c9: expected a mask .*at most 511.*found 512"),
    ],
)
def test_parts_of_the_wrong_length_or_type_are_refused(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(9, **changes)


def test_problems_lists_every_defect_at_once() -> None:
    puzzle = Puzzle(
        Geometry(6, (2, 3)),
        (4, 4, 9) + (0,) * 33,
        (
            Cage("/", 7, (1, 2)),
            Cage("/", 0, (3, 4)),
            Cage("+", 5, (34, 40)),
            Cage("*", 7, (6, 7, 8)),
            Cage("+", 5, (9, 9)),
            Cage("=", 3, (10, 11)),
        ),
    )
    assert messages(puzzle) == [
        "r1c3: expected a digit 1..6, found 9",
        "row 1 has 4 at r1c1 and r1c2",
        "box 1 has 4 at r1c1 and r1c2",
        "cage 1 (r1c2 r1c3): no two digits of 1..6 give 7 with '/'",
        "cage 2 (r1c4 r1c5): no two digits of 1..6 give 0 with '/'",
        "cage 3 (r6c5): expected cells 0..35, found 40",
        "cage 4 (r2c1 r2c2 r2c3): no three digits of 1..6 give 7 with '*'",
        "cage 5 (r2c4) names r2c4 2 times",
        "cage 6 (r2c5 r2c6): '=' takes one cell, found 2",
    ]
    with pytest.raises(PuzzleError) as caught:
        puzzle.require_sound()
    assert len(caught.value.problems) == 9


def test_odd_but_legal_cages_are_warnings() -> None:
    puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 5, (0, 2)), Cage("+", 5, (2, 3))))
    assert messages(puzzle) == []
    assert messages(puzzle, "warning") == [
        "cage 1 (r1c1 r1c3) is not connected",
        "r1c3 lies in cages 1 and 2",
    ]


@pytest.mark.parametrize("n_free", [1, 4, 5])
def test_a_few_cells_in_no_cage_may_be_a_mistake(n_free: int) -> None:
    cages = [Cage("+", None, (cell,)) for cell in range(n_free, 16)]
    warnings = messages(Puzzle(Geometry.sudoku(4), cages=cages), "warning")
    first = "r1c1 r1c2 r1c3 r1c4"[: 5 * n_free].strip()
    assert warnings == ([f"in no cage: {first}"] if n_free <= 4 else [])


def test_candidates_that_leave_nothing_are_defects() -> None:
    masks = (15, 0, 15, 2) + (15,) * 12
    puzzle = Puzzle(4, (0, 0, 0, 1) + (0,) * 12, candidates=masks)
    assert messages(puzzle) == [
        "r1c2 has no candidate",
        "r1c4: the given 1 is not among its candidates",
    ]


@together("operation", "+-*/=?")
@together("repeats", [True, False])
@together("n", [1, 2, 3, 5])
@together("k", [1, 2, 3])
def test_a_cage_is_never_called_unreachable_when_some_digits_reach_it(
    operation: str, repeats: bool, n: int, k: int
) -> None:
    for target in range(-12, 30):
        cage = Cage(operation, target, tuple(range(k)), repeats)
        reachable = any(cage.allows(digits) for digits in product(range(1, n + 1), repeat=k))
        # Cells outside a small grid, and digits that differ in a house, have their own messages.
        others = ("expected cells", "in each house")
        told = messages(Puzzle(n, cages=(cage,)))
        found = [m for m in told if not any(other in m for other in others)]
        if reachable:
            assert found == []
        elif k <= 2:
            assert found, f"{cage} of 1..{n} is out of reach but was not reported"


@together(
    "cage, digits, expected",
    [
        (Cage("-", 1, (0, 1, 2)), (1, 4, 2), True),
        (Cage("/", 2, (0, 1, 2)), (6, 1, 3), True),
        (Cage("/", 2, (0, 1)), (5, 2), False),
        (Cage("?", 8, (0, 1)), (2, 4), True),
        (Cage("+", 4, (0, 1), repeats=False), (2, 2), False),
        (Cage("+", None, (0, 1)), (2, 2), False),
        (Cage("+", None, (0, 1)), (2, 3), True),
    ],
)
def test_cage_allows(cage: Cage, digits: tuple[int, ...], expected: bool) -> None:
    assert cage.allows(digits) is expected


@together(
    "arguments, message",
    [
        (("%", 3, (0,)), "found '%'"),
        (("", 3, (0,)), "expected an operation"),
        (("+-", 3, (0,)), "expected an operation"),
        (("+", "3", (0,)), "a whole number as a cage's target, found '3'"),
        (("+", 3, ()), "a cage of at least one cell"),
        (("+", 3, ("r1c1",)), "a cage of at least one cell"),
    ],
)
def test_a_cage_of_wrong_parts_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Cage(*arguments)


def test_accepts_only_the_solution() -> None:
    cages = (Cage("+", 3, (0, 1)),)
    puzzle = Puzzle(Geometry.sudoku(4), (1,) + (0,) * 15, cages, candidates=(15,) * 16)
    assert puzzle.accepts(SUDOKU4)
    assert not puzzle.accepts(SUDOKU4[:-1])
    assert not puzzle.accepts(SUDOKU4[4:] + SUDOKU4[:4])
    assert not puzzle.replace(cages=(Cage("+", 4, (0, 1)),)).accepts(SUDOKU4)
    assert not puzzle.replace(candidates=(14,) + (15,) * 15).accepts(SUDOKU4)


def test_a_stored_solution_that_does_not_solve_is_a_warning() -> None:
    assert messages(Puzzle(4, solution=(1,) * 16), "warning") != []
    assert messages(Puzzle(4, solution=SUDOKU4), "warning") == []


@given(st.permutations(range(1, 5)), st.integers(0, 15))
def test_placing_a_digit_removes_it_from_the_peers_and_nowhere_else(
    digits: list[int], cell: int
) -> None:
    puzzle = Puzzle(4)
    before = Board.start(puzzle)
    after = before.place(cell, digits[0])
    for other in range(16):
        gone = set(before.candidates(other)) - set(after.candidates(other))
        if other in sight_of(puzzle.geometry)[cell]:
            assert gone == {digits[0]}
        elif other != cell:
            assert gone == set()
    assert after.candidates(cell) == (digits[0],)
    assert before == Board.start(puzzle)


@pytest.mark.turns(3)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16), st.permutations(range(16)))
def test_a_board_starts_with_digits_as_if_they_were_placed_in_any_order(
    digits: list[int], order: list[int]
) -> None:
    givens = (1, 0, 2, 0) + (0,) * 12
    for puzzle in (Puzzle(4, givens), Puzzle(4, givens, candidates=(15, 6) + (15,) * 14)):
        board = Board.start(puzzle)
        for cell in order:
            if digits[cell] and not givens[cell]:
                board = board.place(cell, digits[cell])
        assert Board.start(puzzle, digits) == board


def test_a_board_starts_with_a_digit_for_every_cell_or_with_none() -> None:
    with pytest.raises(PuzzleError, match="expected 16 digits, found 3"):
        Board.start(Puzzle(4), (1, 2, 3))
    assert in_full(Board.start(Puzzle(4), ())) == in_full(Board.start(Puzzle(4), (0,) * 16))


def test_an_outcome_is_complete_unless_it_was_stopped() -> None:
    assert Outcome(1).complete
    assert [o.is_unique for o in (Outcome(1), Outcome(1, "nodes"), Outcome(0))] == [1, 0, 0]
    assert not Outcome(1, "limit").complete
    with pytest.raises(ValueError, match="expected stopped"):
        Outcome(1, "tired")


def test_frozen_map_does_not_depend_on_the_order_of_its_keys() -> None:
    assert hash(FrozenMap({"a": 1, "b": [2]})) == hash(FrozenMap({"b": (2,), "a": 1}))
    assert FrozenMap({"a": 1}) != FrozenMap({"a": 2})


def test_the_sum_of_a_cage_of_whole_houses_is_known() -> None:
    every = tuple(range(256))
    for target, is_wrong in ((2176, False), (2175, True), (300, True)):
        puzzle = Puzzle(Geometry.sudoku(16), cages=(Cage("+", target, every),))
        told = messages(puzzle, "error")
        assert bool(told) == is_wrong
        assert all("2176..2176" in one and "236 more" in one for one in told)


def test_a_product_with_very_many_divisors_is_left_to_the_search() -> None:
    target = prod(range(1, 37))
    halves = (tuple(range(36 * row, 36 * row + 18)) for row in range(6))
    cages = tuple(Cage("*", target // (1 + row), half) for row, half in enumerate(halves))
    puzzle = Puzzle(Geometry.latin(36), cages=cages)
    assert messages(puzzle, "error") == []


@together(
    "puzzle, expected",
    [
        (
            Puzzle(4, (4,) + (0,) * 15, candidates=(1,) + (15,) * 15),
            ["r1c1: the given 4 is not among its candidates"],
        ),
        (Puzzle(Geometry.latin(4), (1, 1, 1) + (0,) * 13), ["row 1 has 1 at r1c1, r1c2 and r1c3"]),
        (Puzzle(Geometry.latin(4), cages=(Cage("/", 2, (0, 1, 2), repeats=False),)), []),  # 4, 2, 1
        (Puzzle(Geometry.latin(4), cages=(Cage("-", 4, (0,)),)), []),
        (
            Puzzle(Geometry.latin(4), cages=(Cage("+", 3, (0, 1, 2, 3, 4)),)),
            ["cage 1 (r1c1 r1c2 r1c3 r1c4 r2c1): no five digits of 1..4 give 3 with '+'"],
        ),
        (
            Puzzle(Geometry.latin(4), cages=(Cage("+", 10, (0, 1, 2, 3, 4)),)),
            [
                "cage 1 (r1c1 r1c2 r1c3 r1c4 r2c1): digits that differ in each house add up to "
                "11..14, found 10"
            ],
        ),
        (
            Puzzle(Geometry.latin(4), cages=(Cage("+", 10, (0, 4, 8, 12, 1)),)),
            [
                "cage 1 (r1c1 r1c2 r2c1 r3c1 r4c1): digits that differ in each house add up to "
                "11..14, found 10"
            ],
        ),
        (
            Puzzle(Geometry.sudoku(4), cages=(Cage("+", 18, (0, 1, 4, 5, 10, 15)),)),
            [
                "cage 1 (r1c1 r1c2 r2c1 r2c2 r3c3 r4c4): digits that differ in each house add up "
                "to 13..17, found 18"
            ],
        ),
        # More products than are worth computing: left to the search, though no 18 digits reach it.
        (Puzzle(Geometry.latin(36), cages=(Cage("*", prod(range(1, 37)), tuple(range(18))),)), []),
    ],
)
def test_an_error_of_a_puzzle_says_what_is_wrong(puzzle: Puzzle, expected: list[str]) -> None:
    assert messages(puzzle, "error") == expected


def test_the_end_of_a_row_does_not_touch_the_start_of_the_next() -> None:
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("+", 5, (3, 4)),))
    assert messages(puzzle, "warning")[0].startswith("cage 1 (r1c4 r2c1) ")
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("+", 5, (3, 7)), Cage("+", 5, (5, 4))))
    assert [m for m in messages(puzzle, "warning") if "connected" in m] == []


def test_a_board_is_made_of_digits_in_any_form_and_changed_candidate_by_candidate() -> None:
    board = Board.start(Puzzle(4), ("1", *"." * 15))
    assert repr(board) == "Board(4x4, boxes 2x2, 1 of 16 cells)"
    assert board.digits == (1,) + (0,) * 15
    arrays = np.array(board.digits), np.array(board.masks)
    assert Board(board.puzzle, *arrays) == board  # type: ignore[arg-type]
    gone = (1, 0b1010, *board.masks[2:])
    assert board.eliminate("r1c2", 3).masks == gone
    assert board.after(Step("guess", eliminations=((1, 3),))).masks == gone


def test_the_numbers_of_digits_from_ten_on_may_be_texts() -> None:
    assert Puzzle.sudoku(["16", *["."] * 255]).givens[:2] == (16, 0)


@pytest.mark.parametrize("order", [0, -4])
def test_what_is_no_order_has_no_box(order: int) -> None:
    assert default_box(order) is None
    with pytest.raises(PuzzleError, match=f"1 to 36, found {order}"):
        Geometry.sudoku(order)


@together(
    "value, number",
    [
        (np.int8(3), 3),
        (np.array(3), 3),
        (np.array([3]), None),
        (np.True_, None),
        (np.array(True), None),
        (np.array("3"), None),
        (2.0, None),
        (b"3", None),
    ],
)
def test_a_whole_number_is_one_number_and_no_truth(value: object, number: int | None) -> None:
    assert as_whole(value) == number


def test_small_values_say_what_they_are() -> None:
    assert Cage("+", None, (0, 1)).clue == ""
    stats = Outcome(1, stats={"nodes": 3}).stats  # type: ignore[arg-type]
    assert (stats, repr(stats)) == (FrozenMap({"nodes": 3}), "FrozenMap({'nodes': 3})")
    assert stats.__eq__("nodes") is NotImplemented
    both = (False, True)
    links = [Link((), (), strong, alike=alike) for strong in both for alike in both]
    assert [link.from_true for link in links] == [True, False, False, True]
