"""Eliminations by listing the ways to meet a rule, a rule and a house, or two rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pandoku.model import Board, CageFact, Facts, Pair, Puzzle, Step, Total, Ways
from pandoku.techniques._cases import Case, Failure, cases_in_house, cases_in_rule
from pandoku.techniques._kept import per_puzzle
from pandoku.techniques._rules import RulePart, Rules, n_open, rules_in
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Impossible, Only, RuleWays, Sees

__all__ = ["TECHNIQUES"]

_FEW = 6  # maximum number of ways that a step lists
_MOST_NAMED = 3  # maximum number of groups of candidates that "by elimination" names
_MOST_PART = 6  # a step may list a part of a rule that has at most this many empty cells
_MOST_JOINED = 14  # maximum number of empty cells of two rules that share no cell
_MOST_SHARING = 20  # the same for two rules that share a cell


class _Found(NamedTuple):
    """Candidates that rules exclude, with a proof.

    Attributes:
        gone: The candidates.
        rules: The rules.
        house: Index of the house, or None.
        cells: The cells of the proof.
        ways: The ways of the cells if the proof lists them.
        n_cases: The number of cases if the proof consists of cases for each candidate.
    """

    gone: tuple[Pair, ...]
    rules: tuple[RulePart, ...]
    house: int | None
    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    n_cases: int = 0

    @property
    def length(self) -> int:
        """The number of ways or cases to read, or more than `_FEW` if there is no proof."""
        return self.n_cases or len(self.ways) or _FEW + 1


def _listed(
    board: Board,
    gone: tuple[Pair, ...],
    used: tuple[RulePart, ...],
    house: int | None = None,
    cells: Iterable[int] | None = None,
) -> _Found:
    """Return candidates that rules exclude, with the ways of some cells if they are few."""
    shown = _empty(board, used) if cells is None else tuple(cells)
    scope = rules_in(board.puzzle).scope(used, house)
    ways = scope.ways(board.masks, shown, _FEW) if scope else None
    return _Found(gone, used, house, shown, tuple(ways or ()))


def _empty(board: Board, rules: Iterable[RulePart]) -> tuple[int, ...]:
    """Return the empty cells of rules, each once."""
    cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    return tuple(cell for cell in cells if not board.digits[cell])


def _by_cases(
    board: Board, gone: tuple[Pair, ...], used: tuple[RulePart, ...], house: int | None = None
) -> Iterator[_Found]:
    """Yield candidates that rules exclude by cases, grouped by the number of cases."""
    proved: dict[int, list[Pair]] = {}
    for pair in gone:
        if cases := _cases_of(board, used, house, pair):
            proved.setdefault(len(cases), []).append(pair)
    for n_cases, pairs in sorted(proved.items()):
        together = tuple(pairs[: max(1, _FEW // n_cases)])
        yield _Found(together, used, house, _empty(board, used), n_cases=n_cases * len(together))


def _cases_of(
    board: Board, used: tuple[RulePart, ...], house: int | None, pair: Pair
) -> tuple[Case, ...]:
    """Return the cases that refute a candidate, or () if no short proof is known."""
    rules = rules_in(board.puzzle)
    if house is not None:
        return cases_in_house(board, rules, used[0], house, pair) or ()
    if len(used) != 2:
        return ()
    one, two = used
    orders = (cases_in_rule(board, rules, *order, pair) for order in ((one, two), (two, one)))
    return min(filter(None, orders), key=len, default=())


def _shortest_first(found: Iterable[_Found]) -> list[_Found]:
    return sorted(found, key=lambda each: (each.length, len(each.cells)))


def _step(name: str, found: _Found, board: Board) -> Step:
    n_cages = len(board.puzzle.cages)
    numbers = list(dict.fromkeys(rule.number for rule in found.rules))
    houses = () if found.house is None else (board.puzzle.geometry.houses[found.house],)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in found.cells),
        houses=houses,
        cages=tuple(CageFact(number) for number in numbers if number < n_cages),
        constraints=tuple(number for number in numbers if number >= n_cages),
        ways=(Ways(numbers[0], found.cells, found.ways),) if found.ways else (),
    )
    return Step(name, eliminations=found.gone, facts=facts)


# ---- finders


def _find_few_ways(board: Board, limit: int) -> Iterator[Step]:
    rules, n_cages = rules_in(board.puzzle), len(board.puzzle.cages)
    found: list[_Found] = []
    for rule in rules.each:
        is_open = rule.number >= n_cages and n_open(board, rule.cells)
        if is_open and (gone := rules.gone(board, (rule,))):
            found.append(_listed(board, gone, (rule,)))
    for each in _shortest_first(each for each in found if each.ways):
        yield _step("few-ways", each, board)


def _find_pointing(board: Board, limit: int) -> Iterator[Step]:
    rules = rules_in(board.puzzle)
    found: list[_Found] = []
    for rule in rules.each:
        if rule.number < len(board.puzzle.cages) or n_open(board, rule.cells) < 2:
            continue
        for digit, gone in rules.pointed(board, (rule,)):
            found += _pointed(board, rules, rule, digit, gone)
    for each in _shortest_first(found):
        yield _step("rule-pointing", each, board)


def _pointed(
    board: Board, rules: Rules, rule: RulePart, digit: int, gone: tuple[Pair, ...]
) -> Iterator[_Found]:
    """Yield the pointing of a rule: with a list of all its cells, or of the cells that are seen."""
    whole = _listed(board, gone, (rule,))
    if whole.ways or n_open(board, rule.cells) > _MOST_PART:
        yield whole
        return
    by_seen: dict[tuple[int, ...], list[Pair]] = {}
    for cell, _ in gone:
        has = (c for c in rule.cells if board.masks[c] >> (digit - 1) & 1)
        seen = tuple(c for c in has if c in rules.sight[cell] and not board.digits[c])
        by_seen.setdefault(seen, []).append((cell, digit))
    for cells, pairs in by_seen.items():
        yield _listed(board, tuple(pairs), (rule,), None, cells)


def _find_with_house(board: Board, limit: int) -> Iterator[Step]:
    rules, houses = rules_in(board.puzzle), board.puzzle.geometry.houses
    asked: list[tuple[int, int, RulePart, int]] = []
    for rule in rules.each:
        own = {cell for cell in rule.cells if not board.digits[cell]}
        if not own or rules.is_heavy(board, rule):
            continue
        for number, house in enumerate(houses):
            empty = {cell for cell in house.cells if not board.digits[cell]}
            if not empty or len(house.cells) != board.puzzle.order:
                continue
            beside = sum(len(rules.sight[cell] & empty) > 1 for cell in own - empty)
            if own & empty or beside > 1:
                asked.append((len(own | empty), len(asked), rule, number))
    found: list[_Found] = []
    for _, _, rule, number in sorted(asked):
        if gone := rules.gone(board, (rule,), number):
            if all(cell in rule.cells for cell, _ in gone):
                found.append(_listed(board, gone, (rule,), number))
            else:
                found.append(_Found(gone, (rule,), number, _empty(board, (rule,))))
            found += _by_cases(board, gone, (rule,), number)
    for each in _shortest_first(found):
        yield _step("rule-and-house", each, board)


def _find_cage_on_line(board: Board, limit: int) -> Iterator[Step]:
    rules, found = rules_in(board.puzzle), list[_Found]()
    for group in _cages_on_lines(board.puzzle):
        is_short = 1 < len(_empty(board, group)) <= _MOST_PART
        if is_short and (gone := rules.gone(board, group)):
            found.append(_listed(board, gone, group))
    for each in _shortest_first(each for each in found if each.ways):
        yield _step("cage-on-line", each, board)


@per_puzzle
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
    rules = rules_in(board.puzzle)
    groups = _joined(board, rules)
    found = []
    for group in groups:
        if gone := rules.gone(board, group):
            found.append(_listed(board, gone, group))
            found += _by_cases(board, gone, group)
    for group in () if found else groups:
        found += [_listed(board, gone, group) for _, gone in rules.pointed(board, group)]
    for each in _shortest_first(found):
        yield _step("two-rules", each, board)


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


# ---- words


def _rules_in(w: Words) -> list[int]:
    """Return the numbers of the step's constraints, cages first."""
    facts = w.step.facts
    return [*(fact.cage for fact in facts.cages), *facts.constraints]


def _names(w: Words) -> str:
    return joined([*map(w.constraint, _rules_in(w)), *map(w.house, w.houses)])


def _reason(w: Words) -> Iterator[str]:
    yield from [*_proofs(w)] or [_elimination(w)]


def _proofs(w: Words) -> Iterator[str]:
    """Yield the list of ways, or the cases. If neither is short enough, yield nothing."""
    if w.step.facts.ways:
        yield _list_of_ways(w)
        return
    cells = [cell for cell, _ in w.step.facts.cells]
    used = tuple(rules_in(w.puzzle).within(w.board, _rules_in(w), cells))
    house = w.index(w.houses[0]) if w.houses else None
    proofs = [(pair, _cases_of(w.board, used, house, pair)) for pair in w.step.eliminations]
    if not all(cases for _, cases in proofs):
        return
    alike: dict[tuple[int, tuple[Case, ...]], list[int]] = {}
    for (cell, digit), cases in proofs:
        alike.setdefault((digit, cases), []).append(cell)
    for (digit, cases), with_digit in alike.items():
        yield from _proof(w, digit, with_digit, cases)


def _list_of_ways(w: Words) -> str:
    """Return the list of ways: "By the arrow at r1c1, r1c2 and r1c3 can only be 1 4 or 2 3"."""
    (listed,) = w.step.facts.ways
    fillings = joined((" ".join(map(w.digit, way)) for way in listed.ways), "or")
    order = ", in this order" if len(listed.cells) > 1 and len(listed.ways) > 1 else ""
    houses = tuple(map(w.index, w.houses))
    claim = RuleWays(tuple(_rules_in(w)), listed.cells, listed.ways, houses)
    return w.said(f"By {_names(w)}, {w.cells(listed.cells)} can only be {fillings}{order}.", claim)


def _elimination(w: Words) -> str:
    """Return the digits that are excluded: "By elimination, the arrow at r1c1 leaves no 9"."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in dict.fromkeys(cell for cell, _ in w.step.eliminations):
        lost = tuple(digit for each, digit in w.step.eliminations if each == cell)
        alike.setdefault(lost, []).append(cell)
    excluded = clauses(
        f"{'no ' if at else ''}{w.digits(digits, 'or')} at {w.cells(cells, 'or')}"
        for at, (digits, cells) in enumerate(alike.items())
    )
    if len(alike) > _MOST_NAMED:
        excluded = f"place for {len(w.step.eliminations)} candidates"
    leave = "leaves" if len([*_rules_in(w), *w.houses]) == 1 else "leave"
    return w.said(f"By elimination, {_names(w)} {leave} no {excluded}.", *_excludes(w))


def _excludes(w: Words) -> Iterator[Claim]:
    """Yield the claims that no way to meet the rules has a candidate to remove."""
    constraints, houses = tuple(_rules_in(w)), tuple(map(w.index, w.houses))
    first = w.step.facts.cells[0][0]
    for pair in w.step.eliminations:
        yield RuleWays(constraints, (first,), (), houses, (pair,))


def _proof(w: Words, digit: int, places: list[int], cases: tuple[Case, ...]) -> Iterator[str]:
    """Yield the sentences that refute a digit in each of some places by the same cases."""
    supposed = [((cell, digit),) for cell in places]
    start = f"with {w.digit(digit)} at {w.cells(places, 'or')}"
    rule, cells = cases[0].rule, cases[0].cells
    known: list[Claim] = []
    if cases[0].lost:
        yield _lost_words(w, start, supposed, cases[0])
        return
    if cells:
        ways = joined((_digits(w, case) for case in cases), "or")
        mark = "," if len(places) == 1 else ":"
        start += f"{mark} {w.cells(cells)} {'is' if len(cells) == 1 else 'are'} {ways}"
        listed = tuple(case.way for case in cases)
        known = [RuleWays((rule.number,), cells, listed, (), each) for each in supposed]
    by_failure: dict[Failure, list[Case]] = {}
    for case in cases:
        by_failure.setdefault(case.failure, []).append(case)
    claims_of = {
        failure: [
            _fails(w, failure, (*each, *zip(cells, case.way, strict=True)))
            for each in supposed
            for case in alike
        ]
        for failure, alike in by_failure.items()
    }
    if len(by_failure) == 1:
        ((failure, claims),) = claims_of.items()
        yield w.said(sentence(f"{start}, and {_failure(w, failure)}"), *known, *claims)
        return
    yield w.said(sentence(start), *known)
    for failure, claims in claims_of.items():
        of_ways = joined((_digits(w, case) for case in by_failure[failure]), "or")
        yield w.said(sentence(f"with {of_ways}, {_failure(w, failure)}"), *claims)


def _lost_words(w: Words, start: str, supposed: Sequence[tuple[Pair, ...]], case: Case) -> str:
    """Return the sentence for candidates that all ways leave out, so that a house fails."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in case.cells:
        lost = tuple(digit for each, digit in case.lost if each == cell)
        alike.setdefault(lost, []).append(cell)
    parts = (
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} not {w.digits(digits, 'or')}"
        for digits, cells in alike.items()
    )
    name, house = w.constraint(case.rule.number), case.failure.house
    text = f"{start}, {clauses(parts)} by {name}, and {_failure(w, case.failure)}"
    named = dict.fromkeys((*case.cells, *case.failure.cells))
    known = (Only((cell,), w.board.candidates(cell)) for cell in named)
    houses = () if house is None else (house,)
    claims = (RuleWays((case.rule.number,), case.cells[:1], (), houses, each) for each in supposed)
    return w.said(sentence(text), *known, *claims)


def _fails(w: Words, failure: Failure, assuming: tuple[Pair, ...]) -> Claim:
    """Return the claim that some candidates together fail."""
    if failure.rule is None:
        houses = () if failure.house is None else (failure.house,)
        return Impossible(assuming, failure.cells, houses)
    cells = failure.cells or failure.rule.cells[:1]
    return RuleWays((failure.rule.number,), cells, (), (), assuming)


def _digits(w: Words, case: Case) -> str:
    return " ".join(map(w.digit, case.way))


def _failure(w: Words, failure: Failure) -> str:
    if failure.rule is not None:
        name = w.constraint(failure.rule.number)
        if not failure.cells:
            return f"{name} is not met"
        return f"no digit at {w.cells(failure.cells, 'or')} meets {name}"
    if not failure.digits:
        return f"no digit is left for {w.cell(failure.cells[0])}"
    if len(failure.cells) > len(failure.digits):
        return f"{w.cells(failure.cells)} have only {w.digits(failure.digits)} left"
    assert failure.house is not None
    house = w.house(w.geometry.houses[failure.house])
    if not failure.cells:
        return f"{house} has no place for {w.digits(failure.digits, 'or')}"
    return f"{w.digits(failure.digits)} of {house} can only be at {w.cells(failure.cells)}"


def _pointing(w: Words) -> Iterator[str]:
    proofs = [*_proofs(w)]
    yield from proofs
    start = "each way" if proofs else f"by elimination, each way to meet {_names(w)}"
    digit = w.step.eliminations[0][1]
    places = [c for c, _ in w.step.facts.cells if w.board.masks[c] >> (digit - 1) & 1]
    by_seen: dict[tuple[int, ...], list[int]] = {}
    for cell, _ in w.step.eliminations:
        by_seen.setdefault(tuple(c for c in places if w.sees(cell, c)), []).append(cell)
    for seen, cells in by_seen.items():
        see = "sees" if len(cells) == 1 else "see"
        all_of = "both" if len(seen) == 2 else "all of them"
        held = f"{start} has a {w.digit(digit)} at {w.cells(seen, 'or')}"
        claims = [*(Sees(cell, seen) for cell in cells), *(() if proofs else _excludes(w))]
        yield w.said(sentence(f"{held}, and {w.cells(cells)} {see} {all_of}"), *claims)


TECHNIQUES = (
    Technique(
        name="few-ways",
        aliases=("ways of a rule",),
        summary="a rule can be met in at most six ways, and none of them has the digit",
        find=_find_few_ways,
        weight=2.5,
        what=_names,
        reason=_reason,
        look_for="a short line or a clue with few empty cells: list its ways.",
        why="one of the ways is true, so a digit that is in none of them is false.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
    Technique(
        name="rule-pointing",
        aliases=("common peer elimination",),
        summary="every way to meet a rule has the digit in a cell that another cell sees",
        find=_find_pointing,
        weight=3.0,
        what=_names,
        reason=_pointing,
        look_for="a line or a dot that needs a digit, and a cell that sees all its places.",
        why="one of the ways is true, and each of them excludes the candidate.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="rule-and-house",
        aliases=("rule in a house",),
        summary="a rule and a house together leave few ways",
        find=_find_with_house,
        weight=5.0,
        what=_names,
        reason=_reason,
        look_for="a line with several cells in a house that needs certain digits.",
        why="a way must meet the rule and leave a place for every digit of the house.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="cage-on-line",
        title="cage on a line",
        aliases=("killer thermometer", "line in a cage", "sum with order"),
        summary="a line puts the digits of a cage in order, so few ways are left",
        find=_find_cage_on_line,
        weight=3.2,
        what=_names,
        reason=_reason,
        look_for="a cage with two or more cells of a thermometer, a whisper, a renban or a dot: "
        "list the sets of digits with its total, and put each in order.",
        why="one of the ways is true, so a digit that is in none of them is false. The line rules "
        "out most orders of the digits in the cage.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="two-rules",
    ),
    Technique(
        name="two-rules",
        aliases=("two rules together",),
        summary="two rules together leave few ways",
        find=_find_two_rules,
        weight=6.2,
        what=_names,
        reason=_reason,
        look_for="two lines or clues that share a cell, or that see each other in several cells.",
        why="a way must meet both rules.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
