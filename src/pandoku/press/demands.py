"""The sizes that the puzzles of a book need to be legible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pandoku.draw import draw
from pandoku.draw.decorated import margins_of, room_of, shapes_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Ink, Typeface, too_small
from pandoku.press.entries import Entry
from pandoku.press.items import SMALL_DIGIT
from pandoku.words import printed_clue

__all__ = ["Clue", "Demands", "Extent", "Lack", "demands_of"]

_CLUE, _CLUE_WIDTH = 0.25, 0.84  # cells
_CANDIDATE, _IN_PLACE, _IN_LARGE_PLACE = 0.22, 0.83, 0.72  # cells, and fractions of a place
_ROUNDING = 0.005  # points


class Extent(NamedTuple):
    """The size of a kind of grid.

    Attributes:
        order: Order of the grid.
        across: Width in cells, including the margins left and right of the grid.
        down: Height in cells, including the margins above and below the grid.
        has_clues: Whether cells contain clues of cages.
    """

    order: int
    across: float
    down: float
    has_clues: bool

    def cell(self, side: float) -> float:
        """Return the side of a cell if the grid fills a square with side *side*, at least 0."""
        return max(0.0, side) / self.side

    @property
    def side(self) -> float:
        """The side of the square around the grid, in cells."""
        return max(self.across, self.down)


class Clue(NamedTuple):
    """The least legible clue of a cage.

    Attributes:
        number: Number of its puzzle.
        text: The clue.
        size: Font size in cells.
        extent: The grid of its puzzle.
    """

    number: int
    text: str
    size: float
    extent: Extent


class Lack(NamedTuple):
    """Something that would be too small to read.

    Attributes:
        what: "digits", "clues", "candidates" or "signs".
        least: Minimum font size in points.
        extent: The grid that contains it.
        needed: Side of a cell at which it would be legible, in points.
    """

    what: str
    least: float
    extent: Extent
    needed: float


@dataclass(frozen=True, slots=True)
class Demands:
    """The requirements of the puzzles of a book on the size of a slot.

    Attributes:
        extents: The kinds of grids.
        clue: The least legible clue, or None.
        rules: The drawings whose rules are printed next to them, one for each text.
        signs: A drawing for each combination of constraints.
    """

    extents: tuple[Extent, ...]
    clue: Clue | None
    rules: tuple[Drawing, ...]
    signs: tuple[Drawing, ...]

    @property
    def largest(self) -> int:
        """The largest order."""
        return max(extent.order for extent in self.extents)

    @property
    def widest(self) -> Extent:
        """The grid with the smallest cells."""
        return max(self.extents, key=lambda extent: extent.side)

    def cell(self, side: float) -> float:
        """Return the side of the smallest cell if grids fill a square with side *side*."""
        return self.widest.cell(side)

    def cells(self, side: float) -> dict[int, float]:
        """Return the side of the cells of each order if grids fill a square with side *side*."""
        cells: dict[int, float] = {}
        for extent in self.extents:
            cell = extent.cell(side)
            cells[extent.order] = min(cell, cells.get(extent.order, cell))
        return cells

    def digit(self, side: float, ink: Ink) -> float:
        """Return the size of the smallest digit if grids fill a square with side *side*."""
        return min(ink.digit_size(each.order, each.cell(side)) for each in self.extents)

    def are_roomy(self, side: float, plain: float, with_clues: float) -> bool:
        """Return whether cells have at least the side *plain*, or *with_clues* with clues."""
        return all(
            each.cell(side) >= (with_clues if each.has_clues else plain) for each in self.extents
        )

    def lack(self, side: float, marks: str, ink: Ink) -> Lack | None:
        """Return the first kind of text that is too small in a square with side *side*, or None."""
        return (
            self._small_digits(side, ink)
            or self._small_clues(side, ink)
            or self._small_marks(side, marks, ink)
            or self._small_signs(side, ink)
        )

    def _small_digits(self, side: float, ink: Ink) -> Lack | None:
        for each in sorted(self.extents, reverse=True):
            if ink.digit_size(each.order, each.cell(side)) < ink.least_text - _ROUNDING:
                needed = ink.least_text / ink.digit_size(each.order, 1.0)
                return Lack("digits", ink.least_text, each, needed)
        return None

    def _small_clues(self, side: float, ink: Ink) -> Lack | None:
        clue = self.clue
        if clue is None or clue.size * clue.extent.cell(side) >= ink.least_text - _ROUNDING:
            return None
        return Lack("clues", ink.least_text, clue.extent, ink.least_text / clue.size)

    def _small_marks(self, side: float, marks: str, ink: Ink) -> Lack | None:
        if marks not in ("candidates", "digits"):
            return None
        for each in self.extents:
            size = _mark_size(each, marks)
            if size * each.cell(side) < ink.least_mark - _ROUNDING:
                return Lack("candidates", ink.least_mark, each, ink.least_mark / size)
        return None

    def _small_signs(self, side: float, ink: Ink) -> Lack | None:
        for drawing in self.signs:
            extent = _extent_of(drawing, has_clues=False)
            cell = extent.cell(side)
            if found := too_small(drawing, cell, ink):
                return Lack("signs", found.least, extent, cell * found.least / found.size)
        return None


def demands_of(entries: Sequence[Entry], face: Typeface) -> Demands:
    """Return the requirements of puzzles on the size of a slot."""
    extents: dict[Extent, None] = {}
    rules: dict[tuple[object, ...], Drawing] = {}
    signs: dict[tuple[object, ...], Drawing] = {}
    clue: Clue | None = None
    for entry in entries:
        puzzle = entry.puzzle
        clues = {*map(printed_clue, puzzle.cages)} - {""}
        left, top, right, bottom = margins_of(shapes_of(puzzle), puzzle.order)
        across, down = puzzle.order + left + right, puzzle.order + top + bottom
        extent = Extent(puzzle.order, across, down, bool(clues))
        extents[extent] = None
        for text in sorted(clues):
            size = _clue_size(face, text)
            if clue is None or size / extent.side < clue.size / clue.extent.side:
                clue = Clue(entry.number, text, size, extent)
        if puzzle.further:
            drawing = draw(puzzle, coordinates=False)
            kinds = (puzzle.order, *sorted({type(each).NAME for each in puzzle.further}))
            signs.setdefault(kinds, drawing)
            if drawing.legend or drawing.caption:
                rules.setdefault((*(key.text for key in drawing.legend), drawing.caption), drawing)
    return Demands((*extents,), clue, (*rules.values(),), (*signs.values(),))


def _extent_of(drawing: Drawing, *, has_clues: bool) -> Extent:
    left, top, right, bottom = margins_of(drawing.shapes, drawing.order)
    order = drawing.order
    return Extent(order, order + left + right, order + top + bottom, has_clues)


@lru_cache(maxsize=4096)
def _clue_size(face: Typeface, clue: str) -> float:
    """Return the size of a clue in cells."""
    return min(_CLUE, _CLUE_WIDTH / (face.width(clue, 1000) / 1000 or 1.0))


def _mark_size(extent: Extent, marks: str) -> float:
    """Return the font size of candidates or of digits to cross out, in cells."""
    order = extent.order
    columns = candidate_columns(order)
    _, _, width, height = room_of(extent.has_clues)
    place = min(width / columns, height / -(-order // columns))
    most = _CANDIDATE if marks == "candidates" else SMALL_DIGIT
    return min(most, (_IN_PLACE if order < 10 else _IN_LARGE_PLACE) * place)
