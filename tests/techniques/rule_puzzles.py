"""Typical 9x9 puzzles with rules: lines of usual length, dots, and clues beside the grid.

The examples of the kinds are 6x6 puzzles with short lines, which make poor lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations
from random import Random

import pandoku
from pandoku.constraints import (
    XV,
    AntiKnight,
    Arrow,
    Between,
    BoxIndexer,
    Clone,
    ColumnIndexer,
    CountDistinct,
    CountingCircles,
    Difference,
    DigitGroups,
    DoubleArrow,
    DutchFlatmates,
    Entropic,
    EqualityCage,
    EqualSum,
    Even,
    GlobalEntropy,
    GreaterThan,
    LittleKiller,
    Lockout,
    LookAndSay,
    Maximum,
    Minimum,
    Modular,
    Nabner,
    NoDifference,
    NoRatio,
    NoXV,
    NumberedRoom,
    Odd,
    Palindrome,
    Parity,
    Progression,
    Quadruple,
    Ratio,
    RegionSum,
    RellikCage,
    Renban,
    RowIndexer,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    Whisper,
    XSum,
    Zipper,
)
from pandoku.model import Cage, Constraint, Puzzle
from tests.fuzz.constraints import random_line
from tests.fuzz.relations import random_grid

__all__ = ["KINDS", "TYPICAL", "grown", "typical_puzzle"]

_N = 9
_TRIES = 20_000  # lines drawn for a puzzle
_LEAST_GIVENS = 20  # with fewer, most steps are harder than those of a lesson
_MOST_CLUE = 45
_PRIMES, _SQUARES, _OTHERS = 0b001010110, 0b100001001, 0b010100000  # digits as masks
# The ring around the center box, and the four corners that hold the same digits.
_RING = tuple(c for c in range(81) if max(abs(c // 9 - 4), abs(c % 9 - 4)) == 2)
_CORNERS = tuple(c for c in range(81) if min(abs(c // 9 - 4), abs(c % 9 - 4)) >= 3)
_SIDES = {"D": range(_N), "U": range(72, 81), "R": range(0, 81, _N), "L": range(8, 81, _N)}
_DIAGONALS = {
    "DR": (*range(1, 7), *range(_N, 63, _N)),
    "DL": (*range(2, 8), *range(17, 71, _N)),
    "UR": (*range(18, 72, _N), *range(73, 79)),
    "UL": (*range(26, 80, _N), *range(74, 80)),
}

Drawn = Iterator[Constraint]
_Draw = Callable[[Random, Puzzle, tuple[int, ...]], Drawn]

# The puzzles in which each technique is looked for.
TYPICAL: Mapping[str, tuple[str, ...]] = {
    "common-peers": ("knights", "modular lines", "palindromes"),
    "parity-cells": ("parity cells", "ring"),
    "thermometer": ("thermometers",),
    "between-line": ("between lines",),
    "lockout-line": ("lockout lines",),
    "high-and-low": ("whispers",),
    "whisper": ("whispers",),
    "class-count": ("whispers", "parity cells"),
    "parity-line": ("parity lines",),
    "entropic-line": ("entropic lines",),
    "modular-line": ("modular lines",),
    "digit-group-line": ("digit group lines",),
    "look-and-say": ("look-and-say",),
    "counting-circles": ("counting circles",),
    "renban": ("renbans",),
    "renban-ranges": ("renbans",),
    "renban-pointing": ("renbans",),
    "nabner": ("nabners",),
    "nabner-pointing": ("nabners",),
    "equal-cells": ("palindromes", "clones"),
    "equal-cells-sight": ("palindromes", "clones"),
    "same-values": ("same values",),
    "dot-partners": ("dots", "sum marks"),
    "no-dot": ("all dots", "nonconsecutive"),
    "dot-chain": ("dots",),
    "dot-house": ("dots", "sum marks", "all dots"),
    "inequality": ("inequalities", "extremes"),
    "inequality-count": ("extremes", "inequalities"),
    "global-entropy": ("global entropy",),
    "flatmates": ("flatmates",),
    "quadruple": ("quadruples",),
    "quadruple-pointing": ("quadruples",),
    "sandwich-crusts": ("sandwiches",),
    "sandwich-sums": ("sandwiches",),
    "x-sums": ("x-sums",),
    "skyscraper-clue": ("skyscrapers",),
    "numbered-room": ("numbered rooms",),
    "indexer": ("indexers", "159"),
    "rellik-cage": ("rellik cages",),
    "equality-cage": ("equality cages",),
    "cage-on-line": ("thermometers in cages",),
    "arithmetic-sequence": ("arithmetic sequences",),
    "sum-bounds": ("arrows", "little killers", "region sums", "double arrows"),
    "sum-combinations": ("arrows", "little killers", "region sums", "sum lines"),
    "sum-cases": ("arrows", "little killers", "double arrows"),
    "sum-pointing": ("little killers", "arrows", "zippers", "sum lines"),
    "rule-of-45-with-lines": ("arrows", "arrows in cages"),
    "joined-sums": ("circles with two arrows", "arrows in cages", "equal sums"),
    "few-ways": ("arrows", "renbans", "whispers", "counted groups"),
    "rule-partners": ("whispers", "renbans", "arrows"),
    "rule-pointing": ("whispers", "renbans", "arrows"),
    "rule-elimination": ("equality cages", "lockout lines", "sum lines", "counted groups"),
    "rule-trial": ("arrows", "renbans", "lockout lines", "whispers"),
    "rule-cases": ("sum lines", "renbans", "modular lines", "double arrows"),
    "rule-and-house": ("renbans", "sum lines", "global entropy", "whispers"),
    "two-rules": ("global entropy", "lockout lines", "nonconsecutive", "thermometers"),
    "phistomefel-ring": ("ring", "ring lines"),
    "set-equivalence": ("ring", "ring lines", "nonconsecutive"),
}


def typical_puzzle(kind: str, rng: Random) -> Puzzle:
    """Return a puzzle with one solution that has constraints of a kind.

    It has 20 givens, or more if it would have several solutions.
    """
    empty = Puzzle(_N, (0,) * 81).with_(*WHOLE.get(kind, ()))
    grid = _grid_with(empty, rng) if empty.further else random_grid(empty.geometry, rng)
    drawn = KINDS[kind](rng, empty, grid)
    puzzle = empty.replace(givens=grid).with_(*drawn)
    for cell in rng.sample(range(81), 81):
        if sum(map(bool, puzzle.givens)) <= _LEAST_GIVENS:
            break
        fewer = puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
        if pandoku.count(fewer, 2) == 1:
            puzzle = fewer
    return puzzle


def _grid_with(empty: Puzzle, rng: Random) -> tuple[int, ...]:
    """Return a grid that keeps a rule about all cells, which few random grids do."""
    while True:
        first = tuple(rng.sample(range(1, _N + 1), _N))
        found = pandoku.solve(empty.replace(givens=first + (0,) * 72), limit=1, budget=2_000)
        if found.solutions:
            return found.solutions[0]


# ---- lines


def _lines(
    make: Callable[[tuple[int, ...]], Constraint],
    sizes: tuple[int, int],
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
    among: tuple[int, ...] = (),
) -> Drawn:
    """Yield lines that a grid satisfies. No two of them touch the same cell."""
    used, found = set[int](), 0
    within = {*(among or range(81))}
    for _ in range(_TRIES):
        cells = random_line(rng, empty.geometry, rng.randint(*sizes))
        if len(cells) < sizes[0] or used & {*cells} or not within.issuperset(cells):
            continue
        line = make(cells)
        if not any(line.defects(empty.geometry)) and line.holds(grid, empty):
            used |= {*cells}
            yield line
            found += 1
            if found == most:
                return


def _caged_arrows(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield short arrows, and a cage for each that has one more cell beside the tip."""
    used = set[int]()
    for arrow in _lines(_arrow, (3, 3), 5, rng, empty, grid):
        yield arrow
        cells = arrow.cells_on(empty.geometry)
        beside = [cell for pair in _borders() if cells[-1] in pair for cell in pair]
        cells = (*cells, rng.choice([cell for cell in beside if cell not in cells]))
        if used.isdisjoint(cells):
            used |= {*cells}
            yield Cage("+", sum(grid[cell] for cell in cells), cells, repeats=True)


def _arrow(cells: tuple[int, ...]) -> Arrow:
    return Arrow(cells[:1], cells[1:])


# ---- marks between cells


def _squares() -> list[tuple[int, ...]]:
    return [
        (row * _N + col, row * _N + col + 1, row * _N + col + _N, row * _N + col + _N + 1)
        for row in range(_N - 1)
        for col in range(_N - 1)
    ]


def _borders() -> list[tuple[int, int]]:
    beside = [(cell, cell + 1) for cell in range(81) if (cell + 1) % _N]
    return beside + [(cell, cell + _N) for cell in range(72)]


def _dots(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield three pairs of white and black dots. The dots of a pair share a cell."""
    marks = ((pair, make(pair)) for pair in _borders() for make in (Difference, Ratio))
    held = {pair: mark for pair, mark in marks if mark.holds(grid, empty)}
    drawn: list[Constraint] = []
    for one in rng.sample([*held], 3):
        beside = [other for other in held if len({*one, *other}) == 3]
        drawn += (held[cells] for cells in (one, *rng.sample(beside, min(len(beside), 1))))
    yield from dict.fromkeys(drawn)


def _sum_marks(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    marks = [XV(pair, value) for pair in _borders() for value in (5, 10)]
    held = [mark for mark in marks if mark.holds(grid, empty)]
    yield from rng.sample(held, min(len(held), 10))


def _peaks(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield the signs around six cells that are greater or smaller than all their neighbors."""
    beside: dict[int, list[int]] = {}
    for one, other in _borders():
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    signs = {
        cell: [GreaterThan(pair) for pair in pairs]
        for cell, others in beside.items()
        for pairs in ([(cell, other) for other in others], [(other, cell) for other in others])
        if all(grid[one] > grid[other] for one, other in pairs)
    }
    for cell in rng.sample([*signs], min(len(signs), 6)):
        yield from signs[cell]


def _quadruples(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    for cells in rng.sample(_squares(), 4):
        digits = sorted(grid[cell] for cell in cells)
        yield Quadruple(cells, tuple(rng.choice([*combinations(digits, rng.choice((3, 4)))])))


def _all_dots(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield all white dots, all black dots, or all marks V and X, and the negative rule."""
    make, rule = rng.choice(
        (
            (lambda pair: [Difference(pair)], NoDifference((1,))),
            (lambda pair: [Ratio(pair)], NoRatio((2,))),
            (lambda pair: [XV(pair, 5), XV(pair, 10)], NoXV((5, 10))),
        )
    )
    yield from (mark for pair in _borders() for mark in make(pair) if mark.holds(grid, empty))
    yield rule


def _signs(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    pairs = rng.sample(_borders(), 40)
    yield from (GreaterThan((a, b) if grid[a] > grid[b] else (b, a)) for a, b in pairs)


# ---- marked cells


def _marked(
    makes: tuple[Callable[[tuple[int, ...]], Constraint], ...],
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
    among: tuple[int, ...] = (),
) -> Drawn:
    """Yield marks of single cells that a grid satisfies, up to *most* of each kind."""
    for make in makes:
        marks = (make((cell,)) for cell in (among or range(81)))
        held = [mark for mark in marks if mark.holds(grid, empty)]
        yield from rng.sample(held, min(len(held), most))


def _circles(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield counting circles around all of the cells that some digits need."""
    while True:
        digits = rng.sample(range(1, 10), rng.randint(3, 4))
        if sum(digits) in range(12, 21):
            break
    places = {digit: [cell for cell in range(81) if grid[cell] == digit] for digit in digits}
    yield CountingCircles(tuple(c for d in digits for c in rng.sample(places[d], d)))


# ---- areas


def grown(n: int, start: int, free: set[int], size: int, rng: Random) -> tuple[int, ...]:
    """Return up to *size* free cells, each beside one before it."""
    cells = [start]
    while len(cells) < size:
        beside = {c + k for c in cells for k in (n, -n)} | {c + 1 for c in cells if (c + 1) % n}
        beside |= {c - 1 for c in cells if c % n}
        more = sorted((beside & free) - set(cells))
        if not more:
            break
        cells.append(rng.choice(more))
    return tuple(sorted(cells))


def _areas(
    makes: Callable[[tuple[int, ...], tuple[int, ...], Random], Iterator[Constraint]],
    sizes: tuple[int, int],
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
) -> Drawn:
    """Yield areas that a grid satisfies. No two of them have a common cell."""
    free, found = set(range(81)), 0
    for _ in range(_TRIES // 20):
        cells = grown(_N, rng.choice(sorted(free)), free, rng.randint(*sizes), rng)
        digits = tuple(grid[cell] for cell in cells)
        made = makes(cells, digits, rng) if len(cells) >= sizes[0] else ()
        held = [m for m in made if not any(m.defects(empty.geometry)) and m.holds(grid, empty)]
        if held:
            free -= {*cells}
            yield rng.choice(held)
            found += 1
            if found == most:
                return


def _counted(cells: tuple[int, ...], digits: tuple[int, ...], rng: Random) -> Drawn:
    """Yield a look-and-say cage that counts one or two digits, perhaps one that is absent."""
    some = rng.sample(sorted({*digits}), rng.randint(1, 2))
    if rng.random() < 0.3:
        some[-1] = rng.choice([d for d in range(1, 10) if d not in digits])
    yield LookAndSay(cells, tuple(n for d in sorted(some) for n in (digits.count(d), d)))


def _rellik(cells: tuple[int, ...], digits: tuple[int, ...], rng: Random) -> Drawn:
    yield from (RellikCage(cells, value) for value in range(8, 16))


def _equal(cells: tuple[int, ...], digits: tuple[int, ...], rng: Random) -> Drawn:
    if len(cells) % 2 == 0:
        yield EqualityCage(cells)


def _distinct(cells: tuple[int, ...], digits: tuple[int, ...], rng: Random) -> Drawn:
    yield CountDistinct(cells, len({*digits}))


def _cages(cells: tuple[int, ...], digits: tuple[int, ...], rng: Random) -> Iterator[Cage]:
    if len({*digits}) == len(cells):
        yield Cage("+", sum(digits), cells, repeats=False)


def _twins(
    make: Callable[[tuple[int, ...], tuple[int, ...]], Constraint],
    alike: Callable[[list[int], list[int]], object],
    size: int,
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
) -> Drawn:
    """Yield pairs of areas without common cells that *alike* gives the same value."""
    used, met, found = set[int](), dict[object, list[tuple[int, ...]]](), 0
    for _ in range(_TRIES // 10):
        cells = grown(_N, rng.randrange(81), set(range(81)), size, rng)
        key = alike([grid[cell] for cell in cells], [cell - cells[0] for cell in cells])
        for other in met.setdefault(key, []):
            if used.isdisjoint(cells + other) and {*cells}.isdisjoint(other):
                twins = make(other, cells)
                if not any(twins.defects(empty.geometry)) and twins.holds(grid, empty):
                    used |= {*cells, *other}
                    yield twins
                    found += 1
                    break
        met[key].append(cells)
        if found == most:
            return


# ---- several kinds


def _mixed(*draws: Callable[[Random, Puzzle, tuple[int, ...]], Drawn]) -> _Draw:
    def drawn(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
        for draw in draws:
            yield from draw(rng, empty, grid)

    return drawn


def _two_shafts(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield circles with two arrows each, whose sums are equal."""
    arrows: dict[int, list[tuple[int, ...]]] = {}
    used, found = set[int](), 0
    for _ in range(_TRIES):
        bulb, *shaft = random_line(rng, empty.geometry, rng.randint(3, 4))
        arrow = Arrow((bulb,), tuple(shaft))
        if len(shaft) < 2 or not arrow.holds(grid, empty) or used & {bulb, *shaft}:
            continue
        for other in arrows.setdefault(bulb, []):
            if {*shaft}.isdisjoint(other) and used.isdisjoint(other):
                used |= {bulb, *shaft, *other}
                yield arrow
                yield Arrow((bulb,), other)
                found += 1
                break
        arrows[bulb].append(tuple(shaft))
        if found == 3:
            return


def _doubled(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    """Yield quadruples of three digits around which one of them occurs twice."""
    held = [(cells, {grid[cell] for cell in cells}) for cells in _squares()]
    twice = [(cells, digits) for cells, digits in held if len(digits) == 3]
    for cells, digits in rng.sample(twice, min(len(twice), 6)):
        yield Quadruple(cells, tuple(digits))


# ---- clues beside the grid


def _clues(
    make: Callable[..., Constraint],
    starts: Mapping[str, tuple[int, ...] | range],
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
) -> Drawn:
    places = [(direction, start) for direction, cells in starts.items() for start in cells]
    for direction, start in rng.sample(places, most):
        clues = (make((start,), direction, value) for value in range(_MOST_CLUE + 1))
        sound = (each for each in clues if not any(each.defects(empty.geometry)))
        yield from [each for each in sound if each.holds(grid, empty)][:1]


# Rules about all cells, which are drawn before the rest of a puzzle.
WHOLE: Mapping[str, tuple[Constraint, ...]] = {
    "global entropy": (GlobalEntropy(),),
    "flatmates": (DutchFlatmates(),),
    "159": (ColumnIndexer(tuple(c for c in range(81) if c % 9 in (0, 4, 8))),),
    "nonconsecutive": (NoDifference((1,)),),
    "knights": (AntiKnight(),),
}
KINDS: Mapping[str, _Draw] = {
    "global entropy": _mixed(),
    "flatmates": _mixed(),
    "159": _mixed(),
    "nonconsecutive": _mixed(),
    "knights": partial(_lines, Thermometer, (4, 6), 3),
    "thermometers": partial(_lines, Thermometer, (4, 7), 4),
    "slow thermometers": partial(_lines, lambda cells: Thermometer(cells, True), (4, 7), 4),
    "peaks": _peaks,
    "arrows": partial(_lines, _arrow, (3, 5), 3),
    "caged arrows": _caged_arrows,
    "whispers": partial(_lines, Whisper, (4, 6), 2),
    "renbans": partial(_lines, Renban, (4, 6), 3),
    "nabners": partial(_lines, Nabner, (3, 5), 3),
    "palindromes": partial(_lines, Palindrome, (4, 7), 3),
    "between lines": partial(_lines, Between, (4, 6), 4),
    "lockout lines": partial(_lines, Lockout, (4, 6), 3),
    "region sums": partial(_lines, RegionSum, (4, 6), 4),
    "parity lines": partial(_lines, Parity, (5, 7), 4),
    "entropic lines": partial(_lines, Entropic, (5, 7), 4),
    "modular lines": partial(_lines, Modular, (5, 7), 4),
    "digit group lines": partial(
        _lines, lambda cells: DigitGroups(cells, (_PRIMES, _SQUARES, _OTHERS)), (4, 6), 4
    ),
    "double arrows": partial(_lines, DoubleArrow, (4, 6), 4),
    "sum lines": partial(_lines, SumLine, (4, 6), 4),
    "zippers": partial(_lines, Zipper, (5, 5), 4),
    "arithmetic sequences": partial(_lines, Progression, (3, 4), 5),
    "circles with two arrows": _two_shafts,
    "ring": _mixed(
        partial(_marked, (Odd, Even), 7, among=_RING),
        partial(_marked, (Odd, Even), 7, among=_CORNERS),
    ),
    "ring lines": _mixed(
        partial(_lines, Whisper, (2, 5), 4, among=_RING),
        partial(_marked, (Odd, Even), 5, among=_CORNERS),
    ),
    "parity cells": partial(_marked, (Odd, Even), 12),
    "extremes": partial(_marked, (Maximum, Minimum), 7),
    "indexers": partial(_marked, (RowIndexer, ColumnIndexer, BoxIndexer), 4),
    "counting circles": _circles,
    "look-and-say": partial(_areas, _counted, (3, 5), 6),
    "rellik cages": partial(_areas, _rellik, (3, 4), 6),
    "equality cages": partial(_areas, _equal, (4, 6), 5),
    "counted groups": partial(_areas, _distinct, (4, 5), 5),
    "clones": partial(_twins, Clone, lambda digits, shape: (*digits, *shape), 3, 3),
    "same values": partial(_twins, SameValues, lambda digits, _: tuple(sorted(digits)), 3, 4),
    "equal sums": partial(_twins, EqualSum, lambda digits, _: sum(digits), 3, 3),
    "thermometers in cages": _mixed(
        partial(_areas, _cages, (3, 4), 8), partial(_lines, Thermometer, (4, 6), 5)
    ),
    "arrows in cages": _mixed(
        partial(_areas, _cages, (2, 4), 10),
        partial(_lines, lambda cells: Arrow(cells[:1], cells[1:]), (3, 4), 4),
    ),
    "inequalities": _signs,
    "all dots": _all_dots,
    "numbered rooms": partial(_clues, NumberedRoom, _SIDES, 12),
    "dots": _dots,
    "sum marks": _sum_marks,
    "quadruples": _quadruples,
    "doubled quadruples": _doubled,
    "sandwiches": partial(_clues, Sandwich, {"D": _SIDES["D"], "R": _SIDES["R"]}, 8),
    "x-sums": partial(_clues, XSum, _SIDES, 2),
    "skyscrapers": partial(_clues, Skyscraper, _SIDES, 3),
    "little killers": partial(_clues, LittleKiller, _DIAGONALS, 5),
}
