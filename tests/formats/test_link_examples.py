"""The links among the examples: puzzles that a setter posted for Sudoku Maker and f-puzzles."""

from __future__ import annotations

import re

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.formats import Lines, items
from tests.data import EXAMPLES

FOLDER = EXAMPLES / "links"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
FILES = ("sudoku-maker", "f-puzzles")
KINDS = {
    "All or Nothing": {"anti-knight", "palindrome", "sandwich", "little killer"},
    "Where's Waldo?": {"cage"},
    "Wolpertinger": {"thermometer", "palindrome", "difference", "ratio"},
    "Worms": {"anti-knight", "thermometer"},
    "Can Crusher": {"anti-knight", "palindrome", "sum mark", "difference", "ratio"},
    "Alient Alphabet": {"anti-knight", "whisper line"},
    "369 RCI experiment": {"row indexer", "column indexer"},
    "Primes and Squares": {"anti-knight", "cage", "sum mark", "little killer"},
}


def _puzzles(file: str) -> list[Puzzle]:
    return list(pandoku.read(FOLDER / f"{file}.txt"))


@pytest.mark.parametrize("file", FILES)
def test_links_open_with_all_their_constraints(file: str) -> None:
    for puzzle in _puzzles(file):
        assert puzzle.title is not None
        names = {each.NAME for each in puzzle.constraints if each not in puzzle.unchecked}
        assert names == KINDS[puzzle.title]
        assert {each.NAME for each in puzzle.unchecked} <= {"rules in words"}
        assert puzzle.author == "ChrisTophski"
        outcome = pandoku.solve(puzzle)
        assert outcome.is_unique
        assert puzzle.solution in (None, outcome.solutions[0])


@pytest.mark.parametrize("file", FILES)
def test_the_list_names_the_line_of_each_puzzle(file: str) -> None:
    column = FILES.index(file)
    listed = re.findall(
        r"\| ([^|]+) \| `[\w-]+\.md` \| (?:line (\d+) )?\| (?:line (\d+) )?\|", README
    )
    lines = {title: found[column] for title, *found in listed if found[column]}
    with (FOLDER / f"{file}.txt").open("rb") as source:
        read = {str(each.line): each.value for each in items(Lines(source))}
    titles = {value.title: line for line, value in read.items() if isinstance(value, Puzzle)}
    assert titles == lines


def test_both_programs_have_the_same_puzzles() -> None:
    makers = {puzzle.title: puzzle for puzzle in _puzzles("sudoku-maker")}
    for puzzle in _puzzles("f-puzzles"):
        twin = makers[puzzle.title]
        assert twin.geometry == puzzle.geometry
        assert {*twin.without("unchecked").constraints} == {
            *puzzle.without("unchecked").constraints
        }
        assert pandoku.solve(puzzle).solutions[0] == twin.solution
