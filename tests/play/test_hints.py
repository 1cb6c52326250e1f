"""Hints in a game: from the player's digits and marks, recorded, and done."""

from __future__ import annotations

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.logic import judge
from pandoku.play import Game, statistics
from pandoku.play.hints import (
    apply_hint,
    hint_for,
    hint_on,
    hinted,
    order_of_entry,
    player_board,
)
from tests import data

EASY = pandoku.loads(data.EASY)
(SOLUTION,) = pandoku.solve(EASY).solutions
HARD = pandoku.loads(
    "080053007000400009100000200502090008804005190010040006600000000000100020000076500"
)
KILLER = pandoku.load(data.EXAMPLES / "killer.txt")


def test_hints_start_from_the_digits_of_the_player() -> None:
    game = Game.start(EASY)
    first = hint_for(game, 5)
    assert first.step is not None
    ((cell, digit),) = first.step.placements
    second = hint_for(game.place(cell, digit), 5)
    assert second.step is not None
    assert second.step.placements != first.step.placements


def test_hints_start_from_the_marks_of_the_player() -> None:
    game = Game.start(EASY).enter("center", SOLUTION[0], "r1c1")
    assert player_board(game).candidates(0) == (SOLUTION[0],)
    wrong = game.enter("center", SOLUTION[0], "r1c1").enter("center", SOLUTION[0] % 9 + 1, "r1c1")
    found = hint_for(wrong, 2)
    assert found.is_problem
    assert found.text == "The notes at r1c1 leave out a digit that is still possible."


def test_the_first_mistake_is_told_by_the_order_of_entry() -> None:
    game = Game.start(EASY).place(1, SOLUTION[1]).place(0, SOLUTION[0] % 9 + 1)
    game = game.place(3, SOLUTION[3])
    assert order_of_entry(game) == (1, 0, 3)
    assert "It was the first mistake, 2 entries ago." in hint_for(game, 2).text
    assert order_of_entry(game.clear(1).place(1, 2)) == (0, 3, 1)
    assert order_of_entry(game.undo(3)) == ()


def test_a_mistake_is_put_right_and_undo_takes_that_back() -> None:
    wrong = SOLUTION[0] % 9 + 1
    game = Game.start(EASY).place(1, SOLUTION[1]).place(0, wrong).place(3, SOLUTION[3])
    assert apply_hint(game, hint_for(game, 2)) is game
    after = apply_hint(game, hint_for(game, 3))
    assert after.digits == (0, *game.digits[1:])
    assert after.undo().digits == game.digits
    assert not hint_for(after, 1).is_problem


def test_a_wrong_note_is_put_right_without_telling_the_digit() -> None:
    other = SOLUTION[0] % 9 + 1
    game = Game.start(EASY).enter("center", other, "r1c1")
    after = apply_hint(game, hint_for(game, 5))
    assert after.marks.center[0] == 1 << (SOLUTION[0] - 1) | 1 << (other - 1)
    assert after.digits == game.digits
    assert after.undo().marks == game.marks


def test_a_mistake_that_is_gone_is_not_put_right_again() -> None:
    other = SOLUTION[0] % 9 + 1
    noted = Game.start(EASY).enter("center", other, "r1c1")
    found = hint_for(noted, 3)
    back = noted.enter("center", SOLUTION[0], "r1c1")
    assert apply_hint(back, found) is back
    wrong = Game.start(EASY).place(0, other)
    right = wrong.place(0, SOLUTION[0])
    assert apply_hint(right, hint_for(wrong, 3)) is right


def test_digits_that_a_checkpoint_brings_back_were_entered_first() -> None:
    game = Game.start(EASY).place(1, 7).checkpoint("a").place(0, 2).restart()
    assert order_of_entry(game.place(3, 5).return_to("a").place(0, 1)) == (1, 0)


def test_a_hint_is_a_move_that_changes_nothing_on_the_grid() -> None:
    game = Game.start(EASY)
    for level in range(6):
        game = hinted(game, hint_for(game, level), at_ms=1000 * level)
    assert game.position == Game.start(EASY).position
    assert statistics(game).hints == (1,) * 6
    assert statistics(game).n_hints == 1
    assert [move.name for move in game.moves] == ["", ""] + ["hidden-single"] * 4
    assert game.moves[-1].at_ms == 5000


@pytest.mark.parametrize(("puzzle", "most"), [(HARD, 70), (KILLER, 150)])
def test_doing_hints_does_exactly_their_steps_up_to_the_end(puzzle: Puzzle, most: int) -> None:
    game = Game.start(puzzle)
    for _ in range(most):
        if game.is_full:
            break
        found, before = hint_for(game, 5), player_board(game)
        assert found.step is not None
        after = apply_hint(game, found, at_ms=game.played_ms + 1)
        assert len(after.moves) == len(game.moves) + 1
        expected = before.after(found.step)
        board = player_board(after)
        assert board.digits == expected.digits
        for cell, digit in found.step.eliminations:
            assert digit not in board.candidates(cell)
        gained = zip(board.masks, expected.masks, strict=True)
        assert all(mask & ~most == 0 for mask, most in gained)
        game = after
    assert game.is_solved


def test_a_hint_is_taken_back_by_one_undo() -> None:
    game = Game.start(HARD).fill()
    while not (found := hint_for(game, 4)).step.eliminations:  # type: ignore[union-attr]
        game = apply_hint(game, found, tidy=True)
    after = apply_hint(game, found)
    assert after.undo().position == game.position


def test_a_hint_without_a_step_does_nothing() -> None:
    game = Game.start(EASY)
    assert apply_hint(game, hint_for(game, 1)) is game


def test_hints_for_several_solutions_say_that_they_assume_nothing() -> None:
    game = Game.start(Puzzle(4, (1, 2, 0, 0, 3, 0) + (0,) * 10))
    assert hint_for(game, 0).text.startswith("Nothing is known to be wrong: 3 of 16 cells")
    assert "several solutions" in hint_for(game, 0).text
    placed = hint_for(game, 5)
    assert placed.text.endswith(" So r2c2 is 4.")
    wrong = Game.start(Puzzle(4)).place(0, 1).place(1, 1)
    assert hint_for(wrong, 2).text == "The digits at r1c1 and r1c2 clash."


def test_hints_for_a_puzzle_without_a_solution_say_so() -> None:
    for givens in ((1, 1) + (0,) * 14, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8):
        found = hint_for(Game.start(Puzzle(4, givens)), 3)
        assert found.is_problem
        assert found.text.startswith("This puzzle has no solution")


def test_techniques_that_assume_one_solution_need_the_proof() -> None:
    several = Puzzle(4, (1, 2, 0, 0) + (0,) * 12)
    assert not judge(several).is_unique
    found = hint_for(Game.start(several), 2)
    assert "unique" not in found.technique


def test_a_position_without_a_game_gets_the_same_hint() -> None:
    game = Game.start(data.EASY).enter("center", 5, "r1c1").place("r1c2", 1)
    for level in range(6):
        found = hint_on(
            game.puzzle, game.digits, game.marks.center, level, entered=order_of_entry(game)
        )
        assert found == hint_for(game, level)
    with pytest.raises(pandoku.PuzzleError, match="expected 81 digits, found 16"):
        hint_on(game.puzzle, (0,) * 16, (0,) * 81, 1)
