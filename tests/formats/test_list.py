from __future__ import annotations

import json
import re

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, loads
from pandoku.model import Geometry, Puzzle
from tests.in_full import in_full
from tests.together import together

EXAMPLE = get_format("list").example
PUZZLE = loads(EXAMPLE)


def test_a_list_of_lists_is_a_puzzle() -> None:
    assert PUZZLE.geometry == Geometry(4, (2, 2))
    assert PUZZLE.givens == (0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 0)


@together(
    "text",
    [
        json.dumps(json.loads(EXAMPLE), indent=2),
        EXAMPLE.replace("], ", "],\n "),
        EXAMPLE.replace(",", ""),  # as NumPy prints
        EXAMPLE.replace("[", "(").replace("]", ")"),
        EXAMPLE.replace("0", "None"),
        EXAMPLE.replace("0", "null"),
        EXAMPLE.replace("0", "'.'"),
        EXAMPLE.replace("0", '""').replace("3", '"3"'),
        f"# a list\n{EXAMPLE.strip()}  # four",
    ],
)
def test_every_spelling_of_the_list_is_read(text: str) -> None:
    assert in_full(loads(text)) == in_full(PUZZLE)


def test_lists_follow_each_other_on_one_line_or_many() -> None:
    text = EXAMPLE.strip() + EXAMPLE + json.dumps(json.loads(EXAMPLE), indent=1) + "\n" + EXAMPLE
    assert in_full([item.value for item in items(Lines.of(text))]) == in_full([PUZZLE] * 4)


def test_it_writes_a_literal_of_python_and_json() -> None:
    assert dumps(PUZZLE, "list") == EXAMPLE


@together(
    "text, column, found",
    [
        ("[[1, __import__('os').system('true')], [2, 1]]", 6, "__import__("),
        ("[__import__('os').system('true')]", 2, "__import__("),
        ("[[0 for c in range(9)] for r in range(9)]", 5, "for c in"),
        ("[[1, 2], [2, 1]] + x", 18, "+ x"),
        ("[[1, -2], [2, 1]]", 6, "-2"),
        ("[[1.5, 2], [2, 1]]", 4, ".5"),
    ],
)
def test_code_is_shown_and_never_run(text: str, column: int, found: str) -> None:
    place = f"line 1, column {column}: expected "
    with pytest.raises(FormatError, match=f"{place}.*, found .*{re.escape(found)}"):
        list_of(text)


def list_of(text: str) -> list[Puzzle]:
    """Return the puzzles of a text, raising the first error among them."""
    found = [item.value for item in items(Lines.of(text), "list")]
    for value in found:
        if not isinstance(value, Puzzle):
            raise value
    return [value for value in found if isinstance(value, Puzzle)]


def test_a_hundred_thousand_brackets_are_one_error() -> None:
    with pytest.raises(FormatError, match="column 3: expected a number"):
        loads("[" * 100_000, format="list")


@together(
    "text, reason",
    [
        ("[]", "expected rows, found an empty list"),
        ("[[1, 2], [2]]", "column 10: expected a row of 2 cells, found 1"),
        ("[[1, 2],\n [2, 3]]", "line 2, column 6: expected a digit 1-2, or 0, found 3"),
        ("[[1, 37]]", "column 6: expected a digit, found 37"),
        ("[1, 2]", "column 2: expected a row in brackets, found 1"),
        ("[[1, 2], [2, 1]", "expected 1 more ']', found the end of the text"),
        ("[[1, 2], [2, 1]]]", "column 17: expected '\\[', found ']'"),
        ("[[" + "1," * 37 + "]]", "expected at most 36 cells a row, found more"),
        ("[" + "[1]," * 37 + "]", "expected at most 36 rows, found more"),
        ("[['12345']]", "column 3: expected numbers and brackets"),
    ],
)
def test_a_list_of_the_wrong_shape_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        list_of(text)


def test_a_list_that_does_not_end_does_not_take_the_next_with_it() -> None:
    found = list(items(Lines.of("[[1, 2],\n [2, 1\n" + EXAMPLE + "[[1, x]]\n" + EXAMPLE)))
    assert [item.line for item in found] == [1, 3, 4, 5]
    assert [isinstance(item.value, Puzzle) for item in found] == [False, True, False, True]


def test_a_list_far_below_a_broken_one_is_not_looked_for() -> None:
    _, error = items(Lines.of("[[1, x]]\n" + "1,\n" * 120_000 + EXAMPLE), "list")
    assert "100,000 lines" in str(error.value)
