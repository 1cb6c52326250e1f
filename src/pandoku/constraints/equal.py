"""Groups of cells with equal contents: clones, palindromes, equal sums, and the same values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine, equal_sums
from pandoku.constraints._proposing import Canvas, Dice, Proposer, from_center, pairs_of_areas
from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Pairs, Puzzle, Tile, Total, center_of, table_of
from pandoku.model.constraint import CellsLike, cell_defects, gap_defects, is_placed, listed_cells

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


def both_spots(first: Sequence[int], second: Sequence[int], geometry: Geometry) -> str:
    """Return the first cells of two groups: "r1c1 and r4c4"."""
    cells = (cell for cell in (*first[:1], *second[:1]) if 0 <= cell < geometry.n_cells)
    return " and ".join(map(geometry.name, cells))


class TwoGroups(Constraint):
    """Two groups of cells, which may overlap. The order of groups and of cells does not matter."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("first", "second")
    UNORDERED: ClassVar[tuple[str, ...]] = CELL_FIELDS

    first: CellsLike
    second: CellsLike

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        if is_placed(self.first) and is_placed(self.second) and self.second < self.first:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def nouns(self) -> str:
        """Return "", because each has two places."""
        return ""

    def spot(self, geometry: Geometry) -> str:
        """Return the first cell of each group: "r1c1 and r4c4"."""
        return both_spots(self.first, self.second, geometry)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return both groups: "equal sum of r1c1 and r1c2 with r5c5"."""
        groups = (self.first, self.second) if cell in self.first else (self.second, self.first)
        own, other = (listed_cells(each, geometry) if each else "no cell" for each in groups)
        return f"{self.NAME} of {own} with {other}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells of both groups."""
        yield from cell_defects(self.first, geometry)
        yield from cell_defects(self.second, geometry)


@dataclass(frozen=True, slots=True)
class Clone(Constraint):
    """Two groups of cells where each cell holds the same digit as its copy.

    The groups may overlap. A cell that is its own copy has no effect. The order of the pairs and of
    the two groups does not matter.

    Attributes:
        cells: The cells of the first group, at least one.
        copies: The copy of each of these cells, in the same order.
    """

    NAME: ClassVar[str] = "clone"
    NOUN: ClassVar[str] = "pair of clones"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("cells", "copies")
    GROUPS = "halves"

    cells: CellsLike
    copies: CellsLike

    def __post_init__(self) -> None:
        groups = self.cells, self.copies
        if not all(map(is_placed, groups)) or not 0 < len(self.cells) == len(self.copies):
            return
        ways = (sorted(zip(*way, strict=True)) for way in (groups, groups[::-1]))
        cells, copies = zip(*min(ways), strict=True)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "copies", copies)

    def nouns(self) -> str:
        """Return "", because each has two places."""
        return ""

    def spot(self, geometry: Geometry) -> str:
        """Return the first cell and its copy: "r1c1 and r4c4"."""
        return both_spots(self.cells, self.copies, geometry)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the groups, and a defect for pairs of cells that cannot be equal."""
        yield from cell_defects(self.cells, geometry)
        yield from cell_defects(self.copies, geometry)
        if len(self.cells) != len(self.copies):
            yield f"expected as many copies as cells, found {len(self.copies)}"
        for a, b in self._pairs:
            if any(a in house.cells and b in house.cells for house in geometry.houses):
                names = geometry.name(a), geometry.name(b)
                yield "expected equal cells in different houses, found {} and {}".format(*names)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the copies of the cell: "clone of r4c4"."""
        others = [b if a == cell else a for a, b in self._pairs if cell in (a, b)]
        return f"clone of {listed_cells(dict.fromkeys(others), geometry)}" if others else self.NAME

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: each cell equals its copy."""
        return (Pairs(_same(puzzle.order), self._pairs),) if self._pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether both groups hold the same digits in the same order."""
        return [digits[cell] for cell in self.cells] == [digits[cell] for cell in self.copies]

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the groups at their new place. Digits may be relabeled in any way."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with a letter. Different clones in a puzzle rarely get the same letter."""
        letter = ascii_uppercase[self.cells[0] % len(ascii_uppercase)]
        points = tuple(center_of(cell, geometry.order) for cell in self.cells_on(geometry))
        return (Tile("clone", points, text=letter),)

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of a cell and its copy, without cells that are their own copy."""
        pairs = zip(self.cells, self.copies, strict=False)
        return tuple((a, b) for a, b in pairs if a != b)


@lru_cache(maxsize=64)
def _same(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a == b)


@dataclass(frozen=True, slots=True)
class Palindrome(SymmetricLine):
    """A line that reads the same from either end.

    A line and its reverse are equal: both are stored from the end with the smaller number.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
    """

    NAME: ClassVar[str] = "palindrome"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "palindrome"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect for pairs of cells that cannot be equal."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        for a, b in self._pairs:
            if a != b and any(a in house.cells and b in house.cells for house in geometry.houses):
                names = geometry.name(a), geometry.name(b)
                yield "expected equal cells in different houses, found {} and {}".format(*names)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the cell with the same digit: "five-cell palindrome, same as r4c4"."""
        other = self.cells[-1 - self.cells.index(cell)]
        if other == cell:
            return f"center of the {self.noun()}"
        return f"{self.noun()}, same as {geometry.name(other)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: cells equally far from the two ends are equal."""
        return (Pairs(_same(puzzle.order), self._pairs),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the line reads the same backwards."""
        found = [digits[cell] for cell in self.cells]
        return found == found[::-1]

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the line at its new place. Digits may be relabeled in any way."""
        return SymmetricLine.image(self, cells, None)

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        half = len(self.cells) // 2
        return tuple(zip(self.cells[:half], reversed(self.cells), strict=False))


@dataclass(frozen=True, slots=True)
class EqualSum(TwoGroups):
    """Two groups of cells whose digits have the same sum.

    Digits may repeat unless a house forbids it. The order of the cells and of the groups does not
    matter. The groups may share cells. If both groups have the same cells, the constraint always
    holds.

    Attributes:
        first: The cells of one group.
        second: The cells of the other group.
    """

    NAME: ClassVar[str] = "equal sum"
    NOUN: ClassVar[str] = "pair of equal sums"

    first: CellsLike
    second: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the groups, and a defect if their sums cannot be equal."""
        yield from TwoGroups.defects(self, geometry)
        fewer, more = sorted(map(len, self._apart))
        if more > fewer * geometry.order:
            yield (
                "expected groups whose sums can be equal, found cells in only one of them: "
                f"{more} in one, {fewer} in the other"
            )

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: the sum of one group minus the sum of the other group is 0."""
        if self.first == self.second:
            return ()
        return tuple(equal_sums(self._apart, puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether both groups have the same sum."""
        one, other = (sum(digits[cell] for cell in group) for group in (self.first, self.second))
        return one == other

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the groups at their new place."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with a letter for the constraint and the number of the group, 1 or 2."""
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
        """The cells of each group that are not in the other group."""
        common = {*self.first} & {*self.second}
        groups = self.first, self.second
        return tuple(tuple(cell for cell in group if cell not in common) for group in groups)


@dataclass(frozen=True, slots=True)
class SameValues(TwoGroups):
    """Two sets of cells with the same digits in any order: each digit occurs equally often in both.

    The set that contains the cell with the smallest number comes first. To compare more than two
    sets, use one constraint for each pair.

    Attributes:
        first: The cells of one set, in any order.
        second: The cells of the other set, which is of the same size. A cell may be in both sets.
    """

    NAME: ClassVar[str] = "same values"
    NOUN: ClassVar[str] = "pair of same-value sets"

    first: CellsLike
    second: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the sets differ in size."""
        yield from TwoGroups.defects(self, geometry)
        if len(self.first) != len(self.second):
            sizes = len(self.first), len(self.second)
            yield "expected two sets of the same size, found {} and {} cells".format(*sizes)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for each digit, which compares its frequency in the two sets."""
        n, both = puzzle.order, {*self.first} & {*self.second}
        if self.first == self.second:
            return ()
        return tuple(
            Total(
                tuple(
                    (cell, _counting(n, digit, sign))
                    for sign, cells in ((1, self.first), (-1, self.second))
                    for cell in cells
                    if cell not in both
                ),
                (0,),
            )
            for digit in range(1, n + 1)
        )

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits of both sets are the same when sorted."""
        first, second = (sorted([digits[c] for c in cells]) for cells in (self.first, self.second))
        return first == second

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the sets at their new place. Digits may be relabeled in any way."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells of both sets, with the same letter in the first cell of each set."""
        n, letter = geometry.order, ascii_uppercase[self.first[0] % len(ascii_uppercase)]
        heads = {center_of(cells[0], n) for cells in (self.first, self.second)}
        points = dict.fromkeys(center_of(cell, n) for cell in (*self.first, *self.second))
        others = tuple(point for point in points if point not in heads)
        rest = (Tile("same", others),) if others else ()
        return (Tile("same", tuple(p for p in points if p in heads), text=letter), *rest)


@lru_cache(maxsize=256)
def _counting(order: int, digit: int, sign: int) -> tuple[int, ...]:
    """Return weights of the digits that count one digit, for a relation `Total`."""
    return tuple(sign * (each == digit) for each in range(1, order + 1))


_CLONED = (3, 5)  # least and greatest number of cells of a clone


def _clones(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
    """Yield clones: areas with the same digits in the same arrangement."""
    n, digits = canvas.order, canvas.digits
    shifts = [(down, right) for down in range(n) for right in range(1 - n, n)]
    for down, right in dice.shuffled([each for each in shifts if each > (0, 0)]):
        shift = down * n + right
        alike = {
            cell
            for cell in range(n * n - down * n)
            if 0 <= cell % n + right < n and digits[cell] == digits[cell + shift]
        }
        while alike:
            area = [min(alike)]
            for cell in area:
                area += [near for near in canvas.beside[cell] if near in alike.difference(area)]
            alike -= {*area}
            cells = tuple(area[: dice.between(*_CLONED)])
            copies = tuple(cell + shift for cell in cells)
            is_clear = len(cells) >= _CLONED[0] and not {*cells} & {*copies}
            yield Clone(cells, copies) if is_clear else None


RULES = (
    Rule(
        make=Clone,
        text="Two clones hold the same digits in the same places.",
        example=Puzzle.sudoku(
            ".....22.5....6.......1............4.",
            solution="614532235461561324342156423615156243",
        ).with_(
            Clone("r4c2", "r5c1"),
            Clone("r4c3", "r5c2"),
            Clone("r4c5", "r5c6"),
            Clone("r1c4", "r2c3"),
            Clone("r1c3", "r2c4"),
        ),
        aliases=("clones", "equal cells"),
        signs={"=": False},
        nouns="pairs of clones",
        proposer=Proposer(propose=_clones, form="area", keeps="relabeled"),
    ),
    Rule(
        make=Palindrome,
        text="Digits along a palindrome read the same from either end.",
        example=Puzzle.sudoku(
            "..........6......13......2.....5....",
            solution="612453534162265341341526423615156234",
        ).with_(
            Palindrome("r4c1 r5c2 r6c3 r6c4 r6c5"),
            Palindrome("r1c4 r2c3"),
            Palindrome("r3c1 r4c1 r5c2"),
            Palindrome("r2c5 r3c5 r4c6"),
            Palindrome("r4c2 r5c1"),
        ),
        aliases=("palindromes",),
        proposer=from_center(Palindrome, (3, 7), lambda _, a, b: a == b, keeps="relabeled"),
    ),
    Rule(
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
        proposer=pairs_of_areas(EqualSum, (2, 2, 3, 3, 4), sum),
    ),
    Rule(
        make=SameValues,
        text="Two sets of cells hold the same digits, each equally often.",
        example=Puzzle.sudoku(
            "......6.3...2...........5.....1.....",
            solution="425613613425261534354261532146146352",
        ).with_(
            SameValues("r1c6 r2c5", "r5c3 r6c4"),
            SameValues("r1c1 r2c2", "r1c5 r2c4"),
            SameValues("r1c4 r2c5", "r4c4 r4c5"),
            SameValues("r4c3 r5c3", "r5c5 r6c6"),
        ),
        aliases=("same digits",),
        noun="same-value set",
        proposer=pairs_of_areas(
            SameValues, (2, 3, 3, 4), lambda digits: tuple(sorted(digits)), keeps="relabeled"
        ),
    ),
)
