"""Paths of many puzzles at once, as counts: for data sets and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any

from pandoku.errors import TechniqueError
from pandoku.kernel.logic import ENDS, Finder, walk_many
from pandoku.logic.path import ordered_techniques, why_not
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ENDS", "PathCounts", "explain_many"]


@dataclass(frozen=True, slots=True, eq=False)
class PathCounts:
    """What the paths of n puzzles took, by technique.

    Attributes:
        techniques: The k names that were tried, in order, easiest first in the scale.
        counts: int32 of shape (n, k): how many steps of each technique.
        ends: uint8 of shape (n,): an index into `ENDS`.
    """

    techniques: tuple[str, ...]
    counts: NDArray[Any]
    ends: NDArray[Any]

    @property
    def n_steps(self) -> NDArray[Any]:
        """How many steps each path has, shape (n,)."""
        return self.counts.sum(axis=1)  # type: ignore[no-any-return]

    @property
    def hardest(self) -> NDArray[Any]:
        """For each path the last technique of the order it needs, an index; -1 without a step."""
        import numpy as np

        used = self.counts[:, ::-1] > 0
        last = len(self.techniques) - 1 - used.argmax(axis=1)
        return np.where(used.any(axis=1), last, -1)


def explain_many(
    puzzles: NDArray[Any] | Sequence[Puzzle],
    *,
    like: Puzzle | None = None,
    techniques: Sequence[str] | None = None,
    scale: str = "hodoku",
    is_proper: bool = False,
    threads: int | None = None,
) -> PathCounts:
    """Return how the paths of many puzzles go, without their steps.

    The paths are those of `explain`.

    Args:
        puzzles: uint8 of shape (n, cells), digits row by row, 0 for an empty cell; or puzzles of
            one geometry, at least one, with cages or without.
        like: With an array: a puzzle whose geometry all share; None: the standard one of their
            order.
        techniques: As in `explain`; all must be finders of the core.
        scale: As in `explain`.
        is_proper: Whether every puzzle is known to have one solution; if not, the techniques that
            take it for granted are left out. So they are when a puzzle has cages.
        threads: At most this many, at least 1; None: what the machine has.

    Raises:
        TypeError: The array is not of uint8.
        ValueError: Its shape does not fit, it holds a number that is no digit, *like* has cages,
            the puzzles differ in geometry or limit candidates, or *threads* is below 1.
        PuzzleError: A puzzle has defects that show without searching.
        TechniqueError: A name is not that of a technique, or one that is written in Python.
        EngineError: The compiled core is not built, or cannot take a cage.
        KeyboardInterrupt: Ctrl-C; it comes within a tenth of a second.

    >>> import numpy as np
    >>> paths = explain_many(np.array([[1, 2, 3, 0] + [0] * 12], np.uint8))
    >>> paths.techniques[paths.hardest[0]], ENDS[paths.ends[0]]
    ('full-house', 'stuck')
    """
    import numpy as np

    cages: Sequence[Puzzle] | None = None
    if isinstance(puzzles, Sequence):
        rows, geometry = _rows_of(puzzles, like)
        cages = puzzles if any(puzzle.cages for puzzle in puzzles) else None
    else:
        rows, geometry = _checked(puzzles, like)
    one = next(puzzle for puzzle in cages if puzzle.cages) if cages else Puzzle(geometry)
    used = [t for t in ordered_techniques(techniques, scale) if not why_not(t, one, is_proper)]
    finders = [each.find for each in used if isinstance(each.find, Finder)]
    if len(finders) != len(used):
        name = next(each.name for each in used if not isinstance(each.find, Finder))
        raise TechniqueError(f"{name} is written in Python; explain takes it, explain_many not")
    counts = np.zeros((len(rows), len(finders)), np.int32)
    ends = np.zeros(len(rows), np.uint8)
    walk_many(geometry, finders, rows, counts, ends, threads, cages=cages)
    return PathCounts(tuple(each.name for each in used), counts, ends)


def _rows_of(puzzles: Sequence[Puzzle], like: Puzzle | None) -> tuple[NDArray[Any], Geometry]:
    import numpy as np

    if not puzzles or like is not None:
        raise ValueError("expected at least one puzzle, and no like beside puzzles")
    geometry = puzzles[0].geometry
    for number, puzzle in enumerate(puzzles):
        puzzle.require_sound()
        if puzzle.geometry != geometry:
            raise ValueError(
                f"puzzle {number}: expected {geometry.describe()} like the first, "
                f"found {puzzle.geometry.describe()}"
            )
        if puzzle.candidates is not None:
            raise ValueError(f"puzzle {number} limits its candidates: explain takes it")
    return np.array([puzzle.givens for puzzle in puzzles], np.uint8), geometry


def _checked(puzzles: NDArray[Any], like: Puzzle | None) -> tuple[NDArray[Any], Geometry]:
    import numpy as np

    if not isinstance(puzzles, np.ndarray) or puzzles.dtype != np.uint8:
        found = getattr(puzzles, "dtype", type(puzzles).__name__)
        raise TypeError(f"expected puzzles as a numpy array of uint8, found {found}")
    if puzzles.ndim != 2 or isqrt(puzzles.shape[1]) ** 2 != puzzles.shape[1]:
        raise ValueError(f"expected puzzles of shape (n, cells), found {puzzles.shape}")
    if like is not None and like.cages:
        raise ValueError("like has cages: pass the puzzles themselves")
    geometry = like.geometry if like else Geometry.standard(isqrt(puzzles.shape[1]))
    if geometry.n_cells != puzzles.shape[1]:
        raise ValueError(f"expected {geometry.n_cells} cells, found {puzzles.shape[1]}")
    if puzzles.size and int(puzzles.max()) > geometry.order:
        row, cell = np.argwhere(puzzles > geometry.order)[0].tolist()
        raise ValueError(
            f"puzzle {row}, {geometry.name(cell)}: expected a digit 0..{geometry.order}, "
            f"found {int(puzzles[row, cell])}"
        )
    return np.ascontiguousarray(puzzles), geometry
