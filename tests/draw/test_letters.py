"""The letters of clones."""

from __future__ import annotations

from pandoku import Puzzle
from pandoku.constraints import Clone, ColumnIndexer, RowIndexer
from pandoku.draw import draw
from pandoku.draw.pieces import piece_groups


def letters(*clones: Clone) -> dict[int, list[str]]:
    """Return the letters in each cell."""
    drawing = draw(Puzzle(9).with_(*clones))
    found: dict[int, list[str]] = {}
    for group in piece_groups(drawing.shapes, 9):
        for piece in group.pieces:
            if piece.kind == "text":
                ((x, y),) = piece.points
                found.setdefault(int(y) * 9 + int(x), []).append(piece.text)
    return found


def test_clones_of_the_same_cells_have_one_letter_each_cell_once() -> None:
    found = letters(Clone((0, 1), (30, 31)), Clone((30, 31), (60, 61)), Clone((0, 1), (60, 61)))
    assert found == {cell: ["A"] for cell in (0, 1, 30, 31, 60, 61)}


def test_a_clone_that_joins_two_groups_gives_them_one_letter() -> None:
    found = letters(Clone((0, 1), (30, 31)), Clone((60, 61), (23, 24)), Clone((30, 31), (60, 61)))
    assert found == {cell: ["A"] for cell in (0, 1, 30, 31, 60, 61, 23, 24)}


def test_clones_with_few_cells_in_common_keep_their_letters() -> None:
    found = letters(Clone((0, 1, 2), (30, 31, 32)), Clone((2, 11, 20), (33, 42, 51)))
    assert (found[30], found[33], found[2]) == (["A"], ["C"], ["A"])


def test_letters_in_one_cell_stand_beside_each_other() -> None:
    drawing = draw(Puzzle(9).with_(RowIndexer("r1c1 r1c2"), ColumnIndexer("r1c1 r2c1")))
    texts = [piece for group in piece_groups(drawing.shapes, 9) for piece in group.pieces]
    placed = {(piece.points[0], piece.text) for piece in texts if piece.kind == "text"}
    (row, column) = sorted((x, text) for (x, y), text in placed if x < 1 and y < 1)
    assert (row[1], column[1]) == ("R", "C")
    assert column[0] - row[0] > 0.1
