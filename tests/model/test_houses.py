"""Houses have names: of rows and boxes, of known sets, and any that a puzzle gives them."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.model import HOUSE_SETS, MAX_ORDER
from pandoku.words import house_names
from tests.together import together

CORNERS = "r1c1 r1c4 r4c1 r4c4"
RING = {"ring": CORNERS}


def names(geometry: Geometry, kind: str = "extra") -> list[str]:
    return [house.name for house in geometry.houses if house.kind == kind]


def test_every_house_has_a_name() -> None:
    geometry = Geometry.sudoku(9, diagonals=True, extra=["center-dot", {"Orion": range(9)}])
    assert names(geometry, "row")[2] == "row 3"
    assert names(geometry, "box")[4] == "box 5"
    assert names(geometry, "diagonal") == ["main diagonal", "anti-diagonal"]
    assert names(geometry) == ["center dot", "Orion"]
    assert [house.phrase for house in geometry.houses[-3:]] == [
        "the anti-diagonal",
        "the center dot",
        "Orion",
    ]


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ("windoku", ["window 1", "window 2", "window 3", "window 4"]),
        ("disjoint-groups", [f"disjoint group {n}" for n in range(1, 10)]),
        ("asterisk", ["asterisk"]),
        ("center-dot", ["center dot"]),
        ("girandola", ["girandola"]),
    ],
)
def test_a_set_names_its_houses(extra: str, expected: list[str]) -> None:
    assert names(Geometry.sudoku(9, extra=extra)) == expected
    assert names(Puzzle.killer(9, [], extra=[extra]).geometry) == expected
    assert names(Puzzle.jigsaw(9, list(range(9)) * 9, extra=extra).geometry) == expected


def test_sets_have_the_cells_that_their_kind_is_known_for() -> None:
    def cells(extra: str) -> str:
        geometry = Geometry.sudoku(9, extra=extra)
        return geometry.names(geometry.extra[0])

    assert cells("windoku") == "r2c2 r2c3 r2c4 r3c2 r3c3 r3c4 r4c2 r4c3 r4c4"
    assert cells("disjoint-groups") == "r1c1 r1c4 r1c7 r4c1 r4c4 r4c7 r7c1 r7c4 r7c7"
    assert cells("asterisk") == "r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5"
    assert cells("center-dot") == "r2c2 r2c5 r2c8 r5c2 r5c5 r5c8 r8c2 r8c5 r8c8"
    assert cells("girandola") == "r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9"


@pytest.mark.parametrize("name", HOUSE_SETS)
def test_a_set_is_there_in_each_of_its_orders_and_refuses_all_others(name: str) -> None:
    orders = HOUSE_SETS[name].orders
    assert orders
    for order in range(1, MAX_ORDER + 1):
        if order in orders:
            geometry = Geometry.sudoku(order, extra=name)
            assert {len({*cells}) for cells in geometry.extra} == {order}
            assert all(0 <= cell < order * order for cells in geometry.extra for cell in cells)
        else:
            with pytest.raises(PuzzleError, match=rf"order .* {name}, found {order}"):
                Geometry.sudoku(order, extra=name)


def test_groups_follow_the_boxes_that_the_puzzle_has() -> None:
    wide, tall = (Geometry.sudoku(6, box, extra="disjoint-groups") for box in ((2, 3), (3, 2)))
    assert wide.names(wide.extra[0]) == "r1c1 r1c4 r3c1 r3c4 r5c1 r5c4"
    assert tall.names(tall.extra[0]) == "r1c1 r1c3 r1c5 r4c1 r4c3 r4c5"


@together(
    "extra",
    [
        RING,
        [RING],
        {"ring": ["r1c1", "r1c4", "r4c1", "r4c4"]},
        {"ring": [(0, 0), (0, 3), (3, 0), (3, 3)]},
        {" ring ": {0, 3, 12, 15}},
        Geometry.sudoku(4, extra=RING).houses[-1:],
    ],
)
def test_a_named_house_takes_cells_in_every_form(extra: Any) -> None:
    geometry = Geometry.sudoku(4, extra=extra)
    assert (geometry.extra, geometry.extra_names) == (((0, 3, 12, 15),), ("ring",))


def test_sets_names_and_cells_mix() -> None:
    geometry = Geometry.sudoku(4, extra=["windoku", RING, CORNERS, [0, 5, 10, 15]])
    assert names(geometry) == ["window", "ring", "extra house 3", "extra house 4"]


def test_a_known_house_without_a_name_gets_its_name() -> None:
    windows = Geometry.sudoku(9, windows=True)
    assert Geometry.sudoku(9, extra=windows.extra) == windows
    assert Geometry.sudoku(9, extra=windows.extra[2:]).extra_names == ("window 3", "window 4")
    twice = Geometry.sudoku(9, extra=[{"window 1": windows.extra[3]}, windows.extra[0]])
    assert twice.extra_names == ("window 1", "extra house 2")


def test_a_given_name_is_never_taken_by_a_house_without_one() -> None:
    geometry = Geometry.sudoku(4, extra=[CORNERS, {"extra house 1": [0, 5, 10, 15]}])
    assert geometry.extra_names == ("extra house 2", "extra house 1")


def test_names_tell_geometries_apart_and_come_back() -> None:
    ring = Geometry.sudoku(4, extra=RING)
    other = Geometry.sudoku(4, extra={"Ring of fire": CORNERS})
    assert ring != other
    assert (names(ring), names(other)) == (["ring"], ["Ring of fire"])
    assert pickle.loads(pickle.dumps(ring)) == ring
    assert replace(ring, diagonals=True).extra_names == ("ring",)
    assert replace(Puzzle(ring), title="t").geometry == ring


def test_a_geometry_describes_its_extra_houses() -> None:
    assert Geometry.sudoku(9, windows=True).describe() == "9x9, boxes 3x3, 4 windows"
    both = Geometry.sudoku(9, diagonals=True, extra=["asterisk", "center-dot"])
    assert repr(both) == "Geometry(9x9, boxes 3x3, diagonals, asterisk, center dot)"
    assert Geometry.sudoku(4, extra=CORNERS).describe() == "4x4, boxes 2x2, 1 extra house"
    many = {f"the {digit}s": CORNERS for digit in "abcde"}
    assert Geometry.sudoku(4, extra=many).describe() == "4x4, boxes 2x2, 5 extra houses"


def test_houses_with_one_noun_are_listed_by_number() -> None:
    geometry = Geometry.sudoku(9, diagonals=True, extra=["windoku", "center-dot"])
    *_, window, dot = geometry.houses
    assert house_names(geometry.houses[-3:-1]) == "windows 3 and 4"
    assert house_names((window, dot)) == "window 4 and the center dot"
    assert house_names(geometry.houses[27:29]) == "the main diagonal and the anti-diagonal"
    galleries = Geometry.latin(4, extra={"gallery 1": CORNERS, "gallery 12": [0, 5, 10, 15]})
    assert house_names(galleries.houses[-2:]) == "galleries 1 and 12"


@together(
    "name, message",
    [
        ("", "extra house 1: expected a name, found an empty one"),
        ("  ", "expected a name, found an empty one"),
        ("row 3", "expected a unique name, found 'row 3', which is reserved"),
        ("Box  1", "found 'Box 1'"),
        ("column 99", "found 'column 99'"),
        ("main diagonal", "found 'main diagonal'"),
        ("Anti-Diagonal", "found 'Anti-Diagonal'"),
        ("cage 1", "found 'cage 1'"),
        ("step 7", "found 'step 7'"),
        ("r1c1", "found 'r1c1'"),
        ("12", "found '12'"),
        ("<b>ring</b>", "letters, digits, spaces and .*, found '<' in '<b>ring</b>'"),
        ("[red]ring", r"found '\[' in"),
        ("a & b", "found '&' in"),
        ("*ring*", r"found '\*' in"),
        ("a\nb", r"found '\\n' in"),
        ("a\x1b[31m", r"found '\\x1b' in"),
        ("a\u202eb", r"found '\\u202e' in"),
        ("a\ue000b", r"found '\\ue000' in"),
        ("\ud800", r"found '\\ud800' in"),
        ("x" * 41, "at most 40 characters, found 41"),
        (3, "extra house 1: expected a name as a text, found 3"),
    ],
)
def test_a_bad_name_is_refused_with_what_was_expected_and_where(name: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Geometry.sudoku(4, extra={name: CORNERS})
    with pytest.raises(PuzzleError, match=message):
        Geometry(4, (2, 2), extra=[CORNERS], extra_names=[name])


@together("name", ["Ring", "kör 1", "数", "Alice's ring (2)", "x" * 40, "e\u0301"])
def test_names_in_any_script_are_fine(name: str) -> None:
    assert len(names(Geometry.sudoku(4, extra={name: CORNERS}))) == 1


def test_two_houses_never_have_one_name() -> None:
    with pytest.raises(PuzzleError, match=r"^extra house 2: .* 'RING'"):
        Geometry.sudoku(4, extra=[RING, {"RING": [0, 5, 10, 15]}])
    with pytest.raises(PuzzleError, match=r"^extra house 5: .* 'window 1'"):
        Geometry.sudoku(9, windows=True, extra="windoku")


@together(
    "extra, message",
    [
        ("windok", "found 'windok'; try windoku$"),
        (["center dots"], "found 'center dots'; try center-dot$"),
        ("", "found ''; try windoku, disjoint-groups, asterisk, center-dot, girandola"),
        ({"ring": 5}, "extra house 1, 'ring': expected cells, found 5"),
        ({"ring": "r1c1 r1c2"}, "extra house 1, 'ring': expected 4 cells, found 2"),
        ({"ring": "r1c1 r9c9"}, "extra house 1, 'ring': expected a cell .*, found 'r9c9'"),
        ([RING, {"b": [0, 1, 2, 99]}], "extra house 2, 'b'"),
        ("asterisk", "expected order 9 for asterisk, found 4"),
        ("center-dot", "expected order 9, 15, 21, 25, 27, 33 or 35 for center-dot, found 4"),
    ],
)
def test_bad_houses_are_refused_by_name_and_number(extra: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle.sudoku(4, extra=extra)


@pytest.mark.parametrize("bad", ["ring", 5, ["a", "b"]])
def test_there_is_a_name_for_each_house_or_none(bad: Any) -> None:
    with pytest.raises(PuzzleError):
        Geometry(4, (2, 2), extra=[CORNERS], extra_names=bad)
    with pytest.raises(PuzzleError, match="extra_names, found both"):
        Geometry(4, (2, 2), extra=RING, extra_names=["ring"])


def test_a_set_is_found_by_its_other_names() -> None:
    expected = Geometry.sudoku(9, windows=True)
    for name in ("Windoku", "hyper", "hypersudoku", " WINDOKU "):
        assert Geometry.sudoku(9, extra=name) == expected
    assert names(Geometry.sudoku(9, extra="center dot")) == ["center dot"]
