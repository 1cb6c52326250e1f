"""Arrangement of signs that would overlap, and of the letters of clones that share cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeGuard

from pandoku.draw.items import Shape
from pandoku.model import Decoration, Sign, Stroke, Tile

__all__ = ["apart", "with_one_letter"]

_Points = frozenset[tuple[float, float]]

_SIDEWAYS = 0.28  # cells: shift of a sign to the side that its arrow points to
# In cells: half the width of a character, half the height of a sign, and the gap between signs.
_HALF_CHARACTER, _HALF_LINE, _GAP = 0.105, 0.17, 0.1


class _Keyed(NamedTuple):
    """A sign, its key (index of its shape, index in the shape), and its arrow's direction."""

    key: tuple[int, int]
    sign: Sign
    way: tuple[int, int]  # (across, down), each -1, 0 or 1


def apart(shapes: Sequence[Shape], order: int) -> tuple[Shape, ...]:
    """Return shapes whose signs do not overlap.

    If signs are in the same place, two signs whose arrows point to different sides are placed side
    by side. All other signs in the same place are arranged one behind the other, away from the
    grid.
    """
    crowds: dict[tuple[float, float], list[_Keyed]] = {}
    for number, shape in enumerate(shapes):
        for at, part in enumerate(shape.parts):
            if isinstance(part, Sign):
                crowd = crowds.setdefault((part.x, part.y), [])
                crowd.append(_Keyed((number, at), part, _way(shape)))
    moved: dict[tuple[int, int], Sign] = {}
    for crowd in crowds.values():
        if len(crowd) > 1:
            moved |= _spread(crowd, order)
    if not moved:
        return tuple(shapes)
    return tuple(
        replace(shape, parts=tuple(moved.get((n, at), p) for at, p in enumerate(shape.parts)))
        for n, shape in enumerate(shapes)
    )


def _way(shape: Shape) -> tuple[int, int]:
    """Return the direction of a shape's arrow, or (0, 0) if the shape has no arrow."""
    stroke = next((part for part in shape.parts if isinstance(part, Stroke)), None)
    if stroke is None:
        return 0, 0
    (x, y), (u, v) = stroke.points[0], stroke.points[-1]
    return (u > x) - (u < x), (v > y) - (v < y)


def _spread(signs: Iterable[_Keyed], order: int) -> dict[tuple[int, int], Sign]:
    """Move apart all signs that are in the same place. Return the signs by their keys."""
    beside: dict[int, _Keyed] = {}
    behind: list[_Keyed] = []
    for each in signs:
        side = each.way[0] if _is_level(each.sign, order) else each.way[1]
        if side == 0 or side in beside:
            behind.append(each)
        else:
            beside[side] = each
    moved = {}
    for side, (key, sign, _) in beside.items():
        shift = _SIDEWAYS * side * (len(beside) > 1)
        across, down = (shift, 0) if _is_level(sign, order) else (0, shift)
        moved[key] = replace(sign, x=sign.x + across, y=sign.y + down)
    for each in behind:
        moved[each.key] = _behind(each.sign, [*moved.values()], order)
    return moved


def _is_level(sign: Sign, order: int) -> bool:
    """Return whether a sign is above or below the grid, instead of to its left or right."""
    return not 0 < sign.y < order and (0 < sign.x < order or sign.y < sign.x)


def _behind(sign: Sign, row: Sequence[Sign], order: int) -> Sign:
    """Return a sign, moved away from the grid so that it is behind the signs in *row*."""
    if not row:
        return sign
    if _is_level(sign, order):
        way = 1 if sign.y > 0 else -1
        outer = max(way * other.y for other in row) + 2 * _HALF_LINE + _GAP
        return replace(sign, y=way * outer)
    way = 1 if sign.x > 0 else -1
    outer = max(way * other.x + _HALF_CHARACTER * len(other.text) for other in row)
    return replace(sign, x=way * (outer + _GAP + _HALF_CHARACTER * len(sign.text)))


def with_one_letter(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return shapes where all clones with the same cells have one letter.

    Each cell of a clone is drawn only once.
    """
    tiles = [part for shape in shapes for part in shape.parts if _is_clone(part)]
    if len(tiles) < 2:
        return tuple(shapes)
    letters = _letters(tiles)
    drawn: set[tuple[float, float]] = set()
    found = []
    for shape in shapes:
        parts: list[Decoration] = []
        for part in shape.parts:
            if _is_clone(part):
                points = tuple(point for point in part.points if point not in drawn)
                drawn |= {*points}
                if points:
                    letter = letters[frozenset(part.points)]
                    parts.append(replace(part, points=points, text=letter))
            else:
                parts.append(part)
        found.append(replace(shape, parts=tuple(parts)))
    return tuple(found)


def _is_clone(part: Decoration) -> TypeGuard[Tile]:
    return isinstance(part, Tile) and part.role == "clone" and bool(part.text)


def _letters(tiles: Sequence[Tile]) -> dict[_Points, str]:
    """Return the letter of each clone, by the clone's cells.

    Clones of a group have the same letter.
    """
    groups: list[tuple[str, list[_Points]]] = []
    for tile in tiles:
        cells = frozenset(tile.points)
        # A clone has two sides, each with half of its cells. Clones that share a side form a group.
        near = [
            group
            for group in groups
            if any(2 * len(cells & each) >= max(len(cells), len(each)) for each in group[1])
        ]
        joined = [*(each for _, members in near for each in members), cells]
        groups = [group for group in groups if group not in near]
        groups.append((near[0][0] if near else tile.text, joined))
    return {cells: letter for letter, members in groups for cells in members}
