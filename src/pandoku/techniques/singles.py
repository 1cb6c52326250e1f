"""Singles: a digit with one place left, or a cell with one digit left."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _placed(w: Words) -> tuple[str, int]:
    ((cell, digit),) = w.step.placements
    return w.cell(cell), digit


def _full_house(w: Words) -> Iterator[str]:
    cell, digit = _placed(w)
    house = w.houses[0].name
    yield f"{cell} is the only empty cell of {house}."
    yield f"Every digit but {digit} already stands in {house}."


def _naked_single(w: Words) -> Iterator[str]:
    cell, digit = _placed(w)
    if seen := w.with_role("excludes"):
        yield f"{cell} sees digits that are already placed, at {w.cells(seen)}."
    yield f"All other digits are ruled out at {cell}: {digit} is the only candidate left there."


def _hidden_single(w: Words) -> Iterator[str]:
    cell, digit = _placed(w)
    house = w.houses[0].name
    yield f"{house.capitalize()} still needs {digit}."
    if seen := w.with_role("excludes"):
        yield f"The {digit} at {w.cells(seen)} keeps it out of other cells of {house}."
    yield f"{cell} is the only cell of {house} that can hold {digit}."


TECHNIQUES = (
    Technique(
        name="full-house",
        aliases=("last digit", "last empty cell", "open single"),
        summary="one cell of a house is empty: it takes the missing digit",
        find=finder("full-house"),
        what=lambda w: f"{_placed(w)[0]} in {w.houses[0].name}",
        reason=_full_house,
        look_for="a house with only one empty cell.",
        why="a house holds every digit once, so its last cell takes the missing digit.",
    ),
    Technique(
        name="naked-single",
        aliases=("sole candidate", "forced digit"),
        summary="a cell has only one digit left",
        find=finder("naked-single"),
        what=lambda w: f"only {_placed(w)[1]} is left at {_placed(w)[0]}",
        reason=_naked_single,
        look_for="a cell whose houses already hold all digits but one.",
        why="every cell holds a digit; when all but one are ruled out, it must be that one.",
    ),
    Technique(
        name="hidden-single",
        aliases=("unique candidate", "pinned digit"),
        summary="a house has only one cell left for a digit",
        find=finder("hidden-single"),
        what=lambda w: f"only {_placed(w)[0]} can hold {_placed(w)[1]} in {w.houses[0].name}",
        reason=_hidden_single,
        look_for="a digit that is placed several times already, and a house without it in which "
        "those leave one cell.",
        why="a house holds every digit; when only one cell is left for a digit, it goes there, "
        "whatever other candidates that cell has.",
    ),
)
