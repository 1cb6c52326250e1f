"""Rules with wrong cells, in every format that has rules: a refusal or a puzzle with problems.

Nothing else may happen, even with drawings, which readers compare with the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pandoku
from pandoku import FormatError, PandokuError, Puzzle, PuzzleError
from pandoku.constraints import RULES, Difference, Drawing, Ratio
from pandoku.formats import FORMATS, Lines, items, link, why_not_written
from pandoku.formats._links.cells import cells_in
from pandoku.formats._text import Item
from pandoku.formats.f_puzzles.links import document_in, document_of
from pandoku.formats.sudoku_maker.links import packed_by_maker
from tests.data import CASES, by_default, needs_case
from tests.formats.scl import scl_of
from tests.together import together

# One in so many of the mutations: of lists of cells, and of anything else.
EVERY_CELLS, EVERY = by_default(13, full=1), by_default(199, full=1)
DEFECT = "a defect of pandoku"
COSMETICS: dict[str, Any] = {
    "circle": [{"cells": ["R1C1", "R1C2"], "baseC": "#fff", "width": 0.3, "height": 0.3}],
    "line": [{"lines": [["R1C1", "R2C2", "R3C3"]], "outlineC": "#888888", "width": 0.2}],
    "rectangle": [{"cells": ["R2C2"], "baseC": "#fff", "width": 0.5, "height": 0.5}],
    "text": [{"cells": ["R1C0"], "value": "7", "size": 0.7}],
    "cage": [{"cells": ["R3C3", "R3C4"], "value": "x", "outlineC": "#000000"}],
}
_ODD: list[Any] = [None, True, 7, -1, 1.5, "x", {}, []]
_Path = tuple[Any, ...]


# ---- texts


def _puzzles_in(text: str) -> list[Puzzle]:
    """Return the puzzles of a text. Anything else must raise a PandokuError."""
    found: list[Puzzle | PandokuError] = []
    try:
        found += (item.value for item in items(Lines.of(text)))
    except PandokuError as error:
        found.append(error)
    assert not [each for each in found if DEFECT in str(each)], text
    return [each for each in found if isinstance(each, Puzzle)]


def _show(puzzle: Puzzle) -> None:
    """Show a puzzle in every way that needs no search."""
    assert repr(puzzle)
    assert str(puzzle)
    assert pandoku.svg(puzzle).startswith("<svg")
    assert all(problem.message for problem in puzzle.problems())


@lru_cache
def _documents(name: str) -> tuple[tuple[dict[str, Any], int], ...]:
    """Return the documents of the rules' examples that a format can store, with their orders."""
    found: list[tuple[Any, int]] = []
    for rule in RULES.values():
        puzzle = rule.example
        if name == "sudokupad":
            found += [(drawn, puzzle.order)] if (drawn := scl_of(puzzle)) else []
        elif why_not_written(FORMATS[name], puzzle) is None:
            found.append((_document(name, puzzle), puzzle.order))
    return tuple(found)


def _document(name: str, puzzle: Puzzle) -> Any:
    if name == "sudoku-maker":
        return document_in(packed_by_maker(link(puzzle, name)) or "")
    if name == "lisudoku":
        return document_of(cells_in(link(puzzle, name), "lisudoku.xyz") or "")
    return json.loads(pandoku.dumps(puzzle, name))


def _lists(value: Any, path: _Path = ()) -> Iterator[_Path]:
    """Yield the paths of the lists in a document. Within lists, only first entries are searched."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _lists(each, (*path, key))
    elif isinstance(value, list):
        yield path
        if value:
            yield from _lists(value[0], (*path, 0))


def _at(document: Any, path: _Path) -> Any:
    for key in path:
        document = document[key]
    return document


def _with(document: Any, path: _Path, value: Any) -> Any:
    changed = deepcopy(document)
    _at(changed, path[:-1])[path[-1]] = deepcopy(value)
    return changed


def _other_cells(found: list[Any], n: int) -> Iterator[Any]:
    """Yield wrong lists of cells: too short, too long, with a cell twice, with one outside."""
    yield from (found[:1], [*found, *found[:1]], found[:1] * 2)
    if all(isinstance(each, str) for each in found):
        yield ["R1C1", "R1C2", "R1C3"]
        yield from ([*found, name] for name in ("R0C1", f"R{n + 1}C1", "R99C99"))
    elif all(type(each) is int for each in found):
        yield [0, 1, 2]
        yield from ([*found, cell] for cell in (-1, n * n, 10**9))
    else:
        yield [*found, *found[::-1], *found]


def _odd_values(found: list[Any]) -> Iterator[Any]:
    """Yield values of other types in place of a list, and in it."""
    yield []
    yield from ([*found[:-1], odd] for odd in _ODD)
    yield from _ODD


def _mutated(name: str) -> Iterator[str]:
    number = count()
    for document, n in _documents(name):
        more = COSMETICS if name == "f-puzzles" else {}
        for path in _lists(document):
            found = _at(document, path)
            for changed in _other_cells(found, n):
                if next(number) % EVERY_CELLS == 0:
                    yield json.dumps(_with(document, path, changed) | more)
            for changed in _odd_values(found):
                if next(number) % EVERY == 0:
                    yield json.dumps(_with(document, path, changed) | more)


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["f-puzzles", "sudoku-maker", "sudokupad", "lisudoku", "json"])
def test_a_document_with_malformed_rules_is_refused_or_has_problems(name: str) -> None:
    n_read = 0
    for number, text in enumerate(_mutated(name)):
        for puzzle in _puzzles_in(text):
            n_read += 1
            if number % EVERY == 0:
                _show(puzzle)
    assert n_read > by_default(5, full=20)


_NAME = re.compile(r"[rR]\d+[cC]\d+")


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["setter", "iss"])
def test_a_text_with_malformed_rules_is_refused_or_has_problems(name: str) -> None:
    number = count()
    for rule in RULES.values():
        if why_not_written(FORMATS[name], rule.example) is not None:
            continue
        text = pandoku.dumps(rule.example, name)
        for found in [*_NAME.finditer(text)][: by_default(1, full=100)]:
            for other in ("", f"{found[0]} {found[0]}", "r1c1", "r99c99", "r0c1", "x", "-1", "~"):
                changed = text[: found.start()] + other + text[found.end() :]
                for puzzle in _puzzles_in(changed):
                    if next(number) % EVERY == 0:
                        _show(puzzle)


# ---- dots of one and of three cells, with drawings


@together("key", ["difference", "ratio"])
@together("cells", [["R1C1"], ["R1C1", "R1C2", "R1C3"], ["R1C1", "R1C1"]])
@together("drawn", COSMETICS)
def test_a_dot_of_other_cells_is_a_problem(key: str, cells: list[str], drawn: str) -> None:
    document = {"size": 5, "grid": [[{} for _ in range(5)] for _ in range(5)]}
    rules = {key: [{"cells": cells}], drawn: COSMETICS[drawn]}
    (puzzle,) = _puzzles_in(json.dumps(document | rules))
    kind = Difference if key == "difference" else Ratio
    assert [type(each) for each in puzzle.further] == [kind, Drawing]
    messages = [each.message for each in puzzle.problems() if each.severity == "error"]
    assert any("two cells" in each for each in messages)
    _show(puzzle)


@needs_case("hostile-dot.json")
def test_a_document_with_a_dot_of_three_cells_is_read() -> None:
    puzzle = pandoku.load(CASES / "hostile-dot.json")
    with pytest.raises(PuzzleError, match="two cells"):
        pandoku.solve(puzzle)


# ---- a defect of a reader costs one puzzle


_GRID = ", ".join(["[{}, {}]"] * 2)
_GOOD = '{"size": 2, "title": "%s", "grid": [' + _GRID + "]}"


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader of f-puzzles fail on documents with a certain title."""
    from pandoku.formats.f_puzzles import acting

    original = acting.item_of_document

    def item_of_document(document: Any) -> Item:
        if document["title"] == "bad":
            raise KeyError("no such thing")
        return original(document)

    monkeypatch.setattr(acting, "item_of_document", item_of_document)


@pytest.mark.usefixtures("failing")
def test_an_unexpected_error_is_that_of_its_item(tmp_path: Path) -> None:
    text = "\n".join(_GOOD % title for title in ("one", "bad", "three")) + "\n"
    first, second, third = items(Lines.of(text))
    assert isinstance(first.value, Puzzle)
    assert isinstance(third.value, Puzzle)
    assert (first.line, second.line, third.line) == (1, 2, 3)
    assert isinstance(second.value, FormatError)
    message = str(second.value)
    assert message.startswith(f"line 2: {DEFECT} (KeyError: 'no such thing')")
    assert isinstance(second.value.__cause__, KeyError)
    path = tmp_path / "three.json"
    path.write_text(text)
    errors: list[Item] = []
    assert len([*pandoku.read(path, on_error=errors.append)]) == 2
    assert [each.line for each in errors] == [2]


@pytest.mark.usefixtures("failing")
def test_an_unexpected_error_of_one_text_among_many_is_kept() -> None:
    kept = pandoku.loads_many([_GOOD % "one", _GOOD % "bad"], on_error="keep")
    assert DEFECT in kept.errors[1]
    with pytest.raises(FormatError, match=DEFECT):
        pandoku.loads(_GOOD % "bad")


def test_an_unexpected_error_between_items_ends_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def read(lines: Lines) -> Iterator[Item]:
        yield Item(1, Puzzle(2))
        for _ in lines:
            raise ZeroDivisionError

    broken = replace(FORMATS["sdm"], read=read, read_batches=None)
    monkeypatch.setattr(pandoku.formats, "get_format", lambda name: broken)
    good, bad = items(Lines.of("one\ntwo\n"), "sdm")
    assert isinstance(good.value, Puzzle)
    assert bad.line == 1
    assert str(bad.value).startswith(f"sdm: line 1: {DEFECT} (ZeroDivisionError)")
