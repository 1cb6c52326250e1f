"""Cages of different digits with a rule about their set: rellik cages and equality cages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pandoku.constraints import EqualityCage, RellikCage
from pandoku.model import Board, Facts, Pair, Step, digits_of
from pandoku.techniques._mark_slips import EQUALITY_SLIPS, RELLIK_SLIPS
from pandoku.techniques._sums import add, knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import pairs_in, seen_by_all, spots_lines, union_of
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Claim

__all__ = ["TECHNIQUES"]

_MOST_NAMED = 2  # up to this number of cages are named one by one
_MOST_ADDED = 3  # maximum number of digits in a forbidden sum that a step names


def _mask(digits: Iterable[int]) -> int:
    return sum(1 << (digit - 1) for digit in digits)


def _step_in_all(name: str, gone: dict[int, tuple[Pair, ...]]) -> Iterator[Step]:
    """Yield one step for a digit that no cage of a kind has, if there are such candidates."""
    found = {number: pairs for number, pairs in gone.items() if pairs}
    if found:
        eliminations = tuple(sorted({pair for pairs in found.values() for pair in pairs}))
        cells = tuple((cell, "pattern") for cell in dict.fromkeys(cell for cell, _ in eliminations))
        facts = Facts(cells=cells, constraints=tuple(found))
        yield Step(name, eliminations=eliminations, facts=facts)


def _step(
    name: str, number: int, cells: Sequence[int], gone: Iterable[Pair], proves: Iterable[Pair] = ()
) -> Step:
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        candidates=tuple((*pair, "proves") for pair in proves),
        constraints=(number,),
    )
    return Step(name, eliminations=tuple(sorted({*gone})), facts=facts)


def _allowed(w: Words, number: int) -> Iterator[Claim]:
    """Yield the claims that a cage allows what the step leaves to its cells."""
    gone, cells = {*w.step.eliminations}, w.puzzle.constraints[number].cells_on(w.geometry)
    for cell in dict.fromkeys(cell for cell, _ in w.step.eliminations):
        if cell in cells:
            left = (digit for digit in w.board.candidates(cell) if (cell, digit) not in gone)
            yield Allows(number, (cell,), tuple(left))


# ---- rellik cages


class _Rellik(NamedTuple):
    """The digits of a rellik cage.

    Attributes:
        number: Position of the cage in `Puzzle.constraints`.
        cells: The cells.
        value: The forbidden sum.
        placed: The placed digits.
        pairs: Pairs of candidates with the forbidden sum. The cage has at most one of each.
        single: The other digits that the cage can have.
    """

    number: int
    cells: tuple[int, ...]
    value: int
    placed: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    single: tuple[int, ...]

    @property
    def needed(self) -> tuple[int, ...]:
        """The digits without which the cage has too few digits."""
        return self.single if len(self.pairs) + len(self.single) == len(self.cells) else ()

    def sums(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the digits that make the forbidden sum with digits of the cage, and these."""
        known = sorted({*self.placed, *self.needed})
        for size in range(1, _MOST_ADDED):
            for some in combinations(known, size):
                yield self.value - sum(some), some


def _relliks(board: Board) -> Iterator[_Rellik]:
    puzzle = board.puzzle
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, RellikCage) and each.is_sound(puzzle.geometry):
            cells = each.cells_on(puzzle.geometry)
            able = digits_of(union_of(board.masks[cell] for cell in cells) & ~_mask((each.value,)))
            pairs = tuple((a, each.value - a) for a in able if a < each.value - a in able)
            paired = {digit for pair in pairs for digit in pair}
            placed = tuple(board.digits[cell] for cell in cells if board.digits[cell])
            single = tuple(digit for digit in able if digit not in paired)
            yield _Rellik(number, cells, each.value, placed, pairs, single)


def _find_rellik(board: Board, limit: int) -> Iterator[Step]:
    cages = [*_relliks(board)]
    own = {each.number: pairs_in(board, each.cells, _mask((each.value,))) for each in cages}
    yield from _step_in_all("rellik-cage", own)
    for cage in cages:
        if own[cage.number]:
            continue
        summing = _mask({d for d, some in cage.sums() if d > 0 and d not in some})
        if found := pairs_in(board, cage.cells, summing):
            yield _step("rellik-cage", cage.number, cage.cells, found)
            continue
        gone, proves = set[Pair](), list[Pair]()
        for digit in cage.needed:
            spots = [cell for cell in cage.cells if board.masks[cell] >> (digit - 1) & 1]
            lost = {*seen_by_all(board, board.puzzle.sight, spots, digit)} if spots else set()
            if len(spots) == 1:
                lost |= {*pairs_in(board, spots, ~_mask((digit,)))}
            if lost:
                gone |= lost
                proves += ((spot, digit) for spot in spots)
        if gone:
            yield _step("rellik-cage", cage.number, cage.cells, gone, proves)


def _value(w: Words, number: int) -> int:
    constraint = w.puzzle.constraints[number]
    assert isinstance(constraint, RellikCage)
    return constraint.value


def _reason_rellik(w: Words) -> Iterator[str]:
    numbers = w.step.facts.constraints
    number = numbers[0]
    cage = next(each for each in _relliks(w.board) if each.number == number)
    if {digit for _, digit in w.step.eliminations} <= {_value(w, each) for each in numbers}:
        claims = (claim for each in numbers for claim in _allowed(w, each))
        text = "the number of a rellik cage is not one of its digits"
        if len(numbers) == 1:
            text = f"{w.digit(cage.value)} alone would make {cage.value}"
        yield w.said(sentence(text), *claims)
        return
    if w.step.facts.candidates:
        yield _needed_words(w, cage, w.digits_of("proves"))
        yield from spots_lines(w, cage.cells)
        return
    lost = {digit for _, digit in w.step.eliminations}
    sums = dict[int, tuple[int, ...]]()
    for digit, some in cage.sums():
        if digit in lost and digit not in some:
            sums.setdefault(digit, some)
    used = {digit for some in sums.values() for digit in some}
    if needed := [digit for digit in cage.needed if digit in used and digit not in cage.placed]:
        yield _needed_words(w, cage, needed)
    parts = [
        f"{add(sorted((*some, digit)))} = {cage.value}"
        if some
        else f"{w.digit(digit)} alone is {cage.value}"
        for digit, some in sums.items()
    ]
    held = [cell for cell in cage.cells if w.board.digits[cell] in used]
    start = ""
    if held:
        verb = "is" if len(held) == 1 else "are"
        digits = joined(w.digit(w.board.digits[cell]) for cell in held)
        start = f"{w.cells(held)} {verb} {digits}, and "
    text = f"{start}{joined(parts)}, so no cell is {w.digits(sorted(sums), 'or')}"
    yield w.said(sentence(text), *knowledge(w, held), *_allowed(w, number))


def _needed_words(w: Words, cage: _Rellik, needed: Sequence[int]) -> str:
    """Return the reason why a cage has some digits: it has at most one of each pair."""
    n = w.number(len(cage.cells))
    if cage.pairs:
        each = "each of " if len(cage.pairs) > 1 else ""
        pairs = joined(map(add, cage.pairs))
        text = f"{w.constraint(cage.number)} has at most one digit of {each}{pairs}"
    else:
        text = f"{w.constraint(cage.number)} can only have {w.digits(cage.single)}"
    empty = [cell for cell in cage.cells if not w.board.digits[cell]]
    claims = (
        *knowledge(w, cage.cells),
        Allows(cage.number, tuple(empty[:1]), w.board.candidates(empty[0])),
    )
    return w.said(sentence(f"{text}, so its {n} digits include {w.digits(needed)}"), *claims)


# ---- equality cages


class _Half(NamedTuple):
    """A class of digits that half of the cells of an equality cage hold.

    Attributes:
        name: The name of the class.
        mask: Its digits.
        cells: The cells that are in the class, or the only cells that can be.
        is_sure: Whether these cells are in the class, so that the other cells are not.
    """

    name: str
    mask: int
    cells: tuple[int, ...]
    is_sure: bool


def _classes(order: int) -> dict[str, int]:
    digits = [digit for digit in range(1, order + 1) if 2 * digit != order + 1]
    return {
        "low": _mask(digit for digit in digits if 2 * digit < order + 1),
        "high": _mask(digit for digit in digits if 2 * digit > order + 1),
        "odd": _mask(digit for digit in digits if digit % 2),
        "even": _mask(digit for digit in digits if digit % 2 == 0),
    }


def _middle(order: int) -> int:
    """Return the digit that is neither low nor high, or 0."""
    return (order + 1) // 2 if order % 2 else 0


def _find_equality(board: Board, limit: int) -> Iterator[Step]:
    puzzle, middle = board.puzzle, _middle(board.puzzle.order)
    cages = [
        (number, each.cells_on(puzzle.geometry))
        for number, each in enumerate(puzzle.further, len(puzzle.cages))
        if isinstance(each, EqualityCage) and each.is_sound(puzzle.geometry)
    ]
    neither = _mask((middle,)) if middle else 0
    own = {number: pairs_in(board, cells, neither) for number, cells in cages}
    yield from _step_in_all("equality-cage", own)
    for number, cells in cages:
        if own[number]:
            continue
        for half in _halves(board, cells):
            if gone := _half_gone(board, cells, half):
                yield _step("equality-cage", number, cells, gone)
        for lack in _lacks(board, cells):
            if gone := pairs_in(board, cells, lack[1]):
                yield _step("equality-cage", number, cells, gone)


def _halves(board: Board, cells: Sequence[int]) -> Iterator[_Half]:
    for name, mask in _classes(board.puzzle.order).items():
        sure = tuple(cell for cell in cells if not board.masks[cell] & ~mask)
        able = tuple(cell for cell in cells if board.masks[cell] & mask)
        if len(sure) == len(cells) // 2:
            yield _Half(name, mask, sure, True)
        if len(able) == len(cells) // 2:
            yield _Half(name, mask, able, False)


def _half_gone(board: Board, cells: Sequence[int], half: _Half) -> tuple[Pair, ...]:
    if half.is_sure:
        return pairs_in(board, [cell for cell in cells if cell not in half.cells], half.mask)
    return pairs_in(board, half.cells, ~half.mask)


def _lacks(board: Board, cells: Sequence[int]) -> Iterator[tuple[int, int, str, str]]:
    """Yield classes that no cell can hold, and the opposite classes that are as numerous.

    As half of the digits are low and half are odd, there are as many low odd digits as high even
    digits, and as many low even digits as high odd digits.
    """
    classes = _classes(board.puzzle.order)
    present = union_of(board.masks[cell] for cell in cells)
    for side, other in (("low", "high"), ("high", "low")):
        for parity, opposite in (("odd", "even"), ("even", "odd")):
            one, two = classes[side] & classes[parity], classes[other] & classes[opposite]
            if not present & one:
                yield one, two, f"{side} {parity}", f"{other} {opposite}"


def _reason_equality(w: Words) -> Iterator[str]:
    numbers = w.step.facts.constraints
    cells, gone = w.with_role("pattern"), w.step.eliminations
    middle, claims = _middle(w.puzzle.order), [c for n in numbers for c in _allowed(w, n)]
    if {digit for _, digit in gone} == {middle}:
        yield w.said(f"{w.digit(middle)} is neither low nor high.", *claims)
        return
    for half in _halves(w.board, cells):
        if tuple(sorted(_half_gone(w.board, cells, half))) == gone:
            n, name, digits = len(cells) // 2, half.name, w.digits(digits_of(half.mask), "or")
            named, verb = w.cells(half.cells), "is" if len(half.cells) == 1 else "are"
            known = [*knowledge(w, half.cells if half.is_sure else cells)]
            can = verb if half.is_sure else "can only be" if n == len(cells) else "can be"
            only = "" if half.is_sure else "only "
            is_ = "is" if n == 1 else "are"
            of = f"digit{'s' * (n > 1)} of {w.constraint(numbers[0])}"
            text = f"{w.number(n)} {of} {is_} {name} ({digits}), "
            text += f"and {only}{named} {can} {name}"
            yield w.said(sentence(text), *known, *claims)
            return
    for _, two, lacking, name in _lacks(w.board, cells):
        if tuple(sorted(pairs_in(w.board, cells, two))) == gone:
            text = (
                f"no cell can be {lacking}, and half of the digits are low and half are odd, so "
                f"there is no {name} digit ({w.digits(digits_of(two), 'or')})"
            )
            yield w.said(sentence(text), *knowledge(w, cells), *claims)
            return


def _name(w: Words) -> str:
    numbers = w.step.facts.constraints
    if len(numbers) > _MOST_NAMED:
        return f"{w.number(len(numbers))} {w.puzzle.constraints[numbers[0]].NAME}s"
    return joined(map(w.constraint, numbers))


TECHNIQUES = (
    Technique(
        name="rellik-cage",
        aliases=("rellik", "rellik pairs"),
        summary="no digits of a rellik cage make its number, so it has one digit of each pair",
        find=_find_rellik,
        slips=RELLIK_SLIPS,
        weight=2.3,
        what=_name,
        reason=_reason_rellik,
        look_for="pairs of digits with the forbidden sum: a rellik cage has at most one of each. "
        "Count how many digits are left for its cells.",
        why="a digit that makes the sum with digits of the cage is not in it. If every pair gives "
        "only one digit, a large cage needs all other digits.",
        when="At the start for large cages, and again after each digit in a cage.",
        scan=(
            Glance(
                "Take a rellik cage, and list the pairs of digits that make its number. For 9, "
                "these are 1 8, 2 7, 3 6 and 4 5.",
                "rules",
            ),
            Glance(
                "If one digit of a pair is in the cage, strike the other from the cage. Do the "
                "same with sums of three digits.",
                "cells",
            ),
            Glance(
                "Count the digits that are left: at most one of each pair, and the digits without "
                "a partner.",
                "pattern",
            ),
            Glance(
                "Remove the digits that would make the number. If there are only as many digits "
                "as cells, all of them are in the cage, so remove them from cells that see their "
                "places.",
                "step",
            ),
        ),
        rules=(RellikCage,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
        fills=True,
    ),
    Technique(
        name="equality-cage",
        aliases=("equality cage balance",),
        summary="half of the digits of an equality cage are low, and half are even",
        find=_find_equality,
        slips=EQUALITY_SLIPS,
        weight=2.3,
        what=_name,
        reason=_reason_equality,
        look_for="an equality cage with the middle digit, or one with half of its cells known to "
        "be low, high, odd or even.",
        why="if half of the cells are low, the others are high. The middle digit is neither.",
        when="At the start, because the middle digit is never in the cage, and again when half of "
        "its cells are known to be low, high, odd or even.",
        scan=(
            Glance(
                "Take an equality cage. It has as many low as high digits, and as many odd as "
                "even ones.",
                "rules",
            ),
            Glance(
                "Mark its cells as low or high, and as odd or even, by their digits and "
                "candidates.",
                "cells",
            ),
            Glance("Count each kind. Half of the cells is the most.", "pattern"),
            Glance(
                "If one kind has its half, remove it from the other cells. Remove the middle "
                "digit from all.",
                "step",
            ),
        ),
        rules=(EqualityCage,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
)
