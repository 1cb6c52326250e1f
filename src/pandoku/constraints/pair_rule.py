"""Pair rules: a list of the pairs of digits that two cells may hold, for rules without a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.constraints._together import together
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Pairs, Puzzle, Stroke, Tile, center_of
from pandoku.model.constraint import CellsLike, cell_defects, is_placed
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_MOST_SHOWN = 12  # pairs in a heading or a sentence


@dataclass(frozen=True, slots=True)
class PairRule(Constraint):
    """The pairs of digits that neighbors on a line may hold, or any two of some cells.

    A pair is a number: 12 is a 1 and, in the later cell, a 2. In orders above 9, each digit has two
    places: 102 is a 1 and a 2, and 1203 is a 12 and a 3. Neighbors on the line need not touch.

    Attributes:
        cells: The cells in their order, at least two. A line and its reverse are the same if the
            pairs are reversed, too; the end with the smaller number comes first.
        table: The pairs that are allowed, ascending; a text is read as numbers: "12 21 13".
        mutual: Whether the rule is for every two of the cells, not only for neighbors.
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
        """Return the rule of a table as in `pandoku.model.table_of`: a mask for each first digit.

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
        """Return its kind with its pairs, or with their number if they are many."""
        if len(self.table) > _MOST_SHOWN:
            return f"{'mutual ' * self.mutual}{self.NAME} of {len(self.table)} pairs"
        return Constraint.heading(self)

    def rule(self) -> str:
        """Return the rule with its pairs if they are few."""
        if len(self.table) > _MOST_SHOWN:
            return ""
        *others, last = map(str, self.table)
        shown = f"{', '.join(others)} or {last}" if others else last
        which = "Every two cells, the earlier first," if self.mutual else "Neighbors along the line"
        return f"{which} hold the digits {shown}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells or the pairs, or that the line has no digits."""
        yield from cell_defects(self.cells, geometry, 2)
        n = geometry.order
        sample = "12" if n < 10 else "102 for 1 and 2"
        odd = [pair for pair in self.table if (pair < 100) != (n < 10) or max(_digits(pair)) > n]
        if odd:
            yield f"expected pairs of digits 1..{n}, such as {sample}, found {odd[0]}"
            return
        table, last = _table(n, self.table), geometry.all_mask
        for _ in range(len(self.cells) - 1):
            last = _followers(table, last)
        if not last:
            yield f"expected pairs that {len(self.cells)} digits can follow, found none"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of pairs of cells, or those of cells that fit together."""
        pairs = Pairs(_table(puzzle.order, self.table), tuple(self._places()))
        is_apart = not any(mask >> digit & 1 for digit, mask in enumerate(pairs.table))
        if self.mutual and is_apart and pairs.table == pairs.reverse:
            return together(self.cells, pairs.table)
        return (pairs,)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all these cells hold pairs of the list."""
        allowed = {_digits(pair) for pair in self.table}
        return all((digits[a], digits[b]) in allowed for a, b in self._places())

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule elsewhere; its pairs follow the digits."""
        pairs = self.table
        if digits is not None:
            of_pair = ((*_digits(pair), pair) for pair in pairs)
            pairs = tuple(_number(digits[a - 1], digits[b - 1], pair) for a, b, pair in of_pair)
        return replace(self, cells=tuple(cells[cell] for cell in self.cells), table=pairs)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line, or the cells if any two of them are meant."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        return (Tile("region", points) if self.mutual else Stroke("pair", points),)

    def _places(self) -> Iterator[tuple[int, int]]:
        return combinations(self.cells, 2) if self.mutual else pairwise(self.cells)


def _pairs_from(given: Any) -> tuple[int, ...]:
    """Return pairs in ascending order, each once."""
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
    """Return the pair of two digits, in as many places as another pair."""
    return first * (10 if like < 100 else 100) + second


@lru_cache(maxsize=256)
def _table(order: int, pairs: tuple[int, ...]) -> tuple[int, ...]:
    masks = [0] * order
    for first, second in map(_digits, pairs):
        masks[first - 1] |= 1 << (second - 1)
    return tuple(masks)


def _followers(table: tuple[int, ...], digits: int) -> int:
    """Return the digits that may follow one of a mask."""
    found = 0
    for at, mask in enumerate(table):
        found |= mask if digits >> at & 1 else 0
    return found


# In the example, neighbors have a sum that is a multiple of 3.
_THIRDS = (12, 15, 21, 24, 33, 36, 42, 45, 51, 54, 63, 66)

RULE = Rule(
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
)
