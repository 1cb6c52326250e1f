"""Puzzles in which nothing is superfluous: no given, and if asked no clue of a cage, can go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.generation.seeds import seed_of
from pandoku.model import Batch, Geometry, Puzzle, PuzzleLike, puzzle_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["is_minimal", "minimize", "minimized", "minimized_rows"]


def minimize(puzzle: PuzzleLike, seed: int | None = None, *, clues: bool = False) -> Puzzle:
    """Return a proper puzzle without the givens that it can do without.

    Givens go one after another, in a random order, while the solution stays the only one. What is
    left is minimal, but need not have the fewest givens possible.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        seed: What the order follows from, 0 to 2^64 - 1; None draws one.
        clues: Whether clues of cages go too, after the givens. The digits of a killer's cage still
            differ when its sum is gone; any other cage is gone with its clue.

    Raises:
        FormatError: *puzzle* is a text in no known format, or bad.
        PuzzleError: *puzzle* is no puzzle, is not proper, or has candidates.
        ValueError, TypeError: *seed* is out of range, or no whole number.

    >>> minimize("1234341221434321", seed=1).n_givens
    5
    """
    from pandoku.kernel import generate as core

    return minimized(puzzle_of(puzzle), int(core.keys(seed_of(seed), 0)), clues=clues)


def is_minimal(puzzle: PuzzleLike, clues: bool = False) -> bool:
    """Return whether no given of a proper puzzle can go without a second solution.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        clues: Whether no cage may be able to lose its clue either.

    Raises:
        FormatError, PuzzleError: As `minimize`.

    >>> is_minimal("1234341221434321"), is_minimal("1.....3....2.4..")
    (False, True)
    """
    puzzle = puzzle_of(puzzle)
    _require_proper(puzzle)
    if puzzle.cages:
        givens_stay = all(not _can_go(puzzle, cell) for cell in _given_cells(puzzle))
    else:
        from pandoku.kernel import generate as core

        givens_stay = bool(core.is_minimal(puzzle.geometry, _row(puzzle), threads=1)[0])
    if not (givens_stay and clues and puzzle.cages):
        return givens_stay
    from pandoku.kernel.cage_generate import clue_minimal

    return bool(clue_minimal(Batch.of([puzzle]), threads=1)[0])


def minimized(puzzle: Puzzle, key: int, *, clues: bool = False) -> Puzzle:
    """Return what `minimize` does, for a key: a number of `pandoku.kernel.generate.keys`."""
    import numpy as np

    _require_proper(puzzle)
    keys = np.array([key], np.uint64)
    if not puzzle.cages:
        left = minimized_rows(puzzle.geometry, _row(puzzle), keys, threads=1)
        return puzzle.replace(givens=tuple(left[0].tolist()))
    from pandoku.kernel import generate as core

    drawn = core.keys(key, np.arange(puzzle.geometry.n_cells)).tolist()
    for cell in sorted(_given_cells(puzzle), key=drawn.__getitem__):
        if _can_go(puzzle, cell):
            puzzle = _without(puzzle, cell)
    if not clues:
        return puzzle
    from pandoku.kernel.cage_generate import drop_clues

    return puzzle.replace(cages=drop_clues(Batch.of([puzzle]), keys, threads=1)[0])


def minimized_rows(
    geometry: Geometry, rows: NDArray[Any], keys: NDArray[np.uint64], *, threads: int | None = None
) -> NDArray[np.uint8]:
    """Return proper puzzles without cages, as rows of digits, without superfluous givens.

    Args:
        geometry: The houses.
        rows: uint8 (n, cells), 0 for an empty cell.
        keys: What the order of each follows from, uint64 (n,).
        threads: The most threads to use, at least 1; None means as many as the process may use.
    """
    from pandoku.kernel import generate as core

    return core.dig(geometry, rows, keys, threads=threads)


def _require_proper(puzzle: Puzzle) -> None:
    if puzzle.candidates is not None:
        raise PuzzleError("expected a puzzle of givens and cages, found candidates")
    outcome = solve(puzzle)
    if not outcome.is_unique:
        count = "more than one solution" if outcome.count else "no solution"
        raise PuzzleError(f"the puzzle is not proper: it has {count}")


def _row(puzzle: Puzzle) -> NDArray[np.uint8]:
    import numpy as np

    return np.array([puzzle.givens], np.uint8)


def _given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def _can_go(puzzle: Puzzle, cell: int) -> bool:
    return solve(_without(puzzle, cell)).is_unique


def _without(puzzle: Puzzle, cell: int) -> Puzzle:
    return puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
