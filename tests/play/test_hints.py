"""Hints in a game: from the player's digits and marks, recorded, and done."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import pandoku
from pandoku import Puzzle, PuzzleError
from pandoku.logic import uniqueness_of
from pandoku.play import Game, hint_at, statistics
from tests import data

EASY = pandoku.loads(data.EASY)
(SOLUTION,) = pandoku.solve(EASY).solutions
HARD = pandoku.loads(
    "080053007000400009100000200502090008804005190010040006600000000000100020000076500"
)
KILLER = pandoku.load(data.EXAMPLES / "killer.txt")


def test_hints_start_from_the_digits_of_the_player() -> None:
    game = Game.start(EASY)
    first = game.hint(5)
    assert first.step is not None
    ((cell, digit),) = first.step.placements
    second = game.place(cell, digit).hint(5)
    assert second.step is not None
    assert second.step.placements != first.step.placements


def test_hints_start_from_the_marks_of_the_player() -> None:
    game = Game.start(EASY).enter("center", SOLUTION[0], "r1c1")
    assert game.working_board.candidates(0) == (SOLUTION[0],)
    wrong = game.enter("center", SOLUTION[0], "r1c1").enter("center", SOLUTION[0] % 9 + 1, "r1c1")
    found = wrong.hint(2)
    assert found.is_problem
    assert "pencil marks at r1c1" in found.text


def test_the_first_mistake_is_told_by_the_order_of_entry() -> None:
    game = Game.start(EASY).place(1, SOLUTION[1]).place(0, SOLUTION[0] % 9 + 1)
    game = game.place(3, SOLUTION[3])
    assert game.entered == (1, 0, 3)
    assert "first mistake, 2 entries" in game.hint(2).text
    assert game.clear(1).place(1, 2).entered == (0, 3, 1)
    assert game.undo(3).entered == ()


def test_a_mistake_is_put_right_and_undo_takes_that_back() -> None:
    wrong = SOLUTION[0] % 9 + 1
    game = Game.start(EASY).place(1, SOLUTION[1]).place(0, wrong).place(3, SOLUTION[3])
    assert game.apply_hint(game.hint(2)) is game
    after = game.apply_hint(game.hint(3))
    assert after.digits == (0, *game.digits[1:])
    assert after.undo().digits == game.digits
    assert not after.hint(1).is_problem


def test_a_wrong_note_is_put_right_without_telling_the_digit() -> None:
    other = SOLUTION[0] % 9 + 1
    game = Game.start(EASY).enter("center", other, "r1c1")
    after = game.apply_hint(game.hint(5))
    assert after.marks.center[0] == 1 << (SOLUTION[0] - 1) | 1 << (other - 1)
    assert after.digits == game.digits
    assert after.undo().marks == game.marks


def test_a_mistake_that_is_gone_is_not_put_right_again() -> None:
    other = SOLUTION[0] % 9 + 1
    noted = Game.start(EASY).enter("center", other, "r1c1")
    found = noted.hint(3)
    back = noted.enter("center", SOLUTION[0], "r1c1")
    assert back.apply_hint(found) is back
    wrong = Game.start(EASY).place(0, other)
    right = wrong.place(0, SOLUTION[0])
    assert right.apply_hint(wrong.hint(3)) is right


def test_digits_that_a_checkpoint_brings_back_were_entered_first() -> None:
    game = Game.start(EASY).place(1, 7).checkpoint("a").place(0, 2).restart()
    assert game.place(3, 5).return_to("a").place(0, 1).entered == (1, 0)


def test_a_hint_is_a_move_that_changes_nothing_on_the_grid() -> None:
    game = Game.start(EASY)
    for level in range(6):
        game = game.record_hint(game.hint(level), at_ms=1000 * level)
    assert game.position == Game.start(EASY).position
    assert statistics(game).hints == (1,) * 6
    assert statistics(game).n_hints == 1
    assert [move.name for move in game.moves] == ["", ""] + ["hidden-single"] * 4
    assert game.moves[-1].at_ms == 5000


@pytest.mark.turns(3)
@pytest.mark.parametrize(("puzzle", "most"), [(HARD, 70), (KILLER, 150)])
def test_doing_hints_does_exactly_their_steps_up_to_the_end(puzzle: Puzzle, most: int) -> None:
    game = Game.start(puzzle)
    for _ in range(most):
        if game.is_full:
            break
        found, before = game.hint(5), game.working_board
        assert found.step is not None
        after = game.apply_hint(found, at_ms=game.played_ms + 1)
        assert len(after.moves) == len(game.moves) + 1
        expected = before.after(found.step)
        board = after.working_board
        assert board.digits == expected.digits
        for cell, digit in found.step.eliminations:
            assert digit not in board.candidates(cell)
        gained = zip(board.masks, expected.masks, strict=True)
        assert all(mask & ~most == 0 for mask, most in gained)
        game = after
    assert game.is_solved


@pytest.mark.turns(3)
@pytest.mark.parametrize(("kind", "order", "nth"), [("sudoku", 9, 1), ("calcudoku", 6, 1)])
def test_hints_for_a_beginner_go_on_from_the_notes_that_they_write(
    kind: str, order: int, nth: int
) -> None:
    puzzle = pandoku.generate_many(nth + 1, kind, order, seed=3, difficulty="hard")[nth]
    game, told, has_noted = Game.start(puzzle), set[str](), False
    for _ in range(14):
        found = game.hint(5, reader="beginner")
        assert found.text not in told, "it was done already"
        told.add(found.text)
        game, before = game.apply_hint(found), game
        assert game.position != before.position
        noting = found.reader.noting
        notes = noting.in_cells if noting is not None else None
        if found.step is not None and not found.step.placements and notes is not None:
            corner, center = game.marks.corner, game.marks.center
            assert all((corner[c] | center[c]) >> (d - 1) & 1 for c, d in notes.corner)
            assert all(center[c] >> (d - 1) & 1 for c, d in notes.center)
            assert not any((corner[c] | center[c]) >> (d - 1) & 1 for c, d in notes.gone)
            changed = {c for c, d in (*notes.corner, *notes.center, *notes.gone)}
            assert {c for e in game.line[-1].edits for c in e.cells} <= changed
            has_noted = True
    assert has_noted


def test_a_hint_is_taken_back_by_one_undo() -> None:
    game = Game.start(HARD).fill()
    while not (found := game.hint(4)).step.eliminations:  # type: ignore[union-attr]
        game = game.apply_hint(found, tidy=True)
    after = game.apply_hint(found)
    assert after.undo().position == game.position


def test_a_hint_without_a_step_does_nothing() -> None:
    game = Game.start(EASY)
    assert game.apply_hint(game.hint(1)) is game


def test_hints_for_several_solutions_say_that_they_assume_nothing() -> None:
    game = Game.start(Puzzle(4, (1, 2, 0, 0, 3, 0) + (0,) * 10))
    assert "3 of 16 cells" in game.hint(0).text
    assert "several solutions" in game.hint(0).text
    placed = game.hint(5)
    assert placed.text.endswith(" So r2c2 is 4.")
    wrong = Game.start(Puzzle(4)).place(0, 1).place(1, 1)
    assert "r1c1 and r1c2 clash" in wrong.hint(2).text


def test_hints_for_a_puzzle_without_a_solution_say_so() -> None:
    for givens in ((1, 1) + (0,) * 14, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8):
        found = Game.start(Puzzle(4, givens)).hint(3)
        assert found.is_problem
        assert "no solution" in found.text


def test_techniques_that_assume_one_solution_need_the_proof() -> None:
    several = Puzzle(4, (1, 2, 0, 0) + (0,) * 12)
    assert not uniqueness_of(several).is_proper
    found = Game.start(several).hint(2)
    assert "unique" not in found.technique


def test_a_position_without_a_game_gets_the_same_hint() -> None:
    game = Game.start(data.EASY).enter("center", 5, "r1c1").place("r1c2", 1)
    for level in range(6):
        found = hint_at(game.puzzle, game.digits, game.marks.center, level, entered=game.entered)
        assert found == game.hint(level)
    with pytest.raises(pandoku.PuzzleError, match="expected 81 digits, found 16"):
        hint_at(game.puzzle, (0,) * 16, (0,) * 81, 1)


@pytest.mark.turns(3)
def test_a_hint_for_another_puzzle_is_refused() -> None:
    large = Game.start(Puzzle(16)).hint(5)
    game = Game.start(EASY)
    for act in (game.record_hint, game.apply_hint):
        with pytest.raises(PuzzleError, match="this game, found one"):
            act(large)
        with pytest.raises(PuzzleError, match="its board; Game"):
            act(replace(game.hint(5), board=None))
        with pytest.raises(PuzzleError, match="Hint, found 'naked single'"):
            act("naked single")  # type: ignore[arg-type]


@pytest.mark.turns(3)
def test_a_game_is_made_and_played_without_loading_the_logic() -> None:
    code = (
        "import sys; from pandoku.play import Game; game = Game.start('1' + '.' * 15).place(1, 2); "
        "assert game.entered == (1,) and game.working_board.candidates(2) == (3, 4); "
        "assert not {'pandoku.logic', 'numpy', 'rich'} & set(sys.modules); "
        "assert game.hint().text"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
