"""Rules about pairs of digits on a line: whispers, renbans, nabners, and pair rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import combinations, pairwise
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pandoku.constraints._line import SymmetricLine, steps_of
from pandoku.constraints._proposing import Canvas, Dice, Proposer, lines
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    Automaton,
    Constraint,
    Differ,
    Machine,
    Pairs,
    Puzzle,
    Stroke,
    Tile,
    automaton_of,
    center_of,
    table_of,
)
from pandoku.model.constraint import CellsLike, cell_defects, is_placed
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_MOST_SETS = 512  # maximum number of states: larger automata cost the search more than they save


def together(cells: tuple[int, ...], table: tuple[int, ...]) -> tuple[Relation, ...]:
    """Return relations: any two of the cells hold different digits that form an allowed pair.

    The relation `Pairs` alone states the complete rule. The automaton is redundant, but with it a
    search excludes sets of digits that cannot be completed. This saves four of five guesses on
    random puzzles with renbans of 4 to 8 cells.

    Args:
        cells: At least two cells.
        table: The table of allowed pairs, as in `Pairs`. It is symmetric, and allows no pair of
            equal digits.
    """
    pairs = Pairs(table, tuple(combinations(cells, 2)))
    automaton = _sets(table, len(cells)) if len(cells) > 2 else None
    machine = () if automaton is None else (Machine(cells, automaton),)
    return (Differ(cells), pairs, *machine)


@lru_cache(maxsize=256)
def _sets(table: tuple[int, ...], size: int) -> Automaton | None:
    """Return the automaton whose states are sets of digits, or None if there are too many."""

    def step(found: Hashable, digit: int) -> int | None:
        assert isinstance(found, int)
        fits = found & ~table[digit - 1] == 0
        return found | 1 << (digit - 1) if fits else None

    n, layer, n_sets = len(table), {0}, 1
    for _ in range(size):
        layer = {after for s in layer for d in range(n) if (after := step(s, d + 1)) is not None}
        n_sets += len(layer)
        if n_sets > _MOST_SETS:
            return None
    return automaton_of(n, size, 0, step, lambda found: found in layer)


@dataclass(frozen=True, slots=True)
class Whisper(SymmetricLine):
    """A line where neighbors differ by at least a value. Digits may repeat.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end.
        value: Minimum difference. None means half the order, rounded up: 3 in a 6x6, 5 in a 9x9
            grid ("German whispers").
    """

    NAME: ClassVar[str] = "whisper line"
    NOUN: ClassVar[str] = "whisper"
    HAS_SIZE: ClassVar[bool] = True
    TOLD_BY: ClassVar[Literal["steps"]] = "steps"
    ROLE: ClassVar[str] = "whisper"

    cells: CellsLike
    value: int | None = None

    def __post_init__(self) -> None:
        SymmetricLine.__post_init__(self)
        if self.value is not None:
            self.require_whole("value")

    def difference(self, order: int) -> int:
        """Return the minimum difference of neighbors, for a grid of an order."""
        return (order + 1) // 2 if self.value is None else self.value

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the kind with its size and its minimum difference: "six-cell whisper of 5"."""
        return f"{self.noun()} of {self.difference(geometry.order)}"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        least = self.difference(geometry.order)
        return f"Neighbors on a whisper line differ by at least {least}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if no digits satisfy the rule."""
        yield from SymmetricLine.defects(self, geometry)
        n = geometry.order
        least = self.difference(n)
        if least >= n:
            yield f"no two digits of 1..{n} differ by {least}"
        elif 2 * least >= n and any(self._odd_loops()):
            # With this difference, no digit can have both a smaller and a greater neighbor on the
            # line. So low and high digits alternate.
            yield f"low and high digits alternate if they differ by {least}: no odd loop has room"

    def _odd_loops(self) -> Iterator[bool]:
        """Yield a truth value for each loop of the line: whether its number of steps is odd."""
        visits: dict[int, list[int]] = {}
        for at, cell in enumerate(self.cells):
            visits.setdefault(cell, []).append(at)
        for places in visits.values():
            yield from ((b - a) % 2 == 1 for a, b in pairwise(places))

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: neighbors on the line differ by at least the value."""
        return (Pairs(_apart(puzzle.order, self.difference(puzzle.order)), steps_of(self.cells)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all neighbors on the line differ by at least the value."""
        least = self.difference(puzzle.order)
        return all(abs(digits[a] - digits[b]) >= least for a, b in pairwise(self.cells))


@lru_cache(maxsize=256)
def _apart(order: int, least: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: abs(a - b) >= least)


@dataclass(frozen=True, slots=True)
class Renban(SymmetricLine):
    """A line of different, consecutive digits in any order.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end. The rule counts the repeated cell once.
    """

    NAME: ClassVar[str] = "renban line"
    NOUN: ClassVar[str] = "renban"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "renban"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if it has more cells than digits."""
        yield from SymmetricLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells_on(geometry))
        if k > n:
            yield f"expected at most {n} cells, as digits are 1..{n}, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: any two cells differ, by less than the number of cells."""
        cells = self.cells_on(puzzle.geometry)
        if len(cells) == puzzle.order:
            return (Differ(cells),)
        return together(cells, _near(puzzle.order, len(cells)))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits are consecutive once they are sorted."""
        found = sorted(digits[cell] for cell in self.cells_on(puzzle.geometry))
        return found == [*range(found[0], found[0] + len(found))]


@lru_cache(maxsize=256)
def _near(order: int, length: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: 0 < abs(a - b) < length)


@dataclass(frozen=True, slots=True)
class Nabner(SymmetricLine):
    """A line where no two cells hold equal or consecutive digits, even if they are not neighbors.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end. The rule counts the repeated cell once.
    """

    NAME: ClassVar[str] = "nabner line"
    NOUN: ClassVar[str] = "nabner"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "nabner"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if it has too many cells."""
        yield from SymmetricLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells_on(geometry))
        if 2 * k > n + 1:
            most = (n + 1) // 2
            yield f"expected at most {most} cells, as 1..{n} has no more such digits, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: no two cells hold equal or consecutive digits."""
        return together(self.cells_on(puzzle.geometry), _apart(puzzle.order, 2))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no two of the digits are equal or consecutive."""
        found = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return all(abs(a - b) > 1 for a, b in combinations(found, 2))


_MOST_SHOWN = 12  # maximum number of pairs in a heading or a sentence


@dataclass(frozen=True, slots=True)
class PairRule(Constraint):
    """A line with a list of the pairs of digits that neighbors, or any two cells, may hold.

    A pair is written as a number: 12 means a 1 followed by a 2 in a later cell. In orders above 9,
    the second digit takes two places: 102 means 1 and 2, and 1203 means 12 and 3. Neighbors on the
    line need not touch.

    Attributes:
        cells: The cells in their order, at least two. The end with the smaller number comes first,
            because a line is equal to its reverse with reversed pairs.
        table: The allowed pairs, ascending. A text such as "12 21 13" is read as numbers.
        mutual: Whether the rule applies to any two of the cells, not only to neighbors on the line.
    """

    NAME: ClassVar[str] = "pair rule"

    cells: CellsLike
    table: tuple[int, ...]
    mutual: bool = False

    def __post_init__(self) -> None:
        pairs = _pairs_from(self.table)
        if is_placed(self.cells):
            back = tuple(sorted(_number(b, a, pair) for pair in pairs for a, b in [_digits(pair)]))
            if self.mutual and back == pairs:
                object.__setattr__(self, "cells", tuple(sorted(self.cells)))
            elif self.cells and self.cells[-1] < self.cells[0]:
                object.__setattr__(self, "cells", tuple(reversed(self.cells)))
                pairs = back
        object.__setattr__(self, "table", pairs)

    @classmethod
    def of_masks(cls, cells: CellsLike, masks: Sequence[int], mutual: bool = False) -> Self:
        """Return the rule for a table as in `pandoku.model.table_of`.

        >>> PairRule.of_masks((0, 1), (0b110, 0b001, 0)).table
        (12, 13, 21)
        """
        n = len(masks)
        base = 10 if n < 10 else 100
        pairs = (
            a * base + b
            for a, mask in enumerate(masks, 1)
            for b in range(1, n + 1)
            if mask >> (b - 1) & 1
        )
        return cls(cells, tuple(pairs), mutual)

    def heading(self) -> str:
        """Return the kind with its pairs, or with the number of pairs if there are many."""
        if len(self.table) > _MOST_SHOWN:
            return f"{'mutual ' * self.mutual}{self.NAME} of {len(self.table)} pairs"
        return Constraint.heading(self)

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its pairs, or "" if there are many pairs."""
        if len(self.table) > _MOST_SHOWN:
            return ""
        *others, last = map(str, self.table)
        shown = f"{', '.join(others)} or {last}" if others else last
        which = "Every two cells, the earlier first," if self.mutual else "Neighbors along the line"
        return f"{which} hold the digits {shown}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells and pairs, and a defect if no digits satisfy the rule."""
        yield from cell_defects(self.cells, geometry, 2)
        n = geometry.order
        sample = "12" if n < 10 else "102 for 1 and 2"
        odd = [pair for pair in self.table if (pair < 100) != (n < 10) or max(_digits(pair)) > n]
        if odd:
            yield f"expected pairs of digits 1..{n}, such as {sample}, found {odd[0]}"
            return
        table, last = _table(n, self.table), geometry.all_mask
        for _ in range(len(self.cells) - 1):
            last = reduce(or_, (mask for at, mask in enumerate(table) if last >> at & 1), 0)
        if not last:
            yield f"expected pairs that {len(self.cells)} digits can follow, found none"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation `Pairs`, or the relations of `together` if all cells must differ."""
        pairs = Pairs(_table(puzzle.order, self.table), tuple(self._places()))
        is_apart = not any(mask >> digit & 1 for digit, mask in enumerate(pairs.table))
        if self.mutual and is_apart and pairs.table == pairs.reverse:
            return together(self.cells, pairs.table)
        return (pairs,)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all pairs of cells that the rule compares hold allowed pairs."""
        allowed = {_digits(pair) for pair in self.table}
        return all((digits[a], digits[b]) in allowed for a, b in self._places())

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the rule at its new place, with its pairs relabeled."""
        pairs = self.table
        if digits is not None:
            of_pair = ((*_digits(pair), pair) for pair in pairs)
            pairs = tuple(_number(digits[a - 1], digits[b - 1], pair) for a, b, pair in of_pair)
        return replace(self, cells=tuple(cells[cell] for cell in self.cells), table=pairs)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line, or tiles if the rule is mutual."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        return (Tile("region", points) if self.mutual else Stroke("pair", points),)

    def _places(self) -> Iterator[tuple[int, int]]:
        return combinations(self.cells, 2) if self.mutual else pairwise(self.cells)


def _pairs_from(given: Any) -> tuple[int, ...]:
    """Return pairs as numbers, in ascending order, without duplicates."""
    parts = given.replace(",", " ").split() if isinstance(given, str) else parts_of(given)
    pairs = set[int]()
    for part in parts or ():
        is_text = isinstance(part, str) and part.isascii() and part.isdigit() and len(part) < 5
        pair = int(part) if is_text else as_whole(part)
        if pair is None or not 11 <= pair <= 3636 or min(_digits(pair)) < 1:
            raise PuzzleError(
                f"pair rule: expected pairs of digits such as 12 or 1012, found {part!r:.60}"
            )
        pairs.add(pair)
    if not pairs:
        raise PuzzleError(f"pair rule: expected at least one pair of digits, found {given!r:.60}")
    return tuple(sorted(pairs))


def _digits(pair: int) -> tuple[int, int]:
    """Return the two digits of a pair.

    >>> _digits(12), _digits(1203)
    ((1, 2), (12, 3))
    """
    return divmod(pair, 10 if pair < 100 else 100)


def _number(first: int, second: int, like: int) -> int:
    """Return two digits as a pair, which is written in the same way as the pair *like*."""
    return first * (10 if like < 100 else 100) + second


@lru_cache(maxsize=256)
def _table(order: int, pairs: tuple[int, ...]) -> tuple[int, ...]:
    masks = [0] * order
    for first, second in map(_digits, pairs):
        masks[first - 1] |= 1 << (second - 1)
    return tuple(masks)


# The example: neighbors have a sum that is a multiple of 3.
_THIRDS = (12, 15, 21, 24, 33, 36, 42, 45, 51, 54, 63, 66)


def _whispers(found: Sequence[int], digit: int, order: int) -> bool:
    return abs(digit - found[-1]) >= (order + 1) // 2


def _is_close(found: Sequence[int], digit: int, _: int) -> bool:
    # The digits of the line so far are close to each other.
    if digit in found:
        return False
    return max(found) - digit < _LONGEST_RENBAN and digit - min(found) < _LONGEST_RENBAN


def _is_far(found: Sequence[int], digit: int, _: int) -> bool:
    return all(abs(digit - each) > 1 for each in found)


_LONGEST_RENBAN = 6


def _near_pairs(order: int, most: int) -> str:
    """Return the words of a table of all pairs of digits that differ by at most *most*."""
    base = 10 if order < 10 else 100
    digits = range(1, order + 1)
    return " ".join(str(a * base + b) for a in digits for b in digits if abs(a - b) <= most)


def _near_lines(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
    """Yield lines where neighbors differ by at most 2."""
    table = _pairs_from(_near_pairs(canvas.order, 2))
    proposer = lines(
        lambda line: PairRule(line, table),
        (3, 6),
        follows=lambda found, digit, _: abs(digit - found[-1]) <= 2,
    )
    return proposer.propose(canvas, dice)


RULES = (
    Rule(
        make=Whisper,
        text=(
            "Neighbors on a whisper line differ by at least its value; without one, by at least "
            "half the size of the grid."
        ),
        example=Puzzle.sudoku(
            "..5....................4.4..........",
            solution="635412421365254136316524142653563241",
        ).with_(
            Whisper("r4c4 r4c5 r5c4 r6c4"),
            Whisper("r1c3 r1c2 r1c1 r2c2 r2c1", value=2),
            Whisper("r4c2 r5c2 r5c1 r6c2"),
            Whisper("r1c4 r1c5 r2c6 r1c6", value=2),
            Whisper("r2c4 r2c5 r3c5"),
        ),
        aliases=("whisper", "whispers", "german-whispers"),
        forms={"dutch whispers": "4"},
        form_proposers={
            "dutch whispers": lines(
                partial(Whisper, value=4),
                (3, 7),
                follows=lambda found, digit, _: abs(digit - found[-1]) >= 4,
                keeps="reversed",
            )
        },
        proposer=lines(Whisper, (3, 7), follows=_whispers, keeps="reversed"),
    ),
    Rule(
        make=Renban,
        text="Digits along a renban line are consecutive, in any order, and do not repeat.",
        example=Puzzle.sudoku(
            "..6.................4............6..",
            solution="136452425136362514514263641325253641",
        ).with_(
            Renban("r1c2 r2c2 r2c3 r1c3 r1c4"),
            Renban("r4c5 r3c6 r4c6 r5c6"),
            Renban("r3c5 r4c4 r5c4"),
            Renban("r3c2 r3c1 r4c1 r5c2"),
            Renban("r2c5 r2c4 r3c3"),
        ),
        aliases=("renban", "renbans"),
        proposer=lines(Renban, (3, 6), follows=_is_close, keeps="reversed"),
    ),
    Rule(
        make=Nabner,
        text="No two digits on a nabner line are equal or consecutive, wherever on it they are.",
        example=Puzzle.sudoku(
            "4........1...................2......",
            solution="413256562143134625625431341562256314",
        ).with_(
            Nabner("r2c2 r3c3 r4c2"),
            Nabner("r3c1 r4c1 r5c2"),
            Nabner("r5c3 r6c4 r6c3"),
            Nabner("r2c5 r3c4 r3c5"),
            Nabner("r5c5 r5c6 r6c6"),
        ),
        aliases=("nabner", "nabners"),
        proposer=lines(Nabner, (3, 5), follows=_is_far, keeps="reversed"),
    ),
    Rule(
        make=PairRule,
        text="Neighbors along a line, or any two of some cells, hold one of the listed pairs.",
        example=Puzzle.sudoku(
            "................26.....4............",
            solution="152643364512543126621354216435435261",
        ).with_(
            PairRule("r2c5 r2c4 r3c4", _THIRDS),
            PairRule("r3c2 r4c2 r5c2 r6c3", _THIRDS),
            PairRule("r1c5 r2c6 r2c5", _THIRDS),
            PairRule("r6c3 r5c4 r6c4", _THIRDS),
            PairRule("r1c3 r2c3 r2c4", _THIRDS),
        ),
        aliases=("pairs",),
        chosen="a list of pairs",
        # Neighbors differ by at most 2 (T. Collyer, "Chinese Whispers Sudoku", 2013).
        forms={"chinese whispers": lambda n: _near_pairs(n, 2)},
        form_proposers={
            "chinese whispers": Proposer(propose=_near_lines, form="line", keeps="reversed")
        },
    ),
)
