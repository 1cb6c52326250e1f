"""A small sample picture of a kind of constraint, for the legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandoku.draw.looks import is_dot, is_outside
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = ["SAMPLE", "is_small_sample", "sample_of"]

_Point = tuple[float, float]

# All positions are in cells. A sample is 1 cell high and 1.5 cells wide.
_LEFT, _RIGHT, _MIDDLE, _Y = 0.32, 1.18, 0.75, 0.5
SAMPLE = _MIDDLE, _Y  # the center of a sample
_LONG_LEFT, _LONG_RIGHT = 0.15, 1.35  # the ends of a line that has no circles
_LARGEST, _AT_END = 0.33, 0.27  # maximum radius of a circle, and of a circle at the end of a line
_BESIDE = 0.44  # distance from the middle of a number to the middle of its arrow
_SIDE = 0.8  # maximum side of a square


def sample_of(parts: Sequence[Decoration], order: int) -> tuple[Decoration, ...]:
    """Return a sample of a constraint's decorations, or () for a constraint without decorations."""
    strokes = [part for part in parts if isinstance(part, Stroke)]
    lines = [part for part in strokes if not (is_dot(part) or is_outside(part, order))]
    if lines:
        return _line(lines[0], parts)
    if signs := [part for part in parts if isinstance(part, Sign)]:
        x = _MIDDLE - 0.15 if strokes else _MIDDLE
        arrows = [_moved(arrow, _center(arrow), (x + _BESIDE, _Y)) for arrow in strokes[:1]]
        return (replace(signs[0], x=x, y=_Y), *arrows)
    tiles = [part for part in parts if isinstance(part, Tile)]
    singles: Sequence[Disc | Tile] = tiles or [part for part in parts if isinstance(part, Disc)]
    if not singles:
        return tuple(_moved(part, _center(part), SAMPLE) for part in parts[:1])
    single, center = singles[0], singles[0].points[0]
    sample: Decoration
    if isinstance(single, Disc):
        sample = replace(single, points=(SAMPLE,), radius=min(single.radius, _LARGEST))
    else:
        sample = replace(single, points=(SAMPLE,), size=min(single.size, _SIDE), text="")
    middles = [(part, *_center(part)) for part in strokes]
    near = [p for p, x, y in middles if max(abs(x - center[0]), abs(y - center[1])) < 1]
    return (sample, *(_moved(part, center, SAMPLE) for part in near))


def is_small_sample(parts: Sequence[Decoration]) -> bool:
    """Return whether a sample only shows a dot, a sign or a number."""
    if any(isinstance(part, Sign) for part in parts):
        return True
    return all(part.radius < _LARGEST if isinstance(part, Disc) else is_dot(part) for part in parts)


def _line(stroke: Stroke, parts: Sequence[Decoration]) -> tuple[Decoration, ...]:
    """Return a straight line with the circles or diamonds at its ends."""
    ends: list[Decoration] = []
    has_start = has_end = False
    for part in parts:
        if not isinstance(part, Disc | Tile) or is_dot(part):
            continue
        at_start, at_end = stroke.points[0] in part.points, stroke.points[-1] in part.points
        has_start, has_end = has_start or at_start, has_end or at_end
        points = (((_LEFT, _Y),) if at_start else ()) + (((_RIGHT, _Y),) if at_end else ())
        if isinstance(part, Disc) and points:
            radius = min(part.radius, _AT_END)
            ends += [replace(part, points=(point,), radius=radius, text="") for point in points]
        elif isinstance(part, Tile) and points:
            ends.append(replace(part, points=points, size=min(part.size, _AT_END * 2**0.5)))
    left = _LEFT if has_start else _LONG_LEFT
    right = _RIGHT if has_end else _LONG_RIGHT
    return (replace(stroke, points=((left, _Y), (right, _Y))), *ends)


def _moved(part: Decoration, origin: _Point, to: _Point) -> Decoration:
    """Return a part, moved so that its point *origin* is at *to*."""
    if isinstance(part, Sign):
        return replace(part, x=to[0], y=to[1])
    dx, dy = to[0] - origin[0], to[1] - origin[1]
    return replace(part, points=tuple((x + dx, y + dy) for x, y in part.points))


def _center(part: Decoration) -> _Point:
    if isinstance(part, Sign):
        return part.x, part.y
    xs, ys = [x for x, _ in part.points], [y for _, y in part.points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
