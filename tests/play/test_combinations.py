"""The combinations that can still fill a cage."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.errors import PuzzleError
from pandoku.model import OPERATIONS, Board, Cage, Geometry, Puzzle, digits_of, sight_of
from pandoku.play.combinations import combinations


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board with one cage of up to four cells anywhere, and any candidates."""
    order = draw(st.integers(2, 5))
    geometry = Geometry.latin(order)
    cells = draw(st.lists(st.integers(0, order**2 - 1), min_size=1, max_size=4, unique=True))
    operation = draw(st.sampled_from(OPERATIONS))
    target = draw(st.one_of(st.none(), st.integers(-3, 30)))
    cage = Cage(operation, target, tuple(cells), repeats=draw(st.booleans()))
    masks = [geometry.all_mask] * geometry.n_cells
    for cell in cells:
        masks[cell] = draw(st.integers(0, geometry.all_mask))
    puzzle = Puzzle(geometry, cages=(cage,))
    return Board(puzzle, (0,) * geometry.n_cells, tuple(masks))


@settings(max_examples=120, deadline=None)
@given(boards())
def test_combinations_are_those_of_every_way_to_fill_the_cage(board: Board) -> None:
    (cage,), peers = board.puzzle.cages, sight_of(board.puzzle.geometry)
    fillings = [
        filling
        for filling in product(*(digits_of(board.masks[cell]) for cell in cage.cells))
        if cage.allows(filling)
        and all(
            a != b or y not in peers[x]
            for x, a in zip(cage.cells, filling, strict=True)
            for y, b in zip(cage.cells, filling, strict=True)
        )
    ]
    found = combinations(board, 0)
    assert found.sets == tuple(sorted({tuple(sorted(filling)) for filling in fillings}))
    columns = zip(*fillings, strict=True) if fillings else [()] * len(cage.cells)
    assert found.masks == tuple(sum({1 << (d - 1) for d in column}) for column in columns)
    assert found.is_complete
    in_all = [d for d in range(1, 6) if fillings and all(d in filling for filling in fillings)]
    assert list(found.required) == in_all
    in_none = {*range(1, board.puzzle.order + 1)}.difference(*fillings)
    assert list(found.excluded) == sorted(in_none)


def killer(order: int, target: int, *cells: int) -> Board:
    return Board.start(Puzzle(Geometry.sudoku(order), cages=(Cage("+", target, cells, False),)))


def test_digits_that_the_cage_holds_are_part_of_each_combination() -> None:
    board = killer(9, 15, 0, 1, 2).place(0, 9)
    assert combinations(board, 0).sets == ((1, 5, 9), (2, 4, 9))
    assert combinations(board, 0).required == (9,)
    assert combinations(board, 0).text.endswith(": 1 5 9, 2 4 9; all have 9.")


def test_marks_leave_out_combinations() -> None:
    board = killer(9, 15, 0, 1, 2).eliminate(0, 9).eliminate(1, 9).eliminate(2, 9)
    assert combinations(board, 0).sets == (
        (1, 6, 8),
        (2, 5, 8),
        (2, 6, 7),
        (3, 4, 8),
        (3, 5, 7),
        (4, 5, 6),
    )


def test_a_cage_that_cannot_be_filled_says_so() -> None:
    found = combinations(killer(9, 15, 0, 1).place(0, 1), 0)
    assert found.sets == ()
    assert found.required == ()
    assert re.match("The 15-cage at r1c1: none ", found.text)


def test_many_combinations_are_counted_and_some_are_shown() -> None:
    found = combinations(killer(16, 34, *range(4)), 0)
    assert found.is_complete
    assert len(found.sets) == 86
    assert re.search(": 86, .* 1 2 15 16, 1 3 14 16, ", found.text)


def test_a_cage_with_too_many_ways_is_not_listed_to_the_end() -> None:
    cage = Cage("+", 80, tuple(range(0, 160, 17)))  # ten cells that do not see each other
    board = Board.start(Puzzle(Geometry.latin(16), cages=(cage,)))
    found = combinations(board, 0)
    assert not found.is_complete
    assert found.required == found.excluded == ()
    assert found.masks == (2**16 - 1,) * 10
    assert "more than" in found.text
    assert all(sum(digits) == 80 for digits in found.sets)


def test_a_cage_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"0\.\.0, found 1"):
        combinations(killer(9, 15, 0, 1), 1)
    with pytest.raises(PuzzleError, match=r"\(0, 7\)"):
        combinations(Board.start(Puzzle(Geometry.latin(2), cages=(Cage("+", 3, (0, 7)),))), 0)
