"""Slips with deadly patterns: the pattern is not deadly, or has another way out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pandoku.model import Board, digits_of, open_in
from pandoku.techniques._slips import seen_from, slipped, with_digit
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.words import words_on
from pandoku.words.claims import Gone, Inside, Needs, Open

__all__ = ["BUG_SLIPS", "RECTANGLE_SLIPS", "rectangle_slips"]

_LEAST_PAIRS = 2  # least number of corners that have only the pair


class _Rectangle(NamedTuple):
    """Four empty cells that have two candidates in common.

    Attributes:
        corners: The cells, row by row.
        pair: The two candidates.
        roof: The corners with further candidates.
        n_boxes: The number of boxes with corners.
    """

    corners: tuple[int, int, int, int]
    pair: tuple[int, ...]
    roof: tuple[int, ...]
    n_boxes: int

    @property
    def floor(self) -> list[int]:
        return [cell for cell in self.corners if cell not in self.roof]


def _rectangles(board: Board) -> Iterator[_Rectangle]:
    order, digits, masks = board.puzzle.order, board.digits, board.masks
    boxes = _boxes(board)
    empty = [
        [r * order + c for c in range(order) if not digits[r * order + c]] for r in range(order)
    ]
    for upper, lower in combinations(range(order), 2):
        below = {cell % order: cell for cell in empty[lower]}
        above = [cell for cell in empty[upper] if cell % order in below]
        for one, two in combinations(above, 2):
            corners = (one, two, below[one % order], below[two % order])
            common = masks[one] & masks[two] & masks[corners[2]] & masks[corners[3]]
            roof = tuple(cell for cell in corners if masks[cell] != common)
            if common.bit_count() == 2 and len(roof) <= 4 - _LEAST_PAIRS:
                n_boxes = len({boxes.get(cell) for cell in corners})
                yield _Rectangle(corners, digits_of(common), roof, n_boxes)


def _boxes(board: Board) -> dict[int, int]:
    """Return the index of the box or region of each cell."""
    houses = board.puzzle.geometry.houses
    return {
        cell: index
        for index, house in enumerate(houses)
        if house.kind in ("box", "region")
        for cell in house.cells
    }


def _in_four_boxes(board: Board) -> Iterator[Slipped]:
    w, boxes = words_on(board), _boxes(board)
    for found in _rectangles(board):
        if found.n_boxes != 4 or len(found.roof) != 1:
            continue
        (roof,), (one, two) = found.roof, found.pair
        homes = [w.geometry.houses[boxes[cell]] for cell in found.corners]
        why = (
            f"The corners are in four boxes, {w.house_names(homes)}. With "
            f"{w.digits((one, two))} swapped, {w.house(homes[0])} would have one of them twice."
        )
        claims = (Inside((cell,), (boxes[cell],)) for cell in found.corners)
        gone = ((roof, one), (roof, two))
        yield slipped(w, why, *claims, gone=gone, cells=found.corners)


def _two_roofs(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for found in _rectangles(board):
        if found.n_boxes == 2 and len(found.roof) == 2:
            for roof, other in (found.roof, found.roof[::-1]):
                further = [d for d in board.candidates(other) if d not in found.pair]
                why = (
                    f"{w.cell(other)} can also be {w.digits(further, 'or')}, so "
                    f"{w.cell(roof)} is not the only way out of the pattern."
                )
                gone = tuple((roof, digit) for digit in found.pair)
                claim = Open((other,), tuple(further))
                yield slipped(w, why, claim, gone=gone, cells=found.corners)


def _other_extra(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for found, roof in _with_roof_in_line(board):
        (one, ones), (two, twos) = (
            (cell, [d for d in board.candidates(cell) if d not in found.pair]) for cell in roof
        )
        if len(ones) != 1 or len(twos) != 1 or ones == twos:
            continue
        for (cell, (digit,)), (other, (instead,)) in (
            ((one, ones), (two, twos)),
            ((two, twos), (one, ones)),
        ):
            why = (
                f"The further candidate of {w.cell(other)} is {w.digit(instead)}, not "
                f"{w.digit(digit)}: {w.cell(cell)} need not be {w.digit(digit)}."
            )
            gone = with_digit(seen_from(board, roof, digit), digit)
            claims = Gone((other,), (digit,)), Open((other,), (instead,))
            yield slipped(w, why, *claims, gone=gone, cells=found.corners)


def _third_place(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for found, roof in _with_roof_in_line(board):
        for house in w.common_houses(roof):
            for tied, other in (found.pair, found.pair[::-1]):
                outside = [c for c in open_in(board, house.cells, tied) if c not in roof]
                if len(outside) != 1:
                    continue
                why = (
                    f"In {w.house(house)}, {w.digit(tied)} can also be at {w.cell(outside[0])}, "
                    f"outside the rectangle."
                )
                claims = Needs(w.index(house), tied), Open(tuple(outside), (tied,))
                gone = with_digit(roof, other)
                yield slipped(w, why, *claims, gone=gone, cells=found.corners)


def _with_roof_in_line(board: Board) -> Iterator[tuple[_Rectangle, tuple[int, int]]]:
    """Yield rectangles in two boxes with two neighboring corners that have more candidates."""
    for found in _rectangles(board):
        if found.n_boxes == 2 and len(found.roof) == 2:
            one, two = found.roof
            if two in board.puzzle.sight[one]:
                yield found, (one, two)


_FOUR_BOXES = Slip("A rectangle in four boxes is taken to be deadly.", _in_four_boxes)
RECTANGLE_SLIPS = {
    "unique-rectangle-1": (
        _FOUR_BOXES,
        Slip("The further candidates of a second corner are overlooked.", _two_roofs),
    ),
    "unique-rectangle-2": (
        _FOUR_BOXES,
        Slip("Different further candidates are taken to be the same.", _other_extra),
    ),
    "unique-rectangle-4": (
        _FOUR_BOXES,
        Slip("A place of the digit outside the rectangle is overlooked.", _third_place),
    ),
}


def rectangle_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a type of rectangles."""
    return RECTANGLE_SLIPS.get(name, (_FOUR_BOXES,) if name.startswith("unique") else ())


# ---- BUG+1


def _second_triple(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    more = [c for c, mask in enumerate(masks) if not board.digits[c] and mask.bit_count() > 2]
    if len(more) != 2:
        return
    for cell, other in (more, more[::-1]):
        for digit in board.candidates(cell):
            houses = (w.geometry.houses[index] for index in w.geometry.houses_of[cell])
            if all(len(open_in(board, house.cells, digit)) == 3 for house in houses):
                digits = board.candidates(other)
                why = (
                    f"{w.cell(other)} has {w.number(len(digits))} candidates, too, so "
                    f"{w.cell(cell)} need not be {w.digit(digit)}."
                )
                claim = Open((other,), digits)
                yield slipped(w, why, claim, placed=((cell, digit),), cells=(cell, other))


BUG_SLIPS = (Slip("A second cell with more than two candidates is overlooked.", _second_triple),)
