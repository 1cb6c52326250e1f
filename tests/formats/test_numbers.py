"""How large numbers may be: a format writes what it reads, and refuses the same on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pandoku.errors import FormatError
from pandoku.formats import dumps, get_format, loads
from pandoku.model import MAX_NUMBER, Puzzle
from tests.formats.reading import error_of
from tests.together import together

MOST = "9" * MAX_NUMBER


def of_json(target: str) -> str:
    return f'{{"size": 4, "cages": [{{"op": "*", "target": {target}, "cells": [0, 1]}}]}}\n'


def of_letters(target: str) -> str:
    return f"aa\nbb\na {target} *\nb 3 +\n"


def of_cages(target: str) -> str:
    return f"2\n{target} 0 1\n3 2 3\n"


def of_keen(target: str) -> str:
    return f"2:_aa,m{target}a3\n"


def of_killer(target: str) -> str:
    number = int(target) * 256
    return f"2x2::k:{number}:{number}:" + "0:" * 14 + "\n"


def of_solo(target: str) -> str:
    return f"2x2k:p,l____________,{target}c9c10c10c\n"


@together(
    "name, text_of, most, too_much",
    [
        ("json", of_json, MOST, f"1{'0' * MAX_NUMBER}"),
        ("json", of_json, f"-{MOST}", f"-1{'0' * MAX_NUMBER}"),
        ("letters", of_letters, MOST, f"1{'0' * MAX_NUMBER}"),
        ("letters", of_letters, f"-{MOST}", f"-1{'0' * MAX_NUMBER}"),
        ("cages", of_cages, MOST, f"1{'0' * MAX_NUMBER}"),
        ("keen", of_keen, "9" * 18, f"1{'0' * 18}"),
        ("killer", of_killer, "390624", "390625"),  # 8 digits for sum * 256 + cage
        ("solo", of_solo, "10", "11"),
    ],
)
def test_the_largest_number_that_is_read_is_written_and_no_larger_one(
    name: str, text_of: Callable[[str], str], most: str, too_much: str
) -> None:
    puzzle = loads(text_of(most), format=name)
    assert puzzle.cages[0].target == int(most)
    again = loads(dumps(puzzle, name), format=name)
    assert again.cages[0].target == int(most)
    error_of(text_of(too_much), name)
    (first, *rest) = puzzle.cages
    larger = puzzle.replace(cages=(replace(first, target=int(too_much)), *rest))
    assert get_format(name).why_not(larger) is not None


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("json", of_json("1" * 61), "expected numbers of at most 60 digits, found 61"),
        ("json", of_json("-" + "1" * 61), "expected numbers of at most 60 digits, found 61"),
        ("letters", of_letters("1" * 61), "expected a target of at most 60 digits"),
        ("keen", of_keen("1" * 19), "expected a target of at most 18 digits, found 19"),
    ],
)
def test_a_number_that_is_too_long_is_refused_with_the_most_digits(
    name: str, text: str, reason: str
) -> None:
    assert error_of(text, name).reason == reason


@pytest.mark.parametrize("key", ["givens", "solution"])
def test_json_writes_only_digits_that_it_reads(key: str) -> None:
    most = loads(f'{{"size": 1, "{key}": [{MOST}]}}')
    assert loads(dumps(most)) == most
    assert getattr(loads(dumps(most)), key) == (int(MOST),)
    with pytest.raises(FormatError, match="at most 60 digits"):
        dumps(Puzzle(1, **{key: (10**MAX_NUMBER,)}))  # type: ignore[arg-type]
