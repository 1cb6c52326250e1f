"""A common form for the drawings of all programs. All lengths are in cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import TypeAlias

from pandoku.constraints import Drawing, Fog
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Decoration, Disc, Sign, Stroke, Tile, center_of

_MOST_WORDS = 10_000  # only this number of characters of the rules is examined
_Point: TypeAlias = tuple[float, float]  # x and y


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of a drawing.

    Attributes:
        points: The x and y of each point, in cells.
        color: The color in the file, in lower case and without transparency, or "".
        has_head: Whether the line ends in an arrowhead.
        seen: The color that the line has on white paper, as "#rrggbb", or "" for no color.
        width: Its width, or 0 if unspecified.
    """

    points: tuple[_Point, ...]
    color: str
    has_head: bool
    seen: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A circle, a rectangle or a text of a drawing.

    Attributes:
        x, y: Its center, in cells.
        width, height: Its size, in cells.
        is_round: Whether it is a circle or a capsule.
        text: The text inside the shape, or "".
        fill: The fill color, in the notation of `DrawnLine.color`.
        rim: The border color, in the same notation.
        angle: Its rotation, in degrees.
        seen: The colors of the fill, the border and the text as they appear on white paper.
        text_size: The font size of the text, or 0 if unspecified.
        is_over: Whether the mark is drawn above the lines.
    """

    x: float
    y: float
    width: float
    height: float
    is_round: bool
    text: str
    fill: str
    rim: str
    angle: float
    seen: tuple[str, str, str] = ("", "", "")
    text_size: float = 0.0
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class DrawnCage:
    """A group of cells with a dashed border. It need not be a killer cage.

    Attributes:
        cells: The cells.
        text: The text in the corner, or "".
    """

    cells: tuple[int, ...]
    text: str


DrawnShape: TypeAlias = DrawnLine | DrawnMark | DrawnCage


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """The drawings of a document, and its rules in words.

    Attributes:
        order: The order of the grid.
        rules: The rules in words, or "".
        lines, marks, blocks: The drawings that do not belong to a rule of the document.
    """

    order: int
    rules: str
    lines: tuple[DrawnLine, ...]
    marks: tuple[DrawnMark, ...]
    blocks: tuple[DrawnCage, ...]

    @property
    def shapes(self) -> tuple[DrawnShape, ...]:
        """All drawings."""
        return (*self.lines, *self.marks, *self.blocks)

    @property
    def words(self) -> str:
        """The beginning of the rules, in lower case."""
        return self.rules[:_MOST_WORDS].lower()


def merged_marks(marks: list[DrawnMark]) -> list[DrawnMark]:
    """Return the marks. A mark that only shows a text is merged into the shape around it."""
    found: list[DrawnMark] = []
    at_place: dict[tuple[int, int], int] = {}  # places of shapes without text
    for mark in marks:
        place = round(mark.x * 20), round(mark.y * 20)
        at = at_place.get(place)
        # True if the mark shows a shape, and not just a text.
        is_visible = bool(mark.fill or mark.rim) and mark.width > 0
        if at is not None and mark.text and not is_visible:
            around = found[at]
            seen = (*around.seen[:2], mark.seen[2])
            found[at] = replace(around, text=mark.text, seen=seen, text_size=mark.text_size)
            del at_place[place]
            continue
        if not mark.text:
            at_place[place] = len(found)
        found.append(mark)
    return found


# From bottom to top. Circles and rectangles are in layer 0, or 2 if they are above lines.
_LAYERS = {"lines": 1, "texts": 3, "cages": 4}
_SAME = 0.01  # cells: lengths that differ by less count as equal
_LARGEST_TEXT = 1.0  # cells
_DOT = 0.6  # cells: maximum diameter of a circle that contains its text
_LEAST_RADIUS = 0.02  # cells


def drawings_of(shapes: Iterable[DrawnShape], n: int) -> Iterator[Drawing]:
    """Yield a drawing for each kind of shape on a grid of order *n*, from bottom to top.

    Circles and rectangles are below the lines, unless `DrawnMark.is_over` is true.
    """
    sorts: dict[tuple[int, str], list[Decoration]] = {}
    for each in shapes:
        for title, decoration in _decorations(each, n):
            is_over = isinstance(each, DrawnMark) and each.is_over
            layer = _LAYERS.get(title, 2 * is_over)
            sorts.setdefault((layer, title), []).append(decoration)
    for (_, title), decorations in sorted(sorts.items(), key=lambda each: each[0][0]):
        half = len(decorations) // 2
        parts = [decorations]
        while parts:
            part = parts.pop()
            half = len(part) // 2
            try:
                yield Drawing.of(part, title)
            except PuzzleError:  # too many shapes for a single drawing
                if half:
                    parts += [part[half:], part[:half]]


def _decorations(shape: DrawnShape, n: int) -> Iterator[tuple[str, Decoration]]:
    if isinstance(shape, DrawnLine):
        points = tuple(_near(x, y, n) for x, y in shape.points)
        yield "lines", Stroke("line", points, shape.has_head, shape.seen, min(shape.width, n))
    elif isinstance(shape, DrawnCage):
        cells = tuple(center_of(cell, n) for cell in sorted(shape.cells))
        yield "cages", Tile("cage", cells[:1], 1.0, shape.text)  # the first cell shows the text
        if cells[1:]:
            yield "cages", Tile("cage", cells[1:])
    else:
        yield from _mark(shape, n)


def _mark(shape: DrawnMark, n: int) -> Iterator[tuple[str, Decoration]]:
    x, y = _near(shape.x, shape.y, n)
    width, height = min(shape.width, 2.0 * n), min(shape.height, 2.0 * n)
    fill, rim, ink = shape.seen
    is_seen = max(width, height) > 0 and bool(shape.fill or shape.rim)
    is_circle = is_seen and shape.is_round and abs(width - height) < _SAME
    is_inside = is_circle and (width <= _DOT or not shape.text_size)  # the text is in the circle
    if is_circle:
        text = shape.text if is_inside else ""
        yield "circles", Disc("circle", ((x, y),), width / 2, text, fill, rim)
    elif is_seen and shape.is_round:
        yield "circles", _capsule(x, y, width, height, shape)
    elif is_seen:
        height = 0.0 if abs(width - height) < _SAME else height
        tile = Tile("rectangle", ((x, y),), width, "", fill, rim, height, shape.angle % 180)
        yield "rectangles", tile
    if shape.text and not is_inside:
        size = min(shape.text_size, _LARGEST_TEXT)
        yield "texts", Sign(x, y, shape.text, ink, size)


def _capsule(x: float, y: float, width: float, height: float, shape: DrawnMark) -> Disc:
    """Return a capsule: two half circles with a rectangle between them."""
    half, reach = abs(width - height) / 2, max(min(width, height) / 2, _LEAST_RADIUS)
    turn = radians(shape.angle + 90 * (height > width))
    across, down = round(half * cos(turn), 3), round(half * sin(turn), 3)
    points = (x - across, y - down), (x + across, y + down)
    return Disc("circle", points, reach, "", *shape.seen[:2])


def _near(x: float, y: float, n: int) -> tuple[float, float]:
    """Return a point. If the point is beyond the margin of pictures, move it to the margin."""
    return min(max(x, -1.0), n + 1.0), min(max(y, -1.0), n + 1.0)


# ---- writing


def layered(decorations: Iterable[Decoration]) -> Iterator[tuple[Decoration, bool]]:
    """Yield each shape in the order of drawing, and whether the shape is above the lines.

    A shape is above the lines if a line was drawn before it. Below the lines, a reader puts all
    shapes of one kind together. A shape is therefore also above the lines if its kind was drawn
    earlier and another kind was drawn in between. Texts come last, ordered by place, because
    `merged_marks` changes the order of texts when it merges some of them into shapes.
    """
    shapes = [*decorations]
    signs = [each for each in shapes if isinstance(each, Sign)]
    signs.sort(key=lambda sign: (sign.y, sign.x, sign.text))
    sorts: list[str] = []  # the kinds of the shapes so far, without consecutive repeats
    is_over = False
    for shape in (*(each for each in shapes if not isinstance(each, Sign)), *signs):
        sort = _sort_of(shape)
        is_over = is_over or sort == "lines" or sort in sorts[:-1]
        if sort not in sorts[-1:]:
            sorts.append(sort)
        yield shape, is_over


def _sort_of(shape: Decoration) -> str:
    if isinstance(shape, Stroke):
        return "lines"
    if isinstance(shape, Disc):
        return "circles"
    return "rectangles" if isinstance(shape, Tile) else "texts"


LIGHTS = ("FOGLIGHT", "FOW")  # texts of cages whose cells have no fog at the start


def with_one_fog(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Return the constraints, with all Fog constraints merged into one."""
    found = list(constraints)
    fog = [each for each in found if isinstance(each, Fog)]
    if len(fog) < 2:
        return found
    lights = {light for each in fog for light in each.lights}
    return [*(each for each in found if each not in fog), Fog(tuple(lights))]


def triggers_left_out(n: int) -> str:
    """Return a note stating that *n* triggers of fog were not read."""
    what = "a trigger" if n == 1 else f"{n} triggers"
    return f"the fog does not obey {what} of the file: it lifts around correct digits"
