"""Two places: a digit's only two places in one house also lie in a second house.

A technique that is written in Python alone. The tests add this folder to pandoku's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.model import Board, Facts, House, Step
from pandoku.techniques import Glance, Technique
from pandoku.words import Words
from pandoku.words.claims import Inside, Places

__all__ = ["TECHNIQUES"]


def _find(board: Board, limit: int) -> Iterator[Step]:
    houses = board.puzzle.geometry.houses
    for house in houses:
        for digit in range(1, board.puzzle.order + 1):
            places = _places(board, house, digit)
            if len(places) != 2:
                continue
            for other in houses:
                if other != house and set(places) <= set(other.cells):
                    rest = [cell for cell in _places(board, other, digit) if cell not in places]
                    if rest:
                        yield _step(house, other, digit, places, rest)


def _places(board: Board, house: House, digit: int) -> list[int]:
    """Return the empty cells of a house that can hold a digit; none when it is placed there."""
    if any(board.digits[cell] == digit for cell in house.cells):
        return []
    empty = [cell for cell in house.cells if not board.digits[cell]]
    return [cell for cell in empty if board.masks[cell] >> (digit - 1) & 1]


def _step(house: House, other: House, digit: int, places: list[int], rest: list[int]) -> Step:
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in places),
        candidates=tuple((cell, digit, "proves") for cell in places),
        houses=(house, other),
    )
    return Step("two-places", eliminations=tuple((cell, digit) for cell in rest), facts=facts)


def _what(w: Words) -> str:
    house, other = map(w.house, w.houses)
    return f"{w.digits(w.digits_of())} of {house} at {w.cells(w.with_role())} in {other}"


def _reason(w: Words) -> Iterator[str]:
    (digit,), places, (house, other) = w.digits_of(), w.with_role(), w.houses
    only = Places(w.index(house), digit, tuple(places))
    both = Inside(tuple(places), (w.index(other),))
    yield w.said(f"In {w.house(house)}, {digit} can only be at {w.cells(places)}.", only)
    yield w.said(f"Both are in {w.house(other)} too, so it has its {digit} there.", both)


TECHNIQUES = (
    Technique(
        name="two-places",
        summary="a digit's only two places in a house share a second house: it goes from the rest",
        find=_find,
        what=_what,
        reason=_reason,
        when="While you look for hidden singles.",
        scan=(
            Glance("Find a house with two places for a digit.", "houses"),
            Glance("Look for a second house that has both places.", "cells"),
            Glance("Remove the digit from the rest of the second house.", "step"),
        ),
        look_for="a house with two places for a digit, which share a second house.",
        why="one of the two places holds the digit, and that place belongs to both houses.",
        roles=("pattern", "proves"),
    ),
)
