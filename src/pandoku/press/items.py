"""Items on a page (drawings, words, lines and codes), and blocks of running text.

Positions are in points, relative to the lower left corner of the page, and y points up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from typing import Any, Literal, NamedTuple, Protocol

from pandoku.draw import draw
from pandoku.draw.drawing import candidate_center
from pandoku.draw.items import Drawing, Text
from pandoku.draw.layout import Area
from pandoku.draw.pdf import Column, Ink, Typeface, paint
from pandoku.model import Board, Cage, Geometry, Puzzle, digits_of

__all__ = [
    "SMALL_DIGIT",
    "Dots",
    "Item",
    "Passage",
    "Picture",
    "QrCode",
    "Rule",
    "RulesOnPage",
    "Turned",
    "Type",
    "Words",
    "flow",
    "heading_type",
    "height_of",
    "marked_places",
    "put",
    "puzzle_drawing",
    "rule_passages",
    "solution_drawing",
    "text_passages",
]

SMALL_DIGIT = 0.19  # cells: font size of a digit that the solver may cross out
_DOT = 0.022  # cells
_DOT_TONE, _DIGIT_TONE = 0.55, 0.45  # grays
_BASE = 0.78  # distance from the top of a line to its baseline, relative to its height


class Item(Protocol):
    """Something that can be painted on a page."""

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the item on a canvas of reportlab, with the given fonts."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing. (x, y) is the upper left corner of its grid."""

    drawing: Drawing
    x: float
    y: float
    cell: float
    ink: Ink

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the grid and its margins."""
        paint(canvas, self.drawing, self.x, self.y, self.cell, self.ink, face)


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text. (x, y) is its start, end or middle on the baseline, depending on *align*."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    align: Literal["left", "right", "center"] = "left"

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Write the text in black."""
        width = face.width(self.text, self.size, bold=self.bold)
        part = {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
        canvas.setFillGray(0)
        canvas.setFont(face.bold if self.bold else face.regular, self.size)
        canvas.drawString(round(self.x - part * width, 2), round(self.y, 2), self.text)


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line. *tone* is a gray from 0 (black) to 1 (white)."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.75
    tone: float = 0.0

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the line."""
        canvas.saveState()
        canvas.setStrokeGray(self.tone)
        canvas.setLineWidth(self.width)
        canvas.setDash([])
        canvas.setLineCap(0)
        canvas.lines([tuple(round(each, 2) for each in (self.x1, self.y1, self.x2, self.y2))])
        canvas.restoreState()


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code without its white border. (x, y) is the upper left corner of the code."""

    rows: Sequence[bytes]
    x: float
    y: float
    module: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the black modules. Adjacent modules of a row become one rectangle."""
        canvas.setFillGray(0)
        way = canvas.beginPath()
        for number, row in enumerate(self.rows):
            start = 0
            for is_black, run in groupby(row):
                length = sum(1 for _ in run)
                if is_black:
                    way.rect(
                        round(self.x + start * self.module, 3),
                        round(self.y - (number + 1) * self.module, 3),
                        round(length * self.module, 3),
                        round(self.module, 3),
                    )
                start += length
        canvas.drawPath(way, stroke=0, fill=1)


@dataclass(frozen=True, slots=True)
class Dots:
    """Marks for the solver to cross out: dots or small digits for the candidates of empty cells.

    Attributes:
        places: The center of each mark, (x, y) in points, and the digit of the mark as text.
        cell: Side of a cell in points.
        digits: Whether the marks are digits rather than dots.
        size: Font size of the digits, in cells.
    """

    places: Sequence[tuple[float, float, str]]
    cell: float
    digits: bool
    size: float = SMALL_DIGIT

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the marks in gray."""
        canvas.setFillGray(_DIGIT_TONE if self.digits else _DOT_TONE)
        if not self.digits:
            for x, y, _ in self.places:
                canvas.circle(round(x, 2), round(y, 2), _DOT * self.cell, stroke=0, fill=1)
            return
        size = round(self.size * self.cell, 2)
        block = canvas.beginText()
        block.setFont(face.regular, size)
        for x, y, text in self.places:
            left = x - face.width(text, size) / 2
            block.setTextOrigin(round(left, 2), round(y - 0.356 * size, 2))
            block.textOut(text)
        canvas.drawText(block)


@dataclass(frozen=True, slots=True)
class RulesOnPage:
    """The rules of constraints in a column. (x, y) is the upper left corner of the column."""

    column: Column
    x: float
    y: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the rules, each with a sample of its sign."""
        self.column.paint(canvas, self.x, self.y)


@dataclass(frozen=True, slots=True)
class Turned:
    """Items that are painted upside down, rotated by 180 degrees around a point."""

    items: Sequence[Item]
    x: float
    y: float

    def paint(self, canvas: Any, face: Typeface) -> None:
        """Paint the items, rotated by 180 degrees."""
        canvas.saveState()
        canvas.translate(2 * self.x, 2 * self.y)
        canvas.rotate(180)
        for item in self.items:
            item.paint(canvas, face)
        canvas.restoreState()


def puzzle_drawing(puzzle: Puzzle, marks: str) -> Drawing:
    """Return the drawing of a puzzle without the numbers of rows and columns."""
    return draw(puzzle, candidates=marks == "candidates", coordinates=False)


def solution_drawing(puzzle: Puzzle, solution: bytes | None) -> Drawing:
    """Return the drawing of a solution: digits, borders and, for a Calcudoku, cages.

    Args:
        puzzle: The puzzle.
        solution: Digits of the solution. If it is None, only the givens are drawn.
    """
    n = puzzle.order
    # Cages are drawn only if digits may repeat in at least one of them, as in a Calcudoku. Killer
    # cages are omitted, so that all solutions of a geometry have the same lines.
    has_bold = any(cage.repeats for cage in puzzle.cages)
    base = _empty(puzzle.geometry, puzzle.cages if has_bold else ())
    digits = solution if solution is not None else puzzle.givens
    texts = tuple(
        Text(
            cell % n + 0.5,
            cell // n + 0.5,
            puzzle.label_of(digit),
            "given" if puzzle.givens[cell] else "digit",
        )
        for cell, digit in enumerate(digits)
        if digit
    )
    return Drawing(n, base.title, base.fills, base.lines, texts)


@lru_cache(maxsize=64)
def _empty(geometry: Geometry, cages: tuple[Cage, ...]) -> Drawing:
    return draw(Puzzle(geometry, cages=cages), coordinates=False)


def marked_places(puzzle: Puzzle) -> Iterator[tuple[float, float, int]]:
    """Yield (x, y, digit) for each candidate of the empty cells, with x and y in cells."""
    if puzzle.candidates is None:
        masks = (2**puzzle.order - 1,) * len(puzzle.givens)
    else:
        masks = Board.start(puzzle).masks
    for cell, given in enumerate(puzzle.givens):
        if not given:
            for digit in digits_of(masks[cell]):
                yield *candidate_center(puzzle, cell, digit), digit


class Type(NamedTuple):
    """A style of text: its font size and the distance between its lines, in points."""

    size: float
    leading: float
    bold: bool = False


def heading_type(text: Type, factor: float) -> Type:
    """Return the style of headings that are *factor* times as large as a text."""
    return Type(text.size * factor, text.leading * factor, True)


@dataclass(frozen=True, slots=True)
class Passage:
    """An unbreakable block of text.

    Attributes:
        height: Height in points.
        items: Function that returns the items of the block, given its upper left corner.
        space: Height of the space above the block. It is omitted at the top of a page.
        with_next: Whether the next block must be on the same page, if both blocks fit on one page.
    """

    height: float
    items: Callable[[float, float], Sequence[Item]]
    space: float = 0.0
    with_next: bool = False


def text_passages(
    face: Typeface,
    text: str,
    width: float,
    type_: Type,
    *,
    space: float = 0.0,
    indent: float = 0.0,
    with_next: bool = False,
) -> list[Passage]:
    """Return a paragraph with a block for each line, so that it can continue on the next page."""
    lines = face.wrapped(text, type_.size, width - indent, bold=type_.bold)
    return [
        Passage(
            type_.leading,
            _line(line, type_, indent),
            space if at == 0 else 0.0,
            with_next or at == 0 < len(lines) - 1 or at == len(lines) - 2,
        )
        for at, line in enumerate(lines)
    ]


def _line(line: str, type_: Type, indent: float) -> Callable[[float, float], Sequence[Item]]:
    def items(x: float, y: float) -> Sequence[Item]:
        return (Words(line, x + indent, y - _BASE * type_.leading, type_.size, type_.bold),)

    return items


def rule_passages(
    face: Typeface, drawing: Drawing, width: float, size: float, ink: Ink
) -> list[Passage]:
    """Return the rules of a drawing's constraints, each with a sample of its sign."""
    column = Column(width, face, ink)
    if drawing.legend:
        column.add_keys(drawing.legend, size)
    if drawing.caption:
        column.add_words(drawing.caption, size, 1.35 * size)
    return [Passage(column.height, lambda x, y: (RulesOnPage(column, x, y),), 3.0)] * bool(
        column.height
    )


def height_of(blocks: Iterable[Passage]) -> float:
    """Return the total height of blocks, including the space above each block."""
    return sum(block.height + block.space for block in blocks)


def put(blocks: Sequence[Passage], x: float, y: float) -> list[Item]:
    """Return the items of blocks placed below each other, with the upper left corner at (x, y)."""
    items: list[Item] = []
    for at, block in enumerate(blocks):
        y -= block.space if at else 0.0
        items += block.items(x, y)
        y -= block.height
    return items


def flow(blocks: Iterable[Passage], area: Area) -> list[list[Passage]]:
    """Distribute blocks over at least one page, and return the blocks of each page."""
    pages: list[list[Passage]] = [[]]
    used = 0.0
    for group in _together(blocks):
        needed = height_of(group)
        if pages[-1] and used + needed > area.height + 1e-6:
            pages.append([])
            used = 0.0
        for block in group:
            more = block.height + (block.space if pages[-1] else 0.0)
            if pages[-1] and used + more > area.height + 1e-6:
                pages.append([])
                used, more = 0.0, block.height
            pages[-1].append(block)
            used += more
    return pages


def _together(blocks: Iterable[Passage]) -> list[list[Passage]]:
    """Return groups of blocks. The blocks of a group stay on one page if they fit on a page."""
    groups: list[list[Passage]] = [[]]
    for block in chain(blocks):
        groups[-1].append(block)
        if not block.with_next:
            groups.append([])
    return [group for group in groups if group]
