"""Wishes: what a puzzle is to be like, as one value; and what such a value is made of."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.model import Geometry, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Interval", "Wishes", "seed_of"]

_GREATEST_SEED = 2**64 - 1
_BITS = 32  # of a random seed: easy to copy, and no two people draw the same


class Interval(NamedTuple):
    """What lies between two numbers, both included.

    >>> str(Interval(6.5, 7.2)), str(Interval(9.0, inf)), str(Interval(30, 30))
    ('6.5..7.2', '9.0..', '30')
    """

    least: float
    most: float

    def overlap(self, other: Interval) -> Interval | None:
        """Return what lies in both, or None."""
        both = Interval(max(self.least, other.least), min(self.most, other.most))
        return both if both.least <= both.most else None

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        if self.most == inf:
            return f"{self.least}.."
        return f"{self.least or ''}..{self.most}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What puzzles are to be like. `wishes_of` makes one, and refuses what cannot be met.

    Attributes:
        kind: The name of the kind.
        order: The n of n x n.
        geometry: The geometry of all puzzles, or None if each has regions of its own.
        has_cages: Whether the puzzles have cages, which the kind decides.
        givens: How many givens, or None if nothing was asked; blanks count here.
        minimal: Whether no given may be one that could go.
        symmetry: A name of `pandoku.symmetry.GIVENS_SYMMETRIES`.
        pattern: For every cell whether it is a given, or None.
        solution: The full grid to start from, or None.
        difficulty: The word that was asked for, or None; `rating` has its numbers.
        rating: The least and the greatest rating, one decimal each, or None. The scale is "se"
            for 9x9 Sudokus, else "pandoku", as in `pandoku.rate`. An end that is open is 0 or inf.
        needs: Techniques, by name, without any of which the path is stuck.
        at_most: The last technique, in the order of the scale pandoku, that may be used; or None.
        smooth: Whether the difficulty is spread over several steps.
        climb: Whether puzzles are searched for step by step instead of by rejection.
        operations: Those of cages, of "+-*/" in this order; None is the kind's default.
        hide_operations: Whether the operations are not printed.
        cage_sizes: Pairs (size, weight) in ascending order of size, weights above 0; None is the
            kind's default.
        singles: The share of cells that are cages of one, 0..1; None is the kind's default.
        largest_sum: The greatest sum of a cage, or None.
        clue_minimal: Whether no cage may have a clue that could go.
        seed: What all keys are made from, 0..2**64-1.
        budget: The most attempts for each puzzle, at least 1.
        threads: The most threads to use, at least 1; None means as many as the process may use.
    """

    kind: str
    order: int
    geometry: Geometry | None
    has_cages: bool = False
    givens: Interval | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: tuple[bool, ...] | None = None
    solution: tuple[int, ...] | None = None
    difficulty: str | None = None
    rating: Interval | None = None
    needs: tuple[str, ...] = ()
    at_most: str | None = None
    smooth: bool = False
    climb: bool = False
    operations: str | None = None
    hide_operations: bool = False
    cage_sizes: tuple[tuple[int, float], ...] | None = None
    singles: float | None = None
    largest_sum: int | None = None
    clue_minimal: bool = False
    seed: int = 0
    budget: int = 1
    threads: int | None = None

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return self.order * self.order

    @property
    def asks_for_difficulty(self) -> bool:
        """Whether it matters how hard a puzzle is."""
        return bool(self.rating or self.needs or self.at_most or self.smooth)

    @property
    def has_goal(self) -> bool:
        """Whether there is something to climb to."""
        return bool(self.rating or self.needs or self.givens)

    def possible_givens(self) -> tuple[int, ...]:
        """Return how many givens the pattern or the symmetry allows, ascending."""
        if self.pattern is not None:
            return (sum(self.pattern),)
        orbits = self.orbits()
        if orbits is None:
            return tuple(range(self.n_cells + 1))
        possible = 1  # bit n: there can be n givens
        for size in Counter(orbits.tolist()).values():
            possible |= possible << size
        return tuple(n for n in range(self.n_cells + 1) if possible >> n & 1)

    def numbers_of_givens(self) -> tuple[int, ...]:
        """Return how many givens there may be by all wishes, ascending."""
        possible, asked = self.possible_givens(), self.givens
        if asked is None:
            return possible
        return tuple(n for n in possible if asked.least <= n <= asked.most)

    def orbits(self) -> NDArray[Any] | None:
        """Return which cells the symmetry ties together (uint16 (cells,)), or None if none does."""
        if self.symmetry == "none":
            return None
        from pandoku.symmetry import orbits

        return orbits(Geometry.latin(self.order), self.symmetry)


def seed_of(seed: int | None) -> int:
    """Return a seed as an int 0..2^64-1, or a random one for None.

    Raises:
        ValueError, TypeError: It is out of range, or no whole number.

    >>> seed_of(7)
    7
    """
    return (
        secrets.randbits(_BITS) if seed is None else whole_number("seed", seed, 0, _GREATEST_SEED)
    )
