"""Removal of givens from full grids and from puzzles.

Kinds without cages make puzzles by removing givens from full grids ("digging"). `minimize` removes
every superfluous given of a user's puzzle. As an option, it also removes the superfluous clues of
cages, or superfluous constraints.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku import _instead
from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.generation import hardness
from pandoku.generation.drafts import Drafts
from pandoku.generation.wishes import Wishes, seed_of
from pandoku.kernel import generate as core
from pandoku.kernel.lanes import solve_rows
from pandoku.kernel.vicinity import pattern_puzzles
from pandoku.model import Batch, Geometry, Puzzle, PuzzleLike, named_rules, puzzle_of

__all__ = ["dug", "is_minimal", "minimize", "minimized", "minimized_rows"]

# Above this order, digging stops early, because proving that a puzzle with few givens is proper
# would take minutes.
_QUICK_ORDER = 16
_SHARE, _SHARE_OF_LATIN = 0.5, 0.6


def dug(wishes: Wishes, geometry: Geometry, keys: Sequence[int]) -> Drafts:
    """Return at most one puzzle for each key, made by removing digits from a full grid.

    Args:
        wishes: The request. If the request has a solution, every puzzle has this solution. If the
            request has a pattern, the givens of every puzzle are in the cells of the pattern.
        geometry: The geometry of the puzzles. `wishes.geometry` cannot be used, because it is None
            if each puzzle of the request has different houses.
        keys: The keys, one for each puzzle.
    """
    pattern, threads, givens = wishes.pattern, wishes.threads, list[bytes]()
    if wishes.solution is not None:
        solutions = [bytes(wishes.solution)] * len(keys)
    elif pattern is not None:
        givens = pattern_puzzles(geometry, pattern, keys, threads=threads)
        solved, _ = solve_rows(geometry, givens, limit=1, threads=threads)
        pairs = zip(solved, givens, strict=True)
        solutions = [row if any(its_givens) else bytes(len(row)) for row, its_givens in pairs]
    else:  # a key that led to no grid has a row of zeros
        solutions = core.grids(geometry, keys, threads=threads)
    index = [at for at, row in enumerate(solutions) if row[0]]
    solutions = [solutions[at] for at in index]
    if pattern is None:
        its_keys = [keys[at] for at in index]
        givens = core.dig(
            geometry,
            solutions,
            its_keys,
            orbits=wishes.orbits(),
            least=_fewest(wishes, geometry, its_keys),
            solutions=solutions,
            threads=threads,
        )
    elif wishes.solution is not None:
        cells = zip(wishes.solution, pattern, strict=True)
        givens = [bytes(digit if is_given else 0 for digit, is_given in cells)] * len(index)
    else:
        givens = [givens[at] for at in index]
    return Drafts(index, givens, solutions, geometry, lacks=_lacks(wishes, geometry, givens))


def _fewest(wishes: Wishes, geometry: Geometry, keys: Sequence[int]) -> list[int]:
    """Return the number of givens that should remain after digging, for each key.

    If a range is requested, all numbers in the range that the symmetry allows are equally likely.
    """
    if wishes.minimal:
        return [0] * len(keys)
    if wishes.givens is not None:
        numbers = wishes.numbers_of_givens()
        return [numbers[(key >> 32) % len(numbers)] for key in keys]
    fewest = hardness.fewest_givens(wishes, keys)
    if geometry.order <= _QUICK_ORDER:
        return fewest
    is_latin = geometry.box is None and geometry.regions is None
    least = int(geometry.n_cells * (_SHARE_OF_LATIN if is_latin else _SHARE))
    return [max(number, least) for number in fewest]


def _lacks(wishes: Wishes, geometry: Geometry, givens: Sequence[bytes]) -> list[int] | None:
    """Return the distance of each puzzle's givens from the request, or None if all meet it."""
    lacks = [0] * len(givens)
    if wishes.givens is not None:
        n_givens = (len(row) - row.count(0) for row in givens)
        least, most = int(wishes.givens.least), int(wishes.givens.most)
        lacks = [max(least - n, n - most, 0) for n in n_givens]
    elif not wishes.minimal:
        return None
    if wishes.minimal and not (wishes.symmetry == "none" and wishes.pattern is None):
        minimal = core.are_minimal(geometry, givens, threads=wishes.threads)
        lacks = [lack + (not is_so) for lack, is_so in zip(lacks, minimal, strict=True)]
    return lacks


@_instead.suggests_options
def minimize(
    puzzle: PuzzleLike, seed: int | None = None, *, clues: bool = False, constraints: bool = False
) -> Puzzle:
    """Remove superfluous givens from a proper puzzle, and return the minimal puzzle.

    The minimal puzzle stores its solution.

    Each given is tried once, in random order, and removed if the solution stays unique without it.
    The result has no superfluous given, but another order might leave fewer givens.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        seed: Seed of the random order, 0 to 2^64 - 1; None draws a seed.
        clues: Whether to remove superfluous clues of cages after the givens. A killer cage without
            its sum remains in the puzzle, because its digits must still differ. Any other cage is
            removed together with its clue.
        constraints: Whether to remove superfluous cages and other constraints after the givens.

    Raises:
        FormatError: *puzzle* is a malformed text, or a text in an unknown format.
        PuzzleError: *puzzle* is not a puzzle, is not proper, or has candidates. Or *clues* is True,
            and *puzzle* has constraints other than cages.
        ValueError: *seed* is out of range, or both *clues* and *constraints* are True.
        TypeError: *seed* is not a whole number.

    >>> minimize("1234341221434321", seed=1).n_givens
    5
    >>> puzzle = Puzzle(4, "1.............4.").with_("thermometer r1c1-r1c4", "anti-knight")
    >>> minimize(puzzle, seed=1, constraints=True)
    Puzzle(4x4, boxes 2x2, thermometer, anti-knight)
    """
    (key,) = core.keys(seed_of(seed), 0)
    return minimized(puzzle_of(puzzle), key, clues=clues, constraints=constraints)


def is_minimal(puzzle: PuzzleLike, clues: bool = False, *, constraints: bool = False) -> bool:
    """Return whether a proper puzzle has no superfluous given.

    A given is superfluous if the puzzle would still have only one solution without it.

    Args:
        puzzle: A proper puzzle without candidates, in any form that `pandoku.solve` takes.
        clues: Whether to test the clues of cages as well.
        constraints: Whether to test cages and other constraints as well.

    Raises:
        FormatError, PuzzleError: As in `minimize`.

    >>> is_minimal("1234341221434321"), is_minimal("1.....3....2.4..")
    (False, True)
    """
    puzzle = puzzle_of(puzzle)
    _require_proper(puzzle)
    _require_clues(puzzle, clues)
    if puzzle.constraints:
        givens_stay = all(not _can_go(puzzle, cell) for cell in _given_cells(puzzle))
    else:
        givens_stay = core.are_minimal(puzzle.geometry, [bytes(puzzle.givens)], threads=1)[0]
    if givens_stay and constraints:
        everything = range(len(puzzle.constraints))
        if any(_constraint_can_go(puzzle, at) for at in everything):
            return False
    if not (givens_stay and clues and puzzle.cages):
        return givens_stay
    from pandoku.kernel.cage_generate import clue_minimal

    return clue_minimal(Batch.of([puzzle]), threads=1)[0]


def minimized(
    puzzle: Puzzle, key: int, *, clues: bool = False, constraints: bool = False
) -> Puzzle:
    """Return the puzzle of `minimize`. Its random order depends on a key instead of a seed."""
    if clues and constraints:
        raise ValueError("expected clues=True or constraints=True, found both")
    puzzle = puzzle.replace(solution=_require_proper(puzzle))
    _require_clues(puzzle, clues)
    if not puzzle.constraints:
        rows = minimized_rows(puzzle.geometry, [bytes(puzzle.givens)], [key], threads=1)
        return puzzle.replace(givens=tuple(rows[0]))
    drawn = core.keys(key, range(puzzle.geometry.n_cells))
    for cell in sorted(_given_cells(puzzle), key=drawn.__getitem__):
        if _can_go(puzzle, cell):
            puzzle = _without(puzzle, cell)
    if constraints:
        n, n_cells = len(puzzle.constraints), puzzle.geometry.n_cells
        drawn = core.keys(key, range(n_cells, n_cells + n))
        left = list(range(n))
        for at in sorted(range(n), key=drawn.__getitem__):
            if _constraint_can_go(_of_constraints(puzzle, left), left.index(at)):
                left.remove(at)
        return _of_constraints(puzzle, left)
    if not clues:
        return puzzle
    from pandoku.kernel.cage_generate import drop_clues

    return puzzle.replace(cages=drop_clues(Batch.of([puzzle]), [key], threads=1)[0])


def minimized_rows(
    geometry: Geometry, rows: Sequence[bytes], keys: Sequence[int], *, threads: int | None = None
) -> list[bytes]:
    """Remove superfluous givens from proper puzzles without constraints, and return the givens.

    Args:
        geometry: The houses of all puzzles.
        rows: The givens of each puzzle, with a byte for each cell, 0 for an empty cell.
        keys: The seed of the random order of removal for each puzzle.
        threads: Maximum number of threads, at least 1; None means as many as the process may use.
    """
    return core.dig(geometry, rows, keys, threads=threads)


def _require_proper(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the only solution of a puzzle. Raise PuzzleError if the puzzle is not proper."""
    if puzzle.candidates is not None:
        raise PuzzleError("expected a puzzle of givens and cages, found candidates")
    outcome = solve(puzzle)
    if not outcome.is_unique:
        count = "more than one solution" if outcome.count else "no solution"
        raise PuzzleError(f"the puzzle is not proper: it has {count}")
    assert outcome.solution is not None
    return outcome.solution


def _require_clues(puzzle: Puzzle, clues: bool) -> None:
    """Raise PuzzleError if *clues* is True and the puzzle has constraints other than cages."""
    if clues and puzzle.further:
        raise PuzzleError(
            f"expected no constraints but cages with clues=True, found "
            f"{named_rules(puzzle.further)}; without clues=True only givens are removed"
        )


def _given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def _can_go(puzzle: Puzzle, cell: int) -> bool:
    return solve(_without(puzzle, cell)).is_unique


def _without(puzzle: Puzzle, cell: int) -> Puzzle:
    return puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))


def _constraint_can_go(puzzle: Puzzle, index: int) -> bool:
    """Return whether a proper puzzle still has the same unique solution without a constraint."""
    left = [at for at in range(len(puzzle.constraints)) if at != index]
    outcome = solve(_of_constraints(puzzle, left))
    # A puzzle may have the rule that all dots are given. In this case, removing a dot forbids
    # values, so the puzzle may get a different unique solution.
    return outcome.is_unique and puzzle.accepts(outcome)


def _of_constraints(puzzle: Puzzle, indices: list[int]) -> Puzzle:
    kept = (puzzle.constraints[at] for at in indices)
    return puzzle.replace(cages=(), further=()).with_(*kept)
