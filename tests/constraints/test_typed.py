"""The lines that setters type: other names, places in words, signs, houses and givens."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandoku import FormatError, Puzzle, PuzzleError, dumps, loads
from pandoku.constraints import constraint_text, read_additions, read_constraints
from pandoku.model import Geometry
from tests.together import together

_TABLE = Path(__file__).with_name("typed.txt").read_text(encoding="utf-8").splitlines()
TYPED = [tuple(line.split(" => ")) for line in _TABLE if not line.startswith("#")]
_EMPTY = Puzzle.sudoku(9)


def _answer(line: str) -> str:
    try:
        puzzle = _EMPTY.with_(line)
    except (FormatError, PuzzleError) as error:
        return f"!! {error.reason}"
    found = [constraint_text(each, 9) for each in puzzle.constraints]
    found += [f"given {cell}" for cell, digit in enumerate(puzzle.givens) if digit]
    if puzzle.geometry != _EMPTY.geometry:
        found.append(puzzle.geometry.describe())
    return "; ".join(found)


@together("line, answer", TYPED)
def test_a_typed_line_has_its_answer(line: str, answer: str) -> None:
    assert _answer(line) == answer


def test_the_table_has_a_hundred_lines_and_few_refusals() -> None:
    assert len(TYPED) >= 100
    refused = [line for line, answer in TYPED if answer.startswith("!!")]
    assert len(refused) < len(TYPED) / 4


@together("line, answer", [each for each in TYPED if "; type '" in each[1]])
def test_a_line_of_a_refusal_can_be_typed(line: str, answer: str) -> None:
    for offered in answer.split("; type ")[1].split("'")[1::2]:
        assert not _answer(offered).startswith("!!"), offered


def test_a_letter_is_the_row() -> None:
    (added,) = read_additions("thermometer A1 B2", 9)
    assert added.constraints == read_constraints("thermometer r1c1 r2c2", 9)
    assert added.note == "A1 is read as r1c1: the letter is the row"
    for line in ("sandwich 12 c3", "thermometer r11 r22"):  # r11 is r1c1, and not row R
        (plain,) = read_additions(line, 9)
        assert not plain.note
    with pytest.raises(FormatError):
        read_additions("thermometer J1 J2", 9)


def test_a_note_about_letters_is_kept_by_the_reader_of_files() -> None:
    text = "size 4\n" + "....\n" * 4 + "r1c1 = 3\nthermo A1 A2\ndiagonals\ndisjoint groups\n"
    puzzle = loads(text)
    assert puzzle.givens[0] == 3
    assert puzzle.geometry.diagonals
    assert len(puzzle.geometry.extra) == 4
    assert puzzle == loads(dumps(puzzle, "setter"))


def test_a_given_replaces_no_other_given() -> None:
    puzzle = Puzzle.sudoku(4).with_("r1c1 = 3")
    assert puzzle.with_("given r1c1 3") == puzzle
    with pytest.raises(PuzzleError, match="expected r1c1 without a given, found 3"):
        puzzle.with_("r1c1 = 2")


def test_houses_are_added_to_those_that_are_there() -> None:
    puzzle = Puzzle.sudoku(9).with_("windoku").with_("positive diagonal", "diagonals")
    assert len(puzzle.geometry.extra) == 5
    assert puzzle.geometry.diagonals
    assert Geometry.sudoku(9).with_houses(()) == Geometry.sudoku(9)


def test_houses_are_no_constraints() -> None:
    with pytest.raises(FormatError, match=r"`Puzzle\.with_` adds them"):
        read_constraints("windoku", 9)
