"""Which cells see each other, in Python and in the core."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.kernel.logic import finder
from pandoku.model import sight_of
from pandoku.words import Words
from tests.data import JIGSAW5, WINDOWS

SHAPES = (
    Geometry(4, (2, 2), diagonals=True),
    Geometry.latin(5),
    Geometry(5, None, JIGSAW5),
    Geometry(6, (2, 3)),
    Geometry(9, (3, 3), extra=WINDOWS),
)


def puzzles() -> Iterator[Puzzle]:
    """Yield puzzles with random cages, of which some overlap."""
    rng = random.Random(7)
    for geometry in SHAPES:
        for n_cages in (0, 1, 3, 8):
            cages = []
            for _ in range(n_cages):
                size = rng.randint(2, min(5, geometry.order))
                cells = tuple(rng.sample(range(geometry.n_cells), size))
                cages.append(Cage("+", None, cells, repeats=rng.random() < 0.3))
            yield Puzzle(geometry, cages=cages)


PUZZLES = tuple(puzzles())


def sees(puzzle: Puzzle, a: int, b: int) -> bool:
    groups = [house.cells for house in puzzle.geometry.houses]
    groups += [cage.cells for cage in puzzle.cages if not cage.repeats]
    return a != b and any(a in cells and b in cells for cells in groups)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_two_cells_see_each_other_if_a_house_or_a_cage_without_repeats_has_both(
    puzzle: Puzzle,
) -> None:
    cells = range(puzzle.geometry.n_cells)
    assert puzzle.sight == tuple(tuple(b for b in cells if sees(puzzle, a, b)) for a in cells)


@pytest.mark.turns(3)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_words_and_the_core_have_the_same_sight(puzzle: Puzzle) -> None:
    # Each other cell can only be 2 beside the one that is 1: a naked single tells if it sees it.
    n_cells = puzzle.geometry.n_cells
    for cell in range(n_cells):
        digits = tuple(int(at == cell) for at in range(n_cells))
        board = Board(puzzle, digits, tuple(1 if digit else 2 for digit in digits))
        steps = [*finder("naked-single")(board, n_cells)]
        assert len(steps) == n_cells - 1
        for step in steps:
            ((at, _),) = step.placements
            is_seen = (cell, "excludes") in step.facts.cells
            assert is_seen == Words(step, board).sees(cell, at) == (at in puzzle.sight[cell])


def test_a_digit_leaves_all_that_its_cell_sees() -> None:
    puzzle = Puzzle.killer(9, [(20, "r1c1 r2c2 r2c4 r5c5"), (9, "r1c9 r2c9")])
    seen = puzzle.sight[0]
    assert {4 * 9 + 4, 9 + 3} < {*seen}
    placed = Board.start(puzzle).place("r1c1", 7)
    given = Board.start(puzzle.replace(givens=(7,) + (0,) * 80))
    raw = Board(puzzle, placed.digits, (64,) + (511,) * 80).consistent()
    for board in (placed, given, raw):
        has_seven = [7 in board.candidates(cell) for cell in range(81)]
        assert has_seven == [cell not in seen for cell in range(81)]


def test_a_cage_that_may_repeat_digits_adds_nothing() -> None:
    puzzle = Puzzle.kenken(4, [("6+", "r1c1 r1c2 r2c2")])
    assert puzzle.sight == sight_of(puzzle.geometry)
    assert 5 in Puzzle.killer(4, [(6, "r1c1 r1c2 r2c3")]).sight[0]


def test_cages_with_cells_outside_the_grid_are_passed_over() -> None:
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("+", 9, (0, 99, -1), repeats=False),))
    assert puzzle.sight == sight_of(puzzle.geometry)
