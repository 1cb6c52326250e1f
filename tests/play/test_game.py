"""A game is a puzzle and its moves. Only the rules decide which digits conflict."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import play
from pandoku.draw import draw
from pandoku.errors import PuzzleError
from pandoku.model import Cage, Geometry, House, Marks, Puzzle
from pandoku.play import Conflict, Edit, Game, Move
from tests.in_full import in_full
from tests.together import together

FOUR = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
LATIN = Puzzle(Geometry.latin(3), cages=(Cage("-", 1, (0, 1)), Cage("+", 6, (3, 4, 5))))
KILLER = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 4, (0, 5), repeats=False),))


def test_a_move_makes_a_new_game_and_leaves_the_old_one() -> None:
    before = Game.start(FOUR)
    after = before.place(1, 2)
    assert before.digits[1] == 0
    assert after.digits[1] == 2
    assert after.moves == (Move("edit", (Edit("digit", 2, (1,)),)),)


def test_a_digit_may_be_written_over_and_cleared() -> None:
    game = Game.start(FOUR).place(1, 2).place(1, 3)
    assert game.digits[1] == 3
    assert game.clear(1).digits == FOUR.givens


def test_clearing_an_empty_cell_changes_no_digit() -> None:
    assert Game.start(FOUR).clear(1).digits == FOUR.givens


@pytest.mark.parametrize("digit", [0, 1, 2])
def test_a_given_cannot_be_changed(digit: int) -> None:
    with pytest.raises(PuzzleError, match=r"^r1c1: .*found the given 1"):
        Game.start(FOUR).place(0, digit)


@together("cell", [-1, 16, 1.0, "1", None, True])
def test_a_cell_outside_the_grid_is_refused(cell: object) -> None:
    with pytest.raises(PuzzleError, match=r"cell 0\.\.15"):
        Game.start(FOUR).place(cell, 1)  # type: ignore[arg-type]


@together("digit", [-1, 5, 2.0, "2", None, False])
def test_a_digit_outside_the_order_is_refused(digit: object) -> None:
    with pytest.raises(PuzzleError, match=r"^r1c2: .* 1\.\.4"):
        Game.start(FOUR).place(1, digit)  # type: ignore[arg-type]


def test_moves_are_checked_when_a_game_is_rebuilt_from_them() -> None:
    with pytest.raises(PuzzleError, match="given 1"):
        Game(FOUR, (Move("edit", (Edit("digit", 2, (0,)),)),))


def test_undo_and_redo_walk_the_edits_and_are_moves_themselves() -> None:
    game = Game.start(FOUR).place(1, 2).place(2, 3)
    assert game.undo().digits[2] == 0
    assert game.undo().redo().position == game.position
    back = game.undo().undo().redo().redo()
    assert (back.position, back.line, back.undone) == (game.position, game.line, ())
    assert [move.verb for move in back.moves] == ["edit"] * 2 + ["undo"] * 2 + ["redo"] * 2


def test_several_edits_are_undone_and_redone_at_once() -> None:
    game = Game.start(FOUR).place(1, 2).place(2, 3).place(4, 3)
    back = game.undo(2)
    assert back.moves[-1] == Move("undo", number=2)
    assert back.line == game.line[:1]
    assert back.undone == game.line[1:]
    assert back.redo(99).position == game.position
    assert game.undo(99).position == game.restart().position == Game.start(FOUR).position
    assert game.restart().redo(3).position == game.position


def test_what_has_no_effect_is_no_move() -> None:
    game = Game.start(FOUR).place(1, 2)
    start = Game.start(FOUR)
    assert start.undo() is start
    assert start.restart() is start
    assert game.redo() is game
    assert game.place(1, 2) is game
    assert game.clear(2) is game
    assert game.erase("r1c3") is game
    assert game.erase("r1c1") is game
    assert game.enter("digit", 3, "r1c1") is game
    assert game.enter("corner", 3, "r1c1 r1c2") is game
    assert game.enter("color", 0, "r1c1") is game
    assert game.fill().fill().moves == game.fill().moves
    assert game.fill("r1c1 r1c2") is game
    kept = game.checkpoint("here")
    assert kept.return_to("here") is kept
    assert game.rewind(SOLVED) is game


def test_a_new_edit_forgets_what_was_undone() -> None:
    game = Game.start(FOUR).place(1, 2).undo().place(2, 3)
    assert game.undone == ()
    assert game.redo() is game


@pytest.mark.parametrize(
    "move",
    [Move("hint", number=1), Move("check"), Move("checkpoint", name="here")],
)
def test_hints_checks_and_checkpoints_do_not_forget_what_was_undone(move: Move) -> None:
    game = Game.start(FOUR).place(1, 2).undo()
    after = game.play(move)
    assert after.position == game.position
    assert after.redo().digits[1] == 2


@together(
    "move, message",
    [
        (Move("undo", number=2), "1 moves to undo, found 2"),
        (Move("rewind", number=2), "1 moves to undo, found 2"),
        (Move("redo", number=1), "0 moves to redo, found 1"),
        (Move("undo"), r"undo: .*1\.\.999999, found 0"),
        (Move("return", name="b"), "checkpoint 'b'; .*'a'"),
        (Move("jump"), "edit, undo, .*, found 'jump'"),
        (Move("edit"), r"edit: .*found \(\)"),
        (Move("check", (Edit("digit", 1, (1,)),)), "check: .*edits"),
        (Move("check", number=1), r"check: .*0\.\.0, found 1"),
        (Move("check", name="a"), "check: .*after 'check', found 'a'"),
        (Move("checkpoint"), "checkpoint: .*found none"),
        (Move("checkpoint", name="a\nb"), "name .*printable"),
        (Move("checkpoint", name=" a"), "name .*printable"),
        (Move("checkpoint", name="a" * 81), "name .* 80 characters, found 81"),
        (Move("checkpoint", name=3), "checkpoint: .*name, found 3"),  # type: ignore[arg-type]
        (Move("hint", number=6), r"hint: .*0\.\.5, found 6"),
        (Move("check", at_ms=-1), r"time .*milliseconds, found -1"),
        (Move("check", at_ms=1.5), "time .*, found 1.5"),  # type: ignore[arg-type]
        (Move("edit", (Edit("ink", 1, (1,)),)), "layer .*digit, corner, .*'ink'"),
        (Move("edit", (Edit("digit", -1, (1,)),)), r"digit 1\.\.4, .*, found -1"),
        (Move("edit", (Edit("corner", 5, (1,)),)), r"corner mark \+1\.\.\+4.*found 5"),
        (Move("edit", (Edit("color", -10, (1,)),)), r"color \+1\.\.\+9, .*found -10"),
        (Move("edit", (Edit("digit", 1, ()),)), r"cells 0\.\.15, found \(\)"),
        (Move("edit", (Edit("digit", 1, (1, 16)),)), r"cell 0\.\.15, found 16"),
        (Move("edit", (Edit("digit", 1, (2, 1)),)), "found 1 after 2"),
        (Move("edit", (Edit("corner", 1, (0, 1)),)), "r1c1: .*given"),
    ],
)  # fmt: skip
def test_a_move_that_does_not_suit_the_game_is_refused(move: Move, message: str) -> None:
    game = Game.start(FOUR).place(1, 2).checkpoint("a")
    with pytest.raises(PuzzleError, match=message):
        game.play(move)


@pytest.mark.parametrize("move", ["undo", None, ("undo", (), 1, "", 0)])
def test_what_is_no_move_is_refused(move: Any) -> None:
    with pytest.raises(PuzzleError, match=r"a Move .*parse_move.*, found"):
        Game.start(FOUR).play(move)


def test_what_is_no_edit_is_refused() -> None:
    with pytest.raises(PuzzleError, match="an Edit, found"):
        Game.start(FOUR).play(Move("edit", (("digit", 1, (1,)),)))  # type: ignore[arg-type]


def test_times_never_run_backwards() -> None:
    game = Game.start(FOUR).place(1, 2, at_ms=500).undo(at_ms=300).redo()
    assert [move.at_ms for move in game.moves] == [500, 500, 500]
    assert game.place(2, 3, at_ms=800).played_ms == 800


def test_the_number_of_moves_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.play.game.MAX_MOVES", 3)
    game = Game(FOUR, (Move("check"),) * 3)
    with pytest.raises(PuzzleError, match=r"3 moves, found .*; Game"):
        game.place(1, 2)


def test_the_edits_of_a_move_and_the_checkpoints_are_bounded() -> None:
    with pytest.raises(PuzzleError, match=r"^edit: .*1000 edits, found 1001"):
        Game.start(FOUR).play(Move("edit", (Edit("digit", 2, (1,)),) * 1001))
    game = Game(FOUR, tuple(Move("checkpoint", name=str(number)) for number in range(1000)))
    assert len(game.checkpoint("0").checkpoints) == 1000
    with pytest.raises(PuzzleError, match="1000 checkpoints, found"):
        game.checkpoint("1000")


def test_a_checkpoint_keeps_a_position_and_undo_takes_a_return_back() -> None:
    game = (
        Game.start(FOUR).place(1, 2).checkpoint(" before ").place(2, 3).enter("corner", 1, "r2c1")
    )
    back = game.return_to("before")
    assert (back.digits[:4], back.marks) == ((1, 2, 0, 4), Marks(4))
    assert back.undo().position == game.position
    assert back.undo().redo().position == back.position
    assert list(back.checkpoints) == ["before"]
    moved = back.place(4, 3).checkpoint("before")
    assert moved.clear(4).return_to("before").digits[4] == 3


def test_redo_repeats_a_return_although_its_checkpoint_has_moved() -> None:
    game = Game.start(FOUR).checkpoint("a").place(1, 2).return_to("a").undo().checkpoint("a")
    assert game.redo().digits[1] == 0


def test_the_checkpoints_of_a_game_cannot_be_changed() -> None:
    game = Game.start(FOUR).checkpoint("a")
    with pytest.raises(TypeError):
        game.checkpoints["b"] = game.position  # type: ignore[index]


def test_games_are_equal_if_puzzle_and_moves_are_and_can_be_copied() -> None:
    game = Game.start(FOUR).place(1, 2).undo()
    again = Game.start(FOUR).place(1, 2).undo()
    assert game == again
    assert hash(game) == hash(again)
    assert game != Game.start(FOUR)  # the same position, but another record
    copied = pickle.loads(pickle.dumps(game))
    assert in_full((copied, copied.redo().digits)) == in_full((game, game.redo().digits))


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(4, (9,) + (0,) * 15), r"r1c1: .*1\.\.4, found 9"),
        (
            Puzzle(Geometry.latin(2), cages=(Cage("+", 3, (0, 4)),)),
            r"cage 1: .*cells 0\.\.3",
        ),
    ],
)
def test_a_puzzle_that_its_grid_cannot_hold_is_refused(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Game.start(puzzle)


def test_puzzles_without_and_with_several_solutions_can_be_played() -> None:
    impossible = Game.start(Puzzle(4, (1, 1) + (0,) * 14)).place(2, 2)
    assert impossible.digits[:3] == (1, 1, 2)
    several = Game.start(Puzzle(4)).reveal(SOLVED)
    assert several.is_solved


@pytest.mark.parametrize("order", [1, 2, 10, 36])
def test_every_order_can_be_played(order: int) -> None:
    game = Game.start(Puzzle.sudoku(order)).place(-1 + order**2, order).enter("color", 9, (0,))
    assert game.digits[-1] == order
    assert game.marks.colors[0] == 1 << 8


def test_a_puzzle_of_candidates_can_be_played_and_filled() -> None:
    sukaku = Puzzle(2, candidates=(3, 1, 2, 3))
    assert Game.start(sukaku).fill().marks.center == (3, 1, 2, 3)
    assert Game.start(sukaku).place(0, 1).fill().marks.center == (0, 0, 2, 3)


def test_conflicts_name_the_house_the_digit_and_the_cells() -> None:
    row = House("row", 1, (0, 1, 2, 3), "row 1")
    box = House("box", 1, (0, 1, 4, 5), "box 1")
    found = Game.start(FOUR).place(1, 1).conflicts()
    assert found == (Conflict(row, 1, (0, 1)), Conflict(box, 1, (0, 1)))


def test_three_of_a_digit_are_one_conflict_of_a_house() -> None:
    game = Game.start(Puzzle(4)).place(0, 2).place(1, 2).place(2, 2)
    in_row = [c for c in game.conflicts() if c.where == House("row", 1, (0, 1, 2, 3), "row 1")]
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
    game = Game.start(Puzzle(4)).reveal(SOLVED)
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


@settings(max_examples=30)
@given(st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_a_full_board_is_solved_exactly_when_nothing_conflicts(digits: list[int]) -> None:
    game = Game.start(Puzzle(4)).reveal(digits)
    assert game.is_solved == (not game.conflicts())


def test_play_loads_the_standard_library_only() -> None:
    root = Path(pandoku.__file__).parents[1]
    code = (
        "import sys; import pandoku.play; "
        "print(sorted({'numpy', 'click', 'rich', 'sqlite3', 'pandoku.logic'} & set(sys.modules)))"
    )
    done = subprocess.run(
        # -S: installed packages, such as coverage, may load more when Python starts.
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(root)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_the_same_marks_serve_the_picture_and_the_hint_of_a_game() -> None:
    game = Game.start(FOUR).place(1, 2)
    marks = Marks(4, center=game.board.masks).put("colors", 2, (5,))
    drawing = draw(game.board, marks=marks)
    center = {(text.x, text.y): text.text for text in drawing.texts if text.role == "center"}
    assert center[2.5, 0.5] == "3"
    assert [fill.role for fill in drawing.fills] == ["color-5"]
    found = pandoku.hint(game.board, 5, marks=marks)
    assert found.step is not None
    assert found.step.placements == ((2, 3),)


@together("name", play.__all__)
def test_every_name_of_the_room_can_be_imported_from_it(name: str) -> None:
    assert not inspect.ismodule(getattr(play, name))
    assert name in dir(play)


def test_a_name_that_there_is_not_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match=r"'pandoku\.play' .*'Gmae'"):
        _ = play.Gmae
