"""Rule trials: what their sentences say of sight, and where they end."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import AntiKnight, Thermometer
from pandoku.model import Facts, Step
from pandoku.techniques import example_board, explain_step, get_technique

TRIAL = get_technique("rule-trial")
BOARD = (
    "+4+1.....+3.....2.....4..5..5..4..+6+4.3. ratio:r1c1r1c2:4 "
    "arrow:r4c4r4c3:r3c4r3c3r2c4r1c4r2c5 r1c4-2 r1c6-2 r2c4-2 r2c6-2 r4c4-36"
)


def told(branch: tuple[Step, ...], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the sentences of a trial that supposes the first placement of a branch."""
    start = branch[0].placements[0]
    facts = Facts(candidates=((*start, "source"),), branches=(branch,))
    step = Step("rule-trial", eliminations=(start,), facts=facts)
    return explain_step(step, Board.start(puzzle)).full


def test_a_trial_says_what_sight_strikes() -> None:
    board = example_board(BOARD)
    step = next(TRIAL.steps(board))
    assert TRIAL.explain(step, board).full[:3] == (
        "1. Suppose r3c4 is 1.",
        "2. r4c4, which sees it, is 2, so r2c5 is 6, by the arrow with its pill at r4c4.",
        "Now column 5 has no place left for 1: not r2c5 (see 2); not r3c5, because r3c4 in row "
        "3 is (see 1).",
    )


@pytest.mark.turns(3)
def test_trials_that_end_alike_at_a_rule_without_a_way_are_one_step() -> None:
    board = Board.start(Puzzle(9).with_(Thermometer("r9c7 r8c7 r7c6")))
    step = next(step for step in TRIAL.steps(board) if (69, 9) in step.eliminations)  # r8c7
    told = TRIAL.explain(step, board)
    assert told.full == (
        "1. Suppose r8c7 is 1.",
        "2. Now the three-cell thermometer at r9c7 (see 1) has no way left.",
        "3. Suppose r8c7 is 9.",
        "4. Now the three-cell thermometer at r9c7 (see 3) has no way left.",
        "Neither can be.",
        "So remove 1 and 9 from r8c7.",
    )
    assert "if r8c7 is 1 or 9" in told.heading


def test_trials_of_one_digit_in_several_cells_are_one_step() -> None:
    starts = ((0, 5), (1, 5))
    branches = tuple((Step("assumption", placements=(start,)),) for start in starts)
    marked = tuple((*start, "source") for start in starts)
    step = Step("rule-trial", (), starts, Facts(candidates=marked, branches=branches))
    assert "if r1c1 or r1c2 is 5" in explain_step(step, Board.start(Puzzle(9))).heading


def test_cells_may_see_a_digit_by_a_rule_and_what_is_left_is_said_shortly() -> None:
    puzzle = Puzzle(9).with_(Thermometer("r1c1 r2c2 r3c3"), AntiKnight())
    first = Step("assumption", placements=((19, 9),))  # r3c2, a knight's move from r1c1
    rule = Step(
        "rule",
        eliminations=((10, 8),),
        facts=Facts(candidates=((20, 9, "off"),), constraints=(0,)),
    )
    assert told((first, rule), puzzle)[:2] == (
        "1. Suppose r3c2 is 9.",
        "2. r3c3, which sees it, is at most 8, so r2c2 is not 8, by the three-cell thermometer at "
        "r1c1.",
    )
