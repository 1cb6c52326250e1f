"""The rule of 45 with lines, and sums that share cells."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import Arrow, LittleKiller, Odd, Palindrome, Sandwich, XSum
from pandoku.model import Constraint, Step
from pandoku.techniques import explain_step, get_technique
from pandoku.techniques._joined_sums import linear_sums
from tests.techniques.sentences import false_claims, unnamed

NAMES = ("rule-of-45-with-lines", "joined-sums")


def board_with(
    *constraints: Constraint,
    cages: Mapping[tuple[str, ...], int] | None = None,
    givens: dict[str, int] | None = None,
) -> Board:
    digits = [0] * 81
    for name, digit in (givens or {}).items():
        digits[number_of(name)] = digit
    listed = [
        (total, [number_of(name) for name in cells]) for cells, total in (cages or {}).items()
    ]
    puzzle = Puzzle.killer(tuple(digits), listed) if listed else Puzzle(9, tuple(digits))
    return Board.start(puzzle.with_(*constraints))


def number_of(name: str) -> int:
    return (int(name[1]) - 1) * 9 + int(name[3]) - 1


def step_of(name: str, board: Board) -> tuple[Step, str]:
    """Return the first step of a technique and the text of its explanation."""
    step = next(iter(get_technique(name).steps(board, 1)))
    full = explain_step(step, board).full
    for sentence in full:
        assert false_claims(sentence, board) == []
        assert unnamed(sentence, board.puzzle) == []
    return step, " ".join(full)


def gone(step: Step) -> set[str]:
    geometry = Puzzle(9).geometry
    return {f"{geometry.name(cell)}-{digit}" for cell, digit in step.eliminations}


# ---- the rule of 45


def test_the_circle_of_an_arrow_stands_for_its_shaft() -> None:
    board = board_with(Arrow("r4c2", "r3c1 r2c1 r1c1"))
    step, text = step_of("rule-of-45-with-lines", board)
    assert gone(step) == {f"r4c2-{digit}" for digit in range(1, 6)}
    assert "Column 1 adds up to 45." in text
    assert "9 + 8 + 7 + 6 + 5 + 4 = 39, so r4c2 is at least 6." in text


def test_a_circle_in_the_house_of_its_shaft_counts_twice() -> None:
    givens = {"r1c4": 1, "r1c5": 2, "r1c6": 3, "r1c7": 7, "r1c8": 6, "r1c9": 8}
    board = board_with(Arrow("r1c1", "r1c2 r1c3"), givens=givens)
    step, text = step_of("rule-of-45-with-lines", board)
    assert "So twice r1c1 is 45 − 27 = 18." in text
    assert step.placements == ((0, 9),)


def test_the_first_cell_of_a_pill_counts_tens() -> None:
    givens = {"r1c1": 1, "r1c3": 4, "r2c3": 8, "r3c2": 9}
    board = board_with(Arrow("r1c1 r1c2", "r2c1 r3c1 r2c2"), givens=givens)
    _, text = step_of("rule-of-45-with-lines", board)
    assert "10 × r1c1 + r1c2 = r2c1 + r3c1 + r2c2." in text


def test_an_x_sum_is_a_sum_once_its_first_digit_is_filled() -> None:
    givens = {"r1c1": 3, "r1c7": 9, "r1c8": 8, "r1c9": 7}
    step, text = step_of("rule-of-45-with-lines", board_with(XSum("r1c1", "R", 11), givens=givens))
    assert {cell for cell, _ in step.eliminations} == {3, 4, 5}
    assert "Of the digits 1, 2, 4, 5 and 6, only 1 + 4 + 5 make 10." in text


def test_a_sandwich_is_a_sum_once_its_crusts_are_filled() -> None:
    board = board_with(Sandwich("r1c1", "R", 11), givens={"r1c3": 1})
    assert linear_sums(board) == ()
    board = board_with(Sandwich("r1c1", "R", 11), givens={"r1c3": 1, "r1c6": 9})
    (found,) = linear_sums(board)
    assert (found.terms, found.total, found.because) == (((3, 1), (4, 1)), 11, (2, 5))


# ---- sums that share cells


def test_a_cage_on_an_arrow_is_twice_its_circle() -> None:
    cages: Mapping[tuple[str, ...], int] = {("r1c1", "r1c2", "r1c3"): 16}
    step, text = step_of("joined-sums", board_with(Arrow("r1c1", "r1c2 r1c3"), cages=cages))
    assert "So twice r1c1 is 16." in text
    assert step.placements == ((0, 8),)


def test_two_arms_from_one_circle_end_with_the_same_digit() -> None:
    arrows = Arrow("r2c4", "r3c5 r4c4"), Arrow("r2c4", "r3c5 r2c6")
    board = board_with(*arrows, Odd("r4c4"))
    for digit in (2, 4, 6, 8):
        board = board.eliminate("r4c4", digit)
    step, text = step_of("joined-sums", board)
    assert "So r2c6 is the same as r4c4." in text
    assert gone(step) == {f"r2c6-{digit}" for digit in (2, 4, 6, 8)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "constraints",
    [
        (),
        (LittleKiller("r1c1", "DR", 45),),
        (Arrow("r1c1", "r1c2 r1c3"), Arrow("r1c1", "r1c4 r1c5"), Palindrome("r2c1 r2c2 r3c3")),
        (Arrow("r1c1", "r1c2"), Arrow("r1c2", "r2c1")),
    ],
)
def test_boards_with_little_or_no_way_do_not_fail(name: str, constraints: list[Constraint]) -> None:
    for step in get_technique(name).steps(board_with(*constraints)):
        assert step.eliminations or step.placements
