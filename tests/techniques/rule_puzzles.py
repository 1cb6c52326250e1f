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
    Arrow,
    Between,
    Difference,
    Entropic,
    LittleKiller,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    Parity,
    Quadruple,
    Ratio,
    RegionSum,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
    XSum,
)
from pandoku.model import Constraint, Puzzle
from tests.fuzz.constraints import random_line
from tests.fuzz.relations import random_grid

__all__ = ["KINDS", "TYPICAL", "typical_puzzle"]

_N = 9
_TRIES = 20_000  # lines drawn for a puzzle
_LEAST_GIVENS = 20  # with fewer, most steps are harder than those of a lesson
_MOST_CLUE = 45
_SIDES = {"D": range(_N), "U": range(72, 81), "R": range(0, 81, _N), "L": range(8, 81, _N)}
_DIAGONALS = {
    "DR": (*range(1, 7), *range(_N, 63, _N)),
    "DL": (*range(2, 8), *range(17, 71, _N)),
    "UR": (*range(18, 72, _N), *range(73, 79)),
    "UL": (*range(26, 80, _N), *range(74, 80)),
}

Drawn = Iterator[Constraint]

# The puzzles in which each technique is looked for.
TYPICAL: Mapping[str, tuple[str, ...]] = {
    "thermometer": ("thermometers",),
    "between-line": ("between lines",),
    "lockout-line": ("lockout lines",),
    "high-and-low": ("whispers",),
    "whisper": ("whispers",),
    "class-count": ("whispers",),
    "parity-line": ("parity lines",),
    "entropic-line": ("entropic lines",),
    "modular-line": ("modular lines",),
    "renban": ("renbans",),
    "renban-ranges": ("renbans",),
    "renban-pointing": ("renbans",),
    "nabner": ("nabners",),
    "equal-cells": ("palindromes",),
    "equal-cells-sight": ("palindromes",),
    "dot-partners": ("dots", "sum marks"),
    "dot-chain": ("dots",),
    "dot-house": ("dots", "sum marks"),
    "quadruple": ("quadruples",),
    "quadruple-pointing": ("quadruples",),
    "sandwich-crusts": ("sandwiches",),
    "sandwich-sums": ("sandwiches",),
    "x-sums": ("x-sums",),
    "skyscraper-clue": ("skyscrapers",),
    "sum-bounds": ("arrows", "little killers", "region sums"),
    "sum-combinations": ("arrows", "little killers", "region sums"),
    "sum-cases": ("arrows", "little killers"),
    "sum-pointing": ("little killers", "arrows"),
    "rule-of-45-with-lines": ("arrows",),
    "few-ways": ("arrows", "renbans", "whispers"),
    "rule-partners": ("whispers", "renbans", "arrows"),
    "rule-pointing": ("whispers", "renbans", "arrows"),
}


def typical_puzzle(kind: str, rng: Random) -> Puzzle:
    """Return a puzzle with one solution that has constraints of a kind.

    It has 20 givens, or more if it would have several solutions.
    """
    empty = Puzzle(_N, (0,) * 81)
    grid = random_grid(empty.geometry, rng)
    puzzle = empty.replace(givens=grid, further=tuple(KINDS[kind](rng, empty, grid)))
    for cell in rng.sample(range(81), 81):
        if sum(map(bool, puzzle.givens)) <= _LEAST_GIVENS:
            break
        fewer = puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
        if pandoku.count(fewer, 2) == 1:
            puzzle = fewer
    return puzzle


# ---- lines


def _lines(
    make: Callable[[tuple[int, ...]], Constraint],
    sizes: tuple[int, int],
    most: int,
    rng: Random,
    empty: Puzzle,
    grid: tuple[int, ...],
) -> Drawn:
    """Yield lines that a grid satisfies. No two of them touch the same cell."""
    used, found = set[int](), 0
    for _ in range(_TRIES):
        cells = random_line(rng, empty.geometry, rng.randint(*sizes))
        if len(cells) < sizes[0] or used & {*cells}:
            continue
        line = make(cells)
        if not any(line.defects(empty.geometry)) and line.holds(grid, empty):
            used |= {*cells}
            yield line
            found += 1
            if found == most:
                return


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


def _quadruples(rng: Random, empty: Puzzle, grid: tuple[int, ...]) -> Drawn:
    for cells in rng.sample(_squares(), 4):
        digits = sorted(grid[cell] for cell in cells)
        yield Quadruple(cells, tuple(rng.choice([*combinations(digits, rng.choice((3, 4)))])))


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


KINDS: Mapping[str, Callable[[Random, Puzzle, tuple[int, ...]], Drawn]] = {
    "thermometers": partial(_lines, Thermometer, (4, 7), 4),
    "arrows": partial(_lines, lambda cells: Arrow(cells[:1], cells[1:]), (3, 5), 3),
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
    "dots": _dots,
    "sum marks": _sum_marks,
    "quadruples": _quadruples,
    "sandwiches": partial(_clues, Sandwich, {"D": _SIDES["D"], "R": _SIDES["R"]}, 8),
    "x-sums": partial(_clues, XSum, _SIDES, 2),
    "skyscrapers": partial(_clues, Skyscraper, _SIDES, 3),
    "little killers": partial(_clues, LittleKiller, _DIAGONALS, 5),
}
