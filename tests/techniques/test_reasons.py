"""Reasons are whole: what is left out has a cause that can be looked up."""

from __future__ import annotations

import pytest

from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.model import Facts, Link, Step
from pandoku.techniques import TECHNIQUES, example_board, example_of, explain_step, get_technique
from pandoku.words import Cause, Ledger, Span
from tests.techniques.make_texts import kept, told
from tests.techniques.sentences import false_claims, unnamed

TEXTS = kept()


@pytest.mark.parametrize(("name", "board"), TEXTS, ids=[name for name, _ in TEXTS])
def test_a_step_is_told_as_it_was(name: str, board: str) -> None:
    again = "if the new text is right, run tests/techniques/make_texts.py"
    assert told(name, board) == TEXTS[name, board], again


# ---- singles

# 1 2 . .   r1c3 sees 1 and 2, and 3 or 4 was removed.
EMPTY = Board.start(Puzzle(4, (1, 2) + (0,) * 14))


def reason(name: str, board: Board, ledger: Ledger | None = None) -> str:
    """Return the reason of a technique's first step, and check what it claims."""
    step = next(iter(get_technique(name).steps(board)))
    *sentences, _ = explain_step(step, board, ledger).full
    for sentence in sentences:
        assert not false_claims(sentence, board)
        assert not unnamed(sentence, board.puzzle)
    return " ".join(sentences)


def test_a_naked_single_says_where_each_digit_is_and_which_step_removed_the_others() -> None:
    board = EMPTY.eliminate("r1c3", 4)
    assert reason("naked-single", board, {(2, 4): Cause("step", 7)}) == (
        "r1c3 sees 1 and 2 in row 1. 4 went in step 7. Only 3 is left."
    )


def test_digits_that_went_in_one_step_are_told_together() -> None:
    board = Board.start(Puzzle(4))
    for digit in (1, 2, 3):
        board = board.eliminate(0, digit)
    causes = {(0, 1): Cause("step", 5), (0, 2): Cause("step", 3), (0, 3): Cause("step", 3)}
    assert reason("naked-single", board, causes) == (
        "At r1c1, 2 and 3 went in step 3, and 1 in step 5. Only 4 is left."
    )


def test_digits_that_went_in_many_steps_are_told_in_one_breath() -> None:
    board = Board.start(Puzzle(Geometry.latin(5)))
    for digit in (1, 2, 3, 4):
        board = board.eliminate(0, digit)
    causes = {(0, digit): Cause("step", 10 + digit) for digit in (1, 2, 3, 4)}
    assert reason("naked-single", board, causes) == (
        "At r1c1, 1, 2, 3 and 4 went in steps 11, 12, 13 and 14. Only 5 is left."
    )


def test_without_a_ledger_a_digit_is_not_in_the_pencil_marks() -> None:
    assert reason("naked-single", EMPTY.eliminate("r1c3", 4)) == (
        "r1c3 sees 1 and 2 in row 1. 4 is not in its pencil marks. Only 3 is left."
    )


def test_a_cell_sees_the_digits_of_its_cage() -> None:
    cages = (Cage("+", 6, (0, 1, 4), repeats=False), Cage("+", 4, (5, 10), repeats=False))
    board = Board.start(Puzzle(Geometry.sudoku(4), (0,) * 10 + (3,) + (0,) * 5, cages))
    board = board.eliminate(5, 3).eliminate(5, 2).eliminate(5, 4)
    causes = {(5, 2): Cause("step", 1), (5, 4): Cause("step", 1)}
    assert reason("naked-single", board, causes) == (
        "r2c2 sees 3 in the 4-cage at r2c2. 2 and 4 went in step 1. Only 1 is left."
    )


def test_a_hidden_single_says_what_keeps_the_digit_out_of_each_empty_cell() -> None:
    # . . . .     r1c1 is the place for 3 in row 1: the others are seen, and r1c4 is told by a step.
    board = Board.start(Puzzle(4, (0,) * 6 + (3, 0) + (0,) * 6 + (0, 0)))
    board = board.place("r4c2", 3)
    assert reason("hidden-single", board) == (
        "Row 1 still needs 3. The 3 at r2c3 keeps it out of r1c3 and r1c4, and the 3 at r4c2 out "
        "of r1c2."
    )


def test_a_hidden_single_says_in_which_step_the_digit_went_elsewhere() -> None:
    board = EMPTY.eliminate("r1c4", 3)
    text = reason("hidden-single", board, {(3, 3): Cause("step", 12)})
    assert text == (
        "Row 1 still needs 3. It was ruled out at r1c4 in step 12. The other cells are filled."
    )


# ---- steps that patterns rest on


def test_a_pattern_names_the_steps_that_left_it() -> None:
    board = Board.start(Puzzle(4))
    for cell in (2, 3):
        board = board.eliminate(cell, 1)
    ledger = {(2, 1): Cause("step", 4), (3, 1): Cause("step", 9)}
    (step, *_) = get_technique("claiming").steps(board)
    first = explain_step(step, board, ledger).full[0]
    assert first == "In row 1, 1 can only be at r1c1 or r1c2 (after steps 4 and 9)."
    assert [span.number for span in first.spans if span.about == "step"] == [4, 9]


def test_of_many_steps_the_last_is_named() -> None:
    board = Board.start(Puzzle(Geometry.sudoku(6)))
    for cell in (3, 4, 5, 2):
        board = board.eliminate(cell, 1)
    ledger = {(cell, 1): Cause("step", 10 + cell) for cell in (3, 4, 5, 2)}
    (step, *_) = get_technique("claiming").steps(board)
    assert "(after step 15 and earlier ones)" in explain_step(step, board, ledger).full[0]


def test_spans_say_which_cells_and_candidates_a_sentence_names() -> None:
    board = EMPTY.eliminate("r1c4", 3)
    (step, *_) = get_technique("hidden-single").steps(board)
    last = explain_step(step, board).full[-1]
    assert last.spans == (Span(3, 7, "cells", (2,)),)
    assert last[3:7] == "r1c3"


# ---- patterns


def test_a_petal_is_named_once_for_all_digits_that_it_loses() -> None:
    board = example_board(
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    )
    step = next(iter(get_technique("death-blossom").steps(board)))
    assert {role for _, role in step.facts.cells} == {"stem", "set-a", "set-b"}
    text = reason("death-blossom", board)
    assert text.count("Set ") == 2
    assert "If r2c1 is 1, 2 or 3, then set A, where it sees every place for that digit, " in text


def test_places_that_one_digit_rules_out_through_two_houses_are_told_house_by_house() -> None:
    # r1c1 sees one end of the other diagonal in its row, and the other end in its column.
    puzzle = Puzzle(Geometry.sudoku(4, diagonals=True))
    houses = puzzle.geometry.houses
    diagonal = next(house for house in houses if {*house.cells} == {3, 6, 9, 12})
    board = Board.start(puzzle).eliminate(6, 1).eliminate(9, 1)
    facts = Facts(
        houses=(diagonal,),
        candidates=((0, 1, "source"), (3, 1, "contradiction"), (12, 1, "contradiction")),
        branches=((Step("assumption", placements=((0, 1),)),),),
    )
    step = Step("contradiction-forcing-chain", eliminations=((0, 1),), facts=facts)
    line = explain_step(step, board).full[1]
    assert line == (
        f"Now {diagonal.phrase} has no place left for 1: not r1c4, because r1c1 in row 1 is (1); "
        "not r4c1, because r1c1 in column 1 is (1)."
    )
    assert not false_claims(line, board)


def test_a_chain_within_a_branch_says_what_the_branch_has_excluded() -> None:
    # The nested link needs r1c3 to be no 1, which the branch has said.
    puzzle = Puzzle(4)
    row, column = puzzle.geometry.houses[0], puzzle.geometry.houses[4]
    board = Board.start(puzzle).eliminate(3, 1)
    inner = Step(
        "forcing-chain",
        eliminations=((5, 1),),
        facts=Facts(
            links=(Link(((0, 1),), ((1, 1),), True, row), Link(((1, 1),), ((5, 1),), False, column))
        ),
    )
    branch = (Step("assumption", placements=((2, 2),)), inner)
    facts = Facts(candidates=((2, 2, "source"),), branches=(branch,))
    step = Step("contradiction-forcing-chain", eliminations=((2, 2),), facts=facts)
    lines = explain_step(step, board).full
    assert (
        lines[3]
        == "    2.2. Then r1c2 is 1: row 1 has no other place for 1, not r1c3, which is 2 (1)."
    )
    assert not false_claims(lines[3], board)


RECTANGLES = [each for each in TECHNIQUES if "rectangle" in each and "empty" not in each]


@pytest.mark.parametrize("name", RECTANGLES)
def test_a_rectangle_is_said_to_lie_in_two_boxes(name: str) -> None:
    example = example_of(name)
    assert example is not None
    step = next(get_technique(name).steps(example.board))
    first = explain_step(step, example.board).full[0]
    assert " are the corners of a rectangle in two boxes, and none of them is given." in first
