"""Reasons are whole: what is left out has a cause that can be looked up."""

from __future__ import annotations

import re

import pytest

from pandoku import Board, Geometry, Puzzle
from pandoku.model import Facts, Link, Step
from pandoku.techniques import TECHNIQUES, example_board, example_of, explain_step, get_technique
from pandoku.words import Span
from tests.techniques.make_texts import kept, kept_of_scenes, told, told_of_scene
from tests.techniques.scenes import EMPTY, SCENES
from tests.techniques.sentences import false_claims, unnamed
from tests.together import together

TEXTS, OF_SCENES = kept(), kept_of_scenes()
AGAIN = "if the new text is right, run tests/techniques/make_texts.py"


@together("name, board", TEXTS, ids=[name for name, _ in TEXTS])
def test_a_step_is_told_as_it_was(name: str, board: str) -> None:
    assert told(name, board) == TEXTS[name, board], AGAIN


@together("name", SCENES)
def test_the_words_of_a_scene_are_kept_and_their_claims_true(name: str) -> None:
    assert told_of_scene(name) == OF_SCENES[name], AGAIN
    scene = SCENES[name]()
    for sentence in scene.told.full[:-1]:  # some boards have no solution to conclude from
        assert false_claims(sentence, scene.board) == []
        assert unnamed(sentence, scene.board.puzzle) == []


# ---- steps that patterns rest on


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("a pattern names the steps that left it", [9]), ("of many steps the last is named", [15])],
)
def test_a_sentence_refers_to_the_steps_that_it_names(name: str, numbers: list[int]) -> None:
    first = SCENES[name]().told.full[0]
    assert [span.number for span in first.spans if span.about == "step"] == numbers


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
    text = " ".join(explain_step(step, board).full)
    assert text.count("Set ") == 2
    assert "If r2c1 is 1, 2 or 3, " in text


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
        f"Now {diagonal.phrase} has no place left for 1: not r1c4, because r1c1 in row 1 is (see 1)"
        "; not r4c1, because r1c1 in column 1 is (see 1)."
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
    assert lines[3].startswith("    2.2. Then r1c2 is 1: ")
    assert lines[3].endswith(" r1c3, which is 2 (see 1).")
    assert not false_claims(lines[3], board)


RECTANGLES = [each for each in TECHNIQUES if "rectangle" in each and "empty" not in each]


@pytest.mark.parametrize("name", RECTANGLES)
def test_a_rectangle_is_said_to_lie_in_two_boxes(name: str) -> None:
    example = example_of(name)
    assert example is not None
    step = next(get_technique(name).steps(example.board))
    first = explain_step(step, example.board).full[0]
    assert re.search("rectangle.* two boxes", first)
