"""Eliminations by the ways to meet a rule and a house, a cage and a line, or two rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from pandoku.model import Board, Pair, Puzzle, Step, Total, per_rules
from pandoku.techniques._rule_proofs import (
    Found,
    by_cases,
    empty_cells,
    proof_step,
    rules_and_houses,
    shortest,
    ways_or_cases,
    with_ways,
)
from pandoku.techniques._rules import RulePart, Rules, rules_in
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import (
    CAGE_ON_LINE_SLIPS,
    RULE_AND_HOUSE_SLIPS,
    TWO_RULE_SLIPS,
)

__all__ = ["TECHNIQUES"]

_MOST_PART = 6  # a step may list a part of a rule that has at most this many empty cells
_MOST_JOINED = 14  # maximum number of empty cells of two rules that share no cell
_MOST_SHARING = 20  # the same for two rules that share a cell


class _Excluded(NamedTuple):
    """Candidates that rules and a house exclude together.

    Attributes:
        gone: The candidates.
        rules: The rules.
        house: Index of the house, or None.
    """

    gone: tuple[Pair, ...]
    rules: tuple[RulePart, ...]
    house: int | None = None


def _shortest_first(
    board: Board,
    excluded: Iterable[_Excluded],
    listed: Callable[[Board, _Excluded], Iterable[Found]],
) -> Iterator[Found]:
    """Yield candidates with a proof, the shortest first. Search for cases only if needed.

    Args:
        board: The board.
        excluded: The candidates.
        listed: Function that returns candidates with lists of ways.
    """
    excluded, proved = [*excluded], list[Found]()
    for each in excluded:
        proved += listed(board, each)
        proved += by_cases(board, *each, in_depth=False)
    if not (proved := [each for each in proved if each.is_proved]):
        for each in excluded:
            proved += by_cases(board, *each, in_depth=True)
    yield from shortest(proved)


def _find_with_house(board: Board, limit: int) -> Iterator[Step]:
    for each in _shortest_first(board, _in_houses(board), _listed_in_rule):
        yield proof_step("rule-and-house", each, board)


def _in_houses(board: Board) -> Iterator[_Excluded]:
    rules, houses = rules_in(board.puzzle), board.puzzle.geometry.houses
    empty_in = [{cell for cell in house.cells if not board.digits[cell]} for house in houses]
    asked: list[tuple[int, int, RulePart, int]] = []
    for rule in rules.each:
        own = {cell for cell in rule.cells if not board.digits[cell]}
        if not own or rules.is_heavy(board, rule):
            continue
        for number, (house, empty) in enumerate(zip(houses, empty_in, strict=True)):
            if not empty or len(house.cells) != board.puzzle.order:
                continue
            if own & empty or sum(len(rules.sight[cell] & empty) > 1 for cell in own) > 1:
                asked.append((len(own | empty), len(asked), rule, number))
    for _, _, rule, number in sorted(asked):
        if gone := _together(board, rules, (rule,), number):
            yield _Excluded(gone, (rule,), number)


def _listed_in_rule(board: Board, excluded: _Excluded) -> Iterator[Found]:
    """Yield candidates of a rule with its ways."""
    cells = excluded.rules[0].cells
    if all(cell in cells for cell, _ in excluded.gone):
        yield with_ways(board, *excluded)


def _together(
    board: Board, rules: Rules, group: tuple[RulePart, ...], house: int | None = None
) -> tuple[Pair, ...]:
    """Return the candidates that rules and a house exclude, but no rule excludes on its own."""
    gone = rules.gone(board, group, house)
    alone = {pair for rule in group if gone for pair in rules.gone(board, (rule,))}
    return tuple(pair for pair in gone if pair not in alone)


def _find_cage_on_line(board: Board, limit: int) -> Iterator[Step]:
    rules, found = rules_in(board.puzzle), list[Found]()
    for group in _cages_on_lines(board.puzzle):
        is_short = 1 < len(empty_cells(board, group)) <= _MOST_PART
        if is_short and (gone := rules.gone(board, group)):
            found.append(with_ways(board, gone, group))
    for each in shortest(each for each in found if each.ways):
        yield proof_step("cage-on-line", each, board)


@per_rules
def _cages_on_lines(puzzle: Puzzle) -> tuple[tuple[RulePart, ...], ...]:
    """Return each cage with a sum and a line through two of its cells, or all lines inside it.

    Lines that are sums themselves, such as arrows, are left to the techniques for several sums.
    """
    groups, n_cages = list[tuple[RulePart, ...]](), len(puzzle.cages)
    parts = rules_in(puzzle).each
    lines = [
        part
        for part in parts
        if part.number >= n_cages
        and not any(isinstance(relation, Total) for relation in part.relations)
    ]
    for cage in parts[:n_cages]:
        if cage.number >= n_cages or puzzle.cages[cage.number].operation != "+":
            continue
        cells = {*cage.cells}
        near = [line for line in lines if len(cells.intersection(line.cells)) > 1]
        groups += ((cage, line) for line in near)
        inside = [line for line in near if cells.issuperset(line.cells)]
        if len(inside) > 1:
            groups.append((cage, *inside))
    return tuple(groups)


def _find_two_rules(board: Board, limit: int) -> Iterator[Step]:
    rules, listed = rules_in(board.puzzle), _listed_in_part
    groups = _joined(board, rules)
    excluded = [
        _Excluded(gone, group) for group in groups if (gone := _together(board, rules, group))
    ]
    if not excluded:
        listed = _listed_in_full
        excluded = [_Excluded(g, group) for group in groups for _, g in rules.pointed(board, group)]
    for each in _shortest_first(board, excluded, listed):
        yield proof_step("two-rules", each, board)


def _listed_in_full(board: Board, excluded: _Excluded) -> Iterator[Found]:
    """Yield candidates with the ways of all cells of two rules."""
    yield with_ways(board, *excluded)


def _listed_in_part(board: Board, excluded: _Excluded) -> Iterator[Found]:
    """Yield candidates with the ways of all cells of two rules, or of the cells of one rule."""
    whole = with_ways(board, *excluded)
    yield whole
    for rule in () if whole.ways else excluded.rules:
        cells = empty_cells(board, (rule,))
        if own := tuple(pair for pair in excluded.gone if pair[0] in cells):
            yield with_ways(board, own, excluded.rules, None, cells)


def _joined(board: Board, rules: Rules) -> list[tuple[RulePart, ...]]:
    """Return the groups of rules to join, smallest first.

    These are pairs of rules that share a cell, or see each other twice, and rules with what no mark
    forbids around them.
    """
    light = []
    for rule in rules.each:
        own = frozenset(cell for cell in rule.cells if not board.digits[cell])
        if own and not rules.is_heavy(board, rule):
            light.append((rule, own))
    found: list[tuple[int, int, tuple[RulePart, ...]]] = []
    for (one, of_one), (two, of_two) in combinations(light, 2):
        both = of_one | of_two
        if of_one & of_two:
            is_near = len(both) <= _MOST_SHARING
        else:
            is_near = len(both) <= _MOST_JOINED and _see_twice(board, rules, of_one, of_two)
        if is_near:
            found.append((len(both), len(found), (one, two)))
    for rule, own in light if rules.everywhere else ():
        around = [each for each in rules.everywhere if not own.isdisjoint(each.cells)]
        if around:
            found.append((len(own) + 4, len(found), (rule, *around)))
    return [group for _, _, group in sorted(found)]


def _see_twice(board: Board, rules: Rules, of_one: frozenset[int], of_two: frozenset[int]) -> bool:
    n_links = 0
    for cell in of_one:
        for other in rules.sight[cell] & of_two:
            n_links += board.masks[cell] & board.masks[other] != 0
            if n_links > 1:
                return True
    return False


TECHNIQUES = (
    Technique(
        name="rule-and-house",
        aliases=("rule in a house",),
        summary="a rule and a house together leave few ways",
        find=_find_with_house,
        slips=RULE_AND_HOUSE_SLIPS,
        weight=5.0,
        cost=4,
        leaves_to="rule-elimination",
        what=rules_and_houses,
        reason=ways_or_cases,
        look_for="a line with several cells in one house. Suppose a candidate, and see whether "
        "the line still leaves a place for each digit of the house.",
        why="the true digits meet the rule and fill the house. A candidate that makes this "
        "impossible is false.",
        when="When a line has several cells in one house, and neither of the two makes progress "
        "alone.",
        scan=(
            Glance(
                "Take a house that a line crosses in two or more cells, and name the digits that "
                "it still needs.",
                "houses",
            ),
            Glance("Suppose a candidate that sees cells of the line or belongs to it.", "rules"),
            Glance(
                "Write down what the line still allows in its cells of the house. Then look for a "
                "place for each digit in the house.",
                "pattern",
            ),
            Glance("If a digit has no place, remove the candidate.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
    Technique(
        name="cage-on-line",
        title="cage on a line",
        aliases=("killer thermometer", "line in a cage", "sum with order"),
        summary="a line puts the digits of a cage in order, so few ways are left",
        find=_find_cage_on_line,
        slips=CAGE_ON_LINE_SLIPS,
        weight=3.2,
        what=rules_and_houses,
        reason=ways_or_cases,
        look_for="a cage with two or more cells of a thermometer, a whisper, a renban or a dot: "
        "list the sets of digits with its total, and put each in order.",
        why="one of the ways is true, so a digit that is in none of them is false. The line rules "
        "out most orders of the digits in the cage.",
        when="At the start, wherever a cage shares two or more cells with a line or a dot.",
        scan=(
            Glance(
                "Find a cage with two or more cells on a thermometer, a whisper, a renban or a "
                "dot.",
                "rules",
            ),
            Glance("List the sets of digits with the total of the cage.", "cells"),
            Glance(
                "Put each set in the order that the line requires, and cross out sets without an "
                "order.",
                "pattern",
            ),
            Glance("Remove from each cell the digits that none of these orders has there.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="two-rules",
        fills=True,
    ),
    Technique(
        name="two-rules",
        aliases=("two rules together",),
        summary="two rules together leave few ways",
        find=_find_two_rules,
        slips=TWO_RULE_SLIPS,
        weight=6.2,
        cost=4,
        leaves_to="rule-elimination",
        what=rules_and_houses,
        reason=ways_or_cases,
        look_for="two lines or clues that share a cell, or that see each other in several cells.",
        why="the true digits meet both rules. A candidate that makes this impossible is false.",
        when="Late, when single rules make no progress, and two of them share a cell.",
        scan=(
            Glance(
                "Find two lines or clues that cross, or that have several cells in the same house.",
                "rules",
            ),
            Glance("Suppose a digit in a cell that matters to both.", "cells"),
            Glance(
                "Follow the first rule, and carry its result to the shared cells. Then follow the "
                "second rule.",
                "pattern",
            ),
            Glance("If one of the rules fails each time, remove the digit.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
)
