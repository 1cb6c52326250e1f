"""Slips with almost locked sets and Sue de Coq: a digit is not restricted, or there is one more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, groupby, islice
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.model import Board, Pair, Step, digits_of, open_in
from pandoku.techniques._link_slips import one_end
from pandoku.techniques._slips import seen_from, slipped, with_digit, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words.claims import Inside, Not, Only, Open, Sees

__all__ = ["SUE_DE_COQ_SLIPS", "set_slips"]

_MOST_STEPS = 20  # maximum number of steps of the technique that are looked at
_MOST_TRIED = 20_000  # maximum number of pairs of sets that are compared
_MOST_CELLS = 2  # maximum number of cells of a set that a person looks at


class _Set(NamedTuple):
    """Cells of a house that have one digit more than cells.

    Attributes:
        cells: The cells.
        mask: Their candidates.
    """

    cells: tuple[int, ...]
    mask: int


@lru_cache(maxsize=4)
def _sets(board: Board) -> tuple[_Set, ...]:
    """Return the almost locked sets of few cells."""
    found: dict[tuple[int, ...], int] = {}
    for house in board.puzzle.geometry.houses:
        empty = sorted(cell for cell in house.cells if not board.digits[cell])
        for size in range(1, _MOST_CELLS + 1):
            for cells in combinations(empty, size):
                mask = 0
                for cell in cells:
                    mask |= board.masks[cell]
                if mask.bit_count() == size + 1:
                    found[cells] = mask
    return tuple(_Set(*each) for each in found.items())


def _gone(
    board: Board, digit: int, sets: Iterable[_Set], but: Iterable[int] = ()
) -> tuple[Pair, ...]:
    """Return the candidates of a digit that see all its places in some sets."""
    cells = {cell for each in sets for cell in each.cells}
    seen = seen_from(board, open_in(board, sorted(cells), digit), digit)
    return with_digit((cell for cell in seen if cell not in {*cells, *but}), digit)


@slip("A digit whose places do not all see each other is taken to be restricted.")
def _not_restricted(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    pairs = (
        (one, other)
        for one, other in combinations(_sets(board), 2)
        if (one.mask & other.mask).bit_count() > 1 and {*one.cells}.isdisjoint(other.cells)
    )
    for one, other in islice(pairs, _MOST_TRIED):
        for x in digits_of(one.mask & other.mask):
            here, there = (open_in(board, each.cells, x) for each in (one, other))
            unseen = [(a, b) for a in here for b in there if not w.sees(a, b)]
            if len(unseen) != 1 or len(here) + len(there) < 3:
                continue
            for z in digits_of(one.mask & other.mask):
                gone = _gone(board, z, (one, other)) if z != x else ()
                if gone:
                    a, b = unseen[0]
                    why = (
                        f"{w.cell(a)} does not see {w.cell(b)}, so both sets can have "
                        f"{w.digit(x)}, and then neither needs its {w.digit(z)}."
                    )
                    claims, cells = (
                        (Not(Sees(a, (b,))), Open((a, b), (x,))),
                        one.cells + other.cells,
                    )
                    yield slipped(w, why, *claims, gone=gone, cells=cells)


@slip("The same digit links the middle set to both outer sets.")
def _same_link_twice(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    linked: dict[tuple[_Set, int], list[_Set]] = {}
    for one, other in combinations(_sets(board), 2):
        if not {*one.cells}.isdisjoint(other.cells):
            continue
        for x in digits_of(one.mask & other.mask):
            there = open_in(board, other.cells, x)
            if all(w.sees(a, b) for a in open_in(board, one.cells, x) for b in there):
                linked.setdefault((one, x), []).append(other)
                linked.setdefault((other, x), []).append(one)
    triples = (
        (middle, x, one, other)
        for (middle, x), sets in linked.items()
        for one, other in combinations(sets, 2)
        if len(one.cells) + len(other.cells) > 2 and {*one.cells}.isdisjoint(other.cells)
    )
    for middle, x, one, other in islice(triples, _MOST_TRIED):
        for z in digits_of(one.mask & other.mask & ~(1 << (x - 1))):
            if gone := _gone(board, z, (one, other), middle.cells):
                why = (
                    f"Both links use {w.digit(x)}. If {w.cells(middle.cells, 'and')} "
                    f"{'is' if len(middle.cells) == 1 else 'are'} without it, both outer sets can "
                    f"have it, and neither needs its {w.digit(z)}."
                )
                claims = (
                    Sees(a, open_in(board, each.cells, x))
                    for a in open_in(board, middle.cells, x)
                    for each in (one, other)
                )
                cells = middle.cells + one.cells + other.cells
                yield slipped(w, why, *claims, gone=gone, cells=cells)


@slip("A restricted digit is taken to be in one of its two sets.")
def _in_one_of_both(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("als-chain")(board, _MOST_STEPS):
        sets = _roles(step)
        marked = (digit for _, digit, role in step.facts.candidates if role == "restricted")
        links = [digit for digit, _ in groupby(marked)]
        for x, one, other in zip(links, sets, sets[1:], strict=False):
            places = [cell for cell, digit in (*one, *other) if digit == x]
            used = {cell for each in sets for cell, _ in each}
            gone = [c for c in seen_from(board, places, x) if c not in used]
            why = (
                f"At most one of {w.cells(sorted(places))} is {w.digit(x)}, and perhaps none of "
                f"them is, so a cell that sees all of them can be {w.digit(x)}."
            )
            claims = [
                Sees(cell, tuple(c for c, digit in other if digit == x))
                for cell, digit in one
                if digit == x
            ]
            yield slipped(w, why, *claims, gone=with_digit(gone, x), cells=tuple(sorted(used)))


@slip("A candidate of the stem without a petal is overlooked.")
def _stem_without_petal(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for stem, mask in enumerate(board.masks):
        if board.digits[stem] or mask.bit_count() != 3:
            continue
        petals = {
            digit: [
                each
                for each in _sets(board)
                if each.mask >> (digit - 1) & 1
                and stem not in each.cells
                and all(w.sees(stem, cell) for cell in open_in(board, each.cells, digit))
            ]
            for digit in digits_of(mask)
        }
        for one, other in combinations(petals, 2):
            (further,) = {*petals} - {one, other}
            pairs = ((a, b) for a in petals[one] for b in petals[other])
            for a, b in islice(pairs, _MOST_TRIED // 10):
                if len(a.cells) + len(b.cells) < 3:
                    continue
                for z in digits_of(a.mask & b.mask):
                    if z in (one, other) or not (gone := _gone(board, z, (a, b), (stem,))):
                        continue
                    why = (
                        f"{w.cell(stem)} can also be {w.digit(further)}, and then neither petal "
                        f"needs its {w.digit(z)}."
                    )
                    claim, cells = Open((stem,), (further,)), (stem, *a.cells, *b.cells)
                    yield slipped(w, why, claim, gone=gone, cells=cells)


def _roles(step: Step) -> list[list[Pair]]:
    """Return the candidates of the sets of a step, in order."""
    sets: dict[str, list[Pair]] = {}
    for cell, digit, role in step.facts.candidates:
        if role.startswith("set-"):
            sets.setdefault(role, []).append((cell, digit))
    return [sets[role] for role in sorted(sets)]


def _in_outer_sets(step: Step) -> Iterable[int]:
    sets, z = _roles(step), step.eliminations[0][1]
    return [cell for each in (sets[0], sets[-1]) for cell, digit in each if digit == z]


def _in_all_sets(step: Step) -> Iterable[int]:
    z = step.eliminations[0][1]
    return [cell for each in _roles(step) for cell, digit in each if digit == z]


def set_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a technique of almost locked sets."""
    text = "A cell that does not see all places of the digit in {} is taken to lose it."
    if name == "als-xz":
        return (
            _not_restricted,
            one_end(name, _in_outer_sets, text.format("both sets")),
        )
    if name == "als-xy-wing":
        return (
            _same_link_twice,
            one_end(name, _in_outer_sets, text.format("the outer sets")),
        )
    if name == "als-chain":
        return (
            _in_one_of_both,
            one_end(name, _in_outer_sets, text.format("the first and the last set")),
        )
    return (
        _stem_without_petal,
        one_end(name, _in_all_sets, text.format("the petals")),
    )


# ---- Sue de Coq


@slip("A digit of the line's cells is removed from the box, or the reverse.")
def _wrong_house(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("sue-de-coq")(board, _MOST_STEPS):
        box, line = step.facts.houses
        parts = {
            role: [cell for cell, each in step.facts.cells if each == role]
            for role in ("crossing", "line", "box")
        }
        for own, own_house, other, house in (
            (parts["line"], line, parts["box"], box),
            (parts["box"], box, parts["line"], line),
        ):
            for digit in range(1, board.puzzle.order + 1):
                at = open_in(board, own, digit)
                if not at or open_in(board, other, digit):
                    continue
                rest = [c for c in house.cells if c not in (*parts["crossing"], *other, *own)]
                gone = open_in(board, rest, digit)
                why = (
                    f"{w.house(own_house)} can have its {w.digit(digit)} at {w.cell(at[0])}, "
                    f"outside {w.house(house)}, which can then have its {w.digit(digit)} elsewhere."
                )
                claims = Open((at[0],), (digit,)), Not(Inside((at[0],), (w.index(house),)))
                cells = tuple(cell for cell, _ in step.facts.cells)
                yield slipped(w, why, *claims, gone=with_digit(gone, digit), cells=cells)


@slip("A further candidate is overlooked, so there are more digits than cells.")
def _one_digit_more(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    houses = board.puzzle.geometry.houses
    pairs = [c for c, mask in enumerate(masks) if not board.digits[c] and mask.bit_count() == 2]
    for box in (house for house in houses if house.kind in ("box", "region")):
        for line in (house for house in houses if house.kind in ("row", "column")):
            empty = [c for c in line.cells if c in box.cells and not board.digits[c]]
            in_line = [c for c in pairs if c in line.cells and c not in box.cells]
            in_box = [c for c in pairs if c in box.cells and c not in line.cells]
            for size in (2, 3):
                for crossing in combinations(empty, size):
                    for one in in_line:
                        for two in in_box:
                            cells, held = (*crossing, one, two), masks[one] | masks[two]
                            mask = held
                            for cell in crossing:
                                mask |= masks[cell]
                            if masks[one] & masks[two] or mask.bit_count() != len(cells) + 1:
                                continue
                            for extra in digits_of(mask & ~held):
                                having = open_in(board, crossing, extra)
                                if len(having) != 1:
                                    continue
                                why = (
                                    f"{w.cell(having[0])} can also be {w.digit(extra)}: that "
                                    f"makes {w.number(len(cells) + 1)} digits for "
                                    f"{w.number(len(cells))} cells, so not all are needed there."
                                )
                                out = [
                                    (cell, digit)
                                    for part, house in ((one, line), (two, box))
                                    for digit in digits_of(masks[part])
                                    for cell in open_in(board, house.cells, digit)
                                    if cell not in cells
                                ]
                                claims = Open(having, (extra,)), Only(cells, digits_of(mask))
                                yield slipped(w, why, *claims, gone=tuple(out), cells=cells)


SUE_DE_COQ_SLIPS = (
    _one_digit_more,
    _wrong_house,
)
