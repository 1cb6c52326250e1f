"""Dots and XV marks: partners, chains, and neighbors without a mark."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import (
    RULES,
    XV,
    Difference,
    NoDifference,
    NoRatio,
    NoXV,
    Ratio,
)
from pandoku.logic import explain
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed

DOTS = ("dot-partners", "no-dot", "dot-chain")


def steps_of(name: str, board: Board) -> list[Step]:
    return list(TECHNIQUES[name].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def board_with(*constraints: Constraint, digits: dict[int, int] | None = None) -> Board:
    cells = [0] * 81
    for cell, digit in (digits or {}).items():
        cells[cell] = digit
    return Board.start(Puzzle(9).with_(*constraints), cells)


@pytest.mark.parametrize(
    ("mark", "digits", "reason"),
    [
        (Ratio("r1c1 r1c2"), {5, 7, 9}, "5, 7 and 9 have no half and no double among 1 to 9."),
        (Ratio("r1c1 r1c2", 3), {4, 5, 7, 8}, "4, 5, 7 and 8 have no third and no"),
        (Ratio("r1c1 r1c2", 5), {2, 3, 4, 6, 7, 8, 9}, "2, 3, 4, 6, 7, 8 and 9 have"),
        (Difference("r1c1 r1c2", 5), {5}, "No digit from 1 to 9 differs from 5 by 5."),
        (XV("r1c1 r1c2"), {5}, "10 as 5 + 5 would repeat the 5 in a row or column."),
        (XV("r1c1 r1c2", 5), {5, 6, 7, 8, 9}, "5, 6, 7, 8 and 9 are too large for a sum of 5."),
        (XV("r1c1 r1c2", 15), {1, 2, 3, 4, 5}, "1, 2, 3, 4 and 5 are too small for a sum of 15."),
        (XV("r1c1 r1c2", 4), {2, 4, 5, 6, 7, 8, 9}, "4, 5, 6, 7, 8 and 9 are too large for a"),
    ],
)
def test_a_digit_without_a_partner_is_on_no_mark(
    mark: Constraint, digits: set[int], reason: str
) -> None:
    board = board_with(mark)
    (step,) = steps_of("dot-partners", board)
    assert {*step.eliminations} == {(cell, digit) for cell in (0, 1) for digit in digits}
    assert told(step, board)[0].startswith(reason)


def test_all_marks_of_a_kind_are_one_step() -> None:
    board = board_with(
        Ratio("r1c1 r1c2"), Ratio("r5c5 r5c6"), Ratio("r8c8 r9c8", 3), XV("r1c5 r2c5")
    )
    steps = steps_of("dot-partners", board)
    assert [len({cell for cell, _ in step.eliminations}) for step in steps] == [4, 2, 2]


def test_a_placed_digit_leaves_its_partners() -> None:
    board = board_with(Difference("r1c1 r1c2"), Difference("r1c1 r2c1"), digits={0: 4})
    (step,) = steps_of("dot-partners", board)
    assert told(step, board) == ["r1c1 is 4, so r1c2 and r2c1 can only be 3 or 5."]


def test_a_missing_partner_is_named() -> None:
    start = board_with(Difference("r1c1 r1c2"))
    board = start.eliminate("r1c1", 2).eliminate("r1c1", 8)
    (step,) = steps_of("dot-partners", board)
    assert {*step.eliminations} == {(1, 1), (1, 9)}
    assert told(step, board) == ["r1c1 is neither 2 nor 8, so r1c2 is not 1 or 9."]


def test_digits_of_many_dots_share_a_sentence() -> None:
    dots = [Difference(f"r{row}c1 r{row}c2") for row in (1, 3, 5, 7)]
    board = board_with(*dots)
    for row in (1, 3, 5, 7):
        board = board.eliminate(f"r{row}c1", 2)
    (step,) = steps_of("dot-partners", board)
    assert told(step, board) == [
        "A 1 needs a 2 across the white dot: r1c2, r3c2, r5c2 and r7c2 have none."
    ]


def test_dots_are_followed_from_cell_to_cell() -> None:
    board = board_with(Difference("r1c1 r1c2"), Difference("r1c2 r1c3"), digits={0: 9})
    (step,) = steps_of("dot-partners", board)
    assert step.placements == ((1, 8), (2, 7))
    assert told(step, board) == ["r1c1 is 9, so r1c2 is 8, so r1c3 is 7."]


def test_a_walk_goes_on_in_a_sentence_of_its_own_if_more_is_needed() -> None:
    board = board_with(Difference("r1c1 r1c2"), Difference("r1c2 r2c2"), digits={0: 3})
    board = board.eliminate("r2c2", 1)
    (step,) = steps_of("dot-partners", board)
    assert told(step, board) == [
        "r1c1 is 3, so r1c2 can only be 2 or 4.",
        "r2c2 is neither 1 nor 3, so r1c2 is not 2.",
        "Then r1c2 is 4, so r2c2 is 5.",
    ]


def test_a_step_that_leaves_one_digit_places_it() -> None:
    board = board_with(Ratio("r1c1 r1c2"), digits={0: 3})
    for digit in (5, 7, 9):
        board = board.eliminate("r1c2", digit)
    (step,) = steps_of("dot-partners", board)
    assert (step.placements, step.eliminations) == (((1, 6),), ())
    assert told(step, board) == ["r1c1 is 3."]  # the conclusion follows, and is said once
    words = TECHNIQUES["dot-partners"].explain(step, board)
    assert (words.full[-1], words.short) == ("So r1c2 is 6.", "r1c1 is 3, so r1c2 is 6")


def test_a_digit_that_the_reason_does_not_name_is_left() -> None:
    board = board_with(NoDifference(), digits={0: 4})
    for digit in (1, 2, 4, 6, 7, 8):
        board = board.eliminate("r1c2", digit)
    for digit in (3, 5):
        board = board.eliminate("r2c1", digit)
    board = board.eliminate("r1c2", 5)
    (step,) = steps_of("no-dot", board)
    assert step.placements == ((1, 9),)
    assert TECHNIQUES["no-dot"].explain(step, board).full[-1] == "So only 9 is left at r1c2."


def test_three_cells_on_black_dots_are_a_set() -> None:
    board = board_with(Ratio("r1c1 r1c2"), Ratio("r1c2 r1c3"))
    (step,) = [each for each in steps_of("dot-chain", board) if len(each.facts.cells) == 3]
    reason = told(step, board)
    assert (
        reason[0] == "r1c1, r1c2 and r1c3 are on two black dots: 1 2 4 or 2 4 8, either way round."
    )
    assert reason[1:] == [
        "Row 1 and box 1 have their 2 at r1c1, r1c2 or r1c3.",
        "Row 1 and box 1 have their 4 at r1c1, r1c2 or r1c3.",
    ] or reason[1:] == ["Row 1 and box 1 have their 2 and 4 at r1c1, r1c2 and r1c3."]
    outside = {cell for cell, digit in step.eliminations if digit == 2} - {0, 1, 2}
    assert outside == {9, 10, 11, 18, 19, 20, *range(3, 9)}


def test_a_chain_across_boxes_is_seen_by_its_line_only() -> None:
    board = board_with(Ratio("r1c3 r1c4"), Ratio("r1c4 r1c5"))
    (step,) = [each for each in steps_of("dot-chain", board) if len(each.facts.cells) == 3]
    assert {cell for cell, digit in step.eliminations if digit == 4} <= {*range(9)}


@pytest.mark.parametrize(
    ("rule", "gone", "reason"),
    [
        (NoDifference(), {3, 5}, "r5c5 is 4: without a dot to it, r4c5, r5c4, r5c6 and r6c5"),
        (NoRatio(), {2, 8}, "r5c5 is 4: without a dot to it, r4c5, r5c4, r5c6 and r6c5"),
        (NoXV(), {1, 6}, "r5c5 is 4: without a mark to it, r4c5, r5c4, r5c6 and r6c5"),
    ],
)  # fmt: skip
def test_neighbors_without_a_mark(rule: Constraint, gone: set[int], reason: str) -> None:
    board = board_with(rule, digits={40: 4})
    (step,) = steps_of("no-dot", board)
    assert {*step.eliminations} == {(cell, digit) for cell in (31, 39, 41, 49) for digit in gone}
    assert told(step, board)[0].startswith(reason)


def test_a_dot_exempts_its_neighbors() -> None:
    board = board_with(NoDifference(), Difference("r5c5 r5c6"), digits={40: 4})
    (step,) = steps_of("no-dot", board)
    assert 41 not in {cell for cell, _ in step.eliminations}


def test_two_candidates_may_share_a_digit_that_needs_a_dot() -> None:
    board = board_with(NoDifference())
    for digit in (1, 2, 4, 6, 7, 8, 9):
        board = board.eliminate("r5c5", digit)
    (step,) = steps_of("no-dot", board)
    assert {*step.eliminations} == {(cell, 4) for cell in (31, 39, 41, 49)}
    assert "either way, without a dot to it" in told(step, board)[0]


def test_many_placed_digits_are_one_step() -> None:
    digits = {0: 1, 4: 5, 8: 9, 40: 4, 72: 7, 80: 3}
    board = board_with(NoDifference(), digits=digits)
    (step,) = steps_of("no-dot", board)
    assert told(step, board) == [
        "Each of the 6 placed digits rules out digits beside it, where there is no dot."
    ]


@pytest.mark.parametrize("name", DOTS)
def test_wrong_and_crowded_boards_do_no_harm(name: str) -> None:
    pairs = [(c, c + 1) for c in range(81) if c % 9 < 8] + [(c, c + 9) for c in range(72)]
    crowded = board_with(*(Difference(pair) for pair in pairs), NoDifference(), NoRatio())
    steps_of(name, crowded)
    broken = board_with(Ratio("r1c1 r1c2"), Ratio("r1c2 r1c3"), digits={0: 5, 1: 7})
    for step in steps_of(name, broken):
        TECHNIQUES[name].explain(step, broken)


@pytest.mark.parametrize("kind", ["difference", "ratio", "sum-mark", "no-difference", "no-ratio"])
def test_steps_of_examples_keep_the_solution(kind: str) -> None:
    path = explain(RULES[kind].example, debug=True)
    named = [step.technique for step in path.steps]
    assert any(name in DOTS for name in named)
    assert _is_kept(path.steps, RULES[kind].example)


def _is_kept(steps: Sequence[Step], puzzle: Puzzle) -> bool:
    assert puzzle.solution is not None
    solution = puzzle.solution
    return all(solution[cell] != digit for step in steps for cell, digit in step.eliminations)
