"""The ladder of hints, from what the player entered and noted."""

from __future__ import annotations

import re

import pytest

import pandoku
from pandoku import Board, Marks, Puzzle, hint
from pandoku.logic import HINT_LEVELS, Repair, hint_ladder
from pandoku.techniques import TECHNIQUES, example_of
from pandoku.words import Sentence
from tests import data
from tests.techniques.boards import board_for

EASY, ESCARGOT = pandoku.loads(data.EASY), pandoku.loads(data.ESCARGOT)
(SOLUTION,) = pandoku.solve(EASY).solutions
ALL = 511
EXPERT = "......187....8...4.19.......4...38.......9.6.9...274.1..5.6..43..6.7.......9.2..6"


def test_each_level_says_more_and_the_last_says_all() -> None:
    board = Board.start(EASY)
    texts = [hint(board, level).text for level in range(len(HINT_LEVELS))]
    assert "35 of 81 cells" in texts[0]
    assert texts[2].startswith(texts[1][:-1])
    assert "single" not in texts[1]
    assert "single" in texts[2]
    last = hint(board, 5)
    assert last.step is not None
    ((cell, digit),) = last.step.placements
    assert SOLUTION[cell] == digit
    name = EASY.geometry.name(cell)
    assert not any(name in text for text in texts[:5])
    assert f"where does {digit} go" in texts[3]
    assert f"the {digit}s at " in texts[4]
    assert last.text.endswith(f" So {name} is {digit}.")
    assert [hint(board, level).technique != "" for level in range(6)] == [False] * 2 + [True] * 4
    assert [hint(board, level).is_whole for level in range(6)] == [False] * 5 + [True]
    assert not any(hint(board, level).is_problem for level in range(6))


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", TECHNIQUES)
def test_no_two_rungs_are_alike_and_none_gives_the_conclusion_away(name: str) -> None:
    example = example_of(name)
    assert example is not None
    step = next(iter(TECHNIQUES[name].steps(example.board)))
    *rungs, whole = hint_ladder(step, TECHNIQUES[name], example.board)
    said = [each.text.partition(": ")[2] or each.text for each in rungs]
    assert len({*said}) == len(rungs), said
    assert not any(whole.text.endswith(f" {each.text}") for each in rungs)
    geometry = example.board.puzzle.geometry
    for cell, digit in step.placements:
        told = f"{geometry.name(cell)} is {digit}", f"{digit} at {geometry.name(cell)}"
        assert not any(words in each.text for each in rungs for words in told)
    assert not any("remove" in each.text for each in rungs)


def test_the_picture_of_each_rung_marks_more_than_the_picture_before() -> None:
    example = example_of("xy-wing")
    assert example is not None
    step = next(iter(TECHNIQUES["xy-wing"].steps(example.board)))
    _, named, *rungs = hint_ladder(step, TECHNIQUES["xy-wing"], example.board)
    assert named.shown_step is None
    digit, cells, whole = (each.shown_step for each in rungs)
    assert digit is not None
    assert {role for _, _, role in digit.facts.candidates} == {"asked"}
    assert cells is not None
    assert cells.facts.cells == step.facts.cells
    assert whole == step


def test_the_picture_of_the_digit_does_not_show_where_it_goes() -> None:
    for name in ("hidden-single", "x-wing", "hidden-pair"):
        example = example_of(name)
        assert example is not None
        step = next(iter(TECHNIQUES[name].steps(example.board)))
        shown = hint_ladder(step, TECHNIQUES[name], example.board)[2].shown_step
        assert shown is not None
        assert not shown.facts.candidates
        assert shown.facts.houses


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("alternating-chain", "its ends are "),
        ("contradiction-forcing-chain", "suppose r"),
        ("thermometer", "look at "),
        ("few-ways", "ways are left. Which are they?"),
        ("no-dot", "look at "),
    ],
)
def test_the_cells_that_decide_are_named_without_the_conclusion(name: str, told: str) -> None:
    example = example_of(name)
    assert example is not None
    step = next(iter(TECHNIQUES[name].steps(example.board)))
    rung = hint_ladder(step, TECHNIQUES[name], example.board)[3]
    assert told in rung.text
    assert rung.shown_step is not None
    assert not rung.shown_step.eliminations


def test_a_reason_is_drawn_without_its_conclusion_before_the_last_level() -> None:
    example = example_of("x-wing")
    assert example is not None
    marks = Marks(9, center=example.board.masks)
    reason, whole = (hint(example.board, level, marks=marks, techniques=["x-wing"])
                     for level in (4, 5))  # fmt: skip
    assert reason.shown_step is not None
    assert not reason.shown_step.eliminations
    assert not any(text.struck for text in reason.drawing().texts)
    assert whole.shown_step == whole.step
    assert any(text.struck for text in whole.drawing().texts)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hidden-single", "Hidden single: where does 9 go in row 4?"),
        ("naked-single", "Naked single: which cell of box 3 can only be 9?"),
        ("cage-hidden-single", "Cage hidden single: where does 2 go in the 2− cage at r1c1?"),
        ("innie", "Innie: where does 2 go in columns 1 and 2?"),
    ],
)
def test_the_digit_of_a_single_is_told_before_its_cell(name: str, told: str) -> None:
    board = board_for(name)
    marks = Marks(board.puzzle.order, center=board.masks)
    assert hint(board, 3, marks=marks, techniques=[name]).text == told


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("innie", "columns 1 and 2"),  # not column 1: the sum is that of both
        ("house-parity", "columns 3 and 4"),
        ("x-wing", "columns 5 and 8"),
        ("hidden-single", "row 4"),
    ],
)
def test_the_place_to_look_at_has_all_the_houses_of_the_argument(name: str, place: str) -> None:
    board = board_for(name)
    marks = Marks(board.puzzle.order, center=board.masks)
    found = hint(board, 1, marks=marks, techniques=[name])
    assert found.text == f"Look at {place}."
    assert len(found.cells) == board.puzzle.order * (1 + place.count(" and "))


# ---- mistakes


def test_a_wrong_digit_has_a_ladder_of_its_own() -> None:
    board = Board.start(EASY).place(1, 2)  # r1c2 is 8; nothing in sight is 2
    told = [hint(board, level) for level in range(6)]
    assert all(each.is_problem and each.step is None for each in told)
    assert [each.level for each in told] == [0, 1, 2, 3, 3, 3]
    assert [each.cells for each in told] == [(), tuple(range(9)), (1,), (1,), (1,), (1,)]
    assert told[0].text == "Something is not right."
    assert told[1].text == "Something in row 1 is not right."
    assert told[2].text == "The 2 at r1c2 is not right: take it out."
    assert told[3].text.startswith(f"{told[2].text}\n1. Suppose r1c2 is 2.\n")
    assert re.search("column 1 .* 2: ", told[3].text)
    assert told[3] == told[4] == told[5]
    assert [each.is_whole for each in told] == [False] * 3 + [True] * 3
    assert [each.repair for each in told] == [None] * 3 + [Repair(1, 2, is_mark=False)] * 3


def test_every_level_of_a_mistake_says_more_than_the_one_before() -> None:
    right = set(range(1, 10)) - {SOLUTION[0]}
    several = Board.start(Puzzle(4)).place(0, 1).place(1, 1)
    for board, marks in (
        (Board.start(EASY).place(1, 2), None),
        (Board.start(EASY).place(0, 4), None),
        (Board.start(EASY), Marks.of(9, center={0: right})),
        (several, None),
    ):
        told = [hint(board, level, marks=marks) for level in range(4)]
        assert len({each.text for each in told}) == len(told)
        assert [each.is_whole for each in told] == [False, False, False, True]


def test_a_wrong_digit_that_clashes_says_with_what() -> None:
    board = Board.start(EASY).place(0, 4)
    assert hint(board, 1).cells == tuple(range(9))
    what, why = hint(board, 2).text, hint(board, 4).text
    assert why.startswith(f"{what} Row 1 has 4 at r1c1 and r1c3.")


def test_a_wrong_digit_of_a_hard_puzzle_is_refuted_by_the_steps_that_it_leads_to() -> None:
    board, (solution,) = Board.start(ESCARGOT), pandoku.solve(ESCARGOT).solutions
    digits = set(board.candidates(1)) - {solution[1]}
    for digit in sorted(digits):
        what, _, why = hint(board.place(1, digit), 4).text.partition(": take it out.")
        assert what.startswith(f"The {digit} at r1c2 ")
        assert "Suppose" in why or "Undo it: a proof takes" in why


def test_a_wrong_digit_in_a_cage_is_explained() -> None:
    killer = pandoku.load(data.EXAMPLES / "killer6.json")
    (solution,) = pandoku.solve(killer).solutions
    cell = next(c for c, d in enumerate(killer.givens) if not d)
    wrong = next(d for d in Board.start(killer).candidates(cell) if d != solution[cell])
    text = hint(Board.start(killer).place(cell, wrong), 4).text
    assert len(text) > len(hint(Board.start(killer).place(cell, wrong), 2).text) + 20


def test_the_first_wrong_entry_says_how_far_to_go_back() -> None:
    board = Board.start(EASY).place(0, SOLUTION[0] % 9 + 1).place(1, SOLUTION[1])
    board = board.place(3, SOLUTION[3] % 9 + 1)
    found = hint(board, 2, entered=(1, 3, 0))
    assert found.cells == (3,)
    assert found.text.endswith("It was the first mistake, 2 entries ago.")
    last = hint(board, 2, entered=(1, 0, 3))
    assert last.cells == (0,)
    assert last.text.startswith(f"The {board.digits[0]} at r1c1 ")
    assert last.text.endswith("2 entries ago.")


def test_a_wrong_note_is_found_before_it_misleads() -> None:
    left = set(range(1, 10)) - {SOLUTION[0]}
    marks = Marks.of(9, center={0: left})
    told = [hint(Board.start(EASY), level, marks=marks) for level in range(6)]
    assert all(each.is_problem for each in told)
    assert told[1].text == "Something in the pencil marks of row 1 is not right."
    assert told[2].text == "The pencil marks at r1c1 leave out a digit that is still possible."
    assert told[3].text == f"{told[2].text} Nothing rules out {SOLUTION[0]}: put it back."
    assert told[3].repair == Repair(0, SOLUTION[0], is_mark=True)


def test_candidates_missing_from_the_marks_count_as_removed_and_extra_ones_are_ignored() -> None:
    board = Board.start(EASY)
    marks = Marks(9, center=(ALL,) * 81)  # nothing was removed, not even what the givens rule out
    assert hint(board, 4, marks=marks) == hint(board, 4)
    assert hint(board, 4, marks=Marks(9)) == hint(board, 4)
    hard, (solution,) = Board.start(ESCARGOT), pandoku.solve(ESCARGOT).solutions
    assert hint(hard, 5, techniques=["naked-single"]).step is None
    marks = marks.put("center", 1, (solution[1],))
    step = hint(hard, 5, marks=marks, techniques=["naked-single"]).step
    assert step is not None
    assert step.placements == ((1, solution[1]),)


def test_puzzles_that_are_not_proper_are_reported_or_still_get_hints() -> None:
    assert hint(Board.start(Puzzle(4, (1, 2, 0, 0) + (0,) * 12)), 0).is_problem is False
    several = hint(Board.start(Puzzle(4, (1, 2, 0, 0) + (0,) * 12)), 0)
    assert several.text.startswith("Nothing is known to be wrong: 2 of 16 cells")
    four = Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8)
    assert "no solution" in hint(Board.start(four), 0).text
    board = Board.start(Puzzle(4)).place(0, 1).place(1, 1)
    told = [hint(board, level) for level in range(6)]
    assert all(found.is_problem for found in told)
    assert told[1].cells == tuple(range(4))
    assert told[2].text == "The digits at r1c1 and r1c2 clash."
    why = "Row 1 has 1 at r1c1 and r1c2. Box 1 has 1 at r1c1 and r1c2."
    assert told[4].text == f"{told[2].text} {why}"
    dead = Board.start(Puzzle(4)).place(0, 1).place(1, 2).place(2, 3).place(7, 4)
    assert "cannot be completed" in hint(dead, 0).text


def test_without_a_hint_left_the_text_says_what_is_missing() -> None:
    found = hint(Board.start(ESCARGOT), 3, techniques=["naked-single"])
    assert found.is_problem
    assert found.text.endswith(" a hidden single.")
    dead = hint(Board.start(Puzzle(4)).place(0, 1), 5, marks=Marks(4, center=(0, 1) + (0,) * 14))
    assert dead.text.endswith(" at r1c2.")
    full = Board(EASY, SOLUTION, tuple(1 << (d - 1) for d in SOLUTION))
    assert hint(full, 1).text == "All is right: the puzzle is solved."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("unique-loop-1", "is a unique loop"),
        ("empty-rectangle", "is an empty"),
        ("x-wing", "is an X-wing"),
        ("pointing", "are locked candidates"),
        ("innies", "are innies"),
    ],
)
def test_a_technique_is_named_with_its_article(name: str, told: str) -> None:
    example = example_of(name)
    assert example is not None
    board = example.board
    found = hint(board, 2, marks=Marks(board.puzzle.order, center=board.masks), techniques=[name])
    assert f"there {told}" in found.text


def test_levels_and_marks_are_checked() -> None:
    with pytest.raises(ValueError, match=r"level 0\.\.5, found 6"):
        hint(Board.start(EASY), 6)
    with pytest.raises(ValueError, match=r"marks .*81 cells, found 16"):
        hint(Board.start(EASY), 1, marks=Marks(4))


def test_corner_marks_and_colors_leave_nothing_out() -> None:
    board = Board.start(EASY)
    wrong = (SOLUTION[0] % 9 + 1,)
    marks = Marks.of(9, corner={0: wrong}, colors={0: (1,)})
    assert hint(board, 4, marks=marks) == hint(board, 4)


@pytest.mark.parametrize("level", [4, 5])
def test_the_text_of_a_hint_says_what_its_parts_name(level: int) -> None:
    found = hint(data.EASY, level)
    assert isinstance(found.text, Sentence)
    names = Puzzle.sudoku(9).geometry.name
    for span in found.text.spans:
        if span.about == "cells":
            assert found.text[span.start : span.end].startswith(names(span.cells[0]))
    assert found.text.spans


@pytest.mark.turns(3)
def test_a_long_refutation_is_left_out_and_a_short_one_is_about_the_wrong_digit_alone() -> None:
    expert = pandoku.loads(EXPERT)
    (solution,) = pandoku.solve(expert).solutions
    start = Board.start(expert)
    empty = [cell for cell, digit in enumerate(expert.givens) if not digit]
    told = []
    for cell in empty[:: data.by_default(12, full=1)]:
        wrong = next((d for d in start.candidates(cell) if d != solution[cell]), None)
        if wrong is None:
            continue
        digits = [wrong if at == cell else digit for at, digit in enumerate(expert.givens)]
        told.append(hint(Board.start(expert, digits), 3, entered=[cell]).text)
    assert any("Undo it" in text for text in told)
    assert any("Suppose" in text for text in told)
    for text in told:
        assert text.count("Suppose") <= 1
        assert len(text.splitlines()) <= 15
