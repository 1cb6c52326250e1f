"""The effort a person needs to see a step, for a walk that chooses the easiest step."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ANY_EFFORT", "Effort", "SinglesEffort"]

ANY_EFFORT = 1_000_000  # above the effort of any step


class Effort(NamedTuple):
    """The effort of seeing the steps of a finder, in tenths.

    Attributes:
        least: The effort of the easiest steps.
        most: Steps with more effort are left out.
        choices: The number of steps that are compared, at least 1.
        cells: The number of cells of the pattern included in `least`.
        per_cell: Added for each additional cell.
        per_house: Added for each house after the first.
        per_doubling: Added each time the number of ways to fill the cages doubles. Ways that differ
            only in the order of the digits count once.
        unlisted: The number of ways assumed for a cage that does not list them.
        per_length: Added when a chain reaches 4 links, or its branches 4 implications, and each
            time this number doubles.
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
    """The effort of seeing hidden and naked singles, in tenths.

    Except for `few`, each attribute has three numbers: for a hidden single in a box or region, a
    hidden single in another house, and a naked single.

    Attributes:
        few: The most empty cells of a house that people take in at a glance.
        glance: Singles visible from the digits on the grid, in a house with few empty cells.
        shown: Other singles visible from the digits on the grid.
        noted: Singles that appear because candidates were eliminated.
    """

    few: int
    glance: tuple[int, int, int]
    shown: tuple[int, int, int]
    noted: tuple[int, int, int]
