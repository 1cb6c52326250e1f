"""Puzzles as links to Penpa+, drawn with its tools as setters draw them."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pandoku.constraints import (
    XV,
    AntiKnight,
    Arrow,
    Between,
    Clone,
    Difference,
    Even,
    GreaterThan,
    LittleKiller,
    NoDifference,
    NoXV,
    Odd,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSum,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
)
from pandoku.model import Cage, Puzzle

__all__ = ["ABBREVIATIONS", "PenpaDrawing", "packed", "penpa_of"]

# As the program writes them. The first one escapes the others where a text contains them.
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
    """Return a text packed for a link."""
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
        question, entered: The drawings of the puzzle, and the entered digits.
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
        """Return the center of a cell. Rows and columns count from 0."""
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

    def frame(self, cells: Sequence[tuple[int, int]]) -> PenpaDrawing:
        """Draw the border of a cage, as the tool for cages does, and nothing else."""
        inside = {*cells}
        steps = {(-1, 0): (0, 1), (1, 0): (2, 3), (0, -1): (0, 2), (0, 1): (1, 3)}
        for row, column in cells:
            for (down, right), (a, b) in steps.items():
                if (row + down, column + right) not in inside:
                    self._cage_line(self.quarter(row, column, a), self.quarter(row, column, b))
            for down, right in ((1, 0), (0, 1)):
                other = row + down, column + right
                for side in (-1, 1) if other in inside else ():
                    beside = {(row + side * right, column + side * down)}
                    beside.add((other[0] + side * right, other[1] + side * down))
                    if not beside <= inside:
                        # The quarters on both sides of the common border.
                        part = (2 if down else 1) + (side > 0) * (1 if down else 2)
                        last = part - (2 if down else 1)
                        self._cage_line(self.quarter(row, column, part), self.quarter(*other, last))
        return self

    def _cage_line(self, a: int, b: int) -> None:
        self.question["cage"][f"{a},{b}"] = 10

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


# ---- constraints, drawn with the tools that are meant for them

_LINES: dict[type, tuple[int, str]] = {  # the style, and the rule in words
    Palindrome: (5, "Gray lines are palindromes."),
    Renban: (8, "Red lines are renban lines: they hold consecutive digits in any order."),
    Whisper: (3, "Neighbors on a green line have a difference of at least {value}."),
    RegionSum: (9, "Box borders divide blue lines into parts with the same sum."),
    Between: (5, "Digits on a line between two circles lie strictly between their digits."),
}
_WORDS: dict[type, str] = {
    AntiKnight: "Cells a knight's move apart do not repeat a digit.",
    Arrow: "Digits along an arrow add up to the number in its circle.",
    Cage: "Digits in a cage add up to its number and do not repeat.",
    Clone: "Clones have the same digits in the same places.",
    Difference: "White dots separate digits with the difference in them, or 1.",
    Even: "A square has an even digit.",
    GreaterThan: "Signs point to the smaller digit.",
    LittleKiller: "A little killer clue is the sum of its diagonal.",
    NoDifference: "The rule is nonconsecutive.",
    NoXV: "All X and V are given.",
    Odd: "A circle has an odd digit.",
    Quadruple: "Digits in a circle occur in the four cells around it.",
    Ratio: "Black dots separate digits with the ratio in them, or 2.",
    Sandwich: "Numbers outside are sandwich sums.",
    Skyscraper: "Numbers outside are skyscraper clues.",
    Thermometer: "Digits along a thermometer increase from the bulb.",
    XSum: "Numbers outside are X-sums.",
    XV: "An X joins digits that sum to 10, a V those that sum to 5.",
}
_AROUND = (1, 1, 1, 1)
_TURNS = {"UL": 1, "UR": 3, "DR": 5, "DL": 7}


def penpa_of(puzzle: Puzzle, **about: Any) -> PenpaDrawing | None:
    """Return the drawing of a puzzle, or None if it has a constraint that is not drawn here."""
    kinds = {type(each) for each in puzzle.constraints}
    geometry = puzzle.geometry
    is_simple = all(cage.operation == "+" and not cage.repeats for cage in puzzle.cages)
    if puzzle.candidates or geometry.extra or not is_simple or kinds - {*_LINES, *_WORDS}:
        return None
    texts = _WORDS | {kind: text for kind, (_, text) in _LINES.items()}
    has_regions = geometry.box or geometry.regions
    rules = ["Normal sudoku rules apply." if has_regions else "This is a Latin square."]
    for each in puzzle.constraints:
        value = getattr(each, "value", None) or (puzzle.order + 1) // 2
        rules.append(texts[type(each)].format(value=value))
    drawing = PenpaDrawing(puzzle.order, _AROUND, rules="\n".join(dict.fromkeys(rules)), **about)
    if geometry.box:
        drawing.boxes(*geometry.box)
    elif geometry.regions:
        drawing.regions(geometry.regions)
    drawing.givens(puzzle.givens)
    drawing.answer = puzzle.solution or ()
    if geometry.diagonals:
        drawing.kind, drawing.flags = "sudoku", (1, 1, 0, 1)
        for at in range(-1, puzzle.order - 1):
            drawing.edge(drawing.corner(at, at), drawing.corner(at + 1, at + 1), 12)
            other = puzzle.order - 2 - at
            drawing.edge(drawing.corner(at + 1, other - 1), drawing.corner(at, other), 12)
    for each in puzzle.constraints:
        _draw(drawing, each)
    return drawing


def _draw(drawing: PenpaDrawing, each: Any) -> None:
    n, kind = drawing.n, type(each)
    if kind is Cage:
        text = "" if each.target is None else str(each.target)
        drawing.cage([divmod(cell, n) for cell in each.cells], text)
    elif kind is Thermometer:
        drawing.along("thermo", (divmod(cell, n) for cell in each.cells))
    elif kind is Arrow and len(each.bulb) == 1:
        drawing.along("arrows", (divmod(cell, n) for cell in (*each.bulb, *each.shaft)))
    elif kind is Arrow:
        first = divmod(min(each.bulb), n)
        wide = abs(each.bulb[1] - each.bulb[0]) == 1
        number = 2 * len(each.bulb) - (3 if wide else 2)
        drawing.symbol(drawing.cell(*first), "sudokumore", number)
        near = min(each.bulb, key=lambda cell: _distance(cell, each.shaft[0], n))
        drawing.along("direction", (divmod(cell, n) for cell in (near, *each.shaft)))
    elif kind in _LINES:
        drawing.along("line", (divmod(cell, n) for cell in each.cells), _LINES[kind][0])
        for cell in (each.cells[0], each.cells[-1]) if kind is Between else ():
            drawing.symbol(drawing.cell(*divmod(cell, n)), "circle_L", 1)
    elif kind in (Difference, Ratio, XV, GreaterThan):
        _draw_sign(drawing, each)
    elif kind in (Even, Odd):
        name = "square_L" if kind is Even else "circle_L"
        for cell in each.cells:
            drawing.symbol(drawing.cell(*divmod(cell, n)), name, 3)
    elif kind is Quadruple:
        text = "".join(map(str, each.digits))
        drawing.text(drawing.corner(*divmod(min(each.cells), n)), text, 6, "4")
    elif kind is Clone:
        for cell in (*each.cells, *each.copies):
            drawing.question["surface"][str(drawing.cell(*divmod(cell, n)))] = 3
    elif kind in (Sandwich, Skyscraper, XSum, LittleKiller):
        point = drawing.cell(*each.place(n))
        drawing.text(point, str(each.number))
        if kind is LittleKiller:
            turns = [0] * 8
            turns[_TURNS[each.direction]] = 1
            drawing.symbol(point, "arrow_eight", turns)


def _draw_sign(drawing: PenpaDrawing, each: Any) -> None:
    """Draw a clue on the border of two cells."""
    n = drawing.n
    first = divmod(min(each.cells), n)
    across = abs(each.cells[1] - each.cells[0]) == 1
    point = drawing.right_of(*first) if across else drawing.below(*first)
    if isinstance(each, XV):
        drawing.text(point, {5: "V", 10: "X"}[each.value], 5, "6")
    elif isinstance(each, GreaterThan):
        lesser_first = each.cells[1] == min(each.cells)
        number = (1 if lesser_first else 3) if across else (2 if lesser_first else 4)
        drawing.symbol(point, "inequality", number)
    else:
        is_white = isinstance(each, Difference)
        if each.value == each.USUAL:
            drawing.symbol(point, "circle_SS", 8 if is_white else 2)
        else:
            drawing.text(point, str(each.value), 6 if is_white else 7, "5")


def _distance(a: int, b: int, n: int) -> int:
    return max(abs(a // n - b // n), abs(a % n - b % n))
