"""Arrays that do not fit are refused before the core sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pandoku.errors import PuzzleError
from pandoku.kernel import logic, rating
from pandoku.model import Board, Cage, Geometry, Puzzle

FOUR = Geometry.sudoku(4)


def _rating(**changes: Any) -> None:
    arrays: dict[str, Any] = {
        "givens": np.zeros((1, 81), np.uint8),
        "ratings": np.zeros((1, 3), np.uint8),
        "hardest": np.zeros(1, np.uint8),
        "ends": np.zeros(1, np.uint8),
    }
    rating.rate_rows(**arrays | changes)


def _walk(**changes: Any) -> None:
    arrays: dict[str, Any] = {
        "givens": np.zeros((1, 16), np.uint8),
        "counts": np.zeros((1, 0), np.int32),
        "ends": np.zeros(1, np.uint8),
    }
    logic.walk_many(FOUR, (), **arrays | changes)


NINE_IN_FOUR = np.full((1, 16), 5, np.uint8)
TEN_IN_NINE = np.full((1, 81), 10, np.uint8)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"ratings": np.zeros((2, 3), np.uint8)}, ValueError, "arrays for the same puzzles"),
        ({"ends": np.zeros(2, np.uint8)}, ValueError, "arrays for the same puzzles"),
        ({"hardest": np.zeros(1, np.int8)}, TypeError, "expected arrays of uint8, found"),
        ({"givens": TEN_IN_NINE}, ValueError, r"expected digits 0\.\.9, found 10"),
        ({"looks": 0}, ValueError, "expected looks of at least 1, found 0"),
        ({"looks": True}, TypeError, "expected looks as a whole number, found True"),
        ({"at_least": 0}, ValueError, r"expected at_least 1\.\.200, found 0"),
        ({"at_least": 201}, ValueError, r"expected at_least 1\.\.200, found 201"),
        ({"at_most": 0}, ValueError, r"expected at_most 1\.\.200, found 0"),
        ({"threads": 0}, ValueError, "expected threads of at least 1, found 0"),
    ],
)
def test_arrays_to_be_rated_fit_together(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        _rating(**changes)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"givens": np.zeros((1, 9), np.uint8)}, ValueError, "arrays for the same puzzles"),
        ({"ends": np.zeros(2, np.uint8)}, ValueError, "arrays for the same puzzles"),
        ({"counts": np.zeros((1, 0), np.uint8)}, TypeError, "uint8, int32 and uint8, found"),
        ({"givens": NINE_IN_FOUR}, ValueError, r"expected digits 0\.\.4, found 5"),
        ({"threads": 0}, ValueError, "expected threads of at least 1, found 0"),
    ],
)
def test_arrays_to_be_walked_fit_together(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        _walk(**changes)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(4),
        Puzzle(Geometry(9, (3, 3), diagonals=True)),
        Puzzle(Geometry.sudoku(9), cages=(Cage("+", 3, (0, 1)),)),
    ],
)
def test_the_reference_takes_plain_9x9_boards_only(puzzle: Puzzle) -> None:
    with pytest.raises(PuzzleError, match="9x9 sudoku without cages or further houses"):
        rating.replay(Board.start(puzzle))


@pytest.mark.parametrize("call", [rating.replay, lambda board: logic.walk(board, ())])
def test_what_is_no_board_is_refused(call: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="expected a Board, found"):
        call(Puzzle(9))
