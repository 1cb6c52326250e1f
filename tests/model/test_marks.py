"""A player's marks as a value."""

from __future__ import annotations

import pytest

from pandoku import Board, Marks, Puzzle, PuzzleError
from tests.together import together


def test_marks_are_made_from_digits_by_cell_or_from_masks() -> None:
    marks = Marks.of(4, corner={0: (3, 1)}, center={15: [2]}, colors={1: {9, 1}})
    assert (marks.corner[0], marks.center[15], marks.colors[1]) == (0b101, 0b10, 0b100000001)
    assert sum(map(bool, (*marks.corner, *marks.center, *marks.colors))) == 3
    puzzle = Puzzle(4)
    assert Marks.of(puzzle, corner={}) == Marks.of(puzzle.geometry) == Marks(4)
    board = Board.start(Puzzle(4, (1,) + (0,) * 15))
    by_cell = {cell: board.candidates(cell) for cell in range(16)}
    assert Marks(4, center=board.masks) == Marks.of(4, center=by_cell)


def test_putting_changes_one_kind_in_one_cell() -> None:
    marks = Marks.of(4, corner={0: (1,), 1: (2,)}, colors={0: (3,)})
    changed = marks.put("corner", 0, (2, 4))
    assert changed == Marks.of(4, corner={0: (2, 4), 1: (2,)}, colors={0: (3,)})
    assert changed.put("corner", 0, ()).corner[0] == 0
    assert marks.corner[0] == 1


def test_equal_marks_hash_equal() -> None:
    assert hash(Marks(2, center=(1, 0, 0, 0))) == hash(Marks.of(2, center={0: (1,)}))


@together(
    "make, message",
    [
        (lambda: Marks.of(4, corner={3: (5,)}), "r1c4: expected corner marks from 1 to 4, found 5"),
        (lambda: Marks.of(4, center={3: (0,)}), "r1c4: expected center marks from 1 to 4, found 0"),
        (lambda: Marks.of(4, colors={3: (10,)}), "r1c4: expected a color from 1 to 9, found 10"),
        (lambda: Marks.of(4, corner={16: (1,)}), r"expected a cell 0\.\.15, .*found 16"),
        (lambda: Marks.of(4, corner={-1: (1,)}), r"expected a cell 0\.\.15, .*found -1"),
        (lambda: Marks(2, (4, 0, 0, 0)), "r1c1: expected corner marks from 1 to 2, found 3"),
        (lambda: Marks(2, center=(0, -1, 0, 0)), "r1c2: expected a mask, found -1"),
        (lambda: Marks(2, (1, 2, 3)), "expected corner masks for 4 cells, found 3"),
        (lambda: Marks(4).require_order(9), "expected marks for 81 cells, found 16"),
        (lambda: Marks(4).put("edge", 0, (1,)), "colors, letters, pen, found 'edge'"),
    ],
)  # fmt: skip
def test_invalid_marks_are_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make()  # type: ignore[operator]
    assert isinstance(caught.value, PuzzleError) or "edge" in message


def test_marks_say_what_they_hold() -> None:
    marks = Marks.of(4, center={0: (1,), 1: (1, 2)})
    assert (repr(Marks(4)), repr(marks)) == ("Marks(4x4)", "Marks(4x4, center in 2 of 16 cells)")


def test_marks_are_added_removed_and_cleared_in_several_cells() -> None:
    marks = Marks(4).add("corner", (0, "r4c4"), 2).add("corner", (0,), 3).add("colors", (0,), 9)
    assert marks == Marks.of(4, corner={0: (2, 3), 15: (2,)}, colors={0: (9,)})
    assert marks.remove("corner", (0, 1), 2) == Marks.of(
        4, corner={0: (3,), 15: (2,)}, colors={0: (9,)}
    )
    assert marks.clear("corner", (0, 15)) == Marks.of(4, colors={0: (9,)})
    assert marks.clear("colors", range(16)).colors == (0,) * 16


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Marks(4).add("corner", (0,), 5), "expected corner marks from 1 to 4, found 5"),
        (lambda: Marks(4).remove("colors", (0,), 10), "expected a color from 1 to 9, found 10"),
        (lambda: Marks(4).clear("corner", (16,)), r"expected a cell 0\.\.15, .*found 16"),
        (
            lambda: Marks(4).add("edge", (0,), 1),
            "corner, center, colors, letters, pen, found 'edge'",
        ),
    ],
)
def test_marks_cannot_be_added_or_removed_where_there_are_none(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
