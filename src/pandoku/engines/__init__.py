"""Search engines, one per file; every file in this folder is registered.

All engines have the same interface, `supports(puzzle)` and `solve(puzzle, ...)`.
`auto` picks the fastest that supports a puzzle.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import cast

from pandoku.engines._engine import (
    EVENT_KINDS,
    BatchEngine,
    Budget,
    EngineModule,
    Event,
    OnEvent,
)
from pandoku.errors import EngineError, PandokuError, PuzzleError
from pandoku.kernel import cages as cages_core
from pandoku.kernel import why_not_native
from pandoku.model import Outcome, Puzzle
from pandoku.words import nearest

__all__ = [
    "EVENT_KINDS",
    "BatchEngine",
    "Budget",
    "EngineModule",
    "Event",
    "OnEvent",
    "count",
    "get_engine",
    "pick_batch_engine",
    "pick_engine",
    "registry",
    "solve",
    "solve_all",
    "solve_each",
    "true_candidates",
]

# What `auto` tries, fastest first. `lanes` supports every puzzle without cages. Median ms for 16x16
# are 0.47 with lanes, 6.6 with cages and 36 with cp-sat; for 25x25 they are 5.2, 29 and 123.
# `backtracking` needs nothing but Python.
_PREFERRED = ("lanes", "cages", "backtracking")


@lru_cache(maxsize=1)
def registry() -> dict[str, EngineModule]:
    """Return every engine by name, sorted by name."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    modules = [cast(EngineModule, importlib.import_module(f"{__name__}.{n}")) for n in names]
    return {m.NAME: m for m in sorted(modules, key=lambda m: m.NAME)}


def get_engine(name: str) -> EngineModule:
    """Return the engine of that name.

    Raises:
        EngineError: There is none; the message suggests similar names.
    """
    engines = registry()
    if name in engines:
        return engines[name]
    near = nearest(name, ["auto", *engines]) or ["auto", *engines]
    raise EngineError(f"there is no engine {name!r}; try {', '.join(near)}")


def pick_engine(puzzle: Puzzle) -> EngineModule:
    """Return the engine that `auto` stands for: the fastest complete one for this puzzle."""
    for name in _PREFERRED:
        engine = registry()[name]
        if engine.supports(puzzle) is None:
            return engine
    raise EngineError(f"no engine supports this puzzle: {puzzle!r}")


def pick_batch_engine(name: str = "auto", budget: Budget | None = None) -> BatchEngine | None:
    """Return the engine that searches a Batch as arrays; None when puzzles have to go one by one.

    Args:
        name: The engine asked for, or "auto".
        budget: What each puzzle may spend: an engine of this kind keeps no account of it.
    """
    asked = _PREFERRED if name == "auto" else (name,)
    engines = (registry().get(each) for each in asked)
    able = [cast(BatchEngine, each) for each in engines if hasattr(each, "solve_many")]
    return able[0] if able and budget is None and why_not_native() is None else None


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    engine: str = "auto",
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for the solutions of a puzzle.

    Args:
        puzzle: Any puzzle that the engine supports.
        limit: Stop after this many solutions, at least 1. Use 2 to test uniqueness.
        engine: An engine's name, or "auto".
        budget: How much to spend; unlimited if None.
        on_event: Called with every Event, if the engine reports events.

    Raises:
        PuzzleError: The puzzle has defects that show without searching.
        EngineError: The engine is unknown or does not support this puzzle.
        ValueError: *limit* is below 1.

    >>> solve(Puzzle(2), limit=5)
    Outcome(count=2, complete, engine='lanes')
    """
    _check_limit(limit)
    puzzle.require_sound()
    module = _engine_for(puzzle, engine)
    return module.solve(puzzle, limit=limit, budget=budget, on_event=on_event)


def count(puzzle: Puzzle, limit: int = 2) -> int:
    """Return the number of solutions of a puzzle, at most *limit*.

    Raises:
        PuzzleError: The puzzle has defects that show without searching.
        ValueError: *limit* is below 1.

    >>> count(Puzzle(4), limit=1000)
    288
    """
    return solve(puzzle, limit=limit).count


def true_candidates(puzzle: Puzzle, *, budget: Budget | None = None) -> tuple[int, ...] | None:
    """Return for every cell the digits that it has in at least one solution.

    Args:
        puzzle: Any puzzle that the compiled core supports.
        budget: How much to spend; unlimited if None. Nodes are the core's guesses.

    Returns:
        A mask for every cell (bit d-1 is digit d): one bit each if the puzzle is proper,
        all 0 if it has no solution. None if the budget ran out.

    Raises:
        PuzzleError: The puzzle has defects that show without searching.
        EngineError: A target does not fit 64 bits, or the compiled core is not built.

    >>> true_candidates(Puzzle(2, (1, 0, 0, 0)))
    (1, 2, 2, 1)
    """
    puzzle.require_sound()
    budget = budget or Budget()
    return cages_core.true_candidates(
        [puzzle], nodes=budget.nodes, seconds=budget.seconds, threads=1
    )[0]


def solve_all(
    puzzles: Iterable[Puzzle],
    *,
    limit: int = 2,
    threads: int | None = None,
    engine: str = "auto",
    budget: Budget | None = None,
) -> list[Outcome]:
    """Search many puzzles; the native engines do so in parallel.

    Args:
        puzzles: Puzzles of any kind, in any mix.
        limit: As in `solve`, for each puzzle.
        threads: Maximum number of threads, at least 1; None means one per available core.
        engine: An engine's name, or "auto".
        budget: As in `solve`, for each puzzle.

    Returns:
        The outcomes, in the order of the puzzles.

    Raises:
        PuzzleError: A puzzle has defects; the message starts with its 1-based position.
        EngineError: The engine is unknown or does not support one of the puzzles.
        ValueError: *limit* or *threads* is below 1.

    >>> [outcome.count for outcome in solve_all([Puzzle(2), Puzzle(1)])]
    [2, 1]
    """
    results = solve_each(list(puzzles), limit=limit, threads=threads, engine=engine, budget=budget)
    outcomes = []
    for number, result in enumerate(results, 1):
        if isinstance(result, PuzzleError):
            raise PuzzleError(f"puzzle {number}: {result.reason}", problems=result.problems)
        if isinstance(result, PandokuError):
            raise EngineError(f"puzzle {number}: {result}")
        outcomes.append(result)
    return outcomes


def solve_each(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    threads: int | None = None,
    engine: str = "auto",
    budget: Budget | None = None,
) -> list[Outcome | PandokuError]:
    """Like `solve_all`, but return an error in place of the outcome of a bad puzzle.

    Raises:
        ValueError: *limit* or *threads* is below 1.
    """
    _check_limit(limit)
    if threads is not None and threads < 1:
        raise ValueError(f"expected at least 1 thread, found {threads}")
    results: list[Outcome | PandokuError | None] = [None] * len(puzzles)
    groups: dict[str, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        try:
            groups.setdefault(_checked_engine(puzzle, engine).NAME, []).append(index)
        except (PuzzleError, EngineError) as error:
            results[index] = error
    for name, indices in groups.items():
        group = [puzzles[index] for index in indices]
        outcomes = _solve_group(get_engine(name), group, limit, budget, threads)
        for index, outcome in zip(indices, outcomes, strict=True):
            results[index] = outcome if outcome.count else _explained(puzzles[index], outcome)
    return cast("list[Outcome | PandokuError]", results)


def _solve_group(
    engine: EngineModule,
    puzzles: list[Puzzle],
    limit: int,
    budget: Budget | None,
    threads: int | None,
) -> list[Outcome]:
    together = getattr(engine, "solve_all", None)
    if together is not None:
        outcomes = together(puzzles, limit=limit, budget=budget, threads=threads)
        return cast("list[Outcome]", outcomes)
    return [engine.solve(puzzle, limit=limit, budget=budget) for puzzle in puzzles]


def _checked_engine(puzzle: Puzzle, name: str) -> EngineModule:
    """Return the engine for a puzzle of a batch; raise if no engine could represent the puzzle.

    Other defects only make a puzzle unsolvable, so `_explained` looks for them after the search.
    """
    odd = max(puzzle.givens) > puzzle.order or min(puzzle.givens) < 0
    if odd or (puzzle.cages and (puzzle.candidates is not None or not cages_core.can_take(puzzle))):
        puzzle.require_sound()
    engine = _engine_for(puzzle, name)
    if puzzle.cages and not hasattr(engine, "solve_all"):
        puzzle.require_sound()
    return engine


def _explained(puzzle: Puzzle, outcome: Outcome) -> Outcome | PandokuError:
    # Finding equal givens and unreachable targets costs more than solving, and only a puzzle
    # without a solution can have them, so they are checked afterwards.
    try:
        puzzle.require_sound()
    except PuzzleError as error:
        return error
    return outcome


def _engine_for(puzzle: Puzzle, name: str) -> EngineModule:
    if name == "auto":
        return pick_engine(puzzle)
    module = get_engine(name)
    if reason := module.supports(puzzle):
        raise EngineError(f"{module.NAME} does not support this puzzle: {reason}")
    return module


def _check_limit(limit: int) -> None:
    if limit < 1:
        raise ValueError(f"expected a limit of at least 1, found {limit}")
