"""How large the grids of a book are: the slots of its pages, and whether all is legible in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pandoku.draw import draw
from pandoku.draw.decorated import margins_of, room_of, shapes_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Ink, Typeface, too_small
from pandoku.errors import PressError
from pandoku.press.entries import Entry
from pandoku.press.flow import height_of, rule_passages
from pandoku.press.items import SMALL_DIGIT
from pandoku.press.layout import Area, Slots, fit
from pandoku.press.options import Layout
from pandoku.press.paper import PAPERS, Paper
from pandoku.words import printed_clue

__all__ = ["Demands", "demands_of", "puzzle_slots", "rule_size", "solution_slots", "strip_of"]

_CELL, _CELL_WITH_CAGES, _LARGE_CELL = 26.0, 28.0, 36.0
_USUAL_COUNTS = (6, 4, 2)
_SOLUTION_DIGIT, _LARGE_SOLUTION_DIGIT, _FOOT_DIGIT = 7.25, 16.0, 7.0
_SOLUTION_GAP, _SOLUTION_BAND, _LARGE_SOLUTION_BAND = 12.0, 14.0, 24.0
_MOST_SOLUTIONS = 60
_CLUE, _CLUE_WIDTH = 0.25, 0.84
_CANDIDATE, _IN_PLACE, _IN_LARGE_PLACE = 0.22, 0.83, 0.72
_RULE_SPACE = 6.0
_BESIDE = (150.0, 190.0, 240.0)  # points: the widths that rules beside a grid are tried with
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Demands:
    """What the puzzles of a book need of a slot.

    Attributes:
        extents: For each kind of grid its order, and its width and height in cells with what lies
            beside it; a puzzle to name in messages.
        has_cages: Whether there is a clue in a cell.
        largest: The largest order.
        with_rules: The puzzles whose rules are printed along with them, one for each text.
        widest_clue: The clue that is least legible: its puzzle, the clue, and its size in cells.
        with_signs: For each mix of constraints the drawing of a puzzle that has them.
    """

    extents: tuple[tuple[int, float, float, int], ...]
    has_cages: bool
    largest: int
    with_rules: tuple[Drawing, ...]
    widest_clue: tuple[int, str, float]
    with_signs: tuple[Drawing, ...] = ()

    def cell(self, side: float) -> float:
        """Return the smallest cell of a grid in a slot of this side."""
        return min(side / max(across, down) for _, across, down, _ in self.extents)

    def cells(self, side: float) -> dict[int, float]:
        """Return the cells of each order in a slot of this side."""
        cells: dict[int, float] = {}
        for order, across, down, _ in self.extents:
            cell = side / max(across, down)
            cells[order] = min(cell, cells.get(order, cell))
        return cells

    def digit(self, side: float, ink: Ink) -> float:
        """Return the size of the smallest digit in a slot of this side."""
        return min(
            ink.digit_size(order, side / max(across, down))
            for order, across, down, _ in self.extents
        )


def demands_of(entries: Sequence[Entry], face: Typeface) -> Demands:
    """Return what puzzles need of a slot."""
    extents: dict[tuple[int, float, float], int] = {}
    rules: dict[tuple[object, ...], Drawing] = {}
    signs: dict[tuple[object, ...], Drawing] = {}
    least = (0, "", _CLUE)
    has_cages = False
    for entry in entries:
        puzzle = entry.puzzle
        left, top, right, bottom = margins_of(shapes_of(puzzle), puzzle.order)
        size = puzzle.order, puzzle.order + left + right, puzzle.order + top + bottom
        extents.setdefault(size, entry.number)
        if puzzle.further:
            drawing = draw(puzzle, coordinates=False)
            kinds = (puzzle.order, *sorted({type(each).NAME for each in puzzle.further}))
            signs.setdefault(kinds, drawing)
            if drawing.legend or drawing.caption:
                rules.setdefault((*(key.text for key in drawing.legend), drawing.caption), drawing)
        for cage in puzzle.cages:
            if clue := printed_clue(cage):
                has_cages = True
                if (relative := _clue_size(face, clue)) < least[2]:
                    least = entry.number, clue, relative
    return Demands(
        tuple((*size, number) for size, number in extents.items()),
        has_cages,
        max(order for order, *_ in extents),
        tuple(rules.values()),
        least,
        tuple(signs.values()),
    )


@lru_cache(maxsize=4096)
def _clue_size(face: Typeface, clue: str) -> float:
    """Return the size of a clue in cells."""
    return min(_CLUE, _CLUE_WIDTH / (face.width(clue, 1000) / 1000 or 1.0))


def rule_size(layout: Layout) -> float:
    """Return the font size of the rules along with puzzles."""
    return 16.0 if layout.large_print else 8.0


# ------------------------------------------------------------------ slots for puzzles


def puzzle_slots(
    needs: Demands,
    layout: Layout,
    face: Typeface,
    ink: Ink,
    area_of: Callable[[int], Area],
    **room: float,
) -> Slots:
    """Return the slots of a page of puzzles.

    Args:
        needs: What the puzzles need.
        layout: How they are printed.
        face: The fonts.
        ink: How they are painted.
        area_of: Returns the room for slots, by the number of them.
        room: The band and the gap of a slot, as in `fit`.

    Raises:
        PressError: Something is too small to read.
    """

    def slots_for(count: int) -> Slots:
        return _with_rules(needs.with_rules, layout, face, ink, area_of(count), count, **room)

    if layout.large_print:
        return _large(needs, layout, slots_for(1))
    if layout.per_page is None:
        least = _CELL_WITH_CAGES if needs.has_cages else _CELL
        for count in _USUAL_COUNTS:
            slots = slots_for(count)
            if needs.cell(slots.side) >= least and not _too_small(needs, slots, layout, ink):
                return slots
    count = layout.per_page or 1
    slots = slots_for(count)
    if reason := _too_small(needs, slots, layout, ink):
        raise PressError(_refusal(needs, layout, ink, slots, slots_for, count, reason))
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
    """Return slots with room for the rules of each puzzle below or beside it."""
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


def _too_small(needs: Demands, slots: Slots, layout: Layout, ink: Ink) -> tuple[str, float] | None:
    """Return what is too small in slots and how large its cell would have to be, or None."""
    if slots.side <= 0:
        return "digits", _least_cell(needs, ink)
    cell = needs.cell(slots.side)
    if needs.digit(slots.side, ink) < ink.least_text - 0.005:
        return "digits", _least_cell(needs, ink)
    clue = needs.widest_clue[2]
    if needs.has_cages and clue * cell < ink.least_text - 0.005:
        return "clues", ink.least_text / clue
    if layout.marks in ("candidates", "digits"):
        least = ink.least_mark
        relative = _mark_size(needs, layout.marks)
        if relative * cell < least - 0.005:
            return "candidates", least / relative
    return _small_sign(needs, slots.side, ink)


def _small_sign(needs: Demands, side: float, ink: Ink) -> tuple[str, float] | None:
    """Return how large cells have to be for the signs of constraints, or None if they are."""
    for drawing in needs.with_signs:
        left, top, right, bottom = margins_of(drawing.shapes, drawing.order)
        cell = side / (drawing.order + max(left + right, top + bottom))
        if found := too_small(drawing, cell, ink):
            return "signs", cell * found.least / found.size
    return None


def _least_cell(needs: Demands, ink: Ink) -> float:
    """Return the least cell of the largest order whose digits are legible."""
    return ink.least_text / ink.digit_size(needs.largest, 1.0)


def _mark_size(needs: Demands, marks: str) -> float:
    """Return the size of candidates or of digits to cross out in cells, of the largest order."""
    columns = candidate_columns(needs.largest)
    _, _, width, height = room_of(needs.has_cages)
    place = min(width / columns, height / -(-needs.largest // columns))
    most = _CANDIDATE if marks == "candidates" else SMALL_DIGIT
    return min(most, (_IN_PLACE if needs.largest < 10 else _IN_LARGE_PLACE) * place)


def _refusal(
    needs: Demands,
    layout: Layout,
    ink: Ink,
    slots: Slots,
    slots_for: Callable[[int], Slots],
    count: int,
    reason: tuple[str, float],
) -> str:
    what, least_cell = reason
    paper = layout.page
    least = ink.least_mark if what == "candidates" else ink.least_text
    works = [n for n in range(1, count) if not _too_small(needs, slots_for(n), layout, ink)]
    if works:
        number, clue, _ = needs.widest_clue
        of = f" such as {clue!r} in puzzle {number}" if what == "clues" and clue else ""
        return (
            f"{count} a page on {paper.name} give cells of {needs.cell(max(slots.side, 0)):.1f}; "
            f"{what}{of} of {least:g} need {least_cell:.1f}: at most {max(works)}"
        )
    area = slots_for(1).area
    needed = max(max(across, down) for _, across, down, _ in needs.extents) * least_cell
    whose = layout.press or "a printer at home"
    n = needs.largest
    if what == "clues":
        number, clue, _ = needs.widest_clue
        return (
            f"the clue {clue!r} of puzzle {number} would be "
            f"{needs.widest_clue[2] * needs.cell(max(slots_for(1).side, 0)):.1f} points on "
            f"{paper.name}, even one a page; expected at least {least:g}"
        )
    return (
        f"{paper.name} less the margins of {whose} leaves {paper.words(area.width, area.height)}; "
        f"a {n}x{n} with {what} of {least:g} needs {paper.length(needed)}"
    )


def _large(needs: Demands, layout: Layout, slots: Slots) -> Slots:
    cell = needs.cell(max(slots.side, 0.0))
    if cell >= _LARGE_CELL - 0.005:
        return slots
    n = needs.largest
    lost = (layout.page.width - slots.side, layout.page.height - slots.side)
    needed = max(max(across, down) for _, across, down, _ in needs.extents) * _LARGE_CELL
    fits = [each.name for each in PAPERS.values() if _has_room(each, needed, lost)]
    way_out = f"{fits[0]} would do" if fits else "no usual paper is large enough"
    raise PressError(
        f"a {n}x{n} in large print needs cells of {_LARGE_CELL:g}, {layout.page.name} gives "
        f"{cell:.1f}: {way_out}"
    )


def _has_room(paper: Paper, needed: float, lost: tuple[float, float]) -> bool:
    return paper.width - lost[0] >= needed - 1 and paper.height - lost[1] >= needed - 1


# ------------------------------------------------------------------ slots for solutions


def solution_slots(
    needs: Demands, layout: Layout, ink: Ink, area: Area, most_cell: float, count: int
) -> Slots:
    """Return the slots of a page of solutions.

    Args:
        needs: What the puzzles need.
        layout: How they are printed.
        ink: How solutions are painted.
        area: The room for slots.
        most_cell: The cell of the puzzles: a solution is not larger.
        count: How many solutions there are.

    Raises:
        PressError: Something is too small to read.
    """
    band = _LARGE_SOLUTION_BAND if layout.large_print else _SOLUTION_BAND
    least = _LARGE_SOLUTION_DIGIT if layout.large_print else _SOLUTION_DIGIT

    def slots_for(number: int) -> Slots:
        return fit(area, number, gap=_SOLUTION_GAP, band=band)

    def digit(slots: Slots) -> float:
        return ink.digit_size(needs.largest, max(slots.side, 0.0) / needs.largest)

    if layout.solutions_per_page is None:
        works = (n for n in range(_MOST_SOLUTIONS, 1, -1) if digit(slots_for(n)) >= least)
        slots = slots_for(min(next(works, 1), max(count, 1)))
    else:
        slots = slots_for(layout.solutions_per_page)
    if digit(slots) < ink.least_text - 0.005:
        works = (n for n in range(slots.count, 0, -1) if digit(slots_for(n)) >= ink.least_text)
        way_out = f": at most {number}" if (number := next(works, 0)) else ""
        raise PressError(
            f"{slots.count} solutions a page on {layout.page.name} give digits of "
            f"{digit(slots):.1f}, expected at least {ink.least_text:g}{way_out}"
        )
    return _no_larger(slots, most_cell * needs.largest)


def _no_larger(slots: Slots, most: float) -> Slots:
    if slots.side <= most:
        return slots
    return replace(slots, side=most)


def strip_of(needs: Demands, ink: Ink, area: Area, count: int) -> Slots:
    """Return the slots of the solutions at the foot of a page, in an area as high as they need."""
    cell = _FOOT_DIGIT / ink.digit_size(needs.largest, 1.0)
    side = cell * needs.largest
    columns = max(1, min(count, int((area.width + _SOLUTION_GAP) // (side + _SOLUTION_GAP))))
    rows = -(-count // columns)
    height = rows * side + (rows - 1) * _SOLUTION_GAP
    return Slots(
        Area(area.left, area.bottom, area.width, height), columns, rows, side, _SOLUTION_GAP
    )
