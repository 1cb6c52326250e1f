"""Questions about the ways to meet one or several rules, answered by the compiled core.

A way gives every cell of the rules a candidate, so that all relations hold and cells that see each
other differ. The core looks for one way at a time, because a rule may have millions of ways.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.kernel import native_craft
from pandoku.kernel.relations import calls_for
from pandoku.model import (
    Automaton,
    Differ,
    Machine,
    Only,
    Pairs,
    Puzzle,
    Reaches,
    Relation,
    Total,
    arithmetic,
    automaton_of,
    table_of,
)

__all__ = ["DEFAULT_LIMITS", "Absence", "Limits", "Scope", "ScopeAnswer"]

_MOST_KNOWN = 256  # maximum number of answers that a scope remembers

# A digit that is in none of some cells. The cells are in the scope.
Absence: TypeAlias = tuple[int, tuple[int, ...]]


class Limits(NamedTuple):
    """The bounds of a search for ways, in nodes.

    Attributes:
        one: Maximum number of nodes for one question.
        all: Maximum number of nodes for all questions of one call. Questions beyond a bound stay
            open.
    """

    one: int = 2_000
    all: int = 20_000


DEFAULT_LIMITS = Limits()


class ScopeAnswer(NamedTuple):
    """The candidates and absences that the rules of a scope leave.

    Attributes:
        left: For each cell of the scope, the candidates that some way has, or whose question is
            open. All masks are 0 if there is no way.
        never: For each absence, whether no way has it.
        n_nodes: The number of nodes that the search took.
        is_complete: Whether no question is open.
    """

    left: tuple[int, ...]
    never: tuple[bool, ...]
    n_nodes: int
    is_complete: bool


class Scope:
    """The cells of some rules, with all that the rules say of them together.

    Args:
        puzzle: The puzzle, whose sight is part of every scope.
        relations: The relations of the rules.
        houses: Indices of houses whose cells are part of the scope, and which have a cell for each
            digit.
        blind: Cells that see no other cell of the scope.

    Attributes:
        cells: The cells of the scope, each once.

    Raises:
        PuzzleError: The core does not support one of the relations.
        EngineError: The compiled core is not built.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        relations: Iterable[Relation],
        houses: Iterable[int] = (),
        blind: Collection[int] = (),
    ) -> None:
        native_craft()
        from pandoku import _native, _native_craft

        order, geometry = puzzle.order, puzzle.geometry
        relations, houses = [*relations], [*houses]
        inside = [cell for relation in relations for cell in relation.cells]
        inside += [cell for house in houses for cell in geometry.houses[house].cells]
        self.cells = tuple(dict.fromkeys(inside))
        at = {cell: number for number, cell in enumerate(self.cells)}
        self._at = at
        self._only = [geometry.all_mask] * len(self.cells)
        lists = _native.RelationLists()
        for relation in relations:
            match plain := _plain(relation, order):
                case Only(cell, digits):
                    self._only[at[cell]] &= digits
                case Differ():
                    pass  # sight contains it
                case _:
                    for name, arguments in calls_for(_renumbered(plain, at), order):
                        getattr(lists, name)(*arguments)
        lists.end_puzzle()
        seeing = at.keys() - {*blind}
        sees = [
            [at[other] for other in puzzle.sight[cell] if other in seeing] if cell in seeing else []
            for cell in self.cells
        ]
        cells_of = [[at[cell] for cell in geometry.houses[house].cells] for house in houses]
        self._core = _native_craft.Scope(order, sees, lists, cells_of)
        self._known: dict[Hashable, ScopeAnswer] = {}

    def ask(
        self,
        masks: Sequence[int],
        absences: Sequence[Absence] = (),
        limits: Limits = DEFAULT_LIMITS,
    ) -> ScopeAnswer:
        """Return the candidates that the rules leave, and the absences that they exclude.

        Args:
            masks: The candidates of every cell of the grid.
            absences: The absences to ask about.
            limits: The bounds of the search.
        """
        own = self._own(masks)
        key = (own, *absences, limits)
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            asked = [(d - 1, [self._at[cell] for cell in cells]) for d, cells in absences]
            self._known[key] = ScopeAnswer(*self._core.ask(own, asked, *limits))
        return self._known[key]

    def ways(
        self, masks: Sequence[int], cells: Sequence[int], most: int, n_nodes: int = 2_000
    ) -> list[tuple[int, ...]] | None:
        """Return the different digits of some cells in all ways, in the order of *cells*.

        Args:
            masks: The candidates of every cell of the grid.
            cells: Cells of the scope.
            most: Maximum number of different digits.
            n_nodes: Maximum number of nodes of the search.

        Returns:
            The digits, in ascending order. None if there are more than *most*, or if the search
            exceeds *n_nodes*.
        """
        own, inside = self._own(masks), [self._at[cell] for cell in cells]
        found = self._core.list(own, inside, most, n_nodes)
        return None if found is None else sorted(found)

    def find(self, masks: Sequence[int], n_nodes: int = 20_000) -> dict[int, int] | None:
        """Return the digit of each cell in some way, or None if no way was found.

        Args:
            masks: The candidates of every cell of the grid.
            n_nodes: Maximum number of nodes of the search.
        """
        way = self._core.find(self._own(masks), n_nodes)
        return None if way is None else dict(zip(self.cells, way, strict=True))

    def _own(self, masks: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            [masks[cell] & only for cell, only in zip(self.cells, self._only, strict=True)]
        )


def _plain(relation: Relation, order: int) -> Relation:
    """Return an equivalent relation that is not `Reaches`."""
    if not isinstance(relation, Reaches):
        return relation
    operation, target, cells = relation.operation, relation.target, relation.cells
    if operation == "+":
        return Total.of(((cell, 1) for cell in cells), (target,), order)
    if len(cells) == 1:
        digits = range(1, order + 1)
        allowed = [d for d in digits if arithmetic.reaches(operation, target, (d,))]
        return Only(cells[0], sum(1 << (d - 1) for d in allowed))
    if len(cells) == 2:
        return Pairs(_reaching(order, operation, target), ((cells[0], cells[1]),))
    if operation == "*":
        return Machine(cells, _multiplying(order, len(cells), target))
    raise PuzzleError(f"expected a sum, a product or two cells, found {operation!r}")


@lru_cache(maxsize=256)
def _reaching(order: int, operation: str, target: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: arithmetic.reaches(operation, target, (a, b)))


@lru_cache(maxsize=256)
def _multiplying(order: int, length: int, target: int) -> Automaton:
    def step(product: Hashable, digit: int) -> Hashable | None:
        assert isinstance(product, int)
        after = product * digit
        return after if target and target % after == 0 else None

    return automaton_of(order, length, 1, step, lambda product: product == target)


def _renumbered(relation: Relation, at: dict[int, int]) -> Relation:
    """Return a relation with the cells numbered as in a scope."""
    match relation:
        case Pairs(table, pairs):
            return Pairs(table, tuple((at[a], at[b]) for a, b in pairs))
        case Total(terms, targets):
            return Total(tuple((at[cell], weights) for cell, weights in terms), targets)
        case Machine(cells, automaton):
            return Machine(tuple(at[cell] for cell in cells), automaton)
    raise AssertionError(relation)
