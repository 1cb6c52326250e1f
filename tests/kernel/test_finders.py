"""The core's table of finders, and the facts of their steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandoku import Board, Cage, Geometry, Puzzle, TechniqueError
from pandoku.kernel.logic import Finder, exhaust, finder, finders, walk
from pandoku.model import CageFact, Step
from pandoku.techniques import example_of, explain_step
from pandoku.words import Words, told_fillings
from tests.together import together

KILLER = Puzzle(Geometry.sudoku(9), cages=(Cage("+", 12, (0, 1, 2, 3), repeats=False),))


def roles_of(step: Step) -> set[str]:
    facts = step.facts
    own = {role for _, role in facts.cells} | {role for _, _, role in facts.candidates}
    return own.union(*(roles_of(inner) for branch in facts.branches for inner in branch))


def test_the_search_begins_with_singles_and_ends_with_nested_chains() -> None:
    names = [each.name for each in finders()]
    assert len(names) == len(set(names))
    assert (names[0], names[-1]) == ("full-house", "nested-forcing-chain")


@together("each", finders(), ids=lambda each: each.name)
def test_a_row_names_the_roles_of_its_steps(each: Finder) -> None:
    example = example_of(each.name)
    assert example is not None
    steps = list(each(example.board))
    assert steps
    for step in steps:
        assert roles_of(step) <= set(each.roles)


def test_a_row_says_what_its_finder_needs() -> None:
    assert "unique" in finder("unique-rectangle-1").needs
    assert "unique" not in finder("x-wing").needs
    of_cages = [each for each in finders() if "cages" in each.needs]
    assert len(of_cages) > 20
    assert not any("unique" in each.needs for each in of_cages)
    board = Board.start(Puzzle(9, (1, 2, 3, 4, 5, 6, 7, 8, *(0,) * 73)))
    assert not any(list(each(board)) for each in of_cages)


def test_a_finder_that_the_core_lacks_is_an_error_when_it_is_asked() -> None:
    unknown = finder("y-wing-of-sorts")
    with pytest.raises(TechniqueError, match="no finder 'y-wing-of-sorts'"):
        _ = unknown.roles
    with pytest.raises(TechniqueError, match="no finder 'y-wing-of-sorts'"):
        list(unknown(Board.start(Puzzle(4))))


# ---- what a cage still says


def test_a_cage_with_many_fillings_has_its_combinations() -> None:
    (step,) = finder("cage-combinations")(Board.start(KILLER))
    assert step.facts.cages == (CageFact(0, (), ((1, 2, 4, 5), (1, 2, 3, 6))),)
    assert step.facts.cages[0].digits == ((1, 2, 4, 5), (1, 2, 3, 6))
    told = "Its digits can only be 1 2 3 6 or 1 2 4 5."
    assert told in explain_step(step, Board.start(KILLER)).full


def test_a_cage_with_few_fillings_has_them_in_the_order_of_its_cells() -> None:
    puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("/", 4, (1, 0)),))
    (step,) = finder("cage-combinations")(Board.start(puzzle))
    assert step.facts.cages == (CageFact(0, ((1, 4), (4, 1))),)
    assert step.facts.cages[0].digits == ((1, 4),)


def test_fillings_that_happen_to_ascend_are_shown_cell_by_cell() -> None:
    start = Board.start(KILLER)
    few = tuple(
        sum(1 << digit - 1 for digit in digits) for digits in ((1, 2), (2,), (3, 4), (5, 6))
    )
    board = replace(start, masks=few + start.masks[4:])
    (step,) = finder("cage-permutations")(board)
    assert step.facts.cages == (CageFact(0, ((1, 2, 3, 6), (1, 2, 4, 5))),)
    words = Words(step, board)
    told = words.read(told_fillings(words))
    assert "1 2 3 6 or 1 2 4 5, in this order" in told


@pytest.mark.parametrize("name", ["hidden-single", "cage-single", "innie"])
def test_the_board_after_all_steps_is_the_end_of_the_path(name: str) -> None:
    example, easy = example_of(name), finders()[:8]
    assert example is not None
    board = end = example.board
    for step in walk(board, easy):
        end = end.after(step)
    assert end != board
    assert exhaust(board, easy) == end
    assert exhaust(end, easy) == end
    assert exhaust(board, ()) == board
