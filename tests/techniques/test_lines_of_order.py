"""Thermometers, chains of inequalities, between lines and lockout lines."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import Between, GreaterThan, Lockout, Maximum, Thermometer
from pandoku.model import Constraint, Step
from pandoku.techniques import explain_step, get_technique

EMPTY = Puzzle.sudoku("." * 81)


def steps_of(name: str, *constraints: Constraint, digits: str = "." * 81) -> list[Step]:
    return list(get_technique(name).steps(board_of(*constraints, digits=digits)))


def board_of(*constraints: Constraint, digits: str = "." * 81) -> Board:
    return Board.start(Puzzle.sudoku(digits).with_(*constraints))


def left(step: Step, board: Board, name: str) -> tuple[int, ...]:
    """Return the candidates of a cell after a step."""
    return board.after(step).candidates(name)


def reason_of(step: Step, board: Board) -> list[str]:
    return [str(sentence) for sentence in explain_step(step, board).full[:-1]]


def test_a_thermometer_of_nine_cells_is_placed_at_once() -> None:
    line = Thermometer("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9")
    (step,) = steps_of("thermometer", line)
    assert step.placements == tuple((cell, cell + 1) for cell in range(9))


def test_a_thermometer_is_bounded_from_both_ends_in_one_step() -> None:
    line = Thermometer("r2c1 r3c1 r4c1 r4c2 r5c2 r5c3")
    board = board_of(line)
    (step,) = steps_of("thermometer", line)
    assert left(step, board, "r2c1") == (1, 2, 3, 4)
    assert left(step, board, "r4c1") == (3, 4, 5, 6)
    assert left(step, board, "r5c3") == (6, 7, 8, 9)
    assert reason_of(step, board) == [
        "Six cells in order: from the bulb r2c1 to the tip r5c3, they are at least 1 to 6 and at "
        "most 4 to 9.",
    ]


def test_a_digit_on_a_thermometer_bounds_the_cells_after_it() -> None:
    line = Thermometer("r1c1 r2c1 r3c2 r4c2")
    digits = "." * 9 + "5" + "." * 71
    board = board_of(line, digits=digits)
    (step,) = steps_of("thermometer", line, digits=digits)
    assert left(step, board, "r4c2") == (7, 8, 9)
    assert reason_of(step, board) == [
        "r2c1 is 5, so r3c2 and r4c2 are at least 6 and 7.",
        "The tip r4c2 is at most 9, so r3c2 is at most 8.",
        "r2c1 is 5, so r1c1 is at most 4.",
    ]


def test_cells_of_a_slow_thermometer_may_be_equal_unless_they_see_each_other() -> None:
    line = Thermometer("r1c4 r2c3 r3c4 r4c3", slow=True)
    board = board_of(line)
    (step,) = steps_of("thermometer", line)
    # r1c4 sees r3c4, and r2c3 sees r4c3. Neighbors on the line do not see each other.
    assert left(step, board, "r2c3") == (1, 2, 3, 4, 5, 6, 7, 8)
    assert left(step, board, "r3c4") == (2, 3, 4, 5, 6, 7, 8, 9)
    assert left(step, board, "r4c3") == (2, 3, 4, 5, 6, 7, 8, 9)
    assert any("(it sees r1c4)" in text for text in reason_of(step, board))


def test_a_wrong_board_has_no_step() -> None:
    line = Thermometer("r1c1 r2c1 r3c2")
    assert steps_of("thermometer", line, digits="9" + "." * 80) == []
    signs = GreaterThan("r1c1 r1c2"), GreaterThan("r1c2 r1c3")
    assert steps_of("inequality", *signs, digits="2" + "." * 80) == []
    masks = [0b1000, *[0b1] * 5, *[511] * 75]
    board = Board(EMPTY.with_(Between("r1c1 r1c2 r1c3")), (0,) * 81, tuple(masks))
    assert list(get_technique("between-line").steps(board)) == []
    for name in ("between-line", "lockout-line", "inequality", "thermometer"):
        rules = Between("r1c1 r1c2 r1c3"), Lockout("r2c1 r2c2 r2c3"), GreaterThan("r5c1 r5c2")
        bare = Board(EMPTY.with_(*rules), (0,) * 81, (0,) * 81)
        assert list(get_technique(name).steps(bare)) == []


def test_all_signs_exclude_the_least_and_the_greatest_digit_in_one_step() -> None:
    signs = GreaterThan("r1c1 r1c2"), GreaterThan("r5c5 r5c6"), Maximum("r8c8")
    (step,) = steps_of("inequality", *signs)
    board = board_of(*signs)
    assert {pair for pair in step.eliminations if pair[1] == 1} == {(0, 1), (40, 1), (70, 1)}
    assert len(step.eliminations) == 3 + 2 + 4
    assert reason_of(step, board) == [
        "r1c1, r5c5 and r8c8 each have a smaller neighbor, so none is 1.",
        "Each of these cells has a greater neighbor, so none is 9.",
    ]


def test_a_chain_of_signs_is_counted_from_its_end() -> None:
    signs = GreaterThan("r1c1 r1c2"), GreaterThan("r1c2 r1c3"), GreaterThan("r1c3 r2c3")
    board = board_of(*signs)
    up, down = steps_of("inequality", *signs)
    assert left(up, board, "r1c1") == (4, 5, 6, 7, 8, 9)
    assert left(down, board, "r2c3") == (1, 2, 3, 4, 5, 6)
    assert reason_of(up, board) == [
        "Counting up from r2c3, r1c3 is at least 2, r1c2 is at least 3, and r1c1 is at least 4."
    ]


def test_a_cell_above_several_cells_of_a_house_is_above_different_digits() -> None:
    signs = GreaterThan("r2c2 r1c2"), GreaterThan("r2c2 r2c1"), GreaterThan("r2c2 r3c2")
    board = board_of(*signs)
    (step,) = steps_of("inequality-count", *signs)
    assert left(step, board, "r2c2") == (4, 5, 6, 7, 8, 9)
    assert reason_of(step, board) == [
        "r2c2 is greater than r1c2, r2c1 and r3c2, which are different digits of box 1.",
        "There are three of them, so r2c2 is at least 4.",
    ]


def test_signs_in_a_circle_have_no_step_and_do_not_hang() -> None:
    signs = [GreaterThan(pair) for pair in ("r1c1 r1c2", "r1c2 r2c2", "r2c2 r2c1", "r2c1 r1c1")]
    assert steps_of("inequality", *signs) == []


def test_neither_1_nor_9_is_on_any_between_line() -> None:
    lines = Between("r1c1 r2c2 r3c3"), Between("r9c1 r9c2 r9c3 r9c4")
    first, *_ = steps_of("between-line", *lines)
    assert {*first.eliminations} == {(cell, digit) for cell in (10, 73, 74) for digit in (1, 9)}
    assert reason_of(first, board_of(*lines)) == [
        "Nothing is below 1 or above 9, so no cell between the ends is 1 or 9."
    ]


def test_a_digit_on_a_between_line_decides_the_order_of_the_ends() -> None:
    line = Between("r1c1 r2c2 r3c3 r4c4")
    digits = "2" + "." * 9 + "5" + "." * 70
    board = board_of(line, digits=digits)
    _, step = steps_of("between-line", line, digits=digits)
    assert left(step, board, "r4c4") == (6, 7, 8, 9)
    assert left(step, board, "r3c3") == (3, 4, 6, 7, 8)
    assert "r1c1 is 2 and r2c2 is 5, so r1c1 is the smaller end." in reason_of(step, board)


def test_the_ends_of_a_between_line_leave_room_for_different_digits() -> None:
    line = Between("r1c1 r2c1 r2c2 r2c3 r1c4")
    _, step = steps_of("between-line", line, digits="5" + "." * 80)
    board = board_of(line, digits="5" + "." * 80)
    assert left(step, board, "r1c4") == (1, 9)


@pytest.mark.parametrize(("value", "gone"), [(None, {5}), (5, {4, 5, 6}), (6, {3, 4, 5, 6, 7})])
def test_digits_between_all_ends_are_not_on_a_lockout_line(
    value: int | None, gone: set[int]
) -> None:
    line = Lockout("r1c1 r2c2 r3c3 r4c4", value)
    (step,) = steps_of("lockout-line", line)
    on_line = {digit for cell, digit in step.eliminations if cell in (10, 20)}
    assert on_line == gone


def test_the_ends_of_a_lockout_line_are_on_the_same_side_of_a_digit() -> None:
    line = Lockout("r1c1 r2c2 r3c3 r4c4")
    digits = "." * 10 + "4" + "." * 70
    steps = steps_of("lockout-line", line, digits=digits)
    board = board_of(line, digits=digits)
    assert left(steps[0], board, "r1c1") == (5, 6, 7, 8, 9)
    assert left(steps[0], board, "r4c4") == (5, 6, 7, 8, 9)
