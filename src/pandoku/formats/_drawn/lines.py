"""Infer the meaning of lines from the marks at their ends, or from their color and the rules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from math import hypot
from typing import TypeAlias

from pandoku import constraints as kinds
from pandoku.errors import PuzzleError
from pandoku.formats._drawn.evidence import Evidence, color_names, is_white
from pandoku.formats._drawn.grid import DrawnLine, DrawnMark, DrawnShape
from pandoku.model import Constraint

_Maker: TypeAlias = Callable[[tuple[int, ...], Evidence], Constraint]
# A line, and the cells from a bulb to the end of the line.
_Way: TypeAlias = tuple[DrawnLine, tuple[int, ...]]
_MOST_COLORS = 24  # maximum number of colors of lines
_MOST_BRANCHES = 100  # maximum number of branches of a thermometer
_GAP = 0.15  # cells: a line touches a bulb if their distance is smaller than this


def _is_bulb(mark: DrawnMark) -> bool:
    is_filled = bool(mark.fill) and not is_white(mark.fill)
    return mark.is_round and mark.width >= 0.6 and mark.width == mark.height and is_filled


def _touched(x: float, y: float, bulbs: Mapping[int, DrawnMark]) -> int | None:
    """Return the cell of the bulb that a point touches, or None."""
    distances = [
        (hypot(x - mark.x, y - mark.y) - min(mark.width, mark.height) / 2, cell)
        for cell, mark in bulbs.items()
    ]
    gap, cell = min(distances, default=(_GAP, -1))
    return cell if gap < _GAP else None


def _from_start(
    seen: Evidence, line: DrawnLine, bulbs: Mapping[int, DrawnMark], *, from_end: bool = False
) -> tuple[int, ...]:
    """Return the cells of a line from the bulb at its start, or () if there is no bulb.

    Args:
        seen: The drawings.
        line: The line. It may start at the rim of the bulb instead of the center.
        bulbs: A map from cells to the bulbs in them.
        from_end: Whether to read the line from its end.
    """
    cells = seen.cells_of(line)
    way, point = (cells[::-1], line.points[-1]) if from_end else (cells, line.points[0])
    if way and way[0] in bulbs:
        return way
    touched = _touched(*point, bulbs) if way else None
    return () if touched is None or touched in way else (touched, *way)


def find_thermometers(seen: Evidence) -> None:
    bulbs = seen.centered(_is_bulb, shared=True)
    n_slow, n_named = (len(re.findall(each, seen.text)) for each in ("slow[- ]thermo", "thermo"))
    speeds = (True, False) if n_slow == n_named else (False, True)
    named = n_named > 0
    by_bulb: dict[int, list[_Way]] = defaultdict(list)
    for line in seen.lines():
        for way in _from_bulb(seen, line, bulbs):
            if named or bulbs[way[0]].fill == line.color:
                by_bulb[way[0]].append((line, way))
    for ways in by_bulb.values():
        _add_branches(seen, ways)
    for start, ways in by_bulb.items():
        shapes: list[DrawnShape] = [bulbs[start], *dict.fromkeys(line for line, _ in ways)]
        for is_slow in speeds if n_slow else (False,):
            if seen.add(*(kinds.Thermometer(cells, is_slow) for _, cells in ways), shapes=shapes):
                break


def _from_bulb(
    seen: Evidence, line: DrawnLine, bulbs: Mapping[int, DrawnMark]
) -> Iterator[tuple[int, ...]]:
    """Yield the path from the only bulb of a line to its end.

    If the bulb is inside the line, yield the paths to both ends.
    """
    ends = [_from_start(seen, line, bulbs, from_end=back) for back in (False, True)]
    ways = [each for each in ends if len(each) > 1]
    cells = seen.cells_of(line)
    within = [cell for cell in cells[1:-1] if cell in bulbs]
    if line.has_head or len(ways) + len(within) != 1:
        return
    if ways:
        yield ways[0]
    else:
        at = cells.index(within[0])
        yield from (cells[at::-1], cells[at:])


def _add_branches(seen: Evidence, ways: list[_Way]) -> None:
    """Add lines of the same color to *ways* if they branch off from a line in *ways*."""
    known = {line for line, _ in ways}
    grown = True
    while grown and len(ways) < _MOST_BRANCHES:
        grown = False
        for line in seen.lines():
            if line in known or line.has_head or line.color != ways[0][0].color:
                continue
            if branch := _branch(seen.cells_of(line), ways):
                ways.append((line, branch))
                known.add(line)
                grown = True


def _branch(cells: tuple[int, ...], ways: Sequence[_Way]) -> tuple[int, ...]:
    """Return the path from the bulb to the end of a branch, or () if *cells* do not branch off."""
    for _, way in ways:
        for onward in (cells, cells[::-1]):
            if onward and onward[0] in way[1:] and not {*onward[1:]} & {*way}:
                return (*way[: way.index(onward[0])], *onward)
    return ()


def find_arrows(seen: Evidence) -> None:
    bulbs: dict[int, tuple[DrawnMark, tuple[int, ...]]] = {}
    for mark in seen.marks():
        if mark.is_round and not mark.text and max(mark.width, mark.height) >= 0.5:
            cells = _covered(seen, mark)
            bulbs |= dict.fromkeys(cells, (mark, cells))
    rings = {
        cell: replace(mark, x=cell % seen.n + 0.5, y=cell // seen.n + 0.5)
        for cell, (mark, _) in bulbs.items()
    }
    shafts: dict[DrawnMark, list[_Way]] = defaultdict(list)
    for line in seen.lines():
        cells = _from_start(seen, line, rings) if line.has_head else ()
        if len(cells) > 1:
            mark, bulb = bulbs[cells[0]]
            shaft = tuple(cell for cell in cells if cell not in bulb)
            shafts[mark].append((line, shaft))
    for mark, bulb in dict(bulbs.values()).items():
        lines = shafts[mark]
        shapes: list[DrawnShape] = [mark, *(line for line, _ in lines)]
        for order in dict.fromkeys((bulb, bulb[::-1])):
            if lines and seen.add(
                *(kinds.Arrow(order, shaft) for _, shaft in lines), shapes=shapes
            ):
                break


def _covered(seen: Evidence, mark: DrawnMark) -> tuple[int, ...]:
    """Return the cells under a circle or a capsule.

    The result is () if a capsule is not along a row or a column.
    """
    wide, high = max(round(mark.width), 1), max(round(mark.height), 1)
    if min(wide, high) > 1 or max(wide, high) > seen.n:
        return ()
    x, y = mark.x - (wide - 1) / 2, mark.y - (high - 1) / 2
    if round(mark.angle) % 180 == 90 and wide > 1:
        x, y, wide, high = mark.x, mark.y - (wide - 1) / 2, 1, wide
    if abs(x % 1 - 0.5) > 0.1 or abs(y % 1 - 0.5) > 0.1:
        return ()
    cells = [seen.cell_at(x + right, y + down) for down in range(high) for right in range(wide)]
    return () if None in cells else tuple(cell for cell in cells if cell is not None)


def _is_circle(mark: DrawnMark) -> bool:
    return mark.is_round and mark.width >= 0.5


def find_lines_with_ends(seen: Evidence) -> None:
    for pattern, accept, kind in (
        (
            r"double[- ]arrow",
            lambda mark: _is_circle(mark) and (not mark.fill or bool(mark.rim)),
            kinds.DoubleArrow,
        ),
        (r"between", _is_circle, kinds.Between),
        (
            r"lockout",
            lambda mark: not mark.is_round and round(mark.angle) % 90 == 45,
            kinds.Lockout,
        ),
    ):
        ends = seen.centered(accept, shared=True) if seen.says(pattern) else {}
        used: list[DrawnLine | DrawnMark] = []
        found: list[Constraint] = []
        for line in seen.lines() if ends else []:
            parts = _between_ends(seen.cells_of(line), ends) if not line.has_head else []
            found += [kind(cells) for cells in parts]
            if parts:
                used += [line, *(ends[cell] for each in parts for cell in (each[0], each[-1]))]
        seen.add(*found, shapes=used)


def _between_ends(cells: tuple[int, ...], ends: Collection[int]) -> list[tuple[int, ...]]:
    """Cut a line at *ends*. Return the parts, or [] if a line end is not in *ends*."""
    places = [at for at, cell in enumerate(cells) if cell in ends]
    if places and cells[0] == cells[-1]:  # a loop
        cells = (*cells[places[0] : -1], *cells[: places[0] + 1])
        places = [at for at, cell in enumerate(cells) if cell in ends]
    if len(places) < 2 or (places[0], places[-1]) != (0, len(cells) - 1):
        return []
    return [cells[a : b + 1] for a, b in pairwise(places)]


# ---- lines whose meaning depends on their color and the rules in words


def _least_difference(seen: Evidence) -> int | None:
    """Return the difference that the rules require on a whisper, or None for the default."""
    words = {"three": 3, "four": 4, "five": 5, "six": 6}
    found = re.search(r"(?:difference|differ)\D{0,30}?(?:at least|minimum of) (\d|\w+)", seen.text)
    if found is None:
        return None
    value = int(found[1]) if found[1].isdecimal() else words.get(found[1])
    return None if value == (seen.n + 1) // 2 else value


# For each kind of line: a pattern to find in the rules, its usual colors, and its constraint.
LINE_KINDS: list[tuple[str, tuple[str, ...], _Maker]] = [
    (
        r"renban|consecutive[^.]{0,40}any order|any order[^.]{0,40}consecutive|consecutive digits",
        ("#f067f0",),
        lambda cells, _: kinds.Renban(cells),
    ),
    (
        r"dutch|whisper[^.]*\b(?:4|four)\b|differ[^.]*at least (?:4|four)",
        ("#ff9a00", "#ffa600"),
        lambda cells, _: kinds.Whisper(cells, 4),
    ),
    (
        r"whisper|(?:difference|differ)\b[^.]*(?:at least|minimum)",
        ("#67f067",),
        lambda cells, seen: kinds.Whisper(cells, _least_difference(seen)),
    ),
    (
        r"region sum|(?:same|equal) (?:sum|total)|sums? (?:of|to) (?:the )?(?:same|equal)"
        r"|box border|divide the line",
        ("#2ecbff",),
        lambda cells, _: kinds.RegionSum(cells),
    ),
    (
        r"palindrom|same (?:forwards|in both|backwards|from either)",
        ("#cfcfcf",),
        lambda cells, _: kinds.Palindrome(cells),
    ),
    (r"zipper", (), lambda cells, _: kinds.Zipper(cells)),
    (
        r"entrop|low[^.]*(?:mid|medium)[^.]*high",
        ("#ffccaa",),
        lambda cells, _: kinds.Entropic(cells),
    ),
    (r"modul|remainder|mod 3", ("#33bbbb",), lambda cells, _: kinds.Modular(cells)),
    (r"nabner", (), lambda cells, _: kinds.Nabner(cells)),
    (r"parity line|alternat\w*[^.]*(?:parity|odd|even)", (), lambda cells, _: kinds.Parity(cells)),
    (
        r"(?:10|ten)[- ](?:sum )?lines?|sum (?:to|of) 10\b|adds? up to (?:10|ten)\b",
        (),
        lambda cells, _: kinds.SumLine(cells, 10),
    ),
]


def find_lines(seen: Evidence) -> None:
    """For each color, find the first kind that fits all lines of this color."""
    by_color: dict[str, list[tuple[DrawnLine, tuple[int, ...]]]] = defaultdict(list)
    for line in seen.lines():
        cells = seen.cells_of(line)
        if len(cells) > 1 and not line.has_head:
            by_color[line.color].append((line, cells))
    for color, lines in islice(by_color.items(), _MOST_COLORS):
        shapes = [line for line, _ in lines]
        for make in _kinds_of(seen, color):
            constraints = []
            try:
                constraints = [make(cells, seen) for _, cells in lines]
            except PuzzleError:
                continue
            if seen.add(*constraints, shapes=shapes):
                break


def _kinds_of(seen: Evidence, color: str) -> Iterator[_Maker]:
    """Yield kinds for lines of a color. Kinds in the same sentence as the color come first."""
    names = "|".join(color_names(color)) or "$^"
    sentences = re.split(r"[.;\n]+", seen.text)
    own = " . ".join(each for each in sentences if re.search(rf"\b(?:{names})", each))
    named = [each for each in LINE_KINDS if seen.says(each[0])]
    order = sorted(named, key=lambda kind: (re.search(kind[0], own) is None, color not in kind[1]))
    yield from (make for _, _, make in order)
