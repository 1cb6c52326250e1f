"""The documents of SudokuPad among the examples: what each opens as, and that all commands do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.constraints import WeightedTotal
from pandoku.formats import Item, Lines, items
from pandoku.model import Tile
from tests.cli.command import invoke
from tests.data import EXAMPLES
from tests.together import together

FOLDER = EXAMPLES / "sudokupad"
KINDS: dict[str, dict[str, int]] = {
    "arrows": {"arrow": 9},
    "decoy": {"palindrome": 8, "drawing": 1},
    "fog": {"fog": 1, "thermometer": 6, "whisper line": 2},
    "killer": {"little killer": 8},
    "kropki": {"ratio": 11, "difference": 17},
    "quadruples": {"quadruple": 16, "odd cell": 4, "even cell": 6},
    "region-sums": {"region sum line": 8},
    "sandwich": {"anti-knight": 1, "sandwich": 18},
    "thermometers": {"thermometer": 9},
    "whispers-renban": {"whisper line": 4, "renban line": 4},
    "words": {"drawing": 1, "rules in words": 1},
    "xv": {"sum mark": 25, "no sum mark": 1},
}
UNDERSTOOD = sorted({*KINDS} - {"words"})


def _path(name: str) -> Path:
    return FOLDER / f"{name}.json"


def _read(name: str) -> Item:
    return next(items(Lines.of(_path(name).read_bytes())))


def _puzzle(name: str) -> Puzzle:
    value = _read(name).value
    assert isinstance(value, Puzzle), value
    return value


def test_every_document_is_listed() -> None:
    names = {path.stem for path in FOLDER.glob("*.json")}
    assert names == {*KINDS}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}.json` | {_puzzle(name).title} |" in readme for name in names)


@together("name", KINDS)
def test_what_a_document_opens_as(name: str) -> None:
    puzzle = _puzzle(name)
    assert Counter(each.NAME for each in puzzle.further) == KINDS[name]
    assert len(puzzle.cages) == (16 if name == "killer" else 0)
    assert puzzle.author == "pandoku"
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_understood_documents_are_proper(name: str) -> None:
    puzzle = _puzzle(name)
    outcome = pandoku.solve(puzzle)
    assert outcome.is_unique
    assert outcome.solutions[0] == puzzle.solution
    note = _read(name).note
    assert note is not None
    assert "confirmed by" in note


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", UNDERSTOOD)
def test_people_can_solve_understood_documents(name: str) -> None:
    rating = pandoku.rate(_puzzle(name))
    assert rating.score is not None
    assert not rating.is_bound
    assert rating.score <= 7.5


def test_a_rule_in_words_alone_is_not_checked() -> None:
    item = _read("words")
    assert item.note == (
        "the drawings and the rules in words are not checked: no meaning was found for them"
    )
    assert not pandoku.solve(_puzzle("words")).is_unique


def test_the_rule_in_words_makes_its_puzzle_proper() -> None:
    puzzle = _puzzle("words")
    squares = [
        shape.points[0]
        for drawing in puzzle.unchecked
        for shape in drawing.decorations(puzzle.geometry)
        if isinstance(shape, Tile)
    ]
    corners = [int(y - 1) * 9 + int(x - 1) for x, y in squares]
    balances = [
        WeightedTotal((at, at + 10, at + 1, at + 9), (1, 1, -1, -1), (0,)) for at in corners
    ]
    assert len(balances) >= 5
    outcome = pandoku.solve(puzzle.without("unchecked").with_(*balances))
    assert outcome.is_unique
    assert outcome.solutions[0] == puzzle.solution


@pytest.mark.turns(3)
@pytest.mark.parametrize("command", ["solve", "check", "explain", "draw"])
@pytest.mark.parametrize("name", ["fog", "decoy", "killer"])
def test_commands_take_the_documents(command: str, name: str) -> None:
    assert invoke(command, str(_path(name))).out
