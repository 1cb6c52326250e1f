"""Two cells of a rule: with a digit in one, the other has none left."""

from __future__ import annotations

from pandoku import Board, Puzzle
from pandoku.constraints import Entropic, Regex, Zipper
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed


def board_with(constraint: Constraint, lost: str) -> Board:
    """Return a board without some candidates, written "r1c1-12 r1c2-9"."""
    board = Board.start(Puzzle(9).with_(constraint))
    for part in lost.split():
        cell, _, digits = part.partition("-")
        for digit in digits:
            board = board.eliminate(cell, int(digit))
    return board


def told(board: Board) -> tuple[Step, list[str]]:
    """Return the first step, and its reason after judging its claims."""
    step = next(iter(TECHNIQUES["rule-partners"].steps(board)))
    *reason, _ = TECHNIQUES["rule-partners"].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return step, [str(sentence) for sentence in reason]


def test_cells_of_the_same_class() -> None:
    step, (reason,) = told(board_with(Entropic("r1c1 r1c2 r1c3 r1c4"), "r1c4-56"))
    assert step.eliminations == ((0, 4),)
    assert reason == "With 4 at r1c1, r1c4 would be 5 or 6, but it is neither."


def test_a_cell_with_few_candidates_is_named_with_them() -> None:
    board = board_with(Entropic("r1c1 r2c2 r3c3"), "r2c2-3456789")
    step, (reason,) = told(board)
    assert {*step.eliminations} == {(cell, digit) for cell in (0, 20) for digit in (1, 2, 3)}
    assert reason == (
        "With 1 or 2 at r2c2, the three-cell entropic line at r1c1 has no 1, 2 or 3 at r1c1 or "
        "r3c3."
    )


def test_a_digit_that_the_rule_never_has() -> None:
    step, (reason, *_) = told(board_with(Regex("r1c1 r1c2 r2c1", "[12].*"), ""))
    assert {*step.eliminations} == {(0, digit) for digit in range(3, 10)}
    assert reason.startswith(
        "Whatever its other cells hold, the three-cell regex line at r1c1 has no 3, 4, 5"
    )


def test_two_cells_that_would_need_the_same_digit() -> None:
    step, reasons = told(board_with(Zipper("r1c1 r2c1 r3c2 r4c3 r5c3"), ""))
    assert (19, 2) in step.eliminations
    assert (
        "With 2 at r3c2, the five-cell zipper line at r1c1 needs 1 at both r1c1 and r2c1, which "
        "see each other."
    ) in reasons
