"""The position of a decoration: in cells, on their edges or corners, or outside the grid."""

from __future__ import annotations

from pandoku.draw.looks import TOP_ROLES
from pandoku.model import Decoration, Disc, Sign, Stroke

__all__ = ["is_dot", "is_outside"]


def is_dot(part: Decoration) -> bool:
    """Return whether a decoration is a disc on the edge of a cell, or a chevron."""
    if isinstance(part, Stroke):
        return part.role in TOP_ROLES
    return isinstance(part, Disc) and any(
        abs(value % 1 - 0.5) > 0.25 for point in part.points for value in point
    )


def is_outside(part: Decoration, order: int) -> bool:
    """Return whether a decoration is outside the grid."""
    points = [(part.x, part.y)] if isinstance(part, Sign) else [*part.points]
    return not any(0 < x < order and 0 < y < order for x, y in points)
