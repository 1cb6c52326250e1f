"""The functions that the paper requires for testing whether a partly filled grid is valid.

A grid is a list of rows of integers, with 0 for an empty cell. Cages are the lines of the input as
lists of integers. Each list has the required sum of a cage, followed by its cells, which are
numbered from 0, row by row.
"""

from __future__ import annotations

__all__ = ["transpose", "validate_all", "validate_cages", "validate_cols", "validate_rows"]

Grid = list[list[int]]


def transpose(grid: Grid) -> Grid:
    """Return a new grid whose rows are the columns of *grid*, a square of any size."""
    return [list(column) for column in zip(*grid, strict=True)]


def validate_all(grid: Grid, cages: list[list[int]]) -> bool:
    """Return whether all rows, columns and cages are valid."""
    return validate_rows(grid) and validate_cols(grid) and validate_cages(grid, cages)


def validate_rows(grid: Grid) -> bool:
    """Return whether no row contains a positive number twice."""
    for row in grid:
        numbers = [number for number in row if number > 0]
        if len(set(numbers)) < len(numbers):
            return False
    return True


def validate_cols(grid: Grid) -> bool:
    """Return whether no column contains a positive number twice."""
    return validate_rows(transpose(grid))


def validate_cages(grid: Grid, cages: list[list[int]]) -> bool:
    """Return whether every full cage has its sum, and every other cage has less than its sum.

    The first line of the input, ``[number of cages]``, may come before the cages.
    """
    size = len(grid)
    if cages and len(cages[0]) == 1:
        cages = cages[1:]
    for required, *cells in cages:
        numbers = [grid[cell // size][cell % size] for cell in cells]
        total, is_full = sum(numbers), 0 not in numbers
        if total != required if is_full else total >= required:
            return False
    return True
