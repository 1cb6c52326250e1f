"""The ways to fill a few cells that several constraints join, and what all of these ways share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pandoku.model import Board, House, Pair, digits_of
from pandoku.techniques._sight import kinds_of, see
from pandoku.words import Words, sentence
from pandoku.words.claims import Claim, Inside, Only

__all__ = [
    "DotWay",
    "Edge",
    "pairs_in",
    "seen_by_all",
    "spots_lines",
    "spots_of",
    "union_of",
    "ways_along",
]

DotWay: TypeAlias = tuple[int, ...]


class Edge(NamedTuple):
    """Two cells, given by their positions, with a table as in `Pairs`."""

    first: int
    second: int
    table: tuple[int, ...]


@lru_cache(maxsize=20_000)
def ways_along(
    masks: tuple[int, ...], edges: tuple[Edge, ...], apart: tuple[int, ...], most: int
) -> tuple[DotWay, ...] | None:
    """Return the ways to fill cells, or None if there are more than *most*.

    Args:
        masks: The candidates of the cells.
        edges: The tables between cells.
        apart: For each cell, a mask of the earlier cells that must differ from it.
        most: Maximum number of ways.
    """
    found: list[DotWay] = []

    def extend(way: DotWay) -> bool:
        at = len(way)
        if at == len(masks):
            found.append(way)
            return len(found) <= most
        left = masks[at]
        for before, digit in enumerate(way):
            if apart[at] >> before & 1:
                left &= ~(1 << (digit - 1))
        for first, second, table in edges:
            if second == at:
                left &= table[way[first] - 1]
        return all(extend((*way, digit)) for digit in digits_of(left))

    return tuple(found) if extend(()) else None


def seen_by_all(
    board: Board, sight: Sequence[Sequence[int]], spots: Sequence[int], digit: int
) -> Iterator[Pair]:
    """Yield the candidates of a digit that every one of some other cells sees."""
    bit = 1 << (digit - 1)
    for cell in sight[spots[0]]:
        is_open = board.masks[cell] & bit and not board.digits[cell] and cell not in spots
        if is_open and all(cell in sight[spot] for spot in spots[1:]):
            yield cell, digit


def spots_of(cells: Sequence[int], ways: Iterable[DotWay], digit: int) -> tuple[int, ...]:
    """Return the cells where any of the ways has a digit, or () if a way does not have it."""
    spots = set[int]()
    for way in ways:
        if digit not in way:
            return ()
        spots |= {cell for cell, each in zip(cells, way, strict=True) if each == digit}
    return tuple(sorted(spots))


def pairs_in(board: Board, cells: Iterable[int], mask: int) -> tuple[Pair, ...]:
    """Return the candidates of empty cells that are in a mask of digits."""
    return tuple(
        (cell, digit)
        for cell in cells
        if not board.digits[cell]
        for digit in digits_of(board.masks[cell] & mask)
    )


def union_of(masks: Iterable[int]) -> int:
    """Return the mask of the digits that are in any of some masks."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def spots_lines(
    w: Words, cells: Sequence[int], within: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield "Row 2 and box 3 have their 4 at r2c7 or r2c8" for each digit that "proves" the step.

    Args:
        w: The words of the step. Its candidates with the role "proves" are the places of digits.
        cells: The cells of the pattern.
        within: The cells whose places are named, if not all of them.
    """
    spots: dict[int, list[int]] = {}
    for cell, digit, role in w.step.facts.candidates:
        if role == "proves" and (within is None or cell in within):
            spots.setdefault(digit, []).append(cell)
    alike: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for digit, listed in spots.items():
        own = tuple(listed)
        gone = {c for c, each in w.step.eliminations if each == digit and c not in cells}
        houses = [h for h in w.common_houses(own) if not gone.isdisjoint(h.cells)]
        others = gone.difference(*(house.cells for house in houses))
        sighted = sorted(c for c in others if all(w.sees(c, place) for place in own))
        key = own, tuple(map(w.index, houses)), tuple(sighted)
        alike.setdefault(key, []).append(digit)
    for (places, numbers, seeing), digits in alike.items():
        yield _spots_line(w, places, [w.geometry.houses[at] for at in numbers], seeing, digits)


def _spots_line(
    w: Words,
    places: Sequence[int],
    houses: Sequence[House],
    seeing: Sequence[int],
    digits: Sequence[int],
) -> str:
    named, one = w.digits(digits), len(digits) == 1
    claims: list[Claim] = [Inside(tuple(places), tuple(map(w.index, houses)))] if houses else []
    claims += (Only((c,), w.board.candidates(c)) for c in places if not w.board.digits[c])
    either = w.cells(places, "or" if one else "and")
    if houses:
        has_its = "has its" if len(houses) == 1 else "have their"
        text = f"{kinds_of(w, houses)} {has_its} {named} at {either}"
    elif len(places) == 1:
        text = f"{w.cells(places)} is {named}"
    else:
        text = f"{named} {'is' if one else 'are'} at {either}"
    text = w.said(text, *claims)
    return sentence(f"{text}, and {see(w, seeing, places)}" if seeing else text)
