"""The class `Wishes`, a request for puzzles as one value, and the parts of a request."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from pandoku.constraints import constraint_class
from pandoku.generation.mixes import Ingredient
from pandoku.model import Geometry, Puzzle, whole_number
from pandoku.rating import LEVELS
from pandoku.techniques import get_technique

__all__ = ["Interval", "Wishes", "seed_of"]

_GREATEST_SEED = 2**64 - 1
_EASY = LEVELS[:2]  # words that hardly any puzzle has if nothing in it is superfluous
# Number of bits of a random seed. A seed of 32 bits is easy to copy, and hardly ever drawn twice.
_BITS = 32


class Interval(NamedTuple):
    """The numbers between two ends, both included.

    >>> str(Interval(6.5, 7.2)), str(Interval(9.0, inf)), str(Interval(30, 30))
    ('6.5..7.2', '9.0..', '30')
    """

    least: float
    most: float

    def overlap(self, other: Interval) -> Interval | None:
        """Return the interval of the numbers in both intervals, or None if they do not overlap."""
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
    """A request for puzzles. Make one with `wishes_of`, which refuses impossible requests.

    Attributes:
        kind: The name of the kind.
        order: The n of an n x n grid.
        geometry: The geometry of all puzzles, or None if each puzzle has its own regions.
        has_cages: Whether puzzles of the kind have cages.
        givens: Range of the number of givens, or None for any number. The range comes from the
            keyword *givens* or *blanks*.
        minimal: Whether every given must be necessary.
        symmetry: A name from `pandoku.symmetry.GIVENS_SYMMETRIES`.
        pattern: Mask of the cells, True for a given. None means that any cells may be
            givens.
        solution: The full grid to start from, or None.
        difficulty: The requested difficulty as a word, or None. For puzzles without cages and
            constraints, `rating` has the range for this word. For all others, see `level`.
        by_effort: Whether the word for the difficulty is about the effort, because the puzzles have
            cages or constraints.
        rating: The lowest and the highest rating, with one decimal, or None for any rating. The
            lower end of an open range is 0, and the upper end is inf. As in `pandoku.rate`, the
            scale is "se" for 9x9 Sudokus, and "pandoku" for all other puzzles.
        needs: Names of techniques. Without any one of these techniques, the puzzle cannot be solved
            by logic.
        at_most: The hardest technique that may be used, in the order of the scale pandoku, or None.
        smooth: Whether the difficulty is spread over several steps.
        climb: Whether to search step by step (see `climb`) instead of rejecting puzzles that do not
            meet the request.
        operations: Operations of the cages, in the order "+-*/". None means the default of the
            kind.
        hide_operations: Whether the operations are hidden from the player.
        cage_sizes: Pairs (size, weight) in ascending order of size, where weights are above 0. None
            means the default of the kind.
        singles: The share of cells that are cages of one cell, 0..1. None means the default of the
            kind.
        largest_sum: The greatest sum of a cage, or None.
        clue_minimal: Whether every clue of a cage, and every constraint, must be necessary.
        mix: The kinds of constraints to place on the grid, with their numbers.
        mix_symmetry: Symmetry of the constraints, or "none". If the request names a symmetry,
            the givens have the same one.
        crossings: Whether lines may cross each other.
        like: A puzzle whose layout all puzzles have, or None.
        seed: The number 0..2**64-1 that determines the keys of all puzzles.
        budget: Maximum number of attempts for each puzzle, at least 1.
        threads: Maximum number of threads, at least 1; None means as many as the process may use.
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
    by_effort: bool = False
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
    mix: tuple[Ingredient, ...] = ()
    mix_symmetry: str = "none"
    crossings: bool = False
    like: Puzzle | None = None
    seed: int = 0
    budget: int = 1
    threads: int | None = None

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return self.order * self.order

    @property
    def level(self) -> str | None:
        """The word that the efforts of the puzzles must have, or None for any effort.

        The words of puzzles with cages or constraints come from their efforts. For other puzzles,
        `level` is None, because their words come from their ratings.
        """
        return self.difficulty if self.by_effort else None

    @property
    def sought(self) -> frozenset[str]:
        """The names of the kinds of constraints that the techniques in `needs` are about."""
        if not self.needs:
            return frozenset()
        kinds = tuple(kind for name in self.needs for kind in get_technique(name).rules)
        names = (each.name for each in self.mix)
        return frozenset(name for name in names if issubclass(constraint_class(name), kinds))

    @property
    def begins_easy(self) -> bool:
        """True if drafts with constraints begin with more givens than they need."""
        others = self.rating or self.needs or self.at_most or self.like
        return self.level in _EASY and not (others or self.minimal or self.clue_minimal)

    @property
    def asks_for_difficulty(self) -> bool:
        """True if the request has an option for the difficulty."""
        return bool(self.rating or self.level or self.needs or self.at_most or self.smooth)

    @property
    def has_goal(self) -> bool:
        """True if a climb has a goal: a requested rating, technique or number of givens."""
        return bool(self.rating or self.needs or self.givens)

    def possible_givens(self) -> tuple[int, ...]:
        """Return the numbers of givens that the pattern or the symmetry allows, ascending."""
        if self.pattern is not None:
            return (sum(self.pattern),)
        orbits = self.orbits()
        if orbits is None:
            return tuple(range(self.n_cells + 1))
        possible = 1  # bit n: there can be n givens
        for size in Counter(orbits).values():
            possible |= possible << size
        return tuple(n for n in range(self.n_cells + 1) if possible >> n & 1)

    def numbers_of_givens(self) -> tuple[int, ...]:
        """Return the numbers of givens that meet all options, ascending."""
        possible, requested = self.possible_givens(), self.givens
        if requested is None:
            return possible
        return tuple(n for n in possible if requested.least <= n <= requested.most)

    def orbits(self) -> tuple[int, ...] | None:
        """Return the number of each cell's orbit, or None without a symmetry."""
        if self.symmetry == "none":
            return None
        from pandoku.symmetry import cell_orbits

        return cell_orbits(self.order, self.symmetry)


def seed_of(seed: int | None) -> int:
    """Return a seed as an int from 0 to 2^64-1. If it is None, draw a random seed.

    Raises:
        ValueError, TypeError: The seed is out of range, or not a whole number.

    >>> seed_of(7)
    7
    """
    return (
        secrets.randbits(_BITS) if seed is None else whole_number("seed", seed, 0, _GREATEST_SEED)
    )
