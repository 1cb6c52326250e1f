"""List the sets of digits that fill a cage, and explain why other sets are impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

from pandoku.model import Cage
from pandoku.techniques._no_filling import Rest, fall_of
from pandoku.techniques._sight import can_be, causes_in
from pandoku.words import Words, arithmetic, joined, sentence, spaced
from pandoku.words.claims import Claim, Gone, Placed, Sets

_MOST_IN_A_LINE = 8  # maximum number of sets to list
_MOST_TRIED = 5000  # maximum number of sets to try
_MOST_OUT = 3  # maximum number of refuted sets to name (for more, only digits are named)
_MOST_REFUTED = 6  # maximum number of sets to refute in other ways
_MOST_DIGITS = 4  # maximum number of missing digits to name (for more digits, no set is ruled out)

Set = tuple[int, ...]  # digits in ascending order, which may repeat


def told_sets(w: Words, *claims: Claim, at: int = 0) -> list[str]:
    """Return sentences with the sets of digits that fill a cage, or [] if there are too many sets.

    If the target alone would allow more sets, the first sentences give short reasons why the
    additional sets are impossible.

    Args:
        w: The words of the step.
        claims: Claims to add to the last sentence.
        at: The position of the cage in the step's facts.
    """
    index, sets = w.step.facts.cages[at].cage, w.step.facts.cages[at].digits
    if not 0 < len(sets) <= _MOST_IN_A_LINE:
        return []
    what = "its digit" if len(w.puzzle.cages[index].cells) == 1 else "its digits"
    ways = joined(map(spaced, sorted(sets)), "or") if len(sets) > 1 else joined(map(str, sets[0]))
    cage = w.puzzle.cages[index]
    pairs = combinations(range(len(cage.cells)), 2)
    apart = tuple((a, b) for a, b in pairs if w.sees(cage.cells[a], cage.cells[b]))
    all_sets = _sets_of_target(cage, w.puzzle.order, apart)
    out = sorted({*(all_sets or ())} - {*sets})
    if all_sets is None or not out:
        by = "with the candidates that are left, " if all_sets is None else ""
        return [w.said(sentence(f"{by}{what} can only be {ways}"), Sets(index, sets), *claims)]
    reasons, left = _ruled_out(w, index, out)
    stand, known = _standing(w, index, out)
    if left:
        text = f"with the candidates that are left, {what} can only be {ways}"
    elif not reasons:
        text = f"as {stand}, {what} can only be {ways}"
        return [w.said(sentence(text), Sets(index, sets), *known, *claims)]
    else:
        text = f"that leaves {ways}"
    first = [w.said(f"{stand}.", *known)] if stand else []
    return [*first, *reasons, w.said(sentence(text), Sets(index, sets), *claims)]


def sum_of(cage: Cage, digits: Set) -> str:
    """Join digits with the sign of the cage: "1 + 7", or "1 7" if the cage has no operation."""
    return arithmetic(cage, digits).partition(" = ")[0] or spaced(digits)


# ---- why a set is ruled out


def _ruled_out(w: Words, index: int, out: Sequence[Set]) -> tuple[list[str], list[Set]]:
    """Return sentences that rule sets out, and the sets that these sentences do not rule out."""
    held, said = Counter(_held(w, index)), list[str]()
    by_digit, left = _by_missing_digit(w, index, [each for each in out if held <= Counter(each)])
    if len(by_digit) > _MOST_DIGITS:
        return [], [*out]
    if sum(map(len, by_digit.values())) <= _MOST_OUT:
        said += (_no_cell_for(w, index, [digit], lost) for digit, lost in by_digit.items())
    else:
        said.append(_no_cell_for(w, index, [*by_digit]))
    if len(left) <= _MOST_REFUTED:
        alike: dict[str, list[Set]] = {}
        for each in left:
            if told := _why_out(w, index, each):
                alike.setdefault(told, []).append(each)
        cage = w.puzzle.cages[index]
        said += (f"{_out(cage, those)}: {told}." for told, those in alike.items())
        left = [each for each in left if not any(each in those for those in alike.values())]
    return said, left


def _standing(w: Words, index: int, out: Sequence[Set]) -> tuple[str, list[Claim]]:
    """Return the filled cells ("r7c4 is 5") and claims about them if they rule sets out, or ""."""
    held = Counter(_held(w, index))
    if all(held <= Counter(each) for each in out):
        return "", []
    placed = {c: d for c in w.puzzle.cages[index].cells if (d := w.board.digits[c])}
    told = joined(f"{w.cell(cell)} is {digit}" for cell, digit in placed.items())
    return told, [Placed(cell, digit) for cell, digit in placed.items()]


def _by_missing_digit(
    w: Words, index: int, sets: Sequence[Set]
) -> tuple[dict[int, list[Set]], list[Set]]:
    """Return the sets that need an impossible digit, grouped by digit, and the other sets."""
    missing = {
        digit: [each for each in sets if each.count(digit) > _held(w, index).count(digit)]
        for digit in sorted({digit for each in sets for digit in each})
        if not any(digit in w.board.candidates(cell) for cell in _open(w, index))
    }
    found: dict[int, list[Set]] = {}
    left = [*sets]
    while missing:
        digit = max(missing, key=lambda d: len({*missing[d]} & {*left}))
        needing = missing.pop(digit)
        lost = [each for each in left if each in needing]
        if not lost:
            break
        found[digit] = lost
        left = [each for each in left if each not in lost]
    return dict(sorted(found.items())), left


def _open(w: Words, index: int) -> tuple[int, ...]:
    return tuple(cell for cell in w.puzzle.cages[index].cells if not w.board.digits[cell])


def _held(w: Words, index: int) -> tuple[int, ...]:
    return tuple(filter(None, map(w.board.digits.__getitem__, w.puzzle.cages[index].cells)))


def _no_cell_for(w: Words, index: int, digits: Sequence[int], lost: Sequence[Set] = ()) -> str:
    """Return a sentence that rules out sets: "7 + 8 is out: neither cell can be 7 (r3c3 is 7)."."""
    cells, cage = _open(w, index), w.puzzle.cages[index]
    where = " of its empty cells" if len(cells) < len(cage.cells) else ""
    none = f"none{where or ' of its cells'}"
    if len(cells) <= 2:
        none = f"neither{where or ' cell'}" if len(cells) == 2 else w.cell(cells[0])
    cannot = "cannot be" if len(cells) == 1 else "can be"
    why = f"{none} {cannot} {w.digits(digits, 'or')}{causes_in(w, cells, digits)}"
    text = f"{_out(cage, lost)}: {why}" if lost else why
    return w.said(f"{sentence(text)}", Gone(cells, tuple(digits)))


def _why_out(w: Words, index: int, lost: Set) -> str:
    """Return the reason that a set is out: "r9c6 can be neither 3 nor 6", or "" if it is long."""
    cells, digits = _open(w, index), sorted((Counter(lost) - Counter(_held(w, index))).elements())
    for cell in cells:
        left = w.board.candidates(cell)
        if {*digits} & {*left}:
            continue
        distinct = sorted({*digits})
        if len(left) < len(distinct):
            return w.said(can_be(w, (cell,), left), Gone((cell,), tuple(distinct)))
        can, last = ("can be neither", "nor") if len(distinct) == 2 else ("cannot be", "or")
        text = f"{w.cell(cell)} {can} {w.digits(distinct, last)}{causes_in(w, (cell,), distinct)}"
        return w.said(text, Gone((cell,), tuple(distinct)))
    choices = {cell: w.board.candidates(cell) for cell in cells}
    fall = fall_of(w, Rest(cells, sum(digits)), choices, tuple(digits))
    return fall.told() if fall is not None else ""


def _out(cage: Cage, sets: Iterable[Set]) -> str:
    told = [sum_of(cage, each) for each in sets]
    return f"{joined(told)} {'is' if len(told) == 1 else 'are'} out"


# ---- what the target alone allows


@lru_cache(maxsize=256)
def _sets_of_target(
    cage: Cage, order: int, apart: tuple[tuple[int, int], ...]
) -> frozenset[Set] | None:
    """Return the sets of digits that the target alone allows, or None if there are too many."""
    n, digits = len(cage.cells), range(1, order + 1)
    do_differ = len(apart) == n * (n - 1) // 2
    if (comb(order, n) if do_differ else comb(order + n - 1, n)) > _MOST_TRIED:
        return None
    ways = combinations(digits, n) if do_differ else combinations_with_replacement(digits, n)
    return frozenset(
        way for way in ways if cage.allows(way) and (do_differ or _has_order(way, apart))
    )


def _has_order(digits: Set, apart: Iterable[tuple[int, int]]) -> bool:
    """Return whether the digits fit into the cells so that cells that see each other differ."""
    orders: Iterator[Set] = permutations(digits)
    return len({*digits}) == len(digits) or any(
        all(way[a] != way[b] for a, b in apart) for way in orders
    )
