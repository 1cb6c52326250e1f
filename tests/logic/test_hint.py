"""The ladder of hints, from what the player entered and noted."""

from __future__ import annotations

import pytest

import pandoku
from pandoku import Board, Marks, Puzzle, hint
from pandoku.logic import LEVELS
from pandoku.techniques import example_of
from tests import data

EASY, ESCARGOT = pandoku.loads(data.EASY), pandoku.loads(data.ESCARGOT)
(SOLUTION,) = pandoku.solve(EASY).solutions
ALL = 511


def test_each_level_says_more_and_the_last_gives_the_digit() -> None:
    board = Board.start(EASY)
    texts = [hint(board, level).text for level in range(len(LEVELS))]
    assert texts[0] == "All is right so far: 35 of 81 cells hold a digit."
    assert texts[2].startswith(texts[1][:-1])
    assert "single" not in texts[1]
    assert "single" in texts[2]
    last = hint(board, 5)
    assert last.step is not None
    ((cell, digit),) = last.step.placements
    assert SOLUTION[cell] == digit
    name = EASY.geometry.name(cell)
    assert last.text == f"{name} is {digit}."
    assert name not in texts[2]
    assert name in texts[3]
    assert texts[4].endswith(f"So {name} is {digit}.")
    assert [hint(board, level).technique != "" for level in range(6)] == [False] * 2 + [True] * 4
    assert not any(hint(board, level).is_problem for level in range(6))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hidden-single", "Hidden single: r4c5 in row 4."),
        ("naked-single", "Naked single: r3c9 in box 3."),
        ("cage-hidden-single", "Cage hidden single: r1c1 in the 2- cage at r1c1."),
        ("innie", "Innie: r2c2 against columns 1 and 2."),
    ],
)
def test_the_cells_of_a_single_are_told_before_its_digit(name: str, told: str) -> None:
    example = example_of(name)
    assert example is not None
    notes = Marks(example.board.puzzle.order, centre=example.board.masks)
    assert hint(example.board, 3, notes=notes, techniques=[name]).text == told


def test_a_wrong_digit_is_reported_before_anything_else() -> None:
    wrong = SOLUTION[0] % 9 + 1
    board = Board.start(EASY).place(0, wrong)
    for level in range(6):
        found = hint(board, level)
        assert found.is_problem
        assert found.text == f"{wrong} at r1c1 is not right: take it out."
        assert (found.cells, found.step) == ((0,), None)


def test_the_first_wrong_entry_says_how_far_to_go_back() -> None:
    board = Board.start(EASY).place(0, SOLUTION[0] % 9 + 1).place(1, SOLUTION[1])
    board = board.place(3, SOLUTION[3] % 9 + 1)
    found = hint(board, 0, entered=(1, 3, 0))
    assert found.cells == (3,)
    assert "take back the last 2 entries" in found.text


def test_a_wrong_note_is_found_before_it_misleads() -> None:
    left = set(range(1, 10)) - {SOLUTION[0]}
    found = hint(Board.start(EASY), 4, notes=Marks.of(9, centre={0: left}))
    assert found.is_problem
    assert found.text == "The notes at r1c1 leave out the digit that belongs there."


def test_candidates_missing_from_the_notes_count_as_removed_and_extra_ones_are_ignored() -> None:
    board = Board.start(EASY)
    notes = Marks(9, centre=(ALL,) * 81)  # nothing was removed, not even what the givens rule out
    assert hint(board, 4, notes=notes) == hint(board, 4)
    assert hint(board, 4, notes=Marks(9)) == hint(board, 4)
    hard, (solution,) = Board.start(ESCARGOT), pandoku.solve(ESCARGOT).solutions
    assert hint(hard, 5, techniques=["naked-single"]).step is None
    notes = notes.put("centre", 1, (solution[1],))
    step = hint(hard, 5, notes=notes, techniques=["naked-single"]).step
    assert step is not None
    assert step.placements == ((1, solution[1]),)


def test_puzzles_that_are_not_proper_are_reported_or_still_get_hints() -> None:
    assert hint(Board.start(Puzzle(4, (1, 2, 0, 0) + (0,) * 12)), 0).is_problem is False
    several = hint(Board.start(Puzzle(4, (1, 2, 0, 0) + (0,) * 12)), 0)
    assert several.text == "Nothing is known to be wrong: 2 of 16 cells hold a digit."
    four = Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8)
    assert hint(Board.start(four), 0).text.startswith("This puzzle has no solution")
    board = Board.start(Puzzle(4)).place(0, 1).place(1, 1)
    found = hint(board, 1)
    assert found.is_problem
    assert found.text == "Digits clash: row 1 has 1 at r1c1 and r1c2; box 1 has 1 at r1c1 and r1c2."
    dead = Board.start(Puzzle(4)).place(0, 1).place(1, 2).place(2, 3).place(7, 4)
    assert "cannot be completed" in hint(dead, 0).text


def test_without_a_hint_left_the_text_lists_what_was_tried() -> None:
    found = hint(Board.start(ESCARGOT), 3, techniques=["naked-single"])
    assert found.is_problem
    assert found.text == "No hint is left. These were tried: naked single."
    full = Board(EASY, SOLUTION, tuple(1 << (d - 1) for d in SOLUTION))
    assert hint(full, 1).text == "All is right: the puzzle is solved."


@pytest.mark.parametrize(
    ("name", "told"),
    [("unique-loop-1", "a unique loop"), ("empty-rectangle", "an empty"), ("x-wing", "an X-wing")],
)
def test_a_technique_is_named_with_its_article(name: str, told: str) -> None:
    example = example_of(name)
    assert example is not None
    board = example.board
    found = hint(board, 2, notes=Marks(board.puzzle.order, centre=board.masks), techniques=[name])
    assert f"there is {told}" in found.text


def test_levels_and_notes_are_checked() -> None:
    with pytest.raises(ValueError, match=r"level 0\.\.5, found 6"):
        hint(Board.start(EASY), 6)
    with pytest.raises(ValueError, match="marks for 81 cells, found 16"):
        hint(Board.start(EASY), 1, notes=Marks(4))


def test_corner_marks_and_colours_leave_nothing_out() -> None:
    board = Board.start(EASY)
    wrong = (SOLUTION[0] % 9 + 1,)
    marks = Marks.of(9, corner={0: wrong}, colours={0: (1,)})
    assert hint(board, 4, notes=marks) == hint(board, 4)
