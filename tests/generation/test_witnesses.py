"""Witnesses: which grids a piece or a given rules out."""

from __future__ import annotations

import pytest

from pandoku import Geometry
from pandoku.constraints import Canvas, Dice
from pandoku.generation.adding import MixItem
from pandoku.generation.mixes import ingredients_of
from pandoku.generation.pieces import MixPiece, proposed_pieces
from pandoku.generation.witnesses import Witnesses
from pandoku.kernel.generate import grids, keys

SQUARE = Geometry.sudoku(9)
GRIDS = [tuple(row) for row in grids(SQUARE, keys(5, range(40)), threads=1)]
CANVAS = Canvas(SQUARE, GRIDS[0])


def swapped(row: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    return tuple({a: b, b: a}.get(digit, digit) for digit in row)


ROWS = [*GRIDS, *(swapped(GRIDS[0], a, a + 1) for a in range(1, 9))]


def is_ruled_out(row: tuple[int, ...], item: MixItem) -> bool:
    if isinstance(item, MixPiece):
        return not item.holds(row, CANVAS)
    return any(row[cell] != CANVAS.digits[cell] for cell in item)


@pytest.mark.parametrize("name", ["thermometer", "arrow", "maximum", "skyscraper", "clone", "cage"])
def test_witnesses_are_ruled_out_as_one_by_one(name: str) -> None:
    (ingredient,) = ingredients_of(name, 9)
    pieces = [*proposed_pieces(ingredient, CANVAS, Dice(3))]
    assert len(pieces) > 10
    witnesses = Witnesses(CANVAS)
    witnesses.note(ROWS)
    left = [row for row in ROWS if row != CANVAS.digits]
    assert len(witnesses) == len(left) == len(ROWS) - 1
    items: list[MixItem] = [pieces[0], (4, 40), pieces[1], (76,), pieces[2]]
    others: list[MixItem] = [*pieces, (0,), (1, 2)]
    for item in items:
        for each in others:
            wanted = sum(is_ruled_out(row, each) for row in left)
            assert witnesses.n_without(each) == wanted
        witnesses.rule_out(item)
        left = [row for row in left if not is_ruled_out(row, item)]
        assert len(witnesses) == len(left)
    witnesses.note([CANVAS.digits])
    assert not witnesses
