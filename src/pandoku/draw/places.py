"""The place of a decoration: in cells, on their edges and corners, or beside the grid."""

from __future__ import annotations

from pandoku.draw.looks import TOP_ROLES
from pandoku.model import Decoration, Disc, Sign, Stroke

__all__ = ["is_dot", "is_outside"]


def is_dot(part: Decoration) -> bool:
    """Return whether a decoration lies on the edge of a cell: a disc there, or a chevron."""
    if isinstance(part, Stroke):
        return part.role in TOP_ROLES
    return isinstance(part, Disc) and any(
        abs(value % 1 - 0.5) > 0.25 for point in part.points for value in point
    )


def is_outside(part: Decoration, order: int) -> bool:
    """Return whether a decoration lies beside the grid."""
    points = [(part.x, part.y)] if isinstance(part, Sign) else [*part.points]
    return not any(0 < x < order and 0 < y < order for x, y in points)
