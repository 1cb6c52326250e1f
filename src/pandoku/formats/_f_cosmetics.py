"""Drawings without a meaning in documents of f-puzzles, and the rules that are only in words.

A drawing that repeats a constraint is left out, and so is one that has another form than those of
f-puzzles: as it is not a rule, the puzzle is the same without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pandoku.constraints.unchecked import Drawing, RulesInWords
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Decoration, Disc, Geometry, Sign, Stroke, Tile

__all__ = ["unchecked_in"]

_NAME = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)
_KEYS = ("line", "circle", "rectangle", "text", "cage")
_RADIUS, _SIZE = 0.4, 0.8  # where an entry has none
_Points = tuple[tuple[float, float], ...]


def unchecked_in(
    document: Mapping[str, Any], named: list[Constraint], geometry: Geometry
) -> Iterator[Constraint]:
    """Yield a drawing for each kind of cosmetics, and the rules in words if they are needed.

    The words are kept if there are drawings, which they may give a meaning, or if there are no
    constraints that have a name.
    """
    twins = {frozenset(each.cells_on(geometry)) for each in named}
    drawings: list[Constraint] = []
    for key in _KEYS:
        value = document.get(key)
        entries = value if isinstance(value, list) else []
        shapes = [shape for each in entries for shape in _shapes(key, each, twins, geometry.order)]
        try:
            drawing = Drawing.of(shapes, key) if shapes else None
        except PuzzleError:  # far too many
            drawing = None
        if drawing is not None and drawing.is_sound(geometry):
            drawings.append(drawing)
    yield from drawings
    words = document.get("ruleset")
    if isinstance(words, str) and words.strip() and (drawings or not named):
        try:
            yield RulesInWords(words)
        except PuzzleError:  # far too long
            return


def _shapes(key: str, entry: Any, twins: set[frozenset[int]], n: int) -> Iterator[Decoration]:
    """Yield the shapes of an entry that is not the twin of a constraint."""
    if not isinstance(entry, Mapping) or entry.get("fromConstraint"):
        return
    lines = entry.get("lines") if key == "line" else [entry.get("cells")]
    for names in lines if isinstance(lines, list) else []:
        places = _places(names)
        cells = frozenset(row * n + column for row, column in places)
        if not places or cells in twins:
            continue
        points = tuple((column + 0.5, row + 0.5) for row, column in places)
        if (shape := _shape(key, entry, points)) is not None:
            yield shape


def _places(names: Any) -> list[tuple[int, int]]:
    """Return rows and columns from 0; none if a name is not one of a cell."""
    found = [_NAME.fullmatch(each) for each in names if isinstance(each, str)] if names else []
    if not all(found):
        return []
    return [(int(match[1]) - 1, int(match[2]) - 1) for match in found if match]


def _shape(key: str, entry: Mapping[str, Any], points: _Points) -> Decoration | None:
    if key == "line":
        return Stroke("line", points) if len(points) > 1 else None
    text = entry.get("value")
    words = text if isinstance(text, str) else ""
    if key == "cage":
        return Tile("cage", points, 1.0, words)
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    if key == "text":
        return Sign(x, y, words) if words else None
    width = _length(entry.get("width"))
    if key == "circle":
        return Disc("circle", ((x, y),), width / 2 if width else _RADIUS, words)
    return Tile("rectangle", ((x, y),), width or _SIZE, words)


def _length(value: Any) -> float:
    """Return a length in cells, or 0 if there is none that makes sense."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 < value <= 2 else 0.0
