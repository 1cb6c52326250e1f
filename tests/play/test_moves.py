"""A move is a value with a text form."""

from __future__ import annotations

import pytest

from pandoku import FormatError
from pandoku.play import Edit, Move, parse_move
from tests.together import together

TEXTS = {
    "digit 5 r1c1; corner -5 r1c2 r4c1": Move(
        "edit", (Edit("digit", 5, (0,)), Edit("corner", -5, (1, 27)))
    ),
    "corner +5 r1c1 r1c2": Move("edit", (Edit("corner", 5, (0, 1)),)),
    "center -3 r4c4": Move("edit", (Edit("center", -3, (30,)),)),
    "color 0 r1c1": Move("edit", (Edit("color", 0, (0,)),)),
    "digit 0 r9c9": Move("edit", (Edit("digit", 0, (80,)),)),
    "undo": Move("undo", number=1),
    "undo 4": Move("undo", number=4),
    "redo": Move("redo", number=1),
    "rewind 4": Move("rewind", number=4),
    "checkpoint before the guess": Move("checkpoint", name="before the guess"),
    "return before the guess": Move("return", name="before the guess"),
    "checkpoint undo 4; # x": Move("checkpoint", name="undo 4; # x"),
    "hint 0": Move("hint", number=0),
    "hint 1": Move("hint", number=1),
    "hint 3 naked-pair": Move("hint", number=3, name="naked-pair"),
    "check": Move("check"),
    "reveal digit 5 r1c1; digit 6 r1c2": Move(
        "reveal", (Edit("digit", 5, (0,)), Edit("digit", 6, (1,)))
    ),
}


@together("text", TEXTS)
def test_a_move_and_its_text_are_the_same_thing(text: str) -> None:
    assert parse_move(9, text) == TEXTS[text]
    assert TEXTS[text].text(9) == text


def test_a_text_may_be_less_regular_than_what_is_written() -> None:
    move = parse_move(9, "  corner  5   r2c1 r1c1  r1c1 ;digit 0 r1c1 ")
    assert move.text(9) == "corner +5 r1c1 r2c1; digit 0 r1c1"


def test_numbers_and_cells_of_large_orders_are_written_in_full() -> None:
    text = "digit 36 r36c36; center +10 r9c10"
    assert parse_move(36, text).text(36) == text


@together(
    "text, column, message",
    [
        ("", 1, r"expected a move \(digit, .*, reveal\), found ''"),
        ("digt 5 r1c1", 1, "found 'digt'; .*'digit'"),
        ("edit digit 5 r1c1", 1, "found 'edit'"),
        ("digit", 6, r"digit 1\.\.9, .*found"),
        ("digit 10 r1c1", 7, r"digit 1\.\.9, .*found '10'"),
        ("digit -1 r1c1", 7, "found '-1'"),
        ("digit ٣ r1c1", 7, "found '٣'"),
        ("center +99999999999999 r1c1", 8, r"center mark \+1\.\.\+9, .*found '\+9999"),
        ("color -10 r1c1", 7, r"color \+1\.\.\+9, -1\.\.-9 .*'-10'"),
        ("digit 5", 8, r"cell r1c1\.\.r9c9"),
        ("digit 5 r1c1 r1c10", 14, r"r1c1\.\.r9c9, found 'r1c10'"),
        ("digit 5 r1c1; ink 5 r1c1", 15, r"layer \(digit, .*found 'ink'"),
        ("digit 5 r1c1;", 14, "layer"),
        ("digit 5 r1c1;" * 1000, 1, "1000 edits, found 1001"),
        ("reveal", 7, "layer"),
        ("undo 0", 6, r"1\.\.999999, found '0'"),
        ("undo x", 6, r"1\.\.999999, found 'x'"),
        ("undo 1 2", 6, r"1\.\.999999, found '1 2'"),
        ("redo " + "9" * 5000, 6, r"1\.\.999999, found '999"),
        ("hint", 5, r"0\.\.5, found"),
        ("hint 6", 6, r"0\.\.5, found '6'"),
        ("check it", 7, "after 'check', found 'it'"),
        ("checkpoint", 11, "name .*found none"),
        ("return " + "x" * 81, 8, "name .* 80 characters, found 81"),
        ("checkpoint a\x1b[2J", 12, "name .*printable"),
    ],
)
def test_a_text_that_is_no_move_is_refused_with_its_column(
    text: str, column: int, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse_move(9, text)
    assert (caught.value.column, caught.value.text) == (column, text)
