"""Set equivalence theory, and the Phistomefel ring."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import Odd, Whisper
from pandoku.model import Step
from pandoku.techniques import explain_step, get_technique
from tests.techniques.rule_boards import board_with, lacking, step_of
from tests.techniques.sentences import false_claims

RING = [
    f"r{row}c{column}"
    for row in range(3, 8)
    for column in range(3, 8)
    if row in (3, 7) or column in (3, 7)
]
CORNERS = [f"r{row}c{column}" for row in (1, 2, 8, 9) for column in (1, 2, 8, 9)]


def board_without(candidates: Mapping[str, str]) -> Board:
    """Return an empty board without some candidates of some cells."""
    return lacking(board_with(Odd(["r5c5"])), dict(candidates))


def gone(step: Step) -> set[str]:
    geometry = Puzzle(9).geometry
    return {f"{geometry.name(cell)}-{digit}" for cell, digit in step.eliminations}


def test_the_ring_lacks_a_digit_that_the_corners_lack() -> None:
    board = board_without(dict.fromkeys(CORNERS, "5"))
    step, text = step_of("phistomefel-ring", board)
    assert gone(step) == {f"{cell}-5" for cell in RING}
    assert (
        "rows 3 and 7 and boxes 4 and 6 hold the same digits as columns 1, 2, 8 and 9"
        in text.lower()
    )
    assert "No cell of the corners can be 5, so no cell of the ring can be either." in text


def test_the_corners_take_the_even_digits_of_the_ring() -> None:
    even, odd = dict.fromkeys(RING[:8], "13579"), dict.fromkeys(CORNERS[:8], "2468")
    step, text = step_of("phistomefel-ring", board_without({**even, **odd}))
    assert gone(step) == {f"{cell}-{digit}" for cell in CORNERS[8:] for digit in "13579"} | {
        f"{cell}-{digit}" for cell in RING[8:] for digit in "2468"
    }
    assert "In the ring, eight cells hold an even digit: r3c3, " in text


def test_each_pair_of_a_whisper_on_the_ring_has_a_low_digit() -> None:
    whispers = (Whisper("r3c3 r3c4"), Whisper("r3c5 r3c6"))
    high = dict.fromkeys(CORNERS[2:], "1234")
    board = lacking(board_with(*whispers), {**high, **dict.fromkeys(RING[:4], "5")})
    step = next(iter(get_technique("phistomefel-ring").steps(board, 1)))
    *reason, _ = explain_step(step, board).full  # the conclusion takes long on an empty grid
    assert not [claim for sentence in reason for claim in false_claims(sentence, board)]
    text = " ".join(reason)
    assert "One of r3c3 and r3c4 holds 1, 2, 3 or 4, by the two-cell whisper at r3c3." in text
    assert "In the corners, only two cells can: r1c1 and r1c2." in text
    assert {name for name in gone(step) if name[-1] in "56789"} == {
        f"{cell}-{digit}" for cell in CORNERS[:2] for digit in "56789"
    }
    low = {name[:4] for name in gone(step) if name[-1] in "1234"}
    assert low == {*RING[4:]}


def test_two_columns_take_what_two_boxes_must_hold() -> None:
    low = [f"r{row}c1" for row in range(4, 10)]
    high = [f"r{row}c{column}" for row in range(4, 10) for column in (2, 3)][1:]
    board = board_without({**dict.fromkeys(low, "56789"), **dict.fromkeys(high, "1234")})
    step, text = step_of("set-equivalence", board)
    assert text.startswith("Boxes 4 and 7 hold the same digits as columns 2 and 3, and still do")
    assert "In the rest of columns 2 and 3, only six cells can: r1c2" in text
    assert {name[-1] for name in gone(step)} == set("56789")


@pytest.mark.parametrize("name", ["phistomefel-ring", "set-equivalence"])
def test_other_grids_have_no_steps(name: str) -> None:
    for order in (1, 4, 6):
        board = Board.start(Puzzle(order).with_(Odd([0])))
        assert list(get_technique(name).steps(board)) == []
