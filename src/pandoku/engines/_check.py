"""Check: what is wrong with a puzzle, and whether it is proper."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.model import Outcome, Problem, Puzzle

__all__ = ["Check"]


@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """The defects of a puzzle, and what a search for two solutions found.

    Attributes:
        puzzle: The puzzle that was checked.
        problems: Every defect that shows without a search: errors, then warnings.
        outcome: The outcome of the search; None if an error already rules out a solution.
    """

    puzzle: Puzzle
    problems: tuple[Problem, ...]
    outcome: Outcome | None

    @property
    def is_proper(self) -> bool:
        """Whether the puzzle provably has exactly one solution."""
        return self.outcome is not None and self.outcome.is_unique

    @property
    def verdict(self) -> str:
        """The result in words.

        One of "proper", "several solutions", "no solution", "impossible" (an error rules out a
        solution) and "unknown, out of budget".
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
        return self.outcome.solutions if self.outcome is not None else ()

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The cells in which two solutions differ, ascending; () unless there are several."""
        if len(self.solutions) < 2:
            return ()
        first, second = self.solutions[:2]
        return tuple(cell for cell, digit in enumerate(first) if second[cell] != digit)

    def __str__(self) -> str:
        lines = [f"{self.puzzle.describe()}: {self.verdict}"]
        lines += [f"  {problem.severity}: {problem.message}" for problem in self.problems]
        if differ := self.differing_cells:
            names = self.puzzle.geometry.names(differ[:12]) + (" ..." if len(differ) > 12 else "")
            lines.append(f"  two of its solutions differ in {len(differ)} cells: {names}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        n = len(self.problems)
        return f"Check({self.verdict}, {n} problem{'s' * (n != 1)})"
