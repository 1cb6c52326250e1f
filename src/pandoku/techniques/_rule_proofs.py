"""Candidates that rules exclude: lists of ways and proofs by cases, and their words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import Board, CageFact, Facts, Pair, Puzzle, Step, Ways, per_rules
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
from pandoku.techniques._rules import RulePart, rules_in
from pandoku.techniques._sums import knowledge
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Impossible, RuleWays

__all__ = [
    "Found",
    "by_cases",
    "empty_cells",
    "proof_step",
    "proofs_by_cases",
    "refuted_by_cases",
    "rules_and_houses",
    "shortest",
    "ways_or_cases",
    "with_ways",
]

_FEW = 6  # maximum number of ways that a step lists
_MOST_CASES = 4  # maximum number of cases of a step with proofs for several candidates
_MOST_LISTED = 4  # maximum number of groups of candidates that a proof names
_MOST_LEFT = 3  # with more digits, a sentence names the digits that a cell lost
_MOST_KNOWN = 5_000  # maximum number of results of proofs to keep for a puzzle


class Found(NamedTuple):
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


def with_ways(
    board: Board,
    gone: tuple[Pair, ...],
    used: tuple[RulePart, ...],
    house: int | None = None,
    cells: Iterable[int] | None = None,
) -> Found:
    """Return candidates that rules exclude, with the ways of some cells if they are few."""
    shown = empty_cells(board, used) if cells is None else tuple(cells)
    scope = rules_in(board.puzzle).scope(used, house)
    ways = scope.ways(board.masks, shown, _FEW) if scope else None
    return Found(gone, used, house, shown, tuple(ways or ()))


def empty_cells(board: Board, rules: Iterable[RulePart]) -> tuple[int, ...]:
    """Return the empty cells of rules, each once."""
    cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    return tuple(cell for cell in cells if not board.digits[cell])


def by_cases(
    board: Board,
    gone: tuple[Pair, ...],
    used: tuple[RulePart, ...],
    house: int | None = None,
    *,
    in_depth: bool,
) -> Iterator[Found]:
    """Yield candidates that rules exclude by one case each, or if *in_depth* by several cases.

    A step has at most `_MOST_CASES` cases.
    """
    cells = empty_cells(board, used)
    prover = _prover(board, [rule.number for rule in used], cells, house)
    known = _known_proofs(board.puzzle)
    key = (used, house, gone, in_depth, prover.state)
    if key not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = _proved(prover, gone, in_depth=in_depth)
    if found := known[key]:
        yield Found(found.gone, used, house, cells, n_cases=found.n_cases)


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


@per_rules
def _known_proofs(puzzle: Puzzle) -> dict[Hashable, _Proved | None]:
    """Return the results of `_proved` by the rules and the candidates that they depend on."""
    return {}


def _prover(
    board: Board, numbers: Iterable[int], cells: Iterable[int], house: int | None
) -> Prover:
    """Return the proofs with the parts of some constraints in some cells, and with a house."""
    rules = rules_in(board.puzzle)
    return Prover(board, rules, rules.within(board, numbers, cells), house)


def shortest(found: Iterable[Found]) -> list[Found]:
    return sorted(found, key=lambda each: (each.length, -len(each.gone), len(each.cells)))


def proof_step(name: str, found: Found, board: Board) -> Step:
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


def refuted_by_cases(board: Board, rule: RulePart, gone: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the candidates among *gone* that a step can refute by a few cases of a rule."""
    if rules_in(board.puzzle).is_heavy(board, rule):
        return ()
    found = next(by_cases(board, gone, (rule,), in_depth=True), None)
    return found.gone if found else ()


# ---- words


def _rules_in(w: Words) -> list[int]:
    """Return the numbers of the step's constraints, cages first."""
    facts = w.step.facts
    return [*(fact.cage for fact in facts.cages), *facts.constraints]


def rules_and_houses(w: Words) -> str:
    return joined([*map(w.constraint, _rules_in(w)), *map(w.house, w.houses)])


def ways_or_cases(w: Words) -> Iterator[str]:
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
    cells = w.cells(listed.cells)
    return w.said(f"By {rules_and_houses(w)}, {cells} can only be {fillings}{order}.", claim)


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
