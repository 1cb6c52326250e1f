"""Clues that always hold: they are read, ask nothing, and cost nothing."""

from __future__ import annotations

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.constraints import DigitGroups, EqualSum, Modular, SameValues, constraint_text
from pandoku.draw import text_of
from pandoku.formats import FORMATS, why_not_written
from pandoku.model import Constraint
from tests.together import together

LOOP = "r1c1 r1c2 r2c1 r1c1"  # three cells
ALWAYS: dict[str, Constraint] = {
    "a sum equal to itself": EqualSum("r1c1", "r1c1"),
    "a group equal to itself": EqualSum("r1c1 r2c2", "r2c2 r1c1"),
    "the values of a cell and itself": SameValues("r1c1", "r1c1"),
    "the values of a set and itself": SameValues("r1c1 r1c2 r3c4", "r3c4 r1c1 r1c2"),
    "a loop shorter than its divisor": Modular(LOOP, 4),
    "a loop much shorter than its divisor": Modular(LOOP, 7),
    "a loop of fewer cells than groups": DigitGroups(LOOP, (1, 2, 4, 8)),
}
each_clue = together("name", ALWAYS)


@each_clue
def test_a_clue_that_always_holds_leaves_all_grids(name: str) -> None:
    puzzle = Puzzle.sudoku(4).with_(ALWAYS[name])
    assert puzzle.problems() == ()
    assert pandoku.count(puzzle) == 288
    assert puzzle.further[0].relations(puzzle) == ()
    solution = pandoku.solve(Puzzle.sudoku(4), limit=1).solution
    assert solution is not None
    assert puzzle.accepts(solution)


@each_clue
def test_a_clue_that_always_holds_is_read_and_shown(name: str) -> None:
    puzzle = Puzzle.sudoku(4).with_(ALWAYS[name])
    assert Puzzle.sudoku(4).with_(constraint_text(puzzle.further[0], 4)) == puzzle
    assert "no solution" not in text_of(puzzle)
    for form in FORMATS.values():
        if why_not_written(form, puzzle) is None:
            assert pandoku.loads(pandoku.dumps(puzzle, form.name)).further == puzzle.further


@each_clue
def test_a_clue_that_always_holds_is_no_hindrance_to_an_explanation(name: str) -> None:
    bare = pandoku.loads("1.3..4.1..4.3...")
    puzzle = bare.with_(ALWAYS[name])
    assert len(pandoku.explain(puzzle)) == len(pandoku.explain(bare))


def test_groups_that_lack_a_digit_keep_it_from_a_short_loop() -> None:
    without = Puzzle.sudoku(6).with_(DigitGroups(LOOP, (1, 2, 4, 8)))
    masks = pandoku.true_candidates(without)
    assert masks is not None
    assert [masks[cell] for cell in (0, 1, 6)] == [0b1111] * 3


@pytest.mark.parametrize(
    "cells", ["r1c1 r1c2 r2c2 r2c1 r1c1", "r1c1 r1c2 r2c2 r3c2 r3c1 r2c1 r1c1"]
)
def test_a_loop_of_a_turn_or_more_has_to_close(cells: str) -> None:
    n_cells = len(cells.split()) - 1
    for k in (2, 3, 4, 5, 6):
        line = Modular(cells, k).placed(9)
        is_sound = line.is_sound(pandoku.Geometry.sudoku(9))
        assert is_sound == (n_cells % k == 0 or n_cells < k)
