"""Result types: `Check` (the defects of a puzzle) and `Count` (a number of solutions)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from pandoku import _hooks, _instead
from pandoku.model import Outcome, Problem, Puzzle
from pandoku.words import several_solutions

# Maximum number of solutions to count if a puzzle has rules that searches cannot check.
MOST_OPEN = 1000


@_instead.suggests
@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """The defects of a puzzle, and the result of a search for two solutions.

    Attributes:
        puzzle: The puzzle that was checked.
        problems: All defects that can be found without a search: errors, then warnings.
        outcome: The outcome of the search, or None if an error already rules out a solution. If the
            puzzle has several solutions and has rules that searches cannot check, the outcome
            counts up to 1,000 solutions.
    """

    puzzle: Puzzle
    problems: tuple[Problem, ...]
    outcome: Outcome | None

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a Check has no truth value: ask .is_proper for exactly one solution, or .problems"
        )

    @property
    def is_proper(self) -> bool:
        """True if the search proved that the puzzle has exactly one solution."""
        return self.outcome is not None and self.outcome.is_unique

    @property
    def verdict(self) -> str:
        """The result in words.

        It is "proper", "several solutions", "no solution", "impossible" (an error rules out a
        solution) or "unknown, out of budget".
        """
        if self.outcome is None:
            return "impossible"
        if self.outcome.count > 1:
            return "several solutions"
        if not self.outcome.complete:
            return "unknown, out of budget"
        return "proper" if self.outcome.count else "no solution"

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        """The solutions found, at most two, each n*n digits."""
        return self.outcome.solutions[:2] if self.outcome is not None else ()

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The cells where two solutions differ, ascending, or () if there are not two solutions."""
        if len(self.solutions) < 2:
            return ()
        first, second = self.solutions[:2]
        return tuple(cell for cell, digit in enumerate(first) if second[cell] != digit)

    def to_dict(self) -> dict[str, Any]:
        """Return the check as a JSON value, as in `pandoku check --json`.

        Keys: "verdict", "proper", "count" (0 to 2, or 0 to 1,000 if the puzzle has rules that
            searches cannot check),
        "problems" (each with "severity", "message", "cells" as numbers, and "constraint", an index
        into `Puzzle.constraints` or None), and "solutions" (lists of digits, row by row). In the
        output of the command, the location of the puzzle comes before these keys.
        """
        return {
            "verdict": self.verdict,
            "proper": self.is_proper,
            "count": 0 if self.outcome is None else self.outcome.count,
            "problems": [
                {
                    "severity": p.severity,
                    "message": p.message,
                    "cells": list(p.cells),
                    "constraint": p.constraint,
                }
                for p in self.problems
            ],
            "solutions": [list(solution) for solution in self.solutions],
        }

    def __str__(self) -> str:
        is_open = self.puzzle.unchecked and self.verdict == "several solutions"
        verdict = several_solutions(self.puzzle) if is_open else self.verdict
        lines = [f"{self.puzzle.describe()}: {verdict}"]
        lines += [f"  {problem.severity}: {problem.message}" for problem in self.problems]
        if differ := self.differing_cells:
            names = self.puzzle.geometry.names(differ[:12]) + (" ..." if len(differ) > 12 else "")
            which = "two solutions" if is_open else "two of its solutions"
            lines.append(f"  {which} differ in {len(differ)} cells: {names}")
        if self.puzzle.unchecked and self.outcome is not None and self.outcome.count > 1:
            least = "" if self.outcome.complete else "at least "
            found = f"they leave {least}{self.outcome.count:,} solutions"
            lines.append(f"  {found}: part of the rules is not checked")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return a picture of the puzzle and the result in words, for notebooks."""
        from html import escape  # only notebooks need it

        return f"{_hooks.picture_of(self.puzzle)}<pre>{escape(str(self))}</pre>"

    def __repr__(self) -> str:
        n = len(self.problems)
        return f"Check({self.verdict}, {n} problem{'s' * (n != 1)})"


class Count(int):
    """A number of solutions: an int displayed as "at least 100000" if the search ended early.

    Attributes:
        stopped: As in `Outcome`: None if the search counted all solutions, otherwise the reason why
            it ended early.

    >>> Count(7), Count(7, "limit")
    (7, at least 7)
    """

    stopped: str | None

    def __new__(cls, value: int, stopped: str | None = None) -> Count:
        """Return a count of *value* solutions."""
        made = super().__new__(cls, value)
        made.stopped = stopped
        return made

    @property
    def is_exact(self) -> bool:
        """True if the search counted all solutions."""
        return self.stopped is None

    def __getnewargs__(self) -> tuple[int, str | None]:  # type: ignore[override]
        return int(self), self.stopped

    def __repr__(self) -> str:
        return super().__repr__() if self.is_exact else f"at least {super().__repr__()}"

    __str__ = __repr__
