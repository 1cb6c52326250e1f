"""Links as curves that avoid the candidates between their ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot, inf

from pandoku.draw.decorated import room_of_puzzle
from pandoku.draw.drawing import are_in_line, candidate_center, candidate_columns
from pandoku.draw.items import Curve, Ring, Text
from pandoku.model import Link, Node, Puzzle

__all__ = ["curves", "number_texts", "reach_of", "rings"]

Point = tuple[float, float]
Room = tuple[int, int, int, int]  # left, top, right and bottom, in cells

# The bends to try, as fractions of the length of the straight line. The sign of a bend determines
# its side.
_BENDS = tuple(sign * b for b in (0.0, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3) for sign in (1, -1))
# Wide arcs connect neighboring candidates. These are the bends to try for horizontal or vertical
# neighbors, and for diagonal neighbors.
_WIDE_ARCS, _ARCS = (1.1, -1.1, 0.9, -0.9), (0.7, -0.7, 0.5, -0.5)
# Maximum distance of each kind of neighbors, relative to a candidate's radius.
_TIGHT, _SHORT = 2.5, 3.2
_SAMPLES = 24
_TRACE = 12  # parts per cell and axis: two curves in the same part look like a single curve
_BESIDE = 1.1  # distance of a number from its candidate, relative to the candidate's radius
_LEAST = 0.06  # cells: minimum length of a curve, for candidates that nearly touch
# The costs of a curve: for each point outside its room, for each point along an earlier curve, for
# each large digit that it touches, and for each candidate of the pattern that it touches. Any other
# candidate that the curve touches costs 1.
_OUTSIDE, _ALONG, _ACROSS_DIGIT, _ACROSS_PART = 1.0, 0.16, 0.5, 2.0
_FOR_BEND = 0.3  # cost per unit of bend


def reach_of(puzzle: Puzzle) -> float:
    """Return the radius of a candidate's mark, in cells."""
    columns = candidate_columns(puzzle.order)
    _, _, width, height = room_of_puzzle(puzzle)
    return 0.47 * min(width / columns, height / -(-puzzle.order // columns))


def rings(puzzle: Puzzle, links: Iterable[Link]) -> Iterator[Ring]:
    """Yield a ring around every node with two or more candidates.

    If the candidates of a node are not in line, yield a ring around each pair of consecutive
    candidates instead.
    """
    reach = 1.25 * reach_of(puzzle)
    nodes = dict.fromkeys(node for link in links for node in (link.start, link.end))
    for node in nodes:
        points = [candidate_center(puzzle, *each) for each in node]
        if len(points) > 1 and are_in_line(points):
            yield Ring(*points[0], *points[-1], reach)
        elif len(points) > 1:
            yield from (Ring(*one, *other, reach) for one, other in pairwise(points))


def curves(
    puzzle: Puzzle,
    links: Iterable[Link],
    shown: Collection[tuple[int, int]],
    filled: Collection[int] = (),
) -> Iterator[Curve]:
    """Yield a curve for every link, preferably within the cell, line or box of the link.

    Args:
        puzzle: The puzzle that the curves are drawn on.
        links: The links in order. If several links connect the same candidates, each link bends
            differently.
        shown: The visible candidates, as (cell, digit). Curves avoid these candidates.
        filled: The cells with large digits. Curves avoid these digits.
    """
    links = tuple(links)
    parts = {pair for link in links for pair in (*link.start, *link.end)}
    field = _Field(puzzle, shown, filled, parts)
    used: set[Point] = set()
    for link in links:
        start, end = _nearest(puzzle, link.start, link.end)
        distance = hypot(start[0] - end[0], start[1] - end[1])
        if distance / field.reach > _SHORT:
            choices = _BENDS
        else:
            choices = _WIDE_ARCS if distance / field.reach < _TIGHT else _ARCS
        bends = [bend for bend in choices if _bent(start, end, bend) not in used]
        room = _room_of(link, puzzle.order)
        bend = field.best(start, end, bends or choices, room)
        middle = _bent(start, end, bend)
        used.add(middle)
        field.take(start, middle, end)
        role = "strong" if link.strong else "weak"
        yield _trimmed(start, middle, end, field.reach, role)


def number_texts(
    puzzle: Puzzle, order: Mapping[tuple[int, int], int], links: Iterable[Curve]
) -> Iterator[Text]:
    """Yield the number of each candidate of a chain, at its corner with the fewest curves.

    Args:
        puzzle: The puzzle that the numbers are drawn on.
        order: The number of each candidate, by (cell, digit).
        links: The curves of the drawing.
    """
    ways = [
        _at((c.x1, c.y1), (c.cx, c.cy), (c.x2, c.y2), k / _SAMPLES)
        for c in links
        for k in range(_SAMPLES + 1)
    ]
    away = _BESIDE * reach_of(puzzle)
    for pair, number in order.items():
        x, y = candidate_center(puzzle, *pair)
        near = [(a - x, b - y) for a, b in ways if abs(a - x) + abs(b - y) < 4 * away]

        def crowd(side: Point, near: list[Point] = near) -> int:
            return sum(hypot(a - side[0], b - side[1]) < 0.8 * away for a, b in near)

        sides = [(away, -away * 0.85), (-away, -away * 0.85), (away, away * 0.85),
                 (-away, away * 0.85)]  # fmt: skip
        dx, dy = min(sides, key=crowd)
        yield Text(x + dx, y + dy, str(number), "order")


def _room_of(link: Link, n: int) -> Room:
    """Return the area where a curve should stay: the link's cell, line or box, or the grid."""
    cells = [cell for cell, _ in (*link.start, *link.end)]
    if link.house is not None and link.house.kind in ("row", "column", "box"):
        cells = [*link.house.cells]
    elif link.house is not None:
        return 0, 0, n, n
    rows, columns = {cell // n for cell in cells}, {cell % n for cell in cells}
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _nearest(puzzle: Puzzle, start: Node, end: Node) -> tuple[Point, Point]:
    pairs = [
        (candidate_center(puzzle, *a), candidate_center(puzzle, *b)) for a in start for b in end
    ]
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


class _Field:
    """The obstacles for curves, looked up by position."""

    def __init__(
        self,
        puzzle: Puzzle,
        shown: Collection[tuple[int, int]],
        filled: Collection[int],
        parts: Collection[tuple[int, int]],
    ) -> None:
        self.n, self.columns = puzzle.order, candidate_columns(puzzle.order)
        self.rows = -(-self.n // self.columns)
        self.left, self.top, self.width, self.height = room_of_puzzle(puzzle)
        self.reach = reach_of(puzzle)
        self.puzzle, self.shown, self.filled = puzzle, frozenset(shown), frozenset(filled)
        self.parts = parts
        self.taken: set[tuple[int, int]] = set()

    def best(self, start: Point, end: Point, bends: Iterable[float], room: Room) -> float:
        """Return the first of the bends with the lowest cost."""
        best, least = 0.0, inf
        for bend in bends:
            if (cost := self._cost(start, end, bend, room, least)) < least:
                best, least = bend, cost
        return best

    def _cost(self, start: Point, end: Point, bend: float, room: Room, limit: float) -> float:
        """Return the cost of a curve, from its obstacles, its points outside *room*, and its bend.

        If the cost is *limit* or more, the exact cost does not matter, and the result may be too
        low.
        """
        middle = _bent(start, end, bend)
        total, touched = _FOR_BEND * abs(bend), set[tuple[int, int]]()
        left, top, right, bottom = room
        for number in range(1, _SAMPLES):
            if total >= limit:
                break
            x, y = _at(start, middle, end, number / _SAMPLES)
            if not (left <= x <= right and top <= y <= bottom):
                total += _OUTSIDE
            if (int(x * _TRACE), int(y * _TRACE)) in self.taken:
                total += _ALONG
            if 0 <= x < self.n and 0 <= y < self.n:
                for each in self._touched(x, y, (start, end)):
                    if each not in touched:
                        touched.add(each)
                        total += self._price(each)
        return total

    def take(self, start: Point, middle: Point, end: Point) -> None:
        """Add a curve to the obstacles for later curves."""
        ways = (_at(start, middle, end, k / _SAMPLES) for k in range(1, _SAMPLES))
        self.taken |= {(int(x * _TRACE), int(y * _TRACE)) for x, y in ways}

    def _price(self, touched: tuple[int, int]) -> float:
        if touched in self.parts:
            return _ACROSS_PART
        return 1.0 if touched[1] else _ACROSS_DIGIT

    def _touched(self, x: float, y: float, ends: tuple[Point, Point]) -> Iterator[tuple[int, int]]:
        """Yield the candidate that the point (x, y) touches, or (cell, 0) for a large digit."""
        cell = int(y) * self.n + int(x)
        if cell in self.filled:
            if hypot(x % 1 - 0.5, (y % 1 - 0.5) * 0.8) < 0.2:
                yield cell, 0
            return
        column = int((x % 1 - self.left) / self.width * self.columns)
        row = int((y % 1 - self.top) / self.height * self.rows)
        near = cell, row * self.columns + column + 1
        if near in self.shown and 0 <= column < self.columns and 0 <= row < self.rows:
            at = candidate_center(self.puzzle, *near)
            if at not in ends and hypot(at[0] - x, at[1] - y) < self.reach * 0.8:
                yield near
