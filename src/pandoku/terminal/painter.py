"""The characters of a board, line by line: cells, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pandoku.draw.edges import CELL, CROSSED, HEAVY, LIGHT, NONE, crossing
from pandoku.model import Marks, digits_of
from pandoku.terminal.cells import Content, lines_of
from pandoku.terminal.grid import CellBox, Grid
from pandoku.terminal.highlights import NOTHING, Highlights
from pandoku.terminal.palette import Layers
from pandoku.terminal.picking import peers_of

__all__ = ["Look", "Painter", "Piece", "Scene"]

Piece = tuple[str, Layers, str]  # characters, what lies behind them, what they are

_INKS = {CELL: "line-cell", LIGHT: "line-cage", HEAVY: "line-box", CROSSED: "line-box"}
_LETTERS = "ABCDEFGHI"  # of the player's colours


class Look(NamedTuple):
    """A cell as it is shown: what stands in it, and what lies behind.

    Attributes:
        content: What stands in the cell.
        below: The layers below the player's colours.
        colours: The player's colours, as stripes side by side.
        above: The layers above them.
    """

    content: Content
    below: Layers
    colours: tuple[int, ...]
    above: Layers

    @property
    def layers(self) -> Layers:
        """The layers behind all of the cell."""
        colour = (f"colour-{self.colours[0]}",) if len(self.colours) == 1 else ()
        return (*self.below, *colour, *self.above)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a board shows.

    Attributes:
        digits: The digit of each cell, 0 for none.
        marks: The player's marks, or None.
        cursor: The cell of the cursor, or -1.
        mode: The mode of the cursor.
        selection: The selected cells.
        mistakes: The cells whose digits are marked as mistakes.
        highlights: What a hint shows.
        has_peers: Whether the peers of the cursor's cell are shaded.
        has_same: Whether the cursor's digit is pointed out in other cells.
        in_grid: Whether centre marks have fixed places, if there is room.
        has_signs: Whether brackets and letters show what colours show elsewhere.
        is_hidden: Whether the digits and marks are hidden.
    """

    digits: Sequence[int]
    marks: Marks | None = None
    cursor: int = -1
    mode: str = "digit"
    selection: frozenset[int] = frozenset()
    mistakes: frozenset[int] = frozenset()
    highlights: Highlights = field(default=NOTHING)
    has_peers: bool = True
    has_same: bool = True
    in_grid: bool = False
    has_signs: bool = False
    is_hidden: bool = False


class Painter:
    """A scene on a grid.

    Attributes:
        looks: The look of each cell; two scenes differ where their looks do.
    """

    def __init__(self, grid: Grid, scene: Scene) -> None:
        self.grid, self.scene = grid, scene
        self.is_caged = bool(grid.puzzle.cages)
        self.looks = [*_looks(grid, scene)]

    def changed_rows(self, other: Painter) -> set[int]:
        """Return the rows of cells in which the painters of one grid differ."""
        n = self.grid.order
        rows = {
            cell // n
            for cell, (mine, theirs) in enumerate(zip(self.looks, other.looks, strict=True))
            if mine is not theirs and mine != theirs
        }
        if (self.scene.cursor, self.scene.mode) != (other.scene.cursor, other.scene.mode):
            rows |= {each.scene.cursor // n for each in (self, other) if each.scene.cursor >= 0}
        return rows

    def line(self, at: int) -> Iterator[Piece]:
        """Yield the pieces of a line of characters, from left to right."""
        row, inside = self.grid.places[at]
        return self._border(row) if inside < 0 else self._contents(row, inside)

    # ------------------------------------------------------------------ lines through cells

    def _contents(self, row: int, inside: int) -> Iterator[Piece]:
        n, box = self.grid.order, self.grid.box
        looks = self.looks[row * n : row * n + n]
        is_last = inside == box.height - 1 and self.grid.ruled[row + 1] < 0
        for x in range(n + 1):
            yield self._upright(row, x, inside, looks)
            if x < n:
                pieces = _pieces(looks[x], box)[inside]
                yield from map(_ruled, pieces) if is_last else pieces

    def _upright(self, row: int, x: int, inside: int, looks: Sequence[Look]) -> Piece:
        """Return the character to the left of cell (row, x)."""
        n, scene, box = self.grid.order, self.scene, self.grid.box
        behind = _shared(looks[x - 1].layers, looks[x].layers) if 0 < x < n else ()
        cursor_row, cursor_x = divmod(scene.cursor, n)
        if cursor_row == row and x - cursor_x in (0, 1):
            return self._cursor_side(row, x - cursor_x, inside), behind, f"cursor-{scene.mode}"
        if scene.has_signs and inside == (box.height - 1) // 2:
            before = x > 0 and row * n + x - 1 in scene.selection
            after = x < n and row * n + x in scene.selection
            if before != after:
                return "]" if before else "[", behind, "bracket"
        edge = self.grid.edges.down[row][x]
        told = scene.highlights.told
        ink = "line-told" if told and told.down[row][x] else _INKS.get(edge, "")
        return self._down(edge), behind, ink

    def _cursor_side(self, row: int, side: int, inside: int) -> str:
        """Return a side of the cursor: it has corners where there is no line for its top or end."""
        if inside == 0 and self.grid.ruled[row] < 0:
            return "╔╗"[side]
        if inside == self.grid.box.height - 1 and self.grid.ruled[row + 1] < 0:
            return "╚╝"[side]
        return "║"

    # ------------------------------------------------------------------ lines between cells

    def _border(self, row: int) -> Iterator[Piece]:
        n = self.grid.order
        for x in range(n + 1):
            yield self._crossing(row, x)
            if x < n:
                yield from self._run(row, x)

    def _run(self, row: int, x: int) -> Iterator[Piece]:
        """Yield the line above cell (row, x), with its clue, and the letters of the cell above."""
        n, scene, width = self.grid.order, self.scene, self.grid.box.width
        cell = row * n + x
        above = self.looks[cell - n] if row > 0 else None
        below = self.looks[cell] if row < n else None
        behind = _shared(above.layers, below.layers) if above and below else ()
        clue = self.grid.clues.get(cell, "") if row < n else ""
        tags = "".join(_LETTERS[c - 1] for c in above.colours) if above else ""
        tags = tags[: width - len(clue)] if scene.has_signs else ""
        edge = self.grid.edges.across[row][x]
        char, ink = self._across(edge), _INKS.get(edge, "")
        if scene.highlights.told and scene.highlights.told.across[row][x]:
            ink = "line-told"
        if scene.cursor in (cell, cell - n):
            char, ink = "═", f"cursor-{scene.mode}"
        if clue:
            yield clue, behind, "clue"
        yield char * (width - len(clue) - len(tags)), behind, ink
        if tags:
            yield tags, behind, "tag"

    def _crossing(self, row: int, x: int) -> Piece:
        n, scene = self.grid.order, self.scene
        cursor_row, cursor_x = divmod(scene.cursor, n)
        down, right = row - cursor_row, x - cursor_x
        if scene.cursor >= 0 and down in (0, 1) and right in (0, 1):
            return "╔╗╚╝"[2 * down + right], (), f"cursor-{scene.mode}"
        around = self.grid.edges.around(row, x)
        told = scene.highlights.told
        strongest = max(around)
        ink = "line-told" if told and max(told.around(row, x)) else _INKS.get(strongest, "")
        arms = [self._arm(edge) if edge != CELL or strongest < HEAVY else 0 for edge in around]
        return crossing(*arms), self._behind_crossing(row, x), ink

    def _behind_crossing(self, row: int, x: int) -> Layers:
        n = self.grid.order
        if not (0 < row < n and 0 < x < n):
            return ()
        cell = row * n + x
        four = (self.looks[each].layers for each in (cell - n - 1, cell - n, cell - 1, cell))
        first, second, third, fourth = four
        return _shared(_shared(first, second), _shared(third, fourth))

    def _arm(self, edge: int) -> int:
        return {NONE: 0, CELL: 0 if self.is_caged else 1, LIGHT: 1}.get(edge, 2)

    def _across(self, edge: int) -> str:
        return (" ┈─━┅" if self.is_caged else " ──━┅")[edge]

    def _down(self, edge: int) -> str:
        return (" ┊│┃┇" if self.is_caged else " ││┃┇")[edge]


def _ruled(piece: Piece) -> Piece:
    """Return a piece with a line below it, unless something stands there."""
    chars, behind, ink = piece
    return chars, behind, ink or "ruled"


@lru_cache(maxsize=4096)
def _shared(one: Layers, other: Layers) -> Layers:
    """Return the layers behind both of two cells, and so behind the line between them."""
    return tuple(layer for layer in one if layer in other)


@lru_cache(maxsize=8192)
def _pieces(look: Look, box: CellBox) -> tuple[tuple[Piece, ...], ...]:
    """Return the lines of a cell, striped if it has several colours."""
    if len(look.colours) < 2:
        behind = look.layers
        return tuple(
            tuple((chars, behind, ink) for chars, ink in line)
            for line in lines_of(look.content, box)
        )
    return tuple(tuple(_striped(line, look, box.width)) for line in lines_of(look.content, box))


def _striped(line: Sequence[tuple[str, str]], look: Look, width: int) -> Iterator[Piece]:
    chars = [(char, ink) for run, ink in line for char in run]
    for at, (char, ink) in enumerate(chars):
        colour = look.colours[at * len(look.colours) // width]
        yield char, (*look.below, f"colour-{colour}", *look.above), ink


def _looks(grid: Grid, scene: Scene) -> Iterator[Look]:
    grounds = _grounds(grid)
    puzzle, marks, lights = grid.puzzle, scene.marks, scene.highlights
    digits = (0,) * len(scene.digits) if scene.is_hidden else scene.digits
    focus = digits[scene.cursor] if scene.has_same and scene.cursor >= 0 else 0
    peers = peers_of(puzzle, scene.cursor) if scene.has_peers and scene.cursor >= 0 else ()
    has_marks = marks is not None and not scene.is_hidden
    corner = marks.corner if marks is not None and has_marks else digits and (0,) * len(digits)
    centre = marks.centre if marks is not None and has_marks else (0,) * len(digits)
    colours = marks.colours if marks is not None and has_marks else (0,) * len(digits)
    for cell, digit in enumerate(digits):
        sign, ground = grounds[cell]
        above = []
        if cell in peers:
            above.append("peer")
        if digit and digit == focus:
            above.append("same")
        if cell in lights.house:
            above.append("house")
        if fill := lights.fills.get(cell):
            above.append(fill)
        if cell in scene.mistakes:
            above.append("wrong")
        if cell in scene.selection:
            above.append("selected")
        placed = lights.placed.get(cell, 0)
        content = Content(
            digit or placed,
            "given" if digit and puzzle.givens[cell] else "digit" if digit else "placed",
            bool(digit) and cell in scene.mistakes,
            corner[cell],
            centre[cell],
            () if digit or placed else lights.candidates.get(cell, ()),
            lights.sign(cell),
            "" if digit else sign,
            focus,
            scene.in_grid,
        )
        yield Look(content, ground, digits_of(colours[cell]), tuple(above))


@lru_cache(maxsize=16)
def _grounds(grid: Grid) -> tuple[tuple[str, Layers], ...]:
    """Return for each cell the sign and the layers of its diagonals and extra houses."""
    geometry, n = grid.puzzle.geometry, grid.order
    extra = {cell for cells in geometry.extra for cell in cells}
    found: list[tuple[str, Layers]] = []
    for cell in range(n * n):
        y, x = divmod(cell, n)
        falls, rises = geometry.diagonals and y == x, geometry.diagonals and y + x == n - 1
        sign = "╳" if falls and rises else "╲" if falls else "╱" if rises else ""
        layers = ("diagonal",) * bool(sign) + ("extra",) * (cell in extra)
        found.append((sign or "▫" * (cell in extra), layers))
    return tuple(found)
