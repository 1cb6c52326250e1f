"""The painting of a board, line by line: cells, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby

from rich.segment import Segment

from pandoku.draw.edges import CELL, CROSSED, HEAVY, LIGHT, NONE, crossing
from pandoku.terminal.cell_text import lacks_head
from pandoku.terminal.grid import BoardGrid
from pandoku.terminal.palette import COLOR_LETTERS, LETTER_ROLES, Layers, Palette
from pandoku.terminal.scene import Look, Scene, ScenePiece, layers_between, looks_of, pieces_of
from pandoku.terminal.strokes import CellStrokes, StrokeMark
from pandoku.terminal.view import NUMBERS, View

__all__ = ["Painter", "numbers_on"]

Pieces = tuple[ScenePiece, ...]
Segments = tuple[Segment, ...]

_INKS = {CELL: "line-cell", LIGHT: "line-cage", HEAVY: "line-box", CROSSED: "line-box"}
_NO_MARKS: Mapping[int, StrokeMark] = {}


class Painter:
    """A painter that repaints only the parts of a scene that have changed.

    Each line of characters has 2n + 3 parts. The first and last parts are the numbers at the left
    and right of the grid. In a line through cells, border characters alternate with the insides of
    cells. In a line between cells, crossings alternate with the lines above cells.

    Attributes:
        grid: The layout of the board.
        scene: The scene painted last.
    """

    def __init__(self, grid: BoardGrid, palette: Palette) -> None:
        self.grid, self.scene = grid, Scene(())
        self._palette = palette
        self._is_tiny = grid.box.size == "tiny"
        self._is_bare = self._is_tiny or not grid.has_thin_lines
        self._is_open = self._is_tiny or bool(grid.puzzle.cages)
        self._looks: list[Look] = []
        n_parts = 2 * grid.order + 3
        self._pieces: list[list[Pieces]] = [[()] * n_parts for _ in range(grid.height)]
        self._segments: list[list[Segments]] = [[()] * n_parts for _ in range(grid.height)]
        self._styled: dict[Pieces, Segments] = {}
        self._crossings: dict[tuple[int, int], tuple[str, str]] = {}
        self._paint_margins()

    def paint(self, scene: Scene) -> set[int]:
        """Paint a scene, and return the lines that have changed."""
        before, looks = self.scene, self._looks
        # A medium board lacks most of the lines that have the letters of colors.
        has_tags = self.grid.box.size == "medium"
        self.scene = scene
        self._looks = [*looks_of(self.grid.puzzle, scene, has_tags=has_tags)]
        told = before.highlights.told is not scene.highlights.told
        if not looks or told or before.has_signs != scene.has_signs:
            changed = set(range(len(self._looks)))
        else:
            pairs = enumerate(zip(self._looks, looks, strict=True))
            changed = {cell for cell, (now, then) in pairs if now is not then}
            if (before.cursor, before.mode) != (scene.cursor, scene.mode):
                changed |= {cell for cell in (before.cursor, scene.cursor) if cell >= 0}
        for cell in changed:
            self._paint_cell(cell)
        return self._lines_of_rows(changed)

    def pieces(self, at: int) -> Iterator[ScenePiece]:
        """Yield the pieces of a line from left to right."""
        return chain.from_iterable(self._pieces[at])

    def parts(self, at: int, columns: range | None = None) -> list[Segments]:
        """Return the parts of a line. Parts that look equal are the same object.

        Args:
            at: The line.
            columns: The columns of cells to include, or None for all. The parts to the left and
                right of the grid are always included.
        """
        parts = self._segments[at]
        if columns is None or len(columns) == self.grid.order:
            return parts
        return [parts[0], *parts[2 * columns.start + 1 : 2 * columns.stop + 2], parts[-1]]

    @staticmethod
    def joined(parts: Iterable[Segments]) -> list[Segment]:
        """Return parts as segments. Neighboring pieces of the same style become one segment."""
        segments, chars, last = list[Segment](), "", None
        for text, style, _ in chain.from_iterable(parts):
            if style is last:
                chars += text
            else:
                if chars:
                    segments.append(Segment(chars, last))
                chars, last = text, style
        if chars:
            segments.append(Segment(chars, last))
        return segments

    def _put(self, at: int, part: int, *pieces: ScenePiece) -> None:
        """Set the pieces of a part of a line."""
        self._pieces[at][part] = pieces
        styled = self._styled.get(pieces)
        if styled is None:
            styled = self._styled[pieces] = (*self._joined(pieces),)
        self._segments[at][part] = styled

    def _joined(self, pieces: Pieces) -> Iterator[Segment]:
        """Yield pieces as segments. Spaces are joined with a neighbor if they look the same."""
        chars, last, on, joins = "", None, None, False
        for text, behind, ink in pieces:
            style, can_join = self._palette.look(behind, ink)
            if joins and can_join and behind == on and (chars.isspace() or text.isspace()):
                last = style if chars.isspace() else last
                chars += text
                continue
            if chars:
                yield Segment(chars, last)
            chars, last, on, joins = text, style, behind, can_join
        yield Segment(chars, last)

    def _lines_of_rows(self, cells: set[int]) -> set[int]:
        """Return the lines that show the rows of these cells, including the lines around a row."""
        grid, lines = self.grid, set[int]()
        for row in {cell // grid.order for cell in cells}:
            top, height = grid.tops[row], grid.box.height
            lines.update(range(top, top + height), (grid.ruled[row], grid.ruled[row + 1]))
        return lines - {-1}

    def _paint_cell(self, cell: int) -> None:
        """Paint a cell and the lines around it."""
        grid, box = self.grid, self.grid.box
        row, x = divmod(cell, grid.order)
        inner = pieces_of(self._looks[cell], box, self._strokes_in(cell))
        is_open = grid.ruled[row + 1] < 0 and not self._is_tiny
        for inside in range(box.height):
            at, pieces = grid.tops[row] + inside, inner[inside]
            if is_open and inside == box.height - 1:
                # If there is no line of characters below the cell, its blank pieces are underlined
                # instead.
                pieces = tuple((chars, behind, ink or "ruled") for chars, behind, ink in pieces)
            self._put(at, 2 * x + 1, self._upright(row, x, inside))
            self._put(at, 2 * x + 2, *pieces)
            self._put(at, 2 * x + 3, self._upright(row, x + 1, inside))
        for border in (row, row + 1):
            if (at := grid.ruled[border]) >= 0:
                self._put(at, 2 * x + 1, self._crossing(border, x))
                self._put(at, 2 * x + 2, *self._run(border, x))
                self._put(at, 2 * x + 3, self._crossing(border, x + 1))

    # ------------------------------------------------------------------ beside the grid

    def _paint_margins(self) -> None:
        """Paint the numbers around the grid, which never change."""
        grid, n = self.grid, self.grid.order
        beside = grid.shapes.beside
        for at, (row, inside) in enumerate(grid.places):
            is_outer = not 0 <= row <= n
            row = min(row, n)  # noqa: PLW2901
            is_told = is_outer or inside == (grid.box.height - 1) // 2
            before = beside.get((row, -1), "") if is_told else ""
            after = beside.get((row, n), "") if is_told else ""
            if grid.left:
                self._put(at, 0, (f"{before:>{grid.left - 1}} ", (), "shape"))
            if grid.right:
                self._put(at, 2 * n + 2, (f" {after:<{grid.right - 1}}", (), "shape"))
            if is_outer:
                for x in range(n):
                    number = beside.get((row, x), "").center(grid.box.width)
                    self._put(at, 2 * x + 1, (" ", (), ""))
                    self._put(at, 2 * x + 2, (number, (), "shape"))
                self._put(at, 2 * n + 1, (" ", (), ""))

    # ------------------------------------------------------------------ lines through cells

    def _upright(self, row: int, x: int, inside: int) -> ScenePiece:
        """Return the character to the left of cell (row, x)."""
        n, scene, box = self.grid.order, self.scene, self.grid.box
        cell = row * n + x
        behind = (
            layers_between(self._looks[cell - 1].layers, self._looks[cell].layers)
            if 0 < x < n
            else ()
        )
        cursor_row, cursor_x = divmod(scene.cursor, n)
        is_middle = inside == (box.height - 1) // 2
        dot = self.grid.shapes.down.get((row, x)) if is_middle else None
        is_side = scene.cursor >= 0 and cursor_row == row and x - cursor_x in (0, 1)
        if is_side and not dot:
            return self._cursor_side(row, x - cursor_x, inside), behind, f"cursor-{scene.mode}"
        if (
            self._is_tiny
            and box.digit_width > 1
            and x > 0
            and self._looks[cell - 1].content.is_wrong
        ):
            return "!", behind, "wrong"
        if scene.has_signs and is_middle:
            before = x > 0 and row * n + x - 1 in scene.selection
            after = x < n and row * n + x in scene.selection
            if before != after:
                return "]" if before else "[", behind, "bracket"
        if dot:
            return dot, behind, f"cursor-{scene.mode}" if is_side else "shape"
        edge = self.grid.edges.down[row][x]
        told = scene.highlights.told
        is_told = bool(told and told.down[row][x])
        if is_middle and (mark := self.grid.on_sides.get((row, x))):
            head = self._head((row * (box.height + 1) + 1 + inside, x * (box.width + 1)))
            char, ink = head or mark
            return char, behind, "line-told" if is_told else ink
        ink = "line-told" if is_told else _INKS.get(edge, "")
        return self._down(edge), behind, ink

    def _cursor_side(self, row: int, side: int, inside: int) -> str:
        """Return a character for a side of the cursor. If no border is there, it is a corner."""
        is_top = inside == 0 and self.grid.ruled[row] < 0
        is_bottom = inside == self.grid.box.height - 1 and self.grid.ruled[row + 1] < 0
        if is_top and is_bottom:
            return "▐▌"[side]
        if is_top:
            return "╔╗"[side]
        if is_bottom:
            return "╚╝"[side]
        return "║"

    # ------------------------------------------------------------------ lines between cells

    def _run(self, row: int, x: int) -> Iterator[ScenePiece]:
        """Yield the line above cell (row, x): the cell's clue, and letters of the cell above."""
        n, scene, width = self.grid.order, self.scene, self.grid.box.width
        cell = row * n + x
        above = self._looks[cell - n] if row > 0 else None
        below = self._looks[cell] if row < n else None
        behind = layers_between(above.layers, below.layers) if above and below else ()
        clue = self.grid.clues.get(cell, "") if row < n else ""
        letters = self.grid.letters.get((row, x), "")
        tags = "".join(COLOR_LETTERS[c - 1] for c in above.colors) if above else ""
        tags = tags[: width - len(clue) - len(letters)] if scene.has_signs else ""
        edge = self.grid.edges.across[row][x]
        char, ink = self._across(edge), _INKS.get(edge, "")
        if scene.highlights.told and scene.highlights.told.across[row][x]:
            ink = "line-told"
        has_cursor = 0 <= scene.cursor in (cell, cell - n)
        if has_cursor:
            char, ink = "═", f"cursor-{scene.mode}"
        over, dot = self.grid.on_runs.get((row, x)), self.grid.shapes.across.get((row, x))
        if not (over or dot or clue or letters or tags):
            yield char * width, behind, ink
            return
        marks = [StrokeMark(char, ink)] * width
        for at, mark in (over or _NO_MARKS).items():
            if mark.ink == "shape":  # a digit of a circle on a corner
                marks[at] = mark
            elif not has_cursor:
                place = row * (self.grid.box.height + 1), x * (width + 1) + 1 + at
                mark = self._head(place) or mark  # noqa: PLW2901
                marks[at] = mark._replace(ink=ink) if ink == "line-told" else mark
        marks[: len(clue)] = [StrokeMark(each, "clue") for each in clue]
        last = width - len(letters)
        marks[last:] = self._inked(letters)
        free = range(len(clue), last - len(tags))
        marks[free.stop : last] = [StrokeMark(each, "tag") for each in tags]
        if dot and free:
            marks[min(max(free.start, width // 2), free.stop - 1)] = StrokeMark(dot, "shape")
        for own, group in groupby(marks, lambda mark: mark.ink):
            yield "".join(mark.char for mark in group), behind, own

    def _inked(self, letters: str) -> Iterator[StrokeMark]:
        """Yield letters of constraints with the inks of their shapes, and arrows after letters."""
        ink = "shape"
        for char in letters:
            role = self.grid.shapes.roles.get(char.upper(), "")
            if role or char.isalnum():
                ink = f"shape-{role}" if role in LETTER_ROLES else "shape"
            yield StrokeMark(char, ink)

    def _strokes_in(self, cell: int) -> CellStrokes | None:
        strokes = self.grid.strokes
        return strokes.cells.get(cell) if strokes else None

    def _head(self, place: tuple[int, int]) -> StrokeMark | None:
        """Return the arrowhead at a place on a border, if it has no place in its cell."""
        cell, mark = self.grid.heads.get(place, (-1, None))
        strokes = self._strokes_in(cell)
        if mark is None or strokes is None:
            return None
        is_out = lacks_head(self._looks[cell].content, self.grid.box, strokes)
        return mark if is_out else None

    def _crossing(self, row: int, x: int) -> ScenePiece:
        n, scene = self.grid.order, self.scene
        if circle := self.grid.corners.get((row, x)):
            return circle, self._behind_crossing(row, x), "shape"
        cursor_row, cursor_x = divmod(scene.cursor, n)
        down, right = row - cursor_row, x - cursor_x
        if scene.cursor >= 0 and down in (0, 1) and right in (0, 1):
            return "╔╗╚╝"[2 * down + right], (), f"cursor-{scene.mode}"
        if mark := self.grid.on_corners.get((row, x)):
            place = row * (self.grid.box.height + 1), x * (self.grid.box.width + 1)
            char, ink = self._head(place) or mark
        else:
            char, ink = self._crossings.get((row, x)) or self._new_crossing(row, x)
        told = scene.highlights.told
        if told and max(told.around(row, x)):
            ink = "line-told"
        return char, self._behind_crossing(row, x), ink

    def _new_crossing(self, row: int, x: int) -> tuple[str, str]:
        """Return the character and ink of a crossing, based on the fixed lines of the board."""
        around = self.grid.edges.around(row, x)
        strongest = max(around)
        arms = [self._arm(edge) if edge != CELL or strongest < HEAVY else 0 for edge in around]
        found = crossing(*arms), _INKS.get(strongest, "")
        if strongest == CELL and not self.grid.has_thin_lines:
            found = "·", found[1]
        self._crossings[row, x] = found
        return found

    def _behind_crossing(self, row: int, x: int) -> Layers:
        n = self.grid.order
        if not (0 < row < n and 0 < x < n):
            return ()
        cell = row * n + x
        four = (self._looks[each].layers for each in (cell - n - 1, cell - n, cell - 1, cell))
        first, second, third, fourth = four
        return layers_between(layers_between(first, second), layers_between(third, fourth))

    def _arm(self, edge: int) -> int:
        return {NONE: 0, CELL: 0 if self._is_open else 1, LIGHT: 1}.get(edge, 2)

    def _across(self, edge: int) -> str:
        bare, open_, closed = "  ─━┅", " ┈─━┅", " ──━┅"
        return (bare if self._is_bare else open_ if self._is_open else closed)[edge]

    def _down(self, edge: int) -> str:
        bare, open_, closed = "  │┃┇", " ┊│┃┇", " ││┃┇"
        return (bare if self._is_bare else open_ if self._is_open else closed)[edge]


def numbers_on(view: View, line: int, cursor: int, mode: str, palette: Palette) -> Segments:
    """Return the number of a row, or all of the line of column numbers.

    The numbers of the cursor's row and column stand out. A complete board has no numbers.
    """
    if not view.margin:
        return ()
    row, column = divmod(cursor, view.grid.order)
    muted, strong = palette.style((), "more"), palette.style((), f"cursor-{mode}")
    if line == NUMBERS:
        numbers = view.numbers()
        return (*(Segment(text, strong if at == column else muted) for text, at in numbers),)
    number = view.row_number(line)
    text = "" if number is None else str(number + 1)
    label = text.rjust(len(str(view.grid.order)))
    return (Segment(label.ljust(view.margin), strong if number == row else muted),)
