"""Global entropy: every 2x2 square has a low, a middle and a high digit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Machine, Puzzle, automaton_of
from pandoku.model.constraint import are_neighbors, neighbor_pairs
from pandoku.model.geometry import digits_of
from pandoku.model.whole import as_whole, parts_of

__all__ = ["GlobalEntropy", "thirds"]

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

_SQUARE = 4  # cells
_MOST_GROUPS = 8  # that share digits; more would make a large automaton


@dataclass(frozen=True, slots=True)
class GlobalEntropy(Constraint):
    """A rule for all 2x2 squares: each has a digit of every group.

    Attributes:
        groups: Groups of digits, as masks in which bit d-1 is the digit d; their order does not
            matter. Without any, the digits are divided into low, middle and high ones. Where they
            cannot be divided evenly, there are as many low as high digits.
    """

    NAME: ClassVar[str] = "global entropy"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    groups: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", _groups(self.groups))

    def heading(self) -> str:
        """Return its kind; its rule shows the groups."""
        return self.NAME

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it: "global entropy rule"."""
        return f"{self.NAME} rule"

    def rule(self) -> str:
        """Return the rule with its groups."""
        if not self.groups:
            return ""
        named = (" ".join(map(str, digits_of(group))) for group in self.groups)
        return f"Every 2x2 square has a digit of each group: {', '.join(named)}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield which groups have digits outside the grid, or that there are too many."""
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
        """Return whether no square lacks a group."""
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
    """Return groups in ascending order, each once, checked to be masks of some digits."""
    listed = None if isinstance(given, str) else parts_of(given)
    masks = [as_whole(mask) for mask in listed or ()]
    if listed is None or any(mask is None or mask < 1 for mask in masks):
        raise PuzzleError(
            f"global entropy: expected a list of masks of digits, found {given!r:.60}"
        )
    return tuple(sorted({mask for mask in masks if mask is not None}))


def relabeled(groups: Iterable[int], digits: Sequence[int]) -> tuple[int, ...]:
    """Return groups of digits, as masks, after a relabeling; as in `Constraint.image`."""
    return tuple(sum(1 << (digits[d - 1] - 1) for d in digits_of(group)) for group in groups)


@lru_cache(maxsize=64)
def thirds(order: int) -> tuple[int, ...]:
    """Return the low, middle and high digits as masks: 2, 3 and 2 of 7, or 3, 2 and 3 of 8."""
    outer = (order + 1) // 3
    sizes = outer, order - 2 * outer, outer
    starts = 0, outer, order - outer
    return tuple(((1 << size) - 1) << at for at, size in zip(starts, sizes, strict=True) if size)


@lru_cache(maxsize=64)
def _squares(order: int, groups: tuple[int, ...]) -> tuple[Machine, ...]:
    """Return for each 2x2 square that its digits meet every group."""

    def step(met: Hashable, digit: int) -> Hashable:
        assert isinstance(met, frozenset)
        return met | {group for group in groups if group >> (digit - 1) & 1}

    automaton = automaton_of(
        order, _SQUARE, frozenset(), step, lambda met: met == frozenset(groups)
    )
    corners = (row * order + column for row in range(order - 1) for column in range(order - 1))
    return tuple(Machine((at, at + 1, at + order, at + order + 1), automaton) for at in corners)


RULE = Rule(
    make=GlobalEntropy,
    text="Every 2x2 square has a low, a middle and a high digit, or a digit of each given group.",
    example=Puzzle.sudoku(
        "..............6...2...3.....4......3",
        solution="164325325164536412241536653241412653",
    ).with_(GlobalEntropy()),
)
