"""Which rules the digits on a board break."""

from __future__ import annotations

import pytest

from pandoku.errors import PuzzleError
from pandoku.model import Cage, Geometry, Puzzle, find_conflicts

LATIN2 = Geometry.latin(2)
FREE = Cage("+", 3, (0, 3))
STRICT = Cage("+", 3, (0, 3), repeats=False)


@pytest.mark.parametrize(
    ("digits", "expected"),
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


@pytest.mark.parametrize(
    ("cage", "digits", "expected"),
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
