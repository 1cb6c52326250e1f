"""Facts that are kept for the latest puzzles, because they depend only on the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

__all__ = ["per_rules"]


class _HasRules(Protocol):
    """A puzzle, without an import of its module, which uses this one."""

    @property
    def geometry(self) -> Any: ...
    @property
    def cages(self) -> tuple[Any, ...]: ...
    @property
    def further(self) -> tuple[Any, ...]: ...


_P = TypeVar("_P", bound=_HasRules)
_T = TypeVar("_T")
_MOST_PUZZLES = 8


def per_rules(make: Callable[[_P], _T]) -> Callable[[_P], _T]:
    """Return a function that keeps its results for the rules of the latest puzzles.

    Puzzles that have the same geometry, cages and other constraints share a result, so *make* may
    not use the givens or the candidates of a puzzle. All of them are compared by identity, because
    finders ask at every step of a path, and it takes long to compute the hash of a puzzle. Puzzles
    that are made from each other with `replace` have identical rules.
    """
    # The keys are identities. The puzzles are kept too, so that no other object gets one of them.
    by_puzzle: dict[int, tuple[_P, _T]] = {}
    by_rules: dict[tuple[int, ...], tuple[_P, _T]] = {}

    @wraps(make)
    def kept(puzzle: _P) -> _T:
        found = by_puzzle.get(id(puzzle))
        if found is not None and found[0] is puzzle:
            return found[1]
        rules = (puzzle.geometry, *puzzle.cages, *puzzle.further)
        key = (len(puzzle.cages), *map(id, rules))
        if (found := by_rules.get(key)) is None:
            if len(by_rules) >= _MOST_PUZZLES:
                by_rules.clear()
            found = by_rules[key] = (puzzle, make(puzzle))
        if len(by_puzzle) >= _MOST_PUZZLES:
            by_puzzle.clear()
        by_puzzle[id(puzzle)] = (puzzle, found[1])
        return found[1]

    return kept
