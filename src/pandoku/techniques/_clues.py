"""Reasons that need no pencil marks: what clues leave for a cell, given the digits on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pandoku.kernel.scopes import Limits
from pandoku.model import Pair, Puzzle, Total, digits_of, per_rules
from pandoku.techniques._rules import RulePart, rules_in
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Placed

__all__ = ["clue_alone", "clue_reasons"]

_LIMITS = Limits(2_000, 2_000)  # nobody sees the effect of a clue that takes more nodes
_MOST_LISTED = 4  # maximum number of digits to list as those that a clue leaves
_MOST_PLACED = 2  # maximum number of placed digits to name with a clue
_MOST_ADDED = 3  # maximum number of open cells of a clue whose sum bounds one of them
_MOST_KNOWN = 5_000


class _Reason(NamedTuple):
    """Digits that a clue leaves for cells.

    Attributes:
        placed: The cells of the clue whose digits decide, besides the clue itself.
        phrase: The digits: "at most 7", "only 3 or 6".
        cells: The cells.
        left: The digits that the clue leaves for them, ascending.
    """

    placed: tuple[int, ...]
    phrase: str
    cells: tuple[int, ...]
    left: tuple[int, ...]


def clue_reasons(w: Words, pairs: Iterable[Pair]) -> str:
    """Return a sentence with the clues that exclude candidates, or "" unless clues exclude all.

    For example: "The thermometer at r9c9 leaves at most 7 at r6c9." A clue excludes a candidate by
    its rule and at most two digits that are placed in its cells, so that a reader sees it at once.
    """
    left, said = [*pairs], list[str]()
    while left:
        rule, reasons, excluded = max(
            ((rule, *_reasons(w, rule, left)) for rule in _rules_at(w.puzzle, left)),
            key=lambda each: len(each[2]),
            default=(None, [], set[Pair]()),
        )
        if rule is None or not excluded:
            return ""
        said += _said(w, rule, reasons)
        left = [pair for pair in left if pair not in excluded]
    return sentence(clauses(said)) if said else ""


def clue_alone(w: Words, cell: int, digit: int) -> str:
    """Return a sentence with a clue that leaves only one digit for a cell, or ""."""
    others = [(cell, each) for each in range(1, w.puzzle.order + 1) if each != digit]
    for rule in _rules_at(w.puzzle, others):
        reasons, excluded = _reasons(w, rule, others)
        if len(excluded) == len(others):
            return sentence(clauses(_said(w, rule, reasons)))
    return ""


def _said(w: Words, rule: RulePart, reasons: Sequence[_Reason]) -> Iterator[str]:
    """Yield clauses: "with 2 at r8c3, the black dot between r8c3 and r8c4 leaves only 4 at r8c4".

    Reasons with the same placed digits share a clause.
    """
    for placed in dict.fromkeys(each.placed for each in reasons):
        parts = [
            w.said(
                f"{each.phrase} at {w.cells(each.cells)}",
                Allows(rule.number, each.cells, each.left),
            )
            for each in reasons
            if each.placed == placed
        ]
        known = [
            w.said(
                w.candidates((at,), (digit,), f"{w.digit(digit)} at {w.cell(at)}"),
                Placed(at, digit),
            )
            for at in placed
            for digit in (w.board.digits[at],)
        ]
        if len(known) > _MOST_PLACED:
            known = ["its other cells filled"]
        start = f"with {joined(known)}, " if known else ""
        yield f"{start}{w.constraint(rule.number)} leaves {clauses(parts)}"


def _rules_at(puzzle: Puzzle, pairs: Iterable[Pair]) -> Iterator[RulePart]:
    cells = {cell for cell, _ in pairs}
    return (rule for rule in rules_in(puzzle).each if not cells.isdisjoint(rule.cells))


def _reasons(w: Words, rule: RulePart, pairs: Iterable[Pair]) -> tuple[list[_Reason], set[Pair]]:
    """Return the reasons of a rule against *pairs*, and the pairs that they exclude."""
    gone: dict[int, list[int]] = {}
    placed = tuple(cell for cell in rule.cells if w.board.digits[cell])
    left = _left_by(w, rule, placed)
    for cell, digit in pairs:
        if cell in left and not left[cell] >> (digit - 1) & 1:
            gone.setdefault(cell, []).append(digit)
    alike: dict[tuple[tuple[int, ...], str], dict[int, int]] = {}
    for cell, digits in gone.items():
        decisive = _decisive(w, rule, placed, cell, digits)
        if decisive is None:
            continue
        mask = _left_by(w, rule, decisive)[cell]
        if phrase := _range(w, rule, len(rule.cells) - len(placed), mask, digits):
            alike.setdefault((decisive, phrase), {})[cell] = mask
    reasons = [
        _Reason(
            decisive,
            phrase,
            tuple(masks),
            tuple(sorted({digit for mask in masks.values() for digit in digits_of(mask)})),
        )
        for (decisive, phrase), masks in alike.items()
    ]
    named = {cell for each in reasons for cell in each.cells}
    return reasons, {(cell, digit) for cell in named for digit in gone[cell]}


def _decisive(
    w: Words, rule: RulePart, placed: Sequence[int], cell: int, digits: Iterable[int]
) -> tuple[int, ...] | None:
    """Return the fewest placed cells that make a rule exclude digits from a cell.

    None means that they are too many to name, and that the cell is not the last of the rule.
    """
    bits = sum(1 << (digit - 1) for digit in digits)
    for size in range(_MOST_PLACED + 1):
        for some in combinations(placed, size):
            if not _left_by(w, rule, some).get(cell, bits) & bits:
                return some
    return tuple(placed) if len(placed) == len(rule.cells) - 1 else None


def _range(w: Words, rule: RulePart, n_open: int, mask: int, gone: Sequence[int]) -> str:
    """Return "at most 7", "only even digits" or "only 3 or 6".

    The result is "" if a reader does not see at once that the rule leaves these digits: if there
    are too many digits, or too many open cells to add up.
    """
    allowed = digits_of(mask)
    is_sum = any(isinstance(each, Total) for each in rule.relations)
    if not allowed or (is_sum and n_open > _MOST_ADDED):
        return ""
    for first, name in ((1, "odd"), (2, "even")):
        if allowed == tuple(range(first, w.puzzle.order + 1, 2)):
            return f"only {name} digits"
    if len(allowed) > 1 and all(digit > allowed[-1] for digit in gone):
        return f"at most {w.digit(allowed[-1])}"
    if len(allowed) > 1 and all(digit < allowed[0] for digit in gone):
        return f"at least {w.digit(allowed[0])}"
    is_seen = n_open <= 2 if is_sum or len(allowed) > 1 else True
    return f"only {w.digits(allowed, 'or')}" if is_seen and len(allowed) <= _MOST_LISTED else ""


def _left_by(w: Words, rule: RulePart, placed: Iterable[int]) -> Mapping[int, int]:
    """Return the digits that a rule leaves for its cells, as masks, if some cells are filled.

    The result is empty if the rule takes too long, or has no way.
    """
    known = _known_by(w.puzzle)
    digits = tuple((cell, w.board.digits[cell]) for cell in placed)
    if (rule, digits) not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[rule, digits] = _ask(w.puzzle, rule, digits)
    return known[rule, digits]


@per_rules
def _known_by(puzzle: Puzzle) -> dict[tuple[RulePart, tuple[Pair, ...]], Mapping[int, int]]:
    return {}


def _ask(puzzle: Puzzle, rule: RulePart, digits: Iterable[Pair]) -> Mapping[int, int]:
    scope = rules_in(puzzle).scope((rule,))
    if scope is None:
        return {}
    masks = [puzzle.geometry.all_mask] * len(puzzle.givens)
    for cell, digit in digits:
        masks[cell] = 1 << (digit - 1)
    answer = scope.ask(masks, limits=_LIMITS)
    return dict(zip(scope.cells, answer.left, strict=True)) if all(answer.left) else {}
