"""Format `f-puzzles`: what its keys mean, links and their repairs, refusals by name."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Puzzle, solve
from pandoku.constraints import (
    RULES,
    XV,
    AllDifferent,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BoxIndexer,
    Clone,
    ColumnIndexer,
    Difference,
    Drawing,
    Even,
    LittleKiller,
    Maximum,
    Minimum,
    NoDifference,
    NoRatio,
    NoXV,
    Odd,
    Quadruple,
    Ratio,
    RowIndexer,
    RulesInWords,
    Sandwich,
    Skyscraper,
    Thermometer,
    XSum,
)
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import FORMATS, Lines, dumps, items, loads, loads_board, sniff
from pandoku.formats._again import plain_form
from pandoku.formats._links.lz_string import pack
from pandoku.formats.f_puzzles.cosmetics import DRAWN_KEYS
from pandoku.formats.f_puzzles.kinds import ENTRIES
from pandoku.formats.f_puzzles.links import document_of, packed_in
from pandoku.model import Cage, Decoration, Disc, Sign, Stroke, Tile
from tests.data import SHARED, by_default, needs
from tests.formats.reading import error_of, words_back
from tests.together import together

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
FOUR = FORMATS["f-puzzles"].example


def document(n: int = 4, /, **keys: Any) -> str:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(n)] for _ in range(n)]
    return json.dumps({"size": n, "grid": grid} | keys)


def cell(**keys: Any) -> str:
    text = json.loads(document(2))
    text["grid"][0][1] = keys
    return json.dumps(text)


# ------------------------------------------------------------------ what the keys mean


@together(
    "keys, constraint",
    [
        ({"antiknight": True}, AntiKnight()),
        ({"antiking": True}, AntiKing()),
        ({"nonconsecutive": True}, NoDifference()),
        ({"negative": ["ratio"]}, NoRatio()),
        ({"thermometer": [{"lines": [["R1C1", "R2C2"]]}]}, Thermometer("r1c1 r2c2")),
        ({"slowthermometer": [{"lines": [["R1C1", "R2C2"]]}]}, Thermometer("r1c1 r2c2", True)),
        ({"betweenline": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]}, Between("r1c1 r1c2 r1c3")),
        (
            {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C3"]]}]},
            Arrow("r1c1", "r1c2 r2c3"),
        ),
        (
            {"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3"]]}]},
            Arrow("r1c1 r1c2", "r1c3"),
        ),
        ({"difference": [{"cells": ["R1C2", "R1C1"]}]}, Difference("r1c1 r1c2")),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": ""}]}, Difference("r1c1 r1c2")),
        ({"ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, Ratio("r1c1 r1c2", 3)),
        (
            {"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "5"}]},
            LittleKiller("r1c2", "DR", 5),
        ),
        (
            {"littlekillersum": [{"cell": "R5C5", "direction": "UL", "value": 9, "cells": []}]},
            LittleKiller("r4c4", "UL", 9),
        ),
        ({"sandwichsum": [{"cell": "R0C3", "value": "5"}]}, Sandwich("r1c3", "D", 5)),
        ({"sandwichsum": [{"cell": "R2C5", "value": 0}]}, Sandwich("r2c4", "L", 0)),
        ({"xsum": [{"cell": "R5C3", "value": "5"}]}, XSum("r4c3", "U", 5)),
        ({"skyscraper": [{"cell": "R4C0", "value": "2"}]}, Skyscraper("r4c1", "R", 2)),
        (
            {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5", "outlineC": "#fff"}]},
            Cage("+", 5, (0, 1), repeats=False),
        ),
        ({"killercage": [{"cells": ["R1C1", "R1C2"]}]}, Cage("+", None, (0, 1))),
        ({"killercage": [{"cells": ["R1C1"], "value": 0}]}, Cage("+", None, (0,))),
        ({"extraregion": [{"cells": ["R1C1", "R4C4"]}]}, AllDifferent("r1c1 r4c4")),
        ({"negative": ["xv"]}, NoXV()),
        ({"xv": [{"cells": ["R1C2", "R1C1"], "value": "V"}]}, XV("r1c1 r1c2", 5)),
        ({"xv": [{"cells": ["R1C2", "R1C1"], "value": "x"}]}, XV("r1c1 r1c2")),
        ({"even": [{"cell": "R1C2"}]}, Even("r1c2")),
        ({"odd": [{"cell": "R1C2"}]}, Odd("r1c2")),
        ({"minimum": [{"cell": "R1C2"}]}, Minimum("r1c2")),
        ({"maximum": [{"cell": "R1C2"}]}, Maximum("r1c2")),
        ({"rowindexer": [{"cells": ["R1C1", "R1C2"]}]}, RowIndexer("r1c1 r1c2")),
        ({"columnindexer": [{"cells": ["R1C1", "R2C1"]}]}, ColumnIndexer("r1c1 r2c1")),
        ({"boxindexer": [{"cells": ["R1C1"]}]}, BoxIndexer("r1c1")),
        (
            {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]},
            Clone("r1c1 r1c2", "r3c3 r3c4"),
        ),
        (
            {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [2, 1]}]},
            Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2)),
        ),
    ],
)
def test_a_key_is_a_constraint(keys: dict[str, Any], constraint: Any) -> None:
    assert loads(document(**keys)) == Puzzle.sudoku(4).with_(constraint)


def test_a_rule_of_cells_has_an_entry_for_each() -> None:
    entries = [{"cell": "R1C2"}, {"cell": "R3C1"}]
    puzzle = loads(document(even=entries, minimum=entries[:1]))
    cells = Even("r1c2"), Even("r3c1"), Minimum("r1c2")
    assert puzzle == Puzzle.sudoku(4).with_(*cells)
    several = dumps(Puzzle.sudoku(4).with_(Even("r1c2 r3c1"), Minimum("r1c2")), "f-puzzles")
    assert several == dumps(puzzle, "f-puzzles")


def test_parity_in_a_cell_of_an_old_document_is_a_rule() -> None:
    assert loads(cell(parity="Even")) == Puzzle(2).with_(Even("r1c2"))
    assert loads(cell(parity="Odd")) == Puzzle(2).with_(Odd("r1c2"))
    assert loads(cell(parity=None)) == Puzzle(2)


def test_clues_without_a_value_ask_nothing() -> None:
    corner = ["R1C1", "R1C2", "R2C1", "R2C2"]
    assert loads(document(quadruple=[{"cells": corner, "values": []}])) == Puzzle(4)
    assert loads(document(extraregion=[{"cells": ["R1C1"]}])) == Puzzle(4)
    for value in ("0", 0, "", None):  # programs agree that a sum of 0 means no sum
        text = document(killercage=[{"cells": ["R1C1", "R2C1"], "value": value}])
        assert loads(text) == Puzzle(4).with_(Cage("+", None, (0, 4), repeats=False))


def test_what_f_puzzles_calls_a_cage_is_a_drawing() -> None:
    # Only "killercage" is a rule, in SudokuPad and Rangsk's solver as well.
    cage = [{"cells": ["R1C1", "R2C1"], "value": "3", "outlineC": "#000"}]
    first = Tile("cage", ((0.5, 0.5),), text="3", rim="#000000")
    second = Tile("cage", ((0.5, 1.5),), rim="#000000")
    drawing = Drawing.of([first, second])
    puzzle = loads(document(cage=cage))
    assert puzzle == Puzzle(4).with_(drawing)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def test_what_only_shows_something_is_a_drawing_and_is_written_again() -> None:
    puzzle = loads(
        document(
            line=[{"lines": [["R1C1", "R2C2"], ["R3C3", "R4C3"]], "outlineC": "#67F067"}],
            circle=[{"cells": ["R1C1", "R1C2"], "width": 0.5, "baseC": "#FFF", "value": "x"}],
            rectangle=[
                {"cells": ["R2C2"], "width": 0.6, "height": 0.6, "baseC": "#CFCFCF"},
                {"cells": ["R2C2"], "width": 0.9, "height": 0.1, "baseC": "#000", "angle": 90},
            ],
            text=[{"cells": ["R0C1"], "value": "12"}],
            ruleset="Green lines are odd.",
        )
    )
    drawn = [shape for each in puzzle.unchecked for shape in each.decorations(puzzle.geometry)]
    assert drawn == [
        Stroke("drawn-green", ((0.5, 0.5), (1.5, 1.5)), color="#67f067"),
        Stroke("drawn-green", ((2.5, 2.5), (2.5, 3.5)), color="#67f067"),
        Disc("white", ((1.0, 0.5),), 0.25, "x", color="#ffffff"),
        Tile("drawn-gray", ((1.5, 1.5),), 0.6, color="#cfcfcf"),
        Tile("black", ((1.5, 1.5),), 0.9, color="#000000", height=0.1, angle=90),
        Sign(0.5, -0.5, "12"),
    ]
    assert puzzle.unchecked[-1] == RulesInWords("Green lines are odd.")
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def test_the_colors_and_sizes_of_a_setter_are_kept_and_written_again() -> None:
    puzzle = loads(
        document(
            line=[{"lines": [["R1C1", "R2C2"]], "outlineC": "#8B008B80", "width": 0.35}],
            circle=[{"cells": ["R1C1"], "baseC": "#FFEEDD", "outlineC": "#123", "value": "x"}],
            rectangle=[{"cells": ["R2C2"], "outlineC": "#00FF00", "value": "A", "fontC": "#0F0"}],
            text=[{"cells": ["R0C1"], "value": "12", "fontC": "#FF0000", "size": 0.7}],
        )
    )
    drawn = [shape for each in puzzle.unchecked for shape in each.decorations(puzzle.geometry)]
    assert drawn == [
        Stroke("drawn-purple", ((0.5, 0.5), (1.5, 1.5)), color="#c57fc5", width=0.35),
        Disc("drawn-orange", ((0.5, 0.5),), 0.4, "x", color="#ffeedd", rim="#112233"),
        Tile("ring", ((1.5, 1.5),), 0.8, rim="#00ff00"),
        Sign(1.5, 1.5, "A", color="#00ff00"),
        Sign(0.5, -0.5, "12", color="#ff0000", size=0.7),
    ]
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle
    assert loads(dumps(puzzle, "sudokupad")) == puzzle


@together("color", ["red", "url(#x)", '"/><script>', "#12", "#12345", "", None, 5])
def test_what_is_not_a_color_falls_back_to_gray(color: object) -> None:
    puzzle = loads(document(line=[{"lines": [["R1C1", "R2C2"]], "outlineC": color}]))
    (drawing,) = puzzle.unchecked
    assert drawing.decorations(puzzle.geometry) == (Stroke("drawn-gray", ((0.5, 0.5), (1.5, 1.5))),)


@pytest.mark.parametrize(
    "rules",
    [
        {"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]},
        {"line": [{"lines": [["R1C1", "R1C2"]]}]},
        {"rectangle": [{"cells": ["R1C1", "R1C2"], "baseC": "#FF0000"}]},
    ],
)
def test_the_twin_of_a_constraint_is_not_drawn_twice(rules: dict[str, object]) -> None:
    renban = {"renban": [{"lines": [["R1C1", "R1C2"]]}]}
    assert not loads(document(**renban, **rules)).unchecked
    assert loads(document(**rules)).unchecked


def test_the_diamonds_and_circles_of_lines_are_not_drawn_twice() -> None:
    line = [{"lines": [["R1C1", "R1C2", "R1C3"]]}]
    diamond = {"cells": ["R1C3"], "width": 0.5, "height": 0.5, "angle": 45}
    square, circle = {**diamond, "angle": 0}, {"cells": ["R1C1"]}
    assert not loads(document(lockout=line, rectangle=[diamond])).unchecked
    assert loads(document(lockout=line, rectangle=[square])).unchecked
    assert loads(document(lockout=line, circle=[circle])).unchecked
    assert not loads(document(betweenline=line, circle=[circle])).unchecked
    assert loads(document(betweenline=line, circle=[{**circle, "value": "x"}])).unchecked
    assert loads(document(betweenline=line, circle=[{"cells": ["R1C2"]}])).unchecked


@pytest.mark.parametrize(
    "text",
    ["Normal sudoku rules apply.", "NORMAL SUDOKU RULES APPLY!", "Standard 4x4 Sudoku.", " "],
)
def test_a_text_of_only_the_usual_rules_is_no_rule_in_words(text: str) -> None:
    assert not loads(document(ruleset=text)).unchecked
    more = f"{text} Row 1 is odd."
    assert loads(document(ruleset=more)).unchecked == (RulesInWords(more),)


def test_what_a_player_has_entered_is_progress() -> None:
    text = json.loads(document())
    text["grid"][0][0] = {"value": 1, "given": True}
    text["grid"][0][1] = {"value": 2}
    text["grid"][0][2] = {"centerPencilMarks": [3, 4], "cornerPencilMarks": [3]}
    board = loads_board(json.dumps(text))
    assert board.puzzle == loads(json.dumps(text)) == Puzzle(4, (1, *([0] * 15)))
    assert board.digits[:3] == (1, 2, 0)
    assert board.candidates(2) == (3, 4)
    text["grid"][0][1] = {"value": 7}
    assert "1..4, found 7" in str(error_of(json.dumps(text)))


def test_a_grid_of_prime_size_has_no_boxes_unless_its_cells_name_regions() -> None:
    # Rangsk's solver takes the rows as regions there, which says the same.
    assert loads(document(5)) == Puzzle.latin(5)
    assert loads(document(7)).geometry.regions is None


def test_a_negative_of_sums_has_both_values_and_dots_do_not_exempt_from_it() -> None:
    # f-puzzles and Rangsk's solver forbid 5 and 10 even if only one of them occurs.
    marks = [{"cells": ["R1C1", "R1C2"], "value": "V"}]
    puzzle = loads(document(xv=marks, negative=["xv", "ratio"]))
    assert puzzle.further == (XV((0, 1), 5), NoXV((5, 10)), NoRatio())
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle
    assert json.loads(dumps(puzzle, "f-puzzles"))["negative"] == ["xv", "ratio"]


def test_a_negative_ratio_has_the_values_of_the_dots() -> None:
    dots = [{"cells": ["R1C1", "R1C2"], "value": "3"}]
    puzzle = loads(document(ratio=dots, negative=["ratio"]))
    assert puzzle.further == (Ratio("r1c1 r1c2", 3).placed(4), NoRatio((3,)))


def test_diagonals_extra_regions_and_disjoint_groups_are_houses() -> None:
    both = loads(document(**{"diagonal+": True, "diagonal-": True}))
    assert both == Puzzle.sudoku(4, diagonals=True)
    one = loads(document(**{"diagonal+": True}))
    assert one == Puzzle.sudoku(4, extra=["r1c4 r2c3 r3c2 r4c1"])
    cells = ["R1C1", "R2C3", "R3C2", "R4C4"]
    region = loads(document(extraregion=[{"cells": cells}]))
    assert region == Puzzle.sudoku(4, extra=["r1c1 r2c3 r3c2 r4c4"])
    assert loads(document(disjointgroups=True)) == Puzzle.sudoku(4, extra="disjoint-groups")


def test_only_given_digits_and_given_marks_are_the_puzzle() -> None:
    assert loads(cell(value=2, given=True)).givens == (0, 2, 0, 0)
    assert loads(cell(value=2, c=3, cornerPencilMarks=[1])) == Puzzle(2)
    assert loads(cell(givenPencilMarks=[2])).candidates == (3, 2, 3, 3)


def test_regions_are_those_of_the_cells_and_none_if_they_are_null() -> None:
    text = json.loads(document())
    for row, letters in zip(text["grid"], ("AABB", "AABC", "DDBC", "DDCC"), strict=True):
        for each, letter in zip(row, letters, strict=True):
            each["region"] = "ABCD".index(letter)
    assert loads(json.dumps(text)) == Puzzle.jigsaw(4, "AABB AABC DDBC DDCC")
    for row in text["grid"]:
        for each in row:
            each["region"] = None
    assert loads(json.dumps(text)) == Puzzle.latin(4)


def test_regions_of_other_sizes_are_houses_or_only_different() -> None:
    text = json.loads(document())
    for row in text["grid"]:
        for each in row:
            each["region"] = None
    for place, region in {(0, 0): 1, (1, 2): 1, (0, 3): 2, (1, 1): 2, (2, 0): 2, (3, 2): 2}.items():
        text["grid"][place[0]][place[1]]["region"] = region
    assert loads(json.dumps(text)) == Puzzle.latin(4, extra=["r1c4 r2c2 r3c1 r4c3"]).with_(
        AllDifferent("r1c1 r2c3")
    )
    text["disjointgroups"] = True
    assert "with boxes" in str(error_of(json.dumps(text)))
    for row in text["grid"]:
        for each in row:
            each["region"] = 3
    assert "at most 4 cells" in str(error_of(json.dumps(text)))


def test_title_author_and_solution_are_kept() -> None:
    puzzle = loads(document(1, title="One", author="A", solution=[1], ruleset="None."))
    assert (puzzle.title, puzzle.author, puzzle.solution) == ("One", "A", (1,))
    assert loads(document(1, solution=".")).solution is None


# ------------------------------------------------------------------ refusals


@together(
    "text, message",
    [
        (document(one=[{}], other=[{}]), "rules that pandoku does not know: one and other"),
        (document(negative=["dots"]), "rules that pandoku does not know: negative dots"),
        (document(negative=["\033[5m\n" + "x" * 5000]), f"know: negative \\x1b[5m\\n{'x' * 26}"),
        (document(xv=[{"cells": ["R1C1", "R1C2"]}]), "xv.value: expected X or V, found null"),
        (
            document(quadruple=[{"cells": ["R1C1"], "values": ["1"]}]),
            'quadruple.values: expected a list of digits, found ["1"]',
        ),
        (document(even=[{"cell": "R5C1"}]), "even.cell: expected a cell R1C1..R4C4"),
        (document(clone=[{"cells": ["R1C1"]}]), "clone.cloneCells: expected a list of cells"),
        (document(newrule=3), "rules that pandoku does not know: newrule"),
        (document(**dict.fromkeys("abcdefgh", True)), "know: a, b, c, d, e, f and others"),
        (document(antiknight="yes"), 'antiknight: expected true or false, found "yes"'),
        (document(thermometer={}), ""),
        (document(thermometer=5), "thermometer: expected a list of entries, found 5"),
        (document(thermometer=[5]), "thermometer[0]: expected an object, found 5"),
        (document(thermometer=[{}]), "thermometer.lines: expected a list of lines, found null"),
        (document(thermometer=[{"lines": [5]}]), "thermometer.lines: expected a list of cells"),
        (document(thermometer=[{"lines": [[]]}]), "thermometer.lines: expected at least one cell"),
        (document(thermometer=[{"lines": [["r1"]]}]), 'expected a cell such as "R1C1", found "r1"'),
        (document(thermometer=[{"lines": [["R1C5"]]}]), "expected a cell R1C1..R4C4, found"),
        (
            document(thermometer=[{"lines": [["R1C1", "R2C2"]], "slow": True}]),
            "thermometer[0].slow: unknown key, which may be a rule",
        ),
        (
            document(arrow=[{"cells": ["R1C1"], "lines": [["R1C1"]]}]),
            "arrow.lines: expected a shaft of at least one cell beside its bulb",
        ),
        (document(killercage=[{"cells": ["R1C1"], "value": "x"}]), "killercage.value: expected a"),
        (
            document(killercage=[{"cells": ["R1C1"], "values": [1]}]),
            "killercage[0].values: unknown",
        ),
        (
            document(littlekillersum=[{"cell": "R0C1", "direction": "D", "value": "5"}]),
            "littlekillersum.direction: expected DR, DL, UR or UL",
        ),
        (
            document(littlekillersum=[{"cell": "R0C9", "direction": "DR", "value": "5"}]),
            "littlekillersum.cell: expected a cell beside a diagonal of the grid",
        ),
        (
            document(
                littlekillersum=[
                    {"cell": "R0C1", "direction": "DR", "value": "5", "cells": ["R1C1"]}
                ]
            ),
            "littlekillersum.cells: expected the cells of its diagonal",
        ),
        *(
            (
                document(xsum=[{"cell": name, "value": "5"}]),
                f'xsum.cell: expected a cell beside a row or column of the grid, found "{name}"',
            )
            for name in ("R1C1", "R0C0", "R0C5", "R6C1", "R0C9")
        ),
        (cell(value=3, given=True), "grid[0][1].value: expected a digit 1..2, found 3"),
        (cell(given=True), "grid[0][1].value: expected a digit 1..2, found null"),
        (cell(givenPencilMarks=[3]), "grid[0][1].givenPencilMarks: expected digits 1..2"),
        (cell(parity="Both"), 'grid[0][1].parity: expected Even or Odd, found "Both"'),
        (cell(shade="Even"), "grid[0][1].shade: unknown key, which may be a rule"),
        (
            cell(region=[1]),
            "grid[0][1].region: expected the number of a region from 0, or null for none",
        ),
        (json.dumps({"size": 9, "grid": [[{}]]}), "size: expected 1, as the grid has 1 rows"),
        (json.dumps({"grid": [[{}], []]}), "grid[0]: expected 2 cells, found [{}]"),
        (json.dumps({"grid": [[{}, 5], [{}, {}]]}), "grid[0][1]: expected a cell as an object"),
        (document(title=5), "title: expected a text, found 5"),
        (document(2, disjointgroups=True), "disjointgroups: expected a grid with boxes"),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, message: str) -> None:
    if not message:
        assert loads(text) == Puzzle(4)  # an empty list does not make a rule
        return
    error = error_of(text)
    assert message in str(error)
    assert (error.format, error.line) == ("f-puzzles", 1)


def test_bad_documents_and_lines_do_not_hide_good_ones() -> None:
    good, bad = document(2), document(2, xv=[1])
    found = list(items(Lines.of("\n".join((good, bad, good)))))
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True]
    assert [item.line for item in found] == [1, 2, 3]


@pytest.mark.turns(3)
@given(
    st.sampled_from([*ENTRIES, "negative", "solution", "size", "grid", "extraregion", "title"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.sampled_from(["", "R1C1", "R9C9", "5"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["cells", "lines", "value", "cell", "direction", "x"]), inner
            )
        ),
    ),
)
@settings(max_examples=by_default(100, full=5000), deadline=None, database=None)
def test_no_document_raises_anything_but_our_errors(key: str, value: Any) -> None:
    with suppress(PandokuError):
        loads(document(**{key: value}), format="f-puzzles").problems()


# ------------------------------------------------------------------ links


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "fpuz{}",
        "fpuzzles{}",
        "https://www.f-puzzles.com/?load={}",
        "f-puzzles.com/?load={}",
        "<https://f-puzzles.com/?load={}>",
        "Solve this: https://f-puzzles.com/?load={}",
        "https://f-puzzles.com/?setting=1&load={}&other=2",
        "https://sudokupad.app/fpuz{}",
        "https://beta.sudokupad.app/fpuz{}?setting-nogrid=1",
        "https://sudokupad.app/?puzzleid=fpuz{}",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{}",
        "sudokupad://puzzle/fpuz{}",
        "# a comment\n\n{}\n",
    ],
)
def test_a_link_is_read_in_every_form(form: str) -> None:
    text = pack(FOUR)
    for each in (text, quote(text, safe=""), text.rstrip("="), text.replace("+", " ")):
        link = form.format(each)
        assert sniff(Lines.of(link)).name == "f-puzzles"
        assert loads(link) == loads(FOUR)


def test_each_line_may_be_a_link() -> None:
    link = pack(FOUR)
    found = list(items(Lines.of(f"{link}\n\n# cut off\n{link[:60]}\nfpuz{link}\n123\n")))
    assert [item.line for item in found] == [1, 4, 5, 6]
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True, False]
    assert "line 4: " in str(found[1].value)
    assert "cut off" in str(found[1].value)
    assert "?load=N4Ig..., or this text, found '123'" in str(found[3].value)


def test_a_lost_slash_is_found_again() -> None:
    n_repaired, rng = 0, random.Random(1)
    letters = [chr(code) for code in range(0x3000, 0x4388)]  # which are packed with many slashes
    for _ in range(by_default(100, full=1000)):
        title = "".join(rng.choices(letters, k=300))
        text = pack('{"title":"' + title + '","grid":[[{}]]}')
        if "//" in text:
            n_repaired += 1
            assert document_of(text.replace("//", "/")) == document_of(text)
    assert n_repaired >= 5


@together("text", ["5", "[1]", '"x"', "{", "{}{}", '{"a":NaN}', '{"a":"\0"}'])
def test_a_packed_text_that_is_no_object_is_refused(text: str) -> None:
    from pandoku.formats._links.lz_string import LzError

    with pytest.raises(LzError, match="an object in JSON"):
        document_of(pack(text))


def test_a_short_text_is_not_a_puzzle() -> None:
    assert packed_in("N4Ig") is None
    assert packed_in("https://f-puzzles.com/?load=N4Ig") is None
    with pytest.raises(FormatError, match="'N4Igabc'"):
        loads("N4Igabc")


# ------------------------------------------------------------------ writing


@together("name", RULES)
def test_the_example_of_a_rule_comes_back_or_is_refused_by_name(name: str) -> None:
    puzzle = RULES[name].example
    form = FORMATS["f-puzzles"]
    if reason := form.why_not(puzzle):
        assert RULES[name].make.NAME in reason
        return
    again = words_back(loads(dumps(puzzle, "f-puzzles")), puzzle)
    assert plain_form(again) == plain_form(puzzle)  # drawings are divided into their shapes
    assert again.solution == puzzle.solution


@together(
    "puzzle, reason",
    [
        (Puzzle.sudoku(6, box=(3, 2)), "it cannot store boxes other than the usual ones"),
        (Puzzle.sudoku(4, extra={"a": "r1c1 r1c2 r3c1 r3c2"}), "the names of extra houses"),
        (Puzzle.kenken(3, [("*", 6, "r1c1 r1c2")]), "this cage at r1c1"),
        (Puzzle.killer(4, [(0, "r1c1 r1c2")]), "this cage at r1c1"),
        (
            Puzzle.sudoku(4).with_(Thermometer("r1c1")),
            "this one-cell thermometer at r1c1, which has a defect",
        ),
        (Puzzle.sudoku(4).with_(NoDifference((2,))), "rule that every difference"),
        (Puzzle.sudoku(4).with_(XV("r1c1 r1c2", 6)), "this 6 mark between r1c1 and r1c2"),
        (Puzzle.sudoku(4).with_(NoXV((5,))), "rule that every sum"),
        (
            Puzzle.sudoku(4).with_(AllDifferent("r1c1 r2c2 r3c3 r4c4")),
            "this four-cell extra region at r1c1",  # it would be a house
        ),
        (Puzzle.sudoku(4).with_(NoRatio((2, 3))), "rule that every ratio"),
    ],
)
def test_what_a_document_cannot_hold_is_refused(puzzle: Puzzle, reason: str) -> None:
    assert reason in (FORMATS["f-puzzles"].why_not(puzzle) or "")


def test_a_rule_that_is_stated_twice_is_written_once() -> None:
    twice = Puzzle.sudoku(4).with_(AntiKing(), AntiKing())
    assert loads(dumps(twice, "f-puzzles")).further == (AntiKing(),)


# ------------------------------------------------------------------ published puzzles


@pytest.mark.turns(3)
@needs(VARIANTS)
def test_a_published_puzzle_is_solved_or_refused_by_name() -> None:
    rows = [json.loads(line) for line in VARIANTS.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["source_format"].startswith("f-puzzles")]
    assert len(rows) == 203
    rows = rows[:: by_default(5, full=1)]
    n_solved = n_written = 0
    for row in rows:
        payload = row["payload"]
        text = payload if isinstance(payload, str) else json.dumps(payload)
        assert sniff(Lines.of(text)).name == "f-puzzles", row["id"]
        (item,) = items(Lines.of(text))
        if isinstance(puzzle := item.value, FormatError):
            assert "does not know" in str(puzzle), row["id"]
            continue
        assert isinstance(puzzle, Puzzle)
        n_solved += 1
        outcome = solve(puzzle)
        assert outcome.is_unique, row["id"]
        width = 1 if puzzle.order < 10 else 2
        digits = row["solution"]
        solution = tuple(int(digits[at : at + width]) for at in range(0, len(digits), width))
        assert outcome.solution == solution, row["id"]
        if FORMATS["f-puzzles"].why_not(puzzle) is None:
            n_written += 1
            assert loads(dumps(puzzle, "f-puzzles")) == puzzle, row["id"]
        assert loads(dumps(puzzle)) == puzzle, row["id"]
    assert n_solved >= by_default(24, full=120)
    assert n_written >= n_solved - 5


def test_what_a_named_constraint_is_drawn_with_is_no_drawing_of_its_own() -> None:
    ring = {"cells": ["R0C1"], "value": "◯", "fromConstraint": "X Sum"}
    clue = [{"cell": "R0C1", "value": "7"}]
    assert [each.NAME for each in loads(document(text=[ring], xsum=clue)).further] == ["x-sum"]
    assert [each.NAME for each in loads(document(text=[ring])).further] == ["drawing"]


def test_a_drawn_cage_without_a_text_is_one_tile() -> None:
    puzzle = loads(document(cage=[{"cells": ["R1C1", "R2C1"]}]))
    assert puzzle == Puzzle(4).with_(Drawing.of([Tile("cage", ((0.5, 0.5), (0.5, 1.5)))]))
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def colored(*cells: dict[str, Any]) -> str:
    text = json.loads(document(2))
    text["grid"][0] = list(cells)
    return json.dumps(text)


def test_a_color_of_a_cell_is_drawn() -> None:
    puzzle = loads(colored({"c": "#FFA0A0"}, {}))
    assert puzzle.further == (Drawing.of([Tile("drawn-red", ((0.5, 0.5),), 1.0, color="#ffa0a0")]),)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle
    stripes = loads(colored({}, {"cArray": ["#f00", 5]}))
    (drawn,) = stripes.further
    tiles = drawn.decorations(stripes.geometry)
    assert [(each.points, each.size) for each in tiles if isinstance(each, Tile)] == [
        (((1.25, 0.5),), 0.5),
        (((1.75, 0.5),), 0.5),
    ]


def test_cells_of_one_color_are_one_drawing() -> None:
    text = json.loads(document())
    for row, column, color in ((0, 0, "#f00"), (1, 1, "#00f"), (0, 1, "#f00"), (3, 3, "#f00")):
        text["grid"][row][column] = {"c": color}
    puzzle = loads(json.dumps(text))
    red = Tile("drawn-red", ((0.5, 0.5), (1.5, 0.5), (3.5, 3.5)), 1.0, color="#ff0000")
    blue = Tile("drawn-blue", ((1.5, 1.5),), 1.0, color="#0000ff")
    assert puzzle.further == (Drawing.of([red]), Drawing.of([blue]))
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle
    stripes = loads(colored({"cArray": ["#f00", "#00f"]}, {"cArray": ["#f00", "#00f"]}))
    assert len(stripes.further) == 1
    assert loads(dumps(stripes, "f-puzzles")) == stripes
    again = Drawing.of([Tile("drawn-red", ((0.5, 0.5),), 1.0, color="#e6261f")], "again")
    both = loads(dumps(puzzle.with_(again), "f-puzzles"))  # the first color belongs to the cell
    assert plain_form(both) == plain_form(puzzle.with_(again))
    with pytest.raises(FormatError, match="cell that has stripes"):
        dumps(stripes.with_(again), "f-puzzles")


def test_a_drawing_of_several_shapes_has_an_entry_for_each() -> None:
    shapes: list[Decoration] = [
        Stroke("line", ((0.5, 0.5), (1.5, 1.5)), color="#67f067", width=0.25),
        Stroke("line", ((2.5, 0.5), (2.5, 1.5)), color="#67f067", width=0.25),
        Stroke("line", ((3.5, 0.5), (3.5, 1.5)), color="#000000"),
        Disc("circle", ((1.0, 0.5),), 0.15, "x", "#ffffff", "#000000"),
        Tile("rectangle", ((1.5, 1.5), (2.0, 2.0)), 0.5, color="#e6261f", height=0.25, angle=30),
        Tile("cage", ((0.5, 2.5),), 1.0, "7"),
        Tile("cage", ((0.5, 3.5), (1.5, 3.5))),
        Sign(-0.5, 0.5, "12", "#000000", 0.5),
    ]
    puzzle = Puzzle(4).with_(Drawing.of(shapes, "all"))
    text = dumps(puzzle, "f-puzzles")
    assert {key: len(json.loads(text)[key]) for key in DRAWN_KEYS} == {
        "line": 2, "circle": 1, "rectangle": 2, "text": 1, "cage": 1,
    }  # fmt: skip
    again = loads(text)
    assert plain_form(again) == plain_form(puzzle)
    colors = {shape.color for each in again.unchecked for shape in each.decorations(again.geometry)}
    assert colors == {"#67f067", "#000000", "#ffffff", "#e6261f", ""}
    assert dumps(again, "f-puzzles") == text


@pytest.mark.parametrize(
    "shape",
    [
        Stroke("line", ((0.5, 0.5), (1.2, 1.5))),
        Stroke("line", ((0.5, 0.5), (1.5, 1.5)), has_head=True),
        Disc("circle", ((0.5, 0.5), (1.5, 0.5)), 0.3),
        Tile("rectangle", ((0.75, 0.5),), 0.5),
        Tile("rectangle", ((0.5, 0.5),), 0.5, "7"),
    ],
)
def test_a_shape_that_has_no_place_in_a_document_is_refused(shape: Decoration) -> None:
    with pytest.raises(FormatError, match=r"cannot store (this|such a) drawing"):
        dumps(Puzzle(4).with_(Drawing.of([shape])), "f-puzzles")


@pytest.mark.parametrize("played", [{"value": 1}, {"centerPencilMarks": [1]}])
def test_colors_beside_what_a_player_has_entered_are_the_players(played: dict[str, Any]) -> None:
    assert loads(colored({"c": "#FFA0A0"}, played)).further == ()


@pytest.mark.parametrize("color", [True, {}, [1], 1.5])
def test_a_color_is_a_text_or_a_number(color: object) -> None:
    assert "grid[0][0].c: " in str(error_of(colored({"c": color}, {})))
