"""The letters of clones, where several clones of the same cells form one group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from pandoku.draw.items import Shape
from pandoku.model import Decoration, Tile

__all__ = ["with_one_letter"]

_Points = frozenset[tuple[float, float]]


def with_one_letter(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return shapes with one letter for all clones of the same cells, each cell once."""
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
    """Return the letter of each clone by its cells, taken from the first clone of its group."""
    groups: list[tuple[str, list[_Points]]] = []
    for tile in tiles:
        cells = frozenset(tile.points)
        near = [group for group in groups if any(_share_a_side(cells, each) for each in group[1])]
        joined = [*(each for _, members in near for each in members), cells]
        groups = [group for group in groups if group not in near]
        groups.append((near[0][0] if near else tile.text, joined))
    return {cells: letter for letter, members in groups for cells in members}


def _share_a_side(one: _Points, other: _Points) -> bool:
    """Return whether two clones share one of their two sides, which is half of the cells."""
    return 2 * len(one & other) >= max(len(one), len(other))
