"""Mistakes, the ways to show them, the timer and the statistics."""

from __future__ import annotations

import pytest

from pandoku import Puzzle, PuzzleError
from pandoku.play import Game, Move, Timer, shown_mistakes, statistics

FOUR = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def test_wrong_cells_are_those_whose_digit_is_not_the_solutions() -> None:
    game = Game.start(FOUR).place("r1c2", 2).place("r1c3", 2).place("r2c1", 2)
    assert game.wrong_cells(SOLVED) == (2, 4)
    assert game.wrong_cells("1234341221434321") == (2, 4)


def test_rewinding_goes_back_to_before_the_first_mistake_that_is_still_there() -> None:
    right = Game.start(FOUR).place("r1c2", 2)
    mended = right.place("r2c1", 2).place("r2c1", 3)  # a mistake that is gone
    wrong = mended.place("r1c3", 2).enter("corner", 3, "r4c4").place("r2c2", 4)
    assert wrong.mistakes_after(SOLVED) == 3
    assert wrong.rewind(SOLVED).position == mended.position
    assert wrong.rewind(SOLVED).moves[-1] == Move("rewind", number=3)
    assert wrong.rewind(SOLVED).redo(3).position == wrong.position
    assert mended.mistakes_after(SOLVED) == 0
    assert mended.rewind(SOLVED) is mended


def test_rewinding_passes_mistakes_that_overlap() -> None:
    right = Game.start(FOUR).place("r1c2", 2)
    wrong = right.place("r1c3", 2).place("r2c1", 2).place("r1c3", 3)
    assert wrong.rewind(SOLVED).position == right.position


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        ((2, *SOLVED[1:]), "solution: r1c1: .*given 1, found 2"),
        ((*SOLVED[:15], 5), r"solution: r4c4: .*1\.\.4, found 5"),
        (SOLVED[1:], "expected 16 givens, found 15"),
    ],
)
def test_what_is_no_solution_is_refused(solution: tuple[int, ...], message: str) -> None:
    for ask in (Game.wrong_cells, Game.mistakes_after, Game.rewind, Game.reveal, statistics):
        with pytest.raises(PuzzleError, match=message):
            ask(Game.start(FOUR), solution)


def test_mistakes_are_shown_as_the_player_wants_it() -> None:
    game = Game.start(FOUR).place("r1c2", 1).place("r2c4", 3)
    assert shown_mistakes(game, "off", SOLVED) == set()
    assert shown_mistakes(game, "conflicts", SOLVED) == {0, 1}
    assert shown_mistakes(game, "solution", SOLVED) == {1, 7}


def test_without_a_solution_conflicts_are_shown_in_its_place() -> None:
    game = Game.start(Puzzle(4)).place("r1c1", 1).place("r1c4", 1)
    assert shown_mistakes(game, "solution") == {0, 3}


def test_a_full_cage_off_its_target_is_shown_as_a_mistake() -> None:
    game = Game.start(Puzzle.kenken(2, [("4+", "r1c1 r1c2")])).place(0, 1).place(1, 2)
    assert shown_mistakes(game, "conflicts") == {0, 1}


def test_an_unknown_way_to_check_is_refused() -> None:
    with pytest.raises(ValueError, match="off, conflicts, solution, found 'all'"):
        shown_mistakes(Game.start(FOUR), "all")


def test_pauses_do_not_count() -> None:
    timer = Timer().start(100).pause(400)
    assert (timer.is_running, timer.played(9_000)) == (False, 300)
    again = timer.start(1_000)
    assert (again.is_running, again.played(1_050)) == (True, 350)
    assert Timer(played_ms=5_000).start(0).played(10) == 5_010


def test_starting_twice_or_pausing_twice_changes_nothing() -> None:
    timer = Timer().start(100)
    assert timer.start(200) is timer
    assert timer.pause(300).pause(400) == Timer(200)


def test_a_clock_that_is_set_back_takes_no_time_away() -> None:
    assert Timer(50).start(1_000).played(900) == 50


def test_statistics_count_the_whole_record() -> None:
    game = Game.start(FOUR).enter("digit", 3, "r1c2 r1c3", at_ms=1_000).undo()
    game = game.place("r1c2", 2).enter("corner", 3, "r2c1 r2c2").enter("center", 1, "r3c3")
    game = game.enter("color", 1, "r1c1").enter("corner", 3, "r2c1").undo(2)
    for move in (
        Move("hint", number=1),
        Move("hint", number=4, name="naked-single"),
        Move("check"),
    ):
        game = game.play(move._replace(at_ms=60_000))
    found = statistics(game, SOLVED)
    assert found.played_ms == 60_000
    assert (found.n_digits, found.n_marks, found.n_undone) == (3, 3, 3)
    assert (found.hints, found.n_checks) == ((0, 1, 0, 0, 1, 0), 1)
    assert (found.n_mistakes, found.is_solved, found.was_revealed) == (1, False, False)


def test_a_revealed_solution_is_neither_digits_nor_mistakes_of_the_player() -> None:
    found = statistics(Game.start(FOUR).reveal(SOLVED))
    assert (found.n_digits, found.n_mistakes) == (0, None)
    assert found.is_solved
    assert found.was_revealed
