"""Constraints as characters: in cells, on edges and corners, and outside the grid.

The legend below the grid lists each constraint.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor
from string import ascii_uppercase

from pandoku.draw.items import Drawing, Shape
from pandoku.draw.looks import is_dot, is_outside
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = ["TerminalShapes"]

Place = tuple[int, int]  # row and column of a cell

# A dot without a number, then dots with the numbers 1 to 9. The second table has the dots in ASCII.
_DOTS = {"white": "○①②③④⑤⑥⑦⑧⑨", "black": "●❶❷❸❹❺❻❼❽❾"}
_PLAIN_DOTS = {"white": "o", "black": "*"}
_ARROWS = {(1, 1): "↘", (-1, 1): "↙", (1, -1): "↗", (-1, -1): "↖"}
_PLAIN_ARROWS = {"↘": "\\", "↙": "/", "↗": "/", "↖": "\\"}
_CHEVRONS = {(1, 0): ">", (-1, 0): "<", (0, 1): "∨", (0, -1): "∧"}
_PLAIN_CHEVRONS = {"∨": "v", "∧": "^"}
_LONG_MARK, _CORNER = ("◇", "+"), ("◎", "@")  # each sign, and its replacement in ASCII
# Signs of decorations that look the same in all cells, with their replacements in ASCII.
_IN_CELLS = {"even": ("□", "="), "odd": ("○", "!"), "count": ("◌", "$"), "fog": ("░", ":")}
_WAYS = {  # arrows from a cell of a line to the next cell
    **{(0, 1): "→", (1, 1): "↘", (1, 0): "↓", (1, -1): "↙"},
    **{(0, -1): "←", (-1, -1): "↖", (-1, 0): "↑", (-1, 1): "↗"},
}
_NO_ARROWS: Mapping[Place, str] = {}
_AT_CORNER = 0.3  # cells: if a dot is this far from a cell's middle on both axes, it is at a corner
_MOST_LETTERS = 3  # maximum number of letters in a cell. A "+" replaces further letters


class TerminalShapes:
    """The shapes of a drawing as characters.

    Attributes:
        letters: The letters of the shapes in each cell. Letters of lines are lower case, and
            letters of discs are upper case.
        arrows: The letters of each cell that a line leaves, each followed by an arrow to the next
            cell of its line.
        across: The dots on the edges above cells.
        down: The dots on the edges to the left of cells.
        corners: The circles on the upper left corners of cells.
        corner_texts: The digits of the circles on corners.
        beside: The texts outside the grid, by row and column, which range from -1 to the order.
        legend: Lines of the legend. Each line has a sign and a text, which consists of a name and
            cells. Constraints that only differ in their cells share a line.
        signs: The sign of each shape, or "" for a rule that applies to all cells.
        roles: The role of each line, disc or tile, by its letter in upper case.
    """

    def __init__(
        self, drawing: Drawing, ascii_only: bool, drawn: Collection[Decoration] = ()
    ) -> None:
        """Find the characters of shapes.

        Args:
            drawing: The drawing.
            ascii_only: Whether all characters are in ASCII.
            drawn: Parts of shapes that are drawn in another way, so that they need no letters.
        """
        self.order, self.ascii_only, self._drawn = drawing.order, ascii_only, drawn
        self.letters: dict[Place, str] = {}
        self.across: dict[Place, str] = {}
        self.down: dict[Place, str] = {}
        self.corners: dict[Place, str] = {}
        self.corner_texts: dict[Place, str] = {}
        self.arrows: dict[Place, str] = {}
        self.beside: dict[Place, str] = {}
        self.roles: dict[str, str] = {}
        self._used = 0
        # The letters of constraints with single cells, by the names of their kinds.
        self._letter_of_cell: dict[str, str] = {}
        cells_of_name: dict[tuple[str, str], list[str]] = {}
        below = {shape.rule for shape in drawing.shapes if shape.parts}
        self.signs = tuple(map(self._add, drawing.shapes))
        for sign, shape in zip(self.signs, drawing.shapes, strict=True):
            where = cells_of_name.setdefault((sign, shape.name), [])
            is_ruled = shape.rule in below  # the legend already has this rule
            if shape.text and not (is_ruled and shape.text == shape.rule):
                where.append(shape.text)
        self.legend = [
            (sign, f"{name}: {', '.join(where)}" if where else name)
            for (sign, name), where in cells_of_name.items()
        ]

    @property
    def n_letters(self) -> int:
        """The number of letters in the fullest cell."""
        return max(map(len, self.letters.values()), default=0)

    @property
    def has_dots(self) -> bool:
        """True if there is a dot on an edge or on a corner."""
        return bool(self.across or self.down or self.corners)

    def _add(self, shape: Shape) -> str:
        """Add the characters of a shape, and return its sign in the legend."""
        sign = ""
        inside = [part for part in shape.parts if not (is_dot(part) or self._is_outside(part))]
        for part in shape.parts:
            if isinstance(part, Sign):
                sign = self._put_beside(part, shape.parts)
            elif is_dot(part) and not inside:
                sign = self._put_dot(part)
        return self._put_in_cells(inside, shape.name) if inside else sign

    def _is_outside(self, part: Decoration) -> bool:
        return is_outside(part, self.order)

    def _put_in_cells(self, parts: Sequence[Decoration], name: str) -> str:
        """Mark the cells of a shape, and return the sign or letter of the shape.

        Constraints of one kind that have single cells share a letter.
        """
        places = {place for part in parts for place in _places_of(part)}
        roles = {part.role if isinstance(part, Disc | Tile) else "" for part in parts}
        if len(roles) == 1 and (signs := _IN_CELLS.get(*roles)):
            self._mark(dict.fromkeys(places, signs[self.ascii_only]))
            return signs[self.ascii_only]
        letter = self._letter_of_cell.get(name, "") if len(places) == 1 else ""
        if not letter:
            letter = ascii_uppercase[self._used % len(ascii_uppercase)]
            self._used += 1
        if len(places) == 1:
            self._letter_of_cell[name] = letter
        self.roles[letter] = next((e.role for e in parts if not isinstance(e, Sign)), "text")
        marked: dict[Place, str] = {}
        left = [part for part in parts if part not in self._drawn]
        for part in left:
            for place in _places_of(part):
                if isinstance(part, Disc | Tile) or place not in marked:
                    marked[place] = letter.lower() if isinstance(part, Stroke) else letter
        self._mark(marked, _arrows(left))
        return letter

    def _mark(self, marked: dict[Place, str], arrows: Mapping[Place, str] = _NO_ARROWS) -> None:
        for place, each in marked.items():
            self.arrows[place] = self.arrows.get(place, "") + each + arrows.get(place, "")
            found = self.letters.get(place, "")
            is_full = len(found) >= _MOST_LETTERS
            self.letters[place] = f"{found[: _MOST_LETTERS - 1]}+" if is_full else found + each

    def _put_dot(self, dot: Decoration) -> str:
        """Add a dot or chevron on an edge or on a corner, and return its sign."""
        if isinstance(dot, Stroke):
            x, y = _middle(dot.points)
            sign = self._chevron(dot)
        else:
            assert isinstance(dot, Disc)  # `is_dot` is only True for strokes and discs
            x, y = dot.points[0]
            sign = self._dot(dot)
        if abs(x % 1 - 0.5) > _AT_CORNER and abs(y % 1 - 0.5) > _AT_CORNER:
            sign = _CORNER[self.ascii_only]
            self.corners[round(y), round(x)] = sign
            if isinstance(dot, Disc) and dot.text:
                self.corner_texts[round(y), round(x)] = dot.text.replace(" ", "")
        elif abs(x % 1 - 0.5) > abs(y % 1 - 0.5):
            self.down[floor(y), round(x)] = sign
        else:
            self.across[round(y), floor(x)] = sign
        return sign

    def _dot(self, dot: Disc) -> str:
        if dot.role == "mark":
            return dot.text if len(dot.text) == 1 else _LONG_MARK[self.ascii_only]
        if self.ascii_only or dot.role not in _DOTS:
            return _PLAIN_DOTS.get(dot.role, "o")
        signs, value = _DOTS[dot.role], int(dot.text) if dot.text.isdecimal() else 0
        return signs[value if value < len(signs) else 0]

    def _chevron(self, stroke: Stroke) -> str:
        tip, (x, y) = stroke.points[len(stroke.points) // 2], _middle(stroke.points)
        across, down = tip[0] - x, tip[1] - y
        is_level = abs(across) > abs(down)
        way = ((across > 0) - (across < 0), 0) if is_level else (0, (down > 0) - (down < 0))
        sign = _CHEVRONS.get(way, "o")
        return _PLAIN_CHEVRONS.get(sign, sign) if self.ascii_only else sign

    def _put_beside(self, sign: Sign, parts: Iterable[Decoration]) -> str:
        arrow = ""
        if stroke := next((part for part in parts if isinstance(part, Stroke)), None):
            (x, y), (u, v) = stroke.points[0], stroke.points[-1]
            way = (u > x) - (u < x), (v > y) - (v < y)
            arrow = _ARROWS.get(way, "") if stroke.has_head else ""
        text = sign.text + (_PLAIN_ARROWS.get(arrow, "") if self.ascii_only else arrow)
        place = self._clipped(sign.y), self._clipped(sign.x)
        found = self.beside.get(place, "")
        self.beside[place] = f"{found} {text}" if found else text
        return text

    def _clipped(self, value: float) -> int:
        return min(max(floor(value), -1), self.order)

    def widths(self) -> tuple[int, int, int]:
        """Return three maximum widths of texts.

        The texts are to the left of the grid, above or below the grid, and to its right.
        """

        def widest(columns: Iterable[int]) -> int:
            return max((len(self.beside.get(at, "")) for at in self._places(columns)), default=0)

        return widest((-1,)), widest(range(self.order)), widest((self.order,))

    def _places(self, columns: Iterable[int]) -> Iterator[Place]:
        for column in columns:
            yield from ((row, column) for row in range(-1, self.order + 1))

    def has_row(self, row: int) -> bool:
        """Return whether there is a text above the grid (row -1) or below it (row *order*)."""
        return any(place[0] == row for place in self.beside)


def _places_of(part: Decoration) -> Iterator[Place]:
    """Yield the cells that contain the points of a part."""
    for x, y in () if isinstance(part, Sign) else part.points:
        yield floor(y), floor(x)


def _arrows(parts: Iterable[Decoration]) -> dict[Place, str]:
    """Return for each cell that a line leaves an arrow to the next cell of the line."""
    arrows: dict[Place, str] = {}
    for part in parts:
        if isinstance(part, Stroke):
            for (y, x), (v, u) in pairwise(_places_of(part)):
                if arrow := _WAYS.get(((v > y) - (v < y), (u > x) - (u < x))):
                    arrows.setdefault((y, x), arrow)
    return arrows


def _middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the middle of the bounding box of points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
