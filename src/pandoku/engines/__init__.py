"""Ways to search, one file an engine; a file in this folder registers itself.

Every engine has the same face, `supports(puzzle)` and `solve(puzzle, ...)`, so one table
of puzzles runs through all of them. `auto` picks the right one.
"""

from __future__ import annotations

import importlib
import pkgutil
from difflib import get_close_matches
from functools import lru_cache
from typing import cast

from pandoku.engines._engine import EVENT_KINDS, Budget, EngineModule, Event, OnEvent
from pandoku.errors import EngineError
from pandoku.model import Outcome, Puzzle

__all__ = [
    "EVENT_KINDS",
    "Budget",
    "EngineModule",
    "Event",
    "OnEvent",
    "get_engine",
    "pick_engine",
    "registry",
    "solve",
]

# What `auto` tries, best first. The last needs nothing but Python.
_PREFERRED = ("lanes", "cages", "backtracking")


@lru_cache(maxsize=1)
def registry() -> dict[str, EngineModule]:
    """Return every engine by name, sorted by name."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    modules = [cast(EngineModule, importlib.import_module(f"{__name__}.{n}")) for n in names]
    return {m.NAME: m for m in sorted(modules, key=lambda m: m.NAME)}


def get_engine(name: str) -> EngineModule:
    """Return an engine by its name.

    Raises:
        EngineError: There is none; the message has the nearest names.
    """
    engines = registry()
    if name in engines:
        return engines[name]
    near = get_close_matches(name, engines, n=3) or ["auto", *engines]
    raise EngineError(f"there is no engine {name!r}; try {', '.join(near)}")


def pick_engine(puzzle: Puzzle) -> EngineModule:
    """Return the engine `auto` stands for: the fastest complete one that takes the puzzle."""
    for name in _PREFERRED:
        engine = registry()[name]
        if engine.supports(puzzle) is None:
            return engine
    raise EngineError(f"no engine takes this puzzle: {puzzle!r}")


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    engine: str = "auto",
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search a puzzle with an engine.

    Args:
        limit: Stop after this many solutions, at least 1. Use 2 to test uniqueness.
        engine: An engine's name, or "auto".
        budget: How much to spend; without limit when None.
        on_event: Called with every Event of an engine that reports them.

    Raises:
        PuzzleError: The puzzle has defects that show without searching.
        EngineError: The engine is unknown or does not take this puzzle.
        ValueError: *limit* is below 1.
    """
    if limit < 1:
        raise ValueError(f"expected a limit of at least 1, found {limit}")
    puzzle.require_sound()
    module = pick_engine(puzzle) if engine == "auto" else get_engine(engine)
    if reason := module.supports(puzzle):
        raise EngineError(f"{module.NAME} does not take this puzzle: {reason}")
    return module.solve(puzzle, limit=limit, budget=budget, on_event=on_event)
