"""What is particular to `hodoku`: progress and the step of a library line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, loads, loads_board
from pandoku.model import Board, Geometry, Puzzle, thaw
from tests.data import by_default
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

XWING = (
    ":0300:3:9.....+5+6+1..+6.+1.7+937+1..962486...2+147+9........5....4...642..+586+1+75.71.+2..+4"
    "..1....+52:358 858:313 314 343::"
)


def test_givens_placed_digits_and_removed_candidates_are_kept_apart() -> None:
    board = loads_board(XWING)
    assert board.puzzle.givens[:9] == (9, 0, 0, 0, 0, 0, 0, 0, 0)
    assert board.digits[:9] == (9, 0, 0, 0, 0, 0, 5, 6, 1)
    placed = loads_board(XWING.replace(":358 858:", "::"))
    gone = {
        (cell, digit)
        for cell in range(81)
        for digit in placed.candidates(cell)
        if digit not in board.candidates(cell)
    }
    assert gone == {(4 * 9 + 7, 3), (4 * 9 + 7, 8)}


def test_a_removed_candidate_is_gone() -> None:
    board = loads_board(":0000:x:1+2..............:313::")
    assert board.digits[:3] == (1, 2, 0)
    assert board.candidates(2) == (4,)


def test_the_step_is_kept_and_written_again() -> None:
    puzzle = loads(XWING)
    assert thaw(puzzle.extra["hodoku"]) == {
        "code": "0300",
        "digits": "3",
        "eliminations": "313 314 343",
    }
    assert loads(dumps(puzzle, "hodoku")).extra == puzzle.extra


def test_a_puzzle_without_progress_has_no_board() -> None:
    (item,) = items(Lines.of(":0000:x:1...............:::\n"))
    assert item.board is None


@together(
    "line, column, found",
    [
        (":0000:x:1..z............:::", 12, "found 'z'"),
        (":0000:x:1..+.............:::", 13, "found '.'"),
        (":0000:x:1..............:::", 24, "expected 16 cells"),
        (":0000:x:1...............:113 11::", 30, "found '11'"),
        (":0000:x:1...............::119:", 27, "found '119'"),
        (":0000:x:1...............::", None, "6 or 7 colons, one of them first, found 5"),
    ],
)
def test_mistakes_are_shown_where_they_are(line: str, column: int | None, found: str) -> None:
    error = error_of(line, "hodoku")
    assert found in str(error)
    assert (error.line, error.column) == (1, column)


@st.composite
def boards(draw: st.DrawFn, order: int) -> Board:
    """Boards with digits that do not clash, and candidates removed at random."""
    shape = Geometry.sudoku(order)
    rows, columns = shape.box or (1, order)
    full = [
        ((r % rows) * columns + r // rows + c) % order + 1
        for r in range(order)
        for c in range(order)
    ]
    kind = draw(st.lists(st.integers(0, 3), min_size=order**2, max_size=order**2))
    givens = tuple(d if k == 0 else 0 for d, k in zip(full, kind, strict=True))
    board = Board.start(Puzzle(shape, givens))
    for cell, k in enumerate(kind):
        if k == 1:
            board = board.place(cell, full[cell])
    for cell, k in enumerate(kind):
        if k == 2:
            for digit in board.candidates(cell):
                if digit != full[cell] and draw(st.booleans()):
                    board = board.eliminate(cell, digit)
    return board


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["hodoku", "candidates"])
@pytest.mark.parametrize("order", [2, 4, 6, 9, 12])
def test_a_board_comes_back_from_a_format_that_holds_progress(name: str, order: int) -> None:
    module = get_format(name)

    @given(boards(order))
    @settings(max_examples=by_default(5, full=250), deadline=None, database=None)
    def round_trip(board: Board) -> None:
        if module.why_not_board(board):
            assert board.is_full
            return
        again = loads_board(dumps(board, name), format=name)
        assert in_full(again.puzzle) == in_full(board.puzzle)
        assert again.digits == board.digits
        assert again.masks == board.masks
        if name == "hodoku" or any(mask.bit_count() > 1 for mask in board.masks):
            (item,) = items(Lines.of(dumps(board, name)))
            assert item.board is None or in_full(item.board) == in_full(board)

    round_trip()


def test_a_format_without_progress_says_which_hold_it() -> None:
    with pytest.raises(FormatError, match="progress; try gnome-sudoku, sudokuwiki, hodoku, sdx"):
        dumps(loads_board(XWING), "line")


def test_candidates_that_digits_rule_out_are_refused() -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15)
    board = Board(puzzle, puzzle.givens, (1,) + (15,) * 15)
    with pytest.raises(FormatError, match=r"peer excludes.* 1 at"):
        dumps(board, "hodoku")
