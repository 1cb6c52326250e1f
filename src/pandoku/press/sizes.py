"""The sizes of grids in a book: the slots of its pages, and errors if they are too small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Ink, Typeface
from pandoku.errors import PressError
from pandoku.press.demands import Demands, Lack
from pandoku.press.layout import Area, Slots, fit
from pandoku.press.options import Layout
from pandoku.press.paper import PAPERS, Paper
from pandoku.press.passages import height_of, rule_passages

__all__ = ["puzzle_slots", "rule_size", "solution_slots", "strip_of"]

_CELL, _CELL_WITH_CLUES, _LARGE_CELL = 26.0, 28.0, 36.0
_USUAL_COUNTS = (6, 4, 2)
_SOLUTION_DIGIT, _LARGE_SOLUTION_DIGIT, _FOOT_DIGIT = 7.25, 16.0, 7.0
_SOLUTION_GAP, _SOLUTION_BAND, _LARGE_SOLUTION_BAND = 12.0, 14.0, 24.0
_MOST_SOLUTIONS = 60
_RULE_SPACE = 6.0
_BESIDE = (150.0, 190.0, 240.0)  # points: widths to try for rules next to a grid
_TRIES = 12


def rule_size(layout: Layout) -> float:
    """Return the font size of the rules printed with puzzles."""
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
        area_of: Returns the area for the slots, given their number.
        n_puzzles: Number of puzzles. If they do not fill a page, they are printed larger.
        room: The band and the gap of a slot, as in `fit`.

    Raises:
        PressError: Something is too small to read.
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
    """Return slots with space for the rules of each puzzle below or next to it."""
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
    """Return an error message with the number of puzzles or the size of paper that would fit."""
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
    fits = [each for each in PAPERS.values() if _has_room(each, needed, lost)]
    way_out = "no usual paper is large enough"
    if fits:
        way_out = f"{min(fits, key=lambda each: each.width * each.height).name} is large enough"
    raise PressError(
        f"a {n}x{n} in large print needs cells of {_LARGE_CELL:g} points, but {page.name} gives "
        f"{cell:.1f}; {way_out}"
    )


def _has_room(paper: Paper, needed: float, lost: tuple[float, float]) -> bool:
    return paper.width - lost[0] >= needed - 1 and paper.height - lost[1] >= needed - 1


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
        most_cell: Side of a cell of the puzzles, the maximum for solutions.
        count: Number of solutions.

    Raises:
        PressError: Something is too small to read.
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
    return _no_larger(slots, most_cell * demands.largest)


def _no_larger(slots: Slots, most: float) -> Slots:
    if slots.side <= most:
        return slots
    return replace(slots, side=most)


def strip_of(demands: Demands, ink: Ink, area: Area, count: int) -> Slots:
    """Return the slots of the solutions at the foot of a page, in an area of minimum height."""
    cell = _FOOT_DIGIT / ink.digit_size(demands.largest, 1.0)
    side = cell * demands.largest
    columns = max(1, min(count, int((area.width + _SOLUTION_GAP) // (side + _SOLUTION_GAP))))
    rows = -(-count // columns)
    height = rows * side + (rows - 1) * _SOLUTION_GAP
    return Slots(
        Area(area.left, area.bottom, area.width, height), columns, rows, side, _SOLUTION_GAP
    )
