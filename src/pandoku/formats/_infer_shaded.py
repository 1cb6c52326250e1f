"""Meanings of shaded cells: digits of one parity, or regions with each digit once."""

from __future__ import annotations

import re
from collections import defaultdict

from pandoku.constraints import Even, Odd
from pandoku.formats._drawn_grid import DrawnMark
from pandoku.formats._evidence import Evidence
from pandoku.model.geometry import connected_cells

__all__ = ["find_shaded_parities", "find_shaded_regions"]

_SHADED = r"(?:shaded|gr[ae]y|colou?red|marked|highlighted)"
_PARITY = rf"{_SHADED}[^.;\n]*\b(even|odd)\b|\b(even|odd)\b[^.;\n]*{_SHADED}"
_REGION = (
    rf"windoku|hyper|extra (?:region|box|house)|{_SHADED} (?:3x3 )?(?:region|area|square|box|group)"
)


def find_shaded_parities(seen: Evidence) -> None:
    """Find shaded cells if a sentence says which parity their digits have."""
    named = {found[1] or found[2] for found in re.finditer(_PARITY, seen.text)}
    if len(named) != 1:
        return
    for tiles in _tiles(seen).values():
        cells = tuple(sorted(tiles))
        kind = Even if named == {"even"} else Odd
        seen.add(kind(cells), shapes=[*tiles.values()])


def find_shaded_regions(seen: Evidence) -> None:
    """Find connected groups of as many shaded cells as there are digits."""
    if not seen.says(_REGION):
        return
    for tiles in _tiles(seen).values():
        groups = connected_cells({*tiles}, seen.n)
        if all(len(group) == seen.n for group in groups):
            seen.add_sets("extra regions", *groups, shapes=[*tiles.values()])


def _tiles(seen: Evidence) -> dict[str, dict[int, DrawnMark]]:
    """Return the marks that fill a cell, by color and cell."""
    by_color: dict[str, dict[int, DrawnMark]] = defaultdict(dict)
    for mark in seen.marks():
        cell = seen.in_cell(mark)
        is_tile = not mark.is_round and min(mark.width, mark.height) >= 0.9 and not mark.text
        if cell is not None and is_tile and mark.fill:
            by_color[mark.fill][cell] = mark
    return by_color
