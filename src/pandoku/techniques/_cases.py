"""Refutations by cases: every way that a rule leaves under an assumption fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from pandoku.model import Board, Pair, Pairs, digits_of
from pandoku.techniques._rules import RulePart, Rules

_MOST_CASES = 3  # maximum number of ways under an assumption
_MOST_TOGETHER = 3  # maximum number of cells, or digits, that a failure names
_MOST_OPEN = 3  # maximum number of empty cells of a rule that cannot be met


class Failure(NamedTuple):
    """A reason against a way: a house without room for its digits, or a second rule without a way.

    Attributes:
        cells: Cells with too few candidates, or the cells of a rule that has no way, without those
            whose digit is known.
        digits: For `cells`, their candidates together. Otherwise digits with too few places.
        house: Index of the house of the cells or digits, or None.
        rule: The rule that has no way, or None.
    """

    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    house: int | None = None
    rule: RulePart | None = None


class Case(NamedTuple):
    """A way that a rule leaves under an assumption.

    Attributes:
        rule: The rule.
        cells: The cells that matter.
        way: Their digits, or () if all ways together fail.
        failure: The reason against the way.
        lost: The candidates that all ways leave out, if the reason is against all of them.
    """

    rule: RulePart
    cells: tuple[int, ...]
    way: tuple[int, ...]
    failure: Failure
    lost: tuple[Pair, ...] = ()


# Returns why some masks are impossible, or None if they may be possible.
_Judge: TypeAlias = Callable[[Sequence[int]], "Failure | None"]


def cases_in_house(
    board: Board, rules: Rules, rule: RulePart, house: int, pair: Pair
) -> tuple[Case, ...] | None:
    """Return the cases of a proof that a candidate contradicts a rule and a house.

    Returns:
        One case for each way of the rule, or None if there is no short proof.
    """
    cells = board.puzzle.geometry.houses[house].cells

    def fails(masks: Sequence[int]) -> Failure | None:
        return next(_failures(board, house, masks), None)

    if case := _narrowed_case(board, rules, rule, house, pair):
        return (case,)
    return _cases(board, rules, rule, cells, pair, fails)


def _narrowed_case(
    board: Board, rules: Rules, rule: RulePart, house: int, pair: Pair
) -> Case | None:
    """Return a case for all ways together, if neighbors leave too few candidates to a house.

    Only rules of pairs of cells, such as thermometers, are narrowed, because a reader can repeat
    that: each cell limits the next one.
    """
    scope = rules.scope((rule,))
    if scope is None or not all(isinstance(each, Pairs) for each in rule.relations):
        return None
    masks = _placed(rules, board.masks, [pair])
    answer = scope.ask(masks)
    left = [*masks]
    for cell, mask in zip(scope.cells, answer.left, strict=True):
        left[cell] = mask
    if not answer.is_complete or not any(answer.left):
        return None
    failure = next(_failures(board, house, left), None)
    if failure is None or next(_failures(board, house, masks), None) is not None:
        return None
    inside = board.puzzle.geometry.houses[house].cells
    wanted = (1 << board.puzzle.order) - 1
    if failure.digits and len(failure.cells) < len(failure.digits):
        wanted = sum(1 << (digit - 1) for digit in failure.digits)
    else:
        inside = failure.cells
    lost = tuple(
        (cell, digit)
        for cell in inside
        if cell in rule.cells
        for digit in digits_of(masks[cell] & ~left[cell] & wanted)
    )
    cells = tuple(dict.fromkeys(cell for cell, _ in lost))
    return Case(rule, cells, (), failure, lost) if len(cells) <= _MOST_TOGETHER else None


def cases_in_rule(
    board: Board, rules: Rules, rule: RulePart, other: RulePart, pair: Pair
) -> tuple[Case, ...] | None:
    """Return the cases of a proof that a candidate contradicts two rules.

    The ways are those of *rule*, and *other* fails. The result is as in `cases_in_house`.
    """

    def fails(masks: Sequence[int]) -> Failure | None:
        empty = [cell for cell in other.cells if not board.digits[cell]]
        if bare := [cell for cell in empty if not masks[cell]]:
            return Failure(tuple(bare[:1]))
        scope = rules.scope((other,))
        if scope is None or len(empty) > _MOST_OPEN or any(scope.ask(masks).left):
            return None
        return Failure(tuple(cell for cell in empty if masks[cell].bit_count() > 1), rule=other)

    return _cases(board, rules, rule, other.cells, pair, fails)


def _cases(
    board: Board, rules: Rules, rule: RulePart, beside: Iterable[int], pair: Pair, fails: _Judge
) -> tuple[Case, ...] | None:
    scope = rules.scope((rule,))
    if scope is None:
        return None
    beside = frozenset(cell for cell in beside if not board.digits[cell])
    masks = _placed(rules, board.masks, [pair])
    cells = tuple(
        cell
        for cell in rule.cells
        if not board.digits[cell]
        and cell != pair[0]
        and (cell in beside or rules.sight[cell] & beside)
    )
    ways = scope.ways(masks, cells, _MOST_CASES)
    if ways is None:
        return None
    found = []
    for way in ways:
        failure = fails(_placed(rules, masks, zip(cells, way, strict=True)))
        if failure is None:
            return None
        found.append(Case(rule, cells, way, failure))
    return tuple(found)


def _placed(rules: Rules, masks: Sequence[int], pairs: Iterable[Pair]) -> list[int]:
    """Return the masks after placing digits, without what the digits exclude by sight."""
    left = [*masks]
    for cell, digit in pairs:
        bit = 1 << (digit - 1)
        left[cell] &= bit
        for other in rules.sight[cell]:
            left[other] &= ~bit
    return left


def _failures(board: Board, house: int, masks: Sequence[int]) -> Iterator[Failure]:
    """Yield reasons why a house lacks room for its digits, shortest first."""
    geometry = board.puzzle.geometry
    cells = [cell for cell in geometry.houses[house].cells if not board.digits[cell]]
    placed = {board.digits[cell] for cell in geometry.houses[house].cells}
    needed = [digit for digit in digits_of(geometry.all_mask) if digit not in placed]
    for n in range(1, _MOST_TOGETHER + 1):
        for digits in combinations(needed, n):
            wanted = sum(1 << (digit - 1) for digit in digits)
            places = tuple(cell for cell in cells if masks[cell] & wanted)
            if len(places) < n:
                yield Failure(places, digits, house)
        for some in combinations(cells, n):
            together = 0
            for cell in some:
                together |= masks[cell]
            if together.bit_count() < n:
                yield Failure(some, digits_of(together), house)
