"""Whisper lines: the digits of neighbors on the line differ by at least a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

from pandoku.constraints._line import SymmetricLine, steps_of
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Pairs, Puzzle, table_of
from pandoku.model.constraint import CellsLike
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Whisper(SymmetricLine):
    """A line on which neighbors differ by at least a value. Digits may repeat.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
        value: The least difference. None is half the order, rounded up: 3 in a 6x6, 5 in a 9x9,
            where these are "German whispers".
    """

    NAME: ClassVar[str] = "whisper line"
    TOLD_BY: ClassVar[Literal["steps"]] = "steps"
    ROLE: ClassVar[str] = "whisper"

    cells: CellsLike
    value: int | None = None

    def __post_init__(self) -> None:
        SymmetricLine.__post_init__(self)
        if self.value is None:
            return
        if (value := as_whole(self.value)) is None or value < 1:
            raise PuzzleError(
                "whisper line: expected a whole number of at least 1 as the difference, "
                f"found {self.value!r:.60}"
            )
        object.__setattr__(self, "value", value)

    def difference(self, order: int) -> int:
        """Return the least difference in a grid of an order."""
        return (order + 1) // 2 if self.value is None else self.value

    def rule(self) -> str:
        """Return the rule with its value, if it has one."""
        if self.value is None:
            return ""
        return f"Neighbors on the line differ by at least {self.value}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or why no digits can lie on it."""
        yield from SymmetricLine.defects(self, geometry)
        n = geometry.order
        least = self.difference(n)
        if least >= n:
            yield f"no two digits of 1..{n} differ by {least}"
        elif 2 * least >= n and any(self._odd_loops()):
            # No digit has both a smaller and a greater one beside it, so the two kinds alternate.
            yield f"low and high digits alternate if they differ by {least}: no odd loop has room"

    def _odd_loops(self) -> Iterator[bool]:
        """Yield for each two visits to a cell whether an odd number of steps lies between them."""
        visits: dict[int, list[int]] = {}
        for at, cell in enumerate(self.cells):
            visits.setdefault(cell, []).append(at)
        for places in visits.values():
            yield from ((b - a) % 2 == 1 for a, b in pairwise(places))

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of neighbors."""
        return (Pairs(_apart(puzzle.order, self.difference(puzzle.order)), steps_of(self.cells)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all neighbors differ by so much."""
        least = self.difference(puzzle.order)
        return all(abs(digits[a] - digits[b]) >= least for a, b in pairwise(self.cells))


@lru_cache(maxsize=256)
def _apart(order: int, least: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: abs(a - b) >= least)


RULE = Rule(
    make=Whisper,
    text=(
        "Neighbors on a whisper line differ by at least its value; without one, by at least half "
        "the size of the grid."
    ),
    example=Puzzle.sudoku(
        "..5....................4.4..........",
        solution="635412421365254136316524142653563241",
    ).with_(
        Whisper("r4c4 r4c5 r5c4 r6c4"),
        Whisper("r1c3 r1c2 r1c1 r2c2 r2c1", value=2),
        Whisper("r4c2 r5c2 r5c1 r6c2"),
        Whisper("r1c4 r1c5 r2c6 r1c6", value=2),
        Whisper("r2c4 r2c5 r3c5"),
    ),
    aliases=("whisper", "whispers", "german-whispers"),
)
