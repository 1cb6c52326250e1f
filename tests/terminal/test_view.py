"""The visible part of a board that is larger than its window."""

from __future__ import annotations

import pytest

from pandoku.constraints import RULES
from pandoku.formats import load
from pandoku.model import Puzzle
from pandoku.terminal.grid import SIZES, BoardGrid, Size, grid_of
from pandoku.terminal.view import NUMBERS, View, size_in, view_of
from tests.data import EXAMPLES

KINDS = {
    "sudoku": Puzzle(9),
    "killer": load(EXAMPLES / "killer.txt"),
    "sandwich": RULES["sandwich"].example,
    "sixteen": load(EXAMPLES / "sixteen.json"),
    "twenty-five": Puzzle.sudoku(25),
    "thirty-six": Puzzle.sudoku(36),
}
WINDOWS = ((8, 3), (13, 6), (20, 10), (40, 18), (58, 22), (80, 22), (120, 38))


def seen(grid: BoardGrid, window: tuple[int, int], cell: int, before: View | None = None) -> View:
    view = view_of(grid, *window, [cell], before)
    assert view is not None
    return view


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_view_fits_its_window_and_shows_what_is_wanted(kind: str, size: Size) -> None:
    puzzle = KINDS[kind]
    grid, n = grid_of(puzzle, size), puzzle.order
    for window in WINDOWS:
        for cell in (n - 1, n * (n // 2) + n // 2, n * n - 1, 0):
            view = view_of(grid, *window, [cell])
            if view is None:
                assert window[0] < grid.left + grid.right + grid.box.width + 2 or (
                    window[1] < grid.box.height + 2
                )
                continue
            assert view.shows(cell)
            assert view.width <= window[0]
            assert view.height <= window[1]
            if NUMBERS in view.lines:
                assert sum(len(text) for text, _ in view.numbers()) == view.width
            if cell:
                continue
            places = [(x, y) for x in range(view.width + 1) for y in range(-1, view.height + 1)]
            found = {view.cell_at(x, y) for x, y in places} - {None}
            assert found == {row * n + column for row in view.rows for column in view.columns}


@pytest.mark.parametrize("puzzle", [KINDS["sixteen"], KINDS["twenty-five"], KINDS["thirty-six"]])
def test_the_usual_window_shows_many_cells_around_the_cursor(puzzle: Puzzle) -> None:
    n = puzzle.order
    size = size_in(puzzle, 80, 22)
    assert size is not None
    view = seen(grid_of(puzzle, size), (80, 22), n * (n // 2) + n // 2)
    assert len(view.rows) >= min(n, 17)
    assert len(view.columns) >= min(n, 25)


def test_a_view_moves_by_half_of_its_size_and_not_at_every_step() -> None:
    grid = grid_of(Puzzle.sudoku(36), "tiny")
    view = seen(grid, (40, 18), 0)
    moves, n_visible = 0, len(view.columns)
    for column in range(1, 36):
        after = seen(grid, (40, 18), column, view)
        moves += after != view
        assert column == 35 or column + 1 in after.columns
        assert after.columns.start - view.columns.start <= n_visible // 2 + 1
        view = after
    assert view.columns.stop == 36
    assert 3 <= moves <= 6
    assert seen(grid, (40, 18), 34, view) is not view
    assert seen(grid, (40, 18), 34, view) == view


def test_a_hint_is_shown_in_full_if_it_fits_and_otherwise_most_of_it() -> None:
    grid = grid_of(Puzzle(9), "small")
    box_9 = [row * 9 + column for row in (6, 7, 8) for column in (6, 7, 8)]
    view = view_of(grid, 40, 9, box_9)
    assert view is not None
    assert all(map(view.shows, box_9))
    assert view.lines[-1] == grid.height - 1
    column = view_of(grid, 40, 9, range(4, 81, 9))
    assert column is not None
    assert sum(map(column.shows, range(4, 81, 9))) == len(column.rows) == 4


def test_signs_tell_in_which_directions_the_board_continues() -> None:
    grid = grid_of(Puzzle.sudoku(36), "tiny")
    for cell, signs in ((0, "▾▸"), (35, "▾◂"), (36 * 18 + 18, "▴▾◂▸"), (36 * 36 - 1, "▴◂")):
        text = "".join(part for part, _ in seen(grid, (40, 18), cell).numbers())
        assert [char for char in text if char in "▴▾◂▸"] == [*signs]
    nine = seen(grid_of(Puzzle(9), "tiny"), (40, 9), 40)
    assert "".join(part for part, _ in nine.numbers()).split() == ["↕", *"123456789"]


def test_clues_outside_the_grid_stay_visible() -> None:
    puzzle = KINDS["sandwich"]
    grid = grid_of(puzzle, "small")
    view = seen(grid, (grid.width - 6, grid.height - 4), 35)
    assert not view.is_whole
    assert view.lines[1] == 0
    assert grid.places[0] == (-1, -1)
    assert view.grid.left
    assert view.rows.stop == view.columns.stop == 6


def test_numbers_of_rows_stand_apart_from_clues_outside_the_grid() -> None:
    for kind, margin in (("sudoku", 1), ("sandwich", 2)):
        grid = grid_of(KINDS[kind], "small")
        assert seen(grid, (grid.width - 6, grid.height - 4), 0).margin == margin


def test_a_window_without_room_for_a_cell_has_no_view() -> None:
    for puzzle in KINDS.values():
        for window in ((1, 1), (3, 30), (80, 0), (0, 0)):
            assert size_in(puzzle, *window) is None
