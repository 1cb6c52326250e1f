"""Clauses for a SAT solver about the digits of cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from tests.variant_claims.reading import NotJudged

_MOST_STATES = 60_000  # of one automaton, in one layer


class Clauses:
    """Clauses whose variables are "this cell holds this digit", and further ones.

    Attributes:
        n: The order of the grid.
        clauses: The clauses, as lists of literals.
        cells: The cells that the clauses mention.
        top: The greatest variable.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.clauses: list[list[int]] = []
        self.cells: set[int] = set()
        self.top = n**3

    def has(self, cell: int, digit: int) -> int:
        """Return the variable for a cell and a digit."""
        return cell * self.n + digit

    def new(self) -> int:
        self.top += 1
        return self.top

    def unless(self, *pairs: tuple[int, int], then: Iterable[tuple[int, int]] = ()) -> None:
        """Add a clause: if all *pairs* hold, at least one of *then* holds."""
        then = list(then)
        self.cells.update(cell for cell, _ in (*pairs, *then))
        clause = [-self.has(*pair) for pair in pairs]
        self.clauses.append(clause + [self.has(*pair) for pair in then])

    def each(self, cells: Iterable[int], allows: Callable[[int], bool]) -> None:
        """Let each cell hold only allowed digits."""
        for cell in cells:
            self.cells.add(cell)
            for digit in range(1, self.n + 1):
                if not allows(digit):
                    self.unless((cell, digit))

    def pairs(self, pairs: Iterable[tuple[int, int]], allows: Callable[[int, int], bool]) -> None:
        """Let each pair of cells hold only allowed pairs of digits."""
        digits = range(1, self.n + 1)
        refused = [(u, v) for u in digits for v in digits if not allows(u, v)]
        for a, b in pairs:
            self.cells |= {a, b}
            for u, v in refused:
                if a != b:
                    self.unless((a, u), (b, v))
                elif u == v:
                    self.unless((a, u))

    def automaton(
        self,
        cells: Sequence[int],
        start: Hashable,
        step: Callable[[Hashable, int, int], Hashable | None],
        accepts: Callable[[Hashable], bool],
    ) -> None:
        """Let the digits of cells lead from a state to an accepting one.

        Args:
            cells: The cells, in the order in which they are read.
            start: The first state.
            step: Returns the state after a state, for the position of the cell and its digit. None
                means that the digit is refused.
            accepts: Whether the cells may end in a state.
        """
        self.cells |= {*cells}
        digits = range(1, self.n + 1)
        layers = [{start}]
        arcs: list[dict[tuple[Hashable, int], Hashable]] = []
        for at in range(len(cells)):
            found: dict[tuple[Hashable, int], Hashable] = {}
            for state in layers[-1]:
                for digit in digits:
                    after = step(state, at, digit)
                    if after is not None:
                        found[state, digit] = after
            arcs.append(found)
            layers.append({*found.values()})
            if len(layers[-1]) > _MOST_STATES:
                raise NotJudged("too many states of a rule")
        alive = {state for state in layers[-1] if accepts(state)}
        living = [alive]
        for found in reversed(arcs):
            alive = {state for (state, _), after in found.items() if after in alive}
            living.append(alive)
        living.reverse()
        if start not in living[0]:
            self.clauses.append([])
            return
        names: list[dict[Hashable, int]] = [
            defaultdict(self.new, {state: self.new() for state in states}) for states in living
        ]
        self.clauses.append([names[0][start]])
        for at, cell in enumerate(cells):
            for state in living[at]:
                for digit in digits:
                    clause = [-names[at][state], -self.has(cell, digit)]
                    after = arcs[at].get((state, digit))
                    if after is not None and after in living[at + 1]:
                        clause.append(names[at + 1][after])
                    self.clauses.append(clause)

    def total(
        self,
        cells: Sequence[int],
        weights: Sequence[Callable[[int], int]],
        is_total: Callable[[int], bool],
    ) -> None:
        """Let the weights of the digits add up to a total.

        Args:
            cells: The cells.
            weights: For each cell, the weight of each digit.
            is_total: Whether a sum is allowed.
        """
        digits = range(1, self.n + 1)
        tables = [{digit: weight(digit) for digit in digits} for weight in weights]

        def step(state: Hashable, at: int, digit: int) -> int:
            assert isinstance(state, int)
            return state + tables[at][digit]

        self.automaton(cells, 0, step, lambda state: isinstance(state, int) and is_total(state))
