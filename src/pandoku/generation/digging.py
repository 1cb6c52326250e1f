"""Taking givens away: from solution grids, and from puzzles until nothing is superfluous.

Kinds of houses only make their puzzles so. A user's puzzle becomes minimal so: no given, and if
asked no clue of a cage, can go.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.generation import hardness
from pandoku.generation.drafts import Drafts
from pandoku.generation.wishes import Wishes, seed_of
from pandoku.kernel import generate as core
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.vicinity import pattern_puzzles
from pandoku.model import Batch, Geometry, Puzzle, PuzzleLike, named_rules, puzzle_of

__all__ = ["dug", "is_minimal", "minimize", "minimized", "minimized_rows"]

# Beyond this order, to prove a puzzle with few givens proper takes minutes.
_QUICK_ORDER = 16
_SHARE, _SHARE_OF_LATIN = 0.5, 0.6


def dug(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> Drafts:
    """Return a puzzle for each key: a random solution grid, and the givens asked for.

    Args:
        wishes: What the givens are to be like; a solution or a pattern may be given.
        geometry: The houses; a puzzle of a kind that makes its own passes them here.
        keys: uint64 (n,).
    """
    if wishes.pattern is not None and wishes.solution is None:
        givens = pattern_puzzles(geometry, _mask(wishes), keys, threads=wishes.threads)
        solutions = solve_many(givens, like=Puzzle(geometry), limit=1, threads=wishes.threads)[0]
        solutions[~givens.any(axis=1)] = 0
    else:
        solutions = _grids(wishes, geometry, keys)
        givens = _thinned(wishes, geometry, solutions, keys)
    index = np.flatnonzero(solutions[:, 0])
    if len(index) < len(keys):
        givens, solutions = givens[index], solutions[index]
    return Drafts(index, givens, solutions, geometry, lacks=_lacks(wishes, geometry, givens))


def _grids(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return a full grid for each key, zeros where the bounded search found none."""
    if wishes.solution is None:
        return core.grids(geometry, keys, threads=wishes.threads)
    return np.tile(np.array(wishes.solution, np.uint8), (len(keys), 1))


def _thinned(
    wishes: Wishes, geometry: Geometry, solutions: NDArray[np.uint8], keys: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """Return what is left of full grids; a row of zeros stays as it is."""
    if wishes.pattern is not None:
        return solutions * _mask(wishes)
    found = np.flatnonzero(solutions[:, 0])
    givens = np.zeros_like(solutions)
    givens[found] = core.dig(
        geometry,
        solutions[found],
        keys[found],
        orbits=wishes.orbits(),
        least=_fewest(wishes, geometry, keys)[found],
        solutions=solutions[found],
        threads=wishes.threads,
    )
    return givens


def _fewest(wishes: Wishes, geometry: Geometry, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return with how many givens each puzzle is to end if its solution stays the only one.

    Within the range that is asked for, every number that the symmetry allows is as likely.
    """
    if wishes.minimal:
        return np.zeros(len(keys), np.int64)
    if wishes.givens is None:
        return np.maximum(hardness.fewest_givens(wishes, keys), _fewest_by_default(geometry))
    numbers = np.array(wishes.numbers_of_givens(), np.int64)
    drawn: NDArray[np.int64] = numbers[(keys >> np.uint64(32)) % np.uint64(len(numbers))]
    return drawn


def _fewest_by_default(geometry: Geometry) -> int:
    """Return where digging ends in large grids if nothing else was asked for; 0 in others."""
    if geometry.order <= _QUICK_ORDER:
        return 0
    is_latin = geometry.box is None and geometry.regions is None
    return int(geometry.n_cells * (_SHARE_OF_LATIN if is_latin else _SHARE))


def _lacks(
    wishes: Wishes, geometry: Geometry, givens: NDArray[np.uint8]
) -> NDArray[np.int64] | None:
    """Return by how much the givens miss what was asked for, or None if that cannot be."""
    lacks = np.zeros(len(givens), np.int64)
    if wishes.givens is not None:
        n_givens = np.count_nonzero(givens, axis=1)
        least, most = int(wishes.givens.least), int(wishes.givens.most)
        lacks += np.maximum(least - n_givens, 0) + np.maximum(n_givens - most, 0)
    elif not wishes.minimal:
        return None
    if wishes.minimal and not (wishes.symmetry == "none" and wishes.pattern is None):
        lacks += ~core.are_minimal(geometry, givens, threads=wishes.threads)
    return lacks


def _mask(wishes: Wishes) -> NDArray[np.bool_]:
    return np.array(wishes.pattern, np.bool_)


def minimize(
    puzzle: PuzzleLike, seed: int | None = None, *, clues: bool = False, constraints: bool = False
) -> Puzzle:
    """Return a proper puzzle without the givens that it can do without.

    Givens go one after another, in a random order, while the solution stays the only one. What is
    left is minimal, but need not have the fewest givens possible.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        seed: What the order follows from, 0 to 2^64 - 1; None draws one.
        clues: Whether clues of cages go too, after the givens. The digits of a killer's cage still
            differ when its sum is gone; any other cage is gone with its clue.
        constraints: Whether cages and other constraints go too, after the givens.

    Raises:
        FormatError: *puzzle* is a text in no known format, or bad.
        PuzzleError: *puzzle* is no puzzle, is not proper, or has candidates; or *clues* is True and
            it has constraints other than cages.
        ValueError: *seed* is out of range, or both *clues* and *constraints* are True.
        TypeError: *seed* is no whole number.

    >>> minimize("1234341221434321", seed=1).n_givens
    5
    >>> puzzle = Puzzle(4, "1.............4.").with_("thermometer r1c1-r1c4", "anti-knight")
    >>> minimize(puzzle, seed=1, constraints=True)
    Puzzle(4x4, boxes 2x2, thermometer, anti-knight)
    """
    key = int(core.keys(seed_of(seed), 0))
    return minimized(puzzle_of(puzzle), key, clues=clues, constraints=constraints)


def is_minimal(puzzle: PuzzleLike, clues: bool = False, *, constraints: bool = False) -> bool:
    """Return whether no given of a proper puzzle can go without a second solution.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        clues: Whether no cage may be able to lose its clue either.
        constraints: Whether no cage and no other constraint may be able to go either.

    Raises:
        FormatError, PuzzleError: As `minimize`.

    >>> is_minimal("1234341221434321"), is_minimal("1.....3....2.4..")
    (False, True)
    """
    puzzle = puzzle_of(puzzle)
    _require_proper(puzzle)
    _require_clues(puzzle, clues)
    if puzzle.constraints:
        givens_stay = all(not _can_go(puzzle, cell) for cell in _given_cells(puzzle))
    else:
        givens_stay = bool(core.are_minimal(puzzle.geometry, _row(puzzle), threads=1)[0])
    if givens_stay and constraints:
        everything = range(len(puzzle.constraints))
        if any(_constraint_can_go(puzzle, at) for at in everything):
            return False
    if not (givens_stay and clues and puzzle.cages):
        return givens_stay
    from pandoku.kernel.cage_generate import clue_minimal

    return bool(clue_minimal(Batch.of([puzzle]), threads=1)[0])


def minimized(
    puzzle: Puzzle, key: int, *, clues: bool = False, constraints: bool = False
) -> Puzzle:
    """Return what `minimize` does, for a key: a number of `pandoku.kernel.generate.keys`."""
    if clues and constraints:
        raise ValueError("expected clues or constraints that can go, found both")
    _require_proper(puzzle)
    _require_clues(puzzle, clues)
    keys = np.array([key], np.uint64)
    if not puzzle.constraints:
        left = minimized_rows(puzzle.geometry, _row(puzzle), keys, threads=1)
        return puzzle.replace(givens=tuple(left[0].tolist()))
    drawn = core.keys(key, np.arange(puzzle.geometry.n_cells)).tolist()
    for cell in sorted(_given_cells(puzzle), key=drawn.__getitem__):
        if _can_go(puzzle, cell):
            puzzle = _without(puzzle, cell)
    if constraints:
        return _with_fewer_constraints(puzzle, key)
    if not clues:
        return puzzle
    from pandoku.kernel.cage_generate import drop_clues

    return puzzle.replace(cages=drop_clues(Batch.of([puzzle]), keys, threads=1)[0])


def _with_fewer_constraints(puzzle: Puzzle, key: int) -> Puzzle:
    """Return a proper puzzle without the constraints that it can do without."""
    n, n_cells = len(puzzle.constraints), puzzle.geometry.n_cells
    drawn = core.keys(key, np.arange(n_cells, n_cells + n)).tolist()
    left = list(range(n))
    for at in sorted(range(n), key=drawn.__getitem__):
        now = _of_constraints(puzzle, left)
        if _constraint_can_go(now, left.index(at)):
            left.remove(at)
    return _of_constraints(puzzle, left)


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
    return core.dig(geometry, rows, keys, threads=threads)


def _require_proper(puzzle: Puzzle) -> None:
    if puzzle.candidates is not None:
        raise PuzzleError("expected a puzzle of givens and cages, found candidates")
    outcome = solve(puzzle)
    if not outcome.is_unique:
        count = "more than one solution" if outcome.count else "no solution"
        raise PuzzleError(f"the puzzle is not proper: it has {count}")


def _require_clues(puzzle: Puzzle, clues: bool) -> None:
    """Raise PuzzleError if clues of cages are to go, but not from these cages alone."""
    if clues and puzzle.further:
        raise PuzzleError(
            f"expected cages alone, whose clues can go, found {named_rules(puzzle.further)}; "
            "without clues=True only givens go"
        )


def _row(puzzle: Puzzle) -> NDArray[np.uint8]:
    return np.array([puzzle.givens], np.uint8)


def _given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def _can_go(puzzle: Puzzle, cell: int) -> bool:
    return solve(_without(puzzle, cell)).is_unique


def _without(puzzle: Puzzle, cell: int) -> Puzzle:
    return puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))


def _constraint_can_go(puzzle: Puzzle, index: int) -> bool:
    """Return whether a proper puzzle has the same only solution without a constraint."""
    left = [at for at in range(len(puzzle.constraints)) if at != index]
    outcome = solve(_of_constraints(puzzle, left))
    # Without a dot, the rule that all dots are given may lead to another solution.
    return outcome.is_unique and puzzle.accepts(outcome)


def _of_constraints(puzzle: Puzzle, indices: list[int]) -> Puzzle:
    kept = (puzzle.constraints[at] for at in indices)
    return puzzle.replace(cages=(), further=()).with_(*kept)
