"""The check of results from engines: a solution that breaks a rule raises an error."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.engines._engine import Engine
from pandoku.errors import EngineError
from pandoku.model import Outcome, Puzzle

__all__ = ["require_solutions"]


def require_solutions(
    engine: Engine, puzzles: Iterable[Puzzle], outcomes: Iterable[Outcome]
) -> None:
    """Raise EngineError if a solution in *outcomes* breaks a rule of its puzzle."""
    if engine.is_checked:
        return
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        for digits in outcome.solutions:
            if not puzzle.accepts(digits):
                raise EngineError(
                    f"{engine.name} claims a solution that breaks the rules of its puzzle; "
                    "this is a defect of the engine, please report it with the puzzle. "
                    f"Digits found {' '.join(map(str, digits))}"
                )
