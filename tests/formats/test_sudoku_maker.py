"""Format `sudoku-maker`: what its types mean, links, refusals by name, and the way back."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Puzzle, load, solve
from pandoku.constraints import (
    RULES,
    XV,
    AllDifferent,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    Clone,
    ColumnIndexer,
    CountingCircles,
    Difference,
    DigitGroups,
    DoubleArrow,
    Drawing,
    Entropic,
    Even,
    Fog,
    GlobalEntropy,
    LittleKiller,
    Lockout,
    LookAndSay,
    Maximum,
    Minimum,
    Modular,
    NoDifference,
    NoRatio,
    NoXV,
    NumberedRoom,
    Odd,
    Palindrome,
    Parity,
    Progression,
    Quadruple,
    Ratio,
    RegionSum,
    Renban,
    RowIndexer,
    RulesInWords,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
)
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import FORMATS, Lines, dumps, items, loads, loads_board, sniff
from pandoku.formats._links.lz_string import pack
from pandoku.formats._shapes import usual_regions
from pandoku.formats.sudoku_maker.kinds import TYPES
from pandoku.formats.sudoku_maker.links import maker_link, packed_by_maker
from pandoku.model import Cage, Decoration, Disc, Geometry, Sign, Stroke, Tile
from tests.data import ROOT, SHARED, by_default, needs
from tests.formats.reading import error_of, written_constraints
from tests.together import together

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
NAME = "sudoku-maker"
EXAMPLE = FORMATS[NAME].example
BOXES = {"type": 1, "regions": [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]}


def document(*constraints: dict[str, Any], n: int = 4, **keys: Any) -> str:
    puzzle: dict[str, Any] = {"name": "", "author": "", "comment": "", "type": "sudoku", "size": n}
    puzzle |= {"cells": [{}] * n * n, "constraints": [{"type": 0}, *constraints]}
    return json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle | keys})


# ------------------------------------------------------------------ what the types mean


@together(
    "written, constraint",
    [
        ({"type": 12}, AntiKing()),
        ({"type": 13}, AntiKnight()),
        ({"type": 15}, NoDifference()),
        ({"type": 100, "cells": [1, 0]}, Even("r1c1 r1c2")),
        ({"type": 101, "cells": [5], "style": {"size": 0.8}}, Odd("r2c2")),
        ({"type": 102, "cells": [5]}, Maximum("r2c2")),
        ({"type": 103, "cells": [5]}, Minimum("r2c2")),
        ({"type": 200, "clues": [{"edge": 1, "value": 1}]}, Difference("r1c1 r1c2")),
        ({"type": 200, "clues": [{"edge": 4, "value": 2}]}, Difference("r1c1 r2c1", 2)),
        ({"type": 200, "negative": [2]}, NoDifference((2,))),
        ({"type": 201, "clues": [{"edge": 27}]}, Ratio("r4c3 r4c4")),
        ({"type": 201, "clues": [{"edge": 23, "value": 3}]}, Ratio("r3c4 r4c4", 3)),
        ({"type": 201, "negative": [2, 3]}, NoRatio((2, 3))),
        ({"type": 202, "clues": [{"edge": 1, "value": 5}]}, XV("r1c1 r1c2", 5)),
        ({"type": 202, "negative": [10]}, NoXV((10,))),
        ({"type": 300, "slow": False, "thermometers": [[0, 1, 2]]}, Thermometer("r1c1 r1c2 r1c3")),
        ({"type": 300, "slow": True, "thermometers": [[0, 5]]}, Thermometer("r1c1 r2c2", True)),
        (
            {"type": 301, "cages": [{"cells": [0, 1], "value": 5}]},
            Cage("+", 5, (0, 1), repeats=False),
        ),
        ({"type": 301, "cages": [{"cells": [0, 1], "value": 0}]}, Cage("+", None, (0, 1))),
        ({"type": 302, "groups": [[0, 10], [1, 11]]}, Clone("r1c1 r1c2", "r3c3 r3c4")),
        (
            {"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
            Quadruple((0, 1, 4, 5), (1, 2)),
        ),
        ({"type": 303, "clues": [{"corner": 9, "digits": [3]}]}, Quadruple("r1c4 r2c4", (3,))),
        ({"type": 305, "cells": [0, 6]}, AllDifferent("r1c1 r2c3")),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 2}, Whisper("r1c1 r1c2")),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 3}, Whisper("r1c1 r1c2", 3)),
        ({"type": 402, "lines": [[0, 5, 6]]}, Palindrome("r1c1 r2c2 r2c3")),
        ({"type": 403, "lines": [[0, 1, 2]]}, Between("r1c1 r1c2 r1c3")),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 6]]}]},
            Arrow("r1c1", "r1c2 r2c3"),
        ),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [0, 1], "arrows": [[1, 2, 3]]}]},
            Arrow("r1c1 r1c2", "r1c3 r1c4"),
        ),
        (
            {"type": 500, "clues": [{"value": 9, "outerCell": 1, "diagonal": -1}]},
            LittleKiller("r1c2", "DR", 9),
        ),
        (
            {"type": 500, "clues": [{"value": 5, "outerCell": 3, "diagonal": 1}]},
            LittleKiller("r1c2", "DL", 5),
        ),
        (
            {"type": 500, "clues": [{"value": 8, "outerCell": 24, "diagonal": 1}]},
            LittleKiller("r3c1", "UR", 8),
        ),
        (
            {"type": 500, "clues": [{"value": 9, "outerCell": 35, "diagonal": -1}]},
            LittleKiller("r4c4", "UL", 9),
        ),
        ({"type": 501, "clues": [{"value": 0, "outerCell": 1}]}, Sandwich("r1c1", "D", 0)),
        ({"type": 501, "clues": [{"value": 5, "outerCell": 6}]}, Sandwich("r1c1", "R", 5)),
        ({"type": 502, "clues": [{"value": 3, "outerCell": 34}]}, XSum("r4c4", "U", 3)),
        ({"type": 503, "clues": [{"value": 2, "outerCell": 29}]}, Skyscraper("r4c4", "L", 2)),
        ({"type": 504, "clues": [{"value": 2, "outerCell": 29}]}, NumberedRoom("r4c4", "L", 2)),
        ({"type": 600, "cells": [3]}, RowIndexer("r1c4")),
        ({"type": 601, "cells": [3]}, ColumnIndexer("r1c4")),
        ({"type": 4000, "cells": [3, 0]}, Fog("r1c1 r1c4")),
        ({"type": 16, "groups": [6, 24]}, GlobalEntropy((3, 12))),
        ({"type": 16, "groups": [2, 12, 16]}, GlobalEntropy()),
        (
            {"type": 304, "cages": [{"cells": [0, 5], "value": "1102"}]},
            LookAndSay("r1c1 r2c2", (1, 1, 0, 2)),
        ),
        ({"type": 306, "cells": [0, 6, 13]}, CountingCircles("r1c1 r2c3 r4c2")),
        ({"type": 400, "lines": [[0, 1, 6]]}, Renban("r1c1 r1c2 r2c3")),
        ({"type": 404, "lines": [[1, 2]], "singleRegionTotals": False}, RegionSum("r1c2 r1c3")),
        (
            {"type": 404, "lines": [[1, 2]], "singleRegionTotals": True},
            RegionSum("r1c2 r1c3", True),
        ),
        ({"type": 405, "lines": [[0, 1, 2]]}, Progression("r1c1 r1c2 r1c3")),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [2, 12, 16]}, Entropic("r1c1 r1c2 r1c3")),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [20, 10]}, Parity("r1c1 r1c2 r1c3")),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [8, 18, 4]}, Modular("r1c1 r1c2 r1c3")),
        ({"type": 406, "lines": [[0, 1]], "groups": [6, 24]}, DigitGroups("r1c1 r1c2", (3, 12))),
        ({"type": 407, "lines": [[0, 1, 2]]}, Lockout("r1c1 r1c2 r1c3", 2)),
        ({"type": 409, "lines": [[0, 1, 2, 3]]}, DoubleArrow("r1c1 r1c2 r1c3 r1c4")),
    ],
)
def test_a_type_is_a_constraint(written: dict[str, Any], constraint: Any) -> None:
    expected = Puzzle.sudoku(4).with_(constraint)
    assert loads(document(BOXES, written)) == expected
    if constraint != Arrow("r1c1 r1c2", "r1c3 r1c4"):  # whose sum is out of reach
        assert loads(dumps(expected, NAME)) == expected


# The arrows and the solution of "Rainy Day" by ChrisTophski (CC0).
PILLS = [
    ([19, 20], [[19, 27, 36, 45, 54, 63, 72], [19, 28, 37, 46, 55, 64]]),
    ([19, 20], [[20, 29, 38, 47, 56, 65], [20, 30, 39, 48, 57, 66, 75]]),
    ([32, 33], [[32, 40, 49, 58, 67, 76], [32, 41, 50, 59, 68, 77]]),
    ([32, 33], [[33, 42, 51, 60, 69, 78], [33, 43, 52, 61, 70, 79]]),
]
RAINY_DAY = "738965241961824357425317689653492718149786532872531496317248965284659173596173824"


def test_the_first_cell_of_a_pill_has_the_highest_place() -> None:
    """Some say that it has the units. In the published puzzle, 2 and 5 are a sum of 25."""
    arrows = [{"bulbCells": bulb, "arrows": lines} for bulb, lines in PILLS]
    cells = [{"value": int(digit)} for digit in RAINY_DAY]
    puzzle = loads(document({"type": 408, "bulbsWithArrows": arrows}, n=9, cells=cells))
    assert len(puzzle.further) == 8
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)


def test_a_pill_is_read_as_by_f_puzzles() -> None:
    arrow = {"bulbCells": [0, 1], "arrows": [[1, 2, 3]]}
    mine = loads(document(BOXES, {"type": 408, "bulbsWithArrows": [arrow]}))
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    theirs = {"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3", "R1C4"]]}
    assert loads(json.dumps({"grid": grid, "arrow": [theirs]})) == mine


@pytest.mark.parametrize("switch", ["disabled", "solverIgnored"])
def test_a_constraint_that_is_switched_off_does_not_act(switch: str) -> None:
    """The program passes over it, so a puzzle with it would be another one."""
    off = {"type": 12, switch: True}, {"type": 1000, switch: True}, {"type": 77, switch: True}
    assert loads(document(BOXES, *off)) == Puzzle.sudoku(4)
    assert loads(document(BOXES | {switch: True})) == Puzzle.latin(4)
    cells = [{"value": 1, "given": True}, *([{}] * 15)]
    assert loads(document(cells=cells)).givens[0] == 1
    without = [{"type": 0, switch: True}]
    assert loads(document(cells=cells, constraints=without)).givens[0] == 0


def test_ends_of_a_lockout_differ_by_half_the_order_rounded_down() -> None:
    """Here 4 in a 9x9 and 3 in a 6x6. Others have files of 9x9 only, and pandoku takes 2 for 6."""
    for order, value in ((4, 2), (6, 3), (7, None), (9, None)):
        text = document({"type": 407, "lines": [[0, 1, 2]]}, n=order)
        assert loads(text).further == (Lockout((0, 1, 2), value),)
    assert [Lockout((0, 1, 2)).difference(order) for order in (6, 7, 9)] == [2, 3, 4]


def test_visits_of_a_region_are_joined_only_where_the_document_says_so() -> None:
    """Other programs sum each visit alone, as this one does without the switch."""
    line = [[1, 2, 5]]  # leaves the first box and comes back
    apart = document(BOXES, {"type": 404, "lines": line})
    joined = document(BOXES, {"type": 404, "lines": line, "singleRegionTotals": True})
    assert loads(apart).further == (RegionSum((1, 2, 5)),)
    assert loads(joined).further == (RegionSum((1, 2, 5), True),)


def test_clones_of_three_places_are_two_constraints() -> None:
    groups = [[0, 6, 13], [1, 7, 14], [4, 9]]
    assert loads(document({"type": 302, "groups": groups})).further == (
        Clone((0, 1), (6, 7)),
        Clone((0, 1), (13, 14)),
        Clone((4,), (9,)),
    )


def test_diagonals_extra_regions_and_disjoint_groups_are_houses() -> None:
    falling, rising = {"type": 10}, {"type": 11}
    assert loads(document(BOXES, falling, rising)) == Puzzle.sudoku(4, diagonals=True)
    assert loads(document(BOXES, rising)) == Puzzle.sudoku(4, extra=["r1c4 r2c3 r3c2 r4c1"])
    region = {"type": 305, "cells": [0, 6, 9, 15]}
    assert loads(document(BOXES, region)) == Puzzle.sudoku(4, extra=["r1c1 r2c3 r3c2 r4c4"])
    assert loads(document(BOXES, {"type": 14})) == Puzzle.sudoku(4, extra="disjoint-groups")


def test_regions_are_boxes_of_any_shape_or_regions_or_only_different() -> None:
    tall = [r // 3 * 3 + c // 2 for r in range(6) for c in range(6)]
    assert loads(document({"type": 1, "regions": tall}, n=6)) == Puzzle.sudoku(6, box=(3, 2))
    text = "AABB AABC DDBC DDCC"
    regions = ["ABCD".index(letter) for letter in text.replace(" ", "")]
    assert loads(document({"type": 1, "regions": regions})) == Puzzle.jigsaw(4, text)
    some = [0, 0, 1, -1, 0, 0, 1, None, *([-1] * 8)]
    expected = Puzzle.latin(4, extra=["r1c1 r1c2 r2c1 r2c2"]).with_(AllDifferent("r1c3 r2c3"))
    assert loads(document({"type": 1, "regions": some})) == expected


def test_a_grid_of_the_type_custom_has_a_width_and_digits_of_its_own() -> None:
    """Without a greatest digit it is 9 in a grid of any size, as in published puzzles."""
    rows = {"type": 2003}
    small = document(rows, type="custom", size=None, width=4, height=4, maxDigit=4)
    assert loads(small) == Puzzle.latin(4)
    whole = [{"x": 0, "y": 0, "width": 9, "height": 9}]
    usual = document(rows | {"areas": whole}, type="custom", size=None, cells=[{}] * 81)
    assert loads(usual) == Puzzle.latin(9)
    assert loads(document(type=None, size=None, n=9)) == Puzzle.latin(9)
    assert loads(document(size=None, width=4, height=4)) == Puzzle.latin(4)


def test_what_only_shows_something_is_a_drawing() -> None:
    style = {"color": "#67f067ff", "thickness": 0.2}
    cages = {"type": 2001, "name": "look", "cages": [{"cells": [0, 1], "value": "7"}]}
    lines = {"type": 2000, "lines": [[{"x": 0.5, "y": 1}, {"x": 2.5, "y": 1}]], "style": style}
    looks = [
        {"type": "ellipse", "rx": 0.2, "ry": 0.2, "fill": "#fff", "stroke": "#000"},
        {"type": "text", "text": "A", "size": 0.5, "fill": "#f00"},
        {"type": "rectangle", "width": 0.5, "height": 0.25, "angle": 45, "fill": "#00f"},
    ]
    shared = {"type": 2002, "params": looks, "symbols": [[1, 0.5], [-0.5, 2, 1, "grid"]]}
    symbol = {"position": {"x": 3.5, "y": 3.5}, "layer": "default", "params": looks[2]}
    own = {"type": 2002, "symbols": [symbol]}
    puzzle = loads(document(BOXES, cages, lines, shared, own))
    assert puzzle.without("unchecked") == Puzzle.sudoku(4)
    assert {*puzzle.unchecked} == {
        Drawing.of([Stroke("line", ((0.5, 1.0), (2.5, 1.0)), False, "#67f067", 0.2)], "lines"),
        Drawing.of(
            [Tile("cage", ((0.5, 0.5),), 1.0, "7"), Tile("cage", ((1.5, 0.5),), 1.0)], "cages"
        ),
        Drawing.of([Disc("circle", ((1.0, 0.5),), 0.2, "", "#ffffff", "#000000")], "circles"),
        Drawing.of([Sign(-0.5, 2.0, "A", "#ff0000", 0.5)], "texts"),
        Drawing.of(
            [Tile("rectangle", ((3.5, 3.5),), 0.5, "", "#0000ff", "", 0.25, 45.0)], "rectangles"
        ),
    }


def test_sums_of_cages_that_are_only_drawn_are_inferred() -> None:
    solution = "1234341221434321"
    cells = [{"value": int(digit), "given": at > 7} for at, digit in enumerate(solution)]
    cages = [{"cells": [1, 0], "value": "3"}, {"cells": [2, 3], "value": "7"}]
    sums = {"type": 2001, "cages": [*cages, {"cells": [0, 4], "value": "4"}]}
    bare = loads(document(BOXES, cells=cells))
    assert not solve(bare).is_unique
    text = document(BOXES, sums, cells=cells, comment="Digits in a cage add up to its number.")
    sums_of = {(0, 1): 3, (2, 3): 7, (0, 4): 4}
    meant = [Cage("+", total, cells, repeats=False) for cells, total in sums_of.items()]
    assert loads(text) == bare.with_(*meant)


def test_a_drawn_cage_with_the_text_fow_has_lights() -> None:
    cage = {"type": 2001, "cages": [{"cells": [5, 4], "value": "FOW"}]}
    assert loads(document(BOXES, cage)).further == (Fog((4, 5)),)
    both = loads(document(BOXES, cage, {"type": 4000, "cells": [0]}))
    assert both.further == (Fog((0, 4, 5)),)


def test_drawings_that_are_hidden_or_empty_are_left_out() -> None:
    line = {"type": 2000, "lines": [[{"x": 0.5, "y": 1}, {"x": 2.5, "y": 1}]], "disabled": True}
    dot = {"type": 2000, "lines": [[{"x": 0.5, "y": 1}]]}
    symbols = {"type": 2002, "params": [], "symbols": [[4, 3.5]]}
    assert loads(document(BOXES, line, dot, symbols)) == Puzzle.sudoku(4)


def test_colors_of_cells_are_drawings_unless_a_player_has_entered_something() -> None:
    cells: list[dict[str, Any]] = [{"value": 1, "given": True}, {"colors": 2}, {"colors": 2}]
    cells += [{"colors": 3 << 3}, *([{}] * 12)]
    red, both = loads(document(BOXES, cells=cells)).further
    assert red == Drawing.of([Tile("drawn-red", ((1.5, 0.5), (2.5, 0.5)), 1.0, color="#ec6688")])
    assert [
        shape.color for shape in both.decorations(Geometry.sudoku(4)) if isinstance(shape, Tile)
    ] == [
        "#fde967",
        "#d3f284",
    ]
    for entered in ({"value": 2}, {"candidates": 6}, {"cornerPencilMarks": 2}):
        assert loads(document(BOXES, cells=[*cells[:-1], entered])).further == ()
    assert "colors: " in str(error_of(document(BOXES, cells=[{"colors": "red"}, *([{}] * 15)])))


def test_fog_without_a_light_is_lifted_by_the_givens() -> None:
    cells = [{"value": 1, "given": True}, *([{}] * 15)]
    for kind in (4000, 4001):
        puzzle = loads(document(BOXES, {"type": kind}, cells=cells))
        assert puzzle.further == (Fog((0, 1, 4, 5)),)
    assert loads(document(BOXES, {"type": 4000, "disabled": True}, cells=cells)).further == ()


@pytest.mark.parametrize(
    ("rules", "note"),
    [
        ([{"type": 4000, "cells": [3]}], None),
        ([{"type": 4000, "cells": [3]}, {"type": 4001, "patterns": [2, 0, 1]}], None),
        ([{"type": 4000, "cells": [3]}, {"type": 4001, "patterns": [4]}], "does not obey the trig"),
        (
            [{"type": 4000, "cells": [3]}, {"type": 4001, "triggers": [{"label": 1}]}],
            "the fog does not obey the triggers of the file: it lifts around correct digits",
        ),
        ([{"type": 4001, "patterns": [0]}], "the fog of the file is not read: nothing is clear"),
    ],
)
def test_fog_that_lifts_in_another_way_is_noted(rules: list[Any], note: str | None) -> None:
    (item,) = items(Lines.of(document(BOXES, *rules)), "sudoku-maker")
    assert isinstance(item.value, Puzzle)
    assert item.note is None if note is None else note in (item.note or "")


def test_symbols_that_are_arrows_are_lines_with_a_head() -> None:
    arrow = {"type": "arrow", "length": 0.5, "headSize": 0.1, "stroke": "#f00", "strokeWidth": 0.05}
    turned = arrow | {"angle": 90}
    symbols = {"type": 2002, "params": [arrow, turned], "symbols": [[1.5, 0.5], [2, 2, 1]]}
    (drawing,) = loads(document(BOXES, symbols)).further
    assert drawing == Drawing.of(
        [
            Stroke("line", ((1.25, 0.5), (1.75, 0.5)), True, "#ff0000", 0.05),
            Stroke("line", ((2.0, 1.75), (2.0, 2.25)), True, "#ff0000", 0.05),
        ],
        "lines",
    )


def test_symbols_in_the_middle_of_cells_lie_below_lines() -> None:
    dot = {"type": "ellipse", "rx": 0.2, "ry": 0.2, "fill": "#fff", "strokeWidth": 0}
    line = {"type": 2000, "lines": [[{"x": 0.5, "y": 0.5}, {"x": 2.5, "y": 0.5}]]}
    places = [[0.5, 0.5], [1, 0.5], [2.5, 0.5, 0, "foreground"], [2, 0.5, 0, "background"]]
    puzzle = loads(document(BOXES, line, {"type": 2002, "params": [dot], "symbols": places}))
    below, _, over = (each.decorations(puzzle.geometry) for each in puzzle.further)
    assert [shape.points[0][0] for shape in below if isinstance(shape, Disc)] == [0.5, 2.0]
    assert [shape.points[0][0] for shape in over if isinstance(shape, Disc)] == [1.0, 2.5]


@together(
    "written, reason",
    [
        ({"type": 2000, "lines": [[{"x": 0}]]}, r"lines\[0\]\[0\]: expected a point with x and y"),
        ({"type": 2000, "lines": [[{"x": 1e9, "y": 0}]]}, "expected a point with x and y"),
        ({"type": 2000, "lines": 7}, r"lines: expected a list, found 7"),
        ({"type": 2001, "cages": [{"cells": [99]}]}, r"cages\[0\].cells\[0\]: expected a cell"),
        ({"type": 2002, "params": [{}], "symbols": [[1, 2, 5]]}, "expected the number of a look"),
        ({"type": 2002, "symbols": [[1]]}, r"symbols\[0\]: expected a symbol as"),
    ],
)
def test_drawings_of_another_form_are_refused(written: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        loads(document(BOXES, written))


def test_a_rule_that_is_only_drawn_is_inferred() -> None:
    example = RULES["renban-line"].example
    assert example.solution is not None
    n = example.order
    given = zip(example.solution, example.givens, strict=True)
    lines = [
        [{"x": cell % n + 0.5, "y": cell // n + 0.5} for cell in line.cells]
        for line in example.further
        if isinstance(line, Renban)
    ]
    shown = {"type": 2000, "lines": lines, "style": {"color": "#f067f0", "thickness": 0.2}}
    text = document(
        {"type": 1, "regions": usual_regions(n)},
        shown,
        n=n,
        cells=[{"value": digit, "given": bool(printed)} for digit, printed in given],
        comment="Purple lines are renban lines.",
    )
    assert loads(text) == example


def test_digits_of_a_player_are_not_given_but_a_full_grid_is_the_solution() -> None:
    digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    cells = [{"value": digit} for digit in digits]
    cells[0]["given"] = True
    puzzle = loads(document(BOXES, cells=cells))
    assert (puzzle.givens[:2], puzzle.solution) == ((1, 0), tuple(digits))
    cells[5] = {"candidates": 6, "cornerPencilMarks": 8, "colors": 1}
    assert loads(document(BOXES, cells=cells)).solution is None
    every = [{"value": digit, "given": True} for digit in digits]
    assert loads(document(BOXES, cells=every)).solution is None


def test_title_and_author_are_kept() -> None:
    puzzle = loads(document(name="One", author="A", comment="Rules."))
    assert (puzzle.title, puzzle.author) == ("One", "A")
    again = loads(dumps(puzzle, NAME))
    assert (again.title, again.author) == ("One", "A")
    assert puzzle.unchecked == again.unchecked == (RulesInWords("Rules."),)


def test_what_a_player_has_entered_is_progress() -> None:
    cells: list[dict[str, Any]] = [{} for _ in range(16)]
    cells[0], cells[1] = {"value": 1, "given": True}, {"value": 2}
    cells[5] = {"candidates": 0b11000}
    board = loads_board(document(BOXES, cells=cells))
    assert board.puzzle.givens[:2] == (1, 0)
    assert board.digits[:2] == (1, 2)
    assert board.candidates(5) == (3, 4)


# ------------------------------------------------------------------ refusals


@together(
    "text, message",
    [
        (document({"type": 77}, {"type": 78}), "that pandoku does not know: type 77 and type 78"),
        (document(*({"type": t} for t in range(70, 80))), "type 75 and others"),
        (
            document({"type": 1000, "definition": {"name": "Loops"}}),
            "has a rule written as a program: Loops",
        ),
        (document({"type": 1000, "name": "Mine"}), "has a rule written as a program: Mine"),
        (document({"type": 1000}), "has a rule written as a program: puzzle.constraints[1]"),
        (document({"type": 12, "strength": 2}), "[1].strength: unknown key, which may be a rule"),
        (
            document({"type": "12"}),
            '[1].type: expected a whole number, found "12',
        ),
        (document(5), "puzzle.constraints[1]: expected an object, found 5"),  # type: ignore[arg-type]
        (document({"type": 300, "thermometers": 5}), "[1].thermometers: expected a list, found 5"),
        (
            document({"type": 300, "thermometers": [[16]]}),
            "[0]: expected a cell 0..15, found 16",
        ),
        (document({"type": 300, "thermometers": [[True]]}), "expected a cell 0..15, found true"),
        (document({"type": 200, "clues": [{"edge": 0}]}), "expected an edge between two cells"),
        (document({"type": 200, "clues": [{"edge": 28}]}), "expected an edge between two cells"),
        (document({"type": 200, "clues": [{"edge": 32}]}), "expected an edge between two cells"),
        (document({"type": 200, "clues": [{"edge": -9}]}), "expected an edge between two cells"),
        (document({"type": 200, "clues": [7]}), "[1].clues[0]: expected an object, found 7"),
        (document({"type": 303, "clues": [{"corner": 25, "digits": [1]}]}), "a corner 0..24"),
        (document({"type": 501, "clues": [{"value": 1, "outerCell": 0}]}), "beside a row or a col"),
        (document({"type": 501, "clues": [{"value": 1, "outerCell": 7}]}), "a cell outside the"),
        (document({"type": 501, "clues": [{"value": 1, "outerCell": 36}]}), "a cell outside the"),
        (
            document({"type": 500, "clues": [{"value": 1, "outerCell": 0, "diagonal": 1}]}),
            "expected a cell beside a diagonal of the grid, found 0",
        ),
        (
            document({"type": 500, "clues": [{"value": 1, "outerCell": 0, "diagonal": 2}]}),
            "[0].diagonal: expected 1 or -1, found 2",
        ),
        (
            document({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0]]}]}),
            "expected a shaft of at least one cell beside its bulb",
        ),
        (document({"type": 1, "regions": [0]}), "expected a region for each of 16 cells"),
        (document({"type": 1, "regions": ["a"] * 16}), 'regions[0]: expected a number, found "a"'),
        (
            document({"type": 1, "regions": [0] * 16}),
            "at most 4 cells with different digits",
        ),
        (document({"type": 404, "lines": [[0, 1]]}), "regions of 4 cells"),
        (
            document({"type": 304, "cages": [{"cells": [0], "value": "x"}]}),
            'expected counts and digits in turn, such as "1522", found "x"',
        ),
        (
            document({"type": 406, "lines": [[0, 1]], "groups": [6]}),
            "at least two groups of digits",
        ),
        (document({"type": 16, "groups": [3]}), "expected groups of digits from 1 on, found 3"),
        (document({"type": 14}), "disjoint groups need a grid with boxes of one shape"),
        (
            document(type="custom", width=9, height=9, cells=[{}] * 81),
            "rows and columns are houses, found one without this rule",
        ),
        (document(type="custom", width=4, height=4), "expected the digits 1..4, found 1..9"),
        (document(type="odd"), 'puzzle.type: expected "sudoku" or "custom", found "odd"'),
        (
            document({"type": 2003, "areas": [{"x": 0, "y": 0, "width": 2, "height": 4}]}),
            "expected rows and columns of the entire grid",
        ),
        (document(minDigit=0), "expected the digits 1..4, found 0..3"),
        (document(maxDigit=5), "expected the digits 1..4, found 1..5"),
        (document(height=5), "expected a square grid, found 5 rows and 4 columns"),
        (document(n=37), "puzzle.size: expected a number 1..36, found 37"),
        (document(width=37, height=37), "puzzle.width: expected a number 1..36, found 37"),
        (document(height="4"), 'puzzle.height: expected a number 1..36, found "4"'),
        (document(size="4"), 'puzzle.size: expected a number 1..36, found "4"'),
        (document(cells=[{}]), "puzzle.cells: expected 16 cells"),
        (document(cells=[5] * 16), "puzzle.cells[0]: expected an object, found 5"),
        (document(cells=[{"value": 5}] * 16), "puzzle.cells[0].value: expected a digit 1..4"),
        (document(cells=[{"given": True}] * 16), "expected a digit 1..4, found null"),
        (document(cells=[{"arrow": 1}] * 16), "puzzle.cells[0].arrow: unknown key, which may be"),
        (document(rules=["x"]), "puzzle.rules: unknown key, which may be a rule"),
        (document(name=5), "puzzle.name: expected a text, found 5"),
        (document(constraints=5), "puzzle.constraints: expected a list, found 5"),
        ('{"formatVersion":"1.5.0"}', "puzzle: expected an object, found null"),
        (
            document(
                {"type": 200, "clues": [{"edge": 1}], "overrideNegativeRatios": False},
                {"type": 201, "negative": [2]},
            ),
            "overrideNegativeRatios: expected true",
        ),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, message: str) -> None:
    error = error_of(text)
    assert message in str(error)
    assert (error.format, error.line) == (NAME, 1)


def test_a_dot_may_leave_the_other_color_alone_where_no_negative_rule_is() -> None:
    dots = {"type": 200, "clues": [{"edge": 1}], "overrideNegativeRatios": False}
    assert loads(document(BOXES, dots)) == Puzzle.sudoku(4).with_(Difference("r1c1 r1c2"))


@pytest.mark.turns(3)
@given(
    st.sampled_from([*TYPES, 0, 1, 10, 14, 305, 404, 2003]),
    st.sampled_from(
        [
            "cells",
            "lines",
            "clues",
            "cages",
            "groups",
            "thermometers",
            "bulbsWithArrows",
            "regions",
            "negative",
            "areas",
        ]
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers(-2, 40) | st.sampled_from(["", "23", 1.5]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "cells",
                        "value",
                        "edge",
                        "corner",
                        "digits",
                        "outerCell",
                        "diagonal",
                        "bulbCells",
                        "arrows",
                    ]
                ),
                inner,
            )
        ),
    ),
)
@settings(max_examples=by_default(80, full=8000), deadline=None, database=None)
def test_no_document_raises_anything_but_our_errors(kind: int, key: str, value: Any) -> None:
    with suppress(PandokuError):
        loads(document(BOXES, {"type": kind, key: value}), format=NAME).problems()


# ------------------------------------------------------------------ links


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "https://sudokumaker.app/?puzzle={}",
        "https://www.sudokumaker.app/?puzzle={}",
        "sudokumaker.app/?puzzle={}",
        "<https://sudokumaker.app/?puzzle={}>",
        "Solve this: https://sudokumaker.app/?puzzle={}",
        "https://sudokumaker.app/?mode=solve&puzzle={}&other=2",
        "# a comment\n\n{}\n",
    ],
)
def test_a_link_is_read_in_every_form(form: str) -> None:
    text = EXAMPLE.strip().partition("=")[2]
    for each in (text, unquote(text), unquote(text).replace("+", " "), unquote(text) + "$$"):
        link = form.format(each)
        assert sniff(Lines.of(link)).name == NAME
        assert loads(link) == loads(EXAMPLE)


def test_each_line_may_be_a_link() -> None:
    link = EXAMPLE.strip()
    found = list(items(Lines.of(f"{link}\n\n# cut off\n{link[:120]}\n{link}\n123\n")))
    assert [item.line for item in found] == [1, 4, 5, 6]
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True, False]
    assert "cut off" in str(found[1].value)
    assert "?puzzle=N4Ig..., or this text, found '123'" in str(found[3].value)


def test_bad_documents_do_not_hide_good_ones() -> None:
    good, bad = document(), document({"type": 77})
    found = list(items(Lines.of("\n".join((good, bad, good)))))
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True]


@pytest.mark.parametrize("text", ["5", "[1]", '{"puzzle":', '{"puzzle":5}'])
def test_a_packed_text_that_is_no_document_is_refused(text: str) -> None:
    assert "found" in str(error_of(maker_link(text + " " * 30), NAME))


def test_a_packed_text_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.formats._links.lz_string._MOST_CHARACTERS", 50_000)
    bomb = maker_link('{"formatVersion":"' + "a" * 50_001)
    assert len(bomb) < 2_000
    assert "50,000 characters" in str(error_of(bomb, NAME))


def test_a_link_of_another_program_is_not_taken() -> None:
    assert packed_by_maker("https://sudokumaker.com/?puzzle=N4IgaB9gTgtghgFwGoFMoGcC") is None
    assert packed_by_maker("https://sudokumaker.app/?puzzle=N4Ig") is None
    with pytest.raises(FormatError, match=r"link with \?puzzle=N4Ig"):
        loads("https://f-puzzles.com/?load=" + pack('{"size":1,"grid":[[{}]]}'), format=NAME)


# ------------------------------------------------------------------ writing


def test_constraints_of_one_type_are_written_together() -> None:
    lines = Thermometer("r1c1 r1c2"), Thermometer("r2c1 r2c2"), Thermometer("r3c1 r3c2", slow=True)
    packed = packed_by_maker(dumps(Puzzle.latin(4).with_(*lines), NAME))
    assert packed is not None
    from pandoku.formats.f_puzzles.links import document_in

    written: Any = document_in(packed)
    assert written["puzzle"]["constraints"] == [
        {"type": 0},
        {"type": 300, "slow": False, "thermometers": [[0, 1], [4, 5]]},
        {"type": 300, "slow": True, "thermometers": [[8, 9]]},
    ]


@together(
    "puzzle, reason",
    [
        (Puzzle.sudoku(4, extra={"a": "r1c1 r1c2 r3c1 r3c2"}), "the names of extra houses"),
        (Puzzle.kenken(3, [("*", 6, "r1c1 r1c2")]), "it cannot store this cage at r1c1"),
        (Puzzle.killer(4, [(0, "r1c1 r1c2")]), "it cannot store this cage at r1c1"),
        (Puzzle(4).replace(cages=[Cage("+", 3, (0, 99))]), "it stores only cages in the grid"),
        (Puzzle.latin(2).replace(candidates=[1, 2, 3, 3]), "it cannot store these candidates"),
        (
            Puzzle.latin(4).with_(AllDifferent("r1c1 r2c2 r3c3 r4c4")),
            "this four-cell extra region at r1c1",
        ),
        (Puzzle.latin(2).replace(givens=[3, 0, 0, 0]), "it stores givens up to 2, found 3"),
        (Puzzle.latin(4).with_(Arrow("r1c1", ())), "this arrow with its circle at r1c1, which"),
        (Puzzle(Geometry(4, regions=(0, 0, 1, 1) * 2 + (2, 2, 3, 3) * 2)), "boxes as regions"),
    ],
)
def test_what_a_document_cannot_hold_is_refused(puzzle: Puzzle, reason: str) -> None:
    assert reason in (FORMATS[NAME].why_not(puzzle) or "")


@pytest.mark.turns(3)
def test_random_puzzles_of_all_kinds_come_back() -> None:
    rng, why_not = random.Random(1), FORMATS[NAME].why_not
    examples, constraints = written_constraints(NAME)
    assert len(examples) >= 20
    assert len({type(each) for each in constraints}) >= 20
    for _ in range(by_default(60, full=1000)):
        chosen = rng.sample(constraints, 6)
        digits = [rng.choice([0, 0, 1, 2, 3, 4, 5, 6]) for _ in range(36)]
        puzzle = Puzzle.sudoku(6).replace(givens=digits).with_(*chosen)
        if why_not(puzzle) is None:  # rather than two rules of one kind for all cells
            assert loads(dumps(puzzle, NAME)) == puzzle


@pytest.mark.turns(3)
def test_every_order_comes_back() -> None:
    for order in range(1, 37):
        puzzle = Puzzle(order).with_(Between((0, 1, 2)) if order > 2 else AntiKing())
        assert loads(dumps(puzzle, NAME)) == puzzle


# ------------------------------------------------------------------ published puzzles


@pytest.mark.turns(3)
@needs(VARIANTS)
def test_every_published_puzzle_has_its_solution() -> None:
    rows = [json.loads(line) for line in VARIANTS.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["source_format"].startswith("Sudoku Maker")]
    assert len(rows) == 22
    for row in rows:
        puzzle = loads(row["payload"])
        outcome = solve(puzzle)
        assert outcome.is_unique, row["id"]
        assert outcome.solution == tuple(map(int, row["solution"])), row["id"]
        assert puzzle.solution == outcome.solution, row["id"]
        assert loads(dumps(puzzle, NAME)) == puzzle, row["id"]


# ------------------------------------------------------------------ drawings are written


def test_drawings_are_written_and_read_again() -> None:
    shapes: list[Decoration] = [
        Disc("circle", ((0.5, 0.5),), 0.4, "", "#cfcfcf"),
        Stroke("line", ((0.5, 0.5), (2.25, 1.5), (2.5, 2.5)), False, "#67f067", 0.2),
        Stroke("line", ((0.5, 2.5), (1.5, 3.5)), True, "#000000", 0.05),
        Disc("circle", ((1.0, 0.5),), 0.15, "3", "#ffffff", "#000000"),
        Tile("rectangle", ((2.5, 2.5),), 0.5, "", "#0000ff", "", 0.25, 45.0),
        Sign(-0.5, 2.0, "A", "#ff0000", 0.5),
        Tile("cage", ((0.5, 2.5),), 1.0, "7"),
        Tile("cage", ((0.5, 3.5),), 1.0),
    ]
    puzzle = Puzzle.sudoku(4).with_(Drawing.of(shapes, "all"))
    text = dumps(puzzle, NAME)
    again = loads(text)
    titles = [each.title for each in again.further if isinstance(each, Drawing)]
    assert titles == ["circles", "lines", "circles", "rectangles", "texts", "cages"]
    shown = [shape for each in again.unchecked for shape in each.decorations(again.geometry)]
    assert shown == shapes
    assert dumps(again, NAME) == text


@pytest.mark.parametrize(
    "shape",
    [
        Disc("circle", ((0.5, 0.5), (1.5, 0.5)), 0.3),
        Stroke("line", ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5)), True),
        Tile("rectangle", ((0.5, 0.5),), 1.0, "7"),
    ],
)
def test_a_shape_that_a_document_does_not_have_is_refused(shape: Decoration) -> None:
    with pytest.raises(FormatError, match="store this drawing"):
        dumps(Puzzle.sudoku(4).with_(Drawing.of([shape])), NAME)


def test_a_drawing_goes_from_program_to_program() -> None:
    puzzle = load(ROOT / "examples" / "sudokupad" / "decoy.json")
    assert loads(dumps(puzzle, NAME)) == puzzle
