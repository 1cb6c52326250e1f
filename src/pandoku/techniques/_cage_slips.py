"""Slips with cages: a combination is forgotten, or a cage is counted that is not inside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from pandoku.model import Board, House, open_in
from pandoku.techniques._allowed import cage_can_have
from pandoku.techniques._cage_fillings import Way, ways_of
from pandoku.techniques._slips import places_by_house, slipped, with_digit
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.words import Words, words_on
from pandoku.words.claims import Inside, Needs, Not, Open

__all__ = [
    "CAGE_CLAIMING_SLIPS",
    "CAGE_POINTING_SLIPS",
    "COMBINATION_SLIPS",
    "FILLING_SLIPS",
    "sum_slips",
]

_MOST_SETS = 5  # maximum number of combinations of a cage, one of them forgotten
_MOST_WAYS = 12  # maximum number of fillings of a cage, one of them forgotten
_MOST_EMPTY = 4  # maximum number of empty cells of a cage

# ---- combinations and fillings


def _cages(board: Board, w: Words) -> Iterator[tuple[int, list[int], tuple[Way, ...]]]:
    """Yield the index, the empty cells and the fillings of each cage with a few empty cells."""
    for index, cage in enumerate(board.puzzle.cages):
        empty = [cell for cell in cage.cells if not board.digits[cell]]
        if cage.target is not None and 2 <= len(empty) <= _MOST_EMPTY:
            yield index, empty, ways_of(w, index)


def _by_set(ways: tuple[Way, ...]) -> dict[Way, list[Way]]:
    sets: dict[Way, list[Way]] = {}
    for way in ways:
        sets.setdefault(tuple(sorted(way)), []).append(way)
    return sets


def _forgotten_combination(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        sets = _by_set(ways)
        for forgotten, fillings in sets.items() if 2 <= len(sets) <= _MOST_SETS else ():
            others = {*chain.from_iterable(each for each in sets if each != forgotten)}
            gone = [
                (cell, digit)
                for digit in dict.fromkeys(forgotten)
                if digit not in others
                for cell in open_in(board, empty, digit)
            ]
            if gone:
                why = f"{cage_can_have(w, index, fillings[0])}, too."
                yield slipped(w, why, gone=tuple(gone), cells=board.puzzle.cages[index].cells)


def _forgotten_filling(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        for cell in empty if len(ways) <= _MOST_WAYS else ():
            at = cells.index(cell)
            for digit in board.candidates(cell):
                having = [way for way in ways if way[at] == digit]
                if len(having) == 1:
                    why = f"{cage_can_have(w, index, having[0])}, too."
                    yield slipped(w, why, gone=((cell, digit),), cells=cells)


def _not_in_every_combination(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        sets = _by_set(ways)
        for digit in range(1, board.puzzle.order + 1) if 2 <= len(sets) <= _MOST_SETS else ():
            without = [each for each in sets if digit not in each]
            places = open_in(board, empty, digit)
            if len(without) != 1 or not places:
                continue
            told = cage_can_have(w, index, sets[without[0]][0])
            why = f"{told}, without {w.digit(digit)}."
            for house in w.common_houses(places):
                rest = [cell for cell in house.cells if cell not in board.puzzle.cages[index].cells]
                gone = with_digit(open_in(board, rest, digit), digit)
                yield slipped(w, why, gone=gone, cells=places)


def _place_outside_cage(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, house, digit, places in places_by_house(board):
        for number, cage in enumerate(board.puzzle.cages):
            outside = [cell for cell in places if cell not in cage.cells]
            if cage.repeats or len(outside) != 1 or len(places) < 3:
                continue
            rest = [cell for cell in cage.cells if cell not in house.cells]
            why = (
                f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(outside[0])}, "
                f"outside {w.cage(number)}."
            )
            gone = with_digit(open_in(board, rest, digit), digit)
            claims = Needs(index, digit), Open((outside[0],), (digit,))
            yield slipped(w, why, *claims, gone=gone, cells=places)


COMBINATION_SLIPS = (Slip("A combination of the cage is forgotten.", _forgotten_combination),)
FILLING_SLIPS = (Slip("A way to fill the cage is forgotten.", _forgotten_filling),)
CAGE_POINTING_SLIPS = (
    Slip("A combination without the digit is forgotten.", _not_in_every_combination),
)
CAGE_CLAIMING_SLIPS = (Slip("A place outside the cage is overlooked.", _place_outside_cage),)

# ---- the rule of 45


class _Part(NamedTuple):
    """A house and the + cages that have cells in it.

    Attributes:
        house: The house.
        number: Its index.
        inside: The cages that are inside the house.
        across: The cages that have cells inside and outside.
    """

    house: House
    number: int
    inside: list[int]
    across: list[int]

    def rest(self, board: Board, cages: list[int]) -> tuple[list[int], int]:
        """Return the empty cells outside some cages, and the total of cages and filled cells."""
        held = {cell for index in cages for cell in board.puzzle.cages[index].cells}
        left = [cell for cell in self.house.cells if cell not in held]
        total = sum(board.puzzle.cages[index].target or 0 for index in cages)
        total += sum(board.digits[cell] for cell in left)
        return [cell for cell in left if not board.digits[cell]], total


def _parts(board: Board) -> Iterator[_Part]:
    cages = board.puzzle.cages
    summed = [i for i, each in enumerate(cages) if each.operation == "+" and each.target]
    for index, house in enumerate(board.puzzle.geometry.houses):
        cells = {*house.cells}
        inside = [i for i in summed if cells.issuperset(cages[i].cells)]
        across = [i for i in summed if i not in inside and not cells.isdisjoint(cages[i].cells)]
        yield _Part(house, index, inside, across)


def _sum_of(board: Board) -> int:
    return board.puzzle.order * (board.puzzle.order + 1) // 2


def _counted_across(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for part in _parts(board):
        for number in part.across:
            cells = board.puzzle.cages[number].cells
            outside = [cell for cell in cells if cell not in part.house.cells]
            rest, total = part.rest(board, [*part.inside, number])
            digit = _sum_of(board) - total
            if len(rest) != 1 or len(outside) > 1 or digit not in board.candidates(rest[0]):
                continue
            why = f"{w.cage(number)} is not all inside {w.house(part.house)}: {w.cell(outside[0])} "
            why += "is outside, so the cage does not count in full."
            claim = Not(Inside((outside[0],), (part.number,)))
            cage_cells = (*cells, rest[0])
            yield slipped(w, why, claim, placed=((rest[0], digit),), cells=cage_cells)


def _forgotten_cage(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for part in _parts(board):
        rest, total = part.rest(board, part.inside)
        for number in part.inside if len(rest) == 1 else ():
            cage = board.puzzle.cages[number]
            digit = _sum_of(board) - total + (cage.target or 0)
            if digit in board.candidates(rest[0]):
                why = f"{w.cage(number)} is inside {w.house(part.house)}, too, so it counts."
                claim = Inside(cage.cells, (part.number,))
                yield slipped(w, why, claim, placed=((rest[0], digit),), cells=cage.cells)


def _second_outie(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for part in _parts(board):
        covering = [*part.inside, *part.across]
        rest, total = part.rest(board, covering)
        outside = {
            number: [c for c in board.puzzle.cages[number].cells if c not in part.house.cells]
            for number in part.across
        }
        if rest or [len(cells) for cells in outside.values()] != [1, 1]:
            continue
        for number, other in (part.across, part.across[::-1]):
            (cell,), (also,) = outside[number], outside[other]
            digit = total - _sum_of(board)
            if not board.digits[cell] and digit in board.candidates(cell):
                why = f"{w.cage(other)} sticks out of {w.house(part.house)}, too, with "
                why += f"{w.cell(also)}."
                claim = Not(Inside((also,), (part.number,)))
                yield slipped(w, why, claim, placed=((cell, digit),), cells=(cell, also))


def sum_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a technique that compares the sum of houses with their cages."""
    if name == "innie":
        return (
            Slip("A cage that sticks out is counted as if it were inside.", _counted_across),
            Slip("A cage inside the house is forgotten.", _forgotten_cage),
        )
    if name == "outie":
        return (Slip("A second cage that sticks out is overlooked.", _second_outie),)
    return ()
