"""What marks in cells and on their borders mean, and cells with a border of their own."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

from pandoku.constraints import (
    XV,
    Clone,
    CountingCircles,
    Difference,
    Even,
    GreaterThan,
    Odd,
    Quadruple,
    Ratio,
)
from pandoku.formats._drawn_colors import is_black, is_gray, is_white
from pandoku.formats._drawn_grid import DrawnMark
from pandoku.formats._evidence import Evidence, number_in
from pandoku.model import Cage
from pandoku.model.geometry import connected_cells

__all__ = [
    "find_bars",
    "find_cages",
    "find_clones",
    "find_counting_circles",
    "find_dots",
    "find_inequalities",
    "find_parities",
    "find_quadruples",
    "find_sums_on_borders",
]


def find_dots(seen: Evidence) -> None:
    for mark in seen.marks():
        cells = seen.on_border(mark)
        small = mark.is_round and 0 < mark.width <= 0.5 and mark.width == mark.height
        value = number_in(mark.text) if mark.text else 0
        if cells is None or not small or value is None:
            continue
        if is_black(mark.fill):
            seen.add(Ratio(cells, value or 2), shapes=[mark])
        elif is_white(mark.fill):
            seen.add(Difference(cells, value or 1), shapes=[mark])


def find_sums_on_borders(seen: Evidence) -> None:
    sums = {"X": 10, "V": 5, "x": 10, "v": 5, "XV": 15}
    for mark in seen.marks():
        cells = seen.on_border(mark)
        if cells is not None and mark.text in sums:
            seen.add(XV(cells, sums[mark.text]), shapes=[mark])


def find_bars(seen: Evidence) -> None:
    """Find bars on the borders of neighbors that the words call consecutive."""
    for mark in seen.marks() if seen.says("consecutive") else []:
        cells = seen.on_border(mark)
        is_bar = not mark.is_round and 0 < 2 * min(mark.width, mark.height) < 2
        is_long = max(mark.width, mark.height) >= 2 * min(mark.width, mark.height)
        if cells is not None and is_bar and is_long and not mark.text:
            seen.add(Difference(cells), shapes=[mark])


def find_inequalities(seen: Evidence) -> None:
    """Find signs that point to the lesser of two neighbors."""
    for mark in seen.marks():
        cells = seen.on_border(mark)
        if cells is None or not mark.text:
            continue
        is_beside = cells[1] == cells[0] + 1
        if mark.text in ("<" if is_beside else "^\u2227"):
            seen.add(GreaterThan(cells[::-1]), shapes=[mark])
        elif mark.text in (">" if is_beside else "v\u2228"):
            seen.add(GreaterThan(cells), shapes=[mark])


def find_quadruples(seen: Evidence) -> None:
    for mark in seen.marks():
        is_corner = abs(mark.x - round(mark.x)) < 0.1 and abs(mark.y - round(mark.y)) < 0.1
        words = re.split(r"[\s,]+", mark.text) if re.search(r"[\s,]", mark.text) else [*mark.text]
        digits = [number_in(each) for each in words]
        if not is_corner or not digits or None in digits:
            continue
        corners = [(x, y) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]
        found = [seen.cell_at(mark.x + x, mark.y + y) for x, y in corners]
        cells = tuple(cell for cell in found if cell is not None)
        wanted = tuple(sorted(digit for digit in digits if digit))
        if cells and 0 < len(wanted) <= 4:
            seen.add(Quadruple(cells, wanted), shapes=[mark])


# ---- cells


def find_cages(seen: Evidence) -> None:
    for block in seen.blocks():
        total = number_in(block.text.strip()) if block.text.strip() else 0
        if total is not None and (total or seen.says("cage|killer")):
            cage = Cage("+", total or None, block.cells, repeats=False)
            if not seen.add(cage, shapes=[block]) and seen.says("repeat"):
                seen.add(Cage("+", total or None, block.cells), shapes=[block])


def find_parities(seen: Evidence) -> None:
    even, odd = seen.says(r"\beven\b"), seen.says(r"\bodd\b")
    for mark in seen.marks():
        cell = seen.in_cell(mark)
        is_mark = cell is not None and is_gray(mark.fill) and 0.4 <= mark.width < 1.0
        if not is_mark or cell is None or mark.text:
            continue
        if mark.is_round and odd:
            seen.add(Odd((cell,)), shapes=[mark])
        elif not mark.is_round and even:
            seen.add(Even((cell,)), shapes=[mark])


def find_counting_circles(seen: Evidence) -> None:
    if seen.says(r"circle[^.]*(?:how many|number of|times|exactly)|counting circle"):
        rings = seen.centered(lambda mark: mark.is_round and 0.4 <= mark.width <= 1)
        if rings:
            seen.add(CountingCircles(tuple(sorted(rings))), shapes=[*rings.values()])


def find_clones(seen: Evidence) -> None:
    """Find groups of cells of one color and one outline."""
    if not seen.says(r"clone|identical|same digits in the same"):
        return
    by_color: dict[str, dict[int, DrawnMark]] = defaultdict(dict)
    for mark in seen.marks():
        cell = seen.in_cell(mark)
        if cell is not None and not mark.is_round and mark.width >= 0.9 and mark.fill:
            by_color[mark.fill][cell] = mark
    for tiles in by_color.values():
        alike: dict[frozenset[tuple[int, int]], list[tuple[int, ...]]] = defaultdict(list)
        for group in connected_cells({*tiles}, seen.n):
            alike[_outline(group, seen.n)].append(group)
        if all(len(groups) > 1 for groups in alike.values()):
            pairs = [pair for groups in alike.values() for pair in pairwise(groups)]
            seen.add(*(Clone(*pair) for pair in pairs), shapes=[*tiles.values()])


def _outline(cells: tuple[int, ...], n: int) -> frozenset[tuple[int, int]]:
    top, left = min(cell // n for cell in cells), min(cell % n for cell in cells)
    return frozenset((cell // n - top, cell % n - left) for cell in cells)
