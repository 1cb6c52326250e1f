"""Skyscraper clues: the heights that fit a place, and the number of buildings that are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from pandoku.constraints import Skyscraper
from pandoku.model import Board, Facts, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._kept import KeptSteps
from pandoku.techniques._mark_slips import SKYSCRAPER_CLUE_SLIPS
from pandoku.techniques._sight import losing
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Claim, Placed

__all__ = ["TECHNIQUES"]

_MOST_VIEWS = 4  # maximum number of assumptions in a step
_MOST_NAMED = 3  # maximum number of clues to name one by one


class _Clue(NamedTuple):
    """A skyscraper clue.

    Attributes:
        number: Index into `Puzzle.constraints`.
        cells: The cells of the line, beginning next to the clue.
        value: The number of buildings that are seen.
    """

    number: int
    cells: tuple[int, ...]
    value: int


@per_rules
def _clues(puzzle: Puzzle) -> tuple[_Clue, ...]:
    return tuple(
        _Clue(number, each.cells_on(puzzle.geometry), each.value)
        for number, each in enumerate(puzzle.further, len(puzzle.cages))
        if isinstance(each, Skyscraper) and each.is_sound(puzzle.geometry)
    )


# ---- heights: the least distance of a digit from the clue


def _find_heights(board: Board) -> Iterator[Step]:
    """Yield the heights. Clues with the same number are one step, unless they place digits."""
    alike: dict[int, list[_Clue]] = {}
    for clue in _clues(board.puzzle):
        if found := _heights(clue, board):
            if clue.value in (1, len(clue.cells)):
                yield _step([clue], placements=found)
            else:
                alike.setdefault(clue.value, []).append(clue)
    for clues in alike.values():
        gone = (pair for clue in clues for pair in _heights(clue, board))
        yield _step(clues, eliminations=tuple(dict.fromkeys(gone)))


def _step(
    clues: Sequence[_Clue],
    *,
    placements: tuple[Pair, ...] = (),
    eliminations: tuple[Pair, ...] = (),
) -> Step:
    cells = dict.fromkeys(cell for clue in clues for cell in clue.cells)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        constraints=tuple(clue.number for clue in clues),
    )
    return Step("skyscraper-clue", placements, eliminations, facts)


def _heights(clue: _Clue, board: Board) -> tuple[Pair, ...]:
    """Return the digits that are too near to a clue, or the digits that it places."""
    n, cells, masks = len(clue.cells), clue.cells, board.masks
    if clue.value in (1, n):
        ends = [(cells[0], n)] if clue.value == 1 else [*zip(cells, range(1, n + 1), strict=True)]
        new = tuple((cell, digit) for cell, digit in ends if not board.digits[cell])
        return new if all(masks[cell] >> (digit - 1) & 1 for cell, digit in new) else ()
    found = list[Pair]()
    for at, cell in enumerate(cells[: clue.value - 1]):
        # At most the higher digits are seen after a digit. Each of the others needs a cell before.
        lowest = n - (clue.value - 1 - at)
        if masks[cell] >> lowest and not board.digits[cell]:
            found += ((cell, digit) for digit in digits_of(masks[cell] >> lowest << lowest))
    return tuple(found)


def _why_heights(w: Words, clues: Sequence[_Clue]) -> str:
    value, n = clues[0].value, w.puzzle.order
    see = f"{_what(w)} {'sees' if len(clues) == 1 else 'see'}"
    if value == 1:
        it = "it" if len(clues) == 1 else "each"
        text = f"{see} only the first building, so {it} is the {w.digit(n)}"
    elif value == n:
        text = f"{see} all {w.number(n)}, so they rise from {w.digit(1)} to {w.digit(n)}"
    else:
        digits = sorted({digit for _, digit in w.step.eliminations}, reverse=True)
        first, *others = [(value - 1 - (n - digit), w.digit(digit)) for digit in digits]
        noun = "cell is" if first[0] == 1 else "cells are"
        parts = [f"at least {w.number(first[0])} {noun} before the {first[1]}"]
        parts += [f"{w.number(before)} before the {digit}" for before, digit in others]
        each = "" if len(clues) == 1 else " each"
        text = f"{see} {w.number(value)}{each}, so {joined(parts)}"
    claims: list[Claim] = []
    for clue in clues:
        pairs = _heights(clue, w.board)
        if w.step.placements:
            claims += (Allows(clue.number, (cell,), (digit,)) for cell, digit in pairs)
        else:
            claims += losing(w, clue.number, pairs)
    return w.said(sentence(text), *claims)


# ---- views: the number of buildings seen with a candidate

# For each number of cells read, and each height of the highest building among them, the least and
# the greatest number of buildings seen.
_Range: TypeAlias = tuple[int, int]
_Ranges: TypeAlias = list[dict[int, _Range]]


class _View(NamedTuple):
    """Candidates that leave too many or too few buildings to see.

    Attributes:
        places: Positions of the cells.
        digits: The digits.
        is_few: Whether too few are seen.
        seen: The buildings seen in the case that comes closest.
    """

    places: tuple[int, ...]
    digits: tuple[int, ...]
    is_few: bool
    seen: tuple[int, ...]


def _wider(ranges: dict[int, _Range], highest: int, least: int, most: int) -> None:
    low, high = ranges.get(highest, (least, most))
    ranges[highest] = (min(low, least), max(high, most))


@lru_cache(maxsize=1 << 14)
def _after(at: int, mask: int, highest: int) -> tuple[tuple[int, int], ...]:
    """Return the highest building after a cell, with 1 if the cell is seen and 0 if it is hidden.

    Of `at` + 1 different digits, the highest is at least `at` + 1.
    """
    least = max(at, highest)
    found = [(digit, 1) for digit in digits_of(mask >> least << least)]
    if highest > at and mask & ((1 << max(highest - 1, 0)) - 1):
        found.append((highest, 0))
    return tuple(found)


def _from_clue(masks: Sequence[int]) -> _Ranges:
    found: _Ranges = [{0: (0, 0)}]
    for at, mask in enumerate(masks):
        after: dict[int, _Range] = {}
        for highest, (least, most) in found[-1].items():
            for new, is_seen in _after(at, mask, highest):
                _wider(after, new, least + is_seen, most + is_seen)
        found.append(after)
    return found


def _to_end(masks: Sequence[int]) -> _Ranges:
    """Return the numbers seen after each position, for each highest building before it."""
    n = len(masks)
    found: _Ranges = [{n: (0, 0)}]
    for at in reversed(range(n)):
        before: dict[int, _Range] = {}
        for highest in range(n + 1):
            for new, is_seen in _after(at, masks[at], highest):
                if new in found[-1]:
                    least, most = found[-1][new]
                    _wider(before, highest, least + is_seen, most + is_seen)
        found.append(before)
    return found[::-1]


def _outside(clue: _Clue, masks: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield position, digit, and whether too few are seen, for each candidate that does not fit."""
    ahead, behind = _from_clue(masks), _to_end(masks)
    if not behind[0]:
        return
    for at, mask in enumerate(masks):
        if mask.bit_count() == 1:
            continue
        for digit in digits_of(mask):
            least, most = len(masks) + 1, 0
            for highest, (low, high) in ahead[at].items():
                new, is_seen = (digit, 1) if digit > highest else (highest, 0)
                if digit == highest or new <= at or new not in behind[at + 1]:
                    continue
                below, above = behind[at + 1][new]
                least, most = min(least, low + is_seen + below), max(most, high + is_seen + above)
            if least <= most and not least <= clue.value <= most:
                yield at, digit, most < clue.value


def _seen(masks: Sequence[int], pair: Pair, is_few: bool) -> tuple[int, ...]:
    """Return the buildings seen in a case with a candidate: most if *is_few*, otherwise fewest."""
    bit = 1 << (pair[1] - 1)
    masks = [bit if at == pair[0] else mask & ~bit for at, mask in enumerate(masks)]
    behind, seen, highest = _to_end(masks), list[int](), 0
    for at, mask in enumerate(masks):
        ways = [
            (behind[at + 1][new][is_few] + is_seen, new, is_seen)
            for new, is_seen in _after(at, mask, highest)
            if new in behind[at + 1]
        ]
        if not ways:
            return ()
        _, highest, is_seen = max(ways) if is_few else min(ways)
        seen += [highest] * is_seen
    return tuple(seen)


def _views(clue: _Clue, masks: Sequence[int]) -> list[_View]:
    """Return the candidates that do not fit: of the highest building, then of each cell."""
    n = len(masks)
    groups: dict[tuple[bool, int, bool], list[Pair]] = {}
    for at, digit, is_few in _outside(clue, masks):
        key = (digit != n, at if digit != n else 0, is_few)
        groups.setdefault(key, []).append((at, digit))
    found = []
    for (_, _, is_few), pairs in sorted(groups.items()):
        cases = [_seen(masks, pair, is_few) for pair in pairs]
        seen = max(cases, key=len) if is_few else min(filter(None, cases), key=len, default=())
        places, digits = ({pair[side] for pair in pairs} for side in (0, 1))
        found.append(_View(tuple(sorted(places)), tuple(sorted(digits)), is_few, seen))
    return found[:_MOST_VIEWS]


def _counts(clue: _Clue, board: Board) -> Iterator[Step]:
    if _heights(clue, board):
        return
    views = _views(clue, [board.masks[cell] for cell in clue.cells])
    pairs = {(clue.cells[at], d) for view in views for at in view.places for d in view.digits}
    gone = tuple(
        (cell, digit)
        for cell, digit in sorted(pairs)
        if not board.digits[cell] and board.masks[cell] >> (digit - 1) & 1
    )
    if gone:
        yield _step([clue], eliminations=gone)


@per_rules
def _kept(puzzle: Puzzle) -> list[KeptSteps]:
    return [KeptSteps(clue.cells, partial(_counts, clue)) for clue in _clues(puzzle)]


def _why_counts(w: Words, clue: _Clue) -> Iterator[str]:
    n, name = len(clue.cells), w.constraint(clue.number)
    if w.puzzle.order in (line := [w.board.digits[cell] for cell in clue.cells]):
        cell = clue.cells[line.index(n)]
        place = line.index(n)
        seen = w.number(clue.value - 1)
        which = f"all {seen}" if place == clue.value - 1 else f"{seen} of the {w.number(place)}"
        noun = "cell" if place == 1 else "cells"
        text = f"the {w.digit(n)} is at {w.cell(cell)}, so {name} sees {which} {noun} before it"
        name = ""
        yield w.said(sentence(text), Placed(cell, n), *losing(w, clue.number, w.step.eliminations))
    for view in _views(clue, [w.board.masks[cell] for cell in clue.cells]):
        cells = [clue.cells[at] for at in view.places]
        gone = [(cell, d) for cell in cells for d in view.digits]
        case = f"{w.digits(view.digits, 'or')} at {w.cells(cells, 'or')}"
        bound, n_seen = "most" if view.is_few else "least", len(view.seen)
        verb = "is" if n_seen == 1 else "are"
        count = f"at {bound} {w.number(n_seen)}"
        count = f"{name} sees {count}" if name else f"{count} {verb} seen"
        text = sentence(f"with {case}, {count}: {' '.join(map(w.digit, view.seen))}")
        name = ""
        yield w.said(text, *losing(w, clue.number, gone))


# ---- the technique


def _find(board: Board, limit: int) -> Iterator[Step]:
    yield from _find_heights(board)
    for kept in _kept(board.puzzle):
        yield from kept.steps(board)


def _used(w: Words) -> list[_Clue]:
    numbers = w.step.facts.constraints
    return [each for each in _clues(w.puzzle) if each.number in numbers]


def _what(w: Words) -> str:
    clues = _used(w)
    if len(clues) <= _MOST_NAMED:
        return joined(w.constraint(each.number) for each in clues)
    return f"the {w.number(len(clues))} skyscraper clues {clues[0].value}"


def _reason(w: Words) -> Iterator[str]:
    clues = _used(w)
    if _heights(clues[0], w.board):
        yield _why_heights(w, clues)
    else:
        yield from _why_counts(w, clues[0])


TECHNIQUES = (
    Technique(
        name="skyscraper-clue",
        aliases=("skyscraper clues", "skyscraper clue elimination"),
        summary="with a digit in a cell, too many or too few buildings are seen",
        find=_find,
        slips=SKYSCRAPER_CLUE_SLIPS,
        weight=2.4,
        what=_what,
        reason=_reason,
        look_for="a large number of seen buildings, or a 1. Then the highest digit and the first "
        "cell: suppose one of their digits, and count what is seen at most and at least.",
        why="the highest digit is the last one seen, and each other one that is seen needs a cell "
        "before it. A digit with which the clue can never be right is false.",
        when="At the start for large clues and for a 1, and again when the highest digit of the "
        "line is placed.",
        scan=(
            Glance(
                "Take a clue of 1, which puts the highest digit first, or the largest clue.",
                "rules",
            ),
            Glance(
                "Locate the highest digit. It is always the last building that is seen, so it "
                "needs enough cells before it.",
                "cells",
            ),
            Glance(
                "Suppose a digit in one of the cells before it. Count how many buildings are seen "
                "at most and at least.",
                "pattern",
            ),
            Glance("If the clue is not between these two numbers, remove the digit.", "step"),
        ),
        rules=(Skyscraper,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
