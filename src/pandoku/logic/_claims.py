"""Claims of sentences as JSON values, with the names that the document uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pandoku.model import House, Link, Puzzle
from pandoku.words.claims import Branch, Claim, Not

__all__ = ["claim_as_json"]

_CELLS = ("cells", "plus", "minus", "placed")
_PAIRS = ("candidates", "assuming", "without", "placements", "eliminations")


def claim_as_json(
    claim: Claim, puzzle: Puzzle, link_as_json: Callable[[Link], dict[str, Any]]
) -> dict[str, Any]:
    """Return a claim as a JSON value: its "name", such as "cage-needs", and its fields.

    Cells have names. Candidates are [cell, digit], suppositions [cell, digit, true or false].
    Houses have a kind and a number, and cages are positions in the puzzle.

    Args:
        claim: The claim.
        puzzle: The puzzle that its numbers refer to.
        link_as_json: Returns a link in the form of the document.
    """
    found: dict[str, Any] = {"name": _name(type(claim).__name__)}
    if isinstance(claim, Not):
        return found | {"claim": claim_as_json(claim.claim, puzzle, link_as_json)}
    for field, value in claim._asdict().items():
        if field == "link":
            found[field] = link_as_json(value)
        elif field == "branches":
            found[field] = [_branch(each, puzzle, link_as_json) for each in value]
        else:
            found[field] = _value(field, value, puzzle)
    return found


def _branch(
    branch: Branch, puzzle: Puzzle, link_as_json: Callable[[Link], dict[str, Any]]
) -> dict[str, Any]:
    return {
        "supposing": _value("conclusion", branch.supposing, puzzle),
        "claims": [claim_as_json(each, puzzle, link_as_json) for each in branch.claims],
    }


def _name(class_name: str) -> str:
    return re.sub(r"(?<=.)([A-Z])", r"-\1", class_name).lower()


def _value(field: str, value: Any, puzzle: Puzzle) -> Any:
    name = puzzle.geometry.name
    if field == "cell":
        return name(value)
    if field in _CELLS:
        return [name(cell) for cell in value]
    if field in _PAIRS:
        return [[name(cell), digit] for cell, digit in value]
    if field == "premises":
        return [[name(cell), digit, is_so] for cell, digit, is_so in value]
    if field == "conclusion":
        cell, digit, is_so = value
        return [name(cell), digit, is_so]
    if field == "house":
        return _which(puzzle.geometry.houses[value])
    if field == "houses":
        return [_which(puzzle.geometry.houses[index]) for index in value]
    if field in ("ways", "sets"):
        return [list(digits) for digits in value]
    return list(value) if isinstance(value, tuple) else value


def _which(house: House) -> dict[str, Any]:
    return {"kind": house.kind, "number": house.number}
