"""Which rules the digits on a board break."""

from __future__ import annotations

from random import Random

import pytest

from pandoku.constraints import RULES, Between, Thermometer
from pandoku.errors import PuzzleError
from pandoku.model import Board, Cage, Geometry, House, Puzzle, find_conflicts
from tests.together import together

LATIN2 = Geometry.latin(2)
FREE = Cage("+", 3, (0, 3))
STRICT = Cage("+", 3, (0, 3), repeats=False)


@together(
    "digits, expected",
    [
        ((0, 0, 0, 0), []),
        ((1, 2, 2, 1), []),
        ((1, 1, 0, 0), [("row 1", 1, (0, 1))]),
        ((2, 0, 2, 0), [("column 1", 2, (0, 2))]),
        ((1, 1, 1, 0), [("row 1", 1, (0, 1)), ("column 1", 1, (0, 2))]),
        ((2, 2, 1, 1), [("row 1", 2, (0, 1)), ("row 2", 1, (2, 3))]),
    ],
)
def test_a_digit_twice_in_a_house_is_a_conflict_of_that_house(
    digits: tuple[int, ...], expected: list[tuple[str, int, tuple[int, ...]]]
) -> None:
    found = find_conflicts(Puzzle(LATIN2), digits)
    assert [(getattr(c.where, "name", None), c.digit, c.cells) for c in found] == expected


@together(
    "cage, digits, expected",
    [
        (FREE, (1, 0, 0, 1), [(0, (0, 3))]),  # it may repeat, but 1 + 1 is not 3
        (FREE, (1, 0, 0, 0), []),  # not full
        (FREE, (1, 0, 0, 2), []),
        (STRICT, (1, 0, 0, 1), [(1, (0, 3))]),  # the repeat is all that is said
        (STRICT, (1, 0, 0, 0), []),
        (STRICT, (2, 0, 0, 1), []),
    ],
)
def test_a_cage_is_in_conflict_if_it_is_full_and_wrong_or_repeats_what_it_must_not(
    cage: Cage, digits: tuple[int, ...], expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    found = find_conflicts(Puzzle(LATIN2, cages=(cage,)), digits)
    assert [(c.digit, c.cells) for c in found if c.where == cage] == expected


def test_repeated_digits_of_a_house_come_in_ascending_order() -> None:
    first, *_ = found = find_conflicts(Puzzle(Geometry.latin(4)), (3, 1, 3, 1) + (0,) * 12)
    assert [(c.digit, c.cells) for c in found] == [(1, (1, 3)), (3, (0, 2))]
    assert first.where == Geometry.latin(4).houses[0]


@pytest.mark.parametrize(
    ("cells", "digits", "message"),
    [
        ((0, 1), (0, 0, 0), "expected 4 digits, found 3"),
        ((0, 4), (0, 0, 0, 0), "found one with a cell outside"),
        ((0, -1), (0, 0, 0, 0), "found one with a cell outside"),
    ],
)
def test_what_is_no_grid_of_the_puzzle_is_refused(
    cells: tuple[int, ...], digits: tuple[int, ...], message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        find_conflicts(Puzzle(LATIN2, cages=(Cage("+", 3, cells),)), digits)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", sorted(RULES))
def test_a_solution_breaks_no_constraint_and_another_grid_names_those_it_breaks(name: str) -> None:
    example = RULES[name].example
    assert example.solution is not None
    assert find_conflicts(example, example.solution) == ()
    n_broken = 0
    for seed in range(35):
        grid = tuple(Random(seed).sample(example.solution, 36))
        found = find_conflicts(example, grid)
        broken = {each for each in example.further if not each.holds(grid, example)}
        assert {each.where for each in found if not isinstance(each.where, House)} == broken
        assert all(each.cells for each in found)
        n_broken += len(broken)
    assert bool(n_broken) == RULES[name].make.RESTRICTS_DIGITS


def test_conflicts_take_a_puzzle_and_a_grid_in_any_form() -> None:
    found = find_conflicts("1...............", [[1, 0, 1, 0]] + [[0] * 4] * 3)
    assert [(str(getattr(each.where, "name", "")), each.cells) for each in found] == [
        ("row 1", (0, 2))
    ]
    assert find_conflicts("1...............", "1.1.............") == found
    with pytest.raises(PuzzleError, match="expected 16 digits, found 15"):
        find_conflicts(Puzzle(4), [0] * 15)


def test_a_malformed_constraint_is_named() -> None:
    puzzle = Puzzle(4, further=(Thermometer((0, 99)),))
    with pytest.raises(PuzzleError, match=r"^thermometer: .*0\.\.15, found 99"):
        find_conflicts(puzzle, [0] * 16)
    with pytest.raises(PuzzleError, match=r"expected digits 0\.\.4"):
        find_conflicts(Puzzle(4, further=(Thermometer((0, 1)),)), [9] * 16)


def test_a_problem_has_the_index_of_its_constraint() -> None:
    cage, good, bad = Cage("+", 99, (0, 1)), Thermometer((0, 1)), Thermometer((5, 15))
    puzzle = Puzzle(Geometry.latin(4), cages=(cage,), further=(good, bad))
    found = [each for each in puzzle.problems() if each.severity == "error"]
    assert [(each.constraint, each.cells) for each in found] == [(0, (0, 1)), (2, (5, 15))]
    assert puzzle.constraints[2] == bad
    assert found[1].message.startswith("constraint 3 (thermometer): ")


def test_a_malformed_constraint_makes_no_cells_differ() -> None:
    puzzle = Puzzle(4, further=(Between((3,)), Thermometer((0, 99)), Between((5, 6, 7))))
    assert puzzle.sight == Puzzle(4).sight
    assert puzzle.apart_by(0, 99) is None
    assert Board.start(puzzle).digits == (0,) * 16
