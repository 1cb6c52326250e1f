"""The effort that a person needs to see a step. Walks choose the step with the least effort."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ANY_EFFORT", "Effort", "SinglesEffort"]

ANY_EFFORT = 1_000_000  # more than the effort of any step


class Effort(NamedTuple):
    """The effort of seeing the steps of a finder, in tenths.

    Attributes:
        least: The effort of the easiest steps.
        most: Steps that need more effort than this are ignored.
        choices: The maximum number of steps to compare, at least 1.
        cells: The number of cells of a pattern that `least` already includes.
        per_cell: Added for each cell of the pattern beyond the first `cells` cells.
        per_house: Added for each house of the step after the first house.
        per_doubling: Added for each doubling of the number of ways to fill the step's cages. Two
            ways that differ only in the order of the digits count as one way.
        unlisted: The number of ways assumed for a cage whose step does not list them.
        per_length: Added for a chain of 4 links or for branches of 4 implications, and added again
            each time this length doubles.
        rating: The least rating of the steps, in tenths.
        joins: The name of an easier finder whose step for the same cage is a part of the same
            thought, or "". A path joins the two steps if one of its steps already has the rating
            above.
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
    rating: int = 0
    joins: str = ""


class SinglesEffort(NamedTuple):
    """The effort of seeing hidden and naked singles, in tenths.

    Except for `few`, each attribute contains three numbers: the effort of a hidden single in a box
    or region, the effort of a hidden single in another house, and the effort of a naked single.

    Attributes:
        few: A person sees at a glance the digits of a house with at most this number of empty
            cells.
        glance: The efforts of singles that the digits on the grid prove, in a house with at most
            `few` empty cells.
        shown: The efforts of all other singles that the digits on the grid prove.
        noted: The efforts of singles whose proof needs earlier eliminations of candidates.
    """

    few: int
    glance: tuple[int, int, int]
    shown: tuple[int, int, int]
    noted: tuple[int, int, int]
