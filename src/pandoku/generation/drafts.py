"""The puzzles that a kind makes from a block of keys, before their difficulty is assessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pandoku.kernel.equality import HoldsArrays
from pandoku.model import Batch, Cage, Constraint, Geometry, Puzzle

__all__ = ["Drafts"]


@dataclass(frozen=True, slots=True, eq=False)
class Drafts(HoldsArrays):
    """Proper puzzles as columns, at most one for each key of a block.

    Attributes:
        index: The positions of the keys that led to a puzzle, ascending.
        givens: The givens of each puzzle, with a byte for each cell, 0 for an empty cell.
        solutions: The unique solution of each puzzle, with a byte for each cell.
        geometry: The geometry of all puzzles, or a sequence with the geometry of each puzzle.
        cages: The cages of each puzzle, or None if no puzzle has cages.
        further: The other constraints of each puzzle, or None if no puzzle has other constraints.
        candidates: The candidates that every puzzle gives, as a mask for each cell, or None.
        lacks: The distance of each puzzle from the options that the kind itself handles
            (givens, symmetry, minimal). The distance is 0 if the puzzle meets these options. The
            attribute is None if all puzzles meet them. A draft with a distance above 0 does not
            meet the request, but may be reported as the closest puzzle.
    """

    index: Sequence[int]
    givens: Sequence[bytes]
    solutions: Sequence[bytes]
    geometry: Geometry | Sequence[Geometry]
    cages: Sequence[tuple[Cage, ...]] | None = None
    lacks: Sequence[int] | None = None
    further: Sequence[tuple[Constraint, ...]] | None = None
    candidates: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return len(self.index)

    def puzzle(self, at: int) -> Puzzle:
        """Return the puzzle at a position 0..m-1, with its solution."""
        geometry = self.geometry if isinstance(self.geometry, Geometry) else self.geometry[at]
        return Puzzle(
            geometry,
            tuple(self.givens[at]),
            self.cages[at] if self.cages is not None else (),
            solution=tuple(self.solutions[at]),
            further=self.further[at] if self.further is not None else (),
            candidates=self.candidates,
        )

    def puzzles(self) -> Batch | list[Puzzle]:
        """Return all puzzles, as a Batch if rows of digits can hold them, or else as a list."""
        if isinstance(self.geometry, Geometry) and self.candidates is None:
            return Batch(self.geometry, b"".join(self.givens), self.cages, further=self.further)
        return [self.puzzle(at) for at in range(len(self))]

    def taken(self, listed: Sequence[int]) -> Drafts:
        """Return the drafts at some positions."""
        if len(listed) == len(self) and all(at < after for at, after in pairwise(listed)):
            return self
        shared = isinstance(self.geometry, Geometry)
        return replace(
            self,
            index=[self.index[each] for each in listed],
            givens=[self.givens[each] for each in listed],
            solutions=[self.solutions[each] for each in listed],
            geometry=self.geometry if shared else [self.geometry[each] for each in listed],  # type: ignore[index]
            cages=None if self.cages is None else [self.cages[each] for each in listed],
            lacks=None if self.lacks is None else [self.lacks[each] for each in listed],
            further=None if self.further is None else [self.further[each] for each in listed],
        )

    @classmethod
    def of(cls, index: int, puzzle: Puzzle) -> Drafts:
        """Return the drafts that consist of one puzzle, which has a solution and no cages."""
        assert puzzle.solution is not None
        return cls([index], [bytes(puzzle.givens)], [bytes(puzzle.solution)], puzzle.geometry)

    @classmethod
    def joined(cls, parts: Sequence[Drafts]) -> Drafts:
        """Return the joined drafts of one or more blocks, which are all of the same kind.

        All drafts must meet the request, because `lacks` is None in the result.
        """
        first, *more = [part for part in parts if len(part)] or parts[:1]
        if not more:
            return first
        parts = [first, *more]
        geometry: Geometry | Sequence[Geometry] = first.geometry
        if not isinstance(geometry, Geometry):
            geometry = [each for part in parts for each in part.geometry]  # type: ignore[union-attr]
        cages = further = None
        if first.cages is not None:
            cages = [each for part in parts for each in part.cages or ()]
        if first.further is not None:
            further = [each for part in parts for each in part.further or ()]
        return cls(
            [each for part in parts for each in part.index],
            [each for part in parts for each in part.givens],
            [each for part in parts for each in part.solutions],
            geometry,
            cages,
            further=further,
            candidates=first.candidates,
        )
