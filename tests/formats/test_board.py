"""Boards in JSON, as interfaces of websites have them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, items, loads, loads_board, reads, sniff
from pandoku.model import Puzzle
from tests.formats.reading import error_of
from tests.formats.test_conformance import full
from tests.formats.test_pasted import chars, made
from tests.together import together

ORDERS = (4, 6, 9, 12, 16, 25)
FOUR = [[0, 0, 3, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 4, 0, 0]]


@pytest.mark.turns(3)
@together("order", ORDERS)
@together("blank", [0, None, -1, False, "", ".", "0"])
@together("key", ["board", "grid", "puzzle", "Sudoku"])
def test_a_board_is_read(order: int, blank: object, key: str) -> None:
    grid = made(order, random.Random(f"{order} {blank} {key}"))
    rows = [[d or blank for d in row] for row in grid]
    for value in (rows, [cell for row in rows for cell in row]):
        text = json.dumps({"difficulty": "easy", key: value, "size": order})
        assert sniff(Lines.of(text)).name == "board"
        puzzle = loads(text)
        assert [list(row) for row in puzzle.grid] == grid
        assert dict(puzzle.extra) == {"difficulty": "easy"}


@together("order", ORDERS)
def test_a_board_may_be_a_text_or_texts(order: int) -> None:
    grid = made(order, random.Random(order))
    rows = [chars(row) for row in grid]
    for value in ("".join(rows), "\n".join(rows), rows):
        assert [list(row) for row in loads(json.dumps({"board": value})).grid] == grid


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("indent", [None, 1])
def test_an_object_for_each_cell_is_read(order: int, indent: int | None) -> None:
    rng = random.Random(order)
    grids = [made(order, rng) for _ in range(3)]
    texts = [
        json.dumps([{"val": d or None} for row in grid for d in row], indent=indent)
        for grid in grids
    ]
    found = [[list(row) for row in puzzle.grid] for puzzle in reads("\n".join(texts))]
    assert found == grids


def test_pencil_marks_of_cells_are_progress() -> None:
    cells: list[dict[str, Any]] = [{"val": d or None} for row in FOUR for d in row]
    cells[0]["candidates"] = [None, 2, None, 4]
    cells[1]["candidates"] = [1, 2, 3, 4]
    board = loads_board(json.dumps(cells))
    assert board.candidates(0) == (2, 4)
    assert board.candidates(1) == loads_board(dumps(board.puzzle, "board")).candidates(1)


def test_the_board_within_two_objects_is_read() -> None:
    solution = list(full(4, (2, 2)))
    rows = [solution[at : at + 4] for at in range(0, 16, 4)]
    grid = {"value": [[1, 0, 0, 0]] + [[0] * 4] * 3, "solution": rows, "difficulty": "Easy"}
    text = json.dumps({"newboard": {"grids": [grid], "results": 1, "message": "All Ok"}})
    puzzle = loads(text)
    assert puzzle.n_givens == 1
    assert puzzle.solution == tuple(solution)


def test_what_is_said_of_a_puzzle_is_kept() -> None:
    text = json.dumps({"board": FOUR, "id": 7, "name": "Four", "author": "A", "rating": 1.5})
    puzzle = loads(text)
    assert (puzzle.id, puzzle.title, puzzle.author) == ("7", "Four", "A")
    assert dict(puzzle.extra) == {"rating": 1.5}


@together(
    "value, reason",
    [
        ({"board": FOUR, "cages": [[1]]}, "cages: unknown key, which may be a rule"),
        ({"board": FOUR, "diagonal": True}, "diagonal: unknown key, which may be a rule"),
        ({"board": FOUR, "rows": [3, 4]}, "rows: expected 4, the size of the board, found [3, 4]"),
        ({"board": FOUR, "size": 9}, "size: expected 4, the size of the board, found 9"),
        ({"board": FOUR, "grid": FOUR}, "expected one board, found 2: board, grid"),
        ({"board": [*FOUR[:3], [0, 4, 0]]}, "board[3]: expected a row of 4 cells"),
        ({"board": [*FOUR[:3], [0, 4, 0, 5]]}, "board[3][3]: expected a digit 1-4, or 0, found 5"),
        ({"board": [*FOUR[:3], [0, 4, 0, None]]}, "expected 0 or another sign for empty cells"),
        ({"board": "1" * 17}, "board: expected n*n cells for an n x n grid, found 17"),
        ([{"val": 1}] * 15, "cells: expected n*n cells for an n x n grid, found 15"),
        ([{"val": 1, "cage": 2}] * 16, "cells[0].cage: unknown key, which may be a rule"),
        ([{"val": 9}] * 16, "cells[0].val: expected a digit 1-4, or 0, found 9"),
    ],
)
def test_what_may_be_a_rule_or_is_broken_is_refused_by_name(value: object, reason: str) -> None:
    error = error_of(json.dumps(value))
    assert reason in error.reason
    assert error.format == "board"


def test_an_array_that_does_not_end_is_one_error() -> None:
    error = error_of('[{"val": 1},\n {"val": 2}')
    assert error.line == 2
    assert "found none" in error.reason


def test_one_bad_board_of_many_is_reported_alone() -> None:
    good = json.dumps({"board": FOUR})
    found = list(items(Lines.of("\n".join([good, good.replace("4", "5"), good]))))
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True]
    assert isinstance(found[1].value, FormatError)


def test_a_document_of_pandoku_is_no_board() -> None:
    assert sniff(Lines.of('{"size": 2, "givens": [[1, 0], [0, 1]]}')).name == "json"
