"""What the core prepares for a geometry lives as long as anything that was made of it."""

from __future__ import annotations

import gc

from pandoku.kernel._exchange import native_layout
from pandoku.kernel.logic import finder
from pandoku.model import Board, Geometry
from pandoku.techniques import example_of


def test_cages_outlive_the_turn_of_their_layout_in_the_cache() -> None:
    example = example_of("innies-and-outies")
    assert example is not None
    find = finder("innies-and-outies")
    before = list(find(example.board))
    assert before
    native_layout.cache_clear()  # as more than 64 other geometries would do
    gc.collect()
    others = [native_layout(Geometry.sudoku(order)) for order in (4, 6, 8, 9, 10, 12) * 20]
    assert list(find(example.board)) == before
    assert others
    assert list(find(Board.start(example.board.puzzle))) is not None
