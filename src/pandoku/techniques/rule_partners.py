"""Eliminations by two cells of a rule: with a digit in one, the rule leaves none to the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from pandoku.kernel.scopes import Limits
from pandoku.model import Board, Facts, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._rules import RulePart, rules_in
from pandoku.techniques._sight import losing, since
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import PARTNER_SLIPS
from pandoku.words import Words, sentence
from pandoku.words.claims import Sees

__all__ = ["TECHNIQUES"]

_ALONE = Limits(300, 3_000)  # bounds of the question about one digit
_MOST_CELLS = 16  # longer lines are left to other techniques
_MOST_NEEDED = 4  # maximum number of digits that the other cell would need
_MOST_SMALL = 3  # maximum number of candidates of the other cell to name
_MOST_GROUPS = 4  # maximum number of sentences in a step

# A cell, a digit, and for each other cell the digits that the rule then leaves to it.
_Known: TypeAlias = dict[tuple[RulePart, int, int], dict[int, int]]


class _Group(NamedTuple):
    """Candidates of a rule without a partner, for the same reason.

    Attributes:
        cells: The cells that lose the digits.
        digits: The digits.
        other: The cell without any of the digits that it would need, or -1 if the rule never has
            one of *digits* in *cells*.
        needed: These digits, as a mask.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    other: int
    needed: int

    @property
    def gone(self) -> list[Pair]:
        """The eliminations."""
        return [(cell, digit) for cell in self.cells for digit in self.digits]


@per_rules
def _known(puzzle: Puzzle) -> _Known:
    """Return the known digits that rules alone leave."""
    return {}


def _alone(puzzle: Puzzle, rule: RulePart, cell: int, digit: int) -> dict[int, int]:
    """Return the digits that a rule leaves to each of its cells if a cell has a digit.

    The candidates of the board are ignored, so that the answer is what a person knows of the rule.
    """
    known, key = _known(puzzle), (rule, cell, digit)
    if key not in known:
        scope = rules_in(puzzle).scope((rule,))
        assert scope is not None
        masks = [puzzle.geometry.all_mask] * puzzle.geometry.n_cells
        masks[cell] = 1 << (digit - 1)
        left = scope.ask(masks, limits=_ALONE).left
        known[key] = dict(zip(scope.cells, left, strict=True))
    return known[key]


def _clash(puzzle: Puzzle, rule: RulePart, cell: int, digit: int) -> tuple[int, int, int] | None:
    """Return two cells that see each other and the digit that both would need, or None.

    Each of the two gets its digit from one part of the rule, such as one pair of a zipper line.
    """
    needed: dict[int, list[int]] = {}
    for relation in rule.relations:
        part = RulePart(rule.number, (relation,), relation.cells)
        if cell not in relation.cells or rules_in(puzzle).scope((part,)) is None:
            continue
        for other, mask in _alone(puzzle, part, cell, digit).items():
            if other == cell or mask.bit_count() != 1:
                continue
            (value,) = digits_of(mask)
            for seen in needed.setdefault(value, []):
                if seen in puzzle.sight[other]:
                    return seen, other, value
            needed[value].append(other)
    return None


def _groups(board: Board, rule: RulePart) -> list[_Group]:
    """Return the candidates of a rule without a partner, the largest groups first."""
    rules, puzzle = rules_in(board.puzzle), board.puzzle
    if len(rule.cells) > _MOST_CELLS or rules.scope((rule,)) is None:
        return []
    by_reason: dict[tuple[int, int], dict[int, list[int]]] = {}
    for cell, digit in rules.gone(board, (rule,)):
        left = _alone(puzzle, rule, cell, digit)
        bare = [
            (mask.bit_count(), not board.digits[other], other, mask)
            for other, mask in left.items()
            if other != cell and not mask & board.masks[other]
        ]
        if not bare:
            continue
        n_needed, _, other, mask = min(bare)
        if n_needed <= _MOST_NEEDED or board.masks[other].bit_count() <= _MOST_SMALL:
            key = (other, mask) if mask else (-1, 0)
            by_reason.setdefault(key, {}).setdefault(cell, []).append(digit)
    found = []
    for (other, mask), lost in by_reason.items():
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in lost.items():
            alike.setdefault(tuple(digits), []).append(cell)
        found += [_Group(tuple(cells), of, other, mask) for of, cells in alike.items()]
    return sorted(found, key=lambda group: -len(group.gone))[:_MOST_GROUPS]


def _find(board: Board, limit: int) -> Iterator[Step]:
    rules, n_cages = rules_in(board.puzzle), len(board.puzzle.cages)
    for rule in rules.each:
        if rule.number >= n_cages and (groups := _groups(board, rule)):
            gone = tuple(sorted(pair for group in groups for pair in group.gone))
            marked = tuple((cell, "pattern") for cell in rule.cells)
            facts = Facts(cells=marked, constraints=(rule.number,))
            yield Step("rule-partners", eliminations=gone, facts=facts)


# ---- words


def _what(w: Words) -> str:
    (number,) = w.step.facts.constraints
    name = w.constraint(number)
    if w.puzzle.constraints[number].cells_on(w.geometry):
        return name
    return f"{name}, at {w.cells(w.with_role('pattern'))}"


def _reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    cells = tuple(w.with_role("pattern"))
    rule = next(r for r in rules_in(w.puzzle).each if r.number == number and r.cells == cells)
    for group in _groups(w.board, rule):
        if group.other < 0:
            yield from _sentences_alone(w, rule, group)
        else:
            yield _sentence(w, number, group)


def _sentences_alone(w: Words, rule: RulePart, group: _Group) -> Iterator[str]:
    """Yield "with 2 at r5c1, the line needs 1 at both r3c1 and r4c1, which see each other"."""
    name, bare = w.constraint(rule.number), []
    for pair in group.gone:
        if (clash := _clash(w.puzzle, rule, *pair)) is None:
            bare.append(pair)
            continue
        *cells, needed = clash
        text = (
            f"with {w.digit(pair[1])} at {w.cell(pair[0])}, {name} needs {w.digit(needed)} "
            f"at both {w.cells(cells)}, which see each other"
        )
        seen = Sees(cells[0], (cells[1],))
        yield w.said(sentence(text), *losing(w, rule.number, [pair]), seen)
    if bare:
        digits = w.digits(sorted({digit for _, digit in bare}), "or")
        places = w.cells(sorted({cell for cell, _ in bare}), "or")
        text = f"whatever its other cells hold, {name} has no {digits} at {places}"
        yield w.said(sentence(text), *losing(w, rule.number, bare))


def _sentence(w: Words, number: int, group: _Group) -> str:
    """Return "with 7 at r3c4 or r5c4, r6c4 would be 8 or 9, but it is neither"."""
    digits, cells = w.digits(group.digits, "or"), w.cells(group.cells, "or")
    claims = losing(w, number, group.gone)
    other = w.cell(group.other)
    own = w.board.digits[group.other]
    held = (own,) if own else w.board.candidates(group.other)
    if len(held) <= _MOST_SMALL:
        name = w.constraint(number)
        text = f"with {w.digits(held, 'or')} at {other}, {name} has no {digits} at {cells}"
    else:
        needed = digits_of(group.needed)
        why = since(w, (group.other,), needed)
        text = f"with {digits} at {cells}, {other} would be {w.digits(needed, 'or')}"
        not_so = {1: "is not", 2: "is neither"}.get(len(needed), "is none of these")
        text = f"{text}, but it {not_so}{why}"
    return w.said(sentence(text), *claims, *knowledge(w, (group.other,)))


TECHNIQUES = (
    Technique(
        name="rule-partners",
        aliases=("partners of a rule",),
        summary="a digit in one cell of a rule leaves no digit for another cell",
        find=_find,
        slips=PARTNER_SLIPS,
        weight=2.6,
        what=_what,
        reason=_reason,
        look_for="two cells of a line that decide each other: its ends, neighbors, or cells of the "
        "same class. See if each digit of one has a partner in the other.",
        why="with the digit, the rule needs a digit in the other cell that is not a candidate "
        "there.",
        when="When a line has few candidates in two cells that decide each other.",
        scan=(
            Glance(
                "Take a line or a clue, and two of its cells that decide each other: neighbors, "
                "both ends, or the cells of a pair.",
                "rules",
            ),
            Glance(
                "Go through the digits of the first cell. For each, list the digits that the rule "
                "allows in the second cell.",
                "cells",
            ),
            Glance("Compare this list with the candidates of the second cell.", "pattern"),
            Glance(
                "Remove each digit that has no partner there. Then do the same in the other "
                "direction.",
                "step",
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
)
