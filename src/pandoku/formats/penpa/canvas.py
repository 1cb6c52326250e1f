"""Read the numbers, cages and lines of Penpa+ as drawings on a grid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from pandoku.formats._drawn.grid import DrawnCage, DrawnGrid, DrawnLine, DrawnMark, merged_marks
from pandoku.formats.json.values import BadValueError
from pandoku.formats.penpa.grid import PenpaGrid, PenpaPoint, PointKind
from pandoku.formats.penpa.symbols import arrow_from, disc, sign, text_color, text_disc
from pandoku.formats.penpa.text import PenpaText

_MOST_SHAPES = 6_000  # maximum number of entries in a layer
_LONGEST_COLOR = 40  # maximum number of characters of a color


class PenpaCanvas:
    """The drawings of a puzzle, collected while reading.

    Attributes:
        n: The order of the grid.
        edges: The lines that draw the grid and its regions.
        givens: The digit of each cell, or 0.
        clues: The texts in the upper left corners of cells, by cell.
        lines, marks, blocks: The drawings.
        names: For each symbol that is shown as its name, the number of its occurrences.
        n_outside: Number of shapes too far outside the grid to be shown.
    """

    def __init__(self, text: PenpaText, grid: PenpaGrid) -> None:
        self.n = grid.order
        self.edges = grid.edges
        self.givens = [0] * grid.order**2
        self.clues: dict[int, str] = {}
        self.lines: list[DrawnLine] = []
        self.marks: list[DrawnMark] = []
        self.blocks: list[DrawnCage] = []
        self.names = Counter[str]()
        self.n_outside = 0
        self._text = text
        self._points = grid.points

    def drawn(self) -> DrawnGrid:
        """Return the drawings, together with the words about the puzzle."""
        marks = merged_marks([*dict.fromkeys(self.marks)])
        lines, blocks = dict.fromkeys(self.lines), dict.fromkeys(self.blocks)
        return DrawnGrid(self.n, self._text.words, tuple(lines), tuple(marks), tuple(blocks))

    # ---- the layers

    def entries(self, key: str) -> Iterator[tuple[str, Any]]:
        """Yield the key and the value of each entry in a layer, whose keys name points.

        Raises:
            BadValueError: The layer has an unexpected form, or too many entries.
        """
        layer: Any = self._text.question.get(key) or {}
        if not isinstance(layer, dict) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected an object of at most {_MOST_SHAPES:,} entries")
        yield from ((str(name), value) for name, value in layer.items() if value is not None)

    def lists(self, key: str) -> list[list[Any]]:
        """Return the lists of points in a layer, with [] for a list that the setter has removed.

        Raises:
            BadValueError: The layer has an unexpected form, or too many entries.
        """
        layer: Any = self._text.question.get(key) or []
        if not isinstance(layer, list) or len(layer) > _MOST_SHAPES:
            raise BadValueError(f"{key}: expected a list of at most {_MOST_SHAPES:,} entries")
        return [each[:_MOST_SHAPES] if isinstance(each, list) else [] for each in layer]

    def own_colors(self, key: str, name: str | int) -> list[str]:
        """Return the colors that the setter chose for an entry, "" for each usual color."""
        colors = self._text.colors.get(key)
        found: Any = None
        if isinstance(colors, Mapping):
            found = colors.get(str(name))
        elif isinstance(colors, list) and isinstance(name, int) and name < len(colors):
            found = colors[name]
        listed = found if isinstance(found, list) else [found]
        return [each[:_LONGEST_COLOR].lower() if isinstance(each, str) else "" for each in listed]

    def own_color(self, key: str, name: str | int) -> str:
        """Return the color that the setter chose for an entry, or "" for the usual color."""
        return (self.own_colors(key, name) or [""])[0]

    # ---- places

    def point(self, number: Any) -> PenpaPoint | None:
        """Return the point with this number, or None if there is no such point."""
        return self._points.point(number)

    def cell(self, point: PenpaPoint | None) -> int | None:
        """Return the cell of the grid that contains a point, or None."""
        if point is None or not (0 <= point.row < self.n and 0 <= point.column < self.n):
            return None
        return point.row * self.n + point.column

    def cell_of(self, number: Any) -> int | None:
        """Return the cell of the grid whose center has this number, or None."""
        point = self.point(number)
        return self.cell(point) if point and point.kind is PointKind.CENTER else None

    def add(self, *shapes: DrawnLine | DrawnMark) -> None:
        """Add the drawings up to one cell outside the grid, and count the drawings farther away."""
        for shape in shapes:
            points = shape.points if isinstance(shape, DrawnLine) else ((shape.x, shape.y),)
            if not all(-1 <= each <= self.n + 1 for point in points for each in point):
                self.n_outside += 1
            elif isinstance(shape, DrawnLine):
                self.lines.append(shape)
            else:
                self.marks.append(shape)


# The numbers that Penpa+ uses for the kinds of texts.
_NORMAL, _ARROW, _TAPA, _SMALL, _MEDIUM = "1", "2", "4", "5", "6"
_CANDIDATES, _LONG, _BIG = "7", "8", "10"
_SIZES = {  # cells: the height of a text, and the diameter of the circle around it
    _NORMAL: (0.7, 0.84),
    _ARROW: (0.4, 0.84),
    _TAPA: (0.45, 0.88),
    _SMALL: (0.25, 0.34),
    _MEDIUM: (0.4, 0.5),
    _CANDIDATES: (0.3, 0.84),
    _LONG: (0.5, 0.0),
    _BIG: (0.6, 0.72),
}
_QUADRUPLE_WIDTH, _QUADRUPLE_SIZE = 0.62, 0.28  # circle and text of a number on a corner
_CLUE_SIZE, _CLUE_WIDTH = 0.32, 0.36
_TURNS = {"_0": 2, "_1": 0, "_2": 4, "_3": 6, "_4": 1, "_5": 3, "_6": 7, "_7": 5}
_LONGEST, _LONGEST_CLUE = 200, 40  # maximum number of characters of a text
_MOST_MARKS = 36  # maximum number of candidates of a cell


class PenpaNumber(NamedTuple):
    """A number or a text.

    Attributes:
        text: The text, or the digits of all candidates.
        marks: The digits of the candidates, or an empty value if the entry does not have
            candidates.
        style: The number of the style, which determines the color and the background.
        kind: The number of the kind, as a text. The kind determines the size and the place.
    """

    text: str
    marks: tuple[int, ...]
    style: Any
    kind: str

    def digit(self, n: int) -> int:
        """Return the digit 1..n if this number is a large digit in a cell, else 0."""
        if self.kind == _CANDIDATES:
            return self.marks[0] if len(self.marks) == 1 and self.marks[0] <= n else 0
        is_digit = self.text.isascii() and self.text.isdecimal() and len(self.text) < 3
        digit = int(self.text) if is_digit and self.kind in (_NORMAL, _BIG) else 0
        return digit if digit <= n else 0

    def noted(self) -> set[int]:
        """Return the digits of this number if it is a center mark."""
        if self.kind == _CANDIDATES:
            return {*self.marks}
        if self.kind not in (_SMALL, _MEDIUM) or not self.text.isascii():
            return set()
        return {int(each) for each in self.text[:_MOST_MARKS] if each.isdecimal()}


def number_in_entry(entry: Any) -> PenpaNumber:
    """Return the number of an entry. Its text is empty if the entry has an unexpected form."""
    if not isinstance(entry, list) or len(entry) < 3:
        return PenpaNumber("", (), 1, "")
    text, style, kind = entry[0], entry[1], str(entry[2])
    if kind == _CANDIDATES:
        listed = text[:_MOST_MARKS] if isinstance(text, list) else []
        marks = tuple(at + 1 for at, is_set in enumerate(listed) if is_set == 1)
        return PenpaNumber("".join(map(str, marks)), marks, style, kind)
    return PenpaNumber(_words(text)[:_LONGEST], (), style, kind)


def read_numbers(canvas: PenpaCanvas) -> None:
    """Read the givens, and draw all numbers that are not givens."""
    for name, entry in canvas.entries("number"):
        point, number = canvas.point(name), number_in_entry(entry)
        if point is None or not number.kind:
            continue
        cell, digit = canvas.cell_of(name), number.digit(canvas.n)
        if cell is not None and digit:
            canvas.givens[cell] = digit
            number = number._replace(text="")
        text, kind, ink = number.text, number.kind, text_color(number.style)
        if kind == _ARROW and text[-2:] in _TURNS:
            canvas.add(arrow_from(point.x, point.y, _TURNS[text[-2:]], 0.25, 0.5, ink))
            text = text[:-2].strip()
        (size, width), around = _SIZES.get(kind, (0.7, 0.0)), text_disc(number.style)
        if around and kind == _TAPA and point.kind is PointKind.CORNER:
            width, size = _QUADRUPLE_WIDTH, _QUADRUPLE_SIZE
        if around and width:
            canvas.add(disc(point.x, point.y, width, *around))
        if text:
            canvas.add(sign(point.x, point.y, text, size, ink))


def read_corner_numbers(canvas: PenpaCanvas) -> None:
    """Read plain texts in upper left corners of cells as clues, and draw all other small texts."""
    for name, entry in canvas.entries("numberS"):
        point = canvas.point(name)
        text, style = entry[:2] if isinstance(entry, list) and len(entry) > 1 else ("", 1)
        clue, around = _words(text)[:_LONGEST_CLUE], text_disc(style)
        if point is None or not clue:
            continue
        cell = canvas.cell(point)
        is_first = point.kind is PointKind.QUARTER and point.part == 0
        if cell is not None and is_first and around is None:
            canvas.clues[cell] = clue
            continue
        if around:
            canvas.add(disc(point.x, point.y, _CLUE_WIDTH, *around))
        canvas.add(sign(point.x, point.y, clue, _CLUE_SIZE, text_color(style)))


def _words(text: Any) -> str:
    return str(text).strip() if isinstance(text, str | int) else ""


_Cell: TypeAlias = tuple[int, int]  # row and column

# For the two quarters at each side of a cell, the step to the neighbor on that side.
_SIDES = {
    frozenset({0, 1}): (-1, 0),
    frozenset({2, 3}): (1, 0),
    frozenset({0, 2}): (0, -1),
    frozenset({1, 3}): (0, 1),
}


def joined_cells(borders: Iterable[Sequence[PenpaPoint | None]], n: int) -> list[tuple[int, ...]]:
    """Return the cells of each cage, ascending.

    Args:
        borders: The ends of each piece of a border. A piece that starts and ends in the same cell
            is the border at one of its sides. A piece from one cell to another puts both cells into
            the same cage.
        n: The order.
    """
    closed: dict[_Cell, set[tuple[int, int]]] = defaultdict(set)  # the sides with a border, by cell
    joined: dict[_Cell, set[_Cell]] = defaultdict(set)
    for ends in borders:
        places = [each for each in ends if each and each.kind is PointKind.QUARTER]
        if len(places) != 2:
            continue
        a, b = ((each.row, each.column) for each in places)
        if a == b:
            side = _SIDES.get(frozenset(each.part for each in places))
            closed[a] |= {side} if side else set()
        else:
            joined[a].add(b)
            joined[b].add(a)
    left = {cell for cell in (*closed, *joined) if _is_inside(cell, n)}
    bordered = frozenset(left)
    found = []
    while left:
        group, open_cells = set[_Cell](), [min(left)]
        while open_cells:
            cell = open_cells.pop()
            if cell not in group and _is_inside(cell, n):
                group.add(cell)
                open_cells += joined[cell]
                # A large cage also includes cells in its middle that have no border.
                sides = [each for each in _SIDES.values() if each not in closed[cell]]
                around = [(cell[0] + down, cell[1] + right) for down, right in sides]
                open_cells += [each for each in around if each not in bordered]
        left -= group
        # If a border has a gap, the group spreads over the grid. Only its cells with a border are
        # then kept.
        cells = group if len(group) <= n else group & bordered
        found.append(tuple(sorted(row * n + column for row, column in cells)))
    return found


def _is_inside(cell: _Cell, n: int) -> bool:
    return 0 <= cell[0] < n and 0 <= cell[1] < n


_Point: TypeAlias = tuple[float, float]
_SAME = 1e-6


def joined_segments(segments: Iterable[tuple[_Point, _Point]]) -> Iterator[tuple[_Point, ...]]:
    """Join segments into long lines. Where lines cross, a line continues straight ahead.

    Points inside a straight part are left out.

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
            line = _walk(start, near)
            bends = [
                line[at]
                for at in range(1, len(line) - 1)
                if not _is_straight(line[at - 1], line[at], line[at + 1])
            ]
            yield (line[0], *bends, line[-1])


def _walk(start: _Point, near: dict[_Point, list[_Point]]) -> list[_Point]:
    """Return the points of the line from *start*, and remove its segments from *near*."""
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
    """Return True if the way from a to b continues to c without a turn."""
    right, down, to_right, to_down = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    is_parallel = abs(right * to_down - down * to_right) < _SAME
    return is_parallel and right * to_right + down * to_down > 0
