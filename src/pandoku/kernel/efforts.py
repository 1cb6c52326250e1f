"""What it takes a person to see a step: numbers for a walk that chooses among all steps."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ANY_EFFORT", "Effort", "SinglesEffort"]

ANY_EFFORT = 1_000_000  # no step takes more


class Effort(NamedTuple):
    """What it takes to see the steps of a finder, in tenths.

    Attributes:
        least: What any of its steps takes.
        most: Steps that take more are left out.
        choices: How many of its steps are compared, at least 1.
        cells: How many cells of the pattern are included in `least`.
        per_cell: What a cell more adds.
        per_house: What a house more than one adds.
        per_doubling: What is added each time that the ways to fill the cages double; ways that
            differ only in the order of the digits are one.
        unlisted: The ways that a cage counts for that does not list any.
        per_length: What is added when a chain has 4 links, or the branches of one 4 implications,
            and each time that they double.
    """

    least: int
    most: int = ANY_EFFORT
    choices: int = 60
    cells: int = 0
    per_cell: int = 0
    per_house: int = 0
    per_doubling: int = 0
    unlisted: int = 0
    per_length: int = 0


class SinglesEffort(NamedTuple):
    """What it takes to see hidden and naked singles, in tenths.

    Three numbers each: for a hidden single in a box or region, for one in another house, and for a
    naked single.

    Attributes:
        few: The greatest number of empty cells of a house that are taken in at a glance.
        glance: The digits on the grid show the single, and a house of it has few empty cells.
        shown: The digits on the grid show it.
        noted: It is there because candidates were eliminated.
    """

    few: int
    glance: tuple[int, int, int]
    shown: tuple[int, int, int]
    noted: tuple[int, int, int]
