"""Lines that are stored as segments between two points, joined to lines again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

__all__ = ["joined_segments"]

_Point: TypeAlias = tuple[float, float]
_SAME = 1e-6


def joined_segments(segments: Iterable[tuple[_Point, _Point]]) -> Iterator[tuple[_Point, ...]]:
    """Yield lines along segments: from end to end, straight across where lines meet.

    Points within a straight part are left out.

    >>> list(joined_segments([((0, 0), (1, 0)), ((2, 0), (1, 0)), ((2, 0), (2, 1))]))
    [((0, 0), (2, 0), (2, 1))]
    """
    near: dict[_Point, list[_Point]] = defaultdict(list)
    for a, b in dict.fromkeys((min(pair), max(pair)) for pair in segments):
        if a != b:
            near[a].append(b)
            near[b].append(a)
    starts = sorted(near, key=lambda point: (len(near[point]) % 2 == 0, point))
    for start in starts:
        while near[start]:
            yield _simplified(_walk(start, near))


def _walk(start: _Point, near: dict[_Point, list[_Point]]) -> list[_Point]:
    """Return the points of a line from a point, and remove its segments."""
    line = [start]
    way = min(near[start])
    while True:
        here = line[-1]
        near[here].remove(way)
        near[way].remove(here)
        line.append(way)
        ahead = [each for each in near[way] if _is_straight(here, way, each)]
        if len(near[way]) == 1:
            ahead = near[way]
        if not ahead:
            return line
        way = ahead[0]


def _is_straight(a: _Point, b: _Point, c: _Point) -> bool:
    """Return whether the way from a to b goes on to c without a turn."""
    right, down, to_right, to_down = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    is_parallel = abs(right * to_down - down * to_right) < _SAME
    return is_parallel and right * to_right + down * to_down > 0


def _simplified(line: list[_Point]) -> tuple[_Point, ...]:
    kept = line[:1]
    for at in range(1, len(line) - 1):
        if not _is_straight(line[at - 1], line[at], line[at + 1]):
            kept.append(line[at])
    return (*kept, line[-1])
