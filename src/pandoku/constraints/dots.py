"""Dots between neighbors: a white one for a difference, a black one for a ratio.

Where all dots of some values are given, neighbors without a dot have none of these differences or
ratios. A dot of either color exempts its pair.
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


def _differ_by(a: int, b: int, value: int) -> bool:
    return abs(a - b) == value


def _are_multiples(a: int, b: int, value: int) -> bool:
    return a == value * b or b == value * a


class _Dot(BorderClue):
    """A dot on the border of two cells."""

    __slots__ = ()
    COLOR: ClassVar[str]
    USUAL: ClassVar[int]  # the value that is not written in the dot

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the dot, with its value if that is not the usual one."""
        text = "" if self.value == self.USUAL else str(self.value)
        return (Disc(self.COLOR, (self.middle(geometry),), 0.15, text),)


@dataclass(frozen=True, slots=True)
class Difference(_Dot):
    """A white dot: the digits of two neighbors differ by a value.

    Attributes:
        cells: The two cells.
        value: The difference, at least 1.
    """

    NAME: ClassVar[str] = "difference"
    HAVE: ClassVar[Have] = staticmethod(_differ_by)
    COLOR: ClassVar[str] = "white"
    USUAL: ClassVar[int] = 1

    cells: CellsLike
    value: int = 1


@dataclass(frozen=True, slots=True)
class Ratio(_Dot):
    """A black dot: one of the digits of two neighbors is a multiple of the other.

    Attributes:
        cells: The two cells.
        value: The factor, at least 1; 2 is usual.
    """

    NAME: ClassVar[str] = "ratio"
    HAVE: ClassVar[Have] = staticmethod(_are_multiples)
    COLOR: ClassVar[str] = "black"
    USUAL: ClassVar[int] = 2

    cells: CellsLike
    value: int = 2


class _NoDots(NoBorderClues):
    """A rule for all neighbors that have no dot."""

    __slots__ = ()
    EXEMPT_BY: ClassVar[type[BorderClue]] = _Dot
    DOT: ClassVar[str]

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it: "rule that all differences of 1 have a dot"."""
        values = " and ".join(map(str, self.values))
        return f"rule that every {self.DOT} of {values} has a dot"

    def rule(self) -> str:
        """Return the rule with its values."""
        verb = "differ by" if self.DOT == "difference" else f"have the {self.DOT}"
        return f"Neighbors without a dot do not {verb} {self.joined_values()}."


@dataclass(frozen=True, slots=True)
class NoDifference(_NoDots):
    """All white dots of some values are given; with the value 1, others are non-consecutive.

    Attributes:
        values: The differences that neighbors without a dot do not have, ascending.
    """

    NAME: ClassVar[str] = "no difference"
    HAVE: ClassVar[Have] = staticmethod(_differ_by)
    DOT: ClassVar[str] = "difference"

    values: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class NoRatio(_NoDots):
    """All black dots of some values are given.

    Attributes:
        values: The ratios that neighbors without a dot do not have, ascending.
    """

    NAME: ClassVar[str] = "no ratio"
    HAVE: ClassVar[Have] = staticmethod(_are_multiples)
    DOT: ClassVar[str] = "ratio"

    values: tuple[int, ...] = (2,)


RULES = (
    Rule(
        make=Difference,
        text="Digits beside a white dot differ by 1, or by the number in the dot.",
        example=Puzzle.sudoku(
            ".6................24...3....3....4..",
            solution="462315315624536241241563654132123456",
        ).with_(
            Difference("r6c1 r6c2"),
            Difference("r1c1 r2c1"),
            Difference("r1c6 r2c6"),
            Difference("r5c5 r5c6"),
            Difference("r5c1 r5c2"),
        ),
        aliases=("white dot", "kropki white"),
        noun="white dot",
    ),
    Rule(
        make=Ratio,
        text="Of the digits beside a black dot, one is twice the other, or as the dot says.",
        example=Puzzle.sudoku(
            ".......6........1.............5..1..",
            solution="345621261435456312123546614253532164",
        ).with_(
            Ratio("r1c5 r1c6"),
            Ratio("r5c4 r6c4"),
            Ratio("r2c1 r3c1"),
            Ratio("r4c2 r5c2"),
            Ratio("r4c6 r5c6"),
        ),
        aliases=("black dot", "kropki black"),
        noun="black dot",
    ),
    Rule(
        make=NoDifference,
        noun="nonconsecutive",
        completes=Difference,
        text="Neighbors without a dot do not differ by the given numbers; usually by 1.",
        example=Puzzle.sudoku(
            ".......2.............6.......6......",
            solution="351462624135246351513624135246462513",
        ).with_(NoDifference()),
        aliases=("non-consecutive",),
    ),
    Rule(
        make=NoRatio,
        noun="anti-ratio",
        completes=Ratio,
        text="Neighbors without a dot do not have the given ratios; usually 2.",
        example=Puzzle.sudoku(
            ".................2......16..........",
            solution="256134314526431652625413162345543261",
        ).with_(NoRatio()),
    ),
)
