"""Reasons that name the clue, and the digits that were out before the step."""

from __future__ import annotations

import pytest

from pandoku.constraints import Arrow, Renban, Sandwich, Skyscraper, Whisper, XSum
from pandoku.model import Constraint
from tests.techniques.rule_boards import board_with, lacking, step_of


@pytest.mark.parametrize(
    ("technique", "constraint", "givens", "gone", "expected"),
    [
        (
            "sum-bounds",
            Arrow("r1c1", "r2c1 r3c1 r2c2"),
            {"r1c5": 7, "r1c6": 8, "r5c1": 6},
            {},
            "So only 9 is left at r1c1, which sees 6, 7 and 8",
        ),
        (
            "whisper",
            Whisper("r4c1 r4c2 r4c3"),
            {"r8c1": 1, "r2c3": 1},
            {"r4c1": "5", "r4c2": "456", "r4c3": "5"},
            "Next to 7, both r4c1 and r4c3 would be 2 (neither can be 1), but they see each other.",
        ),
        ("sandwich-crusts", Sandwich("r1c1", "R", 33), {}, {}, "For the 33 left of row 1, six"),
        ("x-sums", XSum("r1c1", "R", 5), {}, {}, "too much for the 5 left of row 1: "),
        ("x-sums", XSum("r1c1", "R", 5), {"r1c1": 2}, {}, "For the 5 left of row 1, with 2 at"),
        ("skyscraper-clue", Skyscraper("r1c1", "R", 1), {}, {}, "The 1 left of row 1 sees only"),
        (
            "renban",
            Renban("r1c1 r1c2 r1c3 r1c4"),
            {"r1c7": 1, "r1c8": 8, "r1c9": 9},
            {"r1c1": "4", "r1c2": "4", "r1c3": "4"},
            "can be 1, 8 or 9. So it holds 2 to 5, 3 to 6 or 4 to 7, in each case with 4.",
        ),
    ],
)
def test_a_reason_names_its_clue_and_what_was_out_before(
    technique: str,
    constraint: Constraint,
    givens: dict[str, int],
    gone: dict[str, str],
    expected: str,
) -> None:
    _, text = step_of(technique, lacking(board_with(constraint, givens=givens), gone))
    assert expected in text
