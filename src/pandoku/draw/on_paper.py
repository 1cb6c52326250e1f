"""Printed HTML pages: the number and size of the puzzles on a sheet.

A browser prints on the paper in the printer, so sheets are laid out to fit both A4 and Letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.draw.decorated import margins_of
from pandoku.draw.items import Drawing
from pandoku.draw.layout import Area, Slots, fit
from pandoku.draw.paper import HOME, PAPERS
from pandoku.errors import PressError

__all__ = ["PICTURE_BESIDE", "sheet_slots", "sheet_style", "slots_for_drawings"]

PICTURE_BESIDE = 0.8  # cells: width of the row numbers and the border of a picture
_USUAL_COUNTS = (6, 4, 2)
# Points: with the first size, six 9x9 Sudokus fit on a sheet.
_CELL, _CELL_WITH_CAGES, _LEAST_CELL = 18.0, 28.0, 12.0
_HEAD = 72.0  # points: height of a heading and up to three lines of rules
_BAND = 16.0  # points: height of the name above a puzzle
_LARGEST = 482.0  # points: maximum side of a puzzle alone on a sheet


def sheet_slots(
    cells: float, *, has_cages: bool = False, count: int = 1, per_sheet: int | None = None
) -> Slots:
    """Return the places of puzzles on a sheet, in points.

    Args:
        cells: Width of the largest puzzle in cells, including its margins.
        has_cages: Whether cells contain clues, which must be legible.
        count: Number of puzzles. A sheet never has more places than there are puzzles.
        per_sheet: Number of puzzles per sheet, 1 to 30. None means the largest of 6, 4 and 2 with
            sufficiently large cells, or 1 if there is no such number.

    Raises:
        PressError: The cells would be too small with *per_sheet* puzzles on a sheet.
    """
    if per_sheet is not None:
        slots = _slots(per_sheet)
        if slots.side / cells < _LEAST_CELL:
            fitting = [n for n in range(1, per_sheet) if _slots(n).side / cells >= _LEAST_CELL]
            raise PressError(
                f"expected cells of at least {_LEAST_CELL:g} points, found "
                f"{max(slots.side, 0) / cells:.1f} with {per_sheet} puzzles per sheet; the "
                f"maximum is {max(fitting, default=1)}"
            )
        return slots
    least = _CELL_WITH_CAGES if has_cages else _CELL
    for number in (min(each, count) for each in _USUAL_COUNTS):
        slots = _slots(number)
        if slots.side / cells >= least:
            return slots
    return _slots(1)


def slots_for_drawings(drawings: Sequence[Drawing]) -> Slots:
    """Return the places of drawings on a sheet. If a drawing has words, there is only one place."""
    if any(each.legend or each.caption or each.sums or each.ways for each in drawings):
        return _slots(1)
    margins = [margins_of(each.shapes, each.order) for each in drawings]
    cells = max(
        each.order + left + right + PICTURE_BESIDE
        for each, (left, _, right, _) in zip(drawings, margins, strict=True)
    )
    has_cages = any(text.role == "clue" for each in drawings for text in each.texts)
    return sheet_slots(cells, has_cages=has_cages, count=len(drawings))


def sheet_style(slots: Slots, within: str = "body") -> str:
    """Return the CSS of sheets.

    Args:
        slots: The places on a sheet.
        within: Selector of the element that contains the elements of class ``sheet``. Each sheet
            has a ``p`` with the rules, and a ``section`` for each puzzle.
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
