"""Steps in a line: short names, a few words, and the outcome."""

from __future__ import annotations

import re

import pytest

from pandoku import Geometry, Puzzle
from pandoku.constraints import Thermometer
from pandoku.model import Board, Step
from pandoku.techniques import MOST_WORDS, TECHNIQUES, example_of, practice_of
from pandoku.words import Words
from pandoku.words._sentences import brief_cells
from tests.together import together


def _cells_in(text: str) -> set[str]:
    """Return the cells that a line names: "r1c12" is r1c1 and r1c2."""
    found = set()
    for rows, columns in re.findall(r"\br(\d+)c(\d+)", text):
        found |= {f"r{row}c{column}" for row in rows for column in columns}
    return found


@pytest.mark.turns(3)
@together("name", sorted(TECHNIQUES))
def test_a_line_is_short_and_has_the_outcome(name: str) -> None:
    technique = TECHNIQUES[name]
    for example in [example_of(name), *practice_of(name)][:4]:
        if example is None or example.board.puzzle.order > 9:
            continue
        board = example.board
        name_of = board.puzzle.geometry.name
        for step in technique.steps(board, 2):
            told = technique.explain(step, board)
            assert len(told.short.split()) <= MOST_WORDS, told.short
            if not technique.needs & {"cages", "constraints"}:  # their lines have the reason
                assert len(told.short.split()) <= len(told.heading.split())
            changed = {name_of(cell) for cell, _ in (*step.placements, *step.eliminations)}
            count = re.search(r"(\d+) c(?:andidates|ells)", told.short)
            assert count or changed <= _cells_in(told.short), told.short
            for span in told.short.spans:
                if span.about == "cells" and "cells" not in told.short[span.start : span.end]:
                    named = _cells_in(told.short[span.start : span.end])
                    assert named == {*map(name_of, span.cells)}


def test_cells_in_short_are_grouped_by_the_lines_that_hold_most() -> None:
    nine, twelve = Geometry.sudoku(9), Geometry.sudoku(12)
    assert brief_cells(nine, (0, 1, 2)) == "r1c123"
    assert brief_cells(nine, (18, 0, 9)) == "r123c1"
    assert brief_cells(nine, (0, 10, 20)) == "r1c1, r2c2, r3c3"
    assert brief_cells(nine, (0, 10, 20, 30)) == "4 cells"
    assert brief_cells(twelve, (10, 11)) == "r1c11, r1c12"
    assert brief_cells(twelve, (0, 1, 2, 3)) == "4 cells"


def test_a_line_has_the_reason_and_a_long_conclusion_names_what_is_left() -> None:
    thermometer = Thermometer("r1c1 r2c1 r3c1 r4c1 r5c1 r6c1")
    board = Board.start(Puzzle.sudoku("." * 81).replace(further=(thermometer,)))
    (step,) = TECHNIQUES["thermometer"].steps(board)
    told = TECHNIQUES["thermometer"].explain(step, board)
    assert told.short == "six-cell thermometer r1c1: tip ≥ 6 and bulb ≤ 4; 30 candidates gone"
    assert told.full[-1] == (
        "So leave only 1 to 4 at r1c1, 2 to 5 at r2c1, 3 to 6 at r3c1, 4 to 7 at r4c1, 5 to 8 at "
        "r5c1, and 6 to 9 at r6c1."
    )


def test_a_conclusion_that_is_too_long_counts_its_candidates() -> None:
    gone = tuple((cell, 1 + cell % 4) for cell in range(60))
    board = Board.start(Puzzle.sudoku("." * 81))
    words = Words(Step("pointing", eliminations=gone), board)
    assert words.plain(words.outcome()) == "remove 60 candidates from 60 cells"
