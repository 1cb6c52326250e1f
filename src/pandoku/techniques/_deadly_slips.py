"""Slips with deadly patterns: the pattern is not deadly, or has another way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.model import Board, Step, digits_of, open_in
from pandoku.techniques._link_slips import one_end
from pandoku.techniques._slips import seen_from, slipped, with_digit, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words
from pandoku.words.claims import Gone, Inside, Needs, Not, Open, Placed, Places, Swaps

__all__ = ["AVOIDABLE_SLIPS", "BUG_SLIPS", "RECTANGLE_SLIPS", "loop_slips", "rectangle_slips"]

_LEAST_PAIRS = 2  # least number of corners that have only the pair
_MOST_STEPS = 20  # maximum number of steps of the technique that are looked at


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


def _rectangles(board: Board, least_pairs: int = _LEAST_PAIRS) -> Iterator[_Rectangle]:
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
            if common.bit_count() == 2 and len(roof) <= 4 - least_pairs:
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


@slip("A rectangle in four boxes is taken to be deadly.")
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


@slip("The further candidates of a second corner are overlooked.")
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


@slip("Different further candidates are taken to be the same.")
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


@slip("A place of the digit outside the rectangle is overlooked.")
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


@slip("A place outside the rectangle is overlooked.")
def _place_of_hidden(board: Board) -> Iterator[Slipped]:
    w, order = words_on(board), board.puzzle.order
    for found in _rectangles(board, 1):
        if found.n_boxes != 2:
            continue
        for cell, opposite in zip(found.corners, found.corners[::-1], strict=True):
            if opposite in found.roof or cell not in found.roof:
                continue
            lines = [
                house
                for house in w.geometry.houses
                if house.kind in ("row", "column") and cell in house.cells
            ]
            for tied, other in (found.pair, found.pair[::-1]):
                outside = [
                    (house, place)
                    for house in lines
                    for place in open_in(board, house.cells, tied)
                    if place not in found.corners
                ]
                if len(outside) != 1 or order != len(lines[0].cells):
                    continue
                ((house, place),) = outside
                why = (
                    f"{w.cell(cell)} can be {w.digit(other)} if {w.house(house)} has its "
                    f"{w.digit(tied)} at {w.cell(place)}, outside the rectangle."
                )
                claims = Needs(w.index(house), tied), Open((place,), (tied,))
                gone = ((cell, other),)
                yield slipped(w, why, *claims, gone=gone, cells=found.corners)


def _extra_cells(step: Step) -> Iterable[int]:
    digit, facts = step.eliminations[0][1], step.facts
    having = [cell for cell, each, role in facts.candidates if role == "extra" and each == digit]
    return [*having, *(cell for cell, role in facts.cells if role == "subset")]


def _other_of_pair(name: str) -> Slip:
    """Return the slip that the wrong one of the two digits is removed."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            gone, facts = step.eliminations[0][1], step.facts
            pair = dict.fromkeys(digit for _, digit, role in facts.candidates if role == "pair")
            (other,) = (digit for digit in pair if digit != gone)
            roof = tuple(cell for cell, role in facts.cells if role == "roof")
            cells = tuple(cell for cell, _ in facts.cells)
            out = with_digit(open_in(board, roof, other), other)
            if name == "unique-rectangle-6":
                why = (
                    f"Without {w.digit(gone)} at {w.cells(roof)}, one of them can still be "
                    f"{w.digit(other)}."
                )
                yield slipped(w, why, Open(roof, (other,)), gone=out, cells=cells)
                continue
            for house in w.common_houses(roof):
                if {*open_in(board, house.cells, other)} <= {*roof}:
                    why = (
                        f"In {w.house(house)}, {w.digit(other)} can only be at "
                        f"{w.cells(roof, 'or')}: one of them is {w.digit(other)}."
                    )
                    claim = Places(w.index(house), other, roof)
                    yield slipped(w, why, claim, gone=out, cells=cells)
                    break

    return Slip("The wrong one of the two digits is removed.", find)


_FOUR_BOXES = _in_four_boxes
RECTANGLE_SLIPS = {
    "unique-rectangle-1": (
        _FOUR_BOXES,
        _two_roofs,
    ),
    "unique-rectangle-2": (
        _FOUR_BOXES,
        _other_extra,
    ),
    "unique-rectangle-3": (
        _FOUR_BOXES,
        one_end(
            "unique-rectangle-3",
            _extra_cells,
            "A cell that does not see all cells with a digit of the subset is taken to lose it.",
        ),
    ),
    "unique-rectangle-4": (
        _FOUR_BOXES,
        _third_place,
    ),
    "unique-rectangle-5": (
        _FOUR_BOXES,
        one_end(
            "unique-rectangle-5",
            _extra_cells,
            "A cell that does not see all corners with the further digit is taken to lose it.",
        ),
    ),
    "unique-rectangle-6": (_FOUR_BOXES, _other_of_pair("unique-rectangle-6")),
    "hidden-rectangle": (_place_of_hidden,),
}


def rectangle_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a type of rectangles."""
    return RECTANGLE_SLIPS.get(name, (_FOUR_BOXES,))


# ---- unique loops


@slip("The further candidates of a second cell are overlooked.")
def _second_roof(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for number in (2, 3, 4):
        for step in finder(f"unique-loop-{number}")(board, _MOST_STEPS):
            facts = step.facts
            pair = dict.fromkeys(digit for _, digit, role in facts.candidates if role == "pair")
            roofs = [cell for cell, role in facts.cells if role == "roof"]
            for roof, other in permutations(roofs, 2):
                further = tuple(d for d in board.candidates(other) if d not in pair)
                why = (
                    f"{w.cell(other)} can also be {w.digits(further, 'or')}, so not only "
                    f"{w.cell(roof)} can keep the loop from being deadly."
                )
                gone = tuple((roof, digit) for digit in pair if digit in board.candidates(roof))
                cells = tuple(cell for cell, role in facts.cells if role in ("floor", "roof"))
                yield slipped(w, why, Open((other,), further), gone=gone, cells=cells)


def loop_slips(number: int) -> tuple[Slip, ...]:
    """Return the slips with a type of unique loops."""
    name = f"unique-loop-{number}"
    if number == 1:
        return (_second_roof,)
    if number == 4:
        return (_other_of_pair(name),)
    what = "the further digit" if number == 2 else "a digit of the subset"
    text = f"A cell that does not see all cells with {what} is taken to lose it."
    return (one_end(name, _extra_cells, text),)


# ---- avoidable rectangles


class _Filled(NamedTuple):
    """A rectangle with filled corners.

    Attributes:
        corners: The cells, row by row.
        n_boxes: The number of boxes with corners.
        given: The corners with givens.
    """

    corners: tuple[int, int, int, int]
    n_boxes: int
    given: tuple[int, ...]


def _filled(board: Board, count: int) -> Iterator[_Filled]:
    """Yield the rectangles with *count* filled corners."""
    order, boxes, givens = board.puzzle.order, _boxes(board), board.puzzle.givens
    for upper, lower in combinations(range(order), 2):
        for one, two in combinations(range(order), 2):
            rows = (upper * order, lower * order)
            corners = (rows[0] + one, rows[0] + two, rows[1] + one, rows[1] + two)
            if sum(board.digits[cell] > 0 for cell in corners) == count:
                n_boxes = len({boxes.get(cell) for cell in corners})
                yield _Filled(corners, n_boxes, tuple(c for c in corners if givens[c]))


@slip("A given is taken for a digit that can change places.")
def _given_of_three(board: Board) -> Iterator[Slipped]:
    w, digits = words_on(board), board.digits
    for corners, n_boxes, given in _filled(board, 3):
        if n_boxes != 2 or not 0 < len(given) < 3:
            continue
        for at, cell in enumerate(corners):
            digit, beside = digits[corners[3 - at]], [corners[at ^ 1], corners[at ^ 2]]
            if digits[cell] or digits[beside[0]] != digits[beside[1]]:
                continue
            if digit not in board.candidates(cell):
                continue
            two = (digit, digits[beside[0]])
            why = f"{_are_given(w, given)}, so {w.digits(sorted(two))} cannot change places."
            denied, claims = Not(Swaps(corners, two)), [Placed(c, digits[c]) for c in given]
            yield slipped(w, why, denied, *claims, gone=((cell, digit),), cells=corners)


@slip("A given is taken for a digit that can change places.")
def _given_of_two(board: Board) -> Iterator[Slipped]:
    w, digits = words_on(board), board.digits
    for corners, n_boxes, given in _filled(board, 2):
        filled = [cell for cell in corners if digits[cell]]
        empty = [cell for cell in corners if not digits[cell]]
        if n_boxes != 2 or not given or not w.sees(*filled):
            continue
        extra = 0
        for cell in empty:
            (across,) = (c for c in filled if corners.index(c) + corners.index(cell) == 3)
            bit = 1 << (digits[across] - 1)
            if board.masks[cell].bit_count() != 2 or not board.masks[cell] & bit:
                break
            extra |= board.masks[cell] & ~bit
        else:
            if extra.bit_count() == 1:
                (z,) = digits_of(extra)
                two = (digits[filled[0]], digits[filled[1]])
                why = (
                    f"{_are_given(w, given)}, so the rectangle is not deadly, and neither "
                    f"{w.cells(empty, 'nor')} needs to be {w.digit(z)}."
                )
                denied, claims = Not(Swaps(corners, two)), [Placed(c, digits[c]) for c in given]
                gone = with_digit(seen_from(board, empty, z), z)
                yield slipped(w, why, denied, *claims, gone=gone, cells=corners)


def _are_given(w: Words, cells: Sequence[int]) -> str:
    return f"{w.cells(cells)} {'is a given' if len(cells) == 1 else 'are givens'}"


AVOIDABLE_SLIPS = {
    1: (_given_of_three,),
    2: (_given_of_two,),
}


# ---- BUG+1


@slip("A second cell with more than two candidates is overlooked.")
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


BUG_SLIPS = (_second_triple,)
