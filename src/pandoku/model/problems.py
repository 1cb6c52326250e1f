"""Problems: the defects of a puzzle that can be found without searching.

A puzzle with an error is impossible. A warning only means that the puzzle is unusual. Each cage is
checked separately, by bounds, sums and divisors. Houses are ignored unless a cage is larger than a
house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.model.arithmetic import is_reachable
from pandoku.model.geometry import connected_cells

if TYPE_CHECKING:
    from pandoku.model.cage import Cage
    from pandoku.model.constraint import Constraint
    from pandoku.model.geometry import Geometry
    from pandoku.model.puzzle import Puzzle

__all__ = ["Problem", "find_errors", "find_problems", "in_brief"]

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MOST_NAMES, _FEW_NAMES = 100, 20  # a message names at most 100 cells, or 20 if there are more
_MOST_LISTED = 3  # maximum number of problems in a message


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect of a puzzle.

    Attributes:
        severity: "error" (no solution can exist) or "warning" (legal, but perhaps unintended).
        message: Description that names the cells, in lower case, without a full stop.
        cells: The affected cells, ascending, without cells outside the grid.
        constraint: Index into `Puzzle.constraints` of the constraint with the defect, or None.
            Cages come first, so the index of a cage is also an index into `Puzzle.cages`.
    """

    severity: str
    message: str
    cells: tuple[int, ...] = ()
    constraint: int | None = None


def find_problems(puzzle: Puzzle) -> tuple[Problem, ...]:
    """Return every defect of *puzzle*: errors first, then warnings."""
    problems = [*find_errors(puzzle), *_cage_warnings(puzzle)]
    if puzzle.solution is not None and not puzzle.accepts(puzzle.solution):
        message = "the solution that came with the puzzle does not solve it"
        problems.append(Problem("warning", message))
    return tuple(problems)


def find_errors(puzzle: Puzzle) -> Iterator[Problem]:
    """Yield the defects that make *puzzle* impossible, one at a time."""
    yield from _givens(puzzle)
    yield from _candidates(puzzle)
    yield from _cage_errors(puzzle)
    if puzzle.further:
        yield from _further_errors(puzzle.further, puzzle.geometry, len(puzzle.cages))


def in_brief(problems: Sequence[Problem]) -> str:
    """Return a message with the first three problems and the number of other problems.

    >>> in_brief([Problem("error", f"row {row} has 1 twice") for row in range(1, 6)])
    'row 1 has 1 twice; row 2 has 1 twice; row 3 has 1 twice; and 2 more'
    """
    told = [problem.message for problem in problems[:_MOST_LISTED]]
    more = len(problems) - len(told)
    return "; ".join([*told, *([f"and {more} more"] if more else [])])


def _givens(puzzle: Puzzle) -> Iterator[Problem]:
    geometry, n = puzzle.geometry, puzzle.order
    if not any(puzzle.givens):
        return
    out_of_range = min(puzzle.givens) < 0 or max(puzzle.givens) > n
    for cell, given in enumerate(puzzle.givens if out_of_range else ()):
        if not 0 <= given <= n:
            name = geometry.name(cell)
            yield Problem("error", f"{name}: expected a digit 1..{n}, found {given}", (cell,))
    for house in geometry.houses:
        digits = [digit for cell in house.cells if (digit := puzzle.givens[cell])]
        if len({*digits}) == len(digits):
            continue
        at: dict[int, list[int]] = {}
        for cell in house.cells:
            if 0 < puzzle.givens[cell] <= n:
                at.setdefault(puzzle.givens[cell], []).append(cell)
        for digit, cells in at.items():
            if len(cells) > 1:
                *rest, last = map(geometry.name, cells)
                has = f"{house.phrase} has {puzzle.label_of(digit)}"
                yield Problem("error", f"{has} at {', '.join(rest)} and {last}", tuple(cells))


def _candidates(puzzle: Puzzle) -> Iterator[Problem]:
    if puzzle.candidates is None:
        return
    geometry = puzzle.geometry
    for cell, mask in enumerate(puzzle.candidates):
        name, given = geometry.name(cell), puzzle.givens[cell]
        if not mask:
            yield Problem("error", f"{name} has no candidate", (cell,))
        elif 0 < given <= puzzle.order and not mask >> (given - 1) & 1:
            shown = puzzle.label_of(given)
            message = f"{name}: the given {shown} is not among its candidates"
            yield Problem("error", message, (cell,))


def _cage_errors(puzzle: Puzzle) -> Iterator[Problem]:
    geometry, n = puzzle.geometry, puzzle.order
    for index, cage in enumerate(puzzle.cages):
        inside = tuple(sorted(c for c in set(cage.cells) if 0 <= c < geometry.n_cells))
        reason = _why_unreachable(cage, n) or _why_not_in_houses(cage, inside, geometry)
        if reason is None and len(inside) == len(cage.cells):
            continue
        label = f"cage {index + 1} ({_names(geometry, inside)})"
        for cell in sorted(set(cage.cells) - set(inside)):
            message = f"{label}: expected cells 0..{geometry.n_cells - 1}, found {cell}"
            yield Problem("error", message, inside, index)
        for cell in inside:
            if cage.cells.count(cell) > 1:
                message = f"{label} names {geometry.name(cell)} {cage.cells.count(cell)} times"
                yield Problem("error", message, (cell,), index)
        if reason:
            yield Problem("error", f"{label}: {reason}", inside, index)


@lru_cache(maxsize=256)
def _further_errors(
    further: tuple[Constraint, ...], geometry: Geometry, n_cages: int
) -> tuple[Problem, ...]:
    found: list[Problem] = []
    for index, constraint in enumerate(further, n_cages):
        for defect in _defects(constraint, geometry):
            named = {cell for name in constraint.CELL_FIELDS for cell in getattr(constraint, name)}
            inside = tuple(sorted(cell for cell in named if 0 <= cell < geometry.n_cells))
            label = f"constraint {index + 1} ({constraint.NAME})"
            found.append(Problem("error", f"{label}: {defect}", inside, index))
    return tuple(found)


@lru_cache(maxsize=4096)
def _defects(constraint: Constraint, geometry: Geometry) -> tuple[str, ...]:
    return tuple(constraint.defects(geometry))


def _cage_warnings(puzzle: Puzzle) -> Iterator[Problem]:
    if not puzzle.cages:
        return
    geometry, n = puzzle.geometry, puzzle.order
    owner: dict[int, int] = {}
    for index, cage in enumerate(puzzle.cages):
        cells = {cell for cell in cage.cells if 0 <= cell < geometry.n_cells}
        label = f"cage {index + 1} ({_names(geometry, sorted(cells))})"
        if len(connected_cells(cells, n)) != 1:
            yield Problem("warning", f"{label} is not connected", tuple(sorted(cells)), index)
        for cell in sorted(cells):
            if cell in owner:
                message = f"{geometry.name(cell)} lies in cages {owner[cell] + 1} and {index + 1}"
                yield Problem("warning", message, (cell,), index)
            owner.setdefault(cell, index)
    free = tuple(cell for cell in range(geometry.n_cells) if cell not in owner)
    if 0 < len(free) <= n:  # more free cells are probably intended
        yield Problem("warning", f"in no cage: {_names(geometry, free)}", free)


def _why_unreachable(cage: Cage, n: int) -> str | None:
    """Return the reason why no digits can satisfy a cage, even without other rules, or None."""
    k, target = len(cage.cells), cage.target
    if not cage.repeats and k > n:
        return f"{k} cells cannot all differ with digits 1..{n}"
    if target is None:
        return None
    if cage.operation == "=" and k != 1:
        return f"'=' takes one cell, found {k}"
    if is_reachable(cage.operation, target, k, n, cage.repeats):
        return None
    if k == 1:
        return f"expected a target 1..{n}, found {target}"
    count = _COUNTS[k] if k < len(_COUNTS) else str(k)
    different = "" if cage.repeats else "different "
    return f"no {count} {different}digits of 1..{n} give {target} with '{cage.operation}'"


def _why_not_in_houses(cage: Cage, inside: tuple[int, ...], geometry: Geometry) -> str | None:
    """Return the reason why a + cage larger than a house cannot have its sum, or None."""
    n = geometry.order
    if cage.operation != "+" or cage.target is None or not n < len(inside) == len(cage.cells):
        return None
    low, high = 0, n * len(inside)
    for kind in ("row", "column", "box", "region"):
        houses = [house for house in geometry.houses if house.kind == kind]
        counts = [len({*house.cells} & {*inside}) for house in houses]
        if sum(counts) == len(inside):
            least = [k * (k + 1) // 2 for k in counts]
            low = max(low, sum(least))
            high = min(high, sum(k * (n + 1) - s for k, s in zip(counts, least, strict=True)))
    if low <= cage.target <= high:
        return None
    return f"digits that differ in each house add up to {low}..{high}, found {cage.target}"


def _names(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return the names of cells. Beyond 100 cells, name 20 and count the others."""
    if len(cells) <= _MOST_NAMES:
        return geometry.names(cells)
    return f"{geometry.names(cells[:_FEW_NAMES])} and {len(cells) - _FEW_NAMES} more"
