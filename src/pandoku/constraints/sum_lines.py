"""Lines whose digits have a sum: arrows, double arrows, sum lines, region sums, zippers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import OpenLine, equal_sums, words_between
from pandoku.constraints._proposing import from_center, lines
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Constraint,
    Disc,
    Machine,
    Puzzle,
    Stroke,
    Total,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import (
    CellsLike,
    are_neighbors,
    are_touching,
    cell_defects,
    gap_defects,
    image_of_line,
    listed_cells,
)

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Arrow(Constraint):
    """A bulb, and a shaft whose digits add up to the number in the bulb.

    Digits on the shaft may repeat unless a house forbids it. A bulb of two or more cells (a pill)
    is read as a number in base ten, beginning with its first cell: 1 and 2 are 12. A bulb with two
    shafts is stored as two arrows.

    Attributes:
        bulb: The cells of the bulb, each next to the previous cell.
        shaft: The cells of the shaft, excluding the bulb, from the cell next to the bulb to the
            tip.
    """

    NAME: ClassVar[str] = "arrow"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("bulb", "shaft")
    GROUPS = "one and others"

    bulb: CellsLike
    shaft: CellsLike

    def label(self, geometry: Geometry) -> str:
        """Return the place of the bulb: "arrow with its circle at r1c1"."""
        if not (spot := self.spot(geometry)):
            return self.noun()
        return f"{self.noun()} with its {'circle' if len(self.bulb) < 2 else 'pill'} at {spot}"

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the sum in the circle, or the circle that a cell of the shaft adds up to."""
        name = geometry.name
        if cell not in self.bulb:
            return f"arrow that adds up to {' '.join(map(name, self.bulb))}"
        if len(self.bulb) < 2:
            return f"circle of the arrow, sum of {listed_cells(self.shaft, geometry)}"
        number = " ".join(map(name, self.bulb))
        return f"pill {number} of the arrow, sum of {listed_cells(self.shaft, geometry)}"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule if the bulb is a pill."""
        if len(self.bulb) < 2:
            return ""
        return "Digits along the shaft of an arrow add up to the number in its pill."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of bulb and shaft, and a defect if the shaft cannot have the sum."""
        n = geometry.order
        if not self.bulb or not self.shaft:
            part = "shaft" if self.bulb else "bulb"
            yield f"expected a {part} of at least one cell, found none"
            return
        yield from cell_defects((*self.bulb, *self.shaft), geometry)
        yield from gap_defects(self.shaft, geometry)
        # A shaft may begin next to any cell of a pill.
        if not any(are_touching(cell, self.shaft[0], n) for cell in self.bulb):
            yield "expected a shaft that begins next to its bulb, found one that does not touch it"
        if not all(are_neighbors(a, b, n) for a, b in pairwise(self.bulb)):
            yield "expected a bulb whose cells share sides, found a gap"
        least, k = 10 ** len(self.bulb) // 9, len(self.shaft)  # a bulb of ones: 1, 11 or 111
        if k > n * least:
            yield f"expected a shaft of at most {n * least} cells, found {k}"
        if k * n < least:
            found = f"{k} cell{'s' * (k > 1)} of 1..{n}"
            yield f"expected a shaft that adds up to {least} or more, found {found}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: the number in the bulb minus the sum of the shaft is 0."""
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
        """Return the arrow at its new place."""
        bulb, shaft = image_of_line(self.bulb, cells), image_of_line(self.shaft, cells)
        if digits is not None or bulb is None or shaft is None:
            return None
        moved = replace(self, bulb=bulb, shaft=shaft)
        n = round(len(cells) ** 0.5)
        return moved if any(are_touching(cell, shaft[0], n) for cell in bulb) else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the bulb, and an arrow from the cell of the bulb that is nearest to the shaft."""
        n = geometry.order
        bulb = tuple(center_of(cell, n) for cell in self.bulb)
        shaft = tuple(center_of(cell, n) for cell in self.shaft)
        touching = [center_of(c, n) for c in self.bulb if are_touching(c, self.shaft[0], n)]
        x, y = shaft[0]
        start = min(touching or bulb, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        return (Stroke("arrow", (start, *shaft), has_head=True), Disc("ring", bulb, 0.38))


@dataclass(frozen=True, slots=True)
class DoubleArrow(OpenLine):
    """A line between two circles. The sum of the circles is the sum of the digits between them.

    A line and its reverse are equal: both are stored from the end with the smaller number.

    Attributes:
        cells: The cells from circle to circle, at least two, each touching the next. A line of two
            cells has no effect.
    """

    NAME: ClassVar[str] = "double arrow"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "double-arrow"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if the two sums cannot be equal."""
        yield from OpenLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells) - 2
        if k > 2 * n:
            yield f"expected at most {2 * n} cells between the circles, found {k}"
        if k == n == 1:
            yield "expected digits 1..2 or more, found 1..1"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: the sum of the circles equals the sum of the cells between them."""
        first, *inner, last = self.cells
        return tuple(equal_sums([(first, last), inner], puzzle.order)) if inner else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the circles have the same sum as the digits between them."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        return not inner or first + last == sum(inner)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the place on the line, and its circles."""
        return words_between(self, "circle", cell, geometry)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and its circles."""
        ends = (center_of(cell, geometry.order) for cell in (self.cells[0], self.cells[-1]))
        circles = (Disc("ring", (point,), 0.38) for point in ends)
        return (*OpenLine.decorations(self, geometry), *circles)


_USUAL = 10


@dataclass(frozen=True, slots=True)
class SumLine(OpenLine):
    """A line that divides into runs of neighboring cells, all with the same sum.

    Every cell belongs to exactly one run. Digits in a run may repeat unless a house forbids it. A
    line and its reverse are equal: both are stored from the end with the smaller number.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
        value: The sum of each run, at least 1.
    """

    NAME: ClassVar[str] = "sum line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "sum-line"

    cells: CellsLike
    value: int = _USUAL

    def __post_init__(self) -> None:
        self.require_whole("value")
        OpenLine.__post_init__(self)

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        return f"A sum line divides into runs of neighbors that each add up to {self.value}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if its runs cannot have the sum."""
        yield from OpenLine.defects(self, geometry)
        k, least = len(self.cells), -(-self.value // geometry.order)
        if k < least:
            yield f"expected at least {least} cells for the sum {self.value}, found {k}"
        elif self.value > MAX_STATES:
            yield f"expected a sum of at most {MAX_STATES}, found {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that adds up the digits of each run."""
        return (Machine(self.cells, _runs(puzzle.order, len(self.cells), self.value)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the line divides into runs of the sum."""
        sums = [*accumulate(digits[cell] for cell in self.cells)]
        return sums[-1] % self.value == 0 and {*range(self.value, sums[-1], self.value)} <= {*sums}

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line, with its sum if that differs from the default."""
        (line,) = OpenLine.decorations(self, geometry)
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells[:2])
        middle = (((x + u) / 2, (y + v) / 2),)
        mark = () if self.value == _USUAL else (Disc("mark", middle, 0.2, str(self.value)),)
        return (line, *mark)


@lru_cache(maxsize=256)
def _runs(order: int, length: int, value: int) -> Automaton:
    """Return the automaton. A state is the sum of the current run so far."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, int)
        total = state + digit
        return None if total > value else total % value

    return automaton_of(order, length, 0, step, lambda state: state == 0)


@dataclass(frozen=True, slots=True)
class RegionSum(OpenLine):
    """A line whose digits have the same sum in each box or region that it passes.

    A line that returns to a box begins a new part there, unless *joined* is set. A line inside one
    box has no effect. A line and its reverse are equal: both are stored from the end with the
    smaller number.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
        joined: Whether all cells of the line in one box are one part, even if the line leaves the
            box and returns.
    """

    NAME: ClassVar[str] = "region sum line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "region-sum"

    cells: CellsLike
    joined: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.joined, bool):
            raise PuzzleError(
                f"region sum line: expected joined as True or False, found {self.joined!r:.60}"
            )
        OpenLine.__post_init__(self)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect for parts that cannot have the same sum."""
        n, defects = geometry.order, [*OpenLine.defects(self, geometry)]
        if not _regions(geometry):
            defects.append("expected a grid with boxes or regions, found none")
        yield from defects
        if not defects and (parts := self._parts(geometry)):
            longest, shortest = max(parts, key=len), min(parts, key=len)
            least = sum(range(1, len(longest) + 1))  # digits in a box differ
            most = sum(range(n, n - len(shortest), -1))
            if least > most:
                yield (
                    f"expected parts with equal sums, found {geometry.names(longest)} with at "
                    f"least {least} and {geometry.names(shortest)} with at most {most}"
                )

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: pairs of parts have the same sum."""
        return tuple(equal_sums(self._parts(puzzle.geometry), puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all parts have the same sum."""
        geometry = puzzle.geometry
        boxes = [set(h.cells) for h in geometry.houses if h.kind in ("box", "region")]
        sums: dict[object, int] = {}
        n_visits, last = 0, -1
        for cell in self.cells:
            box = next(at for at, cells in enumerate(boxes) if cell in cells)
            n_visits += box != last
            part = box if self.joined else n_visits
            sums[part] = sums.get(part, 0) + digits[cell]
            last = box
        return len({*sums.values()}) == 1

    def _parts(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """Return the cells of each part of the line."""
        regions = _regions(geometry)
        visits = [(region, tuple(cells)) for region, cells in groupby(self.cells, regions.get)]
        if not self.joined:
            return [cells for _, cells in visits]
        parts: dict[int | None, tuple[int, ...]] = {}
        for region, cells in visits:
            parts[region] = (*parts.get(region, ()), *cells)
        return [*parts.values()]


@lru_cache(maxsize=64)
def _regions(geometry: Geometry) -> dict[int, int]:
    """Return the index of the box or region of each cell; {} if the grid has neither."""
    boxes = (house.cells for house in geometry.houses if house.kind in ("box", "region"))
    return {cell: number for number, cells in enumerate(boxes) for cell in cells}


@dataclass(frozen=True, slots=True)
class Zipper(OpenLine):
    """A line where all pairs of cells equally far from the center have the same sum.

    If the line has a cell at its center, that cell holds the sum. A line and its reverse are equal:
    both are stored from the end with the smaller number.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A line of
            two cells has no effect.
    """

    NAME: ClassVar[str] = "zipper line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "zipper"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if 1 is the only digit."""
        yield from OpenLine.defects(self, geometry)
        if geometry.order < 2 and len(self.cells) > 2:
            yield "expected digits 1..2 or more, found 1..1"

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the other cell of the pair. The center is named as the sum of each pair."""
        at = self.cells.index(cell)
        other = self.cells[-1 - at]
        if other == cell:
            return f"center of the {self.noun()}, the sum of each pair"
        return f"{self.noun()}, paired with {geometry.name(other)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: all pairs of cells, and the center, have the same sum."""
        cells, half = self.cells, len(self.cells) // 2
        center = [cells[half : half + 1]] if len(cells) % 2 else []
        pairs = zip(cells[:half], reversed(cells), strict=False)
        return tuple(equal_sums([*center, *pairs], puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all pairs have the same sum, and the center (if any) holds this sum."""
        found = [digits[cell] for cell in self.cells]
        sums = {a + b for a, b in zip(found, reversed(found), strict=True)}
        if len(found) % 2:  # `sums` contains the center added to itself
            center = found[len(found) // 2]
            pairs = found[: len(found) // 2], reversed(found)
            sums = {center, *(a + b for a, b in zip(*pairs, strict=False))}
        return len(sums) == 1


def _adds_up(found: Sequence[int], digit: int, _: int) -> bool:
    return sum(found[1:]) + digit <= found[0]


RULES = (
    Rule(
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
        fields={"circle": "bulb", "pill": "bulb", "line": "shaft"},
        proposer=lines(lambda line: Arrow(line[:1], line[1:]), (3, 5), follows=_adds_up),
    ),
    Rule(
        make=DoubleArrow,
        text="Digits in the two circles of a double arrow add up to the sum of the digits between.",
        example=Puzzle.sudoku(
            ".......................1............",
            solution="251643436125513264642351124536365412",
        ).with_(
            DoubleArrow("r2c6 r2c5 r2c4 r3c4 r4c3 r4c4 r4c5"),
            DoubleArrow("r6c1 r5c2 r6c2 r6c3"),
            DoubleArrow("r5c3 r6c4 r6c5 r5c5 r6c6 r5c6"),
            DoubleArrow("r1c2 r1c1 r2c1 r3c1 r4c1"),
            DoubleArrow("r1c5 r1c4 r1c3 r2c2"),
        ),
        aliases=("double arrows",),
        proposer=lines(DoubleArrow, (4, 6)),
    ),
    Rule(
        make=SumLine,
        text=(
            "A sum line divides into runs of digits that each add up to 10, or to the given number."
        ),
        example=Puzzle.sudoku(
            "...............2.........2..........",
            solution="413625652413536241241356325164164532",
        ).with_(
            SumLine("r1c5 r1c4 r2c3"),
            SumLine("r2c2 r3c2 r4c1"),
            SumLine("r3c5 r3c6 r4c5"),
            SumLine("r6c1 r5c1 r5c2 r6c3"),
            SumLine("r3c4 r4c3 r4c4 r5c4 r6c5"),
        ),
        aliases=("ten line", "10 line"),
        proposer=lines(SumLine, (2, 6)),
    ),
    Rule(
        make=RegionSum,
        text="Box borders cut a region sum line into parts, whose digits have the same sum.",
        example=Puzzle.sudoku(
            ".4.....3......5.....................",
            solution="541263236451125346463512652134314625",
        ).with_(
            RegionSum("r4c5 r4c6 r5c5"),
            RegionSum("r2c3 r3c2 r4c1"),
            RegionSum("r2c4 r2c5 r3c5 r4c4"),
            RegionSum("r5c3 r6c3 r6c4"),
        ),
        aliases=("region sum", "region sums"),
        proposer=lines(
            RegionSum,
            (4, 7),
            limits=lambda line, geometry: len({*map(_regions(geometry).get, line)}) > 1,
        ),
    ),
    Rule(
        make=Zipper,
        text=(
            "Cells equally far from the center of a zipper line add up to one sum, which a cell at "
            "the center holds."
        ),
        example=Puzzle.sudoku(
            "..3..........................1......",
            solution="453162216345561423342516634251125634",
        ).with_(
            Zipper("r3c1 r4c2 r5c1 r6c1 r5c2 r6c2"),
            Zipper("r3c5 r4c6 r5c6 r5c5"),
            Zipper("r1c6 r2c5 r3c4 r4c3 r5c4 r5c3"),
            Zipper("r1c2 r1c1 r2c1 r2c2"),
        ),
        aliases=("zipper",),
        proposer=from_center(Zipper, (3, 7), lambda center, a, b: a + b == center),
    ),
)
