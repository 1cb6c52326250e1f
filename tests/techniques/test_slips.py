"""Slips: what somebody who makes an error would conclude, and why it is wrong."""

from __future__ import annotations

import pytest

from pandoku.lessons import lesson_of
from pandoku.logic import uniqueness_of
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import (
    TECHNIQUES,
    Technique,
    example_of,
    get_technique,
    practice_of,
    slip_boards,
    slips_on,
)
from pandoku.words import Sentence
from tests.data import by_default
from tests.techniques.claims import is_true
from tests.together import together

_BOARDS = by_default(1, full=7)


_WITH_SLIPS = [each for each in TECHNIQUES.values() if each.slips]


@pytest.mark.turns(3)
@together("technique", _WITH_SLIPS)
def test_a_slip_states_true_facts_and_concludes_what_no_step_concludes(
    technique: Technique,
) -> None:
    example = example_of(technique.name)
    assert example is not None
    for board in [each.board for each in (example, *practice_of(technique.name))][:_BOARDS]:
        steps = [*technique.steps(board, 500)]
        placed = {pair for step in steps for pair in step.placements}
        gone = {pair for step in steps for pair in step.eliminations}
        for _, found in slips_on(technique, board):
            pairs = {*found.placements, *found.eliminations}
            assert pairs
            assert placed.isdisjoint(found.placements)
            assert gone.isdisjoint(found.eliminations)
            assert all(not board.digits[c] and d in board.candidates(c) for c, d in pairs)
            assert isinstance(found.why, Sentence)
            assert found.why.claims
            wrong = [claim for claim in found.why.claims if not is_true(claim, board)]
            assert not wrong, (found.why, wrong)


@pytest.mark.turns(3)
@together("technique", _WITH_SLIPS)
def test_each_slip_has_a_board_where_its_conclusion_is_false(technique: Technique) -> None:
    assert [*slip_boards(technique.name)] == [*range(len(technique.slips))]
    for number, board in slip_boards(technique.name).items():
        solution = uniqueness_of(board.puzzle).solution
        assert solution is not None
        _, shown = next(slips_on(technique, board, [technique.slips[number]]))
        assert isinstance(shown.why, Sentence)
        assert all(is_true(claim, board) for claim in shown.why.claims)
        removed = any(solution[cell] == digit for cell, digit in shown.eliminations)
        assert removed or any(solution[cell] != digit for cell, digit in shown.placements)


def test_every_technique_for_constraints_has_different_slips() -> None:
    for technique in TECHNIQUES.values():
        if "constraints" in technique.needs:
            texts = [slip.text for slip in technique.slips]
            assert texts, technique.name
            assert len({*texts}) == len(texts), technique.name


def test_a_rule_that_is_misread_is_corrected() -> None:
    board = Board.start(Puzzle(4).with_("thermometer r1c1 r1c2"))
    wrong_end = get_technique("thermometer").slips[:1]
    _, found = next(slips_on(get_technique("thermometer"), board, wrong_end))
    assert found.why == (
        "Digits grow from the bulb, not towards it. The two-cell thermometer at r1c1 can have 1 at "
        "r1c1 and 2 at r1c2."
    )
    assert found.eliminations == ((0, 1),)


def test_the_digits_of_a_long_rule_are_told_in_its_own_order() -> None:
    board = Board.start(Puzzle(9).with_("thermometer r5c1 r4c1 r3c1 r2c1 r1c1"))
    wrong_end = get_technique("thermometer").slips[:1]
    _, found = next(slips_on(get_technique("thermometer"), board, wrong_end))
    assert found.why.endswith("can have 1 2 3 4 5 in its cells from r5c1 to r1c1.")


def test_a_lesson_shows_slips() -> None:
    four_boxes, *_ = lesson_of("unique-rectangle-1").slips
    assert four_boxes.text == "A rectangle in four boxes is taken to be deadly."
    assert four_boxes.why.startswith("The corners are in four boxes, boxes 1, ")
    assert len(four_boxes.cells) == 4


def test_all_techniques_without_rules_of_variants_have_slips() -> None:
    without = [
        each.name
        for each in TECHNIQUES.values()
        if not each.slips and "constraints" not in each.needs
    ]
    assert not without
    for each in _WITH_SLIPS:
        assert len({slip.text for slip in each.slips}) == len(each.slips), each.name


def test_slips_leave_out_the_conclusions_of_the_steps_that_the_caller_knows() -> None:
    technique = TECHNIQUES["x-wing"]
    board = slip_boards("x-wing")[0]
    _, found = next(slips_on(technique, board))
    known = Step("x-wing", eliminations=found.eliminations)
    left = [each.eliminations for _, each in slips_on(technique, board, steps=[known])]
    assert all({*known.eliminations}.isdisjoint(pairs) for pairs in left)
    placing = Step("x-wing", found.eliminations)
    left = [each.eliminations for _, each in slips_on(technique, board, steps=[placing])]
    assert any({*known.eliminations} <= {*pairs} for pairs in left)
