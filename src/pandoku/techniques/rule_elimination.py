"""Eliminations that follow from a single rule, where no technique has a name for the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pandoku.model import Board, Facts, Pair, Pairs, Step, digits_of
from pandoku.model.narrowing import narrowed_masks
from pandoku.techniques._rule_proofs import proofs_by_cases, refuted_by_cases
from pandoku.techniques._rules import RulePart, Rules, rules_in
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import REPEAT_SLIPS
from pandoku.words import Words, clauses, sentence
from pandoku.words.claims import Allows, Only, Placed

__all__ = ["TECHNIQUES"]


def _find(board: Board, limit: int) -> Iterator[Step]:
    rules, n_cages = rules_in(board.puzzle), len(board.puzzle.cages)
    for rule in sorted((*rules.each, *rules.everywhere), key=lambda rule: rule.number):
        if rule.number >= n_cages and (gone := _gone(board, rules, rule)):
            marked = tuple((cell, "pattern") for cell in rule.cells)
            facts = Facts(cells=marked, constraints=(rule.number,))
            step = Step("rule-elimination", eliminations=gone, facts=facts)
            # Steps that give a reason come first.
            if not _bare_partners(board, rule, gone):
                proved = refuted_by_cases(board, rule, gone)
                if proved and proved != gone:
                    yield replace(step, eliminations=proved)
            yield step


def _gone(board: Board, rules: Rules, rule: RulePart) -> tuple[Pair, ...]:
    """Return the candidates that a rule excludes in its cells."""
    empty = [cell for cell in sorted(rule.cells) if not board.digits[cell]]
    if not empty:
        return ()
    if rules.scope((rule,)):
        return rules.gone(board, (rule,))
    left = narrowed_masks(rule.relations, board.masks, board.puzzle.sight)
    return tuple((c, digit) for c in empty for digit in digits_of(board.masks[c] & ~left[c]))


# ---- words


def _title(w: Words) -> str:
    """Return the kind of the rule: "thermometer"."""
    rule = w.puzzle.constraints[w.step.facts.constraints[0]]
    return rule.NOUN or rule.NAME


def _what(w: Words) -> str:
    (number,) = w.step.facts.constraints
    name = w.constraint(number)
    if w.puzzle.constraints[number].cells_on(w.geometry):
        return name
    return f"{name}, at {w.cells(w.with_role('pattern'))}"


def _reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    cells = w.with_role("pattern")
    rules = rules_in(w.puzzle)
    rule = next(
        rule
        for rule in (*rules.each, *rules.everywhere)
        if rule.number == number and {*cells} <= {*rule.cells}
    )
    gone = w.step.eliminations
    if bare := _bare_partners(w.board, rule, gone):
        yield from (_partner(w, number, *pair, digits) for pair, digits in bare.items())
    elif refuted_by_cases(w.board, rule, gone) == gone:
        yield from proofs_by_cases(w)
    else:
        yield _elimination(w, number)


def _bare_partners(
    board: Board, rule: RulePart, gone: tuple[Pair, ...]
) -> dict[tuple[int, int], list[int]]:
    """Return the digits of *gone* by their cell and a partner that they leave no digit.

    The result is empty if some of the digits have no such partner.
    """
    sight = board.puzzle.sight
    pairs = [
        (one, other, table)
        for relation in rule.relations
        if isinstance(relation, Pairs)
        for pair in relation.pairs
        for one, other, table in ((*pair, relation.table), (*pair[::-1], relation.reverse))
    ]
    alike: dict[tuple[int, int], list[int]] = {}
    for cell, digit in gone:
        bare = [
            other
            for one, other, table in pairs
            if one == cell
            and not table[digit - 1]
            & ~(1 << (digit - 1) if other in sight[one] else 0)
            & board.masks[other]
        ]
        if not bare:
            return {}
        alike.setdefault((cell, bare[0]), []).append(digit)
    return alike


def _partner(w: Words, number: int, cell: int, other: int, digits: list[int]) -> str:
    """Return the sentence for digits of a cell that leave none to another cell."""
    left = tuple(digit for digit in w.board.candidates(cell) if digit not in digits)
    text = f"with {w.digits(digits, 'or')} at {w.cell(cell)}, no digit is left for {w.cell(other)}"
    known: Only | Placed = Only((other,), w.board.candidates(other))
    if held := w.board.digits[other]:
        known = Placed(other, held)
        text = f"{w.digits(digits, 'or')} at {w.cell(cell)} does not go with the {w.digit(held)} "
        text += f"at {w.cell(other)}"
    return w.said(sentence(text), Allows(number, (cell,), left), known)


def _elimination(w: Words, number: int) -> str:
    """Return the digits that are left: "By elimination, the arrow at r1c1 leaves 1 at r1c2"."""
    gone = {*w.step.eliminations}
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in dict.fromkeys(cell for cell, _ in w.step.eliminations):
        left = tuple(d for d in w.board.candidates(cell) if (cell, d) not in gone)
        alike.setdefault(left, []).append(cell)
    parts = [
        w.said(
            f"{w.digits(digits, 'or') if digits else 'no digit'} at {w.cells(same)}",
            Allows(number, tuple(same), digits),
        )
        for digits, same in alike.items()
    ]
    return f"By elimination, {w.constraint(number)} leaves {clauses(parts)}."


TECHNIQUES = (
    Technique(
        name="rule-elimination",
        aliases=("rule", "constraint", "constraint candidates"),
        summary="a rule leaves fewer digits to its cells",
        find=_find,
        slips=REPEAT_SLIPS,
        weight=6.5,  # after everything that gives a reason, apart from chains
        cost=3,
        what=_what,
        reason=_reason,
        look_for="a rule of the puzzle that leaves few digits to a cell: the bulb and the tip of a "
        "thermometer, the circle of an arrow, a dot next to a filled cell.",
        why="if no way to satisfy the rule has a digit in a cell, the digit is false, whatever the "
        "rest of the puzzle requires.",
        when="After all techniques that have a reason of their own, because it means to search "
        "through a complete rule.",
        scan=(
            Glance("Take a rule with few empty cells, or with few candidates.", "rules"),
            Glance("Suppose a candidate in one of its cells.", "cells"),
            Glance(
                "Try to fill in the other cells of the rule with their candidates. Take care that "
                "cells that see each other differ.",
                "pattern",
            ),
            Glance("If there is no way at all, remove the candidate.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        title_of=_title,
    ),
)
