"""Slips with cages: a combination is forgotten, or a cage is counted that is not inside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations
from math import prod

from pandoku.model import Board, House, open_in
from pandoku.techniques._allowed import cage_can_have
from pandoku.techniques._cage_fillings import Way, ways_of
from pandoku.techniques._chain_slips import strong_links
from pandoku.techniques._slips import places_by_house, seen_from, slipped, with_digit, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words, primes_of
from pandoku.words.claims import CageNeeds, Needs, Open

__all__ = [
    "CAGE_BOUNDS_SLIPS",
    "CAGE_CHAIN_SLIPS",
    "CAGE_CLAIMING_PAIR_SLIPS",
    "CAGE_CLAIMING_SLIPS",
    "CAGE_CONFLICT_SLIPS",
    "CAGE_FACTORS_SLIPS",
    "CAGE_HIDDEN_SINGLE_SLIPS",
    "CAGE_LINE_SLIPS",
    "CAGE_POINTING_SLIPS",
    "CAGE_SINGLE_SLIPS",
    "COMBINATION_SLIPS",
    "FILLING_SLIPS",
    "TWO_CAGES_SLIPS",
    "killer_slips",
]

_MOST_SETS = 5  # maximum number of combinations of a cage, one of them forgotten
_MOST_WAYS = 12  # maximum number of fillings of a cage, one of them forgotten
_FEW_WAYS = 8  # maximum number of fillings of a cage to try one by one
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


@slip("A combination of the cage is forgotten.")
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


@slip("A way to fill the cage is forgotten.")
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


@slip("A combination without the digit is forgotten.")
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


@slip("A place outside the cage is overlooked.")
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


COMBINATION_SLIPS = (_forgotten_combination,)
FILLING_SLIPS = (_forgotten_filling,)
CAGE_POINTING_SLIPS = (_not_in_every_combination,)
CAGE_CLAIMING_SLIPS = (_place_outside_cage,)

# ---- singles


@slip("A second empty cell of the cage is overlooked.")
def _another_empty_cell(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, cage in enumerate(board.puzzle.cages):
        empty = [cell for cell in cage.cells if not board.digits[cell]]
        left = (cage.target or 0) - sum(board.digits[cell] for cell in cage.cells)
        if cage.operation != "+" or len(empty) != 2:
            continue
        for cell, other in (empty, empty[::-1]):
            if left in board.candidates(cell):
                why = f"{w.cage(index)} has another empty cell, {w.cell(other)}."
                claim = Open((other,), board.candidates(other))
                yield slipped(w, why, claim, placed=((cell, left),), cells=cage.cells)


@slip("The other digit that makes the difference or quotient is forgotten.")
def _other_way_round(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, cage in enumerate(board.puzzle.cages):
        empty = [cell for cell in cage.cells if not board.digits[cell]]
        if cage.operation not in ("-", "/") or len(empty) != 1 or len(cage.cells) != 2:
            continue
        at = cage.cells.index(empty[0])
        for way, other in permutations(ways_of(w, index), 2):
            why = f"{cage_can_have(w, index, other)}, too."
            yield slipped(w, why, placed=((empty[0], way[at]),), cells=cage.cells)


@slip("A second cell of the cage for the digit is overlooked.")
def _second_cell_for_digit(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        for digit in range(1, board.puzzle.order + 1):
            at = {cell for way in ways for cell, d in zip(cells, way, strict=True) if d == digit}
            if len(at) != 2 or not at <= {*empty} or not all(digit in way for way in ways):
                continue
            for cell, other in permutations(sorted(at)):
                why = f"{w.cage(index)} can also have its {w.digit(digit)} at {w.cell(other)}."
                claims = CageNeeds(index, digit), Open((other,), (digit,))
                yield slipped(w, why, *claims, placed=((cell, digit),), cells=cells)


CAGE_SINGLE_SLIPS = (
    _another_empty_cell,
    _other_way_round,
)
CAGE_HIDDEN_SINGLE_SLIPS = (_second_cell_for_digit,)

# ---- bounds and factors


@slip("A digit exactly at the bound is removed.")
def _at_the_bound(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cage = board.puzzle.cages[index]
        for cell in empty if cage.operation == "+" and len(ways) > 2 else ():
            at = cage.cells.index(cell)
            for digit in (min(way[at] for way in ways), max(way[at] for way in ways)):
                having = [way for way in ways if way[at] == digit]
                if len({tuple(sorted(way)) for way in having}) == 1:
                    told = cage_can_have(w, index, having[0])
                    why = f"{told}: that makes exactly {cage.target}."
                    yield slipped(w, why, gone=((cell, digit),), cells=cage.cells)


@slip("A second cell that can supply a factor is overlooked.")
def _second_cell_for_factor(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cage = board.puzzle.cages[index]
        left = (cage.target or 0) // prod(board.digits[c] or 1 for c in cage.cells)
        for prime in primes_of(left) if cage.operation == "*" and left else ():
            able = [c for c in empty if any(d % prime == 0 for d in board.candidates(c))]
            for cell, other in permutations(able) if len(able) == 2 else ():
                at = cage.cells.index(cell)
                way = next((way for way in ways if way[at] % prime), None)
                if way is None:
                    continue
                told = f"{w.cell(other)} can supply the factor {prime}, too"
                why = f"{told}: {cage_can_have(w, index, way)}."
                gone = tuple((cell, d) for d in board.candidates(cell) if d % prime)
                yield slipped(w, why, gone=gone, cells=cage.cells)


CAGE_BOUNDS_SLIPS = (_at_the_bound,)
CAGE_FACTORS_SLIPS = (_second_cell_for_factor,)

# ---- cages in a house


@slip("A filling without the digit in the house is forgotten.")
def _digit_out_of_house(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        for house in board.puzzle.geometry.houses if 3 <= len(ways) <= _MOST_WAYS else ():
            part = [at for at, cell in enumerate(cells) if cell in house.cells and cell in empty]
            if not part or len(part) == len(cells):
                continue
            for digit in range(1, board.puzzle.order + 1):
                without = [way for way in ways if all(way[at] != digit for at in part)]
                if len(without) != 1:
                    continue
                told = cage_can_have(w, index, without[0])
                why = f"{told}, without {w.digit(digit)} in {w.house(house)}."
                rest = [cell for cell in house.cells if cell not in cells]
                gone = with_digit(open_in(board, rest, digit), digit)
                yield slipped(w, why, gone=gone, cells=tuple(cells[at] for at in part))


@slip("Two cells outside the cage that can take both digits are overlooked.")
def _both_outside(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    places: dict[int, dict[int, tuple[int, ...]]] = {}
    for number, _, digit, cells in places_by_house(board):
        places.setdefault(number, {})[digit] = cells
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        for number, by_digit in places.items():
            house = board.puzzle.geometry.houses[number]
            part = [at for at, cell in enumerate(cells) if cell in house.cells and cell in empty]
            for one, two in combinations(by_digit, 2) if part else ():
                outside = {c for d in (one, two) for c in by_digit[d]} - {*cells}
                if len(outside) != 2:
                    continue
                held = [way for way in ways if {one, two} & {way[at] for at in part}]
                gone = tuple(
                    (cell, digit)
                    for at, cell in enumerate(cells)
                    for digit in board.candidates(cell)
                    if not board.digits[cell] and all(way[at] != digit for way in held)
                )
                for a, b in permutations(sorted(outside)):
                    if a in by_digit[one] and b in by_digit[two] and held:
                        why = (
                            f"{w.house(house)} can have its {w.digit(one)} at {w.cell(a)} and its "
                            f"{w.digit(two)} at {w.cell(b)}, both outside {w.cage(index)}."
                        )
                        claims = Open((a,), (one,)), Open((b,), (two,))
                        yield slipped(w, why, *claims, gone=gone, cells=(*cells, a, b))
                        break


def killer_slips(size: int) -> tuple[Slip, ...]:
    """Return the slips with *size* digits that cages use up in a house."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        sets = {index: _by_set(ways) for index, _, ways in _cages(board, w)}
        sets = {index: each for index, each in sets.items() if 2 <= len(each) <= _FEW_WAYS}
        for house in board.puzzle.geometry.houses:
            inside = [i for i in sets if {*board.puzzle.cages[i].cells} <= {*house.cells}]
            for digits in combinations(range(1, board.puzzle.order + 1), size):
                held = {i: sorted(len({*digits} & {*way}) for way in sets[i]) for i in inside}
                for number in range(1, size + 1):
                    for some in combinations(inside, number):
                        if sum(held[i][0] for i in some) != size - 1:
                            continue
                        yield from _one_set_less(board, house, digits, some, sets, held)

    def _one_set_less(
        board: Board,
        house: House,
        digits: Way,
        some: tuple[int, ...],
        sets: dict[int, dict[Way, list[Way]]],
        held: dict[int, list[int]],
    ) -> Iterator[Slipped]:
        w = words_on(board)
        used = {cell for index in some for cell in board.puzzle.cages[index].cells}
        rest = [cell for cell in house.cells if cell not in used]
        gone = tuple(p for digit in digits for p in with_digit(open_in(board, rest, digit), digit))
        for index in some:
            if held[index][0] == held[index][1] or (len(some) > 1 and not held[index][1]):
                continue
            least = min(sets[index], key=lambda way: len({*digits} & {*way}))
            has = [digit for digit in digits if digit in least]
            what = f"with only {w.digits(has)} of {w.digits(digits)}"
            if not has:
                what = f"without {w.digits(digits, 'or')}"
            why = f"{cage_can_have(w, index, sets[index][least][0])}, {what}."
            yield slipped(w, why, gone=gone, cells=tuple(sorted(used)))

    count = {2: "either", 3: "enough", 4: "enough"}[size]
    return (Slip(f"A combination of the cage without {count} of the digits is forgotten.", find),)


CAGE_LINE_SLIPS = (_digit_out_of_house,)
CAGE_CLAIMING_PAIR_SLIPS = (_both_outside,)

# ---- fillings that are tried one by one


@slip("A way to fill the cage that leaves each cell a candidate is not tried.")
def _filling_with_room(board: Board) -> Iterator[Slipped]:
    """Find candidates with several fillings. Only one of these leaves each cell a candidate."""
    w = words_on(board)
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        around = [
            cell
            for cell, digit in enumerate(board.digits)
            if not digit and cell not in cells and any(w.sees(cell, each) for each in cells)
        ]
        left: dict[Way, dict[int, Way]] = {}
        for way in ways if len(ways) <= _MOST_WAYS else ():
            filled = [*zip(cells, way, strict=True)]
            taken = {c: {d for other, d in filled if w.sees(c, other)} for c in around}
            left[way] = {
                c: tuple(d for d in board.candidates(c) if d not in taken[c]) for c in around
            }
        for cell in empty:
            for digit in board.candidates(cell):
                tried = [way for way in left if way[cells.index(cell)] == digit]
                fitting = [way for way in tried if all(left[way].values())]
                if len(fitting) != 1 or len(tried) < 2:
                    continue
                bare = next(c for way in tried for c, held in left[way].items() if not held)
                digits = left[fitting[0]][bare]
                told = cage_can_have(w, index, fitting[0])
                why = f"{told}, which leaves {w.digits(digits, 'or')} for {w.cell(bare)}."
                claim, gone = Open((bare,), digits), ((cell, digit),)
                yield slipped(w, why, claim, gone=gone, cells=(*cells, bare))


@slip("A way to fill the cage is not tried, although the other cage can still be filled.")
def _fillings_of_both(board: Board) -> Iterator[Slipped]:
    """Find candidates with several fillings. Only one of these leaves another cage a filling."""
    w, cages = words_on(board), board.puzzle.cages
    few = [each for each in _cages(board, w) if 2 <= len(each[2]) <= _MOST_WAYS]
    for (one, empty, ways), (two, _, others) in permutations(few, 2):
        cells, beside = cages[one].cells, cages[two].cells
        if not {*cells}.isdisjoint(beside):
            continue
        seeing = [(a, b) for a, c in enumerate(cells) for b, d in enumerate(beside) if w.sees(c, d)]
        fits = {
            way: [each for each in others if all(way[a] != each[b] for a, b in seeing)]
            for way in ways
            if seeing
        }
        for cell in empty:
            for digit in board.candidates(cell):
                tried = [way for way in fits if way[cells.index(cell)] == digit]
                fitting = [way for way in tried if fits[way]]
                if len(fitting) == 1 and len(tried) > 1:
                    way = fitting[0]
                    why = (
                        f"{cage_can_have(w, one, way)}, and then "
                        f"{cage_can_have(w, two, fits[way][0])}."
                    )
                    yield slipped(w, why, gone=((cell, digit),), cells=(*cells, *beside))


CAGE_CONFLICT_SLIPS = (_filling_with_room,)
TWO_CAGES_SLIPS = (_fillings_of_both,)

# ---- chains


@slip("A second filling at a link of the chain is forgotten.")
def _second_filling(board: Board) -> Iterator[Slipped]:
    """Find links through a cage that has a second filling, at the start of a contradiction."""
    w, strong = words_on(board), strong_links(board)
    for index, empty, ways in _cages(board, w):
        cells = board.puzzle.cages[index].cells
        for cell, digit in ((c, d) for c in empty for d in board.candidates(c)):
            having = [way for way in ways if way[cells.index(cell)] == digit]
            for other in empty if 2 <= len(having) <= _FEW_WAYS else ():
                at = cells.index(other)
                for reached in dict.fromkeys(way[at] for way in having):
                    further = [way for way in having if way[at] != reached]
                    if len(further) != 1:
                        continue
                    ends = (
                        (turn, end)
                        for turn in seen_from(board, (other,), reached)
                        for end in strong.get((turn, reached), ())
                        if turn != cell
                    )
                    for turn, (end, last) in ends:
                        is_same = end == cell and last != digit
                        if is_same or (last == digit and w.sees(end, cell)):
                            told = cage_can_have(w, index, further[0])
                            why = (
                                f"{told}, so {w.digit(reached)} at {w.cell(other)} does not "
                                f"follow from {w.digit(digit)} at {w.cell(cell)}."
                            )
                            shown = tuple(dict.fromkeys((cell, other, turn, end)))
                            yield slipped(w, why, gone=((cell, digit),), cells=shown)


CAGE_CHAIN_SLIPS = (_second_filling,)
