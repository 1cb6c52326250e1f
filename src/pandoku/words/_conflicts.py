"""Words for conflicts: the rules that the digits on a board break."""

from __future__ import annotations

from pandoku.model import Cage, Conflict, House, Puzzle
from pandoku.words._cage_names import cage_name
from pandoku.words._sentences import joined

__all__ = ["BREAKS_RULE", "MISSES_TARGET", "REPEATS_DIGIT", "conflict_words"]

# Templates for a broken rule.
REPEATS_DIGIT = "{place} has {digit} at {cells}"
MISSES_TARGET = "{place} does not reach its target"
BREAKS_RULE = "{place} cannot hold with the digits at {cells}"


def conflict_words(puzzle: Puzzle, conflict: Conflict) -> str:
    """Return the broken rule, with its house or constraint and its cells.

    >>> from pandoku.model import find_conflicts
    >>> puzzle = Puzzle(4)
    >>> conflict_words(puzzle, find_conflicts(puzzle, (1, 0, 1) + (0,) * 13)[0])
    'row 1 has 1 at r1c1 and r1c3'
    """
    where = conflict.where
    if isinstance(where, Cage):
        name = cage_name(puzzle, puzzle.cages.index(where))
        if not conflict.digit:
            return MISSES_TARGET.format(place=name)
    elif isinstance(where, House):
        name = where.phrase
    else:
        cells = joined(map(puzzle.geometry.name, conflict.cells))
        return BREAKS_RULE.format(place=where.label(puzzle.geometry), cells=cells)
    cells = joined(map(puzzle.geometry.name, conflict.cells))
    return REPEATS_DIGIT.format(place=name, digit=puzzle.label_of(conflict.digit), cells=cells)
