"""Judges of claims: whether a board bears out each of them.

A claim is the JSON form of a value of `pandoku.words.claims`, whose docstrings say when it is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

from tests.variant_claims.chains import Known
from tests.variant_claims.clauses import Clauses
from tests.variant_claims.prover import Parts, Prover
from tests.variant_claims.reading import Cells, Json, Literal, NotJudged, Pair, Position, Reading
from tests.variant_claims.rules import cage_allows, equations_of

_MOST_FILLINGS = 20_000


class Case(NamedTuple):
    """A board of a path, and how to judge claims about it.

    Attributes:
        solution: The solution of the puzzle.
        judged: The claims that were judged on this board.
    """

    prover: Prover
    position: Position
    solution: Sequence[int]
    judged: dict[str, bool]

    @property
    def reading(self) -> Reading:
        return self.prover.reading

    def can(self, parts: Parts, true: Iterable[Pair] = (), false: Iterable[Pair] = ()) -> bool:
        return self.prover.can_complete(self.position, parts, true, false)

    def known(self, literals: Iterable[Literal]) -> Known:
        return Known(self.reading, self.position, self.prover.sight, literals)


Judge = Callable[[Case, Json], bool]
JUDGES: dict[str, Judge] = {}


def judge(name: str) -> Callable[[Judge], Judge]:
    def register(function: Judge) -> Judge:
        JUDGES[name] = function
        return function

    return register


def is_true(case: Case, claim: Json) -> bool:
    """Return whether a claim holds.

    Raises:
        NotJudged: Nothing here can judge it.
    """
    if claim["name"] not in JUDGES:
        raise NotJudged(f"claim {claim['name']}")
    if claim.get("branches"):
        return JUDGES[claim["name"]](case, claim)
    key = repr(claim)  # nested chains repeat many claims
    if key not in case.judged:
        case.judged[key] = JUDGES[claim["name"]](case, claim)
    return case.judged[key]


# ---- digits and candidates


@judge("placed")
def _placed(case: Case, claim: Json) -> bool:
    held = case.position.digits[case.reading.numbers[claim["cell"]]]
    return bool(held == claim["digit"])


def _empty(case: Case, claim: Json) -> Iterator[set[int]]:
    """Yield the candidates of each cell of a claim; nothing fits a filled cell."""
    for cell in case.reading.cells(claim["cells"]):
        yield {0} if case.position.digits[cell] else case.position.candidates[cell]


@judge("gone")
def _gone(case: Case, claim: Json) -> bool:
    return all(0 not in left and left.isdisjoint(claim["digits"]) for left in _empty(case, claim))


@judge("only")
def _only(case: Case, claim: Json) -> bool:
    return all(left <= {*claim["digits"]} for left in _empty(case, claim))


@judge("open")
def _open(case: Case, claim: Json) -> bool:
    return all({*claim["digits"]} <= left for left in _empty(case, claim))


@judge("needs")
def _needs(case: Case, claim: Json) -> bool:
    cells = case.reading.house(claim["house"])
    return all(case.position.digits[cell] != claim["digit"] for cell in cells)


@judge("places")
def _places(case: Case, claim: Json) -> bool:
    others = {*case.reading.house(claim["house"])} - {*case.reading.cells(claim["cells"])}
    return all(claim["digit"] not in case.position.values(cell) for cell in others)


@judge("inside")
def _inside(case: Case, claim: Json) -> bool:
    reading, cells = case.reading, {*case.reading.cells(claim["cells"])}
    houses = [reading.house(which) for which in claim["houses"]]
    cages = [reading.cages[number]["cells"] for number in claim["cages"]]
    return all(cells <= {*part} for part in (*houses, *cages))


@judge("sees")
def _sees(case: Case, claim: Json) -> bool:
    cell, rules = case.reading.numbers[claim["cell"]], range(len(case.reading.rules))
    return all(
        other in case.prover.sight[cell]
        or any(_differ(case, number, cell, other) for number in rules)
        for other in case.reading.cells(claim["cells"])
    )


def _differ(case: Case, number: int, a: int, b: int) -> bool:
    try:
        return case.prover.makes_differ(number, a, b)
    except NotJudged:
        return False


@judge("apart")
def _apart(case: Case, claim: Json) -> bool:
    cell = case.reading.numbers[claim["cell"]]
    return all(
        case.prover.makes_differ(claim["constraint"], cell, other)
        for other in case.reading.cells(claim["cells"])
    )


# ---- rules


@judge("allows")
def _allows(case: Case, claim: Json) -> bool:
    parts, allowed = Parts(rules=(claim["constraint"],)), {*claim["digits"]}
    return not any(
        case.can(parts, true=[(cell, digit)])
        for cell in case.reading.cells(claim["cells"])
        for digit in sorted(case.position.values(cell) - allowed)
    )


@judge("ways")
def _ways(case: Case, claim: Json) -> bool:
    return ways_hold(case, claim, Parts(rules=(claim["constraint"],)))


def ways_hold(case: Case, claim: Json, parts: Parts) -> bool:
    """Return whether a rule has each of the listed ways, and some parts have no other way.

    A step lists the ways of a part of a rule about all cells, or of the indexers of one row. Not
    all of them fit the other parts.
    """
    cells, number = case.reading.cells(claim["cells"]), claim["constraint"]
    rule, read = Parts(rules=(number,), cells=cells), case.reading.rules[number]
    is_indexer = read["type"].endswith("indexer")
    is_whole = not is_indexer and any(name in read for name in ("cells", "start", "bulb"))
    are_possible = not is_whole or all(
        case.can(rule, true=zip(cells, way, strict=True)) for way in claim["ways"]
    )
    return are_possible and not _has_other(case, parts, cells, claim["ways"])


@judge("rule-ways")
def _rule_ways(case: Case, claim: Json) -> bool:
    cells, parts = case.reading.cells(claim["cells"]), _named(case, {**claim, "cells": ()})
    assuming = case.reading.pairs(claim["assuming"])
    return not _has_other(case, parts, cells, claim["ways"], assuming)


def _has_other(
    case: Case,
    parts: Parts,
    cells: Cells,
    ways: Iterable[Sequence[int]],
    assuming: Sequence[Pair] = (),
) -> bool:
    """Return whether parts have a way that differs from all listed ways in some cells."""
    beside = (cell for cell, _ in assuming)
    prover, parts = case.prover, parts._replace(cells=(*parts.cells, *cells, *beside))
    switches, all_cells = prover.assuming(parts)
    clauses = Clauses(case.reading.n)
    for way in ways:
        clauses.unless(*zip(cells, way, strict=True))
    assumed = [clauses.has(*pair) for pair in assuming]
    domains = prover.domains(case.position, all_cells)
    return prover.is_possible_with(clauses, [*switches, *assumed, *domains])


@judge("forces")
def _forces(case: Case, claim: Json) -> bool:
    return _follows_from(case, claim, Parts(rules=(claim["constraint"],)))


def _follows_from(case: Case, claim: Json, parts: Parts) -> bool:
    """Return whether parts cannot be completed if the premises hold without the conclusion."""
    true, false = _opposed(case, claim)
    return not case.can(parts, true, false)


def _opposed(case: Case, claim: Json) -> tuple[list[Pair], list[Pair]]:
    """Return the true and the false candidates if the premises hold without the conclusion."""
    premises = case.reading.literals(claim["premises"])
    ((cell, digit, is_so),) = case.reading.literals([claim["conclusion"]])
    literals = [*premises, (cell, digit, not is_so)]
    true = [(cell, digit) for cell, digit, is_true in literals if is_true]
    return true, [(cell, digit) for cell, digit, is_true in literals if not is_true]


@judge("follows")
def _follows(case: Case, claim: Json) -> bool:
    reading, (true, false) = case.reading, _opposed(case, claim)
    if any(
        one[1] == other[1] and other[0] in case.prover.sight[one[0]]
        for one, other in combinations(true, 2)
    ):
        return True
    cells = {cell for cell, _ in (*true, *false)}
    parts = [Parts(cells=tuple(cells))] if len(cells) == 1 else []
    parts += [Parts(houses=(house,)) for house in reading.houses.values() if cells <= {*house}]
    parts += [
        Parts(rules=(number,))
        for number, cage in enumerate(reading.cages)
        if not cells.isdisjoint(cage["cells"])
    ]
    return any(not case.can(each, true, false) for each in parts)


def _named(case: Case, claim: Json) -> Parts:
    """Return the rules, houses and cells that a claim names."""
    reading = case.reading
    rules = (*claim.get("cages", ()), *claim.get("constraints", ()))
    houses = tuple(reading.house(which) for which in claim.get("houses", ()))
    return Parts(rules, houses, reading.cells(claim.get("cells", ())))


@judge("one-of")
def _one_of(case: Case, claim: Json) -> bool:
    pairs, parts = case.reading.pairs(claim["candidates"]), _named(case, claim)
    if not any(case.solution[cell] == digit for cell, digit in pairs):
        return False
    return parts == Parts() or not case.can(parts, false=pairs)


@judge("impossible")
def _impossible(case: Case, claim: Json) -> bool:
    pairs, parts = case.reading.pairs(claim["assuming"]), _named(case, claim)
    if all(case.solution[cell] == digit for cell, digit in pairs):
        return False
    return parts == Parts() or not case.can(parts, true=pairs)


@judge("concludes")
def _concludes(case: Case, claim: Json) -> bool:
    placed, gone = (case.reading.pairs(claim[key]) for key in ("placements", "eliminations"))
    return all(case.solution[cell] == digit for cell, digit in placed) and not any(
        case.solution[cell] == digit for cell, digit in gone
    )


@judge("not")
def _not(case: Case, claim: Json) -> bool:
    return not is_true(case, claim["claim"])


# ---- links and chains


@judge("linked")
def _linked(case: Case, claim: Json) -> bool:
    return link_holds(case, claim["link"])


def link_holds(case: Case, link: Json) -> bool:
    """Return whether not both ends of a link are false if it is strong, or true if it is weak."""
    start, end = (case.reading.pairs(link[key]) for key in ("start", "end"))
    numbers = (link.get("cage"), link.get("constraint"))
    rules = tuple(number for number in numbers if number is not None)
    houses = (case.reading.house(link["house"]),) if link.get("house") else ()
    cells = () if rules or houses else tuple({cell for cell, _ in (*start, *end)})
    parts = Parts(rules, houses, cells)
    if link.get("alike"):
        if link["strong"]:
            return not any(case.can(parts, true=[pair], false=end) for pair in start)
        return not any(case.can(parts, true=[pair], false=start) for pair in end)
    if link["strong"]:
        return not case.can(parts, false=(*start, *end))
    at = Parts(rules, cells=tuple({cell for cell, _ in (*start, *end)}))
    return not any(case.can(at, true=[a, b]) for a in start for b in end if a != b)


@judge("entails")
def _entails(case: Case, claim: Json) -> bool:
    if not claim.get("branches"):
        return _follows_from(case, claim, _named(case, claim))
    reading, branches = case.reading, claim["branches"]
    premises = reading.literals(claim["premises"])
    (conclusion,) = reading.literals([claim["conclusion"]])
    supposed = reading.literals(branch["supposing"] for branch in branches)
    cell, digit, is_so = conclusion
    if supposed != [(cell, digit, not is_so)] and not case.known(premises).covers({*supposed}):
        return False
    return all(
        case.known((*premises, supposing)).leads_to(branch["claims"], conclusion)
        and all(is_true(case, each) for each in branch["claims"])
        for supposing, branch in zip(supposed, branches, strict=True)
    )


# ---- cages


def _fillings(
    case: Case, number: int, true: Iterable[Pair] = (), false: Iterable[Pair] = ()
) -> list[tuple[int, ...]]:
    """Return the fillings of a cage, where cells in sight differ."""
    cage = case.reading.cages[number]
    cells, sight = cage["cells"], case.prover.sight
    operation, target = cage.get("op"), cage.get("target")
    left = [{*case.position.values(cell)} for cell in cells]
    for cell, digit in true:
        for at, other in enumerate(cells):
            left[at] = left[at] & {digit} if other == cell else left[at]
            left[at] = left[at] - {digit} if other in sight[cell] else left[at]
    for cell, digit in false:
        for at in (at for at, other in enumerate(cells) if other == cell):
            left[at] = left[at] - {digit}
    found: list[tuple[int, ...]] = []
    way: list[int] = []

    def reaches() -> bool:
        """Return whether the digits so far leave a total that the other cells can make."""
        if target is None or operation != "+":
            return True
        rest = left[len(way) :]
        if not all(rest):
            return False
        missing = target - sum(way)
        return bool(sum(map(min, rest)) <= missing <= sum(map(max, rest)))

    def extend() -> None:
        at = len(way)
        if at == len(cells):
            if target is None or cage_allows(operation, target, way):
                found.append(tuple(way))
            if len(found) > _MOST_FILLINGS:
                raise NotJudged("too many fillings")
            return
        for digit in sorted(left[at]):
            clash = any(way[i] == digit and cells[i] in sight[cells[at]] for i in range(at))
            way.append(digit)
            if not clash and reaches():
                extend()
            way.pop()

    extend()
    return found


@judge("fillings")
def _has_fillings(case: Case, claim: Json) -> bool:
    assumed = case.reading.pairs(claim.get("assuming", ()))
    cells = case.reading.cages[claim["cage"]]["cells"]
    places = [cells.index(cell) for cell in case.reading.cells(claim["cells"])]
    ways = _fillings(case, claim["cage"], assumed)
    return {tuple(way[at] for at in places) for way in ways} == {*map(tuple, claim["ways"])}


@judge("sets")
def _sets(case: Case, claim: Json) -> bool:
    assumed = case.reading.pairs(claim.get("assuming", ()))
    ways = _fillings(case, claim["cage"], assumed)
    return {tuple(sorted(way)) for way in ways} == {*map(tuple, claim["sets"])}


@judge("cage-needs")
def _cage_needs(case: Case, claim: Json) -> bool:
    cells = case.reading.cages[claim["cage"]]["cells"]
    pairs = [(cell, claim["digit"]) for cell in cells]
    return not case.can(Parts(rules=(claim["cage"],)), false=pairs)


@judge("cage-places")
def _cage_places(case: Case, claim: Json) -> bool:
    others = {*case.reading.cages[claim["cage"]]["cells"]} - {*case.reading.cells(claim["cells"])}
    parts = Parts(rules=(claim["cage"],))
    return not any(case.can(parts, true=[(cell, claim["digit"])]) for cell in sorted(others))


@judge("holds")
def _holds(case: Case, claim: Json) -> bool:
    cells = case.reading.cells(claim["cells"])
    pairs = [(cell, digit) for cell in cells for digit in claim["digits"]]
    parts = _named(case, {key: claim.get(key, ()) for key in ("houses", "cages")})
    if parts == Parts():
        parts = Parts(cells=cells)
    return case.prover.count_bounds_hold(case.position, parts, pairs, claim["least"], claim["most"])


# ---- sums


def _added(case: Case, claim: Json) -> Iterator[tuple[Cells, int | None, str | None]]:
    """Yield the cells, the total and the operation of each part that a claim adds up."""
    reading, n = case.reading, case.reading.n
    for which in claim["houses"]:
        yield reading.house(which), None, None
    for number in claim["cages"]:
        cage = reading.cages[number]
        yield tuple(cage["cells"]), cage.get("target"), cage.get("op")
    for cell in reading.cells(claim["placed"]):
        if not case.position.digits[cell]:
            raise NotJudged(f"placed cell of {n} is empty")
        yield (cell,), case.position.digits[cell], None


@judge("total")
def _total(case: Case, claim: Json) -> bool:
    """Combine the parts, and compare with the solution, whose digits make every part's total."""
    reading, times = case.reading, claim["times"]
    plus, minus = reading.cells(claim["plus"]), reading.cells(claim["minus"])
    digits = case.solution
    if times:
        of_digits = Fraction(prod(digits[c] for c in plus), prod(digits[c] for c in minus))
    else:
        of_digits = Fraction(sum(digits[c] for c in plus) - sum(digits[c] for c in minus))
    if of_digits != claim["total"]:
        return False
    rows = []
    for cells, _, operation in _added(case, claim):
        fits = {"*", "x", "×"} if times else {"+"}
        if operation is not None and operation not in fits and len(cells) > 1:
            return False
        rows.append(Counter(cells))
    for number in claim.get("constraints", ()):
        rows += map(Counter, equations_of(reading, number, case.position.digits))
    wanted = Counter(plus)
    wanted.subtract(minus)
    return _is_combined(rows, wanted)


def _is_combined(rows: Sequence[Mapping[int, int]], wanted: Mapping[int, int]) -> bool:
    """Return whether some multiples of rows add up to what is wanted."""
    keys = sorted({key for row in (*rows, wanted) for key in row})
    matrix = [[Fraction(row.get(key, 0)) for key in keys] for row in rows]
    rest = [Fraction(wanted.get(key, 0)) for key in keys]
    rank = 0
    for column in range(len(keys)):
        pivot = next((at for at in range(rank, len(matrix)) if matrix[at][column]), None)
        if pivot is None:
            continue
        matrix[rank], matrix[pivot] = matrix[pivot], matrix[rank]
        head = [value / matrix[rank][column] for value in matrix[rank]]
        matrix[rank] = head
        for at in range(rank + 1, len(matrix)):
            if factor := matrix[at][column]:
                matrix[at] = [a - factor * b for a, b in zip(matrix[at], head, strict=True)]
        if factor := rest[column]:
            rest = [a - factor * b for a, b in zip(rest, head, strict=True)]
        rank += 1
    return not any(rest)


@judge("same-digits")
def _same_digits(case: Case, claim: Json) -> bool:
    """Combine the houses, and compare the digits of both sides in the solution."""
    plus, minus = (case.reading.cells(claim[side]) for side in ("plus", "minus"))
    one, other = (Counter(case.solution[cell] for cell in side) for side in (plus, minus))
    wanted = Counter(plus)
    wanted.subtract(minus)
    rows = [Counter(case.reading.house(which)) for which in claim["houses"]]
    return one == other and _is_combined(rows, wanted)


@judge("parity")
def _parity(case: Case, claim: Json) -> bool:
    counts: Counter[int] = Counter()
    total, of_house = 0, case.reading.n * (case.reading.n + 1) // 2
    for cells, target, operation in _added(case, claim):
        if operation not in (None, "+", "-") and len(cells) > 1:
            return False
        counts.update(cells)
        total += of_house if target is None else target
    odd = {cell for cell, count in counts.items() if count % 2}
    return odd == {*case.reading.cells(claim["cells"])} and bool(total % 2) == claim["is_odd"]


@judge("no-total")
def _no_total(case: Case, claim: Json) -> bool:
    reading, prover = case.reading, case.prover
    plus, minus = reading.cells(claim["plus"]), reading.cells(claim["minus"])
    cells, total = [*plus, *minus], claim["total"]
    if claim["times"] and minus:
        raise NotJudged("claim no-total of a quotient")
    key = ("total", plus, minus, total, claim["times"])
    adds_up = prover.switch(key, partial(_adding_up, reading.n, *key[1:]))
    switches, _ = prover.assuming(Parts(cells=tuple(cells)))
    assumed = [prover.literal(*pair) for pair in reading.pairs(claim["assuming"])]
    assumed += [-prover.literal(*pair) for pair in reading.pairs(claim["without"])]
    domains = prover.domains(case.position, cells)
    return not prover.is_possible([adds_up, *switches, *assumed, *domains])


def _adding_up(n: int, plus: Cells, minus: Cells, total: int, times: bool) -> Clauses:
    """Return clauses that give cells a total."""
    clauses = Clauses(n)
    if times:

        def step(state: Any, at: int, digit: int) -> int | None:
            return state * digit if total % (state * digit) == 0 else None

        clauses.automaton(plus, 1, step, lambda state: state == total)
    else:
        weights: list[Callable[[int], int]] = [lambda digit: digit] * len(plus)
        weights += [lambda digit: -digit] * len(minus)
        clauses.total([*plus, *minus], weights, lambda found: found == total)
    return clauses


# ---- deadly patterns


@judge("swaps")
def _swaps(case: Case, claim: Json) -> bool:
    cells = {*case.reading.cells(claim["cells"])}
    houses = case.reading.houses.values()
    return not any(case.reading.givens[cell] for cell in cells) and all(
        len(cells & {*house}) in (0, 2) for house in houses
    )


@judge("paired")
def _paired(case: Case, claim: Json) -> bool:
    without, position = {*case.reading.pairs(claim["candidates"])}, case.position
    left = [
        {digit for digit in candidates if (cell, digit) not in without}
        for cell, candidates in enumerate(position.candidates)
    ]
    if any(not position.digits[cell] and len(each) != 2 for cell, each in enumerate(left)):
        return False
    return all(
        sum(digit in left[cell] for cell in house) == 2
        for house in case.reading.houses.values()
        for digit in range(1, case.reading.n + 1)
        if all(position.digits[cell] != digit for cell in house)
    )
