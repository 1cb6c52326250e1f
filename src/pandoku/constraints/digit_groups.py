"""Rules about groups of digits, such as low, middle and high, or odd and even."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._line import SymmetricLine, is_closed, steps_of
from pandoku.constraints._proposing import Canvas, Dice, Proposer, lines, whole_grid
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Differ, Machine, Only, Pairs, Puzzle, automaton_of, table_of
from pandoku.model.constraint import CellsLike, are_neighbors, image_of_line, neighbor_pairs
from pandoku.model.geometry import digits_of
from pandoku.model.whole import as_whole, number_word, parts_of

__all__ = ["DigitGroups", "Entropic", "GlobalEntropy", "Modular", "Parity", "thirds"]

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

_SQUARE = 4  # cells
_MOST_GROUPS = 8  # maximum number of groups that share digits, to limit the size of the automaton


@dataclass(frozen=True, slots=True)
class GlobalEntropy(Constraint):
    """A rule for all 2x2 squares: each has a digit of every group.

    Attributes:
        groups: Groups of digits, as masks whose bit d-1 is the digit d, in any order. Without
            groups, the digits are divided into low, middle and high digits. If they cannot be
            divided evenly, the number of low digits equals the number of high digits.
    """

    NAME: ClassVar[str] = "global entropy"
    NOUN: ClassVar[str] = "global entropy rule"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    groups: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", _groups(self.groups))

    def heading(self) -> str:
        """Return the kind without its groups, which the rule states."""
        return self.NAME

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its groups."""
        if not self.groups:
            return f"Every 2x2 square has {_named_thirds(geometry.order)}."
        named = (" ".join(map(str, digits_of(group))) for group in self.groups)
        return f"Every 2x2 square has a digit of each group: {', '.join(named)}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect for groups with digits outside the grid, or too many groups."""
        n = geometry.order
        for group in self.groups:
            if group >> n:
                yield f"expected groups of the digits 1..{n}, found {max(digits_of(group))}"
        apart = not any(a & b for a, b in combinations(self.groups, 2))
        most = _SQUARE if apart else _MOST_GROUPS
        if len(self.groups) > most and n > 1:
            yield f"expected at most {most} groups, found {len(self.groups)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton for each square."""
        return _squares(puzzle.order, self.groups or thirds(puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether every square has a digit of each group."""
        n = puzzle.order
        groups = [{*digits_of(group)} for group in self.groups or thirds(n)]
        for row in range(n - 1):
            for column in range(n - 1):
                at = row * n + column
                square = {digits[at], digits[at + 1], digits[at + n], digits[at + n + 1]}
                if any(square.isdisjoint(group) for group in groups):
                    return False
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the rule with its groups relabeled, if neighbors stay neighbors."""
        n = round(len(cells) ** 0.5)
        if not all(are_neighbors(cells[a], cells[b], n) for a, b in neighbor_pairs(n)):
            return None
        if digits is None:
            return self
        groups = self.groups or thirds(n)
        moved = _groups(relabeled(groups, digits))
        return self if moved == _groups(groups) else replace(self, groups=moved)


def _groups(given: Any) -> tuple[int, ...]:
    """Return groups in ascending order without duplicates, after checking that they are masks."""
    listed = None if isinstance(given, str) else parts_of(given)
    masks = [as_whole(mask) for mask in listed or ()]
    if listed is None or any(mask is None or mask < 1 for mask in masks):
        raise PuzzleError(
            f"global entropy: expected a list of masks of digits, found {given!r:.60}"
        )
    return tuple(sorted({mask for mask in masks if mask is not None}))


def relabeled(groups: Iterable[int], digits: Sequence[int]) -> tuple[int, ...]:
    """Return groups of digits, as masks, after a relabeling as in `Constraint.image`."""
    return tuple(sum(1 << (digits[d - 1] - 1) for d in digits_of(group)) for group in groups)


@lru_cache(maxsize=64)
def thirds(order: int) -> tuple[int, ...]:
    """Return masks of the low, middle and high digits: 2 + 3 + 2 of 7 digits, or 3 + 2 + 3 of 8."""
    outer = (order + 1) // 3
    sizes = outer, order - 2 * outer, outer
    starts = 0, outer, order - outer
    return tuple(((1 << size) - 1) << at for at, size in zip(starts, sizes, strict=True) if size)


def _named_thirds(order: int) -> str:
    """Return the classes in words: "a low (1-3), a middle (4-6) and a high digit (7-9)"."""
    ranges = [digits_of(mask) for mask in thirds(order)]
    spans = [f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in ranges]
    if len(spans) < 3:
        return f"a digit of each class: {', '.join(spans)}"
    low, middle, high = spans
    return f"a low ({low}), a middle ({middle}) and a high digit ({high})"


@lru_cache(maxsize=64)
def _squares(order: int, groups: tuple[int, ...]) -> tuple[Machine, ...]:
    """Return an automaton for each 2x2 square, which accepts a digit of each group."""

    def step(met: Hashable, digit: int) -> Hashable:
        assert isinstance(met, frozenset)
        return met | {group for group in groups if group >> (digit - 1) & 1}

    automaton = automaton_of(
        order, _SQUARE, frozenset(), step, lambda met: met == frozenset(groups)
    )
    corners = (row * order + column for row in range(order - 1) for column in range(order - 1))
    return tuple(Machine((at, at + 1, at + order, at + order + 1), automaton) for at in corners)


class _Turns(SymmetricLine):
    """A line where any k consecutive cells have digits of k different classes.

    k is the number of classes. A loop with fewer than k cells may hold any digits of the classes.
    """

    __slots__ = ()

    def classes(self, order: int) -> tuple[int, ...]:
        """Return the classes of digits as masks, without empty classes."""
        raise NotImplementedError

    def period(self) -> int:
        """Return k, the number of consecutive cells whose digits are of different classes."""
        raise NotImplementedError

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if the rule cannot be satisfied."""
        yield from SymmetricLine.defects(self, geometry)
        if self._is_short_loop:
            return
        k, n_classes = self.period(), len(self.classes(geometry.order))
        needed = min(k, len(self.cells_on(geometry)))
        if needed > n_classes:
            n = geometry.order
            yield f"expected at most {n_classes} classes of digits 1..{n} in a row, found {needed}"
        first: dict[int, int] = {}
        for at, cell in enumerate(self.cells):
            if (length := at - first.setdefault(cell, at)) % k:
                yield f"expected loops of a multiple of {k} cells, found one of {length}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: any k consecutive cells differ in class. Cells k steps apart agree."""
        k, n = self.period(), puzzle.order
        classes = self.classes(n)
        if self._is_short_loop:
            digits = sum(classes)  # the classes share no digit
            cells = self.cells_on(puzzle.geometry) if digits != puzzle.geometry.all_mask else ()
            return tuple(Only(cell, digits) for cell in cells)
        near = dict.fromkeys(
            pair
            for size in range(1, min(k, len(self.cells)))
            for pair in steps_of(self.cells, size)
        )
        apart = (Differ(pair) for pair in near)
        back = tuple(pair for pair in steps_of(self.cells, k) if pair[0] != pair[1])
        again = (Pairs(_table(n, classes, True), back),) if back else ()
        return (*apart, Pairs(_table(n, classes, False), tuple(near)), *again)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether any k consecutive cells, also across a loop's end, differ in class."""
        k = self.period()
        class_of = _class_of(puzzle.order, tuple(self.classes(puzzle.order)))
        found = [class_of[digits[cell]] for cell in self.cells]
        if self._is_short_loop:
            return None not in found
        if is_closed(self.cells):
            found += found[1 : k - 1]
        turns = (found[at : at + k] for at in range(max(1, len(found) - k + 1)))
        return None not in found and all(len({*turn}) == len(turn) for turn in turns)

    @property
    def _is_short_loop(self) -> bool:
        """True if the line is a loop of fewer than k cells."""
        return is_closed(self.cells) and len(self.cells) - 1 < self.period()


@lru_cache(maxsize=64)
def _class_of(order: int, classes: tuple[int, ...]) -> tuple[int | None, ...]:
    """Return the number of the class of each digit 0..order, or None without a class."""
    return tuple(
        next((at for at, mask in enumerate(classes) if digit and mask >> (digit - 1) & 1), None)
        for digit in range(order + 1)
    )


@dataclass(frozen=True, slots=True)
class Entropic(_Turns):
    """A line where any three consecutive cells have a low, a middle and a high digit.

    If the order is not a multiple of three, the number of low digits equals the number of high
    digits. In order 7, 1 and 2 are low, and 6 and 7 are high. In order 8, 1 to 3 are low, and 6 to
    8 are high.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
    """

    NAME: ClassVar[str] = "entropic line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "entropic"

    cells: CellsLike

    def classes(self, order: int) -> tuple[int, ...]:
        """Return the low, the middle and the high digits."""
        return thirds(order)

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its classes."""
        k = len(thirds(geometry.order))
        named = _named_thirds(geometry.order)
        return f"{number_word(k).capitalize()} cells in a row on an entropic line have {named}."

    def period(self) -> int:
        """Return 3: low, middle and high digits alternate."""
        return 3


@dataclass(frozen=True, slots=True)
class Modular(_Turns):
    """A line where the digits of any k consecutive cells have different remainders modulo k.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
        value: The divisor k, at least 2 and usually 3. It is also the number of consecutive cells
            that are compared.
    """

    NAME: ClassVar[str] = "modular line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "modular"

    cells: CellsLike
    value: int = 3

    def __post_init__(self) -> None:
        SymmetricLine.__post_init__(self)
        self.require_whole("value", least=2)

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        k = self.value
        return (
            f"{number_word(k).capitalize()} cells in a row on a modular line have different "
            f"remainders divided by {k}."
        )

    def classes(self, order: int) -> tuple[int, ...]:
        """Return the digits with each remainder, as masks."""
        return _remainders(order, min(self.value, order + 1))

    def period(self) -> int:
        """Return the divisor."""
        return self.value


@dataclass(frozen=True, slots=True)
class Parity(_Turns):
    """A line where odd and even digits alternate.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
    """

    NAME: ClassVar[str] = "parity line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "parity"

    cells: CellsLike

    def classes(self, order: int) -> tuple[int, ...]:
        """Return the even and the odd digits."""
        return _remainders(order, 2)

    def period(self) -> int:
        """Return 2: even and odd digits alternate."""
        return 2


@dataclass(frozen=True, slots=True)
class DigitGroups(_Turns):
    """A line where any k consecutive cells have a digit of each of its k groups.

    On a line with fewer than k cells, all digits are of different groups. A loop with fewer than k
    cells may hold any digits of the groups.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
        groups: At least two groups of digits, as masks whose bit d-1 is the digit d. The groups
            share no digit, and the line has no digits outside the groups. The order of the groups
            does not matter.
    """

    NAME: ClassVar[str] = "digit group line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "groups"

    cells: CellsLike
    groups: tuple[int, ...]

    def __post_init__(self) -> None:
        SymmetricLine.__post_init__(self)
        object.__setattr__(self, "groups", _line_groups(self.groups))

    def heading(self) -> str:
        """Return the kind without its groups, which the rule states."""
        return self.NAME

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its groups."""
        named = (" ".join(map(str, digits_of(group))) for group in self.groups)
        k = len(self.groups)
        return (
            f"{number_word(k).capitalize()} cells in a row on a digit group line have a digit of "
            f"each group: {', '.join(named)}."
        )

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect for groups with digits above the order."""
        yield from _Turns.defects(self, geometry)
        n = geometry.order
        for group in self.groups:
            if group >> n:
                yield f"expected groups of the digits 1..{n}, found {max(digits_of(group))}"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the line at its new place, with its groups relabeled."""
        line = image_of_line(self.cells, cells)
        if line is None or digits is None:
            return None if line is None else replace(self, cells=line)
        return replace(self, cells=line, groups=relabeled(self.groups, digits))

    def classes(self, order: int) -> tuple[int, ...]:
        """Return the groups."""
        return self.groups

    def period(self) -> int:
        """Return the number of groups."""
        return len(self.groups)


def _line_groups(given: Any) -> tuple[int, ...]:
    """Return groups in ascending order. They must be masks without common digits."""
    listed = None if isinstance(given, str) else parts_of(given)
    masks = sorted(mask for each in listed or () if (mask := as_whole(each)) is not None)
    if listed is None or len(masks) != len(listed) or len(masks) < 2 or masks[0] < 1:
        raise PuzzleError(
            f"digit group line: expected at least two masks of digits, found {given!r:.60}"
        )
    if sum(masks) != reduce(or_, masks):
        raise PuzzleError("digit group line: expected groups without common digits, found others")
    return tuple(masks)


@lru_cache(maxsize=256)
def _remainders(order: int, divisor: int) -> tuple[int, ...]:
    """Return a mask of digits for each remainder that occurs."""
    masks = (
        sum(1 << (digit - 1) for digit in range(first, order + 1, divisor))
        for first in range(1, divisor + 1)
    )
    return tuple(mask for mask in masks if mask)


@lru_cache(maxsize=256)
def _table(order: int, classes: tuple[int, ...], same: bool) -> tuple[int, ...]:
    """Return the table of pairs of digits of the same class, or of different classes."""
    of_digit = {digit: mask for mask in classes for digit in digits_of(mask)}
    return table_of(
        order,
        lambda a, b: a in of_digit and b in of_digit and (of_digit[a] == of_digit[b]) == same,
    )


def _changes_third(found: Sequence[int], digit: int, order: int) -> bool:
    class_of = _class_of(order, thirds(order))
    return class_of[digit] not in [class_of[each] for each in found[-2:]]


def _changes_remainder(found: Sequence[int], digit: int, _: int) -> bool:
    return digit % 3 not in [each % 3 for each in found[-2:]]


def _group_lines(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
    """Yield lines that all have the same groups, because a picture does not show the groups."""
    n = canvas.order
    k = 2 if n < 6 else 3
    digits = dice.shuffled(range(1, n + 1))
    groups = tuple(sum(1 << (digit - 1) for digit in digits[at::k]) for at in range(k))
    group_of = {digit: at for at in range(k) for digit in digits[at::k]}

    def follows(found: Sequence[int], digit: int, _: int) -> bool:
        return group_of[digit] not in (group_of[each] for each in found[1 - k :])

    proposer = lines(lambda line: DigitGroups(line, groups), (4, 7), follows=follows)
    return proposer.propose(canvas, dice)


RULES = (
    Rule(
        make=GlobalEntropy,
        text=(
            "Every 2x2 square has a low, a middle and a high digit, or a digit of each given group."
        ),
        example=Puzzle.sudoku(
            "..............6...2...3.....4......3",
            solution="164325325164536412241536653241412653",
        ).with_(GlobalEntropy()),
        proposer=whole_grid(GlobalEntropy, keeps="reversed"),
    ),
    Rule(
        make=Entropic,
        text="Three cells in a row on an entropic line have a low, a middle and a high digit.",
        example=Puzzle.sudoku(
            "...4.................2........26....",
            solution="156432324651632145541263415326263514",
        ).with_(
            Entropic("r4c6 r5c5 r6c4 r5c4"),
            Entropic("r2c4 r3c3 r4c2 r5c3 r5c2 r5c1"),
            Entropic("r1c1 r2c1 r1c2 r2c2 r2c3 r1c3"),
            Entropic("r2c5 r3c4 r3c5 r4c5 r4c4"),
        ),
        aliases=("entropic", "entropic lines"),
        proposer=lines(Entropic, (4, 7), follows=_changes_third, keeps="reversed"),
    ),
    Rule(
        make=Modular,
        text="Three cells in a row on a modular line have different remainders divided by 3.",
        example=Puzzle.sudoku(
            "...............5......1.......4....6",
            solution="214635356421143562562314625143431256",
        ).with_(
            Modular("r5c1 r6c1 r5c2 r6c2 r6c3"),
            Modular("r1c2 r2c3 r3c4 r4c5 r5c6 r6c5"),
            Modular("r1c1 r2c1 r3c1 r2c2 r3c3 r3c2"),
            Modular("r1c5 r2c6 r3c6 r3c5"),
        ),
        aliases=("modular", "modular lines"),
        proposer=lines(Modular, (4, 7), follows=_changes_remainder, keeps="reversed"),
    ),
    Rule(
        make=Parity,
        text="Odd and even digits alternate along a parity line.",
        example=Puzzle.sudoku(
            "..4.............3..........3.....1.2",
            solution="524613361524645231132456216345453162",
        ).with_(
            Parity("r5c1 r4c2 r4c3 r5c2 r6c1"),
            Parity("r2c6 r3c5 r4c6 r4c5"),
            Parity("r3c1 r2c1 r3c2 r4c1"),
            Parity("r5c6 r6c5 r5c4 r5c3 r6c2"),
        ),
        aliases=("parity", "parity lines"),
        proposer=lines(
            Parity,
            (4, 7),
            follows=lambda found, digit, _: (digit + found[-1]) % 2 == 1,
            keeps="reversed",
        ),
    ),
    Rule(
        make=DigitGroups,
        text="As many cells in a row on the line as there are groups have a digit of each group.",
        example=Puzzle.sudoku(
            "....4....5..............1..........3",
            solution="516342324561452136631425163254245613",
        ).with_(
            DigitGroups("r3c2 r3c1 r4c2 r4c1", (6, 9, 48)),
            DigitGroups("r5c6 r5c5 r6c6 r6c5", (6, 9, 48)),
            DigitGroups("r2c5 r2c6 r3c5 r4c6", (6, 9, 48)),
            DigitGroups("r3c3 r4c3 r5c2 r5c3", (6, 9, 48)),
        ),
        aliases=("digit groups", "digit group lines"),
        proposer=Proposer(propose=_group_lines, form="line", keeps="exchanged"),
    ),
)
