"""Skyscraper clues: heights that fit a place, and the number of buildings that are seen."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, Skyscraper
from pandoku.logic import explain
from pandoku.model import Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed


def board_with(*values: int, order: int = 6) -> Board:
    clues = (Skyscraper(f"r{row}c1", "R", value) for row, value in enumerate(values, 1))
    return Board.start(Puzzle(order).with_(*clues))


def steps_of(board: Board) -> list[Step]:
    return list(TECHNIQUES["skyscraper-clue"].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def test_high_digits_are_far_from_the_clue() -> None:
    board = board_with(4)
    (step,) = steps_of(board)
    assert {*step.eliminations} == {(0, 4), (0, 5), (0, 6), (1, 5), (1, 6), (2, 6)}
    (reason,) = told(step, board)
    assert reason.startswith(
        "The 4 left of row 1 sees four, so at least three cells are before the 6, two before"
    )


@pytest.mark.parametrize(("value", "digits"), [(1, (6,)), (6, (1, 2, 3, 4, 5, 6))])
def test_the_least_and_the_greatest_number_place_digits(
    value: int, digits: tuple[int, ...]
) -> None:
    board = board_with(value)
    (step,) = steps_of(board)
    assert step.placements == tuple(enumerate(digits))
    told(step, board)


def test_clues_with_the_same_number_are_one_step() -> None:
    board = board_with(3, 3, 3, 3)
    (step,) = steps_of(board)
    assert len(step.facts.constraints) == 4
    told(step, board)


def test_too_many_or_too_few_are_seen() -> None:
    board = board_with(2).place("r1c4", 6)
    (step,) = steps_of(board)
    reasons = told(step, board)
    assert reasons[0] == (
        "The 6 is at r1c4, so the 2 left of row 1 sees one of the three cells before it."
    )
    assert (0, 1) in step.eliminations
    assert any(reason.startswith("With 1") and "at least three" in reason for reason in reasons)


def test_a_wrong_board_is_no_error() -> None:
    board = board_with(1).place("r1c1", 5)
    assert all(told_wrong(step, board) for step in steps_of(board))


def told_wrong(step: Step, board: Board) -> str:
    return str(TECHNIQUES[step.technique].explain(step, board))


def test_the_example_is_solved_with_skyscrapers() -> None:
    path = explain(RULES["skyscraper"].example, debug=True)
    assert path.stopped == "full"
    assert "skyscraper-clue" in {step.technique for step in path.steps}
