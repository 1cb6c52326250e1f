"""Outcomes: the results of searches, complete or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any, NoReturn

from pandoku import _hooks, _instead
from pandoku.model.board import Board
from pandoku.model.frozen import FrozenMap, thaw
from pandoku.model.geometry import Geometry
from pandoku.model.grids import rows_of
from pandoku.model.puzzle import Puzzle

__all__ = ["STOPS", "Outcome"]

STOPS = ("limit", "nodes", "seconds", "stuck", "error")
_WHY = {"nodes": "out of nodes", "seconds": "out of time", "stuck": "stuck"}


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The result of a search.

    Attributes:
        count: Number of solutions found, at most the limit. `solutions` may contain fewer
            solutions. With on_error="keep" in `solve_all`, the number is -1 for a bad puzzle.
        stopped: None if the search is complete. Then `count` is the exact number of solutions.
            Otherwise the reason for the early end: "limit" (more solutions may exist), "nodes" or
            "seconds" (out of budget), "stuck" (the engine's reasoning makes no progress), "error"
            (a bad puzzle, which was not searched).
        solutions: The solutions found, each n*n digits row-major, in the engine's order. The native
            engines return only the first solutions if there are very many (see `holds_all`). The
            engine `lanes` returns up to eight million digits in total, and the engine `cages`
            returns up to 1000 solutions.
        board: The last board of an engine that does not search exhaustively, or None.
        stats: Counts by name: "nodes" from every engine that searches, and engine-specific counts
            ("checks", "backtracks", "choices", ...).
        engine: The name of the engine that ran.
        elapsed_s: Seconds spent searching.
        puzzle: The puzzle, for pictures of the outcome. None if it is unknown.
    """

    count: int
    stopped: str | None = None
    solutions: tuple[tuple[int, ...], ...] = ()
    board: Board | None = None
    stats: FrozenMap = field(default_factory=FrozenMap)
    engine: str = ""
    elapsed_s: float = field(default=0.0, compare=False)
    puzzle: Puzzle | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.stopped is not None and self.stopped not in STOPS:
            raise ValueError(f"expected stopped to be None or one of {STOPS}: {self.stopped!r}")
        if not isinstance(self.stats, FrozenMap):
            object.__setattr__(self, "stats", FrozenMap(self.stats))

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an Outcome has no truth value: use .is_unique for exactly one solution, or .count"
        )

    @property
    def complete(self) -> bool:
        """True if the search was exhaustive, so that `count` is the exact number of solutions."""
        return self.stopped is None

    @property
    def is_unique(self) -> bool:
        """True if the search proves that there is exactly one solution.

        A search with the limit 1 never proves this.
        """
        return self.complete and self.count == 1

    @property
    def holds_all(self) -> bool:
        """True if `solutions` contains every counted solution."""
        return len(self.solutions) == self.count

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The first solution found, row-major, or None. It is the only solution if `is_unique`."""
        return self.solutions[0] if self.solutions else None

    @property
    def grid(self) -> tuple[tuple[int, ...], ...] | None:
        """The first solution found as n rows of n digits, or None."""
        return None if self.solution is None else rows_of(self.solution)

    def _grid(self) -> tuple[int, ...] | None:
        return self.solution if self.count == len(self.solutions) == 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as a JSON value, as in `pandoku solve --json`.

        Keys: "count", "complete", "stopped", "solutions" (lists of digits, row by row), "engine",
        "stats" and "elapsed_s". The output of the command has the location of the puzzle before
        these keys.
        """
        return {
            "count": self.count,
            "complete": self.complete,
            "stopped": self.stopped,
            "solutions": [list(solution) for solution in self.solutions],
            "engine": self.engine,
            "stats": thaw(self.stats),
            "elapsed_s": round(self.elapsed_s, 6),
        }

    if not TYPE_CHECKING:  # hidden from type checkers, so that they report unknown attributes

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError. The message suggests an attribute to use, if there is one."""
            raise _instead.no_attribute(self, name, _instead.of_outcome(name))

    def describe(self) -> str:
        """Return a description of the result: "unique", "no solution", "2 or more solutions"."""
        if self.stopped == "error":
            return "bad puzzle"
        if self.complete and self.count < 2:
            words = "unique" if self.count else "no solution"
        elif not self.count:
            words = "no solution found"
        else:
            words = f"{self.count}{'' if self.complete else ' or more'} solutions"
        if not self.holds_all:
            words += f", the first {len(self.solutions)} held"
        return words + (f", {_WHY[self.stopped]}" if self.stopped in _WHY else "")

    def solution_board(self) -> Board | None:
        """Return the board of the puzzle filled with the first solution, or None."""
        if self.solution is None:
            return None
        puzzle = self.puzzle or Puzzle(Geometry.sudoku(isqrt(len(self.solution))))
        return Board(puzzle, self.solution, tuple(1 << (digit - 1) for digit in self.solution))

    def __str__(self) -> str:
        board = self.solution_board() or self.board
        words = self.describe()
        if board is None:
            return words
        return f"{board}" if self.is_unique else f"{board}\n{words}"

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str | None:
        """Return the first solution as an SVG picture, for notebooks."""
        picture: str | None = _hooks.picture_of(self)
        return picture

    def __repr__(self) -> str:
        return f"Outcome({self.describe()}, engine={self.engine!r})"
