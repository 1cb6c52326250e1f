"""The steps of many paths, stored as flat arrays with offsets for each puzzle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.logic import WALK_ENDS
from pandoku.model import KeepsErrors, KeptErrors

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PATH_ENDS", "Changes", "PathSteps", "described_ends"]

PATH_ENDS = (
    *WALK_ENDS,
    "error",
)  # the possible ends of a path, and "error" for a bad puzzle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Changes(HoldsArrays):
    """The candidates that each of m steps places, or that each step eliminates.

    `changes[i]` has the (cell, digit) pairs of step i, like `Step.placements`.

    Attributes:
        offsets: int64 (m + 1,): the pairs of step i are from offsets[i] up to offsets[i + 1].
        cells: int16: the cells of the pairs, numbered from 0, row by row.
        digits: int8: the digits of the pairs, from 1.
    """

    offsets: NDArray[Any]
    cells: NDArray[Any]
    digits: NDArray[Any]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the (cell, digit) pairs of one step.

        Raises:
            IndexError: There is no such step.
        """
        at = range(len(self))[index]
        of_step = slice(self.offsets[at], self.offsets[at + 1])
        return tuple(zip(self.cells[of_step].tolist(), self.digits[of_step].tolist(), strict=True))

    def __repr__(self) -> str:
        return f"Changes({len(self)} steps, {len(self.cells)} candidates)"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathSteps(KeepsErrors, HoldsArrays):
    """The m steps of the paths of n puzzles, listed path by path.

    Attributes:
        techniques: Names of the techniques that were tried, in order.
        ends: uint8 (n,): the end of each path, an index into `PATH_ENDS`.
        offsets: int64 (n + 1,): the steps of puzzle i are from offsets[i] up to offsets[i + 1].
        technique: int16 (m,): the technique of each step, an index into `techniques`.
        score: float64 (m,): the rating of each step in the scale "pandoku", even if another scale
            set the order of the steps. It is nan if the scale "pandoku" does not rate the
            technique.
        placements: The digits that the steps place.
        eliminations: The candidates that the steps eliminate.
        short: An array (m,) of texts, a line for each step (`Explanation.short`), or None if they
            were not requested.
        values: An array (m,) of the steps as `Step` values, with the facts that prove them, or None
            if they were not requested.
        errors: Messages of bad puzzles, by position from 0. Empty unless bad puzzles are kept.
    """

    techniques: tuple[str, ...]
    ends: NDArray[Any]
    offsets: NDArray[Any]
    technique: NDArray[Any]
    score: NDArray[Any]
    placements: Changes
    eliminations: Changes
    short: NDArray[Any] | None = None
    values: NDArray[Any] | None = None
    errors: KeptErrors = field(default_factory=KeptErrors)

    @property
    def n_steps(self) -> NDArray[Any]:
        """The number of steps of each path, int64 (n,)."""
        import numpy as np

        n_steps: NDArray[Any] = np.diff(self.offsets)
        return n_steps

    @property
    def puzzle(self) -> NDArray[Any]:
        """The puzzle that each step belongs to, from 0, int64 (m,)."""
        import numpy as np

        return np.repeat(np.arange(len(self.ends)), self.n_steps)

    @property
    def number(self) -> NDArray[Any]:
        """The position of each step in its path, from 1, int64 (m,)."""
        import numpy as np

        before = np.repeat(self.offsets[:-1], self.n_steps)
        numbers: NDArray[Any] = np.arange(1, len(self) + 1) - before
        return numbers

    def digits_after(self, givens: NDArray[Any]) -> NDArray[Any]:
        """Return the grid after each step.

        Args:
            givens: uint8 (n, cells): the puzzles, 0 for an empty cell.

        Returns:
            uint8 (m, cells): the givens and the digits placed so far.
        """
        import numpy as np

        digits = np.zeros((len(self), givens.shape[1]), np.uint8)
        placed = self.placements
        digits[np.repeat(np.arange(len(self)), np.diff(placed.offsets)), placed.cells] = (
            placed.digits
        )
        for row, start, stop in zip(givens, self.offsets[:-1], self.offsets[1:], strict=True):
            if start < stop:
                path = digits[start:stop]
                np.maximum(path[0], row, out=path[0])
                np.maximum.accumulate(path, out=path)
        return digits

    def __len__(self) -> int:
        return len(self.technique)

    def __repr__(self) -> str:
        n, m = len(self.ends), len(self)
        told = described_ends(self.ends)
        return f"PathSteps({n} puzzle{'s' * (n != 1)}, {m} step{'s' * (m != 1)}{told})"


def described_ends(ends: NDArray[Any]) -> str:
    """Return the number of paths with each end, as ": 2 full, 1 stuck", or "" without paths.

    >>> import numpy as np
    >>> described_ends(np.array([0, 0, 1]))
    ': 2 full, 1 stuck'
    """
    counts = sorted(Counter(ends.tolist()).items())
    return f": {', '.join(f'{n} {PATH_ENDS[end]}' for end, n in counts)}" if counts else ""
