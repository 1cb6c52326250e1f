"""Rules that count digits: counting circles, look-and-say cages, quadruples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._proposing import Canvas, Dice, Proposer, areas, at_corners
from pandoku.constraints._rule import Rule
from pandoku.constraints._words import Token
from pandoku.errors import PuzzleError
from pandoku.model import (
    Constraint,
    Disc,
    Only,
    Puzzle,
    Total,
    cell_name,
    cells_of,
    center_of,
)
from pandoku.model.constraint import CellsLike, cell_defects, group_of
from pandoku.model.decoration import labeled_tiles
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class CountingCircles(Constraint):
    """Circles where each digit d occurs exactly d times, or not at all.

    Attributes:
        cells: The circles, in any order.
    """

    NAME: ClassVar[str] = "counting circles"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def noun(self) -> str:
        """Return the number of circles: "group of nine counting circles"."""
        return group_of(len(self.cells), "counting circle")

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the kind. A circle belongs to all circles of the grid."""
        return "counting circle"

    def nouns(self) -> str:
        """Return the plural of a group: "groups of counting circles"."""
        return f"groups of {self.NAME}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the number of circles is impossible."""
        yield from cell_defects(self.cells, geometry)
        n, k = geometry.order, len(self.cells)
        if k and not _kept(n, k)[0]:
            yield f"expected as many circles as different digits of 1..{n} add up to, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations for the count of each digit, and for the digits that can occur.

        The different digits that occur add up to the number of circles. For example, with the
        digits 1..6, 22 circles are impossible, and 20 circles have every digit except 1.
        """
        n = puzzle.order
        some, all_ = _kept(n, len(self.cells))
        relations: list[Relation] = []
        if some != puzzle.geometry.all_mask:
            relations += (Only(cell, some) for cell in self.cells)
        for digit in range(1, n + 1):
            if some >> (digit - 1) & 1:
                is_sure = all_ >> (digit - 1) & 1
                targets = (digit,) if is_sure else (0, digit)
                relations.append(count_of(self.cells, n, digit, targets))
        return tuple(relations)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit d in the circles occurs in exactly d circles."""
        found = [digits[cell] for cell in self.cells]
        return all(found.count(digit) == digit for digit in found)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the circles at their new place."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the circles."""
        return tuple(Disc("count", (center_of(c, geometry.order),), 0.38) for c in self.cells)


def count_of(cells: Sequence[int], order: int, digit: int, targets: tuple[int, ...]) -> Total:
    """Return the relation: the number of cells with the digit is one of *targets*."""
    weights = tuple(int(each == digit) for each in range(1, order + 1))
    return Total(tuple((cell, weights) for cell in cells), targets)


@lru_cache(maxsize=256)
def _kept(order: int, total: int) -> tuple[int, int]:
    """Return two masks: digits that occur in any set with a sum, and digits in all these sets."""
    sums = _sums(range(1, order + 1))
    if total not in sums:
        return 0, 0
    some = all_ = 0
    for digit in range(1, order + 1):
        others = _sums(each for each in range(1, order + 1) if each != digit)
        some |= (total - digit in others) << (digit - 1)
        all_ |= (total not in others) << (digit - 1)
    return some, all_


def _sums(digits: Iterator[int] | range) -> set[int]:
    """Return the sums of all subsets of digits."""
    sums = {0}
    for digit in digits:
        sums |= {each + digit for each in sums}
    return sums


@dataclass(frozen=True, slots=True)
class LookAndSay(Constraint):
    """The counts of some digits in a group of cells. Other digits may occur any number of times.

    The number 1223 means exactly one 2 and exactly two 3s.

    Attributes:
        cells: The cells, in any order. They need not touch.
        counts: Counts and digits alternately, ascending by digit: (1, 2, 2, 3). A digit with the
            count 0 does not occur. A single number such as 1223 is read digit by digit.
    """

    NAME: ClassVar[str] = "look-and-say"
    NOUN: ClassVar[str] = "look-and-say cage"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        object.__setattr__(self, "counts", _ordered(self.counts))

    @property
    def text(self) -> str:
        """The clue as it is printed: "1223", or "1x12 2x13" if a number is above 9."""
        pairs = [*self._pairs()]
        if all(max(pair) < 10 for pair in pairs):
            return "".join(f"{count}{digit}" for count, digit in pairs)
        return " ".join(f"{count}x{digit}" for count, digit in pairs)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Yield pairs (count, digit)."""
        return zip(self.counts[::2], self.counts[1::2], strict=True)

    def noun(self) -> str:
        """Return the number and the kind: "1223 look-and-say cage"."""
        return f"{self.text} {self.NOUN}"

    def heading(self) -> str:
        """Return the kind and the number."""
        return f"{self.NAME} {self.text}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if they cannot have the stated digits."""
        yield from cell_defects(self.cells, geometry)
        n = geometry.order
        for digit in self.counts[1::2]:
            if digit > n:
                yield f"expected digits 1..{n}, found {digit}"
        k, total = len(self.cells), sum(self.counts[::2])
        if total > k:
            yield f"expected at most {k} digits, as there are {k} cells, found {total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for the count of each digit, and relations for the allowed digits."""
        n = puzzle.order
        named = {digit: count for count, digit in self._pairs()}
        is_full = sum(named.values()) == len(self.cells)
        allowed = sum(1 << (d - 1) for d in range(1, n + 1) if named.get(d, int(not is_full)))
        found: list[Relation] = []
        if allowed != (1 << n) - 1:
            found += (Only(cell, allowed) for cell in self.cells)
        for digit, count in named.items():
            if count:
                found.append(count_of(self.cells, n, digit, (count,)))
        return tuple(found)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit of the clue occurs as often as the clue states."""
        found = [digits[cell] for cell in self.cells]
        return all(found.count(digit) == count for count, digit in self._pairs())

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> LookAndSay:
        """Return the cells at their new place, with the digits of the counts relabeled."""
        counts = [
            (count, digit if digits is None else digits[digit - 1])
            for count, digit in self._pairs()
        ]
        moved = tuple(cells[cell] for cell in self.cells)
        return LookAndSay(moved, tuple(number for pair in counts for number in pair))

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with the number in the first."""
        return labeled_tiles(self.cells, geometry.order, self.text)


def _ordered(given: Any) -> tuple[int, ...]:
    """Return counts and digits alternately, ascending by digit, after checking them."""
    parts = (given,) if isinstance(given, str) else parts_of(given) or (given,)
    numbers = [number for each in parts if (number := as_whole(each)) is not None]
    if len(numbers) == 1 and numbers[0] > 9:
        numbers = [*map(int, str(numbers[0]))]  # the clue as it is printed, such as 1223
    elif len(numbers) != len(parts):
        numbers = []
    if not numbers or len(numbers) % 2 or min(numbers) < 0 or min(numbers[1::2]) < 1:
        raise PuzzleError(
            "look-and-say: expected counts of at least 0, each followed by a digit of at least 1, "
            f"found {given!r:.60}"
        )
    pairs = sorted(zip(numbers[1::2], numbers[::2], strict=True))
    if len({digit for digit, _ in pairs}) < len(pairs):
        raise PuzzleError(f"look-and-say: expected each digit once, found {given!r:.60}")
    return tuple(number for digit, count in pairs for number in (count, digit))


_MOST = 4  # cells around a corner


@dataclass(frozen=True, slots=True)
class Quadruple(Constraint):
    """Digits on a corner that all occur in the cells around it.

    A digit that is listed twice occurs at least twice. The order of the cells and of the digits
    does not matter.

    Attributes:
        cells: The cells around the corner: four, or fewer at the edge of the grid.
        digits: The digits, at least one, and at most as many as there are cells.
    """

    NAME: ClassVar[str] = "quadruple"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        object.__setattr__(self, "digits", _digits(self.digits))

    def noun(self) -> str:
        """Return the kind and the digits: "quadruple 1 1 2 4"."""
        return self.heading()

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect if the cells do not meet at a corner, or cannot hold the digits."""
        n = geometry.order
        yield from cell_defects(self.cells, geometry)
        if self.cells and not _meet(self.cells, n):
            yield "expected cells around one corner, found others"
        if len(self.cells) < len(self.digits):
            yield f"expected at most {len(self.cells)} digits, found {len(self.digits)}"
        for digit in sorted({*self.digits}):
            if not 1 <= digit <= n:
                yield f"expected digits 1..{n}, found {digit}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for each count.

        If the clue's digits fill all cells, exclude other digits.
        """
        n, k = puzzle.order, len(self.cells)
        relations: list[Relation] = []
        if len(self.digits) == k:
            mask = sum(1 << (digit - 1) for digit in {*self.digits})
            relations += [Only(cell, mask) for cell in self.cells]
        for digit in dict.fromkeys(self.digits):
            targets = tuple(range(self.digits.count(digit), k + 1))
            relations.append(count_of(self.cells, n, digit, targets))
        return tuple(relations)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit occurs as often as it is listed."""
        found = [digits[cell] for cell in self.cells]
        return all(found.count(digit) >= self.digits.count(digit) for digit in self.digits)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the clue at its new place, relabeled, if the cells still meet at a corner."""
        moved = tuple(cells[cell] for cell in self.cells)
        if not _meet(moved, round(len(cells) ** 0.5)):
            return None
        listed = self.digits if digits is None else tuple(digits[d - 1] for d in self.digits)
        return replace(self, cells=moved, digits=listed)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a circle on the corner, with the digits."""
        rows, columns = _lines(self.cells, geometry.order)
        corner = _middle(columns, geometry.order), _middle(rows, geometry.order)
        return (Disc("quadruple", (corner,), 0.25, " ".join(map(str, self.digits))),)


def _digits(given: Any) -> tuple[int, ...]:
    """Return digits in ascending order, checked to be whole numbers."""
    listed = None if isinstance(given, str) else parts_of(given)
    wholes = [as_whole(digit) for digit in listed or ()]
    if not wholes or None in wholes:
        raise PuzzleError(f"quadruple: expected a list of digits, found {given!r:.60}")
    return tuple(sorted(digit for digit in wholes if digit is not None))


def _lines(cells: Sequence[int], order: int) -> tuple[list[int], list[int]]:
    """Return the rows and the columns of cells, counted from 0, in ascending order."""
    return sorted({cell // order for cell in cells}), sorted({cell % order for cell in cells})


def _meet(cells: Sequence[int], order: int) -> bool:
    """Return whether all cells touch a common corner."""
    return all(lines[-1] - lines[0] <= 1 for lines in _lines(cells, order))


def _middle(lines: list[int], order: int) -> float:
    """Return the coordinate of the border between two rows or columns, or of the grid's edge."""
    if len(lines) > 1:
        return float(lines[1])
    return float(lines[0] + 1 if 2 * lines[0] + 1 > order else lines[0])


def _some_digits(cells: tuple[int, ...], digits: Sequence[int], dice: Dice) -> Quadruple:
    return Quadruple(cells, tuple(dice.shuffled(digits)[: dice.pick((2, 3, 3, 4))]))


def _typed_quadruple(text: str, tokens: Sequence[Token], order: int) -> list[Token]:
    """Return the words of a quadruple with digits in place of "1234", and four cells for one.

    A single cell is the cell above the corner and to its left.
    """
    found = list[Token]()
    for token in tokens:
        digits = token.text if token.is_number and order < 10 else ""
        found += [Token(each, token.column) for each in digits] or [token]
    cells = [each for each in found if each.is_cells]
    if len(cells) == 1 and "-" not in cells[0].text:
        (cell,) = cells_of(order, cells[0].text.lower())
        row, column = divmod(cell, order)
        if max(row, column) + 1 < order:
            around = (cell + 1, cell + order, cell + order + 1)
            found += [Token(cell_name(order, each), cells[0].column) for each in around]
    return found


def _as_many_digits(clue: Quadruple, canvas: Canvas) -> Quadruple:
    """Return the clue with as many digits of its cells as before."""
    digits = [canvas.digits[cell] for cell in clue.cells]
    return Quadruple(clue.cells, tuple(digits[: len(clue.digits)]))


def _circled(canvas: Canvas, dice: Dice, least: int, most: int) -> Iterator[CountingCircles | None]:
    """Yield sets of *least*..*most* circles: some digits, and d random cells for each digit d."""
    n = canvas.order
    places = [
        [cell for cell, digit in enumerate(canvas.digits) if digit == d] for d in range(1, n + 1)
    ]
    while True:
        left, chosen = dice.between(least, most), list[int]()
        for digit in dice.shuffled(range(1, n + 1)):
            if digit <= left:
                left -= digit
                chosen += dice.shuffled(places[digit - 1])[:digit]
        yield CountingCircles(tuple(chosen)) if not left else None


def _said(cells: tuple[int, ...], digits: Sequence[int], dice: Dice) -> LookAndSay:
    """Return a clue about one or two digits of a cage, mostly of digits that occur twice."""
    repeated = [digit for digit in dict.fromkeys(digits) if digits.count(digit) > 1]
    single = [digit for digit in digits if digits.count(digit) == 1]
    named = [*dice.shuffled(repeated), *dice.shuffled(single)][: dice.pick((1, 2, 2))]
    return _saying(cells, digits, named)


def _said_there(clue: LookAndSay, canvas: Canvas) -> LookAndSay:
    """Return a clue about as many digits of its cells, those that occur most often."""
    digits = [canvas.digits[cell] for cell in clue.cells]
    named = sorted({*digits}, key=lambda digit: (-digits.count(digit), digit))
    return _saying(clue.cells, digits, named[: len(clue.counts) // 2])


def _saying(cells: tuple[int, ...], digits: Sequence[int], named: Sequence[int]) -> LookAndSay:
    return LookAndSay(cells, tuple(each for d in named for each in (digits.count(d), d)))


RULES = (
    Rule(
        make=CountingCircles,
        text="A digit in a circle is the number of circles that hold this digit.",
        example=Puzzle.sudoku(
            ".........2..2.........6..5...4.....1",
            solution="326415514236265143143562651324432651",
        ).with_(
            CountingCircles("r1c3 r1c4 r2c6 r3c2 r3c5 r4c2 r4c5 r5c1 r5c6 r6c4"),
        ),
        noun="counting circle",
        proposer=Proposer(
            # Setters use 9 to 22 circles on a 9x9 grid.
            propose=lambda grid, dice: _circled(grid, dice, grid.order, 5 * grid.order // 2),
            form="cell",
            of_size=_circled,
        ),
    ),
    Rule(
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
        proposer=areas(_said, (3, 4, 4, 5), may_repeat=True, read=_said_there),
    ),
    Rule(
        make=Quadruple,
        text="Digits in a circle on a corner occur in the cells around it, as often as listed.",
        example=Puzzle.sudoku(
            ".4..3...........2.............32....",
            solution="246135513462465321132654651243324516",
        ).with_(
            Quadruple("r3c5 r3c6 r4c5 r4c6", (2, 4, 5)),
            Quadruple("r1c2 r1c3 r2c2 r2c3", (1, 4, 6)),
            Quadruple("r5c5 r5c6 r6c5 r6c6", (1, 3, 6)),
            Quadruple("r2c5 r2c6 r3c5 r3c6", (1, 2, 2)),
            Quadruple("r4c2 r4c3 r5c3", (1, 2, 3)),
        ),
        aliases=("quad",),
        typed=_typed_quadruple,
        proposer=at_corners(_some_digits, _as_many_digits),
    ),
)
