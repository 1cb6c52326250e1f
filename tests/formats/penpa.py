"""Puzzles as links to Penpa+, drawn with its tools as setters draw them."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

__all__ = ["ABBREVIATIONS", "PenpaDrawing", "packed"]

# As the program writes them; the first keeps others from being read where a text has them.
ABBREVIATIONS = [
    ("z", "zZ"),
    ('"qa"', "z9"),
    ('"pu_q"', "zQ"),
    ('"pu_a"', "zA"),
    ('"grid"', "zG"),
    ('"edit_mode"', "zM"),
    ('"surface"', "zS"),
    ('"line"', "zL"),
    ('"lineE"', "zE"),
    ('"wall"', "zW"),
    ('"cage"', "zC"),
    ('"number"', "zN"),
    ('"symbol"', "zY"),
    ('"special"', "zP"),
    ('"board"', "zB"),
    ('"command_redo"', "zR"),
    ('"command_undo"', "zU"),
    ('"command_replay"', "z8"),
    ('"numberS"', "z1"),
    ('"freeline"', "zF"),
    ('"freelineE"', "z2"),
    ('"thermo"', "zT"),
    ('"arrows"', "z3"),
    ('"direction"', "zD"),
    ('"squareframe"', "z0"),
    ('"polygon"', "z5"),
    ('"deletelineE"', "z4"),
    ('"killercages"', "z6"),
    ('"nobulbthermo"', "z7"),
    ('"__a"', "z_"),
    ("null", "zO"),
]
_BY_POINT = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage")
_LISTS = ("thermo", "nobulbthermo", "arrows", "direction", "squareframe", "polygon", "killercages")


def packed(text: str) -> str:
    """Return a text as it stands in a link."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def _layer() -> dict[str, Any]:
    return {key: {} for key in _BY_POINT} | {key: [] for key in _LISTS}


@dataclass
class PenpaDrawing:
    """A puzzle on a grid of squares with margins.

    Attributes:
        n: The order of the grid.
        margins: The rows above and below, and the columns left and right.
        kind: "square" or "sudoku".
        flags: The four flags of a "sudoku".
        hides_margins: Whether the cells of the margins do not exist.
        title, author, source, rules, tags: The words about the puzzle.
        question, entered: What is drawn, and what was entered.
        answer: The digit of each cell that a link for solvers checks, or ().
        turned: The first line's angle and reflections.
    """

    n: int = 9
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    kind: str = "square"
    flags: tuple[int, int, int, int] = (0, 0, 0, 0)
    hides_margins: bool = True
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    tags: Sequence[str] = ()
    question: dict[str, Any] = field(default_factory=_layer)
    entered: dict[str, Any] = field(default_factory=_layer)
    colors: dict[str, Any] = field(default_factory=dict)
    answer: Sequence[int] = ()
    turned: str = "0,1,1"

    @property
    def n_columns(self) -> int:
        return self.n + self.margins[2] + self.margins[3]

    @property
    def n_rows(self) -> int:
        return self.n + self.margins[0] + self.margins[1]

    # ---- points

    def _number(self, kind: int, row: int, column: int) -> int:
        width, height = self.n_columns + 4, self.n_rows + 4
        at = (row + 2 + self.margins[0]) * width + column + 2 + self.margins[2]
        return kind * width * height + at

    def cell(self, row: int, column: int) -> int:
        """Return the center of a cell; rows and columns count from 0."""
        return self._number(0, row, column)

    def corner(self, row: int, column: int) -> int:
        """Return the corner at the lower right of a cell."""
        return self._number(1, row, column)

    def below(self, row: int, column: int) -> int:
        """Return the middle of the lower side of a cell."""
        return self._number(2, row, column)

    def right_of(self, row: int, column: int) -> int:
        """Return the middle of the right side of a cell."""
        return self._number(3, row, column)

    def quarter(self, row: int, column: int, part: int = 0) -> int:
        """Return a quarter of a cell: upper left, upper right, lower left or lower right."""
        return (
            self._number(4, 0, 0)
            + 4 * (self.cell(row, column) - self.cell(0, 0))
            + part
            + (3 * (self.cell(0, 0)))
        )

    # ---- tools

    def givens(self, digits: Iterable[int], style: int = 1, kind: str = "1") -> PenpaDrawing:
        """Enter the digits of all cells, 0 for none."""
        for at, digit in enumerate(digits):
            if digit:
                self.question["number"][str(self.cell(*divmod(at, self.n)))] = [
                    str(digit),
                    style,
                    kind,
                ]
        return self

    def boxes(self, rows: int, columns: int, style: int = 2) -> PenpaDrawing:
        """Draw the lines between boxes."""
        n = self.n
        regions = [r // rows * n + c // columns for r in range(n) for c in range(n)]
        return self.regions(regions, style)

    def regions(self, regions: Sequence[int], style: int = 2) -> PenpaDrawing:
        """Draw the lines between regions."""
        n = self.n
        for row in range(n):
            for column in range(n):
                at = row * n + column
                if column < n - 1 and regions[at] != regions[at + 1]:
                    self.edge(self.corner(row - 1, column), self.corner(row, column), style)
                if row < n - 1 and regions[at] != regions[at + n]:
                    self.edge(self.corner(row, column - 1), self.corner(row, column), style)
        return self

    def edge(self, a: int, b: int, style: int) -> None:
        """Draw a line between two corners."""
        self.question["lineE"][f"{a},{b}"] = style

    def along(self, key: str, cells: Iterable[tuple[int, int]], style: int = 0) -> PenpaDrawing:
        """Draw with a tool along cells: a list of points, or with a style, segments."""
        points = [self.cell(*cell) for cell in cells]
        if style:
            self.question[key] |= {f"{a},{b}": style for a, b in pairwise(points)}
        else:
            self.question[key].append(points)
        return self

    def symbol(self, point: int, name: str, number: Any) -> PenpaDrawing:
        """Put a symbol on a point."""
        self.question["symbol"][str(point)] = [number, name, 2]
        return self

    def text(self, point: int, text: str, style: int = 1, kind: str = "1") -> PenpaDrawing:
        """Put a text on a point."""
        self.question["number"][str(point)] = [text, style, kind]
        return self

    def cage(self, cells: Sequence[tuple[int, int]], text: str = "") -> PenpaDrawing:
        """Draw a cage with a number in its first cell."""
        if text:
            self.question["numberS"][str(self.quarter(*cells[0]))] = [text, 1]
        return self.along("killercages", cells)

    # ---- the link

    def lines(self) -> list[str]:
        """Return the lines of its text."""
        top, bottom, left, right = self.margins
        flags = ",".join(map(str, self.flags))
        rules = self.rules.replace("\n", "%2D").replace(",", "%2C")
        rules = rules.replace("&", "%2E").replace("=", "%2F")
        head = (
            f"{self.kind},{self.n_columns},{self.n_rows},38,{self.turned},380,380,84,84,{flags},"
            f"Title: {self.title.replace(',', '%2C')},Author: {self.author.replace(',', '%2C')},"
            f"{self.source},{rules},OFF,false"
        )
        rows, columns = range(-top, self.n + bottom), range(-left, self.n + right)
        if self.hides_margins:
            rows = columns = range(self.n)
        cells = [self.cell(row, column) for row in rows for column in columns]
        steps = [cells[0], *(b - a for a, b in pairwise(cells))]
        modes = {"qa": "pu_q", "grid": ["1", "2", "1"]}
        parts: list[Any] = [self.margins, modes, self.question, self.entered, steps, [], {}]
        parts += ["x", "x", [3, 2, 3], modes, "x", int(bool(self.colors)), self.colors, {}, {}]
        return [head, *(json.dumps(part, separators=(",", ":")) for part in [*parts, self.tags])]

    def puzzle_text(self) -> str:
        """Return its text with the abbreviations."""
        text = "\n".join(self.lines())
        for long, short in ABBREVIATIONS:
            text = text.replace(long, short)
        return text

    def link(self, mode: str = "edit") -> str:
        """Return the link."""
        link = f"https://swaroopg92.github.io/penpa-edit/#m={mode}&p={packed(self.puzzle_text())}"
        if not self.answer:
            return link
        numbers = [
            f"{self.cell(*divmod(at, self.n))},{digit}"
            for at, digit in enumerate(self.answer)
            if str(self.cell(*divmod(at, self.n))) not in self.question["number"]
        ]
        parts = [[], [], [], [], sorted(numbers), []]
        return f"{link}&a={packed(json.dumps(parts, separators=(',', ':')))}"
