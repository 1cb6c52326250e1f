"""What a value is not made of is refused, with what was expected and the way out."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from pandoku import Puzzle, PuzzleError
from pandoku.model import Batch, Board, Budget, Cage, Geometry, Marks, Outcome
from pandoku.model.accept import listed_puzzles, puzzle_of
from pandoku.model.budget import seconds_of
from pandoku.model.geometry import cell_name
from tests.together import together

SUM = ((0, 0), (0, 1))
LIMITED = '{"size": 2, "candidates": [1, 3, 3, 3]}'
MATHDOKU = '{"size": 2, "cages": [{"op": "+", "target": 6, "cells": [0, 1, 2, 3]}]}'


@together(
    "make, message",
    [
        (lambda: Budget(seconds=0), "a budget of more than 0 seconds, found 0"),
        (lambda: Budget(seconds=float("nan")), "more than 0 seconds, found nan"),
        (lambda: seconds_of(Budget(nodes=5)), r"found Budget\(nodes=5"),
        (lambda: Marks(4, corner=5), "corner masks as a tuple, found 5"),  # type: ignore[arg-type]
        (lambda: Puzzle(4, extra=5), "extra data by name, found 5"),  # type: ignore[arg-type]
        (lambda: Puzzle.killer(4, {SUM: "3*"}), "expected a sum, as a number, found '3[*]'"),
        (lambda: Puzzle.killer(4, np.array(3)), "expected cages as a list"),
        (lambda: Puzzle.killer(4, {(16,): 3}), "cage 1: "),
        (lambda: Puzzle(4, cages=np.array("x")), "cages as a list of Cage, found "),
        (lambda: Puzzle(4, cages=np.array(["x"])), r"a list of Cage, found .*'x'.* in it; Puzzle"),
        (lambda: Puzzle.sudoku([[0] * 16] * 3), "found 16; functions such as solve_many take many"),
        (lambda: Puzzle.sudoku([[0] * 5] * 3), "row 1: expected 3 cells, .* found 5$"),
        (lambda: listed_puzzles(Puzzle(4)), "found one; solve takes a single puzzle"),
        (lambda: listed_puzzles("1..."), "found one; solve takes a single puzzle"),
        (lambda: Geometry(3, regions=(0,) * 6), "name 9 cells, found 6"),
        (lambda: Board.start(Puzzle(4), (5,) + (0,) * 15), "found 5"),
        (lambda: Board.start(Puzzle(4), (-1,) + (0,) * 15), "found -1"),
        (lambda: Board(Puzzle(4), (0,) * 16, (16,) + (0,) * 15), "found 16"),
        (lambda: Puzzle.sudoku(Path("a.txt")), r"load\(path\) reads a file"),  # type: ignore[arg-type]
        (lambda: Puzzle.sudoku(StringIO("1")), r"load\(path\) reads a file"),  # type: ignore[arg-type]
        (lambda: Puzzle.sudoku(iter([1])), "make a list of it first"),  # type: ignore[arg-type]
        (lambda: Puzzle.sudoku({1, 2}), "its values have no order"),  # type: ignore[arg-type]
        (lambda: Board.start(Puzzle(4)).candidates(16), "expected a cell .*, found 16"),
        (lambda: Board.start(Puzzle(4)).candidates(-1), "expected a cell .*, found -1"),
        (lambda: Cage("^", 3, (0,)), r"out of \+ - \* / = \?, found '\^'"),
        (lambda: listed_puzzles(5), "expected many puzzles .*, found 5"),
    ],
)  # fmt: skip
def test_a_part_of_another_kind_is_refused_by_name(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises((ValueError, TypeError, PuzzleError), match=message):
        make()


FULL = (15,) * 14


@together(
    "make, message",
    [
        (
            lambda: listed_puzzles({"1..."}),
            "expected many puzzles (a list, an array or a Batch), found {'1...'}; its values have "
            "no order",
        ),
        (lambda: Batch(4, bytes(32), origins=[1]), "expected origins of 2 puzzles, found 1"),
        (
            lambda: Batch(Geometry.latin(4), bytes(32), cages=[()]),
            "expected cages of 2 puzzles, found 1",
        ),
        (lambda: Batch("4", bytes(16)), "expected a geometry or an order, found '4'"),  # type: ignore[arg-type]
        (
            lambda: Board.start(Puzzle(4), (0, 4, 5) + (0,) * 13),
            "r1c3: expected a digit 0..4, found 5",
        ),
        (
            lambda: Board(Puzzle(4), (0,) * 16, (15, 16, *FULL)),
            "r1c2: expected a mask of candidates 1..4 (at most 15), found 16",
        ),
        (
            lambda: Board(Puzzle(4), 10**12, (15,)),  # type: ignore[arg-type]
            "expected a board of digits 0..4 and masks of candidates as whole numbers, found "
            "1000000000000 and (15,)",
        ),
        (
            lambda: puzzle_of([["9" * 5000, "1"], ["2", "."]]),
            "r1c1: expected a digit 1..2, or 0, None or '.' for empty, found '" + "9" * 59,
        ),
        (lambda: Board(np.eye(2), (0,), (1,)), "expected a Puzzle, found a ndarray"),  # type: ignore[arg-type]
        (
            lambda: Puzzle(4, candidates=(0, 16, *FULL)),
            "r1c2: expected a mask of candidates 1..4 (at most 15), found 16",
        ),
        (
            lambda: Puzzle(4, candidates=(15, -1, *FULL)),
            "r1c2: expected a mask of candidates 1..4 (at most 15), found -1",
        ),
        (lambda: Cage("^", 3, (0,)), "expected an operation out of + - * / = ?, found '^'"),
        (
            lambda: Geometry(4),
            "expected order 4 with or without boxes, found neither; write Geometry.sudoku(4) for "
            "boxes 2x2 or Geometry.latin(4) for no boxes",
        ),
        (
            lambda: Geometry(6),
            "expected order 6 with or without boxes, found neither; write Geometry.sudoku(6) for "
            "boxes 2x3 or Geometry.latin(6) for no boxes",
        ),
        (lambda: cell_name(4, 16), "expected a cell 0..15, found 16"),
        (lambda: Puzzle.sudoku(["%"] * 37**2), "expected an order from 1 to 36, found 37"),
        (lambda: Puzzle.jigsaw([0] * 16, 5), "expected regions, found 5"),
        (
            lambda: Board.start(Puzzle(4)).candidates("r5c1"),
            "expected a cell 0..15, a pair (row, column) of 0..3, or a name r1c1..r4c4, found "
            "'r5c1'",
        ),
        (lambda: Marks(4).clear("corner", 5), "expected cells, found 5"),  # type: ignore[arg-type]
        (
            lambda: Puzzle.sudoku(LIMITED),
            "expected a grid of digits, found a text with candidates; pandoku.loads reads it",
        ),
        (
            lambda: Puzzle.sudoku(MATHDOKU),
            "expected a grid of digits, found a text with cages; pandoku.loads reads it",
        ),
        (
            lambda: puzzle_of(9),
            "expected a puzzle (a Puzzle, a text, or a grid of digits as lists or an array), "
            "found 9; Puzzle(9) is the empty Sudoku of that order",
        ),
    ],
)
def test_a_refusal_says_the_whole_way_out(make: Callable[[], object], message: str) -> None:
    with pytest.raises((ValueError, TypeError)) as refused:
        make()
    assert str(refused.value) == message


@together(
    "outcome, words",
    [
        (Outcome(0), "no solution"),
        (Outcome(0, "nodes"), "no solution found"),
        (Outcome(1, solutions=((1,),)), "unique"),
        (Outcome(1, "limit", solutions=((1,),)), "1 or more solutions"),
        (Outcome(2, solutions=((1,), (1,))), "2 solutions"),
        (Outcome(2, "limit", solutions=((1,), (1,))), "2 or more solutions"),
        (Outcome(3, solutions=((1,),)), "3 solutions, the first 1 held"),
    ],
)
def test_an_outcome_says_how_many_solutions_there_are(outcome: Outcome, words: str) -> None:
    assert outcome.describe().startswith(words)


def test_houses_are_numbered_from_one_by_kind() -> None:
    regions = (0, 0, 1, 1) * 2 + (2, 2, 3, 3) * 2
    geometry = Geometry(4, regions=regions, diagonals=True)
    kinds = {house.kind: house for house in geometry.houses}
    assert list(kinds) == ["row", "column", "region", "diagonal"]
    names = [house.name for house in geometry.houses]
    assert names[:12] == [f"{k} {i}" for k in ("row", "column", "region") for i in range(1, 5)]
    assert [house.cells for house in geometry.houses[12:]] == [(0, 5, 10, 15), (3, 6, 9, 12)]


@pytest.mark.parametrize(
    "cells", [[0, 1], (0, 1), ["r1c1", "r1c2"], [(0, 0), (0, 1)], np.array([0, 1])]
)
def test_the_first_cell_may_be_written_like_any_other(cells: object) -> None:
    (cage,) = Puzzle.killer(4, [(3, cells)]).cages
    assert cage.cells == (0, 1)


def test_puzzles_that_come_one_by_one_are_listed() -> None:
    assert listed_puzzles(iter(["1...", "2..."])) == ["1...", "2..."]


def test_arrays_of_no_dimension_are_not_constraints() -> None:
    with pytest.raises(PuzzleError, match="constraints as"):
        Puzzle(2, further=np.array(3))
    with pytest.raises(PuzzleError, match="kind of constraints"):
        Puzzle(2).without(np.zeros((2, 2)))  # type: ignore[arg-type]
