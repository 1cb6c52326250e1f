"""Digits that leave the rest of a sum too much or too little, or exclude all sets of digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pandoku.model import Board, Facts, Pair, Step, digits_of
from pandoku.techniques._equal_totals import (
    BoundSource,
    Equation,
    equation_of,
    equations_of,
    part_name,
    rule_names,
    several_cells,
)
from pandoku.techniques._rules import rules_in
from pandoku.techniques._sum_slips import PLACED_DIGIT_SLIPS
from pandoku.techniques._sums import (
    add,
    and_or,
    fallen_words,
    fits_cells,
    knowledge,
    natural_sets,
    share_claims,
    share_words,
)
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import RuleWays

__all__ = ["TECHNIQUES"]

_NAME = "sum-cases"
_MOST_SETS = 4  # maximum number of sets that fall
_MOST_OPTIONS = 4  # maximum number of digits of a cell that are tried
_MOST_BRANCHES = 3  # maximum number of digits with a proof each
_MOST_TOGETHER = 3  # maximum number of candidates in one step


class _Beyond(NamedTuple):
    """A total that has no room: its least value is above its greatest value.

    Attributes:
        least: The bound from below.
        most: The bound from above.
        struck: The candidates that leave the other cells by sight.
    """

    least: BoundSource
    most: BoundSource
    struck: tuple[Pair, ...]


class _Fallen(NamedTuple):
    """Cells that see each other and must make a total, and the sets of digits that make it.

    Attributes:
        cells: The cells.
        total: Their total.
        sets: All sets of different digits with this total. They do not fit.
    """

    cells: tuple[int, ...]
    total: int
    sets: tuple[tuple[int, ...], ...]


class _Partners(NamedTuple):
    """A cell with few digits, and another cell that lacks all their partners.

    Attributes:
        cell: The cell.
        digits: Its digits.
        other: The other cell.
        partners: The digit that the other cell would need, for each of the digits.
    """

    cell: int
    digits: tuple[int, ...]
    other: int
    partners: tuple[int, ...]


class _Options(NamedTuple):
    """A cell with few digits, and a proof against each digit.

    Attributes:
        cell: The cell.
        each: The digits with their proofs.
    """

    cell: int
    each: tuple[tuple[int, _Beyond | _Fallen | _Partners], ...]


_Simple: TypeAlias = _Beyond | _Fallen | _Partners
_Proof: TypeAlias = _Simple | _Options


def _find(board: Board, limit: int) -> Iterator[Step]:
    for equation in equations_of(board.puzzle):
        proofs = _proofs(equation, board)
        gone = tuple(sorted(proofs)[:_MOST_TOGETHER])
        if gone:
            marked = tuple((cell, "pattern") for cell in equation.cells)
            facts = Facts(cells=marked, constraints=equation.numbers)
            yield Step(_NAME, eliminations=gone, facts=facts)


def _proofs(equation: Equation, board: Board) -> dict[Pair, _Proof]:
    """Return the candidates that an equation excludes with a short proof."""
    masks = board.masks
    key = ("cases", *(masks[cell] for cell in equation.cells))
    if (stored := equation.recall(key)) is None:
        rules, stored = rules_in(board.puzzle), dict[Pair, _Proof]()
        for rule in rules.each:
            if rule.number in equation.numbers and {*rule.cells} <= {*equation.cells}:
                for pair in rules.gone(board, (rule,)):
                    if pair not in stored and (proof := _proof(equation, masks, pair)):
                        stored[pair] = proof
        equation.known[key] = stored
    return stored  # type: ignore[return-value]


def _proof(equation: Equation, masks: Sequence[int], pair: Pair) -> _Proof | None:
    """Return a short proof against a candidate, or None."""
    left, struck = _placed(equation, masks, pair)
    if not all(left[each] for each in equation.cells):
        return None
    if proof := _simple_proof(equation, left, struck):
        return proof
    for cell in sorted(equation.cells, key=lambda each: left[each].bit_count()):
        if not 1 < left[cell].bit_count() <= _MOST_BRANCHES:
            continue
        options = list[tuple[int, _Simple]]()
        for digit in digits_of(left[cell]):
            after, lost = _placed(equation, left, (cell, digit))
            if all(after[each] for each in equation.cells) and (
                proof := _simple_proof(equation, after, lost)
            ):
                options.append((digit, proof))
        if len(options) == left[cell].bit_count():
            return _Options(cell, tuple(options))
    return None


def _simple_proof(
    equation: Equation, masks: Sequence[int], struck: tuple[Pair, ...]
) -> _Simple | None:
    return (
        _beyond(equation, masks, struck) or _fallen(equation, masks) or _partners(equation, masks)
    )


def _placed(
    equation: Equation, masks: Sequence[int], pair: Pair
) -> tuple[list[int], tuple[Pair, ...]]:
    """Return the masks after placing a digit, and the candidates that leave the sum by sight."""
    left, struck, placed = [*masks], list[Pair](), [pair]
    left[pair[0]] = 1 << (pair[1] - 1)
    for cell, digit in placed:  # the loop appends to this list
        bit = 1 << (digit - 1)
        for other in equation.cells:
            if other != cell and other in equation.sight[cell] and left[other] & bit:
                left[other] &= ~bit
                struck.append((other, digit))
                if left[other].bit_count() == 1:
                    placed.append((other, left[other].bit_length()))
    return left, tuple(struck)


def _beyond(equation: Equation, masks: Sequence[int], struck: tuple[Pair, ...]) -> _Beyond | None:
    least, most = (_end(equation, masks, most=most) for most in (False, True))
    if least is None or most is None or least.value <= most.value:
        return None
    return _Beyond(least, most, struck)


def _end(equation: Equation, masks: Sequence[int], *, most: bool) -> BoundSource | None:
    """Return a bound of the total as the cells alone prove it, or the total of the clue."""
    source = equation.bound(masks, most=most)
    if equation.total is None or source is None:
        return source
    shares = equation.shares(0, masks, most=most)
    if shares is None:
        return None
    total = sum(share.total for share in shares)
    if (total < equation.total) if most else (total > equation.total):
        return BoundSource(total, (0,), shares)
    return source


def _fallen(equation: Equation, masks: Sequence[int]) -> _Fallen | None:
    """Return the proof that the only open cells of a sum have no set of digits."""
    found = _open_terms(equation, masks)
    if found is None:
        return None
    terms, total = found
    cells = tuple(cell for cell, factor in terms if factor == 1)
    if len(cells) < 2 or len(cells) < len(terms):
        return None
    if not all(b in equation.sight[a] for at, a in enumerate(cells) for b in cells[:at]):
        return None
    order = round(len(equation.sight) ** 0.5)
    sets = natural_sets(range(1, order + 1), len(cells), total)
    if not sets or len(sets) > _MOST_SETS:
        return None
    own = [masks[cell] for cell in cells]
    return None if any(fits_cells(each, own) for each in sets) else _Fallen(cells, total, (*sets,))


def _partners(equation: Equation, masks: Sequence[int]) -> _Partners | None:
    """Return the proof that two open cells have no partners."""
    found = _open_terms(equation, masks)
    if found is None or len(found[0]) != 2:
        return None
    terms, total = found
    order, proofs = round(len(equation.sight) ** 0.5), list[_Partners]()
    for (cell, factor), (other, other_factor) in (terms, terms[::-1]):
        digits, partners = list[int](), list[int]()
        for digit in digits_of(masks[cell]):
            partner, rest = divmod(total - factor * digit, other_factor)
            if rest or not 1 <= partner <= order:
                continue
            is_twin = partner == digit and other in equation.sight[cell]
            if masks[other] >> (partner - 1) & 1 and not is_twin:
                return None
            digits.append(digit)
            partners.append(partner)
        if 0 < len(digits) <= _MOST_OPTIONS:
            proofs.append(_Partners(cell, tuple(digits), other, tuple(partners)))
    return min(proofs, key=lambda proof: len(proof.digits), default=None)


def _open_terms(
    equation: Equation, masks: Sequence[int]
) -> tuple[list[tuple[int, int]], int] | None:
    """Return the open cells of an equation with their factors, and their total.

    The cells of a second part have negative factors. The result is None if there are more parts.
    """
    if len(equation.parts) > 2:
        return None
    total, terms = equation.total or 0, list[tuple[int, int]]()
    for sign, part in zip((1, -1), equation.parts, strict=False):
        for cell in part:
            factor = sign * equation.factors.get(cell, 1)
            if masks[cell].bit_count() > 1:
                terms.append((cell, factor))
            else:
                total -= factor * masks[cell].bit_length()
    if terms and all(factor < 0 for _, factor in terms):
        return [(cell, -factor) for cell, factor in terms], -total
    return terms, total


# ---- words


def _reason(w: Words) -> Iterator[str]:
    equation, numbers = equation_of(w), w.step.facts.constraints
    proofs = _proofs(equation, w.board)
    for pair in w.step.eliminations:
        cell, digit = pair
        proof = proofs[pair]
        start = f"with {w.digit(digit)} at {w.cell(cell)}, "
        claim = RuleWays(numbers, (cell,), (), (), (pair,))
        known = [*knowledge(w, equation.cells), claim]
        if isinstance(proof, _Options):
            digits = w.digits((each for each, _ in proof.each), "or")
            start += f"{w.cell(proof.cell)} is {digits}"
            cases = (
                f"with {w.digit(there)} there, "
                + _words(w, equation, (proof.cell, there), inner, pair)
                for there, inner in proof.each
            )
            yield w.said(sentence(start), *knowledge(w, (cell, proof.cell)))
            yield w.said(sentence("; ".join(cases)), *known)
        else:
            yield w.said(sentence(start + _words(w, equation, pair, proof)), *known)


def _words(
    w: Words, equation: Equation, pair: Pair, proof: _Simple, before: Pair | None = None
) -> str:
    """Return the proof that a digit in a cell is false, given a digit that was supposed before."""
    match proof:
        case _Beyond():
            return _beyond_words(w, equation, pair, proof)
        case _Fallen():
            return _fallen_words(w, [pair, before] if before else [pair], proof)
        case _Partners():
            one, digits = w.cell(proof.cell), w.digits(proof.digits, "or")
            other, partners = w.cell(proof.other), and_or(sorted(proof.partners))
            return f"{one} is {digits}, but {other} cannot be {partners}"


def _beyond_words(w: Words, equation: Equation, pair: Pair, proof: _Beyond) -> str:
    parts = list[str]()
    for source, end in ((proof.least, "least"), (proof.most, "most")):
        if not source.parts:
            continue
        cells = [cell for part in source.parts for cell in equation.parts[part]]
        if len(source.parts) == 1:
            name = part_name(w, equation, source.parts[0])
        else:
            name = several_cells(w, cells)
        verb = "is" if len(cells) == 1 else "makes" if name.startswith("the ") else "make"
        share = f", {source.value} each" if len(source.parts) > 1 else ""
        text = f"{name} {verb} at {end} {share_words(w, source.shares)}{share}"
        parts.append(w.said(text, *share_claims(w, source.shares)))
    struck = _struck_words(w, equation, pair, proof.struck)
    return f"{struck}, so {', but '.join(parts)}" if struck else ", but ".join(parts)


def _struck_words(w: Words, equation: Equation, pair: Pair, struck: Sequence[Pair]) -> str:
    """Return the losses of the cells of a sum by sight: "r8c7 is 3, and r8c8 is not 2"."""
    teams = [{*team.cells} for teams in equation.teams for team in teams]
    lost: dict[int, list[int]] = {}
    for cell, digit in struck:
        lost.setdefault(cell, []).append(digit)
    alike: dict[str, list[int]] = {}
    for cell, digits in lost.items():
        left = [digit for digit in w.board.candidates(cell) if digit not in digits]
        if len(left) == 1:
            alike.setdefault(w.digit(left[0]), []).append(cell)
        elif digits != [pair[1]] or not any({pair[0], cell} <= team for team in teams):
            alike.setdefault(f"not {w.digits(sorted(digits), 'or')}", []).append(cell)
    parts = [
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} {what}"
        for what, cells in alike.items()
    ]
    return clauses(parts) if parts else ""


def _fallen_words(w: Words, supposed: Sequence[Pair], proof: _Fallen) -> str:
    parts, others = list[str](), list(proof.sets)
    for cell, digit in supposed:
        if all(w.sees(cell, each) for each in proof.cells):
            repeats = [each for each in others if digit in each]
            others = [each for each in others if digit not in each]
            if repeats:
                verb = "has" if len(repeats) == 1 else "have"
                parts.append(f"{joined(map(add, repeats))} {verb} a second {w.digit(digit)}")
    parts += fallen_words(w, others, proof.cells)
    return f"{w.cells(proof.cells)} make {proof.total}: {clauses(parts)}"


TECHNIQUES = (
    Technique(
        name=_NAME,
        aliases=("little killer cases", "arrow cases"),
        summary="a digit in one cell leaves the other cells of a sum too much or too little",
        find=_find,
        slips=PLACED_DIGIT_SLIPS,
        weight=2.6,
        what=rule_names,
        reason=_reason,
        look_for="a sum of few cells: try a digit in one cell, and list the sets of digits for the "
        "rest.",
        why="each set of digits for the rest fails, so the digit is false.",
        when="When bounds and combinations make no progress, but a sum has only three or four "
        "empty cells.",
        scan=(
            Glance("Take a sum with few empty cells and small sets of candidates.", "rules"),
            Glance(
                "Suppose a digit in one of its cells, first the greatest or the least. The other "
                "cells make the rest.",
                "cells",
            ),
            Glance(
                "List the digits that the next cell can have. For each, check whether the last "
                "cells can make what is left.",
                "pattern",
            ),
            Glance("If every case fails, remove the digit.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
)
