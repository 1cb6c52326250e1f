"""Clues on the border of two neighbors: dots, XV marks, and inequality signs.

Other rules state that all clues of certain values are given, so that neighbors without a clue do
not have these values. A pair of neighbors with a dot of either color is exempt from both rules for
dots, but not from the rule for XV marks. A pair with an XV mark is exempt only from the rule for XV
marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._proposing import at_borders, whole_grid
from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Disc, Pairs, Puzzle, Stroke, center_of, table_of
from pandoku.model.constraint import (
    CellsLike,
    are_neighbors,
    cell_defects,
    listed_cells,
    neighbor_pairs,
    whole_of,
)
from pandoku.model.whole import parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

Have = Callable[[int, int, int], bool]


class OnBorder(Constraint):
    """A sign on the border between two neighbors."""

    __slots__ = ()

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells."""
        yield from cell_defects(self.cells, geometry, 2)
        if len(self.cells) != 2 or not are_neighbors(self.cells[0], self.cells[1], geometry.order):
            yield "expected two cells that share a side"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the sign at its new place if the cells are still neighbors."""
        a, b = (cells[cell] for cell in self.cells)
        stay = are_neighbors(a, b, round(len(cells) ** 0.5))
        return self.moved(cells) if stay and digits is None else None

    def spot(self, geometry: Geometry) -> str:
        """Return both cells: "r1c1-r1c2"."""
        return self._cells_in_words(geometry, "-")

    def label(self, geometry: Geometry) -> str:
        """Return the sign and its cells: "white dot between r1c1 and r1c2"."""
        cells = self._cells_in_words(geometry, " and ")
        return f"{self.noun()} between {cells}" if cells else self.noun()

    def _cells_in_words(self, geometry: Geometry, link: str) -> str:
        return link.join(geometry.name(cell) for cell in self.cells if 0 <= cell < geometry.n_cells)

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the sign with its value: "white dot of 3", "X"."""
        return self.noun()

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the sign and the other cell: "black dot to r1c2"."""
        others = [each for each in self.cells if each != cell]
        return f"{self.spoken_kind(geometry)} to {listed_cells(others, geometry)}"

    def middle(self, geometry: Geometry) -> tuple[float, float]:
        """Return the point in the middle of the border as (x, y)."""
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells)
        return (x + u) / 2, (y + v) / 2


class BorderClue(OnBorder):
    """A clue on the border between two cells, whose order does not matter."""

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)
    HAVE: ClassVar[Have]  # returns whether two digits have a value

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        self.require_whole("value")

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if no pair of digits has the value."""
        yield from OnBorder.defects(self, geometry)
        n = geometry.order
        if not any(_table(type(self).HAVE, n, (self.value,), False)):
            yield f"no two digits of 1..{n} have the {self.NAME} {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the two cells."""
        table = _table(type(self).HAVE, puzzle.order, (self.value,), False)
        return (Pairs(table, (self.cells,)),)  # type: ignore[arg-type]

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the two digits have the value."""
        a, b = (digits[cell] for cell in self.cells)
        return type(self).HAVE(a, b, self.value)


class NoBorderClues(Constraint):
    """A rule for all pairs of neighbors that have no clue of a certain class."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    DEPENDS_ON_OTHERS: ClassVar[bool] = True
    HAVE: ClassVar[Have]  # returns whether two digits have a value
    EXEMPT_BY: ClassVar[type[BorderClue]]  # a clue of this class, with any value, exempts its pair

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        given: Any = self.values
        values = (given,) if isinstance(given, str) else parts_of(given) or (given,)
        checked = tuple(sorted({whole_of(self.NAME, value) for value in values}))
        object.__setattr__(self, "values", checked)

    def joined_values(self) -> str:
        """Return the values in words: "1, 2 or 3"."""
        *first, last = map(str, self.values)
        return f"{', '.join(first)} or {last}" if first else last

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the pairs without a clue."""
        pairs = tuple(self._pairs(puzzle))
        table = _table(type(self).HAVE, puzzle.order, self.values, True)
        return (Pairs(table, pairs),) if pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all neighbors that have one of the values have a clue."""
        return not any(
            type(self).HAVE(digits[a], digits[b], value)
            for a, b in self._pairs(puzzle)
            for value in self.values
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the rule itself if all neighbors remain neighbors and digits do not change."""
        n = round(len(cells) ** 0.5)
        stay = all(are_neighbors(cells[a], cells[b], n) for a, b in neighbor_pairs(n))
        return self if stay and digits is None else None

    def _pairs(self, puzzle: Puzzle) -> Iterator[tuple[int, int]]:
        """Yield the pairs of neighbors without a clue between them."""
        exempt = {each.cells for each in puzzle.further if isinstance(each, self.EXEMPT_BY)}
        return (pair for pair in neighbor_pairs(puzzle.order) if pair not in exempt)


@lru_cache(maxsize=256)
def _table(have: Have, order: int, values: tuple[int, ...], is_not: bool) -> tuple[int, ...]:
    """Return the table of digit pairs that have one of the values, or (*is_not*) none of them."""
    return table_of(order, lambda a, b: any(have(a, b, value) for value in values) != is_not)


def _differ_by(a: int, b: int, value: int) -> bool:
    return abs(a - b) == value


def _are_multiples(a: int, b: int, value: int) -> bool:
    return a == value * b or b == value * a


class _Dot(BorderClue):
    """A dot on the border between two cells."""

    __slots__ = ()
    COLOR: ClassVar[str]
    USUAL: ClassVar[int]  # the value of a dot without a number

    def noun(self) -> str:
        """Return the dot, with its number if it has one: "white dot of 3"."""
        return self.NOUN if self.value == self.USUAL else f"{self.NOUN} of {self.value}"

    def nouns(self) -> str:
        """Return the plural: "white dots", "white dots of 3"."""
        return self.noun().replace("dot", "dots")

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the dot, with its value if that differs from the default."""
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
    NOUN: ClassVar[str] = "white dot"
    HAVE: ClassVar[Have] = staticmethod(_differ_by)
    COLOR: ClassVar[str] = "white"
    USUAL: ClassVar[int] = 1

    cells: CellsLike
    value: int = 1

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        return f"Digits beside a {self.noun()} differ by {self.value}."


@dataclass(frozen=True, slots=True)
class Ratio(_Dot):
    """A black dot: one of the digits of two neighbors is a multiple of the other.

    Attributes:
        cells: The two cells.
        value: The factor, at least 1; 2 is usual.
    """

    NAME: ClassVar[str] = "ratio"
    NOUN: ClassVar[str] = "black dot"
    HAVE: ClassVar[Have] = staticmethod(_are_multiples)
    COLOR: ClassVar[str] = "black"
    USUAL: ClassVar[int] = 2

    cells: CellsLike
    value: int = 2

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        times = "twice" if self.value == self.USUAL else f"{self.value} times"
        return f"Of the digits beside a {self.noun()}, one is {times} the other."


class _NoDots(NoBorderClues):
    """A rule for all neighbors without a dot."""

    __slots__ = ()
    EXEMPT_BY: ClassVar[type[BorderClue]] = _Dot
    DOT: ClassVar[str]

    def noun(self) -> str:
        """Return the name in sentences: "rule that every difference of 1 has a dot"."""
        values = " and ".join(map(str, self.values))
        return f"rule that every {self.DOT} of {values} has a dot"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its values."""
        verb = "differ by" if self.DOT == "difference" else f"have the {self.DOT}"
        return f"Neighbors without a dot do not {verb} {self.joined_values()}."


@dataclass(frozen=True, slots=True)
class NoDifference(_NoDots):
    """A rule stating that all white dots of certain values are given.

    With the value 1, neighbors without a dot are not consecutive.

    Attributes:
        values: The differences that neighbors without a dot must not have, ascending.
    """

    NAME: ClassVar[str] = "no difference"
    HAVE: ClassVar[Have] = staticmethod(_differ_by)
    DOT: ClassVar[str] = "difference"

    values: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class NoRatio(_NoDots):
    """A rule stating that all black dots of certain values are given.

    Attributes:
        values: The ratios that neighbors without a dot must not have, ascending.
    """

    NAME: ClassVar[str] = "no ratio"
    HAVE: ClassVar[Have] = staticmethod(_are_multiples)
    DOT: ClassVar[str] = "ratio"

    values: tuple[int, ...] = (2,)


_NUMERALS = {5: "V", 10: "X"}


def _add_up_to(a: int, b: int, value: int) -> bool:
    return a + b == value


@dataclass(frozen=True, slots=True)
class XV(BorderClue):
    """A mark with the sum of two neighbors: X for 10, V for 5, or a number.

    Attributes:
        cells: The two cells.
        value: The sum, at least 1.
    """

    NAME: ClassVar[str] = "sum mark"
    HAVE: ClassVar[Have] = staticmethod(_add_up_to)

    cells: CellsLike
    value: int = 10

    def noun(self) -> str:
        """Return the letter, or the number as a mark: "X", "7 mark"."""
        return _NUMERALS.get(self.value, f"{self.value} mark")

    def nouns(self) -> str:
        """Return the plural: "Xs", "7 marks"."""
        return f"{self.noun()}s"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        noun = f"an {self.noun()}" if self.value == 10 else f"a {self.noun()}"
        return f"Digits beside {noun} add up to {self.value}."

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the letter or the number on the border."""
        text = _NUMERALS.get(self.value, str(self.value))
        return (Disc("mark", (self.middle(geometry),), 0.15, text),)


@dataclass(frozen=True, slots=True)
class NoXV(NoBorderClues):
    """A rule stating that all marks of certain sums are given.

    Attributes:
        values: The sums that neighbors without a mark must not have, ascending.
    """

    NAME: ClassVar[str] = "no sum mark"
    HAVE: ClassVar[Have] = staticmethod(_add_up_to)
    EXEMPT_BY: ClassVar[type[BorderClue]] = XV

    values: tuple[int, ...] = (5, 10)

    def noun(self) -> str:
        """Return the name in sentences: "rule that every sum of 5 and 10 has a mark"."""
        values = " and ".join(map(str, self.values))
        return f"rule that every sum of {values} has a mark"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its values."""
        return f"Neighbors without a mark do not add up to {self.joined_values()}."


_WING, _REACH = 0.12, 0.06  # half the width and half the length of a chevron, in cells


@dataclass(frozen=True, slots=True)
class GreaterThan(OnBorder):
    """An inequality sign, which shows which of two neighbors has the greater digit.

    Attributes:
        cells: Two cells that share a side, beginning with the greater digit.
    """

    NAME: ClassVar[str] = "inequality"
    NOUN: ClassVar[str] = "inequality sign"

    cells: CellsLike

    def places(self, geometry: Geometry) -> str:
        """Return the cells with the sign: "r1c1 > r1c2"."""
        return super(GreaterThan, self).places(geometry).replace(" ", " > ")

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the comparison with the other cell: "greater than r1c2"."""
        greater, less = self.cells
        if cell == greater:
            return f"greater than {geometry.name(less)}"
        return f"less than {geometry.name(greater)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the two cells."""
        return (Pairs(_greater(puzzle.order), (self.cells,)),)  # type: ignore[arg-type]

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the first digit is greater."""
        first, second = (digits[cell] for cell in self.cells)
        return first > second

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a chevron on the border that points at the second cell."""
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells)
        across, down = u - x, v - y
        x, y = self.middle(geometry)
        wings = [
            (x - _REACH * across + side * down, y - _REACH * down + side * across)
            for side in (-_WING, _WING)
        ]
        point = x + _REACH * across, y + _REACH * down
        return (Stroke("comparison", (wings[0], point, wings[1])),)


@lru_cache(maxsize=64)
def _greater(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a > b)


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
        aliases=("white dot", "kropki white", "white kropki", "white kropki dot", "consecutive"),
        noun="white dot",
        proposer=at_borders(
            lambda cells, a, b: Difference(cells) if abs(a - b) == 1 else None, keeps="reversed"
        ),
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
        aliases=("black dot", "kropki black", "black kropki", "black kropki dot"),
        noun="black dot",
        proposer=at_borders(lambda cells, a, b: Ratio(cells) if 2 * a == b or a == 2 * b else None),
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
        aliases=("non-consecutive", "all white dots given"),
        proposer=whole_grid(NoDifference, keeps="reversed"),
    ),
    Rule(
        make=NoRatio,
        noun="anti-ratio",
        completes=Ratio,
        text="Neighbors without a dot do not have the given ratios; usually 2.",
        aliases=("all black dots given",),
        example=Puzzle.sudoku(
            ".................2......16..........",
            solution="256134314526431652625413162345543261",
        ).with_(NoRatio()),
    ),
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
        forms={"x": "10", "v": "5"},
        form_proposers={
            "x": at_borders(lambda cells, a, b: XV(cells, 10) if a + b == 10 else None),
            "v": at_borders(lambda cells, a, b: XV(cells, 5) if a + b == 5 else None),
        },
        proposer=at_borders(lambda cells, a, b: XV(cells, a + b) if a + b in _NUMERALS else None),
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
        aliases=("no xv", "negative xv", "all xv given"),
    ),
    Rule(
        make=GreaterThan,
        noun="greater-than",
        nouns="inequality signs",
        text="The sign between two cells points at the lesser digit.",
        example=Puzzle.sudoku(
            ".2........4...1.2......4..5.......1.",
            solution="524361136245451623362154215436643512",
        ).with_(
            GreaterThan("r3c1 r4c1"),
            GreaterThan("r2c6 r2c5"),
            GreaterThan("r5c6 r4c6"),
            GreaterThan("r1c1 r1c2"),
            GreaterThan("r4c5 r5c5"),
        ),
        aliases=("greater than",),
        signs={">": False, "<": True},
        proposer=at_borders(lambda cells, a, b: GreaterThan(cells if a > b else cells[::-1])),
    ),
)
