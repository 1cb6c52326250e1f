import pickle
import subprocess
import sys
from typing import Any

import pytest

from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.model import MAX_ORDER, default_box
from tests.together import together

BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 16: (4, 4), 36: (6, 6)}


@together("order", range(1, MAX_ORDER + 1))
def test_every_house_of_every_order_has_n_different_cells(order: int) -> None:
    geometry = Geometry.sudoku(order)
    for house in geometry.houses:
        assert len(set(house.cells)) == order
        assert house.cells == tuple(sorted(house.cells))
    covered = [cell for house in geometry.houses if house.kind == "row" for cell in house.cells]
    assert covered == list(range(order * order))


def test_equal_geometries_hash_equal_also_after_a_pickle_went_to_another_process() -> None:
    twin = Geometry(9, (3, 3), diagonals=True)
    code = "import pickle, sys; from pandoku import Geometry\n"
    code += "made = Geometry(9, [3, 3], diagonals=1)\n"
    code += "sys.stdout.buffer.write(pickle.dumps(made))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert {pickle.loads(done.stdout): "found"}[twin] == "found"
    assert Geometry(9, (3, 3)) != twin


@together("order, box", BOXES.items())
def test_default_box_is_the_most_square_and_lies_flat(order: int, box: tuple[int, int]) -> None:
    assert default_box(order) == box


@together("order", [1, 2, 3, 5, 7, 11, 13, 31])
def test_prime_orders_are_latin_squares(order: int) -> None:
    assert Geometry.sudoku(order).box is None


def test_boxes_are_numbered_in_reading_order() -> None:
    boxes = [h for h in Geometry(6, (2, 3)).houses if h.kind == "box"]
    assert boxes[1].cells == (3, 4, 5, 9, 10, 11)
    assert [box.number for box in boxes] == [1, 2, 3, 4, 5, 6]


def test_a_box_of_one_row_counts_as_none() -> None:
    assert Geometry(5, (1, 5)) == Geometry.latin(5)


def test_equal_jigsaws_are_equal_whatever_their_regions_are_called() -> None:
    cells = (7, 7, 3, 3) * 2 + (0, 0, 5, 5) * 2
    assert Geometry(4, regions=cells).regions == (0, 0, 1, 1) * 2 + (2, 2, 3, 3) * 2


def test_diagonals_meet_in_the_middle_of_an_odd_order() -> None:
    falling, rising = (
        h.cells for h in Geometry.latin(5, diagonals=True).houses if h.kind == "diagonal"
    )
    assert set(falling) & set(rising) == {12}


@together(
    "arguments, message",
    [
        ({"order": 0}, "an order from 1 to 36, found 0"),
        ({"order": 37}, "found 37"),
        ({"order": "9"}, "found '9'"),
        ({"order": True}, "found True"),
        ({"order": 9, "box": (2, 3)}, "a box of order 9 has 9 cells, found 2x3 = 6"),
        ({"order": 9, "box": (3, 3), "regions": (0,) * 81}, "not both"),
        ({"order": 2, "regions": (0, 0, 1)}, "name 4 cells, found 3"),
        ({"order": 2, "regions": (0, 0, 0, 1)}, "region 1: expected 2 cells, found 3"),
        ({"order": 2, "regions": (0, 0, 0, 0)}, "expected 2 regions, found 1"),
        ({"order": 2, "extra": ((0, 4),)}, "extra house 1: expected cells inside the grid"),
        ({"order": 2, "extra": ((0, 0),)}, "extra house 1: expected 2 cells, found 1"),
    ],
)
def test_parts_that_do_not_fit_are_refused_with_a_reason(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        Geometry(**arguments)


@pytest.mark.parametrize(("order", "rising"), [(1, (0,)), (2, (1, 2)), (3, (2, 4, 6))])
def test_the_second_diagonal_rises(order: int, rising: tuple[int, ...]) -> None:
    assert Geometry(order, None, diagonals=True).houses[-1].cells == rising


def test_regions_may_be_letters_in_bytes() -> None:
    puzzle = Puzzle.jigsaw([0] * 4, b"AB\nAB")
    assert puzzle.geometry.regions == (0, 1, 0, 1)
