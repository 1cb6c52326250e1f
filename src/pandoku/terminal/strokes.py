"""The lines of constraints as box-drawing characters, with bulbs, circles and arrowheads.

A stroke is drawn if it leads through the centers of cells: along rows, along columns or diagonally.
Its pattern (light, heavy, double or dashed) depends on its role, so that lines of different kinds
differ also without color. Digits and marks are above the strokes.

    ●━━━━━━━┯━━━━━━━┓        A thermometer from its bulb, through two more cells and down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import floor
from typing import NamedTuple

from pandoku.draw.edges import crossing
from pandoku.draw.items import Shape
from pandoku.draw.looks import is_dot, is_outside, look_of_line
from pandoku.model import Decoration, Disc, Stroke, Tile

__all__ = ["ASCII_STROKES", "CellStrokes", "StrokeMap", "StrokeMark", "sample", "stroke_parts"]

CharPlace = tuple[int, int]  # line and column of a character, from the upper left corner
Direction = tuple[int, int]  # direction: lines down and columns to the right, -1 to 1 each
Arms = tuple[int, int, int, int]  # weights of the lines that meet: up, right, down, left

_UP, _RIGHT, _DOWN, _LEFT = range(4)
_ARM = {(-1, 0): _UP, (0, 1): _RIGHT, (1, 0): _DOWN, (0, -1): _LEFT}
_NO_ARMS: Arms = (0, 0, 0, 0)
_LIGHT, _HEAVY, _DOUBLE = 1, 2, 3


class LinePattern(NamedTuple):
    """The characters of a straight line.

    Attributes:
        across: Character of a horizontal line.
        down: Character of a vertical line.
        weight: Weight where the line meets others: 1 light, 2 heavy, 3 double.
    """

    across: str
    down: str
    weight: int


_PLAIN_LIGHT, _PLAIN_HEAVY = LinePattern("─", "│", _LIGHT), LinePattern("━", "┃", _HEAVY)
# For each pattern along the middle of a wide line in pictures.
_CORES = {
    "solid": LinePattern("═", "║", _DOUBLE),
    "dash": LinePattern("╍", "╏", _HEAVY),
    "short": LinePattern("┅", "┇", _HEAVY),
    "long": LinePattern("╌", "╎", _LIGHT),
    "dots": LinePattern("┈", "┊", _LIGHT),
    "mixed": LinePattern("┄", "┆", _LIGHT),
}
_BROKEN = frozenset(_CORES.values()) - {_CORES["solid"]}  # dashed and dotted
_THIN = 0.14  # cells: lines that are at most this wide are light
_ROUND = str.maketrans("┌┐└┘", "╭╮╰╯")
# Characters for double lines only, by the bits of the arms: 1 up, 2 right, 4 down, 8 left.
_DOUBLES = " ║═╚║║╔╠═╝═╩╗╣╦╬"
_SLANTS = {(1, 1): "╲", (-1, -1): "╲", (1, -1): "╱", (-1, 1): "╱"}
_DOT = "·"  # part of a diagonal line whose pattern has gaps
_JOINT = "•"  # end of a diagonal line, or its meeting with a line in another direction
_HEADS = {
    **{(-1, 0): "▲", (0, 1): "►", (1, 0): "▼", (0, -1): "◄"},
    **{(1, 1): "◢", (1, -1): "◣", (-1, -1): "◤", (-1, 1): "◥"},
}


class Hub(NamedTuple):
    """The sign of a disc or diamond on a stroke.

    Attributes:
        sign: Character at the center of the cell.
        opening, closing: Characters to the left and right of a digit that covers the center.
    """

    sign: str
    opening: str
    closing: str


_BULB, _RING, _DIAMOND = Hub("●", "▐", "▌"), Hub("○", "(", ")"), Hub("◇", "<", ">")

# The characters of strokes, and their replacements in ASCII.
ASCII_STROKES = {
    **{crossing(*arms): "+" for arms in product(range(3), repeat=4) if any(arms)},
    **dict.fromkeys("╭╮╰╯╔╗╚╝╠╣╦╩╬╪╫", "+"),
    **dict.fromkeys("─━╌╍┄┅┈╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃╎╏┆┇┊╵╷╹╻╽╿", "|"),
    **{"═": "=", "║": "H", "╲": "\\", "╱": "/", "╳": "X", "•": "+", "·": "."},
    **{"●": "@", "○": "O", "◇": "<", "▐": "[", "▌": "]"},
    **{"►": ">", "◄": "<", "▲": "^", "▼": "v", "◢": "\\", "◣": "/", "◤": "\\", "◥": "/"},
}


def _ink_of(role: str, pale: Iterable[str]) -> str:
    """Return the ink of strokes of a role. Roles that are not *pale* share an ink."""
    return f"shape-{role}" if role in pale else "stroke"


def _pattern_of(stroke: Stroke) -> LinePattern:
    look = look_of_line(stroke.role)
    if look.core:
        return _CORES[look.core]
    return _PLAIN_HEAVY if (stroke.width or look.width) > _THIN else _PLAIN_LIGHT


def _hub_of(part: Decoration) -> Hub | None:
    """Return the sign of a part that is at the center of cells, or None without a sign."""
    if isinstance(part, Disc):
        is_open = part.role in ("ring", "end") or (part.rim and not part.color)
        return _RING if is_open else _BULB
    return _DIAMOND if isinstance(part, Tile) and part.role == "diamond" else None


# ------------------------------------------------------------------ which shapes are drawn


def stroke_parts(shape: Shape, order: int) -> tuple[Decoration, ...]:
    """Return the strokes of a shape that can be drawn, and the discs and diamonds on them.

    The result is empty if the shape has no such stroke, or if it shades cells.
    """
    strokes = [
        part
        for part in shape.parts
        if isinstance(part, Stroke) and not is_dot(part) and not is_outside(part, order)
        and _bends(part.points)
    ]  # fmt: skip
    if not strokes or any(isinstance(p, Tile) and _hub_of(p) is None for p in shape.parts):
        return ()
    ends = {_cell_at(point) for stroke in strokes for point in stroke.points}
    hubs = [
        part
        for part in shape.parts
        if isinstance(part, Disc | Tile) and not is_dot(part) and _hub_of(part) is not None
        and not ends.isdisjoint(map(_cell_at, part.points))
    ]  # fmt: skip
    return (*strokes, *hubs)


def _cell_at(point: tuple[float, float]) -> CharPlace:
    """Return the center of the cell at a point, as (row, column) in halves of cells."""
    return 2 * floor(point[1]) + 1, 2 * floor(point[0]) + 1


def _bends(points: Sequence[tuple[float, float]]) -> list[CharPlace]:
    """Return points as (row, column) in halves of cells, or [] if they cannot be drawn.

    Centers of cells are odd numbers, and borders are even numbers.
    """
    found = [(round(2 * y), round(2 * x)) for x, y in points]
    bends = [at for n, at in enumerate(found) if n == 0 or at != found[n - 1]]
    for (y, x), (v, u) in pairwise(bends):
        is_level, is_upright = y == v and y % 2, x == u and x % 2
        is_slanted = abs(y - v) == abs(x - u) and (y - x) % 2 == 0
        if not (is_level or is_upright or is_slanted):
            return []
    return bends if len(bends) > 1 else []


# ------------------------------------------------------------------ characters of a grid


class StrokeMark(NamedTuple):
    """A character of a stroke, and the name of its ink."""

    char: str
    ink: str


@dataclass(frozen=True, slots=True, eq=False)
class CellStrokes:
    """The characters of strokes in a cell. Objects are compared by identity, which is quick.

    Attributes:
        marks: The characters by line and column in the cell.
        center: Line and column of the center of the cell.
        hub: The sign at the center, or None.
        heads: For each arrowhead: its character and its possible places, from the center outward.
    """

    marks: tuple[tuple[CharPlace, StrokeMark], ...]
    center: CharPlace
    hub: tuple[Hub, str] | None = None
    heads: tuple[tuple[StrokeMark, tuple[CharPlace, ...]], ...] = ()


@dataclass
class _Meeting:
    """The lines that meet at a character."""

    arms: dict[int, tuple[LinePattern, str]] = field(default_factory=dict)
    slants: dict[Direction, tuple[LinePattern, str]] = field(default_factory=dict)
    is_border: bool = False

    def mark(self, around: Arms = _NO_ARMS) -> StrokeMark:
        """Return the character, which also shows the border lines *around* it."""
        if self.slants:
            chars = {_SLANTS[step] for step in self.slants}
            pattern, ink = [*self.slants.values()][-1]
            if len(chars) > 1:
                return StrokeMark("╳", ink)
            is_gap = pattern in _BROKEN and not self.is_border
            return StrokeMark(_DOT if is_gap else chars.pop(), ink)
        ink = [*self.arms.values()][-1][1]
        return StrokeMark(self._joined(around), ink)

    @property
    def is_joint(self) -> bool:
        """True if a diagonal line ends here, or meets a line in another direction."""
        is_through = all((-down, -right) in self.slants for down, right in self.slants)
        return bool(self.slants) and (bool(self.arms) or not is_through)

    def _joined(self, around: Arms) -> str:
        patterns = {pattern for pattern, _ in self.arms.values()}
        own = [self.arms[arm][0].weight if arm in self.arms else 0 for arm in range(4)]
        if len(patterns) == 1 and not any(around):
            (pattern,) = patterns
            if self.arms.keys() == {_LEFT, _RIGHT}:
                return pattern.across
            if self.arms.keys() == {_UP, _DOWN}:
                return pattern.down
            if pattern.weight == _DOUBLE:
                return _DOUBLES[sum(1 << arm for arm in self.arms)]
        if patterns == {_CORES["solid"]} and max(around) == _LIGHT:
            if self.arms.keys() == {_LEFT, _RIGHT}:
                return "╪"
            if self.arms.keys() == {_UP, _DOWN}:
                return "╫"
        char = crossing(
            *(min(_HEAVY, each or border) for each, border in zip(own, around, strict=True))
        )
        return char if any(around) else char.translate(_ROUND)


class StrokeMap:
    """The strokes of shapes as characters in a grid.

    Attributes:
        cells: The strokes in each cell that has strokes.
        places: The characters by line and column, without the border lines of the grid.
    """

    def __init__(
        self,
        parts: Iterable[Decoration],
        order: int,
        box: tuple[int, int],
        pale: Iterable[str] = (),
    ) -> None:
        """Draw the strokes.

        Args:
            parts: Parts of shapes (see `stroke_parts`).
            order: Number of rows and of columns.
            box: Number of columns and of lines in a cell. Between cells, there is another column
                or line.
            pale: The roles with a separate ink.
        """
        self._order, (self._width, self._height), self._pale = order, box, {*pale}
        self._meetings: dict[CharPlace, _Meeting] = {}
        self._hubs: dict[CharPlace, tuple[Hub, str]] = {}
        self._heads: dict[CharPlace, list[tuple[Direction, str]]] = {}
        parts = [*parts]
        for part in parts:
            if isinstance(part, Stroke):
                self._add_stroke(part)
        ink = next((_ink_of(p.role, self._pale) for p in parts if isinstance(p, Stroke)), "stroke")
        for part in parts:
            if isinstance(part, Disc | Tile) and (hub := _hub_of(part)) is not None:
                self._add_hub(part.points, hub, self._ink_near(part.points[0]) or ink)
        self.places = {at: meeting.mark() for at, meeting in self._meetings.items()}
        self.cells = {cell: self._cell(cell) for cell in sorted(self._cells_with_strokes())}

    # ---------------------------------------------------------------- lookups

    def mark_over(self, place: CharPlace, around: Arms) -> StrokeMark:
        """Return the character at one of *places*, where the border lines *around* it meet it."""
        return self._meetings[place].mark(around)

    def heads_on_borders(self) -> Iterator[tuple[CharPlace, int, StrokeMark]]:
        """Yield the place on the border before each arrowhead, with its cell and character.

        The arrowhead moves there if digits or marks cover its places in the cell.
        """
        for center, heads in self._heads.items():
            for (down, right), ink in heads:
                row, column = self._cell_of(center)
                line = row * (self._height + 1) + (self._height + 1) * (down < 0)
                at = column * (self._width + 1) + (self._width + 1) * (right < 0)
                place = line if down else center[0], at if right else center[1]
                yield place, row * self._order + column, StrokeMark(_HEADS[down, right], ink)

    # ---------------------------------------------------------------- drawing

    def _place(self, bend: CharPlace) -> CharPlace:
        """Return the place of a point in halves of cells."""
        down, right = (divmod(value, 2) for value in bend)
        line = down[0] * (self._height + 1) + down[1] * (1 + (self._height - 1) // 2)
        return line, right[0] * (self._width + 1) + right[1] * (1 + self._width // 2)

    def _is_border(self, place: CharPlace) -> bool:
        return not (place[0] % (self._height + 1) and place[1] % (self._width + 1))

    def _cell_of(self, place: CharPlace) -> CharPlace:
        return place[0] // (self._height + 1), place[1] // (self._width + 1)

    def _add_stroke(self, stroke: Stroke) -> None:
        pattern, ink = _pattern_of(stroke), _ink_of(stroke.role, self._pale)
        bends = _bends(stroke.points)
        for start, end in pairwise(bends):
            for a, b in pairwise(_halves(start, end)):
                self._add_segment(self._place(a), self._place(b), pattern, ink)
        if stroke.has_head and all(value % 2 for value in bends[-1]):
            (y, x), (v, u) = bends[-2:]
            step = (v > y) - (v < y), (u > x) - (u < x)
            self._heads.setdefault(self._place(bends[-1]), []).append((step, ink))

    def _add_segment(
        self, start: CharPlace, end: CharPlace, pattern: LinePattern, ink: str
    ) -> None:
        """Draw a line from a center to a border, or from a border to a center."""
        (y, x), (v, u) = start, end
        down, right = (v > y) - (v < y), (u > x) - (u < x)
        if down and right:
            for line in range(y, v + down, down):
                place = line, x + round((u - x) * (line - y) / (v - y))
                meeting = self._meetings.setdefault(place, _Meeting())
                meeting.is_border = self._is_border(place)
                slants = meeting.slants
                for step, is_there in (((down, right), line != v), ((-down, -right), line != y)):
                    if is_there:
                        slants.pop(step, None)
                        slants[step] = pattern, ink
            return
        length = max(abs(v - y), abs(u - x))
        for at in range(length + 1):
            arms = self._meetings.setdefault((y + at * down, x + at * right), _Meeting()).arms
            for step, is_there in (((down, right), at < length), ((-down, -right), at > 0)):
                if is_there:
                    arms.pop(_ARM[step], None)  # so that the last line is the last entry
                    arms[_ARM[step]] = pattern, ink

    def _ink_near(self, point: tuple[float, float]) -> str:
        """Return the ink of the strokes at the center of a cell, or ""."""
        meeting = self._meetings.get(self._place(_cell_at(point)))
        return "" if meeting is None else meeting.mark().ink

    def _add_hub(self, points: Sequence[tuple[float, float]], hub: Hub, ink: str) -> None:
        """Add a disc or diamond. A capsule around several cells is two discs and a double line."""
        bends = [*map(_cell_at, points)]
        is_capsule = hub is _RING and len(bends) > 1
        if is_capsule:
            for start, end in pairwise(bends):
                for a, b in pairwise(_halves(start, end)):
                    self._add_segment(self._place(a), self._place(b), _CORES["solid"], ink)
        for bend in (bends[0], bends[-1]) if is_capsule else bends:
            self._hubs[self._place(bend)] = hub, ink

    def _cells_with_strokes(self) -> set[int]:
        cells = set[int]()
        for place in (*self._meetings, *self._hubs):
            row, column = self._cell_of(place)
            if not self._is_border(place) and row < self._order and column < self._order:
                cells.add(row * self._order + column)
        return cells

    def _cell(self, cell: int) -> CellStrokes:
        row, column = divmod(cell, self._order)
        top, left = row * (self._height + 1) + 1, column * (self._width + 1) + 1
        line, middle = self._place((2 * row + 1, 2 * column + 1))
        center = line - top, middle - left
        marks = {
            (down, right): self.places[top + down, left + right]
            for down in range(self._height)
            for right in range(self._width)
            if (top + down, left + right) in self.places
        }
        if center in marks and self._meetings[line, middle].is_joint:
            marks[center] = StrokeMark(_JOINT, marks[center].ink)
        heads = tuple(
            (StrokeMark(_HEADS[step], ink), (*self._back(center, step, marks),))
            for step, ink in self._heads.get((line, middle), ())
        )
        return CellStrokes(tuple(marks.items()), center, self._hubs.get((line, middle)), heads)

    def _back(
        self, center: CharPlace, step: Direction, marks: Mapping[CharPlace, StrokeMark]
    ) -> Iterator[CharPlace]:
        """Yield the places of a line that arrives at the center, from the center outward."""
        yield center
        down, right = step
        for (line, column), mark in sorted(
            marks.items(),
            key=lambda each: abs(each[0][0] - center[0]) + abs(each[0][1] - center[1]),
        ):
            y, x = line - center[0], column - center[1]
            if (y or x) and ((y > 0) - (y < 0), (x > 0) - (x < 0)) == (-down, -right):
                is_own = not (down and right) or mark.char in (_SLANTS[step], _DOT, "╳")
                if is_own:
                    yield line, column


def _halves(start: CharPlace, end: CharPlace) -> Iterator[CharPlace]:
    """Yield the points from *start* to *end*, in steps of half a cell."""
    (y, x), (v, u) = start, end
    down, right = (v > y) - (v < y), (u > x) - (u < x)
    for at in range(max(abs(v - y), abs(u - x)) + 1):
        yield y + at * down, x + at * right


def sample(parts: Iterable[Decoration]) -> str:
    """Return a short sample of a shape, for a list of constraints: "●━", "○─►" or "◇─◇"."""
    parts = [*parts]
    stroke = next(part for part in parts if isinstance(part, Stroke))
    hubs = {
        point: hub.sign
        for part in parts
        if isinstance(part, Disc | Tile) and (hub := _hub_of(part)) is not None
        for point in part.points
    }
    across = _pattern_of(stroke).across
    start, end = hubs.get(stroke.points[0], across), hubs.get(stroke.points[-1], "")
    return start + across + ("►" if stroke.has_head else end)
