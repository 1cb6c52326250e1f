"""Where the grid of a Sudoku stands in a puzzle of Penpa+, and which cells its lines join.

Cells may exist outside the grid, for clues. The thick lines show the grid: they cut it into as many
regions as each of them has cells. Where they do not, the words about the puzzle decide.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pandoku.formats._json_values import BadValueError
from pandoku.formats._penpa_points import PointKind, Points
from pandoku.formats._penpa_text import PenpaText
from pandoku.formats._shapes import usual_regions
from pandoku.model import MAX_ORDER

__all__ = ["PenpaGrid", "find_grid"]

_Cell: TypeAlias = tuple[int, int]  # row and column
_Wall: TypeAlias = frozenset[_Cell]  # the two cells on its sides

_EDGES = ("lineE", "freelineE")
_THIN = (1, 11, 80)  # styles of lines as thin as those of the grid
_THICK = ((2, 21), (2, 21, 8, 9, 3, 5))  # styles of black lines, and of lines of any color
_WAY_OUT = "pandoku reads Sudokus and other n x n grids of digits"
_SUDOKU = re.compile(r"sudoku|数独|normal rules|\birregular\b|\bkiller\b")
_LATIN = re.compile(r"latin|no (?:boxes|regions)")
_LATIN_KIND = re.compile(r"futoshiki|skyscraper|kropki")  # without boxes, unless it is a Sudoku


@dataclass(frozen=True, slots=True)
class PenpaGrid:
    """The grid of a Sudoku.

    Attributes:
        points: The points, with the first cell of the grid as the first.
        order: The n of n x n.
        regions: The region of each cell, or None.
        edges: The lines that stand for the grid and its regions.
        note: What was assumed about the regions, or "".
    """

    points: Points
    order: int
    regions: list[int | None]
    edges: frozenset[str]
    note: str = ""


def find_grid(text: PenpaText) -> PenpaGrid:
    """Return the grid of a puzzle.

    Raises:
        BadValueError: Its cells are no grid of a Sudoku.
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
            regions = [names[cell] for cell in _cells(square)]
            if _are_usual(regions, square[1]) or _is_sudoku(text, square):
                return _grid(text, walls, square, regions, thick)
    square = _whole(cells)
    return _by_words(text, walls, square)


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
    """Return the cells between which a line from corner to corner runs, or None."""
    ends = [points.point(each) for each in key.split(",")[:3]]
    corners = [each for each in ends if each and each.kind is PointKind.CORNER]
    if len(ends) != 2 or len(corners) != 2:
        return None
    (row, column), (to_row, to_column) = sorted((each.row, each.column) for each in corners)
    # The number of a corner is that of the cell above and left of it.
    if (to_row - row, to_column - column) == (0, 1):
        return frozenset({(row, column + 1), (row + 1, column + 1)})
    if (to_row - row, to_column - column) == (1, 0):
        return frozenset({(row + 1, column), (row + 1, column + 1)})
    return None


def _parts(cells: set[_Cell], thick: set[_Wall]) -> list[frozenset[_Cell]]:
    """Return the groups of cells between which there is no thick line."""
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


def _square_of(parts: Iterable[frozenset[_Cell]]) -> tuple[_Cell, int] | None:
    """Return the first cell and the order of a square of n regions of n cells, or None."""
    by_size: dict[int, list[frozenset[_Cell]]] = defaultdict(list)
    for part in parts:
        by_size[len(part)].append(part)
    for size in sorted(by_size, reverse=True):
        if 1 < size <= MAX_ORDER and len(by_size[size]) == size:
            first, order = _bounds(set().union(*by_size[size]))
            if order == size:
                return first, order
    return None


def _bounds(cells: set[_Cell]) -> tuple[_Cell, int]:
    """Return the first cell and the order of the square that cells fill, or an order of 0."""
    first = min(row for row, _ in cells), min(column for _, column in cells)
    last = max(row for row, _ in cells), max(column for _, column in cells)
    n = last[0] - first[0] + 1
    is_filled = last[1] - first[1] + 1 == n and len(cells) == n * n
    return first, n if is_filled else 0


def _whole(cells: set[_Cell]) -> tuple[_Cell, int]:
    if not cells:
        raise BadValueError(f"this puzzle of Penpa+ has no cells; {_WAY_OUT}")
    first, order = _bounds(cells)
    if not 1 <= order <= MAX_ORDER:
        found = f"{len(cells)} cells that form no square of at most {MAX_ORDER} x {MAX_ORDER}"
        raise BadValueError(
            f"this puzzle of Penpa+ has {found}, or overlapping grids, or thick lines that do not "
            f"close; {_WAY_OUT}"
        )
    return first, order


def _is_sudoku(text: PenpaText, square: tuple[_Cell, int]) -> bool:
    """Return whether words, the kind of the grid or digits in it show that it is a Sudoku."""
    return _names_grid(text) or _has_digits(text, square)


def _names_grid(text: PenpaText) -> bool:
    """Return whether the words or the kind of the grid say that it is a Sudoku or Latin square."""
    words = text.words.lower()
    return text.kind == "sudoku" or bool(_SUDOKU.search(words)) or _is_latin(text)


def _is_latin(text: PenpaText) -> bool:
    """Return whether the words say that the grid has no boxes."""
    words = text.words.lower()
    has_boxes = text.kind == "sudoku" or _SUDOKU.search(words)
    return bool(_LATIN.search(words) or (not has_boxes and _LATIN_KIND.search(words)))


def _has_digits(text: PenpaText, square: tuple[_Cell, int]) -> bool:
    """Return whether the puzzle or what was entered has digits, and none out of range."""
    (top, left), order = square
    points = Points(text.n_columns, text.n_rows, top, left)
    found = []
    for layer in (text.question, text.entered):
        numbers = layer.get("number")
        for key, entry in numbers.items() if isinstance(numbers, dict) else ():
            point = points.point(str(key))
            inside = point and 0 <= point.row < order and 0 <= point.column < order
            if inside and isinstance(entry, list) and entry[2:3] in (["1"], ["10"]):
                found.append(str(entry[0]).strip())
    return bool(found) and all(each.isdecimal() and 1 <= int(each) <= order for each in found)


def _are_usual(regions: Sequence[int], n: int) -> bool:
    """Return whether regions are the usual boxes, whatever their numbers."""
    pairs = {*zip(regions, usual_regions(n), strict=True)}
    return len(pairs) == n > 1 and None not in {usual for _, usual in pairs}


def _by_words(
    text: PenpaText, walls: Mapping[_Wall, tuple[int, str]], square: tuple[_Cell, int]
) -> PenpaGrid:
    """Return the grid of a square whose thick lines do not cut it into regions."""
    n = square[1]
    inside = {*_cells(square)}
    thick = {wall for wall, (style, _) in walls.items() if style not in _THIN and wall <= inside}
    usual = usual_regions(n)
    names = dict(zip(_cells(square), usual, strict=True))
    needed = {wall for wall in _all_walls(inside) if len({names[cell] for cell in wall}) > 1}
    if needed and needed <= thick:
        return _grid(text, walls, square, usual, needed)
    if n > 1 and not _names_grid(text):
        raise BadValueError(
            f"nothing shows that this puzzle of Penpa+ is a Sudoku: its thick lines form no {n} "
            f"regions of {n} cells, and its words do not say so; {_WAY_OUT}; if it "
            "is one, copy its digits"
        )
    if _is_latin(text):
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
    square: tuple[_Cell, int],
    regions: Sequence[int | None],
    used: set[_Wall],
    note: str = "",
) -> PenpaGrid:
    """Return a grid, with the lines that stand for it: its frame, its regions and thin lines."""
    (top, left), order = square
    inside = {*_cells(square)}
    names = dict(zip(_cells(square), regions, strict=True))
    edges = set(_diagonal_edges(text, square))
    for wall, (style, key) in walls.items():
        is_frame = len(wall & inside) == 1
        is_region = wall in used and wall <= inside and len({names[cell] for cell in wall}) > 1
        if is_frame or is_region or (wall <= inside and style in _THIN):
            edges.add(key)
    points = Points(text.n_columns, text.n_rows, top, left)
    return PenpaGrid(points, order, [*regions], frozenset(edges), f"read {note}" if note else "")


def _diagonal_edges(text: PenpaText, square: tuple[_Cell, int]) -> Iterator[str]:
    """Yield the keys of the lines along the diagonals that the grid was made with."""
    (top, left), n = square
    points = Points(text.n_columns, text.n_rows, top, left)
    falling, rising = text.diagonals
    for layer in _EDGES:
        lines = text.question.get(layer)
        for key in lines if isinstance(lines, dict) else ():
            ends = [points.point(each) for each in str(key).split(",")[:3]]
            corners = [(each.row, each.column) for each in ends if each]
            is_falling = falling and all(row == column for row, column in corners)
            is_rising = rising and all(row + column == n - 2 for row, column in corners)
            if is_falling or is_rising:
                yield str(key)


def _cells(square: tuple[_Cell, int]) -> list[_Cell]:
    """Return the cells of a square, row by row."""
    (top, left), n = square
    return [(top + row, left + column) for row in range(n) for column in range(n)]


def _all_walls(cells: set[_Cell]) -> set[_Wall]:
    """Return all places of lines between two of the cells."""
    pairs = {frozenset({(r, c), (r + s, c + t)}) for r, c in cells for s, t in ((0, 1), (1, 0))}
    return {pair for pair in pairs if pair <= cells}
