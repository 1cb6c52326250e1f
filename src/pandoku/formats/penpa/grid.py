"""The points of Penpa+, and the Sudoku grid among them.

Drawings refer to points by number. The numbering includes two rows or columns on each side of the
grid. The centers of all cells come first, row by row. Then follow the lower right corners of all
cells, the middles of the lower sides, and the middles of the right sides. The four quarters of each
cell come next. The last points are the four points above, right of, left of and below each center.

A puzzle may have cells for clues outside the grid. Thick lines reveal the grid if they divide some
cells into n regions of n cells. Otherwise the words about the puzzle decide.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from pandoku import _hooks
from pandoku.formats._shapes import usual_regions
from pandoku.formats.json.values import BadValueError
from pandoku.formats.penpa.text import PenpaText
from pandoku.model import MAX_ORDER, Geometry, Puzzle

_BORDER = 2  # the number of rows or columns on each side of the grid


class PointKind(IntEnum):
    """The part of a cell where a point is."""

    CENTER = 0
    CORNER = 1
    LOWER_SIDE = 2
    RIGHT_SIDE = 3
    QUARTER = 4
    SIDE = 5


# For each kind, how far its points are right of and below the center of the cell, in cells.
_OFFSETS = {
    PointKind.CENTER: ((0.0, 0.0),),
    PointKind.CORNER: ((0.5, 0.5),),
    PointKind.LOWER_SIDE: ((0.0, 0.5),),
    PointKind.RIGHT_SIDE: ((0.5, 0.0),),
    PointKind.QUARTER: ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)),
    PointKind.SIDE: ((0.0, -0.3), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.3)),
}


class PenpaPoint(NamedTuple):
    """A point of the grid.

    Attributes:
        kind: The part of the cell that contains the point.
        row, column: The row and the column of the cell.
        part: Number of the point among the four points of its kind in the cell, 0..3, or 0 for a
            kind with one point.
        x, y: The position of the point, in cells from the upper left corner of the grid.
    """

    kind: PointKind
    row: int
    column: int
    part: int
    x: float
    y: float


class PenpaSquare(NamedTuple):
    """A square of cells.

    Attributes:
        top, left: Row and column of its first cell.
        n: Number of rows.
    """

    top: int
    left: int
    n: int

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The row and column of each cell, row by row."""
        rows, columns = range(self.top, self.top + self.n), range(self.left, self.left + self.n)
        return [(row, column) for row in rows for column in columns]


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a grid.

    Attributes:
        n_columns, n_rows: Size of the grid, including cells for clues.
        top, left: Row and column of the first cell of the Sudoku. Points are relative to this cell.
    """

    n_columns: int
    n_rows: int
    top: int = 0
    left: int = 0

    def point(self, number: int | str) -> PenpaPoint | None:
        """Return the point with a number, or None if there is no such point.

        Args:
            number: The number, or a text with an optional E at its end.

        >>> Points(9, 9).point(2 * 13 + 2)
        PenpaPoint(kind=<PointKind.CENTER: 0>, row=0, column=0, part=0, x=0.5, y=0.5)
        """
        if isinstance(number, str):
            digits = number.removesuffix("E")
            number = int(digits) if digits.isdecimal() and len(digits) < 8 else -1
        width, height = self.n_columns + 2 * _BORDER, self.n_rows + 2 * _BORDER
        n_cells = width * height
        if type(number) is not int or not 0 <= number < 12 * n_cells:
            return None
        if number < 4 * n_cells:
            kind, cell, part = PointKind(number // n_cells), number % n_cells, 0
        else:
            rest = number - 4 * n_cells
            kind = PointKind(PointKind.QUARTER + rest // (4 * n_cells))
            cell, part = rest % (4 * n_cells) // 4, rest % 4
        row, column = cell // width - _BORDER - self.top, cell % width - _BORDER - self.left
        right, down = _OFFSETS[kind][part]
        return PenpaPoint(kind, row, column, part, column + 0.5 + right, row + 0.5 + down)


_SUDOKU = re.compile(r"sudoku|数独|normal rules|\birregular\b|\bkiller\b")
_LATIN = re.compile(r"latin|no (?:boxes|regions)")
# Puzzles of these kinds have no boxes, unless the words also name a Sudoku.
_LATIN_KIND = re.compile(r"futoshiki|skyscraper|kropki")
_LARGE = ("1", "10")  # the kinds of numbers that fill a cell


def names_grid(text: PenpaText) -> bool:
    """Return True if the words or the kind of grid indicate a Sudoku or a Latin square."""
    words = text.words.lower()
    return text.kind == "sudoku" or bool(_SUDOKU.search(words)) or names_latin_square(text)


def names_latin_square(text: PenpaText) -> bool:
    """Return True if the words imply a grid without boxes."""
    words = text.words.lower()
    has_boxes = text.kind == "sudoku" or _SUDOKU.search(words)
    return bool(_LATIN.search(words) or (not has_boxes and _LATIN_KIND.search(words)))


def has_digits(text: PenpaText, square: PenpaSquare) -> bool:
    """Return True if there are large numbers in cells and all of them are digits 1..n."""
    found = [*_digits(text, square, text.question), *_digits(text, square, text.entered)]
    return bool(found) and all(1 <= digit <= square.n for _, digit in found)


def is_proper_sudoku(text: PenpaText, square: PenpaSquare) -> bool:
    """Return True if the givens have exactly one solution as a Sudoku with the usual boxes."""
    if None in usual_regions(square.n) or not has_digits(text, square):
        return False
    digits = dict(_digits(text, square, text.question))
    givens = [digits.get(cell, 0) for cell in square.cells]
    return _hooks.is_proper(Puzzle(Geometry.sudoku(square.n), givens))


def _digits(
    text: PenpaText, square: PenpaSquare, layer: Mapping[str, Any]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each cell with a large text in a layer, and its number or -1 if it is not a number."""
    points, inside = Points(text.n_columns, text.n_rows), {*square.cells}
    numbers = layer.get("number")
    for key, entry in numbers.items() if isinstance(numbers, dict) else ():
        point = points.point(str(key))
        is_large = isinstance(entry, list) and len(entry) > 2 and entry[2] in _LARGE
        if point is None or point.kind is not PointKind.CENTER or not is_large:
            continue
        word, cell = str(entry[0]).strip(), (point.row, point.column)
        is_number = word.isascii() and word.isdecimal() and len(word) < 3
        if cell in inside:
            yield cell, int(word) if is_number else -1


_Cell: TypeAlias = tuple[int, int]  # row and column
_Wall: TypeAlias = frozenset[_Cell]  # the two cells on both sides of a line

_EDGES = ("lineE", "freelineE")
_THIN = (1, 11, 80)  # styles of lines as thin as the lines of the grid
_THICK = ((2, 21), (2, 21, 8, 9, 3, 5))  # styles of thick lines: black, and any color
_WAY_OUT = "pandoku reads Sudokus and other n x n grids of digits"


@dataclass(frozen=True, slots=True)
class PenpaGrid:
    """The grid of a Sudoku.

    Attributes:
        points: The points, with rows and columns counted from the first cell of the grid.
        order: The order of the grid.
        regions: The region of each cell, or [None, None, ...] in a grid without regions.
        edges: The keys of lines that only draw the grid and its regions.
        note: A note that the regions were assumed, or "" if the document draws them.
    """

    points: Points
    order: int
    regions: list[int | None]
    edges: frozenset[str]
    note: str = ""


def find_grid(text: PenpaText) -> PenpaGrid:
    """Return the grid of a puzzle.

    Raises:
        BadValueError: The cells do not form the grid of a Sudoku.
    """
    points = Points(text.n_columns, text.n_rows)
    cells = {
        (point.row, point.column)
        for each in text.centers
        if (point := points.point(each)) and point.kind is PointKind.CENTER
    }
    walls = _walls(text.question, points)
    for styles in _THICK:
        thick = {wall for wall, (style, _) in walls.items() if style in styles}
        parts = _parts(cells, thick)
        square = _square_of(parts)
        if square:
            names = {cell: at for at, part in enumerate(parts) for cell in part}
            regions = [names[cell] for cell in square.cells]
            # The regions may be the usual boxes, numbered in another order.
            pairs = {*zip(regions, usual_regions(square.n), strict=True)}
            is_usual = len(pairs) == square.n > 1 and None not in {usual for _, usual in pairs}
            if is_usual or names_grid(text) or has_digits(text, square):
                return _grid(text, walls, square, regions, thick)
    return _by_words(text, walls, _whole(cells))


def _walls(question: Mapping[str, object], points: Points) -> dict[_Wall, tuple[int, str]]:
    """Return the style and the key of each line between two cells."""
    walls: dict[_Wall, tuple[int, str]] = {}
    for layer in _EDGES:
        lines = question.get(layer)
        for key, style in lines.items() if isinstance(lines, dict) else ():
            wall = _wall(str(key), points)
            if wall and type(style) is int:
                walls[wall] = style, str(key)
    return walls


def _wall(key: str, points: Points) -> _Wall | None:
    """Return the cells on both sides of a line of length 1 between corners, or None."""
    ends = [points.point(each) for each in key.split(",")[:3]]
    corners = [each for each in ends if each and each.kind is PointKind.CORNER]
    if len(ends) != 2 or len(corners) != 2:
        return None
    (row, column), (to_row, to_column) = sorted((each.row, each.column) for each in corners)
    # The row and column of a corner are those of the cell above and left of it.
    if (to_row - row, to_column - column) == (0, 1):
        return frozenset({(row, column + 1), (row + 1, column + 1)})
    if (to_row - row, to_column - column) == (1, 0):
        return frozenset({(row + 1, column), (row + 1, column + 1)})
    return None


def _parts(cells: set[_Cell], thick: set[_Wall]) -> list[frozenset[_Cell]]:
    """Return the groups of cells that are not separated by thick lines."""
    parts, left = [], {*cells}
    while left:
        part, open_cells = set[_Cell](), [min(left)]
        while open_cells:
            cell = open_cells.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                row, column = cell
                near = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
                open_cells += [each for each in near if frozenset({cell, each}) not in thick]
        parts.append(frozenset(part))
    return parts


def _square_of(parts: Iterable[frozenset[_Cell]]) -> PenpaSquare | None:
    """Return the square made of n regions of n cells, or None."""
    by_size: dict[int, list[frozenset[_Cell]]] = defaultdict(list)
    for part in parts:
        by_size[len(part)].append(part)
    for size in sorted(by_size, reverse=True):
        if 1 < size <= MAX_ORDER and len(by_size[size]) == size:
            square = _filled(set().union(*by_size[size]))
            if square and square.n == size:
                return square
    return None


def _filled(cells: set[_Cell]) -> PenpaSquare | None:
    """Return the square that is made of exactly these cells, or None."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    square = PenpaSquare(min(rows), min(columns), max(rows) - min(rows) + 1)
    return square if cells == {*square.cells} else None


def _whole(cells: set[_Cell]) -> PenpaSquare:
    if not cells:
        raise BadValueError(f"this puzzle of Penpa+ has no cells; {_WAY_OUT}")
    square = _filled(cells)
    if square is None or square.n > MAX_ORDER:
        raise BadValueError(
            f"expected a square of at most {MAX_ORDER} x {MAX_ORDER} cells in the puzzle of "
            f"Penpa+, found {len(cells)} cells of another shape or size: several grids, or thick "
            f"lines that do not close; {_WAY_OUT}"
        )
    return square


def _by_words(
    text: PenpaText, walls: Mapping[_Wall, tuple[int, str]], square: PenpaSquare
) -> PenpaGrid:
    """Return the grid if thick lines do not divide the square into n regions of n cells."""
    n = square.n
    inside = {*square.cells}
    thick = {wall for wall, (style, _) in walls.items() if style not in _THIN and wall <= inside}
    usual = usual_regions(n)
    names = dict(zip(square.cells, usual, strict=True))
    right_or_below = ((0, 1), (1, 0))
    pairs = (frozenset({(r, c), (r + s, c + t)}) for r, c in inside for s, t in right_or_below)
    between = {pair for pair in pairs if pair <= inside}
    needed = {wall for wall in between if len({names[cell] for cell in wall}) > 1}
    if needed and needed <= thick:
        return _grid(text, walls, square, usual, needed)
    if n > 1 and not names_grid(text) and (thick or not is_proper_sudoku(text, square)):
        raise BadValueError(
            f"nothing shows that this puzzle of Penpa+ is a Sudoku: its thick lines form no {n} "
            f"regions of {n} cells, and its words do not say so; {_WAY_OUT}; if it is one, copy "
            "its digits"
        )
    if names_latin_square(text):
        return _grid(text, walls, square, [None] * n * n, set(), "without boxes, as its words say")
    if not thick and usual != [None] * n * n:
        return _grid(
            text, walls, square, usual, set(), "with the usual boxes, which it does not draw"
        )
    note = f"without boxes, as its thick lines do not form {n} regions of {n} cells"
    return _grid(text, walls, square, [None] * n * n, set(), note if n > 1 else "")


def _grid(
    text: PenpaText,
    walls: Mapping[_Wall, tuple[int, str]],
    square: PenpaSquare,
    regions: Sequence[int | None],
    used: set[_Wall],
    note: str = "",
) -> PenpaGrid:
    """Return a grid and the lines that draw it: the frame, its regions, and thin lines."""
    inside = {*square.cells}
    names = dict(zip(square.cells, regions, strict=True))
    edges = set(_diagonal_edges(text, square))
    for wall, (style, key) in walls.items():
        is_frame = len(wall & inside) == 1
        is_region = wall in used and wall <= inside and len({names[cell] for cell in wall}) > 1
        if is_frame or is_region or (wall <= inside and style in _THIN):
            edges.add(key)
    points = Points(text.n_columns, text.n_rows, square.top, square.left)
    return PenpaGrid(points, square.n, [*regions], frozenset(edges), f"read {note}" if note else "")


def _diagonal_edges(text: PenpaText, square: PenpaSquare) -> Iterator[str]:
    """Yield the keys of the lines along the diagonals of a grid of the kind "sudoku"."""
    points = Points(text.n_columns, text.n_rows, square.top, square.left)
    falling, rising = text.diagonals
    for layer in _EDGES:
        lines = text.question.get(layer)
        for key in lines if isinstance(lines, dict) else ():
            ends = [points.point(each) for each in str(key).split(",")[:3]]
            corners = [(each.row, each.column) for each in ends if each]
            is_falling = falling and all(row == column for row, column in corners)
            is_rising = rising and all(row + column == square.n - 2 for row, column in corners)
            if is_falling or is_rising:
                yield str(key)
