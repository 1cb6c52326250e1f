"""Equal cells: palindromes, clones, and other cells that hold the same digit or the same digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_, or_

from pandoku.constraints import SameValues
from pandoku.model import Board, Facts, Pair, Pairs, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._line_slips import EQUAL_CELL_SLIPS, SAME_VALUE_SLIPS
from pandoku.techniques._sight import can_be_at, since
from pandoku.techniques._slips import places_by_house, slipped, with_digit, words_on
from pandoku.techniques._teaching import Glance, Slipped, slip
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import pairs_in
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import (
    Allows,
    Claim,
    Gone,
    Needs,
    Not,
    Only,
    Open,
    Placed,
    Places,
    RuleWays,
    Sees,
)

__all__ = ["TECHNIQUES"]

_Equals = tuple[int, tuple[tuple[int, int], ...]]  # a constraint, and its pairs of equal cells


@per_rules
def _equals_of(puzzle: Puzzle) -> tuple[_Equals, ...]:
    """Return the constraints that make cells equal, with the pairs of these cells."""
    same = tuple(1 << at for at in range(puzzle.order))
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        relations = each.relations(puzzle)
        pairs = dict.fromkeys(
            pair
            for relation in relations
            if isinstance(relation, Pairs) and relation.table == same
            for pair in relation.pairs
        )
        if pairs:
            found.append((number, tuple(pairs)))
    return tuple(found)


@per_rules
def _groups_of(puzzle: Puzzle) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return groups of equal cells, and the constraints that make the cells of each group equal."""
    groups: list[tuple[set[int], set[int]]] = []
    for number, pairs in _equals_of(puzzle):
        for pair in pairs:
            joining = [each for each in groups if not each[0].isdisjoint(pair)]
            groups = [each for each in groups if each not in joining]
            cells = {*pair}.union(*(each[0] for each in joining))
            groups.append((cells, {number}.union(*(each[1] for each in joining))))
    return tuple((tuple(sorted(cells)), tuple(sorted(numbers))) for cells, numbers in groups)


# ---- candidates carried over


def _find_equal(board: Board, limit: int) -> Iterator[Step]:
    """Yield the candidates that equal cells do not share, one step for each kind of constraint."""
    kinds: dict[str, list[tuple[int, int]]] = {}
    for number, pairs in _equals_of(board.puzzle):
        kinds.setdefault(board.puzzle.constraints[number].NAME, []).extend(pairs)
    for pairs_of_kind in kinds.values():
        gone, marked, used = list[Pair](), list[int](), set[int]()
        for cells, numbers in _narrowed(board, pairs_of_kind):
            gone += pairs_in(board, cells, ~_common(board, cells))
            marked += cells
            used |= {*numbers}
        if gone:
            facts = Facts(
                cells=tuple((cell, "pattern") for cell in dict.fromkeys(marked)),
                constraints=tuple(sorted(used)),
            )
            yield Step("equal-cells", eliminations=tuple(sorted({*gone})), facts=facts)


def _narrowed(
    board: Board, pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the groups of equal cells with any of the pairs that lose candidates."""
    named = {cell for pair in pairs for cell in pair}
    for cells, numbers in _groups_of(board.puzzle):
        if not named.isdisjoint(cells) and len({board.masks[cell] for cell in cells}) > 1:
            yield cells, numbers


def _common(board: Board, cells: Iterable[int]) -> int:
    return reduce(and_, (board.masks[cell] for cell in cells))


def _equal_reason(w: Words) -> Iterator[str]:
    marked = {*w.with_role("pattern")}
    for cells, numbers in _groups_of(w.puzzle):
        if marked.issuperset(cells):
            yield sentence(_carried(w, cells, numbers))


_MOST_SHARED = 4  # if equal cells share more digits, the digits that go are named


def _carried(w: Words, cells: tuple[int, ...], numbers: tuple[int, ...]) -> str:
    """Return "r1c1 and r5c5 share only 3 and 4" or "r1c1 is not 2, so r5c5 is not"."""
    masks, board = w.board.masks, w.board
    left = digits_of(_common(board, cells))
    ways = tuple((digit,) * len(cells) for digit in left)
    placed = [cell for cell in cells if board.digits[cell]]
    claims: list[Claim] = [RuleWays(numbers, cells, ways)]
    claims += (Only((cell,), board.candidates(cell)) for cell in cells if cell not in placed)
    claims += (Placed(cell, board.digits[cell]) for cell in placed)
    if placed and left:
        others = [cell for cell in cells if cell not in placed]
        are = "is" if len(others) == 1 else "are"
        like = f"{w.digits(left)} like {w.cell(placed[0])}"
        if not w.is_brief:
            like = f"equal to {w.cell(placed[0])}, which is {w.digits(left)}"
        return w.said(f"{w.cells(others)} {are} {like}", *claims)
    if not left or len(left) <= _MOST_SHARED or len(cells) > 2:
        shared = f"only {w.digits(left)}" if left else "no digit"
        return w.said(f"{w.cells(cells)} share {shared}", *claims)
    parts = []
    for cell, other in (cells, cells[::-1]):
        if gone := digits_of(masks[other] & ~masks[cell]):
            why = since(w, (cell,), gone)
            text = f"{w.cell(cell)} is not {w.digits(gone, 'or')}{why}, so {w.cell(other)} is not"
            parts.append(text)
    return w.said(clauses(parts), *claims)


# ---- a digit that both cells see


@per_rules
def _shared_sight(puzzle: Puzzle) -> tuple[int, ...]:
    """Return for each cell, as a mask, the cells that cannot hold the same digit.

    A cell cannot hold the digit of another cell if it or a cell equal to it sees that cell, or a
    cell equal to that one.
    """
    group_of = _group_of(puzzle)
    seen = [sum(1 << other for other in own) for own in puzzle.sight]
    for cells, _ in _groups_of(puzzle):  # the cells that see one of equal cells see all of them
        united = reduce(or_, (seen[cell] for cell in cells))
        for cell in cells:
            seen[cell] = united
    wide = []
    for cell in range(len(seen)):
        mask = seen[cell]
        for other in digits_of(mask):
            mask |= sum(1 << each for each in group_of.get(other - 1, ()))
        wide.append(mask)
    return tuple(wide)


@per_rules
def _group_of(puzzle: Puzzle) -> dict[int, tuple[int, ...]]:
    return {cell: cells for cells, _ in _groups_of(puzzle) for cell in cells}


def _find_sight(board: Board, limit: int) -> Iterator[Step]:
    """Find digits that a cell cannot hold, because no place would be left in a house."""
    puzzle = board.puzzle
    if not _groups_of(puzzle):
        return
    sight = puzzle.sight
    wide, group_of = _shared_sight(puzzle), _group_of(puzzle)
    known = set[tuple[int, int]]()
    for house in puzzle.geometry.houses:
        for digit in range(1, puzzle.order + 1):
            bit = 1 << (digit - 1)
            spots = [c for c in house.cells if board.masks[c] & bit and not board.digits[c]]
            if not spots:
                continue
            common = reduce(and_, (wide[spot] for spot in spots))
            for each in digits_of(common):
                cell = each - 1
                if board.digits[cell] or not board.masks[cell] & bit or (cell, digit) in known:
                    continue
                if all(cell in sight[spot] for spot in spots):
                    continue  # pointing
                cells = group_of.get(cell, (cell,))
                known |= {(other, digit) for other in cells}
                gone = tuple(
                    (c, digit) for c in cells if board.masks[c] & bit and not board.digits[c]
                )
                links = _links(puzzle, cells, spots)
                facts = Facts(
                    cells=tuple((cell, "pattern") for cell in cells),
                    candidates=tuple((spot, digit, "proves") for spot in spots),
                    houses=(house,),
                    constraints=_used(puzzle, cells, links),
                )
                yield Step("equal-cells-sight", eliminations=gone, facts=facts)


def _links(
    puzzle: Puzzle, cells: Sequence[int], spots: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return for each spot one of *cells* and the cell that it sees: the spot or its equal."""
    group_of, sight = _group_of(puzzle), puzzle.sight
    return [
        next(
            (cell, other, spot)
            for other in (spot, *group_of.get(spot, ()))
            for cell in cells
            if other in sight[cell]
        )
        for spot in spots
    ]


def _used(
    puzzle: Puzzle, cells: Sequence[int], links: Sequence[tuple[int, int, int]]
) -> tuple[int, ...]:
    """Return the constraints that make the cells of the links equal."""
    equal = {cells[0]} if len({cell for cell, _, _ in links}) > 1 or len(cells) > 1 else set[int]()
    equal |= {spot for _, other, spot in links if other != spot}
    return tuple(
        sorted(
            {
                number
                for group, numbers in _groups_of(puzzle)
                if not equal.isdisjoint(group)
                for number in numbers
            }
        )
    )


def _sight_reason(w: Words) -> Iterator[str]:
    (house,), (digit,) = w.houses, w.digits_of("proves")
    cells = w.with_role("pattern")
    yield sentence(can_be_at(w, house, digit))
    spots = [spot for spot, _, _ in w.step.facts.candidates]
    if len(cells) > 1:
        yield w.said(f"{w.cells(cells)} are equal.", _equal(w, cells))
    links = _links(w.puzzle, cells, spots)
    used = {cell for cell, _, _ in links}
    yield sentence(clauses(_sees_by_way(w, cell, links) for cell in cells if cell in used))
    where = w.cells(cells) if len(cells) == 1 else "them"
    left = w.said(
        f"with {w.digit(digit)} at {where}, {w.house(house)} has no place for its {w.digit(digit)}",
        Places(w.index(house), digit, tuple(spots)),
        *(Only((cell,), w.board.candidates(cell)) for cell in cells if not w.board.digits[cell]),
    )
    yield sentence(left)


def _sees_by_way(w: Words, cell: int, links: Sequence[tuple[int, int, int]]) -> str:
    """Return "r5c2 sees r2c2, and r9c2, which is equal to r2c1"."""
    plain = [spot for each, other, spot in links if each == cell and other == spot]
    others = [(other, spot) for each, other, spot in links if each == cell and other != spot]
    seen = tuple(dict.fromkeys((*plain, *(other for other, _ in others))))
    claims: list[Claim] = [Sees(cell, seen)]
    claims += (_equal(w, _group_of(w.puzzle)[spot]) for _, spot in others)
    parts = [w.cells(plain)] if plain else []
    if others:
        which = "which is" if len(others) == 1 else "which are"
        equal = w.cells(spot for _, spot in others)
        parts.append(f"{w.cells(other for other, _ in others)}, {which} equal to {equal}")
    return w.said(f"{w.cell(cell)} sees {clauses(parts)}", *claims)


def _equal(w: Words, cells: Sequence[int]) -> RuleWays:
    """Return the claim that cells are equal, with the digits that they share."""
    numbers = next(numbers for group, numbers in _groups_of(w.puzzle) if {*group} == {*cells})
    digits = digits_of(_common(w.board, cells))
    return RuleWays(numbers, tuple(cells), tuple((digit,) * len(cells) for digit in digits))


# ---- the same digits in two sets of cells


def _find_values(board: Board, limit: int) -> Iterator[Step]:
    puzzle = board.puzzle
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if not isinstance(each, SameValues):
            continue
        both = {*each.first} & {*each.second}
        sets = [[c for c in cells if c not in both] for cells in (each.first, each.second)]
        masks = [reduce(or_, (board.masks[cell] for cell in cells), 0) for cells in sets]
        gone = [
            pair
            for cells, other in zip(sets, reversed(masks), strict=True)
            for pair in pairs_in(board, cells, ~other)
        ]
        if gone:
            facts = Facts(
                cells=tuple((cell, "pattern") for cells in sets for cell in cells),
                constraints=(number,),
            )
            yield Step("same-values", eliminations=tuple(sorted(gone)), facts=facts)


def _values_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    rule = w.puzzle.constraints[number]
    assert isinstance(rule, SameValues)
    both = {*rule.first} & {*rule.second}
    sets = [[c for c in cells if c not in both] for cells in (rule.first, rule.second)]
    gone = w.step.eliminations
    for cells, others in (sets, sets[::-1]):
        if digits := sorted({digit for cell, digit in gone if cell in cells}):
            lacking = [cell for cell in others if not w.board.digits[cell]]
            allowed = (
                Allows(number, (c,), tuple(d for d in w.board.candidates(c) if (c, d) not in gone))
                for c in cells
                if not w.board.digits[c]
            )
            claims = (Gone((cell,), tuple(digits)) for cell in lacking)
            held = (Placed(c, w.board.digits[c]) for c in (*cells, *others) if w.board.digits[c])
            text = f"{w.cells(others)} cannot hold {w.digits(digits, 'or')}, so {w.cells(cells)} "
            yield w.said(sentence(f"{text}cannot either"), *claims, *allowed, *held)


@slip("A place that neither the cell nor its equal sees is overlooked.")
def _place_overlooked(board: Board) -> Iterator[Slipped]:
    w, wide = words_on(board), _shared_sight(board.puzzle)
    for index, house, digit, places in places_by_house(board):
        for place in places if 1 < len(places) <= _MOST_SHARED else ():
            others = [each for each in places if each != place]
            common = reduce(and_, (wide[each] for each in others)) & ~wide[place]
            for cells, _ in _groups_of(board.puzzle):
                bit = 1 << (digit - 1)
                able = all(board.masks[c] & bit and not board.digits[c] for c in cells)
                is_far = {*cells}.isdisjoint(places)
                if not (able and is_far and all(common >> cell & 1 for cell in cells)):
                    continue
                if all(w.sees(cells[0], other) for other in others):
                    continue  # equal cells are not needed
                text = f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(place)}"
                text = w.said(text, Needs(index, digit), Open((place,), (digit,)))
                claims = (Not(Sees(cell, (place,))) for cell in cells)
                unseen = w.said(f"neither {w.cells(cells, 'nor')} sees it", *claims)
                why = f"{text}, and {unseen}."
                yield slipped(w, why, gone=with_digit(cells, digit), cells=(*cells, *places))


TECHNIQUES = (
    Technique(
        name="equal-cells",
        aliases=("palindrome values", "palindrome", "clones", "equal digits"),
        summary="two cells hold the same digit, so each loses what the other cannot be",
        find=_find_equal,
        slips=EQUAL_CELL_SLIPS,
        weight=2.0,
        what=lambda w: w.cells(w.with_role("pattern")),
        reason=_equal_reason,
        look_for="a palindrome or a clone with a placed digit, or a cell whose twin has fewer "
        "candidates.",
        why="the two cells hold one digit, so it is a candidate of both.",
        when="After each new digit on a palindrome or a clone, because it takes a single look.",
        scan=(
            Glance(
                "Take a palindrome or a clone with a digit on it, or with a cell that has few "
                "candidates.",
                "rules",
            ),
            Glance(
                "Find the twin of this cell: count the same number of cells from the other end of "
                "the palindrome, or go to the same place in the clone.",
                "cells",
            ),
            Glance("Compare the candidates of both cells.", "pattern"),
            Glance(
                "Copy the digit to the twin. Without a digit, remove from each cell the "
                "candidates that its twin lacks.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="same-values",
        aliases=("same digits in two sets",),
        summary="two sets of cells hold the same digits, so each loses what the other cannot hold",
        find=_find_values,
        slips=SAME_VALUE_SLIPS,
        weight=2.2,
        what=lambda w: joined(map(w.constraint, w.step.facts.constraints)),
        reason=_values_reason,
        look_for="a digit that no cell of one set can hold.",
        why="each digit is in both sets or in neither.",
        when="When a digit has no cell left in one of the two sets.",
        scan=(
            Glance("Take two sets of cells that hold the same digits.", "rules"),
            Glance(
                "Go through the digits from 1 to 9. Stop at a digit that no cell of the first set "
                "can hold.",
                "cells",
            ),
            Glance("Then search the second set for digits in the same way.", "cells"),
            Glance("Remove the digit from all cells of the other set.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="equal-cells-sight",
        title="equal cells in sight",
        aliases=("palindrome pointing", "clone pointing"),
        summary="a cell sees all places of a digit in a house, some by way of an equal cell",
        find=_find_sight,
        slips=(_place_overlooked,),
        weight=2.8,
        what=lambda w: (
            f"{w.cells(w.with_role('pattern'))} and the {w.digits(w.digits_of('proves'))} of "
            f"{w.house(w.houses[0])}"
        ),
        reason=_sight_reason,
        look_for="the few places of a digit in a house, each seen by a cell or by one of two equal "
        "cells.",
        why="equal cells hold one digit, so each of them also sees what the other sees.",
        when="When a digit has two or three places left in a house, and one of them lies on a "
        "palindrome or in a clone.",
        scan=(
            Glance("Take a house with two or three places for a digit.", "houses"),
            Glance(
                "Look for a place whose twin, by a palindrome or a clone, is far away.", "rules"
            ),
            Glance(
                "Trace what the twin sees as well. It has the same digit, so a cell that sees the "
                "twin cannot have this digit if the place has it.",
                "pattern",
            ),
            Glance("Remove the digit from a cell that sees each place or its twin.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
