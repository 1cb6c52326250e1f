"""Lists of constraints as people type them, and the messages for lists that are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from pandoku import WishError
from pandoku.generation import placeable, wishes_of


def read(value: Any) -> str:
    return ", ".join(map(str, wishes_of(constraints=value).mix))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("thermo 4", "thermometer 4"),
        ("4x thermo", "thermometer 4"),
        ("thermo x4", "thermometer 4"),
        ("thermo: 4", "thermometer 4"),
        ("thermometer=4", "thermometer 4"),
        ("thermo (4)", "thermometer 4"),
        ("Thermo 3-5", "thermometer 3..5"),
        ("3 to 5 thermos", "thermometer 3..5"),
        ("thermo 3..", "thermometer 3.."),
        ("3.. thermos", "thermometer 3.."),
        ("thermo 4 and arrow 2", "arrow 2, thermometer 4"),
        ("thermo + arrow", "arrow, thermometer"),
        ("thermo & kropki", "difference, ratio, thermometer"),
        ("X and V", "sum-mark"),
        ("evens and odds", "even-cell, odd-cell"),
        ("odd/even", "even-cell, odd-cell"),
        ("all dots", "difference all, ratio all"),
        ("sandwich clues", "sandwich"),
        ("sandwiches 3", "sandwich 3"),
        ("inequalities", "inequality"),
        ("killer cages", "cage"),
        ("german whispers line 3", "whisper-line 3"),
        ("antiknight, thermo", "anti-knight, thermometer"),
        ("nonconsecutive, thermo", "no-difference, thermometer"),
        ("dutch whispers 2, german whisper", "dutch-whispers 2, whisper-line"),
        ("3 x, 2 v", "v 2, x 3"),
        ("4 x-sum, 3 xv", "sum-mark 3, x-sum 4"),
        ("10 line, chinese whisper", "chinese-whispers, sum-line"),
        ("all dots given", "difference all, ratio all"),
        ({"arrow": 3, "thermo": None}, "arrow 3, thermometer"),
        ({"dots": "2..3"}, "difference 2..3, ratio 2..3"),
        ({"dots": (2, 3)}, "difference 2..3, ratio 2..3"),
        ({"xv": "all"}, "sum-mark all"),
        (["thermo 4", "arrow"], "arrow, thermometer 4"),
    ],
)
def test_what_people_type_is_understood(typed: Any, found: str) -> None:
    assert read(typed) == found


def test_every_name_is_read_with_a_plural_and_a_number() -> None:
    for name, proposer in placeable().items():
        if proposer.form != "grid":
            assert read(f"{name}s 2") == read({name: 2}) == f"{name} 2"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "candidates 4, thermo",
            "a line such as 'candidates 1 2 r1c1' below a grid in a file",
        ),
        ("given candidates", "given candidates belong to the grid"),
        ("diagonals, thermo", "which is a kind of grid; ask for the kind 'diagonal'"),
        ("jigsaw, thermo", "ask for the kind 'jigsaw'"),
        ("windoku", "ask for the kind 'windoku'"),
        ("disjoint groups", "ask for the kind 'disjoint-groups'"),
        ("kropki, negative constraint", "as in 'dots all'"),
        ("kropki with negative", "as in 'dots all'"),
        ("arrow 0", "expected 1 to 144 constraints of a kind, the lower number first"),
        ("arrow 5..3", "expected 1 to 144 constraints of a kind, the lower number first"),
        ("arrow 1000000", "expected 1 to 144 constraints"),
        ("arrow all", "there is no 'all' for arrow; difference, ratio and sum-mark can have it"),
        ("thermo, thermometer", "found thermometer twice"),
        ("thermometr", "try thermometer"),
        ("fog", "expected a constraint that puzzles are made with, found fog"),
        ({"arrow": 2.5}, "a range such as '3..6' or 'all' for arrow, found 2.5"),
        ({"arrow": True}, "for arrow, found True"),
        (["arrow", 3], "a number belongs to a name, as in 'arrow 3'"),
        ({}, "expected a list of constraints"),
        (3, "expected a list of constraints"),
    ],
)
def test_a_wrong_list_gets_one_message(typed: Any, message: str) -> None:
    with pytest.raises(WishError) as caught:
        read(typed)
    assert message in str(caught.value)
