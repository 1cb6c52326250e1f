"""Infer the meaning of cages, of rules, and of marks in cells, on borders and outside the grid."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

from pandoku import constraints as kinds
from pandoku.constraints import line_beside
from pandoku.formats._drawn.evidence import (
    Evidence,
    direction,
    is_black,
    is_gray,
    is_white,
    number_in,
)
from pandoku.formats._drawn.grid import DrawnLine, DrawnMark
from pandoku.formats._shapes import disjoint_groups, falling_diagonal, rising_diagonal
from pandoku.model import Cage, Constraint, center_of
from pandoku.model.geometry import connected_cells


def find_dots(seen: Evidence) -> None:
    for mark in seen.marks():
        cells = seen.on_border(mark)
        small = mark.is_round and 0 < mark.width <= 0.5 and mark.width == mark.height
        value = number_in(mark.text) if mark.text else 0
        if cells is None or not small or value is None:
            continue
        if is_black(mark.fill):
            seen.add(kinds.Ratio(cells, value or 2), shapes=[mark])
        elif is_white(mark.fill):
            seen.add(kinds.Difference(cells, value or 1), shapes=[mark])


def find_sums_on_borders(seen: Evidence) -> None:
    sums = {"X": 10, "V": 5, "x": 10, "v": 5, "XV": 15}
    for mark in seen.marks():
        cells = seen.on_border(mark)
        if cells is not None and mark.text in sums:
            seen.add(kinds.XV(cells, sums[mark.text]), shapes=[mark])


def find_bars(seen: Evidence) -> None:
    """Find bars between cells whose digits are consecutive according to the rules in words."""
    for mark in seen.marks() if seen.says("consecutive") else []:
        cells = seen.on_border(mark)
        is_bar = not mark.is_round and 0 < 2 * min(mark.width, mark.height) < 2
        is_long = max(mark.width, mark.height) >= 2 * min(mark.width, mark.height)
        if cells is not None and is_bar and is_long and not mark.text:
            seen.add(kinds.Difference(cells), shapes=[mark])


def find_inequalities(seen: Evidence) -> None:
    """Find signs between two neighbors. Each sign points to the cell with the smaller digit."""
    for mark in seen.marks():
        cells = seen.on_border(mark)
        if cells is None or not mark.text:
            continue
        is_beside = cells[1] == cells[0] + 1
        if mark.text in ("<" if is_beside else "^\u2227"):
            seen.add(kinds.GreaterThan(cells[::-1]), shapes=[mark])
        elif mark.text in (">" if is_beside else "v\u2228"):
            seen.add(kinds.GreaterThan(cells), shapes=[mark])


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
            seen.add(kinds.Quadruple(cells, wanted), shapes=[mark])


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
            seen.add(kinds.Odd((cell,)), shapes=[mark])
        elif not mark.is_round and even:
            seen.add(kinds.Even((cell,)), shapes=[mark])


def find_counting_circles(seen: Evidence) -> None:
    if seen.says(r"circle[^.]*(?:how many|number of|times|exactly)|counting circle"):
        rings = seen.centered(lambda mark: mark.is_round and 0.4 <= mark.width <= 1)
        if rings:
            seen.add(kinds.CountingCircles(tuple(sorted(rings))), shapes=[*rings.values()])


def find_clones(seen: Evidence) -> None:
    """Find clones: groups of cells with the same color and the same shape."""
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
            seen.add(*(kinds.Clone(*pair) for pair in pairs), shapes=[*tiles.values()])


def _outline(cells: tuple[int, ...], n: int) -> frozenset[tuple[int, int]]:
    top, left = min(cell // n for cell in cells), min(cell % n for cell in cells)
    return frozenset((cell // n - top, cell % n - left) for cell in cells)


_OUTSIDE: list[tuple[str, Callable[[tuple[int], str, int], Constraint]]] = [
    (r"sandwich|between the 1|between 1 and", kinds.Sandwich),
    (r"x[- ]?sum|first x", kinds.XSum),
    (r"skyscraper|building", kinds.Skyscraper),
    (r"numbered room|room", kinds.NumberedRoom),
]


def find_numbers_outside(seen: Evidence) -> None:
    """Find the first kind of clue that agrees with every number next to a row or column."""
    clues = []
    for mark in seen.marks():
        number = number_in(mark.text)
        place = line_beside(int(mark.y // 1), int(mark.x // 1), seen.n)
        near = -1 <= mark.x <= seen.n + 1 and -1 <= mark.y <= seen.n + 1
        if number is not None and place is not None and near:
            clues.append((mark, place, number))
    for pattern, kind in _OUTSIDE:
        if clues and seen.says(pattern):
            found = [kind((start,), way, number) for _, (start, way), number in clues]
            if seen.add(*found, shapes=[mark for mark, _, _ in clues]):
                return


def find_little_killers(seen: Evidence) -> None:
    """Find numbers outside the grid that have an arrow along a diagonal."""
    arrows = [
        line
        for line in seen.lines()
        if line.has_head and seen.cell_at(*line.points[0]) is None and len(line.points) == 2
    ]
    marks = [
        mark
        for mark in seen.marks()
        if number_in(mark.text) is not None and seen.cell_at(mark.x, mark.y) is None
    ]
    for line in arrows[: 8 * seen.n]:
        (x, y), (to_x, to_y) = line.points
        right, down = direction(round((to_x - x) * 9)), direction(round((to_y - y) * 9))
        near = min(marks, key=lambda mark: abs(mark.x - x) + abs(mark.y - y), default=None)
        if near is None or abs(near.x - x) + abs(near.y - y) > 1.3 or not right or not down:
            continue
        # The first cell of the diagonal is next to the cell of the number.
        start = seen.cell_at(near.x // 1 + 0.5 + right, near.y // 1 + 0.5 + down)
        if start is None:
            continue
        way = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        if seen.add(kinds.LittleKiller((start,), way, int(near.text)), shapes=[line, near]):
            marks.remove(near)


def find_global_rules(seen: Evidence) -> None:
    known = {type(each) for each in seen.puzzle.constraints}
    if seen.says(r"anti[- ]?knight|knight'?s?[- ]?(?:move|step)") and kinds.AntiKnight not in known:
        seen.add(kinds.AntiKnight())
    if seen.says(r"anti[- ]?king|king'?s?[- ]?(?:move|step)") and kinds.AntiKing not in known:
        seen.add(kinds.AntiKing())
    apart = r"non[- ]?consecutive|adjacent cells (?:may|can|must)(?: ?not)[^.]*consecutive"
    if seen.says(apart) and kinds.NoDifference not in known:
        seen.add(kinds.NoDifference())
    if seen.says(r"disjoint (?:group|set)|same (?:relative )?position[^.]*box"):
        seen.add_sets("disjoint groups", *disjoint_groups(seen.puzzle.geometry))
    _find_diagonals(seen)


def _find_diagonals(seen: Evidence) -> None:
    if not seen.says("diagonal"):
        return
    both = (rising_diagonal(seen.n), falling_diagonal(seen.n))
    drawn = {each: line for line in seen.lines() for each in both if _is_along(line, each, seen.n)}
    marked = [*drawn]
    pattern = r"(?:both|main|marked|long|two|each|the|along) [^.]{0,20}diagonals?|sudoku[- ]?x\b"
    is_meant = marked or seen.says(pattern)
    if is_meant and not (seen.says("little killer|arrow") and not marked):
        seen.add_sets("diagonals", *(marked or both), shapes=[*drawn.values()])


def _is_along(line: DrawnLine, diagonal: tuple[int, ...], n: int) -> bool:
    """Return True if a line is a diagonal of the grid and ends in corner cells or at corners."""
    ends = [center_of(cell, n) for cell in (diagonal[0], diagonal[-1])]
    drawn = line.points[0], line.points[-1]
    return len(line.points) == 2 and any(
        all(abs(x - u) < 0.6 and abs(y - v) < 0.6 for (x, y), (u, v) in zip(way, ends, strict=True))
        for way in (drawn, drawn[::-1])
    )


def negatives(words: str, found: Sequence[Constraint]) -> list[Constraint]:
    """Return rules for neighbors without a mark if the words state that all marks are given."""
    if _NOT_ALL.search(words) or not _ALL_GIVEN.search(words):
        return []
    differences = {each.value for each in found if isinstance(each, kinds.Difference)}
    ratios = {each.value for each in found if isinstance(each, kinds.Ratio)}
    sums = {each.value for each in found if isinstance(each, kinds.XV)}
    out: list[Constraint] = []
    if differences:
        out.append(kinds.NoDifference(tuple(sorted(differences))))
    if ratios:
        out.append(kinds.NoRatio(tuple(sorted(ratios))))
    if sums or re.search(r"\bx(?:'?s)? (?:and|or) v|\bxv", words):
        out.append(kinds.NoXV(tuple(sorted(sums | {5, 10}))))
    return out


_NOT_ALL = re.compile(
    r"not (?:all|every|necessarily)|may not|do(?:es)? not have to|no negative|isn't|aren't"
)
_ALL_GIVEN = re.compile(
    r"\b(?:all|every)\b[^.!\n]{0,60}\b(?:given|marked|shown|present|indicated)\b"
    r"|negative (?:constraint|rule)|without (?:a |any )?(?:dot|mark|x|v)\w*[^.\n]{0,40}\bnot\b"
)


_SHADED = r"(?:shaded|gr[ae]y|colou?red|marked|highlighted)"
_PARITY = rf"{_SHADED}[^.;\n]*\b(even|odd)\b|\b(even|odd)\b[^.;\n]*{_SHADED}"
_REGION = (
    rf"windoku|hyper|extra (?:region|box|house)|{_SHADED} (?:3x3 )?(?:region|area|square|box|group)"
)


def find_shaded_parities(seen: Evidence) -> None:
    """Find shaded cells that the rules in words declare to be all even or all odd."""
    named = {found[1] or found[2] for found in re.finditer(_PARITY, seen.text)}
    if len(named) != 1:
        return
    for tiles in _tiles(seen).values():
        cells = tuple(sorted(tiles))
        kind = kinds.Even if named == {"even"} else kinds.Odd
        seen.add(kind(cells), shapes=[*tiles.values()])


def find_shaded_regions(seen: Evidence) -> None:
    """Find extra regions: connected groups of n shaded cells."""
    if not seen.says(_REGION):
        return
    for tiles in _tiles(seen).values():
        groups = connected_cells({*tiles}, seen.n)
        if all(len(group) == seen.n for group in groups):
            seen.add_sets("extra regions", *groups, shapes=[*tiles.values()])


def _tiles(seen: Evidence) -> dict[str, dict[int, DrawnMark]]:
    """Return the marks that fill a cell: for each color, a map from cells to marks."""
    by_color: dict[str, dict[int, DrawnMark]] = defaultdict(dict)
    for mark in seen.marks():
        cell = seen.in_cell(mark)
        is_tile = not mark.is_round and min(mark.width, mark.height) >= 0.9 and not mark.text
        if cell is not None and is_tile and mark.fill:
            by_color[mark.fill][cell] = mark
    return by_color
