"""Anti-knight and anti-king: cells a chess move apart hold different digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Differ, Puzzle

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

_KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
_KING = ((0, 1), (1, -1), (1, 0), (1, 1))


class _Apart(Constraint):
    """A rule for all cells of the grid."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    MOVES: ClassVar[tuple[tuple[int, int], ...]]

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it: "anti-knight rule"."""
        return f"{self.NAME} rule"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for each two cells that are a move apart."""
        return _differing(puzzle.order, self.MOVES)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no move leads from a digit to an equal one."""
        n = puzzle.order
        rows = [digits[start : start + n] for start in range(0, n * n, n)]
        return not any(
            rows[r][c] == rows[r + down][c + right]
            for r in range(n)
            for c in range(n)
            for down, right in self.MOVES
            if r + down < n and 0 <= c + right < n
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule if moves stay moves; digits may change as they like."""
        n = round(len(cells) ** 0.5)
        pairs = {relation.cells for relation in _differing(n, self.MOVES)}
        moved = (tuple(sorted((cells[a], cells[b]))) for a, b in pairs)
        return self if all(pair in pairs for pair in moved) else None


@dataclass(frozen=True, slots=True)
class AntiKnight(_Apart):
    """Cells a knight's move apart hold different digits. The grid does not wrap around."""

    NAME: ClassVar[str] = "anti-knight"
    MOVES: ClassVar[tuple[tuple[int, int], ...]] = _KNIGHT


@dataclass(frozen=True, slots=True)
class AntiKing(_Apart):
    """Cells that touch, also by a corner, hold different digits."""

    NAME: ClassVar[str] = "anti-king"
    MOVES: ClassVar[tuple[tuple[int, int], ...]] = _KING


@lru_cache(maxsize=64)
def _differing(order: int, moves: tuple[tuple[int, int], ...]) -> tuple[Differ, ...]:
    return tuple(
        Differ((cell, cell + down * order + right))
        for cell in range(order * order)
        for down, right in moves
        if cell // order + down < order and 0 <= cell % order + right < order
    )


RULES = (
    Rule(
        make=AntiKnight,
        text="Cells a knight's move apart hold different digits.",
        example=Puzzle.sudoku(
            "...6........5...1...2.............63",
            solution="125634436521543216612345361452254163",
        ).with_(AntiKnight()),
    ),
    Rule(
        make=AntiKing,
        text="Cells that touch by a corner hold different digits.",
        example=Puzzle.sudoku(
            "...........15..3.....2..........4...",
            solution="162453435621521346346215213564654132",
        ).with_(AntiKing()),
    ),
)
