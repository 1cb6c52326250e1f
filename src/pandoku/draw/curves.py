"""Links as curves that avoid the candidates they pass."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import hypot

from pandoku.draw.drawing import candidate_columns, place_of, room_of
from pandoku.draw.items import Curve, Ring
from pandoku.model import Link, Puzzle

__all__ = ["curves", "reach_of", "rings"]

Point = tuple[float, float]
Node = tuple[tuple[int, int], ...]

# How far a curve may bend to either side, as a fraction of the distance.
_BENDS = tuple(sign * b for b in (0.0, 0.04, 0.07, 0.1, 0.15, 0.2, 0.32, 0.45) for sign in (1, -1))
_SAMPLES = 32
_LEAST = 0.06  # cells: the shortest curve, between two candidates that nearly touch


def reach_of(puzzle: Puzzle) -> float:
    """Return the radius of a candidate's mark, in cells."""
    columns = candidate_columns(puzzle.order)
    _, _, width, height = room_of(bool(puzzle.cages))
    return 0.47 * min(width / columns, height / -(-puzzle.order // columns))


def rings(puzzle: Puzzle, links: Iterable[Link]) -> Iterator[Ring]:
    """Yield a ring around every node that has several candidates."""
    reach = 1.25 * reach_of(puzzle)
    nodes = dict.fromkeys(node for link in links for node in (link.start, link.end))
    for node in nodes:
        if len(node) > 1:
            xs, ys = zip(*(place_of(puzzle, *each) for each in node), strict=True)
            yield Ring(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def curves(
    puzzle: Puzzle, links: Iterable[Link], shown: Collection[tuple[int, int]]
) -> Iterator[Curve]:
    """Yield a curve for every link.

    Args:
        puzzle: The puzzle on whose grid they are drawn.
        links: In order; several links between the same candidates bend differently.
        shown: The candidates that are drawn, as (cell, digit); curves avoid them.
    """
    obstacles = _Obstacles(puzzle, shown)
    used: set[Point] = set()
    for link in links:
        start, end = _nearest(puzzle, link.start, link.end)
        bends = [bend for bend in _BENDS if _bent(start, end, bend) not in used]
        bend = min(bends or _BENDS, key=lambda b: obstacles.cost(start, end, b))
        middle = _bent(start, end, bend)
        used.add(middle)
        role = "strong" if link.strong else "weak"
        yield _trimmed(start, middle, end, obstacles.reach, role)


def _nearest(puzzle: Puzzle, start: Node, end: Node) -> tuple[Point, Point]:
    pairs = [(place_of(puzzle, *a), place_of(puzzle, *b)) for a in start for b in end]
    apart = [pair for pair in pairs if pair[0] != pair[1]] or pairs
    return min(apart, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))


def _bent(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of a curve."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2 - 2 * bend * (y2 - y1), (y1 + y2) / 2 + 2 * bend * (x2 - x1)
    return round(x, 4), round(y, 4)


def _at(start: Point, middle: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    x = a * start[0] + b * middle[0] + c * end[0]
    return x, a * start[1] + b * middle[1] + c * end[1]


def _trimmed(start: Point, middle: Point, end: Point, reach: float, role: str) -> Curve:
    """Return the part of a curve between the marks at its ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    reach = max(0.0, min(reach * 1.08, (length - _LEAST) / 2))
    ts = [number / 200 for number in range(201)]

    def away(t: float, point: Point) -> bool:
        x, y = _at(start, middle, end, t)
        return hypot(x - point[0], y - point[1]) >= reach

    t0 = next((t for t in ts if away(t, start)), 0.0)
    t1 = next((t for t in reversed(ts) if away(t, end)), 1.0)
    first, last = _at(start, middle, end, t0), _at(start, middle, end, t1)
    # The control point of the part from t0 to t1 is the curve's blossom at (t0, t1).
    a, b, c = (1 - t0) * (1 - t1), t0 * (1 - t1) + t1 * (1 - t0), t0 * t1
    cx = a * start[0] + b * middle[0] + c * end[0]
    cy = a * start[1] + b * middle[1] + c * end[1]
    return Curve(*first, cx, cy, *last, role)


class _Obstacles:
    """The candidates that are drawn, looked up by position."""

    def __init__(self, puzzle: Puzzle, shown: Collection[tuple[int, int]]) -> None:
        self.n, self.columns = puzzle.order, candidate_columns(puzzle.order)
        self.rows = -(-self.n // self.columns)
        self.left, self.top, self.width, self.height = room_of(bool(puzzle.cages))
        self.reach = reach_of(puzzle)
        self.puzzle, self.shown = puzzle, frozenset(shown)

    def cost(self, start: Point, end: Point, bend: float) -> float:
        """Return a curve's cost: candidates touched, samples off the grid, a little for bends."""
        middle = _bent(start, end, bend)
        total, touched = 0.3 * abs(bend), set[tuple[int, int]]()
        for number in range(1, _SAMPLES):
            x, y = _at(start, middle, end, number / _SAMPLES)
            if not (0 <= x <= self.n and 0 <= y <= self.n):
                total += 1
            elif near := self._near(x, y):
                at = place_of(self.puzzle, *near)
                if at in (start, end) or near in touched:
                    continue
                if hypot(at[0] - x, at[1] - y) < self.reach * 0.8:
                    touched.add(near)
        return total + len(touched)

    def _near(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the candidate that is drawn at (x, y), or None."""
        cell = min(int(y), self.n - 1) * self.n + min(int(x), self.n - 1)
        column = int((x % 1 - self.left) / self.width * self.columns)
        row = int((y % 1 - self.top) / self.height * self.rows)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        found = cell, row * self.columns + column + 1
        return found if found in self.shown else None
