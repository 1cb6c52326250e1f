"""Drawings as characters: box-drawing lines or plain ASCII, with colors for rich."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING

from pandoku.draw._terminal_style import (
    PLAIN_SIGNS,
    StyledText,
    key_lines,
    signed_lines,
    style_of,
    sum_lines,
    way_lines,
)
from pandoku.draw.drawing import Drawable, candidate_columns, drawing_of
from pandoku.draw.edges import CELL, CROSSED, HEAVY, LIGHT, NONE, Edges, crossing
from pandoku.draw.items import ARROWS, Drawing, Fill, Key, Text
from pandoku.draw.roles import GONE, SIGNS
from pandoku.draw.terminal_shapes import TerminalShapes
from pandoku.errors import PuzzleError

if TYPE_CHECKING:
    from rich.text import Text as RichText

__all__ = ["COLUMNS_BETWEEN", "digits_only", "rich_text", "size", "text"]

# The characters for edges, by kind of edge. Lines between cells are only drawn if there are
# candidates, because single digits line up well without these lines.
_ACROSS, _DOWN = " ┈─━┅", " ┊│┃┇"
_ASCII_ACROSS, _ASCII_DOWN = "  -=.", "  |#:"
# The characters in drawings without borders of cages.
_ASCII_ACROSS_PLAIN, _ASCII_DOWN_PLAIN = "  --.", "  ||:"

_ARM = {NONE: 0, CELL: 0, LIGHT: 1, HEAVY: 2, CROSSED: 2}

_NO_ROW = -2  # means a line without shapes to its left and right
COLUMNS_BETWEEN = 3  # columns between drawings side by side
_LONGEST_CLUE = 14
_COLUMNS = 80  # of the sentences below a grid: all terminals have room for them


def text(*what: Drawable, ascii_only: bool = False, columns: int | None = _COLUMNS) -> str:
    """Return drawings (see `drawing_of`) side by side as text without a final newline.

    Digits in highlighted cells are in brackets. In the drawing of a step, each candidate of the
    pattern has a sign before it, and the legend below explains the signs.

    Args:
        *what: Values that `drawing_of` accepts.
        ascii_only: Whether to use only ASCII characters.
        columns: Maximum width of the sentences below the grid, or None for lines of any length. It
            does not change the width of the grid.

    Raises:
        PuzzleError, FormatError: *what* is empty, a value cannot be drawn, or the drawings have
            different orders or different numbers of lines.
    """
    rows = _rows(_drawings(what), ascii_only, brackets=True, columns=columns)
    return "\n".join("".join(chars for chars, _ in row).rstrip() for row in rows)


def rich_text(
    *what: Drawable,
    ascii_only: bool = False,
    compact: bool = False,
    columns: int | None = _COLUMNS,
) -> RichText:
    """Return drawings (see `drawing_of`) side by side as a rich Text with a color for each role.

    Args:
        *what: Values that `drawing_of` accepts.
        ascii_only: Whether to use only ASCII characters.
        columns: Maximum width of the sentences below the grid, as for `text`.
        compact: Whether the clue of a cage is next to the digit instead of above it, which halves
            the height.

    Raises:
        PuzzleError, FormatError: As in `text`.
    """
    from rich.text import Text

    result = Text(no_wrap=True, end="")
    for row in _rows(_drawings(what), ascii_only, False, compact, columns):
        for chars, role in row:
            result.append(chars, style_of(role))
        result.append("\n")
    return result


def size(
    drawing: Drawing, *, compact: bool = False, columns: int | None = _COLUMNS
) -> tuple[int, int]:
    """Return the number of columns and the number of lines that `rich_text` needs for a drawing.

    The sentences below the grid do not count as columns, but they count as lines.
    """
    canvas = _Canvas(drawing, ascii_only=False, brackets=False, compact=compact)
    rows = canvas.rows()
    n_lines = len(rows) + len(_shape_rows([canvas], columns))
    n_lines += sum(len(key_lines(key, columns)) for key in drawing.legend if key.sign == "rule")
    return sum(len(chars) for chars, _ in rows[0]), n_lines


def digits_only(drawing: Drawing) -> str:
    """Return a drawing as rows of digits, for a terminal that is too narrow for the picture.

    A dot is an empty cell. Candidates, clues, borders and shapes are left out.

    >>> from pandoku.draw import draw
    >>> print(digits_only(draw("12..|..12|2...|...1")))
    1 2 . .
    . . 1 2
    2 . . .
    . . . 1
    """
    canvas, numbers = _Canvas(drawing, ascii_only=False, brackets=False), range(drawing.order)
    width = canvas.digit_width
    return "\n".join(
        " ".join(canvas.digits.get((row, column), (".", ""))[0].rjust(width) for column in numbers)
        for row in numbers
    )


def _drawings(what: tuple[Drawable, ...]) -> tuple[Drawing, ...]:
    drawings = tuple(map(drawing_of, what))
    orders = {drawing.order for drawing in drawings}
    if len(orders) != 1:
        found = f"orders {', '.join(map(str, sorted(orders)))}" if orders else "none"
        raise PuzzleError(f"expected drawings of one order, side by side; found {found}")
    return drawings


def _rows(
    drawings: tuple[Drawing, ...],
    ascii_only: bool,
    brackets: bool,
    compact: bool = False,
    columns: int | None = _COLUMNS,
) -> list[list[StyledText]]:
    canvases = [_Canvas(each, ascii_only, brackets, compact) for each in drawings]
    first, *others = [canvas.rows() for canvas in canvases]
    if heights := {len(rows) for rows in others} - {len(first)}:
        found = f"{len(first)} and {min(heights)}"
        raise PuzzleError(f"expected drawings of as many lines, side by side; found {found}")
    for rows in others:
        for row, more in zip(first, rows, strict=True):
            row += [(" " * COLUMNS_BETWEEN, "blank"), *more]
    first += _shape_rows(canvases, columns)
    rules = dict.fromkeys(key for each in drawings for key in each.legend if key.sign == "rule")
    first += _key_rows(rules, ascii_only, columns)
    for drawing in drawings:
        first += [piece for each in drawing.sums for piece in sum_lines(each, ascii_only, columns)]
        first += [line for each in drawing.ways for line in way_lines(each, columns)]
        keys = (key for key in drawing.legend if key.sign not in (*ARROWS, "rule"))
        first += _key_rows(keys, ascii_only, columns)
    return first


def _shape_rows(canvases: list[_Canvas], columns: int | None) -> list[list[StyledText]]:
    legend = dict.fromkeys(line for canvas in canvases for line in canvas.shapes.legend)
    return [
        line for sign, words in legend for line in signed_lines((sign, "shape"), words, columns)
    ]


def _key_rows(
    keys: Iterable[Key], ascii_only: bool, columns: int | None
) -> Iterator[list[StyledText]]:
    for key in keys:
        for pieces in key_lines(key, columns):
            plain = [(chars.translate(PLAIN_SIGNS), role) for chars, role in pieces]
            yield plain if ascii_only else pieces


class _Canvas:
    """A grid of characters. There are columns for borders only where the drawing has lines."""

    def __init__(
        self,
        drawing: Drawing,
        ascii_only: bool,
        brackets: bool,
        compact: bool = False,
    ) -> None:
        n = drawing.order
        self.n, self.ascii_only, self.brackets, self.compact = n, ascii_only, brackets, compact
        self.symbols = drawing.symbols
        self.number_width = len(str(n))
        self.digit_width = 1 if self.symbols else self.number_width
        # For each cell, the roles of its fills, from left to right.
        self.fills: dict[tuple[int, int], list[str]] = {}
        for fill in drawing.fills:
            self._fill(fill)
        # The roles of the numbers of rows and columns. A key has two parts: True for a column or
        # False for a row, and the number.
        self.numbers: dict[tuple[bool, str], str] = {}
        self.digits: dict[tuple[int, int], StyledText] = {}
        self.clues: dict[tuple[int, int], str] = {}
        self.tags: dict[tuple[int, int], str] = {}
        # For each cell: the candidates and pencil marks by digit, with their signs and roles.
        self.marks: dict[tuple[int, int], dict[int, StyledText]] = {}
        self._place_texts(drawing)
        self.shapes = TerminalShapes(drawing, ascii_only)
        self.has_diagonals = any(line.role == "diagonal" for line in drawing.lines)
        self.columns = candidate_columns(n)
        self._measure()
        is_ruled = bool(self.marks) or self.shapes.has_dots
        self.edges = Edges(n, (line for line in drawing.lines if is_ruled or line.role != "cell"))
        self.across, self.down = self.edges.across, self.edges.down
        self._choose_characters()

    def _fill(self, fill: Fill) -> None:
        for y in range(int(fill.y), ceil(fill.y + fill.height)):
            for x in range(int(fill.x), ceil(fill.x + fill.width)):
                left = self.fills.get((y, x), []) if fill.x > x else []
                self.fills[y, x] = [*left, fill.role]

    def _place_texts(self, drawing: Drawing) -> None:
        for item in drawing.texts:
            # Omit these texts, because the legend names the houses and the caption explains the
            # chain.
            if item.role in ("label", "number", "order"):
                continue
            if item.role == "coordinate":
                self.numbers[item.y < 0, item.text] = item.style or "blank"
                continue
            at = int(item.y), int(item.x)  # also right for tags, which are inside their cells
            if item.role in ("candidate", "corner", "center"):
                self._place_marks(at, item)
            elif item.role == "tag":
                self.tags[at] = item.text
            elif item.role == "clue":
                clue = item.text
                if len(clue) > _LONGEST_CLUE:
                    clue = clue[: _LONGEST_CLUE - 1] + "…"
                self.clues[at] = clue.translate(PLAIN_SIGNS) if self.ascii_only else clue
            else:
                self.digits[at] = item.text, item.role

    def _place_marks(self, at: tuple[int, int], item: Text) -> None:
        style = item.style.rpartition(" ")[2]
        sign = "'" if item.role == "corner" else SIGNS.get(style, " ")
        role = f"part {style}" if style else item.role
        if item.struck:
            sign, role = GONE, "goes"
        together = item.text.split() if self.n > 9 or item.role == "candidate" else list(item.text)
        marks = self.marks.setdefault(at, {})
        for label in together:
            digit = self.symbols.index(label) + 1 if self.symbols else int(label)
            marks.setdefault(digit, (sign, role))

    def _measure(self) -> None:
        longest = max(map(len, self.clues.values()), default=0)
        # The width of a clue that is next to the digit.
        self.clue_width = longest if self.compact else 0
        n_letters = self.shapes.n_letters
        # Letters are on the line of the clues if there is a line of clues, or else after the digit.
        self.has_top = bool(self.clues and not self.compact) or bool(self.marks and n_letters)
        self.letter_width = 0 if self.has_top else n_letters
        self.left, beside, self.right = self.shapes.widths()
        width = self.number_width + 2 + self.clue_width + self.letter_width
        self.n_lines = 1  # one line for the digit, below the line of the clue
        if self.marks:
            width = self.columns * (self.digit_width + 1) + 1
            self.n_lines = -(-self.n // self.columns)
        top = longest + n_letters if self.has_top else longest
        self.width = max(width, top + 1 if top else 0, beside + 1 if beside else 0)

    def _choose_characters(self) -> None:
        if not self.ascii_only:
            self.edge_across, self.edge_down = _ACROSS, _DOWN
        elif any(LIGHT in row for row in (*self.across, *self.down)):
            self.edge_across, self.edge_down = _ASCII_ACROSS, _ASCII_DOWN
        else:
            self.edge_across, self.edge_down = _ASCII_ACROSS_PLAIN, _ASCII_DOWN_PLAIN

    def rows(self) -> list[list[StyledText]]:
        """Return all characters with their roles, line by line."""
        n = self.n
        ruled = [any(self.down[y][x] for y in range(n)) for x in range(n + 1)]
        out = [self._heads(ruled)] if self.numbers else []
        out += self._outer(-1, ruled)
        for y in range(n + 1):
            if any(self.across[y]):
                out.append(
                    [*self._beside("", _NO_ROW), *self._border(y, ruled), *self._after(_NO_ROW)]
                )
            if y < n:
                middle = self.has_top + self.n_lines // 2
                for number, line in enumerate(self._contents(y, ruled)):
                    at = y if number == middle else _NO_ROW
                    before = self._beside(str(y + 1) if number == middle else "", at)
                    out.append([*before, *line, *self._after(at)])
        return [*out, *self._outer(n, ruled)]

    def _outer(self, y: int, ruled: list[bool]) -> list[list[StyledText]]:
        """Return the line of signs above or below the grid, or no line if it has no signs."""
        if not self.shapes.has_row(y):
            return []
        row = self._beside("", y)
        for x in range(self.n):
            found = self.shapes.beside.get((y, x), "")
            row.append((" " * ruled[x] + found.center(self.width), "shape"))
        return [[*row, (" " * ruled[self.n], "blank"), *self._after(y)]]

    def _heads(self, ruled: list[bool]) -> list[StyledText]:
        heads = self._beside("", _NO_ROW)
        for x in range(self.n):
            number = f"{x + 1:>{self.number_width}}".center(self.width)
            role = self.numbers.get((True, str(x + 1)), "blank")
            heads.append((" " * ruled[x] + number, role))
        return [*heads, (" " * ruled[self.n], "blank"), *self._after(_NO_ROW)]

    def _beside(self, number: str, y: int) -> list[StyledText]:
        """Return the text to the left of a line: the number of the row, and the signs of shapes.

        Args:
            number: The number of the row, or "".
            y: The row of the shapes, from -1 to the order, or `_NO_ROW` for a line without shapes.
        """
        role = self.numbers.get((False, number), "blank")
        row = [(f"{number:>{self.number_width}} ", role)] if self.numbers else []
        if self.left:
            row.append((f"{self.shapes.beside.get((y, -1), ''):>{self.left}} ", "shape"))
        return row

    def _after(self, y: int) -> list[StyledText]:
        """Return the text to the right of a line: the signs of shapes."""
        found = self.shapes.beside.get((y, self.n), "")
        return [(f" {found:<{self.right}}", "shape")] if self.right else []

    def _border(self, y: int, ruled: list[bool]) -> list[StyledText]:
        row: list[StyledText] = []
        for x in range(self.n + 1):
            if ruled[x]:
                row.append(self._crossing(y, x))
            if x < self.n:
                edge = self.across[y][x]
                row += self._edge(self.edge_across[edge], edge, self.shapes.across.get((y, x)))
        return row

    def _edge(self, char: str, edge: int, dot: str | None) -> list[StyledText]:
        """Return the characters of the edge above a cell, with *dot* in the middle if it is set."""
        if dot is None:
            return [(char * self.width, _weight(edge))]
        left = (self.width - self.letter_width) // 2
        right = self.width - left - 1
        return [(char * left, _weight(edge)), (dot, "shape"), (char * right, _weight(edge))]

    def _contents(self, y: int, ruled: list[bool]) -> list[list[StyledText]]:
        cells = [self._cell(y, x) for x in range(self.n)]
        lines, middle = [], self.has_top + self.n_lines // 2
        for number in range(len(cells[0])):
            row: list[StyledText] = []
            for x in range(self.n + 1):
                if ruled[x]:
                    edge = self.down[y][x]
                    dot = self.shapes.down.get((y, x)) if number == middle else None
                    row.append((dot or self.edge_down[edge], "shape" if dot else _weight(edge)))
                if x < self.n:
                    row += cells[x][number]
            lines.append(row)
        return lines

    def _cell(self, y: int, x: int) -> list[list[StyledText]]:
        """Return the lines of a cell. A line for clues and letters comes before the contents."""
        fills = self.fills.get((y, x), [""])
        prefixes = [f"{fill} " if fill else "" for fill in fills]
        lines: list[list[StyledText]] = []
        letters = self.shapes.letters.get((y, x), "")
        if self.has_top:
            clue = "" if self.compact else self.clues.get((y, x), "")
            space = self.width - len(letters)
            lines.append([(f"{clue:<{space}}", f"{prefixes[0]}clue")])
            if letters:
                lines[0].append((letters, f"{prefixes[-1]}shape"))
            letters = ""
        if (y, x) in self.marks:
            return lines + self._marks(self.marks[y, x], prefixes)
        shown, role = self.digits.get((y, x), (self._blank(y, x, fills[0]), "blank"))
        shown = f"{shown:>{self.digit_width}}"
        if "seen" in fills or (self.brackets and "highlight" in fills):
            shown = f"[{shown}]"
        elif fills[0] in SIGNS:
            shown = f"{SIGNS[fills[0]]}{shown}{SIGNS.get(fills[-1], '')}"
        inside = [[(" " * self.width, f"{prefixes[0]}blank")] for _ in range(self.n_lines)]
        clue = f"{self.clues.get((y, x), ''):<{self.clue_width}}" if self.compact else ""
        digit = shown.center(self.width - self.clue_width - self.letter_width)
        middle = inside[self.n_lines // 2] = [
            (clue, f"{prefixes[0]}clue"),
            (digit, prefixes[0] + role),
        ]
        if self.letter_width:
            middle.append((f"{letters:<{self.letter_width}}", f"{prefixes[0]}shape"))
        return lines + inside

    def _marks(self, marks: dict[int, StyledText], prefixes: list[str]) -> list[list[StyledText]]:
        lines = []
        for first in range(1, self.n + 1, self.columns):
            row: list[StyledText] = []
            for column, digit in enumerate(range(first, first + self.columns)):
                prefix = prefixes[column * len(prefixes) // self.columns]
                sign, role = marks.get(digit, (" ", "candidate"))
                label = self.symbols[digit - 1] if self.symbols[digit - 1 :] else str(digit)
                shown = f"{label if digit in marks else '':>{self.digit_width}}"
                if role.startswith("part "):
                    row.append((f"{sign}{shown}", role))
                elif role == "goes":
                    row += [(sign, f"{prefix}gone"), (shown, f"{prefix}goes")]
                else:
                    row.append((f"{sign}{shown}", f"{prefix}{role}"))
            used = self.columns * (self.digit_width + 1)
            row.append((" " * (self.width - used), f"{prefixes[-1]}candidate"))
            lines.append(row)
        return lines

    def _blank(self, y: int, x: int, fill: str) -> str:
        """Return the sign for the color, the diagonal or the extra house of an empty cell."""
        if tag := self.tags.get((y, x), ""):
            return tag[: self.digit_width + 2]
        if self.has_diagonals and (y == x or y + x == self.n - 1):
            marks = "\\/X" if self.ascii_only else "╲╱╳"
            return marks[2 if y == x and y + x == self.n - 1 else 0 if y == x else 1]
        if fill == "extra":
            return "," if self.ascii_only else "▫"
        return "." if self.ascii_only else "·"

    def _crossing(self, y: int, x: int) -> StyledText:
        if circle := self.shapes.corners.get((y, x)):
            return circle, "shape"
        arms = [_ARM[edge] for edge in self.edges.around(y, x)]
        heaviest = max(arms)
        if self.ascii_only:
            return (" " if heaviest == 0 else "+"), "heavy"
        return crossing(*arms), ("heavy" if heaviest == 2 else "light")


def _weight(edge: int) -> str:
    return ("blank", "blank", "light", "heavy", "heavy")[edge]
