"""The rules of a puzzle, apart from houses, and questions about the ways to meet them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.kernel.scopes import DEFAULT_LIMITS, Absence, Limits, Scope, ScopeAnswer
from pandoku.model import Board, Pair, Pairs, Puzzle, Relation, digits_of, per_rules
from pandoku.model.narrowing import constraint_parts, relation_parts

_JOINED = Limits(400, 4_000)  # bounds for the ways of a rule and a house, or of two rules
_HEAVY = 500  # a rule that takes more nodes is not joined with others


class RulePart(NamedTuple):
    """A constraint, or a part of a rule about all cells.

    Attributes:
        number: Index of the constraint in `Puzzle.constraints`.
        relations: The relations.
        cells: The cells, in the order of the constraint.
    """

    number: int
    relations: tuple[Relation, ...]
    cells: tuple[int, ...]

    def __hash__(self) -> int:
        return hash((self.number, self.cells))  # the relations may have large tables


class Rules:
    """The rules of a puzzle, with the scopes that answer questions about them.

    Attributes:
        puzzle: The puzzle.
        each: Every constraint, including cages, that is about certain cells and has relations.
            Indexers of different rows are separate rules.
        everywhere: Rules that hold for all pairs of neighbors, such as "all dots are given", pair
            by pair.
        sight: For each cell, the set of cells that it sees.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.each: list[RulePart] = []
        self.everywhere: list[RulePart] = []
        self.sight = tuple(map(frozenset, puzzle.sight))
        self._scopes: dict[tuple[tuple[RulePart, ...], int | None], Scope | None] = {}
        self._seen_by: dict[Scope, list[tuple[int, list[int]]]] = {}
        geometry = puzzle.geometry
        for number, constraint in enumerate(puzzle.constraints):
            if not constraint.is_sound(geometry):
                continue
            own = constraint.cells_on(geometry)
            parts = constraint_parts(constraint, puzzle)
            if own and "cells" in constraint.UNORDERED:
                parts = chain.from_iterable(map(_separate, parts))
            for part in parts:
                inside = {cell for relation in part for cell in relation.cells}
                cells = dict.fromkeys((*(c for c in own if c in inside), *sorted(inside)))
                rule = RulePart(number, part, tuple(cells))
                is_wide = not own and isinstance(part[0], Pairs)
                (self.everywhere if is_wide else self.each).append(rule)

    def ask(
        self,
        board: Board,
        rules: Iterable[RulePart],
        house: int | None = None,
        absences: Sequence[Absence] = (),
    ) -> ScopeAnswer | None:
        """Return the answer of rules and a house, or None if the core does not support a rule."""
        rules = tuple(rules)
        scope = self.scope(rules, house)
        if scope is None:
            return None
        is_alone = house is None and len(rules) == 1
        return scope.ask(board.masks, absences, DEFAULT_LIMITS if is_alone else _JOINED)

    def scope(self, rules: Iterable[RulePart], house: int | None = None) -> Scope | None:
        """Return the scope of rules and a house, or None if the core does not support a rule."""
        key = (tuple(rules), house)
        if key not in self._scopes:
            relations = [relation for rule in key[0] for relation in rule.relations]
            try:
                houses = () if house is None else (house,)
                self._scopes[key] = Scope(self.puzzle, relations, houses)
            except PuzzleError:
                self._scopes[key] = None
        return self._scopes[key]

    def is_heavy(self, board: Board, rule: RulePart) -> bool:
        """Return whether the ways of a rule are too many to search with another rule."""
        answer = self.ask(board, (rule,))
        return answer is None or answer.n_nodes > _HEAVY

    def within(self, board: Board, numbers: Iterable[int], cells: Iterable[int]) -> list[RulePart]:
        """Return the rules of constraints whose empty cells are all among *cells*."""
        inside, wanted = frozenset(cells), {*numbers}
        return [
            rule
            for rule in (*self.each, *self.everywhere)
            if rule.number in wanted
            and all(board.digits[cell] or cell in inside for cell in rule.cells)
        ]

    def gone(
        self, board: Board, rules: Iterable[RulePart], house: int | None = None
    ) -> tuple[Pair, ...]:
        """Return the candidates in the cells of rules and a house that are in no way."""
        scope, answer = self.scope(rules, house), self.ask(board, rules, house)
        if scope is None or answer is None:
            return ()
        if answer.left == tuple([board.masks[cell] for cell in scope.cells]):
            return ()
        left = dict(zip(scope.cells, answer.left, strict=True))
        return tuple(
            (cell, digit)
            for cell in sorted(left)
            if not board.digits[cell]
            for digit in digits_of(board.masks[cell] & ~left[cell])
        )

    def pointed(
        self, board: Board, rules: Iterable[RulePart], house: int | None = None
    ) -> Iterator[tuple[int, tuple[Pair, ...]]]:
        """Yield digits that rules and a house exclude outside, with their candidates there.

        Every way has the digit in a cell that sees the candidate.
        """
        rules, scope = tuple(rules), self.scope(rules, house)
        if scope is None:
            return
        outside = self._outside(board, scope, self._required(board, rules, house, scope))
        answer = self.ask(board, rules, house, tuple(outside)) if outside else None
        if answer is None or not any(answer.left):
            return
        gone: dict[int, list[Pair]] = {}
        for (absence, pairs), is_impossible in zip(outside.items(), answer.never, strict=True):
            if is_impossible:
                gone.setdefault(absence[0], []).extend(pairs)
        for digit, pairs in sorted(gone.items()):
            yield digit, tuple(sorted(pairs))

    def _beside(self, scope: Scope) -> list[tuple[int, list[int]]]:
        """Return the cells outside a scope that see cells of it, with the cells that they see."""
        if scope not in self._seen_by:
            inside, seen = frozenset(scope.cells), dict[int, list[int]]()
            for cell in scope.cells:
                for other in self.sight[cell] - inside:
                    seen.setdefault(other, []).append(cell)
            self._seen_by[scope] = sorted(seen.items())
        return self._seen_by[scope]

    def _required(
        self, board: Board, rules: Iterable[RulePart], house: int | None, scope: Scope
    ) -> int:
        """Return the digits that every way has in some cell.

        A digit that some way does not have cannot be excluded outside.
        """
        if house is not None:
            return board.puzzle.geometry.all_mask
        masks, together = board.masks, 0
        for cell in scope.cells:
            together |= masks[cell]
        absences = [
            (digit, tuple([cell for cell in scope.cells if masks[cell] >> (digit - 1) & 1]))
            for digit in digits_of(together)
        ]
        answer = self.ask(board, rules, house, absences)
        if answer is None:
            return 0
        asked = zip(absences, answer.never, strict=True)
        return sum(1 << (digit - 1) for (digit, _), is_so in asked if is_so)

    def _outside(self, board: Board, scope: Scope, digits: int) -> dict[Absence, list[Pair]]:
        """Return the candidates outside a scope that see it, by the cells whose digit they see.

        Args:
            board: The board.
            scope: The scope.
            digits: The digits to consider, as a mask.
        """
        if not digits:
            return {}
        masks, found = board.masks, dict[Absence, list[Pair]]()
        for other, cells in self._beside(scope):
            if board.digits[other]:
                continue
            once = twice = 0
            for cell in cells:
                twice |= once & masks[cell]
                once |= masks[cell]
            for digit in digits_of(masks[other] & twice & digits):
                bit = 1 << (digit - 1)
                with_digit = tuple([cell for cell in cells if masks[cell] & bit])
                found.setdefault((digit, with_digit), []).append((other, digit))
        return dict(sorted(found.items()))


def _separate(relations: tuple[Relation, ...]) -> Iterator[tuple[Relation, ...]]:
    """Yield pairs of cells in groups that share no cell, such as the indexers of each row.

    Other relations are one group.
    """
    if not all(isinstance(relation, Pairs) for relation in relations):
        yield relations
        return
    pairs = [each for relation in relations for each in relation_parts(relation)]
    group_of: dict[int, set[int]] = {}
    for each in pairs:
        one, *others = (group_of.setdefault(cell, {cell}) for cell in each.cells)
        for other in others:
            if other is not one:
                one |= other
                group_of.update(dict.fromkeys(other, one))
    parts: dict[int, list[Relation]] = {}
    for each in pairs:
        parts.setdefault(min(group_of[each.cells[0]]), []).append(each)
    yield from map(tuple, parts.values())


@per_rules
def rules_in(puzzle: Puzzle) -> Rules:
    """Return the rules of a puzzle."""
    return Rules(puzzle)


def n_open(board: Board, cells: Iterable[int]) -> int:
    """Return the number of empty cells."""
    return sum(not board.digits[cell] for cell in cells)
