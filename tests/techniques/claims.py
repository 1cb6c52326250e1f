"""Judges of claims: for each kind, whether a board bears it out, by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Any

import pandoku
from pandoku import Board, Puzzle
from pandoku.constraints import Sandwich, XSum
from pandoku.model import Differ, Outcome, Pairs, digits_of
from pandoku.model import Total as Sum
from pandoku.words import claims as kinds
from pandoku.words.claims import Claim
from tests.techniques.brute import (
    Pair,
    can_complete,
    combined,
    fillings,
    masks_with,
    reaches,
    seen_by,
    value_of,
)

__all__ = ["JUDGES", "is_true"]

Literal = tuple[int, int, bool]


def is_true(claim: Claim, board: Board) -> bool:
    """Return whether a claim holds of a board."""
    return JUDGES[type(claim)](claim, board)


# ---- digits and candidates


def _mask(digits: Iterable[int]) -> int:
    return sum(1 << (digit - 1) for digit in {*digits})


def _placed(claim: kinds.Placed, board: Board) -> bool:
    return board.digits[claim.cell] == claim.digit


def _gone(claim: kinds.Gone, board: Board) -> bool:
    wanted = _mask(claim.digits)
    return all(not board.digits[c] and not board.masks[c] & wanted for c in claim.cells)


def _only(claim: kinds.Only, board: Board) -> bool:
    wanted = _mask(claim.digits)
    return all(not board.digits[c] and not board.masks[c] & ~wanted for c in claim.cells)


def _open(claim: kinds.Open, board: Board) -> bool:
    return all(
        not board.digits[c] and {*claim.digits} <= {*board.candidates(c)} for c in claim.cells
    )


def _needs(claim: kinds.Needs, board: Board) -> bool:
    house = board.puzzle.geometry.houses[claim.house]
    return all(board.digits[cell] != claim.digit for cell in house.cells)


def _places(claim: kinds.Places, board: Board) -> bool:
    house, bit = board.puzzle.geometry.houses[claim.house], 1 << (claim.digit - 1)
    return {cell for cell in house.cells if board.masks[cell] & bit} <= {*claim.cells}


def _sees(claim: kinds.Sees, board: Board) -> bool:
    return {*claim.cells} <= seen_by(board.puzzle)[claim.cell]


def _inside(claim: kinds.Inside, board: Board) -> bool:
    houses = (board.puzzle.geometry.houses[index].cells for index in claim.houses)
    cages = (board.puzzle.cages[index].cells for index in claim.cages)
    return all({*claim.cells} <= {*cells} for cells in (*houses, *cages))


def _apart(claim: kinds.Apart, board: Board) -> bool:
    constraint = board.puzzle.constraints[claim.constraint]
    groups = [r.cells for r in constraint.relations(board.puzzle) if isinstance(r, Differ)]
    return bool(claim.cells) and all(
        any(claim.cell in group and cell in group for group in groups) for cell in claim.cells
    )


def _can_meet(
    board: Board,
    number: int,
    masks: Sequence[int],
    others: Iterable[int] = (),
    houses: Iterable[int] = (),
    beside: Iterable[int] = (),
) -> bool:
    """Return whether candidates have a way to meet constraints, where cells in sight differ.

    With *houses*, each of their digits must also have a place. The cells *beside* differ too.
    """
    numbers, homes = (number, *others), [board.puzzle.geometry.houses[at].cells for at in houses]
    constraints = [board.puzzle.constraints[each] for each in numbers]
    relations = [r for constraint in constraints for r in constraint.relations(board.puzzle)]
    cells = {cell for relation in relations for cell in relation.cells}
    cells |= {*beside, *(cell for home in homes for cell in home)}

    def can_hold(masks: dict[int, int]) -> bool:
        masks = dict(masks)
        full = [masks.get(cell, 0) for cell in range(len(board.masks))]
        for cell, mask in masks.items():
            if mask.bit_count() == 1:
                for other in seen_by(board.puzzle)[cell] & cells:
                    full[other] &= ~mask
        if not all(full[cell] for cell in cells):
            return False
        if not all(relation.may_hold(full) for relation in relations):
            return False
        for home in homes:
            if len({digit for cell in home for digit in digits_of(full[cell])}) < len(home):
                return False
        several = [cell for cell in cells if masks[cell].bit_count() > 1]
        if not several:
            return True
        first = min(several, key=lambda cell: (full[cell].bit_count(), cell))
        return any(
            can_hold({c: full[c] for c in cells} | {first: 1 << (digit - 1)})
            for digit in digits_of(full[first])
        )

    return can_hold({cell: masks[cell] for cell in cells})


def _rule_ways(claim: kinds.RuleWays, board: Board) -> bool:
    """Try all digits for the cells, one cell after the other: no other digits can be completed."""
    number, *others = claim.constraints
    inside = {cell for each in claim.constraints for cell in _cells_of(board, each)}
    inside |= {c for at in claim.houses for c in board.puzzle.geometry.houses[at].cells}
    if not {*claim.cells} <= inside:
        return False
    supposed = [(cell, digit, True) for cell, digit in claim.assuming]
    beside = [cell for cell, _ in claim.assuming]

    def can_begin(way: Sequence[int]) -> bool:
        placed = [(cell, digit, True) for cell, digit in zip(claim.cells, way, strict=False)]
        masks = _under(board.masks, [*supposed, *placed])
        return all(masks) and _can_meet(board, number, masks, others, claim.houses, beside)

    found: list[tuple[int, ...]] = [()]
    for cell in claim.cells:
        longer = [(*way, digit) for way in found for digit in digits_of(board.masks[cell])]
        found = [way for way in longer if can_begin(way)]
    return {*found} <= {*claim.ways}


def _cells_of(board: Board, number: int) -> set[int]:
    relations = board.puzzle.constraints[number].relations(board.puzzle)
    return {cell for relation in relations for cell in relation.cells}


def _allows(claim: kinds.Allows, board: Board) -> bool:
    """Try every other digit of each cell: then the constraint has no way left."""
    return {*claim.cells} <= _cells_of(board, claim.constraint) and not any(
        _can_meet(board, claim.constraint, _under(board.masks, [(cell, digit, True)]))
        for cell in claim.cells
        for digit in board.candidates(cell)
        if digit not in claim.digits
    )


def _forces(claim: kinds.Forces, board: Board) -> bool:
    """Try the opposite of the conclusion: then the constraint has no way left."""
    cell, digit, is_so = claim.conclusion
    masks = _under(board.masks, claim.premises)
    if 0 in masks or cell not in _cells_of(board, claim.constraint):
        return False  # what cannot be supposed proves anything
    masks = _under(masks, [(cell, digit, not is_so)])
    return not masks[cell] or not _can_meet(board, claim.constraint, masks)


# ---- cages


def _ways(board: Board, cage: int, assuming: Sequence[Pair] = ()) -> list[dict[int, int]]:
    """Return the fillings of a cage, each as its digit by cell."""
    cells = board.puzzle.cages[cage].cells
    masks = masks_with(board, assuming)
    return [dict(zip(cells, way, strict=True)) for way in fillings(board.puzzle, masks, cage)]


def _cage_needs(claim: kinds.CageNeeds, board: Board) -> bool:
    return all(claim.digit in way.values() for way in _ways(board, claim.cage))


def _cage_places(claim: kinds.CagePlaces, board: Board) -> bool:
    ways = _ways(board, claim.cage)
    return {c for way in ways for c, d in way.items() if d == claim.digit} <= {*claim.cells}


def _fillings(claim: kinds.Fillings, board: Board) -> bool:
    ways = _ways(board, claim.cage, claim.assuming)
    return {tuple(way[cell] for cell in claim.cells) for way in ways} == {*claim.ways}


def _sets(claim: kinds.Sets, board: Board) -> bool:
    ways = _ways(board, claim.cage, claim.assuming)
    return {tuple(sorted(way.values())) for way in ways} == {*claim.sets}


def _holds(claim: kinds.Holds, board: Board) -> bool:
    """Take the worst case of each named house and cage; without any, of the cells alone."""
    wanted, least, most = _mask(claim.digits), 0, len(claim.digits)
    for index in claim.cages:
        counts = [
            sum(digit in claim.digits for cell, digit in way.items() if cell in claim.cells)
            for way in _ways(board, index)
        ]
        least, most = max(least, min(counts)), min(most, max(counts))
    for index in claim.houses:
        others = {*board.puzzle.geometry.houses[index].cells} - {*claim.cells}
        least = max(least, len(claim.digits) - _most_of(wanted, board.masks, [*others]))
        most = min(most, _most_of(wanted, board.masks, claim.cells))
    if not claim.houses and not claim.cages:
        least = sum(not board.masks[cell] & ~wanted for cell in claim.cells)
        most = _most_of(wanted, board.masks, claim.cells)
    return claim.least <= least and most <= claim.most


def _most_of(wanted: int, masks: Sequence[int], cells: Sequence[int]) -> int:
    """Return how many of the digits *wanted* the cells can hold, each once, by trying all ways."""
    if not cells:
        return 0
    first, *rest = cells
    ways = (1 + _most_of(wanted & ~(1 << (digit - 1)), masks, rest)
            for digit in digits_of(masks[first] & wanted))  # fmt: skip
    return max(_most_of(wanted, masks, rest), *ways, 0)


# ---- sums and products


def _parity(claim: kinds.Parity, board: Board) -> bool:
    puzzle, n = board.puzzle, board.puzzle.order
    parts = [(puzzle.geometry.houses[index].cells, n * (n + 1) // 2) for index in claim.houses]
    for index in claim.cages:
        cage = puzzle.cages[index]
        if cage.target is None or (cage.operation not in "+-=" and len(cage.cells) > 1):
            return False
        parts.append((cage.cells, cage.target))
    parts += [((cell,), board.digits[cell]) for cell in claim.placed]
    are_placed = all(board.digits[cell] for cell in claim.placed)
    counts = Counter(cell for cells, _ in parts for cell in cells)
    odd = {cell for cell, count in counts.items() if count % 2}
    is_odd = sum(value for _, value in parts) % 2 == 1
    return are_placed and odd == {*claim.cells} and is_odd == claim.is_odd


def _equations(board: Board, number: int) -> Iterator[tuple[dict[int, int], int]]:
    """Yield the sums that a constraint states: the factor of each cell, and the total."""
    constraint, order = board.puzzle.constraints[number], board.puzzle.order
    cells = constraint.cells_on(board.puzzle.geometry)
    line = [board.digits[cell] for cell in cells]
    if isinstance(constraint, XSum):
        if line[0]:
            yield dict.fromkeys(cells[: line[0]], 1), constraint.total
        return
    if isinstance(constraint, Sandwich):
        if 1 in line and order in line:
            start, end = sorted((line.index(1), line.index(order)))
            yield dict.fromkeys(cells[start + 1 : end], 1), constraint.total
        return
    for relation in constraint.relations(board.puzzle):
        if isinstance(relation, Sum) and len(relation.targets) == 1:
            yield {cell: weights[0] for cell, weights in relation.terms}, relation.targets[0]
        elif isinstance(relation, Differ) and len(relation.cells) == order:
            yield dict.fromkeys(relation.cells, 1), sum(range(1, order + 1))
        elif isinstance(relation, Pairs) and all(
            mask == 1 << at for at, mask in enumerate(relation.table)
        ):
            yield from (({one: 1, other: -1}, 0) for one, other in relation.pairs)


def _total(claim: kinds.Total, board: Board) -> bool:
    """Add and subtract the houses, cages, placed cells and constraints: that gives the total."""
    puzzle, digits = board.puzzle, range(1, board.puzzle.order + 1)
    parts: list[tuple[Sequence[int], int | None]] = []
    parts_of_rules = [part for at in claim.constraints for part in _equations(board, at)]
    for index in claim.houses:
        value = prod(digits) if claim.times else sum(digits)
        parts.append((puzzle.geometry.houses[index].cells, value))
    for index in claim.cages:
        value_or_none = value_of(puzzle, board.masks, index, claim.times)
        parts.append((puzzle.cages[index].cells, value_or_none))
    parts += [((cell,), board.digits[cell] or None) for cell in claim.placed]
    if any(value is None for _, value in parts):
        return False
    cells = range(puzzle.geometry.n_cells)
    rows = [[list(part).count(cell) for cell in cells] for part, _ in parts]
    rows += [[factors.get(cell, 0) for cell in cells] for factors, _ in parts_of_rules]
    parts += [((), value) for _, value in parts_of_rules]
    factors = combined(rows, [claim.plus.count(c) - claim.minus.count(c) for c in cells])
    if factors is None or any(factor.denominator != 1 for factor in factors):
        return False
    terms = [(value or 0, int(factor)) for (_, value), factor in zip(parts, factors, strict=True)]
    if not claim.times:
        return sum(value * factor for value, factor in terms) == claim.total
    over: int = prod(value**factor for value, factor in terms if factor > 0)
    under: int = prod(value**-factor for value, factor in terms if factor < 0)
    return over == claim.total * under


def _same_digits(claim: kinds.SameDigits, board: Board) -> bool:
    """Add and subtract the houses: that gives the cells."""
    geometry = board.puzzle.geometry
    cells, houses = range(geometry.n_cells), [geometry.houses[at].cells for at in claim.houses]
    goal = [claim.plus.count(cell) - claim.minus.count(cell) for cell in cells]
    factors = combined([[int(cell in house) for cell in cells] for house in houses], goal)
    return factors is not None and sum(factors) == 0


def _no_total(claim: kinds.NoTotal, board: Board) -> bool:
    false = ((*pair, False) for pair in claim.without)
    masks = _under(masks_with(board, claim.assuming), false)
    return not reaches(board.puzzle, masks, claim.plus, claim.minus, claim.total, claim.times)


# ---- what follows


def _linked(claim: kinds.Linked, board: Board) -> bool:
    link = claim.link
    nodes = {*link.start, *link.end}
    if link.constraint is not None:
        ((start,), (end,)) = link.start, link.end
        masks = _under(board.masks, [(*start, True), (*end, True)])
        return not link.strong and not _can_meet(board, link.constraint, masks)
    if not link.strong:
        seen = seen_by(board.puzzle)
        return all(
            a != b and (a[0] == b[0] or (a[1] == b[1] and b[0] in seen[a[0]]))
            for a in link.start
            for b in link.end
        )
    if link.house is not None:
        digits = {digit for _, digit in nodes}
        bit = _mask(digits)
        able = {cell for cell in link.house.cells if board.masks[cell] & bit}
        return len(digits) == 1 and able <= {cell for cell, _ in nodes}
    cells = {cell for cell, _ in nodes}
    return len(cells) == 1 and {*board.candidates(cells.pop())} <= {digit for _, digit in nodes}


def _follows(claim: kinds.Follows, board: Board) -> bool:
    """Try the opposite of the conclusion in each cell, house and cage: one has no way left."""
    puzzle, (cell, digit, is_so) = board.puzzle, claim.conclusion
    masks = _under(board.masks, claim.premises)
    if 0 in masks:
        return False  # what cannot be supposed proves anything
    masks = _under(masks, [(cell, digit, not is_so)])
    if not masks[cell]:
        return True
    for house in puzzle.geometry.houses:
        if cell in house.cells and not _has_way(masks, house.cells):
            return True
    return any(
        cell in cage.cells and not fillings(puzzle, masks, index)
        for index, cage in enumerate(puzzle.cages)
    )


def _under(masks: Sequence[int], literals: Iterable[Literal]) -> list[int]:
    """Return the candidates in cells alone when literals hold, before any house takes part."""
    left = list(masks)
    for cell, digit, is_so in literals:
        bit = 1 << (digit - 1)
        left[cell] &= bit if is_so else ~bit
    return left


def _has_way(masks: Sequence[int], cells: Sequence[int]) -> bool:
    """Return whether cells can hold different digits, one of each."""
    held: dict[int, int] = {}

    def takes(cell: int, tried: set[int]) -> bool:
        for digit in digits_of(masks[cell]):
            if digit not in tried:
                tried.add(digit)
                if digit not in held or takes(held[digit], tried):
                    held[digit] = cell
                    return True
        return False

    return all(takes(cell, set()) for cell in cells)


def _impossible(claim: kinds.Impossible, board: Board) -> bool:
    if not (claim.cells or claim.houses or claim.cages):
        return not _solves(board, claim.assuming)
    masks = masks_with(board, claim.assuming)
    return not can_complete(board.puzzle, masks, claim.cells, claim.houses, claim.cages)


def _one_of(claim: kinds.OneOf, board: Board) -> bool:
    masks = _under(board.masks, [(cell, digit, False) for cell, digit in claim.candidates])
    if not (claim.cells or claim.houses or claim.cages):
        without = Board(board.puzzle, board.digits, tuple(masks))
        return 0 in masks or not pandoku.solve(without.as_puzzle(), limit=1).count
    return not can_complete(board.puzzle, masks, claim.cells, claim.houses, claim.cages)


def _entails(claim: kinds.Entails, board: Board) -> bool:
    return _by_branches(claim, board) if claim.branches else _by_pattern(claim, board)


def _by_pattern(claim: kinds.Entails, board: Board) -> bool:
    """Try to complete the named parts with the premises: so they can be, but not without the end.

    That they can be is asked of the parts alone. Cells outside a house may rule out more, but who
    shares out the digits of the house need not have seen that.
    """
    cell, digit, is_so = claim.conclusion
    if not (board.masks[cell] >> (digit - 1) & 1 and (claim.cells or claim.houses or claim.cages)):
        return False
    masks, cells = _under(board.masks, claim.premises), {*claim.cells, cell}
    if 0 in masks or not can_complete(
        board.puzzle, masks, claim.cells, claim.houses, claim.cages, alone=True
    ):
        return False
    masks = _under(masks, [(cell, digit, not is_so)])
    return not masks[cell] or not can_complete(
        board.puzzle, masks, cells, claim.houses, claim.cages
    )


def _by_branches(claim: kinds.Entails, board: Board) -> bool:
    """Follow each branch, claim by claim: each may use only what is known by then."""
    if any(not board.masks[cell] >> (digit - 1) & 1 for cell, digit, _ in claim.premises):
        return False
    known = Known(board, claim.premises)
    if known.is_broken or not _leave_no_case(claim, known):
        return False
    cited: set[Pair] = set()
    for branch in claim.branches:
        within = Known(board, (*claim.premises, branch.supposing))
        if not within.takes_all(_from_there(branch)):
            return False
        if not (within.is_broken or claim.conclusion in within.literals):
            return False
        cited |= within.cited
    return all(known.has_part(premise, cited) for premise in claim.premises)


def _leave_no_case(claim: kinds.Entails, known: Known) -> bool:
    cell, digit, is_so = claim.conclusion
    supposed = {branch.supposing for branch in claim.branches}
    if supposed == {(cell, digit, not is_so)}:
        return True
    false = {(at, d) for at, d, holds in known.literals if not holds}
    board, (first, wanted, _) = known.board, claim.branches[0].supposing
    cases = [{(first, d) for d in board.candidates(first)}]
    cases += [
        {(at, wanted) for at in house.cells if board.masks[at] >> (wanted - 1) & 1}
        for house in board.puzzle.geometry.houses
        if first in house.cells
    ]
    return any({(*pair, True) for pair in case - false} <= supposed for case in cases)


def _from_there(branch: kinds.Branch) -> Sequence[Claim]:
    """Return the claims of a branch, in an order in which they follow from what it supposes.

    A loop is told from one of its own candidates, but here it is read from both sides of what is
    supposed: its strong links, again and again, with what they rule out in sight.
    """
    cell, digit, _ = branch.supposing
    first = next(iter(branch.claims), None)
    if isinstance(first, kinds.Open) and (cell not in first.cells or digit not in first.digits):
        strong = [each for each in branch.claims if isinstance(each, kinds.OneOf)]
        return strong * len(strong)
    return branch.claims


class Known:
    """What is known at a point of a branch: literals, with what they rule out in sight.

    Attributes:
        literals: (cell, digit, is_true).
        cited: The candidates that the claims so far have spoken of.
        is_broken: Whether this is a contradiction.
    """

    def __init__(self, board: Board, literals: Iterable[Literal]) -> None:
        self.board, self.literals = board, set[Literal]()
        self.cited: set[Pair] = set()
        self.is_broken = False
        for each in literals:
            self.add(each)

    def add(self, literal: Literal) -> None:
        for each in (literal, *self.ruled_out(literal)):
            self.literals.add(each)
            cell, digit, is_so = each
            self.is_broken |= (cell, digit, not is_so) in self.literals

    def ruled_out(self, literal: Literal) -> Iterator[Literal]:
        cell, digit, is_so = literal
        if is_so:
            yield from ((cell, d, False) for d in self.board.candidates(cell) if d != digit)
            yield from ((at, digit, False) for at in seen_by(self.board.puzzle)[cell])

    def has_part(self, literal: Literal, cited: set[Pair]) -> bool:
        of_it = (literal, *self.ruled_out(literal))
        return any((cell, digit) in cited for cell, digit, _ in of_it)

    def is_false(self, cells: Iterable[int], digits: Iterable[int]) -> bool:
        """Return whether all these candidates are known to be false."""
        return all((cell, d, False) in self.literals for cell, d in product(cells, digits))

    def takes_all(self, claims: Iterable[Claim]) -> bool:
        """Take the claims of a branch, each of which has to hold and to rest on what is known.

        After a contradiction it only has to hold.
        """
        return all(self._takes(claim) or self.is_broken for claim in claims) and all(
            is_true(claim, self.board) for claim in claims
        )

    def _takes(self, claim: Claim) -> bool:
        """Take a claim, and return whether it rests on what is known."""
        match claim:
            case kinds.Follows() | kinds.Entails():
                self.cited |= {(cell, d) for cell, d, _ in (*claim.premises, claim.conclusion)}
                if not {*claim.premises} <= self.literals:
                    return False
                self.add(claim.conclusion)
            case kinds.OneOf():
                self.cited |= {*claim.candidates}
                left = [pair for pair in claim.candidates if (*pair, False) not in self.literals]
                self.is_broken |= not left
                if len(left) == 1:
                    self.add((*left[0], True))
            case kinds.Placed():
                self.cited.add((claim.cell, claim.digit))
                self.is_broken |= self.is_false([claim.cell], [claim.digit])
            case kinds.NoTotal():
                self.cited |= {*claim.assuming, *claim.without}
                if not {(*pair, False) for pair in claim.without} <= self.literals:
                    return False
                for pair in claim.assuming:
                    self.add((*pair, False))
            case kinds.Places():
                self.cited |= {(cell, claim.digit) for cell in claim.cells}
                self.is_broken |= self.is_false(claim.cells, [claim.digit])
            case kinds.Only() | kinds.Open():
                self.cited |= {*product(claim.cells, claim.digits)}
                is_only = isinstance(claim, kinds.Only)
                self.is_broken |= is_only and self.is_false(claim.cells, claim.digits)
            case _:
                pass
        return True


# ---- deadly patterns


def _swaps(claim: kinds.Swaps, board: Board) -> bool:
    """Fill the cells with the two digits in every way, and exchange the digits."""
    puzzle, seen = board.puzzle, seen_by(board.puzzle)
    if any(puzzle.givens[cell] for cell in claim.cells):
        return False
    parts = [house.cells for house in puzzle.geometry.houses] + [
        cage.cells for cage in puzzle.cages
    ]
    for way in product(claim.digits, repeat=len(claim.cells)):
        filled = dict(zip(claim.cells, way, strict=True))
        if any(filled[a] == filled[b] for a, b in combinations(claim.cells, 2) if b in seen[a]):
            continue
        for cells in parts:
            digits = [filled[cell] for cell in cells if cell in filled]
            if digits.count(claim.digits[0]) != digits.count(claim.digits[1]):
                return False
    return True


def _paired(claim: kinds.Paired, board: Board) -> bool:
    masks = _under(board.masks, [(cell, digit, False) for cell, digit in claim.candidates])
    empty = [cell for cell, digit in enumerate(board.digits) if not digit]
    places = [
        sum(masks[cell] >> (digit - 1) & 1 for cell in house.cells if not board.digits[cell])
        for house in board.puzzle.geometry.houses
        for digit in range(1, board.puzzle.order + 1)
    ]
    return all(masks[cell].bit_count() == 2 for cell in empty) and {*places} <= {0, 2}


def _concludes(claim: kinds.Concludes, board: Board) -> bool:
    for cell, digit in claim.placements:
        others = [(cell, other) for other in board.candidates(cell) if other != digit]
        if any(_solves(board, [pair]) for pair in others):
            return False
    return not any(_solves(board, [pair]) for pair in claim.eliminations)


def _solves(board: Board, pairs: Sequence[Pair]) -> bool:
    """Return whether the board has a solution in which all *pairs* are true."""
    known = _solutions(board.puzzle)
    if known.complete and known.count < 2:
        return any(all(grid[c] == d for c, d in pairs) for grid in known.solutions)
    for cell, digit in pairs:
        board = board.place(cell, digit)
    outcome = pandoku.solve(board.as_puzzle(), limit=1)
    assert outcome.complete or outcome.count
    return outcome.count > 0


@lru_cache(maxsize=64)
def _solutions(puzzle: Puzzle) -> Outcome:
    return pandoku.solve(puzzle, limit=2)


def _not(claim: kinds.Not, board: Board) -> bool:
    return not is_true(claim.claim, board)


JUDGES: Mapping[type[Any], Callable[[Any, Board], bool]] = {
    kinds.Placed: _placed,
    kinds.Gone: _gone,
    kinds.Only: _only,
    kinds.Needs: _needs,
    kinds.Places: _places,
    kinds.CageNeeds: _cage_needs,
    kinds.CagePlaces: _cage_places,
    kinds.Fillings: _fillings,
    kinds.Sets: _sets,
    kinds.Total: _total,
    kinds.NoTotal: _no_total,
    kinds.SameDigits: _same_digits,
    kinds.Sees: _sees,
    kinds.Open: _open,
    kinds.Apart: _apart,
    kinds.Allows: _allows,
    kinds.RuleWays: _rule_ways,
    kinds.Inside: _inside,
    kinds.OneOf: _one_of,
    kinds.Entails: _entails,
    kinds.Swaps: _swaps,
    kinds.Paired: _paired,
    kinds.Holds: _holds,
    kinds.Parity: _parity,
    kinds.Linked: _linked,
    kinds.Follows: _follows,
    kinds.Forces: _forces,
    kinds.Impossible: _impossible,
    kinds.Concludes: _concludes,
    kinds.Not: _not,
}
