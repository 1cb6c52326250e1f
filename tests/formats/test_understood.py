"""The meaning of drawings and rules in words in files that name most rules."""

from __future__ import annotations

import json
from typing import Any

import pandoku
from pandoku import Puzzle
from pandoku.constraints import RULES, Drawing, RulesInWords
from pandoku.formats import Item, Lines, items
from pandoku.formats._links.lz_string import pack
from pandoku.model import Geometry
from tests.formats.f_drawn import drawn_document
from tests.together import together

STYLES = (
    "between-line",
    "difference",
    "entropic-line",
    "even-cell",
    "modular-line",
    "palindrome",
    "ratio",
    "region-sum-line",
    "renban-line",
    "sandwich",
    "skyscraper",
    "sum-mark",
    "thermometer",
    "x-sum",
    "zipper-line",
    "anti-knight",
    "anti-king",
)


def _read(text: str, format: str = "f-puzzles") -> Item:
    return next(items(Lines.of(text.encode()), format))


def _document(name: str) -> dict[str, Any]:
    document = drawn_document(RULES[name].example)
    assert document is not None
    return document


def _as_drawn(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document without a solution, so that nothing is inferred."""
    rest = {key: value for key, value in document.items() if key != "solution"}
    item = _read(json.dumps(rest))
    assert isinstance(item.value, Puzzle)
    assert item.note is None
    return item.value


@together("name", STYLES)
def test_drawings_of_f_puzzles_become_constraints(name: str) -> None:
    example = RULES[name].example
    document = _document(name)
    assert _as_drawn(document).unchecked
    item = _read(json.dumps(document))
    assert item.value == example
    assert item.note is not None
    assert "confirmed by" in item.note


def test_links_to_sudokupad_with_such_a_document_are_understood_too() -> None:
    link = "https://sudokupad.app/fpuz" + pack(json.dumps(_document("thermometer")))
    assert pandoku.loads(link) == RULES["thermometer"].example


def test_without_a_solution_nothing_is_inferred() -> None:
    puzzle = _as_drawn(_document("thermometer"))
    assert {type(each) for each in puzzle.further} == {Drawing, RulesInWords}


def test_a_proper_puzzle_stays_as_it_is() -> None:
    document = _document("thermometer")
    givens = [
        {"value": digit, "given": True} if at else {}
        for at, digit in enumerate(document["solution"])
    ]
    n = document["size"]
    document["grid"] = [givens[at : at + n] for at in range(0, n * n, n)]
    item = _read(json.dumps(document))
    assert isinstance(item.value, Puzzle)
    assert item.note is None
    assert {type(each) for each in item.value.further} == {Drawing}
    assert item.value.words == document["ruleset"]


def test_a_drawing_without_a_meaning_stays() -> None:
    document = _document("thermometer")
    document["text"] = [{"cells": ["R1C1"], "value": "hello"}]
    item = _read(json.dumps(document))
    assert isinstance(item.value, Puzzle)
    names = [each.NAME for each in item.value.unchecked]
    assert names == ["drawing"]
    assert item.value.words == document["ruleset"]
    assert item.value.without("unchecked") == RULES["thermometer"].example


def test_a_meaning_that_the_solution_breaks_is_not_accepted() -> None:
    document = _document("thermometer")
    for line in document["line"]:
        line["lines"][0].reverse()
    for circle, line in zip(document["circle"], document["line"], strict=True):
        circle["cells"] = line["lines"][0][:1]
    item = _read(json.dumps(document))
    assert item.value == _as_drawn(document).replace(solution=document["solution"])
    assert item.note is None


def test_progress_is_kept() -> None:
    document = _document("thermometer")
    n = document["size"]
    cell = next(at for at in range(n * n) if not document["grid"][at // n][at % n])
    document["grid"][cell // n][cell % n] = {"value": document["solution"][cell]}
    item = _read(json.dumps(document))
    assert item.value == RULES["thermometer"].example
    assert item.board is not None
    assert item.board.puzzle == item.value
    assert item.board.digits[cell] == document["solution"][cell]


def test_diagonals_in_words_become_houses() -> None:
    solution = "1234341243212143"
    digits = [{"value": int(digit), "given": True} for digit in solution]
    cells = [digit if cell in (0, 1, 8) else {} for cell, digit in enumerate(digits)]
    document = {
        "grid": [cells[at : at + 4] for at in range(0, 16, 4)],
        "ruleset": "Digits do not repeat along both diagonals.",
        "solution": [*map(int, solution)],
    }
    item = _read(json.dumps(document))
    assert isinstance(item.value, Puzzle)
    assert item.value.geometry == Geometry.sudoku(4, diagonals=True)
    assert item.value.unchecked == ()


def test_a_rule_in_the_words_of_sudoku_maker_is_inferred() -> None:
    puzzle = RULES["anti-knight"].example
    bare = puzzle.without("anti-knight")
    assert not pandoku.solve(bare).is_unique
    document = pandoku.formats.get_format("sudoku-maker")
    assert document.write is not None
    text = document.write(bare.with_(RulesInWords("Cells a knight's move apart differ.")))
    item = _read(text, "sudoku-maker")
    assert item.value == puzzle
