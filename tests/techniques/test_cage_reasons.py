"""Sentences about a cage name the reason, not an earlier step or a long list."""

from __future__ import annotations

import pytest

from pandoku.logic import explain
from tests.techniques.sentences import false_claims, unnamed

FIRST = "6:a__b_a3_4a_5a_c_aabaab__a_b_aa_,a14d3m60m5d2m60a8a12a7s2a7a17s3"
SECOND = "6:_aa_b__a_aa__a_c_caa_3a_3a_a_a_a3__,a9d3a13s3m12m6s2s1m16s4a10m120s2m36"


@pytest.mark.parametrize(
    ("puzzle", "wanted"),
    [
        (FIRST, "3 at r2c3 would need 1 at r1c3, but the 5× cage at r1c5 has its 1 in row 1."),
        (FIRST, "4 + 5 = 9 is too much, so there it can hold at most one of 4 and 5."),
        (
            SECOND,
            "With 4 and 5 there, the other two would have to multiply to 6: 1 6 or 2 3, but 1 6 is "
            "out, as r6c1 would be 1 and r6c2 cannot be 6; 2 3 is out, as r6c1 is 1, 4 or 5. So "
            "there it can hold at most one of 4 and 5.",
        ),
    ],
    ids=["a partner is in another cage", "a sum is too large", "a long reason is a sentence"],
)
def test_a_sentence_names_the_reason(puzzle: str, wanted: str) -> None:
    told = [(each.board, s) for each in explain(puzzle) for s in each.explanation.full]
    ((board, sentence),) = (pair for pair in told if str(pair[1]) == wanted)
    assert false_claims(sentence, board) == []
    assert unnamed(sentence, board.puzzle) == []
