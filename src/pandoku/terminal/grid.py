"""The layout of a board in a terminal: the size of cells, and the lines between them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from pandoku.draw.drawing import candidate_columns, draw
from pandoku.draw.edges import CELL, HEAVY, NONE, Edges
from pandoku.draw.items import Shape
from pandoku.draw.looks import is_dot
from pandoku.draw.terminal_shapes import TerminalShapes
from pandoku.model import Decoration, Disc, Puzzle
from pandoku.terminal.palette import LETTER_ROLES
from pandoku.terminal.strokes import StrokeMap, StrokeMark, sample, stroke_parts

__all__ = ["FOG", "SIZES", "BoardGrid", "CellBox", "Size", "best_size", "grid_of", "needed"]

FOG = "░"  # sign that fills cells in fog

# "lines" is the size of small cells with drawn lines instead of letters, which the overview uses.
Size = Literal["tiny", "compact", "small", "wide", "medium", "large", "lines"]


class _Form(NamedTuple):
    """The usual form of the cells of a size.

    Attributes:
        width, height: Least number of columns and lines of a cell with digits of one character.
        wide: Least number of columns with digits of two characters.
        weakest: The strongest line of the grid that is omitted between two rows.
        clue: Maximum number of characters of a clue.
    """

    width: int
    height: int
    wide: int
    weakest: int
    clue: int


_FORMS: dict[Size, _Form] = {
    "large": _Form(7, 3, 7, NONE, 14),
    "medium": _Form(5, 2, 6, CELL, 7),
    "wide": _Form(5, 1, 5, NONE, 5),
    "small": _Form(3, 1, 3, NONE, 5),
    "compact": _Form(3, 1, 3, CELL, 5),
    "tiny": _Form(2, 1, 2, CELL, 4),
    "lines": _Form(3, 1, 3, NONE, 5),
}
_DRAWN: tuple[Size, ...] = ("large", "lines")  # sizes with drawn lines

SIZES: tuple[Size, ...] = ("large", "medium", "wide", "small", "compact", "tiny")


class CellBox(NamedTuple):
    """The inside of a cell, in characters.

    Attributes:
        size: Size of the board, which decides how marks are shown.
        width: Number of columns of characters.
        height: Number of lines.
        order: The highest digit.
        symbols: Symbols of the puzzle (see `Puzzle.symbols`).
    """

    size: Size
    width: int
    height: int
    order: int
    symbols: str = ""

    @property
    def digit_width(self) -> int:
        """The width of the widest digit."""
        return 1 if self.symbols else len(str(self.order))

    @property
    def is_narrow(self) -> bool:
        """True if each digit is one character, so that no spaces are needed between digits."""
        return self.digit_width == 1

    def label_of(self, digit: int) -> str:
        """Return the symbol of a digit in the puzzle."""
        return self.symbols[digit - 1] if self.symbols else str(digit)


class BoardGrid:
    """The layout of a board in characters: cells, and lines between them.

    A column of characters separates two columns of cells, and a line of characters separates two
    rows of cells. Medium, compact and tiny boards omit a line of characters that would contain only
    thin lines and no shapes of constraints. In a tiny board, thin lines between columns are blank.
    Numbers around the grid need additional columns and lines.

    Attributes:
        puzzle: The puzzle.
        box: The inside of each cell.
        edges: The lines along the edges of cells.
        clues: The clue of each cage, by the first cell of the cage. A clue that does not fit into
            the line above this cell is shortened.
        shapes: The characters that show other constraints.
        letters: The letters of shapes in each cell. If there is room, arrows follow letters.
        signs: The sign of each shape: on the board, or a sample of its line, or "".
        strokes: The lines of constraints, or None in cells that are too small for lines.
        has_thin_lines: Whether thin lines separate cells.
        left, right: Number of columns to the left and right of the grid.
        lefts: The first column of characters for each column of cells.
        tops: The first line of characters for each row of cells.
        ruled: For each row of cells, the border line above the row, or -1 if that line is
            omitted. The last entry is the line below the grid.
        width: Total number of columns.
        height: Total number of lines.
    """

    def __init__(self, puzzle: Puzzle, size: Size) -> None:
        self.puzzle, self.order, is_drawn = puzzle, puzzle.order, size in _DRAWN
        self.has_thin_lines = size != "lines"
        self.edges, clues, self.shapes, parts, self.signs = _drawn(
            puzzle, puzzle.in_full(), is_drawn
        )
        longest = _FORMS[size].clue
        self.clues = {
            cell: clue if len(clue) <= longest else f"{clue[: longest - 1]}…"
            for cell, clue in clues.items()
        }
        left, beside, right = self.shapes.widths()
        above = max(map(len, self.clues.values()), default=0) + self.shapes.n_letters
        self.box = _box(size, puzzle, max(above, beside))
        self.left, self.right = left + bool(left), right + bool(right)
        self.lefts = [self.left + 1 + x * (self.box.width + 1) for x in range(self.order)]
        self.width = self.left + 1 + self.order * (self.box.width + 1) + self.right
        self._place_lines()
        self.letters = {
            place: arrows if len(arrows) + self._clue_width(*place) <= self.box.width else letters
            for place, letters in self.shapes.letters.items()
            for arrows in (self.shapes.arrows.get(place, letters),)
        }
        self._place_corners()
        self.strokes = None
        # the strokes on the lines to the left of cells and at corners, and the arrowheads on
        # borders, each with its cell
        self.on_sides: dict[tuple[int, int], StrokeMark] = {}
        self.on_corners: dict[tuple[int, int], StrokeMark] = {}
        self.heads: dict[tuple[int, int], tuple[int, StrokeMark]] = {}
        if is_drawn:
            box = self.box.width, self.box.height
            self.strokes = StrokeMap(parts, self.order, box, LETTER_ROLES)
            self._place_strokes(self.strokes)

    def _clue_width(self, row: int, column: int) -> int:
        return len(self.clues.get(row * self.order + column, ""))

    def _place_lines(self) -> None:
        weakest = _FORMS[self.box.size].weakest
        self.tops, self.ruled, at = [], [], int(self.shapes.has_row(-1))
        # A pair describes each line of characters. A line through cells has the pair (row of cells,
        # line within the cell). A border line has the pair (row below the border, -1). Numbers
        # above the grid are in row -1, and numbers below the grid are in row order + 1.
        self.places = [(-1, -1)] * at
        for y in range(self.order + 1):
            has_line = max(self.edges.across[y]) > weakest or self._has_shapes(y)
            self.ruled.append(at if has_line else -1)
            self.places += [(y, -1)] * has_line
            at += has_line
            if y < self.order:
                self.tops.append(at)
                self.places += [(y, inside) for inside in range(self.box.height)]
                at += self.box.height
        self.places += [(self.order + 1, -1)] * self.shapes.has_row(self.order)
        self.height = len(self.places)

    def _has_shapes(self, y: int) -> bool:
        """Return True if the line above a row of cells has shapes."""
        shapes = self.shapes
        return any(place[0] == y for each in (shapes.letters, shapes.across, shapes.corners)
                   for place in each)  # fmt: skip

    def _place_corners(self) -> None:
        """Place the digits of circles on corners, over the border lines next to the corner."""
        self.corners = dict(self.shapes.corners)
        # the characters that lie over a border line: by row, column and place in the line
        self.on_runs: dict[tuple[int, int], dict[int, StrokeMark]] = {}
        for (row, x), text in self.shapes.corner_texts.items():
            before, after = (len(text) - 1) // 2, len(text) // 2
            if self._has_room(row, x - 1, before, at_end=True) and self._has_room(row, x, after):
                self.corners[row, x] = text[before : before + 1]
                for at in range(before):
                    place = self.box.width - before + at
                    self._put_on_run((row, x - 1), place, StrokeMark(text[at], "shape"))
                for at in range(after):
                    self._put_on_run((row, x), at, StrokeMark(text[before + 1 + at], "shape"))

    def _put_on_run(self, run: tuple[int, int], at: int, mark: StrokeMark) -> None:
        self.on_runs.setdefault(run, {}).setdefault(at, mark)

    def _has_room(self, row: int, x: int, count: int, *, at_end: bool = False) -> bool:
        """Return True if *count* characters fit at the start or end of a line above a cell."""
        width, middle = self.box.width, self.box.width // 2
        clue, letters = self._clue_width(row, x), len(self.letters.get((row, x), ""))
        places = range(width - count, width) if at_end else range(count)
        return not count or (
            all(clue <= at < width - letters for at in places)
            and not ((row, x) in self.shapes.across and middle in places)
            and not any(at in self.on_runs.get((row, x), ()) for at in places)
        )

    def _place_strokes(self, strokes: StrokeMap) -> None:
        """Find the characters of strokes on border lines, and where arrowheads may lie."""
        width, height = self.box.width + 1, self.box.height + 1
        middle = 1 + (self.box.height - 1) // 2
        for place, cell, mark in strokes.heads_on_borders():
            self.heads[place] = cell, mark
        for (line, column), mark in strokes.places.items():
            (row, inside), (x, along) = divmod(line, height), divmod(column, width)
            if not inside and not along:
                self.on_corners[row, x] = mark
            elif not inside:
                weight = self._weight(self.edges.across[row][x])
                over = strokes.mark_over((line, column), (0, weight, 0, weight))
                self._put_on_run((row, x), along - 1, over)
            elif not along and inside == middle:
                weight = self._weight(self.edges.down[row][x])
                self.on_sides[row, x] = strokes.mark_over((line, column), (weight, 0, weight, 0))

    def _weight(self, edge: int) -> int:
        """Return the weight of a border line: 0 hidden, 1 light, 2 heavy."""
        if edge == NONE or (edge == CELL and not self.has_thin_lines):
            return 0
        return 2 if edge >= HEAVY else 1

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell that contains the character at column *x* of line *y*, or None."""
        x -= self.left
        if not (0 <= y < self.height and 0 < x < self.width - self.left - self.right - 1):
            return None
        row, inside = self.places[y]
        column, along = divmod(x - 1, self.box.width + 1)
        return row * self.order + column if inside >= 0 and along < self.box.width else None


@lru_cache(maxsize=8)
def _drawn(
    puzzle: Puzzle, _in_full: tuple[object, ...], is_drawn: bool
) -> tuple[Edges, dict[int, str], TerminalShapes, tuple[Decoration, ...], tuple[str, ...]]:
    """Return the parts that several sizes share.

    These parts are lines, clues of cages by first cell, shapes as characters, the parts of shapes
    that are drawn as strokes, and the sign of each shape.
    """
    drawing, order = draw(puzzle), puzzle.order
    clues = {int(t.y) * order + int(t.x): t.text for t in drawing.texts if t.role == "clue"}
    strokes = [stroke_parts(shape, order) if is_drawn else () for shape in drawing.shapes]
    parts = tuple(part for each in strokes for part in each)
    shapes = TerminalShapes(drawing, ascii_only=False, drawn=frozenset(parts))
    # Fog gets no sign here, because fog fills complete cells.
    without = {place: signs.replace(FOG, "") for place, signs in shapes.letters.items()}
    shapes.letters = {place: signs for place, signs in without.items() if signs}
    signs = tuple(
        _sign_of(shape, drawn, sign)
        for drawn, shape, sign in zip(strokes, drawing.shapes, shapes.signs, strict=True)
    )
    return Edges(order, drawing.lines), clues, shapes, parts, signs


def _sign_of(shape: Shape, drawn: Collection[Decoration], sign: str) -> str:
    """Return the sign of a shape: a sample of its line, the digits on its corner, or *sign*."""
    if drawn and all(part in drawn or is_dot(part) for part in shape.parts):
        return sample(drawn)
    discs = [part for part in shape.parts if isinstance(part, Disc) and part.role == "quadruple"]
    return discs[0].text.replace(" ", "") if len(discs) == 1 else sign


def grid_of(puzzle: Puzzle, size: Size) -> BoardGrid:
    """Return the grid of a puzzle from a cache, because a board needs its grid at every key."""
    # `==` ignores some parts of puzzles, such as titles, so the cache key needs the full contents.
    return _grid_of(puzzle, size, puzzle.in_full())


@lru_cache(maxsize=24)
def _grid_of(puzzle: Puzzle, size: Size, _in_full: tuple[object, ...]) -> BoardGrid:
    return BoardGrid(puzzle, size)


def needed(puzzle: Puzzle, size: Size) -> tuple[int, int]:
    """Return the number of columns and lines of a board.

    >>> needed(Puzzle(9), "small"), needed(Puzzle(9), "medium"), needed(Puzzle(9), "large")
    ((37, 19), (55, 22), (73, 37))
    """
    grid = grid_of(puzzle, size)
    return grid.width, grid.height


def best_size(puzzle: Puzzle, width: int, height: int) -> Size | None:
    """Return the largest cell size that fits into *width* columns and *height* lines, or None.

    >>> best_size(Puzzle(9), 80, 24), best_size(Puzzle(9), 40, 18)
    ('medium', 'compact')
    """
    for size in SIZES:
        columns, lines = needed(puzzle, size)
        if columns <= width and lines <= height:
            return size
    return None


def _box(size: Size, puzzle: Puzzle, clue: int) -> CellBox:
    """Return the inside of a cell that is wide enough for digits, marks and a clue."""
    order, symbols, form = puzzle.order, puzzle.symbols, _FORMS[size]
    digit = 1 if symbols else len(str(order))
    if size != "large":
        width = max(form.width if digit == 1 else form.wide, clue)
        return CellBox("small" if size == "lines" else size, width, form.height, order, symbols)
    columns = candidate_columns(order)
    width = max(form.width, columns * (digit + 1) + 1, clue + 1)
    height = max(form.height, -(-order // columns))
    return CellBox(size, width, height, order, symbols)
