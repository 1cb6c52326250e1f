"""Lines and cells for classes of digits: odd and even, low and high, remainders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import permutations
from typing import Any, NamedTuple

from pandoku.constraints import DigitGroups, Entropic, Even, Modular, Odd, PairRule, Parity, Whisper
from pandoku.model import Board, Facts, House, Pairs, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._digit_classes import (
    WhisperGroup,
    eliminations_of,
    pattern_cells,
    whisper_groups,
)
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import (
    DIGIT_GROUP_SLIPS,
    ENTROPIC_SLIPS,
    MODULAR_SLIPS,
    PARITY_LINE_SLIPS,
    WHISPER_CLASS_SLIPS,
)
from pandoku.techniques._mark_slips import PARITY_CELL_SLIPS
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Glance, Slip, Slipped
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import union_of
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Claim, Concludes, Inside, Only, Placed

__all__ = ["TECHNIQUES"]

_MOST_CLASSES = 5  # maximum number of classes whose orders along a line are tried one by one


# ---- lines whose classes alternate


class _Turn(NamedTuple):
    """A line along which the classes of digits return in the same order.

    Attributes:
        numbers: The constraints. Whispers that share cells are one line.
        cells: The cells of each position, by the position's remainder: cells of one list have the
            same class, and cells of different lists have different classes.
        classes: The classes as masks.
        names: The name of each class, such as "low".
    """

    numbers: tuple[int, ...]
    cells: tuple[tuple[int, ...], ...]
    classes: tuple[int, ...]
    names: tuple[str, ...]


_Lines = Callable[[Puzzle], Iterator[_Turn]]
_MOST_NAMED = 12  # maximum number of cells of a line that are named one by one
_NAMES = {2: ("low", "high"), 3: ("low", "middle", "high")}


def _turning(
    kind: type[Entropic] | type[Modular] | type[Parity] | type[DigitGroups], puzzle: Puzzle
) -> Iterator[_Turn]:
    """Yield the lines of a kind, without loops that are too short for the rule."""
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, kind) and each.is_sound(puzzle.geometry):
            classes, period = each.classes(puzzle.order), each.period()
            if each.cells[0] == each.cells[-1] and len(each.cells) - 1 < period:
                continue
            names = tuple(f"from {_listed(puzzle, mask)}" for mask in classes)
            if kind is Parity or (kind is Modular and period == 2):
                names = ("odd", "even")
            elif kind is Entropic:
                names = _NAMES.get(len(classes), names)
            yield _Turn((number,), _by_position(each.cells, period), classes, names)


def _listed(puzzle: Puzzle, mask: int) -> str:
    return " ".join(map(puzzle.label_of, digits_of(mask)))


def _by_position(cells: Sequence[int], period: int) -> tuple[tuple[int, ...], ...]:
    """Return for each remainder the cells at its positions, each once."""
    found: list[dict[int, None]] = [{} for _ in range(min(period, len(cells)))]
    seen = set[int]()
    for at, cell in enumerate(cells):
        if cell not in seen:
            found[at % period][cell] = None
        seen.add(cell)
    return tuple(map(tuple, found))


def _low_and_high(puzzle: Puzzle) -> Iterator[_Turn]:
    """Yield the lines of two alternating classes that follow from a table of pairs."""
    for group in whisper_groups(puzzle):
        if sides := _two_sides(group.table):
            left = [*group.beside]
            while left:
                colors = _colors(group, left[0])
                left = [cell for cell in left if cell not in colors]
                if any(colors[a] == colors[b] for a in colors for b in group.beside[a]):
                    continue  # the whispers form an odd loop, which no digits satisfy
                cells = tuple(tuple(c for c in colors if colors[c] == side) for side in (0, 1))
                numbers = {n for cell in colors for n in group.beside[cell].values()}
                yield _Turn(tuple(sorted(numbers)), cells, sides, _NAMES[2])
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, PairRule) and not each.mutual and each.is_sound(puzzle.geometry):
            table = next(r.table for r in each.relations(puzzle) if isinstance(r, Pairs))
            if sides := _two_sides(table):
                low, high = sides
                is_split = low.bit_length() < (high & -high).bit_length()
                names = tuple(f"from {_listed(puzzle, mask)}" for mask in sides)
                names = _NAMES[2] if is_split else names
                yield _Turn((number,), _by_position(each.cells, 2), sides, names)


def _colors(group: WhisperGroup, start: int) -> dict[int, int]:
    """Return the cells that whispers connect with a cell, each with its distance modulo 2."""
    colors, queue = {start: 0}, [start]
    for cell in queue:
        for other in group.beside[cell]:
            if other not in colors:
                colors[other] = 1 - colors[cell]
                queue.append(other)
    return colors


@lru_cache(maxsize=64)
def _two_sides(table: tuple[int, ...]) -> tuple[int, int] | None:
    """Return two classes of digits so that each digit only goes with the other class, or None.

    The table must connect all digits that have partners. Otherwise a line could use several pairs
    of classes.
    """
    partners = [digit for digit, mask in enumerate(table) if mask]
    if not partners:
        return None
    for a in partners:
        for b in digits_of(table[a]):
            if not table[b - 1] >> a & 1:
                return None  # the order of the two cells matters
    sides = [1 << partners[0], 0]
    while True:
        before = [*sides]
        for at in (0, 1):
            sides[1 - at] |= union_of(table[digit - 1] for digit in digits_of(sides[at]))
        if sides == before:
            break
    is_complete = sides[0] | sides[1] == sum(1 << digit for digit in partners)
    return (sides[0], sides[1]) if is_complete and not sides[0] & sides[1] else None


class _Alternation(NamedTuple):
    """The classes that are left to the positions of a line.

    Attributes:
        proofs: The cells that exclude classes from the positions.
        left: For each remainder of a position, the mask of digits in the classes that are left.
    """

    proofs: tuple[int, ...]
    left: tuple[int, ...]


def _alternation(turn: _Turn, board: Board) -> _Alternation | None:
    """Return the classes that are left, or None if all or none of the classes are left."""
    kinds = [[_kinds(turn, board.masks[cell]) for cell in cells] for cells in turn.cells]
    every = (1 << len(turn.classes)) - 1
    sets = [reduce(lambda a, b: a & b, own, every) for own in kinds]
    if all(each == every for each in sets):
        return None
    left = _left(sets, len(turn.classes))
    if not all(left):
        return None
    needed = [*sets]
    for at, own in enumerate(sets):  # positions that prove nothing are left out
        if own != every:
            trial = [every if i == at else each for i, each in enumerate(needed)]
            if _left(trial, len(turn.classes)) == left:
                needed = trial
    proofs = [
        cell
        for at, own in enumerate(needed)
        if own != every
        for cell in _few(turn.cells[at], kinds[at], own)
    ]
    digits = tuple(
        union_of(mask for at, mask in enumerate(turn.classes) if own >> at & 1) for own in left
    )
    return _Alternation(tuple(proofs), digits)


def _kinds(turn: _Turn, mask: int) -> int:
    """Return the classes of candidates, as a mask of class numbers."""
    return sum(1 << at for at, each in enumerate(turn.classes) if each & mask)


def _left(sets: Sequence[int], n_classes: int) -> list[int]:
    """Return the classes that each position has in some order of different classes."""
    found = [0] * len(sets)
    if n_classes > _MOST_CLASSES:
        for at, own in enumerate(sets):
            others = union_of(s for i, s in enumerate(sets) if i != at and s.bit_count() == 1)
            found[at] = own & ~others
        return found
    for way in permutations(range(n_classes), len(sets)):
        if all(own >> kind & 1 for own, kind in zip(sets, way, strict=True)):
            for at, kind in enumerate(way):
                found[at] |= 1 << kind
    return found


def _few(cells: Sequence[int], kinds: Sequence[int], own: int) -> Iterator[int]:
    """Yield few cells whose classes have only the classes *own* in common."""
    common = -1
    for kind, cell in sorted(zip(kinds, cells, strict=True), key=lambda each: each[0].bit_count()):
        if common & kind != common:
            common &= kind
            yield cell
        if common == own:
            return


@per_rules
def _turns(puzzle: Puzzle) -> dict[str, list[tuple[_Turn, KeptSteps]]]:
    """Return the lines with alternating classes, by their technique."""
    return {
        name: [
            (
                turn,
                KeptSteps(
                    tuple(c for cells in turn.cells for c in cells), partial(_of_turn, name, turn)
                ),
            )
            for turn in lines(puzzle)
        ]
        for name, lines in _LINES.items()
    }


def _of_turn(name: str, turn: _Turn, board: Board) -> Iterator[Step]:
    found = _alternation(turn, board)
    if found is None:
        return
    pairs = zip(turn.cells, found.left, strict=True)
    left = {cell: mask for cells, mask in pairs for cell in cells}
    if gone := eliminations_of(board, {cell: ~mask for cell, mask in left.items()}):
        used = dict.fromkeys((*found.proofs, *(cell for cell, _ in gone)))
        facts = Facts(
            cells=tuple((cell, _role(turn, left[cell])) for cell in used),
            candidates=tuple(
                (cell, digit, "proves")
                for cell in found.proofs
                for digit in digits_of(board.masks[cell] & left[cell])
                if not board.digits[cell]
            ),
            constraints=turn.numbers,
        )
        yield Step(name, eliminations=gone, facts=facts)


_ROLES = ("low", "middle", "high", "odd", "even", "class-a", "class-b", "class-c", "class-d")


def _role(turn: _Turn, mask: int) -> str:
    """Return the role of a cell, which tells the classes of a line apart in pictures."""
    if mask not in turn.classes:
        return "pattern"
    at = turn.classes.index(mask)
    if turn.names[at] in _ROLES:
        return turn.names[at]
    return f"class-{'abcd'[at]}" if at < 4 else "pattern"


def _name(w: Words) -> str:
    numbers = w.step.facts.constraints
    return w.constraint(numbers[0]) if len(numbers) == 1 else "whispers that share cells"


def _turn_of(name: str, w: Words) -> _Turn:
    numbers, cell = w.step.facts.constraints, w.with_role()[0]
    return next(
        turn
        for turn, _ in _turns(w.puzzle)[name]
        if turn.numbers == numbers and any(cell in cells for cells in turn.cells)
    )


def _turn_thoughts(name: str, w: Words) -> Iterator[str]:
    """Yield the cell that decides in a few words: "r6c3 is low, then in turn"."""
    turn = _turn_of(name, w)
    found = _alternation(turn, w.board)
    if found and len(found.proofs) == 1:
        (cell,) = found.proofs
        kinds = _kinds(turn, w.board.masks[cell])
        own = joined((name for at, name in enumerate(turn.names) if kinds >> at & 1), "or")
        thought = f"{w.cell(cell)} is {own}, then in turn"
        yield from (f"{_name(w)}: {thought}", thought)


def _why_turn(name: str, w: Words) -> Iterator[str]:
    numbers, turn = w.step.facts.constraints, _turn_of(name, w)
    found = _alternation(turn, w.board)
    assert found is not None
    known = [_known(w, turn, cell) for cell in found.proofs]
    gone = {cell for cell, _ in w.step.eliminations}
    alike: dict[str, list[int]] = {}
    claims: list[Claim] = []
    for cells, left in zip(turn.cells, found.left, strict=True):
        pairs = zip(turn.classes, turn.names, strict=True)
        own = joined((name for mask, name in pairs if mask & left), "or")
        for cell in cells:
            if cell in gone:
                alike.setdefault(own, []).append(cell)
                digits = tuple(d for d in w.board.candidates(cell) if left >> (d - 1) & 1)
                claims.append(Allows(numbers[0], (cell,), digits))
    is_long = sum(map(len, alike.values())) > _MOST_NAMED
    parts = [
        f"{f'{w.number(len(cells))} cells' if is_long else w.cells(cells)} "
        f"{'is' if len(cells) == 1 else 'are'} {names}"
        for names, cells in alike.items()
    ]
    yield sentence(clauses(known))
    names = [name.removeprefix("from ") for name in turn.names]
    if len(turn.cells) == 2 and len(turn.classes) == 2:
        turns = f"{joined(names)} digits alternate"
    else:
        turns = f"{joined(names)} {'' if turn.names[0].startswith('from') else 'digits '}take turns"
    where = "along the line"
    if len(numbers) > 1:  # one constraint alone does not prove the classes
        where, claims = "along these lines", [Concludes((), w.step.eliminations)]
    yield w.said(sentence(f"{where}, {turns}, so {clauses(parts)}"), *claims)


def _known(w: Words, turn: _Turn, cell: int) -> str:
    """Return the classes of a cell: "r1c1 is low (2 or 3)", "r1c1 is not high (it is 1 or 4)"."""
    kinds = _kinds(turn, w.board.masks[cell])
    own = [name for at, name in enumerate(turn.names) if kinds >> at & 1]
    if digit := w.board.digits[cell]:
        return w.said(f"{w.cell(cell)} is {own[0]} ({w.digit(digit)})", Placed(cell, digit))
    digits = w.board.candidates(cell)
    fitting = [digit for digit in digits if union_of(turn.classes) >> (digit - 1) & 1]
    shown = w.digits(fitting, "or")
    if odd := [digit for digit in digits if digit not in fitting]:
        shown += f", as no {w.digits(odd, 'or')} fits on the line"
    text = f"{w.cell(cell)} is {joined(own, 'or')} ({shown})"
    return w.said(text, Only((cell,), digits))


# ---- classes of digits in a house


class _Split(NamedTuple):
    """A class of digits with its name, such as "odd"."""

    name: str
    mask: int


class _Count(NamedTuple):
    """A class that has as many cells in a house as it has digits.

    Attributes:
        split: The class.
        cells: The cells for the digits of the class.
        is_sure: Whether all candidates of the cells are in the class. If not, no other cells have
            candidates in the class.
        gone: The candidates that are false.
    """

    split: _Split
    cells: tuple[int, ...]
    is_sure: bool
    gone: tuple[tuple[int, int], ...]


@per_rules
def _splits(puzzle: Puzzle) -> dict[str, tuple[_Split, ...]]:
    """Return the classes that matter in a puzzle, by their technique."""
    parity: tuple[_Split, ...] = ()
    if any(isinstance(each, Odd | Even | Parity) for each in puzzle.further):
        odd = sum(1 << (digit - 1) for digit in range(1, puzzle.order + 1, 2))
        parity = _Split("odd", odd), _Split("even", puzzle.geometry.all_mask & ~odd)
    found: dict[int, str] = {}
    for kind, turns in _turns(puzzle).items():
        for turn, _ in turns if kind != "parity-line" else ():
            for name, mask in zip(turn.names, turn.classes, strict=True):
                found.setdefault(mask, name)
    lines = tuple(_Split(name, mask) for mask, name in found.items())
    return {"parity-cells": parity, "class-count": lines}


@per_rules
def _houses(puzzle: Puzzle) -> dict[str, list[KeptSteps]]:
    full = [house for house in puzzle.geometry.houses if len(house.cells) == puzzle.order]
    return {
        name: [KeptSteps(house.cells, partial(_of_house, name, house)) for house in full if splits]
        for name, splits in _splits(puzzle).items()
    }


def _of_house(name: str, house: House, board: Board) -> Iterator[Step]:
    """Yield a step for each class whose count removes candidates."""
    for each in _counts(name, house, board):
        proves = tuple(
            (cell, digit, "proves")
            for cell in each.cells
            for digit in digits_of(board.masks[cell] & each.split.mask)
            if not board.digits[cell]
        )
        facts = Facts(cells=pattern_cells(each.cells), candidates=proves, houses=(house,))
        yield Step(name, eliminations=each.gone, facts=facts)


def _counts(name: str, house: House, board: Board) -> Iterator[_Count]:
    """Yield the classes whose count removes candidates, each set of candidates once."""
    masks, seen = board.masks, set[tuple[tuple[int, int], ...]]()
    for is_sure in (True, False):
        for split in _splits(board.puzzle)[name]:
            mask = split.mask
            cells = tuple(
                cell
                for cell in house.cells
                if masks[cell] & mask and not (is_sure and masks[cell] & ~mask)
            )
            if len(cells) != mask.bit_count() or all(board.digits[cell] for cell in cells):
                continue
            others = [cell for cell in house.cells if cell not in cells]
            wrong = dict.fromkeys(others, mask) if is_sure else dict.fromkeys(cells, ~mask)
            if (gone := eliminations_of(board, wrong)) and gone not in seen:
                seen.add(gone)
                yield _Count(split, cells, is_sure, gone)


def _why_counted(w: Words) -> Iterator[str]:
    (house,) = w.houses
    found = _counts(w.step.technique, house, w.board)
    each = next(each for each in found if each.gone == w.step.eliminations)
    (name, mask), cells = each.split, each.cells
    count = w.number(mask.bit_count())
    digits = w.digits(digits_of(mask))
    kind = f"{count} digits {name}" if name.startswith("from") else f"{count} {name} digits"
    has = f"{w.house(house)} has {kind}"
    has += "" if name.startswith("from") else f" ({digits})"
    inside = Inside(cells, (w.index(house),))
    if each.is_sure:
        known = [_only(w, cell) for cell in cells]
        yield w.said(sentence(f"{has}, and {w.cells(cells)} are {name}"), *known, inside)
        yield f"So no other cell there is {name}."
        return
    known = [_only(w, cell) for cell in house.cells if cell not in cells]
    yield w.said(sentence(f"{has}, and only {w.cells(cells)} can be {name}"), *known, inside)


def _only(w: Words, cell: int) -> Claim:
    if digit := w.board.digits[cell]:
        return Placed(cell, digit)
    return Only((cell,), w.board.candidates(cell))


def _what_house(w: Words) -> str:
    return w.house(w.houses[0]) if w.houses else "marked cells"


def _count_slips(name: str) -> tuple[Slip, ...]:
    """Return the slip that the rest of a house is ruled out one cell too early."""

    def find(board: Board) -> Iterator[Slipped]:
        w, masks = words_on(board), board.masks
        splits = _splits(board.puzzle)[name]
        houses = [each for each in w.geometry.houses if len(each.cells) == board.puzzle.order]
        for house, split in ((house, split) for house in houses for split in splits):
            digits, cells = digits_of(split.mask), house.cells
            sure = tuple(cell for cell in cells if not masks[cell] & ~split.mask)
            wrong = dict.fromkeys((cell for cell in cells if cell not in sure), split.mask)
            gone = eliminations_of(board, wrong)
            if len(sure) == len(digits) - 1 > 1 and gone:
                why = (
                    f"{w.house(house)} has {w.digits(digits)} in {w.number(len(digits))} cells, "
                    f"and only {w.number(len(sure))} are sure: {w.cells(sure)}."
                )
                claims = (_only(w, cell) for cell in sure)
                yield slipped(w, why, *claims, gone=gone, cells=sure)

    return (Slip("The digits of one kind are counted one short.", find),)


# ---- odd and even cells


@per_rules
def _marks(puzzle: Puzzle) -> tuple[dict[int, int], dict[int, int]]:
    """Return the wrong digits of odd and even cells, and the constraint of each of these cells."""
    gone: dict[int, int] = {}
    numbers: dict[int, int] = {}
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Odd | Even) and each.is_sound(puzzle.geometry):
            wrong = sum(
                1 << (digit - 1)
                for digit in range(1, puzzle.order + 1)
                if digit % 2 != each.REMAINDER
            )
            for cell in each.cells:
                gone[cell] = gone.get(cell, 0) | wrong
                numbers.setdefault(cell, number)
    return gone, numbers


def _find_odd_and_even(board: Board, limit: int) -> Iterator[Step]:
    gone, numbers = _marks(board.puzzle)
    if found := eliminations_of(board, gone):
        cells = [cell for cell, _ in found]
        used = tuple(sorted({numbers[cell] for cell in cells}))
        facts = Facts(cells=pattern_cells(cells), constraints=used)
        yield Step("parity-cells", eliminations=found, facts=facts)
    for kept in _houses(board.puzzle)["parity-cells"]:
        yield from kept.steps(board)


def _why_odd_and_even(w: Words) -> Iterator[str]:
    if w.houses:
        yield from _why_counted(w)
        return
    for name, remainder in (("odd", 1), ("even", 0)):
        cells = dict.fromkeys(c for c, digit in w.step.eliminations if digit % 2 != remainder)
        if cells:
            digits = [d for d in range(1, w.puzzle.order + 1) if d % 2 == remainder]
            kind = f"the {name} cells hold" if len(cells) > 6 else (
                f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} {name}:"
            )  # fmt: skip
            numbers = _marks(w.puzzle)[1]
            claims = (
                Allows(numbers[c], (c,), tuple(d for d in w.board.candidates(c) if d in digits))
                for c in cells
            )
            yield w.said(sentence(f"{kind} {w.digits(digits, 'or')}"), *claims)


# ---- the techniques


_LINES: dict[str, _Lines] = {
    "high-and-low": _low_and_high,
    "parity-line": partial(_turning, Parity),
    "entropic-line": partial(_turning, Entropic),
    "modular-line": partial(_turning, Modular),
    "digit-group-line": partial(_turning, DigitGroups),
}


def _of_line(name: str, **others: Any) -> Technique:
    """Return the technique of a kind of line with alternating classes."""
    return Technique(
        name=name,
        find=kept_steps(lambda puzzle: [kept for _, kept in _turns(puzzle)[name]]),
        weight=2.0,
        what=_name,
        reason=partial(_why_turn, name),
        thoughts=partial(_turn_thoughts, name),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves", *_ROLES),
        is_case_of="rule-elimination",
        **others,
    )


TECHNIQUES = (
    Technique(
        name="parity-cells",
        aliases=("odd cell", "even cell", "odd and even cells"),
        summary="marked cells are odd or even, and a house has a fixed number of odd digits",
        find=_find_odd_and_even,
        slips=PARITY_CELL_SLIPS + _count_slips("parity-cells"),
        weight=2.0,
        what=_what_house,
        reason=_why_odd_and_even,
        look_for="marked cells, and houses where all odd digits or all even digits have their "
        "cells.",
        why="a house of nine cells has five odd and four even digits. If as many cells are known "
        "to be odd, the other cells are even.",
        when="At the start, because the marks are enough, and again when a house has only a few "
        "cells of unknown parity.",
        scan=(
            Glance("Take the house with the most marked cells.", "houses"),
            Glance(
                "Recall its digits: nine cells hold five odd digits and four even ones.", "houses"
            ),
            Glance(
                "Count the cells that are surely odd: marked cells, odd digits, and cells with "
                "only odd candidates. Count the even ones in the same way.",
                "cells",
            ),
            Glance(
                "If you count five odd cells, remove the odd digits from the other cells. If you "
                "count four even cells, remove the even digits.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    _of_line(
        "high-and-low",
        rules=(Whisper, PairRule),
        slips=WHISPER_CLASS_SLIPS,
        aliases=("whisper alternation", "whisper high/low", "high low", "polarity"),
        summary="low and high digits alternate along a whisper, so one cell decides the others",
        look_for="a whisper with a cell that is known to be low or high.",
        why="neighbors differ by so much that one is low and the other high. So one cell decides "
        "the classes of the complete line.",
        when="First on every whisper: one cell that is known to be low or high decides the "
        "complete line.",
        scan=(
            Glance(
                "Take a whisper with a digit on it, or with a cell whose candidates are all low "
                "or all high.",
                "rules",
            ),
            Glance(
                "Write L or H beside this cell. On a German whisper, 1 to 4 are low, 6 to 9 are "
                "high, and 5 cannot be on the line.",
                "cells",
            ),
            Glance("Walk from this cell to both ends, and write L and H in turn.", "cells"),
            Glance(
                "Remove the high digits from cells with an L, and the low digits from cells with "
                "an H.",
                "step",
            ),
        ),
    ),
    _of_line(
        "parity-line",
        rules=(Parity,),
        slips=PARITY_LINE_SLIPS,
        aliases=("parity alternation",),
        summary="odd and even digits alternate along a line, so one cell decides the others",
        look_for="a parity line with a cell that is known to be odd or even.",
        why="odd and even digits alternate, so one cell decides the parity of every other cell.",
        when="As soon as a cell of the line has a digit, an odd or even mark, or candidates of "
        "one parity.",
        scan=(
            Glance(
                "Take a parity line with a digit or a mark on it, or with a cell whose candidates "
                "are all odd or all even.",
                "rules",
            ),
            Glance("Start at this cell, and walk to both ends: odd, even, odd, even.", "cells"),
            Glance(
                "Remove the odd digits from the even cells, and the even digits from the odd "
                "cells.",
                "step",
            ),
        ),
    ),
    _of_line(
        "entropic-line",
        rules=(Entropic,),
        slips=ENTROPIC_SLIPS,
        aliases=("entropy line",),
        summary="low, middle and high digits take turns along a line",
        look_for="an entropic line where one or two of any three cells in a row are known.",
        why="three cells in a row have the three classes in some order, so every third cell has "
        "the same class.",
        when="As soon as the groups of one or two neighbors on the line are known: low 1 2 3, "
        "middle 4 5 6, or high 7 8 9.",
        scan=(
            Glance(
                "Take an entropic line with a digit on it, or with a cell whose candidates are "
                "from one or two groups.",
                "rules",
            ),
            Glance(
                "Jump along the line three cells at a time. All the cells where you land have the "
                "same group, so write L, M or H beside them.",
                "cells",
            ),
            Glance(
                "Look at three neighbors: if two of their groups are known, the third cell has "
                "the third group.",
                "pattern",
            ),
            Glance("Remove from each cell the digits of the groups that it cannot have.", "step"),
        ),
    ),
    _of_line(
        "modular-line",
        rules=(Modular,),
        slips=MODULAR_SLIPS,
        aliases=("modulo line", "remainder line"),
        summary="remainders take turns along a line",
        look_for="a modular line where the remainders of one or two cells are known.",
        why="three cells in a row have different remainders, so every third cell has the same "
        "remainder.",
        when="As soon as the remainders of one or two neighbors on the line are known: 1 4 7, 2 5 "
        "8, or 3 6 9.",
        scan=(
            Glance(
                "Take a modular line with a digit on it, or with a cell whose candidates are from "
                "one or two of the groups 1 4 7, 2 5 8 and 3 6 9.",
                "rules",
            ),
            Glance(
                "Jump along the line three cells at a time. All the cells where you land have the "
                "same group.",
                "cells",
            ),
            Glance(
                "Look at three neighbors: if two of their groups are known, the third cell has "
                "the third group.",
                "pattern",
            ),
            Glance("Remove from each cell the digits of the groups that it cannot have.", "step"),
        ),
    ),
    _of_line(
        "digit-group-line",
        rules=(DigitGroups,),
        slips=DIGIT_GROUP_SLIPS,
        aliases=("digit groups",),
        summary="groups of digits take turns along a line",
        look_for="a line of digit groups where the groups of some cells are known.",
        why="as many cells in a row as there are groups have one digit of each group, so the "
        "groups return in the same order.",
        when="As soon as the groups of some neighbors on the line are known.",
        scan=(
            Glance(
                "Give each group of digits a color. Then take a line with a digit on it, or with "
                "a cell whose candidates are all of one color.",
                "rules",
            ),
            Glance(
                "Count the groups, and jump along the line by this number. All the cells where "
                "you land have the same color.",
                "cells",
            ),
            Glance(
                "Look at as many neighbors as there are groups: they have all the colors, so the "
                "last cell has the missing one.",
                "pattern",
            ),
            Glance("Remove from each cell the digits of the colors that it cannot have.", "step"),
        ),
    ),
    Technique(
        name="class-count",
        aliases=("low digits of a house", "high digits of a house"),
        summary="a house has only so many low, high, odd or even digits, and their cells are known",
        find=kept_steps(lambda puzzle: _houses(puzzle)["class-count"]),
        slips=_count_slips("class-count"),
        weight=2.5,
        what=_what_house,
        reason=_why_counted,
        look_for="a house that a long whisper or entropic line crosses. Count its low and its "
        "high cells.",
        why="a house of nine cells has each low digit once. If four cells are low, the four low "
        "digits are there, and no other cell is low.",
        when="When a long whisper, parity line or entropic line crosses a house, and you have "
        "marked its low and high or odd and even cells.",
        scan=(
            Glance("Take the house that such lines cross in the most cells.", "houses"),
            Glance(
                "Mark each of its cells as low or high, or as odd or even, as far as the lines "
                "and the candidates say so.",
                "cells",
            ),
            Glance(
                "Count the cells of one kind, and compare them with its digits. Nine cells hold "
                "the low digits 1 2 3 4 once each, so four cells are low.",
                "pattern",
            ),
            Glance(
                "If you have found a cell for each digit of this kind, remove these digits from "
                "the rest of the house.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
