"""Translation of the relations of puzzles for the core.

The core supports cells that must differ, tables of pairs, sums with weights 1 and -1, totals with
other weights, and automata. A total of two cells becomes a table of pairs, and a total that is too
large for the core becomes an automaton. `Only` narrows the candidates, and `Reaches` becomes a cage
whose digits may repeat.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.kernel import native
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Batch,
    Cage,
    Constraint,
    Differ,
    Geometry,
    Machine,
    Only,
    Pairs,
    Puzzle,
    Reaches,
    Relation,
    Total,
    automaton_of,
    check_time,
    table_of,
)
from pandoku.model.narrowing import ties_of

if TYPE_CHECKING:
    from pandoku._native import Buffer, RelationLists

__all__ = [
    "MAX_TARGET",
    "Lowered",
    "calls_for",
    "logic_relations",
    "lowered",
    "why_not_relations",
]

MAX_TARGET = 2**63 - 1  # maximum absolute value of a target, because the core computes in 64 bits

_Call: TypeAlias = tuple[str, tuple[Any, ...]]  # a RelationLists method, its arguments

# The core's limits for totals: maximum order, maximum weight of a group of cells, and maximum
# number of totals.
_MOST_SET_ORDER, _MOST_VALUE, _MOST_TOTALS = 9, 63, 4096


_NEVER: tuple[_Call, ...] = (("add_sum", (1, 0, b"")),)  # "the sum of no cells is 1" is never true


class Lowered(NamedTuple):
    """The constraints of many puzzles, translated for the core.

    Attributes:
        masks: The candidates of every cell, narrowed by each `Only`.
        cages: The cages of each puzzle, plus one cage for each `Reaches` among its other
            constraints.
        lists: All other relations, or None.
    """

    masks: Buffer
    cages: Sequence[tuple[Cage, ...]]
    lists: RelationLists | None


class _Parts(NamedTuple):
    """The translated relations of one or more constraints."""

    calls: tuple[_Call, ...]
    only: tuple[tuple[int, int], ...]  # cells and masks
    cages: tuple[Cage, ...]


def lowered(batch: Batch) -> Lowered:
    """Translate the candidates, cages and constraints of the puzzles of a Batch.

    Raises:
        PuzzleError: A relation is malformed, or needs more states than an automaton may have.
        EngineError: The compiled core is not built.
        OutOfTimeError: The time of a `time_limit` is over.
    """
    if batch.further is None:
        return Lowered(batch.masks(), batch.cages_of(), None)
    native()
    from pandoku import _native

    cages = batch.cages_of()
    if len(batch) == 1:
        parts, lists = _lists_of(batch.geometry, cages[0], batch.further[0])
        all_parts = [parts]
    else:
        # Do not cache: in a batch, few puzzles have equal constraints.
        lists, all_parts = _native.RelationLists(), []
        for each, constraints in zip(cages, batch.further, strict=True):
            all_parts.append(_all_parts.__wrapped__(batch.geometry, each, constraints))
            _add(all_parts[-1], lists)
    all_cages = [(*each, *parts.cages) for each, parts in zip(cages, all_parts, strict=True)]
    has_calls = any(parts.calls for parts in all_parts)
    return Lowered(_narrowed(batch, all_parts), all_cages, lists if has_calls else None)


def _narrowed(batch: Batch, all_parts: Sequence[_Parts]) -> memoryview:
    """Return the candidates of every cell, narrowed by each `Only` of its puzzle."""
    masks = batch.masks()
    if not any(parts.only for parts in all_parts):
        return masks
    narrowed, n_cells = array("Q", masks), batch.geometry.n_cells
    for number, parts in enumerate(all_parts):
        for cell, digits in parts.only:
            narrowed[number * n_cells + cell] &= digits
    return memoryview(narrowed)


@lru_cache(maxsize=256)
def _lists_of(
    geometry: Geometry, cages: tuple[Cage, ...], further: tuple[Constraint, ...]
) -> tuple[_Parts, RelationLists]:
    """Return the parts of a puzzle, and relation lists that contain only this puzzle."""
    from pandoku import _native

    parts, lists = _all_parts(geometry, cages, further), _native.RelationLists()
    _add(parts, lists)
    return parts, lists


def _add(parts: _Parts, lists: RelationLists) -> None:
    """Add the relations of a puzzle to *lists*."""
    for name, arguments in parts.calls:
        getattr(lists, name)(*arguments)
    lists.end_puzzle()


def logic_relations(puzzles: Iterable[Puzzle]) -> RelationLists:
    """Return the relations that finders use, for the constraints of each puzzle except its cages.

    There are two kinds: pairs of cells that must differ, and pairs of candidates that exclude each
    other.

    Raises:
        PuzzleError: A cell is outside the grid, or is named twice.
        EngineError: The compiled core is not built.
        OutOfTimeError: The time of a `time_limit` is over.
    """
    native()
    from pandoku import _native

    lists = _native.RelationLists()
    for puzzle in puzzles:
        by_size: dict[int, list[int]] = {}
        for cells in puzzle.differing:
            _check(Differ(cells), puzzle.geometry)
            if len(cells) > 1:
                by_size.setdefault(len(cells), []).extend(cells)
        for size, all_cells in by_size.items():
            lists.add_differ(size, _packed(all_cells))
        ties = [_packed_ties(each, puzzle) for each in puzzle.further]
        lists.add_ties(ties, len(puzzle.cages))
        lists.end_puzzle()
    return lists


def _packed_ties(constraint: Constraint, puzzle: Puzzle) -> bytes:
    """Return four packed numbers for each tie of a constraint."""
    if constraint.DEPENDS_ON_OTHERS:
        return _packed(chain.from_iterable(ties_of(constraint, puzzle)))
    return _packed_ties_alone(constraint, puzzle.geometry)


@lru_cache(maxsize=1024)  # puzzles that are made from each other have the same constraints
def _packed_ties_alone(constraint: Constraint, geometry: Geometry) -> bytes:
    return _packed(chain.from_iterable(ties_of(constraint, Puzzle(geometry))))


def why_not_relations(puzzle: Puzzle) -> str | None:
    """Return the reason why the core refuses the constraints of a puzzle, or None.

    Raises:
        OutOfTimeError: The time of a `time_limit` is over.
    """
    return _why_not(puzzle.geometry, puzzle.cages, puzzle.further)


@lru_cache(maxsize=256)  # caches errors, because the cache of `_all_parts` does not
def _why_not(
    geometry: Geometry, cages: tuple[Cage, ...], further: tuple[Constraint, ...]
) -> str | None:
    try:
        _all_parts(geometry, cages, further)
    except PuzzleError as error:
        return error.reason
    return None


@lru_cache(maxsize=256)
def _all_parts(
    geometry: Geometry, cages: tuple[Cage, ...], further: tuple[Constraint, ...]
) -> _Parts:
    """Return the combined parts of all constraints in *further*."""
    parts = [_parts(constraint, geometry, cages, further) for constraint in further]
    return _Parts(
        tuple(call for each in parts for call in each.calls),
        tuple(pair for each in parts for pair in each.only),
        tuple(cage for each in parts for cage in each.cages),
    )


def _parts(
    constraint: Constraint,
    geometry: Geometry,
    cages: tuple[Cage, ...],
    further: tuple[Constraint, ...],
) -> _Parts:
    """Return the parts of one constraint of a puzzle that has *cages* and *further*."""
    if constraint.DEPENDS_ON_OTHERS:
        return _among_others(constraint, geometry, cages, further)
    return _alone(constraint, geometry)


@lru_cache(maxsize=4096)
def _alone(constraint: Constraint, geometry: Geometry) -> _Parts:
    return _divided(constraint, Puzzle(geometry))


@lru_cache(maxsize=256)
def _among_others(
    constraint: Constraint,
    geometry: Geometry,
    cages: tuple[Cage, ...],
    further: tuple[Constraint, ...],
) -> _Parts:
    return _divided(constraint, Puzzle(geometry, cages=cages, further=further))


def _divided(constraint: Constraint, puzzle: Puzzle) -> _Parts:
    calls: list[_Call] = []
    # Pairs of cells that differ are collected, so that the core gets them in a single call.
    pairs: list[int] = []
    only: list[tuple[int, int]] = []
    cages: list[Cage] = []
    try:
        check_time()
        for relation in constraint.relations(puzzle):
            _check(relation, puzzle.geometry)
            match relation:
                case Differ(cells) if len(cells) == 2:
                    pairs += cells
                case Only(cell, digits):
                    only.append((cell, digits & puzzle.geometry.all_mask))
                case Reaches(operation, target, cells):
                    cages.append(Cage(operation, target, cells))
                case _:
                    calls += calls_for(relation, puzzle.order)
    except PuzzleError as error:
        raise PuzzleError(f"{constraint.NAME}: {error.reason}") from None
    if pairs:
        calls.append(("add_differ", (2, _packed(pairs))))
    return _Parts(tuple(calls), tuple(only), tuple(cages))


def _check(relation: Relation, geometry: Geometry) -> None:
    """Raise PuzzleError if a relation is invalid, as the core does not check its input."""
    n, cells = geometry.order, relation.cells
    if cells and not 0 <= min(cells) <= max(cells) < geometry.n_cells:
        outside = next(cell for cell in cells if not 0 <= cell < geometry.n_cells)
        raise PuzzleError(f"expected cells 0..{geometry.n_cells - 1}, found {outside}")
    is_sized = True
    match relation:
        case Pairs(table, pairs):
            if any(a == b for a, b in pairs):
                raise PuzzleError("expected pairs of different cells, found a cell twice")
            is_sized = len(table) == n
        case _ if len({*cells}) < len(cells):
            raise PuzzleError(f"expected each cell once, found {cells}")
        case Total(terms):
            is_sized = all(len(weights) == n for _, weights in terms)
        case Reaches(_, target):
            if abs(target) > MAX_TARGET:
                raise PuzzleError(f"expected a target within 64 bits, found {target}")
        case Machine(_, automaton):
            is_sized = all(len(row) == n for row in automaton.steps)
            _check_automaton(automaton)
    if not is_sized:
        raise PuzzleError(f"expected a rule of digits 1..{n}, found one of other digits")


def _check_automaton(automaton: Automaton) -> None:
    n_states = automaton.n_states
    if not 1 <= n_states <= MAX_STATES:
        raise PuzzleError(f"expected 1..{MAX_STATES} states, found {n_states}")
    lowest = min((min(row) for row in automaton.steps), default=0)
    highest = max(max(row) for row in automaton.steps)
    if lowest < -1 or highest >= n_states or not {*automaton.accepting} <= {*range(n_states)}:
        raise PuzzleError(f"expected states 0..{n_states - 1}, found others")


def calls_for(relation: Relation, order: int) -> Iterable[_Call]:
    """Return a relation as calls of methods of the core's `RelationLists`, with their arguments.

    `Only` and `Reaches` are not supported.
    """
    match relation:
        case Differ(cells):
            return [("add_differ", (len(cells), _packed(cells)))] if len(cells) > 1 else ()
        case Pairs(table, pairs):
            flat = [cell for pair in pairs for cell in pair]
            return [("add_pairs", (_table(table), _packed(flat)))] if pairs else ()
        case Machine((), automaton):
            return () if automaton.accepts(()) else _NEVER
        case Machine(cells, automaton):
            return [("add_machine", (_automaton(automaton), _packed(cells)))]
        case Total():
            return _total(relation, order)
    raise AssertionError(relation)  # `_divided` handles all other kinds of relations


def _total(relation: Total, order: int) -> Iterable[_Call]:
    """Return a total as a sum, as pairs or as an automaton."""
    terms = relation.terms
    least, most = (sum(extreme(weights) for _, weights in terms) for extreme in (min, max))
    targets = tuple(target for target in relation.targets if least <= target <= most)
    if not targets:
        return _NEVER
    if not terms:
        return ()
    if len(terms) == 2:
        (a, of_a), (b, of_b) = terms
        table = table_of(order, lambda c, d: of_a[c - 1] + of_b[d - 1] in targets)
        return [("add_pairs", (_table(table), _packed((a, b))))]
    plus = tuple(range(1, order + 1))
    minus = tuple(-digit for digit in plus)
    added: list[int] = [cell for cell, weights in terms if weights == plus]
    taken = [cell for cell, weights in terms if weights == minus]
    if len(added) + len(taken) == len(terms) and len(targets) == 1:
        return [("add_sum", (targets[0], len(added), _packed((*added, *taken))))]
    if _is_light(terms, order):
        flat = [weight for _, weights in terms for weight in weights]
        cells = _packed([cell for cell, _ in terms])
        return [("add_total", (_numbers(flat), _numbers(targets), cells))]
    # Terms with large weights come first. The other terms then add little, so most totals are ruled
    # out early, and the automaton has few states.
    heavy_first = sorted(terms, key=lambda term: -max(map(abs, term[1])))
    if len({weights for _, weights in terms}) == 1:
        machine = _adding(terms[0][1], len(terms), targets)
    else:
        machine = _weighing(tuple(weights for _, weights in heavy_first), targets, order)
    return [("add_machine", (_automaton(machine), _packed([cell for cell, _ in heavy_first])))]


def _is_light(terms: Sequence[tuple[int, tuple[int, ...]]], order: int) -> bool:
    """Return whether the core can compute totals of these terms from the digit sets of cells."""
    if order > _MOST_SET_ORDER:
        return False
    for weights in {weights for _, weights in terms}:
        least = min(weights)
        unit = gcd(*(weight - least for weight in weights)) or 1
        if sum(weight - least for weight in weights) > unit * _MOST_VALUE:
            return False
    span = sum(max(weights) - min(weights) for _, weights in terms)
    return span < _MOST_TOTALS and all(abs(w) < 2**31 for _, weights in terms for w in weights)


@lru_cache(maxsize=256)
def _adding(weights: tuple[int, ...], length: int, targets: tuple[int, ...]) -> Automaton:
    """Return the automaton that adds weights, if the weights are the same for all cells.

    A state is a total and does not include the number of cells read. So counting a digit in 200
    cells takes no more states than in 20 cells. To keep the totals small, each cell adds its weight
    minus the smallest weight, divided by the greatest common divisor of these differences.
    """
    least = min(weights)
    unit = gcd(*(weight - least for weight in weights)) or 1
    added = [(weight - least) // unit for weight in weights]
    rest = [target - length * least for target in targets]
    ends = {each // unit for each in rest if each >= 0 and each % unit == 0}
    most = max(ends, default=-1)

    def step(total: Hashable, digit: int) -> Hashable | None:
        assert isinstance(total, int)
        after = total + added[digit - 1]
        return after if after <= most else None

    return automaton_of(len(weights), length, 0, step, lambda total: total in ends)


@lru_cache(maxsize=256)
def _weighing(
    weights: tuple[tuple[int, ...], ...], targets: tuple[int, ...], order: int
) -> Automaton:
    """Return the automaton that adds weights. A state is a pair (cells read, total)."""
    least = [sum(map(min, weights[at:])) for at in range(len(weights) + 1)]
    most = [sum(map(max, weights[at:])) for at in range(len(weights) + 1)]

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        at, total = state[0] + 1, state[1] + weights[state[0]][digit - 1]
        within = any(total + least[at] <= target <= total + most[at] for target in targets)
        return (at, total) if within else None

    accepts: Callable[[Any], bool] = lambda state: state[0] == len(weights) and state[1] in targets  # noqa: E731
    return automaton_of(order, len(weights), (0, 0), step, accepts)


@lru_cache(maxsize=1024)
def _table(table: tuple[int, ...]) -> Any:
    from pandoku import _native

    return _native.PairTable(list(table))


@lru_cache(maxsize=1024)
def _automaton(automaton: Automaton) -> Any:
    from pandoku import _native

    steps = array("h", (after for row in automaton.steps for after in row))
    return _native.Automaton(len(automaton.steps[0]), steps.tobytes(), list(automaton.accepting))


def _numbers(numbers: Iterable[int]) -> bytes:
    return array("q", numbers).tobytes()


def _packed(cells: Iterable[int]) -> bytes:
    return array("H", cells).tobytes()
