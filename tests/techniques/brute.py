"""Brute force over a board: fillings of cages, sums of cells, and whether a part can be completed.

Nothing here is shared with the finders, and none of it is meant to be fast. Masks are lists of
candidates by cell, bit d-1 for digit d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from math import prod

from pandoku import Board, Cage, Puzzle
from pandoku.model import Differ, digits_of, sight_of

Pair = tuple[int, int]
Way = tuple[int, ...]
Seen = Mapping[int, Set[int]]


@lru_cache(maxsize=16)
def seen_by(puzzle: Puzzle) -> tuple[frozenset[int], ...]:
    """Return for every cell those that it sees: in a house, a cage, or by another constraint."""
    seen = [set(peers) for peers in sight_of(puzzle.geometry)]
    for cage in puzzle.cages:
        if not cage.repeats:
            for cell in cage.cells:
                seen[cell] |= {*cage.cells} - {cell}
    for constraint in puzzle.further:
        for relation in constraint.relations(puzzle):
            if isinstance(relation, Differ):
                for cell in relation.cells:
                    seen[cell] |= {*relation.cells} - {cell}
    return tuple(map(frozenset, seen))


def masks_with(board: Board, assuming: Iterable[Pair] = ()) -> list[int]:
    """Return the candidates when some are assumed true: none is left beside or seen by them."""
    masks, seen = list(board.masks), seen_by(board.puzzle)
    for cell, digit in assuming:
        bit = 1 << (digit - 1)
        masks[cell] &= bit
        for other in seen[cell]:
            masks[other] &= ~bit
    return masks


# ---- cages


def fillings(puzzle: Puzzle, masks: Sequence[int], index: int) -> tuple[Way, ...]:
    """Return the ways to fill a cage with the candidates, each in the order of the cage's cells."""
    cage = puzzle.cages[index]
    left = tuple(masks[cell] for cell in cage.cells)
    clashes = tuple(
        tuple(j for j in range(i) if cage.cells[j] in seen_by(puzzle)[cell])
        for i, cell in enumerate(cage.cells)
    )
    return _fillings(cage, left, clashes)


@lru_cache(maxsize=4096)
def _fillings(cage: Cage, masks: Way, clashes: tuple[Way, ...]) -> tuple[Way, ...]:
    return tuple(way for way in _ways(cage, masks, clashes, ()) if cage.allows(way))


def _ways(cage: Cage, masks: Way, clashes: tuple[Way, ...], way: Way) -> Iterator[Way]:
    at = len(way)
    if at == len(masks):
        yield way
        return
    for digit in digits_of(masks[at]):
        longer = (*way, digit)
        if all(way[j] != digit for j in clashes[at]) and _may_reach(cage, longer, masks):
            yield from _ways(cage, masks, clashes, longer)


def _may_reach(cage: Cage, way: Way, masks: Way) -> bool:
    """Return whether the target is not out of reach for a plain reason."""
    if cage.target is None or 0 in masks:
        return cage.target is None
    rest = masks[len(way) :]
    if cage.operation == "+":
        least = sum(digits_of(mask)[0] for mask in rest)
        most = sum(digits_of(mask)[-1] for mask in rest)
        return least <= cage.target - sum(way) <= most
    if cage.operation == "*":
        return cage.target % prod(way) == 0
    return True


def value_of(puzzle: Puzzle, masks: Sequence[int], index: int, times: bool) -> int | None:
    """Return what the digits of a cage add up (or multiply) to, or None if that may vary."""
    cage = puzzle.cages[index]
    if cage.operation in ("=", "*" if times else "+"):
        return cage.target
    totals = {(prod if times else sum)(way) for way in fillings(puzzle, masks, index)}
    return totals.pop() if len(totals) == 1 else None


# ---- totals of cells


def reaches(
    puzzle: Puzzle,
    masks: Sequence[int],
    plus: Sequence[int],
    minus: Sequence[int],
    total: int,
    times: bool,
) -> bool:
    """Return whether some digits make *plus* minus (over) *minus* equal to *total*.

    Cells that see each other hold different digits.
    """
    cells, seen = [*plus, *minus], seen_by(puzzle)

    def go_on(digits: Way) -> bool:
        at = len(digits)
        if at == len(cells):
            first, second = digits[: len(plus)], digits[len(plus) :]
            if times:
                return prod(first) == total * prod(second)
            return sum(first) - sum(second) == total
        return any(
            go_on((*digits, digit))
            for digit in digits_of(masks[cells[at]])
            if all(d != digit for c, d in zip(cells, digits, strict=False) if c in seen[cells[at]])
        )

    return go_on(())


def combined(rows: Sequence[Sequence[int]], goal: Sequence[int]) -> list[Fraction] | None:
    """Return factors by which *rows* add up to *goal*, or None if there are none."""
    n = len(rows)
    table = [[*(Fraction(row[at]) for row in rows), Fraction(goal[at])] for at in range(len(goal))]
    pivots: list[int] = []
    for column in range(n):
        found = next((r for r in range(len(pivots), len(table)) if table[r][column]), None)
        if found is None:
            continue
        top = len(pivots)
        table[top], table[found] = table[found], table[top]
        table[top] = [value / table[top][column] for value in table[top]]
        for r, row in enumerate(table):
            if r != top and row[column]:
                table[r] = [a - row[column] * b for a, b in zip(row, table[top], strict=True)]
        pivots.append(column)
    if any(row[n] for row in table[len(pivots) :]):
        return None
    factors = [Fraction(0)] * n
    for row, column in zip(table, pivots, strict=False):
        factors[column] = row[n]
    return factors


# ---- completing a part of the board


def can_complete(
    puzzle: Puzzle,
    masks: Sequence[int],
    cells: Iterable[int] = (),
    houses: Iterable[int] = (),
    cages: Iterable[int] = (),
    *,
    alone: bool = False,
) -> bool:
    """Return whether these cells, houses and cages can all be filled with the candidates.

    Cells that see each other differ, houses have every digit, cages reach their targets. If the
    cages are taken *alone*, their cells outside the named cells and houses see only each other.
    """
    homes = [puzzle.geometry.houses[index].cells for index in houses]
    parts = tuple(puzzle.cages[index].cells for index in cages)
    cells = tuple(cells)
    involved = frozenset((*cells, *(c for part in (*homes, *parts) for c in part)))
    ways = [fillings(puzzle, masks, index) for index in cages]
    left = {cell: masks[cell] for cell in involved}
    seen: Seen = dict(enumerate(seen_by(puzzle)))
    if alone:
        inside = {*cells, *(cell for home in homes for cell in home)}
        seen = {cell: seen[cell] & inside if cell in inside else set() for cell in involved}
    return _completes(puzzle.order, seen, left, homes, parts, ways, Counter())


def _completes(
    order: int,
    seen: Seen,
    masks: dict[int, int],
    homes: Sequence[Way],
    parts: Sequence[Way],
    ways: Sequence[tuple[Way, ...]],
    failed: Counter[int],
) -> bool:
    """Try the candidates of a cell, or the places of a digit: few, and where it *failed* before."""
    masks, ways = _narrowed(seen, masks, parts, ways)
    if bare := [cell for cell, mask in masks.items() if not mask]:
        failed.update(bare)
        return False
    choices = [_each(cell, mask) for cell, mask in masks.items() if mask.bit_count() != 1]
    for home in homes:
        for digit in range(1, order + 1):
            bit = 1 << (digit - 1)
            able = [(cell, digit) for cell in home if masks[cell] & bit]
            if not able:
                failed.update(home)
                return False
            if len(able) != 1 or masks[able[0][0]] != bit:
                choices.append(able)
    if not choices:
        return _differ(seen, masks)

    def effort(choice: list[Pair]) -> float:
        return len(choice) / (1 + sum(failed[cell] for cell in {cell for cell, _ in choice}))

    for cell, digit in min(choices, key=effort):
        bit = 1 << (digit - 1)
        after = {c: mask & ~bit if c in seen[cell] else mask for c, mask in masks.items()}
        after[cell] &= bit
        if _completes(order, seen, after, homes, parts, ways, failed):
            return True
    return False


def _narrowed(
    seen: Seen, masks: dict[int, int], parts: Sequence[Way], ways: Sequence[tuple[Way, ...]]
) -> tuple[dict[int, int], list[tuple[Way, ...]]]:
    """Return the candidates and fillings that go together in each cage and beside known digits."""
    masks, left, settled = dict(masks), list(ways), set[int]()
    while True:
        for cell in (single := {c for c, mask in masks.items() if mask.bit_count() == 1} - settled):
            for other in seen[cell] & masks.keys():
                masks[other] &= ~masks[cell]
        settled |= single
        before = dict(masks)
        for number, cells in enumerate(parts):
            left[number] = tuple(
                way
                for way in left[number]
                if all(masks[c] >> (d - 1) & 1 for c, d in zip(cells, way, strict=True))
            )
            for at, cell in enumerate(cells):
                masks[cell] = sum(1 << (digit - 1) for digit in {way[at] for way in left[number]})
        if not single and masks == before:
            return masks, left


def _each(cell: int, mask: int) -> list[Pair]:
    return [(cell, digit) for digit in digits_of(mask)]


def _differ(seen: Seen, masks: dict[int, int]) -> bool:
    return not any(masks[a] == masks[b] for a in masks for b in seen[a] if b in masks)
