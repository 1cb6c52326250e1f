"""Global entropy and flatmates: what a square or a column leaves."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, DutchFlatmates, GlobalEntropy
from pandoku.logic import explain
from pandoku.model import Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed


def told(board: Board, name: str) -> tuple[Step, list[str]]:
    """Return the first step, and its reason after judging its claims."""
    step = next(iter(TECHNIQUES[name].steps(board)))
    *reason, _ = TECHNIQUES[name].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return step, [str(sentence) for sentence in reason]


def test_two_low_cells_leave_two_for_the_others() -> None:
    board = Board.start(Puzzle(9).with_(GlobalEntropy())).place("r1c1", 1).place("r1c2", 2)
    step, (reason,) = told(board, "global-entropy")
    assert {*step.eliminations} == {(9, 3), (10, 3)}
    assert reason == (
        "r1c1 and r1c2 have no middle or high digit, so r2c1 and r2c2 have one of each."
    )


def test_the_only_cell_for_a_group() -> None:
    board = Board.start(Puzzle(9).with_(GlobalEntropy((7 << 6, 0b000111111))))
    for cell in ("r1c1", "r1c2", "r2c1"):
        for digit in (7, 8, 9):
            board = board.eliminate(cell, digit)
    step, (reason,) = told(board, "global-entropy")
    assert {*step.eliminations} == {(10, digit) for digit in range(1, 7)}
    assert reason.startswith("r1c1, r1c2 and r2c1 have no digit of 7 8 9, so r2c2 has one")


def test_a_flatmate_that_is_left() -> None:
    board = Board.start(Puzzle(9).with_(DutchFlatmates())).place("r3c3", 5).eliminate("r2c3", 1)
    step, (reason,) = told(board, "flatmates")
    assert step.placements == ((29, 9),)
    assert reason == "The 5 at r3c3 has no 1 above it, so it has a 9 below it."


def test_cells_without_flatmates() -> None:
    board = Board.start(Puzzle(9).with_(DutchFlatmates())).place("r9c1", 9)
    step, (reason,) = told(board.eliminate("r2c4", 9), "flatmates")
    assert (3, 5) in step.eliminations
    assert reason.startswith("A 5 at r1c1 or r1c4 would have no 1 above it")


@pytest.mark.parametrize("kind", ["global entropy", "flatmates"])
def test_the_examples_are_solved(kind: str) -> None:
    path = explain(RULES[kind].example, debug=True)
    assert path.stopped == "full"
