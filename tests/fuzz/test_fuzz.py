"""The fuzz targets, for a short time and always the same cases; `./run fuzz` goes on for hours."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Cage, Geometry, Marks, Puzzle, PuzzleError
from pandoku.draw import rich_text, text
from pandoku.formats import FORMATS
from pandoku.play import Game, combinations, dumps_game, find_conflicts, read_game, write_game
from pandoku.symmetry import Symmetry, transform
from tests.data import by_default
from tests.fuzz import corpora
from tests.fuzz.__main__ import fuzz
from tests.fuzz.calls import calls, unknown_parameters
from tests.fuzz.cases import TARGETS, run_case
from tests.fuzz.quickly import BLOCK, run_block
from tests.together import together

CASES = {
    "calls": by_default(60, full=20_000),
    "answers": by_default(5, full=1000),
    "readers": by_default(90, full=50_000),
    "relations": by_default(15, full=10_000),
}
BOARD = pandoku.Board.start(Puzzle(4))
GAME = Game.start(Puzzle(4))
MARKS = Marks(4)
ROWS_OF = partial(Symmetry.of, Geometry.sudoku(4))
OUT_OF_RANGE = Puzzle(Geometry.sudoku(4), (5,) + (-1,) * 15)


@pytest.mark.turns(3)
@pytest.mark.parametrize("target", TARGETS)
def test_no_case_finds_anything(target: str) -> None:
    for number in range(CASES[target]):
        run_case(target, 1, number)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", FORMATS)
def test_no_small_text_finds_anything(name: str) -> None:
    block = run_block(name, 1, 0, by_default(300, full=BLOCK))
    assert block.n > 0
    assert block.findings == ()


def test_the_targets_know_what_to_pass_to_every_public_call() -> None:
    assert unknown_parameters() == []
    names = {call.name for call in calls()}
    assert {"solve", "Board.place", "generate_many", "symmetry.canonical", "Game.undo"} < names


def test_a_run_goes_on_after_a_case_that_crashes() -> None:
    # The number of the case in the file, then the end of the process.
    program = "import sys; open(sys.argv[5], 'w').write(sys.argv[3]); sys.exit(3)"
    n, found = fuzz("calls", 1, 0.2, (sys.executable, "-c", program))
    assert n == len(found) >= 1
    assert found[0].startswith("case 0: ")
    assert "status 3" in found[0]


@pytest.mark.turns(3)
def test_a_run_ends_after_as_many_cases_as_are_asked_for() -> None:
    assert fuzz("relations", 1, 60, cases=3) == (3, [])


REFUSED: dict[str, Any] = {
    "a negative order": lambda: Puzzle(-1),
    "an order that no loop ends for": lambda: Puzzle(10**30),
    "such an order of a batch": lambda: Batch(10**30, b""),
    "such an order with windows": lambda: Geometry.sudoku(10**30, windows=True),
    "such an order of marks": lambda: Marks.of(10**30),
    "an order that is a list": lambda: Geometry.sudoku([9]),  # type: ignore[arg-type]
    "rows that are None": lambda: Batch(4, None),  # type: ignore[arg-type]
    "cages of tuples": lambda: Puzzle(5, cages=[("+", 3, (0, 1))]),  # type: ignore[list-item]
    "a title that is a list": lambda: Puzzle(4, title=["x"]),  # type: ignore[arg-type]
    "a type as a cell": lambda: BOARD.candidates(int),  # type: ignore[call-overload]
    "an array of texts as a puzzle": lambda: text(np.array("x")),
    "masks that are None": lambda: Marks(4, corner=None),  # type: ignore[arg-type]
    "marks in no cells": lambda: MARKS.add("corner", None, 1),  # type: ignore[arg-type]
    "too few digits": lambda: find_conflicts(Puzzle(4), (0,) * 15),
    "a cage outside": lambda: find_conflicts(Puzzle(5, cages=[Cage("+", 3, (99,))]), (0,) * 25),
    "drawings of two orders": lambda: text(Puzzle(4), Puzzle(6)),
    "no drawings": rich_text,
    "a digit out of range": lambda: transform(OUT_OF_RANGE),
    "a layer that is an array": lambda: GAME.enter("r1c1", 1, np.zeros(2)),
    "a checkpoint that is a list": lambda: GAME.return_to(["x"]),  # type: ignore[arg-type]
    "a house that is a number": lambda: Geometry.latin(4, extra=[3]),  # type: ignore[list-item]
    "houses of texts": lambda: Puzzle.sudoku(4, extra={"abcd": 1}),
    "regions that are False": lambda: Geometry(2, regions=False),  # type: ignore[arg-type]
    "cages that are one number": lambda: Puzzle.kenken(4, np.array(3)),
    "extra data without names": lambda: Puzzle(4, extra=[1]),  # type: ignore[arg-type]
    "marks without cells": lambda: Marks.of(4, corner=[1]),  # type: ignore[arg-type]
    "rows that are one number": lambda: ROWS_OF(rows=np.float64(1)),  # type: ignore[arg-type]
    "drawings of two heights": lambda: text(Puzzle(5), Puzzle.kenken(5, [("3+", "r1c1 r1c2")])),
    "a box that is an array": lambda: Puzzle.sudoku(4, box=np.zeros((4, 4))),  # type: ignore[arg-type]
    "a box that is one number": lambda: Puzzle.killer(4, [], box=np.array(3)),  # type: ignore[arg-type]
    "extra houses that are an array": lambda: Puzzle.sudoku(4, extra=np.full((4, 4), 0.5)),
    "extra houses that are one number": lambda: Geometry.sudoku(9, extra=np.array(3)),
    "an operation that is an array": lambda: Cage(np.zeros((2, 2)), 0, (1,)),  # type: ignore[arg-type]
    "cells of a cage that are one number": lambda: Cage("+", 3, np.array(3)),  # type: ignore[arg-type]
    "marks in an array without parts": lambda: MARKS.remove("corner", np.array("x"), 3),
    "a name with a zero byte": lambda: pandoku.load("a\0b"),
    "a descriptor to write": lambda: write_game(1, GAME),  # type: ignore[arg-type]
    "a descriptor to read": lambda: read_game(0),  # type: ignore[arg-type]
}


@together("call", REFUSED.values(), ids=REFUSED)
def test_what_fuzzing_found_is_refused_by_name(call: Any) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        call()


def test_options_of_another_type_are_refused() -> None:
    with pytest.raises(TypeError, match=r"a scale .*'big'"):
        pandoku.png(Puzzle(4), scale="big")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a cage"):
        combinations(BOARD, 0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a layer"):
        MARKS.clear({}, ())  # type: ignore[arg-type]
    for of_game in ("title", "started"):
        options: dict[str, Any] = {of_game: 5}
        with pytest.raises(pandoku.FormatError, match="expected a"):
            dumps_game(GAME, **options)


def test_the_archive_of_corpora_is_the_same_when_packed_again(tmp_path: Path) -> None:
    with ZipFile(corpora.ARCHIVE) as archive:
        archive.extractall(tmp_path / "files")
    corpora.pack(tmp_path / "files", tmp_path / "again.zip")
    assert list(corpora.inputs_of("fuzz_readers"))
    with ZipFile(corpora.ARCHIVE) as before, ZipFile(tmp_path / "again.zip") as after:
        names = before.namelist()
        assert names == after.namelist() == sorted(names)
        assert all(before.read(name) == after.read(name) for name in names)
