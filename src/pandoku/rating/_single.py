"""A single as people see it: where it shows, and whether the digits on the grid are enough."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Single"]


class Single(NamedTuple):
    """A digit that has one place left in a house, or is the only one left for a cell.

    Attributes:
        technique: "full-house", "hidden-single" or "naked-single".
        cell: The cell.
        digit: The digit, 1..n.
        house: An index into `Geometry.houses`; -1 for a naked single.
        kind: The kind of the house; "" for a naked single.
        n_open: How many cells of the house are empty; for a naked single, of the fullest house of
            its cell.
        in_sight: Whether the digits on the grid show it: no candidate has to be eliminated before.
    """

    technique: str
    cell: int
    digit: int
    house: int
    kind: str
    n_open: int
    in_sight: bool
