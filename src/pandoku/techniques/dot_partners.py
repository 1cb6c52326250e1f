"""Partners across dots and marks, followed from cell to cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pandoku.constraints import XV, Difference, Ratio
from pandoku.model import Board, Pairs, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._dots import (
    DOTS,
    FEW_CANDIDATES,
    Dot,
    DotMark,
    a_or_an,
    dot_kind,
    dot_step,
    dots_of,
    mark_of,
    partners_of,
    some_dots,
    ways_across,
)
from pandoku.techniques._kept import KeptSteps
from pandoku.techniques._mark_slips import DOT_SLIPS
from pandoku.techniques._sight import can_be, since
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import pairs_in
from pandoku.words import Words, as_clause, clauses, joined, sentence
from pandoku.words.claims import Allows, Only, Placed, RuleWays

__all__ = ["TECHNIQUES"]

_MOST_LOSING = 6  # maximum number of losing cells in a walk with later rounds


# ---- digits that no mark of a kind allows


def _banned(table: Sequence[int]) -> int:
    """Return the digits without a partner. Neighbors see each other, so no digit is its own."""
    return sum(1 << at for at, fitting in enumerate(table) if not fitting & ~(1 << at))


def _is_about_digits(w: Words) -> bool:
    """Return whether a step removes digits because they have no partner at all."""
    banned = digits_of(_banned(_table(w, w.step.facts.constraints[0])))
    return all(digit in banned for _, digit in w.step.eliminations)


def _table(w: Words, number: int) -> tuple[int, ...]:
    (relation,) = w.puzzle.constraints[number].relations(w.puzzle)
    assert isinstance(relation, Pairs)
    return relation.table


def _digits_reason(w: Words) -> Iterator[str]:
    numbers = w.step.facts.constraints
    good = digits_of(w.geometry.all_mask & ~_banned(_table(w, numbers[0])))
    digits = sorted({digit for _, digit in w.step.eliminations})
    claims = [
        Allows(number, tuple(sorted(w.puzzle.constraints[number].cells_on(w.geometry))), good)
        for number in numbers
    ]
    yield w.said(sentence("; ".join(_no_partner(w, mark_of(w, numbers[0]), digits))), *claims)


def _no_partner(w: Words, mark: DotMark, digits: Sequence[int]) -> Iterator[str]:
    """Yield the reasons why digits have no partner across a mark."""
    n, value = w.puzzle.order, mark.value
    has = "has" if len(digits) == 1 else "have"
    if isinstance(mark, Difference):
        yield f"no digit from 1 to {n} differs from {w.digits(digits, 'or')} by {value}"
    elif isinstance(mark, Ratio):
        times = {2: ("half", "double"), 3: ("third", "triple")}.get(value)
        one, many = times or (f"digit that is 1/{value} of it", f"digit {value} times as large")
        yield f"{w.digits(digits)} {has} no {one} and no {many} among 1 to {n}"
    else:
        for these, why in (
            ([d for d in digits if d >= value], "too large"),
            ([d for d in digits if d < value - n], "too small"),
        ):
            if these:
                is_are = "is" if len(these) == 1 else "are"
                yield f"{w.digits(these)} {is_are} {why} for a sum of {value}"
        if 2 * (half := value // 2) == value and half in digits:
            twice = w.digit(half)
            yield f"{value} as {twice} + {twice} would repeat the {twice} in a row or column"


# ---- partners


class _Loss(NamedTuple):
    """Digits that a cell loses, because they have no partner across a mark.

    Attributes:
        dot: The mark.
        cell: The cell without the partners.
        known: The candidates of *cell*, as a mask.
        other: The cell that loses digits.
        lost, left: The digits that *other* loses and keeps, as masks.
    """

    dot: Dot
    cell: int
    known: int
    other: int
    lost: int
    left: int

    @property
    def is_from_few(self) -> bool:
        """True if the cell without the partners has only a few candidates."""
        return self.known.bit_count() <= FEW_CANDIDATES


@per_rules
def _clusters_of(puzzle: Puzzle) -> tuple[tuple[Dot, ...], ...]:
    """Return the marks in groups. Each mark of a group shares a cell with another one."""
    clusters: list[list[Dot]] = []
    for dot in (dot for group in dots_of(puzzle) for dot in group):
        touching = [c for c in clusters if any({*dot[1:3]} & {*each[1:3]} for each in c)]
        clusters = [c for c in clusters if c not in touching]
        clusters.append([dot, *(each for c in touching for each in c)])
    return tuple(tuple(sorted(each)) for each in clusters)


@per_rules
def _kept_partners(puzzle: Puzzle) -> tuple[list[KeptSteps], list[KeptSteps]]:
    """Return the finders of steps about all marks of a kind, and about marks that touch."""
    kinds, clusters = dots_of(puzzle), _clusters_of(puzzle)
    return (
        [KeptSteps(_cells_on(dots), partial(_of_kind, dots)) for dots in kinds],
        [KeptSteps(_cells_on(dots), partial(_of_cluster, dots)) for dots in clusters],
    )


def _cells_on(dots: Iterable[Dot]) -> tuple[int, ...]:
    return tuple(sorted({cell for dot in dots for cell in dot[1:3]}))


def _find_partners(board: Board, limit: int) -> Iterator[Step]:
    """Yield steps about all marks of a kind. Without such steps, follow the marks that touch."""
    kinds, clusters = _kept_partners(board.puzzle)
    found = [step for kept in kinds for step in kept.steps(board)]
    yield from found or (step for kept in clusters for step in kept.steps(board))


def _of_kind(dots: Sequence[Dot], board: Board) -> Iterator[Step]:
    """Yield the step of digits that no mark of a kind allows, or of many missing partners."""
    banned = _banned(dots[0].table)
    if banned and (gone := pairs_in(board, _cells_on(dots), banned)):
        losing = {cell for cell, _ in gone}
        numbers = [dot.number for dot in dots if not losing.isdisjoint(dot[1:3])]
        yield dot_step("dot-partners", gone, sorted(losing), numbers)
    elif len(many := _many_losses(board, dots)) > FEW_CANDIDATES:
        yield _losing_step(board, many)


def _losing_step(board: Board, losses: Sequence[_Loss]) -> Step:
    gone = [pair for loss in losses for pair in pairs_in(board, (loss.other,), loss.lost)]
    cells = [*(loss.cell for loss in losses), *(cell for cell, _ in gone)]
    return dot_step("dot-partners", gone, cells, [loss.dot.number for loss in losses])


def _many_losses(board: Board, dots: Iterable[Dot]) -> list[_Loss]:
    """Return the losses across from cells with more than a few candidates."""
    return [loss for loss in _losses(board, dots, board.masks) if not loss.is_from_few]


def _losses(board: Board, dots: Iterable[Dot], masks: Sequence[int]) -> Iterator[_Loss]:
    for dot, cell, other in ways_across(dots):
        reach = partners_of(dot.table, digits_of(masks[cell]))
        if not board.digits[other] and (lost := masks[other] & ~reach):
            yield _Loss(dot, cell, masks[cell], other, lost, masks[other] & reach)


def _of_cluster(dots: Sequence[Dot], board: Board) -> Iterator[Step]:
    if walk := _walk(dots, board):
        yield _losing_step(board, [loss for losses in walk for loss in losses])


def _walk(dots: Sequence[Dot], board: Board) -> list[list[_Loss]]:
    """Follow marks from cell to cell, and return the losses of each round.

    A round starts from the cells that the round before has changed.
    """
    masks, rounds, n_losing = list(board.masks), list[list[_Loss]](), 0
    while found := [*_losses(board, dots, masks)]:
        n_losing += len({loss.other for loss in found})
        if rounds and n_losing > _MOST_LOSING:
            break
        rounds.append([])
        for loss in sorted(found, key=lambda each: each.known.bit_count()):
            if masks[loss.other] & loss.lost:
                masks[loss.other] &= ~loss.lost
                rounds[-1].append(loss)
        if 0 in masks:
            break
    return rounds


def _walk_of(w: Words) -> list[list[_Loss]]:
    number = w.step.facts.constraints[0]
    for dots in _clusters_of(w.puzzle):
        if any(dot.number == number for dot in dots):
            return _walk(dots, w.board)
    return []


def _losses_of_kind(w: Words) -> list[_Loss]:
    """Return the losses of a step about many marks of a kind, or []."""
    number = w.step.facts.constraints[0]
    (dots,) = (d for d in dots_of(w.puzzle) if any(dot.number == number for dot in d))
    many = _many_losses(w.board, dots)
    if (
        len(many) <= FEW_CANDIDATES
        or _losing_step(w.board, many).eliminations != w.step.eliminations
    ):
        return []
    return many


def _partners_what(w: Words) -> str:
    numbers = w.step.facts.constraints
    if _is_about_digits(w):
        digits = sorted({digit for _, digit in w.step.eliminations})
        return f"no {w.digits(digits, 'or')} on {some_dots(w, numbers)}"
    if _losses_of_kind(w):
        dots = some_dots(w, numbers)
        return dots if w.is_brief else f"partners on {dots}"
    first = w.cells(sorted({loss.cell for loss in _walk_of(w)[0]}))
    if len(numbers) == 1:
        return f"{some_dots(w, numbers)} beside {first}"
    marks = "marks" if any(isinstance(mark_of(w, number), XV) for number in numbers) else "dots"
    return f"along the {marks} from {first}"


def _partners_reason(w: Words) -> Iterator[str]:
    if _is_about_digits(w):
        yield from _digits_reason(w)
    elif many := _losses_of_kind(w):
        yield from _missing_partners(w, many)
    else:
        yield from _walk_reason(w, _walk_of(w))


_MOST_LINKS = 3  # maximum number of conclusions in a sentence


class _Because(NamedTuple):
    """Digits of a cell that exclude digits of other cells, in a round of a walk.

    Attributes:
        cell: The cell.
        known: Its candidates at this point, as a mask.
        wanted: The missing partners, as a mask, or 0 if *cell* has only a few candidates.
        losses: The losses of the other cells.
        numbers: The marks that have changed *cell* before.
        earlier: The marks that have changed the other cells before.
    """

    cell: int
    known: int
    wanted: int
    losses: list[_Loss]
    numbers: frozenset[int]
    earlier: set[int]

    @property
    def changed(self) -> set[int]:
        """The cells that lose digits."""
        return {loss.other for loss in self.losses}


def _reasons_in(rounds: Sequence[Sequence[_Loss]]) -> list[list[_Because]]:
    """Return the losses of each round together, if they have the same reason."""
    found: list[list[_Because]] = []
    numbers: dict[int, frozenset[int]] = {}
    for losses in rounds:
        alike: dict[tuple[int, int], _Because] = {}
        for loss in losses:
            lost = digits_of(loss.lost)
            wanted = 0 if loss.is_from_few else partners_of(loss.dot.table, lost)
            before = numbers.get(loss.cell, frozenset())
            group = _Because(loss.cell, loss.known, wanted, [], before, set())
            group = alike.setdefault((loss.cell, wanted), group)
            group.losses.append(loss)
            group.earlier.update(numbers.get(loss.other, ()))
        found.append([*alike.values()])
        for each in found[-1]:
            for loss in each.losses:
                used = {*each.numbers, loss.dot.number}
                numbers[loss.other] = numbers.get(loss.other, frozenset()) | used
    return found


def _walk_reason(w: Words, rounds: Sequence[Sequence[_Loss]]) -> Iterator[str]:
    """Yield "r1c1 is 3, so r1c2 is 6, so r1c3 can only be 5 or 7" for each start of a walk."""
    told = _reasons_in(rounds)
    for at, reasons in enumerate(told):
        while reasons:
            last = reasons.pop(0)
            links = [f"{'then ' if at else ''}{_state(w, last)}, so {_left_of(w, last)}"]
            for later in told[at + 1 :]:
                after = [each for each in later if each.cell in last.changed]
                # The reason of another mark for the next cell may follow only later.
                if len(after) != 1 or after[0].earlier or not _is_told(last, after[0]):
                    break
                (last,) = after
                later.remove(last)
                links.append(f"so {_left_of(w, last)}")
            for start in range(0, len(links), _MOST_LINKS):
                yield sentence(", ".join(links[start : start + _MOST_LINKS]))


def _is_told(before: _Because, after: _Because) -> bool:
    """Return whether the last conclusion is all that the next one needs."""
    if len(before.losses) > 1:
        return False
    loss = before.losses[0]
    if after.wanted:
        return not _names_left(loss) and not after.wanted & ~loss.lost
    return _names_left(loss) and loss.left == after.known


def _state(w: Words, because: _Because) -> str:
    """Return "r1c1 is 3", "r1c1 can only be 3 or 6" or "r1c1 is neither 2 nor 8"."""
    cell, known = because.cell, digits_of(because.known)
    if held := w.board.digits[cell]:
        return w.said(f"{w.cell(cell)} is {w.digit(held)}", Placed(cell, held))
    if wanted := digits_of(because.wanted):
        is_long = len(wanted) > 1 and not w.is_brief
        nor = f"neither {w.digits(wanted, 'nor')}" if is_long else f"not {w.digits(wanted)}"
        text = f"{w.cell(cell)} is {nor}{since(w, (cell,), wanted)}"
    elif because.numbers:
        text = f"{w.cell(cell)} {_only(w, known)}"
    else:
        return can_be(w, (cell,), known)
    ways = tuple((digit,) for digit in known)
    numbers = tuple(sorted(because.numbers))
    return w.said(text, RuleWays(numbers, (cell,), ways) if numbers else Only((cell,), known))


def _only(w: Words, digits: Sequence[int]) -> str:
    return f"is {w.digits(digits)}" if len(digits) == 1 else f"can only be {w.digits(digits, 'or')}"


def _names_left(loss: _Loss) -> bool:
    """Return whether the digits that a cell keeps are named, and not those that it loses."""
    return loss.left.bit_count() <= max(FEW_CANDIDATES, loss.lost.bit_count())


def _left_of(w: Words, because: _Because) -> str:
    """Return "r1c2 and r2c1 can only be 3 or 5, and r1c4 is not 2"."""
    alike: dict[tuple[int, int], list[_Loss]] = {}
    for loss in because.losses:
        key = (loss.left, 0) if _names_left(loss) else (0, loss.lost)
        alike.setdefault(key, []).append(loss)
    parts = []
    for (left, lost), losses in alike.items():
        cells = w.cells(loss.other for loss in losses)
        are = "is" if len(losses) == 1 else "are"
        if lost:
            text = f"{cells} {are} not {w.digits(digits_of(lost), 'or')}"
        elif not left:
            text = f"no digit is left for {cells}"
        elif len(losses) > 1 and left.bit_count() == 1:
            text = f"{cells} are {w.digits(digits_of(left))}"
        else:
            text = f"{cells} {_only(w, digits_of(left))}"
        parts.append(w.said(text, *(_claim_of(because, loss) for loss in losses)))
    return clauses(parts)


def _claim_of(because: _Because, loss: _Loss) -> Allows | RuleWays:
    left = digits_of(loss.left)
    before = {*because.numbers, *because.earlier}
    if not before:
        return Allows(loss.dot.number, (loss.other,), left)
    numbers = tuple(sorted({*before, loss.dot.number}))
    return RuleWays(numbers, (loss.other,), tuple((digit,) for digit in left))


def _partners_thoughts(w: Words) -> Iterator[str]:
    told = [*_partners_reason(w)]
    yield as_clause(told[0]) if len(told) == 1 else _partners_what(w)


def _missing_partners(w: Words, many: Sequence[_Loss]) -> Iterator[str]:
    """Yield "Across a white dot, 1 needs a 2: not at r1c1, r1c7 or r3c2" for each digit."""
    kind = dot_kind(mark_of(w, many[0].dot.number))
    by_digit: dict[int, list[_Loss]] = {}
    for each in many:
        for digit in digits_of(each.lost):
            by_digit.setdefault(digit, []).append(each)
    for digit, found in sorted(by_digit.items()):
        wanted = digits_of(partners_of(found[0].dot.table, (digit,)))
        claims = [Allows(each.dot.number, (each.other,), digits_of(each.left)) for each in found]
        lacking = dict.fromkeys(each.cell for each in found)
        known = [Only((cell,), w.board.candidates(cell)) for cell in lacking]
        cells = w.cells(dict.fromkeys(each.other for each in found))
        has = "has" if len({each.other for each in found}) == 1 else "have"
        yield w.said(
            f"{a_or_an(w.digit(digit)).capitalize()} needs "
            f"{joined((a_or_an(w.digit(d)) for d in wanted), 'or')} across the {kind}: "
            f"{cells} {has} none.",
            *known,
            *claims,
        )


TECHNIQUES = (
    Technique(
        name="dot-partners",
        title="partners on dots",
        aliases=("kropki pairs", "kropki digits", "xv pairs"),
        summary="a digit beside a dot or mark needs a partner on the other side",
        find=_find_partners,
        slips=DOT_SLIPS,
        weight=2.0,
        what=_partners_what,
        reason=_partners_reason,
        thoughts=_partners_thoughts,
        look_for="black dots, which never have 5, 7 or 9 of nine digits, and a dot, an X or a V "
        "beside a placed digit or a cell with few candidates.",
        why="a digit beside a mark needs a partner on the other side. If no candidate there is its "
        "partner, the digit is false.",
        when="At the start for black dots, Xs and Vs, and again beside each new digit.",
        scan=(
            Glance(
                "Look at the black dots first: their pairs are 1 2, 2 4, 3 6 and 4 8, so 5, 7 and "
                "9 are out. A V has 1 4 or 2 3, and an X has no 5.",
                "rules",
            ),
            Glance(
                "Then take a dot or mark beside a digit, or beside a cell with few candidates.",
                "cells",
            ),
            Glance(
                "Name the partners of each candidate: double and half on a black dot, one more "
                "and one less on a white dot, the rest to 10 on an X or to 5 on a V.",
                "pattern",
            ),
            Glance(
                "On the other side, remove all digits that are not among these partners.", "step"
            ),
        ),
        fills=True,
        rules=DOTS,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
