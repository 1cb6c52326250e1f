"""Help for a stuck search: let CP-SAT finish it, or suggest other engines in a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandoku.engines._engine import Engine
from pandoku.model import Budget, FrozenMap, Outcome, Puzzle

# The engine counts as stuck after this many nodes of the core, including nodes for learning. The
# hardest 25x25 grids take about ten seconds to reach this number. The proofs of the hardest
# published killers need half as many nodes.
_PATIENCE = 300_000
_MOST_CONFLICTS = 2_000_000  # CP-SAT reaches this limit after a minute or two
_PROVES = 2  # CP-SAT stops after this number of solutions


def search_by_default(
    engine: Engine,
    puzzles: Sequence[Puzzle],
    limit: int,
    budget: Budget | None,
    threads: int | None = None,
) -> list[Outcome]:
    """Search with the engine that "auto" selected, and let CP-SAT try puzzles that are stuck.

    Installing OR-Tools may make the answer faster, but does not change it. CP-SAT is only used to
    prove that a puzzle has no solution or exactly one. If there are more solutions, the engine
    continues, because the order of the solutions depends on the engine. A puzzle counts as stuck
    after a number of nodes, not after a time.
    """
    spend = budget or Budget()
    is_bounded = spend.nodes is not None and spend.nodes <= _PATIENCE
    if is_bounded or all(map(_is_small, puzzles)):
        return _search(engine, puzzles, limit, budget, threads)
    from pandoku.engines import cp_sat  # imported here, because most puzzles are small

    if cp_sat.ENGINE.supports(puzzles[0]) is not None:
        return _search(engine, puzzles, limit, budget, threads)
    tried = _search(engine, puzzles, limit, Budget(_PATIENCE, spend.seconds), threads)
    return [
        first if first.stopped != "nodes" else _end(engine, puzzle, first, limit, spend)
        for puzzle, first in zip(puzzles, tried, strict=True)
    ]


def _search(
    engine: Engine,
    puzzles: Sequence[Puzzle],
    limit: int,
    budget: Budget | None,
    threads: int | None,
) -> list[Outcome]:
    if engine.solve_all is not None:
        return engine.solve_all(puzzles, limit=limit, budget=budget, threads=threads)
    return [engine.solve(puzzle, limit=limit, budget=budget) for puzzle in puzzles]


def _end(engine: Engine, puzzle: Puzzle, first: Outcome, limit: int, budget: Budget) -> Outcome:
    """Finish a search that is stuck. If CP-SAT cannot finish it, search again with *engine*."""
    from pandoku.engines import cp_sat

    spent_s = first.elapsed_s
    if first.count < _PROVES and not _is_small(puzzle):
        most = min(budget.nodes or _MOST_CONFLICTS, _MOST_CONFLICTS)
        left = _left(Budget(most, budget.seconds), spent_s)
        if left is None:
            return replace(first, stopped="seconds")
        other = cp_sat.ENGINE.solve(puzzle, limit=_PROVES, budget=left)
        spent_s += other.elapsed_s
        if other.stopped is None:
            return replace(
                other,
                stopped="limit" if other.count == limit else None,
                stats=FrozenMap(
                    {
                        "nodes": first.stats["nodes"],
                        "settled_by": cp_sat.ENGINE.name,
                        "conflicts": other.stats["conflicts"],
                    }
                ),
                engine="portfolio",
                elapsed_s=spent_s,
            )
    left = _left(budget, spent_s)
    if left is None:
        return replace(first, stopped="seconds")
    (last,) = _search(engine, [puzzle], limit, left, 1)
    return replace(last, elapsed_s=spent_s + last.elapsed_s)


def _is_small(puzzle: Puzzle) -> bool:
    return puzzle.order <= 9 and not puzzle.cages and not puzzle.further


def _left(budget: Budget, spent_s: float) -> Budget | None:
    """Return the budget with the seconds that remain after *spent_s*, or None if none remain."""
    if budget.seconds is None:
        return budget
    return Budget(budget.nodes, budget.seconds - spent_s) if budget.seconds > spent_s else None


def where_to_turn(outcome: Outcome) -> str:
    """Return advice to try other engines on a puzzle that an engine did not solve, or "".

    >>> where_to_turn(Outcome(0, "seconds", engine="cp-sat"))
    ''
    """
    from pandoku.engines import cp_sat

    if outcome.engine in (cp_sat.ENGINE.name, "portfolio") or outcome.puzzle is None:
        return ""
    if cp_sat.ENGINE.supports(outcome.puzzle) is None:
        return "--engine cp-sat or --engine portfolio may solve it"
    return '--engine cp-sat may solve it (pip install "pandoku[cp-sat]")'
