"""Puzzles that were made, as a sequence and as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, overload

from pandoku import _hooks
from pandoku.generation.candidates import Candidates
from pandoku.generation.search import Missing
from pandoku.kernel.equality import HoldsArrays
from pandoku.model import Batch, Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.wishes import Wishes

__all__ = ["Generated", "puzzle_at"]

_SHOWN = 3  # puzzles in a notebook


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Generated(HoldsArrays, Sequence[Puzzle]):
    """Puzzles made to order: a sequence of puzzles, and their numbers as arrays.

    Attributes:
        wishes: What was asked for; `wishes.seed` makes the same puzzles again.
        candidates: The puzzles as they were made.
        attempts: int64 (n,): how many attempts each took.
        missing: What was not found within the budget: which puzzles, what came closest, and why
            it is not as asked.
    """

    wishes: Wishes
    candidates: Candidates
    attempts: NDArray[np.int64]
    missing: tuple[Missing, ...] = ()

    @property
    def seed(self) -> int:
        """The seed, drawn at random if none was asked for."""
        return self.wishes.seed

    @property
    def puzzles(self) -> NDArray[np.uint8]:
        """The givens, uint8 (n, cells), 0 for an empty cell."""
        return self.candidates.givens

    @property
    def solutions(self) -> NDArray[np.uint8]:
        """The solutions, uint8 (n, cells)."""
        return self.candidates.solutions

    @property
    def indices(self) -> NDArray[np.int64]:
        """Which puzzle of the seed each is, int64 (n,), from 0; without those that are missing."""
        return self.candidates.index

    @property
    def batch(self) -> Batch:
        """The puzzles as a Batch.

        Raises:
            ValueError: Each has regions of its own.
        """
        geometry = self.candidates.geometry
        if not isinstance(geometry, Geometry):
            raise ValueError("expected puzzles of one geometry, found regions of their own in each")
        return Batch(geometry, self.puzzles, self.candidates.cages, self.indices.tolist())

    def __len__(self) -> int:
        return len(self.candidates)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> Generated: ...
    def __getitem__(self, index: int | slice) -> Puzzle | Generated:
        """Return a puzzle with its solution, or a part of all.

        Raises:
            IndexError: There is no such puzzle.
        """
        import numpy as np

        if isinstance(index, slice):
            at = np.arange(len(self))[index]
            return replace(
                self, candidates=self.candidates.taken(at), attempts=self.attempts[at], missing=()
            )
        return puzzle_at(self.wishes, self.candidates, range(len(self))[index])

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[at] for at in range(len(self)))

    def _repr_html_(self) -> str:
        """Return pictures of the first puzzles, for notebooks."""
        pictures = "".join(_hooks.picture_of(puzzle) for puzzle in self[:_SHOWN])
        return f"<p>{escape(repr(self))}</p><div style='display: flex'>{pictures}</div>"

    def __repr__(self) -> str:
        n, wishes = len(self), self.wishes
        missing = f", {len(self.missing)} not found" if self.missing else ""
        kind = f"{wishes.order}x{wishes.order} {wishes.kind.name}"
        return f"Generated({n} puzzle{'s' * (n != 1)}, {kind}, seed {self.seed}{missing})"


def puzzle_at(wishes: Wishes, puzzles: Candidates, at: int) -> Puzzle:
    """Return a puzzle with its solution, and with the seed it was made from as its source."""
    source = f"pandoku, seed {wishes.seed}, puzzle {puzzles.index[at]}"
    return puzzles.puzzle(at).replace(source=source)
