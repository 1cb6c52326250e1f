"""Ties: candidates that a constraint does not allow together."""

from __future__ import annotations

from itertools import product

import pytest

from pandoku import Puzzle
from pandoku.constraints import RULES
from pandoku.model import Constraint
from pandoku.model.geometry import sight_of
from pandoku.model.narrowing import Tie, narrowed_masks, ties_of


def is_forbidden(puzzle: Puzzle, constraint: Constraint, tie: Tie) -> bool:
    """Return whether one relation alone has no way left with both candidates."""
    full = puzzle.geometry.all_mask
    masks = [full] * puzzle.geometry.n_cells
    cell, digit, other, other_digit = tie
    masks[cell], masks[other] = 1 << (digit - 1), 1 << (other_digit - 1)
    no_sight = [()] * puzzle.geometry.n_cells
    for relation in constraint.relations(puzzle):
        left = narrowed_masks([relation], masks, no_sight)
        if not all(left[cell] for cell in relation.cells) or not relation.may_hold(masks):
            return True
    return False


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", RULES)
def test_what_is_tied_is_forbidden_by_its_constraint(name: str) -> None:
    puzzle = RULES[name].example
    sight = sight_of(puzzle.geometry)
    for constraint in puzzle.further:
        for tie in {*ties_of(constraint, puzzle)}:
            cell, digit, other, other_digit = tie
            assert cell < other
            assert digit != other_digit or other not in sight[cell]
            assert is_forbidden(puzzle, constraint, tie), tie


def test_pairs_are_tied_where_their_table_says_so() -> None:
    from pandoku.constraints import Difference

    puzzle = Puzzle.sudoku(4).with_(Difference("r1c1 r2c1"))
    expected = [
        (0, a, 4, b) for a, b in product(range(1, 5), repeat=2) if a != b and abs(a - b) != 1
    ]
    assert sorted(ties_of(puzzle.further[0], puzzle)) == expected


def test_the_ends_of_a_line_are_tied_by_what_lies_between() -> None:
    from pandoku.constraints import Between

    puzzle = Puzzle.sudoku(4).with_(Between("r1c1 r1c2 r2c3"))
    ties = ties_of(puzzle.further[0], puzzle)
    assert (0, 1, 6, 2) in ties
    assert (0, 1, 6, 3) not in ties
