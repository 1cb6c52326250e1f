"""Canonical forms by trying every permutation of cells: slow, and plain enough to be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product

from pandoku.model import Cage, Geometry, Puzzle

# What stands in a cell of the text: a digit, and the cage (see `canonical`).
Token = tuple[int, tuple[object, ...]]
Lines = Sequence[int]


@lru_cache(maxsize=8)
def all_symmetries(geometry: Geometry) -> list[tuple[int, ...]]:
    """Return every symmetry that permutes lines: for each cell of the image where it comes from."""
    n = geometry.order
    houses = {frozenset(house.cells) for house in geometry.houses}

    def keeps_houses(cells: tuple[int, ...]) -> bool:
        return all(frozenset(cells[cell] for cell in house) in houses for house in houses)

    def cells_of(rows: Lines, columns: Lines, transposes: bool = False) -> tuple[int, ...]:
        down, right = (1, n) if transposes else (n, 1)
        return tuple(row * down + column * right for row in rows for column in columns)

    orders = list(permutations(range(n)))
    row_orders = column_orders = orders
    if not (geometry.diagonals or geometry.extra or geometry.regions):  # rows alone decide
        row_orders = [rows for rows in orders if keeps_houses(cells_of(rows, range(n)))]
        column_orders = [columns for columns in orders if keeps_houses(cells_of(range(n), columns))]
    found = (cells_of(*each) for each in product(row_orders, column_orders, (False, True)))
    return list(dict.fromkeys(filter(keeps_houses, found)))


def text_of(puzzle: Puzzle, cells: tuple[int, ...]) -> list[Token]:
    """Return the text of an image with the least relabeling."""
    if not puzzle.cages:
        digits, plain = puzzle.givens, dict[int, int]({0: 0})
        return [(plain.setdefault(digits[cell], len(plain)), (0,)) for cell in cells]
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    return list(_text_with_cages(puzzle, cage_of, cells))


def _text_with_cages(
    puzzle: Puzzle, cage_of: Mapping[int, Cage], cells: tuple[int, ...]
) -> Iterator[Token]:
    relabels = all(cage.target is None for cage in puzzle.cages)
    labels: dict[int, int] = {0: 0}
    begun: dict[object, int] = {}
    for cell in cells:
        digit, cage = puzzle.givens[cell], cage_of.get(cell)
        if relabels:
            digit = labels.setdefault(digit, len(labels))
        if cage is None:
            yield digit, (0,)
        elif cage in begun:
            yield digit, (1, begun[cage])
        else:
            begun[cage] = len(begun)
            is_free = cage.target is None
            asked = (cage.operation, is_free, cage.target or 0, cage.repeats, len(cage.cells))
            yield digit, (2, *asked)


@lru_cache(maxsize=1)  # a test asks for both of a puzzle
def _least_of(puzzle: Puzzle) -> tuple[list[Token], int]:
    """Return the least text of all images, and how many images have it."""
    texts = [text_of(puzzle, cells) for cells in all_symmetries(puzzle.geometry)]
    least = min(texts)
    return least, texts.count(least)


def least_text(puzzle: Puzzle) -> list[Token]:
    return _least_of(puzzle)[0]


def n_automorphisms(puzzle: Puzzle) -> int:
    return _least_of(puzzle)[1]
