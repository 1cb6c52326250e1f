"""Whispers, odd and even cells, and lines whose classes of digits alternate."""

from __future__ import annotations

from pandoku import Board, Puzzle
from pandoku.constraints import (
    DigitGroups,
    Entropic,
    Even,
    Modular,
    Odd,
    PairRule,
    Parity,
    Whisper,
)
from pandoku.model import Constraint, Step, table_of
from pandoku.techniques import explain_step, get_technique


def board_of(*constraints: Constraint, **digits: int) -> Board:
    board = Board.start(Puzzle.sudoku("." * 81).with_(*constraints))
    for cell, digit in digits.items():
        board = board.place(cell, digit)
    return board


def steps_of(name: str, board: Board) -> list[Step]:
    return list(get_technique(name).steps(board))


def reason_of(step: Step, board: Board) -> list[str]:
    return [str(sentence) for sentence in explain_step(step, board).full[:-1]]


def test_digits_without_partners_leave_all_whispers_in_one_step() -> None:
    board = board_of(Whisper("r1c1 r1c2 r1c3"), Whisper("r5c5 r6c6 r7c5"), Whisper("r9c8 r9c9"))
    first, *_ = steps_of("whisper", board)
    fives = {cell for cell, digit in first.eliminations if digit == 5}
    assert fives == {0, 1, 2, 40, 50, 58, 79, 80}
    # The neighbors of r1c2 and of r6c6 see each other, so a second 9 or 1 has no place.
    others = {pair for pair in first.eliminations if pair[1] != 5}
    assert others == {(1, 4), (1, 6), (50, 4), (50, 6)}
    assert reason_of(first, board) == [
        "No 5 is on a whisper, because no digit differs from it by 5 or more.",
        "A 4 needs a 9 and a 6 needs a 1 on both sides, but the neighbors of r1c2 and r6c6 see "
        "each other.",
    ]


def test_every_digit_has_two_partners_on_a_dutch_whisper() -> None:
    board = board_of(Whisper("r1c1 r1c2 r1c3", 4))
    assert steps_of("whisper", board) == []
    assert steps_of("high-and-low", board.place("r1c1", 1)) == []


def test_a_digit_on_a_whisper_bounds_its_neighbors() -> None:
    board = board_of(Whisper("r1c1 r2c2 r3c3"), r2c2=7)
    board = board.after(steps_of("whisper", board)[0])
    step = next(each for each in steps_of("whisper", board) if each.facts.candidates)
    assert reason_of(step, board) == ["r2c2 is 7, so r1c1 and r3c3 are at most 2."]


def test_neighbors_that_see_each_other_need_two_partners() -> None:
    board = board_of(Whisper("r1c1 r1c2 r1c3"), r5c1=8, r5c3=9, r6c3=8, r6c1=9)
    board = board.eliminate("r1c1", 7).eliminate("r1c3", 7)
    reasons = [reason_of(each, board) for each in steps_of("whisper", board)]
    assert any("see each other" in text for texts in reasons for text in texts)


def test_low_and_high_digits_alternate_from_one_known_cell() -> None:
    board = board_of(Whisper("r1c1 r2c2 r3c3 r4c4 r5c5"), r3c3=2)
    (step,) = steps_of("high-and-low", board)
    after = board.after(step)
    assert after.candidates("r1c1") == (1, 3, 4)  # it is in the box of r3c3
    assert after.candidates("r2c2") == (6, 7, 8, 9)
    assert after.candidates("r5c5") == (1, 2, 3, 4)
    assert reason_of(step, board) == [
        "r3c3 is low (2).",
        "Along the line, low and high digits alternate, so r1c1 and r5c5 are low, and r2c2 and "
        "r4c4 are high.",
    ]


def test_whispers_that_share_a_cell_alternate_together() -> None:
    board = board_of(Whisper("r1c1 r2c2 r3c3"), Whisper("r3c3 r4c4 r5c5"), r1c1=1)
    (step,) = steps_of("high-and-low", board)
    after = board.after(step)
    assert after.candidates("r5c5") == (1, 2, 3, 4)
    assert after.candidates("r4c4") == (6, 7, 8, 9)


def test_a_symmetric_table_of_pairs_alternates_too() -> None:
    table = table_of(9, lambda a, b: (a < 4) != (b < 4))
    board = board_of(PairRule.of_masks("r1c1 r2c2 r3c3", table), r1c1=9)
    (step,) = steps_of("high-and-low", board)
    assert board.after(step).candidates("r2c2") == (1, 2, 3)
    ordered = PairRule.of_masks("r1c1 r2c2 r3c3", table_of(9, lambda a, b: a < b))
    assert steps_of("high-and-low", board_of(ordered, r1c1=8)) == []


def test_parity_alternates() -> None:
    board = board_of(Parity("r1c1 r2c2 r3c3 r4c4"), r2c2=3)
    (step,) = steps_of("parity-line", board)
    assert board.after(step).candidates("r4c4") == (1, 3, 5, 7, 9)
    assert board.after(step).candidates("r1c1") == (2, 4, 6, 8)


def test_two_classes_of_an_entropic_line_decide_the_third() -> None:
    board = board_of(Entropic("r1c1 r2c2 r3c3 r4c4 r5c5 r6c6"), r1c1=2, r5c5=9)
    (step,) = steps_of("entropic-line", board)
    after = board.after(step)
    assert after.candidates("r2c2") == (7, 8, 9)
    assert after.candidates("r3c3") == (4, 5, 6)
    assert after.candidates("r4c4") == (1, 2, 3)


def test_two_open_classes_of_two_positions_leave_the_third_class() -> None:
    board = board_of(Entropic("r1c1 r2c2 r3c3"))
    for cell in ("r1c1", "r2c2"):
        for digit in (7, 8, 9):
            board = board.eliminate(cell, digit)
    (step,) = steps_of("entropic-line", board)
    assert board.after(step).candidates("r3c3") == (7, 8, 9)


def test_remainders_and_groups_take_turns() -> None:
    board = board_of(Modular("r1c1 r2c2 r3c3 r4c4"), r1c1=1)
    (step,) = steps_of("modular-line", board)
    assert board.after(step).candidates("r4c4") == (1, 4, 7)
    groups = DigitGroups("r1c1 r2c2 r3c3", (0b11, 0b1100))
    (step,) = steps_of("digit-group-line", board_of(groups, r1c1=1))
    assert board_of(groups, r1c1=1).after(step).candidates("r2c2") == (3, 4)


def test_all_marked_cells_are_one_step() -> None:
    board = board_of(Odd("r1c1"), Odd("r5c5"), Even("r9c9"))
    step, *_ = steps_of("parity-cells", board)
    assert {cell for cell, _ in step.eliminations} == {0, 40, 80}
    assert reason_of(step, board) == [
        "r1c1 and r5c5 are odd: 1, 3, 5, 7 or 9.",
        "r9c9 is even: 2, 4, 6 or 8.",
    ]


def test_four_even_cells_of_a_row_leave_odd_digits_to_the_others() -> None:
    board = board_of(Even("r1c1 r1c3 r1c5 r1c7"))
    board = board.after(steps_of("parity-cells", board)[0])
    step = steps_of("parity-cells", board)[0]
    assert {cell for cell, _ in step.eliminations} == {1, 3, 5, 7, 8}
    assert reason_of(step, board) == [
        "Row 1 has four even digits (2, 4, 6 and 8), and r1c1, r1c3, r1c5 and r1c7 are even.",
        "So no other cell there is even.",
    ]


def test_a_wrong_board_has_no_step() -> None:
    lines = [
        Whisper("r1c1 r2c2 r3c3"),
        Parity("r1c4 r2c5 r3c6"),
        Entropic("r4c1 r5c2 r6c3"),
        Even("r9c9"),
    ]
    bare = Board(Puzzle.sudoku("." * 81).with_(*lines), (0,) * 81, (0,) * 81)
    wrong = board_of(*lines, r1c1=2, r2c2=3, r4c1=1, r5c2=2)
    for name in ("whisper", "high-and-low", "parity-line", "entropic-line", "class-count"):
        assert steps_of(name, bare) == []
        assert all(step.eliminations for step in steps_of(name, wrong))


def test_a_long_line_is_quick() -> None:
    row = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c9 r2c8 r2c7 r2c6 r2c5 r2c4 r2c3 r2c2 "
    row += "r2c1 r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9 r4c9 r4c8 r4c7 r4c6 r4c5 r4c4 r4c3 "
    row += "r4c2 r4c1"
    board = board_of(Entropic(row), r1c1=1, r2c8=9)
    assert len(steps_of("entropic-line", board)) == 1
