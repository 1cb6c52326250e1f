"""Quadruples: digits that fill the cells around a corner, and what they point at."""

from __future__ import annotations

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, Quadruple
from pandoku.logic import explain
from pandoku.model import Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed

CORNER = "r1c3 r1c4 r2c3 r2c4"


def board_with(*digits: int, clues: tuple[Quadruple, ...] = ()) -> Board:
    return Board.start(Puzzle(9).with_(Quadruple(CORNER, digits), *clues))


def without(board: Board, cells: str, digits: str) -> Board:
    for cell in cells.split():
        for digit in digits:
            board = board.eliminate(cell, int(digit))
    return board


def steps_of(name: str, board: Board) -> list[Step]:
    return list(TECHNIQUES[name].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def test_four_digits_leave_no_room_for_others() -> None:
    board = board_with(1, 2, 3, 4)
    (step,) = steps_of("quadruple", board)
    assert {digit for _, digit in step.eliminations} == {5, 6, 7, 8, 9}
    (reason,) = told(step, board)
    assert reason.endswith("holds 1 2 3 4 and no other digit.")


def test_full_quadruples_are_one_step() -> None:
    board = board_with(1, 2, 3, 4, clues=(Quadruple("r7c7 r7c8 r8c7 r8c8", (5, 5, 6, 7)),))
    (step,) = steps_of("quadruple", board)
    assert len(step.eliminations) == 4 * 5 + 4 * 6
    assert told(step, board) == [
        "The quadruples at r1c3 and r7c7 need all their cells, so these hold no other digit."
    ]


def test_a_digit_takes_its_only_cell() -> None:
    board = without(board_with(5), "r1c3 r1c4 r2c3", "5")
    (step,) = steps_of("quadruple", board)
    assert (step.placements, step.eliminations) == (((12, 5),), ())
    (reason,) = told(step, board)
    assert "has room for its 5 only at r2c4" in reason


def test_two_digits_take_their_two_cells() -> None:
    board = without(board_with(5, 6), "r1c3 r1c4", "56")
    (step,) = steps_of("quadruple", board)
    assert {cell for cell, _ in step.eliminations} == {11, 12}
    assert {digit for _, digit in step.eliminations} == {1, 2, 3, 4, 7, 8, 9}
    told(step, board)


def test_a_candidate_that_leaves_no_cell_for_another_digit_fails() -> None:
    board = without(board_with(1, 1, 2, 4), CORNER, "356789")
    board = without(board, "r1c4 r2c3", "2")
    board = without(board, "r2c4", "4")
    found = steps_of("quadruple", board)
    reasons = [sentence for step in found for sentence in told(step, board)]
    assert "With 1 at r1c3, the other 1 is at r2c4, and no cell is left for the 2." in reasons


def test_equal_digits_lie_across_the_corner() -> None:
    board = without(board_with(1, 1, 2, 4), CORNER, "356789")
    (step,) = [s for s in steps_of("quadruple-pointing", board) if s.eliminations[0][1] == 1]
    gone = {cell for cell, _ in step.eliminations}
    assert gone.isdisjoint({2, 3, 11, 12})
    assert {0, 1, 4, 8, 9, 17, 20, 21, 74, 75} <= gone
    first, second = told(step, board)
    assert first.endswith("has two 1s, at r1c3 and r2c4 or r1c4 and r2c3.")
    assert second == "So rows 1 and 2, columns 3 and 4 and boxes 1 and 2 have their 1 there."


def test_a_digit_points_along_a_house() -> None:
    board = without(board_with(7), "r1c3 r1c4", "7")
    (step,) = steps_of("quadruple-pointing", board)
    assert {*step.eliminations} == {(cell, 7) for cell in range(9, 18) if cell not in (11, 12)}
    assert told(step, board)[-1] == "Row 2 has its 7 at r2c3 or r2c4."


def test_near_misses_and_wrong_boards() -> None:
    assert steps_of("quadruple", board_with(1, 2, 3)) == []
    assert steps_of("quadruple-pointing", board_with(1)) == []
    broken = without(board_with(1, 1, 2), CORNER, "12")
    for name in ("quadruple", "quadruple-pointing"):
        for step in steps_of(name, broken):
            TECHNIQUES[name].explain(step, broken)


def test_steps_of_the_example_keep_the_solution() -> None:
    puzzle = RULES["quadruple"].example
    assert puzzle.solution is not None
    path = explain(puzzle, debug=True)
    assert path.stopped == "full"
    assert "quadruple" in {step.technique for step in path.steps}
