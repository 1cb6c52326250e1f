"""Whether a text holds a puzzle: what comes back if it is written and read again."""

from __future__ import annotations

from collections.abc import Callable, Collection

from pandoku.errors import PandokuError
from pandoku.formats._json_values import BadValueError
from pandoku.model import Cage, Constraint, Puzzle

__all__ = ["loss_of"]


def loss_of(
    puzzle: Puzzle, kinds: Collection[type[Constraint]], again: Callable[[Puzzle], Puzzle]
) -> str | None:
    """Return which of a puzzle's rules a text would lose, or None.

    Args:
        puzzle: The puzzle.
        kinds: The kinds of constraints that the text can have.
        again: Returns what is read from the text of a puzzle with such constraints.
    """
    n = puzzle.order
    odd = next((given for given in puzzle.givens if not 0 <= given <= n), None)
    if odd is not None:
        return f"it stores givens up to {n}, found {odd}"
    unknown = [each for each in puzzle.constraints if type(each) not in kinds]
    if unknown:
        names = ", ".join(dict.fromkeys(each.NAME for each in unknown))
        return f"it cannot store {names}"
    for each in puzzle.further:
        if defect := next(each.defects(puzzle.geometry), None):
            return (
                f"it cannot store this {each.label(puzzle.geometry)}, which has a defect: {defect}"
            )
    if _comes_back(puzzle, again):
        return None
    bare = Puzzle(puzzle.geometry)
    if not _comes_back(bare, again):
        return "it cannot store the names of extra houses, or boxes as regions"
    for each in puzzle.constraints:
        if not _comes_back(bare.with_(each), again):
            return f"it cannot store this {each.label(puzzle.geometry)}"
    if puzzle.candidates is not None:
        return "it cannot store these candidates"
    return "it cannot store these constraints together"


def _comes_back(puzzle: Puzzle, again: Callable[[Puzzle], Puzzle]) -> bool:
    try:
        found = again(puzzle)
    except (PandokuError, BadValueError):
        return False
    return _without_spelling(found) == _without_spelling(puzzle)


def _without_spelling(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle in which cages of one cell are alike, whatever their operation."""
    cages = [
        Cage("+", each.target, each.cells, repeats=False) if len(each.cells) == 1 else each
        for each in puzzle.cages
    ]
    return puzzle.replace(cages=cages)
