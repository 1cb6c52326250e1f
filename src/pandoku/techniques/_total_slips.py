"""Slips with sums of houses and cages: a cage is counted wrongly, or digits are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from math import factorial, prod
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.model import Board, House, Step
from pandoku.techniques._allowed import cage_can_have
from pandoku.techniques._cage_fillings import ways_of
from pandoku.techniques._known_totals import Known, come_to, fails, ways_of_cells
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words, added, joined
from pandoku.words.claims import Inside, Not, Open, Sees, Total

__all__ = [
    "CAGE_OVERLAP_SLIPS",
    "CAGE_PARITY_SLIPS",
    "CAGE_SPLITTING_SLIPS",
    "HOUSE_PARITY_SLIPS",
    "sum_slips",
]

_MOST_STEPS = 20  # maximum number of steps of the technique that are looked at
_MOST_CELLS = 4  # maximum number of cells with a known total
_MOST_SETS = 5  # maximum number of sets of digits with a total, one of them forgotten

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

    def rest(self, board: Board, cages: list[int], *, times: bool = False) -> tuple[list[int], int]:
        """Return the empty cells outside some cages, and the total of cages and filled cells.

        *times* means that the total is a product.
        """
        held = {cell for index in cages for cell in board.puzzle.cages[index].cells}
        left = [cell for cell in self.house.cells if cell not in held]
        counted = [board.puzzle.cages[index].target or 0 for index in cages]
        counted += [board.digits[cell] for cell in left if board.digits[cell]]
        total = prod(counted) if times else sum(counted)
        return [cell for cell in left if not board.digits[cell]], total


def _parts(board: Board, operation: str = "+") -> Iterator[_Part]:
    cages = board.puzzle.cages
    summed = [i for i, each in enumerate(cages) if each.operation == operation and each.target]
    for index, house in enumerate(board.puzzle.geometry.houses):
        cells = {*house.cells}
        inside = [i for i in summed if cells.issuperset(cages[i].cells)]
        across = [i for i in summed if i not in inside and not cells.isdisjoint(cages[i].cells)]
        yield _Part(house, index, inside, across)


def _sum_of(board: Board) -> int:
    return board.puzzle.order * (board.puzzle.order + 1) // 2


def _left(board: Board, total: int, *, times: bool) -> int:
    """Return the digit that completes a house with a total, or 0 if no digit does."""
    if not times:
        return _sum_of(board) - total
    of_house = factorial(board.puzzle.order)
    return of_house // total if of_house % total == 0 else 0


def _counted_across(board: Board, *, times: bool = False) -> Iterator[Slipped]:
    w = words_on(board)
    for part in _parts(board, "*" if times else "+"):
        for number in part.across:
            cells = board.puzzle.cages[number].cells
            outside = [cell for cell in cells if cell not in part.house.cells]
            rest, total = part.rest(board, [*part.inside, number], times=times)
            digit = _left(board, total, times=times)
            if len(rest) != 1 or len(outside) > 1 or digit not in board.candidates(rest[0]):
                continue
            why = f"{w.cage(number)} is not all inside {w.house(part.house)}: {w.cell(outside[0])} "
            why += "is outside, so the cage does not count in full."
            claim = Not(Inside((outside[0],), (part.number,)))
            cage_cells = (*cells, rest[0])
            yield slipped(w, why, claim, placed=((rest[0], digit),), cells=cage_cells)


@slip("A cage inside the house is forgotten.")
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


@slip("A second cage that sticks out is overlooked.")
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


# ---- a few cells with a known total


def _known(board: Board, step: Step, but: int = 0) -> tuple[Known, Total]:
    """Return the total of the innies and outies of a step, and the claim about it.

    *but* is the number of cages at the start of the step's facts that do not count.
    """
    times, facts, puzzle = step.technique.startswith("product"), step.facts, board.puzzle
    houses = tuple(puzzle.geometry.houses.index(house) for house in facts.houses)
    cages = tuple(fact.cage for fact in facts.cages[but:])
    placed = tuple(cell for cell, _, role in facts.candidates if role == "counted")
    inside = {cell for house in facts.houses for cell in house.cells}
    within = [puzzle.cages[at].target or 0 for at in cages]
    within += [board.digits[cell] for cell in placed if cell in inside]
    beyond = [board.digits[cell] for cell in placed if cell not in inside]
    plus, minus = (
        tuple(cell for cell, role in facts.cells if role == sign) for sign in ("innie", "outie")
    )
    if times:
        of_houses = factorial(puzzle.order) ** len(houses) * prod(beyond)
        total = of_houses // prod(within) if plus else prod(within) // of_houses
        known = Known(plus or minus, (), total, times=True)
    else:
        total = _sum_of(board) * len(houses) - sum(within) + sum(beyond)
        known = Known(plus, minus, total) if plus else Known(minus, (), -total)
    claim = Total(known.plus, known.minus, known.total, houses, cages, placed, times)
    return known, claim


def _forgotten_digits(name: str) -> Slip:
    """Return the slip that a way to make the total is forgotten."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            known, claim = _known(board, step)
            if known.minus or not 2 <= len(known.plus) <= _MOST_CELLS:
                continue
            ways = [way for way in ways_of_cells(w, known.plus) if known.of(way) == known.total]
            sets = dict.fromkeys(tuple(sorted(way)) for way in ways)
            for forgotten in sets if 2 <= len(sets) <= _MOST_SETS else ():
                way = next(each for each in ways if tuple(sorted(each)) == forgotten)
                others = {digit for each in sets if each != forgotten for digit in each}
                gone = tuple(
                    (cell, digit)
                    for cell in known.plus
                    for digit in dict.fromkeys(forgotten)
                    if digit not in others and digit in board.candidates(cell)
                )
                told = added(way, "*" if known.times else "+")
                why = f"{w.cells(known.plus)} can also be {joined(map(str, way))}: {told}."
                claims = (Open((c,), (d,)) for c, d in zip(known.plus, way, strict=True))
                yield slipped(w, why, claim, *claims, gone=gone, cells=known.plus)

    return Slip("Digits that make the total are forgotten.", find)


@slip("Outies that do not see each other are taken to be different.")
def _equal_outies(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("outies")(board, _MOST_STEPS):
        known, _ = _known(board, step)
        if known.minus or not 2 <= len(known.plus) <= _MOST_CELLS:
            continue
        ways = [way for way in ways_of_cells(w, known.plus) if known.of(way) == known.total]
        different = [way for way in ways if len({*way}) == len(way)]
        for way in ways if different else ():
            for (a, one), (b, other) in combinations(zip(known.plus, way, strict=True), 2):
                if one != other:
                    continue
                gone = tuple(
                    (cell, one)
                    for at, cell in enumerate(known.plus)
                    if way[at] == one and all(each[at] != one for each in different)
                )
                why = f"{w.cells((a, b))} do not see each other, so both can be {w.digit(one)}."
                claims = Not(Sees(a, (b,))), Open((a, b), (one,))
                yield slipped(w, why, *claims, gone=gone, cells=known.plus)


@slip("The difference between innies and outies is taken the wrong way round.")
def _wrong_way_round(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("innies-and-outies")(board, _MOST_STEPS):
        known, claim = _known(board, step)
        if known.minus and known.total:
            why = f"{come_to(w, known)}, not the other way round."
            yield from _reversed(w, known, why, claim)


def _reversed(w: Words, known: Known, why: str, claim: Total) -> Iterator[Slipped]:
    """Yield the conclusions of somebody who confuses the two sides of a difference."""
    wrong = known._replace(total=-known.total)
    cells = (*known.plus, *known.minus)
    pairs = [(cell, digit) for cell in cells for digit in w.board.candidates(cell)]
    gone = tuple(pair for pair in pairs if fails(w, wrong, *pair))
    if len(gone) < len(pairs):
        yield slipped(w, why, claim, gone=gone, cells=cells)


@slip("The cells of the cage with the smaller target are taken to have more.")
def _greater_cage(board: Board) -> Iterator[Slipped]:
    w, cages = words_on(board), board.puzzle.cages
    summed = [i for i, each in enumerate(cages) if each.operation == "+" and each.target]
    for first, second in permutations(summed, 2):
        one, other = cages[first], cages[second]
        total = (one.target or 0) - (other.target or 0)
        if {*one.cells}.isdisjoint(other.cells) or total <= 0:
            continue
        plus, minus = (
            tuple(c for c in sorted({*x.cells} - {*y.cells}) if not board.digits[c])
            for x, y in ((one, other), (other, one))
        )
        apart = {*one.cells} ^ {*other.cells}
        if not plus or not minus or len(apart) != len(plus + minus):
            continue
        known, claim = Known(plus, minus, total), Total(plus, minus, total, (), (first, second), ())
        if len(apart) <= _MOST_CELLS:
            why = f"{come_to(w, known)}, because {w.cage(first)} has the greater target."
            yield from _reversed(w, known, why, claim)


@slip("The sum of one part of the cage is taken for that of the other.")
def _part_of_other_side(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("cage-splitting")(board, _MOST_STEPS):
        known, claim = _known(board, step, 1)
        cage = board.puzzle.cages[step.facts.cages[0].cage]
        rest = tuple(c for c in cage.cells if c not in known.plus and not board.digits[c])
        if not rest or len(rest) > _MOST_CELLS or known.minus:
            continue
        wrong = Known(rest, (), known.total)
        pairs = [(cell, digit) for cell in rest for digit in board.candidates(cell)]
        gone = tuple(pair for pair in pairs if fails(w, wrong, *pair))
        why = (
            f"{come_to(w, known)}, inside {w.house_names(step.facts.houses)}. {w.cells(rest)} "
            f"{'is' if len(rest) == 1 else 'are'} the other part of the cage."
        )
        if len(gone) < len(pairs):
            yield slipped(w, why, claim, gone=gone, cells=cage.cells)


# ---- parity


class _Rest(NamedTuple):
    """Cells whose sum is known to be odd or even.

    Attributes:
        cells: The cells.
        is_odd: Whether the sum is odd.
        why: The reason why this is not known, as a sentence, or "".
    """

    cells: tuple[int, ...]
    is_odd: bool
    why: str = ""


def _of_cages(board: Board, w: Words) -> Iterator[_Rest]:
    for cage in board.puzzle.cages:
        if cage.operation in ("+", "-") and cage.target is not None:
            yield _Rest(cage.cells, cage.target % 2 == 1)


def _of_houses(board: Board, w: Words, count: str = "+-") -> Iterator[_Rest]:
    """Yield the cells of each house that its cages leave over.

    If *count* has × or ÷, one of these cages is counted by its target.
    """
    cages = board.puzzle.cages
    for house in board.puzzle.geometry.houses:
        inside = [
            i
            for i, cage in enumerate(cages)
            if cage.target is not None and {*cage.cells} <= {*house.cells}
        ]
        counted = [i for i in inside if cages[i].operation in count]
        wrong = [i for i in counted if cages[i].operation not in "+-"]
        held = {cell for i in counted for cell in cages[i].cells}
        total = _sum_of(board) - sum(cages[i].target or 0 for i in counted)
        rest = tuple(cell for cell in house.cells if cell not in held)
        if count == "+-":
            yield _Rest(rest, total % 2 == 1)
        elif len(wrong) == 1:
            target = cages[wrong[0]].target or 0
            ways = (way for way in ways_of(w, wrong[0]) if (sum(way) - target) % 2)
            if way := next(ways, None):
                why = (
                    f"{cage_can_have(w, wrong[0], way)}: then its sum is "
                    f"{'odd' if sum(way) % 2 else 'even'}, although its target is {target}."
                )
                yield _Rest(rest, total % 2 == 1, why)


def _mixed_cell(rests: Callable[[Board, Words], Iterator[_Rest]]) -> Slip:
    """Return the slip that a candidate is overlooked where a cell seems to be odd or even."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for cells, is_odd, _ in rests(board, w):
            mixed = [cell for cell in cells if len(_parities(board, cell)) == 2]
            for cell, last in permutations(mixed) if len(mixed) == 2 else ():
                for kind in (0, 1):
                    others = [d for d in board.candidates(cell) if d % 2 != kind]
                    if len(others) != 1:
                        continue
                    seen = sum(min(_parities(board, c)) for c in cells if c not in mixed)
                    wanted = (is_odd + seen + kind) % 2
                    gone = tuple((last, d) for d in board.candidates(last) if d % 2 != wanted)
                    why = (
                        f"{w.cell(cell)} can also be {w.digit(others[0])}, which is "
                        f"{'odd' if others[0] % 2 else 'even'}."
                    )
                    claim = Open((cell,), tuple(others))
                    yield slipped(w, why, claim, gone=gone, cells=cells)

    return Slip("A candidate is overlooked in a cell that seems to be odd, or even.", find)


@slip("A × or ÷ cage is counted like a + cage.")
def _product_counted(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for cells, is_odd, why in _of_houses(board, w, "+-*/"):
        mixed = [cell for cell in cells if len(_parities(board, cell)) == 2]
        if len(mixed) == 1:
            wanted = is_odd ^ sum(min(_parities(board, c)) for c in cells if c not in mixed) % 2
            gone = tuple((mixed[0], d) for d in board.candidates(mixed[0]) if d % 2 != wanted)
            yield slipped(w, why, gone=gone, cells=cells)


def _parities(board: Board, cell: int) -> set[int]:
    return {digit % 2 for digit in board.candidates(cell) or (board.digits[cell],)}


CAGE_PARITY_SLIPS = (_mixed_cell(_of_cages),)
HOUSE_PARITY_SLIPS = (
    _mixed_cell(_of_houses),
    _product_counted,
)
CAGE_OVERLAP_SLIPS = (_greater_cage,)
CAGE_SPLITTING_SLIPS = (_part_of_other_side,)


def sum_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a technique that compares the sum of houses with their cages."""
    across = "A cage that sticks out is counted as if it were inside."
    return {
        "innie": (
            Slip(across, _counted_across),
            _forgotten_cage,
        ),
        "product-innie": (Slip(across, partial(_counted_across, times=True)),),
        "outie": (_second_outie,),
        "innies": (_forgotten_digits(name),),
        "product-innies": (_forgotten_digits(name),),
        "outies": (_equal_outies,),
        "innies-and-outies": (_wrong_way_round,),
    }[name]
