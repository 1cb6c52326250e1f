"""Words for the results of searches, and for conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.model import Cage, House, Outcome, Puzzle
from pandoku.words._cage_names import cage_name
from pandoku.words._constraints import constraint_name
from pandoku.words._sentences import joined

if TYPE_CHECKING:
    from pandoku.model import Conflict


def outcome_words(outcome: Outcome) -> str:
    """Return the result of a search: "the only solution", "a solution", "no solution", "stuck".

    >>> outcome_words(Outcome(1, "limit")), outcome_words(Outcome(2, "limit"))
    ('a solution', '2 solutions or more')
    """
    if outcome.stopped in ("nodes", "seconds"):
        return "out of budget"
    if outcome.stopped == "stuck":
        return "stuck"
    if outcome.count == 0:
        return "no solution"
    if outcome.count == 1:
        return "the only solution" if outcome.complete else "a solution"
    return f"{outcome.count} solutions" + ("" if outcome.complete else " or more")


def stats_words(outcome: Outcome) -> str:
    """Return the counters of an engine, separated by commas.

    A count precedes its name, and any other value follows its name.

    >>> stats_words(Outcome(1, None, stats={"nodes": 1200, "own_s": 0.25, "settled_by": "cages"}))
    '1,200 nodes, own_s 0.25, settled_by cages'
    """
    parts = []
    for name, value in outcome.stats.items():
        if isinstance(value, int):
            parts.append(f"{value:,} {name}")
        else:
            parts.append(f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}")
    return ", ".join(parts)


# Templates for sentences about a broken rule.
REPEATS_DIGIT = "{place} has {digit} at {cells}"
MISSES_TARGET = "{place} does not reach its target"
BREAKS_RULE = "{place} cannot hold with the digits at {cells}"


def conflict_words(puzzle: Puzzle, conflict: Conflict) -> str:
    """Return a sentence about the broken rule, with the house or constraint and the cells.

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
        return BREAKS_RULE.format(
            place=constraint_name(puzzle, puzzle.constraints.index(where)), cells=cells
        )
    cells = joined(map(puzzle.geometry.name, conflict.cells))
    return REPEATS_DIGIT.format(place=name, digit=puzzle.label_of(conflict.digit), cells=cells)
