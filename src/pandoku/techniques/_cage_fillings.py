"""All the ways to fill a cage with the candidates on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import prod

from pandoku.words import Words, clauses, joined, spaced

__all__ = ["at_cells", "by_digit", "told_ways", "ways_of"]

Way = tuple[int, ...]
_MOST = 5000  # fillings of one cage


def ways_of(w: Words, index: int) -> tuple[Way, ...]:
    """Return the fillings of a cage, in the order of its cells; () if there are too many."""
    found = tuple(islice(_ways(w, index, ()), _MOST + 1))
    return found if len(found) <= _MOST else ()


def _ways(w: Words, index: int, digits: Way) -> Iterator[Way]:
    cage = w.puzzle.cages[index]
    at = len(digits)
    if at == len(cage.cells):
        if cage.allows(digits):
            yield digits
        return
    cell = cage.cells[at]
    for digit in w.board.candidates(cell):
        longer = (*digits, digit)
        is_seen = any(d == digit and w.sees(cage.cells[i], cell) for i, d in enumerate(digits))
        if not is_seen and _may_reach(w, index, longer):
            yield from _ways(w, index, longer)


def _may_reach(w: Words, index: int, digits: Way) -> bool:
    """Return whether the first digits leave the target of a + or × cage within reach."""
    cage = w.puzzle.cages[index]
    rest = [w.board.candidates(cell) for cell in cage.cells[len(digits) :]]
    if cage.operation == "+" and cage.target is not None and all(rest):
        left = cage.target - sum(digits)
        return sum(each[0] for each in rest) <= left <= sum(each[-1] for each in rest)
    return cage.operation != "*" or (cage.target or 0) % prod(digits) == 0


def at_cells(w: Words, index: int, ways: Iterable[Way], cells: Iterable[int]) -> tuple[Way, ...]:
    """Return the ways in which fillings of a cage fill some of its cells, without duplicates."""
    places = [w.puzzle.cages[index].cells.index(cell) for cell in cells]
    return tuple(dict.fromkeys(tuple(way[at] for at in places) for way in ways))


def told_ways(ways: Iterable[Way]) -> str:
    """Return ways to fill some cells: "3 and 8", or "3 8 or 8 3, in this order"."""
    ways = list(ways)
    if len(ways) == 1:
        return joined(map(str, ways[0]))
    return joined(map(spaced, ways), "or") + (", in this order" if len(ways[0]) > 1 else "")


def by_digit(w: Words, pairs: Iterable[tuple[int, int]], last: str) -> str:
    """Return candidates as "2 at r4c4, or 4 at r4c5 or r5c4"."""
    cells: dict[int, list[int]] = {}
    for cell, digit in pairs:
        cells.setdefault(digit, []).append(cell)
    told = (
        w.candidates(those, (digit,), f"{digit} at {joined(map(w.geometry.name, those), last)}")
        for digit, those in sorted(cells.items())
    )
    return clauses(told, last)
