"""Engine `portfolio`: try `cages`, then CP-SAT if `cages` runs out of its share of the time.

The two engines are slow on different puzzles. `cages` propagates and guesses, which takes too long
for large, loosely constrained cages. There, the clause learning of CP-SAT helps. For other puzzles,
CP-SAT takes minutes for proofs that `cages` finds in seconds.

OR-Tools is an optional dependency: pip install "pandoku[cp-sat]".
"""

from __future__ import annotations

from dataclasses import replace

from pandoku.engines import cages, cp_sat
from pandoku.engines._engine import Engine, OnEvent
from pandoku.model import Budget, FrozenMap, Outcome, Puzzle

__all__ = ["ENGINE"]


_SHARE_S = 20.0  # seconds for `cages`, six times as many as it needs for any published killer


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions. *on_event* is not called.

    `cages` gets 20 seconds, or half of the budget if half is less than 20 seconds. CP-SAT then
    starts from the beginning and gets the rest of the budget. The nodes of a budget limit each
    engine in its own unit.

    Stats:
        nodes: Nodes of `cages`.
        settled_by: "cages" or "cp-sat".
        own_s: Seconds spent in `cages`.
        conflicts: CP-SAT's conflicts, if it ran.

    Raises:
        MissingExtraError: OR-Tools is not installed.
        EngineError: A cage has a cell outside the grid or a target beyond 64 bits, or the compiled
            core is not built.
        PuzzleError: A given is outside 0..order, or a cage has a cell twice.
    """
    budget = budget or Budget()
    share_s = _SHARE_S
    if budget.seconds is not None:
        # Prevent a limit of 0, because half of the smallest positive float is 0.
        share_s = min(share_s, budget.seconds / 2 or budget.seconds)
    own = cages.ENGINE.solve(puzzle, limit=limit, budget=Budget(budget.nodes, share_s))
    stats: dict[str, object] = {
        "nodes": own.stats["nodes"],
        "settled_by": cages.ENGINE.name,
        "own_s": own.elapsed_s,
    }
    left_s = None if budget.seconds is None else budget.seconds - own.elapsed_s
    if own.stopped in (None, "limit") or (left_s is not None and left_s <= 0):
        return replace(own, engine=ENGINE.name, stats=FrozenMap(stats))
    other = cp_sat.ENGINE.solve(puzzle, limit=limit, budget=Budget(budget.nodes, left_s))
    stats |= {"settled_by": cp_sat.ENGINE.name, "conflicts": other.stats["conflicts"]}
    best = other if other.complete or other.count >= own.count else own
    return replace(
        best, engine=ENGINE.name, stats=FrozenMap(stats), elapsed_s=own.elapsed_s + other.elapsed_s
    )


ENGINE = Engine(
    name="portfolio",
    summary='cages first, then CP-SAT if that takes long; optional (pip install "pandoku[cp-sat]")',
    complete=True,
    events=False,
    supports=lambda puzzle: cages.ENGINE.supports(puzzle) or cp_sat.ENGINE.supports(puzzle),
    solve=_solve,
)
