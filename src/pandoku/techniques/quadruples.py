"""Quadruples: digits on a corner that all occur in the cells around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pandoku.constraints import Quadruple
from pandoku.model import Board, Facts, Pair, Step, digits_of
from pandoku.techniques._mark_slips import QUADRUPLE_SLIPS
from pandoku.techniques._sight import kinds_of, see, since
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import pointing_slips
from pandoku.techniques._ways import seen_by_all, spots_lines
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Gone, Inside, Only, Placed

__all__ = ["TECHNIQUES"]

_MOST_TRIES = 3  # maximum number of assumptions in a step


class _Trial(NamedTuple):
    """A candidate that leaves too few cells for the digits of a quadruple.

    Attributes:
        cell, digit: The candidate.
        forced: Candidates that follow, in order.
        lacking: The digits that are left without enough cells.
        left: The cells that are left for them.
    """

    cell: int
    digit: int
    forced: tuple[Pair, ...]
    lacking: tuple[int, ...]
    left: tuple[int, ...]


class _Argument(NamedTuple):
    """A reason for eliminations in the cells of a quadruple.

    Attributes:
        gone: The eliminations.
        digits: Digits that fill *cells*, ascending. A digit may occur twice.
        cells: The cells that *digits* fill.
        trials: Instead of these, assumptions that fail.
    """

    gone: tuple[Pair, ...]
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    trials: tuple[_Trial, ...] = ()


def _quadruples(board: Board) -> Iterator[tuple[int, Quadruple]]:
    puzzle = board.puzzle
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Quadruple):
            yield number, each


def _needed(board: Board, quadruple: Quadruple) -> dict[int, int]:
    """Return the number of times that each digit of a quadruple is still to be placed."""
    placed = Counter(board.digits[cell] for cell in quadruple.cells)
    listed = Counter(quadruple.digits)
    return {d: n - placed[d] for d, n in sorted(listed.items()) if n > placed[d]}


# ---- inside a quadruple


def _find_inside(board: Board, limit: int) -> Iterator[Step]:
    found = [
        (number, argument)
        for number, quadruple in _quadruples(board)
        for argument in _arguments(board, quadruple)
    ]
    # Clues that fill all their cells are one step, because this is one thought.
    full = [(number, each) for number, each in found if _is_full(board, number, each)]
    if len(full) > 1:
        yield _inside_step(board, full)
    for each in found:
        if len(full) < 2 or each not in full:
            yield _inside_step(board, [each])


def _inside_step(board: Board, arguments: Sequence[tuple[int, _Argument]]) -> Step:
    puzzle = board.puzzle
    clues = dict.fromkeys(puzzle.constraints[number] for number, _ in arguments)
    cells = dict.fromkeys(cell for each in clues for cell in each.cells_on(puzzle.geometry))
    gone = tuple(pair for _, argument in arguments for pair in argument.gone)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        constraints=tuple(dict.fromkeys(number for number, _ in arguments)),
    )
    return Step("quadruple", eliminations=tuple(dict.fromkeys(gone)), facts=facts)


def _is_full(board: Board, number: int, argument: _Argument) -> bool:
    cells = board.puzzle.constraints[number].cells_on(board.puzzle.geometry)
    return {*argument.cells} == {*cells}


def _arguments(board: Board, quadruple: Quadruple) -> tuple[_Argument, ...]:
    """Return the arguments for eliminations in the cells of a quadruple, the simplest first."""
    cells, sight = quadruple.cells, board.puzzle.sight
    seen = tuple(sum(1 << i for i, c in enumerate(cells) if c in sight[cell]) for cell in cells)
    masks = tuple(board.masks[cell] if not board.digits[cell] else 0 for cell in cells)
    need = tuple(_needed(board, quadruple).items())
    return _arguments_of(cells, masks, need, seen)


@lru_cache(maxsize=4096)
def _arguments_of(
    cells: tuple[int, ...],
    masks: tuple[int, ...],
    need: tuple[tuple[int, int], ...],
    seen: tuple[int, ...],
) -> tuple[_Argument, ...]:
    found = list[_Argument]()
    open_cells = [at for at, mask in enumerate(masks) if mask]
    for size in range(1, len(need) + 1):
        for some in combinations(need, size):
            digits = tuple(digit for digit, count in some for _ in range(count))
            wanted = sum(1 << (digit - 1) for digit, _ in some)
            spots = [at for at in open_cells if masks[at] & wanted]
            if size == len(need) and len(digits) == len(open_cells):
                spots = open_cells  # the digits need all empty cells
            if len(spots) == len(digits):
                gone = tuple((cells[at], d) for at in spots for d in digits_of(masks[at] & ~wanted))
                if gone:
                    found.append(_Argument(gone, digits, tuple(cells[at] for at in spots)))
    if found or not need:
        return tuple(found)
    by_digit: dict[int, list[_Trial]] = {}
    for at in open_cells:
        for digit in digits_of(masks[at]):
            if trial := _failing(cells, masks, dict(need), seen, at, digit):
                by_digit.setdefault(digit, []).append(trial)
    for trials in by_digit.values():
        if len(trials) <= _MOST_TRIES:
            gone = tuple((trial.cell, trial.digit) for trial in trials)
            found.append(_Argument(gone, trials=tuple(trials)))
    return tuple(found)


def _failing(
    cells: Sequence[int],
    masks: Sequence[int],
    need: Mapping[int, int],
    seen: Sequence[int],
    at: int,
    digit: int,
) -> _Trial | None:
    """Assume a candidate, and return how it leaves too few cells, or None if it does not."""
    left, wanted = list(masks), dict(need)
    forced: list[Pair] = []

    def place(spot: int, each: int) -> None:
        left[spot] = 0
        for other in range(len(cells)):
            if seen[spot] >> other & 1:
                left[other] &= ~(1 << (each - 1))
        wanted[each] = wanted.get(each, 0) - 1

    place(at, digit)
    while True:
        wanted = {each: count for each, count in wanted.items() if count > 0}
        spots_of = {d: [i for i, m in enumerate(left) if m >> (d - 1) & 1] for d in wanted}
        lack = next((d for d in wanted if len(spots_of[d]) < wanted[d]), None)
        if lack is not None:
            left_for = tuple(cells[i] for i in spots_of[lack])
            return _Trial(cells[at], digit, tuple(forced), (lack,), left_for)
        sure = next((d for d in wanted if len(spots_of[d]) == wanted[d]), None)
        if sure is None:
            return _crowded((cells[at], digit), cells, wanted, spots_of, forced)
        for spot in spots_of[sure]:
            if not left[spot] >> (sure - 1) & 1:
                return _Trial(cells[at], digit, tuple(forced), (sure,), ())
            forced.append((cells[spot], sure))
            place(spot, sure)


def _crowded(
    start: Pair,
    cells: Sequence[int],
    wanted: Mapping[int, int],
    spots_of: Mapping[int, Sequence[int]],
    forced: Sequence[Pair],
) -> _Trial | None:
    """Return several digits that share too few cells, or None if there are no such digits."""
    for size in range(2, len(wanted) + 1):
        for some in combinations(wanted, size):
            spots = sorted({i for d in some for i in spots_of[d]})
            if len(spots) < sum(wanted[d] for d in some):
                return _Trial(*start, tuple(forced), some, tuple(cells[i] for i in spots))
    return None


def _inside_what(w: Words) -> str:
    numbers = w.step.facts.constraints
    if len(numbers) > 1:
        return f"{w.number(len(numbers))} quadruples that fill their cells"
    return w.constraint(numbers[0])


def _inside_reason(w: Words) -> Iterator[str]:
    gone, numbers = {*w.step.eliminations}, w.step.facts.constraints
    if len(numbers) > 1:
        yield _all_full_sentence(w)
        return
    for number in numbers:
        quadruple = w.puzzle.constraints[number]
        assert isinstance(quadruple, Quadruple)
        argument = next(
            each for each in _arguments(w.board, quadruple) if gone.issuperset(each.gone)
        )
        if argument.trials:
            for trial in argument.trials:
                yield _trial_sentence(w, number, quadruple, trial)
        elif _is_full(w.board, number, argument):
            yield _full_sentence(w, number, argument)
        else:
            yield _filling_sentence(w, number, quadruple, argument)


def _inside_thoughts(w: Words) -> Iterator[str]:
    """Yield the reason in a few words: "2 only at r1c3", "else no room for 7"."""
    (number, *others), gone = w.step.facts.constraints, {*w.step.eliminations}
    quadruple = w.puzzle.constraints[number]
    assert isinstance(quadruple, Quadruple)
    if others:
        return
    name = w.constraint(number)
    argument = next(each for each in _arguments(w.board, quadruple) if gone.issuperset(each.gone))
    if argument.trials:
        lacking = {trial.lacking for trial in argument.trials}
        if len(lacking) == 1:
            yield f"{name}: else no room for {w.digits(lacking.pop())}"
    elif _is_full(w.board, number, argument):
        yield f"{name}: no other digit"
    else:
        yield f"{name}: {w.digits(argument.digits)} only at {w.cells(argument.cells)}"


def _all_full_sentence(w: Words) -> str:
    """Return one sentence for several quadruples that fill their cells."""
    numbers, gone = w.step.facts.constraints, {*w.step.eliminations}
    claims = list[Allows]()
    for number in numbers:
        quadruple = w.puzzle.constraints[number]
        assert isinstance(quadruple, Quadruple)
        arguments = _arguments(w.board, quadruple)
        argument = next(each for each in arguments if gone.issuperset(each.gone))
        claims += _allowed(w, number, argument)
    text = f"{w.constraints(numbers)} need all their cells, so these hold no other digit"
    return w.said(sentence(text), *claims)


def _full_sentence(w: Words, number: int, argument: _Argument) -> str:
    named = " ".join(map(w.digit, argument.digits))
    text = f"{w.constraint(number)} holds {named} and no other digit"
    return w.said(sentence(text), *_allowed(w, number, argument))


def _allowed(w: Words, number: int, argument: _Argument) -> Iterator[Allows]:
    for cell in argument.cells:
        left = tuple(d for d in w.board.candidates(cell) if d in argument.digits)
        yield Allows(number, (cell,), left)


def _filling_sentence(w: Words, number: int, quadruple: Quadruple, argument: _Argument) -> str:
    digits, cells = argument.digits, argument.cells
    empty = [cell for cell in quadruple.cells if not w.board.digits[cell]]
    others = [cell for cell in empty if cell not in cells]
    claims = [*_allowed(w, number, argument)]
    named = joined(map(w.digit, digits))
    if others:
        where = f"{w.cells(cells)}{since(w, others, (*{*digits},))}"
        text = f"{w.constraint(number)} has room for its {named} only at {where}"
        gone = (Gone((cell,), tuple(sorted({*digits}))) for cell in others)
        return w.said(sentence(text), *gone, *claims)
    done = (c for c in quadruple.cells if w.board.digits[c])
    placed = (Placed(cell, w.board.digits[cell]) for cell in done)
    only, are = ("only ", "is") if len(cells) == 1 else ("", "are")
    text = f"{only}{w.cells(cells)} {are} left for the {named} of {w.constraint(number)}"
    return w.said(sentence(text), *placed, *claims)


def _trial_sentence(w: Words, number: int, quadruple: Quadruple, trial: _Trial) -> str:
    """Return "with 1 at r1c3, the other 1 is at r2c4, and no cell is left for the 2"."""
    parts = [f"with {w.candidate(trial.cell, trial.digit)}"]
    listed = Counter(quadruple.digits)
    met = {trial.digit}
    for cell, digit in trial.forced:
        which = "the other" if digit in met else "one" if listed[digit] > 1 else "the"
        parts.append(f"{which} {w.digit(digit)} is at {w.cell(cell)}")
        met.add(digit)
    lacking = trial.lacking
    again = "other " if met.issuperset(lacking) and listed[lacking[0]] > 1 else ""
    named = f"the {again}{w.digits(lacking)}"
    if not trial.left:
        parts.append(f"no cell is left for {named}")
    elif len(trial.left) == 1:
        parts.append(f"only {w.cell(trial.left[0])} is left for {named}")
    else:
        parts.append(f"only {w.cells(trial.left)} are left for {named}")
    left = tuple(
        d for d in w.board.candidates(trial.cell) if (trial.cell, d) not in w.step.eliminations
    )
    known = (
        Only((cell,), w.board.candidates(cell))
        for cell in quadruple.cells
        if not w.board.digits[cell]
    )
    first, *rest = parts
    text = f"{first}, {clauses(rest)}" if len(rest) > 1 else f"{first}, {rest[0]}"
    forced = (Allows(number, (trial.cell,), left),)
    return w.said(sentence(text), *forced, *known)


# ---- pointing


class _Pointing(NamedTuple):
    """The places of a digit of a quadruple, and the cells that lose it.

    Attributes:
        gone: The eliminations.
        ways: The sets of cells for the digit, one cell for each time it is still to be placed.
    """

    gone: tuple[Pair, ...]
    ways: tuple[tuple[int, ...], ...]


def _pointing(board: Board, quadruple: Quadruple, digit: int, count: int) -> _Pointing:
    bit, sight = 1 << (digit - 1), board.puzzle.sight
    spots = [c for c in quadruple.cells if not board.digits[c] and board.masks[c] & bit]
    ways = tuple(
        way
        for way in combinations(spots, count)
        if not any(a in sight[b] for a, b in combinations(way, 2))
    )
    if not ways:
        return _Pointing((), ())
    own = {*quadruple.cells}
    if count == 1:
        gone = seen_by_all(board, sight, spots, digit)
    else:
        gone = (
            (cell, digit)
            for cell, mask in enumerate(board.masks)
            if mask & bit and not board.digits[cell]
            if all(any(cell in sight[spot] for spot in way) for way in ways)
        )
    return _Pointing(tuple(pair for pair in gone if pair[0] not in own), ways)


def _find_pointing(board: Board, limit: int) -> Iterator[Step]:
    for number, quadruple in _quadruples(board):
        for digit, count in _needed(board, quadruple).items():
            found = _pointing(board, quadruple, digit, count)
            if not found.gone:
                continue
            spots = sorted({cell for way in found.ways for cell in way})
            facts = Facts(
                cells=tuple((cell, "pattern") for cell in spots),
                candidates=tuple((cell, digit, "proves") for cell in spots),
                constraints=(number,),
            )
            yield Step("quadruple-pointing", eliminations=found.gone, facts=facts)


def _pointing_reason(w: Words) -> Iterator[str]:
    (number,), (digit,) = w.step.facts.constraints, w.digits_of("proves")
    quadruple = w.puzzle.constraints[number]
    assert isinstance(quadruple, Quadruple)
    spots = w.with_role("pattern")
    count = _needed(w.board, quadruple)[digit]
    others = [c for c in quadruple.cells if c not in spots and not w.board.digits[c]]
    claims = [Gone((cell,), (digit,)) for cell in others]
    known = [Only((cell,), w.board.candidates(cell)) for cell in spots]
    allowed = Allows(number, (spots[0],), w.board.candidates(spots[0]))
    gone = {cell for cell, _ in w.step.eliminations}
    if count == 1:
        at = f"{w.cells(spots, 'or')}{since(w, others, (digit,))}"
        text = f"{w.constraint(number)} has its {w.digit(digit)} at {at}"
        yield w.said(sentence(text), allowed, *claims, *known)
        if any(not gone.isdisjoint(house.cells) for house in w.common_houses(spots)):
            yield from spots_lines(w, spots)
        else:
            yield sentence(see(w, sorted(gone), spots))
        return
    found = _pointing(w.board, quadruple, digit, count)
    listed = joined((w.cells(way) for way in found.ways), "or")
    text = f"{w.constraint(number)} has {w.number(count)} {w.digit(digit)}s, at {listed}"
    yield w.said(sentence(text), allowed, *claims, *known)
    houses = [
        house
        for house in w.geometry.houses
        if not gone.isdisjoint(house.cells)
        and all(not {*way}.isdisjoint(house.cells) for way in found.ways)
    ]
    if houses:
        inside = tuple(w.index(house) for house in houses)
        have = "has its" if len(houses) == 1 else "have their"
        text = f"so {kinds_of(w, houses)} {have} {w.digit(digit)} there"
        shared = (
            Inside((next(c for c in found.ways[0] if c in house.cells),), (at,))
            for at, house in zip(inside, houses, strict=True)
        )
        yield w.said(sentence(text), *shared)


TECHNIQUES = (
    Technique(
        name="quadruple",
        aliases=("quadruples", "quad"),
        summary="the digits of a quadruple need its cells, so other digits have no room there",
        find=_find_inside,
        slips=QUADRUPLE_SLIPS,
        weight=2.2,
        what=_inside_what,
        reason=_inside_reason,
        thoughts=_inside_thoughts,
        look_for="a quadruple of four digits, or one whose digits have few cells left.",
        why="each digit of the clue needs its cell around the corner. A candidate that leaves too "
        "few cells for them is false.",
        when="At the start for quadruples of four digits, and again when one of the four cells is "
        "filled.",
        scan=(
            Glance(
                "Take a circle with three or four digits, or with a filled cell around it.", "rules"
            ),
            Glance(
                "Cross out the digits of the circle that are placed around it. The empty cells "
                "must hold the others.",
                "cells",
            ),
            Glance(
                "Find the cells for each of these digits. Then compare the number of digits with "
                "the number of empty cells.",
                "pattern",
            ),
            Glance(
                "Place a digit with a single cell. If every empty cell is needed, remove from "
                "them all digits that are not in the circle.",
                "step",
            ),
        ),
        fills=True,
        rules=(Quadruple,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="quadruple-pointing",
        title="quadruple pointing",
        aliases=("quad pointing",),
        summary="a digit of a quadruple has few places, and a cell that sees all of them lacks it",
        find=_find_pointing,
        slips=pointing_slips(Quadruple),
        weight=2.6,
        what=lambda w: (
            f"the {w.digits(w.digits_of('proves'))} of "
            f"{w.constraint(w.step.facts.constraints[0])} is at "
            f"{w.cells(w.with_role('pattern'), 'or')}"
        ),
        reason=_pointing_reason,
        look_for="a digit of a quadruple whose possible cells are in one house.",
        why="the clue has its digit in one of these cells. A cell that sees all of them lacks "
        "the digit.",
        when="Before most digits are placed, when a digit of a circle can only be in two or three "
        "of its cells.",
        scan=(
            Glance("Take a circle beside some filled cells.", "rules"),
            Glance(
                "For each digit of the circle that is not placed around it, find its cells there.",
                "cells",
            ),
            Glance(
                "See whether these cells are in one row, column or box, or share a cell that sees "
                "them all.",
                "pattern",
            ),
            Glance("Remove the digit from every other cell that sees all of them.", "step"),
        ),
        fills=True,
        rules=(Quadruple,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
