"""Compute slots for the grids in a book, and raise errors if text would be too small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from pandoku.draw import draw
from pandoku.draw.decorated import margins_of, room_of, shapes_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.items import Drawing
from pandoku.draw.layout import Area, Slots, fit
from pandoku.draw.paper import PAPERS
from pandoku.draw.pdf import Ink, Typeface, too_small
from pandoku.errors import PressError
from pandoku.model import Puzzle
from pandoku.press.entries import Entry
from pandoku.press.items import SMALL_DIGIT, height_of, rule_passages
from pandoku.press.options import Layout
from pandoku.words import printed_clue, rule_sentences

__all__ = [
    "Clue",
    "Demands",
    "Extent",
    "Lack",
    "demands_of",
    "puzzle_slots",
    "rule_size",
    "shows_rules",
    "solution_slots",
    "strip_of",
]

_CLUE, _CLUE_WIDTH = 0.25, 0.84  # cells
# The first number is in cells. The others are fractions of a candidate's place.
_CANDIDATE, _IN_PLACE, _IN_LARGE_PLACE = 0.22, 0.83, 0.72
_ROUNDING = 0.005  # points
_CELL, _CELL_WITH_CLUES, _LARGE_CELL = 26.0, 28.0, 36.0
_USUAL_COUNTS = (6, 4, 2)
_SOLUTION_DIGIT, _LARGE_SOLUTION_DIGIT, _FOOT_DIGIT = 7.25, 16.0, 7.0
_SOLUTION_GAP, _SOLUTION_BAND, _LARGE_SOLUTION_BAND = 12.0, 14.0, 24.0
_MOST_SOLUTIONS = 60
_RULE_SPACE = 6.0
_BESIDE = (150.0, 190.0, 240.0)  # points: widths to try for rules next to a grid
_TRIES = 12


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
        """Return the side of a cell, at least 0, if the grid fills a square with side *side*."""
        return max(0.0, side) / self.side

    @property
    def side(self) -> float:
        """The side of the square around the grid, in cells."""
        return max(self.across, self.down)


class Clue(NamedTuple):
    """The cage clue that is printed smallest, and is therefore hardest to read.

    Attributes:
        number: Number of the puzzle that contains the clue.
        text: The clue.
        size: Font size in cells.
        extent: The size of the puzzle's grid.
    """

    number: int
    text: str
    size: float
    extent: Extent


class Lack(NamedTuple):
    """A kind of text or sign that would be too small to read.

    Attributes:
        what: "digits", "clues", "candidates" or "signs".
        least: Minimum font size in points.
        extent: The size of the grid that contains the text or sign.
        needed: Side of a cell in points that would make the text or sign legible.
    """

    what: str
    least: float
    extent: Extent
    needed: float


@dataclass(frozen=True, slots=True)
class Demands:
    """Facts about the puzzles of a book that determine the required size of a slot.

    Attributes:
        extents: The different sizes of grids.
        clue: The cage clue that is printed smallest, or None if there are no clues.
        rules: Drawings of puzzles whose rules are printed with them. Puzzles with the same rules
            share one drawing.
        signs: Drawings of puzzles with constraints: one for each combination of an order and a set
            of kinds of constraints.
    """

    extents: tuple[Extent, ...]
    clue: Clue | None
    rules: tuple[Drawing, ...]
    signs: tuple[Drawing, ...]

    @property
    def largest(self) -> int:
        """The largest order of the puzzles."""
        return max(extent.order for extent in self.extents)

    @property
    def widest(self) -> Extent:
        """The size of the grid with the smallest cells, if all grids fill squares of equal size."""
        return max(self.extents, key=lambda extent: extent.side)

    def cell(self, side: float) -> float:
        """Return the side of the smallest cell if grids fill a square with side *side*."""
        return self.widest.cell(side)

    def cells(self, side: float) -> dict[int, float]:
        """Return the smallest cell side of each order, if grids fill squares with side *side*."""
        cells: dict[int, float] = {}
        for extent in self.extents:
            cell = extent.cell(side)
            cells[extent.order] = min(cell, cells.get(extent.order, cell))
        return cells

    def digit(self, side: float, ink: Ink) -> float:
        """Return the size of the smallest digit if grids fill a square with side *side*."""
        return min(ink.digit_size(each.order, each.cell(side)) for each in self.extents)

    def are_roomy(self, side: float, plain: float, with_clues: float) -> bool:
        """Return whether the cells of all grids are large enough in a square with side *side*.

        Cells that contain clues need the side *with_clues*, and other cells need the side *plain*.
        """
        return all(
            each.cell(side) >= (with_clues if each.has_clues else plain) for each in self.extents
        )

    def lack(self, side: float, marks: str, ink: Ink) -> Lack | None:
        """Return the first kind of text or sign that would be too small to read, or None.

        *side* is the side of the square that a grid fills.
        """
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
        most = _CANDIDATE if marks == "candidates" else SMALL_DIGIT
        for each in self.extents:
            columns = candidate_columns(each.order)
            _, _, width, height = room_of(each.has_clues)
            place = min(width / columns, height / -(-each.order // columns))
            size = min(most, (_IN_PLACE if each.order < 10 else _IN_LARGE_PLACE) * place)
            if size * each.cell(side) < ink.least_mark - _ROUNDING:
                return Lack("candidates", ink.least_mark, each, ink.least_mark / size)
        return None

    def _small_signs(self, side: float, ink: Ink) -> Lack | None:
        for drawing in self.signs:
            order, margins = drawing.order, margins_of(drawing.shapes, drawing.order)
            left, top, right, bottom = margins
            extent = Extent(order, order + left + right, order + top + bottom, has_clues=False)
            cell = extent.cell(side)
            if found := too_small(drawing, cell, ink):
                return Lack("signs", found.least, extent, cell * found.least / found.size)
        return None


def shows_rules(puzzle: Puzzle, layout: Layout) -> bool:
    """Return whether the rules of constraints are printed with a puzzle.

    If a page explains how to play, puzzles whose only constraints are cages are explained there.
    """
    return bool(puzzle.further) or (bool(puzzle.cages) and not layout.rules)


def demands_of(entries: Sequence[Entry], layout: Layout, face: Typeface) -> Demands:
    """Return the facts about puzzles that determine the size of a slot."""
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
        elif shows_rules(puzzle, layout):
            told = rule_sentences(puzzle.cages, puzzle.geometry)
            if told and (*told, "") not in rules:  # a drawing takes longer than its sentences
                rules[*told, ""] = draw(puzzle, coordinates=False)
    return Demands((*extents,), clue, (*rules.values(),), (*signs.values(),))


@lru_cache(maxsize=4096)
def _clue_size(face: Typeface, clue: str) -> float:
    """Return the font size of a clue in cells."""
    return min(_CLUE, _CLUE_WIDTH / (face.width(clue, 1000) / 1000 or 1.0))


def rule_size(layout: Layout) -> float:
    """Return the font size of the rules that are printed next to or below puzzles."""
    return 16.0 if layout.large_print else 8.0


# ------------------------------------------------------------------ slots for puzzles


def puzzle_slots(
    demands: Demands,
    layout: Layout,
    face: Typeface,
    ink: Ink,
    area_of: Callable[[int], Area],
    n_puzzles: int,
    **room: float,
) -> Slots:
    """Return the slots of a page of puzzles.

    Args:
        demands: Requirements of the puzzles.
        layout: The layout.
        face: The fonts.
        ink: Style of the puzzles.
        area_of: Function that returns the area for the slots, given the number of slots.
        n_puzzles: Number of puzzles. If the puzzles do not fill a page, they are printed larger.
        room: The arguments `band` and `gap` of `fit`.

    Raises:
        PressError: Digits, clues, candidates or signs are too small to read.
    """

    def slots_for(count: int) -> Slots:
        return _with_rules(demands.rules, layout, face, ink, area_of(count), count, **room)

    if layout.large_print:
        return _large(demands, layout, slots_for(1))
    if layout.per_page is None:
        enough = next(
            (count for count in (1, *_USUAL_COUNTS[::-1]) if count >= n_puzzles), _USUAL_COUNTS[0]
        )
        for count in (each for each in _USUAL_COUNTS if each <= enough):
            slots = slots_for(count)
            is_roomy = demands.are_roomy(slots.side, _CELL, _CELL_WITH_CLUES)
            if is_roomy and demands.lack(slots.side, layout.marks, ink) is None:
                return slots
    count = layout.per_page or 1
    slots = slots_for(count)
    if lack := demands.lack(slots.side, layout.marks, ink):
        raise PressError(_refusal(demands, layout, ink, slots_for, count, lack))
    return slots


def _with_rules(
    drawings: Sequence[Drawing],
    layout: Layout,
    face: Typeface,
    ink: Ink,
    area: Area,
    count: int,
    **room: float,
) -> Slots:
    """Return slots with space for the rules of a puzzle, either below or next to the puzzle."""
    plain = fit(area, count, **room)
    if not drawings:
        return plain
    size = rule_size(layout)

    def height(width: float) -> float:
        return max(
            height_of(rule_passages(face, each, max(width, 60.0), size, ink)) for each in drawings
        )

    best, below = plain, 0.0
    for _ in range(_TRIES):
        width = area.width if best.columns == 1 else best.side
        needed = height(width) + _RULE_SPACE
        if needed <= below:
            break
        below = needed
        best = fit(area, count, below=below, **room)
    for width in _BESIDE:
        slots = fit(area, count, beside=width + _RULE_SPACE * 2, **room)
        if slots.side > best.side + 6 and height(width) <= slots.side:
            best = slots
    return best


def _refusal(
    demands: Demands,
    layout: Layout,
    ink: Ink,
    slots_for: Callable[[int], Slots],
    count: int,
    lack: Lack,
) -> str:
    """Return an error message that recommends fewer puzzles per page or a larger paper."""
    paper, extent = layout.page, lack.extent
    name = f"{lack.what} of {lack.least:g}"
    if lack.what == "clues" and demands.clue is not None:
        name = f"clues of {lack.least:g}, such as {demands.clue.text} in puzzle "
        name += f"{demands.clue.number},"
    for number in range(count - 1, 0, -1):
        if demands.lack(slots_for(number).side, layout.marks, ink) is None:
            cell = extent.cell(slots_for(count).side)
            return (
                f"{name} need cells of {lack.needed:.1f}, but {count} puzzles per page on "
                f"{paper.name} give {cell:.1f}; the maximum is {number}"
            )
    largest = slots_for(1)
    if lack.what == "clues" and demands.clue is not None:
        size = demands.clue.size * extent.cell(largest.side)
        return (
            f"expected clues of at least {lack.least:g} points, found {size:.1f} for "
            f"{demands.clue.text!r} of puzzle {demands.clue.number} on {paper.name}, even with one "
            "puzzle per page"
        )
    area, whose = largest.area, layout.press or "a home printer"
    needed = extent.side * lack.needed
    n = extent.order
    return (
        f"a {n}x{n} with {name} needs {paper.length(needed)}, but {paper.name} has only "
        f"{paper.words(area.width, area.height)} within the margins of {whose}"
    )


def _large(demands: Demands, layout: Layout, slots: Slots) -> Slots:
    """Return the slots of large print, or raise PressError if the cells are too small."""
    cell = demands.cell(slots.side)
    if cell >= _LARGE_CELL - 0.005:
        return slots
    page, n = layout.page, demands.widest.order
    bands = slots.band + slots.below
    lost = (page.width - slots.area.width, page.height - slots.area.height + bands)
    needed = demands.widest.side * _LARGE_CELL
    fits = [
        each
        for each in PAPERS.values()
        if each.width - lost[0] >= needed - 1 and each.height - lost[1] >= needed - 1
    ]
    way_out = "no usual paper is large enough"
    if fits:
        way_out = f"{min(fits, key=lambda each: each.width * each.height).name} is large enough"
    raise PressError(
        f"a {n}x{n} in large print needs cells of {_LARGE_CELL:g} points, but {page.name} gives "
        f"{cell:.1f}; {way_out}"
    )


# ------------------------------------------------------------------ slots for solutions


def solution_slots(
    demands: Demands, layout: Layout, ink: Ink, area: Area, most_cell: float, count: int
) -> Slots:
    """Return the slots of a page of solutions.

    Args:
        demands: Requirements of the puzzles.
        layout: The layout.
        ink: Style of the solutions.
        area: The area for the slots.
        most_cell: Maximum side of a cell in points: the side of a cell of the puzzles.
        count: Number of solutions.

    Raises:
        PressError: The digits are too small to read.
    """
    band = _LARGE_SOLUTION_BAND if layout.large_print else _SOLUTION_BAND
    least = _LARGE_SOLUTION_DIGIT if layout.large_print else _SOLUTION_DIGIT

    def slots_for(number: int) -> Slots:
        return fit(area, number, gap=_SOLUTION_GAP, band=band)

    def digit(slots: Slots) -> float:
        return ink.digit_size(demands.largest, max(slots.side, 0.0) / demands.largest)

    if layout.solutions_per_page is None:
        works = (n for n in range(_MOST_SOLUTIONS, 1, -1) if digit(slots_for(n)) >= least)
        slots = slots_for(min(next(works, 1), max(count, 1)))
    else:
        slots = slots_for(layout.solutions_per_page)
    if digit(slots) < ink.least_text - 0.005:
        works = (n for n in range(slots.count, 0, -1) if digit(slots_for(n)) >= ink.least_text)
        way_out = f"; the maximum is {number}" if (number := next(works, 0)) else ""
        raise PressError(
            f"expected digits of at least {ink.least_text:g} points, found {digit(slots):.1f} with "
            f"{slots.count} solutions per page on {layout.page.name}{way_out}"
        )
    return replace(slots, side=min(slots.side, most_cell * demands.largest))


def strip_of(demands: Demands, ink: Ink, area: Area, count: int) -> Slots:
    """Return the slots of the solutions at the foot of a page.

    The digits have the smallest legible size, so that the slots are as low as possible.
    """
    cell = _FOOT_DIGIT / ink.digit_size(demands.largest, 1.0)
    side = cell * demands.largest
    columns = max(1, min(count, int((area.width + _SOLUTION_GAP) // (side + _SOLUTION_GAP))))
    rows = -(-count // columns)
    height = rows * side + (rows - 1) * _SOLUTION_GAP
    return Slots(
        Area(area.left, area.bottom, area.width, height), columns, rows, side, _SOLUTION_GAP
    )
