"""Puzzles of an HTML page on paper: how many stand on a sheet, and how large they are.

A browser takes the paper that is in the printer, so sheets are laid out for what fits both A4 and
Letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.draw import Drawing
from pandoku.draw.decorated import margins_of
from pandoku.errors import PressError
from pandoku.press.layout import Area, Slots, fit
from pandoku.press.paper import HOME, PAPERS

__all__ = ["PICTURE_BESIDE", "sheet_slots", "sheet_style", "slots_for_drawings"]

PICTURE_BESIDE = 0.8  # cells: the numbers of rows and columns, and the border of a picture
_USUAL_COUNTS = (6, 4, 2)
_CELL, _CELL_WITH_CAGES, _LEAST_CELL = 18.0, 28.0, 12.0  # points: six 9x9 Sudokus fit
_HEAD = 72.0  # points: a heading, and the rules in up to three lines
_BAND = 16.0  # points: the name above a puzzle
_LARGEST = 482.0  # points: a puzzle that is alone on its sheet


def sheet_slots(
    cells: float, *, has_cages: bool = False, count: int = 1, per_sheet: int | None = None
) -> Slots:
    """Return the places of puzzles on a sheet, in points.

    Args:
        cells: The width of the largest puzzle in cells, with what stands beside it.
        has_cages: Whether there are clues in cells, which have to be legible.
        count: How many puzzles there are; a sheet has no more places.
        per_sheet: How many puzzles a sheet has, 1 to 30; None for the most of 6, 4 and 2 whose
            cells are large enough, else 1.

    Raises:
        PressError: So many do not fit.
    """
    if per_sheet is not None:
        slots = _slots(per_sheet)
        if slots.side / cells < _LEAST_CELL:
            fitting = [n for n in range(1, per_sheet) if _slots(n).side / cells >= _LEAST_CELL]
            raise PressError(
                f"{per_sheet} puzzles a sheet give cells of {max(slots.side, 0) / cells:.1f} "
                f"points, expected at least {_LEAST_CELL:g}: at most {max(fitting, default=1)}"
            )
        return slots
    least = _CELL_WITH_CAGES if has_cages else _CELL
    for number in (min(each, count) for each in _USUAL_COUNTS):
        slots = _slots(number)
        if slots.side / cells >= least:
            return slots
    return _slots(1)


def slots_for_drawings(drawings: Sequence[Drawing]) -> Slots:
    """Return the places of drawings on a sheet; those with words below them are one to a sheet."""
    if any(each.legend or each.caption or each.sums for each in drawings):
        return _slots(1)
    margins = [margins_of(each.shapes, each.order) for each in drawings]
    cells = max(
        each.order + left + right + PICTURE_BESIDE
        for each, (left, _, right, _) in zip(drawings, margins, strict=True)
    )
    has_cages = any(text.role == "clue" for each in drawings for text in each.texts)
    return sheet_slots(cells, has_cages=has_cages, count=len(drawings))


def sheet_style(slots: Slots, within: str = "body") -> str:
    """Return the style of sheets.

    Args:
        slots: The places on a sheet.
        within: The selector of an element around elements of the class ``sheet``. Each has a ``p``
            with the rules, and a ``section`` for each puzzle.
    """
    side, rows = min(slots.side, _LARGEST), slots.rows
    free = slots.area.height - rows * (slots.band + side)
    return f"""
@media print {{
  {within} .sheet {{
    display: grid; grid-template-columns: repeat({slots.columns}, {side:.1f}pt);
    justify-content: space-evenly; align-content: start;
    gap: {min(free / (rows + 1), 2 * slots.gap):.1f}pt 0;
  }}
  {within} .sheet + .sheet {{ break-before: page; }}
  {within} .sheet > p {{ grid-column: 1 / -1; margin: 0; }}
  {within} .sheet > section {{
    width: {side:.1f}pt; margin: 0; padding: 0; border: none; break-inside: avoid;
  }}
  {within} .sheet figure, {within} .sheet svg {{ max-width: none; width: 100%; margin: 0; }}
}}
"""


def _slots(count: int) -> Slots:
    paper, margins = PAPERS["common"], HOME.margins
    area = Area(
        margins.inside,
        margins.bottom,
        paper.width - margins.inside - margins.outside,
        paper.height - margins.top - margins.bottom - _HEAD,
    )
    return fit(area, count, band=_BAND)
