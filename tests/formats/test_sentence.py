"""Formats `sentence` and `gsf`: cells with other text around them."""

from __future__ import annotations

import pytest

from pandoku import Puzzle
from pandoku.errors import PandokuError
from pandoku.formats import Lines, dumps, items, loads, reads, sniff
from tests.data import EASY
from tests.formats.reading import error_of, shown


@pytest.mark.parametrize(
    "text",
    [
        f"My puzzle: {EASY} can you solve it?",
        f"Can you solve {EASY}.",
        f"I found this one today\n\n{EASY}\n\nin the paper",
        f"The hardest one ever is {EASY.replace('.', '0')}",
    ],
)
def test_cells_in_a_sentence_are_a_puzzle(text: str) -> None:
    (item,) = items(Lines.of(text))
    assert isinstance(item.value, Puzzle)
    assert item.value.givens == loads(EASY).givens
    assert item.note is not None
    assert "81 cells" in item.note
    assert "(format sentence)" in item.note


@pytest.mark.parametrize(
    "text",
    [
        f"My killer: {EASY} can you solve it?",
        f"A killer of mine\n{EASY}\ncan you solve it?",
        f"Look at this one\n{EASY}\nthe diagonal counts too",
    ],
)
def test_words_that_may_be_a_rule_are_refused(text: str) -> None:
    reason = error_of(text).reason
    assert reason.startswith(("expected words without a rule", "expected one puzzle, found 2"))


def test_no_puzzle_is_read_after_a_line_with_a_rule() -> None:
    (item,) = items(Lines.of(f"A killer of mine\n{EASY}\nthat is good"))
    assert isinstance(item.value, PandokuError)
    assert item.note is None


def test_a_row_of_cells_with_a_mistake_is_refused() -> None:
    text = f"First puzzle is {EASY}\nand the other is {EASY[:-1]}\n"
    good, bad = shown(text, None)
    assert good.startswith("1: 9x9")
    assert "81, 36 or 16 digits" in bad


def test_words_and_numbers_without_cells_are_no_sentence() -> None:
    with pytest.raises(PandokuError):
        loads("call me at 0123 4567 8901 2345 in the evening")


def test_the_fields_of_a_gsf_line_are_kept() -> None:
    line = f"18,3,2,10,{EASY},a note,11\n"
    assert sniff(Lines.of(line)).name == "gsf"
    puzzle = loads(line)
    assert puzzle.givens == loads(EASY).givens
    assert puzzle.extra["gsf"] == ("18", "3", "2", "10", "a note", "11")
    assert dumps(puzzle, "gsf") == line.replace(EASY, EASY.replace("0", "."))
    assert [each.givens for each in reads(line + line)] == [puzzle.givens] * 2


def test_a_gsf_line_with_too_few_fields_is_refused() -> None:
    assert error_of(f"1,2,3,4,{EASY}", "gsf").reason.endswith("7 fields, found 5")
