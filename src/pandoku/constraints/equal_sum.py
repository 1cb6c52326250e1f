"""Equal sums: the digits in two groups of cells add up to the same number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import equal_sums
from pandoku.constraints._rule import Rule
from pandoku.constraints._two_groups import TwoGroups
from pandoku.model import Puzzle, Tile, center_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class EqualSum(TwoGroups):
    """Two groups of cells whose digits have the same sum.

    Digits may repeat where houses permit. The order of the cells and of the groups does not matter.
    Groups may share cells, or even be equal: then the sums always agree.

    Attributes:
        first: The cells of one group.
        second: The cells of the other group.
    """

    NAME: ClassVar[str] = "equal sum"

    first: CellsLike
    second: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with a group, or why the sums cannot be equal."""
        yield from TwoGroups.defects(self, geometry)
        fewer, more = sorted(map(len, self._apart))
        if more > fewer * geometry.order:
            yield (
                "expected groups whose sums may be equal, found cells in only one of them: "
                f"{more} in one, {fewer} in the other"
            )

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total, in which the cells of a group are subtracted."""
        if self.first == self.second:
            return ()
        return tuple(equal_sums(self._apart, puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether both groups have one sum."""
        one, other = (sum(digits[cell] for cell in group) for group in (self.first, self.second))
        return one == other

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same groups elsewhere."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with a letter, and the number of the group."""
        letter = ascii_uppercase[self.first[0] % len(ascii_uppercase)]
        groups = enumerate((self.first, self.second), 1)
        return tuple(
            Tile(
                "equal-sum",
                tuple(center_of(c, geometry.order) for c in cells),
                text=f"{letter}{at}",
            )
            for at, cells in groups
        )

    @property
    def _apart(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each group that the other does not have."""
        common = {*self.first} & {*self.second}
        groups = self.first, self.second
        return tuple(tuple(cell for cell in group if cell not in common) for group in groups)


RULE = Rule(
    make=EqualSum,
    text="Digits in two groups of cells, such as A1 and A2, have the same sum.",
    example=Puzzle.sudoku(
        "............................5..4....",
        solution="325164614523251346463215136452542631",
    ).with_(
        EqualSum("r3c3 r4c2", "r4c1 r5c2"),
        EqualSum("r3c6", "r4c5 r4c6"),
        EqualSum("r3c4 r4c3 r4c4", "r5c3 r6c3"),
        EqualSum("r1c3", "r1c4 r2c3"),
        EqualSum("r1c1 r1c2 r2c2", "r2c1"),
    ),
    aliases=("equal sums",),
)
