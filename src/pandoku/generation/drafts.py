"""The puzzles that a kind makes from a block of keys, before their difficulty is assessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel.equality import HoldsArrays
from pandoku.model import Batch, Cage, Constraint, Geometry, Puzzle

__all__ = ["Drafts"]


@dataclass(frozen=True, slots=True, eq=False)
class Drafts(HoldsArrays):
    """Proper puzzles as rows of arrays, at most one for each key of a block.

    Attributes:
        index: int64 (m,): the positions of the keys that led to a puzzle, ascending.
        givens: uint8 (m, cells): the givens, 0 for an empty cell.
        solutions: uint8 (m, cells): the unique solution of each puzzle.
        geometry: The geometry of all puzzles, or a sequence with the geometry of each puzzle.
        cages: The cages of each puzzle, or None if no puzzle has cages.
        further: The other constraints of each puzzle, or None if no puzzle has other constraints.
        candidates: The candidates that every puzzle gives, as a mask for each cell, or None.
        lacks: int64 (m,): the distance of each puzzle from the options that the kind itself handles
            (givens, symmetry, minimal). The distance is 0 if the puzzle meets these options. The
            attribute is None if all puzzles meet them. A draft with a distance above 0 does not
            meet the request, but may be reported as the closest puzzle.
    """

    index: NDArray[np.int64]
    givens: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    geometry: Geometry | Sequence[Geometry]
    cages: Sequence[tuple[Cage, ...]] | None = None
    lacks: NDArray[np.int64] | None = None
    further: Sequence[tuple[Constraint, ...]] | None = None
    candidates: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return len(self.index)

    def puzzle(self, at: int) -> Puzzle:
        """Return the puzzle at a position 0..m-1, with its solution."""
        geometry = self.geometry if isinstance(self.geometry, Geometry) else self.geometry[at]
        return Puzzle(
            geometry,
            tuple(self.givens[at].tolist()),
            self.cages[at] if self.cages is not None else (),
            solution=tuple(self.solutions[at].tolist()),
            further=self.further[at] if self.further is not None else (),
            candidates=self.candidates,
        )

    def puzzles(self) -> Batch | list[Puzzle]:
        """Return all puzzles, as a Batch if rows of digits can hold them, or else as a list."""
        if isinstance(self.geometry, Geometry) and self.candidates is None:
            return Batch(self.geometry, self.givens, self.cages, further=self.further)
        return [self.puzzle(at) for at in range(len(self))]

    def taken(self, which: NDArray[Any]) -> Drafts:
        """Return some of the drafts. *which* is a boolean mask (m,), or an array of positions."""
        at = np.flatnonzero(which) if which.dtype == np.bool_ else which
        if len(at) == len(self) and (at[1:] > at[:-1]).all():
            return self
        listed = at.tolist()
        shared = isinstance(self.geometry, Geometry)
        return replace(
            self,
            index=self.index[at],
            givens=self.givens[at],
            solutions=self.solutions[at],
            geometry=self.geometry if shared else [self.geometry[each] for each in listed],  # type: ignore[index]
            cages=None if self.cages is None else [self.cages[each] for each in listed],
            lacks=None if self.lacks is None else self.lacks[at],
            further=None if self.further is None else [self.further[each] for each in listed],
        )

    @classmethod
    def of(cls, index: int, puzzle: Puzzle) -> Drafts:
        """Return the drafts that consist of one puzzle, which has a solution and no cages."""
        givens, solution = (np.array([each], np.uint8) for each in (puzzle.givens, puzzle.solution))
        return cls(np.array([index], np.int64), givens, solution, puzzle.geometry)

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
            np.concatenate([part.index for part in parts]),
            np.concatenate([part.givens for part in parts]),
            np.concatenate([part.solutions for part in parts]),
            geometry,
            cages,
            further=further,
            candidates=first.candidates,
        )
