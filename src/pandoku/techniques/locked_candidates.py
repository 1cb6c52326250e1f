"""Locked candidates: all places of a digit in one house also lie in a second house."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    house, other = w.houses
    return f"{digit} of {house.name} lies in {other.name}, at {w.cells(w.with_role())}"


def _reason(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    house, other = w.houses
    yield f"In {house.name} the only cells that can hold {digit} are {w.cells(w.with_role())}."
    yield f"All of them lie in {other.name} too."
    yield f"Whichever of them holds it, {other.name} has its {digit} there."
    yield f"No other cell of {other.name} can hold {digit}."


_WHY = (
    "one of these cells holds the digit, and that cell belongs to both houses, so the rest of the "
    "second house cannot hold it."
)

TECHNIQUES = (
    Technique(
        name="pointing",
        title="locked candidates (pointing)",
        aliases=("locked candidates type 1", "locked candidates 1", "pointing pair", "lc1"),
        summary="a digit's places in a box lie in one line: it goes from the rest of the line",
        find=finder("pointing"),
        what=_what,
        reason=_reason,
        look_for="a box whose places for a digit all lie in one row or column.",
        why=_WHY,
    ),
    Technique(
        name="claiming",
        title="locked candidates (claiming)",
        aliases=("locked candidates type 2", "locked candidates 2", "box line reduction", "lc2"),
        summary="a digit's places in a line lie in one box: it goes from the rest of the box",
        find=finder("claiming"),
        what=_what,
        reason=_reason,
        look_for="a row, column or diagonal whose places for a digit all lie in one other house.",
        why=_WHY,
    ),
)
