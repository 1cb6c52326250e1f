"""Eliminations by listing the ways to meet a rule, a rule and a house, or two rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pandoku.model import Board, CageFact, Facts, Pair, Puzzle, Step, Total, Ways
from pandoku.techniques._cases import (
    Case,
    Clash,
    Failure,
    NoRoom,
    NoWay,
    Prover,
    Refutation,
    TooFew,
)
from pandoku.techniques._kept import per_puzzle
from pandoku.techniques._rules import RulePart, Rules, n_open, rules_in
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import (
    CAGE_ON_LINE_SLIPS,
    CASE_SLIPS,
    RULE_AND_HOUSE_SLIPS,
    TWO_RULE_SLIPS,
    WAY_SLIPS,
    pointing_slips,
)
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Impossible, RuleWays, Sees

__all__ = ["TECHNIQUES", "proofs_by_cases", "refuted_by_cases"]

_FEW = 6  # maximum number of ways that a step lists
_MOST_CASES = 4  # maximum number of cases of a step with proofs for several candidates
_MOST_PART = 6  # a step may list a part of a rule that has at most this many empty cells
_MOST_LISTED = 4  # maximum number of groups of candidates that a proof names
_MOST_LEFT = 3  # with more digits, a sentence names the digits that a cell lost
_MOST_KNOWN = 5_000  # maximum number of results of proofs to keep for a puzzle
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
        n_cases: The number of cases of the longest proof if each candidate has a proof by cases.
    """

    gone: tuple[Pair, ...]
    rules: tuple[RulePart, ...]
    house: int | None
    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    n_cases: int = 0

    @property
    def is_proved(self) -> bool:
        """True if a step can show the reason against the candidates."""
        return bool(self.ways or self.n_cases)

    @property
    def length(self) -> int:
        """The number of ways or cases to read."""
        return self.n_cases or len(self.ways)


class _Proved(NamedTuple):
    """Candidates with proofs by cases, and the number of cases of the longest proof."""

    gone: tuple[Pair, ...]
    n_cases: int


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
    board: Board,
    gone: tuple[Pair, ...],
    used: tuple[RulePart, ...],
    house: int | None = None,
    *,
    in_depth: bool,
) -> Iterator[_Found]:
    """Yield candidates that rules exclude by one case each, or if *in_depth* by several cases.

    A step has at most `_MOST_CASES` cases.
    """
    cells = _empty(board, used)
    prover = _prover(board, [rule.number for rule in used], cells, house)
    known = _known_proofs(board.puzzle)
    key = (used, house, gone, in_depth, prover.state)
    if key not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = _proved(prover, gone, in_depth=in_depth)
    if found := known[key]:
        yield _Found(found.gone, used, house, cells, n_cases=found.n_cases)


def _proved(prover: Prover, gone: Iterable[Pair], *, in_depth: bool) -> _Proved | None:
    """Return the candidates with the shortest proofs, or None if none has a proof."""
    alike = dict[Refutation, list[Pair]]()
    for pair in gone:
        if proof := prover.proof(pair) if in_depth else prover.direct(pair):
            alike.setdefault(proof, []).append(pair)
        if in_depth and len(alike) > _MOST_CASES:
            break
    together, n_cases, longest = list[Pair](), 0, 0
    for proof, pairs in sorted(alike.items(), key=lambda each: (each[0].length, -len(each[1]))):
        is_long = len(_by_digits(pairs)) > _MOST_LISTED  # the proof does not name its candidates
        if together and (is_long or n_cases + proof.length > _MOST_CASES):
            break
        together += pairs
        n_cases += proof.length
        longest = proof.length
        if is_long:
            break
    return _Proved(tuple(sorted(together)), longest) if together else None


def _by_digits(pairs: Iterable[Pair]) -> dict[tuple[int, ...], list[int]]:
    """Return cells by the digits that they have among some candidates."""
    digits_at, alike = dict[int, list[int]](), dict[tuple[int, ...], list[int]]()
    for cell, digit in pairs:
        digits_at.setdefault(cell, []).append(digit)
    for cell, digits in digits_at.items():
        alike.setdefault(tuple(digits), []).append(cell)
    return alike


@per_puzzle
def _known_proofs(puzzle: Puzzle) -> dict[Hashable, _Proved | None]:
    """Return the results of `_proved` by the rules and the candidates that they depend on."""
    return {}


def _prover(
    board: Board, numbers: Iterable[int], cells: Iterable[int], house: int | None
) -> Prover:
    """Return the proofs with the parts of some constraints in some cells, and with a house."""
    rules = rules_in(board.puzzle)
    return Prover(board, rules, rules.within(board, numbers, cells), house)


def _shortest_first(
    find: Callable[[Board, bool], Iterable[_Found]], board: Board
) -> Iterator[_Found]:
    """Yield candidates with a proof, the shortest first. Search for cases only if needed."""
    for in_depth in (False, True):
        if proved := [each for each in find(board, in_depth) if each.is_proved]:
            yield from _sorted(proved)
            return


def _sorted(found: Iterable[_Found]) -> list[_Found]:
    return sorted(found, key=lambda each: (each.length, -len(each.gone), len(each.cells)))


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
    for each in _sorted(each for each in found if each.ways):
        yield _step("few-ways", each, board)


def _find_pointing(board: Board, limit: int) -> Iterator[Step]:
    found = _by_pointing(board, False)
    for each in _sorted(each for each in found if each.is_proved):
        yield _step("rule-pointing", each, board)


def _by_pointing(board: Board, in_depth: bool) -> Iterator[_Found]:
    rules = rules_in(board.puzzle)
    for rule in rules.each:
        if rule.number >= len(board.puzzle.cages) and n_open(board, rule.cells) > 1:
            for digit, gone in rules.pointed(board, (rule,)):
                yield from _pointed(board, rule, digit, gone, in_depth=in_depth)


def _pointed(
    board: Board, rule: RulePart, digit: int, gone: tuple[Pair, ...], *, in_depth: bool
) -> Iterator[_Found]:
    """Yield the pointing of a rule with a list of all its cells, or of the cells that are seen.

    If a list is too long, yield proofs by cases as well.
    """
    whole, rules = _listed(board, gone, (rule,)), rules_in(board.puzzle)
    yield whole
    if whole.ways:
        return
    by_seen: dict[tuple[int, ...], list[Pair]] = {}
    for cell, _ in gone if n_open(board, rule.cells) <= _MOST_PART else ():
        has = (c for c in rule.cells if board.masks[c] >> (digit - 1) & 1)
        seen = tuple(c for c in has if c in rules.sight[cell] and not board.digits[c])
        by_seen.setdefault(seen, []).append((cell, digit))
    listed = [
        _listed(board, tuple(pairs), (rule,), None, cells) for cells, pairs in by_seen.items()
    ]
    yield from listed
    shown = {pair for each in listed if each.ways for pair in each.gone}
    rest = tuple(pair for pair in gone if pair not in shown)
    if rest and not rules.is_heavy(board, rule):
        yield from _by_cases(board, rest, (rule,), in_depth=in_depth)


def _find_pointing_by_cases(board: Board, limit: int) -> Iterator[Step]:
    for each in _sorted(each for each in _by_pointing(board, True) if each.n_cases > 1):
        yield _step("rule-cases", each, board)


def refuted_by_cases(board: Board, rule: RulePart, gone: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the candidates among *gone* that a step can refute by a few cases of a rule."""
    if rules_in(board.puzzle).is_heavy(board, rule):
        return ()
    found = next(_by_cases(board, gone, (rule,), in_depth=True), None)
    return found.gone if found else ()


def _find_with_house(board: Board, limit: int) -> Iterator[Step]:
    for each in _shortest_first(_in_houses, board):
        yield _step("rule-and-house", each, board)


def _in_houses(board: Board, in_depth: bool) -> Iterator[_Found]:
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
    for _, _, rule, number in sorted(asked):
        if gone := _together(board, rules, (rule,), number):
            if all(cell in rule.cells for cell, _ in gone):
                yield _listed(board, gone, (rule,), number)
            else:
                yield _Found(gone, (rule,), number, _empty(board, (rule,)))
            yield from _by_cases(board, gone, (rule,), number, in_depth=in_depth)


def _together(
    board: Board, rules: Rules, group: tuple[RulePart, ...], house: int | None = None
) -> tuple[Pair, ...]:
    """Return the candidates that rules and a house exclude, but no rule excludes on its own."""
    gone = rules.gone(board, group, house)
    alone = {pair for rule in group if gone for pair in rules.gone(board, (rule,))}
    return tuple(pair for pair in gone if pair not in alone)


def _find_cage_on_line(board: Board, limit: int) -> Iterator[Step]:
    rules, found = rules_in(board.puzzle), list[_Found]()
    for group in _cages_on_lines(board.puzzle):
        is_short = 1 < len(_empty(board, group)) <= _MOST_PART
        if is_short and (gone := rules.gone(board, group)):
            found.append(_listed(board, gone, group))
    for each in _sorted(each for each in found if each.ways):
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
    for each in _shortest_first(_with_two_rules, board):
        yield _step("two-rules", each, board)


def _with_two_rules(board: Board, in_depth: bool) -> Iterator[_Found]:
    rules = rules_in(board.puzzle)
    groups, is_found = _joined(board, rules), False
    for group in groups:
        if gone := _together(board, rules, group):
            is_found = True
            yield from _listed_in_part(board, gone, group)
            yield from _by_cases(board, gone, group, in_depth=in_depth)
    for group in () if is_found else groups:
        for _, gone in rules.pointed(board, group):
            yield _listed(board, gone, group)
            yield from _by_cases(board, gone, group, in_depth=in_depth)


def _listed_in_part(
    board: Board, gone: tuple[Pair, ...], group: tuple[RulePart, ...]
) -> Iterator[_Found]:
    """Yield candidates with the ways of all cells of two rules, or of the cells of one rule."""
    whole = _listed(board, gone, group)
    yield whole
    for rule in () if whole.ways else group:
        cells = _empty(board, (rule,))
        if own := tuple(pair for pair in gone if pair[0] in cells):
            yield _listed(board, own, group, None, cells)


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
    """Yield the list of ways, or the proofs by cases."""
    if w.step.facts.ways:
        yield _list_of_ways(w)
        return
    yield from proofs_by_cases(w)


def proofs_by_cases(w: Words) -> Iterator[str]:
    """Yield the proofs of a step's eliminations by cases of its rules and its house."""
    cells = [cell for cell, _ in w.step.facts.cells]
    house = w.index(w.houses[0]) if w.houses else None
    prover = _prover(w.board, _rules_in(w), cells, house)
    alike = dict[Refutation, list[Pair]]()
    for pair in w.step.eliminations:
        if proof := prover.proof(pair):
            alike.setdefault(proof, []).append(pair)
    for proof, pairs in alike.items():
        yield from _proof(w, pairs, proof)


def _list_of_ways(w: Words) -> str:
    """Return the list of ways: "By the arrow at r1c1, r1c2 and r1c3 can only be 1 4 or 2 3"."""
    (listed,) = w.step.facts.ways
    fillings = joined((" ".join(map(w.digit, way)) for way in listed.ways), "or")
    order = ", in this order" if len(listed.cells) > 1 and len(listed.ways) > 1 else ""
    houses = tuple(map(w.index, w.houses))
    claim = RuleWays(tuple(_rules_in(w)), listed.cells, listed.ways, houses)
    return w.said(f"By {_names(w)}, {w.cells(listed.cells)} can only be {fillings}{order}.", claim)


def _proof(w: Words, pairs: Sequence[Pair], proof: Refutation) -> Iterator[str]:
    """Yield the sentences that refute some candidates by the same cases."""
    start = f"with {_candidates(w, pairs)}"
    if not proof.cells:
        yield _case(w, f"{start},", pairs, [()], proof.cases[0])
        return
    names = [_way(w, proof, at) for at in range(len(proof.cases))]
    if proof.place:
        start += f", {w.digit(proof.place)} is at {joined(names, 'or')}"
    else:
        verb = "is" if len(proof.cells) == 1 else "are"
        start += f", {w.cells(proof.cells)} {verb} {joined(names, 'or')}"
    known = [*knowledge(w, dict.fromkeys((*(cell for cell, _ in pairs), *proof.cells)))]
    if proof.by:
        ways = tuple(case.way for case in proof.cases)
        number = proof.by[0].number
        known += (RuleWays((number,), proof.cells, ways, (), (pair,)) for pair in pairs)
    alike = dict[Case, list[int]]()
    for at, case in enumerate(proof.cases):
        alike.setdefault(case._replace(way=()), []).append(at)
    if len(alike) > 1:
        yield w.said(sentence(start), *known)
    for case, those in alike.items():
        if len(alike) == 1:
            lead = w.said(f"{start}, and", *known)
        else:
            named = joined((names[at] for at in those), "or")
            lead = f"with it at {named}," if proof.place else f"with {named} there,"
        yield _case(w, lead, pairs, [proof.supposing(at) for at in those], case)


def _candidates(w: Words, pairs: Sequence[Pair]) -> str:
    """Return candidates as a choice: "3 or 5 at r1c1 or r1c2, or 4 at r2c2"."""
    alike = _by_digits(pairs)
    if len(alike) > _MOST_LISTED:
        return "any of the candidates to remove"
    parts = (
        f"{w.digits(digits, 'or')} at {w.cells(cells, 'or')}" for digits, cells in alike.items()
    )
    return joined(parts, "or")


def _way(w: Words, proof: Refutation, at: int) -> str:
    """Return the name of a case: the digits of the cells, or the place of the digit."""
    if proof.place:
        return w.cell(proof.cells[at])
    return " ".join(map(w.digit, proof.cases[at].way))


def _case(
    w: Words, lead: str, pairs: Sequence[Pair], ways: Sequence[tuple[Pair, ...]], case: Case
) -> str:
    """Return the sentence that refutes cases for the same reason, after an introduction."""
    claims = [claim for pair in pairs for way in ways for claim in _fails(w, case, (pair, *way))]
    named = (*(c for c, _ in case.left), *(c for c, _ in case.forced), *case.failure.cells)
    claims += knowledge(w, dict.fromkeys(named))
    reason = _failure(w, case.failure)
    if before := _before(w, case):
        reason = f"{before}, and {reason}"
    return w.said(sentence(f"{lead} {reason}"), *claims)


def _before(w: Words, case: Case) -> str:
    """Return the changes of a case before it fails: "r4c4 is not 4 by the arrow"."""
    alike = dict[str, list[int]]()
    for cell, left in case.left:
        lost = tuple(digit for each, digit in case.lost if each == cell)
        is_short = len(left) <= min(len(lost), _MOST_LEFT)
        what = w.digits(left, "or") if is_short else f"not {w.digits(lost, 'or')}"
        alike.setdefault(what, []).append(cell)
    for cell, digit in case.forced:
        alike.setdefault(w.digit(digit), []).append(cell)
    parts = [
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} {what}"
        for what, cells in alike.items()
    ]
    by = f" by {_rule_names(w, case.by)}" if case.by else ""
    return f"{joined(parts)}{by}" if parts else ""


def _fails(w: Words, case: Case, assuming: tuple[Pair, ...]) -> Iterator[Claim]:
    """Yield the claims that some candidates together fail."""
    if not case.by:  # the assumed digits see all other candidates of the cells
        for cell, digit in case.forced:
            cells = (*(at for at, _ in assuming), cell)
            for other in w.board.candidates(cell):
                if other != digit:
                    yield Impossible((*assuming, (cell, other)), cells)
            assuming = (*assuming, (cell, digit))
    parts, houses, failure = [*case.by], tuple[int, ...](), case.failure
    if case.forced:  # the cells may be in the house alone
        houses = tuple(map(w.index, w.houses))
    if isinstance(failure, NoRoom):
        houses = houses if failure.house is None else (failure.house,)
        if not parts:
            cells = (*failure.cells, *(cell for cell, _ in case.forced))
            yield Impossible(assuming, cells, houses)
            return
    else:
        parts += failure.rules
    numbers = tuple(dict.fromkeys(part.number for part in parts))
    yield RuleWays(numbers, parts[0].cells[:1], (), houses, assuming)


def _rule_names(w: Words, parts: Sequence[RulePart]) -> str:
    """Return the names of rules, or "both rules" if the title of the step has just named them."""
    numbers = list(dict.fromkeys(part.number for part in parts))
    if len(numbers) == 2:
        return "both rules"
    return joined(map(w.constraint, numbers))


def _failure(w: Words, failure: Failure) -> str:
    if isinstance(failure, NoWay):
        return _conflict(w, failure)
    if isinstance(failure, Clash):
        return _clash(w, failure)
    if isinstance(failure, TooFew):
        name, digit = _rule_names(w, failure.rules), w.digit(failure.digit)
        if not failure.cells:
            return f"no cell of {name} is left for {digit}"
        return f"only {w.cells(failure.cells)} can be {digit}, which is too few for {name}"
    if not failure.digits:
        return f"no digit is left for {w.cell(failure.cells[0])}"
    if len(failure.cells) > len(failure.digits):
        return f"{w.cells(failure.cells)} have only {w.digits(failure.digits)} left"
    assert failure.house is not None
    house = w.house(w.geometry.houses[failure.house])
    if not failure.cells:
        return f"{house} has no place for {w.digits(failure.digits, 'or')}"
    return f"{w.digits(failure.digits)} of {house} can only be at {w.cells(failure.cells)}"


def _clash(w: Words, failure: Clash) -> str:
    """Return "r1c2 would be 3 by the arrow at r1c1, but 5 by the dot between r1c2 and r1c3"."""
    if not failure.others:
        names, digits = _rule_names(w, failure.rules), w.digits(failure.digits, "or")
        return f"{w.cells(failure.cells)} would both be {digits} by {names}"
    first, last = (w.constraint(failure.rules[at].number) for at in (0, -1))
    one, other = w.digits(failure.digits, "or"), w.digits(failure.others, "or")
    return f"{w.cells(failure.cells)} would be {one} by {first}, but {other} by {last}"


def _conflict(w: Words, failure: NoWay) -> str:
    """Return "r1c2 is 3 or 4, and r1c3 would be 5 by both rules, but it cannot be"."""
    names = _rule_names(w, failure.rules)
    if not failure.cells:
        return f"no digits of the other cells meet {names}"
    parts = [
        f"{w.cell(cell)} is {w.digits(held, 'or')}"
        for cell, held in zip(failure.cells, failure.held, strict=True)
    ]
    if failure.needed:
        needed = w.digits(failure.needed, "or")
        parts[-1] = f"{w.cell(failure.cells[-1])} would be {needed} by {names}, but it cannot be"
        return clauses(parts)
    verb = "do" if names == "both rules" else "does"
    return f"{clauses(parts)}, which {names} {verb} not allow"


def _pointing(w: Words) -> Iterator[str]:
    yield from _reason(w)
    if not w.step.facts.ways:
        return
    digit = w.step.eliminations[0][1]
    places = [c for c, _ in w.step.facts.cells if w.board.masks[c] >> (digit - 1) & 1]
    by_seen: dict[tuple[int, ...], list[int]] = {}
    for cell, _ in w.step.eliminations:
        by_seen.setdefault(tuple(c for c in places if w.sees(cell, c)), []).append(cell)
    for seen, cells in by_seen.items():
        see = "sees" if len(cells) == 1 else "see"
        all_of = "both" if len(seen) == 2 else "all of them"
        held = f"each way has a {w.digit(digit)} at {w.cells(seen, 'or')}"
        claims = (Sees(cell, seen) for cell in cells)
        yield w.said(sentence(f"{held}, and {w.cells(cells)} {see} {all_of}"), *claims)


TECHNIQUES = (
    Technique(
        name="few-ways",
        aliases=("ways of a rule",),
        summary="a rule can be met in at most six ways, and none of them has the digit",
        find=_find_few_ways,
        slips=WAY_SLIPS,
        weight=2.5,
        what=_names,
        reason=_reason,
        look_for="a short line or a clue with few empty cells: list its ways.",
        why="one of the ways is true, so a digit that is in none of them is false.",
        when="When a line or a clue has two to four empty cells with few candidates.",
        scan=(
            Glance("Take the rule with the fewest candidates in its empty cells.", "rules"),
            Glance(
                "Fix the cell with the fewest candidates, and write down each way to fill in the "
                "others.",
                "cells",
            ),
            Glance(
                "Read the list cell by cell. Stop if it has more than six ways, and try another "
                "rule.",
                "pattern",
            ),
            Glance(
                "Remove from each cell the digits that no way has there. If all ways agree, place "
                "the digit.",
                "step",
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
    Technique(
        name="rule-pointing",
        aliases=("common peer elimination",),
        summary="every way to meet a rule has the digit in a cell that another cell sees",
        find=_find_pointing,
        slips=pointing_slips(),
        weight=3.0,
        what=_names,
        reason=_pointing,
        look_for="a line or a dot that needs a digit, and a cell that sees all its places.",
        why="one of the ways is true, and each of them excludes the candidate.",
        when="When a rule has only a few ways left, and its cells are close together.",
        scan=(
            Glance(
                "Take a line or a dot with few ways, and write the ways one below the other.",
                "rules",
            ),
            Glance(
                "Look for a digit that every way contains, and mark its cells. It may be in "
                "another cell each time.",
                "cells",
            ),
            Glance(
                "Look for cells that see all of these: often they are in the same row, column or "
                "box.",
                "pattern",
            ),
            Glance("Remove the digit from these cells.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
    Technique(
        name="rule-cases",
        aliases=("cases of a rule",),
        summary="a digit that sees cells of a rule leaves it a few cases, and all of them fail",
        find=_find_pointing_by_cases,
        slips=CASE_SLIPS,
        weight=4.8,
        what=_names,
        reason=_reason,
        look_for="a cell that sees several cells of a line: suppose a digit there, and try the few "
        "digits that are left to one cell of the line.",
        why="one of the cases would be true, but each of them breaks the rule.",
        when="When shorter arguments make no progress, and a cell sees several cells of a line.",
        scan=(
            Glance("Take a line with few candidates.", "rules"),
            Glance(
                "Find a cell that sees two or more of its cells. Suppose a digit there, and "
                "strike it from those cells.",
                "cells",
            ),
            Glance(
                "Take the cell of the line with the fewest candidates left, and try each of them "
                "in turn until the rule fails.",
                "pattern",
            ),
            Glance("If every case fails, remove the digit that you supposed.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        fills=True,
    ),
    Technique(
        name="rule-and-house",
        aliases=("rule in a house",),
        summary="a rule and a house together leave few ways",
        find=_find_with_house,
        slips=RULE_AND_HOUSE_SLIPS,
        weight=5.0,
        what=_names,
        reason=_reason,
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
        what=_names,
        reason=_reason,
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
        what=_names,
        reason=_reason,
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
