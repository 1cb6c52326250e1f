"""Questions to a SAT solver: can parts of a puzzle be completed with the candidates of a board?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from pysat.card import CardEnc
from pysat.solvers import Solver

from tests.variant_claims.clauses import Clauses
from tests.variant_claims.reading import Cells, NotJudged, Pair, Position, Reading
from tests.variant_claims.rules import encoded, sight_of

_MOST_SOLVERS = 400  # that are kept for one puzzle
_SOLVER = "minisat22"


class Parts(NamedTuple):
    """The parts of a puzzle that a question is about.

    Attributes:
        rules: The numbers of rules, where cages come first.
        houses: The cells of houses, each of which needs every digit.
        cells: Further cells, each of which needs a digit.
    """

    rules: tuple[int, ...] = ()
    houses: tuple[Cells, ...] = ()
    cells: Cells = ()


class Prover:
    """Answers questions about one puzzle. Cells in sight of each other differ in every question."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._rules: dict[int, Clauses | NotJudged] = {}
        self._solvers: dict[Parts, tuple[Any, set[int]]] = {}
        self._equal: dict[tuple[int, int, int], bool] = {}

    @cached_property
    def sight(self) -> list[set[int]]:
        return sight_of(self.reading)

    @cached_property
    def everything(self) -> Parts:
        reading = self.reading
        cells = tuple(range(reading.n**2))
        return Parts(tuple(range(len(reading.rules))), tuple(reading.houses.values()), cells)

    def close(self) -> None:
        for solver, _ in self._solvers.values():
            solver.delete()
        self._solvers.clear()

    def rule(self, number: int) -> Clauses:
        """Return the clauses of a rule.

        Raises:
            NotJudged: The kind of the rule is not known.
        """
        if number not in self._rules:
            try:
                self._rules[number] = encoded(self.reading, number)
            except NotJudged as reason:
                self._rules[number] = reason
        found = self._rules[number]
        if isinstance(found, NotJudged):
            raise found
        return found

    def clauses(self, parts: Parts) -> tuple[Clauses, set[int]]:
        """Return the clauses of parts, and the cells that need a digit, for all candidates."""
        found = Clauses(self.reading.n)
        cells = {*parts.cells}
        for number in dict.fromkeys(parts.rules):
            rule = self.rule(number)
            shift = found.top - self.reading.n**3
            found.clauses += [_shifted(each, self.reading.n**3, shift) for each in rule.clauses]
            found.top = rule.top + shift
            cells |= rule.cells
        for house in parts.houses:
            cells |= {*house}
            for digit in range(1, found.n + 1):
                found.unless(then=((cell, digit) for cell in house))
        self.let_differ(found, cells)
        return found, cells

    def let_differ(self, clauses: Clauses, cells: Iterable[int]) -> None:
        """Give each cell one digit, which no cell in its sight has."""
        digits, cells = range(1, clauses.n + 1), {*cells}
        for cell in cells:
            clauses.unless(then=((cell, digit) for digit in digits))
            for one, other in combinations(digits, 2):
                clauses.unless((cell, one), (cell, other))
            for other in self.sight[cell]:
                if other > cell or other not in cells:
                    for digit in digits:
                        clauses.unless((cell, digit), (other, digit))

    def can_complete(
        self,
        position: Position,
        parts: Parts,
        true: Iterable[Pair] = (),
        false: Iterable[Pair] = (),
    ) -> bool:
        """Return whether the parts have a way with the candidates of a board.

        Args:
            position: The board.
            parts: The parts.
            true: Candidates that are assumed.
            false: Candidates that are excluded.
        """
        assumed = self._assumed(position, true, false)
        if assumed is None:
            return False
        solver, cells = self._solver(parts)
        return bool(solver.solve([*assumed, *self.domains(position, cells)]))

    def _solver(self, parts: Parts) -> tuple[Any, set[int]]:
        if parts not in self._solvers:
            if len(self._solvers) >= _MOST_SOLVERS:
                self.close()
            clauses, cells = self.clauses(parts)
            self._solvers[parts] = new_solver(clauses.clauses), cells
        return self._solvers[parts]

    def domains(self, position: Position, cells: Iterable[int]) -> Iterator[int]:
        """Yield the literals that exclude all digits but the candidates."""
        n = self.reading.n
        for cell in cells:
            values = position.values(cell)
            yield from (-(cell * n + digit) for digit in range(1, n + 1) if digit not in values)

    def _assumed(
        self, position: Position, true: Iterable[Pair], false: Iterable[Pair]
    ) -> list[int] | None:
        """Return the literals of assumptions, or None if they exclude each other by themselves.

        A cell that loses all candidates but one holds that one.
        """
        n, false = self.reading.n, [*false]
        found: dict[int, set[int]] = {}
        for cell, digit in true:
            found[cell] = found.get(cell, position.values(cell)) & {digit}
        for cell, digit in false:
            found[cell] = found.get(cell, position.values(cell)) - {digit}
        if not all(found.values()):
            return None
        literals = [-(cell * n + digit) for cell, digit in false]
        only = ((cell, left) for cell, left in found.items() if len(left) == 1)
        return literals + [cell * n + digit for cell, left in only for digit in left]

    def makes_differ(self, number: int, a: int, b: int) -> bool:
        """Return whether a rule alone makes two cells differ."""
        key = (number, min(a, b), max(a, b))
        if key not in self._equal:
            reading = self.reading
            rule = self.rule(number)
            if a not in rule.cells or b not in rule.cells:
                self._equal[key] = False
            else:
                clauses = Clauses(reading.n)
                clauses.clauses, clauses.top = list(rule.clauses), rule.top
                for cell in rule.cells:
                    clauses.unless(then=((cell, d) for d in range(1, reading.n + 1)))
                    for one, other in combinations(range(1, reading.n + 1), 2):
                        clauses.unless((cell, one), (cell, other))
                with new_solver(clauses.clauses) as solver:
                    self._equal[key] = not any(
                        solver.solve([clauses.has(a, digit), clauses.has(b, digit)])
                        for digit in range(1, reading.n + 1)
                    )
        return self._equal[key]

    def solutions(self, limit: int = 2) -> list[list[int]]:
        """Return up to *limit* solutions of the puzzle."""
        reading = self.reading
        found: list[list[int]] = []
        clauses, _ = self.clauses(self.everything)
        for cell, digit in enumerate(reading.givens):
            if digit:
                clauses.unless(then=[(cell, digit)])
        with new_solver(clauses.clauses, "cadical153") as solver:
            while len(found) < limit and solver.solve():
                true = {each for each in solver.get_model() if each > 0}
                grid = [
                    next(d for d in range(1, reading.n + 1) if clauses.has(cell, d) in true)
                    for cell in range(reading.n**2)
                ]
                found.append(grid)
                solver.add_clause([-clauses.has(*pair) for pair in enumerate(grid)])
        return found

    def count_bounds_hold(
        self, position: Position, parts: Parts, pairs: Sequence[Pair], least: int, most: int
    ) -> bool:
        """Return whether each way of the parts has *least* to *most* of some candidates."""
        clauses, cells = self.clauses(parts)
        clauses.clauses += [[literal] for literal in self.domains(position, cells)]
        literals = [clauses.has(*pair) for pair in pairs]
        bounds = []
        if least > 0:
            bounds.append(CardEnc.atmost(literals, least - 1, top_id=clauses.top))
        if most < len(literals):
            bounds.append(CardEnc.atleast(literals, most + 1, top_id=clauses.top))
        for bound in bounds:
            with new_solver(clauses.clauses + bound.clauses) as solver:
                if solver.solve():
                    return False
        return True


def new_solver(clauses: list[list[int]], name: str = _SOLVER) -> Any:
    """Return a solver with clauses. An empty clause makes it refuse everything."""
    solver = Solver(name)
    for clause in clauses:
        if clause:
            solver.add_clause(clause)
        else:
            solver.add_clause([1])
            solver.add_clause([-1])
    return solver


def _shifted(clause: list[int], last: int, by: int) -> list[int]:
    """Return a clause whose variables after *last* are other ones."""
    if not by:
        return clause
    return [each if abs(each) <= last else each + by if each > 0 else each - by for each in clause]
