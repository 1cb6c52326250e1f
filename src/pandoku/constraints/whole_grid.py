"""Rules for all cells of the grid: anti-knight, anti-king, and Dutch flatmates."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._proposing import whole_grid
from pandoku.constraints._rule import Rule
from pandoku.model import Automaton, Constraint, Differ, Machine, Puzzle, automaton_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

_KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
_KING = ((0, 1), (1, -1), (1, 0), (1, 1))


class _Apart(Constraint):
    """The base class of rules that require different digits in cells a chess move apart."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    MOVES: ClassVar[tuple[tuple[int, int], ...]]

    def noun(self) -> str:
        """Return the name in sentences: "anti-knight rule"."""
        return f"{self.NAME} rule"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for each pair of cells a move apart: the two cells differ."""
        return _differing(puzzle.order, self.MOVES)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no two cells a move apart hold equal digits."""
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
        """Return the rule itself if all pairs of cells a move apart remain such pairs."""
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
    """Cells that share a side or a corner hold different digits."""

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


_OPEN, _AFTER_LEAST, _NEEDS_GREATEST = range(3)


@dataclass(frozen=True, slots=True)
class DutchFlatmates(Constraint):
    """Each 5 of a 9x9 grid has a 1 directly above it, a 9 directly below it, or both.

    In other orders, the middle digit replaces the 5, and the greatest digit replaces the 9. An even
    order has two middle digits, and the rule uses the lower of the two, such as 3 of 1..6.
    """

    NAME: ClassVar[str] = "flatmates"
    NOUN: ClassVar[str] = "flatmates rule"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with the digits of the grid."""
        n = geometry.order
        return f"A {_middle(n)} has a 1 directly above or a {n} directly below it."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect if the grid is too small to have a middle digit."""
        if geometry.order < 3:
            yield f"expected a digit between 1 and the greatest, found 1..{geometry.order}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton for each column, read downward."""
        n, columns = puzzle.order, range(puzzle.order)
        return tuple(Machine(tuple(range(c, n * n, n)), _column(n)) for c in columns)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each middle digit is below a 1 or above the greatest digit."""
        n = puzzle.order
        for cell, digit in enumerate(digits):
            if digit != _middle(n):
                continue
            above = digits[cell - n] if cell >= n else None
            below = digits[cell + n] if cell + n < n * n else None
            if above != 1 and below != n:
                return False
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the rule if columns still run downward, or upward with 1 and n swapped."""
        n = round(len(cells) ** 0.5)
        steps = {cells[cell + n] - cells[cell] for cell in range(n * n - n)}
        kept = [1, _middle(n), n]
        found = kept if digits is None else [digits[digit - 1] for digit in kept]
        return self if (steps, found) in (({n}, kept), ({-n}, kept[::-1])) else None


def _middle(order: int) -> int:
    return (order + 1) // 2


@lru_cache(maxsize=64)
def _column(order: int) -> Automaton:
    middle = _middle(order)

    def step(state: Hashable, digit: int) -> Hashable | None:
        if state == _NEEDS_GREATEST and digit != order:
            return None
        if digit == middle:
            return _OPEN if state == _AFTER_LEAST else _NEEDS_GREATEST
        return _AFTER_LEAST if digit == 1 else _OPEN

    return automaton_of(order, order, _OPEN, step, lambda state: state != _NEEDS_GREATEST)


RULES = (
    Rule(
        make=AntiKnight,
        text="Cells a knight's move apart hold different digits.",
        example=Puzzle.sudoku(
            "...6........5...1...2.............63",
            solution="125634436521543216612345361452254163",
        ).with_(AntiKnight()),
        proposer=whole_grid(AntiKnight, keeps="relabeled"),
    ),
    Rule(
        make=AntiKing,
        text="Cells that touch by a corner hold different digits.",
        example=Puzzle.sudoku(
            "...........15..3.....2..........4...",
            solution="162453435621521346346215213564654132",
        ).with_(AntiKing()),
        proposer=whole_grid(AntiKing, keeps="relabeled"),
    ),
    Rule(
        make=DutchFlatmates,
        text=(
            "A 5 has a 1 directly above or a 9 directly below it; in other orders, a middle "
            "digit has 1 or the greatest."
        ),
        example=Puzzle.sudoku(
            "..4..............3.4.6.5............",
            solution="614532523461156243342615435126261354",
        ).with_(
            DutchFlatmates(),
        ),
        aliases=("dutch flatmates",),
        proposer=whole_grid(DutchFlatmates),
    ),
)
