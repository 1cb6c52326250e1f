"""Questions to a SAT solver: can parts of a puzzle be completed with the candidates of a board?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from pysat.card import CardEnc
from pysat.solvers import Solver

from tests.variant_claims.clauses import Clauses
from tests.variant_claims.reading import Cells, NotJudged, Pair, Position, Reading
from tests.variant_claims.rules import encoded, sight_of

# A question with more conflicts is not judged. It is a count and not a time, so that each machine
# judges the same claims.
_MOST_CONFLICTS = 10_000
_SOLVER = "minisat22"


class Parts(NamedTuple):
    """The parts of a puzzle that a question is about.

    Attributes:
        rules: The numbers of rules, where cages come first.
        houses: The cells of houses that need every digit.
        cells: Further cells that need a digit.
    """

    rules: tuple[int, ...] = ()
    houses: tuple[Cells, ...] = ()
    cells: Cells = ()


class Prover:
    """Answers questions about one puzzle. Cells in sight of each other differ in every question.

    All questions go to one solver, which has the clauses of each part once. The clauses of a part
    hold if its literal is assumed. So the solver keeps what it learns.
    """

    def __init__(self, reading: Reading, solver: str = _SOLVER) -> None:
        self.reading = reading
        self._rules: dict[int, Clauses | NotJudged] = {}
        self._switches: dict[Hashable, int] = {}
        self._assumed: dict[Parts, tuple[list[int], set[int]]] = {}
        self._differ: dict[tuple[int, int, int], bool] = {}
        self._top = reading.n**3
        self._solver = Solver(solver)

    @cached_property
    def sight(self) -> list[set[int]]:
        return sight_of(self.reading)

    @cached_property
    def everything(self) -> Parts:
        reading = self.reading
        cells = tuple(range(reading.n**2))
        return Parts(tuple(range(len(reading.rules))), tuple(reading.houses.values()), cells)

    def close(self) -> None:
        self._solver.delete()

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

    # ---- the solver

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal for a cell that holds a digit."""
        return cell * self.reading.n + digit

    def add(self, clauses: Clauses) -> int:
        """Add clauses. They hold if the returned literal is assumed."""
        first, shift = self.reading.n**3, self._top - self.reading.n**3
        self._top += clauses.top - first + 1
        switch = self._top
        for clause in clauses.clauses:
            self._solver.add_clause([-switch, *_shifted(clause, first, shift)])
        return switch

    def assuming(self, parts: Parts) -> tuple[list[int], set[int]]:
        """Return the switches of parts, and the cells that need a digit."""
        if parts not in self._assumed:
            cells = {*parts.cells}.union(*parts.houses)
            cells = cells.union(*(self.rule(number).cells for number in parts.rules))
            makers: list[tuple[Callable[[Any], Clauses], Iterable[object]]] = [
                (self.rule, parts.rules),
                (self._house, parts.houses),
                (self._cell, cells),
            ]
            switches = [
                self.switch((maker.__name__, part), partial(maker, part))
                for maker, of_kind in makers
                for part in dict.fromkeys(of_kind)
            ]
            self._assumed[parts] = switches, cells
        return self._assumed[parts]

    def switch(self, key: Hashable, clauses: Callable[[], Clauses]) -> int:
        """Return the switch of some clauses, which are made once for each key."""
        if key not in self._switches:
            self._switches[key] = self.add(clauses())
        return self._switches[key]

    def _house(self, cells: Cells) -> Clauses:
        """Return clauses that give each digit a place in a house."""
        clauses = Clauses(self.reading.n)
        for digit in range(1, clauses.n + 1):
            clauses.unless(then=((cell, digit) for cell in cells))
        return clauses

    def _cell(self, cell: int) -> Clauses:
        """Return clauses that give a cell one digit, which no cell in its sight has."""
        clauses, digits = Clauses(self.reading.n), range(1, self.reading.n + 1)
        clauses.unless(then=((cell, digit) for digit in digits))
        for one, other in combinations(digits, 2):
            clauses.unless((cell, one), (cell, other))
        for other, digit in product(self.sight[cell], digits):
            clauses.unless((cell, digit), (other, digit))
        return clauses

    def is_possible(self, assumed: Iterable[int]) -> bool:
        """Return whether some literals can hold.

        Raises:
            NotJudged: The solver does not find it out within its limit.
        """
        self._solver.conf_budget(_MOST_CONFLICTS)
        found = self._solver.solve_limited([*assumed])
        if found is None:
            raise NotJudged("question beyond the limit of conflicts")
        return bool(found)

    def is_possible_with(self, clauses: Clauses, assumed: Iterable[int]) -> bool:
        """Return whether some literals can hold together with clauses, which are then dropped."""
        switch = self.add(clauses)
        try:
            return self.is_possible([switch, *assumed])
        finally:
            self._solver.add_clause([-switch])

    # ---- questions

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
        literals = self._literals(position, true, false)
        if literals is None:
            return False
        switches, cells = self.assuming(parts)
        return self.is_possible(chain(switches, self.domains(position, cells), literals))

    def domains(self, position: Position, cells: Iterable[int]) -> Iterator[int]:
        """Yield the literals that exclude all digits but the candidates."""
        n = self.reading.n
        for cell in cells:
            values = position.values(cell)
            yield from (-(cell * n + digit) for digit in range(1, n + 1) if digit not in values)

    def _literals(
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
        if key not in self._differ:
            rule, digits = self.rule(number), range(1, self.reading.n + 1)
            if a not in rule.cells or b not in rule.cells:
                self._differ[key] = False
            else:
                with _alone(rule) as solver:
                    self._differ[key] = not any(
                        solver.solve([rule.has(a, digit), rule.has(b, digit)]) for digit in digits
                    )
        return self._differ[key]

    def count_bounds_hold(
        self, position: Position, parts: Parts, pairs: Sequence[Pair], least: int, most: int
    ) -> bool:
        """Return whether each way of the parts has *least* to *most* of some candidates."""
        switches, cells = self.assuming(parts)
        assumed = [*switches, *self.domains(position, cells)]
        clauses = Clauses(self.reading.n)
        literals = [clauses.has(*pair) for pair in pairs]
        bounds = []
        if least > 0:
            bounds.append(CardEnc.atmost(literals, least - 1, top_id=clauses.top))
        if most < len(literals):
            bounds.append(CardEnc.atleast(literals, most + 1, top_id=clauses.top))
        for bound in bounds:
            clauses.clauses, clauses.top = bound.clauses, bound.nv
            if self.is_possible_with(clauses, assumed):
                return False
        return True

    def solutions(self, limit: int = 2) -> list[list[int]]:
        """Return up to *limit* solutions of the puzzle."""
        n, givens = self.reading.n, enumerate(self.reading.givens)
        twin = Prover(self.reading, "cadical153")
        switches, _ = twin.assuming(self.everything)
        for literal in (*switches, *(cell * n + digit for cell, digit in givens if digit)):
            twin._solver.add_clause([literal])
        found: list[list[int]] = []
        while len(found) < limit and twin._solver.solve():
            model = twin._solver.get_model()[: n**3]
            true = [literal - 1 for literal in model if literal > 0]
            found.append([literal % n + 1 for literal in true])
            twin._solver.add_clause([-literal - 1 for literal in true])
        twin.close()
        return found


def _alone(rule: Clauses) -> Any:
    """Return a solver for a rule whose cells hold one digit each, and have no sight."""
    solver, digits = Solver(_SOLVER, bootstrap_with=rule.clauses), range(1, rule.n + 1)
    for cell in rule.cells:
        solver.add_clause([rule.has(cell, digit) for digit in digits])
        for one, other in combinations(digits, 2):
            solver.add_clause([-rule.has(cell, one), -rule.has(cell, other)])
    return solver


def _shifted(clause: list[int], last: int, by: int) -> list[int]:
    """Return a clause whose variables after *last* are other ones."""
    if not by:
        return clause
    return [each if abs(each) <= last else each + by if each > 0 else each - by for each in clause]
