"""X and V between neighbors: their digits add up to 10 or to 5.

Where all marks of some sums are given, neighbors without a mark have none of these sums. Dots do
not count as marks, nor marks as dots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._borders import BorderClue, Have, NoBorderClues
from pandoku.constraints._rule import Rule
from pandoku.model import Disc, Puzzle
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry

_NUMERALS = {5: "V", 10: "X"}


def _add_up_to(a: int, b: int, value: int) -> bool:
    return a + b == value


@dataclass(frozen=True, slots=True)
class XV(BorderClue):
    """A sum of two neighbors: an X for 10, a V for 5, or another number.

    Attributes:
        cells: The two cells.
        value: The sum, at least 1.
    """

    NAME: ClassVar[str] = "sum mark"
    HAVE: ClassVar[Have] = staticmethod(_add_up_to)

    cells: CellsLike
    value: int = 10

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the letter or the number on the border."""
        text = _NUMERALS.get(self.value, str(self.value))
        return (Disc("mark", (self.middle(geometry),), 0.15, text),)


@dataclass(frozen=True, slots=True)
class NoXV(NoBorderClues):
    """All marks of some sums are given.

    Attributes:
        values: The sums that neighbors without a mark do not have, ascending.
    """

    NAME: ClassVar[str] = "no sum mark"
    HAVE: ClassVar[Have] = staticmethod(_add_up_to)
    EXEMPT_BY: ClassVar[type[BorderClue]] = XV

    values: tuple[int, ...] = (5, 10)

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it: "rule that every sum of 5 and 10 has a mark"."""
        values = " and ".join(map(str, self.values))
        return f"rule that every sum of {values} has a mark"

    def rule(self) -> str:
        """Return the rule with its values."""
        return f"Neighbors without a mark do not add up to {self.joined_values()}."


RULES = (
    Rule(
        make=XV,
        noun="XV",
        nouns="XV marks",
        text="Digits beside an X add up to 10, beside a V to 5, beside a number to the number.",
        example=Puzzle.sudoku(
            ".......2....................63....2.",
            solution="154236623415235641416352542163361524",
        ).with_(
            XV("r4c2 r5c2", 5),
            XV("r3c1 r3c2", 5),
            XV("r5c2 r6c2", 10),
            XV("r2c4 r2c5", 5),
            XV("r4c1 r4c2", 5),
        ),
        aliases=("xv",),
    ),
    Rule(
        make=NoXV,
        noun="anti-XV",
        completes=XV,
        text="Neighbors without a mark do not have the given sums; usually 5 and 10.",
        example=Puzzle.sudoku(
            "..................2.................",
            solution="342651615243436125251364563412124536",
        ).with_(
            NoXV(),
            XV("r1c2 r2c2", 5),
            XV("r2c1 r3c1"),
            XV("r4c5 r4c6"),
            XV("r5c4 r5c5", 5),
        ),
        aliases=("no xv", "negative xv"),
    ),
)
