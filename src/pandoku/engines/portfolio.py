"""portfolio: the own search first, and CP-SAT for what that does not settle in its share.

The two fail on different puzzles: propagation and guesses lose their way in large loose cages,
where learning clauses finds out why; and a learner takes minutes for what the own search proves
in seconds. So neither runs long before the other had its turn.

An optional part: pip install 'pandoku[cp-sat]'.
"""

from __future__ import annotations

from dataclasses import replace

from pandoku.engines import cages, cp_sat
from pandoku.engines._engine import Budget, OnEvent
from pandoku.model import FrozenMap, Outcome, Puzzle

__all__ = ["COMPLETE", "EVENTS", "NAME", "SUMMARY", "solve", "supports"]

NAME = "portfolio"
SUMMARY = "cages first, then CP-SAT for what it leaves open; an optional part (pandoku[cp-sat])"
COMPLETE = True
EVENTS = False

_SHARE_S = 20.0  # for the own search; it proved all published killers in a sixth of that


def supports(puzzle: Puzzle) -> str | None:
    """Why one of the two engines cannot take the puzzle, or None."""
    return cages.supports(puzzle) or cp_sat.supports(puzzle)


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions; there are no events to report.

    The own search has 20 seconds, or half of the budget's if that is less; CP-SAT starts anew and
    has what is left. A budget's nodes bound each of them, in its own unit.

    Stats: nodes (of the own search), settled_by ("cages" or "cp-sat"), own_s (seconds before the
    hand-over), conflicts (CP-SAT's, when it had its turn).

    Raises:
        MissingExtraError: OR-Tools is not installed.
        EngineError: A cage leaves the grid or has a target beyond 64 bits, or the compiled
            core is not built.
        PuzzleError: A given is no digit of the order, or a cage names a cell twice.
    """
    budget = budget or Budget()
    share_s = _SHARE_S if budget.seconds is None else min(_SHARE_S, budget.seconds / 2)
    own = cages.solve(puzzle, limit=limit, budget=Budget(budget.nodes, share_s))
    stats: dict[str, object] = {
        "nodes": own.stats["nodes"],
        "settled_by": cages.NAME,
        "own_s": own.elapsed_s,
    }
    if own.stopped in (None, "limit"):
        return replace(own, engine=NAME, stats=FrozenMap(stats))
    left_s = None if budget.seconds is None else budget.seconds - own.elapsed_s
    other = cp_sat.solve(puzzle, limit=limit, budget=Budget(budget.nodes, left_s))
    stats |= {"settled_by": cp_sat.NAME, "conflicts": other.stats["conflicts"]}
    best = other if other.complete or other.count >= own.count else own
    return replace(
        best, engine=NAME, stats=FrozenMap(stats), elapsed_s=own.elapsed_s + other.elapsed_s
    )
