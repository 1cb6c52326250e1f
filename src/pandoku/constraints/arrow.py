"""Arrows: the digits on the shaft add up to the number in the bulb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Disc, Puzzle, Stroke, Total, center_of
from pandoku.model.constraint import (
    CellsLike,
    are_neighbors,
    are_touching,
    cell_defects,
    gap_defects,
    image_of_line,
)

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Arrow(Constraint):
    """A bulb, and a shaft whose digits add up to its number.

    Digits on the shaft may repeat where houses permit. A bulb of several cells, a pill, is read as
    a number in base ten, its first cell first: 1 and 2 are 12. Two shafts that leave one bulb are
    two arrows.

    Attributes:
        bulb: The cells of the bulb, each beside the next.
        shaft: The cells of the shaft from the bulb on, without those of the bulb.
    """

    NAME: ClassVar[str] = "arrow"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("bulb", "shaft")

    bulb: CellsLike
    shaft: CellsLike

    def rule(self) -> str:
        """Return the rule of an arrow with a pill."""
        if len(self.bulb) < 2:
            return ""
        return "Digits along the shaft of an arrow add up to the number in its pill."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the bulb or the shaft, or why the sum is out of reach."""
        n = geometry.order
        if not self.bulb or not self.shaft:
            part = "shaft" if self.bulb else "bulb"
            yield f"expected a {part} of at least one cell, found none"
            return
        yield from cell_defects((*self.bulb, *self.shaft), geometry)
        yield from gap_defects(self.shaft, geometry)
        # A shaft may leave a pill at any of its cells.
        if not any(are_touching(cell, self.shaft[0], n) for cell in self.bulb):
            yield "expected a shaft that begins beside its bulb, found one that does not touch it"
        if not all(are_neighbors(a, b, n) for a, b in pairwise(self.bulb)):
            yield "expected the cells of a bulb side by side, found others"
        least, k = 10 ** len(self.bulb) // 9, len(self.shaft)  # 1, 11, 111
        if k > n * least:
            yield f"expected a shaft of at most {n * least} cells, found {k}"
        if k * n < least:
            found = f"{k} cell{'s' * (k > 1)} of 1..{n}"
            yield f"expected a shaft that adds up to {least} or more, found {found}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total, in which the shaft is subtracted from the bulb."""
        bulb = ((cell, 10**at) for at, cell in enumerate(reversed(self.bulb)))
        shaft = ((cell, -1) for cell in self.shaft)
        return (Total.of((*bulb, *shaft), (0,), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the shaft adds up to the bulb."""
        number = 0
        for cell in self.bulb:
            number = number * 10 + digits[cell]
        return sum(digits[cell] for cell in self.shaft) == number

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same arrow elsewhere."""
        bulb, shaft = image_of_line(self.bulb, cells), image_of_line(self.shaft, cells)
        if digits is not None or bulb is None or shaft is None:
            return None
        moved = replace(self, bulb=bulb, shaft=shaft)
        n = round(len(cells) ** 0.5)
        return moved if any(are_touching(cell, shaft[0], n) for cell in bulb) else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the bulb, and the shaft with its head; the shaft begins at the nearest cell."""
        n = geometry.order
        bulb = tuple(center_of(cell, n) for cell in self.bulb)
        shaft = tuple(center_of(cell, n) for cell in self.shaft)
        touching = [center_of(c, n) for c in self.bulb if are_touching(c, self.shaft[0], n)]
        x, y = shaft[0]
        start = min(touching or bulb, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        return (Stroke("arrow", (start, *shaft), has_head=True), Disc("ring", bulb, 0.38))


RULE = Rule(
    make=Arrow,
    text="Digits along the shaft of an arrow add up to the digit in its circle.",
    example=Puzzle.sudoku(
        "..............................5.....",
        solution="345216612345436521251634163452524163",
    ).with_(
        Arrow("r1c5 r1c4", "r2c3 r1c3 r2c2 r3c1"),
        Arrow("r6c4 r6c3", "r5c2 r5c1 r6c1 r6c2"),
        Arrow("r4c3 r4c4", "r3c3 r4c2 r4c1 r3c2"),
        Arrow("r3c6 r3c5", "r4c6 r4c5 r5c5"),
    ),
    aliases=("arrows",),
)
