"""The check of what engines return: a solution that breaks a rule is an error, never an answer."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.engines._engine import EngineModule
from pandoku.errors import EngineError
from pandoku.model import Outcome, Puzzle

__all__ = ["require_solutions"]

# The core checks every solution where it finds it, also those that it only counts.
_NATIVE = frozenset({"lanes", "cages"})


def require_solutions(
    engine: EngineModule, puzzles: Iterable[Puzzle], outcomes: Iterable[Outcome]
) -> None:
    """Raise EngineError if a solution in *outcomes* breaks a rule of its puzzle."""
    if engine.NAME in _NATIVE:
        return
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        for digits in outcome.solutions:
            if not puzzle.accepts(digits):
                raise EngineError(
                    f"{engine.NAME} claims a solution that breaks the rules of its puzzle; "
                    "this is a defect of the engine, please report it with the puzzle. "
                    f"Digits found {' '.join(map(str, digits))}"
                )
