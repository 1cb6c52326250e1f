"""Relations: six primitive rules that engines understand.

People see and name a `Constraint`. Its relations state the same rule for the searches, the final
check and the web page. Cells are numbers 0..n*n-1, digits are 1..n, and bit d-1 of a mask is
digit d.

`allows` checks a full grid. `may_hold` returns whether masks of candidates allow a relation, taken
alone. False proves that there is no solution. True proves that the candidates allow the relation,
with two exceptions: `Reaches` only compares bounds, and `Differ` only compares decided cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model import arithmetic
from pandoku.model.budget import check_time

__all__ = [
    "MAX_STATES",
    "Automaton",
    "Differ",
    "Machine",
    "Only",
    "Pairs",
    "Reaches",
    "Relation",
    "Total",
    "automaton_of",
    "table_of",
]

MAX_STATES = 4096  # maximum number of states of an automaton
_NOWHERE = -1
_STATES_AT_ONCE = 256  # number of states found between two checks of the time


@dataclass(frozen=True, slots=True)
class Only:
    """A cell where only some digits are allowed.

    Attributes:
        cell: The cell.
        digits: The allowed digits, as a mask; 0 allows no digit.
    """

    cell: int
    digits: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell."""
        return (self.cell,)

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        return bool(self.digits >> (digits[self.cell] - 1) & 1)

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether one of the allowed digits is a candidate."""
        return bool(masks[self.cell] & self.digits)


@dataclass(frozen=True, slots=True)
class Differ:
    """Cells whose digits are all different.

    Attributes:
        cells: At least two cells, each once.
    """

    cells: tuple[int, ...]

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        return len({digits[cell] for cell in self.cells}) == len(self.cells)

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether no two decided cells have the same digit."""
        decided = [masks[cell] for cell in self.cells if masks[cell].bit_count() == 1]
        return len(set(decided)) == len(decided)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of cells with the same table of allowed pairs of digits.

    Attributes:
        table: For each digit of the first cell, the mask of digits allowed in the second cell.
        pairs: The pairs (first, second) of different cells.
    """

    table: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the pairs, each once, in order."""
        return tuple(dict.fromkeys(cell for pair in self.pairs for cell in pair))

    @property
    def is_order(self) -> bool:
        """True if the same cell of every pair must have the greater digit."""
        return not (self.table[0] and self.table[-1])

    @property
    def reverse(self) -> tuple[int, ...]:
        """The table with the roles of the two cells exchanged."""
        return _reversed(self.table)

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        return all(self.table[digits[a] - 1] >> (digits[b] - 1) & 1 for a, b in self.pairs)

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether each pair, taken alone, has allowed candidates for both cells."""
        return all(
            any(
                masks[a] >> digit & 1 and masks[b] & seconds
                for digit, seconds in enumerate(self.table)
            )
            for a, b in self.pairs
        )


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of weights that must be one of the targets. Each weight depends on a cell's digit.

    Attributes:
        terms: Pairs (cell, weights). `weights[d-1]` is added if the cell has the digit d.
        targets: The allowed totals, ascending.

    >>> Total.of([(0, 1), (1, 1), (2, -1)], (0,), 4).allows((1, 2, 3))
    True
    """

    terms: tuple[tuple[int, tuple[int, ...]], ...]
    targets: tuple[int, ...]

    @classmethod
    def of(
        cls, coefficients: Iterable[tuple[int, int]], targets: Iterable[int], order: int
    ) -> Total:
        """Return the total of digits times coefficients.

        If a cell occurs several times, its coefficients are added.
        """
        of_cell: dict[int, int] = {}
        for cell, coefficient in coefficients:
            of_cell[cell] = of_cell.get(cell, 0) + coefficient
        terms = tuple(
            (cell, tuple(coefficient * digit for digit in range(1, order + 1)))
            for cell, coefficient in of_cell.items()
            if coefficient
        )
        return cls(terms, tuple(sorted({*targets})))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the terms, in order."""
        return tuple(cell for cell, _ in self.terms)

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        return sum(weights[digits[cell] - 1] for cell, weights in self.terms) in self.targets

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether the weights of some candidates add up to one of the targets."""
        sums = {0}
        for cell, weights in self.terms:
            own = {weight for at, weight in enumerate(weights) if masks[cell] >> at & 1}
            sums = {total + weight for total in sums for weight in own}
        return not sums.isdisjoint(self.targets)


@dataclass(frozen=True, slots=True)
class Reaches:
    """An operation on the digits of cells that gives a target, as in `Cage`.

    Attributes:
        operation: One of ``+ - * / =``, or ``?`` for any of the first four.
        target: The result.
        cells: The cells, each once.
    """

    operation: str
    target: int
    cells: tuple[int, ...]

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        found = tuple(digits[cell] for cell in self.cells)
        return arithmetic.reaches(self.operation, self.target, found)

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether the target is within the bounds of sums and products."""
        return arithmetic.may_reach(self.operation, self.target, [masks[c] for c in self.cells])


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic automaton that reads digits, beginning in state 0.

    Attributes:
        steps: For each state, the next state for each digit 1..n, or -1 if the digit is refused.
        accepting: The states where a line may end, ascending.
    """

    steps: tuple[tuple[int, ...], ...]
    accepting: tuple[int, ...]

    @property
    def n_states(self) -> int:
        """The number of states, 1..`MAX_STATES`."""
        return len(self.steps)

    def accepts(self, digits: Iterable[int]) -> bool:
        """Return whether the automaton accepts digits, read in order."""
        state = 0
        for digit in digits:
            state = self.steps[state][digit - 1]
            if state == _NOWHERE:
                return False
        return state in self.accepting


@dataclass(frozen=True, slots=True)
class Machine:
    """Cells whose digits, read in order, are accepted by an automaton.

    Attributes:
        cells: The cells, each once.
        automaton: The automaton.
    """

    cells: tuple[int, ...]
    automaton: Automaton

    def allows(self, digits: Sequence[int]) -> bool:
        """Return whether the relation holds in a full grid."""
        return self.automaton.accepts(digits[cell] for cell in self.cells)

    def may_hold(self, masks: Sequence[int]) -> bool:
        """Return whether the automaton accepts some choice of candidates."""
        steps, states = self.automaton.steps, {0}
        for cell in self.cells:
            states = {
                after
                for state in states
                for digit, after in enumerate(steps[state])
                if after != _NOWHERE and masks[cell] >> digit & 1
            }
        return not states.isdisjoint(self.automaton.accepting)


Relation: TypeAlias = Only | Differ | Pairs | Total | Reaches | Machine


@lru_cache(maxsize=1024)
def _reversed(table: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << a for a, seconds in enumerate(table) if seconds >> b & 1)
        for b in range(len(table))
    )


def table_of(order: int, allows: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the table of `Pairs` for a function of two digits.

    >>> table_of(3, lambda a, b: a < b)
    (6, 4, 0)
    """
    digits = range(1, order + 1)
    return tuple(sum(1 << (b - 1) for b in digits if allows(a, b)) for a in digits)


def automaton_of(
    order: int,
    length: int,
    start: Hashable,
    step: Callable[[Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> Automaton:
    """Return the smallest automaton for *length* digits with the transitions of *step*.

    Args:
        order: Digits are 1..order.
        length: Number of digits. States that cannot be reached with this many digits are omitted.
        start: The first state, any hashable value.
        step: A function of a state and a digit that returns the next state, or None to refuse the
            digit.
        accepts: A function that returns whether a line may end in a state.

    Raises:
        PuzzleError: There are more than `MAX_STATES` states.
        OutOfTimeError: The time of a `time_limit` is over.

    >>> rising = automaton_of(3, 2, 0, lambda last, d: d if d > last else None, lambda last: True)
    >>> rising.accepts((1, 3)), rising.accepts((2, 1))
    (True, False)
    """
    steps, accepting = _explored(order, length, start, step, accepts)
    return _minimized(steps, accepting)


def _explored(
    order: int,
    length: int,
    start: Hashable,
    step: Callable[[Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> tuple[list[list[int]], list[bool]]:
    """Return the transitions of states within *length* digits, and whether each state accepts."""
    number = {start: 0}
    states, depths = [start], [0]
    steps: list[list[int]] = []
    for at, state in enumerate(states):  # the loop appends to this list
        if at % _STATES_AT_ONCE == 0:
            check_time()
        row = [_NOWHERE] * order
        for digit in range(1, order + 1) if depths[at] < length else ():
            if (after := step(state, digit)) is None:
                continue
            if after not in number:
                if len(states) == MAX_STATES:
                    raise PuzzleError(
                        f"expected a rule of at most {MAX_STATES} states, found more; "
                        "divide the line into shorter ones"
                    )
                number[after] = len(states)
                states.append(after)
                depths.append(depths[at] + 1)
            row[digit - 1] = number[after]
        steps.append(row)
    return steps, [accepts(state) for state in states]


def _minimized(steps: list[list[int]], accepting: list[bool]) -> Automaton:
    """Return the equivalent automaton without dead ends and with as few states as possible."""
    classes = _classes(steps, accepting)
    if classes[0] == _NOWHERE:
        return Automaton(((_NOWHERE,) * len(steps[0]),), ())
    # Number the classes of states in breadth-first order from the first state, without dead ends.
    number, queue = {classes[0]: 0}, [0]
    for state in queue:
        for after in steps[state]:
            if after != _NOWHERE and classes[after] not in number and classes[after] != _NOWHERE:
                number[classes[after]] = len(number)
                queue.append(after)
    rows: list[tuple[int, ...]] = [()] * len(number)
    ends = set[int]()
    for state, own in enumerate(classes):
        if own in number:
            if not rows[number[own]]:
                rows[number[own]] = tuple(
                    _NOWHERE if to == _NOWHERE or classes[to] == _NOWHERE else number[classes[to]]
                    for to in steps[state]
                )
            ends |= {number[own]} if accepting[state] else set()
    return Automaton(tuple(rows), tuple(sorted(ends)))


def _classes(steps: list[list[int]], accepting: list[bool]) -> list[int]:
    """Return the class of each state. States of one class accept the same sequences of digits.

    Dead ends have the class -1. This is Moore's algorithm with two changes: a state is refined
    again only after a successor has changed its class, and the largest part of a class keeps its
    number. So each state is refined only a few times, even for long lines.
    """
    before = _before(steps)
    alive = _alive(before, accepting)
    classes = [
        int(accept) if live else _NOWHERE for accept, live in zip(accepting, alive, strict=True)
    ]
    members: dict[int, set[int]] = {}
    for state, own in enumerate(classes):
        if own != _NOWHERE:
            members.setdefault(own, set()).add(state)
    n_classes = 2
    again = {state for state, live in enumerate(alive) if live}
    while again:
        check_time()
        parts: dict[int, dict[tuple[int, ...], set[int]]] = {}
        for state in sorted(again):
            key = tuple(_NOWHERE if to == _NOWHERE else classes[to] for to in steps[state])
            parts.setdefault(classes[state], {}).setdefault(key, set()).add(state)
        again = set()
        for own, by_key in parts.items():
            others = members[own].difference(*by_key.values())
            *split, members[own] = sorted([others, *by_key.values()], key=len)
            for part in filter(None, split):
                members[n_classes] = part
                for state in part:
                    classes[state] = n_classes
                    again.update(each for each in before[state] if alive[each])
                n_classes += 1
    return classes


def _before(steps: list[list[int]]) -> list[list[int]]:
    """Return the predecessors of each state."""
    before: list[list[int]] = [[] for _ in steps]
    for state, row in enumerate(steps):
        for after in {*row} - {_NOWHERE}:
            before[after].append(state)
    return before


def _alive(before: list[list[int]], accepting: list[bool]) -> list[bool]:
    """Return for each state whether an accepting state can be reached from it."""
    alive, open_ = list(accepting), [s for s, accept in enumerate(accepting) if accept]
    while open_:
        for state in before[open_.pop()]:
            if not alive[state]:
                alive[state] = True
                open_.append(state)
    return alive
