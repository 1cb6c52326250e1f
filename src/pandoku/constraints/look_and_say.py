"""Look-and-say: a number says aloud how often digits occur in a group of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Only, Puzzle, Tile, Total, center_of
from pandoku.model.constraint import CellsLike, cell_defects
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class LookAndSay(Constraint):
    """A count of some digits in a group of cells; other digits may occur any number of times.

    The number 1223 says that there is exactly one 2 and that there are exactly two 3s.

    Attributes:
        cells: The cells, which have no order and need not touch.
        counts: Counts and digits in turn, ascending by digit: (1, 2, 2, 3). A digit with the count
            0 does not occur. A single number such as 1223 is read digit by digit.
    """

    NAME: ClassVar[str] = "look-and-say"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        object.__setattr__(self, "counts", _ordered(self.counts))

    @property
    def text(self) -> str:
        """The number as it is read aloud: "1223", or "1x12 2x13" if it has larger numbers."""
        pairs = [*self._pairs()]
        if all(max(pair) < 10 for pair in pairs):
            return "".join(f"{count}{digit}" for count, digit in pairs)
        return " ".join(f"{count}x{digit}" for count, digit in pairs)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Yield each count with its digit."""
        return zip(self.counts[::2], self.counts[1::2], strict=True)

    def heading(self) -> str:
        """Return its kind and its number."""
        return f"{self.NAME} {self.text}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or which digits they cannot have."""
        yield from cell_defects(self.cells, geometry)
        n = geometry.order
        for digit in self.counts[1::2]:
            if digit > n:
                yield f"expected digits 1..{n}, found {digit}"
        k, total = len(self.cells), sum(self.counts[::2])
        if total > k:
            yield f"expected at most {k} digits, as there are {k} cells, found {total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a count of each digit, and which digits are left for all cells."""
        n = puzzle.order
        named = {digit: count for count, digit in self._pairs()}
        is_full = sum(named.values()) == len(self.cells)
        allowed = sum(1 << (d - 1) for d in range(1, n + 1) if named.get(d, int(not is_full)))
        found: list[Relation] = []
        if allowed != (1 << n) - 1:
            found += (Only(cell, allowed) for cell in self.cells)
        for digit, count in named.items():
            weights = tuple(int(each == digit) for each in range(1, n + 1))
            if count:
                found.append(Total(tuple((cell, weights) for cell in self.cells), (count,)))
        return tuple(found)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit occurs as often as the number says."""
        found = [digits[cell] for cell in self.cells]
        return all(found.count(digit) == count for count, digit in self._pairs())

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> LookAndSay:
        """Return the same cells elsewhere, with the counts of the digits that theirs become."""
        counts = [
            (count, digit if digits is None else digits[digit - 1])
            for count, digit in self._pairs()
        ]
        moved = tuple(cells[cell] for cell in self.cells)
        return LookAndSay(moved, tuple(number for pair in counts for number in pair))

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with the number in the first of them."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        shaded = (Tile("region", points[1:]),) if points[1:] else ()
        return (Tile("region", points[:1], text=self.text), *shaded)


def _ordered(given: Any) -> tuple[int, ...]:
    """Return counts and digits in turn, each checked, in the order of the digits."""
    parts = (given,) if isinstance(given, str) else parts_of(given) or (given,)
    numbers = [number for each in parts if (number := as_whole(each)) is not None]
    if len(numbers) == 1 and numbers[0] > 9:
        numbers = [*map(int, str(numbers[0]))]  # as it stands in the puzzle
    elif len(numbers) != len(parts):
        numbers = []
    if not numbers or len(numbers) % 2 or min(numbers) < 0 or min(numbers[1::2]) < 1:
        raise PuzzleError(
            "look-and-say: expected counts of at least 0 and digits of at least 1 in turn, "
            f"found {given!r:.60}"
        )
    pairs = sorted(zip(numbers[1::2], numbers[::2], strict=True))
    if len({digit for digit, _ in pairs}) < len(pairs):
        raise PuzzleError(f"look-and-say: expected each digit once, found {given!r:.60}")
    return tuple(number for digit, count in pairs for number in (count, digit))


RULE = Rule(
    make=LookAndSay,
    text="The number of a cage says how often digits occur in it: 1223 is one 2 and two 3s.",
    example=Puzzle.sudoku(
        "....2.........4.........4...........",
        solution="536124142536614253325641451362263415",
    ).with_(
        LookAndSay("r2c3 r2c4 r3c4 r3c5", (2, 2, 2, 5)),
        LookAndSay("r1c1 r2c1 r3c1", (1, 5)),
        LookAndSay("r5c3 r5c4 r6c3", (1, 1, 2, 3)),
        LookAndSay("r4c6 r5c6 r6c6", (1, 1, 1, 5)),
    ),
    noun="look-and-say cage",
)
