"""Layout for signs outside the grid, so that signs in one place do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pandoku.draw.items import Shape
from pandoku.model import Sign, Stroke

__all__ = ["apart"]

_SIDEWAYS = 0.28  # cells: sideways shift of a sign with an arrow, in the direction of the arrow
_HALF_CHARACTER, _HALF_LINE, _GAP = 0.105, 0.17, 0.1  # cells: half the size of a sign, and the gap


class _Keyed(NamedTuple):
    """A sign, with the index of its shape, its index in the shape, and its arrow's direction."""

    key: tuple[int, int]
    sign: Sign
    way: tuple[int, int]  # -1, 0 or 1 across and down


def apart(shapes: Sequence[Shape], order: int) -> tuple[Shape, ...]:
    """Return shapes whose signs do not overlap.

    Signs in one place whose arrows point in different directions are placed side by side. All
    others are placed one behind another, away from the grid.
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
    """Return the direction of a shape's arrow, or (0, 0) without an arrow."""
    stroke = next((part for part in shape.parts if isinstance(part, Stroke)), None)
    if stroke is None:
        return 0, 0
    (x, y), (u, v) = stroke.points[0], stroke.points[-1]
    return (u > x) - (u < x), (v > y) - (v < y)


def _spread(signs: Iterable[_Keyed], order: int) -> dict[tuple[int, int], Sign]:
    """Return the signs in one place by their keys, moved apart."""
    beside: dict[int, _Keyed] = {}
    behind: list[_Keyed] = []
    for each in signs:
        side = each.way[0] if _is_level(each.sign, order) else each.way[1]
        if side == 0 or side in beside:
            behind.append(each)
        else:
            beside[side] = each
    moved = {
        each.key: _sideways(each.sign, side, order) if len(beside) > 1 else each.sign
        for side, each in beside.items()
    }
    for each in behind:
        moved[each.key] = _behind(each.sign, [*moved.values()], order)
    return moved


def _is_level(sign: Sign, order: int) -> bool:
    """Return whether a sign is above or below the grid, not to its left or right."""
    return not 0 < sign.y < order and (0 < sign.x < order or sign.y < sign.x)


def _sideways(sign: Sign, side: int, order: int) -> Sign:
    if _is_level(sign, order):
        return replace(sign, x=sign.x + _SIDEWAYS * side)
    return replace(sign, y=sign.y + _SIDEWAYS * side)


def _behind(sign: Sign, row: Sequence[Sign], order: int) -> Sign:
    """Return a sign, moved away from the grid until it is behind the others."""
    if not row:
        return sign
    if _is_level(sign, order):
        way = 1 if sign.y > 0 else -1
        outer = max(way * other.y for other in row) + 2 * _HALF_LINE + _GAP
        return replace(sign, y=way * outer)
    way = 1 if sign.x > 0 else -1
    outer = max(way * other.x + _HALF_CHARACTER * len(other.text) for other in row)
    return replace(sign, x=way * (outer + _GAP + _HALF_CHARACTER * len(sign.text)))
