"""Renban and nabner lines: the sets of digits that a line can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import chain, combinations, pairwise
from operator import and_, or_
from typing import NamedTuple

from pandoku.constraints import Nabner, Renban
from pandoku.model import Board, Constraint, Facts, Pair, Step, digits_of
from pandoku.techniques._line_slips import NABNER_SLIPS, RENBAN_RANGE_SLIPS, RENBAN_SLIPS
from pandoku.techniques._sight import losing, since
from pandoku.techniques._sums import fall_words, fits_cells, knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import pointing_slips
from pandoku.techniques._ways import pairs_in, seen_by_all, spots_lines
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Claim, Gone, Only, Placed

__all__ = ["TECHNIQUES"]

_MOST_LISTED = 6  # maximum number of sets in a sentence
_MOST_RANGES = 3  # maximum number of ranges of a renban in a sentence
_MOST_USERS = 3  # maximum number of cells that use up digits of a range
_MOST_USES = 4  # maximum number of reasons in a step
_MOST_SETS = 60  # with more sets, a line is left to other techniques


@lru_cache(maxsize=64)
def _windows(order: int, size: int) -> tuple[int, ...]:
    """Return the sets of consecutive digits, as masks."""
    return tuple(((1 << size) - 1) << at for at in range(order - size + 1))


@lru_cache(maxsize=64)
def _spread(order: int, size: int) -> tuple[int, ...]:
    """Return the sets of digits without consecutive digits, as masks, or () if there are many."""
    digits = range(order)
    found = []
    for some in combinations(digits, size):
        if all(b - a > 1 for a, b in pairwise(some)):
            found.append(sum(1 << at for at in some))
            if len(found) > _MOST_SETS:
                return ()
    return tuple(found)


_SETS: dict[type[Constraint], Callable[[int, int], tuple[int, ...]]] = {
    Renban: _windows,
    Nabner: _spread,
}


def _lines(board: Board, kind: type[Constraint]) -> Iterator[tuple[int, tuple[int, ...]]]:
    puzzle = board.puzzle
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, kind):
            yield number, each.cells_on(puzzle.geometry)


def _sets_of(board: Board, kind: type[Constraint], cells: Sequence[int]) -> tuple[int, ...]:
    """Return the sets of digits that have a place for each digit, and a digit for each cell."""
    masks = tuple(sorted(board.masks[cell] for cell in cells))
    return _fitting(_SETS[kind](board.puzzle.order, len(cells)), masks)


@lru_cache(maxsize=4096)
def _fitting(sets: tuple[int, ...], masks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in sets if fits_cells(digits_of(each), masks))


def _step(
    name: str,
    number: int,
    cells: Sequence[int],
    gone: Sequence[Pair],
    proves: Sequence[Pair] = (),
) -> Step:
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        candidates=tuple((*pair, "proves") for pair in proves),
        constraints=(number,),
    )
    return Step(name, eliminations=tuple(sorted({*gone})), facts=facts)


# ---- inside a line


def _find_inside(board: Board, limit: int, *, name: str, kind: type[Constraint]) -> Iterator[Step]:
    """Yield the digits that are in no set, then the cells that must hold a digit of all sets."""
    for number, cells in _lines(board, kind):
        sets = _sets_of(board, kind, cells)
        if not sets:
            continue
        if gone := pairs_in(board, cells, ~reduce(or_, sets)):
            yield _step(name, number, cells, gone)
        if kind is Nabner and (gone := _beside(board, cells)):
            yield _step(name, number, cells, gone)
        for digit in digits_of(reduce(and_, sets)):
            spots = [cell for cell in cells if board.masks[cell] >> (digit - 1) & 1]
            if len(spots) == 1 and (gone := pairs_in(board, spots, ~(1 << (digit - 1)))):
                yield _step(name, number, cells, gone, [(spots[0], digit)])


def _beside(board: Board, cells: Sequence[int]) -> tuple[Pair, ...]:
    """Return the candidates that are consecutive to a placed digit on the line."""
    near = 0
    for cell in cells:
        if held := board.digits[cell]:
            near |= 1 << held | 1 << held >> 2
    return pairs_in(board, cells, near)


def _inside_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    kind = type(w.puzzle.constraints[number])
    cells, board = w.with_role("pattern"), w.board
    sets = _sets_of(board, kind, cells)
    gone = {*w.step.eliminations}
    allowed = [
        Allows(number, (c,), tuple(d for d in board.candidates(c) if (c, d) not in gone))
        for c in cells
        if not board.digits[c]
    ]
    if proves := w.step.facts.candidates:
        ((cell, digit, _),) = proves
        others = [c for c in cells if c != cell and not board.digits[c]]
        yield from _must_words(w, number, kind, cells, sets, (digit,))
        where = f"{w.cell(cell)}{since(w, others, (digit,))}"
        claims: list[Claim] = [*(Gone((each,), (digit,)) for each in others), *allowed]
        yield w.said(f"Its only place for the {w.digit(digit)} is {where}.", *claims)
    elif gone == {*pairs_in(board, cells, ~reduce(or_, sets))}:
        yield _blocked_line(w, number, kind, cells, sets)
        own = w.constraint(number)
        text = f"so {own} holds {_listed(w, kind, sets)}"
        yield w.said(sentence(text), *allowed)
    else:
        placed = [c for c in cells if board.digits[c]]
        held = joined(
            w.said(f"{w.cell(c)} is {w.digit(board.digits[c])}", Placed(c, board.digits[c]))
            for c in placed
        )
        own = w.constraint(number)
        text = f"{held}, and {own} has no consecutive digits"
        yield w.said(sentence(text), *allowed)


def _listed(w: Words, kind: type[Constraint], sets: Sequence[int]) -> str:
    """Return sets as text: "3 to 7 or 4 to 8", "digits from 2 to 9", "1 3 5 7 or 1 3 5 8"."""
    if len(sets) <= (_MOST_RANGES if kind is Renban else _MOST_LISTED):
        return _each(w, kind, sets, "or")
    union = digits_of(reduce(or_, sets))
    if len(union) == union[-1] - union[0] + 1:
        return f"digits from {w.digit(union[0])} to {w.digit(union[-1])}"
    return f"only {w.digits(union, 'or')}"


def _each(w: Words, kind: type[Constraint], sets: Iterable[int], word: str = "and") -> str:
    """Return all of some sets as text: "3 to 7 and 4 to 8", "1 3 5 7 and 1 3 5 8"."""
    if kind is Renban:
        ranges = (digits_of(each) for each in sets)
        return joined((f"{w.digit(each[0])} to {w.digit(each[-1])}" for each in ranges), word)
    return joined((" ".join(map(w.digit, digits_of(each))) for each in sets), word)


def _blocked_line(
    w: Words, number: int, kind: type[Constraint], cells: Sequence[int], sets: Sequence[int]
) -> str:
    """Return the reason why other sets are out: "r1c3 is 7, and no cell can be 4"."""
    board, parts, n = w.board, list[str](), w.puzzle.order
    left = [each for each in _SETS[kind](n, len(cells)) if each not in sets]
    by_cell = sorted(cells, key=lambda cell: (board.masks[cell].bit_count(), cell))
    for cell in by_cell:
        blocked = [each for each in left if not board.masks[cell] & each]
        if not blocked or board.masks[cell].bit_count() > 4:
            continue
        left = [each for each in left if each not in blocked]
        if held := board.digits[cell]:
            parts.append(w.said(f"{w.cell(cell)} is {w.digit(held)}", Placed(cell, held)))
        else:
            digits = board.candidates(cell)
            gone = [d for d in range(1, n + 1) if d not in digits]
            text = f"{w.cell(cell)} can only be {w.digits(digits, 'or')}{since(w, (cell,), gone)}"
            parts.append(w.said(text, Only((cell,), digits)))
    present = reduce(or_, (board.masks[cell] for cell in cells))
    missing = digits_of(reduce(or_, left, 0) & ~present)
    if left and missing:
        empty = [cell for cell in cells if not board.digits[cell]]
        why = since(w, empty, missing)
        text = f"no cell of {w.constraint(number)} can be {w.digits(missing, 'or')}{why}"
        first = Allows(number, (empty[0],), board.candidates(empty[0]))
        parts.append(w.said(text, *(Gone((cell,), missing) for cell in empty), first))
        left = [each for each in left if not each & ~present]
    for cell in by_cell:  # cells with many candidates, if they are needed
        if blocked := [each for each in left if not board.masks[cell] & each]:
            left = [each for each in left if each not in blocked]
            never = digits_of(reduce(or_, blocked) & ~board.masks[cell])
            text = f"{w.cell(cell)} is not {w.digits(never, 'or')}{since(w, (cell,), never)}"
            parts.append(w.said(text, Only((cell,), board.candidates(cell))))
    parts += _short_words(w, kind, left, cells)
    if not parts:
        size = w.number(len(cells))
        text = f"no two of its {size} digits are consecutive"
        return sentence(text)
    return sentence(clauses(parts))


def _short_words(
    w: Words, kind: type[Constraint], sets: Sequence[int], cells: Sequence[int]
) -> Iterator[str]:
    """Yield the sets that have too few digits for some cells: "2 to 5 is out, as ..."."""
    alike: dict[str, tuple[str, list[int]]] = {}
    for each in sets:
        why = fall_words(w, digits_of(each), cells)
        alike.setdefault(w.plain(why), (why, []))[1].append(each)
    for why, same in alike.values():
        verb = "is" if len(same) == 1 else "are"
        yield w.said(f"{_each(w, kind, same)} {verb} out, as {why}", *knowledge(w, cells))


def _must_words(
    w: Words,
    number: int,
    kind: type[Constraint],
    cells: Sequence[int],
    sets: Sequence[int],
    digits: Sequence[int],
) -> Iterator[str]:
    """Yield the reason why a line has a digit: "any five digits in a row include 5"."""
    n, own = w.puzzle.order, w.constraint(number)
    first = next(cell for cell in cells if not w.board.digits[cell])
    claims: list[Claim] = [Allows(number, (first,), w.board.candidates(first))]
    claims += (Only((c,), w.board.candidates(c)) for c in cells if not w.board.digits[c])
    if kind is Renban and len(sets) == n - len(cells) + 1:
        if len(cells) == n:
            yield w.said(sentence(f"{own} holds all digits from 1 to {n}"), *claims)
            return
        text = (
            f"any {w.number(len(cells))} consecutive digits of 1 to {n} include {w.digits(digits)}"
        )
        yield w.said(sentence(f"{text}, so {own} does too"), *claims)
        return
    so = ""
    if len(sets) < len(_SETS[kind](n, len(cells))):
        blocked = _blocked_line(w, number, kind, cells, sets)
        yield blocked
        so, own = "so ", "it" if w.plain(own) in w.plain(blocked) else own
    case = "" if len(sets) == 1 else f", in each case with {w.digits(digits)}"
    text = f"{so}{own} holds {_listed(w, kind, sets)}{case}"
    yield w.said(sentence(text), *claims)


# ---- digits that the other cells use up


class _Use(NamedTuple):
    """A reason why cells of a line cannot hold certain digits of one set.

    Attributes:
        cells: Cells that have only as many digits of the set as there are cells, or fewer. If
            *needed* is given, the only place for this digit.
        digits: The digits of the set that these cells have.
        needed: A digit of the set with a single place, or 0.
        is_short: Whether there are fewer digits than cells, so that the set is out.
    """

    cells: tuple[int, ...]
    digits: int
    needed: int = 0
    is_short: bool = False

    def excludes(self, cell: int, digit: int) -> bool:
        """Return whether the reason excludes a digit of the set from a cell."""
        if self.needed:
            return (digit == self.needed) != (cell in self.cells)
        return self.is_short or (cell not in self.cells and bool(self.digits >> digit - 1 & 1))


@lru_cache(maxsize=8192)
def _uses(each: int, masks: tuple[int, ...]) -> tuple[_Use, ...]:
    """Return the reasons of one set, simplest first. Cells are given by their positions."""
    found = list[_Use]()
    for digit in digits_of(each):
        at = tuple(at for at, mask in enumerate(masks) if mask >> (digit - 1) & 1)
        found += [_Use(at, 1 << (digit - 1), digit)] if len(at) == 1 else []
    for size in range(1, min(_MOST_USERS + 1, len(masks))):
        for some in combinations(range(len(masks)), size):
            digits = reduce(or_, (masks[at] & each for at in some))
            if digits.bit_count() <= size:
                found.append(_Use(some, digits, is_short=digits.bit_count() < size))
    return tuple(sorted(found, key=lambda use: (not use.is_short, len(use.cells))))


class _Used(NamedTuple):
    """Candidates of a line that every set with the digit excludes, with a reason for each set."""

    gone: tuple[Pair, ...]
    uses: tuple[tuple[int, _Use], ...]


def _used(board: Board, kind: type[Constraint], cells: Sequence[int]) -> _Used | None:
    """Return the candidates of a line that its other cells leave no room for, or None."""
    masks = tuple(board.masks[cell] for cell in cells)
    present = reduce(or_, masks)
    sets = [each for each in _SETS[kind](board.puzzle.order, len(cells)) if not each & ~present]
    proved: dict[int, list[tuple[Pair, list[tuple[int, _Use]]]]] = {}
    for at, mask in enumerate(masks):
        for digit in digits_of(mask) if mask.bit_count() > 1 else ():
            reasons = list[tuple[int, _Use]]()
            with_digit = [each for each in sets if each >> (digit - 1) & 1]
            for each in with_digit:
                uses = (use for use in _uses(each, masks) if use.excludes(at, digit))
                if use := next(uses, None):
                    reasons.append((each, use))
            if with_digit and len(reasons) == len(with_digit):
                proved.setdefault(at, []).append(((cells[at], digit), reasons))
    told = [
        _Used(tuple(pair for pair, _ in some), tuple(dict.fromkeys(chain(*(of for _, of in some)))))
        for some in ([each for of in proved.values() for each in of], *proved.values())
        if some
    ]
    return next((each for each in told if len({use for _, use in each.uses}) <= _MOST_USES), None)


def _find_used(board: Board, limit: int, *, name: str, kind: type[Constraint]) -> Iterator[Step]:
    for number, cells in _lines(board, kind):
        if used := _used(board, kind, cells):
            yield _step(name, number, cells, used.gone)


def _used_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    kind, cells = type(w.puzzle.constraints[number]), w.with_role("pattern")
    used = _used(w.board, kind, cells)
    assert used is not None
    alike: dict[_Use, list[int]] = {}
    for each, use in used.uses:
        alike.setdefault(use, []).append(each)
    for use, sets in alike.items():
        named = w.cells(cells[at] for at in use.cells)
        if use.needed:
            have = "has its" if len(sets) == 1 else "have their"
            text = f"{_each(w, kind, sets)} {have} {w.digit(use.needed)} only at {named}"
        elif use.is_short:
            are = "is" if len(sets) == 1 else "are"
            text = f"{_each(w, kind, sets)} {are} out, as {named} "
            few = digits_of(use.digits)
            text += f"have only {w.digits(few)} left" if few else "has none of these digits"
        else:
            take = "is" if len(use.cells) == 1 else "take"
            text = f"in {_each(w, kind, sets)}, {named} {take} {w.digits(digits_of(use.digits))}"
        yield w.said(sentence(text), *knowledge(w, cells))
    lost: dict[tuple[int, ...], list[int]] = {}
    for cell in dict.fromkeys(cell for cell, _ in used.gone):
        lost.setdefault(tuple(d for each, d in used.gone if each == cell), []).append(cell)
    parts = (f"{w.digits(of, 'or')} at {w.cells(same, 'or')}" for of, same in lost.items())
    yield w.said(f"So no range has {clauses(parts, 'or')}.", *losing(w, number, used.gone))


# ---- pointing


def _find_pointing(
    board: Board, limit: int, *, name: str, kind: type[Constraint]
) -> Iterator[Step]:
    for number, cells in _lines(board, kind):
        sets = _sets_of(board, kind, cells)
        # A sentence has room for few sets. For all sets of a renban, it needs no list.
        n_listed = _MOST_RANGES if kind is Renban else _MOST_LISTED
        is_any = kind is Renban and len(sets) == board.puzzle.order - len(cells) + 1
        if not sets or (len(sets) > n_listed and not is_any):
            continue
        gone, proves = list[Pair](), list[Pair]()
        for digit in digits_of(reduce(and_, sets)):
            bit = 1 << (digit - 1)
            spots = [cell for cell in cells if board.masks[cell] & bit]
            seen = [
                pair
                for pair in seen_by_all(board, board.puzzle.sight, spots, digit)
                if pair[0] not in cells
            ]
            if seen:
                gone += seen
                proves += ((spot, digit) for spot in spots)
        if gone:
            yield _step(name, number, cells, gone, proves)


def _pointing_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    kind, cells = type(w.puzzle.constraints[number]), w.with_role("pattern")
    sets, masks = _sets_of(w.board, kind, cells), [w.board.masks[cell] for cell in cells]
    present = reduce(or_, masks)
    short = [
        each
        for each in _SETS[kind](w.puzzle.order, len(cells))
        if each not in sets and not each & ~present and all(mask & each for mask in masks)
    ]
    if out := [*_short_words(w, kind, short, cells)]:
        yield sentence(clauses(out))
    yield from _must_words(w, number, kind, cells, sets, w.digits_of("proves"))
    yield from spots_lines(w, cells)


def _what_must(w: Words) -> str:
    return f"{w.constraint(w.step.facts.constraints[0])} has {w.digits(w.digits_of('proves'))}"


TECHNIQUES = (
    Technique(
        name="renban",
        aliases=("renban line", "renban range"),
        summary="the digits of a renban are consecutive, so only a few sets are possible",
        find=partial(_find_inside, name="renban", kind=Renban),
        slips=RENBAN_SLIPS,
        weight=2.2,
        what=lambda w: w.constraint(w.step.facts.constraints[0]),
        reason=_inside_reason,
        look_for="a renban with a placed digit, or without a digit in the middle of its range.",
        why="all digits of the line lie in a range as long as the line, and each digit of the "
        "range is on the line.",
        when="At the start where a renban is long, and again after each new digit on it.",
        scan=(
            Glance("Take a renban with a digit on it, or the longest one.", "rules"),
            Glance(
                "Count from the digit in both directions: with a 3 on a line of four cells, all "
                "its digits are from 1 to 6.",
                "cells",
            ),
            Glance(
                "Look for a digit that none of its cells can hold. No range crosses it: four "
                "cells without a 5 hold 1 to 4 or 6 to 9.",
                "pattern",
            ),
            Glance("Remove the digits that are in none of the ranges that are left.", "step"),
        ),
        fills=True,
        rules=(Renban,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    Technique(
        name="renban-ranges",
        title="ranges of a renban",
        aliases=("renban cases", "renban shortage"),
        summary="in each range of a renban, the other cells use up a digit, or need the cell",
        find=partial(_find_used, name="renban-ranges", kind=Renban),
        slips=RENBAN_RANGE_SLIPS,
        weight=2.6,
        what=lambda w: w.constraint(w.step.facts.constraints[0]),
        reason=_used_reason,
        look_for="a renban whose cells have few digits, such as two cells with only 3 and 5. For "
        "each range that is left, see which cells take which digits.",
        why="the line holds one of the ranges, and each of its digits once. A digit that no range "
        "leaves to a cell is false.",
        when="When a renban has two to four ranges left, and some of its cells have only two or "
        "three candidates.",
        scan=(
            Glance("Take such a renban, and write down its ranges.", "rules"),
            Glance(
                "For each range, look for the digits that have the fewest cells on the line.",
                "cells",
            ),
            Glance(
                "Give these digits their cells, and see which digits are left for the other "
                "cells. Cross out a range if one of its digits has no cell.",
                "pattern",
            ),
            Glance("Remove from each cell the digits that no range gives it.", "step"),
        ),
        rules=(Renban,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
    Technique(
        name="nabner",
        aliases=("nabner line",),
        summary="no two digits of a nabner line are equal or consecutive",
        find=partial(_find_inside, name="nabner", kind=Nabner),
        slips=NABNER_SLIPS,
        weight=2.2,
        what=lambda w: w.constraint(w.step.facts.constraints[0]),
        reason=_inside_reason,
        look_for="a nabner line with a placed digit, or one as long as possible: five cells hold "
        "1 3 5 7 9.",
        why="the digits beside a digit of the line are not on the line.",
        when="At the start where a line is long, because five cells of nine digits must hold 1 3 "
        "5 7 9, and again after each digit on a line.",
        scan=(
            Glance("Take a nabner line with a digit on it, or the longest one.", "rules"),
            Glance(
                "Strike the digit and its two neighbors from the other cells: a 4 excludes 3, 4 "
                "and 5.",
                "cells",
            ),
            Glance(
                "List the sets that are left. There must be a gap between any two of their digits.",
                "pattern",
            ),
            Glance("Remove the digits that are in none of these sets.", "step"),
        ),
        fills=True,
        rules=(Nabner,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    Technique(
        name="renban-pointing",
        title="renban pointing",
        aliases=("digits of a renban",),
        summary="a renban must have a certain digit, and a cell that sees all its places lacks it",
        find=partial(_find_pointing, name="renban-pointing", kind=Renban),
        slips=pointing_slips(Renban),
        weight=2.8,
        what=_what_must,
        reason=_pointing_reason,
        look_for="a long renban in a house: five consecutive digits always have a 5.",
        why="every possible range has the digit, so it is on the line, and not in a cell that sees "
        "all its places there.",
        when="When all ranges of a renban share a digit. With five of nine digits this is so from "
        "the start: they always include 5.",
        scan=(
            Glance(
                "Take a renban of five or more cells, or a shorter one with few ranges left.",
                "rules",
            ),
            Glance(
                "Write its ranges one below the other, and read off the digits that all of them "
                "have. 3 to 6 and 4 to 7 share 4, 5 and 6.",
                "cells",
            ),
            Glance(
                "Find the cells of the line that can hold such a digit. Often they are in one "
                "row, column or box.",
                "pattern",
            ),
            Glance("Remove the digit from every cell that sees all of them.", "step"),
        ),
        rules=(Renban,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    Technique(
        name="nabner-pointing",
        title="nabner pointing",
        aliases=("digits of a nabner",),
        summary="a nabner line must have a digit, and cells that see all its places lack the digit",
        find=partial(_find_pointing, name="nabner-pointing", kind=Nabner),
        slips=pointing_slips(Nabner),
        weight=2.8,
        what=_what_must,
        reason=_pointing_reason,
        look_for="a nabner line in a house that is as long as possible: five cells hold 1 3 5 7 9.",
        why="every possible set of digits has the digit, so it is on the line, and not in a cell "
        "that sees all its places there.",
        when="When all sets of a nabner line share a digit, as on a line of five cells, which "
        "holds 1 3 5 7 9.",
        scan=(
            Glance("Take the longest nabner line, or one with few candidates.", "rules"),
            Glance(
                "List its sets of digits, with a gap between any two digits, and read off the "
                "digits that all sets have.",
                "cells",
            ),
            Glance(
                "Find the cells of the line that can hold such a digit. Often they are in one "
                "row, column or box.",
                "pattern",
            ),
            Glance("Remove the digit from every cell that sees all of them.", "step"),
        ),
        rules=(Nabner,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
