"""Slips with forcing chains and trials: a case is left out, or a conclusion is kept too long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from pandoku.kernel.logic import finder, walk
from pandoku.model import Board, Pair, open_in
from pandoku.techniques._slips import places_by_house, slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words
from pandoku.words.claims import Claim, Needs, Open

__all__ = ["case_slips"]

_MOST_STEPS = 5  # maximum number of steps of the technique that are looked at
_SINGLES = tuple(map(finder, ("full-house", "hidden-single", "naked-single")))
_MOST_SHOWN = 3  # maximum number of conclusions of two cases

# ---- cases


class _Cases(NamedTuple):
    """Three possibilities: two that a person tries, and one that is left out.

    Attributes:
        tried: Two candidates.
        left_out: The third candidate.
        told: A clause with the third candidate.
        claims: The claims of the clause.
    """

    tried: tuple[Pair, Pair]
    left_out: Pair
    told: str
    claims: tuple[Claim, ...]


@lru_cache(maxsize=256)
def _followed(board: Board, pair: Pair) -> Board | None:
    """Return the board after all singles that follow from a candidate, or None if they fail."""
    found = board.place(*pair)
    for step in walk(found, _SINGLES):
        found = found.after(step)
    places = (each for *_, each in places_by_house(found))
    return found if all(found.masks) and all(places) else None


@slip("A third candidate of the cell is not tried.")
def _candidate_left_out(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for cell, mask in enumerate(board.masks):
        if board.digits[cell] or mask.bit_count() != 3:
            continue
        for one, two, third in permutations(board.candidates(cell)):
            if one < two:
                told = f"{w.cell(cell)} can also be {w.digit(third)}"
                tried, claims = ((cell, one), (cell, two)), (Open((cell,), (third,)),)
                yield from _agreeing(w, _Cases(tried, (cell, third), told, claims))


@slip("A third place of the digit is not tried.")
def _place_left_out(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for index, house, digit, places in places_by_house(board):
        for one, two, third in permutations(places) if len(places) == 3 else ():
            if one < two:
                told = f"in {w.house(house)}, {w.digit(digit)} can also be at {w.cell(third)}"
                claims = Needs(index, digit), Open((third,), (digit,))
                tried = ((one, digit), (two, digit))
                yield from _agreeing(w, _Cases(tried, (third, digit), told, claims))


def _agreeing(w: Words, cases: _Cases) -> Iterator[Slipped]:
    """Yield the digits that two cases have in common, but not the third case."""
    board = w.board
    ends = [_followed(board, pair) for pair in (*cases.tried, cases.left_out)]
    one, two, third = ends
    if one is None or two is None or third is None:
        return
    shown, cells = 0, tuple(dict.fromkeys(at for at, _ in (*cases.tried, cases.left_out)))
    for cell, digit in enumerate(one.digits):
        same = digit and two.digits[cell] == digit and not board.digits[cell]
        if cell in cells:
            continue
        if not same or third.masks[cell] >> (digit - 1) & 1:
            continue
        others = third.candidates(cell)
        why = (
            f"{cases.told}, and then {w.cell(cell)} is {w.digits(others, 'or')}, not "
            f"{w.digit(digit)}."
        )
        claims = (*cases.claims, Open((cell,), others))
        yield slipped(w, why, *claims, placed=((cell, digit),), cells=cells)
        shown += 1
        if shown == _MOST_SHOWN:
            return


# ---- suppositions


def _consequence(name: str) -> Slip:
    """Return the slip that a contradiction is blamed on something that was not supposed."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            for supposed, *others in step.facts.branches:
                pairs = [pair for each in others for pair in each.placements]
                for cell, digit in pairs if supposed.placements else ():
                    ((at, start),) = supposed.placements
                    why = (
                        f"The contradiction shows only that {w.cell(at)} is not {w.digit(start)}. "
                        f"{w.cell(cell)} can still be {w.digit(digit)}."
                    )
                    claims, gone = (Open((cell,), (digit,)),), ((cell, digit),)
                    yield slipped(w, why, *claims, gone=gone, cells=(at, cell))

    return Slip("A result of the supposition is removed in place of the supposition.", find)


def _kept(name: str) -> Slip:
    """Return the slip that a result of a nested chain is kept after the supposition."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            for supposed, *others in step.facts.branches:
                for inner in others if supposed.placements else ():
                    ((at, start),) = supposed.placements
                    for cell, digit in inner.eliminations if inner.facts.branches else ():
                        why = (
                            f"The chain within the chain holds only if {w.cell(at)} is "
                            f"{w.digit(start)}. Without that, {w.cell(cell)} can be "
                            f"{w.digit(digit)}."
                        )
                        claim, gone = Open((cell,), (digit,)), ((cell, digit),)
                        yield slipped(w, why, claim, gone=gone, cells=(at, cell))

    return Slip("A result of the chain within the chain is kept without its supposition.", find)


@slip("A supposition that does not fail is taken to be true.")
def _nothing_wrong(board: Board) -> Iterator[Slipped]:
    """Find the two places of a digit in a house, where either leaves each house a place."""
    w = words_on(board)
    for index, house, digit, places in places_by_house(board):
        if len(places) != 2 or not all(_can_follow(board, cell, digit) for cell in places):
            continue
        for cell, other in (places, places[::-1]):
            why = (
                f"Each house keeps a place for {w.digit(digit)} if {w.cell(cell)} has it, but "
                f"also if {w.cell(other)} has the {w.digit(digit)} of {w.house(house)}: that "
                f"proves nothing."
            )
            claims = Needs(index, digit), Open(places, (digit,))
            yield slipped(w, why, *claims, placed=((cell, digit),), cells=places)


def _can_follow(board: Board, cell: int, digit: int) -> bool:
    """Return whether each house keeps a place for a digit, if it is at a cell."""
    sight = board.puzzle.sight
    left = {*open_in(board, range(len(board.masks)), digit)}
    houses = [{*places} for _, _, each, places in places_by_house(board) if each == digit]
    waiting, placed = [cell], {cell}
    for at in waiting:
        left -= {*sight[at]}
        for places in houses:
            if not places & left:
                return False
            if len(places & left) == 1 and not places & left & placed:
                waiting += places & left
                placed |= places & left
    return True


def case_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a forcing chain or a trial."""
    if name == "nishio":
        return (_nothing_wrong,)
    if "cell-forcing" in name:
        return (_candidate_left_out,)
    if "region-forcing" in name:
        return (_place_left_out,)
    return (_kept(name),) if "nested" in name else (_consequence(name),)
