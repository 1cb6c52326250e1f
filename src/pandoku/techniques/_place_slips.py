"""Slips with singles, locked candidates and subsets: a place or a candidate is overlooked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from pandoku.model import Board, House, digits_of, open_in
from pandoku.techniques._slips import (
    places_by_house,
    seen_from,
    slipped,
    with_digit,
)
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import words_on
from pandoku.words.claims import Needs, Not, Open, Sees

__all__ = [
    "CLAIMING_SLIPS",
    "FULL_HOUSE_SLIPS",
    "HIDDEN_SINGLE_SLIPS",
    "NAKED_SINGLE_SLIPS",
    "POINTING_SLIPS",
    "hidden_subset_slips",
    "locked_subset_slips",
    "naked_subset_slips",
]

_BOXES = ("box", "region")

# ---- singles


@slip("A house with two empty cells is taken for one with a single empty cell.")
def _second_empty_cell(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, house, digit, places in places_by_house(board):
        empty = [cell for cell in house.cells if not board.digits[cell]]
        if len(empty) == len(places) == 2:
            for cell, other in (places, places[::-1]):
                why = f"{w.house(house)} has another empty cell, {w.cell(other)}, "
                why += f"which can be {w.digit(digit)}, too."
                claims = Needs(index, digit), Open((other,), (digit,))
                yield slipped(w, why, *claims, placed=((cell, digit),), cells=places)


@slip("A second candidate of the cell is overlooked.")
def _second_candidate(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for cell, mask in enumerate(board.masks):
        if board.digits[cell] or mask.bit_count() != 2:
            continue
        one, two = digits_of(mask)
        for digit, other in ((one, two), (two, one)):
            why = f"{w.cell(cell)} can also be {w.digit(other)}."
            yield slipped(w, why, Open((cell,), (other,)), placed=((cell, digit),), cells=(cell,))


@slip("A second place of the digit is overlooked.")
def _second_place(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, house, digit, places in places_by_house(board):
        if len(places) == 2:
            for cell, other in (places, places[::-1]):
                why = f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(other)}."
                claims = Needs(index, digit), Open((other,), (digit,))
                yield slipped(w, why, *claims, placed=((cell, digit),), cells=places)


FULL_HOUSE_SLIPS = (_second_empty_cell,)
NAKED_SINGLE_SLIPS = (_second_candidate,)
HIDDEN_SINGLE_SLIPS = (_second_place,)

# ---- locked candidates


def _place_outside(is_base: Callable[[House], bool], is_cover: Callable[[House], bool]) -> Slip:
    def find(board: Board) -> Iterator[Slipped]:
        w, houses = words_on(board), board.puzzle.geometry.houses
        covers = [house for house in houses if is_cover(house)]
        for index, house, digit, places in places_by_house(board):
            for cover in covers if is_base(house) and len(places) > 2 else ():
                outside = [cell for cell in places if cell not in cover.cells]
                rest = [cell for cell in cover.cells if cell not in house.cells]
                gone = open_in(board, rest, digit)
                if len(outside) == 1 and gone:
                    why = (
                        f"In {w.house(house)}, {w.digit(digit)} can also be at "
                        f"{w.cell(outside[0])}, outside {w.house(cover)}, so {w.house(cover)} need "
                        f"not have its {w.digit(digit)} in {w.house(house)}."
                    )
                    claims = Needs(index, digit), Open((outside[0],), (digit,))
                    yield slipped(w, why, *claims, gone=with_digit(gone, digit), cells=places)

    return Slip("A place outside the second house is overlooked.", find)


def _is_box(house: House) -> bool:
    return house.kind in _BOXES


def _is_line(house: House) -> bool:
    return house.kind not in _BOXES


POINTING_SLIPS = (_place_outside(_is_box, _is_line),)
CLAIMING_SLIPS = (_place_outside(_is_line, _is_box),)

# ---- subsets


def naked_subset_slips(size: int) -> tuple[Slip, ...]:
    """Return the slips with naked subsets of a size."""
    further = Slip("A further candidate of one of the cells is overlooked.", _further(size, 1))
    apart = _apart
    return (further, apart) if size == 2 else (further,)


def locked_subset_slips(size: int) -> tuple[Slip, ...]:
    """Return the slips with naked subsets of a size that are in two houses."""
    return (Slip("A further candidate of one of the cells is overlooked.", _further(size, 2)),)


def _further(size: int, n_houses: int) -> Callable[[Board], Iterator[Slipped]]:
    """Return a finder of *size* cells that have *size* + 1 digits, one of them only once.

    The cells share at least *n_houses* houses.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w, masks = words_on(board), board.masks
        for house in board.puzzle.geometry.houses:
            empty = [cell for cell in house.cells if not board.digits[cell]]
            small = [cell for cell in empty if 2 <= masks[cell].bit_count() <= size + 1]
            for cells in combinations(small, size):
                union = _union(board, cells)
                if union.bit_count() != size + 1:
                    continue
                if len(w.common_houses(cells)) < n_houses:
                    continue
                for extra in digits_of(union):
                    having = open_in(board, cells, extra)
                    kept = digits_of(union & ~(1 << (extra - 1)))
                    if len(having) != 1 or masks[having[0]].bit_count() < 3:
                        continue
                    rest = [cell for cell in empty if cell not in cells]
                    gone = [(c, d) for c in rest for d in board.candidates(c) if d in kept]
                    why = (
                        f"{w.cell(having[0])} can also be {w.digit(extra)}, so {w.digits(kept)} "
                        f"need not all be at {w.cells(cells)}."
                    )
                    why = why.replace("need not all", "need not both") if size == 2 else why
                    claim = Open((having[0],), (extra,))
                    yield slipped(w, why, claim, gone=tuple(gone), cells=cells)

    return find


def _union(board: Board, cells: tuple[int, ...]) -> int:
    union = 0
    for cell in cells:
        union |= board.masks[cell]
    return union


@slip("Two cells that do not share a house are taken for a pair.")
def _apart(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    pairs = [c for c, mask in enumerate(masks) if not board.digits[c] and mask.bit_count() == 2]
    for one, two in combinations(pairs, 2):
        if masks[one] != masks[two] or w.sees(one, two):
            continue
        digits = digits_of(masks[one])
        gone = [
            pair
            for digit in digits
            for pair in with_digit(seen_from(board, (one, two), digit), digit)
        ]
        why = (
            f"{w.cells((one, two))} do not see each other, so both can be {w.digits(digits, 'or')}."
        )
        claims = Not(Sees(one, (two,))), Open((one, two), digits)
        yield slipped(w, why, *claims, gone=tuple(gone), cells=(one, two))


def hidden_subset_slips(size: int) -> tuple[Slip, ...]:
    """Return the slips with hidden subsets of a size."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        by_house: dict[int, dict[int, tuple[int, ...]]] = {}
        for index, _, digit, places in places_by_house(board):
            if 2 <= len(places) <= size + 1:
                by_house.setdefault(index, {})[digit] = places
        for index, places_by in by_house.items():
            house = board.puzzle.geometry.houses[index]
            for digits in combinations(places_by, size):
                every = sorted({cell for digit in digits for cell in places_by[digit]})
                for extra in every if len(every) == size + 1 else ():
                    having = [digit for digit in digits if extra in places_by[digit]]
                    if len(having) != 1 or len(places_by[having[0]]) < 3:
                        continue
                    cells = tuple(cell for cell in every if cell != extra)
                    gone = [(c, d) for c in cells for d in board.candidates(c) if d not in digits]
                    why = (
                        f"In {w.house(house)}, {w.digit(having[0])} can also be at "
                        f"{w.cell(extra)}, so {w.cells(cells)} can hold other digits."
                    )
                    claims = Needs(index, having[0]), Open((extra,), (having[0],))
                    yield slipped(w, why, *claims, gone=tuple(gone), cells=cells)

    return (Slip("A further place of one of the digits is overlooked.", find),)
