"""A text that no format reads gets one message, with the most likely format."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, items, items_and_batches, loads
from pandoku.formats._refusals import _LAYOUTS
from pandoku.model import Puzzle
from tests.data import ESCARGOT
from tests.formats.reading import error_of, shown
from tests.formats.test_conformance import full
from tests.formats.test_pasted import chars, made
from tests.together import together

GOOD = ESCARGOT
BAD = GOOD[:-1]


# ------------------------------------------------------------------ one message


@pytest.mark.parametrize("batches", [False, True])
def test_many_errors_without_a_puzzle_are_one(batches: bool) -> None:
    text = f"{BAD}\n" * 2000
    found = list((items_and_batches if batches else items)(Lines.of(text)))
    assert [getattr(item, "line", None) for item in found] == [1]
    (error,) = (item.value for item in found)  # type: ignore[union-attr]
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (1, 81)
    assert "found 80; " in error.reason
    assert error.reason.endswith("all 2,000 messages)")


def test_a_named_format_reports_every_error() -> None:
    assert len(list(items(Lines.of(f"{BAD}\n" * 7), "line"))) == 7


def test_every_error_is_reported_to_those_who_ask() -> None:
    found = list(items_and_batches(Lines.of(f"{BAD}\n" * 7), every_error=True))
    assert [getattr(item, "line", None) for item in found] == [1, 2, 3, 4, 5, 6, 7]


def test_errors_beside_a_puzzle_are_all_reported() -> None:
    found = list(items(Lines.of(f"{BAD}\n{BAD}\n{GOOD}\n{BAD}\n")))
    assert [isinstance(item.value, Puzzle) for item in found] == [False, False, True, False]
    assert [item.line for item in found] == [1, 2, 3, 4]


def test_thousands_of_errors_before_the_first_puzzle_are_counted() -> None:
    found = list(items(Lines.of(f"{BAD}\n" * 1500 + f"{GOOD}\n")))
    assert len(found) == 1002
    assert "500 more puzzles" in str(found[1000].value)
    assert isinstance(found[1001].value, Puzzle)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("123\n231\n3\n", "expected a row of 3 characters, found 1"),
        ("1 2 ab ab\n" + "1 2 3 4\n" * 3, "found 'ab' (no format reads this text"),
        ("x({{1, 2}, {2, 1}})", "it looks most like list)"),
        ("Dear reader,\nthis is a letter.\n", "no format recognizes this text, which starts with"),
    ],
)
def test_a_text_that_no_format_recognizes_names_the_most_likely(text: str, reason: str) -> None:
    found = shown(text, None)
    assert len(found) == 1
    assert reason in str(error_of(text))


def test_a_digit_on_a_line_is_a_puzzle_only_among_others() -> None:
    assert loads("1\n").order == 1
    with pytest.raises(FormatError, match="starts with '5'"):
        loads("5\n3 / r1c1 r1c2\n2 / r1c1 r1c2\n")


# ------------------------------------------------------------------ grids that overlap


def cells_of(firsts: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return a digit or a blank for each cell of 9x9 grids at these places."""
    rng = random.Random(3)
    solution = full(9, (3, 3))
    cells: dict[tuple[int, int], str] = {}
    for r, c in firsts:
        for at, digit in enumerate(solution):
            cells[r + at // 9, c + at % 9] = str(digit) if rng.random() < 0.3 else "."
    return cells


def text_of(cells: dict[tuple[int, int], str], gap: str, blank: str, between: str) -> str:
    height, width = (max(place[axis] for place in cells) + 1 for axis in (0, 1))
    rows = [
        between.join(cells.get((r, c), gap).replace(".", blank) for c in range(width))
        for r in range(height)
    ]
    return "\n".join(rows)


@together("name", _LAYOUTS)
@together(
    "gap, blank, between",
    [
        (" ", ".", ""),
        (" ", "0", " "),
        (".", "0", ""),
        ("#", "0", ""),
        ("#", "0", " "),
        ("", "0", ","),
        ("", "0", "\t"),
        (".", ".", ""),
        (".", ".", " "),
    ],
)
def test_grids_that_overlap_are_named(name: str, gap: str, blank: str, between: str) -> None:
    cells = cells_of(_LAYOUTS[name])
    error = error_of(text_of(cells, gap, blank, between))
    n = len(_LAYOUTS[name])
    assert f"found {name.partition(',')[0]} ({n} grids of 9x9 " in error.reason


def test_a_samurai_without_its_gaps_is_named() -> None:
    cells = cells_of(_LAYOUTS["a samurai"])
    text = text_of(cells, "", "0", "")
    assert "samurai (5 grids" in error_of(text).reason
    line = text_of(cells, ".", ".", "").replace("\n", "")
    assert len(line) == 441
    assert "samurai (5 grids" in error_of(line).reason


def test_grids_in_another_arrangement_are_named() -> None:
    cells = cells_of([(0, 0), (6, 6), (12, 0)])
    assert "several grids of 9x9 " in error_of(text_of(cells, " ", ".", "")).reason


def test_a_name_of_such_a_puzzle_is_found_in_a_text() -> None:
    assert "'Samurai'" in error_of("a Samurai for you,\nin five parts\n").reason


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [12, 15, 16, 21, 25])
@pytest.mark.parametrize("share", [0.1, 0.4, 1.0])
def test_a_single_grid_is_not_taken_for_several(order: int, share: float) -> None:
    rng = random.Random(order)
    for _ in range(5):
        grid = made(order, rng, share)
        for text in (
            "\n".join(chars(row) for row in grid),
            "".join(chars(row) for row in grid),
            "\n".join(",".join(str(d or "") for d in row) for row in grid),
        ):
            assert [list(row) for row in loads(text).grid] == grid
