"""Slips: what somebody who makes an error would conclude, and why it is wrong."""

from __future__ import annotations

from pandoku.techniques import TECHNIQUES, Technique, example_of, practice_of, slips_on
from pandoku.words import Sentence
from tests.data import by_default
from tests.techniques.claims import is_true
from tests.together import together

_BOARDS = by_default(1, full=7)


@together("technique", [each for each in TECHNIQUES.values() if each.slips])
def test_a_slip_states_true_facts_and_concludes_what_no_step_concludes(
    technique: Technique,
) -> None:
    example = example_of(technique.name)
    assert example is not None
    for board in [each.board for each in (example, *practice_of(technique.name))][:_BOARDS]:
        steps = [*technique.steps(board, 500)]
        known = {pair for step in steps for pair in (*step.placements, *step.eliminations)}
        for _, found in slips_on(technique, board):
            pairs = {*found.placements, *found.eliminations}
            assert pairs
            assert not pairs & known
            assert all(not board.digits[c] and d in board.candidates(c) for c, d in pairs)
            assert isinstance(found.why, Sentence)
            assert found.why.claims
            wrong = [claim for claim in found.why.claims if not is_true(claim, board)]
            assert not wrong, (found.why, wrong)
