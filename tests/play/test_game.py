"""A game is a puzzle and its moves; the rules alone decide what conflicts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pandoku
from pandoku.draw import draw
from pandoku.errors import PuzzleError
from pandoku.model import Cage, Geometry, House, Marks, Puzzle
from pandoku.play import Conflict, Game, Move

FOUR = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
LATIN = Puzzle(Geometry.latin(3), cages=(Cage("-", 1, (0, 1)), Cage("+", 6, (3, 4, 5))))
KILLER = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 4, (0, 5), repeats=False),))


def test_a_move_makes_a_new_game_and_leaves_the_old_one() -> None:
    before = Game.start(FOUR)
    after = before.place(1, 2)
    assert before.digits[1] == 0
    assert after.digits[1] == 2
    assert after.moves == (Move(1, 2),)


def test_a_digit_may_be_written_over_and_cleared() -> None:
    game = Game.start(FOUR).place(1, 2).place(1, 3)
    assert game.digits[1] == 3
    assert game.clear(1).digits == FOUR.givens


def test_clearing_an_empty_cell_changes_no_digit() -> None:
    assert Game.start(FOUR).clear(1).digits == FOUR.givens


@pytest.mark.parametrize("digit", [0, 1, 2])
def test_a_given_cannot_be_changed(digit: int) -> None:
    with pytest.raises(
        PuzzleError, match=r"r1c1: expected a cell without a given, found the given 1"
    ):
        Game.start(FOUR).place(0, digit)


@pytest.mark.parametrize("cell", [-1, 16, 1.0, "1", None, True])
def test_a_cell_outside_the_grid_is_refused(cell: object) -> None:
    with pytest.raises(PuzzleError, match=r"expected a cell 0\.\.15"):
        Game.start(FOUR).place(cell, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("digit", [-1, 5, 2.0, "2", None, False])
def test_a_digit_outside_the_order_is_refused(digit: object) -> None:
    with pytest.raises(PuzzleError, match=r"r1c2: expected a digit 1\.\.4"):
        Game.start(FOUR).place(1, digit)  # type: ignore[arg-type]


def test_moves_are_checked_when_a_game_is_rebuilt_from_them() -> None:
    with pytest.raises(PuzzleError):
        Game(FOUR, (Move(0, 2),))


def test_undo_and_redo_walk_the_moves() -> None:
    game = Game.start(FOUR).place(1, 2).place(2, 3)
    assert game.undo().digits[2] == 0
    assert game.undo().redo() == game
    assert game.undo().undo().redo().redo() == game
    assert Game.start(FOUR).undo() == Game.start(FOUR)
    assert game.redo() is game


def test_a_new_move_forgets_what_was_undone() -> None:
    game = Game.start(FOUR).place(1, 2).undo().place(2, 3)
    assert game.undone == ()
    assert game.redo() is game


def test_conflicts_name_the_house_the_digit_and_the_cells() -> None:
    row = House("row", 1, (0, 1, 2, 3))
    box = House("box", 1, (0, 1, 4, 5))
    found = Game.start(FOUR).place(1, 1).conflicts()
    assert found == (Conflict(row, 1, (0, 1)), Conflict(box, 1, (0, 1)))


def test_three_of_a_digit_are_one_conflict_of_a_house() -> None:
    game = Game.start(Puzzle(4)).place(0, 2).place(1, 2).place(2, 2)
    in_row = [c for c in game.conflicts() if c.where == House("row", 1, (0, 1, 2, 3))]
    assert in_row == [Conflict(in_row[0].where, 2, (0, 1, 2))]


def test_a_cage_conflicts_only_when_full_and_off_target() -> None:
    game = Game.start(LATIN).place(0, 1)
    assert game.conflicts() == ()
    assert game.place(1, 3).conflicts() == (Conflict(LATIN.cages[0], 0, (0, 1)),)
    assert game.place(1, 2).conflicts() == ()


def test_equal_digits_in_a_killer_cage_conflict_before_it_is_full() -> None:
    cage = Cage("+", 9, (0, 5, 10), repeats=False)
    game = Game.start(Puzzle(Geometry.latin(4), cages=(cage,))).place(0, 2).place(5, 2)
    assert game.conflicts() == (Conflict(cage, 2, (0, 5)),)


def test_a_repeat_in_a_killer_cage_is_one_conflict_although_its_sum_is_right() -> None:
    found = Game.start(KILLER).place(0, 2).place(5, 2).conflicts()
    assert Conflict(KILLER.cages[0], 2, (0, 5)) in found
    assert [c for c in found if isinstance(c.where, Cage)] == [found[-1]]


def test_a_full_board_with_a_conflict_is_not_solved() -> None:
    game = Game(Puzzle(4), tuple(Move(cell, digit) for cell, digit in enumerate(SOLVED)))
    assert game.is_full
    assert game.is_solved
    wrong = game.place(0, 2)
    assert wrong.is_full
    assert not wrong.is_solved
    assert wrong.conflicts()


def test_the_board_has_the_placed_digits_and_what_they_leave() -> None:
    board = Game.start(FOUR).place(1, 2).board
    assert board.digits[:4] == (1, 2, 0, 4)
    assert board.candidates(2) == (3,)


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 4)), max_size=30))
def test_undoing_every_move_leads_back_to_the_start(moves: list[tuple[int, int]]) -> None:
    game = Game(Puzzle(4), tuple(Move(*move) for move in moves))
    back = game
    for _ in moves:
        back = back.undo()
    assert back.digits == Puzzle(4).givens
    for _ in moves:
        back = back.redo()
    assert back == game


@given(st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_a_full_board_is_solved_exactly_when_nothing_conflicts(digits: list[int]) -> None:
    game = Game(Puzzle(4), tuple(Move(cell, digit) for cell, digit in enumerate(digits)))
    assert game.is_solved == (not game.conflicts())


def test_play_loads_the_standard_library_only() -> None:
    root = Path(pandoku.__file__).parents[1]
    code = (
        "import sys; import pandoku.play; "
        "print(sorted({'numpy', 'click', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_the_same_marks_serve_the_picture_and_the_hint_of_a_game() -> None:
    game = Game.start(FOUR).place(1, 2)
    marks = Marks(4, centre=game.board.masks).put("colours", 2, (5,))
    drawing = draw(game.board, marks=marks)
    centre = {(text.x, text.y): text.text for text in drawing.texts if text.role == "centre"}
    assert centre[2.5, 0.5] == "3"
    assert [fill.role for fill in drawing.fills] == ["colour-5"]
    found = pandoku.hint(game.board, 5, notes=marks)
    assert found.step is not None
    assert found.step.placements == ((2, 3),)
