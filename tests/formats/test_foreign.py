"""Documents, links and texts of other programs: refused by name, never read in part."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pandoku import Puzzle, PuzzleError, formats
from pandoku.formats import dumps, items, loads
from pandoku.formats._text import Lines
from tests.data import EASY, SHARED
from tests.formats.reading import error_of
from tests.together import together

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
EMPTY: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
F_PUZZLES = {"size": 9, "grid": EMPTY}
SCL = {"cellSize": 50, "cells": EMPTY, "regions": [], "cages": []}
SUDOKU_MAKER = {
    "formatVersion": "1.5.0",
    "puzzle": {"cells": [{}], "width": 1, "height": 1, "constraints": []},
}
ENTER = (
    "(if the puzzle has no other rules, enter its cells as one line of characters, with dots for "
    "empty cells)"
)


def test_a_document_of_a_format_that_is_read_names_it() -> None:
    document = {"cells": [[[], 1], [2, []]], "cages": []}
    reason = error_of(json.dumps(document)).reason
    assert "format sudokupad" in reason
    assert error_of(json.dumps(document, indent=1)).reason == reason
    found = [item.value for item in items(Lines.of(json.dumps([document, {"size": 4}])))]
    assert [str(found[0]), found[1]] == [f"json: line 1: {reason}", Puzzle(4)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("https://sudoku.coach/en/play/000000", "a link to sudoku.coach; "),
        ("<onegsudoku>\n</onegsudoku>", "a file of Sudoku 10'000; "),
        ("https://example.org/page?q=1", "a link, which pandoku does not open; copy the puzzle"),
        ("https://[bad", "a link, which pandoku does not open; copy the puzzle instead"),
    ],
)
def test_a_link_or_text_of_another_program_is_refused_by_name(text: str, what: str) -> None:
    reason = error_of(text).reason
    assert reason.startswith(f"this is {what}")
    assert reason.endswith(ENTER)


def test_a_puzzle_of_penpa_without_its_link_names_the_link() -> None:
    reason = error_of("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRNb9").reason
    assert "Penpa+" in reason
    assert "#m=edit&p=... or #m=solve&p=..." in reason
    text = "square,10,10,38,0,1,1,474,474,65,65,0,0,0,0,Title: T,Author: A"
    assert "Penpa+ without its link" in error_of(text).reason


@pytest.mark.parametrize(
    ("address", "program", "key"),
    [
        ("https://sudoku.coach/en/play?puzzle=", "a link to sudoku.coach", "?puzzle="),
        ("https://example.org/?import=", "a link", "?import="),
    ],
)
def test_a_link_with_too_many_cells_says_which_part_to_copy(
    address: str, program: str, key: str
) -> None:
    for text in (f"{address}{EASY}&solution={EASY}", f"see {address}{EASY}&solution={EASY}"):
        reason = error_of(text).reason
        assert program in reason
        assert reason.endswith(f" {key}")


@pytest.mark.parametrize(
    ("address", "program", "word"),
    [
        ("https://sudoku.coach/en/play?type=x&puzzle=", "a link to sudoku.coach", "'type'"),
        ("https://example.org/killer?import=", "a link", "'killer'"),
        ("https://killersudoku.example.org/?p=", "a link", "'killer'"),
        ("https://example.org/sudoku-x/?p=", "a link", "'x'"),
        ("https://example.org/?title=My+Jigsaw&p=", "a link", "'Jigsaw'"),
    ],
)
def test_a_link_with_cells_and_a_word_that_may_be_a_rule_is_refused(
    address: str, program: str, word: str
) -> None:
    assert f"{program} with the 81 cells" in (reason := error_of(address + EASY).reason)
    assert f"{word}, which may" in reason


@pytest.mark.parametrize(
    "text",
    [
        "https://www.f-puzzles.com/?id=y2ksxplz",
        "<https://f-puzzles.com/?load=N4Ig>",
        "Solve this: f-puzzles.com/?load=AAAA",
        "# mine\n\nhttps://f-puzzles.com/\n",
    ],
)
def test_a_link_to_f_puzzles_without_a_puzzle_is_refused(text: str) -> None:
    reason = error_of(text).reason
    assert "link to f-puzzles" in reason
    assert "?load=N4Ig..." in reason


def test_a_puzzle_of_f_puzzles_is_refused_as_json_with_the_format_to_name() -> None:
    found = [item.value for item in items(Lines.of(json.dumps([{"size": 4}, F_PUZZLES])))]
    way_out = "this is an f-puzzles puzzle, which the format f-puzzles reads"
    assert [found[0], str(found[1])] == [Puzzle(4), f"json: line 1: {way_out}"]
    bare = error_of(json.dumps({"size": 9, "littlekillersum": []})).reason
    assert "littlekillersum, but without" in bare


@pytest.mark.parametrize("link", ["https://sudokumaker.app/", "sudokumaker.app/?puzzle=N4IgZiB"])
def test_a_link_to_sudoku_maker_without_a_puzzle_is_refused(link: str) -> None:
    reason = error_of(link).reason
    assert "Sudoku Maker" in reason
    assert "?puzzle=N4Ig..." in reason


def test_a_puzzle_of_sudoku_maker_is_refused_as_json_with_the_format_to_name() -> None:
    found = [item.value for item in items(Lines.of(json.dumps([{"size": 4}, SUDOKU_MAKER])))]
    way_out = "this is a Sudoku Maker puzzle, which the format sudoku-maker reads"
    assert [found[0], str(found[1])] == [Puzzle(4), f"json: line 1: {way_out}"]
    part = {"cells": [{}], "constraints": [{"type": 301, "cages": []}]}
    reason = error_of(json.dumps(part)).reason
    assert "format sudoku-maker" in reason
    assert reason.endswith("its formatVersion")
    assert loads(json.dumps(SUDOKU_MAKER)) == Puzzle(1)


def test_an_address_beside_a_puzzle_is_no_link() -> None:
    for text in (
        f"{EASY}\thttps://f-puzzles.com/?load=N4Ig",
        f"{EASY} # https://f-puzzles.com/?load=N4Ig",
        f"# https://f-puzzles.com/?load=N4Ig\n{EASY}",
        f"#Uhttps://www.sudocue.net/\n{dumps(EASY, 'sdk')}",
        f"source,puzzle\nhttps://sudokupad.app/abc,{EASY}",
        dumps(loads(EASY).replace(source="https://sudokupad.app/abc"), "json"),
    ):
        assert loads(text).givens == loads(EASY).givens


@together("call", [formats.foreign_text, formats.may_hold_rules, formats.read_parts])
@together("value", [None, 5, ValueError("x"), {1: 2}])
def test_other_values_than_texts_are_refused(call: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        call(value)
