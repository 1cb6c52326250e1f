"""The candidates that relations allow, and ties: pairs of candidates that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from pandoku.model.budget import check_time
from pandoku.model.constraint import Constraint
from pandoku.model.geometry import Geometry, digits_of, sight_of
from pandoku.model.puzzle import Puzzle
from pandoku.model.relations import Differ, Machine, Only, Pairs, Reaches, Relation, Total

__all__ = [
    "Tie",
    "constraint_parts",
    "first_way",
    "narrowed_masks",
    "relation_parts",
    "ties_of",
]

_MOST_TERMS = 6  # maximum number of cells of a total whose fillings are tried one by one
_MOST_TRIES = 20_000  # maximum number of digits tried for one total
_NOWHERE = -1

Sight = Sequence[Sequence[int]]


def narrowed_masks(
    relations: Sequence[Relation], masks: Sequence[int], sight: Sight
) -> tuple[int, ...]:
    """Remove candidates that relations exclude, and return the remaining candidates.

    A relation excludes a candidate if no filling of its cells with remaining candidates contains
    it. The removal is repeated until nothing changes. Fillings of a pair or a short total do not
    repeat a digit in cells that see each other. The function stops as soon as a cell has no
    candidate.

    Args:
        relations: The relations. `Differ` and `Reaches` exclude no candidates here.
        masks: The candidates of each cell.
        sight: The cells that each cell sees.
    """
    left, before, is_possible = [*masks], None, True
    while left != before and is_possible:
        before = [*left]
        for relation in relations:
            match relation:
                case Only(cell, digits):
                    left[cell] &= digits
                    is_possible = left[cell] > 0
                case Pairs():
                    is_possible = _narrow_pairs(relation, left, sight)
                case Total():
                    _narrow_total(relation, left, sight)
                    is_possible = all(left[cell] for cell, _ in relation.terms)
                case Machine():
                    _narrow_machine(relation, left)
                    is_possible = all(left[cell] for cell in relation.cells)
                case Differ() | Reaches():
                    is_possible = all(left[cell] for cell in relation.cells)
            if not is_possible:
                break
    return tuple(left)


def _narrow_pairs(relation: Pairs, masks: list[int], sight: Sight) -> bool:
    """Remove the digits without a partner, and return whether all cells have candidates left."""
    table = relation.table
    for a, b in relation.pairs:
        masks[a], masks[b] = _narrow_pair(table, masks[a], masks[b], b in sight[a])
    return all(masks[a] and masks[b] for a, b in relation.pairs)


@lru_cache(maxsize=1 << 16)
def _narrow_pair(table: tuple[int, ...], one: int, other: int, is_apart: bool) -> tuple[int, int]:
    """Return the candidates of two cells that have a partner. Cells apart have different digits."""
    first = second = 0
    for digit in digits_of(one):
        bit = 1 << (digit - 1)
        if seconds := table[digit - 1] & other & ~(bit if is_apart else 0):
            first |= bit
            second |= seconds
    return first, second


def _narrow_machine(relation: Machine, masks: list[int]) -> None:
    """Remove the digits that are on no path from the first state to an accepting state."""
    steps, layers = relation.automaton.steps, [{0}]
    for cell in relation.cells:
        after = {steps[state][d - 1] for state in layers[-1] for d in digits_of(masks[cell])}
        layers.append(after - {_NOWHERE})
    alive = layers[-1] & {*relation.automaton.accepting}
    for cell, layer in zip(reversed(relation.cells), reversed(layers[:-1]), strict=True):
        kept, leading = 0, set[int]()
        for state in layer:
            for digit in digits_of(masks[cell]):
                if steps[state][digit - 1] in alive:
                    kept |= 1 << (digit - 1)
                    leading.add(state)
        masks[cell], alive = kept, leading


def _narrow_total(relation: Total, masks: list[int], sight: Sight) -> None:
    """Remove digits that no target sum contains.

    In short totals, cells that see each other must have different digits.
    """
    before, after = [{0}], [{*relation.targets}]
    for cell, weights in relation.terms:
        own = {weights[digit - 1] for digit in digits_of(masks[cell])}
        before.append({total + weight for total in before[-1] for weight in own})
    for cell, weights in reversed(relation.terms):
        own = {weights[digit - 1] for digit in digits_of(masks[cell])}
        after.append({total - weight for total in after[-1] for weight in own})
    after.reverse()  # for each term, the sums of earlier terms that can still reach a target
    for at, (cell, weights) in enumerate(relation.terms):
        masks[cell] = sum(
            1 << (digit - 1)
            for digit in digits_of(masks[cell])
            if any(total + weights[digit - 1] in after[at + 1] for total in before[at])
        )
    if len(relation.terms) <= _MOST_TERMS and all(masks[cell] for cell in relation.cells):
        _narrow_short_total(relation, masks, sight, after)


def _narrow_short_total(
    relation: Total, masks: list[int], sight: Sight, after: list[set[int]]
) -> None:
    tries = iter(range(_MOST_TRIES))
    found: set[tuple[int, int]] = set()
    cells = relation.cells
    # For each term, the earlier ones whose digits have to differ.
    seen = [
        tuple(other for other in range(at) if cells[other] in sight[cell])
        for at, cell in enumerate(cells)
    ]
    if not any(seen):
        return  # the sums of the other terms have decided everything
    for cell in cells:
        for digit in digits_of(masks[cell]):
            if (cell, digit) in found:
                continue
            one = {each: masks[each] for each in cells} | {cell: 1 << (digit - 1)}
            way = next(_ways(relation, one, seen, after, (), tries), None)
            if way is not None:
                found |= {*zip(cells, way, strict=True)}
            elif next(tries, None) is None:
                return  # the tries are used up, so keep all digits that are still untested
            else:
                masks[cell] &= ~(1 << (digit - 1))


def _ways(
    relation: Total,
    masks: dict[int, int],
    seen: Sequence[tuple[int, ...]],
    after: list[set[int]],
    way: tuple[int, ...],
    tries: Iterator[int],
    total: int = 0,
) -> Iterator[tuple[int, ...]]:
    """Yield the fillings of the terms that reach a target, until the tries are used up."""
    at = len(way)
    if at == len(relation.terms):
        yield way
        return
    cell, weights = relation.terms[at]
    for digit in digits_of(masks[cell]):
        if next(tries, None) is None:
            return
        more = total + weights[digit - 1]
        if more not in after[at + 1]:
            continue
        if all(way[other] != digit for other in seen[at]):
            yield from _ways(relation, masks, seen, after, (*way, digit), tries, more)


def relation_parts(relation: Relation) -> Iterator[Relation]:
    """Yield a relation unchanged, except that each pair of `Pairs` becomes a separate relation."""
    if isinstance(relation, Pairs):
        yield from (Pairs(relation.table, (pair,)) for pair in relation.pairs)
    else:
        yield relation


def constraint_parts(
    constraint: Constraint, puzzle: Puzzle, most_states: int = 25_000
) -> Iterator[tuple[Relation, ...]]:
    """Yield the relations of a constraint in groups. A step of a path uses one group.

    For a rule about all cells, each relation and each pair of `Pairs` is a separate group. For any
    other constraint, all relations are one group. `Differ` relations are omitted, because `sight`
    already covers them. Large automata are omitted because they take too long to narrow.

    Args:
        constraint: The constraint.
        puzzle: The puzzle.
        most_states: Maximum number of states of an automaton, counted for each of its cells.
    """

    def is_used(relation: Relation) -> bool:
        if isinstance(relation, Machine):
            return len(relation.automaton.steps) * len(relation.cells) <= most_states
        return not isinstance(relation, Differ)

    relations = tuple(filter(is_used, constraint.relations(puzzle)))
    if constraint.cells_on(puzzle.geometry):
        if relations:
            yield relations
        return
    yield from ((part,) for relation in relations for part in relation_parts(relation))


def first_way(
    relations: Iterable[Relation], cells: Sequence[int], masks: Sequence[int], sight: Sight
) -> tuple[int, ...] | None:
    """Return the first way to fill cells so that they meet relations.

    Cells that see each other get different digits.

    Args:
        relations: The relations.
        cells: The cells of the relations, each once.
        masks: The candidates of each cell.
        sight: The cells that each cell sees.

    Returns:
        The digits in the order of the cells. None if no digits meet the relations, or if there are
        too many digits to try.
    """
    return next(_ways_of(tuple(relations), cells, masks, sight, iter(range(_MOST_TRIES))), None)


def _ways_of(
    relations: Sequence[Relation],
    cells: Sequence[int],
    masks: Sequence[int],
    sight: Sight,
    tries: Iterator[int],
    way: tuple[int, ...] = (),
) -> Iterator[tuple[int, ...]]:
    """Yield the ways that begin with the digits in *way*, until the tries are used up."""
    left = [*masks]
    for cell, digit in zip(cells, way, strict=False):
        left[cell] = 1 << (digit - 1)
    if not all(relation.may_hold(left) for relation in relations):
        return
    if len(way) == len(cells):
        yield way
        return
    cell = cells[len(way)]
    seen = {digit for other, digit in zip(cells, way, strict=False) if other in sight[cell]}
    for digit in digits_of(masks[cell]):
        if next(tries, None) is None:
            return
        if digit not in seen:
            yield from _ways_of(relations, cells, masks, sight, tries, (*way, digit))


_MOST_CELLS = 12  # maximum number of cells of a line or sum that is searched for ties


# Two candidates that exclude each other: (cell, digit, other cell, other digit), the smaller cell
# first.
Tie: TypeAlias = tuple[int, int, int, int]


def ties_of(constraint: Constraint, puzzle: Puzzle) -> tuple[Tie, ...]:
    """Return the pairs of candidates that a constraint ties, in no order and with duplicates.

    Ties between equal digits in one house are omitted, because they follow from the house.

    Args:
        constraint: One of the constraints of the puzzle, sound or not.
        puzzle: The puzzle.

    Raises:
        OutOfTimeError: The time of a `time_limit` is over.
    """
    geometry = puzzle.geometry
    if not constraint.is_sound(geometry):
        return ()
    sight, found = sight_of(geometry), list[Tie]()
    for a, b, forbidden in _of_relations(constraint.relations(puzzle), geometry):
        check_time()
        is_apart = b in sight[a]
        found += [
            (a, x, b, y) if a < b else (b, y, a, x) for x, y in forbidden if x != y or not is_apart
        ]
    return tuple(found)


def _of_relations(
    relations: Iterable[Relation], geometry: Geometry
) -> Iterator[tuple[int, int, Sequence[tuple[int, int]]]]:
    """Yield the ties that follow from relations: two cells, and digits that exclude each other."""
    equal = [(digit, digit) for digit in range(1, geometry.order + 1)]
    for relation in relations:
        match relation:
            case Differ(cells):
                yield from ((a, b, equal) for a, b in combinations(cells, 2))
            case Pairs(table, pairs):
                forbidden = _forbidden(table)
                yield from ((a, b, forbidden) for a, b in pairs)
            case Machine() | Total() if len(relation.cells) <= _MOST_CELLS:
                own = relation.cells
                # The cells are renumbered 0, 1, 2, ..., so that similar relations share a cache
                # entry.
                alike: Machine | Total
                if isinstance(relation, Machine):
                    alike = Machine(tuple(range(len(own))), relation.automaton)
                else:
                    terms = enumerate(weights for _, weights in relation.terms)
                    alike = Total(tuple(terms), relation.targets)
                for i, j, excluded in _projected(alike, geometry.order):
                    yield own[i], own[j], excluded
            case _:
                pass


@lru_cache(maxsize=256)
def _forbidden(table: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    every = (1 << len(table)) - 1
    return tuple((x, y) for x, mask in enumerate(table, 1) for y in digits_of(every & ~mask))


@lru_cache(maxsize=256)
def _projected(
    relation: Machine | Total, order: int
) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """Return pairs of cells, each with the digits where one excludes the other.

    A way to fill the cells is a path through layers of states: the states of the automaton, or the
    sums so far. One pass keeps, for each state, the candidates that lie on a path to it.
    """
    n_cells = len(relation.cells)
    # For each layer and state, the candidates on the paths to it, as a mask with *order* bits for
    # each cell.
    layers: list[dict[int, int]] = [{0: 0}]
    for at in range(n_cells):
        check_time()
        layer: dict[int, int] = {}
        for state, past in layers[-1].items():
            for digit, after in enumerate(_states_after(relation, at, state)):
                if after is not None:
                    layer[after] = layer.get(after, 0) | past | 1 << at * order + digit
        layers.append(layer)
    ends = relation.targets if isinstance(relation, Total) else relation.automaton.accepting
    alive = {*ends} & layers[-1].keys()
    # For each cell, the candidates of earlier cells that each of its candidates allows.
    allowed: list[dict[int, int]] = []
    for at in range(n_cells - 1, -1, -1):
        check_time()
        before, own = set[int](), dict[int, int]()
        for state, past in layers[at].items():
            for digit, after in enumerate(_states_after(relation, at, state)):
                if after in alive:
                    before.add(state)
                    own[digit] = own.get(digit, 0) | past
        allowed.append(own)
        alive = before
    allowed.reverse()
    found = []
    for at, other in combinations(range(n_cells), 2):
        digits, others = sorted(allowed[at]), [*sorted(allowed[other].items())]
        excluded = tuple(
            [
                (digit + 1, each + 1)
                for digit in digits
                for each, past in others
                if not past >> at * order + digit & 1
            ]
        )
        if excluded:
            found.append((at, other, excluded))
    return tuple(found)


def _states_after(relation: Machine | Total, at: int, state: int) -> Sequence[int | None]:
    """Return the state after each digit of a cell. None means that the digit is refused."""
    if isinstance(relation, Total):
        return [state + weight for weight in relation.terms[at][1]]
    return [None if after == _NOWHERE else after for after in relation.automaton.steps[state]]
