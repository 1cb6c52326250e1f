"""The effort that a person needs to see a step. A walk uses it to choose the easiest step."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ANY_EFFORT", "Effort", "SinglesEffort"]

ANY_EFFORT = 1_000_000  # more than the effort of any step


class Effort(NamedTuple):
    """The effort of seeing the steps of a finder, in tenths.

    Attributes:
        least: The effort of the easiest steps.
        most: Steps that need more effort are left out.
        choices: The number of steps that are compared, at least 1.
        cells: The size of a pattern, in cells, whose effort is included in `least`.
        per_cell: Added for each cell of the pattern beyond `cells`.
        per_house: Added for each house of the step after the first house.
        per_doubling: Added each time the number of ways to fill the cages doubles. Ways with the
            same digits in a different order count as one way.
        unlisted: The number of ways assumed for a cage whose step does not list them.
        per_length: Added when a chain has 4 links, or its branches have 4 implications, and again
            each time that this length doubles.
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

    Except for `few`, each attribute is three numbers: the effort of a hidden single in a box or
    region, of a hidden single in another house, and of a naked single.

    Attributes:
        few: Maximum number of empty cells in a house that a person takes in at a glance.
        glance: For singles that the digits on the grid show, in a house with at most `few` empty
            cells.
        shown: For all other singles that the digits on the grid show.
        noted: For singles that appear only because candidates were eliminated.
    """

    few: int
    glance: tuple[int, int, int]
    shown: tuple[int, int, int]
    noted: tuple[int, int, int]
