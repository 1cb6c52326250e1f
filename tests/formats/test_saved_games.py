"""Formats `gnome-sudoku`, `ksudoku`, `sdx` and Simple Sudoku's .ss: puzzles with progress."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandoku import Puzzle
from pandoku.formats import (
    FORMATS,
    dumps,
    dumps_many,
    format_for_path,
    loads,
    loads_board,
    open_items,
    reads,
    sniff,
)
from pandoku.formats._text import Lines
from tests.cli.command import invoke
from tests.formats.reading import error_of
from tests.formats.test_cell_links import CELLS
from tests.together import together

COPIED = '#IIII!N"\\0W+e9`4nBa5oCb6pDY-g;P$^2O#]1'  # by GNOME Sudoku, of CELLS
# ------------------------------------------------------------------ GNOME Sudoku


def game(*cells: dict[str, Any]) -> str:
    head = {"difficulty_category": "easy", "time_elapsed": 1.5}
    return json.dumps({**head, "cells": cells})


def test_a_game_of_gnome_sudoku_has_givens_and_digits_placed() -> None:
    given = {"position": [0, 1], "value": 5, "fixed": True, "earmarks": []}
    placed = {"position": [3, 1], "value": 4, "fixed": False, "earmarks": [1, 2]}
    noted = {"position": [4, 1], "value": 0, "fixed": False, "earmarks": [1, 2]}
    board = loads_board(game(given, placed, noted))
    assert [cell for cell, digit in enumerate(board.puzzle.givens) if digit] == [1]
    assert (board.digits[1], board.digits[28], board.digits[37]) == (5, 4, 0)
    assert loads_board(dumps(board, "gnome-sudoku")) == board
    assert loads(game()) == Puzzle(9)


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ({"position": [9, 0], "value": 1}, "position of two numbers 0..8"),
        ({"position": [True, 0], "value": 1}, "position of two numbers 0..8"),
        ({"position": [0, 0], "value": 10}, "expected a digit 1..9, or 0"),
        ({"position": [0, 0], "value": "1"}, "expected a digit 1..9, or 0"),
    ],
)
def test_a_bad_cell_of_gnome_sudoku_is_refused(cell: dict[str, Any], reason: str) -> None:
    assert reason in error_of(game(cell)).reason


def test_the_text_that_gnome_sudoku_copies_is_a_puzzle() -> None:
    assert sniff(Lines.of(COPIED)).name == "gnome-sudoku"
    assert loads(COPIED) == loads(CELLS)
    for bad in (COPIED[:-1], COPIED + "!", COPIED[:7]):
        assert "game, or a copied text with #" in error_of(bad, "gnome-sudoku").reason


# ------------------------------------------------------------------ KSudoku

ROWS = '<sudokugroups at="0" withblocks="%d"/>'
EMPTY = "_" * 16


def saved(values: str = EMPTY, shapes: str = ROWS % 1, kind: str = "Plain", more: str = "") -> str:
    return (
        "<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>"
        f'<graph order="4" type="sudoku" specific-type="{kind}">{shapes}</graph>'
        f"<values>{values}</values></puzzle>{more}</game></ksudoku>\n"
    )


def test_cells_of_ksudoku_are_numbered_by_column_and_b_is_1() -> None:
    assert loads(saved("_b" + "_" * 13 + "e")) == loads("....1..........4")
    assert loads(saved(shapes=ROWS % 0)).geometry.box is None


def test_digits_placed_in_ksudoku_are_progress_and_markers_are_not() -> None:
    events = (
        '<history><simple-event index="4" value="3"/><simple-event index="5" value="2"/>'
        '<simple-event index="5" value="0"/><simple-event index="3" markers="0101"/></history>'
    )
    board = loads_board(saved("b" + EMPTY[1:], more=events))
    assert board.digits == (1, 3) + (0,) * 14
    assert board.puzzle.givens == (1,) + (0,) * 15


def test_cages_cliques_and_diagonals_of_ksudoku_are_rules() -> None:
    cage = '<cage operator="4" value="5" size="2"> 0 1 </cage>'
    (read,) = loads(saved(shapes=ROWS % 0 + cage, kind="Mathdoku")).cages
    assert (read.operation, read.target, read.cells, read.repeats) == ("+", 5, (0, 4), True)
    (read,) = loads(saved(shapes=ROWS % 1 + cage, kind="KillerSudoku")).cages
    assert not read.repeats
    diagonals = '<clique size="4">0 5 10 15</clique><clique size="4">3 6 9 12</clique>'
    assert loads(saved(shapes=ROWS % 1 + diagonals, kind="XSudoku")).geometry.diagonals


@together(
    "text, reason",
    [
        (saved(kind="XSudoku"), "expected the diagonals of the kind XSudoku in the file"),
        (saved(kind="Jigsaw"), "expected the regions of the kind Jigsaw in the file"),
        (saved(kind="KillerSudoku"), "expected the cages of the kind KillerSudoku in the file"),
        (saved(kind="Samurai"), "found the kind 'Samurai'"),
        (saved("." + EMPTY[1:]), "found a gap in the grid"),
        (saved("f" + EMPTY[1:]), "expected '_' or letters from b to e, found 'f'"),
        (saved("_" * 15), "expected a square number of values up to 625, found 15"),
        (saved(shapes="<thermo/>"), "found the element 'thermo', which may be a rule"),
        (saved(shapes='<clique size="1">16</clique>'), "expected numbers of cells 0..15"),
        (saved()[:-20], "expected well-formed XML"),
        ('<!DOCTYPE k [<!ENTITY a "aa">]><ksudoku>&a;</ksudoku>', "expected no declarations"),
        ('<!DOCTYPE k SYSTEM "file:///x"><ksudoku/>', "expected no declarations"),
    ],
)  # fmt: skip
def test_a_file_of_ksudoku_with_other_rules_or_mistakes_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text).reason


@pytest.mark.turns(3)
def test_a_file_of_ksudoku_has_at_most_100_000_elements() -> None:
    text = saved(more="<history>" + "<simple-event/>" * 100_001)
    assert "100,000 elements" in error_of(text, "ksudoku").reason


# ------------------------------------------------------------------ SudoCue


def test_work_in_progress_of_sudocue_has_digits_placed_and_candidates() -> None:
    board = loads_board("1 u2 34 34\n34 34 12 12\n23 134 134 24\n234 134 134 24\n")
    assert board.puzzle.givens == (1,) + (0,) * 15
    assert board.digits == (1, 2) + (0,) * 14
    assert board.candidates("r3c1") == (2, 3)
    assert dumps(board, "sdx").splitlines()[0] == "1 u2 34 34"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 u2 34 34\n34 34 12 12\n", "expected 4 lines of 4 cells, found 2"),
        ("1 u2 34 34\n" * 3 + "1 2 3\n", "expected 4 cells, found 3"),
        ("1 u2 34 34\n" * 3 + "1 2 3 u5\n", "expected a digit 1-4, a digit after u"),
        ("1 2\n3 4\n", "expected 4 to 9 cells in a line, found 2"),
    ],
)
def test_bad_work_in_progress_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text, "sdx").reason


# ------------------------------------------------------------------ Simple Sudoku and .sdm

FRAMED = """*-----------*
|...|..1|23.|
|123|..8|.4.|
|8.4|..7|65.|
|---+---+---|
|765|...|...|
|...|...|...|
|...|...|123|
|---+---+---|
|.12|3..|8.4|
|.8.|4..|765|
|.76|5..|...|
*-----------*
"""


def test_a_grid_of_simple_sudoku_is_read(tmp_path: Any) -> None:
    path = tmp_path / "mine.ss"
    path.write_text(FRAMED)
    assert [item.value for item in open_items(path)] == [loads(CELLS)]


def test_three_grids_of_simple_sudoku_are_one_board() -> None:
    board = loads_board(CELLS).place("r1c1", 5)
    placed = FRAMED.replace("|...|..1|23.|", "|5..|..1|23.|", 1)
    copied = dumps(board, "candidates").split("\n\n")[2]
    again = loads_board(f"{FRAMED}\n{placed}\n{copied}")
    assert (again.puzzle, again.digits, again.masks) == (board.puzzle, board.digits, board.masks)


def test_lines_of_sdm_are_puzzles(tmp_path: Any) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{CELLS}\n{CELLS[::-1]}\n")
    assert [item.value for item in open_items(path)] == [loads(CELLS), loads(CELLS[::-1])]
    assert len(list(reads(path.read_text()))) == 2


def test_sdm_is_written_with_zeros(tmp_path: Any) -> None:
    puzzle = loads(CELLS)
    assert dumps(puzzle, "sdm") == CELLS.replace(".", "0") + "\n"
    assert format_for_path("a.sdm") is FORMATS["sdm"]
    assert list(reads("".join(dumps_many([puzzle, puzzle], "sdm")))) == [puzzle, puzzle]
    path = tmp_path / "made.sdm"
    invoke("generate", "--count", "3", "--seed", "1", "-o", str(path))
    text = path.read_text()
    assert {*text} <= {*"0123456789\n"}
    assert invoke("generate", "--count", "3", "--seed", "1").out.replace(".", "0") == text
    again = tmp_path / "again.sdm"
    invoke("convert", str(path), "-o", str(again))
    assert again.read_text() == text
